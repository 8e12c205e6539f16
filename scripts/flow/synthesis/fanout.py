# SPDX-License-Identifier: Apache-2.0
"""Buffers between a net and many registers.

ABC sees gates only: that a net goes straight to the inputs of registers, be they hundreds, is one
output of the logic to it. So these inputs get a tree of buffers here.
"""
import collections
import re

from scripts.flow.synthesis.abc import FANOUT
from scripts.flow.synthesis.netlist import Item, clocks, drives


def resets(kind, pin, library):
    """Whether a pin sets or clears a register at any time: of that nothing is timed."""
    known = library.cells.get(kind)
    flop = known.flop if known else None
    return bool(flop) and any(re.search(rf"\b{pin}\b", flop.get(what, ""))
                              for what in ("clear", "preset"))


def spread(flat, library):
    """A flat netlist in which no net goes to more than FANOUT inputs of cells that are not gates."""
    readers = collections.defaultdict(list)  # net: (cell, pin, bit)
    for place, item in enumerate(flat.cells):
        for pin, nets in item.pins.items():
            if not (drives(item.type, pin, library) or clocks(item.type, pin, library) or
                    resets(item.type, pin, library)):
                for bit, net in enumerate(nets):
                    if net not in ("0", "1"):
                        readers[net].append((place, pin, bit))
    cells = [item._replace(pins={pin: list(nets) for pin, nets in item.pins.items()})
             for item in flat.cells]
    gates = list(flat.gates)
    buffer = library.cells[library.buffer]

    def add(net, owner):
        """A buffer; the net that it drives."""
        number = len(gates)
        driven = f"{owner.replace('/', '.')}." * bool(owner) + f"_fanout{number}_"  # no cell's name
        gates.append(Item(buffer.name, owner, f"_f{number}_",
                          {buffer.inputs[0]: net, buffer.outputs[0]: driven}))
        return driven

    def tree(net, pins):
        """Drives at most FANOUT things from the net: pins, or buffers that drive their share."""
        if len(pins) <= FANOUT:
            for place, pin, bit in pins:
                cells[place].pins[pin][bit] = net
            return
        size = FANOUT
        while size * FANOUT < len(pins):
            size *= FANOUT
        for start in range(0, len(pins), size):
            share = pins[start:start + size]
            tree(add(net, cells[share[0][0]].owner), share)

    for net, pins in readers.items():
        tree(net, pins)
    return flat._replace(cells=cells, gates=gates)
