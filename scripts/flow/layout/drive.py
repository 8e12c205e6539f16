# SPDX-License-Identifier: Apache-2.0
"""Cells as a fixed delay and a resistance: what buffering needs of the tables of a Liberty file.

Units are ns and fF, so a resistance is in ns/fF. OpenSTA times what comes out with the tables.
"""
import collections
import re

from scripts.flow.layout.tools import Stop

# ns, ns/fF, and fF that it may drive
Drive = collections.namedtuple("Drive", "delay resistance limit")
SLEW = 0.5      # of the tables' range of input slopes, from the lowest: which row stands for all


def numbers(text):
    return [float(number) for number in re.findall(r"-?[\d.]+(?:[eE][+-]?\d+)?", text)]


class Drives:
    """{kind: Drive} and {(kind, pin): fF} of a library."""

    def __init__(self, library):
        unit = re.search(r"capacitive_load_unit\s*\(\s*\"?([\d.]+)\"?\s*,\s*\"?(\w+)", library.text)
        self.unit = float(unit[1]) * {"pf": 1000, "ff": 1}[unit[2].lower()]
        time = re.search(r'time_unit\s*:\s*"?\s*([\d.]+)\s*(ns|ps)', library.text)
        self.ns = float(time[1]) * {"ns": 1, "ps": 0.001}[time[2]] if time else 1.0
        text = re.sub(r"/\*.*?\*/|\\\n", "", library.text, flags=re.S)
        self.templates = {match[1]: match[2] for match in re.finditer(
            r"lu_table_template\s*\(\s*\"?(\w+)\"?\s*\)\s*\{(.*?)\}", text, re.S)}
        parts = re.split(r"\bcell\s*\(\s*\"?(\w+)\"?\s*\)\s*\{", text)
        texts = dict(zip(parts[1::2], parts[2::2]))
        self.drive, self.load = {}, {}
        for name, cell in library.cells.items():
            for pin in cell.inputs:
                self.load[name, pin] = float(cell.pins[pin].get("capacitance", 0)) * self.unit
            if cell.outputs:
                drive = self.measure(name, texts.get(name, ""), cell)
                if drive:
                    self.drive[name] = drive

    def measure(self, name, text, cell):
        """The line through the tables of a cell: the mean of rising and falling, of its worst
        input. None without tables."""
        found = collections.defaultdict(list)
        for match in re.finditer(r"\bcell_(rise|fall)\s*\(\s*\"?(\w+)\"?\s*\)\s*\{(.*?)\}", text,
                                 re.S):
            line = self.line(name, match[2], match[3])
            if line:
                found[match[1]].append(line)
        if not found["rise"] or not found["fall"]:
            return None
        worst = {way: max(lines, key=lambda item: item[0] + 100 * item[1])
                 for way, lines in found.items()}
        limits = [float(cell.pins[pin]["max_capacitance"]) * self.unit for pin in cell.outputs
                  if "max_capacitance" in cell.pins[pin]]
        return Drive(sum(line[0] for line in worst.values()) / 2,
                     sum(line[1] for line in worst.values()) / 2,
                     min(limits, default=float("inf")))

    def line(self, name, template, text):
        """(delay without load, resistance) of one table."""
        shape = self.templates.get(template, "")

        def index(place):
            match = re.search(rf"index_{place}\s*\(\s*\"([^\"]*)\"", text) or re.search(
                rf"index_{place}\s*\(\s*\"([^\"]*)\"", shape)
            return numbers(match[1]) if match else []

        values = re.search(r"values\s*\((.*?)\)\s*;", text, re.S)
        if not values or not shape:
            return None
        rows = [numbers(row) for row in re.findall(r"\"([^\"]*)\"", values[1])]
        first = re.search(r"variable_1\s*:\s*(\w+)", shape)
        if not first or len(rows) < 2:
            return None
        loads = index(1 if "capacitance" in first[1] else 2)
        if "capacitance" not in first[1]:
            rows = list(zip(*rows))
        if len(loads) != len(rows):
            raise Stop(f"the tables of cell {name} have {len(rows)} rows for {len(loads)} loads")
        column = int(SLEW * (len(rows[0]) - 1))
        low, high = rows[0][column] * self.ns, rows[-1][column] * self.ns
        slope = (high - low) / ((loads[-1] - loads[0]) * self.unit)
        return low - slope * loads[0] * self.unit, slope
