# SPDX-License-Identifier: Apache-2.0
"""Netlists of cells: one module as Yosys writes it, and a hierarchy of them made flat.

A module is {"ports": {port: [direction, nets]}, "cells": [[type, name, {pin: nets}]], "aliases":
{net: names}}: nets are names, "0" and "1"; a cell is one of the library, a gate before mapping, or
an instance; aliases are the other names of what registers and instances drive.
"""
import collections
import re

from scripts.flow.synthesis.liberty import BUFFER, GATE

# Gates of Yosys before mapping: inputs in order, and the rows of a BLIF table that give 1.
GATES = {"$_BUF_": ("A", ["1"]), "$_NOT_": ("A", ["0"]),
         "$_AND_": ("AB", ["11"]), "$_NAND_": ("AB", ["0-", "-0"]),
         "$_OR_": ("AB", ["1-", "-1"]), "$_NOR_": ("AB", ["00"]),
         "$_XOR_": ("AB", ["10", "01"]), "$_XNOR_": ("AB", ["11", "00"]),
         "$_ANDNOT_": ("AB", ["10"]), "$_ORNOT_": ("AB", ["1-", "-0"]),
         "$_MUX_": ("ABS", ["1-0", "-11"]), "$_NMUX_": ("ABS", ["0-0", "-01"])}

Flat = collections.namedtuple("Flat", "ports cells gates aliases")  # see flatten
Item = collections.namedtuple("Item", "type owner name pins")  # owner: path of its instance


def read_module(data):
    """A module from the JSON of Yosys."""
    names = {"0": "0", "1": "1", "x": "0", "z": "0"}
    rank, others = {}, collections.defaultdict(set)
    driven = {bit for item in data["cells"].values() if item["type"] not in GATES
              for bits in item["connections"].values() for bit in bits}
    for name, wire in data["netnames"].items():
        low = wire.get("offset", 0)
        for place, bit in enumerate(wire["bits"]):
            # The name of a register rather than of the port that it drives, the shortest first.
            key = (wire["hide_name"], name in data["ports"], len(name), name)
            text = name if len(wire["bits"]) == 1 else f"{name}[{low + place}]"
            if bit in driven and not wire["hide_name"]:
                others[bit].add(text)
            if isinstance(bit, int) and (bit not in rank or key < rank[bit]):
                rank[bit] = key
                names[bit] = text

    def named(bits):
        return [names.setdefault(bit, f"${bit}") for bit in bits]
    return {"ports": {port: [item["direction"], named(item["bits"])]
                      for port, item in data["ports"].items()},
            "cells": [[item["type"], name,
                       {pin: named(bits) for pin, bits in item["connections"].items()}]
                      for name, item in data["cells"].items()],
            "aliases": {names[bit]: sorted(texts - {names[bit]}) for bit, texts in others.items()
                        if isinstance(bit, int) and len(texts) > 1}}


def cut(cells, library):
    """The gates among cells and all others: (gates, others)."""
    gates, others = [], []
    for cell in cells:
        known = library.cells.get(cell[0])
        (gates if cell[0] in GATES or (known and known.table) else others).append(cell)
    return gates, others


def output(kind, library):
    """The output pin of a gate."""
    return "Y" if kind in GATES else library.cells[kind].outputs[0]


def base(name):
    """Name of the RTL module that a netlist module comes from."""
    return re.sub(r"_[0-9a-f]{12}$", "", name)


def flatten(top, modules, netlists, library):
    """The netlist of a module with all below it; buffers of data are left out.

    Returns Flat: ports {port: (direction, nets)}, cells [Item] that are not gates, gates [Item],
    and aliases {other name of a register: net}. Nets are names with the path of the instance that
    drives them, a dot after each step. Also returns the nets at ports of modules: {net: {(module,
    its name there)}}.
    """
    parent = [0, 1]  # union-find of nets; 0 and 1 are the constants

    def find(net):
        while parent[net] != net:
            parent[net] = parent[parent[net]]
            net = parent[net]
        return net

    def join(one, two):
        one, two = find(one), find(two)
        if one != two:
            parent[max(one, two)] = min(one, two)  # constants win

    cells, gates, crossings, owners = [], [], [], {}

    def visit(path, name):
        local = {"0": 0, "1": 1}
        owners[path] = name

        def net(text):
            if text not in local:
                local[text] = len(parent)
                parent.append(len(parent))
            return local[text]

        module = netlists[name]
        children = dict(modules[name]["children"])
        for kind, cell, pins in module["cells"]:
            wires = {pin: [net(text) for text in texts] for pin, texts in pins.items()}
            known = library.cells.get(kind)
            if cell in children and children[cell] in netlists:
                child = children[cell]
                inner = visit(f"{path}/{cell}" if path else cell, child)
                for pin, outer in wires.items():
                    for place, (one, two) in enumerate(zip(outer, inner[pin])):
                        join(one, two)
                        crossings.append((one, name, pins[pin][place]))
                        crossings.append((one, child, netlists[child]["ports"][pin][1][place]))
            elif known and known.table == BUFFER:
                join(wires[known.inputs[0]][0], wires[known.outputs[0]][0])
            elif known and known.table:
                gates.append((Item(kind, path, cell,
                                   {pin: bits[0] for pin, bits in wires.items()}),
                              pins[known.outputs[0]][0]))
            else:
                if known and known.flop:  # is called by its register
                    cell = next(pins[pin][0] for pin in known.outputs if pin in pins) + "_reg"
                elif kind == GATE:
                    cell = f"clock_gate{len(cells)}_"
                cells.append((Item(kind, path, cell, wires), pins))
        return {port: [net(text) for text in texts]
                for port, (_, texts) in module["ports"].items()}

    ports = visit("", top)
    names, aliases = {0: "0", 1: "1"}, {}
    directions = {port: direction for port, (direction, _) in netlists[top]["ports"].items()}
    for port, nets in ports.items():
        if directions[port] == "input":
            for place, net in enumerate(nets):
                names[find(net)] = f"{port}[{place}]" if len(nets) > 1 else port

    def owned(path, name):
        return f"{path.replace('/', '.')}.{name}" if path else name

    for item, pins in cells:
        for pin, nets in item.pins.items():
            if drives(item.type, pin, library):
                for net, text in zip(nets, pins[pin]):
                    names.setdefault(find(net), owned(item.owner, text))
                    if item.type in library.cells:
                        for other in netlists[owners[item.owner]]["aliases"].get(text, ()):
                            aliases[owned(item.owner, other)] = find(net)
    for item, text in gates:
        names.setdefault(find(item.pins[output(item.type, library)]), owned(item.owner, text))

    def name(net):
        net = find(net)
        return names.setdefault(net, f"$undriven{net}")

    borders = collections.defaultdict(set)
    for net, module, inside in crossings:
        borders[name(net)].add((module, inside))
    flat = Flat({port: (directions[port], [name(net) for net in nets])
                 for port, nets in ports.items()},
                [Item(item.type, item.owner, item.name,
                      {pin: [name(net) for net in nets] for pin, nets in item.pins.items()})
                 for item, _ in cells],
                [Item(item.type, item.owner, item.name,
                      {pin: name(net) for pin, net in item.pins.items()}) for item, _ in gates],
                {other: name(net) for other, net in aliases.items()})
    return flat, borders


def stem(net):
    """The name of a wire without the number of the bit."""
    return re.sub(r"\[\d+\]$", "", net)


def drives(kind, pin, library):
    """Whether a pin of a cell that is not a gate is an output."""
    if kind in library.cells:
        return pin in library.cells[kind].outputs
    return pin == "gclk" if kind == GATE else pin.endswith("_o")


def clocks(kind, pin, library):
    """Whether a pin of such a cell takes the clock."""
    if kind in library.cells:
        flop = library.cells[kind].flop
        return bool(flop and re.search(rf"\b{pin}\b", flop.get("clocked_on", "")))
    return pin == "clk" if kind == GATE else pin == "clk_i"


def verilog(top, flat, library):
    """A flat netlist as Verilog."""
    def port_bit(port, bit):
        return f"\\{port} [{bit}]" if len(flat.ports[port][1]) > 1 else f"\\{port} "

    inputs = {net: port_bit(port, bit) for port, (direction, nets) in flat.ports.items()
              if direction == "input" for bit, net in enumerate(nets)}

    def wire(net):
        return f"1'b{net}" if net in "01" else inputs.get(net) or f"\\{net} "

    def wires(nets):  # of a pin: of a gate one net
        named = [wire(net) for net in reversed([nets] if isinstance(nets, str) else nets)]
        return named[0] if len(named) == 1 else f"{{{', '.join(named)}}}"

    lines = []
    if any(item.type == GATE for item in flat.cells):
        lines.append(library.gate["text"])
    lines.append(f"module {top}({', '.join(f'{chr(92)}{port} ' for port in flat.ports)});\n")
    for port, (direction, nets) in flat.ports.items():
        width = f"[{len(nets) - 1}:0] " if len(nets) > 1 else ""
        lines.append(f"  {direction} {width}\\{port} ;\n")
    known = {"0", "1", *inputs, *(port for port, (_, nets) in flat.ports.items() if len(nets) == 1)}
    used = [net for item in flat.gates for net in item.pins.values()]
    used += [net for item in flat.cells for nets in item.pins.values() for net in nets]
    used += [net for _, nets in flat.ports.values() for net in nets]
    for net in dict.fromkeys(used):
        if net not in known:
            lines.append(f"  wire \\{net} ;\n")
    for port, (direction, nets) in flat.ports.items():
        for bit, net in enumerate(nets):
            if direction == "output" and (len(nets) > 1 or net != port):
                lines.append(f"  assign {port_bit(port, bit)} = {wire(net)};\n")
    taken = {*used, *known}
    for other, net in flat.aliases.items():
        if other not in taken and stem(other) not in flat.ports:
            lines.append(f"  wire \\{other} ;\n  assign \\{other} = {wire(net)};\n")
    for item in [*flat.cells, *flat.gates]:
        pins = ", ".join(f".{pin}({wires(nets)})" for pin, nets in item.pins.items())
        name = f"{item.owner}/{item.name}" if item.owner else item.name
        lines.append(f"  {item.type} \\{name} ({pins});\n")
    lines.append("endmodule\n")
    return "".join(lines)
