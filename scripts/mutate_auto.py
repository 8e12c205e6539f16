#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutants of the RTL, made and drawn by machine; the tests of `make test` must notice each.

Usage: mutate_auto.py COUNT [SEED]      (make mutate AUTO=COUNT SEED=SEED)

scripts/mutation_sites.py lists all mutants of the modules below gsq_top. COUNT are drawn, evenly
over the modules and within one evenly over the kinds of change, in the same order for the same
seed: more of them are the same ones and others. One copy of the sources in build/mutate/auto/tree
has all drawn mutants: an expression becomes `(chosen == 7 ? (mutated) : (original))`, a statement the
branches of an if, and the environment variable GSQ_MUTANT chooses one when a program starts, 0 none.
So each program is built once. The copy must pass all tests with 0 first.

The tests that judge the RTL and whose elaboration has the place of the mutant run, tiny first, up to
the first that fails; later stages are built only for mutants that are still alive. A mutant that no
test notices is proven equivalent by Yosys and ABC where that works, or judged in tb/mutants.toml.
Writes build/mutate/auto/results.json and docs/mutants.md. Exit 1 if the score is below LEAST or a
survivor is neither proven nor judged. A mutant that was tried is not tried again until RTL, models
or tests change. RUNNER, JOBS: where the tests run.
"""
import collections
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

import runner
import tasks
from rtl_files import ROOT
from source_copy import copy_sources

OUT = ROOT / "build" / "mutate" / "auto"
TREE = OUT / "tree"
SITES = ROOT / "scripts" / "mutation_sites.py"
DEPENDS = ("rtl", "cpp_model", "sim", "configs", "CMakeLists.txt", "tb")
PACKAGE = "rtl/gsq_mutants_pkg.sv"
CHOSEN = "gsq_mutants_pkg::chosen"
# Which tests run first: a stage has all that match.
STAGES = (r"tiny$", r"unit$|tiny\+", r"small$", r"")
PATIENCE = 10   # a test may take so many times longer than without a mutant, and so many s more


# -------------------------------------------------------------------------------------------------
# The copy of the RTL
# -------------------------------------------------------------------------------------------------

def drawn(sites, seed):
    """All mutants in the order in which they are drawn."""
    random_ = random.Random(seed)
    queues = collections.defaultdict(lambda: collections.defaultdict(list))
    for site in sites:
        queues[site["module"]][site["operator"]].append(site)
    order = []
    for operators in queues.values():
        for queue in operators.values():
            random_.shuffle(queue)
    while queues:
        modules = sorted(queues)
        random_.shuffle(modules)
        for module in modules:
            operator = random_.choice(sorted(queues[module]))
            order.append(queues[module][operator].pop())
            if not queues[module][operator]:
                del queues[module][operator]
            if not queues[module]:
                del queues[module]
    return order


def schema(text, mutants):
    """The source with all mutants {number: mutant}; nested places are changed inside out."""
    places = collections.defaultdict(list)
    for number, mutant in sorted(mutants.items()):
        places[mutant["begin"], -mutant["end"], not mutant["statement"]].append((number, mutant))

    def changed(begin, end, inner):
        """That part of the source with the places within it."""
        out, at = [], begin
        while inner:
            place = inner.pop(0)
            below = [inner.pop(0) for _ in range(sum(-other[1] <= -place[1] for other in inner))
                     ] if inner else []
            first, last = place[0], -place[1]
            part = changed(first, last, below)
            for number, mutant in places[place]:
                if mutant["statement"]:
                    part = (f"begin if ({CHOSEN} == {number}) begin {mutant['mutated']} end "
                            f"else begin {part} end end")
                else:
                    part = f"({CHOSEN} == {number} ? ({mutant['mutated']}) : ({part}))"
            if text[first - 1] == ".":  # a port that is connected by name only
                part = f"{text[first:last]}({part})"
            out += [text[at:first], part]
            at = last
        return "".join(out) + text[at:end]

    return changed(0, len(text), sorted(places))


def package(value):
    return ("// SPDX-License-Identifier: Apache-2.0\npackage gsq_mutants_pkg;\n"
            f"  {value};\nendpackage\n")


AT_START = package('int unsigned chosen = $c32("(std::getenv(\\"GSQ_MUTANT\\") ? '
                   'std::atoi(std::getenv(\\"GSQ_MUTANT\\")) : 0)")')


def write_tree(mutants):
    """The copy with all mutants."""
    copy_sources(TREE)
    tasks.write(TREE / PACKAGE, AT_START)
    path = TREE / "gsq_sim.f"
    lines = path.read_text(encoding="utf-8").replace("rtl/gsq_pkg.sv",
                                                     f"{PACKAGE}\nrtl/gsq_pkg.sv", 1)
    tasks.write(path, lines)
    for file in sorted({mutant["file"] for mutant in mutants.values()}):
        text = (ROOT / file).read_bytes().decode("latin-1")
        here = {number: mutant for number, mutant in mutants.items() if mutant["file"] == file}
        tasks.write(TREE / file, schema(text, here).encode("latin-1"))


def run(command):
    """Runs a command in the copy; returns whether it succeeded, and what it said."""
    environment = {**os.environ, "CCACHE_BASEDIR": str(TREE), "CCACHE_NOHASHDIR": "1"}
    done = subprocess.run(command, cwd=TREE, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    runner.expect_alive(done.returncode, command[0])
    return done.returncode == 0, done.stdout


def build(targets):
    good, said = run(["scripts/build.sh", *targets])
    if not good:
        raise runner.Failed(f"the RTL with all mutants cannot be built:\n{said}")


def library_of(target, label):
    """The Verilated library of an executable of tests."""
    return target.replace("bench_", "rtl_", 1) if label == "unit" else f"gsq_rtl_{label}"


def elaborations(judges):
    """What Verilator elaborates for the tests: {library: (top, {parameter: value})}."""
    text = (TREE / "build/cmake/build.ninja").read_text(encoding="utf-8")
    needed = {judge["library"] for judge in judges}
    return {name: (top, dict(re.findall(r"-G(\w+)=(\d+)", options))) for name, top, options in
            re.findall(r"/verilated/(\S+) V\w+ \d+ -- \S+ --cc --top (\w+) (.*)", text)
            if name in needed}


def all_judges():
    """The tests that judge the RTL: name, executable, library, label."""
    lines = (TREE / "build/cmake/judges.txt").read_text(encoding="utf-8").splitlines()
    return [{"test": test, "target": target, "label": label, "library": library_of(target, label)}
            for test, target, _, label in map(str.split, lines)]


def refused(elaborated):
    """The numbers of mutants on lines that Verilator does not accept, in the smaller units."""
    numbers = set()
    lines = (TREE / "gsq_sim.f").read_text(encoding="utf-8").splitlines()
    files = [line for line in lines if re.match(r"rtl/.*\.sv$", line)]
    for top, parameters in elaborated.values():
        if top == "gsq_top" and int(parameters["VlenBytes"]) < 128:
            good, said = run(["verilator", "--lint-only", "--assert", "-Wno-lint", "-Wno-style",
                              "-Wno-fatal", "--timescale", "1ns/1ns", "-Irtl", "--top", top,
                              *(f"-G{name}={value}" for name, value in parameters.items()), *files])
            here = set()
            for file, line in re.findall(r"%Error[^:]*: (rtl/\S+?):(\d+):", said):
                source = (TREE / file).read_text(encoding="latin-1").splitlines()
                here |= {int(number) for number in
                         re.findall(rf"{CHOSEN} == (\d+)", source[int(line) - 1])}
            if not good and not here:
                raise runner.Failed(f"Verilator refuses the RTL with all mutants:\n{said}")
            numbers |= here
    return numbers


def prepare(_folder, count, seed):
    """The task that makes the copy. Returns the mutants {number: mutant}, the tests, the sets of
    parameters of modules, how many mutants there are and how many the compiler refused."""
    copy_sources(TREE)
    build(["gsq_isa"])  # configures
    judges = all_judges()
    elaborated = elaborations(judges)
    names, sites = OUT / "elaborations.json", OUT / "sites.json"
    tasks.write(names, json.dumps(elaborated))
    done = subprocess.run([ROOT / "build/tools/bin/python", SITES, ROOT, names, sites],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise runner.Failed(f"the RTL cannot be read:\n{done.stdout}")
    read = json.loads(sites.read_text(encoding="utf-8"))
    order = drawn(read["sites"], seed)
    dropped = 0
    while True:
        mutants = dict(enumerate(order[:count], 1))
        write_tree(mutants)
        bad = refused(elaborated)
        if not bad:
            break
        dropped += len(bad)
        order = [mutant for number, mutant in enumerate(order, 1) if number not in bad]
    return {"mutants": list(mutants.items()), "judges": judges, "sets": read["sets"],
            "sites": len(read["sites"]), "refused": dropped}


# -------------------------------------------------------------------------------------------------
# Tests
# -------------------------------------------------------------------------------------------------

def run_test(name, command, number, limit, folder):
    """How a test ends with a mutant: "", "fails", "hangs" or "crashes"; and its seconds."""
    start = time.monotonic()
    environment = {**os.environ, "GSQ_MUTANT": str(number), "GSQ_SHRINK_SECONDS": "0"}
    with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          start_new_session=True) as child:
        try:
            status = child.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            return "hangs", limit
    runner.expect_alive(status, name)
    return "crashes" if status < 0 else "fails" if status else "", time.monotonic() - start


def try_sound(_folder, judges):
    """The task that builds tests and runs them without a mutant. Returns for each, quick ones first,
    its seconds and its command."""
    build(sorted({judge["target"] for judge in judges}))
    good, said = run(["ctest", "--test-dir", "build/cmake", "--show-only=json-v1"])
    if not good:
        raise runner.Failed(f"the tests cannot be listed:\n{said}")
    commands = {test["name"]: test.get("command") for test in json.loads(said)["tests"]}
    tests = []
    with tasks.temporary() as folder:
        for judge in judges:
            name = judge["test"]
            how, seconds = run_test(name, commands[name], 0, 600, folder)
            if how:
                raise runner.Failed(f"without a mutant every test must pass: {name} {how}")
            tests.append((seconds, name, commands[name]))
    return sorted(tests)


def try_mutant(_folder, number, tests):
    """The task of a mutant: the test that notices it and how, or None."""
    with tasks.temporary() as folder:
        for seconds, name, command in tests:
            how, _ = run_test(name, command, number, PATIENCE * (1 + seconds), folder)
            if how:
                return name, how
    return None


def identity(mutant):
    """What a mutant is, whatever its number and the lines above it."""
    return {name: mutant[name] for name in ("file", "begin", "end", "mutated")}


def run_stages(mutants, judges, sources):
    """Runs the stages; returns {number: [test, how]} of those that a test noticed."""
    noticed, rest = {}, judges
    for number, pattern in enumerate(STAGES, 1):
        stage = [judge for judge in rest if re.match(pattern, judge["label"])]
        rest = [judge for judge in rest if judge not in stage]
        alive = {key: mutant for key, mutant in mutants.items() if key not in noticed}
        used = {library for mutant in alive.values() for library in mutant["where"]}
        stage = [judge for judge in stage if judge["library"] in used]
        if not stage:
            continue
        sound = runner.Task(f"stage {number}", "mutate_auto:try_sound", {"judges": stage},
                            OUT / f"sound{number}",
                            runner.key([sorted(used), identity_of(mutants)], sources))
        outcome = runner.run("mutate", [sound], OUT, sound_row, "stages", wide=True)[sound.name]
        if not outcome.passed:
            sys.exit(f"mutate: {outcome.error}")
        libraries = {judge["test"]: judge["library"] for judge in stage}
        todo = []
        for key, mutant in alive.items():
            tests = [test for test in outcome.result if libraries[test[1]] in mutant["where"]]
            if tests:
                todo.append(runner.Task(
                    f"mutant {key}", "mutate_auto:try_mutant", {"number": key, "tests": tests},
                    OUT / "mutants" / runner.key(identity(mutant), []) / str(number),
                    runner.key([identity(mutant), sorted(test[1] for test in tests)], sources)))
        outcomes = runner.run("mutate", todo, OUT, lambda outcome: None, "mutants")
        for task, outcome in zip(todo, outcomes.values()):
            if not outcome.passed:
                sys.exit(f"mutate: {task.name}: {outcome.error}, see {runner.shown(outcome.folder)}")
            if outcome.result:
                noticed[task.arguments["number"]] = outcome.result
        print(f"stage {number}: {len(stage)} tests, {len(alive)} mutants alive before, "
              f"{len(mutants) - len(noticed)} after{runner.summary(outcomes)}", flush=True)
    return noticed


def identity_of(mutants):
    return [identity(mutant) for mutant in mutants.values()]


def sound_row(outcome):
    if outcome.passed:
        return f"{outcome.task.name}: without a mutant all {len(outcome.result)} tests pass"
    return None


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    start = time.monotonic()
    sources = [*DEPENDS]
    made = runner.Task("RTL with mutants", "mutate_auto:prepare", {"count": count, "seed": seed},
                       OUT / "prepare", runner.key([count, seed], [
                           *DEPENDS, SITES, pathlib.Path(__file__)]))
    outcome = runner.run("mutate", [made], OUT, lambda _: None, "steps", wide=True)[made.name]
    if not outcome.passed:
        sys.exit(f"mutate: {outcome.error}, see {runner.shown(outcome.folder)}")
    mutants = {number: mutant for number, mutant in outcome.result["mutants"]}
    print(f"{len(mutants)} mutants of {outcome.result['sites']} drawn with seed {seed}, "
          f"{outcome.result['refused']} others refused by the compiler", flush=True)
    noticed = run_stages(mutants, outcome.result["judges"], sources)
    alive = {number: mutant for number, mutant in mutants.items() if number not in noticed}
    for number, mutant in alive.items():
        print(f"{number} {mutant['file']}:{mutant['line']} {mutant['operator']}: "
              f"{mutant['original']} -> {mutant['mutated'] or '(nothing)'}")
    tasks.write(OUT / "alive.json", json.dumps({"alive": alive, "noticed": noticed}, indent=1))
    print(f"{len(noticed)} of {len(mutants)} noticed, {time.monotonic() - start:.0f} seconds")
    return 0


if __name__ == "__main__":
    tasks.main(main)
