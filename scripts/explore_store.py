#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Renews the store of synthesized cores, from which explorations predict gates and clock.

Usage: explore_store.py [--keep]

Synthesizes the cores of scripts/explorations/store/plan.toml that rows.json beside it lacks, or has
from another flow or from RTL that elaborates to another core: minutes each. What was synthesized stays
in build/explore/store/, so a run that was stopped goes on. rows.json, which is part of the project,
then has the plan and nothing else. --keep: synthesizes nothing, and writes what is there.
"""
import json
import sys

import runner
import study
import tasks
from exploration import store

OUT = tasks.ROOT / "build" / "explore" / "store"


def task_of(name, parameters, clock, before):
    key = store.key_of(parameters, clock)
    return runner.Task(name, "exploration.store:measure",
                       {"parameters": parameters, "clock": clock, "before": before}, OUT / key, key)


def main():
    def same(parameters, clock):
        return json.dumps([parameters, clock], sort_keys=True)

    have = {same(row["parameters"], row["clock"]): row for row in store.load()}
    todo = {same(*core[1:]): task_of(*core, have.get(same(*core[1:]))) for core in store.planned()}
    failed = 0
    if "--keep" in sys.argv[1:]:
        done = {core: task.ended().get("result") for core, task in todo.items()}
    else:
        outcomes = runner.run("explore", [task for core, task in todo.items()
                                          if core not in have or not store.holds(have[core])],
                              OUT, study.row)
        done = {core: outcomes[task.name].result for core, task in todo.items()
                if task.name in outcomes}
        failed = sum(not outcome.passed for outcome in outcomes.values())
    # A row of older RTL says more than none.
    rows = [done.get(core) or have.get(core) for core in todo]
    rows = [row for row in rows if row]
    store.save(rows)
    print(f"{len(rows)} of {len(todo)} cores in {store.STORE.relative_to(tasks.ROOT)}, "
          f"{sum(not store.holds(row) for row in rows)} of them of other RTL or another flow")
    return 1 if failed else 0


if __name__ == "__main__":
    tasks.main(main)
