# SPDX-License-Identifier: Apache-2.0
"""Gates and clock of a core that was not synthesized, from those that were (store.py).

Each block has its own model of its gates, and each end of paths one of its time; a core has the sum
of the gates and the latest of the ends. A model is a Gaussian process over logarithms: a trend by
sizes and switches, in which the effect of one may depend on another, and what the trend misses
interpolated between cores that are near. So a stored core is met up to the noise of the flow. Most
blocks depend on few parameters: the model of a block sees only those that reach it in the RTL
(reach.py), and of these, and for ends of paths, which cross blocks, of all, only those that the cores
show to matter.
"""
import math

import numpy

from scripts.flow.reach import reached

# Parameters by their coordinates: an effect for each power of two; for each step; and of the first
# value, at which something is left out; of the others each value is a case of its own.
SIZES = ("VlenBytes", "UbBytes", "Banks", "BankBytes", "Places", "Parts", "RspDepth",
         "HostPatience", "SqueezeRadix")
STEPS = ("SqueezeCuts",)
FIRST = ("SqueezeCuts", "Places")
ORDERED = SIZES + STEPS     # values between those of the store can be predicted
# Sizes that follow from parameters, and in which gates are nearly straight: words that a crossbar has.
DERIVED = {"Words": (("VlenBytes", "BankBytes", "Banks"),
                     lambda lanes, bytes_, banks: max(lanes // bytes_, banks))}
# What is assumed before any core is seen, as standard deviations of log2(gates) or log2(ns):
SLOPE = 1.0     # of the effect of a parameter
MIXED = 0.1     # of how much this depends on another parameter
BEND = 0.03     # of what the trend misses
NOISE = 0.004   # of what the flow does whatever the parameters
# A parameter is seen if it makes the cores more likely by this much: twice the logarithm.
MATTERS = 2.0
SHORTEST = 1.75     # ns, of ends that the store leaves out because they are short


class Refused(Exception):
    """One sentence for the user."""


def features(parameters, name, values):
    """The coordinates of a parameter that has these values in the store."""
    if name in DERIVED:
        of, size = DERIVED[name]
        return [math.log2(size(*(parameters[each] for each in of)))]
    value = parameters[name]
    first = [value == values[0]] if name in FIRST and len(values) > 2 else []
    if name in ORDERED:
        return [math.log2(value) if name in SIZES else value, *first]
    return [value == known for known in values[1:]]


def covariance(one, other):
    """How values at two sets of points (rows of coordinates) go together."""
    dot = one @ other.T
    mixed = (dot ** 2 - (one ** 2) @ (other ** 2).T) / 2    # products of different coordinates
    far = ((one[:, None, :] - other[None, :, :]) ** 2).sum(2)
    return SLOPE ** 2 * (1 + dot) + MIXED ** 2 * mixed + BEND ** 2 * numpy.exp(-far / 2)


class Process:
    """One value as it depends on parameters."""

    def __init__(self, coordinates, values):
        """`coordinates`: {parameter: array of cores × coordinates}; `values`: one for each core."""
        self.middle = values.mean()
        self.seen, unlikely = [], self.fit(coordinates, values, [])
        while True:
            tried = {name: self.fit(coordinates, values, [*self.seen, name])
                     for name in coordinates if name not in self.seen}
            name = min(tried, key=tried.get, default=None)
            if name is None or tried[name] > unlikely - MATTERS:
                break
            self.seen.append(name)
            unlikely = tried[name]
        self.fit(coordinates, values, self.seen)

    @staticmethod
    def columns(coordinates, names, count):
        return numpy.hstack([numpy.zeros((count, 0)), *(coordinates[name] for name in names)])

    def fit(self, coordinates, values, names):
        """Depends on these parameters. Returns -2 times the logarithm of how likely the values are
        then, up to a constant."""
        points = self.columns(coordinates, names, len(values))
        self.centre = points.mean(0)
        self.points = points - self.centre
        known = covariance(self.points, self.points) + NOISE ** 2 * numpy.eye(len(values))
        self.weights = numpy.linalg.solve(known, values - self.middle)
        return float((values - self.middle) @ self.weights + numpy.linalg.slogdet(known)[1])

    def at(self, coordinates):
        """The value at a point."""
        point = self.columns(coordinates, self.seen, 1) - self.centre
        return float((covariance(point, self.points) @ self.weights)[0] + self.middle)


class Series:
    """What one block or one end of paths has in each core; it may not be in all."""

    def __init__(self, model, found, names):
        """`found`: a value, or None, for each core of the model; `names`: parameters that matter."""
        has = [row for row, value in zip(model.rows, found) if value is not None]
        lacks = [row for row, value in zip(model.rows, found) if value is None]
        self.process = Process(model.coordinates(has, names), numpy.log2(
            [value for value in found if value is not None]))
        self.switch = None
        for name in names if lacks else ():
            if name in DERIVED:
                continue
            values = [{row["parameters"][name] for row in rows} for rows in (has, lacks)]
            if not values[0] & values[1]:
                self.switch = name, *values
                break

    def at(self, parameters, coordinates):
        if self.switch:
            name, has, lacks = self.switch
            nearest = min(has | lacks, key=lambda value: abs(value - parameters[name]))
            if nearest in lacks:
                return 0.0
        return 2 ** self.process.at(coordinates)


class Model:
    """Predicts cores from the rows of a store, all mapped for the same clock."""

    def __init__(self, rows):
        self.rows = rows
        self.values = {name: sorted({row["parameters"][name] for row in rows})
                       for name in rows[0]["parameters"]}
        self.varied = [name for name, values in self.values.items() if len(values) > 1]
        self.varied += [name for name, (of, _) in DERIVED.items() if set(of) & set(self.varied)]
        self.gates = self.series("gates", None, reached())
        self.ends = self.series("ends", SHORTEST, {})

    def series(self, kind, least, reach):
        """A Series for each block or end. `reach`: {block: parameters that reach it}; those of the
        block above come through its ports."""
        found = {}
        for block in dict.fromkeys(block for row in self.rows for block in row[kind]):
            above = block.rpartition("/")[0]
            near = reach.get(block, set(self.values)) | reach.get(above, set(self.values))
            names = [name for name in self.varied if set(DERIVED.get(name, ([name],))[0]) <= near]
            found[block] = Series(self, [row[kind].get(block, least) for row in self.rows], names)
        return found

    def coordinates(self, rows, names):
        """{parameter: array of cores × coordinates}."""
        return {name: numpy.array([features(row["parameters"], name, self.values.get(name))
                                   for row in rows], dtype=float) for name in names}

    def check(self, parameters):
        """Raises Refused for a core outside the store."""
        for name, values in self.values.items():
            value = parameters[name]
            if value in values or name in ORDERED and values[0] < value < values[-1]:
                continue
            known = " to ".join(dict.fromkeys((f"{values[0]}", f"{values[-1]}"))) \
                if name in ORDERED else ", ".join(map(str, values))
            raise Refused(f"{name}={value} is outside the store of synthesized cores, which has "
                          f"{name} {known}")

    def predict(self, parameters):
        """kGE and clock in ns of the core with these parameters. Raises Refused."""
        self.check(parameters)
        at = self.coordinates([{"parameters": parameters}], self.varied)
        gates = sum(series.at(parameters, at) for series in self.gates.values())
        return gates / 1000, max(series.at(parameters, at) for series in self.ends.values())


def errors(rows, model):
    """[(row, predicted kGE, predicted ns)] of rows that the model knows."""
    return [(row, *model.predict(row["parameters"])) for row in rows]


def left_out(rows):
    """The same of each row by a model of all others, but of rows outside the others."""
    found = []
    for place, row in enumerate(rows):
        try:
            found.append((row, *Model([*rows[:place], *rows[place + 1:]]).predict(row["parameters"])))
        except Refused:
            pass
    return found
