# SPDX-License-Identifier: Apache-2.0
"""Logic between registers through ABC: mapping of one module, sizing of a whole netlist."""
import collections
import re

from scripts.flow.synthesis.liberty import BUFFER
from scripts.flow.synthesis.netlist import GATES, Item, clocks, cut, drives, output, stem
from scripts.flow.synthesis.tools import Stop, run, shown

FANOUT = 16     # gates that one gate drives at most

# Mapping alone neither sizes nor buffers; with a driving cell, buffer serves inputs and registers.
# dc2 saves gates and turns short trees (adders, prefixes) into long chains; with -l no path gets
# longer. dch finds other structures for the mapper to choose from. amap looks at area only, map at
# the time.
LARGE = 200_000  # gates for which dch would take too long
AREA, TIME = "amap -m", "map -B 0.9{delay}"
EFFORTS = [("dc2 -l", AREA), ("dc2; dch -x", AREA), ("dc2 -l; dch -x", AREA), ("dc2; dch -x", TIME),
           ("dc2 -l; dch -x", TIME), ("dch -x", TIME)]  # from few gates to short paths
LARGE_EFFORTS = [("dc2 -l", AREA), ("dc2 -l", TIME)]
MAP = """
strash
{logic}
{mapper}
topo
buffer -c -N {fanout}
upsize{delay}
dnsize{delay}
"""
SIZE = """
topo
buffer -c -N {fanout}
upsize{delay}
dnsize{delay}
"""


def blif(gates, wanted, library, number, times=()):
    """The logic of gates as BLIF, with wires n<number>; `wanted` are the nets it has to drive.

    `times` are lines for single inputs and outputs. Returns the text and {net: number}.
    """
    driven = {pins[output(kind, library)] for kind, _, pins in gates}
    read = {net for kind, _, pins in gates for pin, net in pins.items()
            if pin != output(kind, library)}
    outputs = sorted(net for net in wanted if net in driven)
    inputs = sorted(read - driven)
    lines = [".model logic", " \\\n".join([".inputs", *(number(net) for net in inputs
                                                        if net not in ("0", "1"))]),
             " \\\n".join([".outputs", *map(number, outputs)])]
    mapped = not any(kind in GATES for kind, _, _ in gates)
    if mapped:  # a constant is one more input
        for net in ("0", "1"):
            if net in inputs:
                lines[1] += f" \\\n{number(net)}"
    else:
        if "0" in inputs:
            lines.append(f".names {number('0')}")
        if "1" in inputs:
            lines.append(f".names {number('1')}\n1")
    for kind, _, pins in gates:
        if kind in GATES:
            order, rows = GATES[kind]
            lines.append(f".names {' '.join(number(pins[pin]) for pin in order)} "
                         f"{number(pins['Y'])}")
            lines += [f"{row} 1" for row in rows]
        else:
            lines.append(f".gate {kind} " + " ".join(f"{pin}={number(net)}"
                                                     for pin, net in pins.items()))
    lines += times(inputs, outputs) if times else []
    return "\n".join([*lines, ".end"]) + "\n"


def numbers():
    """A function that gives each net a name that BLIF allows, and the table of these names."""
    known, back = {}, {}

    def number(net):
        if net not in known:
            known[net] = f"n{len(known)}"
            back[known[net]] = net
        return known[net]

    return number, back


def through(folder, text, script, library):
    """The gates that ABC makes of BLIF, [(cell, {pin: wire})], and the delay in ps that it sees."""
    (folder / "logic.blif").write_text(text, encoding="utf-8")
    (folder / "constraints").write_text(f"set_driving_cell {library.buffer}\n"
                                        f"set_load {library.load_ff:.3f} [all_outputs]\n",
                                        encoding="utf-8")
    result = folder / "mapped.blif"
    result.unlink(missing_ok=True)
    (folder / "script.abc").write_text(
        f"read_lib -w {library.path}\nread_constr constraints\nread_blif -n logic.blif\n"
        f"{script.strip()}\nstime\nwrite_blif mapped.blif\n", encoding="utf-8")
    good, log = run(["yosys-abc", "-f", "script.abc"], folder, "abc.log")
    if not good or not result.exists():
        reason = re.findall(r"^.*(?:rror|annot|fail).*$", log, re.M) or ["no message"]
        raise Stop(f"ABC stopped: {reason[0].strip()}; see {shown(folder / 'abc.log')}")
    gates = []
    for line in re.sub(r"\\\n", " ", result.read_text(encoding="utf-8")).splitlines():
        words = line.split()
        if words[:1] == [".gate"]:
            gates.append((words[1], dict(word.split("=") for word in words[2:])))
        elif words[:1] == [".names"]:
            raise Stop(f"ABC left a gate without a cell: {line}; see {shown(result)}")
    seen = re.findall(r"Delay\s*=\s*([\d.]+) ps", log)
    return gates, float(seen[-1]) if seen else 0.0


def map_gates(module, library, delay, folder, budget):
    """A module with cells of the library in place of gates.

    `delay` is the time in ps from the outputs of registers to their inputs, 0 for the fastest gates.
    With a `budget` the gates are mapped for speed, otherwise for area if that is fast enough. It gives
    other times, {wire: ps}, for wires at ports, also of instances in the module: they are driven at
    that time, and have to be.
    """
    gates, others = cut([[kind, name, {pin: bits if kind not in GATES else bits[0]
                                       for pin, bits in pins.items()}]
                         for kind, name, pins in module["cells"]], library)
    gates = [[kind, name, {pin: net[0] if isinstance(net, list) else net
                           for pin, net in pins.items()}] for kind, name, pins in gates]
    wanted = {net for kind, _, pins in others for pin, nets in pins.items()
              if not drives(kind, pin, library) for net in nets}
    wanted |= {net for direction, nets in module["ports"].values() if direction == "output"
               for net in nets}
    cells, ports = list(others), module["ports"]
    if gates:
        number, back = numbers()

        def times(inputs, outputs):
            for net in inputs:
                if at := budget.get(stem(net)):
                    yield f".input_arrival {number(net)} {at} {at}"
            for net in outputs:
                if at := budget.get(stem(net)):
                    yield f".output_required {number(net)} {at} {at}"

        text = blif(gates, wanted, library, number, times if budget else ())
        until = f" -D {delay:.0f}" if delay else ""
        efforts = EFFORTS if len(gates) < LARGE else LARGE_EFFORTS
        small = bool(delay) and budget is None
        efforts = efforts if small else efforts[-2:]
        best = None
        for place, (logic, mapper) in enumerate(efforts):
            if best and best[0][0] and (place > 1 or mapper == TIME):
                break
            script = MAP.format(logic=logic, mapper=mapper.format(delay=until), delay=until,
                                fanout=FANOUT)
            found, ps = through(folder, text, script, library)
            # Of those that are fast enough the smallest, otherwise the fastest
            met = small and ps <= delay
            rank = met, -sum(library.area(kind) for kind, _ in found if library.known(kind)
                             ) if met else -ps
            if best is None or rank > best[0]:
                best = rank, found
        made = best[1]
        # A cell without inputs is a constant.
        constant = {net: kind.strip("_")[-1] for kind, pins in made
                    if kind in ("_const0_", "_const1_") for net in pins.values()}
        fixed = {back[net]: value for net, value in constant.items() if net in back}
        cells = [[kind, name, {pin: [fixed.get(net, net) for net in nets]
                               for pin, nets in pins.items()}] for kind, name, pins in others]
        ports = {port: [direction, [fixed.get(net, net) for net in nets]]
                 for port, (direction, nets) in ports.items()}
        for place, (kind, pins) in enumerate(made):
            if kind not in ("_const0_", "_const1_"):
                cells.append([kind, f"_g{place}_", {
                    pin: [constant.get(net) or back.get(net, f"${net}")]
                    for pin, net in pins.items()}])
    return {"ports": ports, "cells": cells, "aliases": module["aliases"]}


def size(flat, library, delay, folder):
    """A flat netlist with buffers, and with gates of the sizes that meet `delay` ps."""
    flat = shared(flat, library)
    wanted = {net for _, nets in flat.ports.values() for net in nets}
    for item in flat.cells:
        for pin, nets in item.pins.items():
            if not drives(item.type, pin, library) and not clocks(item.type, pin, library):
                wanted.update(nets)
    # ABC leaves out what nobody reads; the order is reversed, so readers come first.
    results = [output(item.type, library) for item in flat.gates]
    live, gates = set(wanted), []
    for place in reversed(list(ordered([item.pins for item in flat.gates], results))):
        item = flat.gates[place]
        if item.pins[results[place]] in live:
            live.update(item.pins.values())
            gates.append(item)
    flat = flat._replace(gates=gates)
    if not gates:
        return flat
    number, back = numbers()
    text = blif([(item.type, item.name, item.pins) for item in flat.gates], wanted, library, number)
    made, _ = through(folder, text, SIZE.format(delay=f" -D {delay:.0f}" if delay else "",
                                                fanout=FANOUT), library)
    owners = {net: item.owner for item in flat.cells for pin, nets in item.pins.items()
              if drives(item.type, pin, library) for net in nets}
    return flat._replace(gates=list(named(flat.gates, made, back, library, owners)))


def named(before, after, back, library, owners):
    """Gates from ABC with the names and owners that they had; a buffer gets those of its source.

    `owners` are those of nets that come from registers and memories. ABC keeps the names of inputs and
    outputs only. A gate is the one that had the same function and
    the same inputs, apart from buffers.
    """
    tables = {}
    for kind in {item.type for item in before} | {kind for kind, _ in after}:
        cell = library.cells[kind]
        tables[kind] = (cell.table, cell.inputs, cell.outputs[0])
    known = collections.defaultdict(list)
    for item in before:
        table, inputs, result = tables[item.type]
        known[(table, *(item.pins[pin] for pin in inputs))].append(item)
    for items in known.values():
        items.reverse()
    owners = {**owners, **{item.pins[tables[item.type][2]]: item.owner for item in before}}
    source, wire, count = {}, {}, 0  # net of ABC: net before it that has its value; its new name
    for place in ordered([pins for _, pins in after], [tables[kind][2] for kind, _ in after]):
        kind, pins = after[place]
        table, inputs, result = tables[kind]
        count += 1
        meant = [source.get(pins[pin]) or back[pins[pin]] for pin in inputs]
        if table == BUFFER:
            name, owner = f"_b{place}_", owners.get(meant[0], "")
            source[pins[result]] = meant[0]
        else:
            items = known[(table, *meant)]
            if not items:
                raise Stop(f"sizing made a gate {kind} that was not there before")
            item = items.pop()
            name, owner = item.name, item.owner
            source[pins[result]] = item.pins[result]
        dot = f"{owner.replace('/', '.')}." if owner else ""
        # An output of ABC keeps the name of its net, whichever gate drives it.
        wire[pins[result]] = back.get(pins[result]) or f"{dot}_w{place}_"
        yield Item(kind, owner, name, {**{pin: wire.get(pins[pin]) or back[pins[pin]]
                                          for pin in inputs}, result: wire[pins[result]]})
    if count != len(after) or any(known.values()):
        raise Stop("sizing lost gates")


def ordered(gates, results):
    """Places of gates, each after those that drive its inputs; not those in loops."""
    driven = {pins[result] for pins, result in zip(gates, results)}
    readers, missing, ready = collections.defaultdict(list), [], []
    for place, (pins, result) in enumerate(zip(gates, results)):
        waits = {net for pin, net in pins.items() if pin != result} & driven
        missing.append(len(waits))
        for net in waits:
            readers[net].append(place)
        if not waits:
            ready.append(place)
    while ready:
        place = ready.pop()
        yield place
        for reader in readers[gates[place][results[place]]]:
            missing[reader] -= 1
            if not missing[reader]:
                ready.append(reader)


def shared(flat, library):
    """A flat netlist in which gates with the same function and inputs are one."""
    results = [output(item.type, library) for item in flat.gates]
    kept, same, gates = {}, {}, []
    for place in ordered([item.pins for item in flat.gates], results):
        item, result = flat.gates[place], results[place]
        pins = {pin: same.get(net, net) for pin, net in item.pins.items()}
        cell = library.cells[item.type]
        key = (cell.table, *(pins[pin] for pin in cell.inputs))
        if key in kept:
            same[item.pins[result]] = kept[key]
        else:
            kept[key] = item.pins[result]
            gates.append(item._replace(pins=pins))
    return flat._replace(
        gates=gates,
        cells=[item._replace(pins={pin: [same.get(net, net) for net in nets]
                                   for pin, nets in item.pins.items()}) for item in flat.cells],
        ports={port: (direction, [same.get(net, net) for net in nets])
               for port, (direction, nets) in flat.ports.items()})
