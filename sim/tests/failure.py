#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the files of a mismatch between RTL and golden model, with a planted fault.

Usage: failure.py GSQ
"""
import concurrent.futures
import contextlib
import os
import pathlib
import re
import shutil
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


@contextlib.contextmanager
def killed(process):
    """Popen waits for its process at the end, for ever when the test has failed."""
    try:
        yield
    finally:
        process.kill()


def children_of(parent):
    """Processes that a process has forked."""
    found = []
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = status.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if int(after_name[1]) == parent:
            found.append(int(status.parent.name))
    return found


def catches(process, number):
    """Whether a process has a handler for a signal."""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return bool(int(re.search(r"^SigCgt:\s*(\w+)$", status, re.M)[1], 16) >> (number - 1) & 1)


class Failure(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "p.gsq").write_text(PROGRAM)

    def gsq(self, *arguments, status=1, **environment):
        # What gsq reads from the environment is what a test says, not what the test was started with.
        inherited = {name: value for name, value in os.environ.items()
                     if not name.startswith("GSQ_")}
        done = subprocess.run([GSQ, *map(str, arguments)], cwd=self.folder, timeout=300,
                              capture_output=True, text=True, check=False,
                              env={**inherited, **environment})
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

    def program(self, *lines):
        (self.folder / "p.gsq").write_text("\n".join([*lines, ""]))

    def test_the_first_wrong_command_is_named(self):
        """A store that fails in the RTL, far behind the one at whose cycle a port differs first."""
        stores = [f"store_align [{0x100 + 32 * i:#x}], v0, m0, b32, norm" for i in range(20)]
        wrong = "store_align [0x40], v0, m0, b32, norm"
        self.program("create_mask m0, b32, ALL", "load_align v0, [0], norm", *stores[:3], wrong,
                     *stores[3:])
        for stall in (0, 30):
            with self.subTest(stall=stall):
                self.gsq("run", "p.gsq", "--plant-command", 0x40, "--stall", stall, "--seed", 3,
                         GSQ_SHRINK_SECONDS="0")
                report = (self.left() / "report.txt").read_text()
                shutil.rmtree(self.folder / "gsq-failures")
                # The case is one in which the port and its command lead astray.
                self.assertRegex(report, r"port      cmd_ready_o\n")
                self.assertNotIn("command   p.gsq:6", report)
                label = re.escape(f"p.gsq:6: {wrong}")
                self.assertRegex(report, rf"^mismatch in cycle \d+: .*, status of {label}\n")
                self.assertRegex(
                    report, rf"\n  wrong     {label}\n            its response: expected OK info 0 "
                            r"tag (0x\w+), actual ERR_ALIGN info 0 tag \1\n  kind      status\n")

    def test_the_first_wrong_command_is_one_that_a_later_one_uses(self):
        """A port shows the store of a wrong byte; a load before it put that into V."""
        for between in (12, 60):  # while the store comes, the load was answered
            loads = ["load_align v2, [0x40], norm"] * between
            self.program(".ub 0 b8 iota 128", "create_mask m0, b32, ALL",
                         "load_align v1, [0x20], norm", *loads, "load_align v3, [0], norm",
                         "store_align [0x80], v1, m0, b32, norm")
            done = self.gsq("run", "p.gsq", "--plant-register", 1, "--failures", "none")
            self.assertRegex(done.stderr, rf"\n  command   p.gsq:{between + 5}: store_align")
            self.assertRegex(done.stderr,
                             r"\n  wrong     p.gsq:3: load_align v1, \[0x20\].*\n +register v1, "
                             r"byte 0: expected 0x20, actual 0x21\n  kind      data")
        # And at rest.
        self.program(".ub 0 b8 iota 128", "load_align v1, [0x20], norm")
        done = self.gsq("run", "p.gsq", "--plant-register", 1, "--failures", "none")
        self.assertRegex(done.stderr,
                         r"^mismatch in cycle \d+: RTL and golden model differ, data of p.gsq:2: "
                         r"load_align v1.*\n  port      no port differs, but at rest")

    def test_wrong_ports_and_right_results(self):
        """The RTL reads a zero in another bank."""
        self.program("create_mask m0, b32, ALL", "load_align v0, [0x100], norm",
                     "gather v4, [0x23], v0, m0, b8")
        done = self.gsq("run", "p.gsq", "--plant-command", 0x23, "--failures", "none")
        self.assertRegex(done.stderr, r"^mismatch in cycle \d+: RTL and golden model differ\n"
                                      r"  port      bank_req, bank 0 ")
        self.assertRegex(done.stderr, r"\n  wrong     none: \d commands? w\w+ in flight and .* "
                                      r"right, only ports differ\n  kind      cycle\n")

    def test_shrinking_keeps_the_kind_of_the_difference(self):
        """A wrong byte, which needs three lines, before a wrong status, which needs one."""
        self.program(".ub 0 b8 iota 128", "create_mask m0, b32, ALL",
                     "gather v4, [0x60], v1, m0, b8", "load_align v3, [0x60], norm")
        done = self.gsq("run", "p.gsq", "--plant-command", 0x60)
        self.assertRegex(done.stderr, r"^mismatch .*, data of p.gsq:3: gather")
        lines = (self.left() / "shrunk.gsq").read_text().splitlines()
        self.assertEqual([line.split()[0] for line in lines], [".ub", "create_mask", "gather"])
        self.assertIn("kind      data\n", (self.left() / "shrunk.txt").read_text())

    def test_faults_that_are_not_planted(self):
        for option, said in (
                (("--plant-command", "0xffc"), "no command had the address 0xffc of "),
                (("--plant-register", 31), "no command wrote another value to byte 0 of ")):
            done = self.gsq("run", "p.gsq", *option, status=0)
            self.assertRegex(done.stderr, rf"^note: {said}.*--plant.*, so nothing was corrupted")
            self.gsq("run", "p.gsq", *option, "--backend", "golden", status=2)

    def test_random_commands_shrink_too(self):
        # Of a seed without a chain of AR stores before the fault: none of them could be left out.
        self.gsq("random", "--plant-fault", 300, "--stall", 30, "--seed", 2)
        lines = (self.left() / "shrunk.gsq").read_text().splitlines()
        self.assertLess(len(lines), 10, lines)

    def test_perf_gives_a_program(self):
        (self.folder / "s.json").write_text(
            '[{"kernel": "Scatter", "pattern": "UNIFORM:64:1:NR", "count": 20}]')
        self.gsq("perf", "s.json", "--width", "b32", "--plant-fault", 70)
        lines = (self.left() / "shrunk.gsq").read_text().splitlines()
        self.assertTrue(any(line.startswith("scatter") for line in lines), lines)

    def test_shrink_by_hand(self):
        done = self.gsq("shrink", "p.gsq", status=1)
        self.assertIn("leads to no mismatch", done.stdout)
        self.assertFalse((self.folder / "shrunk.gsq").exists())
        self.assertRegex(self.gsq("shrink", "none.gsq", status=2).stderr, r"^none.gsq")

    def test_what_can_be_switched_off(self):
        done = self.gsq("run", "p.gsq", *FAULT, "--failures", "none")
        self.assertIn("mismatch in cycle", done.stderr)
        self.assertIn("waveform  (none, as --failures none says)\n", done.stderr)
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
        self.assertRegex(done.stderr, r"program   \(none: .*: cannot be written: [A-Z].*\)")

    def test_the_waveform_cannot_be_written_200_times(self):
        (self.folder / "gsq-failures").write_text("in the way")

        def run(_):
            begin = time.monotonic()
            done = self.gsq("run", "p.gsq", *FAULT, "--wave-seconds", 2)
            self.assertRegex(done.stderr, r"waveform  \(none: .*waves.fst: cannot be written: .*\)")
            return time.monotonic() - begin
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            self.assertLess(max(pool.map(run, range(200))), 10)

    # What a waveform that does not come ends with: signal to the process that is to write it.
    ENDS = {signal.SIGSTOP: "did not end within 2 s",
            signal.SIGKILL: "was ended by signal 9",
            signal.SIGSEGV: "was ended by signal 11",
            signal.SIGABRT: "was ended by signal 6"}

    def disturbed(self, number, *options):
        """A run that takes a second or more, with a signal to its child: what it says, its status."""
        (self.folder / "long.gsq").write_text("load_align v1, [32], norm\n" * 60000 + PROGRAM)
        begin = time.monotonic()
        with subprocess.Popen([GSQ, "run", "long.gsq", "--waves", "w.fst", "--wave-last", "1000000",
                               "--wave-seconds", "2", *map(str, options)], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, "GSQ_SHRINK_SECONDS": "0"}) as run, killed(run):
            # With so long a waveform there is one child, from the first cycle to the end.
            while not (children := children_of(run.pid)):
                self.assertIsNone(run.poll(), "ended without a child")
                time.sleep(0.005)
            threads = len(os.listdir(f"/proc/{run.pid}/task"))
            for child in children:
                os.kill(child, number)
            said = run.communicate(timeout=60)[1]
        self.assertEqual(threads, 1)  # a fork does not copy others, and what waits for them hangs
        self.assertLess(time.monotonic() - begin, 30)  # with sanitizers all takes ten times as long
        return re.sub(r"^gsq run: .* left\n", "", said, flags=re.M), run.returncode

    def test_a_child_that_does_not_write_its_waveform(self):
        for number, end in self.ENDS.items():
            why = f"the process that was to write w.fst {end}"
            with self.subTest(number.name, mismatch=True):
                said, status = self.disturbed(number, *FAULT)
                self.assertEqual(status, 1, said)
                self.assertTrue(said.startswith("mismatch in cycle"), said)
                self.assertIn(f"\n  waveform  (none: {why})\n", said)
            with self.subTest(number.name, mismatch=False):
                self.assertEqual(self.disturbed(number), (f"gsq: error: {why}\n", 2))

    def test_the_last_cycles_of_a_run(self):
        done = self.gsq("run", "p.gsq", "--waves", "w.fst", "--wave-last", 20, status=0)
        self.assertEqual(done.stderr, "waveform of cycles 19 to 38: w.fst\n")
        self.assertGreater((self.folder / "w.fst").stat().st_size, 0)

    def test_the_last_cycles_of_a_long_run(self):
        """Of a run of more than a second there are two children; the newer one has the shorter way."""
        (self.folder / "long.gsq").write_text("load_align v1, [32], norm\n" * 300000 + PROGRAM)
        done = self.gsq("run", "long.gsq", "--waves", "w.fst", "--wave-last", 500, status=0)
        first, last = map(int, re.search(r"waveform of cycles (\d+) to (\d+): w.fst\n$",
                                         done.stderr).groups())
        self.assertEqual(last - first, 499)
        # The header of the file: block type, its length, first time, last time.
        header = (self.folder / "w.fst").read_bytes()[9:25]
        self.assertGreaterEqual(int.from_bytes(header[:8], "big"), 10 * (first - 1))
        self.assertGreaterEqual(int.from_bytes(header[8:], "big"), 10 * last)

    def test_an_interrupted_run_closes_its_waveform(self):
        (self.folder / "long.gsq").write_text(PROGRAM * 2000)
        waves = self.folder / "w.fst"
        with subprocess.Popen([GSQ, "run", "long.gsq", "--waves", waves], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True) as run, killed(run):
            deadline = time.monotonic() + 60
            while run.poll() is None and not catches(run.pid, signal.SIGINT):
                self.assertLess(time.monotonic(), deadline, "no handler for Ctrl-C")
                time.sleep(0.01)
            time.sleep(0.1)
            while run.poll() is None:  # Ctrl-C again and again
                run.send_signal(signal.SIGINT)
                time.sleep(0.01)
            said = run.communicate(timeout=60)[1]
        self.assertEqual(run.returncode, 128 + signal.SIGINT, said)
        cycles = int(re.search(r"interrupted after (\d+) cycles", said)[1])
        # The header of the file: block type, its length, first time, last time.
        last = int.from_bytes(waves.read_bytes()[17:25], "big")
        self.assertGreaterEqual(last, 10 * (cycles - 1), said)


if __name__ == "__main__":
    GSQ = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
