# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/lint/packages.py: what a group forgets is reported."""
import pathlib
import shutil
import tempfile
import unittest

from scripts.lint import packages

# Package: its group, and what is said when no group has it
PLANTED = {
    "libgtest-dev": ("base", "includes <gtest/gtest.h> of the package libgtest-dev"),
    "zlib1g-dev": ("base", "libz.so of the package zlib1g-dev"),
    "ninja-build": ("base", "starts ninja of the package ninja-build"),
    "python3-selenium": ("browser", "imports selenium, ")}


@unittest.skipUnless(shutil.which("dpkg-query"), "no Debian system")
class Planted(unittest.TestCase):

    def test_packages_that_no_group_names_are_reported(self):
        text = packages.SETUP.read_text(encoding="utf-8")
        for package, (group, _) in PLANTED.items():
            self.assertIn(package, packages.groups(packages.SETUP)[group])
            text = text.replace(f" {package}", "")
        with tempfile.TemporaryDirectory() as folder:
            setup = pathlib.Path(folder, "setup.sh")
            setup.write_text(text, encoding="utf-8")
            found = list(packages.findings(setup))
        for package, (_, sentence) in PLANTED.items():
            self.assertTrue([line for line in found if sentence in line], f"{package}: {found}")
        self.assertEqual(len(found), len(PLANTED), found)

    def test_dependencies(self):
        known = {"a": ([], [["b", "c"], ["virtual"]], False), "c": ([], [["d"]], False),
                 "d": ([], [], False), "p": (["virtual"], [], False), "other": ([], [], False)}
        self.assertEqual(packages.closure(["a"], known), {"a", "c", "d", "p"})     # b is not there

    def test_where_commands_begin(self):
        shell = ("x=1 first --a | second\n  if third; then fourth; fi\n# ninth\n"
                 "fifth && $(sixth) word\n")
        self.assertTrue({"first", "second", "third", "fourth", "fifth", "sixth"} <=
                        packages.programs_of("a.sh", shell))
        self.assertFalse({"ninth", "word"} & packages.programs_of("a.sh", shell))
        python = ("subprocess.run(['first', x])\nshutil.which('second')\nCOMMAND = ['third']\n"
                  "f(['word'])\n")
        self.assertEqual(packages.programs_of("a.py", python), {"first", "second", "third"})
