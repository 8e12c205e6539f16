#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of --coverage of gsq random, run and perf: what a short run hits, how its file goes on, and
what the page of the documentation says.

Usage: coverage.py GSQ
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

GSQ = os.path.abspath(sys.argv.pop(1))
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CONFIG = pathlib.Path(GSQ).parent.name
sys.path.insert(0, str(ROOT))
from scripts.coverage import functional_coverage  # noqa: E402

COMMANDS = 100000   # of a round
ROUNDS = 8
# What is easily forgotten: a few rounds must find it.
EXPECTED = {
    "row_stride": ["gather, 2048, other rows", "scatter, 2048, other rows"],
    "ar": ["get_spr, UbBytes", "store_unalign, UbBytes"],
    "vec_wrong_bit": [f"{width}, {lanes}, {bit}" for width in ("b16", "b32")
                      for lanes in ("no lane", "lanes, too") for bit in (16, 64, 100, 127)],
    "reset_partial": [f"gather, {place}" for place in ("memory queue", "P", "A", "R", "X", "B", "W")],
    "host_shares": ["read of bytes that it reads", "write beside bytes of a word that it reads",
                    "write of other words of a block that it writes"],
    "host_order": ["a command writes, the host reads", "the host writes, a command reads"],
    "lane_fault": ["scatter, b8, ERR_BOUNDS, 15", "gather, b64, ERR_ALIGN, 3"],
}


class Coverage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "coverage.json"

    def run_gsq(self, *arguments, seed=1, commands=1000, status=0):
        done = subprocess.run([GSQ, "random", "--coverage", self.file, "--seed", str(seed),
                               "--commands", str(commands), *arguments], capture_output=True,
                              text=True, check=False, cwd=self.file.parent)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def config(self):
        return functional_coverage.read(self.file)["configurations"][CONFIG]

    def judged(self):
        return functional_coverage.judge(self.config(), functional_coverage.read_rules())

    def test_a_few_rounds_hit_what_is_easily_forgotten(self):
        for seed in range(ROUNDS):
            self.run_gsq(commands=COMMANDS, seed=seed)
            groups = {group["name"]: group["bins"] for group in self.config()["groups"]}
            missed = [f"{group}: {name}" for group, names in EXPECTED.items() for name in names
                      if not groups[group][name]]
            if not missed:
                break
        self.assertEqual(missed, [])
        judged, wrong = self.judged()
        self.assertEqual(wrong, [])
        bins, hit = functional_coverage.totals(judged)
        self.assertGreater(hit, 0.9 * bins)

    def test_the_same_seed_is_the_same_run_and_a_file_goes_on(self):
        said = self.run_gsq(seed=7)
        first = self.file.read_text(encoding="utf-8")
        cycles = self.config()["cycles"]
        self.file.unlink()
        self.assertEqual(self.run_gsq(seed=7), said)
        self.assertEqual(self.file.read_text(encoding="utf-8"), first)
        before = functional_coverage.totals(self.judged()[0])[1]
        self.run_gsq(seed=8)
        self.assertGreater(self.config()["cycles"], cycles)
        self.assertGreater(functional_coverage.totals(self.judged()[0])[1], before)

    def gsq(self, *arguments, status=0, **environment):
        done = subprocess.run([GSQ, *map(str, arguments)], capture_output=True, text=True, check=False,
                              cwd=self.file.parent, env={**os.environ, **environment})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_any_run_in_lockstep(self):
        """Counts of an option are those of the variable of the environment."""
        (self.file.parent / "p.gsq").write_text("create_mask m0, b32, ALL\nget_spr ar\n", encoding="utf-8")
        for words, commands in [(("run", "p.gsq"), 2), (("run", "p.gsq", "--stall", "30"), 2),
                                (("perf", "UNIFORM:8:1", "--commands-max", "3"), 5)]:
            with self.subTest(words):
                self.file.unlink(missing_ok=True)
                self.gsq(*words, GSQ_COVERAGE=str(self.file))
                expected = self.config()
                self.assertEqual(expected["commands"], commands)
                self.file.unlink()
                for runs in (1, 2):     # a file goes on
                    said = self.gsq(*words, "--coverage", self.file)
                    self.assertEqual(self.config()["runs"], runs)
                    self.assertEqual(self.config()["commands"], runs * commands)
                    if runs == 1:
                        self.assertEqual(self.config(), expected)
                bins = [hits for group in expected["groups"] for hits in group["bins"].values()]
                self.assertIn(f"coverage      {sum(map(bool, bins))} of {len(bins)} bins hit\n", said)
                self.assertIn("written       ", said)

    def test_what_counts_nothing_is_refused(self):
        (self.file.parent / "p.gsq").write_text("get_spr ar\n", encoding="utf-8")
        for backend in ["golden", "cycle", "rtl"]:
            for words in [("run", "p.gsq"), ("perf", "UNIFORM:8:1")]:
                said = self.gsq(*words, "--coverage", "c.json", "--backend", backend, status=2)
                self.assertIn(f"--coverage: expected --backend lockstep, whose model says what is covered, "
                              f"found {backend}\n", said)
        self.assertIn("absent/c.json", self.gsq("run", "p.gsq", "--coverage", "absent/c.json", status=2))
        self.file.write_text("{}", encoding="utf-8")
        self.assertIn("no coverage of", self.gsq("run", "p.gsq", "--coverage", self.file, status=2))

    def test_help_names_options_and_environment(self):
        for words in [("run",), ("perf",), ("random",)]:
            self.assertIn("--coverage", self.gsq(*words, "--help"))
        for words in [(), ("run",), ("random",)]:
            said = self.gsq(*words, "--help")
            # All that the sources of an ordinary build read.
            for path in [ROOT / "sim", ROOT / "tb" / "coverage", ROOT / "tb" / "system",
                         ROOT / "cpp_model" / "src"]:
                for source in path.rglob("*.cpp"):
                    for name in re.findall(r'getenv\("(\w+)"\)', source.read_text(encoding="utf-8")):
                        self.assertIn(name, said, source)

    def test_other_files_are_refused(self):
        self.file.write_text("{}", encoding="utf-8")
        self.assertIn("no coverage of", self.run_gsq(status=2))
        self.run_gsq_fresh()
        data = json.loads(self.file.read_text(encoding="utf-8"))
        data["configurations"][CONFIG]["groups"][0]["bins"].popitem()
        self.file.write_text(json.dumps(data), encoding="utf-8")
        self.assertIn("expected", self.run_gsq(status=2))

    def run_gsq_fresh(self):
        self.file.unlink()
        self.run_gsq(commands=1)

    def test_the_page_has_these_groups(self):
        self.run_gsq(commands=1)
        page = (ROOT / "docs" / "develop" / "coverage.md").read_text(encoding="utf-8")
        head, *rows = functional_coverage.table_of(page)
        column = head.index(CONFIG)
        self.assertEqual([(row[0].strip("`"), row[1], row[column]) for row in rows],
                         [(group[0], group[1], str(group[2])) for group in self.judged()[0]],
                         "run: python3 -m scripts functional-coverage page FILE…")


if __name__ == "__main__":
    unittest.main()
