#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of waves.py: the height of pictures, and bad input."""
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


class BadInput(unittest.TestCase):

    def test_height(self):
        with tempfile.NamedTemporaryFile(suffix=".fst") as file:
            for height in ("0", "99", "-5", "10000", "tall"):
                done = subprocess.run([sys.executable, WAVES, file.name, f"--height={height}"],
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 1)
                self.assertEqual(done.stderr, "waves: --height: expected pixels from 100 to 9999, "
                                              f"found {height}\n")


if __name__ == "__main__":
    unittest.main()
