# SPDX-License-Identifier: Apache-2.0
"""Tests of mutate_drawn.py, equivalence.py and mutation_sites.py on modules of a few lines: which
mutants there are, that each of many in one source is the chosen one, that none changes the module
with 0, which are proven equivalent, and what is wrong with judgements. Needs scripts/setup.sh
mutants."""
import contextlib
import io
import os
import pathlib
import re
import subprocess
import tempfile
import tracemalloc
import unittest
from unittest import mock

from scripts.core import tasks
from scripts.lint import lint_rtl
from scripts.mutate import equivalence, mutants, mutants_rtl, mutate_drawn, rtl_sites
from scripts.spec import rtl_doc

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


PAIR = """\
`include "gsq_assert.svh"
module gsq_pair (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       left_i,
  input  logic       right_i,
  input  logic [1:0] data_i,
  output logic       any_o,
  output logic [2:0] count_o,
  output logic [1:0] data_o
);
  logic       left_q;
  logic       right_q;
  logic [1:0] data_q;  // no reset
  logic [2:0] count_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else if (right_i) count_q <= count_q + 1'b1;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q  <= 1'b0;
      right_q <= 1'b0;
    end else begin
      left_q  <= left_i;
      right_q <= right_i && !left_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (left_i || right_i) data_q <= data_i;
  end
  assign any_o  = left_q | right_q;
  assign count_o = {count_q[2] & left_i, count_q[1:0]};  // a part of a register is a part of a port
  assign data_o = any_o ? data_q : '0;
  `GSQ_ASSERT(apart, !(left_q && right_q))
endmodule
"""


@contextlib.contextmanager
def two_versions(source, changed):
    """A folder, and the names of files of two versions in it; what is printed is not shown."""
    with tempfile.TemporaryDirectory(dir=tasks.ROOT / "build") as name, \
            contextlib.redirect_stdout(io.StringIO()):
        folder = pathlib.Path(name)
        versions = [folder / "a.sv", folder / "b.sv"]
        for path, text in zip(versions, (source, changed)):
            path.write_text(text, encoding="utf-8")
        yield folder, [path.relative_to(tasks.ROOT) for path in versions]


def told(top, source, find, change):
    """(the first way, the second way) of a change of a module."""
    assert source.count(find) == 1
    with two_versions(source, source.replace(find, change)) as (folder, versions):
        return tuple(way(folder, top, "", versions) for way in (
            equivalence.cut_equal, equivalence.sequence_equal))


class Equivalence(unittest.TestCase):
    """What equivalence.py tells of changes of a module with two registers that exclude each other."""

    def told(self, find, change):
        return told("gsq_pair", PAIR, find, change)

    def test_the_same(self):
        for find, change in (
                ("left_q | right_q", "right_q | left_q"),
                ("left_q | right_q", "left_q ^ right_q"),   # because of the assertion
                ("any_o ? data_q", "left_q != right_q ? data_q")):
            with self.subTest(change):
                self.assertEqual(self.told(find, change), (True, True))

    def test_in_all_cycles_but_not_in_all_states(self):
        # Data load more often, or both registers are 1: the second way finds that nobody sees it.
        for find, change in (("if (left_i || right_i) data_q", "data_q"),
                             ("right_i && !left_i", "right_i")):
            with self.subTest(change):
                self.assertEqual(self.told(find, change), (None, True))

    def test_not_the_same(self):
        for find, change in (
                ("left_q | right_q", "left_q"), ("right_q <= 1'b0", "right_q <= 1'b1"),
                ("      right_q <= 1'b0;\n", ""), ("any_o ? data_q : '0", "data_q"),
                ("left_q  <= left_i", "left_q  <= right_i"),
                ("left_i || right_i", "left_i")):
            with self.subTest(change):
                self.assertEqual(self.told(find, change), (None, False))

    def test_at_last_without_assertions(self):
        run = equivalence.abc
        for find, change, late, told in (
                ("if (left_i || right_i) data_q", "data_q", [equivalence.PROVE], True),
                # Without them a difference proves nothing.
                ("left_q  <= left_i", "left_q  <= right_i", [equivalence.SEARCH, equivalence.PROVE], None)):
            def abc(path, script, folder, late=late):
                """As if none of these that has an assertion for granted ended in time."""
                granted = (folder / "differ.aig").read_bytes().split(maxsplit=8)[7] != b"0"
                return "" if granted and script in late else run(path, script, folder)
            with self.subTest(change), mock.patch.object(equivalence, "abc", abc), \
                    mock.patch.object(equivalence.Product, "differing_somewhere", return_value=set()):
                self.assertEqual(self.told(find, change), (None, told))


# One register with the names of two ports, and two that load the same when they are apart.
PORTS = """\
module gsq_ports (
  input  logic clk_i,
  input  logic en_i,
  input  logic [1:0] a_i,
  output logic [1:0] first_o,
  output logic [2:0] second_o,
  output logic [1:0] both_o
);
  logic [1:0] first_q, second_q;
  logic [2:0] tag;
  always_ff @(posedge clk_i) begin
    if (en_i) first_q <= a_i;
  end
  always_ff @(posedge clk_i) begin
    if (en_i) second_q <= a_i;
  end
  assign first_o  = first_q;
  assign tag      = {first_q, en_i};
  assign second_o = tag;
  assign both_o   = second_q;
endmodule
"""


class Names(unittest.TestCase):
    """What equivalence.py tells of registers with several names."""

    def told(self, change=None, exchanged=("first_o[0].q", "second_o[1].q")):
        """Of a change of PORTS, if Yosys takes the other of two names for what reads the register."""
        def cut(out, *arguments, real=equivalence.cut):
            assert real(out, *arguments)
            path = out / "design.aag"
            text = path.read_text(encoding="utf-8")
            names = dict(zip(exchanged, exchanged[::-1]))
            assert all(text.count(f" {name}\n") == 1 for name in names), text
            if out.name == "gate":
                tasks.write(path, re.sub(r"(?<= )\S+$", lambda found: names.get(found[0], found[0]), text,
                                         flags=re.M))
            return True
        with mock.patch.object(equivalence, "cut", cut):
            changed = PORTS.replace(*change) if change else PORTS
            with two_versions(PORTS, changed) as (folder, versions):
                return equivalence.sequence_equal(folder, "gsq_ports", "", versions)

    def test_one_register_has_the_names_of_two_ports(self):
        self.assertTrue(self.told())

    def test_two_registers_that_load_the_same_are_not_one(self):
        self.assertFalse(self.told(exchanged=("first_o[0].q", "both_o[0].q")))
        self.assertFalse(self.told(("{first_q, en_i}", "{~first_q, en_i}"), exchanged=()))


# Data that are not valid are x, and stay in a second register; the data of valid ones come out.
OPEN = """\
module gsq_open (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       valid_i,
  input  logic       go_i,
  input  logic [1:0] data_i,
  input  logic [23:0] rare_i,
  output logic       valid_o,
  output logic [1:0] data_o,
  output logic [1:0] open_o
);
  logic       valid_q, last_q, unused_rare;
  logic [1:0] sum, data_q, last_data_q;
  assign unused_rare = ^rare_i;
  always_comb begin
    sum = 'x;
    if (valid_i && go_i) sum = data_i + 2'd1;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      last_q  <= 1'b0;
    end else if (go_i) begin
      valid_q <= valid_i;
      last_q  <= valid_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (valid_i && go_i) data_q <= sum;
    if (valid_q && go_i) last_data_q <= data_q;
  end
  assign valid_o = last_q;
  assign data_o  = last_q ? last_data_q : '0;
  assign open_o  = sum;
endmodule
"""


class Open(unittest.TestCase):
    """What equivalence.py tells of changes of a module that leaves values open."""

    def told(self, find, change, end=""):
        """As told(), without runs of ABC of scripts that end so."""
        run = equivalence.abc
        with mock.patch.object(equivalence, "abc", side_effect=lambda path, script, folder:
                               "" if end and script.endswith(end) else run(path, script, folder)):
            return told("gsq_open", OPEN, find, change)

    def test_what_is_x_may_be_anything(self):
        for change in ("go_i", "1'b1", "valid_i || data_i[0]"):
            with self.subTest(change):
                self.assertEqual(self.told("if (valid_i && go_i) sum", f"if ({change}) sum"), (True, True))
        self.assertEqual(self.told("sum = 'x", "sum = {data_i[0], valid_q}"), (True, True))

    def test_but_not_where_the_other_version_leaves_more_open(self):
        self.assertEqual(self.told("if (valid_i && go_i) sum", "if (valid_i && go_i && data_i[0]) sum"),
                         (None, False))
        self.assertEqual(self.told("open_o  = sum", "open_o  = go_i ^ valid_i ? sum : 'x"), (None, False))

    def test_the_names_of_many_open_inputs_take_little_memory(self):
        """A wide window had 51,008, on which a million gates depend: 24 GiB with a set of them for each gate."""
        count, long = 2_000, 10_000
        unknown = [2 * place for place in range(1, count + 1)]
        gates, last = [], unknown[0]
        for one in [*unknown[1:], *[unknown[0]] * long]:
            gates.append((2 * (count + len(gates) + 1), last, one))
            last = gates[-1][0]
        version = equivalence.Version.__new__(equivalence.Version)
        version.gates, version.outputs = gates, {
            "b": last, "n": gates[0][0], "m": gates[0][0] + 1, "z": last + 2}
        version.gates.append((last + 2, unknown[1], unknown[1]))
        tracemalloc.start()
        try:
            found = version.carriers([*unknown, last + 4])
            self.assertLess(tracemalloc.get_traced_memory()[1], 20e6)
        finally:
            tracemalloc.stop()
        # Between the second and b there is always m.
        self.assertEqual(found, {**dict.fromkeys(unknown, "b"), unknown[1]: "m", last + 4: None})

    def test_what_is_read_behind_an_array_is_open_only_in_the_original(self):
        source = """\
module gsq_read (input logic clk_i, input logic [2:0] i_i, input logic [4:0] a_i, b_i, input logic [7:0] c_i,
                 input logic v_i, input logic [1:0] d_i, output logic x_o, y_o, w_o, output logic [1:0] z_o);
  logic [2:0] s;
  assign x_o = i_i < 5 ? a_i[i_i] ^ b_i[i_i] : 1'b0;
  assign y_o = i_i >= 5 || a_i[i_i] == b_i[i_i];
  assign z_o = i_i == 7 ? {1'b0, c_i[7]} : c_i[i_i+:2];
  always_comb begin
    s = 'x;
    if (v_i) s = {1'b0, d_i};
  end
  always_ff @(posedge clk_i) w_o <= v_i && s == 3'd4;
`ifdef GSQ_FORMAL
  always_comb assert (s != 3'd4);  // which some values of x break
`endif
endmodule
"""
        for find, change in (("i_i < 5 ? a_i[i_i] ^ b_i[i_i] : 1'b0", "a_i[i_i] ^ b_i[i_i]"),
                             ("i_i >= 5 || a_i", "a_i"),
                             ("i_i == 7 ? {1'b0, c_i[7]} : c", "c"), ("v_i && s ==", "s ==")):
            with self.subTest(change):
                self.assertNotIn(True, told("gsq_read", source, find, change))
        self.assertEqual(told("gsq_read", source, "a_i[i_i] == b_i[i_i]", "b_i[i_i] == a_i[i_i]"), (True, True))

    def test_words_that_agree_on_a_condition(self):
        last = equivalence.PROVE.split(";")[-1]     # of the script that proves in other ways
        self.assertEqual(self.told("if (valid_i && go_i) data_q", "if (go_i) data_q", last), (None, True))
        self.assertEqual(self.told("if (valid_q && go_i) last", "if (go_i) last", last), (None, True))
        # Random simulation does not meet this number, so the condition is a guess that is wrong.
        rare = "if (valid_i && go_i) data_q", "if (go_i || rare_i == 24'hace1e5) data_q"
        self.assertEqual(self.told(*rare, last), (None, None))
        self.assertEqual(self.told(*rare), (None, False))
        for find, change in (("if (valid_i && go_i) data_q", "data_q"),     # loads while the valid ones wait
                             ("if (valid_q && go_i) last", "last"),
                             ("if (valid_q && go_i) last", "if (valid_i && go_i) last")):
            with self.subTest(change):
                self.assertEqual(self.told(find, change), (None, False))
                # No difference is looked for: then it is not told.
                with mock.patch.object(equivalence.Product, "differing_somewhere", lambda self, _:
                                       {"data_q[0].d", "data_q[1].d", "last_data_q[0].d", "last_data_q[1].d"}
                                       & self.differ.keys()):
                    self.assertEqual(self.told(find, change, "trace.txt\n"), (None, None))


# Two words with a valid bit each: the first is undefined without it, the second 0.
WIDE = """\
module gsq_wide (
  input  logic first_i,
  input  logic second_i,
  input  logic [3:0] a_i,
  input  logic [3:0] b_i,
  output logic [3:0] first_o,
  output logic [3:0] second_o
);
  assign first_o  = first_i ? a_i + b_i : 'x;
  assign second_o = second_i ? a_i - b_i : 4'd0;
endmodule
"""


class Halves(unittest.TestCase):
    """What equivalence.py tells if ABC tells nothing until a valid bit has a value."""

    def told(self, find, change):
        """(what the first way tells, how often ABC was asked with a value of a valid bit)."""
        asked = []

        def abc(path, script, folder, real=equivalence.abc):
            asked.append(script)
            return {equivalence.EACH: "Sat   calls 0\nUndef calls 8\n", equivalence.CEC: ""}.get(script) \
                or (real(path, script, folder) if script == equivalence.HALF else "")

        with mock.patch.object(equivalence, "abc", abc):
            return told("gsq_wide", WIDE, find, change)[0], asked.count(equivalence.HALF)

    def test_the_same_with_each_value(self):
        for find, change in (("first_i ? a_i + b_i", "1'b1 ? b_i - ~a_i - 4'd1"),
                             ("a_i - b_i", "(~b_i + a_i) + 4'd1"),
                             ("a_i - b_i", "second_i ? ~(~a_i + b_i) : a_i")):
            with self.subTest(change):
                self.assertEqual(self.told(find, change), (True, 1))    # the other half falls away

    def test_not_the_same_with_one_value(self):
        for find, change in (("a_i + b_i", "a_i | b_i"), ("a_i - b_i", "b_i - a_i"),
                             ("4'd0", "(a_i & {4{a_i == b_i && first_i}})")):
            with self.subTest(change):
                self.assertEqual(self.told(find, change)[0], None)


# The first cycle after the reset is known by no request: `first_q` then changes nothing. `held_q` stays.
AFTER_RESET = """\
module gsq_after_reset (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic req_i,
  output logic gnt_o,
  output logic held_o
);
  logic valid_q, first_q, held_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      first_q <= 1'b0;
      held_q  <= 1'b0;
    end else begin
      valid_q <= req_i;
      first_q <= req_i && !valid_q;
      held_q  <= held_q ^ gnt_o;
    end
  end
  assign gnt_o  = valid_q && first_q;
  assign held_o = held_q && valid_q;
endmodule
"""


class AfterReset(unittest.TestCase):
    """What equivalence.py tells of another value after a reset, without a search over cycles."""

    def told(self, find, change, source=AFTER_RESET):
        with mock.patch.object(equivalence.Product, "write", side_effect=AssertionError), \
                mock.patch.object(equivalence, "same_after_reset",
                                  side_effect=equivalence.same_after_reset) as asked:
            try:
                return told("gsq_after_reset", source, find, change)[1]
            except AssertionError:
                return None     # a search begins
            finally:
                self.assertTrue(asked.called)

    def test_what_is_gone_a_cycle_later(self):
        self.assertIs(self.told("first_q <= 1'b0", "first_q <= 1'b1"), True)

    def test_what_is_seen(self):
        gone = AFTER_RESET.replace("first_q <= 1'b0", "first_q <= 1'b1")
        for source, find, change in (
                (AFTER_RESET, "held_q  <= 1'b0", "held_q  <= 1'b1"),   # later
                (gone, "valid_q <= 1'b0", "valid_q <= 1'b1"),         # at once
                (AFTER_RESET, "first_q <= 1'b0", "valid_q <= 1'b1"),  # one has no reset
                (AFTER_RESET, "first_q <= 1'b0", "first_q <= req_i"),
                (AFTER_RESET, "first_q <= req_i && !valid_q", "first_q <= req_i")):
            with self.subTest(change):
                self.assertIsNot(self.told(find, change, source), True)


# The left one is a part of what nobody may find different; the other two get what it makes.
PARTS = """\
module gsq_left (input logic a_i, input logic b_i, output logic [1:0] x_o);
  assign x_o = {a_i & b_i, a_i};
endmodule
module gsq_right (input logic clk_i, input logic [1:0] x_i, output logic y_o);
  always_ff @(posedge clk_i) y_o <= ^x_i;
endmodule
module gsq_other (input logic [1:0] x_i, output logic y_o);
  assign y_o = x_i[0];
endmodule
module gsq_vreg (input logic [1:0] x_i, output logic y_o);
  assign y_o = x_i[0];
endmodule
module gsq_bit (input logic x_i, output logic y_o);
  assign y_o = x_i & 1'b0;
endmodule
module gsq_parts (input logic clk_i, input logic a_i, input logic b_i, output logic [4:0] y_o);
  logic [1:0] x;
  gsq_left u_left (.a_i, .b_i, .x_o(x));
  gsq_right u_right (.clk_i, .x_i({x[1] & x[0], x[0]}), .y_o(y_o[0]));
  gsq_other u_other (.x_i(x & 2'b01), .y_o(y_o[1]));
  for (genvar i = 0; i < 2; i++) begin : g_bit
    gsq_bit u_bit (.x_i(x[i] & a_i), .y_o(y_o[3+i]));
  end
  gsq_vreg u_vreg (.x_i({x[1] & x[0], 1'b0}), .y_o(y_o[2]));
endmodule
"""


class Parts(unittest.TestCase):
    """What the second way tells of a module without some of its parts."""

    def told(self, without, *changes):
        changed = PARTS
        for find, change in changes:
            self.assertEqual(changed.count(find), 1)
            changed = changed.replace(find, change)
        read = []
        with two_versions(PARTS, changed) as (folder, versions), \
                mock.patch.object(equivalence, "read", side_effect=lambda *args, real=equivalence.read:
                                  read.append(list(args[4])) or real(*args)):
            return equivalence.sequence_equal(folder, "gsq_parts", "", versions, without), read

    def test_parts_that_get_the_same(self):
        parts = ["gsq_other", "gsq_right", "gsq_vreg"]
        # x[1] & x[0] stays what it was.
        self.assertEqual(self.told(parts, ("a_i & b_i", "b_i")), (True, [parts]))
        # Nobody looks into a part that is left out: this is no proof of that part.
        self.assertEqual(self.told(parts, ("^x_i", "|x_i")), (True, [parts]))

    def test_parts_that_get_something_else_are_compared(self):
        parts = ["gsq_other", "gsq_right"]
        change = (".x_i(x & 2'b01)", ".x_i(x)")     # of a bit that it does not read
        self.assertEqual(self.told(parts, change), (True, [parts, ["gsq_right"]]))
        change = ("x[i] & a_i", "x[i] | a_i")       # a port of one bit in one of several instances
        self.assertEqual(self.told(["gsq_bit"], change), (True, [["gsq_bit"], []]))
        change = ("{a_i & b_i, a_i}", "{a_i, a_i}")
        self.assertEqual(self.told(parts, change)[0], False)
        self.assertEqual(self.told(parts[:1], change)[0], False)

    def test_parts_that_make_the_difference_are_compared(self):
        parts = ["gsq_left", "gsq_right"]
        change = ("{x[1] & x[0], x[0]}", "{x[1], x[0]}")    # x is never 2
        self.assertEqual(self.told(parts, change), (True, [parts, ["gsq_left"], ["gsq_right"]]))
        change = ("{x[1] & x[0], x[0]}", "{x[0], x[0]}")
        self.assertEqual(self.told(parts, change)[0], False)

    def test_memories_are_not(self):
        parts = ["gsq_vreg"]
        self.assertEqual(self.told(parts, ("{x[1] & x[0], 1'b0}", "{x[1] | x[0], 1'b0}")), (None, [parts]))


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
            ["verilator", "--cc", "--exe", "--build", "-Wno-lint", "-Wno-fatal", "-CFLAGS", "-O0",
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

    def test_proofs(self):
        # WebAssembly reads only below the project.
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(
            dir=tasks.ROOT / "build")))
        (folder / "rtl").mkdir()
        (folder / FILE).write_text(SOURCE, encoding="utf-8")
        place = folder.relative_to(tasks.ROOT)
        told = {}
        with mock.patch.object(mutate_drawn, "sources_of", lambda top: [folder / FILE]), \
                mock.patch.dict(rtl_doc.MODULES, {"gsq_small": folder / FILE}), \
                contextlib.redirect_stdout(io.StringIO()):
            for mutant in self.sites:
                if (mutant["original"], mutant["mutated"]) in (
                        ("en_i && sum < 3'd7", "(en_i)"), ("sum < 3'd7", "(sum) >= (3'd7)"),
                        ("q_q <= '0;", "")):
                    moved = {**mutant, "file": f"{place}/{FILE}"}
                    told[mutant["mutated"]] = mutate_drawn.prove(
                        folder, moved, [("gsq_small", [([{}], ["one"])])], {"one": ["gsq_small", [0]]})
        self.assertEqual(told, {"(en_i)": ["gsq_small", 1, 1], "(sum) >= (3'd7)": None, "": None})

    def test_all_modules_are_tried_in_all_ways(self):
        with mock.patch.object(mutate_drawn, "same") as same:
            same.return_value = None
            mutate_drawn.prove(self.root, {"file": FILE, "module": "gsq_byte_count"},
                              [(top, [([{}], ["tiny"])]) for top in
                               ("gsq_byte_count", "gsq_checks", "gsq_core")],
                              {"tiny": ["gsq_top", [0]]})
        self.assertEqual([call.args[2:] for call in same.call_args_list],
                         [("gsq_byte_count", {}, "cut"), ("gsq_byte_count", {}, "whole"),
                          ("gsq_checks", {}, "alone"), ("gsq_core", {}, "alone"),   # it has a memory
                          ("gsq_checks", {}, "cut"), ("gsq_checks", {}, "whole")])

    def test_what_does_not_lead_to_a_mutant(self):
        self.assertEqual(mutate_drawn.others("gsq_compute", "gsq_prefix_count"), ["gsq_compact"])
        self.assertEqual(mutate_drawn.others("gsq_compute", "gsq_compute"),
                         ["gsq_compact", "gsq_prefix_count"])

    def test_proofs_count_the_parameters(self):
        # The module alone in a small and in a large bench, and in two units, which have three of its
        # parents: all of these lead to it.
        mutant = {"file": FILE, "module": "gsq_carry_save"}
        builds = {"small": ["gsq_carry_save", [0]], "large": ["gsq_carry_save", [2]],
                  "one": ["gsq_checks", [0]], "two": ["gsq_checks", [1]]}
        tops = [("gsq_carry_save", [([{"Size": 1}], ["one", "small"]), ([{"Size": 2}], ["two"]),
                                    ([{"Size": 3}], ["large"])]),
                ("gsq_agu_range", [([{"Size": 4}], ["one"]), ([{"Size": 5}, {"Size": 6}], ["two"])]),
                ("gsq_block_range", [([{"Size": 7}], ["one"]), ([{"Size": 8}], ["two"])]),
                ("gsq_stream_state", [([{"Size": 9}], ["one", "two"])])]
        module, others = "gsq_carry_save", "gsq_agu_range and gsq_block_range and gsq_stream_state"
        for same, found in (((1, 2, 3), [module, 3, 3]), ((1,), [module, 1, 3]), ((2, 3), None),
                            ((4, 5, 6, 7, 8, 9), [others, 1, 3]),   # nothing tells of the benches
                            ((4, 5, 7, 8, 9), None), ((4, 5, 6, 7, 8), None),
                            ((4, 5, 6, 8, 9), None), ((1, 2, 4, 5, 6, 7, 8, 9), [module, 2, 3]),
                            ((1, 4, 5, 6, 7, 8, 9), [f"{module} and {others}", 2, 3])):
            with self.subTest(same), mock.patch.object(
                    drawn, "same", lambda folder, mutant, top, parameters, way:
                    parameters["Size"] in same):
                self.assertEqual(mutate_drawn.prove(self.root, mutant, tops, builds), found)

    def test_where_a_mutant_is_compared(self):
        sets = {name: [["tiny", {"Size": "8"}]] for name in
                ("gsq_top", "gsq_core", "gsq_issue", "gsq_checks", "gsq_agu_range")}
        sets["gsq_byte_count"] = [["tiny", {"Size": "8"}], ["bench", {"Size": "4"}], ["other", {}]]
        mutant = {"module": "gsq_byte_count", "where": ["tiny", "bench"]}
        tops, builds = mutate_drawn.tops_of(mutant, sets)
        self.assertEqual(tops, [
            ["gsq_byte_count", [([{"Size": "4"}], ["bench"]), ([{"Size": "8"}], ["tiny"])]],
            *([top, [([{"Size": "8"}], ["tiny"])]] for top in ("gsq_checks", "gsq_issue", "gsq_core"))])
        self.assertEqual(builds, {"tiny": ["gsq_top", [0]], "bench": ["gsq_byte_count", [1]]})
        self.assertEqual(mutate_drawn.tops_of({"module": "gsq_pkg", "where": ["tiny"]}, sets), ([], {}))


class Lint(unittest.TestCase):
    """What lint finds of mutants of the RTL: here it looks at their module alone, of a size that is
    quick to elaborate."""
    SMALL = {"gsq_hazard": {},
             "gsq_xbar": {"Slots": 8, "Banks": 4, "RowWidth": 1, "LocalWords": 8, "OneHot": 0},
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
        dropped = "if (m_leaves && (m_we_q || m_local_q)) r_data_q <= m_data_q;"
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

    def wrong(self, alive=(1,), proven=(), **changed):
        return mutants.judged({1: self.MUTANT}, set(alive), set(proven), [{**self.ENTRY, **changed}])

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

    def test_the_judgement_of_a_mutant_that_is_proven_must_say_the_same(self):
        self.assertEqual(self.wrong((), (1,)), ({}, []))
        _, wrong = self.wrong((), (1,), verdict="harmless")
        self.assertIn("is proven equivalent: remove its judgement", " ".join(wrong))

    def test_a_text_that_is_twice_on_the_line(self):
        found, wrong = mutants.judged({1: {**self.MUTANT, "original": "e"}}, set(),
                                      set(), [{**self.ENTRY, "original": "e"}])
        self.assertEqual((found, wrong), ({}, []))

    def test_what_other_mutants_have_is_not_asked(self):
        found, wrong = self.wrong(original="c")
        self.assertEqual((found, wrong), ({}, []))

    def test_the_page_has_score_survivors_and_proofs(self):
        drawn = {number: {**self.MUTANT, "module": "gsq_vreg", "begin": number, "operator": "swap",
                            "original": f"a{number}"} for number in (1, 2, 3, 4, 5)}
        text = mutants.page(drawn, {1: ("system.tiny.gather", "fails"), 4: ("unit.a", "hangs")},
                                {2: ["gsq_top", 3, 3], 5: ["gsq_ub", 1, 2]}, {},
                                {"sites": 9, "refused": 0}, "make mutate AUTO=5", "modules")
        self.assertIn("1 fail a test, 1 hang, 0 crash. 1 are proven equivalent, 2 survive. "
                      "**Score: 50.00 %**", text)
        self.assertIn("1 of the survivors are proven with some", text)
        self.assertIn("without these it is 66.67 %", text)
        self.assertIn("| `a5` | `b` | proven in gsq_ub with 1 of 2 sets of parameters |", text)
        self.assertIn("| gsq_vreg 1 | `a3` | `b` | **not judged** |", text)
        self.assertIn("| gsq_vreg 1 | `a2` | `b` | gsq_top |", text)
        self.assertNotIn("`a1`", text)

    def test_score(self):
        self.assertEqual(mutants.score(range(10), range(6), range(2)), 75)
