# SPDX-License-Identifier: Apache-2.0
"""Writes docs/layout_peers.md: how crossbars grow with their wires, those of others beside ours.

Usage: python3 -m scripts layout-peers FOLDER [--keep] [SIZE…]

FOLDER has the sources of the others, see docs/area_peers.md.  Figures are kept in layout_peers.json, as the large crossbars
take hours: only those are laid out whose sources or flow have changed since. With sizes it lays out
only these, and writes no page. --keep: figures that are kept are taken as they are, and the page marks
those whose sources have changed.
"""
import argparse
import json
import math
import pathlib
import sys

from scripts.core import runner, tasks
from scripts.flow import area_peers
from scripts.flow.area_tables import CLOCK, extra_source
from scripts.flow.layout import flow
from scripts.flow.layout.tools import ROOT, Stop

PAGE = ROOT / "docs" / "layout_peers.md"
OWN = "gsq_peers_own"
KEPT = pathlib.Path(__file__).with_suffix(".json")
# What a layout depends on, beside the RTL
SOURCES = ("scripts/flow/synthesis", "scripts/flow/layout", "pyproject.toml",
           "pyproject.toml")
SIZES = (8, 16, 32)     # of the law,
LARGE = 64              # and for which it is made
# What is laid out of each size. Left out are those that take more than half an hour each.
POINTS = {8: area_peers.CROSSBARS, 16: area_peers.CROSSBARS, 32: area_peers.CROSSBARS[:-1],
          LARGE: area_peers.CROSSBARS[1:-1]}

HEAD = f"""# Crossbars and their wires

Written by `make layout-table PEERS=FOLDER`, where FOLDER has the [sources of the others](area_peers.md), which also says what is
compared; how to read the figures: [layout](layout.md). osu018, mapped for {CLOCK:g} ns, the hierarchy dissolved, rows filled to
{flow.UTILISATION} % before buffering. The registers that stand for the banks and for what takes the words are part of each
layout, and are the same in all. From {SIZES[-1]} x {SIZES[-1]} on gsq is laid out only with coalescing, and at {LARGE} x {LARGE} LIC is not:
it has the most cells by far, and a full crossbar of that size takes more than an hour of synthesis, placement and rounds of
buffers. "of LIC" is the figure divided by that of the logarithmic interconnect of the same size.

| slots x banks | crossbar | cells | die, mm² | of LIC | wires, mm | um a net | tiles above 70 % | clock without wires, ns | with wires, ns | of LIC |
|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""

GROWTH = """
## Growth

What a crossbar of the size takes, divided by what it takes at half of the size: twice as many slots and banks are four times
as many crossings.

| slots x banks | crossbar | die | wires | um a net | clock with wires |
|---:|---|---:|---:|---:|---:|"""

LAW = f"""
## {LARGE} x {LARGE}, extrapolated

By a law, for those that are not laid out: c · slots^k, with the least squares of relative errors over {SIZES[0]} x {SIZES[0]} to
{SIZES[-1]} x {SIZES[-1]}. How far it may be off: what it says of {SIZES[-1]} x {SIZES[-1]}, made from the smaller sizes only, against the layout
of that size; and the law against a layout of {LARGE} x {LARGE}, where there is one. Gates are mapped for {CLOCK:g} ns, so crossbars
that are faster than that are not made faster: their clock grows by more than wires, until it is that long.

| crossbar | figure | k | law, {SIZES[-1]} x {SIZES[-1]} from smaller ones | law, {LARGE} x {LARGE} | laid out, {LARGE} x {LARGE} |
|---|---|---:|---:|---:|---:|"""

OLDER = " (1)"
# What the law is made for: name, where it is in a result, digits
FIGURES = (("cells", lambda item: item["cells"], 0), ("die, mm²", lambda item: item["die"]["mm2"], 1),
           ("wires, mm", lambda item: item["wires"]["mm"], 0),
           ("clock with wires, ns", lambda item: item["wired_ns"], 2))


def rows(size, results):
    """Lines of the crossbars of a size, [(name, result)]."""
    base = dict(results).get(area_peers.CROSSBARS[0][0])

    def part(item, figure):
        return f"{figure(item) / figure(base):.2f}" if base else "–"

    for name, item in results:
        wires = item["wires"]
        mark = OLDER if item.get("older") else ""
        yield (f"| {size} x {size} | {name}{mark} | {item['cells']} | {item['die']['mm2']:.3f} | "
               f"{part(item, lambda one: one['die']['mm2'])} | {wires['mm']:.0f} | "
               f"{wires['mean_um']:.0f} | {100 * item['congestion']['full']:.1f} % | "
               f"{item['free_ns']:.2f} | {item['wired_ns']:.2f} | "
               f"{part(item, lambda one: one['wired_ns'])} |")


def growth(size, results, half):
    """Lines of a size beside half of it."""
    for name, item in results:
        other = dict(half)[name]
        yield f"| {size} x {size} | {name} | " + " | ".join(f"{one / two:.2f}" for one, two in (
            (item["die"]["mm2"], other["die"]["mm2"]), (item["wires"]["mm"], other["wires"]["mm"]),
            (item["wires"]["mean_um"], other["wires"]["mean_um"]),
            (item["wired_ns"], other["wired_ns"]))) + " |"


def law(points):
    """(c, k) of c · size^k with the least squares of relative errors, for {size: value}."""
    logs = [(math.log(size), math.log(value)) for size, value in points.items()]
    x, y = (sum(values) / len(logs) for values in zip(*logs))
    power = (sum((one - x) * (two - y) for one, two in logs)
             / sum((one - x) ** 2 for one, _ in logs))
    return math.exp(y - power * x), power


def off(made, real):
    return f"{round(100 * (made / real - 1)):+d} %"


def extrapolated(found):
    """Lines of the law."""
    last = SIZES[-1]
    for name, _ in found[last]:
        for figure, value, digits in FIGURES:
            points = {size: value(dict(results)[name]) for size, results in found.items()
                      if name in dict(results)}
            if not points.keys() >= set(SIZES):
                continue
            known = {size: points[size] for size in SIZES}
            factor, power = law(known)
            small, less = law({size: known[size] for size in SIZES[:-1]})
            made, real = factor * LARGE ** power, points.get(LARGE)
            yield (f"| {name} | {figure} | {power:.2f} | "
                   f"{off(small * last ** less, known[last])} | {made:.{digits}f} | "
                   + (f"{real:.{digits}f} ({off(made, real)}) |" if real else "– |"))


def laid_out(size, top, parameters, files, commits, keep=False):
    """The figures of a crossbar, kept or from its layout. "older": its sources have changed since."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    name = f"{top} Slots={size},{parameters}"
    key = (runner.key([name, CLOCK, flow.UTILISATION, area_peers.GSQ], ["rtl/xbar", *SOURCES])
           if top == OWN else
           runner.key([name, CLOCK, flow.UTILISATION, area_peers.PULP, area_peers.FILES, commits],
                      SOURCES))
    if name in kept and keep:
        return {**kept[name], "older": kept[name]["key"] != key}
    if kept.get(name, {}).get("key") != key:
        result, _ = flow.lay_out(top, "", f"Slots={size},{parameters}", clock=CLOCK, extra=files,
                                 flat=True)
        kept[name] = {"key": key, "cells": result["cells"], "die": {"mm2": result["die"]["mm2"]},
                      "wires": {of: result["wires"][of] for of in ("mm", "mean_um")},
                      "congestion": {"full": result["congestion"]["full"]},
                      "free_ns": result["free_ns"], "wired_ns": result["wired_ns"]}
        tasks.write(KEPT, json.dumps(dict(sorted(kept.items())), indent=1) + "\n")
    return kept[name]


def page(found):
    """The page of {size: [(name, result)]}."""
    yield HEAD
    for size, results in found.items():
        yield from rows(size, results)
    if any(item.get("older") for results in found.values() for _, item in results):
        yield f"\n{OLDER.strip()} laid out before the last changes of its sources."
    yield GROWTH
    for size, results in found.items():
        if size // 2 in found:
            yield from growth(size, results, found[size // 2])
    yield LAW
    yield from extrapolated(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder")
    parser.add_argument("sizes", nargs="*", type=int)
    parser.add_argument("--keep", action="store_true")
    args = parser.parse_args()
    found = {}
    try:
        files, commits = area_peers.sources(args.folder, extra_source)
        for size in args.sizes or POINTS:
            found[size] = [(name, laid_out(size, top, parameters, files, commits, args.keep))
                           for name, top, parameters in POINTS.get(size, area_peers.CROSSBARS)]
            print("\n".join(rows(size, found[size])), flush=True)
    except Stop as stop:
        print(f"layout: {stop}", file=sys.stderr)
        return 2
    if not args.sizes:
        tasks.write(PAGE, "\n".join(page(found)) + "\n")
        print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0
