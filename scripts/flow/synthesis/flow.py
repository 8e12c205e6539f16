# SPDX-License-Identifier: Apache-2.0
"""The whole flow for one module, and its stored results."""
import concurrent.futures
import json
import pathlib
import re
import subprocess
import time

from scripts.core import pins, tasks
from scripts.flow.synthesis import abc, blocks, constants, fanout, netlist, reports, sta
from scripts.flow.synthesis.area import area_tree
from scripts.flow.synthesis.elaborate import elaborate
from scripts.flow.synthesis.liberty import Library
from scripts.flow.synthesis.mapping import map_module
from scripts.flow.synthesis.sources import HEADERS, MEMORIES, WEIGHED, sources
from scripts.flow.synthesis.tools import OUT, alone, digest, jobs, write

# A result is computed anew when the flow changes.
FLOW = sorted(pathlib.Path(__file__).parent.glob("*.py"))
PASSES = 3  # at most so often, modules on paths that are too long are mapped again


def tool_versions():
    texts = pins.pinned("yosys")
    for command in (["yosys", "-V"], ["sta", "-version"]):
        texts.append(subprocess.run(command, text=True, check=True, stdout=subprocess.PIPE).stdout)
    return "\n".join(texts)


def synthesize(top, config="", overrides="", lib="osu018", clock=None, extra=(), flat=False):
    """Area and timing of one module; returns the result and its folder.

    `clock` in ns; None: 35 delays of an inverter that drives four, 0: the fastest gates.
    `flat`: the hierarchy is dissolved before mapping, so that there is no area by block.
    """
    library = Library(lib)
    files = sources(top, extra)
    params = blocks.chosen(top, config, overrides, extra).values
    versions = tool_versions()
    texts = [file.read_text(encoding="utf-8") for file in [*files, *HEADERS, *FLOW]]
    key = digest(*texts, json.dumps([params, clock, flat]), top, library.text, versions)
    folder = OUT / f"{top}-{library.name}-{key}"
    with alone(folder):
        if not (folder / "result.json").exists():
            compute(top, files, params, library, lib, clock, flat, versions, folder)
    return json.loads((folder / "result.json").read_text(encoding="utf-8")), folder


class Design:
    """An elaborated module on its way to a netlist."""

    def __init__(self, top, files, params, library, flat, versions, folder):
        self.top, self.library, self.versions, self.folder = top, library, versions, folder
        self.modules, self.memories = elaborate(top, files, params, folder, flat)
        if self.memories or any(re.search(r"always @\((pos|neg)edge", item["rtl"])
                                for item in self.modules.values()):
            library.expect_registers()
        self.times = sta.calibrate(library, versions)

    def between(self, clock):
        """Time in ps that a clock leaves to logic between flip-flops."""
        # A module without registers may have a library without.
        taken = (self.times["launch"] or 0) + (self.times["setup"] or 0)
        return 1000 * max(clock - taken, 0.01) if clock else 0

    def netlist(self, clock, budgets, nth=0):
        """A flat netlist, mapped module by module and then sized as a whole, and its timing.

        `budgets` are {module: {wire of a port: ps}} of modules that are to be fast. Returns the
        netlist, the longest paths of each class, and the nets between modules. `nth`: how often
        modules were mapped before.
        """
        again = f"again for long paths, {nth} of at most {PASSES}: " if nth else ""
        # The large ones first, so that none runs alone at the end.
        by_size = sorted(self.modules, key=lambda name: -len(self.modules[name]["rtl"]))
        delay = self.between(clock)
        made = {}

        def mapped(name):
            made[name] = map_module(name, self.modules, self.memories, self.library, delay,
                                    self.versions, budgets.get(name))
            tasks.step(f"{again}{len(made)} of {len(by_size)} modules are mapped")

        tasks.step(f"{again}0 of {len(by_size)} modules are mapped")
        with concurrent.futures.ThreadPoolExecutor(jobs()) as pool:
            list(pool.map(mapped, by_size))
        tasks.step(f"{again}gates of the whole are sized")
        flat, borders = netlist.flatten(self.top, self.modules, made, self.library)
        flat = constants.folded(flat, self.library)
        self.library.expect({item.type for item in (*flat.gates, *flat.cells)})
        flat = fanout.spread(abc.size(flat, self.library, delay, self.folder), self.library)
        (self.folder / "netlist.v").write_text(netlist.verilog(self.top, flat, self.library),
                                               encoding="utf-8")
        tasks.step(f"{again}longest paths")
        return flat, sta.time_netlist(self.top, self.modules, self.memories, self.library,
                                      self.folder, self.times), borders


def compute(top, files, params, library, lib, clock, flat, versions, folder):
    start = time.monotonic()
    design = Design(top, files, params, library, flat, versions, folder)
    if clock is None:
        clock = round(sta.CLOCK_FO4 * design.times["fo4"], 1)
    gates, timing, borders = design.netlist(clock, {})
    needed = sta.periods(top, timing, design.times)
    # Again with what is known then of the paths that are too long
    budgets = {}
    for nth in range(1, PASSES + 1):
        more = sta.budgets(top, timing, clock, gates, borders, design.times) if clock else {}
        if not more:
            break
        for module, wires in more.items():
            budgets[module] = {**budgets.get(module, {}), **wires}
        text = (folder / "netlist.v").read_text(encoding="utf-8")
        other, paths, _ = design.netlist(clock, budgets, nth)
        again = sta.periods(top, paths, design.times)
        if max(again.values(), default=0) >= max(needed.values(), default=0):
            (folder / "netlist.v").write_text(text, encoding="utf-8")
            break
        gates, timing, needed = other, paths, again
    timing = {key: sta.different(paths) for key, paths in timing.items()}
    as_flops = {}
    if WEIGHED in design.memories:
        # Of a narrow one; the area of a bit does not depend on the width.
        reads = design.memories[WEIGHED]["re_i"][1]
        width = design.memories[WEIGHED]["rdata_o"][1] // reads
        slices = design.memories[WEIGHED]["we_i"][1] // 2
        narrow = 32 if slices == 1 else 2 * width // slices // 8  # two of many: it takes minutes
        slices = min(slices, 2)
        weighed, _ = synthesize(WEIGHED, "", f"VlenBytes={narrow},NumRead={reads},Slices={slices}", lib)
        as_flops[WEIGHED] = weighed["area"][0]["ge"] * width / (8 * narrow)
    result = {
        "top": top, "flat": flat, "parameters": params, "library": library.name, "target_ns": clock,
        "ge_um2": library.ge, "ge_cell": library.nand, "fo4_ns": design.times["fo4"],
        "lef": bool(library.lef), "tools": versions.splitlines(),
        "left_out": [f"the memory {MEMORIES[name]} ({name})" + (
                         f", which takes {as_flops[name] / 1000:.0f} kGE as flip-flops"
                         if name in as_flops else "") for name in design.memories],
        "as_flops_ge": as_flops,
        "area": area_tree(top, design.modules, gates, library),
        "clock_ns": max(needed.values(), default=None), "periods": needed, "timing": timing}
    for name, lines in (("area", reports.area_lines(result, 99)),
                        ("timing", reports.timing_lines(result))):
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    write(folder / "result.json", json.dumps(result, indent=1) + "\n")
    print(f"synthesized {top} in {time.monotonic() - start:.0f} s")
