# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of area and delay: docs/evaluate/area_{compact,xbar,xif,ring}.md.

Every figure comes from synth.py (docs/evaluate/area.md explains them), or from its cache if the
sources have not changed.
"""
import concurrent.futures
import itertools
import sys

from scripts.core import tasks
from scripts.flow.synthesis import flow, tools

EVALUATE = tools.ROOT / "docs" / "evaluate"
CLOCK = 3.0  # ns, for which the crossbar is mapped

# Registers before and after, as in the compute pipe, so that each stage is register to register.
STAGED = """
module gsq_compact_staged #(
  parameter int unsigned Lanes = 256,
  parameter int unsigned Cuts = 0,
  parameter int unsigned Radix = 2
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  en_i,
  input  logic                  valid_i,
  input  logic [Lanes-1:0][7:0] data_i,
  input  logic [Lanes-1:0]      keep_i,
  output logic                  valid_o,
  output logic [Lanes-1:0][7:0] data_o
);
  logic en_q, valid_q, valid;
  logic [Lanes-1:0][7:0] data_q, data;
  logic [Lanes-1:0] keep_q;
  always_ff @(posedge clk_i) begin
    {en_q, valid_q, data_q, keep_q} <= {en_i, valid_i, data_i, keep_i};
    {valid_o, data_o} <= {valid, data};
  end
  gsq_compact #(
    .Lanes(Lanes), .Cuts(Cuts), .Radix(Radix)
  ) u_compact (
    .clk_i, .rst_ni, .en_i(en_q), .valid_i(valid_q), .data_i(data_q), .keep_i(keep_q),
    .valid_o(valid), .data_o(data)
  );
endmodule
"""


def extra_source(name, text):
    """Writes a module that is not part of the RTL, for the flow."""
    path = tools.OUT / f"{name}.sv"
    path.parent.mkdir(parents=True, exist_ok=True)
    tools.write(path, text)
    return path


def variant(module, name, *changes):
    """Writes the RTL of a module with replaced texts, as a module of another name."""
    text = next(tools.ROOT.glob(f"rtl/**/{module}.sv")).read_text(encoding="utf-8")
    for old, new in [(f"module {module}", f"module {name}"), *changes]:
        if old not in text:
            raise tools.Stop(f"{module} has no '{old}' any more: adapt scripts/flow/area_tables.py")
        text = text.replace(old, new)
    return extra_source(name, text)


def total_ge(top, overrides, clock=CLOCK, extra=()):
    """Area of a module in GE."""
    return flow.synthesize(top, "", overrides, clock=clock, extra=extra)[0]["area"][0]["ge"]


def compact_table():
    """The compaction network over lanes, radix and cuts."""
    wrapper = extra_source("gsq_compact_staged", STAGED)
    points = list(itertools.product((32, 64, 256), (2, 4), range(4)))

    def synthesize_point(point):
        lanes, radix, cuts = point
        return flow.synthesize("gsq_compact_staged", "",
                                f"Lanes={lanes},Cuts={cuts},Radix={radix}", clock=0.0,
                                extra=[wrapper])[0]

    yield from [
        "# Compaction network: area and delay", "",
        "Written by `make area-tables`; how to read the figures: [area.md](area.md). osu018, byte",
        "lanes. Area is that of `gsq_compact` with the registers of its cuts. A stage is register",
        "to register, with clock-to-output and setup, between input and output registers that are",
        "not part of the area. Through: from input to output without any register.", "",
        "| lanes | radix | cuts | area, kGE | registers | longest stage, ns | through, ns |",
        "|---:|---:|---:|---:|---:|---:|---:|"]
    with concurrent.futures.ThreadPoolExecutor(tools.jobs()) as pool:
        for (lanes, radix, cuts), result in zip(points, pool.map(synthesize_point, points)):
            block = next(row for row in result["area"] if row["instance"] == "u_compact")
            through = ""
            if cuts == 0:
                alone, _ = flow.synthesize("gsq_compact", "", f"Lanes={lanes},Cuts=0,Radix={radix}",
                                           clock=0.0)
                through = f"{alone['timing']['in to out'][0]['ns']:.2f}"
            yield (f"| {lanes} | {radix} | {cuts} | {block['ge'] / 1000:.1f} | "
                   f"{block['registers']} | {result['clock_ns']:.2f} | {through} |")


def xbar_table():
    """Arbitration and crossbars over slots x banks, and what their features cost."""
    blocks = ("gsq_slot_order", "gsq_slot_rank", "gsq_slot_to_bank", "gsq_bank_to_slot")
    yield from [
        "# Gather/scatter crossbar: area and delay", "",
        "Written by `make area-tables`; how to read the figures: [area.md](area.md). osu018,",
        f"mapped for {CLOCK:g} ns, words of 32 bit, 1024 words a bank. Arbitration is comparing",
        "every pair of slots (`gsq_slot_order`) and ranking (`gsq_slot_rank`), with the registers",
        "behind each; the crossbars are those to the banks (`gsq_slot_to_bank`) and to the slots",
        "(`gsq_bank_to_slot`). The whole is `gsq_xbar`, with the registers that carry groups",
        "through its four stages. A stage is register to register.", "",
        "| slots x banks | comparing, kGE | ranking, kGE | to banks, kGE | to slots, kGE | "
        "sum of these, kGE | the whole, kGE | longest stage, ns |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for size in (16, 32, 64):
        result, _ = flow.synthesize("gsq_xbar", "",
                                     f"VlenBytes={4 * size},UbBytes={4096 * size},Banks={size}", clock=CLOCK)
        area = {row["module"]: row["ge"] / 1000 for row in result["area"]}
        yield (f"| {size} x {size} | " + " | ".join(f"{area[block]:.1f}" for block in blocks) +
               f" | {sum(area[block] for block in blocks):.1f} | {area['gsq_xbar']:.1f} | "
               f"{result['clock_ns']:.2f} |")

    yield from ["", "## What the features cost", "",
                "The same flow with and without each; slots x banks as above.", "",
                "| feature | slots | with, kGE | without, kGE | costs, kGE |",
                "|---|---:|---:|---:|---:|"]
    unmerged = variant("gsq_slot_order", "gsq_slot_order_unmerged",
                       ("if (we_i) be[j] &= ~be_i[i];", ""))
    for slots in (16, 32, 64):
        sets = f"VlenBytes={4 * slots},UbBytes={4096 * slots},Banks={slots}"
        whole = total_ge("gsq_slot_order", sets)
        rows = [("coalescing: slots of one word share an access (`gsq_slot_order`)", whole,
                 total_ge("gsq_slot_order", f"{sets},Coalesce=0")),
                ("merging: of slots that write a byte the highest wins (`gsq_slot_order`)", whole,
                 total_ge("gsq_slot_order_unmerged", sets, extra=[unmerged])),
                ("row multipliers: any row stride (`gsq_slot_offset`)",
                 *(total_ge("gsq_slot_offset", f"VlenBytes={4 * slots},RowMultiplier={on}")
                   for on in (1, 0)))]
        for text, present, absent in rows:
            yield (f"| {text} | {slots} | {present / 1000:.1f} | {absent / 1000:.1f} | "
                   f"{(present - absent) / 1000:.1f} |")


def xif_table():
    """The front end for a RISC-V core over its parameters and those of the unit."""
    clock = 3.5
    yield from [
        "# Front end for a RISC-V core: area and delay", "",
        "Written by `make area-tables`; how to read the figures: [area.md](area.md). `gsq_xif`, osu018,",
        f"mapped for {clock:g} ns. The clock is that of the longest path between registers.", "",
        "| VlenBytes | UbBytes | LaneOps | RvvOps | QueueDepth | kGE | queue, kGE | cfg registers, kGE | clock, ns |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for vlen, ub, lanes, rvv, depth in ((32, 4096, 0, 0, 4), (32, 4096, 1, 0, 2), (32, 4096, 1, 0, 3), (32, 4096, 1, 0, 4),
                                        (32, 4096, 1, 0, 8), (32, 4096, 1, 1, 4), (64, 16384, 1, 0, 4),
                                        (256, 262144, 1, 0, 4), (256, 262144, 1, 1, 4)):
        result, _ = flow.synthesize("gsq_xif", "", f"VlenBytes={vlen},UbBytes={ub},LaneOps={lanes},RvvOps={rvv},"
                                    f"QueueDepth={depth},UbBase=268435456", clock=clock)
        area = {row["module"]: row["ge"] / 1000 for row in result["area"]}
        yield (f"| {vlen} | {ub} | {lanes} | {rvv} | {depth} | {area['gsq_xif']:.1f} | {area['gsq_xif_queue']:.1f} | "
               f"{area['gsq_xif_cfg']:.1f} | {result['clock_ns']:.2f} |")


def ring_table():
    """The ring of commands and the copies, over the width of the bus and the bursts under way."""
    clock = 3.5
    yield from [
        "# Ring of commands and copies: area and delay", "",
        "Written by `make area-tables`; how to read the figures: [area.md](area.md). `gsq_ring_dma`, all that `Ring` adds to",
        f"`gsq_axi` but for its registers; osu018, mapped for {clock:g} ns. The clock is that of the longest path between registers.", "",
        "| DmaDataWidth | Outstanding | PrefetchSlots | kGE | gsq_ring, kGE | gsq_dma_in, kGE | gsq_dma_out, kGE | clock, ns |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for width, bursts, slots in ((64, 16, 32), (64, 64, 64), (256, 16, 32), (256, 64, 32)):
        result, _ = flow.synthesize("gsq_ring_dma", "", f"DmaDataWidth={width},Outstanding={bursts},PrefetchSlots={slots}",
                                    clock=clock)
        area = {row["module"]: row["ge"] / 1000 for row in result["area"]}
        yield (f"| {width} | {bursts} | {slots} | {area['gsq_ring_dma']:.1f} | {area['gsq_ring']:.1f} | "
               f"{area['gsq_dma_in']:.1f} | {area['gsq_dma_out']:.1f} | {result['clock_ns']:.2f} |")


TABLES = {"compact": compact_table, "xbar": xbar_table, "xif": xif_table, "ring": ring_table}


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("names", nargs="*", metavar="TABLE", type=tasks.one_of(TABLES),
                        help=f"{', '.join(TABLES)}; default: all")
    names = parser.parse_args().names or list(TABLES)
    try:
        with tasks.Progress("area-tables", names, unit="tables") as progress:
            for name in names:
                progress.begin(name)
                lines = []
                for line in TABLES[name]():
                    progress.say(line)
                    lines.append(line)
                progress.end(name)
                path = EVALUATE / f"area_{name}.md"
                tasks.write(path, "\n".join(lines) + "\n")
                progress.say(f"wrote {tools.shown(path)}")
    except tools.Stop as stop:
        print(f"tables: {stop}", file=sys.stderr)
        return 2
    return 0
