#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutants of the RTL, made and drawn by machine; the tests of `make test` must notice each.

Usage: mutate_auto.py COUNT [SEED]      (make mutate AUTO=COUNT SEED=SEED)

scripts/mutation_sites.py lists all mutants of the modules below gsq_top. What is drawn and how, and
how they run: scripts/mutants.py. An expression becomes `(chosen == 7 ? (mutated) : (original))`, a
statement the branches of an if.

The tests that judge the RTL and whose elaboration has the place of the mutant run, tiny first. Before
the last stages Verilator looks for signals that nobody reads any more, as `make test` does, and Yosys and
ABC prove those equivalent that they can. What is not noticed after that must be judged in
tb/mutants.toml.
Writes results.json and, as a page, mutants.md in build/mutate/auto. Exit 1 if the score of
LEAST_COUNT and more is below LEAST, or a survivor is neither judged nor proven with some
parameters. A mutant that was tried is not tried again until RTL, models, tests or these scripts
change. RUNNER, JOBS: where the tests run.
"""
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import time

import equivalence
import lint_rtl
import mutants
import rtl_doc
import runner
import tasks
from rtl_files import MODULES, ROOT, shown
from source_copy import copy_sources
from synthesis.sources import sources as sources_of

OUT = ROOT / "build" / "mutate" / "auto"
CMAKE = ROOT / "build" / "cmake"
SITES = ROOT / "scripts" / "mutation_sites.py"
DEPENDS = ("rtl", "cpp_model", "sim", "configs", "CMakeLists.txt", "gsq_sim.f", "tb/common",
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
PROVEN = 4      # the stage before which mutants are linted and proven equivalent
# What lint finds of a mutant that is written into the source. Not widths: those are of how it is written.
LINTED = {"UNUSEDSIGNAL", "UNDRIVEN", "LATCH", "UNOPTFLAT", "CASEINCOMPLETE"}
LINT_CONFIGS = ("tiny", "small")
LEAST = 99.5        # percent of the mutants that are not proven equivalent
LEAST_COUNT = 1000  # mutants of which this is asked
MEMORIES = {"gsq_vreg", "gsq_ub_bank"}    # no module around them is compared
HIGHEST = 4     # so many modules, from its own upwards, in which a mutant is compared
DEEP = 2        # in so many of them also if registers do not agree one by one
PATIENCE = 120  # s after which no proof with a further set of parameters begins


# -------------------------------------------------------------------------------------------------
# The copy of the RTL
# -------------------------------------------------------------------------------------------------

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


def plain(text, mutant):
    """The source with a mutant in the place of what it mutates."""
    first, last = mutant["begin"], mutant["end"]
    part = f"begin {mutant['mutated']} end" if mutant["statement"] else f"({mutant['mutated']})"
    if text[first - 1] == ".":  # as in schema
        part = f"{text[first:last]}({part})"
    return text[:first] + part + text[last:]


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
    return {name: (top, dict(re.findall(r"-G(\w+)=(\d+)", options))) for name, top, options in
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
    """The task that makes the copy. Returns the mutants {number: mutant}, the tests, the sets of
    parameters of modules, how many mutants there are and how many the compiler refused."""
    mutants.build(["gsq_isa"], ROOT)    # configures
    judges = all_judges()
    elaborated = elaborations(judges)
    names, sites = OUT / "elaborations.json", OUT / "sites.json"
    tasks.write(names, json.dumps(elaborated))
    done = subprocess.run([ROOT / "build/tools/bin/python", SITES, ROOT, names, sites],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise runner.Failed(f"the RTL cannot be read:\n{done.stdout}")
    read = json.loads(sites.read_text(encoding="utf-8"))
    chosen, dropped = mutants.accepted(read["sites"], count, seed, write_tree,
                                       lambda: refused(elaborated))
    return {"mutants": list(chosen.items()), "judges": judges, "sets": read["sets"],
            "sites": len(read["sites"]), "refused": dropped}


# -------------------------------------------------------------------------------------------------
# Tests
# -------------------------------------------------------------------------------------------------

def lint(folder, mutant):
    """The task that lints the RTL with a mutant. Returns what finds it, or None."""
    path = ROOT / mutant["file"]
    changed = folder / path.name
    tasks.write(changed, plain(path.read_bytes().decode("latin-1"), mutant).encode("latin-1"))
    for check in lint_rtl.verilator():
        if check.name in LINT_CONFIGS and mutant["file"] in check.command:
            command = [str(changed) if word == mutant["file"] else word for word in check.command]
            said = mutants.run(command, ROOT)[1]
            # What Verilator refuses, because of how the mutant is written, is not found.
            if not re.search(r"%Error[-\w]*: (?!Exiting)", said) and \
                    set(re.findall(r"%Warning-(\w+):", said)) & LINTED:
                return "lint.verilator"
    return None


def run_lint(alive):
    """{number: [test, how]} of the mutants that lint finds."""
    todo = {number: runner.Task(
        f"lint of mutant {number}", "mutate_auto:lint", {"mutant": mutant},
        OUT / "lint" / runner.key(mutants.identity(mutant), []),
        runner.key(mutants.identity(mutant), ["rtl", "configs", pathlib.Path(__file__), lint_rtl.__file__]))
        for number, mutant in alive.items()}
    outcomes = mutants.run_all(RTL, todo.values(), "lints")
    found = {number: (outcomes[task.name].result, "fails") for number, task in todo.items()
             if outcomes[task.name].result}
    print(f"lint: {len(found)} of {len(todo)} mutants are found{runner.summary(outcomes)}",
          flush=True)
    return found


# -------------------------------------------------------------------------------------------------
# Proofs that a mutant is the same circuit
# -------------------------------------------------------------------------------------------------

def same(folder, mutant, top, parameters, deep):
    """Whether the module `top` is proven to be the same circuit with the mutant; None if the tools do
    not tell in time. `deep`: registers need not agree one by one, which takes long."""
    path = ROOT / mutant["file"]
    text = path.read_bytes().decode("latin-1")
    # As in the tests, so with the same widths
    tasks.write(folder / path.name, mutants.schema(text, {1: mutant}, choose).encode("latin-1"))
    tasks.write(folder / pathlib.Path(PACKAGE).name,
                package("localparam int unsigned chosen = 1"))
    out = folder.relative_to(ROOT)
    gold = shown(sources_of(top))
    gate = [str(out / pathlib.Path(PACKAGE).name),
            *(str(out / path.name) if name == mutant["file"] else name for name in gold)]
    params = " ".join(f"-G {name}={value}" for name, value in parameters.items())
    versions = " ".join(gold), " ".join(gate)
    way = equivalence.sequence_equal if deep else equivalence.cut_equal
    return way(folder, top, params, versions)


def prove(folder, mutant, tops):
    """The task that tries to prove that a mutant changes nothing: in its module, or else in one
    above it, with all parameters with which the tests have that. Returns [module, with how many sets
    of parameters it is proven, how many there are], if the others take too long; None if with none, or
    if it is another circuit with any."""
    best = None
    for deep, (top, sets) in [*((False, top) for top in tops),
                              *((True, top) for top in tops[:DEEP])]:
        told = []   # up to the first set in which the mutant is another circuit
        until = time.monotonic() + PATIENCE
        while len(told) < len(sets) and False not in told and time.monotonic() < until:
            told.append(same(folder, mutant, top, sets[len(told)], deep))
            if told[0] is None:     # larger ones take longer
                break
        count = told.count(True)
        if count and False not in told and (
                best is None or count * best[2] > best[1] * len(sets)):
            best = [top, count, len(sets)]
        if mutants.wholly(best):
            break
    return best


def tops_of(mutant, sets):
    """Where a mutant may be proven equivalent: [module, sets of parameters], small ones first."""
    # Every place where a test has the mutant must be in what is compared.
    above = [name for name in sets if name in MODULES and mutant["module"] in rtl_doc.below(name)
             and set(mutant["where"]) <= {where for where, _ in sets[name]}
             and (name == "gsq_vreg" or not MEMORIES & rtl_doc.below(name))]
    tops = []
    for name in sorted(above, key=lambda name: len(rtl_doc.below(name)))[:HIGHEST]:
        values = {tuple(sorted(parameters.items())) for where, parameters in sets[name]
                  if where in mutant["where"]}
        tops.append((name, [dict(items) for items in sorted(
            values, key=lambda items: sum(int(value.split("d")[-1]) for _, value in items))]))
    return tops


def run_proofs(alive, sets):
    """{number: what `prove` returns} of the mutants that are proven with some parameters."""
    todo = {}
    for number, mutant in alive.items():
        tops = tops_of(mutant, sets)
        todo[number] = runner.Task(
            f"proof of mutant {number}", "mutate_auto:prove", {"mutant": mutant, "tops": tops},
            OUT / "proofs" / runner.key(mutants.identity(mutant), []),
        runner.key([mutants.identity(mutant), tops],
                   ["rtl", pathlib.Path(__file__), equivalence.__file__, "scripts/prove.py"]))
    outcomes = mutants.run_all(RTL, todo.values(), "proofs")
    proven = {number: outcomes[task.name].result for number, task in todo.items()
              if outcomes[task.name].result}
    whole = sum(map(mutants.wholly, proven.values()))
    print(f"proofs: {whole} of {len(todo)} mutants are equivalent, {len(proven) - whole} others are "
          "with some of the parameters"
          f"{runner.summary(outcomes)}", flush=True)
    return proven


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    start = time.monotonic()
    exact = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(
        (ROOT / "rtl").rglob("*.sv")))).hexdigest()     # a comment moves what is behind it
    task = runner.Task("RTL with mutants", "mutate_auto:prepare", {"count": count, "seed": seed},
                       OUT / "prepare", runner.key([count, seed, exact], [*DEPENDS, SITES]))
    made = mutants.run_all(RTL, [task], "steps", wide=True)[task.name].result
    drawn = dict(made["mutants"])
    print(f"{len(drawn)} mutants of {made['sites']} drawn with seed {seed}, "
          f"{made['refused']} others refused by the compiler", flush=True)

    def before(stage, alive):
        if stage != PROVEN:
            return {}, {}
        found = run_lint(alive)
        return found, run_proofs({number: mutant for number, mutant in alive.items()
                                  if number not in found}, made["sets"])

    noticed, proofs = mutants.run_stages(RTL, drawn, made["judges"], before)
    percent, wrong = mutants.report(RTL, drawn, noticed, proofs, made,
                                    f"make mutate AUTO={count} SEED={seed}")
    low = count >= LEAST_COUNT and percent < LEAST
    if low:
        print(f"the score of {LEAST_COUNT} mutants and more must be at least {LEAST} %; judged ones "
              "count as not noticed")
    print(f"{time.monotonic() - start:.0f} seconds, see {runner.shown(OUT / 'mutants.md')}")
    return int(wrong or low)


if __name__ == "__main__":
    tasks.main(main)
