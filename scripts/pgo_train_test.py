#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/pgo_train.py, and of the flags of sim/verilate.cmake that name profiles."""
import os
import pathlib
import re
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
mkdir -p "{folder}/counts"
touch "{folder}/counts/#x#rtl_fast_0.gcda"
[ -e "{folder}/forgets" ] || touch "{folder}/counts/#x#rtl_fast_1.gcda"
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
        self.words = [sys.executable, tasks.ROOT / "scripts" / "pgo_train.py", self.gsq, self.code,
                      self.folder]
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

    def test_only_when_the_code_changed(self):
        self.assertEqual(self.train().returncode, 0)
        self.assertEqual(self.runs(), len(pgo_train.TRAINING))
        before = self.trained()
        self.assertEqual(sorted(before), ["fast_0.cpp", "fast_1.cpp"])
        self.assertIn(f'#include "{self.code}/fast_0.cpp"\n', before["fast_0.cpp"])
        self.assertEqual(self.train().returncode, 0)
        self.assertEqual(self.runs(), 0, "the profile is there")
        (self.code / "fast_1.cpp").write_text("// 2\n", encoding="utf-8")
        self.assertEqual(self.train().returncode, 0)
        self.assertEqual(self.runs(), len(pgo_train.TRAINING))
        for name, text in self.trained().items():
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
        self.assertIn("no profile of fast_1.cpp", done.stderr)
        (self.folder / "forgets").unlink()
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


class Names(unittest.TestCase):

    def test_the_second_compilation_finds_the_profile_of_the_first(self):
        text = (tasks.ROOT / "sim" / "verilate.cmake").read_text(encoding="utf-8")
        name = re.search(r'COMPILE_OPTIONS "(-dumpdir;.*)"', text)[1]
        name = name.replace("${I}", "0").split(";")
        compiler = os.environ.get("CXX", "c++")
        with tempfile.TemporaryDirectory() as folder:
            def run(*words):
                done = subprocess.run(words, cwd=folder, capture_output=True, text=True,
                                      check=False)
                self.assertEqual(done.returncode, 0, done.stderr)

            top = pathlib.Path(folder)
            (top / "code.cpp").write_text("int main() { return 0; }\n", encoding="utf-8")
            for part in ("count", "trained"):
                (top / part).mkdir()
                (top / part / "fast_0.cpp").write_text(f'#include "{top}/code.cpp"\n',
                                                       encoding="utf-8")
            run(compiler, "-O2", f"-fprofile-generate={top}/counts", *name, "-c",
                "count/fast_0.cpp", "-o", "count/fast_0.cpp.o")
            run(compiler, "-fprofile-generate", "count/fast_0.cpp.o", "-o", "gsq")
            run("./gsq")
            self.assertTrue(pgo_train.profile_of(pathlib.Path("fast_0.cpp"), top / "counts"))
            run(compiler, "-O2", f"-fprofile-use={top}/counts", "-Werror=missing-profile", *name,
                "-c", "trained/fast_0.cpp", "-o", "trained/fast_0.cpp.o")


if __name__ == "__main__":
    unittest.main()
