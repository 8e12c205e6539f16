# SPDX-License-Identifier: Apache-2.0
"""The whole layout of one module, and its stored results."""
import contextlib
import json
import os
import pathlib
import sys

from scripts.core import pins, tasks
from scripts.flow.layout import (
    congestion, design, draw, drive, floorplan, lef, optimize, place, report, route, timing)
from scripts.flow.layout.tools import OUT, alone, digest, write
from scripts.flow.synthesis import flow as synthesis, sta
from scripts.flow.synthesis.liberty import Library

SCRIPTS = sorted(pathlib.Path(__file__).parent.glob("*.py"))
UTILISATION = 70    # %


@contextlib.contextmanager
def quiet(path):
    """What the placer prints goes to a file."""
    sys.stdout.flush()
    kept = os.dup(1)
    with open(path, "ab") as file:
        os.dup2(file.fileno(), 1)
        try:
            yield
        finally:
            os.dup2(kept, 1)
            os.close(kept)


def lay_out(top, config="", overrides="", lib="osu018", clock=None, utilisation=UTILISATION,
            routed=False, say=print, extra=(), flat=False):
    """The layout of a module; returns the result and its folder. `utilisation` in percent; for the
    others see `synthesize`."""
    synthesized, source = synthesis.synthesize(top, config, overrides, lib, clock, extra, flat)
    netlist = (source / "netlist.v").read_text(encoding="utf-8")
    library = Library(lib)
    cells = lef.Lef(library.lef_path)
    key = digest(netlist, json.dumps([synthesized["parameters"], utilisation, routed]),
                 library.text, library.lef_path.read_text(encoding="utf-8", errors="replace"),
                 synthesis.tool_versions(), *pins.pinned("layout"), *(
                     path.read_text(encoding="utf-8") for path in SCRIPTS
                     if routed or path.stem != "route"))
    folder = OUT / f"{top}-{library.name}-{key}"
    with alone(folder):
        if not (folder / "result.json").exists():
            tasks.step("cells are placed, nets buffered")
            (folder / "place.log").unlink(missing_ok=True)
            result = Layout(synthesized, source, library, cells, folder).compute(
                utilisation / 100, routed, say)
            (folder / "layout.txt").write_text("\n".join(report.lines(result)) + "\n",
                                               encoding="utf-8")
            write(folder / "result.json", json.dumps(result, indent=1) + "\n")
    return json.loads((folder / "result.json").read_text(encoding="utf-8")), folder


class Layout:
    """One module on its way from a netlist to a layout."""

    def __init__(self, synthesized, source, library, cells, folder):
        self.synthesized, self.source, self.folder = synthesized, source, folder
        self.library, self.lef = library, cells
        self.top = synthesized["top"]

    def compute(self, utilisation, routed, say):
        netlist = design.read(self.top, self.source / "netlist.v", self.library, self.folder)
        macros = place.macros_of(netlist, self.lef)
        area = place.area(netlist, macros)
        plan = floorplan.plan(netlist, self.lef, area, utilisation)
        if routed:
            route.check(netlist, plan)
        files = [self.source / name for name in ("memories.lib", "gate.lib")]
        timer = timing.Timer(self.top, self.library, [file for file in files if file.exists()],
                             sta.calibrate(self.library, synthesis.tool_versions()), self.modules(),
                             self.folder, 1000.0)
        drives = drive.Drives(self.library)
        # Without wires: the netlist of the synthesis
        free = timing.longest(timer.run(netlist))
        timer.clock = free      # the layout should be as fast
        optimizer = optimize.Optimizer(netlist, self.lef, macros, plan, drives, timer)
        before = optimizer.free()
        gone = netlist.buffers()
        netlist.dissolve(gone)
        with quiet(self.folder / "place.log"):
            optimizer.run(before, lambda text: say(f"{self.top}: {text}", file=sys.stderr))
        netlist = optimizer.design
        bare = timing.longest(timer.run(netlist))
        times = optimizer.timed(netlist.clock_nets(netlist.nets()))     # the files that stay
        result = self.figures(optimizer, plan, times, area)
        result.update(free_ns=free, bare_ns=bare, buffers_before=len(gone))
        if routed:
            result["route"] = route.compare(optimizer, plan, self.folder)
        return result

    def modules(self):
        """The table of modules of the synthesis, as far as paths need it."""
        found = {}
        for row in self.synthesized["area"]:
            found[row["instance"]] = row["module"]
        table = {}
        for path, module in found.items():
            parent, _, name = path.rpartition("/")
            table.setdefault(module, {"children": []})
            if path:
                table.setdefault(found[parent], {"children": []})["children"].append((name, module))
        return table

    def figures(self, optimizer, plan, times, area):
        netlist, wires, cells = optimizer.design, optimizer.wires, optimizer.cells
        nets = netlist.nets()
        still = netlist.clock_nets(nets)
        share = congestion.used(wires.trees.values(), self.lef, plan.width, plan.height)
        depth, blocks = report.by_block(netlist, wires, still)
        core = (plan.core.right - plan.core.left) * (plan.core.top - plan.core.bottom)
        memories = {}
        for block in plan.blocks:
            name = block.name.split()[0]
            memories[name] = memories.get(name, 0.0) + (
                (block.box.right - block.box.left) * (block.box.top - block.box.bottom))
        counted = [net for net in wires.trees if net not in still]
        length = sum(tree.length for tree in wires.trees.values())
        own = sum(wires.trees[net].length for net in counted)
        paths = {}
        for key, items in times.paths.items():
            paths[key] = []
            for path in sta.different(items):
                path["wire_share"] = round(report.wire_share(path, netlist, wires,
                                                             optimizer.resistance), 4)
                paths[key].append({name: path[name] for name in (
                    "from", "to", "ns", "setup_ns", "through", "wire_share")})
        self.draw(optimizer, plan, share, depth)
        write(self.folder / "owners.json", json.dumps(
            {name: cell.owner for name, cell in netlist.cells.items()}) + "\n")
        return {
            **{name: self.synthesized[name] for name in ("top", "parameters", "library", "flat",
                                                         "target_ns")},
            "die": {"width_um": plan.width, "height_um": plan.height,
                    "mm2": plan.width * plan.height / 1e6, "rows_mm2": core / 1e6,
                    "utilisation": place.area(netlist, optimizer.macros) / core,
                    "utilisation_before": area / core, "memories": memories},
            "cells": len(cells), "buffers": len(optimizer.buffers),
            "wires": {"mm": length / 1000, "nets": len(wires.trees),
                      "mean_um": length / max(len(wires.trees), 1),
                      "signal_mm": own / 1000, "clock_mm": (length - own) / 1000,
                      "clock_ff": {net: wires.capacitance(net) for net in sorted(still)}},
            "blocks": blocks, "congestion": congestion.figures(share),
            "wired_ns": timing.longest(times), "periods": times.periods, "paths": paths,
        }

    def draw(self, optimizer, plan, share, depth):
        netlist, macros = optimizer.design, optimizer.macros
        groups = {}
        for name, at in optimizer.cells.items():
            macro = macros[netlist.cells[name].kind]
            groups.setdefault(report.block_of(netlist.cells[name].owner, depth), []).append(
                (at.x, at.y, at.x + macro.width, at.y + macro.height))
        order = sorted(groups, key=lambda name: (-len(groups[name]), name))
        shades = draw.colours(min(len(order), draw.BLOCKS))
        named = [(name, shades[number] if number < len(shades) else draw.OTHER, groups[name])
                 for number, name in enumerate(order)]
        draw.draw_cells(self.folder / "cells.png", plan, named)
        draw.draw_congestion(self.folder / "congestion.png", share, plan.width, plan.height)
        legend = [f"#{shade:06x}  {name or '(top)'}  {len(items)} cells"
                  for name, shade, items in named[:draw.BLOCKS]]
        (self.folder / "cells.txt").write_text("\n".join(legend) + "\n", encoding="utf-8")
