#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gsq trace --format konata and perfetto: the published formats, and the same stages as the chart.

Usage: trace_export.py GSQ (of configuration tiny)
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCHEMA = pathlib.Path(__file__).with_name("trace_events.schema.json")
GSQ = ""
PROGRAMS = [["docs/start/trace/columns.gsq"], ["tb/programs/throughput.gsq"],
            ["tb/programs/vec_examples_tiny.gsq", "--stall", "40"]]
# Lines of a Kanata log, version 4, by their commands.
KANATA = {"C=": r"C=\t(\d+)", "C": r"C\t(\d+)", "I": r"I\t(\d+)\t(\d+)\t(\d+)",
          "L": r"L\t(\d+)\t([012])\t([^\t]*)", "S": r"S\t(\d+)\t(\d+)\t(\w+)",
          "E": r"E\t(\d+)\t(\d+)\t(\w+)", "R": r"R\t(\d+)\t(\d+)\t([01])",
          "W": r"W\t(\d+)\t(\d+)\t(\d+)"}
# Stage of each letter of the chart; a small letter waits.
STAGES = {"T": "T", "D": "D0", "E": "D1", "I": "I", "C": "C", "Q": "Q", "P": "P", "S": "S",
          "A": "A", "M": "M", "R": "R", "W": "X", "X": "X", "N": "X", "H": "X", "B": "V",
          "V": "V", "O": "Z", "Z": "Z", "0": "C0", "1": "C1", "2": "C2", "3": "C3"}


def gsq(*arguments, status=0):
    done = subprocess.run([GSQ, "trace", *map(str, arguments)], cwd=ROOT, timeout=120,
                          capture_output=True, text=True, check=False)
    if done.returncode != status:
        raise AssertionError(done.stdout + done.stderr)
    return done


def chart_of(arguments):
    """By command from 0: {cycle: letter}."""
    lines = gsq(*arguments, "--to", 100000, "--commands", f"1..{count_of(arguments)}").stdout
    rows = [line[50:] for line in lines.split("\n\n")[0].splitlines()]
    start = int(re.search(r"\|(\d+)", rows[0])[1]) - rows[0].index("|")
    return [{start + i: letter for i, letter in enumerate(row) if letter != " "}
            for row in rows[1:]]


def count_of(arguments):
    """Commands of a program: all lines but directives, comments and empty ones."""
    text = (ROOT / arguments[0]).read_text(encoding="utf-8")
    lines = (re.sub(r"[#;].*|//.*", "", line).strip() for line in text.splitlines())
    return sum(bool(line) and not line.startswith(".") for line in lines)


class Kanata:
    """A log, read as the format says: each command with its stages, waits and labels."""

    def __init__(self, text):
        lines = text.splitlines()
        assert lines[0] == "Kanata\t0004", lines[0]
        now = None
        self.stages = collections.defaultdict(list)  # by id: (name, first, one past the last)
        self.waits = collections.defaultdict(list)
        self.labels, self.arrows = {}, []
        open_stages, alive = {}, set()
        for line in lines[1:]:
            command = line.split("\t")[0]
            match = re.fullmatch(KANATA[command], line)
            assert match, line
            if command == "C=":
                now = int(match[1])
            elif command == "C":
                assert int(match[1]) > 0, line
                now += int(match[1])
            elif command == "I":
                assert int(match[1]) == len(self.labels), line
                alive.add(match[1])
                self.labels[int(match[1])] = ""
            else:
                assert match[1] in alive, f"{line} outside of the life of its command"
            if command == "L" and match[2] == "0":
                self.labels[int(match[1])] += match[3]
            elif command == "S":
                assert (match[1], match[2]) not in open_stages, line
                open_stages[match[1], match[2]] = (match[3], now)
            elif command == "E":
                name, first = open_stages.pop((match[1], match[2]))
                assert name == match[3] and first < now, line
                kind = self.stages if match[2] == "0" else self.waits
                kind[int(match[1])].append((name, first, now))
            elif command == "R":
                assert not any(key[0] == match[1] for key in open_stages), line
                alive.remove(match[1])
            elif command == "W":
                assert int(match[2]) in self.labels, line
                self.arrows.append((int(match[1]), int(match[2]), now))
        assert not alive and not open_stages


def stays_of(letters, of_letter):
    """Consecutive cycles with the same value of of_letter(letter), those without one left out."""
    stays = []
    for cycle, letter in sorted(letters.items()):
        name = of_letter(letter)
        if stays and stays[-1][0] == name and stays[-1][2] == cycle:
            stays[-1][2] = cycle + 1
        else:
            stays.append([name, cycle, cycle + 1])
    return [tuple(stay) for stay in stays if stay[0]]


class Export(unittest.TestCase):

    def test_konata(self):
        for arguments in PROGRAMS:
            with self.subTest(arguments):
                log = Kanata(gsq(*arguments, "--format", "konata").stdout)
                chart = chart_of(arguments)
                self.assertEqual(len(log.labels), len(chart))
                for number, letters in enumerate(chart):
                    self.assertEqual(log.stages[number],
                                     stays_of(letters, lambda letter: STAGES[letter.upper()]))
                    waited = sum(letter.islower() for letter in letters.values())
                    self.assertEqual(sum(end - first for _, first, end in log.waits[number]), waited)

    def test_konata_arrows(self):
        # In the table of the chart: #3 waits for v1 of #2, #4 for v2 of #3, #6 for v3 of #5.
        log = Kanata(gsq("docs/start/trace/columns.gsq", "--format", "konata").stdout)
        self.assertEqual([pair[:2] for pair in log.arrows], [(2, 1), (3, 2), (5, 4)])
        self.assertEqual(log.labels[2], "3: gather v2, [0x100], v1, m0, b32")

    def test_perfetto(self):
        schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
        for arguments in PROGRAMS:
            with self.subTest(arguments):
                trace = json.loads(gsq(*arguments, "--format", "perfetto").stdout)
                jsonschema.validate(trace, schema)
                events = trace["traceEvents"]
                chart = chart_of(arguments)
                commands = [event for event in events if event.get("cat") == "command"]
                self.assertEqual(len(commands), len(chart))
                for command, letters in zip(commands, chart):
                    first, end = command["ts"], command["ts"] + command["dur"]
                    self.assertEqual((first, end), (min(letters), max(letters) + 1))
                    inside = [event for event in events if event.get("tid") == command["tid"]
                              and first <= event.get("ts", -1) < end]
                    stages = [(event["name"], event["ts"], event["ts"] + event["dur"])
                              for event in inside if event["cat"] == "stage"]
                    self.assertEqual(stages,
                                     stays_of(letters, lambda letter: STAGES[letter.upper()]))
                    waited = sum(event["dur"] for event in inside if event["cat"] == "wait")
                    self.assertEqual(waited, sum(map(str.islower, letters.values())))

    def test_perfetto_slices_nest_and_counters_count(self):
        for arguments in PROGRAMS:
            with self.subTest(arguments):
                events = json.loads(gsq(*arguments, "--format", "perfetto").stdout)["traceEvents"]
                rows = collections.defaultdict(list)
                for event in events:
                    if event["ph"] == "X":
                        rows[event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
                for slices in rows.values():
                    outer = []
                    for first, end in sorted(slices, key=lambda each: (each[0], -each[1])):
                        while outer and outer[-1] <= first:
                            outer.pop()
                        self.assertFalse(outer and end > outer[-1], (first, end, outer))
                        outer.append(end)
                queue = [event for event in events
                         if event["ph"] == "C" and event["name"] == "memory queue"]
                chart = chart_of(arguments)
                for now, after in zip(queue, queue[1:]):
                    for cycle in (now["ts"], after["ts"] - 1):
                        there = sum(letters.get(cycle, " ") in "qQ" for letters in chart)
                        self.assertEqual(now["args"]["commands"], there, cycle)

    def test_files_and_bad_input(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "t.json")
            program = "docs/start/trace/columns.gsq"
            done = gsq(program, "--format", "perfetto", "--output", file)
            self.assertIn("RTL and golden model agreed on", done.stdout)
            self.assertIn(f"written       {file}", done.stdout)
            done = gsq(program, "--format", "perfetto")
            self.assertEqual(done.stdout, file.read_text(encoding="utf-8"))
            self.assertIn("RTL and golden model agreed on", done.stderr)
            for arguments, said in [(["--format", "vcd"], "konata"),
                                    (["--format", "konata", "--from", "3"], "--from"),
                                    (["--output", f"{folder}/absent/x"], "can be written")]:
                done = gsq(program, *arguments, status=2)
                self.assertEqual(done.stdout, "")
                self.assertIn(said, done.stderr)


if __name__ == "__main__":
    GSQ = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
