# SPDX-License-Identifier: Apache-2.0
"""Energy of an element in a core that was not placed, from cores that were.

A row of energy.json: {"key", "parameters", "kge", "modes": {traffic: [pJ a cycle, elements a
cycle]}, "design"}: what `make power` says of the placed core with its clock gates, without banks and
V. The design is a digest of the elaborated core and of what measures it: a core of changed RTL that is
elaborated to the same as before is not placed again.

In all cores the energy of a cycle is nearly c · kGE^a · u^b, where u is how much of the lanes moves
elements: gates work that have something to do, and the more there are, the more edges there are. The
three numbers are those with the least squares of relative errors.
"""
import functools
import json
import math
import tomllib

import numpy

from scripts.core import runner, tasks
from scripts.explore import study
from scripts.explore.asked import ENERGY_WIDTH
from scripts.explore.model import Refused
from scripts.explore.store import PLAN, of_gates
from scripts.flow.synthesis import sources
from scripts.flow.synthesis.elaborate import elaborate
from scripts.flow.synthesis.tools import digest
from scripts.spec import config

# What a row depends on. The cycles of the RTL are those of any model that agrees with it.
TOOLS = ("tb/patterns", "scripts/flow/synthesis", "scripts/flow/layout", "scripts/flow/power",
         "scripts/flow/make_power.py", "pyproject.toml")
SOURCES = ("rtl", *TOOLS)
FEWEST = 3      # cores of which a model can be made
SPAN = 2        # a model holds up to so many times the gates of its largest core
ROWS = PLAN.with_name("energy.json")
# All gathers and scatters of b32: everything in one access, half of the banks, one bank, real traces.
PATTERNS = "UNIFORM:8:1 UNIFORM:8:2 UNIFORM:8:8 tb/patterns/applications.json tb/patterns/workloads.json"


def planned(path=PLAN):
    """Names of the cores of which energy.json is to have rows."""
    return [config.resolve(group["base"], point)
            for group in tomllib.loads(path.read_text(encoding="utf-8"))["placed"]
            for point in group["points"]]


def load(path=ROWS):
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else []


def key_of(parameters):
    return runner.key([parameters, PATTERNS, ENERGY_WIDTH], SOURCES)


def task_of(name, before):
    key = key_of(study.parameters(name))
    return runner.Task(f"{name}: energy", "scripts.explore.energy:measure",
                       {"name": name, "before": before},
                       tasks.ROOT / "build" / "explore" / "store" / f"{name}-{key}", key, 1000)


def design_of(folder):
    """Digest of a core that was elaborated in a folder, and of what measures its energy."""
    return digest(runner.key([PATTERNS, ENERGY_WIDTH], TOOLS),
                  (folder / "design.v").read_text(encoding="utf-8"))


def measure(folder, name, before):
    """The task of the runner: a row, that of `before` if the core is the same, else by placing it."""
    key = key_of(study.parameters(name))
    elaborate("gsq_core", sources.sources("gsq_core"), of_gates(study.parameters(name)), folder)
    design = design_of(folder)
    if before and design == before.get("design"):
        return {**before, "key": key}
    try:
        study.build(f"gsq-{name}")
        result = study.powered(name, None, PATTERNS, ENERGY_WIDTH)
        netlist, _ = study.synthesize(study.settings(name), None)
    except study.Failed as failed:
        raise runner.Failed(f"{failed}") from None
    return {"key": key, "parameters": study.parameters(name),
            "kge": netlist["area"][0]["ge"] / 1000,
            "modes": {mode: [row["pj"], row["elements"]] for mode, row in result["modes"].items()
                      if row["elements"]},
            "design": design}


class Model:
    """Predicts the energy of a cycle from rows."""

    def __init__(self, rows):
        self.largest = SPAN * max(row["kge"] for row in rows)
        sizes, energies = [], []
        for row in rows:
            for pj, elements in row["modes"].values():
                sizes.append(self.sizes(row["kge"], row["parameters"], elements))
                energies.append(math.log(pj))
        self.powers = numpy.linalg.lstsq(numpy.array(sizes), numpy.array(energies), rcond=None)[0]

    @staticmethod
    def sizes(kge, parameters, elements):
        return [1.0, math.log(kge), math.log(elements / (parameters["VlenBytes"] // 4))]

    def cycle(self, kge, parameters, elements):
        """pJ of a cycle in which a core of so many kGE moves so many elements. Raises Refused for a
        core that is much larger than those of the rows."""
        if kge > self.largest:
            raise Refused(f"{kge:.0f} kGE are more than {SPAN} times those of any core that was placed: "
                          f"no energy is known above {self.largest:.0f} kGE")
        return math.exp(float(self.powers @ self.sizes(kge, parameters, elements)))


def errors(rows):
    """[(row, traffic, pJ an element predicted by a model without this core, measured)]; none of
    fewer cores than the law has numbers."""
    found = []
    if len(rows) < FEWEST:
        return found
    for place, row in enumerate(rows):
        model = Model([*rows[:place], *rows[place + 1:]])
        found += [(row, mode, model.cycle(row["kge"], row["parameters"], elements) / elements,
                   pj / elements) for mode, (pj, elements) in row["modes"].items()]
    return found


@functools.cache
def model():
    return Model(load())


def of_element(point):
    """pJ of an element of a point, as the geometric mean over its traffic."""
    rows = [row["elements_per_cycle"] for row in point["traffic"]["traffic"]]
    kge = point["synthesis"]["kge"]
    return math.exp(sum(math.log(model().cycle(kge, point["parameters"], elements) / elements)
                        for elements in rows) / len(rows))
