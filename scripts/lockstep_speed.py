#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Speed of lockstep in two builds: cycles in a second of processor time, from pairs of runs.

Usage: lockstep_speed.py CONFIG… [--pairs N] [--first PATH] [--second PATH]

In PATH a {} stands for the configuration; without them build/{}/gsq and build/pgo/{}/gsq, that is
without and with profile-guided optimisation. The runs of a pair follow each other, and every second
pair begins with the other build, so that load of the machine affects both. The seconds of a run
that does almost nothing are subtracted. Prints medians. The RTL alone in two builds: sim_speed.py.
"""
import argparse
import statistics
import sys

import cycle_speed
import tasks

PATTERNS = tasks.ROOT / "tb" / "patterns"
# (name, words of the run, words of the one that does almost nothing). The seeds are others than
# those of the training.
RUNS = (
    ("random commands", ("random", "--seed", "5", "--commands", "{}"),
     ("random", "--seed", "5", "--commands", "1")),
    ("`workloads.json`", ("perf", *4 * (PATTERNS / "workloads.json",), "--width", "b32"),
     ("perf", PATTERNS / "workloads.json", "--width", "b32", "--commands-max", "1")),
)
COMMANDS = {"tiny": 60000, "small": 30000}  # of random; of others:
FEWER = 15000


def rate(gsq, long, short):
    """Cycles a second of user time."""
    (took, text), (least, little) = (
        cycle_speed.run([gsq, *words, "--failures", "none"]) for words in (long, short))
    return ((cycle_speed.cycles_of(text) - cycle_speed.cycles_of(little))
            / max(took - least, 1e-6))


def measure(config, programs, pairs):
    """For each kind of run: its name, the median rates of both builds, and that of their ratios."""
    for name, long, short in RUNS:
        words = [str(word).format(COMMANDS.get(config, FEWER)) for word in long]
        rates = []
        for number in range(pairs):
            order = (0, 1) if number % 2 == 0 else (1, 0)
            pair = {side: rate(programs[side], words, short) for side in order}
            rates.append((pair[0], pair[1]))
        first, second = (statistics.median(column) for column in zip(*rates))
        yield name, first, second, statistics.median(b / a for a, b in rates)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("configs", nargs="+")
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("--first", default="build/{}/gsq")
    parser.add_argument("--second", default="build/pgo/{}/gsq")
    options = parser.parse_args()
    for config in options.configs:
        programs = [tasks.ROOT / path.format(config) for path in (options.first, options.second)]
        for path in programs:
            if not path.exists():
                sys.exit(f"there is no {path}; expected an executable: scripts/build.sh "
                         f"gsq-{config} gsq-pgo-{config}")
        for name, first, second, ratio in measure(config, programs, options.pairs):
            print(f"| `{config}` | {name} | {first / 1000:.0f} | {second / 1000:.0f} | "
                  f"{ratio:.2f} |", flush=True)


if __name__ == "__main__":
    tasks.main(main)
