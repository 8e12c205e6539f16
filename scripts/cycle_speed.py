#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much faster the cycle model alone is than lockstep: processor time of pairs of runs.

Usage: cycle_speed.py CONFIG [--seconds N] [--gsq GSQ] [--page PAGE.md]

Runs the pattern files, every mix of random commands, and the examples of kernels that are built for
the configuration, with build/CONFIG/gsq in lockstep (or GSQ, another executable of the same
configuration) and with build/gsq, in turn, until each has taken N seconds (default 1). The time of a
run that is as short as can be is subtracted from each. Prints for each the cycles a second of both,
and how often the one is faster; --page writes the table into a page, between its markers.
"""
import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

import tasks

ROOT = tasks.ROOT
MIXES = ("all", "mask", "memory", "squeeze", "stream", "gather", "vec", "errors", "window")


def run(words):
    """Seconds of user time, and what it printed."""
    child = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, cwd=ROOT, text=True)
    text = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(map(str, words))}: exit status {child.returncode}")
    return usage.ru_utime, text


def cycles_of(text):
    found = re.search(r"simulated +(\d+) cycles|: (\d+) cycles|^cycles +(\d+)", text, re.M)
    return int(next(group for group in found.groups() if group))


class Side:
    """One of the two executables with a case: `long` and `short` are its command lines."""

    def __init__(self, long, short):
        self.long, self.short = long, short
        self.seconds, self.start, self.cycles, self.runs = 0.0, [], 0, 0

    def go(self):
        took, text = run(self.long)
        base, least = run(self.short)
        self.seconds += took
        self.start.append(base)
        self.cycles += cycles_of(text) - (cycles_of(least) if "cycles" in least else 0)
        self.runs += 1

    def rate(self):
        return self.cycles / max(self.seconds - self.runs * statistics.median(self.start), 1e-6)


def pair(lockstep, cycle, seconds):
    sides = [Side(*lockstep), Side(*cycle)]
    while any(side.seconds < seconds for side in sides):
        for side in sides:
            side.go()
    return [side.rate() for side in sides]


def cases(config, gsq):
    """(name, (command lines in lockstep), (command lines on the cycle model))"""
    file = ["--config", config if (ROOT / "configs" / f"{config}.json").exists()
            else ROOT / "build" / "configs" / f"{config}.json"]
    both = ([gsq], []), ([ROOT / "build" / "gsq"], file)
    for path in sorted((ROOT / "tb" / "patterns").glob("*.json")):
        name = str(path.relative_to(ROOT))
        # Many times over: a file takes milliseconds on the cycle model.
        yield name, *([[*gsq_, "perf", *[name] * count, "--width", "b32", *more]
                       for count in (often + 1, 1)]
                      for (gsq_, more), often in zip(both, (5, 50)))
    for mix in MIXES:
        yield f"random, mix {mix}", *([[*gsq_, "random", "--mix", mix, "--commands", count, *more]
                                       for count in (often, 250)]
                                      for (gsq_, more), often in zip(both, (5000, 50000)))
    examples = ROOT / "build" / ("examples" if config == "full" else f"{config}/examples")
    for path in sorted(examples.glob("*")):
        if path.is_file() and not path.suffix:
            yield f"kernel {path.name}", *([[path, "--backend", backend, "--repeat", count]
                                            for count in (often + 1, 1)]
                                           for backend, often in (("lockstep", 20), ("cycle", 200)))


def write_page(page, config, results):
    rows = ["| what runs | `lockstep` | `cycle` | times |", "|---|--:|--:|--:|"]
    rows += [f"| {row['name']} | {row['lockstep'] / 1000:.0f} | {row['cycle'] / 1000:.0f} | "
             f"{row['cycle'] / row['lockstep']:.0f} |" for row in results]
    begin, end = f"<!-- cycle_speed.py {config} -->\n", "<!-- end -->"
    before, rest = page.read_text(encoding="utf-8").split(begin)
    tasks.write(page, before + begin + "\n" + "\n".join(rows) + "\n\n" + end + rest.split(end, 1)[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("config")
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--gsq", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    options = parser.parse_args()
    config, seconds = options.config, options.seconds
    gsq = options.gsq or ROOT / "build" / config / "gsq"
    results = []
    print(f"{'thousand cycles a second':<34} {'lockstep':>10} {'cycle':>10} {'ratio':>8}")
    for name, lockstep, cycle in cases(config, gsq):
        rates = pair(lockstep, cycle, seconds)
        results.append({"name": name, "lockstep": rates[0], "cycle": rates[1]})
        print(f"{name:<34} {rates[0] / 1000:>10.1f} {rates[1] / 1000:>10.1f} "
              f"{rates[1] / rates[0]:>8.1f}", flush=True)
    least = min(results, key=lambda result: result["cycle"] / result["lockstep"])
    print(f"least: {least['cycle'] / least['lockstep']:.1f} ({least['name']})")
    if options.page:
        write_page(options.page, config, results)
    path = ROOT / "build" / "cycle_speed" / f"{config}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    tasks.write(path, json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    tasks.main(main)
