#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of waves.py: the height of pictures, and bad input."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import waves

WAVES = pathlib.Path(__file__).with_name("waves.py")


def group(name, *lines, closed=False):
    return [f"@{'c' if closed else '8'}00200", f"-{name}", *lines,
            f"@{'1401200' if closed else '1000200'}", f"-{name}"]


class Rows(unittest.TestCase):

    def test_signals_have_a_row(self):
        self.assertEqual(waves.rows(["@28", "gsq_top.clk_i", "@24", "[color] 3", "+{a} gsq_top.a"]),
                         2)

    def test_an_open_group_has_two_rows_more_than_its_signals(self):
        self.assertEqual(waves.rows(group("g", "@28", "a", "@28", "b")), 4)

    def test_a_closed_group_has_one_row_whatever_is_inside(self):
        inner = group("inner", "@28", "a")
        self.assertEqual(waves.rows(group("g", *inner, closed=True)), 1)
        self.assertEqual(waves.rows(group("g", "@28", "a", *group("h", "@28", "b", closed=True))), 4)
        self.assertEqual(waves.rows([*group("g", *group("h", closed=True), closed=True), "a"]), 2)


VCD = """\
$scope module gsq_top $end
$var wire 1 ! clk_i $end
$upscope $end
#{first}
0!
#245
1!
"""


class OneWaveform(unittest.TestCase):
    """Of the cycles 3 to 24, with a stub in place of GTKWave."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, text in (("fst2vcd", "cat $1"), ("gtkwave", "")):
            (self.folder / name).write_text(f"#!/bin/sh\n{text}\n")
            (self.folder / name).chmod(0o755)

    def show(self, file, *arguments, display=":7"):
        return subprocess.run(
            [sys.executable, WAVES, self.folder / file, *arguments], capture_output=True, text=True,
            check=False, env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}",
                              "DISPLAY": display, "WAYLAND_DISPLAY": ""})

    def test_its_cycles_are_told(self):
        (self.folder / "w.fst").write_text(VCD.format(first=30))
        self.assertIn("w.fst: cycles 3 to 24; layout in ", self.show("w.fst").stdout)
        for cycles in ("0:2", "25:30"):
            done = self.show("w.fst", "--cycles", cycles)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, f"w.fst has the cycles 3 to 24, none of {cycles}$")
        self.assertEqual(self.show("w.fst", "--cycles", "20:30").returncode, 0)

    def test_a_folder_of_a_hang_has_only_the_shrunk_one(self):
        (self.folder / "hang").mkdir()
        self.assertIn("hang/waves.fst: expected", self.show("hang").stderr)
        (self.folder / "hang" / "shrunk.fst").write_text(VCD.format(first=0))
        self.assertIn("hang/shrunk.fst: cycles 0 to 24; ", self.show("hang").stdout)

    def test_without_a_screen(self):
        (self.folder / "w.fst").write_text(VCD.format(first=0))
        done = self.show("w.fst", display="")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no screen", done.stderr)

    def test_one_without_its_end(self):
        (self.folder / "w.fst").write_text("")
        self.assertIn("a run that was killed", self.show("w.fst").stderr)


class BadInput(unittest.TestCase):

    def test_height(self):
        with tempfile.NamedTemporaryFile(suffix=".fst") as file:
            for height in ("0", "99", "-5", "10000", "tall"):
                done = subprocess.run([sys.executable, WAVES, file.name, f"--height={height}"],
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 1)
                self.assertEqual(done.stderr, "waves: expected a height from 100 to 9999 pixels, "
                                              f"found {height}\n")


if __name__ == "__main__":
    unittest.main()
