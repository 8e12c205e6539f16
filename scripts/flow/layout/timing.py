# SPDX-License-Identifier: Apache-2.0
"""Times of a placed netlist, by OpenSTA, in the same classes of paths as without wires."""
import collections
import re

from scripts.flow.layout.design import PORT
from scripts.flow.layout.tools import Stop, run, shown
from scripts.flow.synthesis import sta
from scripts.flow.synthesis.netlist import base
from scripts.flow.synthesis.sta import CLASSES, PERIOD

SHOWN = 40      # longest paths of a class that are reported
MOST = 3000     # ends of paths that are too long, of each clock, that are looked at
MARK = "PIN "

# `arrivals`: {(cell, pin): (latest arrival, least slack)} of the pins that are asked for, or of those
# on paths that are too long.
Times = collections.namedtuple("Times", "paths periods arrivals")

PATHS = """foreach {{class from to}} {{{classes}}} {{
  puts "CLASS $class"
  report_checks -from [get_clocks $from] -to [get_clocks $to] -path_delay max -digits 4 \\
    -group_count {count} -format full -fields {{input_pins capacitance}}
}}
puts "CLASS"
"""
LATE = """report_checks -slack_max 0 -path_delay max -digits 4 -group_count {count} -format full \\
  -fields {{input_pins capacitance}}
"""
PINS = """set sta_report_default_digits 4
foreach {{find names}} {{get_pins {{{cells}}} get_ports {{{ports}}}}} {{
  foreach name $names {{
    set pin [$find $name]
    puts "PIN $name"
    report_slack $pin
    puts "ARRIVAL"
    report_arrival $pin
  }}
}}
"""


class Timer:
    """OpenSTA for designs of one module. `modules` is the table of modules of the synthesis, by
    which paths are described; `libraries` are further Liberty files."""

    def __init__(self, top, library, libraries, times, modules, folder, clock):
        self.top, self.library, self.libraries, self.folder = top, library, libraries, folder
        self.times, self.modules, self.clock = times, modules, clock

    def limit(self, key):
        """ns that a path of a class may take."""
        part, _, fixed = sta.limits(self.top, key, self.times)
        return self.clock * part - fixed

    def run(self, design, spef=None, pins=None):
        """Times of a design, with the wires of a SPEF text. `pins`: those whose arrivals are
        wanted, [(cell, pin)], which takes long; without, those on paths that are too long."""
        (self.folder / "netlist.v").write_text(design.verilog(), encoding="utf-8")
        script = [f"read_liberty {path}" for path in (self.library.path, *self.libraries)]
        script.append("set_cmd_units -time ns -capacitance fF")
        script.append(sta.STA.format(
            name=self.top, file="netlist.v", period=PERIOD, buffer=self.library.buffer,
            load=f"{self.library.load_ff:.4f}", banks=sta.MEMORY_PINS.get(self.top, "-")))
        if spef is not None:
            (self.folder / "wires.spef").write_text(spef, encoding="utf-8")
            script.append("read_spef wires.spef")
        for key, (start, end) in CLASSES.items():
            script.append(f"set_max_delay {max(self.limit(key), 0.0001):.4f} "
                          f"-from [get_clocks {start}] -to [get_clocks {end}]")
        classes = " ".join(f"{{{key}}} {a} {b}" for key, (a, b) in CLASSES.items())
        script.append(PATHS.format(classes=classes, count=SHOWN))
        if pins:
            script.append(PINS.format(
                cells=" ".join(f"{{{cell}/{pin}}}" for cell, pin in pins if cell),
                ports=" ".join(pin for cell, pin in pins if not cell)))
        else:
            script.append(LATE.format(count=MOST))
        (self.folder / "time.tcl").write_text("\n".join(script + ["exit"]) + "\n", encoding="utf-8")
        good, log = run(["sta", "-no_splash", "-exit", "time.tcl"], self.folder, "time.log")
        errors = re.findall(r"^(?:Error|Warning: (?!.*not found)).*$", log, re.M)
        if not good or errors:
            raise Stop(f"OpenSTA stopped: {(errors or log.splitlines()[-1:])[0]}; see "
                       f"{shown(self.folder / 'time.log')}")
        return self.read(design, log)

    def read(self, design, log):
        """The Times in a log of OpenSTA."""
        sections = log.split("CLASS")
        paths = {}
        for section in sections[1:-1]:
            key, text = section.split("\n", 1)
            found = [self.path(design, item) for item in text.split("Startpoint: ")[1:]]
            if found:
                paths[key.strip()] = sorted(found, key=lambda path: -path["ns"])
        return Times(paths, sta.periods(self.top, paths, self.times), 
                     {**late_arrivals(sections[-1]), **arrivals(sections[-1])})

    def path(self, design, text):
        """One path: its ends, its delay, what blocks it passes, and its steps [(cell, pin, kind, ns
        of the cell, ns of the wire to it, fF that it drives)]."""
        def old(name):
            return design.ports[name].path if name in design.ports else (
                design.cells[name].path if name in design.cells else name)

        setup = re.search(r"^ *(-?[\d.]+) +-?[\d.]+ +library setup time", text, re.M)
        arrival = float(re.search(r"^ *(-?[\d.]+) +data arrival time", text, re.M)[1])
        steps, wire = [], 0.0
        for match in re.finditer(
                r"^ *(?:(-?[\d.]+) +)?(-?[\d.]+) +-?[\d.]+ [v^] (\S+) \((\S+)\)$", text, re.M):
            load, delay, name, kind = match[1], float(match[2]), match[3], match[4]
            cell, _, pin = name.rpartition("/")
            if load is None:    # an input: what the wire takes
                wire = delay
                if kind == "out":
                    steps.append((PORT, name, kind, 0.0, wire, 0.0))
            else:
                steps.append((cell if kind not in ("in", "out") else PORT, pin, kind,
                              delay, wire, float(load)))
                wire = 0.0
        last = wire
        through = []
        for cell, _, kind, delay, way, _ in steps:
            if cell == PORT:
                continue
            owner = design.cells[cell].owner if kind in self.library.cells else (
                design.cells[cell].path if cell in design.cells else "")
            if not through or through[-1]["instance"] != owner:
                through.append({"instance": owner, "ns": 0.0, "cells": 0, "module": base(
                    sta.full_name(owner, self.top, self.modules))})
            through[-1]["ns"] += delay + way
            through[-1]["cells"] += 1
        for item in through:
            item["ns"] = round(item["ns"], 4)
        setup_ns = -float(setup[1]) if setup else 0.0
        start = text.split(None, 1)[0]
        end = re.search(r"^Endpoint: (\S+)", text, re.M)[1]
        return {"from": sta.end_name(old(start)), "to": sta.end_name(old(end)),
                "ns": round(arrival + setup_ns, 4), "setup_ns": round(setup_ns, 4),
                "through": through, "steps": steps, "last_wire_ns": last}


def arrivals(text):
    """{(cell, pin): (latest arrival, least slack)} from what OpenSTA reports of pins."""
    found = {}
    for part in text.split(MARK)[1:]:
        name, text = part.split("\n", 1)
        cell, _, pin = name.strip().rpartition("/")
        slack, _, arrival = text.partition("ARRIVAL")
        slacks = [time for line in slack.splitlines() for time in late(line)]
        times = [time for line in arrival.splitlines() for time in late(line)]
        if slacks and times:
            found[cell, pin] = (max(times), min(slacks))
    return found


def late_arrivals(text):
    """{(cell, pin): (latest arrival, least slack)} of the pins on paths that OpenSTA reports."""
    found = {}
    for part in text.split("Startpoint: ")[1:]:
        slack = float(re.search(r"^ *(-?[\d.]+) +slack", part, re.M)[1])
        for match in re.finditer(r"^.* (-?[\d.]+) [v^] (\S+) \(\S+\)$", part, re.M):
            cell, _, pin = match[2].rpartition("/")
            old = found.get((cell, pin))
            if old is None or slack < old[1]:
                found[cell, pin] = (float(match[1]), slack)
    return found


def late(line):
    """The times of the longest paths to a rising and to a falling edge, of those that there are."""
    for text in re.findall(r"[rf] \S+?:(\S+)", line):
        if "INF" not in text:
            yield float(text)


def longest(times):
    """The clock that a design needs in ns, or of one without registers its longest path."""
    if times.periods:
        return max(times.periods.values())
    return max((paths[0]["ns"] for paths in times.paths.values()), default=0.0)
