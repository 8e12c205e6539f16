# SPDX-License-Identifier: Apache-2.0
"""Detailed routing by qrouter of small blocks, to compare the estimated wires with real ones."""
import math
import re

from scripts.flow.layout.design import CONSTANTS
from scripts.flow.layout.place import gate_parts
from scripts.flow.layout.tools import Stop, run, shown
from scripts.flow.synthesis.liberty import GATE

UNITS = 1000    # of DEF in 1 um
MOST = 2500     # cells; with more qrouter takes hours
SCRIPT = """verbose 1
read_lef {lef}
layers {layers}
via stack all
vdd vdd
gnd gnd
read_def placed.def
stage1
write_def routed1.def
set left [stage2 mask 10 effort 10]
write_def routed2.def
if {{$left > 0}} {{ set left [stage2 mask none effort 20]; write_def routed3.def }}
puts "LEFT $left"
quit
"""


def units(value):
    return round(value * UNITS)


def parts_of(optimizer):
    """Cells of the layout, clock gates in parts: [(name, kind, x, y, flipped, pins)]."""
    library, lef = optimizer.library, optimizer.lef
    for name, at in optimizer.cells.items():
        cell = optimizer.design.cells[name]
        if cell.kind != GATE:
            yield name, cell.kind, at.x, at.y, at.flipped, cell.pins
            continue
        for number, (kind, wires, x) in enumerate(gate_parts(library, lef)[0]):
            pins = {pin: cell.pins.get(wire, f"{name}_{wire}") for pin, wire in wires.items()
                    if "'" not in wire}
            yield f"{name}_part{number}", kind, at.x + x, at.y, at.flipped, pins


def names_of(design):
    """{net: its name in DEF} of nets that reach a pin of the module: qrouter wants the same name
    for both. So a net at several pins, whose name is "", cannot be routed."""
    found = {}
    for name, port in design.ports.items():
        found[port.net] = "" if port.net in found else name
    return found


def placed_def(optimizer, plan):
    """The placed layout as DEF, with a margin of whole tracks around it: shapes of cells at the edge
    reach beyond it, where qrouter would read what is not there and sometimes crash."""
    design, lef, core = optimizer.design, optimizer.lef, plan.core
    margin = math.lcm(*(units(layer.pitch) for layer in lef.layers))

    def moved(*place):
        return "( " + " ".join(str(units(value) + margin) for value in place) + " )"

    lines = ["VERSION 5.6 ;", "NAMESCASESENSITIVE ON ;", 'DIVIDERCHAR "/" ;',
             'BUSBITCHARS "[]" ;', f"DESIGN {design.top} ;", f"UNITS DISTANCE MICRONS {UNITS} ;",
             f"DIEAREA ( 0 0 ) {moved(plan.width + margin / UNITS, plan.height + margin / UNITS)} ;"]
    for row in range(round((core.top - core.bottom) / lef.row_height)):
        place = moved(core.left, core.bottom + row * lef.row_height).strip("( )")
        lines.append(f"ROW row{row} {lef.site} {place} {'FS' if row % 2 else 'N'} DO "
                     f"{round((core.right - core.left) / lef.site_width)} BY 1 STEP "
                     f"{units(lef.site_width)} 0 ;")
    for layer in lef.layers:
        length = (plan.height if layer.direction == "H" else plan.width) + 2 * margin / UNITS
        lines.append(f"TRACKS {'Y' if layer.direction == 'H' else 'X'} {units(layer.offset)} DO "
                     f"{int(length / layer.pitch + 1e-6)} STEP {units(layer.pitch)} "
                     f"LAYER {layer.name} ;")
    nets, names = {}, names_of(design)
    parts = list(parts_of(optimizer))
    lines.append(f"COMPONENTS {len(parts)} ;")
    for name, kind, x, y, flipped, pins in parts:
        lines.append(f"- {name} {kind} + PLACED {moved(x, y)} {'FS' if flipped else 'N'} ;")
        for pin, net in pins.items():
            if net not in CONSTANTS:
                nets.setdefault(names.get(net, net), []).append(f"( {name} {pin} )")
    # Not those that no cell reads or drives: qrouter ends with a segmentation fault at them.
    pins = [name for name in plan.ports if names[design.ports[name].net]
            and names[design.ports[name].net] in nets]
    lines += ["END COMPONENTS", f"PINS {len(pins)} ;"]
    for name in pins:
        at, port = plan.ports[name], design.ports[name]
        nets.setdefault(names[port.net], []).insert(0, f"( PIN {name} )")
        # Within the die, on the track beside its edge
        x = min(max(at.x, lef.site_width / 2), plan.width - lef.site_width / 2)
        y = min(max(at.y, 0.5), plan.height - 0.5)
        lines.append(f"- {name} + NET {names[port.net]} + DIRECTION {port.direction.upper()} + "
                     f"LAYER {at.layer} ( -200 -200 ) ( 200 200 ) + PLACED {moved(x, y)} N ;")
    nets = {net: ends for net, ends in nets.items() if net and len(ends) > 1}
    lines += ["END PINS", f"NETS {len(nets)} ;"]
    # qrouter copies these lines and cannot copy long ones.
    for net, ends in nets.items():
        lines += [f"- {net}", *(f"  {end}" for end in ends[:-1]), f"  {ends[-1]} ;"]
    lines += ["END NETS", "END DESIGN"]
    return "\n".join(lines) + "\n"


def lengths(text):
    """{net: um of its wires} of a routed DEF; nets without wires are not in it."""
    found = {}
    nets = text[text.index("\nNETS"):text.index("END NETS")]
    for match in re.finditer(r"^- (\S+)(.*?);\s*$", nets, re.M | re.S):
        _, mark, wires = match[2].partition("+ ROUTED")
        if not mark:
            continue
        total = 0
        for wire in re.split(r"\bNEW\b", wires):
            x = y = None
            for place in re.findall(r"\(\s*(\S+)\s+(\S+)[^)]*\)", wire):
                old = (x, y)
                x = x if place[0] == "*" else int(place[0])
                y = y if place[1] == "*" else int(place[1])
                if old[0] is not None:
                    total += abs(x - old[0]) + abs(y - old[1])
        found[match[1]] = total / UNITS
    return found


def check(design, plan):
    """Raises Stop if the design cannot be routed."""
    why = ("it has memories" if plan.blocks else
           f"it has {len(design.cells)} cells, and qrouter manages about {MOST}"
           if len(design.cells) > MOST else "")
    if why:
        raise Stop(f"--route: {design.top} cannot be routed, {why}; lay it out without it, or "
                   "route a smaller block")


def compare(optimizer, plan, folder):
    """Routes the layout. Returns the figures, and a sentence with the difference."""
    (folder / "placed.def").write_text(placed_def(optimizer, plan), encoding="utf-8")
    layers = optimizer.lef.layers
    import numpy
    signals = {layer.name for way in "HV" for layer in optimizer.lef.signals[way]}
    (folder / "route.tcl").write_text(SCRIPT.format(
        lef=optimizer.lef.path, layers=max(number for number, layer in enumerate(layers, 1)
                                           if layer.name in signals)), encoding="utf-8")
    good, log = run(["qrouter", "-noc", "-nog", "-s", "route.tcl"], folder, "route.log")
    left = re.search(r"^LEFT (\d+)", log, re.M)
    routed = {}
    for name in ("routed1.def", "routed2.def", "routed3.def"):  # later ones have what changed
        if (folder / name).exists():
            routed.update(lengths((folder / name).read_text(encoding="utf-8")))
    if not good or not routed:
        raise Stop(f"qrouter stopped; see {shown(folder / 'route.log')}")
    trees, names = optimizer.wires.trees, names_of(optimizer.design)
    both = sorted(net for net in trees if names.get(net, net) in routed)
    guess = numpy.array([trees[net].length for net in both])
    real = numpy.array([routed[names.get(net, net)] for net in both])
    failed = int(left[1]) if left else len(trees) - len(both)
    difference = guess.sum() / real.sum() - 1
    fit = float(numpy.corrcoef(guess, real)[0, 1]) if len(both) > 2 else 1.0
    return {"nets": len(both), "failed": failed, "estimated_mm": float(guess.sum()) / 1000,
            "routed_mm": float(real.sum()) / 1000, "correlation": fit,
            "text": f"routed: {real.sum() / 1000:.2f} mm of wires for {len(both)} nets "
                    f"({failed} could not be routed); the estimate of these is "
                    f"{guess.sum() / 1000:.2f} mm ({100 * difference:+.1f} %, correlation of nets "
                    f"{fit:.4f})"}
