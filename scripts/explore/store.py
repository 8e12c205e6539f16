# SPDX-License-Identifier: Apache-2.0
"""The store of synthesized cores: the gates of each of their blocks, and how late their paths end.

A row: {"key", "parameters", "clock": ns asked for or None, "target_ns", "kge", "clock_ns", "gates":
{block: GE without those of blocks below}, "ends": {where paths end: ns}, "design"}. Blocks have the
names of reach.py. Paths between registers end in a block; each other class of paths
(docs/evaluate/area.md) is one end, with the period that it needs. The key is a digest of all that
the row depends on, as text; the design one of the flow and of the elaborated core: a core of
changed RTL that is elaborated to the same as before is not synthesized again.
"""
import collections
import functools
import json
import re
import tomllib

from scripts.core import pins, runner, tasks
from scripts.explore import study
from scripts.flow.reach import block_of
from scripts.flow.synthesis import flow, sources
from scripts.flow.synthesis.elaborate import elaborate
from scripts.flow.synthesis.tools import digest
from scripts.spec import config

ROOT = tasks.ROOT
STORE = ROOT / "scripts" / "explore" / "explorations" / "store" / "rows.json"
PLAN = ROOT / "scripts" / "explore" / "explorations" / "store" / "plan.toml"
SHORT = 0.5  # part of the clock asked for: paths that are shorter never bind


@functools.cache
def flow_texts():
    return [*(file.read_text(encoding="utf-8") for file in flow.FLOW), *pins.pinned("yosys")]


@functools.cache
def made_from():
    """Digest of all that a synthesized core depends on, but its parameters."""
    return digest(*flow_texts(), *(re.sub(r"//[^\n]*", "", file.read_text(encoding="utf-8"))
                                   for file in [*sources.sources("gsq_core"), *flow.HEADERS]))


def design_of(folder):
    """Digest of a core that was elaborated in a folder, and of what maps it."""
    return digest(*flow_texts(), (folder / "design.v").read_text(encoding="utf-8"))


def of_gates(parameters):
    """Those parameters that gates depend on."""
    return {name: value for name, value in parameters.items() if name != "XbarOneHot"}


def key_of(parameters, clock):
    return digest(made_from(), json.dumps([parameters, clock], sort_keys=True))


def holds(row):
    """Whether a row is of today's RTL and flow."""
    return row["key"] == key_of(row["parameters"], row["clock"])


def load(path=STORE):
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else []


def save(rows, path=STORE):
    tasks.write(path, "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


def planned(path=PLAN):
    """[(name, parameters, clock)] of the cores that the store is to have."""
    found = []
    for group in tomllib.loads(path.read_text(encoding="utf-8"))["cores"]:
        for text in group["points"]:
            name, clock = config.resolve(group["base"], text), group.get("clock")
            found.append((name + (f" for {clock:g} ns" if clock else ""),
                          of_gates(study.parameters(name)), clock))
    return found


def measure(folder, parameters, clock, before):
    """The task of the runner: a row, that of `before` if the core is the same, else by synthesis."""
    if before:
        elaborate("gsq_core", sources.sources("gsq_core"), parameters, folder)
        if design_of(folder) == before["design"]:
            return {**before, "key": key_of(parameters, clock)}
    sets = ",".join(f"{name}={value}" for name, value in parameters.items())
    try:
        result, made = study.synthesize(sets, clock)
        return {**row_of(parameters, clock, result, study.to_registers(made)), "design": design_of(made)}
    except study.Failed as failed:
        raise runner.Failed(f"{failed}") from None


def row_of(parameters, clock, result, ends):
    """A row from the result of a synthesis and its longest paths to each register."""
    gates, late = collections.Counter(), collections.Counter()
    for block in result["area"]:
        gates[block_of(block["instance"])] += block["own_ge"]
    for end, ns in ends:
        block = block_of("/".join(end.split("/")[:-2]))   
        late[block] = max(late[block], ns)
    late |= {f"class {name}": ns for name, ns in result["periods"].items() if name != "reg to reg"}
    least = SHORT * result["target_ns"]
    return {"key": key_of(parameters, clock), "parameters": parameters, "clock": clock,
            "target_ns": result["target_ns"], "kge": result["area"][0]["ge"] / 1000,
            "clock_ns": result["clock_ns"],
            "gates": {name: round(ge, 1) for name, ge in sorted(gates.items()) if ge},
            "ends": {name: round(ns, 3) for name, ns in sorted(late.items()) if ns > least}}
