#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests that gsq says how far a run is, and how long it will take.

Usage: progress.py GSQ
"""
import contextlib
import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import unittest

GSQ = os.path.abspath(sys.argv.pop(1))
COMMANDS = 80000
MANY = 500000  # of the quickest commands: a bar comes after 0.2 s
SHOWN = r"\[([# ]{24})\] gsq %s: (\d+) of (\d+) commands, about \S+ (?:s|min|h) left"


class Progress(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def on_terminal(self, *arguments):
        """What a run writes to a terminal for its errors."""
        main, terminal = pty.openpty()
        with subprocess.Popen([GSQ, *arguments], stdout=subprocess.PIPE, stderr=terminal,
                              cwd=self.folder) as run:
            os.close(terminal)
            said = b""
            with contextlib.suppress(OSError):
                while more := os.read(main, 4096):
                    said += more
            run.communicate()
        os.close(main)
        self.assertEqual(run.returncode, 0)
        return said.decode()

    def check_bar(self, what, said):
        """Counts rise up to the total, and the bar is gone at the end. Returns the total."""
        shown = re.findall(SHOWN % what, said)
        self.assertTrue(shown, said[:500])
        counts = [int(done) for _, done, _ in shown]
        self.assertEqual(counts, sorted(counts))
        totals = {int(total) for *_, total in shown}
        self.assertEqual(len(totals), 1)
        self.assertLessEqual(counts[-1], max(totals))
        for bar, done, total in shown:
            self.assertEqual(bar.count("#"), 24 * int(done) // int(total))
        self.assertTrue(said.endswith("\r\033[K"))
        return totals.pop()

    def test_random(self):
        said = self.on_terminal("random", "--commands", f"{COMMANDS}", "--failures", "none")
        self.assertEqual(self.check_bar("random", said), COMMANDS)

    def test_run(self):
        lines = ["clear_spr ar", *["load_align v0, [0x0], norm"] * MANY, ".expect ar 0", ".ub 0 b8 1"]
        (self.folder / "p.gsq").write_text("\n".join(lines) + "\n", encoding="utf-8")
        said = self.on_terminal("run", "p.gsq")
        self.assertEqual(self.check_bar("run", said), MANY + 1)

    def test_perf(self):
        patterns = [{"kernel": kernel, "pattern": "UNIFORM:16:1", "count": 10 ** 6, "delta": 1}
                    for kernel in ("Gather", "Scatter")]
        (self.folder / "p.json").write_text(json.dumps(patterns), encoding="utf-8")
        said = self.on_terminal("perf", "p.json", "--commands-max", f"{COMMANDS}", "--width", "b32")
        self.assertEqual(self.check_bar("perf", said), 2 * (COMMANDS + 2))

    def test_outside_a_terminal_a_line_soon(self):
        with subprocess.Popen([GSQ, "random", "--commands", f"{10 ** 8}", "--failures", "none"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
            first = run.stderr.readline()
            run.terminate()
        self.assertRegex(first, r"^gsq random: \d+ of 100000000 commands, about \S+ (min|h) left$")

    def test_a_short_run_says_nothing(self):
        done = subprocess.run([GSQ, "random", "--commands", "100", "--failures", "none"],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
