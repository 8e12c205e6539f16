# SPDX-License-Identifier: Apache-2.0
"""Writes the table of docs/reference/modules.md: every file of rtl/, its page, bench and proofs.

A block that has no bench or proof of its own is listed with that of the block around it in the same
folder. With --check nothing is written: exit 1 when the table is not up to date.
"""
import collections
import itertools
import os
import pathlib
import re
import sys

from scripts.core import tasks
from scripts.formal import prove
from scripts.spec import rtl_doc
from scripts.spec.rtl_files import MODULES, PACKAGES, ROOMS, ROOT

PAGE = ROOT / "docs" / "reference" / "modules.md"
BEGIN, END = "<!-- modules: begin -->\n", "<!-- modules: end -->"
LOCKSTEP = "[whole unit](../develop/tests.md)"
CUT = {module for proof in prove.PROOFS for module in proof.cut}


def benches():
    """{module: files of its benches}"""
    found = collections.defaultdict(set)
    for bench, module in re.findall(
            r"gsq_unit_bench\(\S+ SOURCE (\S+) TOP (\w+)",
            (ROOT / "tb" / "unit" / "CMakeLists.txt").read_text(encoding="utf-8")):
        found[module].add(ROOT / "tb" / "unit" / bench)
    for module in ("gsq_axi", "gsq_axi_top"):
        found[module].add(ROOT / "tb" / "axi" / "test_axi.py")
    for module in ("gsq_axi_join", "gsq_cmd_join", "gsq_obi_join", "gsq_ring_dma", "gsq_ring_regs"):
        found[module].add(ROOT / "tb" / "axi" / "test_ring.py")
    return {module: sorted(files) for module, files in found.items()}


def proofs():
    """{module: {file of tb/formal/ that instantiates it: names of its proofs}}"""
    rows = re.findall(r"^\| (\w+) \| (\w+) \|",
                      prove.TABLE.read_text(encoding="utf-8"), re.M)
    found = collections.defaultdict(dict)
    for file in sorted((ROOT / "tb" / "formal").glob("*.sv")):
        names = [name for name, top in rows if top == file.stem]
        for module in re.findall(r"^\s*(gsq_\w+) (?:#\(|\w+ \()",
                                 file.read_text(encoding="utf-8"), re.M):
            if names and module in MODULES:
                found[module][file] = names
    return found


def nearest(module, known, sources):
    """The modules of `known` that test this one: itself, or else those around it in its folder.

    rtl/ itself does not count as a folder: gsq_core is around everything. What a proof cuts out is
    not proven with the modules around it.
    """
    around = [module]
    while around:
        if has := [name for name in around if name in known]:
            return has
        around = [name for name, other in sources.items()
                  if any(below in around and below not in CUT for below, _ in other.instances)
                  and MODULES[name].parent == MODULES[module].parent != ROOT / "rtl"]
    return []


def table():
    sources = {name: rtl_doc.read(path) for name, path in MODULES.items()}
    known = {"bench": benches(), "proof": proofs()}

    def link(path, text):
        return f"[{text}]({pathlib.Path(os.path.relpath(path, PAGE.parent)).as_posix()})"

    def tests(module, kind):
        return ", ".join(link(file, file.name) + ("" if name == module else f" of {name}")
                         for name in nearest(module, known[kind], sources)
                         for file in known[kind][name])

    lines = []
    paths = sorted([*PACKAGES, *MODULES.values()], key=lambda path: (path.parent, path.stem))
    for folder, files in itertools.groupby(paths, key=lambda path: path.parent):
        lines += [f"## {folder.relative_to(ROOT)}/", "", "| module | what it is | bench | proofs |",
                  "|---|---|---|---|"]
        for path in files:
            name, header = path.stem, rtl_doc.read(path).header or [""]
            said = re.split(r"(?<=\.) ", header[0])[0].replace("|", "\\|")
            if path in PACKAGES:
                lines.append(f"| {link(path, name)} | {said} | | |")
            else:
                lines.append(f"| [{name}](modules/{ROOMS[name]}.md#{name}) ({link(path, 'source')}) | {said} | "
                             f"{tests(name, 'bench') or LOCKSTEP} | {tests(name, 'proof')} |")
        lines.append("")
    return "\n".join(lines)


def main():
    check = tasks.check_asked(__doc__)
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    new = before + BEGIN + table() + END + rest.split(END)[1]
    if check and new != text:
        sys.exit("docs/reference/modules.md: expected the table that scripts/pages/module_index.py writes for the "
                 "sources as they are, found another one: run python3 -m scripts module-index")
    tasks.write(PAGE, new)
