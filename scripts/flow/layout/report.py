# SPDX-License-Identifier: Apache-2.0
"""The figures of a layout, and the lines that show them."""
import collections

from scripts.flow.layout import congestion
from scripts.flow.synthesis.reports import head, path_words
from scripts.flow.synthesis.sta import CLASSES

SHOWN = 8       # blocks, and longest paths


def block_of(owner, depth):
    """The block of a cell, down to some levels below the top."""
    return "/".join(owner.split("/")[:depth]) if owner else ""


def by_block(design, wires, still):
    """{block: [um of wires, nets]}, each net counted where its driver is; the largest first.

    Blocks are those below the top, or, if nearly all is in one of them, those below that.
    """
    def gathered(depth):
        found = collections.defaultdict(lambda: [0.0, 0])
        for net, tree in wires.trees.items():
            cell = tree.pins[0][0]
            name = ("(clock and reset)" if net in still else "(pins)" if not cell else
                    block_of(design.cells[cell].owner, depth) or "(top)")
            found[name][0] += tree.length
            found[name][1] += 1
        return found

    for depth in (1, 2, 3):
        found = gathered(depth)
        if max(um for um, _ in found.values()) < 0.6 * sum(um for um, _ in found.values()):
            break
    return depth, dict(sorted(found.items(), key=lambda item: (-item[1][0], item[0])))


def wire_share(path, design, wires, resistance):
    """The part of a path that is due to its wires: what the signal takes along them, and what the
    gates take longer for their capacitance, as that times the resistance of the gate."""
    nets = {}
    for name, port in design.ports.items():
        if port.direction == "input":
            nets["", name] = port.net
    total = path["last_wire_ns"]
    for cell, pin, _, _, wire, _ in path["steps"]:
        total += wire
        net = nets.get((cell, pin)) or (design.cells[cell].pins.get(pin)
                                        if cell in design.cells else None)
        if net:
            total += resistance(cell) * wires.capacitance(net)
    return min(total / path["ns"], 1.0) if path["ns"] else 0.0


def lines(result):
    """What the terminal shows."""
    die, wire, full = result["die"], result["wires"], result["congestion"]
    yield (f"{head(result)}: die {die['width_um']:.0f} x {die['height_um']:.0f} um = "
           f"{die['mm2']:.3f} mm2, of it cells {die['rows_mm2']:.3f} mm2 in rows that they fill to "
           f"{100 * die['utilisation']:.1f} %" + "".join(
               f", {name} {um2 / 1e6:.3f} mm2" for name, um2 in die["memories"].items()))
    yield (f"{result['cells']} cells, {result['buffers']} of them buffers that the layout placed "
           f"({result['buffers_before']} of the synthesis were taken out)")
    yield (f"wires: {wire['mm']:.1f} mm in {wire['nets']} nets, {wire['mean_um']:.1f} um a net; "
           f"{wire['clock_mm']:.1f} mm of it are clock and reset")
    yield f"congestion: {congestion_words(full)}"
    yield (f"clock: {result['free_ns']:.3f} ns without wires, {result['wired_ns']:.3f} ns with "
           f"wires ({100 * (result['wired_ns'] / result['free_ns'] - 1):+.1f} %); the netlist with "
           f"the buffers of the layout takes {result['bare_ns']:.3f} ns without wires, so wires cost "
           f"{100 * (result['wired_ns'] / result['bare_ns'] - 1):.1f} %")
    if "route" in result:
        yield result["route"]["text"]
    yield f"{'mm':>8} {'share':>6} {'nets':>7} {'um/net':>7}  block that drives the nets"
    rows = list(result["blocks"].items())
    for name, (um, nets) in rows[:SHOWN]:
        yield (f"{um / 1000:8.1f} {100 * um / 1000 / wire['mm']:5.1f}% {nets:7d} "
               f"{um / nets:7.1f}  {name}")
    if len(rows) > SHOWN:
        um, nets = (sum(item[place] for _, item in rows[SHOWN:]) for place in (0, 1))
        yield (f"{um / 1000:8.1f} {100 * um / 1000 / wire['mm']:5.1f}% {nets:7d} "
               f"{um / nets:7.1f}  {len(rows) - SHOWN} others")
    yield "longest paths, with the share of wires:"
    for key in CLASSES:
        for path in result["paths"].get(key, [])[:3 if key == "reg to reg" else 1]:
            yield f"  {key}, wires {100 * path['wire_share']:.0f} %: {path_words(path)}"


def congestion_words(figures):
    return (f"{100 * figures['full']:.1f} % of the tiles of {congestion.TILE:g} um need more than "
            f"{100 * congestion.FULL:.0f} % of their tracks; mean {100 * figures['mean']:.0f} %, "
            f"fullest {100 * figures['most']:.0f} %")
