# SPDX-License-Identifier: Apache-2.0
"""Figures of the points of a study, when they differ, and when one point beats another.

A point is what scripts/explore/study.py writes of it into results.json.
"""
import dataclasses
import math
import typing

# Differences of gates or clock up to this part may be luck, since ABC is a heuristic. Other names,
# exchanged operands and targets that are 1 % apart move gsq_issue and gsq_compute of small by at most
# 0.2 %, but the clock of the core of small moves by 2 % when its hierarchy is dissolved
# (--flat): the larger of these counts.
NOISE = 0.02


def mean(values):
    """Geometric mean: a factor of two up and a factor of two down cancel."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def kge(point):
    return point["synthesis"]["kge"]


def clock(point):
    """The clock period of the netlist, ns."""
    return point["synthesis"]["clock_ns"]


def score(point):
    """Elements a cycle over all traffic."""
    return mean(row["elements_per_cycle"] for row in point["traffic"]["traffic"])


def rate(point):
    """Elements a second, in millions, at the clock of the netlist."""
    return 1000 * score(point) / clock(point)


def worth(point):
    """Millions of elements a second for each kGE."""
    return rate(point) / kge(point)


def wired_rate(point):
    """Elements a second, in millions, at the clock with wires."""
    return 1000 * score(point) / point["wires"]["clock_ns"]


@dataclasses.dataclass(frozen=True)
class Quantity:
    """What points are compared by."""
    name: str
    axis: str
    of: typing.Callable
    more: bool  # whether more is better
    noise: float = NOISE

    def differs(self, point, other):
        """Whether two points differ by more than the noise."""
        return not 1 / (1 + self.noise) <= self.of(point) / self.of(other) <= 1 + self.noise

    def better(self, point, other):
        return self.differs(point, other) and self.more == (self.of(point) > self.of(other))

    def change(self, point, other):
        """What a point has compared with another, in words."""
        if not self.differs(point, other):
            return f"the same {self.name}"
        return f"{round(100 * (self.of(point) / self.of(other) - 1)):+d} % {self.name}"


GATES = Quantity("gates", "area, kGE", kge, False)
CLOCK = Quantity("clock period", "clock period, ns", clock, False)
CYCLES = Quantity("elements a cycle", "elements a cycle", score, True)
SECONDS = Quantity("elements a second", "million elements a second", rate, True)
# Gates and clock can be wrong at the same time.
WORTH = Quantity("elements a second for each gate", "million elements a second for each kGE", worth,
                 True, 2 * NOISE)
# Of the placed core
DIE = Quantity("die", "die, mm²", lambda point: point["wires"]["mm2"], False)
WIRED = Quantity("elements a second with wires", "million elements a second, with wires", wired_rate,
                 True)
ENERGY = Quantity("energy of an element", "pJ an element", lambda point: point["wires"]["pj"], False)


def does_less(point):
    """Whether the point rejects commands that others accept and that no traffic of a study has."""
    return point["parameters"]["RowMultiplier"] == 0


def beats(point, other, x, y):
    """Whether a point is better in one of two quantities and not worse in the other, and does all
    that the other does. Better and worse are more than the noise. No point beats itself through
    others: what wins has more of the two together."""
    return (any(quantity.better(point, other) for quantity in (x, y))
            and not any(quantity.better(other, point) for quantity in (x, y))
            and does_less(point) <= does_less(other))


def winners(points, x, y):
    """Who beats each point, {label: labels}: none for those of the front."""
    return {label: [other for other, rival in points.items() if beats(rival, point, x, y)]
            for label, point in points.items()}
