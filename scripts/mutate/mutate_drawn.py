# SPDX-License-Identifier: Apache-2.0
"""Mutants of the RTL, made and drawn by machine; the tests of `make test` must notice each.

Usage: python3 -m scripts mutate-drawn COUNT [SEED]      (make mutate AUTO=COUNT SEED=SEED)

scripts/mutate/rtl_sites.py lists all mutants of the modules below gsq_top. What is drawn and how, and
how they run: scripts/mutate/mutants.py and scripts/mutate/mutants_rtl.py.

The tests that judge the RTL and whose elaboration has the place of the mutant run, tiny first. Before
the last stages Verilator looks for signals that nobody reads any more, and Yosys for latches, as `make test`
does; then Yosys and ABC prove those equivalent that they can. What is not noticed after that must be judged in
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

from scripts.core import runner, tasks
from scripts.flow.synthesis.sources import sources as sources_of
from scripts.lint import lint_rtl
from scripts.mutate import equivalence, mutants, mutants_rtl
from scripts.mutate.mutants_rtl import DEPENDS, OUT, PACKAGE, RTL, SITES, choose, package
from scripts.spec import rtl_doc
from scripts.spec.rtl_files import MODULES, ROOT, shown

PROVEN = 5      # the stage before which mutants are linted and proven equivalent
# What lint finds of a mutant that is written into the source. Not widths: those are of how it is written.
LINTED = {"UNUSEDSIGNAL", "UNDRIVEN", "LATCH", "UNOPTFLAT", "CASEINCOMPLETE"}
LEAST = 99.5        # percent of the mutants that are not proven equivalent
LEAST_COUNT = 1000  # mutants of which this is asked
WAYS = ALONE, CUT, WHOLE = "alone", "cut", "whole"     # in the order in which they are tried
HIGHEST = 5     # so many modules, from its own upwards, in which a mutant is compared


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

    def said(check):
        return mutants.run([word.replace(mutant["file"], str(changed.relative_to(ROOT)))
                            for word in check.command], ROOT)[1]

    # What a tool refuses, because of how the mutant is written, is not found.
    for check in lint_rtl.verilator():
        if path in check.files:
            output = said(check)
            if not re.search(r"%Error[-\w]*: (?!Exiting)", output) and \
                    set(re.findall(r"%Warning-(\w+):", output)) & LINTED:
                return "lint.verilator"
    for check in lint_rtl.circuit():
        if path in check.files and lint_rtl.circuit_findings(said(check)):
            return "lint.circuit"
    return None


def run_lint(alive):
    """{number: [test, how]} of the mutants that lint finds."""
    todo = {number: runner.Task(
        f"lint of mutant {number}", "scripts.mutate.mutate_drawn:lint", {"mutant": mutant},
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

def others(top, module):
    """The modules below `top` that do not lead to `module`. They are the same in both versions also below
    it, since no mutant changes their parameters."""
    return sorted(name for name in rtl_doc.below(top) if module not in rtl_doc.below(name))


def same(folder, mutant, top, parameters, way):
    """Whether the module `top` is proven to be the same circuit with the mutant; None if the tools do
    not tell in time. A `way` is one of WAYS: registers agree one by one; or need not, and modules without
    the mutant are left out as far as possible, or not."""
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
    if way == CUT:
        return equivalence.cut_equal(folder, top, params, versions)
    return equivalence.sequence_equal(folder, top, params, versions,
                                      others(top, mutant["module"]) if way == ALONE else ())


def prove(folder, mutant, tops, builds):
    """The task that tries to prove that a mutant changes nothing. `tops` are what is compared, in this
    order: [module, [[sets of parameters, builds of tests that have these]]]. `builds` have the mutant:
    {build: [its top, by which numbers it has sets of parameters of the mutant's module]}. Returns
    [modules, with how many of these sets it is proven, how many there are], or None if with none."""
    told, where = {}, {build: set() for build in builds}

    def left():
        """The builds of which it is not proven: a module leads to the mutant in which it is not."""
        return {build for build, (top, _) in builds.items() if
                mutant["module"] in rtl_doc.below(top, without=frozenset(where[build]))}

    # Of the smallest module, which is quick, in both ways first
    for way, (top, places) in [
            *((way, place) for way in (CUT, WHOLE) for place in tops[:1]),
            *((way, place) for way in WAYS for place in tops[1:]
              if way == ALONE or not equivalence.MEMORIES & rtl_doc.below(place[0]))]:
        for sets, names in places:
            if left().isdisjoint(names):
                continue
            for parameters in sets:
                key = way, top, *sorted(parameters.items())
                if key not in told:
                    told[key] = same(folder, mutant, top, parameters, way)
                if not told[key]:
                    break
            else:
                for name in names:
                    where[name].add(top)
                continue
            break       # larger ones take longer
        if not left():
            break
    every = {number for _, numbers in builds.values() for number in numbers}
    proven = every - {number for build in left() for number in builds[build][1]}
    shown_tops = sorted(set().union(*where.values()), key=[top for top, _ in tops].index)
    return [" and ".join(shown_tops), len(proven), len(every)] if proven else None


def size_of(parameters):
    return sum(int(value.split("d")[-1]) for value in parameters.values())


def tops_of(mutant, sets):
    """Where a mutant may be proven equivalent, and which builds have it: the arguments of `prove`."""
    if mutant["module"] not in MODULES:
        return [], {}       # a package
    has = {}    # {build: {module: [sets of parameters]}}
    for name, places in sets.items():
        for build, parameters in places:
            if build in mutant["where"] and name in MODULES:
                has.setdefault(build, {}).setdefault(name, []).append(parameters)
    numbers, builds, tops = {}, {}, {}
    for build, modules in has.items():
        top = max(modules, key=lambda name: len(rtl_doc.below(name)))
        builds[build] = [top, [numbers.setdefault(tuple(sorted(values.items())), len(numbers))
                               for values in modules[mutant["module"]]]]
        for name, values in modules.items():
            if mutant["module"] in rtl_doc.below(name) and \
                    (name == mutant["module"] or not equivalence.MEMORIES <= rtl_doc.below(name)):
                values = sorted(values, key=size_of)
                place = tops.setdefault(name, {}).setdefault(json.dumps(values), (values, []))
                place[1].append(build)
    ordered = sorted(tops, key=lambda name: len(rtl_doc.below(name)))[:HIGHEST]
    return [[name, sorted(tops[name].values(), key=lambda place: size_of(place[0][0]))]
            for name in ordered], builds


def run_proofs(alive, sets):
    """{number: what `prove` returns} of the mutants that are proven with some parameters."""
    todo = {}
    for number, mutant in alive.items():
        tops, builds = tops_of(mutant, sets)
        todo[number] = runner.Task(
            f"proof of mutant {number}", "scripts.mutate.mutate_drawn:prove", {"mutant": mutant, "tops": tops, "builds": builds},
            OUT / "proofs" / runner.key(mutants.identity(mutant), []),
            runner.key([mutants.identity(mutant), tops, builds],
                       ["rtl", pathlib.Path(__file__), mutants_rtl.__file__, equivalence.__file__,
                        "scripts/formal/prove.py"]))
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
    task = runner.Task("RTL with mutants", "scripts.mutate.mutants_rtl:prepare", {"count": count, "seed": seed},
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
