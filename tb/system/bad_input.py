#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bad command lines and programs: exit status 2, an error of one line, nothing run.

Usage: bad_input.py GSQ
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

GSQ = ""
GOOD = "create_mask m0, b32, ALL\nsqueeze v1, v0, m0, b32, no_store_reg\n"


class BadInput(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def refused(self, *arguments):
        """The line on standard error."""
        done = subprocess.run([GSQ, *map(str, arguments)], cwd=self.folder, timeout=60,
                              capture_output=True, text=True, errors="replace", check=False)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), 1, done.stderr)
        return lines[0]

    def program(self, text, name="p.gsq"):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def test_bad_programs_name_the_place(self):
        for line, column, bad in [
                (3, 1, "sqeeze v1, v0, m0, b32, store_reg"),          # unknown mnemonic
                (3, 1, ".data 0 b32 1"),                              # unknown directive
                (3, 9, "squeeze v32, v0, m0, b32, store_reg"),        # no such register
                (3, 17, "squeeze v1, v0, m8, b32, store_reg"),
                (3, 9, "squeeze m1, v0, m0, b32, store_reg"),         # register of another kind
                (3, None, "squeeze v1, v0, m0"),                      # missing operands
                (3, None, "squeeze v1, v0, m0, b32, store_reg, v2"),  # one too many
                (3, 21, "squeeze v1, v0, m0, b24, store_reg"),        # no such width
                (3, None, "create_mask m0, b32, SOME"),               # no such pattern
                (3, None, "update_mask m0, b32, 0x100000000"),        # too wide for its field
                (3, None, "load_align v0, [0x10"),                    # cut off in the middle
                (3, None, "load_align v0, [zero], norm"),
                (3, None, "load_block v0, [0], blk_stride=70000"),
                (3, None, "load_block v0, [0], blk_strid=1"),
                (3, None, "vec.abs b32, dst=0, src0=0, src1=0, mask=8"),
                (3, None, "vec.abs b32, dst=0, src0=0"),              # missing mask
                (3, None, '.ub 0 b8 file "absent.bin"'),              # missing data file
                (3, None, ".ub 0x80000000 b32 1"),                    # beyond UB
                (3, None, ".ub 0 b8 300"),                            # too wide for its type
                (3, None, ".expect status ERR_NOTHING"),
                (3, None, ".expect v3 b16")]:
            with self.subTest(bad):
                path = self.program(GOOD + bad + "\n")
                said = self.refused("run", path, "--dump", "0:4=out.bin")
                place = re.match(r"(.+):(\d+):(\d+): error: .", said)
                self.assertTrue(place, said)
                self.assertEqual(place[1], str(path))
                self.assertEqual(int(place[2]), line, said)
                if column is not None:
                    self.assertEqual(int(place[3]), column, said)
                self.assertFalse((self.folder / "out.bin").exists(), "something was run")

    def test_bytes_that_are_no_text(self):
        self.refused("run", self.program(bytes(range(256)) * 16))

    def test_files_that_cannot_be_read(self):
        self.assertIn("absent.gsq", self.refused("run", "absent.gsq"))
        self.refused("run", self.folder)

    def test_no_subcommand(self):
        for arguments, found in [((), "none"), (("walk",), "'walk'"), (("--walk",), "'--walk'"),
                                 (("walk", "p.gsq", "--stall", "3"), "'walk'")]:
            with self.subTest(arguments):
                said = self.refused(*arguments)
                self.assertIn(f"found {found} ", said)
                for known in ["run", "trace", "random", "perf", "info", "shrink"]:
                    self.assertRegex(said, rf"\b{known}\b")

    def test_bad_command_lines(self):
        good = self.program(GOOD)
        (self.folder / "big.bin").write_bytes(bytes(4097))
        for arguments in [
                ("run",), ("run", good, "--nothing"),
                ("run", good, "--backend", "silver"), ("run", good, "--stall", "101"),
                ("run", good, "--stall", "-1"), ("run", good, "--seed", "x"),
                ("run", good, "--load", "0=absent.bin"), ("run", good, "--load", "0=big.bin"),
                ("run", good, "--load", "0xffe=big.bin"), ("run", good, "--load", "big.bin"),
                ("run", good, "--dump", "0x1000:1=out.bin"), ("run", good, "--dump", "0=out.bin"),
                ("run", good, "--dump", "0:0x100000001=out.bin"),
                ("run", good, "--stats", "absent/out.json"),
                ("run", good, "--waves", "absent/out.fst"),
                ("random", "--commands", "-1"), ("random", "--stall", "200"),
                ("random", "--mix", "none-such"), ("info", "--xml")]:
            with self.subTest(" ".join(map(str, arguments))):
                self.refused(*arguments)
                self.assertFalse((self.folder / "out.bin").exists(), "something was run")


if __name__ == "__main__":
    GSQ = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
