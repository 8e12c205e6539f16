# SPDX-License-Identifier: Apache-2.0
"""Cycles of all examples and their bounds: tables and a plot of docs/evaluate/performance.md.

Runs the examples of configuration full in lockstep, those that calculate also with lane operations on the cycle
model; build them first (target examples). --check: exit status 1 when the table or the figures in the drawing are not those of the runs.
"""
import concurrent.futures
import pathlib
import sys

from scripts.core import regions, tasks, vega
from scripts.run import examples

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "evaluate" / "performance.md"
PLOT = ROOT / "docs" / "evaluate" / "performance" / "examples.svg"
LANE_OPS = ("--set", "LaneOps=1")
COLUMNS = ("commands", "operations", "drains", "bank_cycles", "bound", "cycles", "percent")

# Okabe and Ito: for colour-blind readers; the markers are for print without colour.
BLACK, BLUE, ORANGE = "#000000", "#0072B2", "#D55E00"
BOUND, CYCLES, CALCULATES = "bound", "cycles", "cycles, with operations of the processor"


def measured(names, backend, *options):
    """Figures of each example, by name."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        runs = list(pool.map(lambda name: examples.measure(name, backend, *options), names))
    for name, (_, wrong) in zip(names, runs):
        if wrong:
            sys.exit(f"examples page: {name}: {wrong}")
    return {name: figures for name, (figures, _) in zip(names, runs)}


def page(rows):
    yield from [
        "All [examples](../kernels/api.md#examples) on configuration `full`, RTL and golden model in"
        " lockstep. Written by",
        "`scripts/pages/examples_page.py`. *Bound*: the larger of the commands, of which one issues in a"
        " cycle, and the cycles with",
        "a bank access. *Operations* of the processor around the unit are not timed, but they run"
        " on the idle unit: each",
        "*drain* costs the time from the last issue to its answer, and the start after it."
        " [Kernels that",
        "calculate](#kernels-that-calculate) says how to need few of them.", "",
        "![Cycles of the examples and their bounds](performance/examples.svg)", "",
        "| example | commands | operations | drains | bank cycles | bound | cycles"
        " | bound / cycles |",
        "|---|---:|---:|---:|---:|---:|---:|---:|"]
    for name, figures in rows.items():
        shown = " | ".join(figures[column] for column in COLUMNS)
        yield f"| {name} | {shown} % |"


def calculating(rows, with_lanes):
    """The table of the examples that calculate: without lane operations, and with them."""
    yield from [
        "The examples that calculate, on `full` with [LaneOps](../reference/parameters.md) 0, and with 1 on the"
        " cycle model. Written by",
        "`scripts/pages/examples_page.py`. With lane operations the unit does what it can of the calculations,"
        " so its cycles are those of",
        "the whole kernel where no *operations* are left: those are not timed on either side.", "",
        "| example | operations | drains | cycles | with LaneOps: commands | operations | drains | cycles | bound | "
        "cycles / bound |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for name, lanes in with_lanes.items():
        plain = [rows[name][column] for column in ("operations", "drains", "cycles")]
        shown = [lanes[column] for column in ("commands", "operations", "drains", "cycles", "bound")]
        yield (f"| {' | '.join([name, *plain, *shown])} | "
               f"{int(lanes['cycles']) / int(lanes['bound']):.2f} |")


def data(rows):
    """What the drawing shows, in one line."""
    return "; ".join(f"{name}: bound {figures['bound']}, cycles {figures['cycles']}"
                     for name, figures in rows.items())


def drawing(rows):
    """The specification of the drawing: a line from the bound to the cycles of each example."""
    values = [{"name": name, "bound": int(figures["bound"]), "cycles": int(figures["cycles"]),
               "percent": f"{float(figures['percent']):.0f} %",
               "kind": CALCULATES if figures["operations"] != "-" else CYCLES}
              for name, figures in rows.items()]
    names = sorted(rows, key=lambda name: -float(rows[name]["percent"]))
    last = 2.5 * max(value["cycles"] for value in values)
    place = {"y": {"field": "name", "type": "nominal", "sort": names, "title": None,
                   "axis": {"labelLimit": 0}}}

    def at(field):
        return {"field": field, "type": "quantitative", "title": "cycles on full",
                "scale": {"type": "log", "domainMin": 2, "domainMax": last, "nice": False}}

    look = {"field": "kind", "type": "nominal", "title": None,
            "legend": {"orient": "bottom", "labelLimit": 0}, "scale": {
        "domain": [BOUND, CYCLES, CALCULATES], "range": [BLACK, BLUE, ORANGE]}}
    shape = {**look, "scale": {"domain": [BOUND, CYCLES, CALCULATES], "range": ["stroke", "circle", "square"]}}
    return {"data": {"values": values}, "description": data(rows), "width": 480, "height": {"step": 18},
            "config": {"font": "sans-serif"}, "layer": [
                {"mark": {"type": "rule", "strokeWidth": 2}, "encoding": {
                    **place, "x": at("bound"), "x2": {"field": "cycles"}, "color": look}},
                {"transform": [{"calculate": f"'{BOUND}'", "as": "kind"}],
                 "mark": {"type": "point", "angle": 90, "size": 80, "strokeWidth": 2},
                 "encoding": {**place, "x": at("bound"), "color": look, "shape": shape}},
                {"mark": {"type": "point", "filled": True, "size": 50, "opacity": 1},
                 "encoding": {**place, "x": at("cycles"), "color": look, "shape": shape}},
                {"mark": {"type": "text", "align": "left", "dx": 8, "fontSize": 9},
                 "encoding": {**place, "x": at("cycles"), "text": {"field": "percent"}}}]}


def main():
    check = tasks.check_asked(__doc__)
    rows = measured(examples.names(), "lockstep")
    with_lanes = measured([name for name in rows if rows[name]["operations"] != "-"], "cycle", *LANE_OPS)
    text = regions.replaced(PAGE, PAGE.read_text(encoding="utf-8"), "examples", page(rows))
    text = regions.replaced(PAGE, text, "calculating", calculating(rows, with_lanes))
    wrong = regions.update({PAGE: text}, "examples-page", check)
    if not check:
        PLOT.parent.mkdir(exist_ok=True)
        made, = vega.svg({"examples": drawing(rows)}).values()
        # Vega leaves the description out of an SVG.
        tasks.write(PLOT, made.replace(">", f"><desc>{data(rows)}</desc>", 1) + "\n")
    elif data(rows) not in PLOT.read_text(encoding="utf-8"):
        sys.exit(f"{PLOT.relative_to(ROOT)} is not what scripts/pages/examples_page.py writes now")
    return wrong
