# SPDX-License-Identifier: Apache-2.0
"""Cycles of all examples and their bounds: a table and a plot of docs/evaluate/performance.md.

Usage: python3 -m scripts examples-page [--check]

Runs the examples of configuration full in lockstep; build them first (target examples). Drawing
needs matplotlib, checking does not (scripts/setup.sh examples; Debian's /usr/bin/python3). --check:
exit status 1 when the table or the figures in the drawing are not those of the runs.
"""
import concurrent.futures
import io
import pathlib
import sys

from scripts.core import regions, tasks
from scripts.run import examples

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "evaluate" / "performance.md"
PLOT = ROOT / "docs" / "evaluate" / "performance" / "examples.svg"
COLUMNS = ("commands", "operations", "drains", "bank_cycles", "bound", "cycles", "percent")

# Okabe and Ito: for colour-blind readers; the markers are for print without colour.
BLACK, BLUE, ORANGE = "#000000", "#0072B2", "#D55E00"


def measured():
    """Figures of each example, by name."""
    names = examples.names()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        runs = list(pool.map(lambda name: examples.measure(name, "lockstep"), names))
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


def data(rows):
    """What the drawing shows, in one line."""
    return "; ".join(f"{name}: bound {figures['bound']}, cycles {figures['cycles']}"
                     for name, figures in rows.items())


def draw(rows):
    import matplotlib  # only here: a check needs none
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "gsq"  # the same names in each run
    import matplotlib.pyplot as plt
    names = sorted(rows, key=lambda name: float(rows[name]["percent"]))
    figure, axes = plt.subplots(figsize=(8, 0.3 * len(names) + 1))
    for line, name in enumerate(names):
        bound, cycles = int(rows[name]["bound"]), int(rows[name]["cycles"])
        calculates = rows[name]["operations"] != "-"
        colour = ORANGE if calculates else BLUE
        axes.plot([bound, cycles], [line, line], color=colour, linewidth=2, zorder=1)
        axes.plot(bound, line, "|", color=BLACK, markersize=10, markeredgewidth=2)
        axes.plot(cycles, line, "s" if calculates else "o", color=colour, markersize=6)
        axes.annotate(f"{float(rows[name]['percent']):.0f} %", (cycles, line), (8, 0),
                      textcoords="offset points", va="center", fontsize=8)
    axes.set_xscale("log")
    axes.set_xlim(right=2.5 * max(int(figures["cycles"]) for figures in rows.values()))
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("cycles on full")
    axes.grid(axis="x", color="#dddddd", linewidth=0.5)
    axes.set_axisbelow(True)
    for marker, colour, label in (("|", BLACK, "bound"), ("o", BLUE, "cycles"),
                                  ("s", ORANGE, "cycles, with operations of the processor")):
        axes.plot([], [], marker, color=colour, label=label)
    axes.legend(loc="lower right", fontsize=8)
    figure.tight_layout()
    PLOT.parent.mkdir(exist_ok=True)
    picture = io.BytesIO()
    figure.savefig(picture, format="svg", metadata={"Date": None, "Description": data(rows)})
    tasks.write(PLOT, picture.getvalue())
    plt.close(figure)


def main():
    rows, check = measured(), "--check" in sys.argv[1:]
    text = regions.replaced(PAGE, PAGE.read_text(encoding="utf-8"), "examples", page(rows))
    wrong = regions.update({PAGE: text}, "examples-page", check)
    if not check:
        draw(rows)
    elif data(rows) not in PLOT.read_text(encoding="utf-8"):
        sys.exit(f"{PLOT.relative_to(ROOT)} is not what scripts/pages/examples_page.py writes now")
    return wrong
