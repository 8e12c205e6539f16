#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/power.md: the cores tiny and small with clock gates and with transparent
ones, and their blocks, tiny with more kept still, and a known circuit.

It runs in build/layout-venv after build/{tiny,small}/gsq were built, as `make power-table` does.
Stored results are used; without any it takes three quarters of an hour on two cores.
"""
import sys

import regions
import tasks
from area_tables import variant
from layout import flow as layout
from layout.flow import UTILISATION
from layout.tools import ROOT, Stop
from power import energy, flow, known
from synthesis.liberty import Library

PAGE = ROOT / "docs" / "power.md"
TOP, CONFIGS, LIB = "gsq_core", ("tiny", "small"), "osu018"
# The most that is left with clock gates, of a cycle without commands and of the elements of a run
TARGETS = {flow.NO_COMMAND: 0.3, "random gathers": 0.7}
SHOWN = 8       # blocks
# What could be kept still: [(what, kind or block where it shows, {module: [(text of its RTL, what
# replaces it)]})]
NEEDED = "write_i || tag_i.ctrl.slot.place == PlaceVector"
STILL = [
    ("registers of data, of groups that only read", "clock", {
        "gsq_store_data": [
            ("  input  logic                      load_i,\n",
             "  input  logic                      load_i,\n  input  logic keep_i,\n"),
            ("      data_q     <= p_data;", "      if (keep_i) data_q <= p_data;")],
        "gsq_group_sum": [(".take_i  (valid_q", f".keep_i({NEEDED}), .take_i  (valid_q")],
        "gsq_group_slots": [(" data_q       <= data_i;", f" if ({NEEDED}) data_q <= data_i;")],
        "gsq_xbar": [(" m_data_q  <= data_i;", " if (we_i || local_i) m_data_q <= data_i;"),
                     (" r_data_q   <= m_data_q;",
                      " if (m_we_q || m_local_q) r_data_q <= m_data_q;")],
        "gsq_turns": [(" data_o   <= data_i;", " if (we_i || local_i) data_o <= data_i;")]}),
    ("lane ALU, but for operands of vec commands", "u_access/u_group_return", {
        "gsq_group_return": [(".data_i  (operand_data)",
                              ".data_i  (operand_data & {8 * VlenBytes{operand}})")]}),
    ("multiplexer of the host, while it reads nothing", "u_bank_port/u_bank_mux", {
        "gsq_bank_mux": [
            ("  assign col_rdata = bank_rdata_i;",
             "  logic read_q;\n"
             "  assign col_rdata = bank_rdata_i & {8 * BankBytes * Banks{read_q}};"),
            ("    col_q     <= host_col_i;",
             "    read_q    <= host_req_i;\n    col_q     <= host_col_i;")]})]


def binding(row):
    """The blocks and kinds that take most of a line of the table."""
    blocks = ", ".join(f"{name} {100 * pj / row['pj']:.0f} %"
                       for name, pj in list(row["blocks"].items())[:3])
    kind = max(row["kinds"], key=row["kinds"].get)
    return f"{100 * row['kinds'][kind] / row['pj']:.0f} % {kind}; {blocks}"


def gates(found):
    """Lines of the table of clock gates, for {configuration: results without and with them}."""
    yield f"`{TOP}` with its wires: " + ", ".join(
        f"`{config}` of {gated['cells']} cells, {gated['library']}, mapped for "
        f"{gated['target_ns']:g} ns" for config, (_, gated) in found.items()) + "."
    yield ""
    yield ("| core | run | transparent: pJ a cycle | gated: pJ a cycle | transparent: pJ an element | "
           "gated: pJ an element | gated / transparent | at most |")
    yield "|---|---|---:|---:|---:|---:|---:|---:|"
    missed = []
    for config, mode, before, row in (
            (config, mode, open_["modes"][mode], row) for config, (open_, gated) in found.items()
            for mode, row in gated["modes"].items()):
        each = ([f"{one['pj'] / one['elements']:.0f}" for one in (before, row)]
                if row["elements"] else ["", ""])
        part = row["pj"] / before["pj"]
        most = TARGETS.get(mode)
        if most is not None and part > most:
            missed.append(f"{config}, {mode} misses its target: {binding(row)}.")
        yield (f"| {config} | {mode} | {before['pj']:.0f} | {row['pj']:.0f} | {each[0]} | {each[1]} | "
               f"{part:.3f} | {'' if most is None else most} |")
    if missed:
        yield ""
        yield " ".join(missed)


def parts(found):
    """Lines of the tables of what takes the energy of an element, as for `gates`."""
    modes = {f"{config}: {mode}": row for config, (_, gated) in found.items()
             for mode, row in gated["modes"].items() if row["elements"]}
    bar = " | ".join(modes)
    yield f"| pJ an element | {bar} |"
    yield f"|---|{'---:|' * len(modes)}"

    def line(name, values):
        return f"| {name} | " + " | ".join(f"{value:.1f}" for value in values) + " |"

    for kind in energy.KINDS:
        yield line(kind, [row["kinds"][kind] / row["elements"] for row in modes.values()])
    if all("banks_pj" in row for row in modes.values()):
        yield line("banks, by the model below, not part of the others",
                   [row["banks_pj"] / row["elements"] for row in modes.values()])
    yield ""
    yield f"| block, pJ an element | {bar} |"
    yield f"|---|{'---:|' * len(modes)}"
    first = next(iter(modes.values()))
    for name in list(first["blocks"])[:SHOWN]:
        yield line(name if name == "(top)" else f"`{name}`",
                   [row["blocks"].get(name, 0.0) / row["elements"] for row in modes.values()])
    yield line("others", [
        (row["pj"] - sum(row["blocks"].get(name, 0.0) for name in list(first["blocks"])[:SHOWN]))
        / row["elements"] for row in modes.values()])


def kept_still(config):
    """The layout and the power of a core with all changes of STILL."""
    files = [variant(module, module, *texts) for _, _, change in STILL
             for module, texts in change.items()]
    placed, source = layout.lay_out(TOP, config, "", LIB, extra=files)
    block = flow.Block(placed, source, Library(LIB), flow.OUT / f"{source.name}-still", True)
    return placed, block.recorded(flow.Asked(ROOT / "build" / config / "gsq"))


def still(before, after):
    """Lines of the table of a core as it is, and as `kept_still` makes it: (layout, power)."""
    modes = [mode for mode, row in before[1]["modes"].items() if row["elements"]]
    yield ("| kept still | where it shows | "
           + " | ".join(f"{mode}: pJ an element | then" for mode in modes) + " |")
    yield f"|---|---|{'---:|---:|' * len(modes)}"

    def part(row, where):
        return (row["kinds"].get(where) or row["blocks"].get(where, 0.0)) / row["elements"]

    def line(what, where, value):
        return f"| {what} | {where} | " + " | ".join(
            f"{value(measured['modes'][mode]):.1f}" for mode in modes
            for _, measured in (before, after)) + " |"

    for what, where, _ in STILL:
        yield line(what, where if where in energy.KINDS else f"`{where}`",
                   lambda row, where=where: part(row, where))
    yield line("all of these", "the core", lambda row: row["pj"] / row["elements"])
    yield ""
    one, two = before[0], after[0]
    yield (f"{one['cells']} cells and {one['wired_ns']:.2f} ns with wires become {two['cells']} and "
           f"{two['wired_ns']:.2f}. Energy of a cycle: " + ", ".join(
               f"{mode} {100 * (after[1]['modes'][mode]['pj'] / row['pj'] - 1):+.0f} %"
               for mode, row in before[1]["modes"].items()) + ".")


def main():
    try:
        found = {config: [flow.measure(TOP, config, "", LIB, None, UTILISATION, on,
                                       flow.Asked(ROOT / "build" / config / "gsq"))[0]
                          for on in (False, True)] for config in CONFIGS}
        placed, _ = layout.lay_out(TOP, CONFIGS[0], "", LIB)
        kept = list(still((placed, found[CONFIGS[0]][1]), kept_still(CONFIGS[0])))
        folder = ROOT / "build" / "power" / "known"
        folder.mkdir(parents=True, exist_ok=True)
        compared = list(known.table(folder))
    except Stop as stop:
        print(f"power: {stop}", file=sys.stderr)
        return 2
    text = PAGE.read_text(encoding="utf-8")
    text = regions.replaced(PAGE, text, "clock gates", list(gates(found)))
    text = regions.replaced(PAGE, text, "core parts", list(parts(found)))
    text = regions.replaced(PAGE, text, "kept still", kept)
    text = regions.replaced(PAGE, text, "known circuit", compared)
    return regions.update({PAGE: text}, "power_table.py", False)


if __name__ == "__main__":
    tasks.main(main)
