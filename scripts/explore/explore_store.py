# SPDX-License-Identifier: Apache-2.0
"""Renews the store of cores, from which explorations predict gates, clock and energy.

Synthesizes the cores of scripts/explore/explorations/store/plan.toml that rows.json beside it lacks, or has
from another flow or from RTL that elaborates to another core: minutes each. Then places those that
energy.json lacks, or has from other sources, and measures their energy: a quarter of an hour each.
What was computed stays in build/explore/store/, so a run that was stopped goes on. Both files, which
are part of the project, then have the plan and nothing else. --keep: computes nothing, and writes what
is there. --missing: synthesizes only cores that the store has in no form, and places none; what is
of other RTL stays.
"""
import json

from scripts.core import runner, tasks
from scripts.explore import store, study

OUT = tasks.ROOT / "build" / "explore" / "store"


def task_of(name, parameters, clock, before):
    key = store.key_of(parameters, clock)
    return runner.Task(name, "scripts.explore.store:measure",
                       {"parameters": parameters, "clock": clock, "before": before}, OUT / key, key)


def main():
    parser = tasks.arguments(__doc__)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--keep", action="store_true", help="compute nothing, and write what is there")
    what.add_argument("--missing", action="store_true", help="synthesize only cores that the store has in "
                      "no form, and place none; what is of other RTL stays")
    words = parser.parse_args()

    def same(parameters, clock):
        return json.dumps([parameters, clock], sort_keys=True)

    have = {same(row["parameters"], row["clock"]): row for row in store.load()}
    todo = {same(*core[1:]): task_of(*core, have.get(same(*core[1:]))) for core in store.planned()}
    failed = 0
    if words.keep:
        done = {core: task.ended().get("result") for core, task in todo.items()}
    else:
        outcomes = runner.run("explore", [task for core, task in todo.items() if core not in have or
                                          not (words.missing or store.holds(have[core]))], OUT, study.row)
        done = {core: outcomes[task.name].result for core, task in todo.items()
                if task.name in outcomes}
        failed = sum(not outcome.passed for outcome in outcomes.values())
    # A row of older RTL says more than none.
    rows = [done.get(core) or have.get(core) for core in todo]
    rows = [row for row in rows if row]
    store.save(rows)
    print(f"{len(rows)} of {len(todo)} cores in {store.STORE.relative_to(tasks.ROOT)}, "
          f"{sum(not store.holds(row) for row in rows)} of them of other RTL or another flow")
    return 1 if energies(words.keep or words.missing) or failed else 0


def energies(keep):
    """Renews energy.json. Returns how many tasks failed."""
    from scripts.explore import energy      # with packages of its own
    names = energy.planned()
    parameters = {name: study.parameters(name) for name in names}
    have = {name: row for row in energy.load() for name in names
            if parameters[name] == row["parameters"]}
    todo = {name: energy.task_of(name, have.get(name)) for name in names
            if have.get(name, {}).get("key") != energy.key_of(parameters[name])}
    if keep:
        ended = {name: task.ended().get("result") for name, task in todo.items()}
        have |= {name: row for name, row in ended.items() if row}
        todo = {}
    outcomes = runner.run("energy", list(todo.values()), OUT, study.row)
    have |= {outcome.task.arguments["name"]: outcome.result for outcome in outcomes.values()
             if outcome.passed}
    rows = [have[name] for name in names if name in have]
    store.save(rows, energy.ROWS)
    print(f"{len(rows)} of {len(names)} cores in {energy.ROWS.relative_to(tasks.ROOT)}")
    return sum(not outcome.passed for outcome in outcomes.values())
