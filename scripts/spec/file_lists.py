# SPDX-License-Identifier: Apache-2.0
"""Writes the lists of RTL files that tools and other projects read, from the folder rtl/.

  gsq_synth.f  what to synthesize, for every tool that reads -f (the top is gsq_core)
  gsq_sim.f    that and what is for simulation only (the top is gsq_top); CMake reads this one
  Bender.yml   for Bender
  gsq.core     for FuseSoC

Run it after adding, moving or removing a file of rtl/, after changing a parameter of gsq_core or
gsq_top, and after changing VERSION. With --check nothing is written: exit 1 and a sentence for each
file that is not up to date.
"""
import sys

from scripts.core import tasks
from scripts.spec import rtl_doc
from scripts.spec.rtl_files import MODULES, ROOT, found, lists, shown

NOTE = "Written by scripts/spec/file_lists.py from the folder rtl/. Do not edit."
LICENCE = "SPDX-License-Identifier: Apache-2.0"
DESCRIPTION = "Gather, scatter and squeeze unit of a vector processor"


def parameters(module):
    """{name: its doc comment} of the parameters that a user of the module may set."""
    return {item.name: item.doc for item in rtl_doc.read(MODULES[module]).parameters
            if item.kind == "parameter"}


def file_list(title, files):
    return "\n".join([f"// {LICENCE}", f"// {title} {NOTE}",
                      "// Paths are relative to this file: -f from here, -F from anywhere.",
                      "+incdir+rtl", *files, ""])


def bender(synth, sim):
    lines = [f"# {LICENCE}", f"# {NOTE}", "package:", "  name: gsq",
             "", "export_include_dirs:", "  - rtl", "", "sources:",
             "  - include_dirs:", "      - rtl", "    files:",
             *(f"      - {file}" for file in synth),
             "  - target: simulation", "    files:", *(f"      - {file}" for file in sim)]
    return "\n".join([*lines, ""])


def fusesoc(synth, sim):
    version = (ROOT / "VERSION").read_text(encoding="utf-8").strip()
    headers, waivers = shown(found(".svh").values()), shown(found(".vlt").values())

    def fileset(name, files, kind):
        return [f"  {name}:", f"    file_type: {kind}", "    files:", *files]

    def target(name, filesets, top, *more):
        return [f"  {name}:", f"    filesets: [{', '.join(filesets)}]", f"    toplevel: {top}",
                f"    parameters: [{', '.join(parameters(top))}]", *more]

    lines = [
        "CAPI=2:", f"# {LICENCE}", f"# {NOTE}", f'name: "::gsq:{version}"',
        f"description: {DESCRIPTION}", "", "filesets:",
        *fileset("rtl", [*(f"      - {file}: {{is_include_file: true, include_path: rtl}}"
                           for file in headers), *(f"      - {file}" for file in synth)],
                 "systemVerilogSource"),
        *fileset("sim", [f"      - {file}" for file in sim], "systemVerilogSource"),
        *fileset("waivers", [f"      - {file}" for file in waivers], "vlt"),
        "", "targets:",
        "  # For cores that depend on this one: the unit without its memory.",
        *target("default", ['"tool_verilator? (waivers)"', "rtl"], "gsq_core"),
        "  # The unit with a modelled memory: a Verilated library, for a testbench of your own.",
        *target("sim", ['"tool_verilator? (waivers)"', "rtl", "sim"], "gsq_top", "    flow: sim",
                "    flow_options:", "      tool: verilator", "      mode: cc",
                "      exe: 'false'", "      verilator_options: [-fno-const-bit-op-tree]"),
        *target("lint", ["waivers", "rtl", "sim"], "gsq_top", "    flow: lint",
                "    flow_options:", "      tool: verilator",
                "      verilator_options: [-Wall]"),
        "", "parameters:"]
    for name, doc in {**parameters("gsq_core"), **parameters("gsq_top")}.items():
        lines += [f"  {name}:", "    datatype: int", "    paramtype: vlogparam",
                  f"    description: '{doc.replace(chr(39), chr(39) * 2)}'"]
    return "\n".join([*lines, ""])


def written():
    """{file name: its text}"""
    synth, sim = lists()
    return {"gsq_synth.f": file_list("What to synthesize.", synth),
            "gsq_sim.f": file_list("What to simulate.", synth + sim),
            "Bender.yml": bender(synth, sim), "gsq.core": fusesoc(synth, sim)}


def main():
    check, stale = tasks.check_asked(__doc__), 0
    for name, text in written().items():
        path = ROOT / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if check:
            print(f"{name}: expected what scripts/spec/file_lists.py writes for rtl/ as it is, found "
                  f"{'something else' if path.exists() else 'no file'}: run python3 -m scripts file-lists")
        else:
            tasks.write(path, text)
            print(f"wrote {name}")
    sys.exit(1 if stale and check else 0)
