# SPDX-License-Identifier: Apache-2.0
"""Places of cells, by Coloquinte."""
import collections

from scripts.flow.layout.design import PORT
from scripts.flow.layout.floorplan import order_pins
from scripts.flow.layout.lef import Macro, Pin
from scripts.flow.layout.tools import Stop
from scripts.flow.synthesis.liberty import GATE
from scripts.flow.synthesis.sources import MEMORIES

UNITS = 20      # of Coloquinte in 1 um
SEED = 1
SPREAD = 0.2        # of the free area that stays free even where cells are densest
ROUGH, GOOD = 1, 3  # effort: while pins of the module find their places, and then

Cell = collections.namedtuple("Cell", "x y flipped")    # lower left corner; flipped: upside down


def known(kind, lef):
    """The Macro of a cell of the netlist."""
    if kind not in lef.macros:
        raise Stop(f"cell {kind} of the netlist is not in {lef.path}; expected a LEF file with all "
                   "cells of the Liberty file")
    return lef.macros[kind]


def gate_parts(library, lef):
    """The cells of a clock gate beside each other: [(cell, pins {pin: wire}, x)], and its width."""
    parts, x = [], 0.0
    for kind, wires in library.gate["cells"]:
        parts.append((kind, wires, x))
        x += known(kind, lef).width
    return parts, x


def macros_of(design, lef):
    """{kind: Macro} of the cells of the design; a clock gate is one cell."""
    library = design.library
    kinds = {cell.kind for cell in design.cells.values()} - set(MEMORIES)
    kinds |= library.cells.keys() & lef.macros.keys()   # what buffers and other sizes may be
    found = {}
    for kind in sorted(kinds):
        if kind == GATE:
            parts, width = gate_parts(library, lef)
            pins = {}
            for part, wires, x in parts:
                for pin, wire in wires.items():
                    item = lef.macros[part].pins[pin]
                    if wire in ("ce", "clk", "gclk"):
                        pins.setdefault(wire, Pin(x + item.x, item.y, item.direction))
            found[kind] = Macro(width, lef.row_height, pins)
        else:
            found[kind] = known(kind, lef)
    return found


def area(design, macros):
    """Area of the cells that are in rows."""
    return sum(macros[cell.kind].width * macros[cell.kind].height
               for cell in design.cells.values() if cell.kind in macros)


def pin_places(design, macros, floorplan, cells):
    """{(cell, pin): (x, y)} of all pins."""
    found = floorplan.pins()
    for name, at in cells.items():
        macro = macros[design.cells[name].kind]
        for pin in design.cells[name].pins:
            item = macro.pins[pin]
            found[name, pin] = (at.x + item.x, at.y + (macro.height - item.y if at.flipped
                                                       else item.y))
    return found


class Placer:
    """The circuit of a design as Coloquinte sees it."""

    def __init__(self, design, lef, macros, floorplan, cells=None):
        """`cells`: {name: Cell}, where they are already; None: in the middle."""
        import coloquinte
        self.design, self.lef, self.macros, self.floorplan = design, lef, macros, floorplan
        self.names = [name for name, cell in design.cells.items() if cell.kind in macros]
        core = floorplan.core
        count = len(self.names)
        kinds = [macros[design.cells[name].kind] for name in self.names]
        circuit = coloquinte.Circuit(count + 1)     # the last one is at (0, 0), and does not move
        circuit.cell_width = [round(kind.width * UNITS) for kind in kinds] + [0]
        circuit.cell_height = [round(kind.height * UNITS) for kind in kinds] + [0]
        circuit.cell_is_fixed = [False] * count + [True]
        circuit.cell_is_obstruction = [True] * count + [False]
        middle = Cell((core.left + core.right) / 2, (core.bottom + core.top) / 2, False)
        at = [cells.get(name, middle) if cells else middle for name in self.names]
        circuit.cell_x = [round(place.x * UNITS) for place in at] + [0]
        circuit.cell_y = [round(place.y * UNITS) for place in at] + [0]
        ways = coloquinte.CellOrientation
        circuit.cell_orientation = [ways.FS if place.flipped else ways.N for place in at] + [ways.N]
        same, free = coloquinte.CellRowPolarity.SAME, coloquinte.CellRowPolarity.ANY
        circuit.cell_row_polarity = [same] * count + [free]
        number = {name: place for place, name in enumerate(self.names)}
        fixed = floorplan.pins()
        nets = design.nets()
        still = design.clock_nets(nets)
        for net, pins in nets.items():
            if net in still or len(pins) < 2:
                continue
            found = [(number.get(cell, count), *self.offset(cell, pin, fixed))
                     for cell, pin in pins]
            circuit.add_net(*map(list, zip(*found)))
        height = round(lef.row_height * UNITS)
        left, right = round(core.left * UNITS), round(core.right * UNITS)
        bottom = round(core.bottom * UNITS)
        circuit.rows = [coloquinte.Row(
            coloquinte.Rectangle(left, right, bottom + row * height, bottom + (row + 1) * height),
            ways.FS if row % 2 else ways.N)
            for row in range(round((core.top - core.bottom) / lef.row_height))]
        self.circuit = circuit

    def offset(self, cell, pin, fixed):
        if (cell, pin) in fixed:
            return [round(value * UNITS) for value in fixed[cell, pin]]
        item = self.macros[self.design.cells[cell].kind].pins[pin]
        return [round(item.x * UNITS), round(item.y * UNITS)]

    def spread(self, parameters):
        """A global placement in which cells are wider than they are, so that there is room for
        wires and buffers everywhere."""
        circuit = self.circuit
        widths, filled = list(circuit.cell_width), self.filled()
        circuit.expand_cells_to_density(min(filled + (1 - filled) * (1 - SPREAD), 1.0))
        wider = list(circuit.cell_width)
        circuit.place_global(parameters)
        circuit.cell_x = [x + (new - old) // 2 for x, new, old in zip(circuit.cell_x, wider,
                                                                     widths)]
        circuit.cell_width = widths

    def filled(self):
        """The part of the rows that cells fill."""
        core = self.floorplan.core
        return area(self.design, self.macros) / ((core.right - core.left) *
                                                 (core.top - core.bottom))

    def run(self, effort, steps):
        import coloquinte
        parameters = coloquinte.ColoquinteParameters(effort, SEED)
        try:
            self.circuit.check()
            for step in steps:
                if step == "spread":
                    self.spread(parameters)
                else:
                    getattr(self.circuit, step)(parameters)
        except RuntimeError as error:
            raise Stop(f"the cells cannot be placed, they fill {100 * self.filled():.0f} % of the "
                       f"rows ({str(error).strip()}); give a lower --util") from None
        site = round(self.lef.site_width * UNITS)
        left = round(self.floorplan.core.left * UNITS)
        flipped = coloquinte.CellOrientation.FS
        # Whole sites, which keeps cells apart: their widths are whole sites, too.
        return {name: Cell((left + (x - left) // site * site) / UNITS, y / UNITS, way == flipped)
                for name, x, y, way in zip(self.names, self.circuit.cell_x, self.circuit.cell_y,
                                           self.circuit.cell_orientation)}


def place(design, lef, macros, floorplan, rounds=2):
    """Places all cells; pins of the module move to where their cells are. Returns {name: Cell}."""
    for _ in range(rounds):
        cells = Placer(design, lef, macros, floorplan).run(ROUGH, ["place_global"])
        order_pins(design, lef, floorplan, wishes(design, floorplan, cells))
    return Placer(design, lef, macros, floorplan).run(
        GOOD, ["spread", "legalize", "place_detailed"])


def wishes(design, floorplan, cells):
    """Where each pin of the module would like to be: in the middle of the cells of its net."""
    core = floorplan.core
    nets = design.nets()
    found = {}
    for name, port in design.ports.items():
        at = [cells[cell] for cell, _ in nets.get(port.net, ()) if cell != PORT and cell in cells]
        found[name] = ((sum(place.x for place in at) / len(at), sum(place.y for place in at) /
                        len(at)) if at else ((core.left + core.right) / 2,
                                             (core.bottom + core.top) / 2))
    return found


def legalized(design, lef, macros, floorplan, cells, detailed=True):
    """Places of all cells near those that they have, without overlaps."""
    return Placer(design, lef, macros, floorplan, cells).run(
        GOOD, ["legalize", "place_detailed"] if detailed else ["legalize"])
