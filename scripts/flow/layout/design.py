# SPDX-License-Identifier: Apache-2.0
"""A flat netlist that steps of the layout change: cells and ports, nets by name.

Names are made of letters, digits and _, so that all tools read them; each object knows its name in
the synthesized netlist. Pins of memories are single bits, `rdata_o[3]`.
"""
import collections
import dataclasses
import json
import re

from scripts.flow.layout.tools import Stop, run, shown
from scripts.flow.synthesis.liberty import BUFFER, GATE
from scripts.flow.synthesis.netlist import drives

PORT = ""   # in place of a cell: a pin of the module itself
CONSTANTS = ("0", "1")


@dataclasses.dataclass
class Cell:
    """An instance: its kind, {pin: net}, the path of the block that it belongs to, its old name."""
    kind: str
    pins: dict
    owner: str
    path: str


@dataclasses.dataclass
class Port:
    """A bit of a port: input or output, its net, its old name."""
    direction: str
    net: str
    path: str


class Names:
    """Names that no other object has."""

    def __init__(self):
        self.used = {"module", "wire", "input", "output", "assign", "endmodule"}

    def unique(self, text):
        name = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_") or "x"
        name = f"n{name}" if name[0].isdigit() else name
        unique, count = name, 0
        while unique in self.used:
            count += 1
            unique = f"{name}_{count}"
        self.used.add(unique)
        return unique


class Design:
    """Cells {name: Cell} and ports {name: Port} of a module."""

    def __init__(self, top, library):
        self.top, self.library = top, library
        self.cells, self.ports, self.names = {}, {}, Names()

    def copy(self):
        """The same design, to be changed apart from this one."""
        other = Design(self.top, self.library)
        other.names.used = set(self.names.used)
        other.cells = {name: dataclasses.replace(cell, pins=dict(cell.pins))
                       for name, cell in self.cells.items()}
        other.ports = {name: dataclasses.replace(port) for name, port in self.ports.items()}
        return other

    def add(self, kind, pins, owner, path):
        name = self.names.unique(path.replace("/", "_"))
        self.cells[name] = Cell(kind, pins, owner, path)
        return name

    def drives(self, cell, pin):
        """Whether a pin drives its net; a port is a pin of the cell PORT."""
        if cell == PORT:
            return self.ports[pin].direction == "input"
        kind = self.cells[cell].kind
        return drives(kind, re.sub(r"\[\d+\]$", "", pin), self.library)

    def nets(self):
        """{net: its pins [(cell, pin)]}: the one that drives it first. Constants are none."""
        found = collections.defaultdict(list)
        for name, port in self.ports.items():
            if port.net not in CONSTANTS:
                found[port.net].append((PORT, name))
        for name, cell in self.cells.items():
            for pin, net in cell.pins.items():
                if net not in CONSTANTS:
                    found[net].append((name, pin))
        for pins in found.values():
            pins.sort(key=lambda item: not self.drives(*item))
        return dict(found)

    def clock_nets(self, nets):
        """The nets of the clock, of gated clocks and of the reset: trees of their own, which are
        neither buffered nor timed."""
        found = {port.net for name, port in self.ports.items() if name in ("clk_i", "rst_ni")}
        found |= {pins[0][0] and net for net, pins in nets.items()
                  if pins[0][0] and self.cells[pins[0][0]].kind == GATE}
        return found & nets.keys()

    def dissolve(self, names):
        """Removes buffers: what they drive is driven by what drives them."""
        joined = {}
        for name in names:
            cell = self.library.cells[self.cells[name].kind]
            pins = self.cells.pop(name).pins
            joined[pins[cell.outputs[0]]] = pins[cell.inputs[0]]

        def root(net):
            while net in joined:
                net = joined[net]
            return net

        for cell in self.cells.values():
            for pin, net in cell.pins.items():
                if net in joined:
                    cell.pins[pin] = root(net)
        for port in self.ports.values():
            port.net = root(port.net)

    def buffers(self):
        """Names of the cells that are buffers."""
        kinds = {name for name, cell in self.library.cells.items() if cell.table == BUFFER}
        return [name for name, cell in self.cells.items() if cell.kind in kinds]

    def verilog(self):
        lines = [self.library.gate["text"]] if any(
            cell.kind == GATE for cell in self.cells.values()) else []
        lines.append(f"module {self.top} ({', '.join(self.ports)});\n")
        lines += [f"  {port.direction} {name};\n" for name, port in self.ports.items()]
        # A net has the name of the input that drives it.
        inputs = {port.net: name for name, port in self.ports.items() if port.direction == "input"}

        def wire(net):
            return f"1'b{net}" if net in CONSTANTS else inputs.get(net, net)

        lines += [f"  wire {net};\n" for net in self.nets() if net not in inputs]
        lines += [f"  assign {name} = {wire(port.net)};\n" for name, port in self.ports.items()
                  if port.direction == "output" and name != port.net]
        for name, cell in self.cells.items():
            buses = collections.defaultdict(dict)
            for pin, net in cell.pins.items():
                match = re.fullmatch(r"(\w+)(?:\[(\d+)\])?", pin)
                buses[match[1]][int(match[2] or 0)] = wire(net)
            pins = ", ".join(f".{pin}({bits[0]})" if len(bits) == 1 else
                             f".{pin}({{{', '.join(bits[n] for n in sorted(bits, reverse=True))}}})"
                             for pin, bits in buses.items())
            lines.append(f"  {cell.kind} {name} ({pins});\n")
        lines.append("endmodule\n")
        return "".join(lines)


def read(top, netlist, library, folder):
    """The design of a netlist of the synthesis; Yosys reads it."""
    script = folder / "read.ys"
    script.write_text(f"read_liberty -lib -ignore_miss_func {library.path}\n"
                      f"read_verilog {netlist}\nhierarchy -top {top}\nwrite_json read.json\n",
                      encoding="utf-8")
    good, log = run(["yosys", "-q", script], folder, "read.log")
    if not good:
        raise Stop(f"Yosys cannot read {shown(netlist)}: {log.strip().splitlines()[-1]}; see "
                   f"{shown(folder / 'read.log')}")
    data = json.loads((folder / "read.json").read_text(encoding="utf-8"))["modules"][top]
    return from_json(top, data, library)


def from_json(top, data, library):
    """The design of a module that Yosys wrote as JSON."""
    design = Design(top, library)
    names, old = {"x": "0", "z": "0", "0": "0", "1": "1"}, {}
    for port, item in data["ports"].items():
        bits = item["bits"]
        for place, bit in enumerate(bits):
            path = f"{port}[{place}]" if len(bits) > 1 else port
            name = design.names.unique(path)
            if bit not in names and item["direction"] == "input":
                names[bit] = name
            design.ports[name] = Port(item["direction"], bit, path)
    for wire, item in data["netnames"].items():
        for place, bit in enumerate(item["bits"]):
            text = f"{wire}[{place}]" if len(item["bits"]) > 1 else wire
            if bit not in old or len(text) < len(old[bit]):
                old[bit] = text
    for bit, text in old.items():
        if bit not in names:
            names[bit] = design.names.unique(text)
    for port in design.ports.values():
        port.net = names[port.net]
    for path, item in data["cells"].items():
        pins = {}
        for pin, bits in item["connections"].items():
            for place, bit in enumerate(bits):
                pins[f"{pin}[{place}]" if len(bits) > 1 else pin] = names[bit]
        design.add(item["type"], pins, path.rpartition("/")[0], path)
    return design
