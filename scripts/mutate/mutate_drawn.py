# SPDX-License-Identifier: Apache-2.0
"""Mutants of the RTL, made and drawn by machine; the tests of `make test` must notice each.

scripts/mutate/rtl_sites.py lists all mutants of the modules below gsq_top. What is drawn and how, and
how they run: scripts/mutate/mutants.py and scripts/mutate/mutants_rtl.py.

The tests that judge the RTL and whose elaboration has the place of the mutant run, tiny first. Before
the last stages Verilator looks for signals that nobody reads any more, and Yosys for latches, as `make test`
does. What is not noticed after that must be judged in tb/plan/mutants.toml.
Writes results.json and, as a page, mutants.md in build/mutate/auto. Exit 1 if the score of
LEAST_COUNT and more is below LEAST, or a survivor is not judged. A mutant that was tried is not tried again until RTL, models, tests or these scripts
change. RUNNER, JOBS: where the tests run.
"""
import hashlib
import pathlib
import re
import time

from scripts.core import runner, tasks
from scripts.lint import lint_rtl
from scripts.mutate import mutants
from scripts.mutate.mutants_rtl import DEPENDS, OUT, RTL, SITES
from scripts.spec.rtl_files import ROOT

LINTED_BEFORE = 5   # the stage before which mutants are linted
# What lint finds of a mutant that is written into the source. Not widths: those are of how it is written.
LINTED = {"UNUSEDSIGNAL", "UNDRIVEN", "LATCH", "UNOPTFLAT", "CASEINCOMPLETE"}
LEAST = 99.5        # percent of the mutants that are not judged equivalent
LEAST_COUNT = 1000  # mutants of which this is asked


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


def main():
    count, seed = mutants.asked(__doc__)
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
        return run_lint(alive) if stage == LINTED_BEFORE else {}

    noticed = mutants.run_stages(RTL, drawn, made["judges"], before)
    percent, wrong = mutants.report(RTL, drawn, noticed, made,
                                    f"make mutate AUTO={count} SEED={seed}")
    low = count >= LEAST_COUNT and percent < LEAST
    if low:
        print(f"the score of {LEAST_COUNT} mutants and more must be at least {LEAST} %; those that are judged "
              "harmless count as not noticed")
    print(f"{time.monotonic() - start:.0f} seconds, see {runner.shown(OUT / 'mutants.md')}")
    return int(wrong or low)
