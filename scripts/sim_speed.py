#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Simulated cycles a second, from pairs of runs: in lockstep and of the RTL alone, or of two builds.

Usage: sim_speed.py CONFIG [PAIRS [OTHER]]

Each pair replays patterns of tb/patterns/ with build/CONFIG/gsq on both backends, one after the
other, so that other load on the machine affects both. With OTHER, the executable of another build, a
pair is the RTL alone in that one and in build/CONFIG/gsq. Prints the pairs and the medians.
"""
import pathlib
import re
import statistics
import subprocess
import sys

import tasks

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNS = [("limits", ["tb/patterns/limits.json"]), ("workloads", ["tb/patterns/workloads.json"])]


def rate(gsq, files, backend):
    """Cycles a second of one run, in thousands."""
    done = subprocess.run([gsq, "perf", *files, "--width", "b32", "--backend", backend], cwd=ROOT,
                          capture_output=True, text=True, timeout=600, check=True)
    return int(re.search(r"(\d+) a second", done.stdout)[1]) / 1000


def main():
    gsq = str(ROOT / "build" / sys.argv[1] / "gsq")
    pairs = int(sys.argv[2]) if sys.argv[2:] else 5
    runs = [(gsq, "lockstep"), (gsq, "rtl")]
    head = ["lockstep", "RTL"]
    if sys.argv[3:]:
        runs = [(sys.argv[3], "rtl"), (gsq, "rtl")]
        head = ["other", "this"]
    print(f"thousand cycles a second {head[0]:>10} {head[1]:>10} {'ratio':>10}")
    for name, files in RUNS:
        rates = [[rate(program, files, backend) for program, backend in runs]
                 for _ in range(pairs)]
        rows = [(f"{name} {i}", *pair) for i, pair in enumerate(rates, 1)]
        medians = [statistics.median(column) for column in zip(*rates)]
        ratio = statistics.median(second / first for first, second in rates)
        for label, first, second in rows:
            print(f"{label:<24} {first:>10.1f} {second:>10.1f} {second / first:>10.2f}")
        print(f"{name + ', medians':<24} {medians[0]:>10.1f} {medians[1]:>10.1f} {ratio:>10.2f}")


if __name__ == "__main__":
    tasks.main(main)
