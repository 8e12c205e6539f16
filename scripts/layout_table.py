#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/layout_table.md: layouts of blocks, and estimated beside routed wires.

It runs in build/layout-venv, as `make layout-table` does. Stored layouts are used; all of them take
about half an hour on two cores.
"""
import sys
import time

import synth
import tasks
from layout import flow
from layout.tools import ROOT, Stop

PAGE = ROOT / "docs" / "layout_table.md"
ROUTED_UTIL = 50    # a router needs more room than an estimate
ROUTED = (("gsq_compact", "", "Lanes=8"), ("gsq_window_queues", "", "Slots=8,Banks=8"),
          ("gsq_mask_regs", "", "VlenBytes=32"))
PLACED = (("gsq_compact", "", "Lanes=32"),
          ("gsq_xbar", "", "Slots=8,Banks=8,LocalWords=8"),
          ("gsq_xbar", "", "Slots=16,Banks=16,LocalWords=16"), ("gsq_core", "tiny", ""),
          ("gsq_core", "small", ""))
LIB = "osu018"


def name(top, config, overrides):
    return f"`{top}` {' '.join(filter(None, (config, overrides.replace(',', ' '))))}".strip()


def timed():
    """[(name, result, seconds that it took when it was computed last)] of layouts."""
    times, found = tasks.Times("layout"), []
    for item in PLACED:
        what, start = " ".join(filter(None, (*item, LIB))), time.monotonic()
        result, _ = flow.lay_out(*item, LIB)
        if time.monotonic() - start > synth.STORED:
            times.add(what, time.monotonic() - start)
        found.append((name(*item), result, times.of([what])[what]))
    return found


def page(placed, routed):
    """The page of [(name, result, seconds)] of layouts, and [(name, result)] of those that were
    routed."""
    yield "# Layouts of blocks"
    yield ""
    yield ("Written by `make layout-table`; how to read the figures: [layout](layout.md). "
           f"{LIB}, mapped for the default clock, rows filled to {flow.UTILISATION} % before "
           "buffering. The last column: minutes that the layout took when it was last computed "
           "here, with the synthesis unless that was stored; a dash if it never was.")
    yield ""
    yield ("| block | cells | die, mm² | wires, mm | um a net | tiles above 70 % | clock without "
           "wires, ns | placed, with wires, ns | with / without | placed, wires ignored, ns | min |")
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    for what, item, seconds in placed:
        wires = item["wires"]
        yield (f"| {what} | {item['cells']} | {item['die']['mm2']:.3f} | {wires['mm']:.1f} | "
               f"{wires['mean_um']:.0f} | {100 * item['congestion']['full']:.1f} % | "
               f"{item['free_ns']:.2f} | {item['wired_ns']:.2f} | "
               f"{item['wired_ns'] / item['free_ns']:.2f} | {item['bare_ns']:.2f} | "
               f"{f'{seconds / 60:.1f}' if seconds else '–'} |")
    yield ""
    yield "## Estimated and routed wires"
    yield ""
    yield (f"qrouter routed these in detail, with rows filled to {ROUTED_UTIL} %. The correlation "
           "is that of the lengths of single nets.")
    yield ""
    yield "| block | cells | nets | not routed | routed, mm | estimated, mm | | correlation |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for what, item in routed:
        wire = item["route"]
        yield (f"| {what} | {item['cells']} | {wire['nets']} | {wire['failed']} | "
               f"{wire['routed_mm']:.2f} | {wire['estimated_mm']:.2f} | "
               f"{100 * (wire['estimated_mm'] / wire['routed_mm'] - 1):+.1f} % | "
               f"{wire['correlation']:.4f} |")


def main():
    try:
        found = timed(), [(name(*item), flow.lay_out(*item, LIB, utilisation=ROUTED_UTIL,
                                                     routed=True)[0]) for item in ROUTED]
    except Stop as stop:
        print(f"layout: {stop}", file=sys.stderr)
        return 2
    tasks.write(PAGE, "\n".join(page(*found)) + "\n")
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    tasks.main(main)
