#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/pgo_train.py."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import pgo_train
import tasks

# In place of gsq: says that it ran, and leaves profiles unless the test wants something else.
PROGRAM = """#!/bin/sh
echo "$@" >>"{folder}/ran"
[ ! -e "{folder}/fails" ] || {{ echo "a mismatch"; exit 3; }}
[ ! -e "{folder}/hangs" ] || {{ touch "{folder}/begun"; exec sleep 100; }}
[ -e "{folder}/forgets" ] || {{ mkdir -p "{folder}/counts"; echo "$@" >"$LLVM_PROFILE_FILE"; }}
"""
# In place of the program that adds up what was counted: -o OUTPUT INPUTS.
MERGE = """#!/bin/sh
[ "$1 $2" = "merge -o" ] || exit 1
[ ! -e "{folder}/damaged" ] || {{ echo "not a profile" >&2; exit 1; }}
output=$3; shift 3; cat "$@" >"$output"
"""


class Training(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.code = self.folder / "code"
        self.code.mkdir()
        for i in range(2):
            (self.code / f"fast_{i}.cpp").write_text(f"// {i}\n", encoding="utf-8")
        self.gsq = self.folder / "gsq"
        self.gsq.write_text(PROGRAM.format(folder=self.folder), encoding="utf-8")
        self.gsq.chmod(0o755)
        merge = self.folder / "llvm-profdata"
        merge.write_text(MERGE.format(folder=self.folder), encoding="utf-8")
        merge.chmod(0o755)
        self.words = [sys.executable, tasks.ROOT / "scripts" / "pgo_train.py", self.gsq, self.code,
                      self.folder, merge]
        self.environment = {name: value for name, value in os.environ.items()
                            if name != tasks.DEPTH}

    def train(self):
        return subprocess.run(self.words, env=self.environment, text=True, capture_output=True,
                              check=False, timeout=60)

    def runs(self):
        """How many runs there were since the last call."""
        path = self.folder / "ran"
        count = len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0
        path.unlink(missing_ok=True)
        return count

    def trained(self):
        return {path.name: path.read_text(encoding="utf-8")
                for path in (self.folder / "trained").glob("*")}

    def profile(self):
        """The runs of which the profile is the sum."""
        return self.trained()["profile.profdata"].splitlines()

    def test_only_when_the_code_changed(self):
        self.assertEqual(self.train().returncode, 0)
        self.assertEqual(self.runs(), len(pgo_train.TRAINING))
        before = self.trained()
        self.assertEqual(sorted(before), ["fast_0.cpp", "fast_1.cpp", "profile.profdata"])
        self.assertEqual(len(self.profile()), len(pgo_train.TRAINING))
        self.assertIn(f'#include "{self.code}/fast_0.cpp"\n', before["fast_0.cpp"])
        self.assertEqual(self.train().returncode, 0)
        self.assertEqual(self.runs(), 0, "the profile is there")
        (self.code / "fast_1.cpp").write_text("// 2\n", encoding="utf-8")
        self.assertEqual(self.train().returncode, 0)
        self.assertEqual(self.runs(), len(pgo_train.TRAINING))
        for name, text in self.trained().items():
            if name.endswith(".cpp"):
                self.assertNotEqual(text, before[name], "it is not compiled for the new profile")

    def test_a_run_that_fails(self):
        self.train()
        (self.folder / "fails").touch()
        (self.code / "fast_1.cpp").write_text("// 2\n", encoding="utf-8")
        done = self.train()
        self.assertEqual(done.returncode, 1)
        self.assertIn("a mismatch", done.stdout)
        self.assertRegex(done.stderr, r"^training: \S+/gsq random .* ended with exit status 3, "
                                      r"expected 0; .*\n$")
        self.assertEqual(self.trained(), {}, "a build would go on with another profile")

    def test_a_profile_that_is_missing(self):
        (self.folder / "forgets").touch()
        done = self.train()
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^training: .* left no \S+/counts/0.profraw: was it built ")
        (self.folder / "forgets").unlink()
        (self.folder / "damaged").touch()
        done = self.train()
        self.assertEqual(done.returncode, 1)
        self.assertIn("refused the counts of the training: not a profile", done.stderr)
        (self.folder / "damaged").unlink()
        self.assertEqual(self.train().returncode, 0)

    def test_an_interrupt(self):
        (self.folder / "hangs").touch()
        with subprocess.Popen(self.words, env=self.environment, text=True,
                              stderr=subprocess.PIPE) as child:
            while not (self.folder / "begun").exists():
                self.assertIsNone(child.poll())
            child.terminate()
            _, said = child.communicate(timeout=60)
        self.assertEqual(said, f"{tasks.SENTENCE}\n")
        self.assertEqual(self.trained(), {})
        (self.folder / "hangs").unlink()
        self.runs()
        self.assertEqual(self.train().returncode, 0)
        self.assertEqual(self.runs(), len(pgo_train.TRAINING), "it trains anew")


if __name__ == "__main__":
    unittest.main()
