#!/usr/bin/env python3
"""Simulated cycles a second, in lockstep and of the RTL alone, from pairs of runs.

Usage: sim_speed.py CONFIG [PAIRS]

Each pair replays patterns of tb/patterns/ with build/CONFIG/gsq on both backends, one after the
other, so that other load on the machine affects both. Prints the pairs and the medians.
"""
import pathlib
import re
import statistics
import subprocess
import sys

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
    print("thousand cycles a second   lockstep        RTL      ratio")
    for name, files in RUNS:
        rates = [[rate(gsq, files, backend) for backend in ("lockstep", "rtl")]
                 for _ in range(pairs)]
        rows = [(f"{name} {i}", *pair) for i, pair in enumerate(rates, 1)]
        medians = [statistics.median(column) for column in zip(*rates)]
        ratio = statistics.median(rtl / lockstep for lockstep, rtl in rates)
        for label, lockstep, rtl in rows:
            print(f"{label:<24} {lockstep:>10.1f} {rtl:>10.1f} {rtl / lockstep:>10.2f}")
        print(f"{name + ', medians':<24} {medians[0]:>10.1f} {medians[1]:>10.1f} {ratio:>10.2f}")


if __name__ == "__main__":
    main()
