# SPDX-License-Identifier: Apache-2.0
"""Searches for the parameters that serve some traffic best, and confirms what it found.

An optimiser (Optuna) asks for points, the cycle model runs the traffic, and a model of synthesized
cores (scripts/explore/explorations/store/) says gates and clock. Points of the front are then synthesized and
run in lockstep; results stay in build/explore/ until their sources change, so a run that was stopped
goes on. Pages: docs/evaluate/explore.md for the default exploration, else build/explore/NAME/explore.md; in
any case explore.html and results.json in build/explore/NAME/. Exit status 1 if a point could not be
confirmed. --check: only says whether the exploration can be read. JOBS: number of parallel tasks.
"""
import datetime
import json
import subprocess
import sys
import time

from scripts.core import runner, tasks
from scripts.explore import explore_page, explore_page, asked as asking, study
from scripts.spec import config

ROOT = tasks.ROOT
OUT = ROOT / "build" / "explore"
PAGES = {asking.DEFAULT: ROOT / "docs" / "evaluate"}     # others: build/explore/NAME/
ENERGY = "energy of an element"
FEWEST = 10     # rows of which a model can be made


def model_of(asked):
    """The model of all stored cores that were mapped for the clock, and what it knows of itself."""
    from scripts.explore import explore_page, energy, model, store
    clock = asked.clock
    rows = [row for row in store.load() if row["clock"] == clock]
    if len(rows) < FEWEST:
        have = sorted({"the default clock" if row["clock"] is None else f"{row['clock']:g} ns"
                       for row in store.load()})
        sys.exit(f"explore: expected at least {FEWEST} cores mapped for "
                 f"{'the default clock' if clock is None else f'{clock:g} ns'} in the store, found "
                 f"{len(rows)}; it has cores for {', '.join(have)}. Add some to "
                 f"{asking.shown(store.PLAN)} and run make explore-store")
    stale = sum(not store.holds(row) for row in rows)
    placed = energy.load()
    if ENERGY in asked.goals and len(placed) < energy.FEWEST:
        sys.exit(f"explore: expected at least {energy.FEWEST} placed cores in "
                 f"{asking.shown(energy.ROWS)} to predict the {ENERGY}, found {len(placed)}: run make "
                 "explore-store")
    old = sum(row["key"] != energy.key_of(row["parameters"]) for row in placed)
    if ENERGY in asked.goals and old:
        print(f"explore: the energy of {old} of {len(placed)} placed cores is of other sources than "
              "today's, so predictions may be off; make explore-store renews it", file=sys.stderr)
    if stale:
        print(f"explore: {stale} of {len(rows)} cores of the store are of other RTL or another flow "
              "than today's, so predictions may be off; make explore-store renews them",
              file=sys.stderr)
    made = model.Model(rows)
    known = {"rows": len(rows), "stale": stale, "target_ns": rows[0]["target_ns"],
             "in_sample": told(model.errors(rows, made)), "left_out": told(model.left_out(rows)),
             "energy": [{"parameters": row["parameters"], "traffic": mode, "predicted_pj": predicted,
                         "pj": found} for row, mode, predicted, found in energy.errors(placed)]}
    return made, known


def told(errors):
    """Errors of a model, for results.json."""
    return [{"parameters": row["parameters"], "kge": row["kge"], "clock_ns": row["clock_ns"],
             "predicted_kge": gates, "predicted_ns": ns} for row, gates, ns in errors]


def search(asked, model):
    """The search, done."""
    from scripts.explore import explore_page, explore_page, traffic
    from scripts.explore.search import Search

    def elements(parameters):
        return traffic.rows(traffic.model(asked.base, asking.overrides(asked, parameters)),
                            asked.traffic)

    found = Search(asked, model, elements)
    with tasks.Progress("search", {"trials": None}) as progress:
        progress.begin("trials")
        found.run()
        progress.end("trials")
    if not found.points:
        why = next(iter(found.refused.values()), "no combination is legal")
        sys.exit(f"explore: no point could be looked at: {why}")
    return found


def confirm(asked, found):
    """The base and the chosen points of the front, synthesized and run in lockstep: {label: point};
    and {label: {task: error}} of those that failed."""
    from scripts.explore import explore_page, explore_page, traffic
    points = {asked.base: {"overrides": {}, "parameters": config.parameters_of(asked.base)}}
    for label in found.chosen():
        point = found.points[label]
        points.setdefault(label, {"overrides": point["overrides"],
                                  "parameters": point["parameters"]})
    names = {label: config.resolve(asked.base, ",".join(
        f"{name}={value}" for name, value in point["overrides"].items()))
             for label, point in points.items()}
    work = {label: {"synthesis": study.task_of(label, name, "synthesis", asked.clock),
                    "lockstep": traffic.task_of(name, asked.traffic)}
            for label, name in names.items()}
    unbuilt = [target for label, todo in work.items() if not todo["lockstep"].ended().get("passed")
               for target in traffic.targets(names[label], asked.traffic)]
    if unbuilt:     # what cannot be built is the failure of its task
        runner.build(unbuilt, OUT / asked.name, keep_going=True)
    outcomes = runner.run("explore", [task for todo in work.values() for task in todo.values()],
                          OUT / asked.name, study.row)
    failed = {}
    for label, todo in work.items():
        done = {name: outcomes[task.name] for name, task in todo.items()}
        if errors := {name: outcome.error for name, outcome in done.items() if not outcome.passed}:
            failed[label] = errors
            continue
        points[label] |= {"name": names[label], "synthesis": done["synthesis"].result,
                          "traffic": {"traffic": done["lockstep"].result}}
    return {label: point for label, point in points.items() if label not in failed}, failed


def named(asked):
    """Named configurations with their landed figures, and elements a cycle of the cycle model."""
    from scripts.explore import explore_page, explore_page, traffic
    from scripts.flow.synthesis import landed
    for name in config.named():
        values = config.parameters_of(name)
        figures = landed.of_core(values)
        if figures:
            yield name, {"parameters": values, "overrides": {},
                         "traffic": {"traffic": traffic.rows(traffic.model(name, {}), asked.traffic)},
                         "synthesis": {"kge": figures["kge"], "clock_ns": figures["ns"]}}


def brief(asked, point):
    """A point of the search for results.json."""
    from scripts.explore import explore_page, explore_page, energy
    from scripts.explore.study_figures import score
    return {"overrides": point["overrides"], "elements_per_cycle": score(point),
            **point["synthesis"],
            **({"pj": energy.of_element(point)} if ENERGY in asked.goals else {})}


def explore(asked, path):
    from scripts.explore import explore_page, explore_page, traffic
    start = time.monotonic()
    seconds = {}

    def lap(name):
        seconds[name] = round(time.monotonic() - start - sum(seconds.values()), 1)

    made, known = model_of(asked)
    lap("model of gates and clock")
    if subprocess.run([ROOT / "scripts" / "build.sh", *traffic.targets("", asked.traffic)],
                      check=False).returncode:
        return 1
    lap("build of the cycle model")
    found = search(asked, made)
    lap("search")
    print(f"looked at {len(found.points)} points in {seconds['search']:.0f} s, {len(found.front())} of "
          "them on the front")
    points, failed = confirm(asked, found)
    lap("synthesis and lockstep")
    results = {
        "exploration": asked.name, "base": asked.base, "clock": asked.clock, "colour": None,
        "date": f"{datetime.date.today()}", "goals": asked.goals, "trials": asked.trials,
        "confirm": asked.confirm, "seed": asked.seed, "ranges": asked.ranges, "fixed": asked.fixed,
        "traffic": [vars(one) for one in asked.traffic], "model": known, "seconds": seconds,
        "searched": {label: brief(asked, point) for label, point in found.points.items()},
        "refused": found.refused, "front": found.front(),
        "predicted": {label: found.points[label] for label in found.chosen()},
        "points": points, "named": dict(named(asked)), "failed": failed}
    folder = OUT / asked.name
    tasks.write(folder / "results.json", json.dumps(results, indent=1) + "\n")
    if asked.base in points:
        explore_page.write(results, PAGES.get(path, folder), folder)
    else:
        print(f"explore: {asked.base}, with which all points are compared, was not confirmed, so there is "
              "no page", file=sys.stderr)
    for label, errors in failed.items():
        for task, error in errors.items():
            print(f"failed: {label}, {task}: {error}", file=sys.stderr)
    print(f"{len(points)} points confirmed, {len(failed)} not, {time.monotonic() - start:.0f} seconds, "
          f"results in {asking.shown(folder / 'results.json')}")
    return 1 if failed or asked.base not in points else 0


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether the exploration can be read")
    parser.add_argument("exploration", nargs="?", metavar="EXPLORATION.toml", default="",
                        help=f"default: {asking.shown(asking.DEFAULT)}")
    words = parser.parse_args()
    path = asking.path_of(words.exploration)
    try:
        asked = asking.read(path)
    except asking.Wrong as wrong:
        sys.exit(f"explore: {wrong}")
    if words.check:
        return 0
    return explore(asked, path)
