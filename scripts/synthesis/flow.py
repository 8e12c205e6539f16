# SPDX-License-Identifier: Apache-2.0
"""The whole flow for one module, and its stored results."""
import concurrent.futures
import fcntl
import json
import pathlib
import re
import subprocess
import time

from synthesis import reports, sta
from synthesis.area import area_tree
from synthesis.elaborate import elaborate
from synthesis.liberty import Library
from synthesis.mapping import map_module
from synthesis.sources import MEMORIES, parameters, sources
from synthesis.tools import OUT, ROOT, Stop, digest, jobs, write

HEADERS = sorted((ROOT / "rtl").glob("*.svh"))  # files that rtl/*.sv include
# A result is computed anew when the flow changes.
FLOW = sorted(pathlib.Path(__file__).parent.glob("*.py"))


def tool_versions():
    texts = [(ROOT / "scripts" / "lint-requirements.txt").read_text(encoding="utf-8")]
    for command in (["yosys", "-V"], ["sta", "-version"]):
        texts.append(subprocess.run(command, text=True, check=True, stdout=subprocess.PIPE).stdout)
    return "\n".join(texts)


def synthesize(top, config="", overrides="", lib="osu018", clock=0.0, extra=()):
    """Area and timing of one module; returns the result and its folder."""
    library = Library(lib)
    files = sources(top, extra)
    top_file = next(file for file in files if file.stem == top)
    params = parameters(top_file, config, overrides)
    versions = tool_versions()
    texts = [file.read_text(encoding="utf-8") for file in [*files, *HEADERS, *FLOW]]
    key = digest(*texts, json.dumps([params, clock]), top, library.text, versions)
    folder = OUT / "-".join([top, *([config] if config else []), library.name, key])
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "result.json").exists():
            compute(top, files, params, library, clock, versions, folder)
    return json.loads((folder / "result.json").read_text(encoding="utf-8")), folder


def compute(top, files, params, library, clock, versions, folder):
    start = time.monotonic()
    modules, memories = elaborate(top, files, params, folder)
    if (not any(cell["flop"] for cell in library.cells.values()) and
            any(re.search(r"always @\((pos|neg)edge", item["rtl"]) for item in modules.values())):
        raise Stop(f"library {library.name} has no flip-flops, and {top} has registers")
    # The large ones first, so that none runs alone at the end.
    by_size = sorted(modules, key=lambda name: -len(modules[name]["rtl"]))
    with concurrent.futures.ThreadPoolExecutor(jobs()) as pool:
        files = dict(zip(by_size, pool.map(
            lambda name: map_module(name, modules, memories, library, clock, versions), by_size)))
    order = list(modules)  # children before parents
    netlists = {name: files[name].read_text(encoding="utf-8") for name in order}
    (folder / "netlist.v").write_text("".join(netlists.values()), encoding="utf-8")
    timing = sta.time_modules(order, modules, files, memories, library, folder)
    timing = {name: {key: sta.different(paths) for key, paths in timing[name].items()}
              for name in order}
    between = timing[top].get("reg to reg")
    result = {
        "top": top, "parameters": params, "library": library.name, "target_ns": clock,
        "ge_um2": library.ge,
        "ge_cell": library.nand, "tools": versions.splitlines(),
        "left_out": [f"the memory {MEMORIES[name]} ({name})" for name in memories],
        "area": area_tree(top, modules, netlists, library),
        "clock_ns": between[0]["ns"] if between else None, "timing": timing}
    for name, lines in (("area", reports.area_lines(result, 99)),
                        ("timing", reports.timing_lines(result, True))):
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    write(folder / "result.json", json.dumps(result, indent=1) + "\n")
    print(f"synthesized {top} in {time.monotonic() - start:.0f} s")
