#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/power.md: the cores tiny and small with clock gates and with transparent
ones, and their blocks, and a known circuit.

It runs in build/layout-venv after build/{tiny,small}/gsq were built, as `make power-table` does.
Stored results are used; without any it takes half an hour on two cores.
"""
import sys

import regions
import tasks
from layout.flow import UTILISATION
from layout.tools import ROOT, Stop
from power import energy, flow, known

PAGE = ROOT / "docs" / "power.md"
TOP, CONFIGS, LIB = "gsq_core", ("tiny", "small"), "osu018"
# The most that is left with clock gates, of a cycle without commands and of the elements of a run
TARGETS = {flow.NO_COMMAND: 0.3, "random gathers": 0.7}
SHOWN = 8       # blocks


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


def main():
    try:
        found = {config: [flow.measure(TOP, config, "", LIB, None, UTILISATION, on,
                                       flow.Asked(ROOT / "build" / config / "gsq"))[0]
                          for on in (False, True)] for config in CONFIGS}
        folder = ROOT / "build" / "power" / "known"
        folder.mkdir(parents=True, exist_ok=True)
        compared = list(known.table(folder))
    except Stop as stop:
        print(f"power: {stop}", file=sys.stderr)
        return 2
    text = PAGE.read_text(encoding="utf-8")
    text = regions.replaced(PAGE, text, "clock gates", list(gates(found)))
    text = regions.replaced(PAGE, text, "core parts", list(parts(found)))
    text = regions.replaced(PAGE, text, "known circuit", compared)
    return regions.update({PAGE: text}, "power_table.py", False)


if __name__ == "__main__":
    tasks.main(main)
