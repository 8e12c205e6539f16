#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bad command lines and programs: exit status 2, an error of one line, nothing run.

None of these errors is worded by a library.

Usage: bad_input.py GSQ
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

GSQ = ""
LIBRARIES = re.compile(  # what CLI11, nlohmann-json, fmt and the standard library would say
    r"json\.exception|not in range|not in \{|required|requires|were not expected|was not expected|"
    r"Could not convert|override|std::|stoul|basic_string|terminate|filesystem error|_M_|what\(\)")
GOOD = "create_mask m0, b32, ALL\nsqueeze v1, v0, m0, b32, no_store_reg\n"


class BadInput(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def refused(self, *arguments, errors=1):
        """The line on standard error, or its lines if there are several errors."""
        done = subprocess.run([GSQ, *map(str, arguments)], cwd=self.folder, timeout=60,
                              capture_output=True, text=True, errors="replace", check=False)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertNotRegex(done.stderr, LIBRARIES)
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), errors, done.stderr)
        return lines[0] if errors == 1 else lines

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

    def test_all_errors_of_a_program(self):
        path = self.program("get_spr\nget_spr ar\n" + "frob\n" * 19)
        lines = self.refused("run", path, errors=20)
        self.assertEqual([int(line.split(":")[1]) for line in lines], [1, *range(3, 22)])
        for end in ["\n", "\r\n"]:
            lines = self.refused("run", self.program(f"frob{end}" * 27, "q.gsq"), errors=21)
            self.assertEqual(lines[-1], "… and 7 more")
        for subcommand in ["trace", "shrink"]:
            self.refused(subcommand, path, errors=20)

    def test_the_nearest_word(self):
        for bad, known in [("gathr v0, [0], v0, m0, b8", "gather"), (".exepct ar 0", ".expect"),
                           ("create_mask m0, b8, vl8", "VL8"), ("GET_SPR ar", "get_spr"),
                           ("get_spr AR", "ar"), ("load_block V0, [0]", "v0"),
                           ("load_align v0, [0], Norm", "norm"),
                           ("load_block v0, [0], blk_strid=1", "blk_stride"),
                           ("load_block v0, [0], BLK_STRIDE=1", "blk_stride"),
                           (".expect status err_bounds", "ERR_BOUNDS"),
                           ("vec.ad b16, dst=0, src0=0, src1=0, mask=1", "vec.add")]:
            with self.subTest(bad):
                said = self.refused("run", self.program(GOOD + bad))
                self.assertIn(f"; did you mean '{known}'?", said)
        for arguments, known in [(("rnu", "p.gsq"), "run"), (("run", "p.gsq", "--bakend"), "--backend"),
                                 (("run", "p.gsq", "--sead=3"), "--seed"),
                                 (("run", "p.gsq", "--backend", "goldn"), "golden"),
                                 (("random", "--mix", "gathers"), "gather"),
                                 (("run", "p.gsq", "--backend", "RTL"), "rtl")]:
            with self.subTest(arguments):
                self.assertIn(f"; did you mean '{known}'?", self.refused(*arguments))

    def test_bytes_that_are_no_text(self):
        self.refused("run", self.program(bytes(range(256)) * 16))
        self.assertIn("found UTF-16", self.refused("run", self.program(GOOD.encode("utf-16"))))

    def test_files_that_cannot_be_read(self):
        self.assertIn("absent.gsq", self.refused("run", "absent.gsq"))
        self.refused("run", self.folder)

    def test_no_name_of_a_file(self):
        for subcommand in ["run", "trace", "shrink", "perf"]:
            self.assertIn("expected the name of a file, found ''", self.refused(subcommand, ""))

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
                ("random", "--mix", "none-such"), ("info", "--xml"),
                ("run", good, good), ("run", good, "--seed", "1", "--seed", "2"),
                ("run", good, "--seed"), ("run", good, "--stall", "1.5"),
                ("run", good, "--backend="), ("run", good, "--wave-last", "3"),
                ("run", good, "--wave-seconds", "0"), ("run", good, "--plant-fault", "4096"),
                ("run", good, "--plant-fault", "here"), ("run", good, "--plant-command", "4096"),
                ("run", good, "--plant-register", "32"), ("run", good, "--load"),
                ("run", ""), ("random", good), ("random", "--commands"),
                ("random", "--commands", "99999999999999999999"), ("random", "--commands", "0y1"),
                ("trace", good, "--format", "svg"), ("trace", good, "--from", "x"),
                ("shrink", good, "--seconds", "x"), ("shrink", good, "--seconds", "1e999"),
                ("shrink", good, "--seconds", "-1"), ("perf",), ("perf", "absent.json"),
                ("perf", good), ("perf", good, "--width", "b7"),
                ("perf", good, "--commands-max", "0"), ("info", "--json=maybe"),
                ("info", "--json=3"), ("info", "p.gsq")]:
            with self.subTest(" ".join(map(str, arguments))):
                self.refused(*arguments)
                self.assertFalse((self.folder / "out.bin").exists(), "something was run")

    def test_patterns_that_are_no_json(self):
        file = self.folder / "p.json"
        good = b'[{"kernel": "Gather", "pattern": [0, 1], "count": 2}]'
        for text in [b"", b"[", b"{", b"nul", b"[}", good[:-1], good.replace(b"0,", b"0,,"),
                     good.replace(b"2}", b"1e400}"), good.replace(b"2}", b"-}"),
                     good.replace(b"Gather", b"\xff"), good.replace(b"Gather", b"\\x"),
                     good + b"]", b"\xff\xfe" + good.decode().encode("utf-16-le")]:
            with self.subTest(text):
                file.write_bytes(text)
                said = self.refused("perf", file)
                self.assertRegex(said, rf"^{re.escape(str(file))}:\d+:\d+: error: expected ")


if __name__ == "__main__":
    GSQ = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
