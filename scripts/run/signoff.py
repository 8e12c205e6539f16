# SPDX-License-Identifier: Apache-2.0
"""What gsq must do, what checks it, and what the checks found: build/signoff/signoff.md,
which a release puts into docs/develop/ with its number.

A step is a target of make; its log is build/signoff/STEP.log. Steps go on where they were, so what
passed for the same sources is not run again. How a step ended, at which commit, and what it found
are kept in build/signoff/records/STEP.json. Exit status 1 unless all steps that
were asked for have passed for the sources of today. What no record has stands in the page as a dash.
"""
import collections
import dataclasses
import fnmatch
import json
import os
import re
import subprocess
import sys
import time
import tomllib
import xml.etree.ElementTree

from scripts.core import runner, tasks
from scripts.core.source_copy import BUILDING, SOURCES, scripts_of
from scripts.coverage import functional_coverage
from scripts.formal import prove
from scripts.mutate import mutants, mutants_rtl
from scripts.run import fuzz, fuzzed, soak

ROOT = tasks.ROOT
OUT = ROOT / "build" / "signoff"
DOCS = ROOT / "docs"
PAGE = OUT / "signoff.md"     # a release puts it into docs/develop/
KEPT = OUT / "records"
REQUIREMENTS = ROOT / "tb" / "plan" / "requirements.toml"
FAULTS = ROOT / "tb" / "plan" / "faults.toml"
COVERGROUPS = DOCS / "develop" / "coverage.md"
TIMING = DOCS / "reference" / "timing.md"
TESTED = ROOT / "build" / "test.xml"
COVERED = functional_coverage.OUT / "functional.json"
MUTATED = ROOT / "build" / "mutate" / "results.json"
DRAWN = ROOT / "build" / "mutate" / "auto" / "results.json"
KINDS = ("tests", "bins", "proofs", "modules")
STEPS = {  # targets of make, or WORDS for it: what each says
    "test": "unit benches, system tests in lockstep, models, kernels, tools",
    "lint": "Verilator -Wall, slang, clang-tidy, conventions",
    "prove": "proofs of blocks; each notices a fault",
    "coverage": "what tests reach",
    "mutate": "planted faults that tests catch",
    "mutants": "faults drawn by machine that tests catch",
    "mutants_again": "the same with another seed",
    "regress": "long random runs in lockstep",
    "axi": "random transactions on the AXI wrapper",
    "sanitize": "memory, undefined behaviour, races of threads",
    "fuzz": "inputs that nobody thought of"}
WORDS = {"mutants": ("mutate", "AUTO=1000", "SEED=1"),     # of make, where they are not the step
         "mutants_again": ("mutate", "AUTO=500", "SEED=2")}
# What the result of a step depends on, where it is not all of the sources. A script of any other step
# or test changes nothing for these, which take the longest.
DEPENDS = {"prove": (*prove.DEPENDS, *scripts_of("scripts.formal.prove")),
           **{step: (*mutants_rtl.DEPENDS, mutants.JUDGED, "pyproject.toml",
                     "pyproject.toml",
                     *scripts_of("scripts.mutate.mutate_drawn", "scripts.mutate.rtl_sites", *BUILDING)) for step in WORDS}}
HEADING = re.compile(r"^(#+) (.+)$", re.M)


class Wrong(Exception):
    """Requirements that do not fit the project; the text says why."""


@dataclasses.dataclass
class Requirement:
    what: str
    rules: list
    tests: list
    bins: list = dataclasses.field(default_factory=list)
    proofs: list = dataclasses.field(default_factory=list)
    modules: list = dataclasses.field(default_factory=list)


# -------------------------------------------------------------------------------------------------
# Requirements, and whether they name everything
# -------------------------------------------------------------------------------------------------

def read(path=REQUIREMENTS):
    found = []
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["requirements"]:
        try:
            found.append(Requirement(**entry))
        except TypeError as error:
            raise Wrong(f"{path}: expected what, rules, tests, bins, proofs and modules, found "
                        f"{', '.join(entry)} ({error})") from None
    return found


def tests_there():
    """Names of the tests of CTest."""
    shown = subprocess.run(["ctest", "--test-dir", ROOT / "build" / "cmake", "--show-only=json-v1"],
                           text=True, capture_output=True, check=False)
    if shown.returncode:
        raise Wrong("there is no configured build in build/cmake: run `make test` first")
    return [test["name"] for test in json.loads(shown.stdout)["tests"]
            if not test["name"].endswith("setup")]


def bins_there():
    table = COVERGROUPS.read_text(encoding="utf-8").split("<!-- groups: begin -->")[1]
    return re.findall(r"^\| `(\w+)` \|", table.split("<!-- groups: end -->")[0], re.M)


def there():
    """What requirements must name: {kind: [name]}."""
    faults = tomllib.loads(FAULTS.read_text(encoding="utf-8"))["fault"]
    return {"tests": tests_there(), "bins": bins_there(),
            "proofs": [proof.name for proof in prove.PROOFS],
            "modules": sorted({fault["module"] for fault in faults})}


def rules_there():
    """The pages and sections for which there must be a requirement."""
    yield from (f"reference/commands/{page.name}"
                for page in sorted((DOCS / "reference" / "commands").glob("*.md")))
    for level, heading in HEADING.findall(TIMING.read_text(encoding="utf-8")):
        if level == "##":
            yield f"reference/timing.md: {heading}"


def chosen(patterns, names):
    return [name for name in names if any(fnmatch.fnmatchcase(name, one) for one in patterns)]


def check(requirements, names):
    """Sentences on what is named and not there, and on what is there and not named."""
    for requirement in requirements:
        for rule in requirement.rules:
            page, _, heading = rule.partition(": ")
            text = (DOCS / page).read_text(encoding="utf-8") if (DOCS / page).is_file() else None
            if text is None:
                yield f"'{requirement.what}': there is no page docs/{page}"
            elif heading and heading not in (found for _, found in HEADING.findall(text)):
                yield f"'{requirement.what}': docs/{page} has no heading '{heading}'"
        for kind in KINDS:
            yield from (f"'{requirement.what}': none of the {kind} there are is '{pattern}'"
                        for pattern in getattr(requirement, kind)
                        if not chosen([pattern], names[kind]))
    for kind in KINDS:
        named = {name for requirement in requirements
                 for name in chosen(getattr(requirement, kind), names[kind])}
        yield from (f"no requirement of tb/plan/requirements.toml names '{name}' of the {kind}: add it to "
                    "the one that it checks" for name in names[kind] if name not in named)
    rules = {rule for requirement in requirements for rule in requirement.rules}
    yield from (f"no requirement of tb/plan/requirements.toml follows from docs/{rule}: add one"
                for rule in rules_there() if rule not in rules)


# -------------------------------------------------------------------------------------------------
# What checks found
# -------------------------------------------------------------------------------------------------

def load(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None


def tests_found(path=TESTED):
    """{test: whether it passed}"""
    if not path.exists():
        return {}
    return {case.get("name"): case.get("status") == "run"
            for case in xml.etree.ElementTree.parse(path).getroot().iter("testcase")}


def drawn_found(path=DRAWN):
    """Of the last mutants that were drawn: how many there are, noticed, judged, the score, and
    cells of a table of the survivors."""
    found = load(path)
    return {name: found[name]
            for name in ("mutants", "noticed", "judged", "score", "survivors")}


def bins_found(path=COVERED):
    """{covergroup: (bins hit, bins)}, over all configurations; unreachable ones are none."""
    found = {}
    for config in ((load(path) or {}).get("configurations", {})).values():
        groups, _ = functional_coverage.judge(config, functional_coverage.read_rules())
        for name, _, bins, hit, *_ in groups:
            before = found.get(name, (0, 0))
            found[name] = before[0] + hit, before[1] + bins
    return found


def proofs_found():
    """{proof: whether it holds, and notices its fault}, of today's sources."""
    ended = ((task.name, task.ended()) for task in prove.work(prove.PROOFS))
    return {name: result["passed"] for name, result in ended if result}


def faults_found(path=MUTATED):
    """{module: (faults judged right, faults)}"""
    modules = {fault["name"]: fault["module"]
               for fault in tomllib.loads(FAULTS.read_text(encoding="utf-8"))["fault"]}
    found = {}
    for result in load(path) or []:
        if result["name"] in modules:
            right, count = found.get(modules[result["name"]], (0, 0))
            good = result["verdict"] in ("caught", "expected survivor")
            found[modules[result["name"]]] = right + good, count + 1
    return found


# The step that finds out about a kind of checks, the file that it writes, and how it is read off. Proofs
# are tasks, each with a key of its sources.
FINDS = {"test": ("tests", TESTED, tests_found), "coverage": ("bins", COVERED, bins_found),
         "prove": ("proofs", None, proofs_found), "mutate": ("modules", MUTATED, faults_found),
         **{step: (step, DRAWN, drawn_found) for step in WORDS}}


def kept():
    """{kind: what the last step found}"""
    found = {kind: {} for kind in KINDS}
    for step in FINDS:
        found.update((record_of(step) or {}).get("found", {}))
    return found


def part(names, found):
    """'PASSED of COUNT', a dash for nothing to check or no result."""
    known = [found[name] for name in names if name in found]
    if not known:
        return "–" if names else ""
    pairs = [one if isinstance(one, (tuple, list)) else (int(one), 1) for one in known]
    lost = len(names) - len(known)
    return (f"{sum(hit for hit, _ in pairs)} of {sum(count for _, count in pairs)}"
            f"{f', {lost} without result' if lost else ''}")


# -------------------------------------------------------------------------------------------------
# Steps
# -------------------------------------------------------------------------------------------------

def sources_of(step):
    return DEPENDS.get(step, SOURCES)


def sources_key(step):
    runner.forget_texts()   # steps take long, and somebody may edit meanwhile
    return runner.key([], sources_of(step))


def record_of(step):
    return load(KEPT / f"{step}.json")


def git(*words):
    """What git prints; nothing where there is no repository, or not these commits."""
    return subprocess.run(["git", *words], cwd=ROOT, text=True, capture_output=True,
                          check=False).stdout.strip()


def run(step):
    """Runs a step, and records how it ended."""
    for folder in (OUT, KEPT):
        folder.mkdir(parents=True, exist_ok=True)
    key, start, log = sources_key(step), time.time(), OUT / f"{step}.log"
    edited = bool(git("status", "--porcelain", "--", *sources_of(step)))
    with open(log, "w", encoding="utf-8") as file:
        status = subprocess.run(["make", *WORDS.get(step, [step])], cwd=ROOT, stdout=file, stderr=subprocess.STDOUT,
                                check=False).returncode
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    said = next((line.strip() for line in reversed(lines)
                 if line.strip() and not line.startswith("make")), "")
    record = {"passed": status == 0, "said": said, "seconds": round(time.time() - start),
              "key": key, "commit": git("rev-parse", "--short", "HEAD") + ("+" if edited else ""),
              "cores": os.cpu_count()}
    if sources_key(step) != key:
        record.update(passed=False, said="the sources were edited meanwhile: run it again")
    elif step in FINDS:
        kind, result, find = FINDS[step]
        # What a run before this one found says nothing about these sources.
        if result is None or result.exists() and result.stat().st_mtime >= start:
            record["found"] = {kind: find()}
    tasks.write(KEPT / f"{step}.json", json.dumps(record, indent=1) + "\n")
    return record


def changed_since(commit, paths):
    """What changed in the sources since a commit: "files of rtl: 2, of tb: 1". Empty if git cannot
    say, or if the sources were edited after the commit."""
    files = git("diff", "--name-only", commit, "--", *paths).split("\n")
    folders = collections.Counter(file.split("/")[0] for file in files if file)
    return ", ".join(f"{'' if at else 'files '}of {folder}: {count}"
                     for at, (folder, count) in enumerate(sorted(folders.items())))


def state_of(step):
    record = record_of(step)
    if record is None:
        return "not run"
    word = "passed" if record["passed"] else "**failed**"
    if record["key"] == sources_key(step):
        return word
    changed = changed_since(record["commit"], sources_of(step))
    return (f"{word} at {record['commit']}, before later changes"
            + (f" ({changed})" if changed else ""))


# -------------------------------------------------------------------------------------------------
# Page
# -------------------------------------------------------------------------------------------------

def slug(heading):
    return re.sub(r"[^\w]+", "-", heading.lower()).strip("-")


def link(rule):
    page, _, heading = rule.partition(": ")
    if heading:
        return f"[{heading}](../{page}#{slug(heading)})"
    title = HEADING.search((DOCS / page).read_text(encoding="utf-8"))[2]
    return f"[{title}](../{page})"


def drawn_row(step):
    """The row of a step that draws mutants."""
    record = record_of(step) or {}
    found = record.get("found", {}).get(step)
    if found is None:
        return f"| {' '.join(WORDS[step])} | – | – | – | – | – | – |"
    counts = [found[name] for name in ("mutants", "noticed", "judged")]
    left = counts[0] - sum(counts[1:])
    return (f"| {' '.join(WORDS[step])} | {record['commit']} | {' | '.join(map(str, counts))} | {left} | "
            f"{found['score']:.2f} % |")


def survivors():
    """Table of the mutants of all draws that nothing notices: {cells: the draws that have it}."""
    drawn = {}
    for step, words in WORDS.items():
        found = (record_of(step) or {}).get("found", {}).get(step, {})
        for cells in found.get("survivors", []):
            drawn.setdefault(tuple(cells), []).append(words[-1])
    if drawn:
        yield from ["", "Those that are not noticed:", "",
                    "| module, line | original | mutated | judgement | drawn by |", "|---|---|---|---|---|"]
    yield from (f"| {' | '.join(cells)} | {', '.join(draws)} |" for cells, draws in drawn.items())


def page(requirements, names):
    yield from [
        "# Sign-off", "",
        "What gsq must do, what checks it, and what the checks found. Written by `make signoff`, which"
        " runs the steps below one",
        "after the other; `make signoff ARGS='test prove'` runs only these. A result counts for the"
        " sources that it was made of:",
        "for proofs and drawn mutants those that they depend on (`DEPENDS` of"
        " [signoff.py](../../scripts/run/signoff.py)), else all. Of a",
        "result of others the table says what has changed since. Results are kept in `build/signoff/records/`. Seconds are"
        " those of the run:",
        "it builds, tries and proves only what no earlier run in the same folder has.", "",
        "## Steps", "",
        "| `make` | what it checks | state | how it ended | seconds | cores |",
        "|---|---|---|---|---:|---:|"]
    for step, what in STEPS.items():
        record = record_of(step)
        ended = (record["said"].replace("|", "\\|"), record["seconds"], record["cores"]) \
            if record else ("", "", "")
        yield f"| {' '.join(WORDS.get(step, [step]))} | {what} | {state_of(step)} | {' | '.join(map(str, ended))} |"
    yield from [
        "", "## Requirements", "",
        "Each with the rule that it follows from, and what of its checks passed: tests of `make test`,"
        " bins of",
        "[functional coverage](coverage.md) that were hit, [proofs](proofs.md) that hold, faults planted"
        " in its modules",
        "(`tb/plan/faults.toml`) that a test noticed, or that must survive and did. A dash: there is no"
        " result. `tb/plan/requirements.toml`",
        "has the names of all of them; `make test` fails if one stands nowhere.", "",
        "| requirement | rules | tests | bins | proofs | faults |", "|---|---|---|---|---|---|"]
    found = kept()
    for requirement in requirements:
        cells = [part(chosen(getattr(requirement, kind), names[kind]), found[kind])
                 for kind in KINDS]
        yield (f"| {requirement.what} | {', '.join(map(link, requirement.rules))} | "
               f"{cells[0]} | {cells[1]} | {cells[2]} | {cells[3]} |")
    yield from [
        "", "## Mutants", "",
        "Faults of the RTL [drawn by machine](mutation.md#mutants-drawn-by-machine). The score is how"
        " many of those that are not judged equivalent by hand tests notice.", "",
        "| `make` | at | mutants | noticed | judged | left | score |",
        "|---|---|---:|---:|---:|---:|---:|", *map(drawn_row, WORDS), *survivors()]
    yield from ["", "## Soak", "", *soak.table()]
    yield from ["", "## Fuzzing", "", *fuzzed.table(fuzz.names())]
    yield from [
        "", "## What is not covered", "",
        "- Bins that cannot be reached, each with its reason: [coverage.md]"
        "(coverage.md#bins-that-cannot-be-reached).",
        "- What proofs assume and what they leave out: [proofs.md](proofs.md#not-proven).",
        "- Data of races between host and commands: [timing.md](../reference/timing.md#6-host-port)"
        " says what is"
        " compared."]


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("steps", nargs="*", metavar="STEP", type=tasks.one_of([*STEPS, "page", "check"]),
                        help=f"runs these of {', '.join(STEPS)}, one after the other, and writes the page; "
                        "default: all. page: writes it from what earlier runs recorded. check: says only "
                        f"whether {REQUIREMENTS.relative_to(ROOT)} names everything that there is")
    asked = parser.parse_args().steps
    if asked[1:] and {"page", "check"} & set(asked):
        parser.error("page and check stand alone")
    try:
        requirements, names = read(), there()
        wrong = list(check(requirements, names))
    except Wrong as error:
        sys.exit(f"signoff: {error}")
    for sentence in wrong:
        print(f"signoff: {sentence}", file=sys.stderr)
    if wrong or asked == ["check"]:
        if not wrong:
            print(f"{len(requirements)} requirements name " + ", ".join(
                f"{len(names[kind])} {kind}" for kind in KINDS))
        return 1 if wrong else 0
    steps = [] if asked == ["page"] else asked or list(STEPS)
    for number, step in enumerate(steps, 1):
        print(f"{step}: step {number} of {len(steps)}, log: build/signoff/{step}.log", flush=True)
        record = run(step)
        print(f"{step}: {'passed' if record['passed'] else 'FAILED'}, {record['seconds']} seconds: "
              f"{record['said']}", flush=True)
    tasks.write(PAGE, "\n".join(page(requirements, names)) + "\n")
    left = [step for step in STEPS if state_of(step) != "passed"]
    print(f"wrote {PAGE.relative_to(ROOT)}; {len(STEPS) - len(left)} of {len(STEPS)} steps passed for "
          f"these sources" + (f", not {', '.join(left)}" if left else ""))
    return 1 if set(left) & set(steps) else 0
