# SPDX-License-Identifier: Apache-2.0
"""Energy of a placed block and its stored results: under random inputs and while nothing moves, or
of the core in a recorded run and while it has no command."""
import collections
import contextlib
import dataclasses
import hashlib
import json
import pathlib

from scripts.core import tasks
from scripts.flow.layout import design, flow as layout
from scripts.flow.layout.report import block_of
from scripts.flow.layout.tools import ROOT, Stop, alone, digest, shown, write
from scripts.flow.power import banks, energy, record, simulate, tables
from scripts.flow.synthesis.liberty import Library

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
NO_COMMAND = "no command"


@dataclasses.dataclass
class Asked:
    """What the core runs: a program, or words of patterns, or random gathers and scatters; and the
    simulation of its RTL."""
    gsq: pathlib.Path
    program: str = ""
    patterns: tuple = ()
    width: str = record.WIDTH

    def key(self):
        """A text that differs when a run may."""
        files = [self.gsq, *map(pathlib.Path, filter(None, (self.program, *self.patterns)))]
        return json.dumps([self.program, self.patterns, self.width, *(
            hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.is_file())])

    def check(self):
        """Raises Stop when this configuration cannot run that, before the layout takes its time."""
        if not self.gsq.is_file():
            raise Stop(f"there is no simulation {shown(self.gsq)} of the core: expected it to be "
                       "built, as make power TOP=gsq_core does")
        if self.program:
            record.check(self.gsq, ["run", self.program])
        for word in self.patterns:
            record.check(self.gsq, ["perf", word, "--width", self.width])

    def recordings(self, replay, parameters, folder):
        """The recordings, one after the other."""
        ports = (replay.inputs, replay.outputs, folder)
        if self.program:
            yield record.program(self.gsq, ["run", self.program], *ports,
                                 pathlib.Path(self.program).stem)
        elif self.patterns:
            for word in dict.fromkeys(self.patterns):
                yield record.pattern(self.gsq, ["perf", word, "--width", self.width], *ports, word)
        else:
            for kernel in ("gather", "scatter"):
                words = record.uniform(kernel, parameters["UbBytes"],
                                       parameters["VlenBytes"] // 4, folder)
                yield record.pattern(self.gsq, ["perf", words, "--width", record.WIDTH], *ports,
                                     f"random {kernel}s")


def measure(top, config, overrides, lib, clock, utilisation, gated=True, asked=None, say=print):
    """The result of a module and its folder. `gated`: not with transparent clock gates."""
    placed, source = layout.lay_out(top, config, overrides, lib, clock, utilisation, say=say)
    texts = [(source / name).read_text(encoding="utf-8")
             for name in ("netlist.v", "wires.spef", "owners.json")]
    library = Library(lib)
    scripts = [path.read_text(encoding="utf-8") for path in SCRIPTS]
    # The simulation of a core takes long to compile, and serves all of its runs.
    compiled = OUT / f"{top}-{library.name}-gates-{digest(*texts, library.text)}"
    key = digest(*texts, library.text, *scripts, str(gated), asked.key() if asked else "")
    folder = OUT / f"{top}-{library.name}-{key}"
    with alone(folder):
        if not (folder / "result.json").exists():
            tasks.step("gates are simulated")
            with alone(compiled) if asked else contextlib.nullcontext():
                block = Block(placed, source, library, compiled if asked else folder, gated)
                result = block.recorded(asked) if asked else block.random()
            write(folder / "result.json", json.dumps(result, indent=1) + "\n")
    return json.loads((folder / "result.json").read_text(encoding="utf-8")), folder


class Block:
    """A placed netlist, and what its edges cost."""

    def __init__(self, placed, source, library, folder, gated):
        self.placed, self.library, self.folder, self.gated = placed, library, folder, gated
        folder.mkdir(parents=True, exist_ok=True)
        self.energies = tables.Energies(library)
        self.netlist = design.read(placed["top"], source / "netlist.v", library, folder)
        self.owners = json.loads((source / "owners.json").read_text(encoding="utf-8"))
        self.wires = energy.read_spef((source / "wires.spef").read_text(encoding="utf-8"))
        self.wires.update(placed["wires"]["clock_ff"])
        self.energies.expect({kind for kind, _, _ in energy.cells_of(self.netlist, library)})

    def head(self):
        return {**{name: self.placed[name] for name in ("top", "parameters", "library",
                                                        "target_ns", "cells")},
                "mm2": self.placed["die"]["mm2"], "wired_ns": self.placed["wired_ns"],
                "gated": self.gated, "modes": {}}

    def mode(self, activity, elements):
        """A line of the table, for edges and elements a cycle."""
        if not self.gated:
            activity = simulate.transparent(self.netlist, activity)
        parts = energy.per_cycle(self.netlist, self.library, self.energies, self.wires, activity,
                                 self.owners, self.placed["target_ns"])
        kinds, blocks = collections.Counter(), collections.Counter()
        for (owner, kind), pj in parts.items():
            kinds[kind] += pj
            blocks[block_of(owner, DEPTH) or "(top)"] += pj
        return {"pj": sum(parts.values()), "elements": elements,
                "kinds": {kind: kinds[kind] for kind in energy.KINDS},
                "blocks": dict(sorted(blocks.items(), key=lambda item: (-item[1], item[0]))),
                "edges": sum(activity.values()) / max(len(activity), 1)}

    def random(self):
        result = {**self.head(), "cycles": CYCLES, "runs": simulate.RUNS}
        modes = {**TRAFFIC.get(self.placed["top"], {}), RANDOM: ({}, ""),
                 IDLE: (dict.fromkeys(self.netlist.ports, 0), "")}
        for name, (chances, count) in modes.items():
            result["modes"][name] = self.mode(*simulate.activity(
                self.netlist, self.library, CYCLES, chances, self.folder, count))
        return result

    def recorded(self, asked, free=()):
        """The result for recorded runs; outputs `free` may differ from those of the RTL."""
        result = self.head()
        parameters = self.placed["parameters"]
        replay = simulate.Replay(self.netlist, self.library, self.folder, free)
        idle = None
        for run in asked.recordings(replay, parameters, self.folder):
            (busy, still), (compared, unknown) = replay.run(run)
            cycles = run.segments.count(record.RUN)
            mode = self.mode(busy, run.elements / cycles)
            mode.update(cycles=cycles, moved=run.elements, unit=run.unit, compared=compared,
                        unknown=unknown, words=run.banks)
            each = banks.access(parameters, self.library.name, self.energies.volt)
            if each is not None:
                mode["banks_pj"] = each * sum(run.banks) / cycles
            result["modes"][run.name] = mode
            idle = idle or still
        result["modes"][NO_COMMAND] = {**self.mode(idle, 0.0), "cycles": record.IDLE_CYCLES}
        return result


def short(name):
    """A name as wide as its column: the end of one that is longer."""
    return name if len(name) <= 18 else f"..{name[-16:]}"


def lines(result):
    """What the terminal shows."""
    runs = (f"{result['runs']} runs of {result['cycles']} cycles" if "runs" in result
            else "recorded runs")
    yield (f"{result['top']}, {result['library']}, mapped for {result['target_ns']:g} ns: "
           f"{result['cells']} cells, {runs}"
           + ("" if result["gated"] else ", clock gates transparent"))
    yield f"{'pJ a cycle':18} {'all':>9} " + " ".join(f"{kind:>9}" for kind in energy.KINDS) + \
        f" {'mW':>8} {'edges':>7} {'elements':>9} {'pJ each':>8}"
    for mode, row in result["modes"].items():
        yield (f"{short(mode):18} {row['pj']:9.2f} "
               + " ".join(f"{row['kinds'][kind]:9.2f}" for kind in energy.KINDS)
               + f" {row['pj'] / result['target_ns']:8.2f} {row['edges']:7.3f}"
               + (f" {row['elements']:9.2f} {row['pj'] / row['elements']:8.2f}"
                  if row["elements"] else ""))
    for mode, row in result["modes"].items():
        if "moved" not in row:
            continue
        yield (f"{mode}: {row['cycles']} cycles, {row['moved']} {row['unit']}; the netlist gives "
               f"what the RTL gave in {row['compared']} bits of outputs and of inputs of memories; "
               f"{row['unknown']} others nothing had decided yet")
        if "banks_pj" in row:
            yield (f"{mode}: the banks take another {row['banks_pj']:.2f} pJ a cycle by a model of "
                   f"SRAM" + (f", {row['banks_pj'] / row['elements']:.2f} pJ each of its {row['unit']}"
                             if row["elements"] else ""))
    mode, row = next(iter(result["modes"].items()))
    yield f"blocks, {mode}:"
    for name, pj in list(row["blocks"].items())[:8]:
        yield f"{pj:9.2f} {100 * pj / row['pj']:5.1f}%  {name}"
