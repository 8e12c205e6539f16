#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the command line of gsq with good input: files, statistics, exit status.

Usage: command_line.py GSQ
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

GSQ = ""
PROGRAM = """\
create_mask m0, b32, VL4
load_align v0, [0x100], norm
squeeze v1, v0, m0, b32, store_reg
store_unalign [0x203], v1, u0, post
store_unalign_post [0x203], u0
load_align v2, [0x101], norm
.expect status ERR_ALIGN
.expect ar 16
"""


class CommandLine(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "p.gsq").write_text(PROGRAM)

    def gsq(self, *arguments, status=0):
        done = subprocess.run([GSQ, *map(str, arguments)], cwd=self.folder, timeout=120,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def test_bytes_before_and_after(self):
        (self.folder / "a.bin").write_bytes(bytes(range(1, 17)))
        (self.folder / "b=1.bin").write_bytes(b"\xff")
        for backend in ["golden", "rtl", "lockstep"]:
            with self.subTest(backend):
                done = self.gsq("run", "--load", "0x100=a.bin", "--load", "258=b=1.bin", "p.gsq",
                                "--backend", backend, "--dump", "0x202:18=c.bin", "--dump",
                                "0x104:4=d.bin")
                self.assertEqual(done.stderr, "")
                self.assertEqual((self.folder / "c.bin").read_bytes(),
                                 b"\x00\x01\x02\xff" + bytes(range(4, 17)) + b"\x00")
                self.assertEqual((self.folder / "d.bin").read_bytes(), b"\x05\x06\x07\x08")

    def test_lockstep_is_the_default_and_says_how_far_it_agreed(self):
        self.assertRegex(self.gsq("run", "p.gsq").stdout,
                         r"(?m)^RTL and golden model agreed on [1-9]\d* cycles$")

    def test_what_is_not_as_expected(self):
        (self.folder / "q.gsq").write_text(PROGRAM + ".expect ar 17\n.expect v1 b32 0 0 0 7\n")
        done = self.gsq("run", "q.gsq", "--dump", "0:1=c.bin", status=1)
        self.assertEqual(done.stderr.splitlines(),
                         ["q.gsq:9:1: error: expected AR 17, got 16",
                          "q.gsq:10:1: error: expected 7 (0x7) in v1 lane 3 (b32), got 0 (0x0); "
                          "1 of 4 values differ"])
        self.assertTrue((self.folder / "c.bin").exists())

    def test_why_a_command_fails(self):
        program = """\
.ub 0 b32 0 0x3fd 0x400
load_align v0, [0], norm
create_mask m0, b32, VL3
gather v1, [0], v0, m0, b32
load_align v0, [0x20], norm
squeeze v1, v0, m0, b64, no_store_reg
store_unalign [0], v1, u0, post
.expect status ERR_STREAM
"""
        (self.folder / "q.gsq").write_text(program)
        limit = json.loads(self.gsq("info", "--json").stdout)["parameters"]["UbBytes"]
        said = [
            "q.gsq:4:1: error: expected OK, got ERR_BOUNDS info 2 from: gather v1, [0], v0, m0, b32",
            f"  lane 2: index 1024 gives address 0x0 + 1024*4 = 0x1000; 4 bytes there end at 0x1004, "
            f"but UB ends at {limit:#x}",
            "q.gsq:6:1: error: expected OK, got ERR_OPCODE info 0 from: squeeze v1, v0, m0, b64, "
            "no_store_reg",
            "  squeeze takes width b8, b16 or b32, not b64",
            "q.gsq:8:1: error: expected ERR_STREAM, got ERR_SQZ_ORDER info 0 from: store_unalign "
            "[0], v1, u0, post",
            "  SQZN is empty; a squeeze with store_reg comes before each store_unalign without n="]
        if limit != 0x1000:
            self.skipTest("index 1024 is outside UB of tiny only")
        for backend in ["golden", "lockstep"]:
            done = self.gsq("run", "q.gsq", "--backend", backend, status=1)
            self.assertEqual(done.stderr.splitlines(), said)
        reasons = self.gsq("run", "q.gsq", "--backend", "rtl", status=1).stderr.splitlines()
        self.assertEqual(reasons[::2], said[::2])
        for reason in reasons[1::2]:
            self.assertIn("golden model", reason)

    def test_a_byte_order_mark(self):
        (self.folder / "q.gsq").write_bytes(b"\xef\xbb\xbf" + PROGRAM.encode())
        self.gsq("run", "q.gsq")

    def test_no_random_commands(self):
        done = self.gsq("random", "--commands", 0)
        self.assertNotIn("nan", done.stdout + done.stderr)
        self.assertIn("banks busy 0.0 %", done.stdout)

    def test_numbers_of_options(self):
        self.assertIn("seed 16,", self.gsq("random", "--commands", 1, "--seed", "0x10").stdout)
        self.assertIn("seed 10,", self.gsq("random", "--commands", 1, "--seed", "010").stdout)

    def test_statistics(self):
        self.gsq("run", "p.gsq", "--stats", "s.json")
        stats = json.loads((self.folder / "s.json").read_text())
        self.assertEqual(set(stats), {"config", "cycles", "commands", "totals"})
        self.assertEqual(stats["config"], json.loads(self.gsq("info", "--json").stdout)["parameters"])
        commands = stats["commands"]
        for command in commands:
            self.assertEqual(set(command), {"line", "op", "form", "issue", "retire", "ub_beats",
                                            "bound", "merged", "status"})
            self.assertLess(command["issue"], command["retire"])
        self.assertEqual([(c["line"], c["op"], c["form"], c["status"]) for c in commands],
                         [(1, "create_mask", "b32", "OK"), (2, "load_align", "norm", "OK"),
                          (3, "squeeze", "b32", "OK"), (4, "store_unalign", "", "OK"),
                          (5, "store_unalign_post", "", "OK"),
                          (6, "load_align", "norm", "ERR_ALIGN")])
        totals = stats["totals"]
        self.assertEqual(set(totals), {"commands", "cycles", "ub_beats", "bound", "bound_bank",
                                       "bound_window", "merged", "bank_cycles", "bank_utilisation"})
        self.assertEqual(totals["commands"], 6)
        self.assertEqual(totals["cycles"], stats["cycles"])
        self.assertEqual(totals["ub_beats"], sum(c["ub_beats"] for c in commands))
        self.assertEqual(totals["bound"], sum(c["bound"] for c in commands))
        self.assertGreaterEqual(totals["ub_beats"], totals["bound"])
        self.assertLessEqual(totals["bound_window"], totals["bound"])
        self.assertLessEqual(totals["bound_bank"], totals["bound_window"])
        self.assertGreater(totals["bank_utilisation"], 0)
        self.assertLess(totals["bank_utilisation"], 1)

    def test_latencies_are_those_of_the_unit(self):
        info = json.loads(self.gsq("info", "--json").stdout)["latencies"]
        for text, name in [("get_spr ar", "response_immediate"),
                           ("squeeze v0, v0, m0, b8, no_store_reg", "response_squeeze"),
                           ("unsqueeze v0, m0, b8", "response_squeeze"),
                           ("store_unalign [0], v0, u0, n=32", "response_store"),
                           ("load_align v0, [0], norm", "response_load")]:
            with self.subTest(text):
                (self.folder / "l.gsq").write_text(text)
                self.gsq("run", "l.gsq", "--stats", "s.json")
                command, = json.loads((self.folder / "s.json").read_text())["commands"]
                # a command issues three cycles after its transfer
                self.assertEqual(command["retire"] - command["issue"] + 3, info[name])

    def test_stalls_repeat_by_seed(self):
        def cycles(seed):
            self.gsq("run", "p.gsq", "--stall", "60", "--seed", seed, "--stats", "s.json")
            return [(c["issue"], c["retire"])
                    for c in json.loads((self.folder / "s.json").read_text())["commands"]]
        self.assertEqual(cycles(7), cycles(7))
        self.assertGreater(len({str(cycles(seed)) for seed in range(1, 6)}), 1)

    def test_waveform(self):
        self.gsq("run", "p.gsq", "--waves", "w.fst")
        self.assertGreater((self.folder / "w.fst").stat().st_size, 0)

    def test_info(self):
        info = json.loads(self.gsq("info", "--json").stdout)
        names = [opcode["name"] for opcode in info["opcodes"]]
        self.assertEqual(len(names), len(set(names)))
        self.assertIn("squeeze", names)
        self.assertEqual(info["parameters"]["VlenBytes"] % 32, 0)
        text = self.gsq("info").stdout
        for name in [*names, *info["parameters"], info["configuration"]]:
            self.assertIn(name, text)

    def test_version(self):
        root = pathlib.Path(__file__).resolve().parents[2]
        version = (root / "VERSION").read_text().strip()
        self.assertRegex(version, r"^\d+\.\d+\.\d+$")
        self.assertEqual(self.gsq("--version").stdout, f"gsq {version}\n")
        self.assertEqual(json.loads(self.gsq("info", "--json").stdout)["version"], version)
        self.assertIn(f"version {version}\n", self.gsq("info").stdout)


if __name__ == "__main__":
    GSQ = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
