# SPDX-License-Identifier: Apache-2.0
"""The plots of a study as Vega-Lite specifications, each for wide and for narrow pages.

Axes of scatter plots begin at 0. A point is filled when no other beats it (scripts/explore/study_figures.py).
Points whose markers overlap are a group with one label, and each of them names the others on hover.
"""
import itertools
import math
import re
import sys

from scripts.explore.study_figures import (
    CLOCK, CYCLES, DIE, ENERGY, GATES, SECONDS, WIRED, WORTH, clock, kge, rate, score, winners,
    worth)
from scripts.spec.parameters import CONFIG
from scripts.spec.rtl_files import MODULES

# Okabe and Ito: for colour-blind readers.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
GREY = "#767676"
# Pixels of the area between the axes. The narrow one fits the column of a phone.
SIZES = {"wide": (640, 380), "narrow": (262, 360)}
MARKER = 10     # pixels, diameter
LETTER, LINE = 6.9, 13  # pixels of a label's font, with some air
ANGLES = (0, 180, 90, 270, 45, 315, 135, 225, 20, 340, 160, 200, 70, 110, 250, 290)
FAR = (9, 16, 26, 40, 58, 80, 110)

# Blocks by the modules that hold them: an instance belongs to the nearest one above it.
BLOCKS = {"window": ("gsq_lanes",), "crossbar": ("gsq_xbar",),
          "index decode": ("gsq_slot_offset", "gsq_slot_address"), "access pipe": ("gsq_access",),
          "squeeze": ("gsq_compute",), "issue": ("gsq_issue",)}
REST = "the rest"


# -------------------------------------------------------------------------------------------------
# Names in plots
# -------------------------------------------------------------------------------------------------

def initials(name):
    """The capitals of a parameter; if another one has the same, with the letters up to where they differ."""
    def letters(text, count):
        return "".join(re.findall(f"[A-Z][a-z]{{0,{count}}}", text))

    others = [row.name for row in CONFIG if row.name != name]
    return next(letters(name, count) for count in range(len(name))
                if letters(name, count) not in {letters(other, count) for other in others})


def short_names(points):
    """{label: the initials of its parameters, with their values}, such as Pl4 BH2, without those
    parameters that follow from the others; the labels if that does not tell points apart."""
    def short(point, left_out):
        return " ".join(f"{initials(name)}{value}"
                        for name, value in point["overrides"].items() if name not in left_out)

    def names(left_out):
        return {label: short(point, left_out) if point["overrides"] else label
                for label, point in points.items()}

    def distinct(found):
        return all(found.values()) and len(set(found.values())) == len(found)

    left_out = set()
    for name in dict.fromkeys(name for point in points.values() for name in point["overrides"]):
        if distinct(names({*left_out, name})):
            left_out.add(name)
    return names(left_out) if distinct(names(left_out)) else {label: label for label in points}


# -------------------------------------------------------------------------------------------------
# Places of labels
# -------------------------------------------------------------------------------------------------

def groups_of(pixels):
    """Labels whose markers overlap, also through others: [[label]]; `pixels`: {label: (x, y)}."""
    groups = []
    for label, at in pixels.items():
        near = [group for group in groups
                if any(math.dist(at, pixels[other]) < MARKER for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*itertools.chain(*near), label])
    return groups


def overlap(box, other):
    """Square pixels that two boxes (left, top, right, bottom) share."""
    return (max(0, min(box[2], other[2]) - max(box[0], other[0]))
            * max(0, min(box[3], other[3]) - max(box[1], other[1])))


def line_between(start, end):
    """Places on a line, every four pixels."""
    count = math.ceil(math.dist(start, end) / 4)
    return [(start[0] + (end[0] - start[0]) * step / count,
             start[1] + (end[1] - start[1]) * step / count) for step in range(count + 1)]


def hits(places, box):
    """How many places are in a box."""
    return sum(box[0] < x < box[2] and box[1] < y < box[3] for x, y in places)


def place_labels(groups, pixels, names, size, taken):
    """For each group its lines of text and the centre of these: near its first point, beside all
    markers, other labels and the boxes `taken`, so that no line to a label crosses any of these.
    Returns [(group, lines, (x, y), whether a line leads to it)]."""
    markers = {label: (x - MARKER / 2, y - MARKER / 2, x + MARKER / 2, y + MARKER / 2)
               for label, (x, y) in pixels.items()}
    taken, leaders, placed = [*taken], [], []

    def tries(group, width, height):
        x, y = pixels[group[0]]
        others = [*taken, *(box for label, box in markers.items() if label not in group)]
        for far, angle in itertools.product(FAR, ANGLES):
            right, up = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            at = x + right * (far + width / 2), y - up * (far + height / 2)
            box = (at[0] - width / 2, at[1] - height / 2, at[0] + width / 2, at[1] + height / 2)
            hidden = sum(overlap(box, other) for other in (*taken, *markers.values()))
            outside = width * height - overlap(box, (0, 0, *size))
            leader = line_between((x, y), at)
            crossed = hits(leaders, box) + sum(hits(leader, other) for other in others)
            yield hidden + 4 * outside + 30 * crossed, far, at, box, leader

    for group in sorted(groups, key=lambda group: (-len(group), pixels[group[0]])):
        words = [names[label] for label in group]
        per_line = 1 if max(map(len, words)) > 14 else 3
        lines = [", ".join(words[at:at + per_line]) + ("," if at + per_line < len(words) else "")
                 for at in range(0, len(words), per_line)]
        _, far, at, box, leader = min(
            tries(group, LETTER * max(map(len, lines)), LINE * len(lines)),
            key=lambda found: found[:2])
        taken.append(box)
        leads = far > FAR[1]
        leaders += leader if leads else []
        placed.append((group, lines, at, leads))
    return placed


# -------------------------------------------------------------------------------------------------
# Scatter plots
# -------------------------------------------------------------------------------------------------

def config(size):
    """Fonts and colours of every plot."""
    letters = 12 if size == "wide" else 11
    return {"font": "sans-serif", "background": "white", "view": {"stroke": None},
            "axis": {"labelFontSize": letters, "titleFontSize": letters, "titleFontWeight": "normal",
                     "gridColor": "#e4e4e4", "titlePadding": 8},
            "legend": {"labelFontSize": letters, "titleFontSize": letters, "orient": "top",
                       "titleFontWeight": "normal", "columns": 7 if size == "wide" else 3}}


def specification(size, layers, **more):
    width, height = SIZES[size]
    # Air for readers of the SVG whose font is wider
    air = {"left": 16, "right": 12, "top": 8, "bottom": 4} if size == "wide" else 2
    return {"$schema": "https://vega.github.io/schema/vega-lite/v6.json",
            **{"width": width, "height": height, "config": config(size), "padding": air,
               **more}, "layer": layers}


def figures(label, point, names):
    """The fields of a point that a plot tells on hover."""
    return {"name": label, "short": names[label], "kge": f"{kge(point):.1f}",
            "clock": f"{clock(point):.2f}", "score": f"{score(point):.2f}",
            "rate": f"{rate(point):.0f}", "worth": f"{worth(point):.2f}"}


TELLS = [("name", "point"), ("kge", "area, kGE"), ("clock", "clock, ns"),
         ("score", "elements a cycle"), ("rate", "M elements/s"), ("worth", "M elements/s per kGE"),
         ("beaten", "beaten by"), ("near", "overlaps with")]


def top_of(values):
    """The end of an axis from 0 on which these values lie."""
    return 1.1 * max(values)


def nice_step(span):
    """1, 2 or 5 times a power of ten, of which about five are in `span`."""
    power = 10 ** math.floor(math.log10(span / 5))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= span / 5)


def rays(points, x_top, y_top):
    """Lines of equal y for each x, up to the border of the plot, with what they stand for."""
    most = max(map(worth, points.values()))
    step = nice_step(1.25 * most)
    for count in range(1, math.ceil(1.25 * most / step) + 1):
        slope = count * step
        x = min(x_top, y_top / slope)
        text = f"{slope:g}" + ("" if count > 1 else " per kGE")
        yield [{"ray": text, "x": 0, "y": 0}, {"ray": text, "x": x, "y": slope * x}]


def staircase(points, front, x, y):
    """The most y that a point of the front has, up to each x."""
    best, steps = 0, []
    for at, value in sorted((x.of(points[label]), y.of(points[label])) for label in front):
        best = max(best, value)
        steps.append({"x": at, "y": best})
    return steps


def scatter(points, study, x, y, size):
    """All points by two quantities."""
    width, height = SIZES[size]
    base, colour = study["base"], study.get("colour")
    names = short_names(points)
    x_top, y_top = (top_of(map(quantity.of, points.values())) for quantity in (x, y))
    pixels = {label: (width * x.of(point) / x_top, height * (1 - y.of(point) / y_top))
              for label, point in points.items()}
    beaten = winners(points, x, y)
    front = [label for label, others in beaten.items() if not others]
    lines_of_worth = list(rays(points, x_top, y_top)) if (x, y) == (GATES, SECONDS) else []
    ends = [(width * end["x"] / x_top, height * (1 - end["y"] / y_top), end["ray"])
            for _, end in lines_of_worth]
    taken = [(left - LETTER * len(text), top - LINE, left, top) for left, top, text in ends]
    rows, labels = [], []
    for group, lines, (left, top), leads in place_labels(groups_of(pixels), pixels, names, SIZES[size],
                                                         taken):
        first = points[group[0]]
        labels.append({"x": x.of(first), "y": y.of(first), "lines": lines, "leads": leads,
                       "lx": left / width * x_top, "ly": (1 - top / height) * y_top})
        for label in group:
            rows.append({"x": x.of(points[label]), "y": y.of(points[label]),
                         **figures(label, points[label], names),
                         "beaten": ", ".join(beaten[label]) or "no point",
                         "near": ", ".join(other for other in group if other != label) or "no point",
                         "front": label in front, "base": label == base,
                         "colour": points[label]["parameters"].get(colour)})
    place = {name: {"field": name, "type": "quantitative", "title": quantity.axis,
                    "scale": {"domain": [0, top], "nice": False},
                    "axis": {"tickCount": 8 if size == "wide" else 6}}
             for name, quantity, top in (("x", x, x_top), ("y", y, y_top))}
    plain = {name: {"field": name, "type": "quantitative"} for name in "xy"}
    tint, grey = {"value": COLOURS[0]}, {"value": GREY}
    if colour:
        values = sorted({point["parameters"][colour] for point in points.values()})
        tint = grey = {"field": "colour", "type": "nominal", "title": colour,
                       "scale": {"domain": values, "range": COLOURS[:len(values)]}}
    text = {"data": {"values": labels}, "encoding": {
        "x": {"field": "lx", "type": "quantitative"}, "y": {"field": "ly", "type": "quantitative"},
        "text": {"field": "lines"}}}
    letters = {"type": "text", "fontSize": 11, "baseline": "middle", "lineHeight": LINE,
               "tooltip": None}
    letters["dy"] = {"expr": f"-(length(datum.lines) - 1) * {LINE / 2}"}
    tells = [{"field": field, "title": title} for field, title in TELLS]

    def marks(filled, is_base):
        look = {"filled": True, "opacity": 0.8} if filled else {"fill": "white", "fillOpacity": 0.5}
        return {"data": {"values": [row for row in rows
                                    if row["front"] == filled and row["base"] == is_base]},
                "mark": {"type": "point", "size": (2 if is_base else 1) * MARKER ** 2,
                         "shape": "diamond" if is_base else "circle", "strokeWidth": 1.8, **look},
                "encoding": {**plain, "color": tint if filled else grey, "tooltip": tells}}

    layers = [
        {"data": {"values": staircase(points, front, x, y)}, "encoding": place,
         "mark": {"type": "line", "interpolate": "step-after", "color": "#9a9a9a", "strokeWidth": 1.2,
                  "tooltip": None}},
        {"data": {"values": [row for row in labels if row["leads"]]},
         "mark": {"type": "rule", "color": "#9a9a9a", "strokeWidth": 0.7, "tooltip": None},
         "encoding": {**plain, "x2": {"field": "lx"}, "y2": {"field": "ly"}}},
        {**text, "mark": {**letters, "stroke": "white", "strokeWidth": 4}},
        {**text, "mark": {**letters, "color": "#222222"}},
        # What a finger or a mouse finds, wider than what is seen
        {"data": {"values": rows},
         "mark": {"type": "point", "filled": True, "size": 500, "opacity": 0},
         "encoding": {**plain, "tooltip": tells}},
        *(marks(filled, is_base) for is_base in (False, True) for filled in (False, True))]
    if lines_of_worth:
        layers[:0] = [
            {"data": {"values": list(itertools.chain(*lines_of_worth))},
             "mark": {"type": "line", "color": "#c8b99a", "strokeDash": [3, 3], "strokeWidth": 1,
                      "tooltip": None},
             "encoding": {**plain, "detail": {"field": "ray"}}},
            {"data": {"values": [end for _, end in lines_of_worth]},
             "mark": {"type": "text", "color": "#7a6a45", "fontSize": 10, "align": "right", "dy": -6,
                      "dx": -2, "tooltip": None},
             "encoding": {**plain, "text": {"field": "ray"}}}]
    return specification(size, layers)


# -------------------------------------------------------------------------------------------------
# Bars and registers
# -------------------------------------------------------------------------------------------------

def blocks_of(label, point):
    """Area by block, kGE. Ends the script when a block is not in the netlist."""
    modules = point["synthesis"]["modules"]
    block_of = {module: block for block, held in BLOCKS.items() for module in held}
    for module in block_of:
        if module not in MODULES:
            sys.exit(f"study_plots: expected the modules of BLOCKS in rtl/, found no {module}")
        if module not in modules.values() and (
                block_of[module] != "window" or point["parameters"]["Places"] > 1):
            sys.exit(f"study_plots: expected an instance of {module}, a module of BLOCKS, in the "
                     f"netlist of {label}, found none")
    sums = dict.fromkeys((*BLOCKS, REST), 0.0)
    for instance, own in point["synthesis"]["blocks"].items():
        parts = instance.split("/")
        above = (modules.get("/".join(parts[:count])) for count in range(len(parts), 0, -1))
        sums[next((block_of[module] for module in above if module in block_of), REST)] += own
    return sums


def bars(points, size):
    """Area by block of each point."""
    names = short_names(points)
    shown = [(label, point, blocks_of(label, point)) for label, point in points.items()]
    order = [block for block in (*BLOCKS, REST) if any(areas[block] for _, _, areas in shown)]
    rows = [{"name": names[label], "point": label, "block": block,
             "kge": areas[block], "order": order.index(block),
             "text": f"{areas[block]:.1f} of {kge(point):.1f}"}
            for label, point, areas in shown for block in order]
    width = SIZES[size][0] - 7 * max(map(len, names.values()))  # names are longer than numbers
    colours = [GREY if block == REST else COLOURS[index] for index, block in enumerate(order)]
    layer = {"data": {"values": rows}, "mark": {"type": "bar", "stroke": "white"}, "encoding": {
        "x": {"field": "kge", "type": "quantitative", "title": "area, kGE", "stack": "zero",
              "axis": {"tickCount": 8 if size == "wide" else 4}},
        "y": {"field": "name", "type": "nominal", "title": None, "sort": None,
              "axis": {"labelLimit": 0}},
        "color": {"field": "block", "type": "nominal", "title": None, "sort": order,
                  "scale": {"domain": order, "range": colours}},
        "order": {"field": "order"},
        "tooltip": [{"field": "point"}, {"field": "block"}, {"field": "text", "title": "area, kGE"}]}}
    return specification(size, [layer], width=width, height={"step": 22})


def registers(point, size):
    """How many registers of a point have a longest path of each tenth of a ns."""
    counts = {float(tenth): count for tenth, count in point["synthesis"]["delays"].items()}
    rows = [{"ns": tenth + 0.05, "registers": count, "text": f"{tenth:.1f} to {tenth + 0.1:.1f}"}
            for tenth, count in sorted(counts.items())]
    marks = {"data": {"values": rows}, "encoding": {
        "x": {"field": "ns", "type": "quantitative", "title": "longest path to a register, ns",
              "scale": {"domain": [0, top_of(counts)], "nice": False},
              "axis": {"tickCount": 8 if size == "wide" else 5}},
        "y": {"field": "registers", "type": "quantitative", "title": "registers (logarithmic)",
              "scale": {"type": "log", "domain": [0.8, 2 * max(counts.values())], "nice": False},
              "axis": {"values": [10 ** power for power in range(7)], "format": ",d"}},
        "tooltip": [{"field": "text", "title": "path, ns"}, {"field": "registers"}]}}
    # Points and no bars: on a logarithmic axis the length of a bar says nothing.
    return specification(size, [{**marks, "mark": {"type": "point", "filled": True, "size": 60,
                                                   "opacity": 1, "color": COLOURS[0]}}],
                         height=220)


def plots(study):
    """{name: {size: specification}} of all plots of a study."""
    points, base = study["points"], study["base"]
    drawn = {"area_cycle": lambda size: scatter(points, study, GATES, CYCLES, size),
             "clock_cycle": lambda size: scatter(points, study, CLOCK, CYCLES, size),
             "area_second": lambda size: scatter(points, study, GATES, SECONDS, size)}
    if study["wires"]:
        drawn |= {"die_second": lambda size: scatter(points, study, DIE, WIRED, size),
                  "energy_second": lambda size: scatter(points, study, ENERGY, WIRED, size)}
    if not study["landed"]:
        drawn |= {"blocks": lambda size: bars(points, size),
                  "delays": lambda size: registers(points[base], size)}
    return {name: {size: draw(size) for size in SIZES} for name, draw in drawn.items()}
