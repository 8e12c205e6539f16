# SPDX-License-Identifier: Apache-2.0
"""Energy of a placed block under random inputs and while nothing moves, and its stored results."""
import collections
import json
import pathlib

from layout import design, flow as layout
from layout.report import block_of
from layout.tools import ROOT, alone, digest, write
from power import energy, simulate, tables
from synthesis.liberty import Library

OUT = ROOT / "build" / "power"
SCRIPTS = sorted(pathlib.Path(__file__).parent.glob("*.py"))
CYCLES = 200    # of each of 64 runs
RANDOM, IDLE = "random inputs", "inputs that stay"
GROUP = {"valid_i": 256, "lanes_i": 256, "use_i": 256, "local_i": 0, "late_i": 0, "late_valid_i": 0,
         "kill_m_i": 0, "kill_r_i": 0, "hold_i": 0, "late_data_i": 0}
# Traffic of a module: the chances of its inputs, and the output that has a 1 for each element
TRAFFIC = {"gsq_xbar": {"random gathers": ({**GROUP, "we_i": 0, "data_i": 0}, "served_o"),
                        "random scatters": ({**GROUP, "we_i": 256, "bank_rdata_i": 0}, "served_o")}}
DEPTH = 2       # levels of blocks that are told apart


def measure(top, config, overrides, lib, clock, utilisation, say=print):
    """The result of a module and its folder."""
    placed, source = layout.lay_out(top, config, overrides, lib, clock, utilisation, say=say)
    texts = [(source / name).read_text(encoding="utf-8")
             for name in ("netlist.v", "wires.spef", "owners.json")]
    library = Library(lib)
    key = digest(*texts, library.text, *(path.read_text(encoding="utf-8") for path in SCRIPTS))
    folder = OUT / f"{top}-{library.name}-{key}"
    with alone(folder):
        if not (folder / "result.json").exists():
            result = compute(placed, source, library, folder)
            write(folder / "result.json", json.dumps(result, indent=1) + "\n")
    return json.loads((folder / "result.json").read_text(encoding="utf-8")), folder


def compute(placed, source, library, folder):
    energies = tables.Energies(library)
    netlist = design.read(placed["top"], source / "netlist.v", library, folder)
    owners = json.loads((source / "owners.json").read_text(encoding="utf-8"))
    wires = energy.read_spef((source / "wires.spef").read_text(encoding="utf-8"))
    wires.update(placed["wires"]["clock_ff"])
    result = {**{name: placed[name] for name in ("top", "parameters", "library", "target_ns")},
              "cells": len(netlist.cells), "cycles": CYCLES, "runs": simulate.RUNS, "modes": {}}
    modes = {**TRAFFIC.get(placed["top"], {}), RANDOM: ({}, ""),
             IDLE: (dict.fromkeys(netlist.ports, 0), "")}
    for mode, (chances, count) in modes.items():
        activity, elements = simulate.activity(netlist, library, CYCLES, chances, folder, count)
        parts = energy.per_cycle(netlist, library, energies, wires, activity, owners,
                                 placed["target_ns"])
        kinds, blocks = collections.Counter(), collections.Counter()
        for (owner, kind), pj in parts.items():
            kinds[kind] += pj
            blocks[block_of(owner, DEPTH) or "(top)"] += pj
        result["modes"][mode] = {
            "pj": sum(parts.values()), "elements": elements,
            "kinds": {kind: kinds[kind] for kind in energy.KINDS},
            "blocks": dict(sorted(blocks.items(), key=lambda item: (-item[1], item[0]))),
            "edges": sum(activity.values()) / max(len(activity), 1)}
    return result


def lines(result):
    """What the terminal shows."""
    yield (f"{result['top']}, {result['library']}, mapped for {result['target_ns']:g} ns: "
           f"{result['cells']} cells, {result['runs']} runs of {result['cycles']} cycles")
    yield f"{'pJ a cycle':18} {'all':>9} " + " ".join(f"{kind:>9}" for kind in energy.KINDS) + \
        f" {'mW':>8} {'edges':>7} {'elements':>9} {'pJ each':>8}"
    for mode, row in result["modes"].items():
        yield (f"{mode:18} {row['pj']:9.2f} "
               + " ".join(f"{row['kinds'][kind]:9.2f}" for kind in energy.KINDS)
               + f" {row['pj'] / result['target_ns']:8.2f} {row['edges']:7.3f}"
               + (f" {row['elements']:9.2f} {row['pj'] / row['elements']:8.2f}"
                  if row["elements"] else ""))
    mode, row = next(iter(result["modes"].items()))
    yield f"blocks, {mode}:"
    for name, pj in list(row["blocks"].items())[:8]:
        yield f"{pj:9.2f} {100 * pj / row['pj']:5.1f}%  {name}"
