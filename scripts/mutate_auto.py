#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutants of the RTL, made and drawn by machine; the tests of `make test` must notice each.

Usage: mutate_auto.py COUNT [SEED]      (make mutate AUTO=COUNT SEED=SEED)

scripts/mutation_sites.py lists all mutants of the modules below gsq_top. What is drawn and how, and
how they run: scripts/mutants.py and scripts/mutants_rtl.py.

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
import sys
import time

import equivalence
import lint_rtl
import mutants
import rtl_doc
import runner
import tasks
from mutants_rtl import DEPENDS, OUT, PACKAGE, RTL, SITES, choose, package
from rtl_files import MODULES, ROOT, shown
from synthesis.sources import sources as sources_of

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
# What lint finds
# -------------------------------------------------------------------------------------------------

def plain(text, mutant):
    """The source with a mutant in the place of what it mutates."""
    first, last = mutant["begin"], mutant["end"]
    part = f"begin {mutant['mutated']} end" if mutant["statement"] else f"({mutant['mutated']})"
    if text[first - 1] == ".":  # as in schema
        part = f"{text[first:last]}({part})"
    return text[:first] + part + text[last:]


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
    task = runner.Task("RTL with mutants", "mutants_rtl:prepare", {"count": count, "seed": seed},
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
