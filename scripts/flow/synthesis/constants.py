# SPDX-License-Identifier: Apache-2.0
"""Constants that reach gates of another module: smaller gates without them."""
import itertools

from scripts.flow.synthesis.abc import ordered
from scripts.flow.synthesis.liberty import BUFFER
from scripts.flow.synthesis.netlist import output


def folded(flat, library):
    """A flat netlist in which no gate has a constant input, as far as the library has the cells.

    Modules are mapped one by one, so constants at their ports remain. They would cost gates, and ABC
    would take what they drive for paths.
    """
    cells = smallest(library)
    results = [output(item.type, library) for item in flat.gates]
    value, gates = {}, []  # net: the constant or the net that it equals
    for place in ordered([item.pins for item in flat.gates], results):
        item = flat.gates[place]
        pins = {pin: value.get(net, net) for pin, net in item.pins.items()}
        cell = library.cells[item.type]
        inputs, table = cofactor([pins[pin] for pin in cell.inputs], cell.table)
        if len(inputs) == len(cell.inputs):
            gates.append(item._replace(pins=pins))
        elif not inputs:
            value[item.pins[results[place]]] = "1" if table[0] else "0"
        elif table == BUFFER:
            value[item.pins[results[place]]] = inputs[0]
        elif table in cells:
            kind, order = cells[table]
            other = library.cells[kind]
            gates.append(item._replace(type=kind, pins={
                **{pin: inputs[at] for pin, at in zip(other.inputs, order)},
                other.outputs[0]: item.pins[results[place]]}))
        else:
            gates.append(item._replace(pins=pins))

    def now(nets):
        return [value.get(net, net) for net in nets]

    return flat._replace(
        gates=gates,
        cells=[item._replace(pins={pin: now(nets) for pin, nets in item.pins.items()})
               for item in flat.cells],
        ports={port: (direction, now(nets)) for port, (direction, nets) in flat.ports.items()})


def cofactor(nets, table):
    """Inputs that are left of a gate with some of its inputs constant, and its table of these.

    A table is in the order of counting, the first input first.
    """
    rows = [row for row in itertools.product((False, True), repeat=len(nets))
            if all(net not in ("0", "1") or bit == (net == "1") for net, bit in zip(nets, row))]
    left = [place for place, net in enumerate(nets) if net not in ("0", "1")]
    known = dict(zip(itertools.product((False, True), repeat=len(nets)), table))
    values = {tuple(row[place] for place in left): known[row] for row in rows}
    needed = [at for at in range(len(left)) if len(left) < len(nets) and any(
        values[key] != values[(*key[:at], not key[at], *key[at + 1:])] for key in values)]
    if len(left) == len(nets):
        return list(nets), table
    return ([nets[left[at]] for at in needed],
            tuple(values[tuple(row[needed.index(at)] if at in needed else False
                               for at in range(len(left)))]
                  for row in itertools.product((False, True), repeat=len(needed))))


def smallest(library):
    """{table: (smallest cell with it, for each of its inputs the one of the table)}."""
    found = {}
    tables = {cell.table for cell in library.cells.values() if cell.table}
    for kind in sorted(kind for table in tables for kind in library.like(table)):
        cell = library.cells[kind]
        count = len(cell.inputs)
        rows = list(itertools.product((False, True), repeat=count))
        known = dict(zip(rows, cell.table))
        for order in itertools.permutations(range(count)):
            table = tuple(known[tuple(row[at] for at in order)] for row in rows)
            if table not in found or cell.area < library.area(found[table][0]):
                found[table] = kind, order
    return found
