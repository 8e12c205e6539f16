# SPDX-License-Identifier: Apache-2.0
"""Checks that the netlist of the synthesis flow is equal to the RTL, with functional cells.

equivalence  every module of rtl/ with small parameters: ABC proves each output, and each input of
             a register, equal in the RTL and in the mapped netlist wherever the RTL is defined
simulation   benches of tb/unit/ on netlists instead of the RTL
self-test    the same with faults planted into netlists: each of them must be found

Exit status 1 if anything differs. Logs: build/netlist/. docs/evaluate/area.md says what this
covers.
"""
import collections
import concurrent.futures
import contextlib
import io
import itertools
import json
import os
import pathlib
import re
import sys
import time

from scripts.core import tasks
from scripts.flow.synthesis import blocks, flow, liberty, sources, tools

SELF = pathlib.Path(__file__).resolve()
OUT = tools.ROOT / "build" / "netlist"
LIBRARY = "osu018"
TINY = "VlenBytes=32,UbBytes=4096,Banks=8"
EFFORT = "-T 600 -C 1000000"  # seconds and conflicts, more than any proof here needs
WINDOW = "VlenBytes=16,UbBytes=64,Banks=4,Places=3,Parts=2"
XBAR = "VlenBytes=32,UbBytes=512,Banks=8"

# Every module of rtl/ with the parameters of its proof, or the reason for which it has none.
MODULES = {
    "gsq_access": [f"{TINY},RowMultiplier=0,XbarOneHot=0"],
    "gsq_access_decode": [""],
    "gsq_axi": "wiring between gsq_core, gsq_axi_port and gsq_axi_lite",
    "gsq_axi_burst": ["AxiDataWidth=32,AxiIdWidth=1", "AxiDataWidth=512,AxiIdWidth=1"],
    "gsq_axi_join": ["DmaDataWidth=64,DmaAddrWidth=32,Depth=2"],
    "gsq_axi_lite": ["VlenBytes=32,UbBytes=4096", "VlenBytes=32,UbBytes=4096,Ring=1"],
    "gsq_axi_port": ["AxiDataWidth=32,AxiIdWidth=1", "AxiDataWidth=512,AxiIdWidth=1"],
    "gsq_axi_regs": [""],
    "gsq_axi_top": "wiring between gsq_axi and the memory gsq_ub, for simulation",
    "gsq_bank_mux": ["UbBytes=4096,Banks=8"],
    "gsq_bank_port": ["UbBytes=4096,Banks=8"],
    "gsq_agu": ["VlenBytes=64,UbBytes=4096"],
    "gsq_agu_range": ["VlenBytes=64,UbBytes=4096"],
    "gsq_block_range": ["VlenBytes=64,UbBytes=4096", "VlenBytes=256,UbBytes=4096"],
    "gsq_byte_count": ["VlenBytes=32", "VlenBytes=32,LaneOps=1"],
    "gsq_bank_queues": [f"{XBAR},Places=4,Parts=2,XbarOneHot={coding}" for coding in (0, 1)],
    "gsq_bank_to_slot": ["Slots=8,Words=8,OneHot=0", "Slots=8,Words=8,OneHot=1"],
    "gsq_block_map": [f"UbBytes=4096,Banks=8,BankHash={coding}" for coding in (0, 1, 2)],
    "gsq_carry_save": ["Rows=6,Width=8"],
    "gsq_checks": "contains gsq_intake; the other blocks below it are proved one by one",
    "gsq_compact": ["Lanes=8,Cuts=0", "Lanes=16,Cuts=3", "Lanes=32,Cuts=1", "Lanes=16,Cuts=2,LaneOps=1",
                    "Lanes=16,Cuts=2,Radix=4"],
    "gsq_compute": ["VlenBytes=32,SqueezeCuts=1", "VlenBytes=32,SqueezeCuts=1,LaneOps=1"],
    "gsq_core": "too large as a whole; the blocks below it are proved one by one",
    "gsq_decode": ["VlenBytes=32,UbBytes=4096", "VlenBytes=256,UbBytes=4096", "VlenBytes=32,UbBytes=4096,LaneOps=1",
                   "VlenBytes=32,UbBytes=4096,RowMultiplier=0,LaneOps=1"],
    "gsq_cmd_join": ["Depth=4"],
    "gsq_dma_check": ["MemWindows=1,DmaAddrWidth=32", "Store=1,MemWindows=2,DmaAddrWidth=32"],
    "gsq_dma_close": ["DmaAddrWidth=32,LenWidth=7,Outstanding=2"],
    "gsq_dma_fetch": ["UbAddrWidth=12,LenWidth=7"],
    "gsq_dma_in": "wiring of gsq_dma_plan, gsq_dma_land and gsq_dma_obi around a queue",
    "gsq_dma_index": ["UbAddrWidth=12"],
    "gsq_dma_land": ["DmaDataWidth=64,BurstBytes=64,DmaAddrWidth=32,UbAddrWidth=12",
                     "DmaDataWidth=512,BurstBytes=64,DmaAddrWidth=32,UbAddrWidth=12"],
    "gsq_dma_merge": ["PieceBytes=8,UbAddrWidth=12", "PieceBytes=32,UbAddrWidth=12"],
    "gsq_dma_obi": ["UbAddrWidth=12"],
    "gsq_dma_out": "wiring of gsq_dma_plan, gsq_dma_fetch, gsq_dma_send, gsq_dma_close and gsq_dma_obi around queues",
    "gsq_dma_plan": "wiring of gsq_dma_check, gsq_dma_index, gsq_dma_rows and gsq_dma_split",
    "gsq_dma_reach": [""],
    "gsq_dma_rotate": [""],
    "gsq_dma_rows": ["DmaAddrWidth=32,UbAddrWidth=12,Ends=2", "Store=1,DmaAddrWidth=32,UbAddrWidth=12,Ends=2"],
    "gsq_dma_send": ["DmaDataWidth=64,LenWidth=7", "DmaDataWidth=512,LenWidth=7"],
    "gsq_dma_split": ["BurstBytes=64,DmaAddrWidth=32,UbAddrWidth=12"],
    "gsq_fifo": ["Depth=4", "Depth=5"],
    "gsq_group_check": ["Slots=8"],
    "gsq_group_gen": ["VlenBytes=64,UbBytes=4096", "VlenBytes=64,UbBytes=4096,LaneOps=1"],
    "gsq_group_return": ["VlenBytes=32,BankBytes=4"],
    "gsq_group_slots": [TINY, f"{TINY},LaneOps=1"],
    "gsq_group_sum": ["VlenBytes=32,UbBytes=4096,RowMultiplier=0", "VlenBytes=32,UbBytes=4096,RowMultiplier=0,LaneOps=1"],
    "gsq_hazard": [""],
    "gsq_host_port": ["UbBytes=4096"],
    "gsq_intake": "facts that are equal for all commands share a register in its netlist, which has "
                  "no single partner in the RTL",
    "gsq_issue": "wiring of the blocks below it, which are proved one by one",
    "gsq_issue_queue": ["VlenBytes=32"],
    "gsq_lane": [f"{XBAR},Places=4,Parts={parts},XbarOneHot={coding}" for parts, coding in
                 ((1, 1), (2, 0), (2, 1))],
    "gsq_lane_alu": ["VlenBytes=32"],
    "gsq_last_block": ["VlenBytes=32", "VlenBytes=256"],
    "gsq_lane_mask": ["VlenBytes=32"],
    "gsq_lane_return": [f"VlenBytes=32,Places=3,Parts=2,BankBytes={size},LaneOps={lane_ops}"
                        for size, lane_ops in ((4, 0), (8, 0), (4, 1))],
    "gsq_lane_decode": [""],
    "gsq_lane_operands": ["VlenBytes=32"],
    "gsq_lane_ops": ["VlenBytes=32"],
    "gsq_lane_pipe": ["VlenBytes=32,SqueezeCuts=1,LaneOps=1", "VlenBytes=32,SqueezeCuts=0,LaneOps=1"],
    "gsq_lane_shift": [""],
    "gsq_lanes": [f"{WINDOW},XbarOneHot=0", f"{WINDOW},XbarOneHot=1"],
    "gsq_mask_gen": ["VlenBytes=32"],
    "gsq_mask_order": [""],
    "gsq_mask_logic": ["VlenBytes=32"],
    "gsq_mask_regs": ["VlenBytes=32", "VlenBytes=32,LaneOps=1"],
    "gsq_mem_queue": ["VlenBytes=32"],
    "gsq_perf": "counters for waveforms, without outputs: mapping leaves nothing of it",
    "gsq_obi_join": ["Depth=2"],
    "gsq_pending_loads": [""],
    "gsq_prefix_count": ["Width=32,Cuts=0", "Width=32,Cuts=2"],
    "gsq_register_slice": [""],
    "gsq_return": ["VlenBytes=32,BankBytes=4", "VlenBytes=32,BankBytes=8", "VlenBytes=32,BankBytes=4,LaneOps=1"],
    "gsq_ring": "wiring of the blocks below it around flags and a state of two bits",
    "gsq_ring_dma": "wiring of gsq_ring, gsq_dma_in, gsq_dma_out and what joins them",
    "gsq_ring_fetch": ["DmaDataWidth=64,DmaAddrWidth=32,PrefetchSlots=16",
                       "DmaDataWidth=512,DmaAddrWidth=32,PrefetchSlots=16"],
    "gsq_ring_flags": [""],
    "gsq_ring_give": ["CountWidth=5"],
    "gsq_ring_queue": ["EntryDepth=2,Depth=2"],
    "gsq_ring_record": ["DmaDataWidth=64,DmaAddrWidth=32", "DmaDataWidth=512,DmaAddrWidth=32"],
    "gsq_ring_regs": [""],
    "gsq_row_product": ["VlenBytes=32,UbBytes=4096,RowMultiplier=0",
                        "VlenBytes=32,UbBytes=4096,RowMultiplier=1"],
    "gsq_rsp_queue": ["UbBytes=4096", "UbBytes=4096,LaneOps=1"],
    "gsq_slot_address": [f"{TINY},BankHash={coding}" for coding in (0, 1, 2)],
    "gsq_slot_beats": ["Slots=8"],
    "gsq_slot_data": ["VlenBytes=32,BankBytes=4", "VlenBytes=32,BankBytes=8", "VlenBytes=32,BankBytes=4,LaneOps=1"],
    "gsq_slot_index": ["VlenBytes=32,UbBytes=4096", "VlenBytes=32,UbBytes=4096,LaneOps=1"],
    "gsq_slot_offset": ["VlenBytes=32,UbBytes=4096,RowMultiplier=0", "VlenBytes=32,UbBytes=4096,RowMultiplier=0,LaneOps=1"],
    "gsq_slot_order": [f"{XBAR},{coding}"
                       for coding in ("XbarOneHot=1", "XbarOneHot=0", "XbarOneHot=1,Coalesce=0")],
    "gsq_slot_rank": ["Slots=8"],
    "gsq_slot_to_bank": ["Slots=8,Banks=8,RowWidth=4,OneHot=0",
                         "Slots=8,Banks=8,RowWidth=4,OneHot=1"],
    "gsq_store_data": ["VlenBytes=32"],
    "gsq_store_format": ["VlenBytes=32", "VlenBytes=64"],
    "gsq_stream_merge": ["VlenBytes=32"],
    "gsq_stream_rotate": ["VlenBytes=32"],
    "gsq_stream_state": ["VlenBytes=32,UbBytes=4096"],
    "gsq_translate": ["UbBytes=4096", "UbBytes=4096,LaneOps=1"],
    "gsq_top": "wiring between gsq_core and the memory gsq_ub, for simulation",
    # With VlenBytes 256 bit 0 of VLMAX is a constant that the reading side does not find.
    "gsq_rvv_commands": ["VlenBytes=32", "VlenBytes=128"],
    "gsq_rvv_judge": ["VlenBytes=32", "VlenBytes=256"],
    "gsq_rvv_row": [""],
    "gsq_rvv_set": ["VlenBytes=32", "VlenBytes=256"],
    "gsq_xif": ["QueueDepth=2,VlenBytes=32,UbBytes=4096,UbBase=268435456,LaneOps=1",
                "VlenBytes=32,UbBytes=16384,UbBase=268435456,LaneOps=1,RvvOps=1"],
    "gsq_xif_cfg": ["VlenBytes=32,UbBytes=4096,UbBase=268435456"],
    "gsq_xif_decode": ["LaneOps=0", "LaneOps=1,UbBytes=4096,UbBase=268435456"],
    "gsq_xif_queue": ["Depth=2", "Depth=3,RvvOps=1"],
    "gsq_xif_vector": ["VlenBytes=32,UbBytes=4096,UbBase=268435456"],
    "gsq_xif_top": "wiring between gsq_xif and gsq_top, for simulation",
    "gsq_xbar_schedule": [f"{WINDOW},XbarOneHot=1"],
    "gsq_ub": ["UbBytes=4096,Banks=8"],
    "gsq_ub_bank": "a memory",
    "gsq_vreg": "a memory",
    "gsq_verdict": ["VlenBytes=32,UbBytes=4096", "VlenBytes=256,UbBytes=4096"],
    "gsq_vec_mask": ["VlenBytes=32", "VlenBytes=256"],
    "gsq_vec_entries": ["VlenBytes=16,Depth=3", "VlenBytes=16,Depth=3,LaneOps=1"],
    "gsq_vec_unit": ["VlenBytes=32", "VlenBytes=32,LaneOps=1"],
    "gsq_word_map": [f"UbBytes=4096,Banks=8,BankHash={coding}" for coding in (0, 1, 2)],
    "gsq_word_return": [f"{XBAR},XbarOneHot=1,Places=3,Parts=2"],
    "gsq_xbar": [f"{XBAR},XbarOneHot=0", f"{XBAR},XbarOneHot=1"],
    "gsq_xbar_entry": [WINDOW],
}

ON_REQUEST = ["gsq_access"]  # takes longer than all others together

# Benches of tb/unit/ by their name there, with module and parameters.
BENCHES = {
    "compact_32_0": ("gsq_compact", "Lanes=32,Cuts=0"),
    "compact_32_3": ("gsq_compact", "Lanes=32,Cuts=3"),
    "compact_radix4_32_0": ("gsq_compact", "Lanes=32,Cuts=0,Radix=4"),
    "compact_radix4_32_3": ("gsq_compact", "Lanes=32,Cuts=3,Radix=4"),
    "prefix_count_8": ("gsq_prefix_count", "Width=8,Cuts=0"),
    "prefix_count_64": ("gsq_prefix_count", "Width=64,Cuts=0"),
    "rvv_32": ("gsq_xif", "VlenBytes=32,UbBytes=16384,UbBase=268435456,LaneOps=1,RvvOps=1"),
    "store_data_32": ("gsq_store_data", "VlenBytes=32"),
    "store_data_64": ("gsq_store_data", "VlenBytes=64"),
}

# The RTL from the front end, with its X: no step here resolves a don't-care.
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
blackbox {gate}
hierarchy -top {top}; flatten; rename -hide w:*_.*; opt_clean; opt_expr; opt_dff -nodffe -nosdff
write_json netlist.json
"""

# The simplification of the flow: the name of a constant register then means 0 or 1.
SIMPLE = """
read_verilog {made}/design.v
hierarchy -top {top}; proc; flatten; splitnets -ports; synth -run coarse:check -noabc
write_json {out}/simple.json
"""

# The clock gate of the library beside what it stands for, with flip-flops of the formal time: a clock
# that has any shape, and an enable that changes at any time but together with a rising edge.
GATE = """
read_liberty -ignore_miss_func {library}
read_verilog -sv -formal {out}/gate.v
hierarchy -top check; proc; flatten; clk2fflogic; opt_clean
sat -tempinduct -prove-asserts -set-assumes -set-init-zero -maxsteps 20 -verify check
"""
GATE_CHECK = """
module check(input clk, input ce, input d);
  wire gclk;
  {gate} gate (.ce(ce), .clk(clk), .gclk(gclk));
  reg gated, enabled;
  always @(posedge gclk) gated <= d;
  always @(posedge clk) if (ce) enabled <= d;
  reg clk_before, ce_before, d_before;
  always @($global_clock) {{clk_before, ce_before, d_before}} <= {{clk, ce, d}};
  always @* begin
    if (clk && !clk_before) assume (ce == ce_before && d == d_before);
    assert (gated == enabled);
  end
endmodule
"""

# X becomes wires: of each output, its value (_d) and whether it is undefined (_x).
PAIR = """
read_json {out}/rtl_cut.json
chformal -remove
opt_expr -keepdc; wreduce -keepdc; opt_expr -keepdc; opt_clean
xprop -assume-def-inputs -split-outputs -required rtl
chformal -remove
opt_expr; opt_clean; wreduce; opt_expr; opt_clean
read_json {out}/netlist_cut.json
techmap; opt_expr; opt_clean; aigmap; opt_clean
read_verilog {out}/pair.v
design -save pair
"""
SIDE = """design -load pair; hierarchy -top {side}; flatten; simplemap; aigmap; opt_clean
write_aiger -symbols {out}/{side}.aig
"""


def cut(module, names, boxes):
    """Cuts a flat module at its registers and memories, which leaves pure logic.

    `names` are those of the registers; `boxes` the port directions of each memory. Returns what
    these give, which the logic takes, and what they take, each {name: bit}.
    """
    given, taken = {}, {}
    for cell in [*names, *boxes]:
        item = module["cells"].pop(cell)
        for pin, bits in item["connections"].items():
            gives = boxes[cell][pin] == "output" if cell in boxes else pin == "Q"
            name = f"{names.get(cell, cell)}.{pin}"
            (given if gives else taken).update(
                {f"{name}[{place}]" if len(bits) > 1 else name: bit
                 for place, bit in enumerate(bits)})
    module["netnames"] = {}  # not needed from here on, and slow
    for item in module["cells"].values():
        item["attributes"] = {}
    return given, taken


def ungate(module):
    """Gives each register behind a clock gate the clock before it, and a multiplexer of its enable."""
    gates = {item["connections"]["gclk"][0]: item["connections"]
             for item in module["cells"].values() if item["type"] == liberty.GATE}
    module["cells"] = {cell: item for cell, item in module["cells"].items()
                       if item["type"] != liberty.GATE}
    new = 2 * 10 ** 8
    for cell, item in list(module["cells"].items()):
        pins = item["connections"]
        gate = gates.get(pins["C"][0]) if "DFF" in item["type"] else None
        if gate:
            new += 1
            module["cells"][f"{cell}$enable"] = {
                "type": "$_MUX_", "parameters": {}, "attributes": {},
                "port_directions": {"A": "input", "B": "input", "S": "input", "Y": "output"},
                "connections": {"A": pins["Q"], "B": pins["D"], "S": gate["ce"], "Y": [new]}}
            pins["D"], pins["C"] = [new], gate["clk"]


def add_port(module, name, direction, bits):
    """Adds a port if it has bits; a bit that is None is not connected."""
    nowhere = itertools.count(10 ** 8)
    if bits:
        module["ports"][name] = {
            "direction": direction,
            "bits": [next(nowhere) if bit is None else bit for bit in bits]}


def constants(module, names):
    """{name: "0" or "1"} of the registers that are constant in an optimized flat module."""
    nets = module["netnames"]
    found = {name: nets[name]["bits"][0] for name in names if name in nets}
    return {name: bit for name, bit in found.items() if bit in ("0", "1")}


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


class Different(Exception):
    """One sentence: the difference between netlist and RTL."""


def matched(rtl, netlist):
    """Gives the registers of both the same names; returns ({cell: name}, {cell: name}).

    A name that fits by chance cannot hide anything: the proof then fails.
    """
    known = registers(rtl)
    by_name = {name: cell for cell, (names, _) in known.items() for name in names}
    # No cell that mapping has kept uses a register without a name.
    ours = {cell: (min(names, default=cell.lstrip("$")), kind)
            for cell, (names, kind) in known.items()}
    theirs = {}
    for cell, (names, kind) in registers(netlist).items():
        found = {by_name[name] for name in names if name in by_name}
        if len(found) != 1:
            raise Different(f"the register {min(names, key=len)} of the netlist is "
                            f"{len(found)} registers of the RTL, expected one")
        name, wanted = ours[found.pop()]
        if kind != wanted:
            raise Different(f"the register {name} is {kind} in the netlist, {wanted} in the RTL")
        if name in theirs.values():
            raise Different(f"the register {name} is there twice in the netlist")
        theirs[cell] = name
    return {cell: name for cell, (name, _) in ours.items()}, theirs


def pair_text(ports, fixed):
    """Modules `one`, the RTL, and `two`, the netlist, with equal ports; undefined bits are 0.

    `ports` are {name: (direction, bits)}; `fixed` the constants that the RTL gets at fixed_i.
    """
    text = ""
    for side, value in (("one", "d"), ("two", "n")):
        text += f"module {side} (\n" + ",\n".join(
            f"  {direction} [{bits - 1}:0] {name}" for name, (direction, bits) in ports.items())
        text += ");\n"
        rtl, netlist = [f".fixed_i({len(fixed)}'b{''.join(reversed(fixed))})"] if fixed else [], []
        for name, (direction, bits) in ports.items():
            if direction == "input":
                rtl.append(f".{name}({name})")
                netlist.append(f".{name}({name})")
            else:
                text += (f"  wire [{bits - 1}:0] {name}_d, {name}_x, {name}_n;\n"
                         f"  assign {name} = {name}_{value} & ~{name}_x;\n")
                rtl.append(f".{name}_d({name}_d), .{name}_x({name}_x)")
                netlist.append(f".{name}({name}_n)")
        text += (f"  rtl u_rtl ({', '.join(rtl)});\n"
                 f"  netlist u_netlist ({', '.join(netlist)});\nendmodule\n")
    return text


# cells: their number. difference: text of the difference and its files; empty if there is none.
Outcome = collections.namedtuple("Outcome", "cells difference remark")


def tool(command, folder, log, what):
    good, text = tools.run(command, folder, log)
    if not good:
        reason = re.findall(r"^.*ERROR: .*$", text, re.M) or text.splitlines()[-1:] or ["silence"]
        raise tools.Stop(f"{what} failed: {reason[0].strip()}; see {tools.shown(folder / log)}")
    return text


def netlist_of(top, overrides):
    """The mapped netlist of the synthesis flow, its cells, and its folder there."""
    with contextlib.redirect_stdout(io.StringIO()):
        result, made = flow.synthesize(top, "", overrides, LIBRARY)
    return (made / "netlist.v").read_text(encoding="utf-8"), result["area"][0]["cells"], made


def prove(top, overrides, plant=None):
    """Proves that the netlist, with a fault if `plant` is given, is equal to the RTL."""
    netlist, cells, made = netlist_of(top, overrides)
    words = [top, *overrides.split(","), plant.__name__ if plant else ""]
    folder = OUT / "-".join(filter(None, words))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "netlist.v").write_text(planted(netlist, plant), encoding="utf-8")
    try:
        kept, given, taken = make_pair(top, made, folder)
    except Different as different:
        return Outcome(cells, str(different), "")
    # The fast prover matches inputs and outputs by order, the one that explains by names.
    if symbols(folder / "one.aig") != symbols(folder / "two.aig"):
        raise tools.Stop(f"one.aig and two.aig in {tools.shown(folder)} differ in order")
    proof = tool(["yosys-abc", "-c", f"&r one.aig; &cec {EFFORT} two.aig"], folder, "proof.log",
                 "the proof")
    if "Networks are equivalent" in proof:
        return Outcome(cells, "", f"{kept} registers")
    proof = tool(["yosys-abc", "-c", f"cec {EFFORT} one.aig two.aig"], folder, "proof.log",
                 "the proof")
    for port, names in (("cut_i", given), ("cut_o", taken)):
        proof = re.sub(rf"\b{port}(?:\[(\d+)\])?(?=\W)",
                       lambda match, names=names: names[int(match[1] or 0)], proof)
    log = folder / "proof.log"
    log.write_text(proof, encoding="utf-8")
    found = re.search(r"^Output (\S+): Value in Network1 = (\d). Value in Network2 = (\d)", proof,
                      re.M)
    if not found:
        raise tools.Stop(f"ABC has not decided; see {tools.shown(log)}")
    return Outcome(cells, f"{found[1]} is {found[2]} in the RTL and {found[3]} in the netlist, for "
                          f"the inputs in {tools.shown(log)}", "")


def symbols(path):
    """The names of the inputs and outputs of an AIGER file in their order."""
    data = path.read_bytes()
    # They follow the gates, which are binary: the line before the first one may end anywhere.
    return re.findall(rb"^[io]\d+ \S+$", data[data.rindex(b"i0 "):], re.M)


def make_pair(top, made, folder):
    """Writes the two circuits to be proved equal, one.aig and two.aig.

    Returns how many registers the netlist has, and the names of the bits at cut_i and cut_o.
    """
    out = folder.relative_to(tools.ROOT)
    # The sources and parameters that the flow has read
    read = re.search(r"^read_slang .*$", (made / "elaborate.ys").read_text(encoding="utf-8"), re.M)
    (folder / "rtl.ys").write_text(RTL.format(read=read[0], out=out), encoding="utf-8")
    gated = liberty.GATE in (folder / "netlist.v").read_text(encoding="utf-8")
    (folder / "netlist.ys").write_text(
        NETLIST.format(library=liberty.Library(LIBRARY).path, top=top,
                       gate=liberty.GATE if gated else "=none"), encoding="utf-8")
    tool([tools.SLANG, "-q", "-s", out / "rtl.ys"], tools.ROOT, folder / "rtl.log", "reading RTL")
    tool(["yosys", "-q", "-s", "netlist.ys"], folder, "netlist.log", "reading the netlist")
    rtl, netlist = (read_json(folder / f"{name}.json")["modules"][top]
                    for name in ("rtl", "netlist"))
    ungate(netlist)
    boxes = {cell: item["port_directions"] for cell, item in rtl["cells"].items()
             if item["type"].split("$")[0] in sources.MEMORIES}
    for cell in boxes:
        if cell not in netlist["cells"]:
            raise Different(f"the memory {cell} of the RTL is not in the netlist")
    ours, theirs = matched(rtl, netlist)
    # A register that mapping removed is unused and a free input of the proof, or it is constant:
    # then the RTL is proved with that value, and also that it never has another.
    constant = {}
    if lost := set(ours.values()) - set(theirs.values()):
        (folder / "simple.ys").write_text(SIMPLE.format(
            made=made.relative_to(tools.ROOT), top=top, out=out), encoding="utf-8")
        tool([tools.SLANG, "-q", "-s", out / "simple.ys"], tools.ROOT, folder / "simple.log",
             "simplifying")
        constant = constants(read_json(folder / "simple.json")["modules"][top], lost)
    outputs = {name for name, port in rtl["ports"].items() if port["direction"] == "output"}
    if outputs - netlist["ports"].keys():
        raise Different(f"the netlist lacks the output {min(outputs - netlist['ports'].keys())}")
    rtl_given, rtl_taken = cut(rtl, ours, boxes)
    given, taken = cut(netlist, theirs, boxes)
    taken |= {f"{name}.D": bit for name, bit in constant.items()}
    fixed = [f"{name}.Q" for name in constant]
    all_given = sorted((rtl_given.keys() | given.keys()) - set(fixed))
    all_taken = sorted(taken)
    add_port(rtl, "fixed_i", "input", [rtl_given[name] for name in fixed])
    for module, gives, takes in ((rtl, rtl_given, rtl_taken), (netlist, given, taken)):
        add_port(module, "cut_i", "input", [gives.get(name) for name in all_given])
        add_port(module, "cut_o", "output", [takes[name] for name in all_taken])
    ports = {name: (port["direction"], len(port["bits"]))
             for name, port in netlist["ports"].items()}
    for name, module in (("rtl", rtl), ("netlist", netlist)):
        (folder / f"{name}_cut.json").write_text(json.dumps({"modules": {name: module}}),
                                                 encoding="utf-8")
    (folder / "pair.v").write_text(pair_text(ports, list(constant.values())), encoding="utf-8")
    (folder / "pair.ys").write_text(
        PAIR.format(out=out) + "".join(SIDE.format(out=out, side=side) for side in ("one", "two")),
        encoding="utf-8")
    tool([tools.SLANG, "-q", "-s", out / "pair.ys"], tools.ROOT, folder / "pair.log", "X to wires")
    return len(theirs), all_given, all_taken


def prove_gate(plant=None):
    """Proves that the clock gate, of the cells of the library, with a flip-flop is one with enable."""
    library = liberty.Library(LIBRARY)
    folder = OUT / "-".join(filter(None, ["clock_gate", plant.__name__ if plant else ""]))
    folder.mkdir(parents=True, exist_ok=True)
    text = library.gate["text"]
    tools.write(folder / "gate.v", planted(text, plant) +
                GATE_CHECK.format(gate=liberty.GATE))
    tools.write(folder / "cells.lib", library.text)
    out = folder.relative_to(tools.ROOT)
    tools.write(folder / "gate.ys", GATE.format(library=out / "cells.lib", out=out))
    good, log = tools.run([tools.SLANG, "-q", "-s", out / "gate.ys"], tools.ROOT,
                          folder / "gate.log")
    cells = len(library.gate["cells"])
    if good:
        return Outcome(cells, "", "a flip-flop behind it is one with enable")
    if "proof did fail" not in log and "Called with -verify and proof did fail" not in log:
        raise tools.Stop(f"the proof of the clock gate failed: {log.splitlines()[-1]}")
    return Outcome(cells, f"a flip-flop behind it is not one with enable, see "
                          f"{tools.shown(folder / 'gate.log')}", "")


def read_json(path):
    return json.loads(path.read_text(encoding="utf-8"))


def simulate(bench, plant=None):
    """Runs a bench of tb/unit/ on the netlist of its module."""
    top, overrides = BENCHES[bench]
    netlist, cells, _ = netlist_of(top, overrides)
    folder = OUT / "benches"
    folder.mkdir(parents=True, exist_ok=True)
    tool(["yosys", "-q", "-p", f"read_liberty -ignore_miss_func {liberty.Library(LIBRARY).path}; "
          f"write_verilog -noattr {bench}.cells"], folder, f"{bench}.log", "reading the cells")
    models = (folder / f"{bench}.cells").read_text(encoding="utf-8")
    tools.write(folder / f"{bench}.v", models + planted(netlist, plant))
    tool([tools.ROOT / "scripts" / "build.sh", f"netlist_{bench}"], folder, f"{bench}.log",
         f"building the bench {bench}")
    good, log = tools.run([tools.ROOT / "build" / "cmake" / "tb" / "unit" / f"netlist_{bench}"],
                          folder, f"{bench}.log")
    line = (re.findall(r"^In cycle .*", log, re.M) or log.splitlines() or ["it said nothing"])[-1]
    return Outcome(cells, "" if good else line, line.split(": ", 1)[-1])


# -------------------------------------------------------------------------------------------------
# Faults: each must be found
# -------------------------------------------------------------------------------------------------

def planted(text, plant):
    """The text with the fault, if there is one."""
    changed = plant(text) if plant else text
    if plant and changed == text:
        raise tools.Stop(f"'{plant.__doc__}' finds no such cell in this netlist; choose another "
                         "cell for this fault in scripts/formal/netlist_check.py")
    return changed


def other_gate(netlist):
    """The first NAND2X1 in the middle of a netlist becomes a NOR2X1."""
    middle = netlist.find("  NAND2X1 ", len(netlist) // 2)
    return netlist[:middle] + netlist[middle:].replace("  NAND2X1 ", "  NOR2X1 ", 1)


def other_pin(netlist):
    """Two inputs of an AND-OR gate change places."""
    return re.sub(r"(  AOI21X1 [^;]*?)\.B(\(.*?\),\s*)\.C", r"\1.C\2.B", netlist, count=1)


def other_reset(netlist):
    """The reset of the first register with reset becomes its set."""
    return re.sub(r"(  DFFSR [^;]*?)\.R(\(.*?\),\s*)\.S", r"\1.S\2.R", netlist, count=1)


def no_enable(netlist):
    """The first clock gate is always open."""
    return re.sub(r"(\.ce\()[^)]*(\))", r"\g<1>1'b1\2", netlist, count=1)


def no_latch(gate):
    """The clock gate has no latch."""
    return re.sub(r"\bheld\b(?=\)[^;]*gclk)", "ce", gate)


# -------------------------------------------------------------------------------------------------
# Main
# -------------------------------------------------------------------------------------------------

def task(kind, name, overrides, plant):
    """Whether the result is as expected, the seconds it took, and one line of the report."""
    start = time.monotonic()
    try:
        if kind == "simulation":
            outcome = simulate(name, plant)
        elif kind == "clock gate":
            outcome = prove_gate(plant)
        else:
            outcome = prove(name, overrides, plant)
        verdict = "DIFFERENT" if outcome.difference else "equal"
        text = outcome.difference or outcome.remark
        if plant:
            verdict = "fault found" if outcome.difference else "FAULT NOT FOUND"
            text = f"{plant.__doc__.strip().rstrip('.')}: {text}"
        good = bool(outcome.difference) == bool(plant)
        cells = outcome.cells
    except tools.Stop as stop:
        good, verdict, text, cells = False, "STOPPED", str(stop), 0
    overrides = BENCHES[name][1] if kind == "simulation" else overrides or "default parameters"
    seconds = time.monotonic() - start
    return good, seconds, (f"{kind:11} {name} {overrides}: {cells} cells, {verdict}, "
                           f"{seconds:.0f} s; {text}")


def expect_proved(name):
    """Ends the process with a sentence when there is no such module, or no proof of it."""
    if not isinstance(MODULES.get(name), list):
        proved = sorted(known for known, sets in MODULES.items() if isinstance(sets, list))
        why = f"is not proved: {MODULES[name]}" if name in MODULES else "is no module of rtl/"
        print(f"netlist check: TOP={name} {why}; there are {', '.join(proved)}", file=sys.stderr)
        sys.exit(2)


def in_core(modules, args):
    """The proofs of modules with the parameters that they have in a core; says which these are."""
    jobs = []
    where = blocks.core_name(args.config, args.overrides)
    for name in modules:
        sets = blocks.every(name, args.config, args.overrides)
        if not sets:
            print(f"{name}: is not in {where}; not proven")
        for item in sets:
            overrides = blocks.text_of(item["parameters"]) if item["parameters"] else ""
            print(f"{name} as in {where} ({blocks.places(item)}): {overrides or 'no parameters'}")
            jobs.append(("equivalence", name, overrides, None))
    if not jobs:
        raise tools.Stop(f"none of these modules is in {where}; expected TOP=… of a block that is, or "
                         "no CONFIG: then it has the parameters of the table in "
                         "scripts/formal/netlist_check.py")
    return jobs


FAULTY_BENCH = "prefix_count_8"  # for this only: no other test uses its faulty netlist
SELF_TEST = [("equivalence", "gsq_prefix_count", "Width=16,Cuts=0", other_gate),
             ("equivalence", "gsq_compact", "Lanes=16,Cuts=3", other_pin),
             ("equivalence", "gsq_compact", "Lanes=16,Cuts=3", other_reset),
             ("equivalence", "gsq_compact", "Lanes=16,Cuts=3", no_enable),
             ("clock gate", LIBRARY, "", None),
             ("clock gate", LIBRARY, "", no_latch),
             ("simulation", FAULTY_BENCH, "", other_gate)]


def main():
    proved = {name: sets for name, sets in MODULES.items() if isinstance(sets, list)}
    parser = tasks.arguments(__doc__)
    parser.add_argument("module", nargs="*", metavar="MODULE",
                        help="default: all but gsq_access, and benches")
    parser.add_argument("--config", metavar="NAME", default="", help="with all sets of parameters that these "
                        "modules have in the core of a configuration, not the small ones")
    parser.add_argument("--set", metavar="Name=Value,…", dest="overrides", default="",
                        help="overrides of these, as in make area")
    args = parser.parse_args()
    for name in args.module:
        expect_proved(name)
    start = time.monotonic()
    rtl = {path.stem for path in (tools.ROOT / "rtl").rglob("*.sv")
           if not path.stem.endswith("_pkg")}
    for name in sorted(rtl ^ MODULES.keys()):
        print(f"netlist check: {name} is " + (
            "in rtl/ but not in MODULES: give it small parameters there, or say why not"
            if name in rtl else "in MODULES but not in rtl/") + f" ({tools.shown(SELF)})")
    if rtl != MODULES.keys():
        return 2
    wanted = args.module or [name for name in proved if name not in ON_REQUEST]
    try:
        jobs = in_core(wanted, args) if args.config else [
            ("equivalence", name, overrides, None) for name in wanted
            for overrides in ([args.overrides] if args.overrides else proved[name])]
    except tools.Stop as stop:
        print(f"netlist check: {stop}", file=sys.stderr)
        return 2
    if not (args.module or args.config):
        jobs += SELF_TEST
        jobs += [("simulation", bench, "", None) for bench in BENCHES if bench != FAULTY_BENCH]
    workers = int(os.environ.get("JOBS") or os.cpu_count())
    os.environ["JOBS"] = "1"
    failed = 0
    names = [" ".join(map(str, job[:3])) + (f" {job[3].__name__}" if job[3] else "")
             for job in jobs]
    with tasks.Progress("netlist-check", names, workers, "checks") as progress, \
         concurrent.futures.ProcessPoolExecutor(workers, initializer=tasks.worker) as pool:
        running = [pool.submit(task, *job) for job in jobs]
        for name, (good, seconds, line) in zip(names, (done.result() for done in running)):
            progress.end(name, seconds)
            progress.say(line)
            failed += not good
    print(f"{len(jobs) - failed} passed, {failed} failed, {time.monotonic() - start:.0f} seconds, "
          f"logs in {tools.shown(OUT)}")
    return 1 if failed else 0
