# SPDX-License-Identifier: Apache-2.0
"""Tests of mutate_drawn.py and rtl_sites.py on modules of a few lines: which
mutants there are, that each of many in one source is the chosen one, that none changes the module
with 0, and what is wrong with judgements. Needs scripts/setup.sh
mutants."""
import contextlib
import os
import pathlib
import subprocess
import tempfile
import unittest
from unittest import mock

from scripts.core import tasks
from scripts.lint import lint_rtl
from scripts.mutate import mutants, mutants_rtl, mutate_drawn, rtl_sites
from scripts.spec import parameters

# Kept: q holds while en_i is 0; saturation is never reached, since a_i has two bits.
SOURCE = """\
module gsq_small (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       en_i,
  input  logic [1:0] a_i,
  output logic [3:0] q_o
);
  localparam int unsigned Step = 1 + 2;
  logic [3:0] q_q;
  logic [2:0] sum;
  logic unused_part;
  assign unused_part = ^a_i[1:0];
  assign sum = 3'(a_i) + 3'(Step);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) q_q <= '0;
    else if (en_i && sum < 3'd7) q_q <= q_q + 4'(sum);
  end
  assign q_o = sum == 3'd0 ? '1 : {q_q[3:2], q_q[1:0]};
`ifndef SYNTHESIS
  logic [2:0] checked;
  assign checked = sum - 3'd2;
  assert property (@(posedge clk_i) checked + 0 != 3'd1);
`endif
endmodule
"""
PROGRAM = """\
#include <cstdio>
#include "Vgsq_small.h"
int main() {
  Vgsq_small top;
  auto clock = [&] { top.clk_i = 0; top.eval(); top.clk_i = 1; top.eval(); };
  top.rst_ni = 0; top.en_i = 0; top.a_i = 0; clock(); top.rst_ni = 1;
  for (int i = 0; i < 64; ++i) {
    top.en_i = i % 3 != 0; top.a_i = i / 3 % 4; clock();
    std::printf("%d ", top.q_o);
  }
}
"""
FILE = "rtl/gsq_small.sv"


class Small(unittest.TestCase):
    """The module in a folder of its own, with all its mutants in one program."""

    @classmethod
    def setUpClass(cls):
        cls.kept = contextlib.ExitStack()
        cls.addClassCleanup(cls.kept.close)
        cls.root = cls.kept.enter_context(tasks.temporary())
        (cls.root / "rtl").mkdir()
        (cls.root / FILE).write_text(SOURCE, encoding="utf-8")
        (cls.root / "gsq_sim.f").write_text(f"{FILE}\n", encoding="utf-8")
        cls.sites = rtl_sites.sites(cls.root, {"one": ["gsq_small", {}]})["sites"]
        cls.mutants = dict(enumerate(mutants.drawn(cls.sites, 1), 1))

    def test_mutants(self):
        def of(operator):
            return {(mutant["original"], mutant["mutated"]) for mutant in self.sites
                    if mutant["operator"] == operator}
        self.assertEqual(of("drop"), {("q_q <= '0;", ""), ("q_q <= q_q + 4'(sum);", "")})
        self.assertEqual(of("term"), {("en_i && sum < 3'd7", "(en_i)")})
        self.assertIn(("3'(a_i) + 3'(Step)", "(3'(a_i)) - (3'(Step))"), of("operator"))
        self.assertIn(("sum < 3'd7", "(sum) <= (3'd7)"), of("operator"))
        self.assertIn(("3'(Step)", "((3'(Step)) + 1'b1)"), of("literal"))
        self.assertIn(("q_q", "'1"), of("operand"))
        for mutant in self.sites:
            self.assertEqual(SOURCE[mutant["begin"]:mutant["end"]], mutant["original"])
            self.assertNotIn(mutant["original"], ("clk_i", "rst_ni", "!rst_ni", "1 + 2"))
            line = SOURCE.split("\n")[mutant["line"] - 1]
            self.assertNotIn("checked", line)
            self.assertNotIn("unused", line)

    def test_draws_the_same_and_more(self):
        again = mutants.drawn(self.sites, 1)
        self.assertEqual(again, list(self.mutants.values()))
        self.assertEqual(len(again), len(self.sites))
        self.assertNotEqual(mutants.drawn(self.sites, 2), again)
        many = [{**site, "module": name} for site in self.sites for name in "abc"]
        first = [mutant["module"] for mutant in mutants.drawn(many, 3)[:9]]
        self.assertEqual({name: first.count(name) for name in "abc"}, {"a": 3, "b": 3, "c": 3})

    def output(self, number):
        done = subprocess.run([self.root / "obj" / "program"], capture_output=True, text=True,
                              env={**os.environ, "GSQ_MUTANT": str(number)}, check=True)
        return done.stdout

    def verilate(self, source, name):
        folder = self.root / name
        folder.mkdir()
        (folder / "gsq_small.sv").write_text(source, encoding="utf-8")
        (folder / "gsq_mutants_pkg.sv").write_text(mutants_rtl.AT_START, encoding="utf-8")
        (folder / "main.cpp").write_text(PROGRAM, encoding="utf-8")
        done = subprocess.run(
            ["verilator", "--cc", "--exe", "--build", "-fno-const-bit-op-tree", "-Wno-lint", "-Wno-fatal", "-CFLAGS", "-O0",
             "-Mdir", self.root / "obj", "-o", "program", "--top", "gsq_small",
             "gsq_mutants_pkg.sv", "gsq_small.sv", folder / "main.cpp"],
            cwd=folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_every_mutant_is_in_one_program(self):
        self.verilate(mutants.schema(SOURCE, self.mutants, mutants_rtl.choose), "all")
        sound = self.output(0)
        differ = {number for number in self.mutants if self.output(number) != sound}
        self.assertEqual(self.output(len(self.mutants) + 1), sound)
        same = {(mutant["original"], mutant["mutated"]) for number, mutant in self.mutants.items()
                if number not in differ}
        self.assertIn(("en_i && sum < 3'd7", "(en_i)"), same)   # it is always below 7
        self.assertNotIn(("q_q <= q_q + 4'(sum);", ""), same)
        self.assertGreater(len(differ), 20)
        # In a concatenation all bits of its operand are 1, and nothing beside it moves.
        ones = next(number for number, mutant in self.mutants.items()
                    if (mutant["original"], mutant["mutated"]) == ("q_q[3:2]", "'1"))
        self.assertEqual([int(word) for word in self.output(ones).split()],
                         [int(word) | 0b1100 for word in sound.split()])


class Lint(unittest.TestCase):
    """What lint finds of mutants of the RTL: here it looks at their module alone, of a size that is
    quick to elaborate."""
    SMALL = {"gsq_hazard": {},
             "gsq_xbar": parameters.arguments("gsq_xbar", {"VlenBytes": 32, "UbBytes": 32, "Banks": 4,
                                                           "XbarOneHot": 0}),
             "gsq_slot_to_bank": {"Slots": 8, "Banks": 4, "RowWidth": 1, "OneHot": 0}}

    def found(self, mutant):
        top = pathlib.Path(mutant["file"]).stem
        verilator = lint_rtl.elaborated(
            "verilator", top, "tiny", [f"-G{name}={value}" for name, value in self.SMALL[top].items()])
        circuit = lint_rtl.circuit_of(top, "tiny", self.SMALL[top])
        with tempfile.TemporaryDirectory(dir=tasks.ROOT / "build") as name, \
             mock.patch.object(lint_rtl, "verilator", lambda: [verilator]), \
             mock.patch.object(lint_rtl, "circuit", lambda: [circuit]):
            return mutate_drawn.lint(pathlib.Path(name), mutant)

    def test_what_nobody_reads(self):
        path = tasks.ROOT / "rtl/issue/gsq_hazard.sv"
        text = path.read_text(encoding="latin-1")
        begin = text.index("!queue_full_i") + 1
        for mutated, found in (("1'b0", True), ("!queue_full_i", False)):
            mutant = {"file": "rtl/issue/gsq_hazard.sv", "begin": begin,
                      "end": begin + len("queue_full_i"), "original": "queue_full_i",
                      "mutated": mutated, "statement": False}
            self.assertEqual(self.found(mutant), "lint.verilator" if found else None, mutated)
        # What follows a dropped statement stays where it is: nothing is unread here.
        dropped = "if (m_pop && (m_we_q || m_local_q)) r_data_q <= m_data_q;"
        begin = (tasks.ROOT / "rtl/xbar/gsq_xbar.sv").read_text(encoding="latin-1").index(dropped)
        for original in (dropped[dropped.index("r_data_q"):], dropped):
            first = begin + dropped.index(original)
            mutant = {"file": "rtl/xbar/gsq_xbar.sv", "begin": first, "end": begin + len(dropped),
                      "original": original, "mutated": "", "statement": True}
            self.assertEqual(self.found(mutant), "lint.verilator", original)

    def test_latches(self):
        """Simulation cannot: Verilator takes an index modulo the size."""
        file = "rtl/xbar/gsq_slot_to_bank.sv"
        text = (tasks.ROOT / file).read_text(encoding="latin-1")
        begin = text.index("row_o[b]  = '0;", text.index("g_indexed")) + len("row_o[")
        for mutated, found in (("b + 1'b1", "lint.circuit"), ("no_such_signal", None)):
            mutant = {"file": file, "begin": begin, "end": begin + 1, "original": "b",
                      "mutated": mutated, "statement": False}
            self.assertEqual(self.found(mutant), found, mutated)


class Judgements(unittest.TestCase):
    MUTANT = {"file": "rtl/gsq_vreg.sv", "line": 1, "original": "a", "mutated": "b"}
    ENTRY = {"file": "rtl/gsq_vreg.sv", "source": "// SPDX-License-Identifier: Apache-2.0",
             "original": "a", "mutated": "b", "verdict": "equivalent", "reason": "for this test"}

    def wrong(self, alive=(1,), **changed):
        return mutants.judged({1: self.MUTANT}, set(alive), [{**self.ENTRY, **changed}])

    def test_a_survivor_is_judged(self):
        found, wrong = self.wrong()
        self.assertEqual((list(found), wrong), ([1], []))

    def test_what_is_wrong(self):
        for alive, changed, words in (((), {}, "is noticed: remove its judgement"),
                                      ((1,), {"reason": " "}, "expected a reason"),
                                      ((1,), {"verdict": "fine"}, "expected a reason"),
                                      ((1,), {"source": "no such line"}, "there is no line")):
            with self.subTest(words):
                found, wrong = self.wrong(alive, **changed)
                self.assertIn(words, " ".join(wrong))
                self.assertEqual(set(found), set(alive) - ({1} if "source" in changed else set()))

    def test_a_text_that_is_twice_on_the_line(self):
        found, wrong = mutants.judged({1: {**self.MUTANT, "original": "e"}}, set(),
                                      [{**self.ENTRY, "original": "e"}])
        self.assertEqual((found, wrong), ({}, []))

    def test_what_other_mutants_have_is_not_asked(self):
        found, wrong = self.wrong(original="c")
        self.assertEqual((found, wrong), ({}, []))

    def test_the_page_has_score_and_survivors(self):
        drawn = {number: {**self.MUTANT, "module": "gsq_vreg", "begin": number, "operator": "swap",
                          "original": f"a{number}"} for number in (1, 2, 3, 4, 5)}
        text = mutants.page(drawn, {1: ("system.tiny.gather", "fails"), 4: ("unit.a", "hangs")},
                            {2: {"verdict": "equivalent", "reason": "it is"},
                             5: {"verdict": "harmless", "reason": "as well"}},
                            {"sites": 9, "refused": 0}, "make mutate AUTO=5", "modules")
        self.assertIn("1 fail a test, 1 hang, 0 crash. 3 survive. **Score: 50.00 %**", text)
        self.assertIn("| `a5` | `b` | harmless: as well |", text)
        self.assertIn("| gsq_vreg 1 | `a3` | `b` | **not judged** |", text)
        self.assertIn("| gsq_vreg 1 | `a2` | `b` | equivalent: it is |", text)
        self.assertNotIn("`a1`", text)

    def test_score(self):
        entries = {1: {"verdict": "equivalent"}, 2: {"verdict": "equivalent"}, 3: {"verdict": "harmless"}}
        self.assertEqual(mutants.score(range(10), range(6), entries), 75)
