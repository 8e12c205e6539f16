# SPDX-License-Identifier: Apache-2.0
"""What the tables of a Liberty file say about energy: of pins and of cells.

Units: pJ of one edge, pF, ns, nW.
"""
import bisect
import re

from scripts.flow.layout.drive import numbers
from scripts.flow.layout.tools import Stop


def groups(text, kind):
    """(argument, text inside) of each group `kind (argument) { … }` of a text, at any depth."""
    for match in re.finditer(rf"\b{kind}\s*\(\s*\"?([\w\[\]]*)\"?\s*\)\s*{{", text):
        depth, place = 1, match.end()
        while depth and place < len(text):
            depth += {"{": 1, "}": -1}.get(text[place], 0)
            place += 1
        yield match[1], text[match.end():place - 1]


class Table:
    """A table over one or two variables, linear between its points and beyond them."""

    def __init__(self, text, template):
        self.loads_first = "capacitance" in template["variable_1"]

        def index(place):
            found = re.search(rf"index_{place}\s*\(\s*\"([^\"]*)\"", text)
            return numbers(found[1]) if found else template[f"index_{place}"]

        self.first, self.second = index(1), index(2) or [0.0]
        self.values = numbers(re.search(r"values\s*\((.*?)\)\s*;", text, re.S)[1])
        if len(self.values) != len(self.first) * len(self.second):
            raise Stop(f"a table of the library has {len(self.values)} values for "
                       f"{len(self.first)} x {len(self.second)} places")

    @staticmethod
    def between(axis, value):
        if len(axis) == 1:
            return 0, 0, 0.0
        place = min(max(bisect.bisect_right(axis, value) - 1, 0), len(axis) - 2)
        return place, place + 1, (value - axis[place]) / (axis[place + 1] - axis[place])

    def at(self, load, slope):
        """The value for that load (pF) and slope of the input (ns)."""
        one, two = (load, slope) if self.loads_first else (slope, load)
        i, i2, part = self.between(self.first, one)
        j, j2, rest = self.between(self.second, two)
        width = len(self.second)

        def row(place):
            return (self.values[place * width + j] * (1 - rest)
                    + self.values[place * width + j2] * rest)

        return row(i) * (1 - part) + row(i2) * part


class Energies:
    """Energies of the cells of a library: the mean of rising and falling edges, and of all inputs
    that an edge may come from."""

    def __init__(self, library):
        self.library = library
        text = re.sub(r"/\*.*?\*/|\\\n", "", library.text, flags=re.S)
        volt = re.search(r"nom_voltage\s*:\s*([\d.]+)", text)
        load = re.search(r"capacitive_load_unit\s*\(\s*\"?([\d.]+)\"?\s*,\s*\"?(\w+)", text)
        leak = re.search(r"leakage_power_unit\s*:\s*\"?([\d.]+)(\w)W", text)
        if not volt or not leak or "internal_power" not in text:
            raise Stop(f"library {library.path} has no power: expected nom_voltage, "
                       "leakage_power_unit and internal_power")
        self.volt = float(volt[1])
        self.pf = float(load[1]) * {"pf": 1.0, "ff": 1e-3}[load[2].lower()]
        self.nw = float(leak[1]) * {"m": 1e6, "u": 1e3, "n": 1.0, "p": 1e-3}[leak[2]]
        templates = {}
        for kind in ("lu_table_template", "power_lut_template"):
            for name, inside in groups(text, kind):
                templates[name] = {
                    "variable_1": re.search(r"variable_1\s*:\s*(\w+)", inside)[1],
                    **{f"index_{place}": numbers(found[1]) if (found := re.search(
                        rf"index_{place}\s*\(\s*\"([^\"]*)\"", inside)) else [] for place in (1, 2)}}
        self.leakage, self.load, self.power = {}, {}, {}
        for cell, body in groups(text, "cell"):
            found = re.search(r"cell_leakage_power\s*:\s*([\d.eE+-]+)", body)
            if found:
                self.leakage[cell] = float(found[1]) * self.nw
            for pin, inside in groups(body, "pin"):
                found = re.search(r"\bcapacitance\s*:\s*([\d.eE+-]+)", inside)
                self.load[cell, pin] = float(found[1]) * self.pf if found else 0.0
                self.power[cell, pin] = self.tables(inside, ("rise_power", "fall_power"), templates)

    def expect(self, kinds):
        """Raises Stop when the library does not give what the energy of these cells consists of."""
        for kind in sorted(kinds & self.library.cells.keys()):
            cell = self.library.cells[kind]
            state = cell.flop or cell.latch or {}
            clocks = cell.named(state.get("clocked_on" if cell.flop else "enable"))
            lacks = [] if kind in self.leakage else ["cell_leakage_power"]
            lacks += [f"internal_power at {pin}" for pin in [*cell.outputs, *clocks]
                      if not self.power[kind, pin]]
            if lacks:
                raise Stop(f"cell {kind} of library {self.library.path} is used and has no "
                           f"{', no '.join(lacks)}: its energy would count as 0")

    @staticmethod
    def tables(text, kinds, templates):
        return [Table(inside, templates.get(name, {"variable_1": "input", "index_1": [0.0],
                                                   "index_2": []}))
                for kind in kinds for name, inside in groups(text, kind)]

    @staticmethod
    def mean(tables, load, slope):
        return sum(table.at(load, slope) for table in tables) / len(tables) if tables else 0.0

    def edge(self, cell, pin, load, slope):
        """pJ that an edge at a pin costs inside the cell. Output: with this load; input: 0 pF."""
        return self.mean(self.power.get((cell, pin)), load / self.pf, slope) * self.pf

    def charge(self, load):
        """pJ of an edge of a net with that load: half of what a full cycle takes from the supply."""
        return 0.5 * load * self.volt ** 2
