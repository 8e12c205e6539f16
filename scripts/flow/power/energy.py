# SPDX-License-Identifier: Apache-2.0
"""Energy of a cycle: of the cells and wires of a placed netlist, from the edges of its nets."""
import collections
import re

from scripts.flow.layout.design import CONSTANTS
from scripts.flow.synthesis.liberty import GATE

SLOPE = 0.15    # ns, of signals that gates read: the middle of the tables of osu018
CLOCK_SLOPE = 0.06      # ns: the steepest of its tables
KINDS = ("clock", "registers", "gates", "wires", "leakage")


def read_spef(text):
    """{net: fF} of the wires."""
    return {match[1]: float(match[2])
            for match in re.finditer(r"^\*D_NET (\S+) (\S+)", text, re.M)}


def loads(design, energies, wires):
    """{net: (pF of its pins, pF of its wires)}; memories and ports load nothing but their wire."""
    found = {}
    for net, pins in design.nets().items():
        charge = sum(energies.load.get((design.cells[cell].kind, pin), 0.0)
                     for cell, pin in pins if cell)
        found[net] = charge, wires.get(net, 0.0) / 1000
    return found


def cells_of(design, library):
    """(kind, {pin: net}, owner) of each cell; a clock gate is the cells that it is made of."""
    for name, cell in design.cells.items():
        if cell.kind != GATE:
            yield cell.kind, cell.pins, name
            continue
        for kind, pins in library.gate["cells"]:
            yield kind, {pin: cell.pins.get(wire, f"{name}/{wire}")
                         for pin, wire in pins.items()}, name


def per_cycle(design, library, energies, wires, activity, owners, period):
    """{(owner, kind of KINDS): pJ a cycle}"""
    load = loads(design, energies, wires)
    inputs = {name: port.net for name, port in design.ports.items()}
    clocks = {inputs.get("clk_i")} | {cell.pins["gclk"] for cell in design.cells.values()
                                      if cell.kind == GATE}
    found = collections.Counter()
    for net in clocks & load.keys():    # a tree without buffers of its own
        pins, wire = load[net]
        found["", "clock"] += activity.get(net, 0.0) * energies.charge(pins + wire)
    for kind, pins, name in cells_of(design, library):
        owner, cell = owners.get(name, ""), library.cells.get(kind)
        if cell is None:
            continue    # a memory
        own = "registers" if cell.sequential else "gates"
        found[owner, "leakage"] += energies.leakage[kind] * period * 1e-6
        for pin, net in pins.items():
            edges = activity.get(net, 0.0)
            if net in CONSTANTS or not edges:
                continue
            if net in clocks:
                if pin in cell.inputs:
                    found[owner, "clock"] += edges * energies.edge(kind, pin, 0.0, CLOCK_SLOPE)
                continue
            if pin in cell.inputs:
                found[owner, own] += edges * energies.edge(kind, pin, 0.0, SLOPE)
                continue
            inside, wire = load.get(net, (0.0, 0.0))
            slope = CLOCK_SLOPE if cell.sequential else SLOPE
            found[owner, own] += edges * (energies.edge(kind, pin, inside + wire, slope)
                                          + energies.charge(inside))
            found[owner, "wires"] += edges * energies.charge(wire)
    for name, port in design.ports.items():    # what drives an input charges its net
        if port.direction == "input" and port.net in load and port.net not in clocks:
            pins, wire = load[port.net]
            found["", "gates"] += activity.get(port.net, 0.0) * energies.charge(pins)
            found["", "wires"] += activity.get(port.net, 0.0) * energies.charge(wire)
    return found
