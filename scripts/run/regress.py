# SPDX-License-Identifier: Apache-2.0
"""Long random runs in lockstep on the named configurations and on variants of tiny with other
windows and bank functions. Exit 1 if any of them fails.

Prints a table and writes build/regress/results.json; logs and what failing runs leave are in
build/regress/runs/. A run that passed is not run again by the same program with the same seed.
Variables: SEED, the seed of the first run of each kind, and SEEDS, how many seeds there are; CONFIG
and SET, only this configuration; COMMANDS, of each run; RUNNER and JOBS, where and how many at
once. With --coverage the runs look for bins of functional coverage instead, until they find no more.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import time

from scripts.core import runner, tasks
from scripts.coverage import functional_coverage
from scripts.run import soak
from scripts.spec import config

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "build" / "regress"
COMMANDS = {"tiny": 1000000, "small": 200000, "medium": 100000, "full": 50000,
            "full_4x2": 50000, "full_w1": 50000, "full_hash": 50000, "ascend": 50000}
VARIANTS = ("LaneOps=1", "Places=4,Parts=2,SqueezeCuts=0,LaneOps=1", "Places=3,BankHash=1,HostPatience=4",
            "Places=4,Parts=2,BankHash=2,HostPatience=4,LaneOps=1",
            "Places=4,Parts=2,Coalesce=0",
            "Places=8,Parts=4,BankBytes=8,RspDepth=32,HostPatience=4,LaneOps=1")
VARIANT_COMMANDS = 200000
STALLS = (0, 30, 70)
SEED = 1000     # different from the seeds of `make test`
LIMIT = ("timeout", "--foreground", "--kill-after=1", "3600")  # no run takes an hour
COLUMNS = ("config", "mix", "stall", "seed", "commands", "cycles", "commands_per_second",
           "cycles_per_second", "result")
ROW = "{:56} {:6} {:>5} {:>6} {:>9} {:>10} {:>10} {:>10}  {}"


def configurations():
    """The names that CONFIG and SET choose, or all."""
    if os.environ.get("CONFIG") or os.environ.get("SET"):
        return [config.resolve(os.environ.get("CONFIG") or "full", os.environ.get("SET", ""))]
    return [*COMMANDS, *(config.resolve("tiny", overrides) for overrides in VARIANTS)]


def mixes_of(name):
    """Runs of independent commands only matter where groups can wait side by side."""
    folder = ROOT / ("build/configs" if "+" in name else "configs")
    values = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return ("all",) if values["Places"] == 1 else ("all", "window")


def run(folder, name, mix, stall, seed, commands):
    """The task: the cycles on which RTL and golden model agree."""
    program = ROOT / "build" / name / "gsq"
    status = subprocess.run(list(map(str, (
        *LIMIT, program, "random", "--commands", commands, "--mix", mix, "--stall", stall, "--seed",
        seed, "--failures", folder.relative_to(ROOT)))), cwd=ROOT, check=False).returncode
    runner.expect_alive(status, program.name)
    agreed = re.search(r"agreed on (\d+) cycles", (folder / "log").read_text(encoding="utf-8"))
    if status or not agreed:
        raise runner.Failed(f"exit {status}")
    return int(agreed[1])


def entry(outcome):
    """A run for the table and the JSON."""
    cycles, seconds = outcome.result or 0, outcome.seconds
    arguments = outcome.task.arguments
    return {"config": arguments["name"],
            **{name: arguments[name] for name in ("mix", "stall", "seed", "commands")},
            "cycles": cycles, "seconds": seconds,
            "commands_per_second": round(arguments["commands"] / seconds) if seconds else 0,
            "cycles_per_second": round(cycles / seconds) if seconds else 0,
            "result": "pass" if outcome.passed else
                      f"FAIL ({outcome.error}), see {runner.shown(outcome.folder)}"}


def row(outcome):
    values = entry(outcome)
    return ROW.format(*(values[name] for name in COLUMNS))


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("--coverage", action="store_true",
                        help="look for bins of functional coverage until there are no more")
    parser.add_argument("--land", action="store_true", help="record the cycles for the sign-off")
    options = parser.parse_args()
    first, seeds = int(os.environ.get("SEED") or SEED), int(os.environ.get("SEEDS") or 1)
    commands = int(os.environ.get("COMMANDS") or 0)
    start = time.monotonic()
    try:
        configs = configurations()
    except config.Illegal as illegal:
        sys.exit(f"regress: {illegal}")
    if options.coverage:
        return 0 if functional_coverage.regress(configs) else 1
    simulated = soak.rtl()
    runner.build([f"gsq-{name}" for name in configs], OUT)
    todo = []
    for name in configs:
        for seed in range(first, first + seeds):
            for mix in mixes_of(name):
                for stall in STALLS:
                    arguments = {"name": name, "mix": mix, "stall": stall, "seed": seed,
                                 "commands": commands or COMMANDS.get(name, VARIANT_COMMANDS)}
                    label = f"{name}_{mix}_stall{stall}_seed{seed}"
                    todo.append(runner.Task(label, "scripts.run.regress:run", arguments, OUT / "runs" / label,
                                            runner.key(arguments, [f"build/{name}/gsq"])))
    print(ROW.format(*(name.replace("_per_second", "/s") for name in COLUMNS)))
    outcomes = runner.run("regress", todo, OUT, row, "runs")
    results = [entry(outcome) for outcome in outcomes.values()]
    path = OUT / "results.json"
    tasks.write(path, json.dumps(results, indent=2) + "\n")
    failed = sum(not outcome.passed for outcome in outcomes.values())
    if options.land:
        print(f"{soak.add(results, simulated)} more cycles in {soak.KEPT.relative_to(ROOT)}")
    print(f"{len(results) - failed} runs passed, {failed} failed, seeds {first} to "
          f"{first + seeds - 1}, {sum(result['cycles'] for result in results)} cycles, "
          f"{time.monotonic() - start:.0f} seconds{runner.summary(outcomes)}, results in "
          f"{path.relative_to(ROOT)}")
    return 1 if failed else 0
