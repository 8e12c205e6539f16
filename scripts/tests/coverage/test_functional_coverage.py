# SPDX-License-Identifier: Apache-2.0
"""Tests of functional_coverage.py: what is merged, what is missed, which exclusions are refused."""
import copy
import json
import subprocess
import sys
import unittest
from unittest import mock

from scripts.core import tasks
from scripts.coverage import functional_coverage as coverage

RULE = {"group": "cross", "bins": "b, *", "when": "Places == 1", "reason": "no window"}


def data_of(hits, places=1, unexpected=None):
    """A file of one configuration; `hits` by bin."""
    group = {"name": "cross", "meaning": "a cross", "axes": ["x", "y"], "bins": hits,
             "unexpected": unexpected or {}}
    return {"format": coverage.FORMAT, "configurations": {"tiny": {
        "parameters": {"Places": places}, "runs": 1, "cycles": 100, "commands": 10,
        "groups": [group]}}}


class Merge(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tasks.temporary())

    def write(self, name, data):
        path = self.folder / name
        path.write_text(json.dumps(data), encoding="utf-8")
        return path

    def test_adds_up(self):
        first = self.write("1.json", data_of({"a, 1": 1, "b, 1": 0}))
        second = self.write("2.json", data_of({"a, 1": 2, "b, 1": 3}, unexpected={"c, 1": 4}))
        tiny = coverage.merge([first, second])["configurations"]["tiny"]
        self.assertEqual(tiny["groups"][0]["bins"], {"a, 1": 3, "b, 1": 3})
        self.assertEqual(tiny["groups"][0]["unexpected"], {"c, 1": 4})
        self.assertEqual((tiny["runs"], tiny["cycles"], tiny["commands"]), (2, 200, 20))

    def test_keeps_configurations_apart(self):
        other = data_of({"a, 1": 1})
        other["configurations"]["small"] = other["configurations"].pop("tiny")
        merged = coverage.merge([self.write("1.json", data_of({"a, 1": 0})),
                                 self.write("2.json", other)])["configurations"]
        self.assertEqual([merged[name]["groups"][0]["bins"]["a, 1"] for name in ("tiny", "small")],
                         [0, 1])

    def test_refuses_other_versions_and_files(self):
        first = self.write("1.json", data_of({"a, 1": 1}))
        for other in (data_of({"a, 2": 1}), data_of({"a, 1": 1}, places=4), {"format": "x"}, []):
            with self.assertRaises(coverage.Wrong):
                coverage.merge([first, self.write("2.json", other)])
        with self.assertRaises(coverage.Wrong):
            coverage.merge([self.folder / "absent.json"])


class Exclusions(unittest.TestCase):
    def judge(self, hits, rules=(RULE,), **how):
        return coverage.judge(data_of(hits, **how)["configurations"]["tiny"], rules)

    def test_excluded_bins_are_no_goal(self):
        groups, wrong = self.judge({"a, 1": 1, "a, 2": 0, "b, 1": 0})
        self.assertEqual(groups[0][2:5], (2, 1, ["a, 2"]))
        self.assertEqual(groups[0][5], {"b, 1": "no window"})
        self.assertEqual(wrong, [])

    def test_other_configurations_need_them(self):
        groups, wrong = self.judge({"a, 1": 1, "b, 1": 0}, places=4)
        self.assertEqual(groups[0][4], ["b, 1"])
        self.assertEqual(wrong, [])

    def test_a_hit_of_an_excluded_bin_is_an_error(self):
        _, wrong = self.judge({"a, 1": 1, "b, 1": 1})
        self.assertEqual(len(wrong), 1)
        self.assertIn("'b, 1' was hit, but is excluded since no window", wrong[0])

    def test_a_rule_that_excludes_nothing_is_an_error(self):
        _, wrong = self.judge({"a, 1": 1})
        self.assertIn("excludes nothing", wrong[0])

    def test_a_hit_without_a_bin_is_an_error(self):
        _, wrong = self.judge({"a, 1": 1, "b, 1": 0}, unexpected={"c, 1": 1})
        self.assertIn("the contract has no such bin", wrong[0])

    def test_rules_are_checked(self):
        with self.assertRaises(coverage.Wrong):
            self.judge({"a, 1": 1}, [RULE | {"when": "Place == 1"}])
        path = self.enterContext(tasks.temporary()) / "rules.toml"
        path.write_text('[[exclude]]\ngroup = "cross"\nbins = "*"\nwhen = "True"\n', encoding="utf-8")
        with self.assertRaises(coverage.Wrong):
            coverage.read_rules(path)
        self.assertTrue(coverage.read_rules())


class Report(unittest.TestCase):
    def status(self, data, rules=RULE):
        folder = self.enterContext(tasks.temporary())
        (folder / "data.json").write_text(json.dumps(data), encoding="utf-8")
        text = "[[exclude]]\n" + "".join(f"{key} = {json.dumps(rules[key])}\n" for key in rules)
        (folder / "rules.toml").write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, tasks.ROOT / "scripts", "functional-coverage", "report",
             folder / "data.json", "--exclusions", folder / "rules.toml"],
            capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    def test_names_what_was_missed(self):
        data = data_of({"a, 1": 1, "a, 2": 0, "b, 1": 0})
        status, text = self.status(data)
        self.assertEqual(status, 1)
        self.assertIn("1 of 2 bins hit, 1 excluded", text)
        self.assertIn("missed: a, 2", text)
        complete = copy.deepcopy(data)
        complete["configurations"]["tiny"]["groups"][0]["bins"]["a, 2"] = 1
        self.assertEqual(self.status(complete)[0], 0)

    def test_a_wrong_exclusion_is_refused(self):
        status, text = self.status(data_of({"a, 1": 1, "b, 1": 0}), RULE | {"bins": "*"})
        self.assertEqual(status, 1)
        self.assertIn("error: cross: 'a, 1' was hit, but is excluded", text)


class Rounds(unittest.TestCase):
    def test_programs_for_a_configuration_come_first(self):
        ran = []

        def run(words, **_):
            ran.append(words[1:])
            (coverage.OUT / "functional" / "tiny.json").write_text(json.dumps(data_of(
                {"a, 1": 1, "b, 1": int(len(ran) > 2)})), encoding="utf-8")
            return subprocess.CompletedProcess(words, 0)

        folder = self.enterContext(tasks.temporary())
        for name, first in (("for.gsq", "# configs: small tiny"), ("other.gsq", "# configs: tiny+Places4+Parts2+LaneOps1"),
                            ("all.gsq", "# tiny")):
            (folder / name).write_text(f"{first}\nget_spr ar\n", encoding="utf-8")
        with mock.patch.object(coverage, "PROGRAMS", folder), mock.patch.object(coverage, "OUT", folder), \
                mock.patch.object(coverage.subprocess, "run", run):
            file = coverage.rounds("tiny", 5, [], lambda _: None)
        said = ["random", "--coverage", file, "--commands", "100000", "--seed"]
        self.assertEqual(ran, [["run", folder / "for.gsq", "--coverage", file], [*said, "5"],
                               [*said, "6"]])
