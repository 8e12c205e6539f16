#!/usr/bin/env python3
"""Tests of the files of a mismatch between RTL and golden model, with a planted fault.

Usage: failure.py GSQ
"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

GSQ = ""
PROGRAM = """\
.ub 0 b8 iota 128
load_align v0, [0], norm
load_align v1, [32], norm
create_mask m0, b32, ALL
create_mask m1, b32, VL4
store_align [0x80], v0, m1, b32, norm
store_align [0x40], v1, m0, b32, norm
load_align v2, [0x80], norm
vec.copy b32, dst=0x100, src0=0, mask=8
load_align v3, [0x40], norm
.expect 0x40 b8 32 33 34
clear_spr ar
"""
FAULT = ("--plant-fault", 70)  # a byte of the store at 0x40


class Failure(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "p.gsq").write_text(PROGRAM)

    def gsq(self, *arguments, status=1, **environment):
        done = subprocess.run([GSQ, *map(str, arguments)], cwd=self.folder, timeout=300,
                              capture_output=True, text=True, check=False,
                              env={**os.environ, **environment})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def left(self):
        folder, = (self.folder / "gsq-failures").iterdir()
        return folder

    def test_without_a_fault_nothing_is_left(self):
        self.gsq("run", "p.gsq", status=0)
        self.assertFalse((self.folder / "gsq-failures").exists())

    def test_a_folder_with_everything(self):
        done = self.gsq("run", "p.gsq", *FAULT)
        folder = self.left()
        report = (folder / "report.txt").read_text()
        self.assertTrue(done.stderr.startswith(report), done.stderr)
        self.assertRegex(report, r"port      bank_rdata, bank 1")
        self.assertRegex(report, r"command   p.gsq:10: load_align v3")
        self.assertRegex(report, r"rerun     .*run p.gsq --plant-fault 70")
        self.assertGreater((folder / "waves.fst").stat().st_size, 0)
        # The program up to the mismatch: commands after it are not in it.
        program = (folder / "program.gsq").read_text()
        self.assertIn("vec.copy", program)
        self.assertNotIn("clear_spr", program)
        again = self.gsq("run", folder / "program.gsq", *FAULT, "--failures", "none")
        self.assertRegex(again.stderr, r"port      bank_rdata, bank 1")

    def test_shrunk_to_what_matters(self):
        done = self.gsq("run", "p.gsq", *FAULT)
        folder = self.left()
        lines = (folder / "shrunk.gsq").read_text().splitlines()
        self.assertLessEqual(len(lines), 3, lines)
        self.assertTrue(any(line.startswith("store_align [0x0040]") for line in lines), lines)
        self.assertRegex(done.stderr, rf"shrunk    .*shrunk.gsq, {len(lines)} of \d+ lines")
        again = self.gsq("run", folder / "shrunk.gsq", *FAULT, "--failures", "none")
        # The same as with the report, except for the names of files.
        shown = re.sub(r"(?m)^  (rerun|waveform|program|command|oldest).*$", "", again.stderr)
        kept = re.sub(r"(?m)^  (rerun|waveform|program|command|oldest).*$", "",
                      (folder / "shrunk.txt").read_text())
        self.assertEqual(shown.split(), kept.split())
        self.assertGreater((folder / "shrunk.fst").stat().st_size, 0)

    def test_random_commands_shrink_too(self):
        self.gsq("random", "--plant-fault", 300, "--stall", 30, "--seed", 1)
        lines = (self.left() / "shrunk.gsq").read_text().splitlines()
        self.assertLess(len(lines), 10, lines)

    def test_perf_gives_a_program(self):
        (self.folder / "s.json").write_text(
            '[{"kernel": "Scatter", "pattern": "UNIFORM:64:1:NR", "count": 20}]')
        self.gsq("perf", "s.json", "--width", "b32", "--plant-fault", 70)
        lines = (self.left() / "shrunk.gsq").read_text().splitlines()
        self.assertTrue(any(line.startswith("scatter") for line in lines), lines)

    def test_shrink_by_hand(self):
        done = self.gsq("shrink", "p.gsq", status=0)
        self.assertIn("leads to no mismatch", done.stdout)
        self.assertFalse((self.folder / "shrunk.gsq").exists())
        self.assertRegex(self.gsq("shrink", "none.gsq", status=2).stderr, r"^none.gsq")

    def test_what_can_be_switched_off(self):
        done = self.gsq("run", "p.gsq", *FAULT, "--failures", "none")
        self.assertIn("mismatch in cycle", done.stderr)
        self.assertFalse((self.folder / "gsq-failures").exists())
        self.gsq("run", "p.gsq", *FAULT, GSQ_SHRINK_SECONDS="0")
        self.assertFalse((self.left() / "shrunk.gsq").exists())

    def test_a_long_waveform_goes_where_it_was_asked_for(self):
        done = self.gsq("run", "p.gsq", *FAULT, "--waves", "w.fst")
        self.assertIn("waveform  w.fst", done.stderr)
        self.assertGreater((self.folder / "w.fst").stat().st_size, 0)
        self.assertFalse((self.left() / "waves.fst").exists())

    def test_folder_that_cannot_be_written(self):
        (self.folder / "gsq-failures").write_text("in the way")
        done = self.gsq("run", "p.gsq", *FAULT)
        self.assertRegex(done.stderr, r"program   \(none: .*\)")

    def test_an_interrupted_run_closes_its_waveform(self):
        (self.folder / "long.gsq").write_text(PROGRAM * 2000)
        waves = self.folder / "w.fst"
        with subprocess.Popen([GSQ, "run", "long.gsq", "--waves", waves], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
            deadline = time.monotonic() + 60
            while not waves.exists() and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(0.1)
            run.send_signal(signal.SIGINT)
            said = run.communicate(timeout=60)[1]
        cycles = int(re.search(r"interrupted after (\d+) cycles", said)[1])
        # The header of the file: block type, its length, first time, last time.
        last = int.from_bytes(waves.read_bytes()[17:25], "big")
        self.assertGreaterEqual(last, 10 * (cycles - 1), said)


if __name__ == "__main__":
    GSQ = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
