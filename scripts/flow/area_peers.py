# SPDX-License-Identifier: Apache-2.0
"""Table of area_tables.py: the crossbar beside those of the PULP platform."""
import pathlib
import re
import subprocess

from scripts.flow.synthesis import flow
from scripts.flow.synthesis.liberty import Library
from scripts.flow.synthesis.tools import Stop, shown

# What is compared, each as a module of its own. Registers outside_* stand for the banks and for
# what takes the words: with them each path is register to register, and no area counts them.
PORTS = """
  input  logic                                 clk_i,
  input  logic                                 rst_ni,
  input  logic                                 valid_i,
  input  logic [Slots-1:0]                     req_i,
  input  logic [Slots-1:0]                     we_i,
  input  logic [Slots-1:0][$clog2(Slots)-1:0]  bank_i,
  input  logic [Slots-1:0][9:0]                row_i,
  input  logic [Slots-1:0][3:0]                be_i,
  input  logic [Slots-1:0][31:0]               data_i,
  output logic [Slots-1:0]                     ready_o,
  output logic [Slots-1:0]                     outside_req_o,
  output logic [Slots-1:0]                     outside_we_o,
  output logic [Slots-1:0][9:0]                outside_row_o,
  output logic [Slots-1:0][3:0]                outside_be_o,
  output logic [Slots-1:0][31:0]               outside_data_o,
  input  logic [Slots-1:0][31:0]               rdata_i,
  output logic [Slots-1:0]                     outside_hit_o,
  output logic [Slots-1:0][31:0]               outside_word_o
"""

OUTSIDE = """
  logic [Slots-1:0]       req, hit;
  logic [Slots-1:0][9:0]  row;
  logic [Slots-1:0][3:0]  be;
  logic [Slots-1:0][31:0] data, word, outside_rdata_q;
  always_ff @(posedge clk_i) begin
    outside_req_o   <= req;
    outside_we_o    <= we;
    outside_row_o   <= row;
    outside_be_o    <= be;
    outside_data_o  <= data;
    outside_rdata_q <= rdata_i;
    outside_hit_o   <= hit;
    outside_word_o  <= word;
  end
"""

GSQ = f"""
module gsq_peers_own #(
  parameter int unsigned Slots = 16,
  parameter int unsigned Coalesce = 1
) ({PORTS});
  logic we, ready;
{OUTSIDE}
  localparam int unsigned Width = $clog2(Slots);
  logic [Width-1:0] bank_u [Slots];
  logic [9:0]       slot_row_u [Slots], row_u [Slots];
  logic [3:0]       slot_be_u [Slots], be_u [Slots];
  logic [31:0]      data_u [Slots], bank_data_u [Slots], late_u [Slots];
  logic [31:0]      rdata_u [Slots], word_u [Slots];
  for (genvar i = 0; i < Slots; i++) begin : g_slot
    assign bank_u[i]     = bank_i[i];
    assign slot_row_u[i] = row_i[i];
    assign slot_be_u[i]  = be_i[i];
    assign data_u[i]     = data_i[i];
    assign late_u[i]     = '0;
    assign rdata_u[i]    = outside_rdata_q[i];
    assign row[i]        = row_u[i];
    assign be[i]         = be_u[i];
    assign data[i]       = bank_data_u[i];
    assign word[i]       = word_u[i];
  end
  assign ready_o = Slots'(ready);
  gsq_xbar #(
    .Slots(Slots), .Banks(Slots), .LocalWords(Slots), .TagWidth(1), .Coalesce(Coalesce)
  ) u_xbar (
    .clk_i, .rst_ni, .valid_i, .ready_o(ready), .we_i(we_i[0]),
    .local_i(1'b0), .late_i(1'b0), .tag_i(1'b0), .use_i(req_i), .sel_i(bank_u), .row_i(slot_row_u),
    .be_i(slot_be_u), .data_i(data_u), .late_valid_i(1'b0), .late_ready_o(), .late_data_i(late_u),
    .kill_m_i(1'b0), .kill_r_i(1'b0), .hold_i(1'b0), .stage_valid_o(), .stage_tag_o(),
    .r_killed_o(), .end_o(), .served_o(), .want_o(), .bank_we_o(we), .bank_req_o(req),
    .bank_row_o(row_u), .bank_be_o(be_u), .bank_wdata_o(bank_data_u), .bank_rdata_i(rdata_u),
    .ret_hit_o(hit), .ret_last_o(), .ret_killed_o(), .ret_be_o(), .ret_word_o(word_u)
  );
endmodule
"""

# A request stays until it is granted. A write returns nothing.
PULP = f"""
module gsq_peers_pulp #(
  parameter int unsigned Slots = 16,
  parameter int unsigned Topology = 0
) ({PORTS});
  logic [Slots-1:0] we, req_q, we_q, gnt;
{OUTSIDE}
  logic [Slots-1:0][$clog2(Slots)-1:0]  bank_q;
  logic [Slots-1:0][9:0]                row_q;
  logic [Slots-1:0][3:0]                be_q;
  logic [Slots-1:0][31:0]               data_q;
  logic [Slots-1:0][$clog2(Slots)+11:0] add;
  assign ready_o = ~req_q | gnt;
  for (genvar i = 0; i < Slots; i++) begin : g_slot
    assign add[i] = {{row_q[i], bank_q[i], 2'b0}};
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) req_q[i] <= 1'b0;
      else if (ready_o[i]) req_q[i] <= req_i[i];
    end
    always_ff @(posedge clk_i) begin
      if (ready_o[i]) begin
        we_q[i]   <= we_i[i];
        bank_q[i] <= bank_i[i];
        row_q[i]  <= row_i[i];
        be_q[i]   <= be_i[i];
        data_q[i] <= data_i[i];
      end
    end
  end
  tcdm_interconnect #(
    .NumIn(Slots), .NumOut(Slots), .AddrWidth($clog2(Slots) + 12), .DataWidth(32),
    .AddrMemWidth(10), .WriteRespOn(0), .Topology(tcdm_interconnect_pkg::topo_e'(Topology))
  ) u_xbar (
    .clk_i, .rst_ni, .req_i(req_q), .add_i(add), .wen_i(we_q), .wdata_i(data_q), .be_i(be_q),
    .gnt_o(gnt), .vld_o(hit), .rdata_o(word), .req_o(req), .gnt_i('1), .add_o(row), .wen_o(we),
    .wdata_o(data), .be_o(be), .rdata_i(outside_rdata_q)
  );
endmodule
"""

# Their files by repository: the crossbars, and what these use
FILES = {
    "cluster_interconnect": [f"rtl/tcdm_interconnect/{name}.sv" for name in (
        "tcdm_interconnect_pkg", "tcdm_interconnect", "xbar", "addr_dec_resp_mux", "bfly_net",
        "clos_net")],
    "common_cells": [f"src/{name}.sv" for name in ("cf_math_pkg", "rr_arb_tree", "lzc", "lfsr")]}

# Name, module, its parameters but the size; the first is what the others are compared with.
CROSSBARS = [
    ("PULP, logarithmic interconnect (LIC)", "gsq_peers_pulp", "Topology=0"),
    ("PULP, butterfly of radix 2", "gsq_peers_pulp", "Topology=1"),
    ("PULP, butterfly of radix 4", "gsq_peers_pulp", "Topology=2"),
    ("gsq, coalescing", "gsq_peers_own", "Coalesce=1"),
    ("gsq, without", "gsq_peers_own", "Coalesce=0")]


def sources(path, extra_source):
    """The modules to synthesize, and {repository: commit}; `path` holds their checkouts."""
    commits, files = {}, [extra_source("gsq_peers_own", GSQ), extra_source("gsq_peers_pulp", PULP)]
    for repository, names in FILES.items():
        for name in names:
            file = pathlib.Path(path) / repository / name
            if not file.is_file():
                raise Stop(f"PEERS={path}: expected the file {repository}/{name} in it; "
                           "docs/area_peers.md says how to get it")
            text = re.sub(r"//\s*pragma translate_off.*?//\s*pragma translate_on", "",
                          file.read_text(encoding="utf-8"), flags=re.S)
            files.append(extra_source(file.stem, text))
        done = subprocess.run(["git", "-C", pathlib.Path(path) / repository, "rev-parse", "HEAD"],
                              text=True, check=False, capture_output=True)
        if done.returncode:
            raise Stop(f"PEERS={path}: expected a Git checkout in {repository}")
        commits[repository] = done.stdout.strip()
    return files, commits


def measured(top, parameters, clock, files):
    """kGE without flip-flops, by the Liberty file and by the LEF file; kGE with the module's own
    flip-flops; ns."""
    result, folder = flow.synthesize(top, "", parameters, clock=clock, extra=files, flat=True)
    library, row = Library(result["library"]), result["area"][0]
    flops = [(kind, name) for kind, name in re.findall(
        r"^\s*(\w+) \\?(\S+) \(", (folder / "netlist.v").read_text(encoding="utf-8"), re.M)
        if kind in library.cells and library.cells[kind].flop]
    outside = [kind for kind, name in flops if name.startswith("outside_")]
    if not outside:
        raise Stop(f"{shown(folder)}/netlist.v has no registers outside_*: adapt {__file__}")
    areas = (row["um2"] - sum(library.area(kind) for kind, _ in flops),
             row["lef_um2"] - sum(library.area(kind, lef=True) for kind, _ in flops),
             row["um2"] - sum(map(library.area, outside)))
    return *(area / library.ge / 1000 for area in areas), result["clock_ns"]


def table(path, extra_source, points):
    """Area and delay of all crossbars at points (size, clock in ns)."""
    files, commits = sources(path, extra_source)
    yield from [
        "# The crossbar beside others", "",
        "Written by `make area-tables PEERS=FOLDER ARGS=peers`, where FOLDER has the sources of",
        "the others; how to read the figures: [area.md](area.md). To get these sources:", "",
        "```"]
    for repository, commit in commits.items():
        yield from [f"git clone https://github.com/pulp-platform/{repository} FOLDER/{repository}",
                    f"git -C FOLDER/{repository} checkout {commit}"]
    yield from [
        "```", "",
        "osu018, as many banks as slots, words of 32 bit, 1024 words a bank, the hierarchy",
        "dissolved. The net is everything but flip-flops: requests to banks, words to slots,",
        "arbitration, clock gates; by LEF with the areas of the layout. The last area has the",
        "flip-flops too. None counts the registers that stand for the banks and for what takes",
        "the words; ns is the longest path from register to register, these among them.", "",
        "- **LIC and butterflies** (`tcdm_interconnect`): a register a slot holds a request until",
        "  its bank grants it. Round robin, or in butterflies pseudo-random priorities, and the",
        "  way to the bank take one cycle. Each slot has a write enable of its own. Slots do not",
        "  share an access. In butterflies requests to different banks block each other, too.",
        "- **gsq** (`gsq_xbar`): groups of slots in stages: comparing, ranking, beats, words back.",
        "  With coalescing slots of one word share an access, and of slots that write a byte the",
        "  highest wins. A group reads or writes.",
        "- **Not there:** banks that refuse (`gnt_i` is 1, `hold_i` is 0), responses to writes,",
        "  and of gsq local groups, late data and removal of groups: these pins are constants.",
        "",
        "| slots x banks | mapped for, ns | crossbar | net, kGE | of LIC | by LEF, kGE | of LIC | "
        "with flip-flops, kGE | of LIC | ns | of LIC |",
        "|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for size, clock in points:
        base = None
        for name, top, parameters in CROSSBARS:
            found = measured(top, f"Slots={size},{parameters}", clock, files)
            base = base or found
            columns = " | ".join(f"{value:.{digits}f} | {value / of:.2f}"
                                 for value, of, digits in zip(found, base, (1, 1, 1, 2)))
            yield f"| {size} x {size} | {clock:g} | {name} | {columns} |"
