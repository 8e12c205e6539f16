# SPDX-License-Identifier: Apache-2.0
"""RTL to plain Verilog, one text for each module, by a current Yosys with slang."""
import json
import re

from scripts.flow.synthesis.blocks import has_core
from scripts.flow.synthesis.sources import MEMORIES
from scripts.flow.synthesis.tools import ROOT, SLANG, Stop, digest, run
from scripts.spec import parameters

ELABORATE = """
read_slang -j 1 -I rtl --top {top} {params} --best-effort-hierarchy {boxes} {files}
proc; opt_clean
design -save hierarchy; flatten; tee -q -o {out}/loops.txt check; design -load hierarchy
{dissolve}bmuxmap; demuxmap; bwmuxmap; memory; opt_clean
opt_hier; opt_expr -mux_undef; opt_dff; opt_clean
opt_hier; opt_expr -mux_undef; opt_dff; opt_clean
opt_hier; opt_expr -mux_undef; opt_dff; opt_clean
write_verilog -noattr {out}/design.v
delete */c:*; opt_clean -purge
write_json {out}/design.json
"""


def elaborate(top, files, params, folder, flat=False):
    """Verilog of each module, its children and its ports; equal modules get equal names.

    Returns {name: {"rtl": text, "children": [(instance, name)], "ports": ports}}, children before
    parents, and the memories left out as {name: ports}; ports are {port: (direction, bits)}.
    `flat`: all of it becomes one module.
    """
    path = next(file for file in files if file.stem == top)
    script = ELABORATE.format(
        top=top, params=parameters.options(top, params, path),
        boxes=" ".join(f"--blackboxed-module {name}" for name in MEMORIES if name != top),
        files=" ".join(str(file.relative_to(ROOT)) for file in files), out=folder.relative_to(ROOT),
        dissolve="flatten; opt_clean\n" if flat else "")
    (folder / "elaborate.ys").write_text(script, encoding="utf-8")
    # WebAssembly can access only the folder in which it runs, and those below; not /tmp.
    good, log = run([SLANG, "-q", "-s", (folder / "elaborate.ys").relative_to(ROOT)], ROOT,
                    folder / "elaborate.log")
    if not good:
        errors = re.findall(r"^.*\bERROR: .*$", log, re.M) or log.splitlines()[-1:]
        hint = "" if has_core(top) or "$fatal" not in errors[0] else (
            "; with CONFIG a block has all parameters as in the core of a configuration")
        raise Stop(f"{top} does not elaborate: {errors[0].strip()}{hint}")
    loop = re.search(r"logic loop in module .*:\n((?:    .*\n)*)",
                     (folder / "loops.txt").read_text(encoding="utf-8"))
    if loop:
        wires = list(dict.fromkeys(re.findall(r"wire \\?(\S+)", loop[1])))
        raise Stop(f"combinational loop in {top}: "
                   f"{' -> '.join(wires + wires[:1]) or 'through unnamed wires'}")

    ports = {}
    for name, module in json.loads((folder / "design.json").read_text())["modules"].items():
        ports[name] = {port: (item["direction"], len(item["bits"]))
                       for port, item in module["ports"].items()}
    text = (folder / "design.v").read_text(encoding="utf-8")
    texts = {match[1].lstrip("\\"): match[0] for match in
             re.finditer(r"^module (\S+?)\s*\(.*?^endmodule\n", text, re.M | re.S)}
    renamed, modules = {}, {}

    def visit(name):
        if name in renamed:
            return
        instances = [(match[2], match[1]) for match in re.finditer(
            r"^  \\?([^\s]+)\s+(?:#\((?:[^()]|\([^()]*\))*\)\s*)?\\?(\S+)\s+\($", texts[name], re.M)
            if match[1] in ports]
        for _, child in instances:
            if child in texts and child not in MEMORIES:
                visit(child)
        body = re.sub(r"^(  \\?\S+\s+)#\((?:[^()]|\([^()]*\))*\)\s*(\\?\S+\s+\()$", r"\1\2",
                      texts[name], flags=re.M)
        body = re.sub(r"\\(\S+)", lambda m: renamed.get(m[1], m[0]), body)
        body = re.sub(r"^module \S+?\s*\(", "module MODULE (", body, count=1)
        base = name.split("$")[0]
        renamed[name] = base if name == top else f"{base}_{digest(body)}"
        modules.setdefault(renamed[name], {
            "rtl": body.replace("module MODULE (", f"module {renamed[name]} (", 1),
            "children": [(instance, renamed.get(child, child)) for instance, child in instances],
            "ports": ports[name]})

    visit(top)
    memories = {child: ports[child] for module in modules.values()
                for _, child in module["children"] if child in MEMORIES}
    return modules, memories
