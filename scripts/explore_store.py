#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Renews the store of synthesized cores, from which explorations predict gates and clock.

Usage: explore_store.py [--keep]

Synthesizes the cores of scripts/explorations/store/plan.toml that rows.json beside it lacks, or has
from other RTL or another flow, minutes each; what was synthesized stays in build/explore/store/, so a
run that was stopped goes on. rows.json then has the plan and nothing else; it is part of the project.
--keep: synthesizes nothing, and writes what is there. Prints the error of the model.
"""
import json
import sys

import runner
import study
import tasks
from exploration import store

OUT = tasks.ROOT / "build" / "explore" / "store"


def task_of(name, parameters, clock):
    key = store.key_of(parameters, clock)
    return runner.Task(name, "exploration.store:measure",
                       {"parameters": parameters, "clock": clock}, OUT / key, key)


def main():
    have = {row["key"]: row for row in store.load()}
    todo = [task_of(*core) for core in store.planned()]
    failed = 0
    if "--keep" in sys.argv[1:]:
        done = {task.key: task.ended().get("result") for task in todo}
    else:
        outcomes = runner.run(
            "explore", [task for task in todo if task.key not in have], OUT,
            study.row)
        done = {outcome.task.key: outcome.result for outcome in outcomes.values()}
        failed = sum(not outcome.passed for outcome in outcomes.values())
    rows = [have.get(task.key) or done.get(task.key) for task in todo]
    # A row of older RTL says more than none.
    old = {json.dumps([row["parameters"], row["clock"]]): row for row in have.values()}
    rows = [row or old.get(json.dumps([task.arguments["parameters"], task.arguments["clock"]]))
            for row, task in zip(rows, todo)]
    rows = [row for row in rows if row]
    store.save(rows)
    print(f"{len(rows)} of {len(todo)} cores in {store.STORE.relative_to(tasks.ROOT)}, "
          f"{sum(not store.holds(row) for row in rows)} of them of other RTL or another flow")
    return 1 if failed else 0


if __name__ == "__main__":
    tasks.main(main)
