# SPDX-License-Identifier: Apache-2.0
"""Mutants of sources, drawn by machine: what those of the RTL and of the models have in common.

A mutant is {"module", "file", "begin", "end" (offsets in the file), "line", "operator", "original",
"mutated", "statement", "where": names of the libraries that have it}. One copy of the sources has
all drawn mutants, each behind a comparison with the environment variable GSQ_MUTANT, which chooses
one when a program starts, 0 none. So each program is built once. The copy must pass all tests with 0
first. Mutants are drawn evenly over the modules and within one evenly over the kinds of change, in the
same order for the same seed: more of them are the same ones and others. Tests run up to the first that notices a mutant; later stages of tests are built only for
mutants that are still alive. Those that no test notices are judged in tb/plan/mutants.toml.
"""
import collections
import dataclasses
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

from scripts.core import runner, tasks
from scripts.spec.rtl_files import ROOT

CHUNK = 10      # mutants of a task
JUDGED = ROOT / "tb" / "plan" / "mutants.toml"
KINDS = {"operand": "an operand becomes all zeros or ones",
         "operator": "another operator, or none",
         "drop": "a statement is dropped", "literal": "a constant is one off, a bit is inverted",
         "index": "an index is one off", "term": "a term of && or || is dropped",
         "force": "a condition is always true or false", "negate": "a condition is negated",
         "swap": "the branches of ?: change places", "order": "a concatenation is reversed"}
PATIENCE = 10   # a test may take so many times longer than without a mutant, and so many s more


@dataclasses.dataclass(frozen=True)
class Subject:
    """What is mutated: `out` is the folder of the results, with the copy in `tree`; a change of
    `depends` makes results out of date; `stages` are patterns of names of tests, and whether only
    the tests of the smallest module around the mutant run; `unit` names modules on the page."""
    out: pathlib.Path
    depends: tuple
    stages: tuple
    unit: str

    @property
    def tree(self):
        return self.out / "tree"


# -------------------------------------------------------------------------------------------------
# The copy
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


def schema(text, mutants, choose):
    """The source with all mutants {number: mutant}; nested places are changed inside out.
    `choose(number, mutant, part)` is the text of a choice between a mutant and `part`."""
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
                part = choose(number, mutant, part)
            if text[first - 1] == ".":  # a port that is connected by name only
                part = f"{text[first:last]}({part})"
            out += [text[at:first], part]
            at = last
        return "".join(out) + text[at:end]

    return changed(0, len(text), sorted(places))


def mutated(mutants, choose):
    """The sources that mutants change, {file: bytes}."""
    sources = {}
    for file in {mutant["file"] for mutant in mutants.values()}:
        text = (ROOT / file).read_bytes().decode("latin-1")
        here = {number: mutant for number, mutant in mutants.items() if mutant["file"] == file}
        sources[file] = schema(text, here, choose).encode("latin-1")
    return sources


def on_lines(tree, chosen, lines):
    """The numbers of the mutants on some lines, [file, line], of the copy."""
    numbers = set()
    for file, line in lines:
        source = (tree / file).read_text(encoding="latin-1").splitlines()
        numbers |= set(map(int, re.findall(rf"{chosen} == (\d+)", source[int(line) - 1])))
    return numbers


def accepted(sites, count, seed, write_tree, refused):
    """Draws so many mutants, {number: mutant}, that the compiler accepts, and how many it did not.
    `write_tree(mutants)` makes the copy, `refused()` tells the numbers of those that it refuses."""
    order, dropped = drawn(sites, seed), 0
    while True:
        mutants = dict(enumerate(order[:count], 1))
        write_tree(mutants)
        bad = refused()
        if not bad:
            return mutants, dropped
        dropped += len(bad)
        order = [mutant for number, mutant in enumerate(order, 1) if number not in bad]


def run(command, folder):
    """Runs a command in a folder; returns whether it succeeded, and what it said."""
    environment = {**os.environ, "CCACHE_BASEDIR": str(folder), "CCACHE_NOHASHDIR": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    runner.expect_alive(done.returncode, command[0])
    return done.returncode == 0, done.stdout


def build(targets, folder):
    good, said = run(["scripts/build.sh", *targets], folder)
    if not good:
        raise runner.Failed(f"it cannot be built:\n{said}")


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


def listed(folder):
    """The tests of the build of a folder, {name: what CTest says}."""
    good, said = run(["ctest", "--test-dir", "build/cmake", "--show-only=json-v1"], folder)
    if not good:
        raise runner.Failed(f"the tests cannot be listed:\n{said}")
    return {test["name"]: test for test in json.loads(said)["tests"]}


def try_sound(_folder, tree, judges):
    """The task that builds tests in the copy and runs them without a mutant. Returns for each its
    seconds, name and command, quick ones first."""
    tree = ROOT / tree
    build(sorted({target for judge in judges for target in judge["targets"]}), tree)
    commands = {name: test.get("command") for name, test in listed(tree).items()}
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


def run_all(subject, todo, what, row=lambda _: None, wide=False):
    """Runs tasks, all of which must pass; returns their outcomes by name."""
    outcomes = runner.run("mutate", list(todo), subject.out, row, what, wide=wide)
    for outcome in outcomes.values():
        if not outcome.passed:
            sys.exit(f"mutate: {outcome.task.name}: {outcome.error}, see "
                     f"{runner.shown(outcome.folder)}")
    return outcomes


def run_stages(subject, mutants, judges, before=None):
    """Runs the stages; returns {number: [test, how]} of the mutants that are noticed. `before(stage,
    alive)`, if given, returns the same of what is found before the tests of a stage."""
    noticed, done = {}, collections.defaultdict(set)
    for number, (pattern, nearest) in enumerate(subject.stages, 1):
        alive = {key: mutant for key, mutant in mutants.items() if key not in noticed}
        if before is not None:
            noticed |= before(number, alive)
        plan = {key: planned(mutant, judges, done[key], pattern, nearest)
                for key, mutant in alive.items()
                if key not in noticed}
        plan = {key: tests for key, tests in plan.items() if tests}
        stage = [judge for judge in judges if judge["test"] in set().union(*plan.values())]
        if not stage:
            continue
        sound = runner.Task(
            f"stage {number}", "scripts.mutate.mutants:try_sound",
            {"tree": str(subject.tree.relative_to(ROOT)), "judges": stage},
            subject.out / f"sound{number}",
            runner.key([stage, list(map(identity, mutants.values()))], subject.depends))
        tests = run_all(subject, [sound], "stages", sound_row, wide=True)[sound.name].result
        keys = list(plan)
        todo = []
        for part in (keys[i:i + CHUNK] for i in range(0, len(keys), CHUNK)):
            wanted = [[key, sorted(plan[key])] for key in part]
            key = runner.key([[identity(mutants[key]) for key in part], wanted], subject.depends)
            todo.append(runner.Task(f"stage {number}, mutants {part[0]} to {part[-1]}",
                                    "scripts.mutate.mutants:try_mutants", {"mutants": wanted, "tests": tests},
                                    subject.out / f"stage{number}" / str(part[0]), key))
        outcomes = run_all(subject, todo, "groups of mutants")
        for outcome in outcomes.values():
            noticed |= {int(key): how for key, how in outcome.result.items()}
        for key, names in plan.items():
            done[key] |= names
        print(f"stage {number}: {len(stage)} tests, {len(plan)} mutants, "
              f"{len(set(plan) - set(noticed))} of them not noticed"
              f"{runner.summary(outcomes)}", flush=True)
    return noticed


def sound_row(outcome):
    if outcome.passed:
        return f"{outcome.task.name}: without a mutant all {len(outcome.result)} tests pass"
    return None


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
    """Returns {number: entry} of tb/plan/mutants.toml for the survivors, and what is wrong with the
    file. Entries of mutants that were not drawn may stay."""
    places = {number: (mutant["file"], line_of(mutant), one_line(mutant["original"]),
                       one_line(mutant["mutated"])) for number, mutant in mutants.items()}
    known = {place_of(entry): entry for entry in entries}
    found = {number: known[place] for number, place in places.items()
             if number in alive and place in known}
    wrong = [f"{places[number][0]}: `{places[number][2]}` -> `{places[number][3]}` is noticed: remove its "
             "judgement" for number in places if places[number] in known and number not in alive
             # Where the text is twice on the line, it may be the other one that is judged.
             if places[number][1].count(places[number][2]) == 1]
    for entry in entries:
        if entry["verdict"] not in ("equivalent", "harmless") or not entry["reason"].strip():
            wrong.append(f"{entry['file']}: `{entry['original']}`: expected a reason and the "
                         "verdict equivalent or harmless")
        if entry["source"] not in (ROOT / entry["file"]).read_text(encoding="utf-8"):
            wrong.append(f"{entry['file']}: there is no line `{entry['source']}`")
    return found, wrong


def code(text):
    return "`" + one_line(text).replace("|", "\\|") + "`" if text else "nothing"


def survivors(mutants, alive, found):
    """Of each mutant that no test notices: its place, texts and judgement, by module and place."""
    for number in sorted(alive, key=lambda number: (mutants[number]["module"],
                                                    mutants[number]["begin"])):
        mutant, entry = mutants[number], found.get(number)
        yield (f"{mutant['module']} {mutant['line']}", code(mutant["original"]), code(mutant["mutated"]),
               f"{entry['verdict']}: {entry['reason']}" if entry else "**not judged**")


def page(mutants, noticed, found, made, command, unit):
    """The page; `made` says what was drawn and from what, and `command` draws it again."""
    alive = [number for number in mutants if number not in noticed]
    count = collections.Counter(re.sub(r"^(system\.[^.]*|unit)\..*", r"\1", test)
                                for test, _ in noticed.values())
    ends = collections.Counter(how for _, how in noticed.values())
    operators = collections.Counter(mutant["operator"] for mutant in mutants.values())
    lines = [
        "# Mutants", "",
        f"Written by `{command}`; what it does: docs/develop/mutation.md.", "",
        f"{len(mutants)} mutants in "
        f"{len({mutant['module'] for mutant in mutants.values()})} {unit} were drawn "
        f"of the {made['sites']} that there are; the compiler refused {made['refused']} others. Tests noticed "
        f"{len(noticed)}: {ends['fails']} fail a test, {ends['hangs']} hang, {ends['crashes']} "
        f"crash. {len(alive)} survive. **Score: {score(mutants, noticed, found):.2f} %** of those that are "
        "not judged equivalent.", "",
        "| kind of change | mutants | not noticed |",
        "|---|--:|--:|"]
    for operator, number in sorted(operators.items()):
        same_kind = {key for key, mutant in mutants.items() if mutant["operator"] == operator}
        lines.append(f"| {KINDS[operator]} | {number} | {len(same_kind - set(noticed))} |")
    lines += ["", "| noticed first by | mutants |", "|---|--:|",
              *(f"| {name} | {number} |" for name, number in count.most_common())]
    lines += ["", "## Survivors", "",
              "| module, line | original | mutated | judgement |", "|---|---|---|---|",
              *(f"| {' | '.join(cells)} |" for cells in survivors(mutants, alive, found))]
    return "\n".join(lines) + "\n"


def score(mutants, noticed, found):
    """Percent of the mutants that are noticed, but for those that are judged equivalent."""
    equivalent = [entry for entry in found.values() if entry["verdict"] == "equivalent"]
    return 100 * len(noticed) / max(len(mutants) - len(equivalent), 1)


def asked(doc):
    """(count, seed) of the command line."""
    parser = tasks.arguments(doc)
    parser.add_argument("count", metavar="COUNT", type=int, help="how many mutants are drawn: AUTO of make")
    parser.add_argument("seed", metavar="SEED", type=int, nargs="?", default=1, help="default: 1")
    words = parser.parse_args()
    return words.count, words.seed


def report(subject, mutants, noticed, made, command):
    """Says what survived, and writes results.json and mutants.md. Returns the score, and whether a
    survivor is not judged, or a judgement is wrong."""
    entries = tomllib.loads(JUDGED.read_text(encoding="utf-8")).get("mutant", [])
    left = mutants.keys() - noticed.keys()
    found, wrong = judged(mutants, left, entries)
    for number in sorted(left):
        mutant = mutants[number]
        print(f"{mutant['file']}:{mutant['line']}: {mutant['operator']}: "
              f"{one_line(mutant['original'])} -> {one_line(mutant['mutated']) or 'nothing'}: "
              + (found[number]["verdict"] if number in found else "NOT NOTICED"))
    for sentence in wrong:
        print(f"{runner.shown(JUDGED)}: {sentence}")
    open_ = left - found.keys()
    percent = score(mutants, noticed, found)
    tasks.write(subject.out / "results.json", json.dumps({
        "mutants": len(mutants), "noticed": len(noticed), "judged": len(found), "score": round(percent, 2),
        "survivors": list(survivors(mutants, left, found)), "command": command}, indent=1) + "\n")
    tasks.write(subject.out / "mutants.md", page(mutants, noticed, found, made, command, subject.unit))
    print(f"{len(noticed)} of {len(mutants)} mutants noticed, {len(found)} others judged, {len(open_)} "
          f"neither; score {percent:.2f} %", flush=True)
    return percent, bool(wrong or open_)
