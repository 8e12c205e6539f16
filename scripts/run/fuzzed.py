# SPDX-License-Identifier: Apache-2.0
"""For how long each fuzzer has run and found nothing, over all runs that were recorded:
build/signoff/fuzzed.json.

An entry has the runs of one fuzzer with the same sources, comments of RTL apart. `seeds` are its ranges
[first, last]: a run of a seed that it has may try the same inputs again, and does not count. Seconds are
those of a processor: on a machine that does other things, too, a run counts for less. After a
change of what is fuzzed the seconds are counted anew, those before stay in the file.
"""
import json

from scripts.core import runner, tasks
from scripts.run import soak

KEPT = tasks.ROOT / "build" / "signoff" / "fuzzed.json"
KIND = ("fuzzer", "sources")
SOURCES = {"axi": ("rtl", "tb/axi"), "kernel": ("cpp_model", "kernels"),
           "study": ("scripts/explore/study.py", "scripts/spec/config.py")}   # others: the models


def sources(name):
    """A digest of what a fuzzer tries, and of the fuzzer."""
    own = sorted((tasks.ROOT / "tb" / "fuzz").glob(f"fuzz_{name}.*"))
    return runner.key([], [*SOURCES.get(name, ("cpp_model",)), *own])


def load():
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else []


def add(name, digest, seed, seconds, inputs):
    """Records a run that found nothing; `digest`: sources() when its program was built. Returns whether
    it counts."""
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    kinds = {tuple(entry[word] for word in KIND): entry for entry in load()}
    entry = kinds.setdefault((name, digest), {"fuzzer": name, "sources": digest, "seeds": [], "seconds": 0,
                                              "inputs": 0})
    if soak.holds(entry["seeds"], seed):
        return False
    entry["seeds"] = soak.joined(entry["seeds"], seed)
    entry["seconds"] += seconds
    entry["inputs"] += inputs
    tasks.write(KEPT, "[" + ",\n ".join(json.dumps(kinds[kind]) for kind in sorted(kinds)) + "]\n")
    return True


def table(names):
    """Lines of the page, of these fuzzers."""
    yield from ["[Fuzzers](fuzzing.md), with sanitizers, that found nothing, in minutes of processor time. `make fuzz"
                " ARGS=--land` adds its runs to `build/signoff/fuzzed.json`.", "",
                "| fuzzer | runs | minutes on the sources of today | inputs tried | minutes on earlier sources |",
                "|---|---:|---:|---:|---:|"]
    for name in names:
        here = [entry for entry in load() if entry["fuzzer"] == name]
        today = [entry for entry in here if entry["sources"] == sources(name)]
        runs = sum(last - first + 1 for entry in here for first, last in entry["seeds"])
        seconds, inputs = (sum(entry[what] for entry in today) for what in ("seconds", "inputs"))
        before = sum(entry["seconds"] for entry in here) - seconds
        yield f"| {name} | {runs} | {seconds / 60:.0f} | {inputs:,} | {before / 60:.0f} |"
