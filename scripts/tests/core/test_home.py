# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/core/home.sh: a copied checkout is built from its own sources and leaves the original
alone. The Makefile and the scripts are those of this tree; what they build is one small file, made
by CMake from a file of rtl/."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from scripts.core import tasks

# The "RTL" is what gsq runs, so that a fault in it shows as one in RTL would.
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(copied NONE)
enable_testing()
include(${CMAKE_SOURCE_DIR}/scripts/core/home.cmake)
set(GSQ ${CMAKE_SOURCE_DIR}/build/full/gsq)
add_custom_command(OUTPUT ${GSQ} DEPENDS ${CMAKE_SOURCE_DIR}/rtl/unit
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/rtl/unit ${GSQ})
add_custom_target(gsq-full DEPENDS ${GSQ})
add_test(NAME unit COMMAND ${GSQ})
"""
RIGHT = "#!/bin/sh\necho RTL and golden model agreed\n"
BROKEN = "#!/bin/sh\necho mismatch\nexit 1\n"


class Copies(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gsq-home-")
        self.addCleanup(folder.cleanup)
        self.first, self.second = (pathlib.Path(folder.name) / name for name in ("first", "second"))
        for part in ("scripts", "rtl"):
            shutil.copytree(tasks.ROOT / part, self.first / part,
                            ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(tasks.ROOT / "Makefile", self.first)
        for part in ("configs", "tb"):
            (self.first / part).symlink_to(tasks.ROOT / part)
        (self.first / "CMakeLists.txt").write_text(PROJECT, encoding="utf-8")
        self.put(self.first, RIGHT)
        self.run_in(self.first, 0, "make", "sim")

    def put(self, tree, text):
        (tree / "rtl/unit").write_text(text, encoding="utf-8")
        (tree / "rtl/unit").chmod(0o755)

    def run_in(self, tree, status, *command):
        environment = {name: value for name, value in os.environ.items()
                       if name not in (tasks.DEPTH, "MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
        done = subprocess.run(command, cwd=tree, text=True, env=environment, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode == 0, status == 0, f"{command}:\n{done.stdout}")
        return done.stdout

    def sums(self, tree):
        return {path: hashlib.sha256(path.read_bytes()).hexdigest()
                for path in tree.rglob("*") if path.is_file() and "__pycache__" not in path.parts}

    def copy(self):
        subprocess.run(["cp", "-a", self.first, self.second], check=True)

    def test_a_copy_with_broken_rtl_fails_and_leaves_the_original(self):
        before = self.sums(self.first)
        self.copy()
        self.put(self.second, BROKEN)
        said = self.run_in(self.second.parent, 1, "make", "-C", str(self.second), "sim")
        self.assertIn("mismatch", said)
        self.assertIn(f"build/ was made in {self.first}; it is now build/aside", said)
        self.assertEqual(self.sums(self.first), before)
        said = self.run_in(self.second, 1, "make", "sim")
        self.assertNotIn("build/aside", said)               # said once
        self.put(self.second, RIGHT)
        self.run_in(self.second, 0, "make", "sim")
        self.assertEqual(self.sums(self.first), before)

    def test_a_copy_of_a_tree_that_was_built_by_an_older_version(self):
        (self.first / "build/home").unlink()
        self.copy()
        self.put(self.second, BROKEN)
        self.assertIn("mismatch", self.run_in(self.second, 1, "make", "sim"))

    def test_a_copy_of_a_copy(self):
        self.copy()
        self.run_in(self.second, 0, "make", "sim")
        third = self.second.with_name("third")
        subprocess.run(["cp", "-a", self.second, third], check=True)
        self.put(third, BROKEN)
        self.assertIn("mismatch", self.run_in(third, 1, "make", "sim"))
        self.assertTrue((third / "build/aside/full/gsq").exists())
        self.assertFalse((third / "build/aside/aside").exists())

    def test_ctest_in_a_copy_refuses_the_programs_of_the_original(self):
        self.run_in(self.first, 0, "ctest", "--test-dir", "build/cmake")
        self.copy()
        said = " ".join(self.run_in(self.second, 1, "ctest", "--test-dir", "build/cmake").split())
        self.assertIn(f"these tests are those of {self.first}/build/cmake", said)
