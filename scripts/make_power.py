#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Energy of a cycle of an RTL module: clock, registers, gates, wires and leakage, by block.

Usage: make_power.py [--top MODULE] [--config NAME] [--set Name=Value,…] [--lib NAME|FILE.lib]
                     [--clock NS] [--util PERCENT]

The layout of `make layout` is simulated as gates, with random inputs and with inputs that stay; the
energy of each edge is in the tables of the library. docs/power.md explains the figures. Results:
build/power/<key>/. It runs in build/layout-venv, which scripts/setup.sh layout makes.
"""
import sys
import time

import make_layout
import synth
import tasks
from synthesis.tools import Stop, shown


def main():
    args = make_layout.arguments(__doc__, "gsq_xbar").parse_args()
    what = " ".join(filter(None, (args.top, args.config, args.overrides, args.lib, args.clock,
                                  args.util)))
    times = tasks.Times("power")
    start = time.monotonic()
    try:
        synth.check(args.top, args.config, args.overrides, args.clock)
        make_layout.check(args.util)
        from layout.flow import UTILISATION
        from power import flow
        with tasks.Progress(f"power of {args.top}", times.of([what])) as progress:
            progress.begin(what)
            result, folder = flow.measure(
                args.top, args.config, args.overrides, args.lib,
                float(args.clock) if args.clock else None,
                float(args.util) if args.util else UTILISATION)
    except Stop as stop:
        print(f"power: {stop}", file=sys.stderr)
        return 2
    seconds = time.monotonic() - start
    if seconds > synth.STORED:
        times.add(what, seconds)
    print("\n".join(flow.lines(result)))
    print(f"all of it: {shown(folder)}/result.json")
    return 0


if __name__ == "__main__":
    tasks.main(main)
