# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/evaluate/power.md: the cores tiny and small with clock gates and with
transparent ones, their blocks, what they keep still, and a known circuit.

Stored results are used; without any it takes three quarters of an hour on two cores.
"""
import sys

from scripts.core import regions, tasks
from scripts.flow.area_tables import variant
from scripts.flow.layout import flow as layout
from scripts.flow.layout.flow import UTILISATION
from scripts.flow.layout.tools import ROOT, Stop
from scripts.flow.power import energy, flow, known
from scripts.flow.synthesis.liberty import Library

PAGE = ROOT / "docs" / "evaluate" / "power.md"
TOP, CONFIGS, LIB = "gsq_core", ("tiny", "small"), "osu018"
# The most that is left with clock gates, of a cycle without commands and of the elements of a run
TARGETS = {flow.NO_COMMAND: 0.3, "random gathers": 0.7}
SHOWN = 8       # blocks
# What the RTL keeps still: [(what, kind or block where it shows, {module: [(text of its RTL, the
# text of a module that does not)]})]
STILL = [
    ("registers of data, of groups that carry none", "clock", {
        "gsq_group_sum": [("carries_data(write_i, tag_i.ctrl.slot.place)", "1'b1")],
        "gsq_group_slots": [("carries_data(write_i, tag_i.ctrl.slot.place)", "1'b1")],
        "gsq_xbar": [("if (valid_i && ready_o && (we_i || local_i)) m_data_q",
                      "if (valid_i && ready_o) m_data_q"),
                     ("if (m_pop && (m_we_q || m_local_q)) r_data_q",
                      "if (m_pop) r_data_q")],
        "gsq_xbar_schedule": [
            ("if (valid_i && ready_o && (group_i.we || group_i.is_local)) data_o",
             "if (valid_i && ready_o) data_o")]}),
    ("lane ALU, but for operands of vec commands", "u_access/u_group_return", {
        "gsq_group_return": [("operand_data[4*s +: 4] & {32{operand_word[s]}}",
                              "operand_data[4*s +: 4]")]}),
    ("multiplexer of the host, while it reads nothing", "u_bank_port/u_bank_mux", {
        "gsq_bank_mux": [("read_q ? bank_rdata_i : '0", "bank_rdata_i")]})]

# Outputs of a core that keeps nothing still, which are not compared: while no bank writes they differ
FREE = ("bank_wdata_o",)


def binding(row):
    """The blocks and kinds that take most of a line of the table."""
    blocks = ", ".join(f"{name} {100 * pj / row['pj']:.0f} %"
                       for name, pj in list(row["blocks"].items())[:3])
    kind = max(row["kinds"], key=row["kinds"].get)
    return f"{100 * row['kinds'][kind] / row['pj']:.0f} % {kind}; {blocks}"


def gates(found):
    """Lines of the table, for {configuration: results with transparent clock gates and nothing kept
    still, and of the RTL}."""
    yield f"`{TOP}` with its wires: " + ", ".join(
        f"`{config}` of {gated['cells']} cells, {gated['library']}, mapped for "
        f"{gated['target_ns']:g} ns" for config, (_, gated) in found.items()) + "."
    yield ""
    yield ("| core | run | without both: pJ a cycle | with: pJ a cycle | without both: pJ an element | "
           "with: pJ an element | with / without | at most |")
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
    """Lines of the tables of what takes the energy of an element, for {configuration: result}."""
    modes = {f"{config}: {mode}": row for config, gated in found.items()
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


def restless(config):
    """A core that keeps nothing of STILL still: its layout, and its power with transparent clock gates
    and with those that work."""
    files = [variant(module, module, *texts) for _, _, change in STILL
             for module, texts in change.items()]
    placed, source = layout.lay_out(TOP, config, "", LIB, extra=files)
    block = flow.Block(placed, source, Library(LIB), flow.OUT / f"{source.name}-restless", False)
    transparent = block.recorded(asked(config), FREE)
    block.gated = True
    return placed, transparent, block.recorded(asked(config), FREE)


def asked(config):
    return flow.Asked(ROOT / "build" / config / "gsq")


def still(before, after):
    """Lines of the table of {configuration: (layout, power)} without and with what is kept still."""
    modes = {f"{config}: {mode}": (config, mode) for config, (_, power) in before.items()
             for mode, row in power["modes"].items() if row["elements"]}
    yield ("| kept still | where it shows | "
           + " | ".join(f"{name}: pJ an element without it | with it" for name in modes) + " |")
    yield f"|---|---|{'---:|---:|' * len(modes)}"

    def part(row, where):
        return (row["kinds"].get(where) or row["blocks"].get(where, 0.0)) / row["elements"]

    def line(what, where, value):
        return f"| {what} | {where} | " + " | ".join(
            f"{value(measured[config][1]['modes'][mode]):.1f}" for config, mode in modes.values()
            for measured in (before, after)) + " |"

    for what, where, _ in STILL:
        yield line(what, where if where in energy.KINDS else f"`{where}`",
                   lambda row, where=where: part(row, where))
    yield line("all of these", "the core", lambda row: row["pj"] / row["elements"])
    for config, (one, power) in before.items():
        two, now = after[config]
        yield ""
        yield (f"`{config}`: {one['cells']} cells and {one['wired_ns']:.2f} ns with wires became "
               f"{two['cells']} and {two['wired_ns']:.2f}. Energy of a cycle: " + ", ".join(
                   f"{mode} {100 * (now['modes'][mode]['pj'] / row['pj'] - 1):+.0f} %"
                   for mode, row in power["modes"].items()) + ".")


def main():
    tasks.arguments(__doc__).parse_args()
    try:
        now = {config: (layout.lay_out(TOP, config, "", LIB)[0],
                        flow.measure(TOP, config, "", LIB, None, UTILISATION, True,
                                     asked(config))[0]) for config in CONFIGS}
        without = {config: restless(config) for config in CONFIGS}
        folder = ROOT / "build" / "power" / "known"
        folder.mkdir(parents=True, exist_ok=True)
        compared = list(known.table(folder))
    except Stop as stop:
        print(f"power: {stop}", file=sys.stderr)
        return 2
    text = PAGE.read_text(encoding="utf-8")
    gated = {config: (placed, power) for config, (placed, _, power) in without.items()}
    tables = {
        "clock gates": gates({config: (without[config][1], now[config][1]) for config in CONFIGS}),
        "core parts": parts({config: power for config, (_, power) in now.items()}),
        "kept still": still(gated, now), "known circuit": compared}
    for name, lines in tables.items():
        text = regions.replaced(PAGE, text, name, list(lines))
    return regions.update({PAGE: text}, "power-table", False)
