# SPDX-License-Identifier: Apache-2.0
"""Longest paths of a netlist, by OpenSTA."""
import re

from synthesis.liberty import memory_liberty
from synthesis.mapping import base
from synthesis.sources import MEMORIES
from synthesis.tools import Stop, run, shown

PERIOD = 1000   # ns, longer than any path
PATHS = 5       # different longest paths that are shown
CLASSES = {"in to reg": ("ports", "core"), "reg to reg": ("core", "core"),
           "reg to out": ("core", "ports"), "in to out": ("ports", "ports")}

STA_MODULE = """
puts "MODULE {name}"
foreach file {{{files}}} {{ read_verilog $file }}
link_design {name}
set clocks [get_ports -quiet clk_i]
if {{[llength $clocks]}} {{ create_clock -name core -period {period} $clocks }} \\
else {{ create_clock -name core -period {period} }}
create_clock -name ports -period {period}
set inputs {{}}
foreach port [all_inputs] {{
  set port_name [get_property $port full_name]
  if {{$port_name == "rst_ni"}} {{ set_false_path -from $port }} \\
  elseif {{$port_name != "clk_i"}} {{ lappend inputs $port }}
}}
if {{[llength $inputs]}} {{
  set_input_delay 0 -clock ports $inputs
  set_driving_cell -lib_cell {buffer} $inputs
}}
if {{[llength [all_outputs]]}} {{
  set_output_delay 0 -clock ports [all_outputs]
  set_load {load} [all_outputs]
}}
foreach {{class from to}} {{{classes}}} {{
  puts "CLASS $class"
  report_checks -from [get_clocks $from] -to [get_clocks $to] -path_delay max -digits 4 \\
    -group_count {count} -format full
}}
"""


def below(name, modules):
    """A module and all modules inside it."""
    names = {name}
    for _, child in modules[name]["children"]:
        if child in modules:
            names |= below(child, modules)
    return names


def time_modules(order, modules, files, memories, library, folder):
    """Longest paths of each class, for each module by itself, the top with all its children."""
    (folder / "memories.lib").write_text(memory_liberty(memories, library), encoding="utf-8")
    script = [f"read_liberty {library.path}"]
    if memories:
        script.append("read_liberty memories.lib")
    for name in order:
        classes = " ".join(f"{{{key}}} {a} {b}" for key, (a, b) in CLASSES.items())
        script.append(STA_MODULE.format(name=name, period=PERIOD, buffer=library.buffer,
                                        files=" ".join(str(files[item]) for item in
                                                       sorted(below(name, modules))),
                                        load=library.load, classes=classes,
                                        count=50 if name == order[-1] else 1))
    (folder / "time.tcl").write_text("\n".join(script + ["exit"]) + "\n", encoding="utf-8")
    good, log = run(["sta", "-no_splash", "-exit", "time.tcl"], folder, "time.log")
    errors = re.findall(r"^Error: .*$", log, re.M)
    if not good or errors:
        raise Stop(f"OpenSTA stopped: {(errors or log.splitlines()[-1:])[0]}; see "
                   f"{shown(folder / 'time.log')}")
    result = {}
    for block in log.split("MODULE ")[1:]:
        name = block.split("\n", 1)[0].strip()
        result[name] = {}
        for part in block.split("CLASS ")[1:]:
            key, text = part.split("\n", 1)
            paths = [read_path(item, name, modules) for item in text.split("Startpoint: ")[1:]]
            if paths:
                result[name][key.strip()] = paths
    return result


def read_path(text, top, modules):
    """One path of OpenSTA's report: its ends, its delay, and where the delay arises."""
    text = text.replace("\\", "")
    start = text.split(None, 1)[0]
    end = re.search(r"^Endpoint: (\S+)", text, re.M)[1]
    setup = re.search(r"^ *(-?[\d.]+) +-?[\d.]+ +library setup time", text, re.M)
    arrival = float(re.search(r"^ *(-?[\d.]+) +data arrival time", text, re.M)[1])
    steps = []
    for match in re.finditer(r"^ *(-?[\d.]+) +-?[\d.]+ [v^] (\S+) \((\S+)\)$", text, re.M):
        if match[3] not in ("in", "out"):
            owner = match[2].split("/")[:-2]
            if match[3] in modules or match[3] in MEMORIES:
                owner = match[2].split("/")[:-1]
            steps.append(("/".join(owner), float(match[1])))
    through = []
    for owner, delay in steps:
        if not through or through[-1]["instance"] != owner:
            through.append({"instance": owner, "module": module_of(owner, top, modules),
                            "ns": 0.0, "cells": 0})
        through[-1]["ns"] += delay
        through[-1]["cells"] += 1
    for item in through:
        item["ns"] = round(item["ns"], 4)
    setup_ns = -float(setup[1]) if setup else 0.0
    return {"from": end_name(start), "to": end_name(end), "ns": round(arrival + setup_ns, 4),
            "setup_ns": round(setup_ns, 4), "through": through}


def module_of(path, top, modules):
    name = top
    for step in filter(None, path.split("/")):
        name = dict(modules[name]["children"]).get(step, name) if name in modules else name
    return base(name)


def end_name(pin):
    """A register or port without the names that mapping has added, and without bit numbers."""
    return re.sub(r"(\[\d+\])*(_reg(_\d+)?)?$", "", pin)


def different(paths):
    """The longest path between each pair of registers, the longest first."""
    kept = {}
    for path in sorted(paths, key=lambda path: -path["ns"]):
        kept.setdefault((path["from"], path["to"]), path)
    return list(kept.values())[:PATHS]
