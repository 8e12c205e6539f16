#!/usr/bin/env python3
"""Is the netlist the RTL? Checks what the synthesis flow makes of it, with functional cells.

Usage: netlist_check.py [MODULE…]      (default: all of them, and the benches)

equivalence  every module of rtl/ with small parameters: ABC proves each output, and what each
             register takes, equal in the RTL and in the mapped netlist wherever the RTL is defined
simulation   benches of tb/unit/ on netlists instead of the RTL
self-test    the same with faults planted into netlists: each of them must be found

Exit status 1 if anything differs. Logs: build/netlist/. docs/area.md says what this covers.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import synth

SELF = pathlib.Path(__file__).resolve()
OUT = synth.ROOT / "build" / "netlist"
TINY = "VlenBytes=32,UbBytes=4096,Banks=8"
XBAR = "Slots=8,Banks=8,RowWidth=4,LocalWords=8,TagWidth=4"

# Every module of rtl/ with the parameters that it is proved with, or why it is not.
MODULES = {
    "gsq_access": [f"{TINY},RowMultiplier=0,XbarOneHot=0", f"{TINY},BankHash=1"],
    "gsq_bank_mux": ["UbBytes=4096,Banks=8"],
    "gsq_bank_to_slot": ["Slots=8,Words=8"],
    "gsq_block_map": ["UbBytes=4096,Banks=8,BankHash=0", "UbBytes=4096,Banks=8,BankHash=1"],
    "gsq_compact": ["Lanes=8,Cuts=0", "Lanes=16,Cuts=3", "Lanes=32,Cuts=1", "Lanes=8,Cuts=2,Radix=4",
                    "Lanes=32,Cuts=1,Radix=4"],
    "gsq_compute": ["VlenBytes=32,Cuts=1"],
    "gsq_core": [f"{TINY},SqueezeCuts=1"],
    "gsq_decode": ["VlenBytes=32,UbBytes=4096"],
    "gsq_host_port": ["UbBytes=4096"],
    "gsq_lane_mask": ["VlenBytes=32"],
    "gsq_mask_gen": ["VlenBytes=32"],
    "gsq_mem_queue": ["VlenBytes=32"],
    "gsq_prefix_count": ["Width=16", "Width=32"],
    "gsq_rsp_queue": [""],
    "gsq_slot_address": [f"{TINY},BankHash=0", f"{TINY},BankHash=1"],
    "gsq_slot_offset": ["VlenBytes=32,UbBytes=4096,RowMultiplier=0"],
    "gsq_slot_order": ["Slots=8,BankWidth=3,RowWidth=4"],
    "gsq_slot_rank": ["Slots=8"],
    "gsq_slot_to_bank": ["Slots=8,Banks=8,RowWidth=4,OneHot=0",
                         "Slots=8,Banks=8,RowWidth=4,OneHot=1"],
    "gsq_stream_merge": ["VlenBytes=32"],
    "gsq_stream_state": ["VlenBytes=32,UbBytes=4096"],
    "gsq_top": "wiring between gsq_core and the memory gsq_ub, for simulation",
    "gsq_ub": ["UbBytes=4096,Banks=8"],
    "gsq_ub_bank": "a memory",
    "gsq_vreg": "a memory",
    "gsq_xbar": [f"{XBAR},OneHot=0", f"{XBAR},OneHot=1"],
}

# Benches of tb/unit/ by their name there, with module and parameters.
BENCHES = {
    "compact_32_0": ("gsq_compact", "Lanes=32,Cuts=0"),
    "compact_32_3": ("gsq_compact", "Lanes=32,Cuts=3"),
    "compact_radix4_32_0": ("gsq_compact", "Lanes=32,Cuts=0,Radix=4"),
    "compact_radix4_32_3": ("gsq_compact", "Lanes=32,Cuts=3,Radix=4"),
    "prefix_count_8": ("gsq_prefix_count", "Width=8"),
    "prefix_count_64": ("gsq_prefix_count", "Width=64"),
    "stream_merge_32": ("gsq_stream_merge", "VlenBytes=32"),
    "stream_merge_64": ("gsq_stream_merge", "VlenBytes=64"),
}

# The RTL as the front end reads it, its X kept: nothing here resolves a don't-care.
RTL = """
{read}
proc; flatten; memory; opt_clean; opt_dff -keepdc -nodffe -nosdff
simplemap t:$*dff* t:$dlatch* t:$adlatch*
dfflegalize -cell $_DFF_P_ x -cell $_DFF_PN0_ x -cell $_DFF_PN1_ x
write_json {out}/rtl.json
"""

NETLIST = """
read_liberty -ignore_miss_func {library}
read_verilog netlist.v
hierarchy -top {top}; flatten; opt_expr; opt_dff -nodffe -nosdff
write_json netlist.json
design -reset
read_verilog {made}/design.v
synth -top {top} -flatten -noabc
write_json simple.json
"""

# X becomes wires: of each output, its value (_d) and whether it is undefined (_x).
PAIR = """
read_json {out}/rtl_cut.json
chformal -remove
xprop -assume-def-inputs -split-outputs -required rtl
chformal -remove
read_json {out}/netlist_cut.json
opt_clean; techmap; opt_clean; aigmap
read_verilog {out}/pair.v
design -save pair
"""
SIDE = """design -load pair; hierarchy -top {side}; flatten; opt_clean; simplemap; aigmap; opt_clean
write_aiger -symbols {out}/{side}.aig
"""


def cut(module, names, boxes):
    """Cuts a flat module at its registers and memories, which leaves pure logic.

    What one of these gives becomes an input, what it takes an output. `names` are those of the
    registers; `boxes` the port directions of each memory.
    """
    for cell in [*names, *boxes]:
        item = module["cells"].pop(cell)
        for pin, bits in item["connections"].items():
            gives = boxes[cell][pin] == "output" if cell in boxes else pin == "Q"
            module["ports"][f"{names.get(cell, cell)}.{pin}"] = {
                "direction": "input" if gives else "output", "bits": bits}
    module["netnames"] = {}  # of no use from here on, and slow


def constants(module, names):
    """{name: "0" or "1"} of the registers that are constant in an optimized flat module."""
    found = {}
    for name in names:
        wire, place = re.fullmatch(r"(.*?)(?:\[(\d+)\])?", name).groups()
        if name in module["netnames"]:
            wire, place = name, 0
        if wire in module["netnames"]:
            item = module["netnames"][wire]
            index = int(place or 0) - item.get("offset", 0)
            # Optimization shortens a wire by the bits that are 0.
            bit = item["bits"][index] if index < len(item["bits"]) else "0"
            if bit in ("0", "1"):
                found[name] = bit
    return found


def registers(module):
    """{cell: (names of its output, type)} of the registers of a flat module."""
    cells = {cell: item for cell, item in module["cells"].items() if "DFF" in item["type"]}
    names = {item["connections"]["Q"][0]: set() for item in cells.values()}
    for name, wire in module["netnames"].items():
        if name.startswith("$"):
            continue
        low = wire.get("offset", 0)
        for place, bit in enumerate(wire["bits"]):
            if bit in names:
                names[bit].add(name if len(wire["bits"]) == 1 else f"{name}[{low + place}]")
    return {cell: (names[item["connections"]["Q"][0]], item["type"])
            for cell, item in cells.items()}


def matched(rtl, netlist):
    """Gives the registers of both the same names; returns ({cell: name}, {cell: name}).

    Registers that only the RTL has are unused there: their values stay free inputs of the proof.
    """
    by_name = {}
    ours = {cell: (min(names), kind) for cell, (names, kind) in registers(rtl).items()}
    for cell, (names, _) in registers(rtl).items():
        for name in names:
            by_name[name] = cell
    theirs = {}
    for cell, (names, kind) in registers(netlist).items():
        found = {by_name[name] for name in names if name in by_name}
        if len(found) != 1:
            raise synth.Stop(f"the register {min(names, key=len)} of the netlist is "
                             f"{len(found)} registers of the RTL, expected one")
        name, wanted = ours[found.pop()]
        if kind != wanted:
            raise synth.Stop(f"the register {name} is {kind} in the netlist, {wanted} in the RTL")
        if name in theirs.values():
            raise synth.Stop(f"the register {name} is there twice in the netlist")
        theirs[cell] = name
    return {cell: name for cell, (name, _) in ours.items()}, theirs


def pair_text(rtl, netlist, constant):
    """Modules `one`, the RTL, and `two`, the netlist, of equal ports; what is undefined is 0.

    `constant` gives the values of registers that only the RTL has; outputs that only the RTL has
    are what its unused registers take.
    """
    def ports(module, direction):
        return {name: len(port["bits"]) for name, port in module["ports"].items()
                if port["direction"] == direction}

    fixed = {f"{name}.Q": value for name, value in constant.items()}
    inputs = {name: bits for name, bits in (ports(netlist, "input") | ports(rtl, "input")).items()
              if name not in fixed}
    outputs = ports(netlist, "output")
    missing = sorted(outputs.keys() - ports(rtl, "output").keys())
    if missing:
        raise synth.Stop(f"the RTL lacks the output {missing[0]} of the netlist")
    text = ""
    for side, value in (("one", "d"), ("two", "n")):
        items = [f"  {direction} [{bits - 1}:0] \\{name} " for direction, names in
                 (("input", inputs), ("output", outputs)) for name, bits in names.items()]
        text += f"module {side} (\n" + ",\n".join(items) + ");\n"
        for i, (name, bits) in enumerate(outputs.items()):
            text += (f"  wire [{bits - 1}:0] d{i}, x{i}, n{i};\n"
                     f"  assign \\{name} = {value}{i} & ~x{i};\n")
        for name, module in (("rtl", rtl), ("netlist", netlist)):
            pins = [f".\\{port} (\\{port} )" for port in inputs if port in module["ports"]]
            if name == "rtl":
                pins += [f".\\{port} (1'b{value})" for port, value in fixed.items()]
            for i, port in enumerate(outputs):
                pins += ([f".\\{port}_d (d{i}), .\\{port}_x (x{i})"] if name == "rtl" else
                         [f".\\{port} (n{i})"])
            text += f"  {name} u_{name} (\n    " + ",\n    ".join(pins) + ");\n"
        text += "endmodule\n"
    return text


# gates: cells of the netlists. difference: what differs and where to look; empty if nothing does.
Outcome = collections.namedtuple("Outcome", "gates difference remark")


def tool(command, folder, log, what):
    good, text = synth.run(["nice", *command], folder, log)
    if not good:
        reason = re.findall(r"^.*ERROR: .*$", text, re.M) or text.splitlines()[-1:] or ["silence"]
        raise synth.Stop(f"{what} failed: {reason[0].strip()}; see {synth.shown(folder / log)}")
    return text


def folder_of(top, overrides):
    folder = OUT / "-".join([top, *filter(None, [overrides.replace(",", "-")])])
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def netlist_of(top, overrides):
    """The mapped netlist as the synthesis flow makes it, and its folder there."""
    with contextlib.redirect_stdout(open(os.devnull, "w", encoding="utf-8")):
        _, made = synth.synthesize(top, "", overrides)
    return (made / "netlist.v").read_text(encoding="utf-8"), made


def prove(top, overrides, plant=None):
    """Proves that netlist and RTL agree; returns what differs, empty if nothing, and a remark."""
    folder = folder_of(top, overrides)
    out = folder.relative_to(synth.ROOT)
    text, made = netlist_of(top, overrides)
    library = synth.Library("osu018")
    if plant:
        folder = folder / plant.__name__
        folder.mkdir(exist_ok=True)
        out = folder.relative_to(synth.ROOT)
        text = plant(text)
    read = re.search(r"^read_slang .*$", (made / "elaborate.ys").read_text(encoding="utf-8"), re.M)
    (folder / "netlist.v").write_text(text, encoding="utf-8")
    (folder / "rtl.ys").write_text(RTL.format(read=read[0], out=out), encoding="utf-8")
    (folder / "netlist.ys").write_text(NETLIST.format(library=library.path, top=top, made=made),
                                       encoding="utf-8")
    tool([synth.SLANG, "-q", "-s", out / "rtl.ys"], synth.ROOT, folder / "rtl.log", "reading RTL")
    tool(["yosys", "-q", "-s", "netlist.ys"], folder, "netlist.log", "reading the netlist")
    sides = {}
    for name in ("rtl", "netlist"):
        sides[name] = read_json(folder / f"{name}.json")["modules"][top]
    rtl, netlist = sides["rtl"], sides["netlist"]
    if {name: len(port["bits"]) for name, port in rtl["ports"].items()} != {
            name: len(port["bits"]) for name, port in netlist["ports"].items()}:
        raise synth.Stop("RTL and netlist have different ports")
    boxes = {cell: item["port_directions"] for cell, item in rtl["cells"].items()
             if item["type"].split("$")[0] in synth.MEMORIES}
    ours, theirs = matched(rtl, netlist)
    # What mapping left out is unused, and stays a free input of the proof, or is constant: then the
    # RTL is proved with that value, and that it takes no other.
    simple = read_json(folder / "simple.json")["modules"][top]
    constant = constants(simple, set(ours.values()) - set(theirs.values()))
    cut(rtl, ours, boxes)
    cut(netlist, theirs, boxes)
    for name, value in constant.items():
        netlist["ports"][f"{name}.D"] = {"direction": "output", "bits": [value]}
    for name, module in sides.items():
        write_json(folder / f"{name}_cut.json", {"modules": {name: module}})
    (folder / "pair.v").write_text(pair_text(rtl, netlist, constant), encoding="utf-8")
    (folder / "pair.ys").write_text(
        PAIR.format(out=out) + "".join(SIDE.format(out=out, side=side) for side in ("one", "two")),
        encoding="utf-8")
    tool([synth.SLANG, "-q", "-s", out / "pair.ys"], synth.ROOT, folder / "pair.log", "X to wires")
    (folder / "proof.abc").write_text("cec -T 600 -C 1000000 one.aig two.aig\n", encoding="utf-8")
    proof = tool(["yosys-abc", "-f", "proof.abc"], folder, "proof.log", "the proof")
    gates = sum(count for cell, count in synth.cells(text).items() if cell in library.cells)
    if "Networks are equivalent" in proof:
        return Outcome(gates, "", f"{len(theirs)} registers")
    found = re.search(r"^Output (\S+): Value in Network1 = (\d). Value in Network2 = (\d)", proof,
                      re.M)
    if not found:
        return Outcome(gates, f"undecided; see {synth.shown(folder / 'proof.log')}", "")
    return Outcome(gates, f"{found[1]} is {found[2]} in the RTL, {found[3]} in the netlist; with "
                   f"which inputs: {synth.shown(folder / 'proof.log')}", "")


def read_json(path):
    return json.loads(path.read_text(encoding="utf-8"))


def write_json(path, data):
    path.write_text(json.dumps(data), encoding="utf-8")


def simulate(bench, plant=None):
    """Runs a bench of tb/unit/ on the netlist of its module."""
    top, overrides = BENCHES[bench]
    text, _ = netlist_of(top, overrides)
    library = synth.Library("osu018")
    gates = sum(count for cell, count in synth.cells(text).items() if cell in library.cells)
    (OUT / "benches").mkdir(parents=True, exist_ok=True)
    tool(["yosys", "-q", "-p", f"read_liberty -ignore_miss_func {library.path}; "
          "write_verilog -noattr cells.v"], OUT / "benches", "cells.log", "reading the cells")
    cells = (OUT / "benches" / "cells.v").read_text(encoding="utf-8")
    synth.write(OUT / "benches" / f"{bench}.v", cells + (plant(text) if plant else text))
    tool([synth.ROOT / "scripts" / "build.sh", f"netlist_{bench}"], OUT / "benches",
         f"{bench}.build.log", f"building the bench {bench}")
    good, log = synth.run([synth.ROOT / "build" / "cmake" / "tb" / "unit" / f"netlist_{bench}"],
                          OUT / "benches", f"{bench}.log")
    line = (log.strip().splitlines() or ["the bench printed nothing"])[-1 if good else 0]
    return Outcome(gates, "" if good else line, line.split(": ", 1)[-1])


# -------------------------------------------------------------------------------------------------
# Faults: each must be found
# -------------------------------------------------------------------------------------------------

def other_gate(netlist):
    """The first NAND2X1 in the middle of a netlist becomes a NOR2X1."""
    middle = netlist.find("  NAND2X1 ", len(netlist) // 2)
    return netlist[:middle] + netlist[middle:].replace("  NAND2X1 ", "  NOR2X1 ", 1)


def other_pin(netlist):
    """Two inputs of a multiplexer change places."""
    return re.sub(r"(  MUX2X1 [^;]*?)\.A(\(.*?\),\s*)\.B", r"\1.B\2.A", netlist, count=1)


def other_reset(netlist):
    """The first register with reset takes its reset for its set."""
    return re.sub(r"(  DFFSR [^;]*?)\.R(\(.*?\),\s*)\.S", r"\1.S\2.R", netlist, count=1)


# -------------------------------------------------------------------------------------------------
# All of it
# -------------------------------------------------------------------------------------------------

def task(kind, name, overrides, plant):
    """One line of the report and whether it is as it should be."""
    start = time.monotonic()
    try:
        outcome = simulate(name, plant) if kind == "simulation" else prove(name, overrides, plant)
        verdict = "DIFFERENT" if outcome.difference else "equal"
        text = outcome.difference or outcome.remark
        if plant:
            verdict = "fault found" if outcome.difference else "FAULT NOT FOUND"
            text = f"{plant.__doc__.strip().rstrip('.')}: {text}"
        good = bool(outcome.difference) == bool(plant)
        gates = outcome.gates
    except synth.Stop as stop:
        good, verdict, text, gates = False, "STOPPED", str(stop), 0
    return good, (f"{kind:11} {name} {overrides}: {gates} cells, {verdict}, "
                  f"{time.monotonic() - start:.0f} s; {text}")


def jobs_of(wanted):
    """What there is to do, as arguments of task()."""
    jobs = [("equivalence", name, overrides, None) for name in wanted
            for overrides in (MODULES[name] if isinstance(MODULES[name], list) else [])]
    return jobs


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("module", nargs="*", choices=[*sorted(MODULES), []], default=[])
    args = parser.parse_args()
    start = time.monotonic()
    rtl = {path.stem for path in (synth.ROOT / "rtl").rglob("*.sv")
           if not path.stem.endswith("_pkg")}
    for name in sorted(rtl ^ MODULES.keys()):
        print(f"netlist check: {name} is " + (
            "in rtl/ but not in MODULES: give it small parameters there, or say why not"
            if name in rtl else "in MODULES but not in rtl/") + f" ({synth.shown(SELF)})")
    if rtl != MODULES.keys():
        return 2
    if subprocess.run([synth.ROOT / "scripts" / "setup.sh", "area"], check=False).returncode:
        return 2
    jobs = jobs_of(args.module or MODULES)
    workers = int(os.environ.get("JOBS") or os.cpu_count())
    os.environ["JOBS"] = "1"
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for good, line in pool.map(lambda job: task(*job), jobs):
            print(line, flush=True)
            failed += not good
    print(f"{len(jobs) - failed} passed, {failed} failed, {time.monotonic() - start:.0f} seconds, "
          f"logs in {synth.shown(OUT)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
