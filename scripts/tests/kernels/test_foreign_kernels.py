# SPDX-License-Identifier: Apache-2.0
"""Tests of foreign_kernels.py: lists, and a program of our own, right and wrong.

The golden model's libraries must be built (target foreign-golden).
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

from scripts.kernels import foreign_kernels

SCRIPT = (foreign_kernels.ROOT / "scripts", "foreign-kernels")
SAMPLES = foreign_kernels.ROOT / "examples" / "foreign" / "sample"


class Runs(unittest.TestCase):
    """The script from outside, on the golden model."""

    def run_script(self, text, *arguments):
        """Runs the script with a list of that text."""
        with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            return subprocess.run([sys.executable, *SCRIPT, file.name, *arguments],
                                  capture_output=True, text=True, check=False)

    def test_a_program(self):
        done = self.run_script('[[program]]\nname = "sample_right"\n'
                               'source = "reverse/reverse.asc"\n', SAMPLES)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        row = done.stdout.splitlines()[-1].split()
        self.assertEqual((row[0], row[1], row[-1]), ("sample_right", "2", "pass"))
        # Two blocks: begin, mask, and for each of four vectors a gather and a store.
        self.assertEqual(int(row[2]), 2 * (2 + 4 * 2))
        self.assertIn("1 programs passed, 0 failed", done.stderr)

    def test_a_kernel_that_is_called(self):
        done = self.run_script('[[program]]\nname = "sample_called"\n'
                               'source = "called/called.cpp"\ngenerate = []\n', SAMPLES)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        row = done.stdout.splitlines()[-1].split()
        self.assertEqual((row[0], row[1], row[-1]), ("sample_called", "0", "pass"))
        # As the examples of TSCATTER, but for the command that a launch begins with.
        self.assertEqual(int(row[2]), 51)
        # Two loads, a number in all places, behind which the rows are looked at, and a store.
        self.assertEqual(int(row[3]), 5)

    def test_a_page(self):
        with tempfile.NamedTemporaryFile("w+", suffix=".md", encoding="utf-8") as page:
            page.write(f"before\n{foreign_kernels.BEGIN}\nold\n{foreign_kernels.END}\nafter\n")
            page.flush()
            self.run_script('[[program]]\nname = "sample_page"\nsource = "reverse/reverse.asc"\n',
                            SAMPLES, "--update", page.name)
            lines = pathlib.Path(page.name).read_text(encoding="utf-8").splitlines()
        self.assertEqual((lines[0], lines[-1]), ("before", "after"))
        self.assertIn("1 of 1 programs pass on `golden`, configuration `full`.", lines)
        self.assertTrue(lines[-3].startswith("| sample_page | 2 | "), lines)

    def test_a_wrong_result(self):
        done = self.run_script('[[program]]\nname = "sample_wrong"\ndefines = ["BREAK"]\n'
                               'source = "reverse/reverse.asc"\n', SAMPLES)
        self.assertEqual(done.returncode, 1)
        self.assertIn("FAIL: its own comparison says that the result on golden is wrong", done.stdout)

    def test_what_is_not_there(self):
        done = self.run_script('[[program]]\nname = "sample_none"\nsource = "no/such.asc"\n',
                               SAMPLES)
        self.assertEqual(done.returncode, 1)
        self.assertIn("FAIL: expected a file no/such.asc", done.stdout)
        done = self.run_script('[[program]]\nname = "sample_broken"\nsource = "reverse/reverse.asc"\n'
                               'flags = ["-DkCount=x y z"]\n', SAMPLES)
        self.assertIn("FAIL: the compiler ended with status", done.stdout)

    def test_a_source_that_cannot_be_rewritten(self):
        with tempfile.TemporaryDirectory() as trees:
            folder = pathlib.Path(trees) / "sample"
            folder.mkdir()
            (folder / "a.asc").write_text("\n__ubuf__ float q[2][3];\n", encoding="utf-8")
            done = self.run_script('[[program]]\nname = "sample_form"\nsource = "sample/a.asc"\n',
                                   trees)
        self.assertEqual(done.returncode, 1)
        self.assertIn("FAIL: a.asc:2: expected __ubuf__ TYPE NAME[COUNT];", done.stdout)

    def test_wrong_usage(self):
        for text, words, wanted in (
                ('[[program]]\nname = "a"\n', (), "expected a program with name and source"),
                ('[[program]]\nname = "a"\nsource = "b"\nsauce = "c"\n', (), "sauce"),
                ('[[program]]\nname = "a"\nsource = "b"\n' * 2, (), "found a twice"),
                ('[[program]]\nname = "a"\nsource = "b"\n', ("c",), "has one of the words c"),
                ("[[", (), "foreign-kernels: ")):
            done = self.run_script(text, SAMPLES, *words)
            self.assertEqual(done.returncode, 2, text)
            self.assertIn(wanted, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        done = self.run_script('[[program]]\nname = "a"\nsource = "b"\n', SAMPLES / "nowhere")
        self.assertIn("expected a folder", done.stderr)
