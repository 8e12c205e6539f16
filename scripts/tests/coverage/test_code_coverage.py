# SPDX-License-Identifier: Apache-2.0
"""Tests of code_coverage.py and coverage.py: what is counted, what is missed, which exclusions are
refused, counters that were not zeroed. Nothing is built but a C++ file of a few lines."""
import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import unittest
from unittest import mock

from scripts.coverage import code_coverage as coverage, coverage as command
from scripts.core import runner
from scripts.core import tasks
from scripts.run import verilate

FILE = "rtl/issue/gsq_example.sv"
SOURCE = {FILE: ["module gsq_example;", "  if (!rst_ni) begin", "  end else if (Places > 1) begin"]}
RULE = {"file": "gsq_example", "kind": "branch", "what": "if: *Places > 1*", "reason": "no window"}


def point(kind="branch", line=3, what="if", column=1):
    return coverage.Point(kind, FILE, line, column, what)


def dat(hits, page="v_branch/gsq_example__pi1", file=FILE, what="if"):
    """A line as Verilator writes it."""
    keys = {"f": file, "l": 3, "n": 1, "page": page, "o": what, "S": "3-4", "h": "gsq_top.u_a"}
    return "C '" + "".join(f"\1{key}\2{value}" for key, value in keys.items()) + f"' {hits}\n"


class Counts(unittest.TestCase):
    def test_adds_up_modules_of_all_parameters(self):
        points = coverage.parse("# SystemC::Coverage-3\n" + dat(2) + dat(
            3, "v_branch/gsq_example__pi2") + dat(1, file="tb/system/gsq_expected.sv") + dat(
            1, "v_user/gsq_example"))
        self.assertEqual(points, {point(): 5})
        self.assertEqual(coverage.add_up([points, {point(): 1, point(line=9): 0}]),
                         {point(): 6, point(line=9): 0})

    def test_bits_of_a_signal_are_one_line(self):
        missed = [point("toggle", 1, f"cmd_i.tag[{i}]") for i in (0, 1, 2, 5)] + [
            point("toggle", 1, "valid_i"), point()]
        self.assertEqual(coverage.fold(missed), [
            f"{FILE}:1: toggle cmd_i.tag[0..2, 5]", f"{FILE}:1: toggle valid_i",
            f"{FILE}:3: branch if"])

    def test_calls_of_verilator_become_a_table(self):
        call = ('    vlSelf->__vlCoverInsert(&(vlSymsp->__Vcoverage[{}]), first, "a.sv", 1, 2, '
                '".top", "v_line/a", "block", "{}");\n')
        text = "before\n" + call.format(7, "1-2") + call.format(8, "") + "after\n"
        made = verilate.tabulate(text)
        self.assertIn('{7, "a.sv", 1, 2, ".top", "v_line/a", "block", "1-2"},\n', made)
        self.assertIn('{8, "a.sv"', made)
        self.assertEqual(made.count("__vlCoverInsert"), 1)
        self.assertTrue(made.startswith("before\n") and made.endswith("after\n"))


class Exclusions(unittest.TestCase):
    def judge(self, points, *rules, configs=("tiny",)):
        return coverage.judge(points, rules, SOURCE, configs)

    def test_a_line_that_is_never_hit_is_missed(self):
        excluded, missed, wrong = self.judge({point(): 0, point(what="else"): 1})
        self.assertEqual((excluded, missed, wrong), ({}, [point()], []))

    def test_excluded_points_are_not_missed(self):
        excluded, missed, wrong = self.judge({point(): 0, point(what="else"): 1}, RULE)
        self.assertEqual((excluded, missed, wrong), ({point(): "no window"}, [], []))

    def test_an_exclusion_that_covers_nothing_is_an_error(self):
        for rule in (RULE | {"what": "if: *Places > 2*"}, RULE | {"kind": "line"},
                     RULE | {"file": "gsq_other"}):
            _, missed, wrong = self.judge({point(): 0}, rule)
            self.assertEqual(missed, [point()])
            self.assertIn("covers nothing: remove it", wrong[0])

    def test_an_exclusion_that_is_hit_is_an_error(self):
        _, _, wrong = self.judge({point(): 1}, RULE)
        self.assertIn(f"{FILE}:3: if is covered, but excluded by", wrong[0])
        self.assertIn("no window", wrong[0])

    def test_an_exclusion_may_end_with_a_configuration(self):
        rule = RULE | {"unless": ["full"]}
        self.assertEqual(self.judge({point(): 0}, rule)[1], [])
        _, missed, wrong = self.judge({point(): 0}, rule, configs=("tiny", "full"))
        self.assertEqual((missed, wrong), ([point()], []))

    def test_patterns_have_ranges_of_bits(self):
        bits = {point("toggle", 1, f"a[{i}]"): int(i < 12) for i in range(16)}
        rule = RULE | {"kind": "toggle", "what": "a[12..15]"}
        excluded, missed, wrong = self.judge(bits, rule)
        self.assertEqual((len(excluded), missed, wrong), (4, [], []))
        self.assertEqual(len(self.judge(bits, rule | {"what": ["a[12..13]", "b*"]})[1]), 2)
        wrong = self.judge(bits, rule | {"what": "a[10..15]"})[2]
        self.assertIn("(2 of 6 points)", wrong[0])

    def test_rules_are_checked(self):
        path = self.enterContext(tasks.temporary()) / "rules.toml"
        for text in ('[[rtl]]\nfile = "a"\nkind = "line"\nwhat = "*"\n', "[[other]]\n",
                     '[[cpp]]\nfile = "a"\nreason = "x"\n',
                     '[[rtl]]\nfile = "a"\nkind = "line"\nwhat = "*"\nreason = ""\n'):
            path.write_text(text, encoding="utf-8")
            with self.assertRaises(coverage.Wrong):
                coverage.read_rules(path)
        self.assertEqual(set(coverage.read_rules()), {"rtl", "cpp"})


class Zeroed(unittest.TestCase):
    def test_counts_of_the_reset_are_refused(self):
        reset = point(line=2)
        program = ["/x/build/tiny/gsq", "run", "a.gsq"]
        coverage.expect_zeroed({reset: 0, point(): 5}, program, SOURCE)
        for planted in (reset, point("line", 2, "elsif")):
            with self.assertRaisesRegex(runner.Failed, "not zeroed after the reset"):
                coverage.expect_zeroed({planted: 3, point(): 5}, program, SOURCE)
        # A run that resets again counts that.
        coverage.expect_zeroed({reset: 3}, ["/x/reset_test_tiny"], SOURCE)


class Report(unittest.TestCase):
    def setUp(self):
        self.out = self.enterContext(tasks.temporary())
        self.enterContext(mock.patch.object(coverage, "OUT", self.out))

    def part(self, hits, *rules):
        return coverage.rtl_part({"tiny": {point(): hits, point(what="else"): 1}}, SOURCE, {"tiny": 1}, rules)

    def test_a_miss_fails_and_is_listed(self):
        text, section, data, passed = self.part(0)
        self.assertFalse(passed)
        self.assertIn(f"missed: {FILE}:3: branch if", text)
        self.assertIn("branch if", section)
        self.assertEqual(data["modules"]["gsq_example"]["branch"], [1, 2, 0, 1])
        self.assertIn("class='m'", (self.out / "rtl" / "gsq_example.html").read_text())

    def test_toggles_have_a_goal_of_98_percent(self):
        for misses, good in ((2, True), (3, False)):
            bits = {point("toggle", 1, f"a[{i}]"): int(i >= misses) for i in range(100)}
            text, _, _, passed = coverage.rtl_part({"tiny": bits}, SOURCE, {"tiny": 1}, [])
            self.assertEqual(passed, good)
            self.assertIn(f"missed: {FILE}:1: toggle a[0..{misses - 1}]", text)

    def test_all_covered_or_excluded_passes(self):
        self.assertTrue(self.part(1)[3])
        _, _, data, passed = self.part(0, RULE)
        self.assertTrue(passed)
        self.assertEqual(data["all"]["branch"], [1, 2, 1, 0])

    def test_a_wrong_exclusion_fails(self):
        text, _, _, passed = self.part(1, RULE)
        self.assertFalse(passed)
        self.assertIn("error:", text)

    def test_the_goal_of_a_file(self):
        files = {name: {"line": [9, 9], "branch": [covered, 10]}
                 for name, covered in (("a.cpp", 9), ("b.cpp", 8))}
        text, _, data, passed = coverage.cpp_part(files, [])
        self.assertFalse(passed)
        self.assertIn("missed: b.cpp: 80.0 % of its branches, the goal is 90 %", text)
        self.assertNotIn("missed: a.cpp", text)
        self.assertEqual(data["all"]["branch"], [17, 20])
        rule = {"file": "b.cpp", "branches": 80, "reason": "errors of the system"}
        self.assertTrue(coverage.cpp_part(files, [rule])[3])
        self.assertFalse(coverage.cpp_part(files, [rule | {"branches": 85}])[3])
        for name, sentence in (("a.cpp", "remove the rule"), ("c.cpp", "covers nothing")):
            text, _, _, passed = coverage.cpp_part({"a.cpp": files["a.cpp"]}, [rule | {"file": name}])
            self.assertFalse(passed)
            self.assertIn(sentence, text)

    def test_the_page_has_all_parts(self):
        _, _, data, _ = self.part(1)
        (self.out / "rtl.json").write_text(json.dumps(data))
        files = {"a.cpp": {"line": [9, 9], "branch": [0, 0]}}
        (self.out / "cpp.json").write_text(json.dumps(coverage.cpp_part(files, [])[2]))
        with mock.patch.object(coverage, "PAGE", self.out / "page.md"):
            coverage.write_page()
        text = (self.out / "page.md").read_text()
        self.assertIn("| `gsq_example` | 0 of 0 | 2 of 2 | 0 of 0 | 0 | 0 |", text)
        self.assertIn("| `a.cpp` | 9 of 9, 100.0 % | 0 of 0, – |", text)


class Cpp(unittest.TestCase):
    """Branches of the C++ code: conditions of the source, however often a template has them."""

    HEADER = """template <int N>
int above(int x) {
  return x > N ? 1 : 0;
}
"""
    SOURCE = """#include "a.hpp"
int main(int argc, char**) {
  if (argc > 2) return 3;
  return above<1>(argc) + above<2>(argc);
}
"""

    SHOWN = """/tree/a.hpp:
    2|      3|int above(int x) { return x > N && kOn ? 1 : 0; }
  ------------------
  |  Branch (2:27): [True: 0, False: 2]
  |  Branch (2:36): [Folded - Ignored]
  |  Branch (2:27): [True: 1.2k, False: 1]
  ------------------

/tree/b.hpp:
    1|      0|void nothing() {}
"""

    def test_instances_of_a_template_are_one(self):
        self.assertEqual(coverage.branches_of(self.SHOWN),
                         {"/tree/a.hpp": [2, 2], "/tree/b.hpp": [0, 0]})

    @unittest.skipUnless(shutil.which("llvm-cov-16") and shutil.which("clang++-16"),
                         "scripts/setup.sh coverage")
    def test_processes_add_up(self):
        folder = self.enterContext(tasks.temporary())
        (folder / "cpp_model" / "src").mkdir(parents=True)
        source, program = folder / "cpp_model" / "src" / "a.cpp", folder / "a"
        source.write_text(self.SOURCE, encoding="utf-8")
        source.with_suffix(".hpp").write_text(self.HEADER, encoding="utf-8")
        subprocess.run([coverage.FLAGS["cpp"]["CXX"], *coverage.FLAGS["cpp"]["CXXFLAGS"].split(),
                        "-o", program, source], cwd=folder, check=True)
        self.enterContext(mock.patch.multiple(coverage, TREES={"cpp": folder}, OUT=folder))
        found = []
        for words in ([], ["more"], ["more", "words"]):
            subprocess.run([program, *words], check=False, env={
                **os.environ, "LLVM_PROFILE_FILE": f"{folder}/{len(words)}.profraw"})
            found.append(coverage.summarize(sorted(folder.glob("*.profraw")), [str(program)]))
        # x > N is false for 1; true for 2 as one of the instances; argc > 2 is true for 3.
        self.assertEqual(found, [{"cpp_model/src/a.cpp": {"line": [4, 4], "branch": [ways, 2]},
                                  "cpp_model/src/a.hpp": {"line": [3, 3], "branch": [both, 2]}}
                                 for ways, both in ((1, 1), (1, 2), (2, 2))])
        self.assertTrue((folder / "cpp" / "index.html").exists())

    def test_what_llvm_says_is_passed_on(self):
        folder = self.enterContext(tasks.temporary())
        with mock.patch.object(coverage.subprocess, "run", return_value=mock.Mock(
                returncode=1, stderr="no profile")), \
             self.assertRaisesRegex(coverage.Wrong, "llvm-profdata failed: no profile"):
            coverage.merge_counts([], folder / "merged")


class Choice(unittest.TestCase):
    def test_there_are_tests_of_every_default_configuration(self):
        with mock.patch.dict(coverage.TREES, rtl=tasks.ROOT):
            labels = [labels for _, labels in coverage.tests_of("rtl").values()]
        for config in coverage.default_configs():
            self.assertTrue(any(config in each and "judges-rtl" in each for each in labels), config)

    def test_parts_and_configurations(self):
        def chosen(*words):
            with mock.patch.object(sys, "argv", ["coverage", *words]):
                return command.chosen()

        self.assertEqual(chosen(), (["functional", "rtl", "cpp"], []))
        self.assertEqual(chosen("cpp", "rtl", "full"), (["rtl", "cpp"], ["full"]))
        self.assertEqual(chosen("rtl", "tiny"), (["rtl"], []))
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()) as said:
            chosen("lines")
        self.assertIn("there is no lines; there are functional, rtl", said.getvalue())
