# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/setup.sh: what it installs, and how it recovers when that fails. With stand-ins for
Debian's tools, which note how they are called: nothing is installed."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from scripts.core import tasks

# The package manager of a machine: `state` has the packages that are installed, `stopped` is there
# while an installation that was stopped is not finished, `old` while the lists of packages are old.
STANDINS = {
    "dpkg-query": 'for package in $(cat state); do printf "installed:$package "; done',
    "dpkg": 'rm -f stopped',
    "apt-get": 'case $1 in update) rm -f old ;; install)\n'
               '  [ ! -e stopped ] || { echo "E: dpkg was interrupted" >&2; exit 100; }\n'
               '  [ ! -e old ] || { echo "E: 404 Not Found" >&2; exit 100; }\n'
               '  [ ! -e refused ] || { echo "E: Unable to locate package" >&2; exit 100; } ;; esac',
    "sudo": 'exec "$@"'}


class Setup(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        for part in ("scripts", "tools"):
            (self.tree / part).mkdir()
        (self.tree / "scripts" / "core").mkdir()
        for script in ("setup.sh", "core/home.sh"):
            shutil.copy(tasks.ROOT / "scripts" / script, self.tree / "scripts" / script)
        for name, does in STANDINS.items():
            path = self.tree / "tools" / name
            path.write_text(f'#!/bin/sh\ncd "{self.tree}"\n[ {name} = sudo ] || '
                            f'echo {name} "$@" >>called\n{does}\n', encoding="utf-8")
            path.chmod(0o755)
        (self.tree / "state").touch()

    def run_setup(self, *words):
        done = subprocess.run(
            ["bash", self.tree / "scripts" / "setup.sh", *words], text=True, capture_output=True,
            env={**os.environ, "PATH": f"{self.tree}/tools:{os.environ['PATH']}"}, check=False)
        called = self.tree / "called"
        lines = called.read_text(encoding="utf-8").splitlines() if called.exists() else []
        return done, [line for line in lines if not line.startswith("dpkg-query")]

    def installs(self, called):
        return [line for line in called if line.startswith("apt-get install")]

    def test_only_what_is_missing(self):
        (self.tree / "state").write_text("xvfb", encoding="utf-8")
        done, called = self.run_setup("waves")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(called, ["apt-get install -y -q --no-install-recommends gtkwave"])

    def test_nothing_if_all_is_there(self):
        (self.tree / "state").write_text("gtkwave xvfb:amd64", encoding="utf-8")
        done, called = self.run_setup("waves")
        self.assertEqual((done.returncode, called, done.stdout), (0, [], ""), done.stderr)

    def test_old_lists_of_packages_are_fetched_anew(self):
        (self.tree / "old").touch()
        done, called = self.run_setup("waves")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("apt-get update -q", called)
        self.assertEqual(len(self.installs(called)), 2)

    def test_an_installation_that_was_stopped_is_finished(self):
        (self.tree / "stopped").touch()
        done, called = self.run_setup("waves")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("dpkg --configure -a", called)
        self.assertEqual(len(self.installs(called)), 2)

    def test_what_cannot_be_installed(self):
        (self.tree / "refused").touch()
        done, _ = self.run_setup("waves")
        self.assertEqual(done.returncode, 2)
        self.assertIn("E: Unable to locate package", done.stderr)
        self.assertIn("apt-get failed, see build/setup.log", done.stderr)

    def test_a_group_that_is_not_there(self):
        done, called = self.run_setup("nonsense")
        self.assertEqual((done.returncode, called), (2, []))
        self.assertIn("there is no group 'nonsense'", done.stderr)
        self.assertIn("waves", done.stderr)
