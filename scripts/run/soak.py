# SPDX-License-Identifier: Apache-2.0
"""How many random cycles RTL and cycle model have agreed on, over all regressions that were recorded:
build/signoff/soak.json.

An entry has runs of one kind: configuration, mix, stall, commands and RTL. `seeds` are its ranges
[first, last], so that no run counts twice. The RTL of a run is a digest of rtl/ without its comments:
after a change of the RTL cycles are counted anew, those before stay in the file.
"""
import json

from scripts.core import runner, tasks

KEPT = tasks.ROOT / "build" / "signoff" / "soak.json"
KIND = ("config", "mix", "stall", "commands", "rtl")


def rtl():
    return runner.key([], ["rtl"])


def load():
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else []


def holds(ranges, seed):
    return any(first <= seed <= last for first, last in ranges)


def joined(ranges, seed):
    """The ranges with a seed that they lack."""
    merged = []
    for first, last in sorted([*map(tuple, ranges), (seed, seed)]):
        if merged and first <= merged[-1][1] + 1:
            merged[-1][1] = max(last, merged[-1][1])
        else:
            merged.append([first, last])
    return merged


def add(results, simulated):
    """Records the runs of a regression that passed and were not recorded yet; `simulated`: rtl() when
    their programs were built. Returns their cycles."""
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    kinds = {tuple(entry[name] for name in KIND): entry for entry in load()}
    cycles = 0
    for result in results:
        if result["result"] != "pass":
            continue
        kind = tuple({**result, "rtl": simulated}[name] for name in KIND)
        entry = kinds.setdefault(kind, {**dict(zip(KIND, kind)), "seeds": [], "cycles": 0})
        if holds(entry["seeds"], result["seed"]):
            continue
        entry["seeds"] = joined(entry["seeds"], result["seed"])
        entry["cycles"] += result["cycles"]
        cycles += result["cycles"]
    tasks.write(KEPT, "[" + ",\n ".join(json.dumps(kinds[kind]) for kind in sorted(kinds)) + "]\n")
    return cycles


def table():
    """Lines of the page."""
    entries, now = load(), rtl()
    yield from [
        "Random commands in lockstep, with random stalls, beyond the runs of `make test`; RTL and cycle"
        " model agreed on every port in",
        "every one of these cycles. `make regress ARGS=--land` adds its runs to `build/signoff/soak.json`, which"
        " has the seeds.", ""]
    if not entries:
        yield "No run was recorded yet."
        return
    yield from [
        "| configuration | runs | cycles of the RTL of today | of earlier RTL |", "|---|---:|---:|---:|"]
    for config in sorted({entry["config"] for entry in entries}):
        here = [entry for entry in entries if entry["config"] == config]
        runs = sum(last - first + 1 for entry in here for first, last in entry["seeds"])
        today = sum(entry["cycles"] for entry in here if entry["rtl"] == now)
        before = sum(entry["cycles"] for entry in here) - today
        yield f"| {config} | {runs} | {today:,} | {before:,} |"
