#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Long random runs in lockstep on the named configurations and on variants of tiny with other
windows and bank functions. Exit 1 if any of them fails.

Prints a table and writes build/regress/results.json; the logs of the runs are in the same folder.
The variable SEED is the seed of all runs, JOBS the number of parallel runs. With COVERAGE=1 the runs
look for bins of functional coverage instead, until they find no more.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import functional_coverage
import tasks
from config import resolve

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "regress"
COMMANDS = {"tiny": 1000000, "small": 200000, "full": 50000, "full_w1": 50000,
            "full_hash": 50000, "ascend": 50000}
VARIANTS = ("Window=2,BankHash=1,HostPatience=4", "Window=4,BankHash=2,HostPatience=4",
            "Window=4,Coalesce=0", "Window=8,BankBytes=8,RspDepth=32,HostPatience=4")
VARIANT_COMMANDS = 200000
STALLS = (0, 30, 70)
LIMIT = ("timeout", "--foreground", "--kill-after=1", "3600")  # no run takes an hour


def mixes_of(config):
    """Runs of independent commands only matter where groups can wait side by side."""
    folder = ROOT / ("build/configs" if "+" in config else "configs")
    values = json.loads((folder / f"{config}.json").read_text(encoding="utf-8"))
    return ("all",) if values["Window"] == 1 else ("all", "window")


def run(config, mix, stall, seed):
    """One run: its entry for the table and the JSON."""
    commands = COMMANDS.get(config, VARIANT_COMMANDS)
    command = [*LIMIT, ROOT / "build" / config / "gsq", "random", "--commands", commands,
               "--mix", mix, "--stall", stall, "--seed", seed]
    log = OUT / f"{config}_{mix}_stall{stall}.log"
    start = time.monotonic()
    with open(log, "w", encoding="utf-8") as file:
        status = subprocess.run([str(word) for word in command], stdout=file, stderr=file,
                                check=False).returncode
    seconds = time.monotonic() - start
    agreed = re.search(r"agreed on (\d+) cycles", log.read_text(encoding="utf-8"))
    passed = status == 0 and agreed is not None
    cycles = int(agreed[1]) if passed else 0
    return {"config": config, "mix": mix, "stall": stall, "seed": seed, "commands": commands,
            "cycles": cycles, "seconds": round(seconds, 2),
            "commands_per_second": round(commands / seconds),
            "cycles_per_second": round(cycles / seconds),
            "result": "pass" if passed else f"FAIL (exit {status}), see {log.relative_to(ROOT)}"}


def main():
    jobs = tasks.jobs()
    seed = int(os.environ.get("SEED") or 1000)  # different from the seeds of `make test`
    start = time.monotonic()
    configs = [*COMMANDS, *(resolve("tiny", overrides) for overrides in VARIANTS)]
    if os.environ.get("COVERAGE"):
        return 0 if functional_coverage.regress(configs) else 1
    build = subprocess.run([ROOT / "scripts" / "build.sh", *(f"gsq-{name}" for name in configs)],
                           check=False)
    if build.returncode:
        sys.exit(build.returncode)
    OUT.mkdir(parents=True, exist_ok=True)
    row = "{:50} {:6} {:>5} {:>9} {:>10} {:>11} {:>10}  {}"
    print(row.format("config", "mix", "stall", "commands", "cycles", "commands/s", "cycles/s", "result"))
    results = []
    each = {f"{config} {mix} {stall}": (config, mix, stall) for config in configs
            for mix in mixes_of(config) for stall in STALLS}
    with tasks.Progress("regress", each.keys(), jobs, "runs") as progress, \
         concurrent.futures.ThreadPoolExecutor(jobs) as pool:

        def timed(name):
            progress.begin(name)
            result = run(*each[name], seed)
            progress.end(name)
            return result

        for result in pool.map(timed, each):
            results.append(result)
            progress.say(row.format(*(result[key] for key in (
                "config", "mix", "stall", "commands", "cycles", "commands_per_second",
                "cycles_per_second", "result"))))
    path = OUT / "results.json"
    tasks.write(path, json.dumps(results, indent=2) + "\n")
    failed = sum(result["result"] != "pass" for result in results)
    print(f"{len(results) - failed} runs passed, {failed} failed, seed {seed}, "
          f"{time.monotonic() - start:.0f} seconds, results in {path.relative_to(ROOT)}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    tasks.main(main)
