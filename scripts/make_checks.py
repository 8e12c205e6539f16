# SPDX-License-Identifier: Apache-2.0
"""Checks the variables of a make command before anything is installed or built.

NAME are the variables of the command line; the values are in the environment, as make passes them.
Exit status 2 with one sentence when a target cannot do what is asked, or when a name looks like a
misspelt one; any other unknown name is a warning, since make passes it on to what it starts.
"""
import difflib
import os
import pathlib
import re
import sys

from scripts.core import runner, tasks
from scripts.spec import config

MAKEFILE = tasks.ROOT / "Makefile"
SIMULATES = {"sim", "random", "perf", "install", "build", "waves"}
RUNS = {"regress", "mutate", "coverage", "prove", "study", "explore"}   # RUNNER runs their tasks
NUMBERS = ("AUTO", "SEED", "SEEDS", "STALL", "COMMANDS", "JOBS")
NOT_ZERO = ("AUTO", "JOBS", "SEEDS")
# Variables of earlier versions, and how ARGS says the same
RETIRED = {"FST": "{}", "CYCLES": "--cycles {}", "SHOW": "--show {}", "OUTPUT": "--png {}", "VIEW": "--png FILE.png",
           "HEIGHT": "--height {}", "FUZZ": "{}", "MINUTES": "--minutes {}", "KEEP": "--keep", "SANITIZE": "{}",
           "STEPS": "{}", "PROOF": "{}", "FLAT": "--flat", "UTIL": "--util {}", "GATES": "--gates {}",
           "ROUTE": "--route", "TABLES": "{}", "COVER": "{}", "COVERAGE": "--coverage"}
OTHERS = {"PATTERN": "PATTERNS=…", "OF": "make mutate-models AUTO=N"}
PASSED = ("BARE", "BARE_COLD")     # on to scripts/bare.sh


class Wrong(Exception):
    """One sentence for the user."""


def known_variables():
    """The variables that `make help` lists."""
    helped = re.findall(r"^\t@echo '  ([A-Z]+=.*)'$", MAKEFILE.read_text(encoding="utf-8"), re.M)
    return [name for line in helped for name in re.findall(r"\b([A-Z]+)=", line)]


def check_names(names):
    known = known_variables()
    for name in names:
        if name in known or name in PASSED:
            continue
        if name in RETIRED:
            raise Wrong(f"{name}={os.environ.get(name)} is an option of the command now: "
                        f"ARGS='{RETIRED[name].format(os.environ.get(name))}'")
        if name in OTHERS:
            raise Wrong(f"{name}={os.environ.get(name)} has another name now: {OTHERS[name]}")
        near = difflib.get_close_matches(name.upper(), known, 1, 0.65)
        if near:
            raise Wrong(f"there is no variable {name}; did you mean {near[0]}? (make lists all)")
        print(f"make: no target reads the variable {name} (make lists all); it is only passed on",
              file=sys.stderr)


def expect_file(variable, path, what):
    if not pathlib.Path(path).exists():
        raise Wrong(f"there is no {variable}={path}: expected {what}")


def check_values(targets):
    value = os.environ.get
    for name in NUMBERS:
        if not re.fullmatch(r"\d*", value(name, "")):
            raise Wrong(f"expected {name}=N, a whole number, found '{value(name)}'")
    for name in NOT_ZERO:
        if re.fullmatch("0+", value(name, "")):
            raise Wrong(f"expected {name}=N, at least 1, found 0")
    if runner.on_slurm() and not targets <= RUNS:
        raise Wrong(f"RUNNER=slurm is for {', '.join(sorted(RUNS))}, whose tasks can run on many "
                    f"machines, not for {', '.join(sorted(targets - RUNS))}")
    try:
        runner.check()
    except runner.Stop as stop:
        raise Wrong(f"{stop}") from None
    if targets & SIMULATES or "regress" in targets and (value("CONFIG") or value("SET")):
        try:
            config.resolve(value("CONFIG") or "full", value("SET", ""))
        except config.Illegal as illegal:
            raise Wrong(f"{illegal}") from None
    if targets & {"sim", "waves"} and value("PROGRAM"):
        expect_file("PROGRAM", value("PROGRAM"),
                    "a program, such as tb/programs/squeeze_kernel.gsq")
    if "soc" in targets:
        from scripts.run import soc
        try:
            config.resolve(value("CONFIG") or soc.CONFIG, value("SET", ""))
            soc.found(value("PROGRAM") or "hello.c")
        except (config.Illegal, soc.Wrong) as wrong:
            raise Wrong(f"{wrong}") from None
    if "perf" in targets:
        for path in value("PATTERNS", "").split():
            expect_file("PATTERNS", path, "JSON files with patterns, such as those of tb/patterns/")
    if "waves" in targets and not value("ARGS"):    # else its command says what is wrong
        from scripts.pages import waves
        waves.check(value("PROGRAM"), None, "", None, None)     # of PROGRAM: of a run that is still to come
    if "rvv" in targets and value("TESTS"):
        expect_file("TESTS", value("TESTS"), "a folder with tests, as docs/develop/rvv_tests.md makes them")
    if "mutate" in targets and value("AUTO") and value("FAULT"):
        raise Wrong("AUTO=N draws mutants, FAULT=NAME is one of tb/plan/faults.toml; expected one of them")
    if "mutate" in targets:
        from scripts.mutate import mutate
        mutate.load_faults()
    if "study" in targets:
        from scripts.explore import study
        study.read(study.path_of(value("SWEEP", "")))
    if "explore" in targets:
        from scripts.explore import asked
        try:
            asked.read(asked.path_of(value("EXPLORE", "")))
        except asked.Wrong as wrong:
            raise Wrong(f"{wrong}") from None
    # What these prove has parameters of its own; SET changes those of a module that is named.
    for target, named in (("prove", False), ("netlist-check", bool(value("TOP")))):
        if target in targets and value("SET") and not value("CONFIG") and not named:
            raise Wrong(f"SET={value('SET')} changes parameters of a core; expected CONFIG=…, too")
    if targets & {"prove", "netlist-check"} and value("CONFIG"):
        from scripts.flow.synthesis import blocks, tools
        top = value("TOP", "") if "netlist-check" in targets else ""
        try:
            blocks.settings(top or blocks.CORE, value("CONFIG"), value("SET", "") if top else "")
        except tools.Stop as stop:
            raise Wrong(f"{stop}") from None
    if "netlist-check" in targets and value("TOP"):
        from scripts.formal import netlist_check
        netlist_check.expect_proved(value("TOP"))
    if targets & {"area", "timing", "layout", "power"}:
        from scripts.flow import synth
        try:
            top = value("TOP") or ("gsq_xbar" if "power" in targets else synth.TOP)
            if "power" in targets and top == synth.TOP:
                config.resolve(value("CONFIG") or "full", value("SET", ""))
            synth.check(top, value("CONFIG", ""), value("SET", ""), value("CLOCK", ""))
            if "power" in targets:
                from scripts.flow import make_power
                make_power.check(top, value("PROGRAM", ""), value("PATTERNS", ""), "",
                                 value("WIDTH", "") if "perf" not in targets else "")
        except (synth.Stop, config.Illegal) as stop:
            raise Wrong(f"{stop}") from None


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("targets", metavar="TARGET…", help="of make, in one word")
    parser.add_argument("names", metavar="NAME", nargs="*", help="variables of the command line")
    asked = parser.parse_args()
    try:
        check_names(asked.names)
        check_values(set(asked.targets.split()))
    except Wrong as wrong:
        print(f"make: {wrong}", file=sys.stderr)
        return 2
    return 0
