# SPDX-License-Identifier: Apache-2.0
"""Longest paths of a netlist, by OpenSTA, and the clock that they allow."""
import json
import pathlib
import re

from scripts.flow.synthesis.liberty import GATE, gate_liberty, memory_liberty
from scripts.flow.synthesis.netlist import base, stem
from scripts.flow.synthesis.sources import MEMORIES
from scripts.flow.synthesis.tools import OUT, Stop, alone, digest, run, shown, write

PERIOD = 1000   # ns, longer than any path
PATHS = 5       # different longest paths that are shown
ENDS = 400      # ends of longest paths that are looked at

# Groups of ends. Memory pins are those of the core that go to the banks.
PORTS, CORE, BANKS = "ports", "core", "banks"
MEMORY_PINS = {"gsq_core": "bank_*"}
CLASSES = {"in to reg": (PORTS, CORE), "reg to reg": (CORE, CORE), "reg to out": (CORE, PORTS),
           "in to out": (PORTS, PORTS), "bank to reg": (BANKS, CORE), "reg to bank": (CORE, BANKS),
           "in to bank": (PORTS, BANKS), "bank to out": (BANKS, PORTS),
           "bank to bank": (BANKS, BANKS)}

# Time outside, in delays of an inverter that drives four (FO4): read data of a memory arrive so long
# after the clock edge; its inputs have to be stable so long before the edge.
ACCESS_FO4 = 15
SETUP_FO4 = 2
CLOCK_FO4 = 35  # the default clock
CODE = pathlib.Path(__file__).read_text(encoding="utf-8")
OUTSIDE = 0.5   # part of a period that a path from or to any other pin of the core has outside

# The high phase is short, so that an enable passes the latch of a clock gate as late as the check at
# the AND gate, the next rising edge, allows.
STA = """
puts "MODULE {name}"
read_verilog {file}
link_design {name}
set clocks [get_ports -quiet clk_i]
set wave {{0 0.001}}
if {{[llength $clocks]}} {{ create_clock -name core -period {period} -waveform $wave $clocks }} \\
else {{ create_clock -name core -period {period} -waveform $wave }}
create_clock -name ports -period {period} -waveform $wave
create_clock -name banks -period {period} -waveform $wave
set outside(ports) {{}}
set outside(banks) {{}}
foreach port [all_inputs] {{
  set port_name [get_property $port full_name]
  if {{$port_name == "rst_ni"}} {{ set_false_path -from $port }} \\
  elseif {{$port_name != "clk_i"}} {{
    lappend outside([expr {{[string match {{{banks}}} $port_name] ? "banks" : "ports"}}]) $port
  }}
}}
foreach clock {{ports banks}} {{
  if {{[llength $outside($clock)]}} {{
    set_input_delay 0 -clock $clock $outside($clock)
    set_driving_cell -lib_cell {buffer} $outside($clock)
  }}
  set outside($clock) {{}}
}}
foreach port [all_outputs] {{
  set port_name [get_property $port full_name]
  lappend outside([expr {{[string match {{{banks}}} $port_name] ? "banks" : "ports"}}]) $port
}}
foreach clock {{ports banks}} {{
  if {{[llength $outside($clock)]}} {{ set_output_delay 0 -clock $clock $outside($clock) }}
}}
if {{[llength [all_outputs]]}} {{ set_load {load} [all_outputs] }}
"""
REPORT = """foreach {{class from to}} {{{classes}}} {{
  puts "CLASS $class"
  report_checks -from [get_clocks $from] -to [get_clocks $to] -path_delay max -digits 4 \\
    -group_count {count} -format full
}}
"""
# The longest path that ends at each register
TO_REGISTERS = """set core [get_clocks core]
report_checks -from $core -to $core -path_delay max -group_count 100000 -endpoint_count 1 -format end
"""
MEMORIES, GATES = "memories.lib", "gate.lib"    # written beside a netlist


def calibrate(library, versions):
    """Times in ns: "fo4", the delay of an inverter that drives four; "launch", clock to output of a
    flip-flop, and its "setup", both None if none of the library is recognised; "gate", how long
    before the clock edge the enable of a clock gate that is made of a latch has to be there, None
    without a gate or for one cell of the library, which has its own setup."""
    key = digest(library.text, STA, REPORT, CODE, versions)
    stored = OUT / f"{library.name}-{key}.json"
    folder = OUT / f"{library.name}-{key}"
    with alone(folder):
        if not stored.exists():
            write(stored, json.dumps(measure(library, folder)))
    return json.loads(stored.read_text(encoding="utf-8"))


def measure(library, folder):
    """The times of `calibrate`, from a small netlist in a folder."""
    inverter = library.cells[library.inverter]
    source, sink = inverter.inputs[0], inverter.outputs[0]
    stages = 16
    lines, first, last = [], "d", f"w{stages}"
    if library.flop:
        data, clock = library.flop.flop["next_state"], library.flop.flop["clocked_on"]
        state = next(pin for pin in library.flop.outputs)
        lines += [f"{library.flop.name} a (.{clock}(clk_i), .{data}(d), .{state}(w0));",
                  f"{library.flop.name} b (.{clock}(clk_i), .{data}(w{stages}), .{state}(q));"]
    else:
        lines += [f"{library.buffer} a (.{library.cells[library.buffer].inputs[0]}(d), "
                  f".{library.cells[library.buffer].outputs[0]}(w0));", f"assign q = w{stages};"]
    for stage in range(stages):
        lines.append(f"{inverter.name} i{stage} (.{source}(w{stage}), .{sink}(w{stage + 1}));")
        lines += [f"{inverter.name} l{stage}_{n} (.{source}(w{stage + 1}), .{sink}(o{stage}_{n}));"
                  for n in range(3)]
    made = library.gate and library.flop and len(library.gate["cells"]) > 1
    if made:
        lines += [f"{GATE} g (.ce(w3), .clk(clk_i), .gclk(h));",
                  f"{library.flop.name} c (.{clock}(h), .{data}(w3), .{state}(p));"]
    wires = [f"w{n}" for n in range(stages + 1)] + [f"o{s}_{n}" for s in range(stages)
                                                    for n in range(3)]
    (folder / "netlist.v").write_text(
        (library.gate["text"] if made else "") + f"module calibrate(clk_i, d, q);\ninput clk_i, d;\noutput q;\nwire h, p, {', '.join(wires)};\n" +
        "\n".join(lines) + "\nendmodule\n", encoding="utf-8")
    log = report("calibrate", library, folder, 9)
    end = "b" if library.flop else "q"

    def found(pattern, text, what):
        """The times that a pattern finds in a report. Raises Stop when there is none."""
        times = [float(time) for time in re.findall(pattern, text, re.M)]
        if not times:
            raise Stop(f"OpenSTA reports no {what} for library {library.path}, so it would be 0 in "
                       "all figures: does the file lack its timing ()? See "
                       f"{shown(folder / 'time.log')}")
        return times

    text = next((part for part in log.split("Startpoint: ") if f"Endpoint: {end} " in part), "")
    passed = " and ".join(cell.name for cell in (inverter, library.flop) if cell)
    steps = found(r"^ *(-?[\d.]+) +-?[\d.]+ [v^] i\d+/", text, f"path through {passed}")
    # The first stages have another slope at their input, the last has another load.
    result = {"fo4": sum(steps[3:-1]) / len(steps[3:-1]),
              "launch": None, "setup": None, "gate": None}
    if library.flop:
        name = library.flop.name
        result["launch"] = found(rf"^ *(-?[\d.]+) +-?[\d.]+ [v^] a/{state} ", text,
                                 f"clock-to-output of {name}")[0]
        result["setup"] = -found(r"^ *(-?[\d.]+) +-?[\d.]+ +library setup time", text,
                                 f"setup of {name}")[0]
    if made:
        # Through the latch to the AND gate, which the enable has to reach before the clock does
        latch, name = next((f"part{place}", cell)
                           for place, (cell, _) in enumerate(library.gate["cells"])
                           if library.cells[cell].latch)
        result["gate"] = max(found(rf"^ *([\d.]+) +-?[\d.]+ [v^] g/{latch}/\w+ ", log,
                                   f"time through {name}, the latch of clock gates"))
    return result


def report(name, library, folder, count, libraries=()):
    """The longest paths of each class in netlist.v of a folder, as OpenSTA prints them."""
    classes = " ".join(f"{{{key}}} {a} {b}" for key, (a, b) in CLASSES.items())
    return timed(name, library, folder, libraries, REPORT.format(classes=classes, count=count))


def timed(name, library, folder, libraries, asked, step="time"):
    """What OpenSTA prints for netlist.v of a folder when it is asked something."""
    script = [f"read_liberty {path}" for path in (library.path, *libraries)]
    script.append("set_cmd_units -time ns -capacitance fF")
    script.append(STA.format(name=name, file="netlist.v", period=PERIOD, buffer=library.buffer,
                             load=f"{library.load_ff:.4f}", banks=MEMORY_PINS.get(name, "-")) + asked)
    (folder / f"{step}.tcl").write_text("\n".join(script + ["exit"]) + "\n", encoding="utf-8")
    good, log = run(["sta", "-no_splash", "-exit", f"{step}.tcl"], folder, f"{step}.log")
    errors = re.findall(r"^Error: .*$", log, re.M)
    if not good or errors:
        raise Stop(f"OpenSTA stopped: {(errors or log.splitlines()[-1:])[0]}; see "
                   f"{shown(folder / f'{step}.log')}")
    return log


def to_registers(top, library, folder):
    """[(register, ns)]: the longest path from a register to each, in netlist.v of a folder that was timed."""
    log = timed(top, library, folder, [name for name in (MEMORIES, GATES) if (folder / name).exists()],
                TO_REGISTERS, "registers")
    found = [(name, PERIOD - float(slack)) for name, slack in
             re.findall(r"^(\S+) \(\w+\).*\s(-?\d+\.\d+) \(", log, re.M)]
    if not found:
        raise Stop(f"OpenSTA gave no path, see {shown(folder / 'registers.log')}")
    return found


def time_netlist(top, modules, memories, library, folder, times):
    """{class: longest paths, the longest first} in netlist.v of a folder."""
    libraries = []
    for name, text in ((MEMORIES, memory_liberty(memories, library, times["launch"],
                                                       times["setup"]) if memories else ""),
                       (GATES, gate_liberty(library, times["gate"])
                       if times["gate"] is not None else "")):
        if text:
            (folder / name).write_text(text, encoding="utf-8")
            libraries.append(name)
    log = report(top, library, folder, ENDS, libraries)
    result = {}
    for part in log.split("CLASS ")[1:]:
        key, text = part.split("\n", 1)
        paths = [read_path(item, top, modules) for item in text.split("Startpoint: ")[1:]]
        if paths:
            result[key.strip()] = sorted(paths, key=lambda path: -path["ns"])
    return result


def limits(top, key, times):
    """Of the paths of a class: how much of a period they have, and what time beside their own they
    need in ns: before them, and in all.

    A path between a register and a pin of the core has half a period outside. Bank pins are those of
    a memory: it registers its inputs, and read data arrive a stated time after the edge. What is
    outside of another module is not known.
    """
    start, end = CLASSES[key] if top in MEMORY_PINS else (CORE, CORE)
    before = ACCESS_FO4 * times["fo4"] if start == BANKS else 0
    after = SETUP_FO4 * times["fo4"] if end == BANKS else 0
    return 1 - OUTSIDE if PORTS in (start, end) else 1, before, before + after


def budgets(top, timing, clock, flat, borders, times):
    """Times for mapping modules again, {module: {wire: ps}}: what ABC cannot know of a module alone.

    Modules of paths that are longer than their class may be. Where such a path passes from one to
    another, each gets the share of the time that it has of the path. Times begin at the output of a
    register.
    """
    drivers = {f"{item.owner}/{item.name}" if item.owner else item.name: item.pins
               for item in (*flat.gates, *flat.cells)}
    result = {}
    for key, paths in timing.items():
        part, before, fixed = limits(top, key, times)
        if PORTS in CLASSES[key][:1] and part < 1:
            before = clock * OUTSIDE
        for path in paths:
            limit = clock * part - fixed
            if path["ns"] <= limit:
                continue
            for module in path["modules"]:
                result.setdefault(module, {})
            for cell, pin, at in path["crossings"]:
                net = drivers.get(cell, {}).get(pin) if cell else pin
                net = net[0] if isinstance(net, list) else net
                share = before + at * limit / path["ns"] - (times["launch"] or 0)
                share = max(round(1000 * share, -1), 10)
                for module, wire in borders.get(net, ()):
                    known = result.setdefault(module, {})
                    known[stem(wire)] = min(share, known.get(stem(wire), share))
    return result


def periods(top, timing, times):
    """{class: clock in ns that its longest path needs}, for the classes that bind: those between
    registers, and of the core those of its pins."""
    result = {}
    for key, paths in timing.items():
        if top in MEMORY_PINS or CLASSES[key] == (CORE, CORE):
            part, _, fixed = limits(top, key, times)
            result[key] = round((paths[0]["ns"] + fixed) / part, 4)
    return result


def read_path(text, top, modules):
    """One path of OpenSTA's report: its ends, its delay, and where the delay arises.

    "crossings" are the pins from which it goes to another module or leaves the top, [cell, pin, ns
    after the clock edge], with no cell for a pin of the top; "modules" are the modules on it.
    """
    text = text.replace("\\", "")
    start = text.split(None, 1)[0]
    end = re.search(r"^Endpoint: (\S+)", text, re.M)[1]
    setup = re.search(r"^ *(-?[\d.]+) +-?[\d.]+ +library setup time", text, re.M)
    arrival = float(re.search(r"^ *(-?[\d.]+) +data arrival time", text, re.M)[1])
    through, crossings, last = [], [], None
    for match in re.finditer(r"^ *(-?[\d.]+) +(-?[\d.]+) [v^] (\S+) \((\S+)\)$", text, re.M):
        delay, at, name, kind = float(match[1]), float(match[2]), match[3], match[4]
        if kind == "in":
            last = ("", name, at)
        elif kind == "out" and last:
            crossings.append(last)
        if kind in ("in", "out"):
            continue
        cell, _, pin = name.rpartition("/")
        owner = cell if kind in MEMORIES else cell.rpartition("/")[0]
        if not through or through[-1]["instance"] != owner:
            through.append({"instance": owner, "module": base(full_name(owner, top, modules)),
                            "ns": 0.0, "cells": 0})
            if last:
                crossings.append(last)
        through[-1]["ns"] += delay
        through[-1]["cells"] += 1
        last = (cell, pin, at)
    for item in through:
        item["ns"] = round(item["ns"], 4)
    setup_ns = -float(setup[1]) if setup else 0.0
    return {"from": end_name(start), "to": end_name(end), "ns": round(arrival + setup_ns, 4),
            "setup_ns": round(setup_ns, 4), "through": through, "crossings": crossings,
            "modules": sorted({full_name(item["instance"], top, modules) for item in through})}


def full_name(path, top, modules):
    """The module of an instance as the table of modules calls it."""
    name = top
    for step in filter(None, path.split("/")):
        name = dict(modules[name]["children"]).get(step, name) if name in modules else name
    return name


def end_name(pin):
    """A register or port without the names that mapping has added, and without bit numbers."""
    return re.sub(r"(\[\d+\])*(_reg(_\d+)?)?$", "", pin)


def different(paths):
    """The longest path between each pair of registers, the longest first, without crossings."""
    kept = {}
    for path in sorted(paths, key=lambda path: -path["ns"]):
        kept.setdefault((path["from"], path["to"]), path)
    return list(kept.values())[:PATHS]
