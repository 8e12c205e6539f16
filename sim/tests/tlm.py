#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The TLM-2.0 targets beside the RTL: cycles and speed.

Usage: tlm.py GSQ EXAMPLE CONFIG RATIO PROGRAM...

Every program runs in lockstep (GSQ) and on the platform of examples/tlm (EXAMPLE), approximately and
loosely timed. From the first command to the last response between two points at which the program
waits, all three must take the same number of cycles. Then the first program runs over and over, and
the loosely timed platform must need at most 1/RATIO of the processor time of lockstep.
"""
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import unittest

GSQ, EXAMPLE, CONFIG, RATIO, *PROGRAMS = sys.argv[1:]
TO_ISSUE = 3  # cycles from the transfer of a command to its issue in a resting unit


def run(*command):
    """Output and processor time, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False,
                          timeout=250)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise AssertionError(f"{command}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout, (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def platform_batches(timing, program):
    """Of every batch the number of commands, and its cycles."""
    said, _ = run(EXAMPLE, timing, CONFIG, program, 1)
    return [(int(commands), int(cycles)) for commands, cycles
            in re.findall(r"(\d+) commands answered after (\d+) cycles", said)]


def lockstep_batches(program, sizes, folder):
    """The same in lockstep, for batches of these sizes."""
    stats = pathlib.Path(folder, "stats.json")
    run(GSQ, "run", program, "--stats", stats)
    commands = json.loads(stats.read_text(encoding="utf-8"))["commands"]
    assert sum(sizes) == len(commands), (sizes, len(commands))
    found = []
    for size in sizes:
        batch, commands = commands[:size], commands[size:]
        transferred = batch[0]["issue"] - TO_ISSUE
        # A single response is there when the interrupt says so; its read takes one cycle more.
        found.append((size, batch[-1]["retire"] - transferred + (2 if size == 1 else 1)))
    return found


class Tlm(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_cycles_are_those_of_lockstep(self):
        for program in PROGRAMS:
            with self.subTest(program=program):
                approximate = platform_batches("approximate", program)
                sizes = [size for size, _ in approximate]
                self.assertEqual(approximate, lockstep_batches(program, sizes, self.folder))
                self.assertEqual(approximate, platform_batches("loose", program))

    def test_speed(self):
        text = pathlib.Path(PROGRAMS[0]).read_text(encoding="utf-8")
        times = {"lockstep": (20, 520), "loose": (1000, 21000)}
        ratios = []
        for _ in range(3):  # other load on the machine changes the ratio
            seconds = {}
            for name, (few, many) in times.items():
                spent = []
                for count in (few, many):  # the difference leaves out what comes once
                    if name == "loose":
                        command = (EXAMPLE, "loose", CONFIG, PROGRAMS[0], count)
                    else:
                        program = pathlib.Path(self.folder, "many.gsq")
                        program.write_text(text * count, encoding="utf-8")
                        command = (GSQ, "run", program)
                    spent.append(run(*command)[1])
                seconds[name] = (spent[1] - spent[0]) / (many - few)
            ratios.append(seconds["lockstep"] / seconds["loose"])
            print(f"lockstep {1e6 * seconds['lockstep']:.1f} us, loosely timed "
                  f"{1e6 * seconds['loose']:.1f} us of processor time for one run: "
                  f"{ratios[-1]:.0f} times as fast")
        self.assertGreaterEqual(max(ratios), float(RATIO))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
