#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/layout_peers.md: how crossbars grow with their wires, those of others beside ours.

Usage: layout_peers.py FOLDER [SIZE…]

FOLDER has the sources of the others, see docs/area_peers.md. It runs in build/layout-venv, as
`make layout-table PEERS=FOLDER` does; stored layouts are used. With sizes it lays out only these,
and writes no page.
"""
import argparse
import sys

import area_peers
import tasks
from area_tables import CLOCK, extra_source
from layout import flow
from layout.tools import ROOT, Stop

PAGE = ROOT / "docs" / "layout_peers.md"
SIZES = (8, 16, 32)
LARGE = 32      # from here on without the last crossbar: each takes half an hour

HEAD = f"""# Crossbars and their wires

Written by `make layout-table PEERS=FOLDER`, where FOLDER has the [sources of the others](area_peers.md), which also says what is
compared; how to read the figures: [layout](layout.md). osu018, mapped for {CLOCK:g} ns, the hierarchy dissolved, rows filled to
{flow.UTILISATION} % before buffering. The registers that stand for the banks and for what takes the words are part of each
layout, and are the same in all. At {LARGE} x {LARGE} gsq is laid out only with coalescing. "of LIC" is the figure
divided by that of the logarithmic interconnect of the same size.

| slots x banks | crossbar | cells | die, mm² | of LIC | wires, mm | um a net | tiles above 70 % | clock without wires, ns | with wires, ns | of LIC |
|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""

GROWTH = """
## Growth

What a crossbar of the size takes, divided by what it takes at half of the size: twice as many slots and banks are four times
as many crossings.

| slots x banks | crossbar | die | wires | um a net | clock with wires |
|---:|---|---:|---:|---:|---:|"""


def rows(size, results):
    """Lines of the crossbars of a size, [(name, result)], the first of which is the LIC."""
    base = results[0][1]
    for name, item in results:
        wires = item["wires"]
        yield (f"| {size} x {size} | {name} | {item['cells']} | {item['die']['mm2']:.3f} | "
               f"{item['die']['mm2'] / base['die']['mm2']:.2f} | {wires['mm']:.0f} | "
               f"{wires['mean_um']:.0f} | {100 * item['congestion']['full']:.1f} % | "
               f"{item['free_ns']:.2f} | {item['wired_ns']:.2f} | "
               f"{item['wired_ns'] / base['wired_ns']:.2f} |")


def growth(size, results, half):
    """Lines of a size beside half of it."""
    for (name, item), (_, other) in zip(results, half):
        yield f"| {size} x {size} | {name} | " + " | ".join(f"{one / two:.2f}" for one, two in (
            (item["die"]["mm2"], other["die"]["mm2"]), (item["wires"]["mm"], other["wires"]["mm"]),
            (item["wires"]["mean_um"], other["wires"]["mean_um"]),
            (item["wired_ns"], other["wired_ns"]))) + " |"


def page(found):
    """The page of {size: [(name, result)]}."""
    yield HEAD
    for size, results in found.items():
        yield from rows(size, results)
    yield GROWTH
    for size, results in found.items():
        if size // 2 in found:
            yield from growth(size, results, found[size // 2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder")
    parser.add_argument("sizes", nargs="*", type=int)
    args = parser.parse_args()
    found = {}
    try:
        files, _ = area_peers.sources(args.folder, extra_source)
        for size in args.sizes or SIZES:
            found[size] = [(name, flow.lay_out(top, "", f"Slots={size},{parameters}", clock=CLOCK,
                                               extra=files, flat=True)[0])
                           for name, top, parameters in
                           area_peers.CROSSBARS[:-1 if size >= LARGE else None]]
            print("\n".join(rows(size, found[size])), flush=True)
    except Stop as stop:
        print(f"layout: {stop}", file=sys.stderr)
        return 2
    if not args.sizes:
        tasks.write(PAGE, "\n".join(page(found)) + "\n")
        print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    tasks.main(main)
