# SPDX-License-Identifier: Apache-2.0
"""Tests of the sign-off: that requirements name everything, and that the page says what was found."""
import contextlib
import copy
import io
import itertools
import json
import os
import pathlib
import re
import tempfile
import tomllib
import unittest
import unittest.mock

from scripts.core import tasks
from scripts.run import fuzz, fuzzed, signoff, soak


class Requirements(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.names = signoff.there()

    def setUp(self):
        self.requirements = copy.deepcopy(signoff.read())

    def wrong(self):
        return list(signoff.check(self.requirements, self.names))

    def test_they_name_everything(self):
        self.assertEqual(self.wrong(), [])

    def test_what_no_requirement_names(self):
        for kind in signoff.KINDS:
            with self.subTest(kind):
                names = {**self.names, kind: [*self.names[kind], "new.thing"]}
                (said,) = signoff.check(self.requirements, names)
                self.assertIn(f"names 'new.thing' of the {kind}", said)

    def test_what_requirements_name_and_is_not_there(self):
        for kind in signoff.KINDS:
            with self.subTest(kind):
                self.requirements = copy.deepcopy(signoff.read())
                getattr(self.requirements[0], kind).append("gone.*")
                (said,) = self.wrong()
                self.assertIn(f"none of the {kind} there are is 'gone.*'", said)

    def test_a_page_or_section_without_requirement(self):
        for rule in ("reference/commands/vec.md", "reference/timing.md: 7. Reset"):
            with self.subTest(rule):
                self.requirements = copy.deepcopy(signoff.read())
                for requirement in self.requirements:
                    requirement.rules = [one for one in requirement.rules if one != rule]
                (said,) = self.wrong()
                self.assertIn(f"follows from docs/{rule}", said)

    def test_a_rule_that_is_not_there(self):
        self.requirements[0].rules += ["nowhere.md", "reference/timing.md: 99. Nothing"]
        page, heading = self.wrong()
        self.assertIn("there is no page docs/nowhere.md", page)
        self.assertIn("docs/reference/timing.md has no heading '99. Nothing'", heading)

    def test_an_entry_with_another_field(self):
        with tasks.temporary() as folder:
            path = pathlib.Path(folder, "requirements.toml")
            path.write_text('[[requirements]]\nwhat = "a"\nrules = []\ntests = []\nbin = []\n',
                            encoding="utf-8")
            with self.assertRaisesRegex(signoff.Wrong, "expected what, rules, tests"):
                signoff.read(path)


class Results(unittest.TestCase):

    def test_parts(self):
        found = {"a": True, "b": False, "c": (3, 4)}
        for names, text in ((["a", "b"], "1 of 2"), (["a", "c"], "4 of 5"), (["c"], "3 of 4"),
                            (["a", "d"], "1 of 1, 1 without result"), (["d"], "–"), ([], "")):
            with self.subTest(names):
                self.assertEqual(signoff.part(names, found), text)

    def test_tests(self):
        with tasks.temporary() as folder:
            path = pathlib.Path(folder, "test.xml")
            path.write_text('<testsuite><testcase name="one" status="run"/><testcase name="two" '
                            'status="fail"><failure/></testcase></testsuite>', encoding="utf-8")
            self.assertEqual(signoff.tests_found(path), {"one": True, "two": False})
            self.assertEqual(signoff.tests_found(path.with_name("none")), {})

    def test_faults_by_module(self):
        faults = tomllib.loads(signoff.FAULTS.read_text(encoding="utf-8"))["fault"]
        module = faults[0]["module"]
        names = [fault["name"] for fault in faults if fault["module"] == module][:3]
        verdicts = ("caught", "unexpected survivor", "expected survivor")
        with tasks.temporary() as folder:
            path = pathlib.Path(folder, "results.json")
            path.write_text(json.dumps([{"name": name, "verdict": verdict}
                                        for name, verdict in zip(names, verdicts)]))
            self.assertEqual(signoff.faults_found(path), {module: (2, 3)})

    def test_a_result_of_other_sources_does_not_count(self):
        record = {"passed": True, "key": signoff.sources_key("lint"), "commit": "1234567"}
        later = {**record, "key": "other"}

        def state(kept, changed=""):
            with unittest.mock.patch.object(signoff, "record_of", lambda step: kept), \
                    unittest.mock.patch.object(signoff, "git", return_value=changed):
                return signoff.state_of("lint")

        self.assertEqual(state(record), "passed")
        self.assertEqual(state(later), "passed at 1234567, before later changes")
        self.assertEqual(state(later, "rtl/a.sv\nrtl/b.sv\ntb/c.cpp"),
                         "passed at 1234567, before later changes (files of rtl: 2, of tb: 1)")
        self.assertIn("failed", state({**record, "passed": False}))
        self.assertEqual(state(None), "not run")

    def test_what_steps_depend_on(self):
        """Each entry is there; all scripts that these steps run are among theirs, others are not."""
        for step in signoff.STEPS:
            for path in map(str, signoff.sources_of(step)):
                self.assertTrue((signoff.ROOT / path).exists(), f"{step}: {path}")
        for step, used in (("prove", ("formal/prove", "core/runner", "flow/synthesis/sources")),
                           ("mutants", ("mutate/mutate_drawn", "mutate/mutants_rtl", "mutate/mutants",
                                        "mutate/rtl_sites", "core/runner", "spec/rtl_files",
                                        "run/verilate", "lint/lint_rtl", "spec/config"))):
            depends = {str(pathlib.Path(signoff.ROOT, path).relative_to(signoff.ROOT))
                       for path in signoff.sources_of(step)}
            self.assertLessEqual({f"scripts/{name}.py" for name in used}, depends)
            self.assertFalse({"scripts", "tb", "scripts/explore/study.py", "scripts/run/signoff.py"} & depends)


class Steps(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=tasks.ROOT / "build")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, value in (("OUT", self.folder), ("KEPT", self.folder / "new"),
                            ("PAGE", self.folder / "page.md")):
            patch = unittest.mock.patch.object(signoff, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def main(self, arguments, makes=lambda step: 0):
        """Status and output of the script, when make ends so."""
        real = signoff.subprocess.run

        def run(command, **more):
            if command[0] != "make":
                return real(command, **more)
            words = " ".join(command[1:])
            more["stdout"].write(f"some line\n{words} said this, 7 seconds\n")
            more["stdout"].flush()
            return unittest.mock.Mock(returncode=makes(words))

        said = io.StringIO()
        with unittest.mock.patch.object(signoff.subprocess, "run", run), \
                unittest.mock.patch.object(signoff.sys, "argv", ["signoff.py", *arguments]), \
                contextlib.redirect_stdout(said):
            return signoff.main(), said.getvalue()

    def test_steps_are_recorded_and_shown(self):
        status, said = self.main(["test", "prove"])
        self.assertEqual(status, 0)     # the others were not asked for
        self.assertIn("2 of 11 steps passed for these sources, not lint, coverage", said)
        page = (self.folder / "page.md").read_text(encoding="utf-8")
        self.assertRegex(page, r"\| test \|.*\| passed \| test said this, 7 seconds \|")
        self.assertRegex(page, r"\| lint \|.*\| not run \|  \|  \|  \|")
        self.assertEqual(page.count("[squeeze](../reference/commands/squeeze.md)"), 1)

    def test_the_page_has_what_the_last_runs_found(self):
        first = signoff.there()["tests"][0]
        finds = {**signoff.FINDS, "test": ("tests", None, lambda: {first: True})}
        with unittest.mock.patch.object(signoff, "FINDS", finds):
            self.main(["test"])
        self.main(["page"])         # of the records alone
        page = (self.folder / "page.md").read_text(encoding="utf-8")
        self.assertRegex(page, r"\| 1 of 1, \d+ without result \| ")

    def test_the_score_of_mutants_of_each_seed(self):
        results = self.folder / "results.json"
        counts = {"mutants": 1000, "noticed": 970, "judged": 21, "score": 98.98,
                  "survivors": [["gsq_a 7", "`a`", "`b`", "equivalent: nobody looks"]]}
        finds = {step: (step, results, lambda: signoff.drawn_found(results)) for step in signoff.WORDS}

        def makes(words):   # the second run finds something else in the same file
            more = 500 * words.endswith("SEED=1")
            results.write_text(json.dumps({**counts, "mutants": 500 + more, "noticed": 470 + more,
                                           "command": words}))
            return 0

        with unittest.mock.patch.object(signoff, "FINDS", finds):
            self.main(["mutants"], makes)
            page = (self.folder / "page.md").read_text(encoding="utf-8")
            self.assertIn("| mutate AUTO=500 SEED=2 | – |", page)
            self.main(["mutants_again"], makes)
        page = (self.folder / "page.md").read_text(encoding="utf-8")
        for words, row in (("AUTO=1000 SEED=1", "1000 | 970 | 21 | 9 | 98.98 %"),
                           ("AUTO=500 SEED=2", "500 | 470 | 21 | 9 | 98.98 %")):
            self.assertRegex(page, rf"\| mutate {words} \| [0-9a-f]+\+? \| {re.escape(row)} \|")
            self.assertIn(f"mutate {words} said this", page)
        self.assertIn("| gsq_a 7 | `a` | `b` | equivalent: nobody looks | SEED=1, SEED=2 |", page)

    def test_what_an_older_run_found_is_not_recorded(self):
        old = self.folder / "test.xml"
        old.write_text("")
        os.utime(old, (0, 0))
        with unittest.mock.patch.object(signoff, "FINDS",
                                        {"test": ("tests", old, lambda: self.fail("read"))}):
            self.main(["test"])
        self.assertNotIn("found", signoff.record_of("test"))

    def test_a_step_whose_sources_were_edited_meanwhile_fails(self):
        keys = itertools.chain(["a"], itertools.repeat("b"))
        with unittest.mock.patch.object(signoff, "sources_key", lambda step: next(keys)):
            status, said = self.main(["lint"])
        self.assertEqual(status, 1)
        self.assertIn("edited meanwhile", said)

    def test_all_steps(self):
        status, said = self.main([])
        self.assertEqual((status, said.count(": passed, ")), (0, len(signoff.STEPS)))

    def test_a_step_that_fails(self):
        status, said = self.main([], lambda step: step == "mutate")
        self.assertEqual(status, 1)
        self.assertIn("mutate: FAILED", said)
        self.assertIn("10 of 11 steps passed for these sources, not mutate", said)
        self.assertEqual(self.main(["test"])[0], 0)
        self.assertEqual(self.main(["mutate"], lambda step: True)[0], 1)

    def test_an_unknown_step(self):
        for words, sentence in ((["tset"], "there is no tset; there are test, lint"),
                                (["test", "page"], "page and check stand alone")):
            with self.assertRaises(SystemExit) as end, contextlib.redirect_stderr(io.StringIO()) as said:
                self.main(words)
            self.assertEqual(end.exception.code, 2)
            self.assertIn(sentence, said.getvalue())


class Soak(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=tasks.ROOT / "build")
        self.addCleanup(folder.cleanup)
        patch = unittest.mock.patch.object(soak, "KEPT", pathlib.Path(folder.name, "new", "soak.json"))
        patch.start()
        self.addCleanup(patch.stop)

    @staticmethod
    def run_of(seed, **more):
        return {"config": "tiny", "mix": "all", "stall": 30, "commands": 10, "seed": seed,
                "cycles": 100, "result": "pass", **more}

    def test_no_run_counts_twice_and_no_failure_counts(self):
        self.assertEqual(list(soak.table())[-1], "No run was recorded yet.")
        self.assertEqual(soak.add([self.run_of(1), self.run_of(3)], soak.rtl()), 200)
        self.assertEqual(soak.add([self.run_of(seed) for seed in (1, 2, 3)], soak.rtl()), 100)
        self.assertEqual(soak.add([self.run_of(4, result="FAIL (exit 1)")], soak.rtl()), 0)
        self.assertEqual(soak.add([self.run_of(2, stall=0)], soak.rtl()), 100)
        self.assertNotIn("No run was recorded yet.", soak.table())
        self.assertEqual([entry["seeds"] for entry in soak.load()], [[[2, 2]], [[1, 3]]])

    def test_cycles_of_other_rtl_are_named_apart(self):
        soak.add([self.run_of(1)], "before")
        soak.add([self.run_of(1), self.run_of(2)], soak.rtl())
        self.assertEqual(list(soak.table())[-1], "| tiny | 3 | 200 | 100 |")


class Fuzzed(unittest.TestCase):

    def test_no_seed_counts_twice_and_earlier_sources_are_named_apart(self):
        with tasks.temporary() as folder, \
                unittest.mock.patch.object(fuzzed, "KEPT", folder / "new" / "fuzzed.json"):
            self.assertEqual(list(fuzzed.table(["axi"]))[-1], "| axi | 0 | 0 | 0 | 0 |")
            self.assertTrue(fuzzed.add("axi", "before", 1, 120, 1000))
            today = fuzzed.sources("axi")
            self.assertTrue(fuzzed.add("axi", today, 1, 600, 7000))
            self.assertFalse(fuzzed.add("axi", today, 1, 600, 7000))
            self.assertTrue(fuzzed.add("axi", today, 3, 60, 500))
            self.assertTrue(fuzzed.add("study", fuzzed.sources("study"), 1, 60, 9))
            self.assertEqual(list(fuzzed.table(["axi", "study"]))[-2:],
                             ["| axi | 3 | 11 | 7,500 | 2 |", "| study | 1 | 1 | 9 | 0 |"])

    def test_every_fuzzer_has_sources(self):
        self.assertEqual(len({fuzzed.sources(name) for name in fuzz.names()}), len(fuzz.names()))
