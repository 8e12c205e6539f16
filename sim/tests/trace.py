#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gsq trace: charts derived by hand from docs/reference/timing.md, causes, and agreement with gsq
run.

Usage: trace.py GSQ (of configuration tiny)
"""
import fcntl
import json
import os
import pathlib
import pty
import random
import re
import struct
import subprocess
import sys
import tempfile
import termios
import unittest
import xml.etree.ElementTree

GSQ = ""
# Timing contract with L = 2. v1 holds words of one bank: 8 beats.
PROGRAM = """\
.ub 0x000 b32 0 8 16 24 32 40 48 56
create_mask m0, b32, ALL
load_align v1, [0x000], norm
gather v2, [0x100], v1, m0, b32
squeeze v3, v2, m0, b32, no_store_reg
store_align [0x300], v3, m0, b32, norm
vec.add b32, dst=0x400, src0=0x100, src1=0x200, mask=8
get_spr ar
"""
CHART = [  # from cycle 2 on
    "TDEIZ",
    " TDEIQPSAMRXBVZ",
    "  TDEIqqqqqqqQPSAMRXxxxxxxxBVZ",
    "   TDEiiiiiiiiiiiiiiiiiiiiiiI01VZ",
    "    TDEiiiiiiiiiiiiiiiiiiiiiiIqqQPSAMRXZ",
    "     TDeeeeeeeeeeeeeeeeeeeeeeEIqqQPSAMRXXrrRXZ",
    "      TddddddddddddddddddddddDEIooooooooooooooZ"]
WAITED = [
    "-",
    "-",
    "v1 from memory (#2): 7, bank conflicts: 7",
    "v2 from memory (#3): 22",
    "older commands yet to issue (#4): 22, v3 from the compute pipe (#4): 2",
    "older commands yet to issue (#4): 22, head of the memory queue (#5): 2, data of a vec write: 2",
    "older commands yet to issue (#4): 22, older responses (#4..#6): 14"]
SETUP = """\
.ub 0x000 b32 0 8 16 24 32 40 48 56
create_mask m0, b32, ALL
load_align v1, [0x000], norm
.ub 0x020 b32 1
"""


class Trace(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def gsq(self, *arguments, status=0):
        done = subprocess.run([GSQ, *map(str, arguments)], cwd=self.folder, timeout=120,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def trace(self, program, *options):
        """Rows of the chart and of the table, each {number: text}, the summary, all lines."""
        (self.folder / "p.gsq").write_text(program)
        lines = self.gsq("trace", "p.gsq", *options).stdout.splitlines()
        chart = {}
        for line in lines[1:lines.index("")]:
            chart[int(line[:5])] = line[50:]
        first = next(i for i, line in enumerate(lines) if "retire" in line) + 1
        table = {}
        for line in lines[first:lines.index("", first)]:
            issue, banks, beats, bound, retire, waited, causes = line[50:].split(maxsplit=6)
            table[int(line[:5])] = {"line": int(line[5:11]), "issue": int(issue), "banks": banks,
                                    "beats": int(beats), "bound": int(bound),
                                    "retire": int(retire), "waited": int(waited),
                                    "causes": causes}
        summary = re.findall(r"^  (\S.*?) +(\d+) +(\d+)$", "\n".join(lines[first:]), re.MULTILINE)
        return chart, table, {cause: int(cycles) for cause, cycles, _ in summary}, lines

    def test_chart_of_the_contract(self):
        chart, table, summary, lines = self.trace(PROGRAM)
        self.assertEqual(list(chart.values()), CHART)
        self.assertEqual(lines[0].index("|10"), 50 + 8)
        self.assertEqual([row["causes"] for row in table.values()], WAITED)
        self.assertEqual([row["line"] for row in table.values()], list(range(2, 9)))
        self.assertEqual([row["banks"] for row in table.values()],
                         ["-", "13..13", "21..28", "-", "40..40", "41..46", "-"])
        self.assertEqual([row["beats"] for row in table.values()], [0, 1, 8, 0, 1, 3, 0])
        self.assertEqual(list(summary.items()), [
            ("register from memory", 29), ("bank conflicts", 7),
            ("register from the compute pipe", 2), ("data of a vec write", 2),
            ("older commands yet to issue", 66), ("older responses", 14),
            ("head of the memory queue", 2)])

    def causes(self, commands, *options):
        return "; ".join(row["causes"] for row in
                         self.trace(SETUP + commands, *options)[1].values())

    def test_banks_of_an_older_command(self):
        # The second gather reaches R with the first one in X: 7 beats are left.
        self.assertIn("; beats on the banks (#3): 7", self.causes(
            "gather v3, [0], v1, m0, b32\ngather v4, [0], v1, m0, b32"))

    def test_memory_queue_full(self):
        # Transferred in t+0..t+10, say. #3 is in X in t+10..t+17, and #9 leaves the queue in t+17.
        # #12 fills it from t+13 on, in which #13 could issue otherwise; it may in t+18.
        told = self.causes("gather v3, [0], v1, m0, b32\n" * 11)
        self.assertRegex(told, r"; memory queue full \(#9\): 5, ")

    def test_response_queue_full(self):
        # 16 responses wait for the vec command: its answer comes from the queue in its last cycle.
        told = self.causes("vec.add b32, dst=0x400, src0=0x100, src1=0x200, mask=8, repeat=9\n" +
                           "get_spr ar\n" * 16)
        self.assertRegex(told, r"response queue full \(#3\): \d")

    def test_result_that_may_not_overwrite(self):
        told = self.causes("gather v3, [0], v1, m0, b32\n" * 6 +
                           "store_align [0x300], v4, m0, b32, norm\n"
                           "squeeze v4, v0, m0, b32, no_store_reg\n")
        self.assertRegex(told, r"v4 yet to be read \(#9\): \d+, older")

    def test_groups_of_a_vec_command_and_the_consumer(self):
        # The store is head two cycles after the vec command leaves for P, which has nine groups.
        told = self.causes("vec.add b32, dst=0x400, src0=0x100, src1=0x200, mask=8, repeat=3\n"
                           "store_align [0x300], v4, m0, b32, norm\n")
        self.assertIn("; more groups in stage P (#3): 8", told)
        self.assertIn("consumer of responses", self.causes("get_spr ar\n" * 20, "--stall", 60))

    def random_program(self, seed, count=300):
        rng = random.Random(seed)
        v = lambda: f"v{rng.randrange(6)}"
        kinds = [
            lambda: f"gather {v()}, [0x100], v1{rng.randrange(2)}, m0, b32",
            lambda: f"gather {v()}, [0x100], v10, m0, b16x32",
            lambda: f"scatter [0x800], {v()}, v1{rng.randrange(2)}, m0, b32",
            lambda: f"load_align {v()}, [{32 * rng.randrange(16)}], norm",
            lambda: f"store_align [{0xc00 + 32 * rng.randrange(16)}], {v()}, m0, b32, norm",
            lambda: f"squeeze {v()}, {v()}, m0, b32, no_store_reg",
            lambda: f"gather_reg {v()}, {v()}, v11, b16",
            lambda: f"vec.add b32, dst=0xe00, src0=0x000, src1=0x100, mask=8, repeat="
                    f"{rng.randrange(4)}",
            lambda: "get_spr ar"]
        head = SETUP + "load_align v10, [0], norm\nload_align v11, [0x20], norm\n"
        return head + "\n".join(rng.choice(kinds)() for _ in range(count)) + "\n"

    def test_agrees_with_the_statistics_of_a_run(self):
        letters = set()
        for seed, stall in [(1, 0), (2, 0), (3, 40)]:
            program = self.random_program(seed)
            options = ["--stall", stall, "--seed", seed]
            chart, table, summary, _ = self.trace(program, *options, "--commands", "1..304",
                                                  "--to", 10**9)
            self.gsq("run", "p.gsq", *options, "--stats", "s.json")
            commands = json.loads((self.folder / "s.json").read_text())["commands"]
            self.assertEqual(len(commands), 304)
            origin = commands[0]["retire"] - len(chart[1]) + 1
            for number, command in enumerate(commands, 1):
                row, told = chart[number], table[number]
                letters |= set(row)
                with self.subTest(seed=seed, number=number, row=row):
                    for name in ["line", "issue", "retire", "bound"]:
                        self.assertEqual(told[name], command[name])
                    self.assertEqual(told["beats"], command["ub_beats"])
                    self.assertEqual(row.count("X") + row.count("x"), command["ub_beats"])
                    # One transfer, issue and retirement, and a state in every cycle between.
                    self.assertEqual((row.count("T"), row.count("I"), row.count("Z")), (1, 1, 1))
                    self.assertEqual(origin + row.index("I"), command["issue"])
                    self.assertEqual(len(row), command["retire"] - origin + 1)
                    accepted = origin + row.index("T")
                    states = row.replace(" ", "").partition("T")[2]
                    self.assertEqual(len(states), command["retire"] - accepted)
                    self.assertEqual(sum(map(str.islower, row)), told["waited"])
                    self.assertEqual(sum(map(int, re.findall(r": (\d+)", told["causes"]))),
                                     told["waited"])
            self.assertEqual(sum(summary.values()), sum(row["waited"] for row in table.values()))
        self.assertEqual(letters, set(" TtDdEeIi01cQqPpSsAaMmRrXxNBVozZ"))

    def test_cycles_that_are_shown(self):
        chart, _, _, lines = self.trace(PROGRAM, "--from", 10, "--to", 14)
        self.assertEqual(lines[0].index("|10"), 50)
        self.assertEqual(chart, {number: CHART[number - 1][8:13].rstrip()
                                 for number in range(2, 8)})  # #1 is gone
        chart, _, _, _ = self.trace(PROGRAM, "--commands", "6..7")
        self.assertEqual(list(chart.values()), [CHART[5].strip(), CHART[6][5:]])

    def test_what_is_cut_off_is_said(self):
        program = "get_spr ar\n" * 65 + ".expect ar 0\n" + "get_spr ar\n" * 300
        chart, _, _, lines = self.trace(program)
        self.assertEqual(list(chart), list(range(1, 61)))
        self.assertIn("commands 61 to 365 are not shown: --commands 61..365 shows them", lines)
        chart, _, _, lines = self.trace(program, "--commands", "2..365")
        self.assertEqual(max(map(len, chart.values())), 200)
        note = re.search(r"^cycles (\d+) to (\d+) are not shown: --from (\d+) .* --to (\d+) all$",
                         "\n".join(lines), re.MULTILINE)
        first, last, shows, end = map(int, note.groups())
        self.assertEqual((first, last), (shows, end))
        chart, _, _, lines = self.trace(program, "--commands", "2..365", "--to", end)
        self.assertEqual(list(chart), list(range(2, 366)))
        self.assertNotIn("not shown", "\n".join(lines))

    def test_a_terminal_is_not_overrun(self):
        (self.folder / "p.gsq").write_text("get_spr ar\n" * 60)
        outer, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 91, 0, 0))
        with subprocess.Popen(["timeout", "--foreground", "60", GSQ, "trace", "p.gsq"],
                              cwd=self.folder, stdout=inner) as process:
            os.close(inner)
            text = b""
            while b"agreed" not in text:
                text += os.read(outer, 65536)
            self.assertEqual(process.wait(60), 0)
        os.close(outer)
        lines = text.decode().replace("\r", "").split("\n")
        rows = lines[1:lines.index("")]
        self.assertEqual(max(map(len, rows)), 91)  # 41 of 64 cycles
        self.assertIn("cycles 43 to 65 are not shown: --from 43 shows the next, --to 65 all", lines)

    def test_picture(self):
        chart, _, _, _ = self.trace(PROGRAM, "--svg", "a.svg")
        self.trace(PROGRAM, "--svg", "b.svg")
        self.assertEqual((self.folder / "a.svg").read_bytes(), (self.folder / "b.svg").read_bytes())
        root = xml.etree.ElementTree.parse(self.folder / "a.svg").getroot()
        ns = {"": "http://www.w3.org/2000/svg"}
        rows, tips = {}, {}
        for box in root.findall("g", ns):
            rect, letter = box.find("rect", ns), box.find("text", ns).text[0]
            width = int(rect.get("width"))
            self.assertEqual(width % 12, 0)
            top = int(rect.get("y"))
            rows[top] = rows.get(top, "") + letter * (width // 12)
            tips.setdefault(top, []).append(box.find("title", ns).text)
        tops = sorted(rows)[:len(chart)]
        self.assertEqual([rows[top] for top in tops], [row.strip() for row in chart.values()])
        self.assertIn("cycles 8 to 14: waits in the memory queue: v1 from memory (#2)",
                      tips[tops[2]])

    def test_expectations_fail_as_in_a_run(self):
        (self.folder / "p.gsq").write_text(PROGRAM + ".expect ar 1\n")
        done = self.gsq("trace", "p.gsq", status=1)
        self.assertEqual(done.stderr, "p.gsq:9:1: error: expected AR 1, got 0\n")
        self.assertIn(CHART[0], done.stdout)

    def wrong(self, before, *options):
        """Trace of a program whose load reads a byte that the RTL's memory has got wrong, and the
        cycle of the mismatch."""
        (self.folder / "p.gsq").write_text(f"""\
{before}.ub 0x100 b32 fill 8 1
{PROGRAM}load_align v4, [0x400], norm
store_align [0x600], v4, m0, b32, norm
get_spr ar
""")
        done = self.gsq("trace", "p.gsq", "--plant-fault", "0x400", "--failures", "none", *options,
                        status=1)
        return done.stdout, int(re.search(r"^mismatch in cycle (\d+): ", done.stderr, re.M)[1])

    def test_a_mismatch_ends_the_chart_in_its_cycle(self):
        told, cycle = self.wrong("")
        lines = told.splitlines()
        rows = [line[50:] for line in lines[1:lines.index("")]]
        self.assertEqual(rows[:7], CHART)
        # The chart begins in cycle 2. The data of the load comes with the last cycle.
        self.assertEqual([(2 + len(row) - 1, row[-1]) for row in rows[7:]],
                         [(cycle, "B"), (cycle, "q"), (cycle, "o")])
        table = [line[50:].split() for line in lines if re.match(r" +\d+ +\d+ .* \d+  \S", line)]
        self.assertEqual([row[4] for row in table[-4:]], [str(cycle), "-", "-", "-"])
        self.assertIn("ended here with a mismatch", lines[-1])
        self.assertNotIn("agreed", told)

    def test_a_mismatch_in_other_formats(self):
        told, cycle = self.wrong("", "--format", "konata")
        self.assertEqual(re.findall(r"^R\t\d+\t\d+\t(.)$", told, re.M), ["0"] * 7 + ["1"] * 3)
        self.wrong("", "--format", "perfetto", "--output", "t.json", "--svg", "t.svg")
        events = json.loads((self.folder / "t.json").read_text())["traceEvents"]
        self.assertEqual(max(event["ts"] + event["dur"] for event in events if event["ph"] == "X"),
                         cycle + 1)
        xml.etree.ElementTree.parse(self.folder / "t.svg")

    def test_of_a_long_run_with_a_mismatch_the_end_is_shown(self):
        told, cycle = self.wrong("get_spr ar\n" * 500)
        rows = [line for line in told.splitlines() if re.match(r" +\d+ +\d+  ", line)]
        self.assertEqual(rows[-1].split()[0], "510")
        note = re.search(r"^cycles 2 to (\d+) are not shown: --from 2 shows the first", told, re.M)
        self.assertGreater(int(note[1]), cycle - 201)
        told, _ = self.wrong("get_spr ar\n" * 500, "--commands", "5..6")
        self.assertIn("\n    6     6  get_spr ar", told)

    def test_a_fault_that_is_not_planted(self):
        (self.folder / "p.gsq").write_text(PROGRAM)
        done = self.gsq("run", "p.gsq", "--plant-fault", "0xffc")
        self.assertRegex(done.stderr, r"^note: no command wrote .* 0xffc of --plant-fault, so nothing ")
        self.gsq("run", "p.gsq", "--plant-fault", "0xffc", "--backend", "golden", status=2)

    def test_bad_input(self):
        (self.folder / "p.gsq").write_text(PROGRAM)
        (self.folder / "q.gsq").write_text(".ub 0 b8 1\n")
        for arguments, said in [
                (["p.gsq", "--commands", "0..1"], "A..B"),
                (["p.gsq", "--commands", "3..2"], "A..B"),
                (["p.gsq", "--commands", "1..8"], "<= 7"), (["p.gsq", "--commands", "x"], "A..B"),
                (["p.gsq", "--commands", "1.."], "A..B"), (["p.gsq", "--from", "-1"], "--from"),
                (["p.gsq", "--from", "9", "--to", "8"], "from --from 9 on"),
                (["p.gsq", "--from", "900"], "in cycles 2 to 48"),
                (["p.gsq", "--from", "18446744073709551615"], "in cycles 2 to 48"),
                (["p.gsq", "--svg", "absent/c.svg"], "can be written"), (["q.gsq"], "found none"),
                (["absent.gsq"], "absent.gsq"), ([], "PROGRAM")]:
            with self.subTest(arguments):
                done = self.gsq("trace", *arguments, status=2)
                self.assertEqual(done.stdout, "")
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertIn(said, done.stderr)


if __name__ == "__main__":
    GSQ = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
