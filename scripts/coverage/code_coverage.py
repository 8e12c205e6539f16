# SPDX-License-Identifier: Apache-2.0
"""Code coverage of the tests: lines, branches and toggles of the RTL, lines and branches of the C++
code that it is compared with.

The RTL is counted by Verilator, from the end of the first reset on, in the tests that compare it
with a model; the C++ code by Clang, in the unit tests and the system tests of tiny. Each has a copy
of the sources, build/coverage-rtl and build/coverage-cpp, with a build of its own, so that other
builds have no counters. Results are in build/coverage/. What is neither covered nor excluded with a
reason in tb/coverage/code_exclusions.toml is an error, and so is an exclusion that is not needed.
"""
import collections
import fnmatch
import functools
import gzip
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import tomllib

from scripts.core import runner, tasks
from scripts.core.source_copy import copy_sources
from scripts.spec.config import resolve

ROOT = tasks.ROOT
OUT = ROOT / "build" / "coverage"
RULES = ROOT / "tb" / "coverage" / "code_exclusions.toml"
PAGE = ROOT / "docs" / "develop" / "code-coverage.md"
TREES = {"rtl": ROOT / "build" / "coverage-rtl", "cpp": ROOT / "build" / "coverage-cpp"}
# Compilers' flags. CMake has no flags of its own for a build type that it does not know. Clang counts
# conditions of the source: neither the ways that exceptions take nor the instances of a template.
FLAGS = {"rtl": {"CXXFLAGS": "-DVM_COVERAGE=1"},
         "cpp": {"CXX": "clang++-16", "CMAKE_BUILD_TYPE": "Coverage",
                 "CXXFLAGS": "-O1 -fprofile-instr-generate -fcoverage-mapping "
                             f"-fcoverage-compilation-dir={TREES['cpp']}/build/cmake"}}
COUNTED = "counts.profdata"     # what a test of the C++ code counted
KINDS = ("line", "branch", "toggle")
# Random commands beside those of the tests: values that are rare otherwise, dense accesses.
RANDOM = {"tiny": (("corners", 30000), ("dense", 10000)),
          "tiny+Places4+Parts2+LaneOps1": (("corners", 10000), ("dense", 10000)),
          "tiny+LaneOps1": (("mask", 10000),)}
TOGGLE_GOAL = 98    # percent of the bits of the RTL that are not excluded
GOAL = 90           # percent of the branches of a C++ file
CPP_FOLDERS = ("cpp_model/include", "cpp_model/src", "kernels/include", "kernels/src", "tb/common")
CPP_TESTS = ("model.", "system.tiny.", "unit.coverage")   # what their names begin with
# These compare outputs with pages or waveforms, judge compilers or measure times: they cover no more. The
# last one limits the size of files, also of those for counters.
CPP_WITHOUT = re.compile(r"must_not_compile|doc_|command_pages|system\.tiny\.(perf_ports|tlm|outputs)$")
SHOWN = 40          # misses in the text

Point = collections.namedtuple("Point", "kind file line column what")


class Wrong(Exception):
    """One sentence for the user."""


# -------------------------------------------------------------------------------------------------
# Exclusions
# -------------------------------------------------------------------------------------------------

def read_rules(path=RULES):
    """The lists of rules `rtl` and `cpp`."""
    with open(path, "rb") as file:
        rules = tomllib.load(file)
    expected = {"rtl": ({"file", "kind", "what", "reason"}, {"unless"}),
                "cpp": ({"file", "branches", "reason"}, set())}
    for part, entries in rules.items():
        for rule in entries if part in expected else [{part: ""}]:
            needed, more = expected.get(part, (set(), set()))
            if not needed <= set(rule) <= needed | more or not rule["reason"]:
                raise Wrong(f"{runner.shown(pathlib.Path(path))}: [[{part}]] expected "
                            f"{', '.join(sorted(needed))}, found {', '.join(sorted(rule))}")
    return {part: rules.get(part, []) for part in expected}


@functools.cache
def _pattern(text):
    """A regular expression for a pattern: * is any text, [3..7] the numbers from 3 to 7."""
    words = re.split(r"(\*|\[\d+\.\.\d+\])", text)
    for i, word in enumerate(words):
        if word == "*":
            words[i] = ".*"
        elif bounds := re.fullmatch(r"\[(\d+)\.\.(\d+)\]", word):
            words[i] = rf"\[(?:{'|'.join(map(str, range(int(bounds[1]), int(bounds[2]) + 1)))})\]"
        else:
            words[i] = re.escape(word)
    return re.compile("".join(words))


def matches(rule, point, text):
    """Whether a rule is about a point; `text` is the line of its source."""
    if rule["kind"] != point.kind or not fnmatch.fnmatchcase(pathlib.Path(point.file).stem,
                                                             rule["file"]):
        return False
    what = point.what if point.kind == "toggle" else f"{point.what}: {text}"
    patterns = rule["what"] if isinstance(rule["what"], list) else [rule["what"]]
    return any(_pattern(pattern).fullmatch(what) for pattern in patterns)


def judge(points, rules, sources, configs=()):
    """{point: reason} of what is excluded, the points that are missed, and sentences on what is
    wrong with the rules. `points`: {point: hits}; `sources`: {file: lines}."""
    excluded, wrong = {}, []
    for rule in rules:
        if set(rule.get("unless", ())) & set(configs):
            continue
        named = f"{rule['file']}, {rule['kind']}, {rule['what']}"
        chosen = [point for point in points if matches(rule, point, _line(sources, point))]
        if not chosen:
            wrong.append(f"the exclusion of {named} covers nothing: remove it")
        if hit := [point for point in chosen if points[point]]:
            wrong.append(f"{place(hit[0])}: {hit[0].what} is covered, but excluded by {named} "
                         f"({len(hit)} of {len(chosen)} points) since {rule['reason']}: remove or "
                         "narrow the rule")
        excluded |= {point: rule["reason"] for point in chosen if not points[point]}
    return excluded, [point for point, hits in points.items()
                      if not hits and point not in excluded], wrong


def place(point):
    return f"{point.file}:{point.line}"


def _line(sources, point):
    lines = sources.get(point.file, ())
    return " ".join(lines[point.line - 1].split()) if point.line <= len(lines) else ""


# -------------------------------------------------------------------------------------------------
# Builds and tests
# -------------------------------------------------------------------------------------------------

def build(_folder, part, targets):
    """The task: builds in the copy of a part."""
    status = _build(part, targets)
    runner.expect_alive(status, "the build")
    if status:
        raise runner.Failed(f"the build of {' '.join(targets)} failed")


def _build(part, targets):
    tree = TREES[part]
    return subprocess.run(
        [tree / "scripts" / "build.sh", *targets], cwd=tree, check=False,
        env={**os.environ, **FLAGS[part], "CCACHE_BASEDIR": str(tree), "CCACHE_NOHASHDIR": "1"},
    ).returncode


def make(part, targets):
    """Builds here, or on a node if the tasks run on nodes."""
    if not runner.on_slurm():
        if status := _build(part, targets):
            sys.exit(status)
        return
    task = runner.Task("build", "scripts.coverage.code_coverage:build", {"part": part, "targets": targets},
                       OUT / "tasks" / part / "build")
    outcome = runner.run("coverage", [task], OUT / "tasks" / part / "state", wide=True)["build"]
    if not outcome.passed:
        sys.exit(f"{outcome.error}, see {runner.shown(outcome.folder)}/log")


def configure(part):
    """Copies the sources. Only then it is known which tests there are."""
    copy_sources(TREES[part], ("README.md", "docs"))   # which tests read
    make(part, ["gsq_isa"])


def default_configs():
    """Labels of the tests that always count: benches, tiny, and those variants of it that
    CMakeLists.txt has tests for."""
    variants = re.findall(r"^gsq_variant\(\w+ (\S+)\)",
                          (tasks.ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)
    return ("unit", "tiny", *(resolve("tiny", overrides) for overrides in variants))


def tests_of(part):
    """{name: (command, labels)} of ctest."""
    done = subprocess.run(["ctest", "--test-dir", TREES[part] / "build" / "cmake",
                           "--show-only=json-v1"], capture_output=True, text=True, check=True)
    return {test["name"]: (test.get("command", []), next(
        (entry["value"] for entry in test["properties"] if entry["name"] == "LABELS"), []))
            for test in json.loads(done.stdout)["tests"]}


def run(folder, part, command):
    """The task: a test in the copy of a part. What it counts stays in `folder`."""
    tree = TREES[part]
    counts = folder / "counts"
    counts.mkdir()
    if part == "rtl":
        environment = {"GSQ_CODE_COVERAGE": str(counts / "process")}
    else:
        environment = {"LLVM_PROFILE_FILE": f"{counts}/%4m.profraw"}  # four for each program
    status = subprocess.run(command, cwd=tree, env={**os.environ, **environment}, check=False,
                            stdin=subprocess.DEVNULL).returncode
    runner.expect_alive(status, pathlib.Path(command[0]).name)
    if status:
        raise runner.Failed(f"exit {status}")
    if part == "cpp":
        if not any(counts.iterdir()):
            raise runner.Failed("the test counted nothing: its program was built without counters")
        merge_counts(sorted(counts.iterdir()), folder / COUNTED)
    else:
        points = add_up(parse(path.read_text(encoding="utf-8", errors="replace"))
                        for path in counts.glob("*.dat"))
        sources = {name: (ROOT / name).read_text(encoding="utf-8").splitlines()
                   for name in {point.file for point in points}}
        expect_zeroed(points, command, sources)
        if not points:
            raise runner.Failed("the test counted nothing: it runs no RTL, or its program was "
                                "built without counters")
        with gzip.open(folder / "points.gz", "wt", encoding="utf-8") as file:
            file.writelines("\t".join(map(str, (*point, hits))) + "\n"
                            for point, hits in points.items())
    shutil.rmtree(counts)


def expect_zeroed(points, command, sources):
    """Fails when the first reset counts, in which registers leave their random values: then every
    bit seems to toggle. Benches of blocks and programs have no other reset."""
    if not ("bench_" in command[0] or command[1:2] == ["run"]):
        return
    for point, hits in points.items():
        # Verilator's name is elsif where an else with another if follows.
        if hits and point.what in ("if", "elsif") and _line(sources, point).startswith(
                "if (!rst_ni)"):
            raise runner.Failed(f"{place(point)} counts {hits} cycles of the reset: the counters "
                                "were not zeroed after the reset, see tb/common/code_coverage.hpp")


def run_tests(part, commands):
    """Runs commands by name, each as a task; ends the program when one fails. Returns outcomes."""
    todo = []
    for name, command in commands.items():
        files = [word for word in command if os.path.isfile(word)]
        todo.append(runner.Task(name, "scripts.coverage.code_coverage:run", {"part": part, "command": command},
                                OUT / "tasks" / part / name,
                                runner.key([part, command], files)))
    outcomes = runner.run("coverage", todo, OUT / "tasks" / part / "state", unit="tests")
    if failed := [outcome for outcome in outcomes.values() if not outcome.passed]:
        for outcome in failed:
            print(f"{outcome.task.name}: {outcome.error}, see {runner.shown(outcome.folder)}/log")
        sys.exit(f"coverage: {len(failed)} of {len(outcomes)} tests failed")
    print(f"{part}: {len(outcomes)} tests passed{runner.summary(outcomes)}")
    return outcomes


# -------------------------------------------------------------------------------------------------
# RTL
# -------------------------------------------------------------------------------------------------

def parse(text):
    """{point: hits} of a file of Verilator, of modules in rtl/."""
    points = collections.Counter()
    for line in text.splitlines():
        if not line.startswith("C '"):
            continue
        name, hits = line[3:].rsplit("' ", 1)
        keys = dict(entry.split("\2", 1) for entry in name.split("\1") if entry)
        kind = keys["page"].split("/")[0].removeprefix("v_")
        if kind in KINDS and keys["f"].startswith("rtl/"):
            points[Point(kind, keys["f"], int(keys["l"]), int(keys["n"]), keys["o"])] += int(hits)
    return points


def add_up(many):
    total = collections.Counter()
    for points in many:
        for point, hits in points.items():
            total[point] += hits
    return total


def read_points(path):
    points = {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for row in file:
            kind, name, line, column, what, hits = row.rstrip("\n").split("\t")
            points[Point(kind, name, int(line), int(column), what)] = int(hits)
    return points


def rtl_commands(configs):
    """{configuration: {name: command}} of all tests of the RTL in lockstep or in a bench."""
    tests = tests_of("rtl")
    chosen = {}
    for config in configs:
        chosen[config] = {name: command for name, (command, labels) in tests.items()
                          if "judges-rtl" in labels and config in labels}
        if not chosen[config]:
            raise Wrong(f"there are no tests of {config}")
        program = TREES["rtl"] / "build" / config / "gsq"
        for mix, count in RANDOM.get(config, ()):
            chosen[config][f"system.{config}.{mix}"] = [
                str(program), "random", "--mix", mix, "--commands", str(count), "--seed", "1",
                "--stall", "30"]
    return chosen


def rtl(more=()):
    """Builds and runs. Returns what report() needs."""
    configs = (*default_configs(), *more)
    configure("rtl")
    judges = (TREES["rtl"] / "build" / "cmake" / "judges.txt").read_text(encoding="utf-8")
    make("rtl", sorted({target for _, target, _, label in map(str.split, judges.splitlines())
                        if label in configs}))
    commands = rtl_commands(configs)    # ctest does not tell those of programs that are not there
    outcomes = run_tests("rtl", {name: command for tests in commands.values()
                                 for name, command in tests.items()})
    by_config = {config: add_up(read_points(outcomes[name].folder / "points.gz") for name in tests)
                 for config, tests in commands.items()}
    sources = {file: (ROOT / file).read_text(encoding="utf-8").splitlines()
               for file in {point.file for points in by_config.values() for point in points}}
    return by_config, sources, {config: len(names) for config, names in commands.items()}


def count(points, excluded):
    """{kind: [covered, of all, excluded, missed]}"""
    rows = {kind: [0, 0, 0, 0] for kind in KINDS}
    for point, hits in points.items():
        row = rows[point.kind]
        row[1] += 1
        row[0 if hits else 2 if point in excluded else 3] += 1
    return rows


def fold(points):
    """Misses as lines of text: bits of a signal in one."""
    signals = collections.defaultdict(list)
    for point in points:
        bits = re.fullmatch(r"(.*)\[(\d+)\]", point.what) if point.kind == "toggle" else None
        name, bit = (bits[1], int(bits[2])) if bits else (point.what, None)
        signals[point.file, point.line, point.kind, name].append(bit)
    lines = []
    for (file, line, kind, name), bits in sorted(signals.items(), key=lambda item: item[0]):
        ranges = []
        for bit in sorted({bit for bit in bits if bit is not None}):
            if ranges and ranges[-1][1] == bit - 1:
                ranges[-1][1] = bit
            else:
                ranges.append([bit, bit])
        text = ", ".join(f"{a}..{b}" if a != b else f"{a}" for a, b in ranges)
        lines.append(f"{file}:{line}: {kind} {name}{f'[{text}]' if text else ''}")
    return lines


def percent(covered, of_all):
    return f"{100 * covered / of_all:.1f} %" if of_all else "–"


def rtl_part(by_config, sources, tests, rules):
    """Text, section of the page, data for the documentation, whether the goal is reached: all lines
    and branches, and TOGGLE_GOAL. `tests`: how many there are of each configuration."""
    points = add_up(by_config.values())
    excluded, missed, wrong = judge(points, rules, sources, by_config)
    data = {"configurations": {}, "modules": {}, "tests": tests}
    for config, own in by_config.items():
        data["configurations"][config] = {kind: row[:2] for kind, row in count(own, {}).items()}
    for file in sorted(sources):
        own = {point: hits for point, hits in points.items() if point.file == file}
        data["modules"][pathlib.Path(file).stem] = count(own, excluded)
    data["all"] = count(points, excluded)
    lines = [f"{config:32} " + ", ".join(f"{kind} {percent(*row)}" for kind, row in rows.items())
             for config, rows in data["configurations"].items()]
    lines.append("together: " + ", ".join(
        f"{kind} {row[0]} of {row[1]}, {row[2]} excluded, {row[3]} missed"
        for kind, row in data["all"].items()))
    toggled, _, _, still = data["all"]["toggle"]
    good = not wrong and all(point.kind == "toggle" for point in missed) and (
        100 * toggled >= TOGGLE_GOAL * (toggled + still))
    folded = fold(missed)
    lines += [f"  missed: {line}" for line in folded[:SHOWN]]
    if len(folded) > SHOWN:
        lines.append(f"  and {len(folded) - SHOWN} more, see build/coverage/index.html")
    lines += [f"  error: {sentence}" for sentence in wrong]
    return "\n".join(lines), rtl_html(data, points, excluded, folded, wrong, sources), data, good


# -------------------------------------------------------------------------------------------------
# C++
# -------------------------------------------------------------------------------------------------

def cpp_commands():
    return {name: command for name, (command, _) in tests_of("cpp").items()
            if name.startswith(CPP_TESTS) and not CPP_WITHOUT.search(name)}


def cpp():
    """Builds and runs. Returns the summary by file."""
    configure("cpp")
    make("cpp", ["model_tests", "tiny_tests", "coverage_test"])
    commands = cpp_commands()
    outcomes = run_tests("cpp", commands)
    return summarize([outcome.folder / COUNTED for outcome in outcomes.values()],
                     programs(commands.values()))


def llvm(tool, *arguments):
    """Runs a tool of LLVM; what it printed."""
    done = subprocess.run([f"{tool}-16", *map(str, arguments)], text=True, check=False,
                          capture_output=True)
    if done.returncode:
        raise Wrong(f"{tool} failed: {done.stderr.strip()[:300]}")
    return done.stdout


def merge_counts(files, output):
    """Adds up what several processes or tests counted."""
    listed = output.with_suffix(".txt")
    tasks.write(listed, "".join(f"{file}\n" for file in files))
    llvm("llvm-profdata", "merge", "-sparse", "-f", listed, "-o", output)
    listed.unlink()


def programs(commands):
    """The programs of this part among the words of commands."""
    words = sorted({word for command in commands for word in command
                    if pathlib.Path(word).is_relative_to(TREES["cpp"]) and os.path.isfile(word)})
    return [word for word in words if pathlib.Path(word).read_bytes()[:4] == b"\x7fELF"]


def summarize(counted, executables):
    """Pages of LLVM in build/coverage/cpp/; {file: {"line": [covered, of all], "branch": the same}}.
    `counted`: files of merge_counts()."""
    tree, merged, pages = TREES["cpp"], OUT / "cpp.profdata", OUT / "cpp"
    merge_counts(counted, merged)
    what = [executables[0], *(f"-object={path}" for path in executables[1:]),
            f"-instr-profile={merged}", *(tree / folder for folder in CPP_FOLDERS)]
    shown = ["-show-branches=count", "-show-instantiations=false", *what]
    shutil.rmtree(pages, ignore_errors=True)
    llvm("llvm-cov", "show", "-format=html", f"-output-dir={pages}", *shown)
    branches = branches_of(llvm("llvm-cov", "show", *shown))
    lines = {file["filename"]: file["summary"]["lines"] for file in json.loads(
        llvm("llvm-cov", "export", "-summary-only", *what))["data"][0]["files"]}
    return {os.path.relpath(name, tree): {"line": [row["covered"], row["count"]],
                                          "branch": branches.get(name, [0, 0])}
            for name, row in lines.items() if row["count"]}


def branches_of(text):
    """{file: [covered, of all]} of what llvm-cov shows. A condition that is true and false counts as
    two branches, however many instances of a template have it; one that is a constant does not."""
    files = {}
    for words in re.finditer(r"^(?P<file>/.+):$|"
                             r"^ *\| +Branch \((?P<place>\d+:\d+)\): \[True: (?P<true>[^,]+), "
                             r"False: (?P<false>[^]]+)\]$", text, re.M):
        if words["file"]:
            hits = files[words["file"]] = collections.Counter()
        else:
            for way in ("true", "false"):
                hits[words["place"], way] += words[way] != "0"
    return {name: [sum(map(bool, hits.values())), len(hits)] for name, hits in files.items()}


def cpp_part(files, rules):
    """Text, section of the page, data for the documentation, whether the goal is reached."""
    data, low, wrong = dict(sorted(files.items())), [], []
    exempt = {}
    for rule in rules:
        row = data.get(rule["file"])
        exempt[rule["file"]] = rule["branches"]
        if row is None:
            wrong.append(f"the exclusion of {rule['file']} covers nothing: remove it")
        elif reached(row) >= GOAL:
            wrong.append(f"{rule['file']} has {percent(*row['branch'])} of its branches, but is "
                         f"excluded since {rule['reason']}: remove the rule")
    for name, row in data.items():
        goal = exempt.get(name, GOAL)
        if reached(row) < goal:
            low.append(f"{name}: {percent(*row['branch'])} of its branches, the goal is {goal} %")
    total = {kind: [sum(row[kind][i] for row in data.values()) for i in (0, 1)]
             for kind in ("line", "branch")}
    lines = [f"{len(data)} files, " + ", ".join(
        f"{kind} {row[0]} of {row[1]}, {percent(*row)}" for kind, row in total.items())]
    lines += [f"  missed: {line}" for line in low] + [f"  error: {line}" for line in wrong]
    rows = [(f"<a href=cpp/index.html>{html.escape(name)}</a>", *(
        f"{row[kind][0]} of {row[kind][1]}, {percent(*row[kind])}" for kind in ("line", "branch")))
            for name, row in data.items()]
    section = table(("file", "lines", "branches"), rows) + items(low + wrong)
    return "\n".join(lines), section, {"files": data, "all": total}, not (low or wrong)


def reached(row):
    covered, of_all = row["branch"]
    return 100 * covered / of_all if of_all else 100


# -------------------------------------------------------------------------------------------------
# Pages
# -------------------------------------------------------------------------------------------------

def table(heads, rows):
    """`rows` are HTML."""
    return ("<table><tr>" + "".join(f"<th>{head}" for head in heads)
            + "".join("<tr>" + "".join(f"<td>{text}" for text in row) for row in rows)
            + "</table>\n")


def items(lines):
    return "<ul>" + "".join(f"<li class=error>{html.escape(line)}" for line in lines) + "</ul>\n"


def cell(row):
    """[covered, of all, excluded, missed] in words."""
    covered, of_all, excluded, missed = row
    return f"{covered} of {of_all}" + (f", {excluded} excluded" if excluded else "") + (
        f", {missed} missed" if missed else "")


def rtl_html(data, points, excluded, folded, wrong, sources):
    """The section; and a page for each module in build/coverage/rtl/."""
    pages = OUT / "rtl"
    shutil.rmtree(pages, ignore_errors=True)
    pages.mkdir(parents=True)
    for file, lines in sources.items():
        at = collections.defaultdict(list)
        for point, hits in points.items():
            if point.file == file:
                at[point.line].append((point, hits))
        tasks.write(pages / f"{pathlib.Path(file).stem}.html",
                    source_html(file, lines, at, excluded))
    rows = [(f"<a href=rtl/{module}.html>{module}</a>", *(cell(row[kind]) for kind in KINDS))
            for module, row in data["modules"].items()]
    rows.append(("all", *(cell(data["all"][kind]) for kind in KINDS)))
    configs = [(html.escape(config), *(percent(*row[kind]) for kind in KINDS))
               for config, row in data["configurations"].items()]
    return (table(("configuration", *KINDS), configs) + table(("module", *KINDS), rows)
            + items(folded + wrong))


def source_html(file, lines, at, excluded):
    """A module with the hits of its lines; on hover what was missed or excluded."""
    rows = []
    for number, text in enumerate(lines, 1):
        missed = [point for point, hits in at[number] if not hits and point not in excluded]
        left = {excluded[point] for point, hits in at[number] if point in excluded}
        covered = [hits for point, hits in at[number] if hits and point.kind != "toggle"]
        style = "m" if missed else "e" if left else "c" if at[number] else ""
        title = "; ".join(fold(missed) + sorted(left))
        rows.append(f"<tr class='{style}' title='{html.escape(title, quote=True)}'><td>{number}<td>"
                    f"{max(covered) if covered else ''}<td><pre>{html.escape(text)}</pre>")
    return (f"<!doctype html><meta charset=utf-8><title>{file}</title><style>pre{{margin:0}}"
            "td{padding:0 .6em;text-align:right}td+td+td{text-align:left}.m{background:#fcc}"
            f".e{{background:#ddd}}.c{{background:#dfd}}</style><h1>{file}</h1><p>Red: a line, "
            "branch or bit is missed. Grey: excluded. Green: all covered. The number is that of "
            "executions."
            f"<table>{''.join(rows)}</table>\n")


def part(name, more=()):
    """For scripts/coverage/coverage.py: title, text, section of the page, whether it passed. `name`: rtl or
    cpp."""
    OUT.mkdir(parents=True, exist_ok=True)
    rules = read_rules()
    start = time.monotonic()
    if name == "rtl":
        text, section, data, passed = rtl_part(*rtl(more), rules["rtl"])
    else:
        text, section, data, passed = cpp_part(cpp(), rules["cpp"])
    tasks.write(OUT / f"{name}.json", json.dumps(data, indent=1) + "\n")
    title = {"rtl": "Code coverage of the RTL", "cpp": "Code coverage of the C++ code"}[name]
    return title, f"{text}\n{tasks.duration(time.monotonic() - start)}", section, passed


def markdown(heads, rows):
    lines = [f"| {' | '.join(heads)} |", "|---" + "|---:" * (len(heads) - 1) + "|"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows]) + "\n"


def write_page():
    """docs/develop/code-coverage.md, from build/coverage/rtl.json and cpp.json."""
    read = {}
    for name in TREES:
        try:
            read[name] = json.loads((OUT / f"{name}.json").read_text(encoding="utf-8"))
        except OSError:
            read[name] = None
    hardware, files = read["rtl"], read["cpp"]
    if not hardware:
        raise Wrong("there is no build/coverage/rtl.json: run make coverage ARGS=rtl first")
    modules = {**hardware["modules"], "**all**": hardware["all"]}
    text = ("# Code coverage, module by module\n\n"
            "Written by `python3 -m scripts code-coverage page` after `make coverage`. What is "
            "counted, and how: [coverage](coverage.md#code-coverage).\n\n## RTL\n\n"
            "What the tests of each configuration cover of the points that its RTL has; `unit` are "
            "the benches of single blocks.\n\n")
    text += markdown(("tests of", "tests", *KINDS), [
        (f"`{config}`", f"{hardware['tests'][config]}", *(percent(*rows[kind]) for kind in KINDS))
        for config, rows in hardware["configurations"].items()])
    text += "\nAll of them together. A point that several configurations have counts once.\n\n"
    text += markdown(("module", "line", "branch", "toggle", "excluded", "missed"), [
        (module if module.startswith("*") else f"`{module}`",
         *(f"{row[kind][0]} of {row[kind][1]}" for kind in KINDS),
         f"{sum(row[kind][2] for kind in KINDS)}", f"{sum(row[kind][3] for kind in KINDS)}")
        for module, row in modules.items()])
    text += "\n## C++\n\n"
    if not files:
        text += "Not measured: `make coverage ARGS=cpp`.\n"
    else:
        text += ("The models and what benches share, in the unit tests and the system tests of "
                 "`tiny`.\n\n")
        text += markdown(("file", "line", "branch"), [
            (name if name.startswith("*") else f"`{name}`",
             *(f"{row[kind][0]} of {row[kind][1]}, {percent(*row[kind])}"
               for kind in ("line", "branch")))
            for name, row in {**files["files"], "**all**": files["all"]}.items()])
    tasks.write(PAGE, text)


def main():
    parser = tasks.arguments(__doc__)
    what = parser.add_subparsers(dest="what", required=True)
    for name, text in (("rtl", "builds, runs and reports the RTL"), ("cpp", "the same of the C++ code")):
        what.add_parser(name, help=text).add_argument(
            "configs", nargs="*", metavar="CONFIG", help="its tests count for the RTL, too")
    what.add_parser("page", help=f"writes {PAGE.relative_to(ROOT)} from what the last runs stored")
    asked = parser.parse_args()
    try:
        if asked.what != "page":
            _, text, _, passed = part(asked.what, asked.configs)
            print(text)
            return 0 if passed else 1
        write_page()
    except Wrong as error:
        sys.exit(f"coverage: {error}")
    return 0
