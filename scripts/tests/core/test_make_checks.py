# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/make_checks.py: make refuses what cannot be before it installs or builds."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from scripts import make_checks
from scripts.core import tasks


class Checks(unittest.TestCase):

    def setUp(self):
        """A tree in which nothing can be installed or built without leaving a trace."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        for part in ("scripts", "configs"):
            shutil.copytree(tasks.ROOT / part, self.tree / part,
                            ignore=shutil.ignore_patterns("__pycache__"))
        for part in ("rtl", "tb", "docs"):
            (self.tree / part).symlink_to(tasks.ROOT / part)
        shutil.copy(tasks.ROOT / "Makefile", self.tree)
        for script in ("setup.sh", "build.sh"):
            path = self.tree / "scripts" / script
            path.write_text(f'#!/bin/sh\necho "$@" >>"{self.tree}/ran"\nexit 3\n', encoding="utf-8")

    def make(self, *arguments, **more):
        environment = {name: value for name, value in os.environ.items()
                       if name not in (tasks.DEPTH, "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "GSQ_SETUP")}
        return subprocess.run(["make", *arguments], cwd=self.tree, env={**environment, **more},
                              capture_output=True, text=True, check=False, timeout=60)

    def refused(self, *arguments, **more):
        """The one sentence with which make refuses."""
        done = self.make(*arguments, **more)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertFalse((self.tree / "ran").exists(), "it installs or builds first")
        said = [line for line in done.stderr.splitlines() if not line.startswith("make: ***")]
        self.assertEqual(len(said), 1, done.stderr)
        return said[0]

    def test_values_that_cannot_be(self):
        for arguments, said in [
                (["study", "SWEEP=nofile"], "scripts/explore/sweeps/default.toml"),
                (["study", "SWEEP=Makefile"], "expected a TOML file"),
                (["waves"], "no waveform yet"),
                (["waves", "PROGRAM=nofile"], "tb/programs/"),
                (["mutate", "FAULT=nonsense"], "tb/plan/faults.toml"),
                (["mutate", "AUTO=0"], "at least 1"),
                (["mutate", "AUTO=all"], "a whole number"),
                (["mutate", "AUTO=9", "FAULT=x"], "expected one of them"),
                (["area", "TOP=nonsense"], "gsq_core"),
                (["timing", "CLOCK=fast"], "CLOCK in ns"),
                (["sim", "CONFIG=huge"], "tiny"),
                (["sim", "PROGRAM=nofile"], "tb/programs/squeeze_kernel.gsq"),
                (["build", "CONFIG=tiny", "SET=Bank=3"], "BankHash"),
                (["perf", "PATTERNS=nofile"], "tb/patterns/"),
                (["power", "TOP=gsq_core", "PATTERNS=nofile.json"], "tb/patterns/limits.json"),
                (["power", "PATTERNS=UNIFORM:8:1"], "expected TOP=gsq_core, found TOP=gsq_xbar"),
                (["power", "TOP=gsq_compact", "PROGRAM=Makefile"], "found TOP=gsq_compact"),
                (["power", "TOP=gsq_core", "PROGRAM=nofile"], "tb/programs/squeeze_kernel.gsq"),
                (["power", "TOP=gsq_core", "PROGRAM=Makefile", "PATTERNS=1"], "expected one of them"),
                (["power", "TOP=gsq_core", "SET=Banks=7"], "power of two"),
                (["area", "TOP=gsq_xbar", "CONFIG=tiny", "SET=Slot=8"], "it has VlenBytes, UbBytes"),
                (["area", "TOP=gsq_xbar", "CONFIG=tiny", "SET=Banks=7"], "power of two"),
                (["layout", "TOP=gsq_xbar", "CONFIG=huge"], "there is no CONFIG=huge"),
                (["prove", "CONFIG=huge"], "there is no CONFIG=huge"),
                (["prove", "SET=Banks=16"], "expected CONFIG=…, too"),
                (["netlist-check", "CONFIG=huge"], "there is no CONFIG=huge"),
                (["netlist-check", "SET=Banks=16"], "expected CONFIG=…, too"),
                (["netlist-check", "TOP=gsq_core"], "too large as a whole"),
                (["netlist-check", "TOP=nonsense"], "is no module of rtl/"),
                (["netlist-check", "TOP=gsq_xbar", "CONFIG=tiny", "SET=Slot=8"], "it has VlenBytes, UbBytes"),
                (["random", "SEED=x"], "whole number"),
                (["test", "JOBS=0"], "at least 1"),
                (["regress", "SEEDS=0"], "at least 1"),
                (["regress", "CONFIG=huge"], "tiny"),
                (["regress", "RUNNER=lsf"], "expected local"),
                (["rvv", "TESTS=nofile"], "docs/develop/rvv_tests.md"),
                (["lint", "RUNNER=slurm"], "not for lint"),
                (["study", "RUNNER=slurm", "CLUSTER=nofile"], "scripts/core/slurm.toml")]:
            with self.subTest(arguments):
                self.assertIn(said, self.refused(*arguments))

    def test_a_waveform_needs_a_screen_or_a_picture(self):
        said = self.refused("waves", "PROGRAM=Makefile", DISPLAY="", WAYLAND_DISPLAY="")
        self.assertIn("--png FILE.png writes a picture", said)
        self.make("waves", "PROGRAM=Makefile", "ARGS=--png x.png", DISPLAY="", WAYLAND_DISPLAY="")
        self.assertTrue((self.tree / "ran").exists())

    def test_a_variable_of_an_earlier_version(self):
        for arguments, said in ((["waves", "CYCLES=3:9"], "ARGS='--cycles 3:9'"), (["prove", "PROOF=xbar"], "ARGS='xbar'"),
                                (["area", "FLAT=1"], "ARGS='--flat'"), (["power", "PATTERN=x"], "PATTERNS=…"),
                                (["mutate", "OF=models"], "make mutate-models AUTO=N")):
            with self.subTest(arguments):
                self.assertIn(said, self.refused(*arguments))

    def test_points_of_a_sweep(self):
        sweep = self.tree / "sweep.toml"
        for text, said in [('base = "huge"', "there are ascend"),
                           ('base = "tiny"\nconfigs = ["x"]', "no CONFIG=x"),
                           ('base = "tiny"\n[[points]]\nBank = [1]', 'no parameter "Bank"'),
                           ('base = "tiny"\n[[points]]\nBanks = 1', "Banks = [VALUE, ...]"),
                           ('base = "tiny"\nclock = "4"', 'expected clock = NS'),
                           ('base = "tiny"\nclock = 0', 'expected clock = NS'),
                           ('base = "tiny"\ncolour = "Bank"', 'no parameter "Bank"'),
                           ('points = []', 'expected base')]:
            with self.subTest(text):
                sweep.write_text(text, encoding="utf-8")
                self.assertIn(said, self.refused("study", f"SWEEP={sweep}"))

    def test_a_misspelt_variable(self):
        for name, meant in [("CONFG", "CONFIG"), ("config", "CONFIG"), ("SWEP", "SWEEP"),
                            ("PATTERS", "PATTERNS"), ("SED", "SEED"), ("ARG", "ARGS")]:
            with self.subTest(name):
                self.assertIn(f"no variable {name}; did you mean {meant}?",
                              self.refused("sim", f"{name}=tiny"))

    def test_a_variable_for_others(self):
        for name in ("CXX", "CXXFLAGS", "DESTDIR", "VERBOSE"):
            with self.subTest(name):
                done = self.make("sim", f"{name}=x")
                self.assertIn(f"no target reads the variable {name} ", done.stderr)
                self.assertTrue((self.tree / "ran").exists(), "it is only a warning")

    def test_what_can_be_is_not_refused(self):
        for arguments in (["sim", "CONFIG=tiny", "SET=Banks=16", "SEED=3", "STALL=30"], ["study"],
                          ["prove", "ARGS=xbar"], ["area", "TOP=gsq_compact", "CLOCK=2.5"],
                          ["mutate"], ["mutate", "AUTO=9"], ["mutate-models", "AUTO=9"],
                          ["perf", "WIDTH=b16"], ["power", "ARGS=--gates 0"],
                          ["power", "TOP=gsq_core", "CONFIG=tiny", "PATTERNS=UNIFORM:8:1"]):
            with self.subTest(arguments):
                done = self.make(*arguments)
                self.assertTrue((self.tree / "ran").exists(), done.stderr)
                (self.tree / "ran").unlink()

    def test_every_variable_is_known_and_documented(self):
        makefile = (tasks.ROOT / "Makefile").read_text(encoding="utf-8")
        page = (tasks.ROOT / "docs" / "reference" / "make.md").read_text(encoding="utf-8")
        own = {"CURDIR", "MAKEFILE_LIST", "MAKECMDGOALS", "VARIABLES"}
        known = make_checks.known_variables()
        read = set(re.findall(r"(?<!\$)\$\((?:or \$\()?([A-Z]+)\)?[,)]", makefile)) - own
        for name in sorted(read):
            with self.subTest(name):
                self.assertIn(name, known)
        for name in known:
            with self.subTest(name):
                self.assertRegex(page, rf"`[^`]*\b{name}=")
