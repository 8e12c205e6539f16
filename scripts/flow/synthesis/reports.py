# SPDX-License-Identifier: Apache-2.0
"""Results as lines of text."""
from scripts.flow.synthesis.netlist import base
from scripts.flow.synthesis.sta import CLASSES
from scripts.spec.parameters import PARAMETERS

SQUEEZE = ("gsq_compact", "gsq_prefix_count")   # SqueezeCuts puts registers into these


def head(result):
    params = ", ".join(f"{name}={value}" for name, value in result["parameters"].items())
    target = f", mapped for {result['target_ns']:g} ns" if result["target_ns"] else ""
    flat = ", hierarchy dissolved" if result["flat"] else ""
    return f"{result['top']} ({params or 'default parameters'}), {result['library']}{target}{flat}"


def without(result):
    return "".join(f"; without {text}" for text in result["left_out"])


def area_lines(result, deepest):
    rows = result["area"]
    total = rows[0]
    lef = f" ({total['lef_ge'] / 1000:.1f} kGE by the areas of the LEF)" if result["lef"] else ""
    yield (f"{head(result)}: {total['ge'] / 1000:.1f} kGE{lef} = {total['um2']:.0f} um2, "
           f"{total['cells']} cells, {total['registers']} register bits behind {total['gates']} "
           f"clock gates{without(result)}")
    if line := squeeze_line(result):
        yield line
    yield f"{'GE':>9} {'share':>6} {'own GE':>9} {'registers':>9}  block"
    for row in rows:
        depth = row["instance"].count("/") + 1 if row["instance"] else 0
        if depth <= deepest:
            name = row["instance"].rsplit("/", 1)[-1]
            text = f"{name} ({row['module']})" if name else row["module"]
            yield (f"{row['ge']:9.0f} {100 * row['um2'] / (total['um2'] or 1):5.1f}% "
                   f"{row['own_ge']:9.0f} {row['registers']:9d}  {'  ' * depth}{text}")


def path_words(path):
    hops = [f"{hop['instance'] or 'the top'} ({hop['module']}) {hop['ns']:.2f} ns/{hop['cells']}"
            for hop in path["through"]]
    setup = f", setup {path['setup_ns']:.2f} ns" if path["setup_ns"] else ""
    return (f"{path['ns']:.2f} ns from {path['from']} through {', '.join(hops)} to {path['to']}"
            f"{setup}")


def holder(path):
    """The block that holds most of the delay."""
    total = {}
    for hop in path["through"]:
        key = (hop["instance"], hop["module"])
        total[key] = total.get(key, 0.0) + hop["ns"]
    if not total:
        return "no cells"
    (instance, module), delay = max(total.items(), key=lambda item: item[1])
    return f"{instance or module} holds {delay:.2f} ns"


def squeeze_line(result):
    """One line when the squeeze network limits the clock between its cuts; empty otherwise."""
    periods, paths = result["periods"], result["timing"].get("reg to reg", [])
    if not paths or max(periods, key=periods.get) != "reg to reg":
        return ""
    inside = sum(hop["ns"] for hop in paths[0]["through"] if hop["module"] in SQUEEZE)
    if 2 * inside < paths[0]["ns"]:
        return ""
    row = next(row for row in PARAMETERS if row.name == "SqueezeCuts")
    given = [name for name in (row.name, "Cuts") if name in result["parameters"]]
    cuts = f"{given[0]}={result['parameters'][given[0]]}" if given else row.name
    return (f"{cuts} binds: {inside:.2f} ns of the longest path are in the squeeze network, which has "
            f"registers at its cuts; allowed are {row.allowed}")


def timing_lines(result):
    timing, periods, clock = result["timing"], result["periods"], result["clock_ns"]
    rate = f"{1000 / clock:.0f} MHz ({clock:.2f} ns)" if clock else "no path between registers"
    yield f"{head(result)}: achievable clock {rate}{without(result)}"
    if periods:
        binding = max(periods, key=periods.get)
        yield f"it binds: {binding}; each class alone needs " + ", ".join(
            f"{ns:.2f} ns ({key})" for key, ns in sorted(periods.items(), key=lambda item: -item[1]))
    if line := squeeze_line(result):
        yield line
    for key in CLASSES:
        paths = timing.get(key, [])
        if paths:
            yield f"{key}: {path_words(paths[0])}; {holder(paths[0])}"
    worst = timing.get("reg to reg", [])[1:]
    if worst:
        yield "next longest between other registers:"
        yield from (f"  {path_words(path)}" for path in worst)
