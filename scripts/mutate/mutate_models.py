# SPDX-License-Identifier: Apache-2.0
"""Mutants of the golden model and the cycle model; the tests of `make test` must notice each.

scripts/mutate/model_sites.py lists all mutants of the sources of both models. What is drawn and how, and how
they run: scripts/mutate/mutants.py. The tests are those of the models, and those of the system with the RTL,
which is as it is: a model that is wrong differs from it. Writes results.json and, as a page,
mutants.md in build/mutate/models. Exit 1 if a survivor is not judged in tb/plan/mutants.toml. A mutant
that was tried is not tried again until models, RTL, tests or these scripts change. RUNNER, JOBS:
where the tests run.
"""
import json
import pathlib
import re
import time

from scripts.core import runner
from scripts.core.source_copy import copy_sources
from scripts.mutate import mutants
from scripts.spec.rtl_files import ROOT

OUT = ROOT / "build" / "mutate" / "models"
SITES = ROOT / "scripts" / "mutate" / "model_sites.py"
FOLDERS = ("cpp_model/src/semantics", "cpp_model/src/timing", "cpp_model/src/backends",
           "cpp_model/include/gsq/semantics", "cpp_model/include/gsq/timing")
DEPENDS = ("rtl", "cpp_model", "kernels", "sim", "configs", "CMakeLists.txt", "gsq_sim.f", "tb/common",
           "tb/patterns", "tb/programs", "tb/system", "tb/verilated", "tb/CMakeLists.txt",
           pathlib.Path(__file__), pathlib.Path(mutants.__file__), SITES)
# The tests: those of the models, and those of the whole unit that are built in reasonable time, but
# for those of files and messages
JUDGES = (r"(?!.*\.(outputs|failure|progress|command_line|bad_input)$)"
          r"(model\.|system\.(tiny|small|tiny\+Places4\+Parts2\+LaneOps1|tiny\+LaneOps1)\.|unit\.coverage)")
# Which of them run in which stage, quick ones first
STAGES = ((r"model\.", False), (r"tiny\..*(?<!stall0|tall30|tall70|rected|.reset|ernels)$", False),
          (r"tiny|unit", False), ("", False))
MODELS = mutants.Subject(OUT, DEPENDS, STAGES, "sources")
HEADER = "cpp_model/include/gsq/mutants.hpp"
CHOSEN = "::gsq_chosen_mutant"
CHOICE = f"""#pragma once
#include <cstdlib>
inline const int gsq_chosen_mutant = [] {{
  const char* text = std::getenv("GSQ_MUTANT");
  return text != nullptr ? std::atoi(text) : 0;
}}();
"""
# What the compiler says of a mutant is not of interest, nor are other compilers.
HEAD = b'#pragma clang diagnostic ignored "-Weverything"\n#include "gsq/mutants.hpp"\n'


def choose(number, mutant, part):
    """The choice between a mutant and the source, as mutants.schema wants it."""
    if mutant["statement"]:
        return f"({CHOSEN} == {number} ? (void)({mutant['mutated'] or 0}) : (void)({part}))"
    return f"({CHOSEN} == {number} ? ({mutant['mutated']}) : ({part}))"


def write_tree(chosen):
    """The copy with all mutants {number: mutant}."""
    sources = mutants.mutated(chosen, choose)
    copy_sources(MODELS.tree, more=["README.md", "docs"], changed={HEADER: CHOICE.encode(), **{
        file: HEAD + text for file, text in sources.items()}})


def lines_of(tree):
    """How the compiler is called in a copy, {file: words}."""
    text = (tree / "build/cmake/compile_commands.json").read_text(encoding="utf-8")
    return {pathlib.Path(entry["file"]).relative_to(tree).as_posix(): entry["command"].split()
            for entry in json.loads(text) if entry["file"].startswith(f"{tree}/cpp_model")}


def refused():
    """The numbers of the mutants on lines that the compiler does not accept."""
    numbers = set()
    mutants.build(["gsq_isa"], MODELS.tree)     # configures
    for file, words in lines_of(MODELS.tree).items():
        if file.startswith(FOLDERS):
            words = words[:words.index("-o")]
            good, said = mutants.run([*words, "-fsyntax-only", "-ferror-limit=0", file], MODELS.tree)
            here = mutants.on_lines(MODELS.tree, CHOSEN, re.findall(
                r"(?m)^(?:\S*/)?(cpp_model/\S+?):(\d+):\d+: (?:fatal )?error:", said))
            if not good and not here:
                raise runner.Failed(f"the compiler refuses {file} with all mutants:\n{said}")
            numbers |= here
    return numbers


def judges_of(registered, root):
    """The tests that judge the models: of what CMake wrote for CTest, those of JUDGES that run programs of
    the build of `root`."""
    judges = []
    for name, command in re.findall(r"(?m)^add_test\((?:\[=\[)?([^\s\]]+)(?:\]=\])? (.*)\)$", registered):
        built = [re.fullmatch(rf"{root}/build/(?:cmake/.*?(\w[\w+]*)|(?:([\w+]+)/)?gsq)", word)
                 for word in re.findall(r'"([^"]*)"', command)]
        targets = [found[1] or (f"gsq-{found[2]}" if found[2] else "gsq")
                   for found in built if found]
        if targets and re.match(JUDGES, name):
            judges.append({"test": name, "targets": targets, "library": "models", "size": 0})
    return judges


def prepare(_folder, count, seed):
    """The task that makes the copy. Returns the mutants {number: mutant}, the tests, how many mutants
    there are and how many the compiler refused."""
    mutants.build(["gsq_isa"], ROOT)
    cmake = ROOT / "build" / "cmake"
    files = sorted(path.relative_to(ROOT).as_posix() for folder in FOLDERS
                   for path in (ROOT / folder).glob("*.[ch]pp"))
    from scripts.mutate import model_sites# needs Debian's Clang for Python
    try:
        read = model_sites.sites(cmake / "compile_commands.json", files)
    except ValueError as error:
        raise runner.Failed(f"the models cannot be read: {error}") from None
    chosen, dropped = mutants.accepted(read, count, seed, write_tree, refused)
    judges = judges_of("".join((cmake / folder / "CTestTestfile.cmake").read_text(encoding="utf-8")
                               for folder in ("cpp_model", "kernels", "tb", "tb/system", "tb/coverage")), ROOT)
    return {"mutants": list(chosen.items()), "judges": judges, "sites": len(read),
            "refused": dropped}


def main():
    count, seed = mutants.asked(__doc__)
    start = time.monotonic()
    task = runner.Task("models with mutants", "scripts.mutate.mutate_models:prepare",
                       {"count": count, "seed": seed}, OUT / "prepare",
                       runner.key([count, seed], DEPENDS))
    made = mutants.run_all(MODELS, [task], "steps", wide=True)[task.name].result
    drawn = dict(made["mutants"])
    print(f"{len(drawn)} mutants of {made['sites']} drawn with seed {seed}, "
          f"{made['refused']} others refused by the compiler", flush=True)
    noticed = mutants.run_stages(MODELS, drawn, made["judges"])
    _, wrong = mutants.report(MODELS, drawn, noticed, made,
                              f"make mutate-models AUTO={count} SEED={seed}")
    print(f"{time.monotonic() - start:.0f} seconds, see {runner.shown(OUT / 'mutants.md')}")
    return int(wrong)
