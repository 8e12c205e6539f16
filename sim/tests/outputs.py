#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files that cannot be written: each kind of output of gsq says so, by name, with exit status 2.

Usage: outputs.py GSQ
"""
import os
import pathlib
import resource
import stat
import subprocess
import sys
import tempfile
import unittest

GSQ = ""
PROGRAM = """\
.ub 0 b8 iota 128
load_align v0, [0], norm
create_mask m0, b32, ALL
store_align [0x40], v0, m0, b32, norm
load_align v1, [0x40], norm
"""
FAULT = ("--plant-fault", 70)  # a byte of the store
FULL = "No space left on device"
TOO_LARGE = "File too large"


class Outputs(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "p.gsq").write_text(PROGRAM)
        (self.folder / "missed.gsq").write_text(PROGRAM + ".expect ar 17\n")
        (self.folder / "s.json").write_text(
            '[{"kernel": "Scatter", "pattern": "UNIFORM:8:1:NR", "count": 2}]')
        # Through a link: who replaces files instead of writing to them hits the link, not the device.
        (self.folder / "full").symlink_to("/dev/full")

    def gsq(self, *arguments, status=2, most=None, **more):
        """Standard error of a run. `most`: limit of the size of its files in bytes."""
        def limit():
            if most is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        done = subprocess.run([GSQ, *map(str, arguments)], cwd=self.folder, timeout=120, text=True,
                              stdout=more.get("stdout", subprocess.PIPE), stderr=subprocess.PIPE,
                              preexec_fn=limit, check=False)
        self.assertEqual(done.returncode, status, f"{done.stdout} {done.stderr}")
        return done.stderr

    OUTPUTS = {"waves": ("run", "p.gsq", "--waves"),
               "last waves": ("run", "p.gsq", "--wave-last", 20, "--waves"),
               "dump": ("run", "p.gsq", "--dump", "0:16={}"),
               "stats": ("run", "p.gsq", "--stats"),
               "stats of perf": ("perf", "s.json", "--width", "b32", "--stats"),
               "chart": ("trace", "p.gsq", "--svg"),
               "shrunk program": ("shrink", "p.gsq", "--output")}

    def command(self, output, file):
        *words, last = self.OUTPUTS[output]
        if "{}" in str(last):
            return [*words, last.format(file)]
        return [*words, last, file]

    def test_a_full_device(self):
        for output in self.OUTPUTS:
            with self.subTest(output):
                said = self.gsq(*self.command(output, "full"))
                self.assertEqual(said, f"gsq: error: full: cannot be written: {FULL}\n")
                self.assertTrue((self.folder / "full").is_symlink(), "replaced")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))

    def test_a_limit_of_file_sizes(self):
        for output in self.OUTPUTS:
            with self.subTest(output):
                said = self.gsq(*self.command(output, "out"), most=10)
                self.assertEqual(said, f"gsq: error: out: cannot be written: {TOO_LARGE}\n")

    def test_a_waveform_cut_anywhere(self):
        self.gsq("run", "p.gsq", "--waves", "w.fst", status=0)
        whole = (self.folder / "w.fst").stat().st_size
        for most in [*range(0, whole, whole // 40), whole - 1]:
            with self.subTest(most):
                said = self.gsq("run", "p.gsq", "--waves", "w.fst", most=most)
                self.assertEqual(said, f"gsq: error: w.fst: cannot be written: {TOO_LARGE}\n")

    def test_a_disk_that_fills_up(self):
        (self.folder / "disk").mkdir()
        mounted = "mount -t tmpfs -o size=16k none disk && exec"
        if subprocess.run(["unshare", "-rm", "sh", "-c", f"{mounted} true"], cwd=self.folder,
                          stderr=subprocess.DEVNULL, timeout=60, check=False).returncode:
            self.skipTest("disks cannot be mounted here")
        done = subprocess.run(
            ["unshare", "-rm", "sh", "-c",
             f"{mounted} {GSQ} run p.gsq --waves disk/w.fst --dump 0:512=disk/d.bin"],
            cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn(f"gsq: error: disk/w.fst: cannot be written: {FULL}\n", done.stderr)
        self.assertIn(f"gsq: error: disk/d.bin: cannot be written: {FULL}\n", done.stderr)

    def test_others_are_written_all_the_same(self):
        said = self.gsq("run", "p.gsq", "--waves", "full", "--dump", "0:16=full", "--dump",
                        "0:16=d.bin", "--stats", "s.json")
        self.assertEqual(said, f"gsq: error: full: cannot be written: {FULL}\n" * 2)
        self.assertEqual((self.folder / "d.bin").read_bytes(), bytes(range(16)))
        self.assertGreater((self.folder / "s.json").stat().st_size, 0)

    def test_standard_output(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            for arguments in [("run", "p.gsq"), ("trace", "p.gsq"), ("info",), ("info", "--json"),
                              ("perf", "s.json", "--width", "b32"), ("--help",),
                              ("random", "--commands", 10)]:
                with self.subTest(arguments[0]):
                    self.assertIn(FULL, self.gsq(*arguments, stdout=full))

    def test_a_missed_expectation_keeps_its_status(self):
        for output in ["waves", "last waves", "dump", "stats", "chart"]:
            with self.subTest(output):
                command = self.command(output, "full")
                command[1] = "missed.gsq"
                said = self.gsq(*command, status=1)
                self.assertIn("missed.gsq:6:1: error: expected AR 17, got 0\n", said)
                self.assertIn(f"gsq: error: full: cannot be written: {FULL}\n", said)

    def test_a_mismatch_says_it_in_its_report(self):
        for options in [(), ("--wave-last", 20)]:
            with self.subTest(options):
                said = self.gsq("run", "p.gsq", *FAULT, "--waves", "full", *options, status=1)
                self.assertIn(f"  waveform  (none: full: cannot be written: {FULL})\n", said)
                self.assertTrue((self.folder / "full").is_symlink(), "replaced")

    def test_what_a_mismatch_leaves(self):
        for most, program in [(10, "program-data-0.bin"), (150, "program.gsq")]:
            said = self.gsq("run", "p.gsq", *FAULT, status=1, most=most)
            for what, file in [("waveform", "waves.fst"), ("program ", program),
                               ("report  ", "report.txt")]:
                self.assertRegex(said, rf"\n  {what}  \(none: gsq-failures/\S+/{file}: "
                                       rf"cannot be written: {TOO_LARGE}\)\n")
        # Small files fit.
        said = self.gsq("run", "p.gsq", *FAULT, status=1, most=5000)
        for file in ["waves.fst", "shrunk.fst"]:
            self.assertRegex(said, rf"\(none: gsq-failures/\S+/{file}: "
                                   rf"cannot be written: {TOO_LARGE}\)\n")
        folder, = (self.folder / "gsq-failures").iterdir()
        for file in ["report.txt", "program.gsq", "shrunk.gsq", "shrunk.txt"]:
            self.assertGreater((folder / file).stat().st_size, 0)

    def test_what_is_no_file_is_left_alone(self):
        os.mkfifo(self.folder / "pipe")
        said = self.gsq("run", "p.gsq", "--waves", "pipe")
        self.assertEqual(said, "gsq: error: pipe: cannot be written: Illegal seek\n")
        self.assertTrue((self.folder / "pipe").is_fifo())
        (self.folder / "null").symlink_to("/dev/null")
        self.gsq("run", "p.gsq", "--waves", "null", status=0)
        self.gsq("shrink", "p.gsq", "--output", "null", status=1)
        self.assertTrue((self.folder / "null").is_symlink(), "replaced")

    def test_nothing_else_is_left_beside_a_waveform(self):
        (self.folder / "w.fst.hier").write_text("mine")
        before = set(self.folder.iterdir())
        self.gsq("run", "p.gsq", "--waves", "w.fst", status=0)
        self.assertEqual(set(self.folder.iterdir()) - before, {self.folder / "w.fst"})
        self.assertEqual((self.folder / "w.fst.hier").read_text(), "mine")


if __name__ == "__main__":
    GSQ = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
