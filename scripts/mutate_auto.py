#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutants of the RTL, made and drawn by machine; the tests of `make test` must notice each.

Usage: mutate_auto.py COUNT [SEED]      (make mutate AUTO=COUNT SEED=SEED)

scripts/mutation_sites.py lists all mutants of the modules below gsq_top. COUNT are drawn, evenly
over the modules and within one evenly over the kinds of change, in the same order for the same
seed: more of them are the same ones and others. One copy of the sources in build/mutate/auto/tree
has all drawn mutants: an expression becomes `(chosen == 7 ? (mutated) : (original))`, a statement
the branches of an if, and the environment variable GSQ_MUTANT chooses one when a program starts, 0
none. So each program is built once. The copy must pass all tests with 0 first.

The tests that judge the RTL and whose elaboration has the place of the mutant run, tiny first, up
to the first that fails; later stages are built only for mutants that are still alive. Before the
last stages Verilator looks for signals that nobody reads any more, as `make test` does, and Yosys and
ABC prove those equivalent that they can. What is not noticed after that must be judged in
tb/mutants.toml.
Writes results.json and, as a page, mutants.md in build/mutate/auto. Exit 1 if the score of
LEAST_COUNT and more is below LEAST, or a survivor is neither judged nor proven with some
parameters. A mutant that was tried is not tried again until RTL, models, tests or this script
change. RUNNER, JOBS: where the tests run.
"""
import collections
import hashlib
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time
import tomllib

import lint_rtl
import rtl_doc
import runner
import tasks
from rtl_files import MODULES, ROOT, shown
from source_copy import copy_sources
from synthesis.sources import sources as sources_of
from synthesis.tools import SLANG

OUT = ROOT / "build" / "mutate" / "auto"
TREE = OUT / "tree"
CMAKE = ROOT / "build" / "cmake"
SITES = ROOT / "scripts" / "mutation_sites.py"
DEPENDS = ("rtl", "cpp_model", "sim", "configs", "CMakeLists.txt", "gsq_sim.f", "tb/common",
           "tb/patterns", "tb/programs", "tb/system", "tb/unit", "tb/verilated", "tb/CMakeLists.txt",
           pathlib.Path(__file__))
PACKAGE = "rtl/gsq_mutants_pkg.sv"
CHOSEN = "gsq_mutants_pkg::chosen"
# Which tests run in which stage, by configuration and name, unless an earlier one had them. Of
# benches first those of the smallest module around the mutant: each is a build of its own.
STAGES = ((r"tiny\..*(?<!stall0|tall30|tall70|rected|.reset|ernels)$", False),
          (r"(tiny\+.*|small)\..*(?<!rected|.reset|ernels)$", False), (r"unit\.", True),
          (r"tiny|small|unit", False), ("", False))
PROVEN = 4      # the stage before which mutants are linted and proven equivalent
# What lint finds of a mutant that is written into the source. Not widths: those are of how it is written.
LINTED = {"UNUSEDSIGNAL", "UNDRIVEN", "LATCH", "UNOPTFLAT", "CASEINCOMPLETE"}
LINT_CONFIGS = ("tiny", "small")
CHUNK = 10      # mutants of a task
JUDGED = ROOT / "tb" / "mutants.toml"
PAGE = OUT / "mutants.md"
LEAST = 99.5        # percent of the mutants that are not proven equivalent
LEAST_COUNT = 1000  # mutants of which this is asked
KINDS = {"operand": "an operand becomes all zeros or ones",
         "operator": "another operator, or none",
         "drop": "an assignment is dropped", "literal": "a constant is one off, a bit is inverted",
         "index": "an index is one off", "term": "a term of && or || is dropped",
         "force": "a condition is always true or false", "negate": "a condition is negated",
         "swap": "the branches of ?: change places", "order": "a concatenation is reversed"}
MEMORIES = {"gsq_vreg", "gsq_ub_bank"}    # no module around them is compared
HIGHEST = 2     # so many modules, from its own upwards, in which a mutant is compared
LIMIT = 60      # s of a proof
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


def plain(text, mutant):
    """The source with a mutant in the place of what it mutates."""
    first, last = mutant["begin"], mutant["end"]
    part = f"begin {mutant['mutated']} end" if mutant["statement"] else f"({mutant['mutated']})"
    if text[first - 1] == ".":  # as in schema
        part = f"{text[first:last]}({part})"
    return text[:first] + part + text[last:]


def write_tree(mutants):
    """The copy with all mutants."""
    files = (ROOT / "gsq_sim.f").read_text(encoding="utf-8")
    changed = {PACKAGE: AT_START.encode(), "gsq_sim.f": files.replace(
        "rtl/gsq_pkg.sv", f"{PACKAGE}\nrtl/gsq_pkg.sv", 1).encode()}
    for file in {mutant["file"] for mutant in mutants.values()}:
        text = (ROOT / file).read_bytes().decode("latin-1")
        here = {number: mutant for number, mutant in mutants.items() if mutant["file"] == file}
        changed[file] = schema(text, here).encode("latin-1")
    copy_sources(TREE, changed=changed)


def run(command, folder=TREE):
    """Runs a command, in the copy; returns whether it succeeded, and what it said."""
    environment = {**os.environ, "CCACHE_BASEDIR": str(folder), "CCACHE_NOHASHDIR": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    runner.expect_alive(done.returncode, command[0])
    return done.returncode == 0, done.stdout


def build(targets, folder=TREE):
    good, said = run(["scripts/build.sh", *targets], folder)
    if not good:
        raise runner.Failed(f"it cannot be built:\n{said}")


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
    return [{"test": test, "target": target, "library": library_of(target, label),
             "size": len(rtl_doc.below(module))} for test, target, module, label in
            map(str.split, lines)]


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
            for file, line in re.findall(r"\b(rtl/\S+?\.sv):(\d+):", said):
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
    build(["gsq_isa"], ROOT)    # configures
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
    """The task that builds tests and runs them without a mutant. Returns for each its seconds, name
    and command, quick ones first."""
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


def try_mutants(_folder, mutants, tests):
    """The task of some mutants [number, names of tests]: {number: [test that notices it, how]}."""
    noticed = {}
    with tasks.temporary() as folder:
        for number, wanted in mutants:
            for seconds, name, command in tests:
                if name in wanted and number not in noticed:
                    limit = PATIENCE * (1 + seconds)
                    if how := run_test(name, command, number, limit, folder)[0]:
                        noticed[number] = name, how
    return noticed


def identity(mutant):
    """What a mutant is, whatever its number."""
    return [mutant[name] for name in ("file", "begin", "end", "original", "mutated")]


def planned(mutant, judges, done, pattern, nearest):
    """The tests of a stage that may notice a mutant."""
    here = [judge for judge in judges if judge["library"] in mutant["where"] and
            judge["test"] not in done and
            re.match(pattern, judge["test"].replace("system.", "", 1))]
    size = min((judge["size"] for judge in here), default=0)
    return {judge["test"] for judge in here if not nearest or judge["size"] == size}


def lint(folder, mutant):
    """The task that lints the RTL with a mutant. Returns what finds it, or None."""
    path = ROOT / mutant["file"]
    changed = folder / path.name
    tasks.write(changed, plain(path.read_bytes().decode("latin-1"), mutant).encode("latin-1"))
    for check in lint_rtl.verilator():
        if check.name in LINT_CONFIGS and mutant["file"] in check.command:
            command = [str(changed) if word == mutant["file"] else word for word in check.command]
            said = run(command, ROOT)[1]
            # What Verilator refuses, because of how the mutant is written, is not found.
            if not re.search(r"%Error[-\w]*: (?!Exiting)", said) and \
                    set(re.findall(r"%Warning-(\w+):", said)) & LINTED:
                return "lint.verilator"
    return None


def run_all(todo, what):
    """Runs tasks {number: task}, all of which must pass; returns their outcomes by name."""
    outcomes = runner.run("mutate", list(todo.values()), OUT, lambda _: None, what)
    for outcome in outcomes.values():
        if not outcome.passed:
            sys.exit(f"mutate: {outcome.task.name}: {outcome.error}, see "
                     f"{runner.shown(outcome.folder)}")
    return outcomes


def run_lint(alive):
    """{number: [test, how]} of the mutants that lint finds."""
    todo = {number: runner.Task(
        f"lint of mutant {number}", "mutate_auto:lint", {"mutant": mutant},
        OUT / "lint" / runner.key(identity(mutant), []),
        runner.key(identity(mutant), ["rtl", "configs", pathlib.Path(__file__), lint_rtl.__file__]))
        for number, mutant in alive.items()}
    outcomes = run_all(todo, "lints")
    found = {number: (outcomes[task.name].result, "fails") for number, task in todo.items()
             if outcomes[task.name].result}
    print(f"lint: {len(found)} of {len(todo)} mutants are found{runner.summary(outcomes)}",
          flush=True)
    return found


def run_stages(mutants, judges, sets):
    """Runs the stages; returns {number: [test, how]} of the mutants that are noticed, and of the
    others what run_proofs returns."""
    noticed, proven, done = {}, {}, collections.defaultdict(set)
    for number, (pattern, nearest) in enumerate(STAGES, 1):
        alive = {key: mutant for key, mutant in mutants.items() if key not in noticed}
        if number == PROVEN:
            noticed |= run_lint(alive)
            alive = {key: mutant for key, mutant in alive.items() if key not in noticed}
            proven = run_proofs(alive, sets)
        plan = {key: planned(mutant, judges, done[key], pattern, nearest)
                for key, mutant in alive.items() if not wholly(proven.get(key))}
        plan = {key: tests for key, tests in plan.items() if tests}
        stage = [judge for judge in judges if judge["test"] in set().union(*plan.values())]
        if not stage:
            continue
        sound = runner.Task(f"stage {number}", "mutate_auto:try_sound", {"judges": stage},
                            OUT / f"sound{number}",
                            runner.key([stage, list(map(identity, mutants.values()))], DEPENDS))
        outcome = runner.run("mutate", [sound], OUT, sound_row, "stages", wide=True)[sound.name]
        if not outcome.passed:
            sys.exit(f"mutate: {outcome.error}, see {runner.shown(outcome.folder)}")
        tests, keys = outcome.result, list(plan)
        todo = []
        for part in (keys[i:i + CHUNK] for i in range(0, len(keys), CHUNK)):
            wanted = [[key, sorted(plan[key])] for key in part]
            key = runner.key([[identity(mutants[key]) for key in part], wanted], DEPENDS)
            todo.append(runner.Task(f"stage {number}, mutants {part[0]} to {part[-1]}",
                                    "mutate_auto:try_mutants", {"mutants": wanted, "tests": tests},
                                    OUT / f"stage{number}" / str(part[0]), key))
        outcomes = runner.run("mutate", todo, OUT, lambda _: None, "groups of mutants")
        for outcome in outcomes.values():
            if not outcome.passed:
                sys.exit(f"mutate: {outcome.error}, see {runner.shown(outcome.folder)}")
            noticed |= {int(key): how for key, how in outcome.result.items()}
        for key, names in plan.items():
            done[key] |= names
        print(f"stage {number}: {len(stage)} tests, {len(plan)} mutants, "
              f"{len(set(plan) - set(noticed))} of them not noticed"
              f"{runner.summary(outcomes)}", flush=True)
    return noticed, proven


def sound_row(outcome):
    if outcome.passed:
        return f"{outcome.task.name}: without a mutant all {len(outcome.result)} tests pass"
    return None


# -------------------------------------------------------------------------------------------------
# Proofs that a mutant is the same circuit
# -------------------------------------------------------------------------------------------------

# A wire is 1 when an output of the module differs. What is x or undriven is 0 in both, and so are
# all registers at the start: those without reset have then the same value in both.
MITER = """
read_slang -j 1 -I rtl -D SYNTHESIS --top {top} {params} {gold}
hierarchy -top {top}; proc; flatten; memory_map; setundef -undriven -zero; async2sync
rename {top} gold; design -stash gold
read_slang -j 1 -I rtl -D SYNTHESIS --top {top} {params} {gate}
hierarchy -top {top}; proc; flatten; memory_map; setundef -undriven -zero; async2sync
rename {top} gate; design -stash gate
design -copy-from gold -as gold gold; design -copy-from gate -as gate gate
miter -equiv -flatten gold gate miter; hierarchy -top miter
setundef -zero -init; opt -full; bwmuxmap; bmuxmap; demuxmap; dffunmap; techmap
setundef -zero; aigmap; opt_clean
write_aiger -zinit {out}/miter.aig
"""
ABC = "read_aiger {out}/miter.aig; strash; scorr; dc2; scorr; print_stats; pdr -T {limit}\n"


def same(folder, mutant, top, parameters):
    """Whether the module `top` is proven to be the same circuit with the mutant; None if the tools do
    not tell in time."""
    path = ROOT / mutant["file"]
    text = path.read_bytes().decode("latin-1")
    # As in the tests, so with the same widths
    tasks.write(folder / path.name, schema(text, {1: mutant}).encode("latin-1"))
    tasks.write(folder / pathlib.Path(PACKAGE).name,
                package("localparam int unsigned chosen = 1"))
    out = folder.relative_to(ROOT)
    gold = shown(sources_of(top))
    gate = [str(out / pathlib.Path(PACKAGE).name),
            *(str(out / path.name) if name == mutant["file"] else name for name in gold)]
    params = " ".join(f"-G {name}={value}" for name, value in parameters.items())
    tasks.write(folder / "miter.ys", MITER.format(
        top=top, params=params, gold=" ".join(gold), gate=" ".join(gate), out=out))
    if not tool([SLANG, "-q", "-s", out / "miter.ys"])[0]:
        return None
    tasks.write(folder / "miter.abc", ABC.format(out=out, limit=LIMIT))
    said = tool(["berkeley-abc", "-f", out / "miter.abc"])[1]
    return True if "Property proved" in said else False if "was asserted in frame" in said else None


def tool(command):
    """Runs a program of the proof; returns whether it succeeded in time, and what it said."""
    done = subprocess.run(["timeout", str(5 * LIMIT), *command], cwd=ROOT, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    runner.expect_alive(done.returncode, command[0])
    print(done.stdout)
    return done.returncode == 0, done.stdout


def prove(folder, mutant, tops):
    """The task that tries to prove that a mutant changes nothing: in its module, or else in one
    above it, with all parameters with which the tests have that. Returns [module, with how many sets
    of parameters it is proven, how many there are], if the others take too long; None if with none, or
    if it is another circuit with any."""
    best = None
    for top, sets in tops:
        told = []   # up to the first set in which the mutant is another circuit
        while len(told) < len(sets) and False not in told:
            told.append(same(folder, mutant, top, sets[len(told)]))
            if told[0] is None:     # larger ones take longer
                break
        count = told.count(True)
        if count and False not in told and (
                best is None or count * best[2] > best[1] * len(sets)):
            best = [top, count, len(sets)]
        if wholly(best):
            break
    return best


def wholly(proof):
    """Whether a mutant is proven with all sets of parameters."""
    return proof is not None and proof[1] == proof[2]


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
            OUT / "proofs" / runner.key(identity(mutant), []),
            runner.key([identity(mutant), tops], ["rtl", pathlib.Path(__file__)]))
    outcomes = run_all(todo, "proofs")
    proven = {number: outcomes[task.name].result for number, task in todo.items()
              if outcomes[task.name].result}
    whole = sum(map(wholly, proven.values()))
    print(f"proofs: {whole} of {len(todo)} mutants are equivalent, {len(proven) - whole} others are "
          "with some of the parameters"
          f"{runner.summary(outcomes)}", flush=True)
    return proven


# -------------------------------------------------------------------------------------------------
# Judgements and the page
# -------------------------------------------------------------------------------------------------

def line_of(mutant):
    """The line on which the mutant begins, as text."""
    text = (ROOT / mutant["file"]).read_text(encoding="utf-8")
    return text.split("\n")[mutant["line"] - 1].strip()


def place_of(entry):
    return tuple(entry[name] for name in ("file", "source", "original", "mutated"))


def one_line(text):
    return re.sub(r"\s+", " ", text)


def judged(mutants, alive, entries):
    """Returns {number: entry} of tb/mutants.toml for the survivors, and what is wrong with the
    file. Entries of mutants that were not drawn may stay."""
    places = {number: (mutant["file"], line_of(mutant), one_line(mutant["original"]),
                       one_line(mutant["mutated"])) for number, mutant in mutants.items()}
    known = {place_of(entry): entry for entry in entries}
    found = {number: known[place] for number, place in places.items()
             if number in alive and place in known}
    wrong = [f"{places[number][0]}: `{places[number][2]}` -> `{places[number][3]}` is noticed or "
             "proven: remove its judgement" for number in places
             if places[number] in known and number not in alive]
    for entry in entries:
        if entry["verdict"] not in ("equivalent", "harmless") or not entry["reason"].strip():
            wrong.append(f"{entry['file']}: `{entry['original']}`: expected a reason and the "
                         "verdict equivalent or harmless")
        if entry["source"] not in (ROOT / entry["file"]).read_text(encoding="utf-8"):
            wrong.append(f"{entry['file']}: there is no line `{entry['source']}`")
    return found, wrong


def code(text):
    return "`" + one_line(text).replace("|", "\\|") + "`" if text else "nothing"


def page(mutants, noticed, proofs, found, made, seed):
    """The page."""
    proven = {number: top for number, (top, count, sets) in proofs.items() if count == sets}
    alive = [number for number in mutants if number not in noticed and number not in proven]
    partly = len([number for number in alive if number in proofs])
    count = collections.Counter(re.sub(r"^(system\.[^.]*|unit)\..*", r"\1", test)
                                for test, _ in noticed.values())
    ends = collections.Counter(how for _, how in noticed.values())
    operators = collections.Counter(mutant["operator"] for mutant in mutants.values())
    lines = [
        "# Mutants", "",
        "Written by `make mutate AUTO=N`; what it does: docs/contributing.md.", "",
        f"{len(mutants)} mutants in "
        f"{len({mutant['module'] for mutant in mutants.values()})} modules and packages were drawn "
        f"of the {made['sites']} that there are, with seed {seed}; the compiler refused {made['refused']} others. Tests noticed "
        f"{len(noticed)}: {ends['fails']} fail a test, {ends['hangs']} hang, {ends['crashes']} "
        f"crash. {len(proven)} are proven equivalent, {len(alive)} survive. "
        f"**Score: {score(mutants, noticed, proven):.2f} %** of those that are not proven "
        f"equivalent. {partly} of the survivors are proven with some of the parameters that the tests "
        f"have, too large ones not in time; without these it is {score(mutants, noticed, proofs):.2f} %.", "",
        "| kind of change | mutants | not noticed | of these proven equivalent |",
        "|---|--:|--:|--:|"]
    for operator, number in sorted(operators.items()):
        same_kind = {key for key, mutant in mutants.items() if mutant["operator"] == operator}
        lines.append(f"| {KINDS[operator]} | {number} | {len(same_kind - set(noticed))} | "
                     f"{len(same_kind & set(proven))} |")
    lines += ["", "| noticed first by | mutants |", "|---|--:|",
              *(f"| {name} | {number} |" for name, number in count.most_common())]
    lines += ["", "## Survivors", "",
              "| module, line | original | mutated | judgement |", "|---|---|---|---|"]
    for number in sorted(alive, key=lambda number: (mutants[number]["module"],
                                                    mutants[number]["begin"])):
        mutant, entry = mutants[number], found.get(number)
        text = f"{entry['verdict']}: {entry['reason']}" if entry else "**not judged**"
        if number in proofs:
            text = ("proven in {} with {} of {} sets of parameters".format(*proofs[number])
                    + (f"; {text}" if entry else ""))
        lines.append(f"| {mutant['module']} {mutant['line']} | {code(mutant['original'])} | "
                     f"{code(mutant['mutated'])} | {text} |")
    lines += ["", "## Proven equivalent", "",
              "The module in which it is proven has the same outputs for all inputs, with all "
              "parameters that the tests build. What is x is 0 in both, and so are all registers at "
              "the start.", "",
              "| module, line | original | mutated | proven in |", "|---|---|---|---|"]
    for number, top in sorted(proven.items(), key=lambda item: (mutants[item[0]]["module"],
                                                                mutants[item[0]]["begin"])):
        mutant = mutants[number]
        lines.append(f"| {mutant['module']} {mutant['line']} | {code(mutant['original'])} | "
                     f"{code(mutant['mutated'])} | {top} |")
    return "\n".join(lines) + "\n"


def score(mutants, noticed, proven):
    return 100 * len(noticed) / max(len(mutants) - len(proven), 1)


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    start = time.monotonic()
    exact = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(
        (ROOT / "rtl").rglob("*.sv")))).hexdigest()     # a comment moves what is behind it
    made = runner.Task("RTL with mutants", "mutate_auto:prepare", {"count": count, "seed": seed},
                       OUT / "prepare", runner.key([count, seed, exact], [*DEPENDS, SITES]))
    outcome = runner.run("mutate", [made], OUT, lambda _: None, "steps", wide=True)[made.name]
    if not outcome.passed:
        sys.exit(f"mutate: {outcome.error}, see {runner.shown(outcome.folder)}")
    mutants = {number: mutant for number, mutant in outcome.result["mutants"]}
    print(f"{len(mutants)} mutants of {outcome.result['sites']} drawn with seed {seed}, "
          f"{outcome.result['refused']} others refused by the compiler", flush=True)
    made = outcome.result
    noticed, proofs = run_stages(mutants, made["judges"], made["sets"])
    proofs = {number: proof for number, proof in proofs.items() if number not in noticed}
    proven = {number for number, proof in proofs.items() if wholly(proof)}
    entries = tomllib.loads(JUDGED.read_text(encoding="utf-8")).get("mutant", [])
    left = mutants.keys() - noticed.keys() - proven
    found, wrong = judged(mutants, left, entries)
    for number in sorted(left):
        mutant = mutants[number]
        print(f"{mutant['file']}:{mutant['line']}: {mutant['operator']}: "
              f"{one_line(mutant['original'])} -> {one_line(mutant['mutated']) or 'nothing'}: "
              + (found[number]["verdict"] if number in found else
                 "proven in {} with {} of {} sets of parameters".format(*proofs[number])
                 if number in proofs else "NOT NOTICED"))
    for sentence in wrong:
        print(f"{runner.shown(JUDGED)}: {sentence}")
    open_ = left - found.keys() - proofs.keys()
    percent = score(mutants, noticed, proven)
    tasks.write(OUT / "results.json", json.dumps({
        "mutants": len(mutants), "noticed": len(noticed), "proven": len(proven),
        "partly": len(left & proofs.keys()), "judged": len(found), "score": round(percent, 2),
        "seed": seed}, indent=1) + "\n")
    tasks.write(PAGE, page(mutants, noticed, proofs, found, made, seed))
    print(f"{len(noticed)} of {len(mutants)} mutants noticed, {len(proven)} proven equivalent, "
          f"{len(left & proofs.keys())} with some parameters, {len(found.keys() - proofs.keys())} others judged, "
          f"{len(open_)} none of these; score {percent:.2f} %, "
          f"{time.monotonic() - start:.0f} seconds")
    low = count >= LEAST_COUNT and percent < LEAST
    if low:
        print(f"the score of {LEAST_COUNT} mutants and more must be at least {LEAST} %; judged ones "
              "count as not noticed")
    return int(bool(wrong or open_) or low)


if __name__ == "__main__":
    tasks.main(main)
