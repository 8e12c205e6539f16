# SPDX-License-Identifier: Apache-2.0
"""Measures throughput, area and timing over a sweep of parameters, and writes a page about them.

A point is a configuration: the base of the sweep with some parameters changed. Each runs traffic
(elements a cycle), that of the project or files that the sweep names (own_traffic.py), in lockstep,
for which it is built, or on the cycle model, as the sweep says; and its core is synthesized (gates,
clock), unless the sweep wants the figures that were landed last (make area timing … LAND=1); if the
sweep wants wires, it is placed, too (die, clock with wires, energy of an element). A result stays
under build/study/points/ until its sources change (scripts/core/runner.py), so a run that was stopped
continues at the next point. A point that fails does not stop the others; it is reported at the end,
with exit status 1. Pages: docs/evaluate/study.md for the default sweep, docs/evaluate/study-window.md and
docs/evaluate/study-wires.md for scripts/explore/sweeps/{window,wires}.toml, the table in README.md for
scripts/explore/sweeps/named.toml, build/study/NAME/ for others; with plots that tell figures on hover
build/study/NAME/study.html. --check: only says whether the sweep can be read.
RUNNER, JOBS: where tasks run, and how many at once.
"""
import datetime
import itertools
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import time
import tomllib

from scripts.core import runner, tasks
from scripts.explore import own_traffic, study_page
from scripts.flow.synthesis import flow as synthesis, landed, sta
from scripts.flow.synthesis.liberty import Library
from scripts.flow.synthesis.tools import Stop
from scripts.spec import config

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "build" / "study"
DEFAULT = ROOT / "scripts" / "explore" / "sweeps" / "default.toml"
FIRST = {"traffic": 90, "synthesis": 240, "wires": 900}  # s of a task, before any run has measured one
NAMED = ROOT / "scripts" / "explore" / "sweeps" / "named.toml"
WINDOW = ROOT / "scripts" / "explore" / "sweeps" / "window.toml"
WIRES = ROOT / "scripts" / "explore" / "sweeps" / "wires.toml"
EVALUATE = ROOT / "docs" / "evaluate"
PAGES = {DEFAULT: EVALUATE / "study.md", WINDOW: EVALUATE / "study-window.md",
         WIRES: EVALUATE / "study-wires.md",
         NAMED: ROOT / "README.md"}  # others: build/study/NAME/study.md
COMMANDS = 1000                     # of a pattern at most: what gsq perf has without an option, so
                                    # that a pattern has one figure in all pages
LIBRARY = "osu018"                  # of synthesis
CORE = "gsq_core"
SLOWEST = 1000                      # ns, clock of a sweep
BACKENDS = ("lockstep", "cycle")    # the cycle model has the same cycles, and no RTL is built for it
TASKS = {"traffic": ("rtl", "cpp_model/include", "cpp_model/src", "sim", "tb/common", "tb/system",
                     "tb/patterns", "scripts/explore/study.py", "scripts/explore/own_traffic.py",
                     "scripts/explore/matrix_market.py"),
         "synthesis": ("rtl", "scripts/flow/synthesis", "pyproject.toml")}
TASKS["wires"] = (*TASKS["traffic"], *TASKS["synthesis"], "scripts/flow/layout", "scripts/flow/power", "scripts/flow/make_power.py",
                  "pyproject.toml")


class Failed(Exception):
    """A task of a point failed; the text says why."""


# -------------------------------------------------------------------------------------------------
# Points
# -------------------------------------------------------------------------------------------------

def path_of(sweep):
    """The file that SWEEP or the command line names."""
    return pathlib.Path(sweep or DEFAULT).resolve()


def shown(value):
    """A value of a sweep, as its file has it or nearly so."""
    if isinstance(value, (str, bool)):
        return json.dumps(value)
    try:
        return str(value)
    except ValueError:      # Python's limit of 4,300 digits
        return "a number of thousands of digits"


def wrong(sweep, sentence):
    """Ends the program with a sentence in one line, whatever the names in it are."""
    line = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in sentence)
    sys.exit(f"study: {sweep}: {line}")


def read(sweep):
    """The text of a sweep, checked: base, configs, clock, colour, backend, landed, wires, traffic,
    points."""
    try:
        text = tomllib.loads(sweep.read_text(encoding="utf-8"))
    except FileNotFoundError:
        known = sorted(f"{path.relative_to(ROOT)}" for path in DEFAULT.parent.glob("*.toml"))
        sys.exit(f"study: there is no SWEEP={sweep}: expected a TOML file with points, such as "
                 f"{', '.join(known)}")
    except (OSError, ValueError, RecursionError) as error:  # no file, UTF-8 or TOML; digits, brackets
        sys.exit(f"study: SWEEP={sweep}: expected a TOML file with points, found: {error}")
    known = {"configs": [], "clock": None, "colour": None, "backend": BACKENDS[0], "landed": False,
             "wires": False, "traffic": [*own_traffic.SETS], "points": []}
    if "base" not in text or set(text) - {"base", *known}:
        wrong(sweep, "expected base = \"CONFIG\", configs = [\"CONFIG\", ...], clock = NS, "
                     f"colour = \"PARAMETER\", backend = \"{BACKENDS[1]}\", landed = true, "
                     "wires = true, traffic = [\"FILE\", ...] and [[points]], found "
                     f"{', '.join(text) or 'nothing'}")
    text = {**known, **text}
    if text["backend"] not in BACKENDS:
        wrong(sweep, f"expected backend = \"{BACKENDS[0]}\" or \"{BACKENDS[1]}\", found "
                     f"backend = {shown(text['backend'])}")
    for name in ("landed", "wires"):
        if type(text[name]) is not bool:
            wrong(sweep, f"expected {name} = true or {name} = false, found {name} = {shown(text[name])}")
    if text["wires"] and (text["landed"] or text["backend"] != BACKENDS[0]):
        wrong(sweep, "wires = true takes the netlist and the RTL: expected neither "
                     f"landed = true nor backend = \"{BACKENDS[1]}\" beside it")
    if text["landed"] and text["clock"] is None and sweep != NAMED:
        wrong(sweep, "expected clock = NS beside landed = true: for which clock the cores "
                     "were mapped whose figures it shows")
    if text["clock"] is not None and (type(text["clock"]) not in (int, float)
                                      or not 0 < text["clock"] <= SLOWEST):
        wrong(sweep, "expected clock = NS, the period for which cores are mapped, such as "
                     f"4.0, at most {SLOWEST}, found clock = {shown(text['clock'])}")
    if not isinstance(text["configs"], list):
        wrong(sweep, f"expected configs = [\"CONFIG\", ...], found configs = {shown(text['configs'])}")
    for name in [text["base"], *text["configs"]]:
        if not isinstance(name, str):
            wrong(sweep, f"expected a text for the name of a configuration, found {shown(name)}")
        try:
            config.resolve(name, "")
        except config.Illegal as illegal:
            wrong(sweep, f"{illegal}")
    if not isinstance(text["points"], list) or any(type(group) is not dict for group in text["points"]):
        wrong(sweep, f"expected tables [[points]], found points = {shown(text['points'])}")
    try:
        text["traffic"] = own_traffic.asked(text["traffic"], sweep.parent)
    except own_traffic.Wrong as error:
        wrong(sweep, f"{error}")
    names = [parameter.name for parameter in config.CONFIG]
    named = [name for group in text["points"] for name in group]
    named += [text["colour"]] if text["colour"] is not None else []
    if unknown := [name for name in named if name not in names]:
        wrong(sweep, f"there is no parameter {shown(unknown[0])}; there are {', '.join(names)}")
    for group in text["points"]:
        for name, values in group.items():
            if not isinstance(values, list) or any(type(value) is not int or not 0 <= value < 1 << 32
                                                   for value in values):
                wrong(sweep, f"expected {name} = [VALUE, ...] with whole numbers below 2^32, found "
                             f"{name} = {shown(values)}")
    return text


def points_of(text):
    """The base of a sweep, the named configurations, then every combination of parameters; each set
    of parameters once: {label: (configuration, overrides)}."""
    points, seen = {}, []

    def add(label, name, overrides):
        values = {**parameters(name), **overrides}
        if values not in seen:
            seen.append(values)
            points[label] = name, overrides

    base = text["base"]
    for name in [base, *text["configs"]]:
        add(name, name, {})
    for group in text["points"]:
        for values in itertools.product(*group.values()):
            changed = {name: value for name, value in zip(group, values)
                       if parameters(base)[name] != value}
            add(" ".join(f"{name}={value}" for name, value in changed.items()), base, changed)
    return points


def resolve(base, overrides):
    """Name of the configuration of a point."""
    try:
        return config.resolve(base, ",".join(f"{name}={value}"
                                             for name, value in overrides.items()))
    except config.Illegal as illegal:
        raise Failed(f"{illegal}") from None


def path_to(name):
    return next(path for path in (ROOT / "configs" / f"{name}.json",
                                  ROOT / "build" / "configs" / f"{name}.json") if path.exists())


def parameters(name):
    return json.loads(path_to(name).read_text(encoding="utf-8"))


def key_of(task, values, how):
    """Digest of all that the result of a task depends on."""
    return runner.key({**values, **how}, TASKS[task])


def task_of(label, name, task, clock=None, backend=BACKENDS[0], traffic=own_traffic.DEFAULT):
    """A measurement of a point. Its folder: one for each clock for which the core is mapped, and for
    each backend of traffic and each traffic."""
    if task != "traffic":
        how, asked = {"clock": clock}, f"_{clock:g}ns" if clock else ""
    else:
        how, asked = {"backend": backend}, f"_{backend}"
        if traffic != own_traffic.DEFAULT:
            how["traffic"] = [vars(one) for one in traffic]
            asked += f"_{runner.key(how, [])[:12]}"
    return runner.Task(f"{label}: {task}", "scripts.explore.study:measure", {"name": name, "task": task, **how},
                       OUT / "points" / name / f"{task}{asked}",
                       key_of(task, parameters(name), how), FIRST[task])


# -------------------------------------------------------------------------------------------------
# Throughput
# -------------------------------------------------------------------------------------------------

def squeeze_program(values, percent):
    """Squeezes of random masks of that density, each followed by its store."""
    lanes = values["VlenBytes"] // 4
    pick = random.Random(percent)
    lines = ["clear_spr ar"]
    for m in range(8):
        kept = pick.sample(range(lanes), max(1, lanes * percent // 100))
        lines.append(f"set_mask m{m}, {sum(1 << 4 * lane for lane in kept):#x}")
    first = len(lines)
    for i in range(64):
        lines += [f"squeeze v{1 + i % 16}, v0, m{i % 8}, b32, store_reg",
                  f"store_unalign [0x0], v{1 + i % 16}, u0, post"]
    return lines, first, 64 * lanes


def vec_program(values, op, blk, rep):
    """One strided, repeated command, with as many iterations as fit a third of UB."""
    blocks = values["VlenBytes"] // 32
    third = values["UbBytes"] // 32 // 3
    repeat = min(255, (third - 1 - (blocks - 1) * blk) // rep)
    lanes = values["VlenBytes"] // 4
    operands = ["dst", "src0"] + (["src1"] if op == "add" else [])
    text = ", ".join(f"{name}={i * third * 32:#x}, {name}_blk={blk}, {name}_rep={rep}"
                     for i, name in enumerate(operands))
    return [f"vec.{op} b32, {text}, mask={lanes}, repeat={repeat}"], 0, lanes * repeat


def target_of(name, backend):
    """What is built for traffic."""
    return f"gsq-{name}" if backend == "lockstep" else "gsq"


def run_gsq(name, backend, *arguments):
    limit = ["timeout", "--foreground", "--kill-after=1", "3600"]  # no run takes an hour
    gsq = ([ROOT / "build" / name / "gsq", *arguments] if backend == "lockstep" else
           [ROOT / "build" / "gsq", *arguments, "--backend", backend, "--config", path_to(name)])
    done = subprocess.run([*limit, *gsq], cwd=ROOT, text=True, capture_output=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip() or "without a word"
        raise Failed(f"gsq {arguments[0]} ended with status {done.returncode}: "
                     f"{said.splitlines()[0]}")


def build(target):
    built = subprocess.run([ROOT / "scripts" / "build.sh", target], cwd=ROOT,
                           text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                           env={**os.environ, "JOBS": "1"})
    if built.returncode:
        raise Failed(f"the build failed: {built.stdout.strip().splitlines()[-1]}")


def measure_traffic(name, backend, traffic=None):
    """Elements a cycle of each kind of traffic."""
    build(target_of(name, backend))
    values = parameters(name)
    rows = []
    with tasks.temporary() as folder:
        for one in own_traffic.DEFAULT if traffic is None else traffic:
            if not isinstance(one, own_traffic.Traffic):    # from the JSON of a task
                one = own_traffic.Traffic(**one)
            measure = measure_programs if one.name == own_traffic.PROGRAMS else measure_patterns
            rows += measure(name, backend, values, one, folder, [row["name"] for row in rows])
    return {"traffic": rows}


def measure_patterns(name, backend, values, traffic, folder, used):
    """Rows of a set or file of patterns, or of a matrix."""
    stats, rows = folder / "stats.json", []
    if traffic.file:
        lanes = values["VlenBytes"] // 4    # of b32
        try:
            file = own_traffic.patterns(traffic, COMMANDS * lanes, folder)
        except own_traffic.Wrong as error:
            raise Failed(f"{error}") from None
    else:
        file = f"tb/patterns/{traffic.name}.json"
    run_gsq(name, backend, "perf", f"{file}", "--width", "b32", "--commands-max", f"{COMMANDS}",
            "--stats", f"{stats}")
    for row in json.loads(stats.read_text(encoding="utf-8"))["patterns"]:
        title = own_traffic.name_of(row, traffic, used + [known["name"] for known in rows])
        rows.append({"name": title, "set": traffic.name, "elements": row["elements"],
                     "folded": row["folded"], "notes": row["notes"],
                     "elements_per_cycle": row["elements"] / row["access_cycles"],
                     "over_bound": row["bank_cycles"] / max(row["bound"], 1)})
    return rows


def measure_programs(name, backend, values, traffic, folder, _used):
    """Rows of squeezes and vec commands."""
    stats, blocks = folder / "stats.json", values["VlenBytes"] // 32
    programs = {f"squeeze {percent} %": squeeze_program(values, percent) for percent in (25, 50, 100)}
    programs |= {"vec.copy contiguous": vec_program(values, "copy", 1, blocks),
                 "vec.add contiguous": vec_program(values, "add", 1, blocks),
                 "vec.copy columns": vec_program(values, "copy", blocks, 1)}
    for title, (lines, first, elements) in programs.items():
        program = folder / "program.gsq"
        tasks.write(program, "\n".join(lines) + "\n")
        run_gsq(name, backend, "run", f"{program}", "--stats", f"{stats}")
        commands = json.loads(stats.read_text(encoding="utf-8"))["commands"][first:]
        cycles = commands[-1]["retire"] - commands[0]["issue"]
        bound = sum(command["bound"] for command in commands)
        yield {"name": title, "set": traffic.name, "elements": elements, "folded": 0, "notes": [],
               "elements_per_cycle": elements / cycles,
               "over_bound": sum(c["ub_beats"] for c in commands) / max(bound, 1)}


# -------------------------------------------------------------------------------------------------
# Area and timing
# -------------------------------------------------------------------------------------------------


def computed(step):
    """What a step of the flow returns: its result and its folder."""
    try:
        return step()
    except Stop as stop:
        raise Failed(f"{stop}") from None


def synthesize(sets, clock):
    """The gates of a core, and their folder; without `clock`, in ns, for the default."""
    return computed(lambda: synthesis.synthesize(CORE, "", sets, LIBRARY, clock or None))


def powered(name, clock, pattern="", width=""):
    """The energy of the placed core while it runs patterns, without the banks."""
    from scripts.flow.layout.flow import UTILISATION    # what these import is installed for wires only
    from scripts.flow.power import flow, record
    asked = flow.Asked(ROOT / "build" / name / "gsq", "", tuple(pattern.split()), width or record.WIDTH)
    return computed(lambda: flow.measure(CORE, "full", settings(name), LIBRARY, clock or None, UTILISATION,
                                         True, asked))[0]


def core(values):
    """Those parameters that the synthesized core has."""
    return {key: value for key, value in values.items() if key != "XbarOneHot"}


def settings(name):
    """The parameters of the core of a configuration, as SET takes them."""
    return ",".join(f"{key}={value}" for key, value in core(parameters(name)).items())


def landed_synthesis(name, clock):
    """The gates and the clock that were landed last; without `clock`, those of the shortest one."""
    sets = ",".join(f"{key}={value}" for key, value in sorted(core(parameters(name)).items()))
    asked = re.escape(f"{clock:g}") if clock else r"\S+"
    found = min((figures for key, figures in landed.load().items() if figures["ns"]
                 and re.fullmatch(rf"gsq_core {sets} {LIBRARY} {asked} ns", key)),
                key=lambda figures: figures["ns"], default=None)
    if not found:
        of = f" and {clock:g} ns" if clock else ""
        raise Failed(f"no gates and clock were landed for this core{of}: make area timing SET={sets} "
                     f"{f'CLOCK={clock:g} ' if clock else ''}LAND=1, which puts them into "
                     f"{landed.LANDED.relative_to(ROOT)}")
    return {"kge": found["kge"], "clock_ns": found["ns"], "target_ns": clock, "library": LIBRARY}


def measure_synthesis(name, clock):
    """Gates, clock and delays to registers of the core; gates have the AND-OR crossbars."""
    result, folder = synthesize(settings(name), clock)
    return {"kge": result["area"][0]["ge"] / 1000, "clock_ns": result["clock_ns"],
            "target_ns": result["target_ns"],
            "blocks": {row["instance"]: row["own_ge"] / 1000 for row in result["area"]},
            "modules": {row["instance"]: row["module"] for row in result["area"]},
            "delays": delays(folder), "tools": result["tools"], "library": result["library"]}


def measure_wires(name, clock):
    """Die and clock of the placed core, and the energy of an element of random gathers and of random
    scatters, without the banks."""
    build(f"gsq-{name}")
    result = powered(name, clock)
    moved = [row for row in result["modes"].values() if row["elements"]]
    return {"mm2": result["mm2"], "clock_ns": result["wired_ns"],
            "pj": sum(row["pj"] / row["elements"] for row in moved) / len(moved)}


def to_registers(folder):
    """[(register, ns)]: the longest path to each register of a synthesized core."""
    return computed(lambda: sta.to_registers(CORE, Library(LIBRARY), folder))


def delays(folder):
    """Longest path to each register, ns: how many registers end one in each tenth of a ns."""
    histogram = {}
    for _, late in to_registers(folder):
        tenth = f"{math.floor(10 * late) / 10:.1f}"
        histogram[tenth] = histogram.get(tenth, 0) + 1
    return histogram


MEASURE = {"traffic": measure_traffic, "synthesis": measure_synthesis, "wires": measure_wires}


# -------------------------------------------------------------------------------------------------
# Running
# -------------------------------------------------------------------------------------------------

def measure(_folder, name, task, **how):
    """The task of the runner."""
    try:
        return MEASURE[task](name, **how)
    except Failed as failed:
        raise runner.Failed(f"{failed}") from None


def row(outcome):
    return (f"{outcome.task.name} {outcome.seconds:.0f} s"
            f"{' FAILED: ' + outcome.error if outcome.error else ''}")


def own_sentences(traffic, point, failure):
    """What the files of traffic stand for; none where all of it is of the project."""
    if failure:
        return []
    try:
        return [own_traffic.described(one, point["traffic"]["traffic"]) for one in traffic if one.file]
    except own_traffic.Wrong as error:  # it has changed since
        return [f"{error}"]


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether the sweep can be read")
    parser.add_argument("sweep", nargs="?", metavar="SWEEP.toml", default="",
                        help=f"default: {DEFAULT.relative_to(ROOT)}")
    words = parser.parse_args()
    sweep = path_of(words.sweep)
    text = read(sweep)
    base = text["base"]
    if words.check:
        return 0
    start = time.monotonic()
    results, failed = {}, {}
    for label, (name, overrides) in points_of(text).items():
        try:
            results[label] = {"name": resolve(name, overrides), "overrides": overrides}
            results[label]["parameters"] = parameters(results[label]["name"])
        except Failed as error:
            failed[label] = {"configuration": str(error)}
    work = {(label, task): task_of(label, point["name"], task, text["clock"], text["backend"],
                                       text["traffic"])
            for task in MEASURE if task == "traffic" or text["wires"]
            or task == "synthesis" and not text["landed"]
            for label, point in results.items()}
    folder = OUT / sweep.stem
    unbuilt = {target_of(results[label]["name"], text["backend"]): None
               for (label, task), todo in work.items()
               if task == "traffic" and not todo.ended().get("passed")}
    if unbuilt:     # what cannot be built is the failure of its task
        runner.build(unbuilt, folder, keep_going=True)
    outcomes = runner.run("study", work.values(), folder, row)
    for (label, task), todo in work.items():
        outcome = outcomes[todo.name]
        if not outcome.passed:
            failed.setdefault(label, {})[task] = outcome.error
        results[label][task] = {**(outcome.result or {}), "seconds": outcome.seconds}
    if text["landed"]:
        for label, point in results.items():
            try:
                point["synthesis"] = landed_synthesis(point["name"], text["clock"])
            except Failed as error:
                failed.setdefault(label, {})["synthesis"] = f"{error}"
    study = {"sweep": sweep.stem, "date": f"{datetime.date.today()}",
             **{key: text[key] for key in ("base", "clock", "colour", "backend", "landed", "wires")},
             "commands": COMMANDS,
             "traffic": own_sentences(text["traffic"], results.get(base, {}), failed.get(base)),
             "points": {label: point for label, point in results.items() if label not in failed},
             "failed": failed}
    path = folder / "results.json"
    tasks.write(path, json.dumps(study, indent=1) + "\n")
    if base in study["points"]:
        study_page.write(study, PAGES.get(sweep, folder / "study.md"), folder)
    for label, errors in failed.items():
        for task, error in errors.items():
            print(f"failed: {label}, {task}: {error}", file=sys.stderr)
    print(f"{len(study['points'])} points complete, {len(failed)} not, "
          f"{time.monotonic() - start:.0f} seconds{runner.summary(outcomes)}, results in "
          f"{path.relative_to(ROOT)}")
    return 1 if failed else 0
