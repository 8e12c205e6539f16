# SPDX-License-Identifier: Apache-2.0
"""The copy of the RTL with all mutants that scripts/mutate/mutate_drawn.py drew, and the tests that judge it.

An expression becomes `(chosen == 7 ? (mutated) : (original))`, a statement the branches of an if.
"""
import pathlib
import re

from scripts.core import runner
from scripts.core.source_copy import copy_sources
from scripts.mutate import mutants
from scripts.spec import parameters as rules
from scripts.spec import rtl_doc
from scripts.spec.rtl_files import ROOT

OUT = ROOT / "build" / "mutate" / "auto"
CMAKE = ROOT / "build" / "cmake"
SITES = ROOT / "scripts" / "mutate" / "rtl_sites.py"
DEPENDS = ("rtl", "cpp_model", "kernels", "sim", "configs", "CMakeLists.txt", "gsq_sim.f", "tb/common",
           "tb/patterns", "tb/programs", "tb/system", "tb/unit", "tb/verilated", "tb/CMakeLists.txt",
           pathlib.Path(__file__), pathlib.Path(mutants.__file__))
PACKAGE = "rtl/gsq_mutants_pkg.sv"
CHOSEN = "gsq_mutants_pkg::chosen"
# Which tests run in which stage, by configuration and name, unless an earlier one had them. Of
# benches first those of the smallest module around the mutant: each is a build of its own.
STAGES = ((r"tiny\..*(?<!stall0|tall30|tall70|rected|.reset|ernels)$", False),
          (r"(tiny\+.*|small)\..*(?<!rected|.reset|ernels)$", False), (r"unit\.", True),
          (r"tiny|small|unit", False), ("", False))
RTL = mutants.Subject(OUT, DEPENDS, STAGES, "modules and packages")


def package(value):
    return ("// SPDX-License-Identifier: Apache-2.0\npackage gsq_mutants_pkg;\n"
            f"  {value};\nendpackage\n")


AT_START = package('int unsigned chosen = $c32("(std::getenv(\\"GSQ_MUTANT\\") ? '
                   'std::atoi(std::getenv(\\"GSQ_MUTANT\\")) : 0)")')


def choose(number, mutant, part):
    """The choice between a mutant and the source, as mutants.schema wants it."""
    if mutant["statement"]:
        return (f"begin if ({CHOSEN} == {number}) begin {mutant['mutated']} end "
                f"else begin {part} end end")
    return f"({CHOSEN} == {number} ? ({mutant['mutated']}) : ({part}))"


def write_tree(chosen):
    """The copy with all mutants {number: mutant}."""
    files = (ROOT / "gsq_sim.f").read_text(encoding="utf-8")
    changed = {PACKAGE: AT_START.encode(), "gsq_sim.f": files.replace(
        "rtl/gsq_pkg.sv", f"{PACKAGE}\nrtl/gsq_pkg.sv", 1).encode()}
    changed |= mutants.mutated(chosen, choose)
    copy_sources(RTL.tree, changed=changed)


def library_of(target, label):
    """The Verilated library of an executable of tests."""
    return target.replace("bench_", "rtl_", 1) if label == "unit" else f"gsq_rtl_{label}"


def elaborations(judges):
    """What Verilator elaborates for the tests: {library: (top, {parameter: value})}."""
    text = (CMAKE / "build.ninja").read_text(encoding="utf-8")
    needed = {judge["library"] for judge in judges}
    return {name: (top, rules.arguments(top, dict(re.findall(r"-G(\w+)=(\d+)", options))))
            for name, top, options in
            re.findall(r"/verilated/(\S+) V\w+ \d+ -- \S+ --cc --top (\w+) (.*)", text)
            if name in needed}


def all_judges():
    """The tests that judge the RTL: name, executable, library, and how many modules they judge."""
    lines = (CMAKE / "judges.txt").read_text(encoding="utf-8").splitlines()
    return [{"test": test, "targets": [target], "library": library_of(target, label),
             "size": len(rtl_doc.below(module))} for test, target, module, label in
            map(str.split, lines)]


def refused(elaborated):
    """The numbers of mutants on lines that Verilator does not accept, in the smaller units."""
    numbers = set()
    lines = (RTL.tree / "gsq_sim.f").read_text(encoding="utf-8").splitlines()
    files = [line for line in lines if re.match(r"rtl/.*\.sv$", line)]
    for top, parameters in elaborated.values():
        if top == "gsq_top" and int(parameters["VlenBytes"]) < 128:
            good, said = mutants.run(["verilator", "--lint-only", "--assert", "-Wno-lint", "-Wno-style",
                              "-Wno-fatal", "--timescale", "1ns/1ns", "-Irtl", "--top", top,
                              *(f"-G{name}={value}" for name, value in parameters.items()), *files], RTL.tree)
            here = mutants.on_lines(RTL.tree, CHOSEN,
                                    re.findall(r"\b(rtl/\S+?\.sv):(\d+):", said))
            if not good and not here:
                raise runner.Failed(f"Verilator refuses the RTL with all mutants:\n{said}")
            numbers |= here
    return numbers


def prepare(_folder, count, seed):
    """The task that makes the copy. Returns the mutants {number: mutant}, the tests, how many mutants there are and how many the compiler refused."""
    mutants.build(["gsq_isa"], ROOT)    # configures
    judges = all_judges()
    elaborated = elaborations(judges)
    from scripts.mutate import rtl_sites# needs slang
    read = rtl_sites.sites(ROOT, elaborated)
    chosen, dropped = mutants.accepted(read["sites"], count, seed, write_tree,
                                       lambda: refused(elaborated))
    return {"mutants": list(chosen.items()), "judges": judges,
            "sites": len(read["sites"]), "refused": dropped}
