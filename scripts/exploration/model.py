# SPDX-License-Identifier: Apache-2.0
"""Gates and clock of a core that was not synthesized, from those that were (store.py).

Each module has its own model of its gates, and each end of paths one of its time; a core has the sum
of the gates and the latest of the ends. A model is a Gaussian process: a trend, linear in the
logarithms of sizes and in switches, with what it misses interpolated between rows that are near, so
that a stored row is met up to the noise of the flow. It sees only the parameters that help to predict
rows that were left out: most modules depend on few.
"""
import math

import numpy

SIZES = ("VlenBytes", "UbBytes", "Banks", "BankBytes", "Window", "RspDepth", "HostPatience",
         "SqueezeRadix")  # in powers of two
STEPS = ("SqueezeCuts",)
# Of the other parameters each value is a case of its own.
NOISE = 0.004   # part by which the flow moves the gates of a module whatever the parameters
BEND = 0.03     # what the trend of log2(gates) misses
SLOPES = 1.0    # of log2(gates) for a parameter twice as large, or another switch
MIXED = 0.1     # how much the slope by one parameter depends on another
GAIN = 0.97     # a parameter counts if the error without a row is at most so much of that before


class Refused(Exception):
    """One sentence for the user."""


def features(parameters, name, values):
    """The coordinates of a parameter. `values`: those in the store."""
    value = parameters[name]
    if name in SIZES:
        return [math.log2(value)]
    if name in STEPS:
        return [value, value == min(values)]
    return [value == known for known in values[1:]]


def kernel(one, other):
    """Covariance of the values at two sets of points, from their coordinates."""
    dot = SLOPES ** 2 * one @ other.T
    mixed = MIXED ** 2 * ((one @ other.T) ** 2 - (one ** 2) @ (other ** 2).T) / 2
    far = ((one[:, None, :] - other[None, :, :]) ** 2).sum(2)
    return dot + mixed + BEND ** 2 * numpy.exp(-far / 2)


LEAST = 1.75


class Process:
    """One value over the parameters that it depends on."""

    def __init__(self, coordinates, values):
        """`coordinates`: {parameter: array of rows × coordinates}."""
        self.middle = values.mean()
        self.chosen, best = [], self.fit(coordinates, values, [])
        while True:
            tried = {name: self.fit(coordinates, values, [*self.chosen, name])
                     for name in coordinates if name not in self.chosen}
            name = min(tried, key=tried.get, default=None)
            if name is None or not tried[name] < GAIN * best:
                break
            self.chosen.append(name)
            best = tried[name]
        self.fit(coordinates, values, self.chosen)

    def fit(self, coordinates, values, chosen):
        """Solves for these parameters. Returns the mean square error of each row without it."""
        columns = [coordinates[name] for name in chosen] or [numpy.zeros((len(values), 0))]
        self.points = numpy.hstack(columns)
        self.centre = self.points.mean(0)
        at = self.points - self.centre
        covariance = kernel(at, at) + SLOPES ** 2 + NOISE ** 2 * numpy.eye(len(values))
        inverse = numpy.linalg.inv(covariance)
        self.weights = inverse @ (values - self.middle)
        return float(numpy.mean((self.weights / numpy.diag(inverse)) ** 2))

    def at(self, coordinates):
        columns = [coordinates[name] for name in self.chosen] or [numpy.zeros((1, 0))]
        point = numpy.hstack(columns) - self.centre
        return float(((kernel(point, self.points - self.centre) + SLOPES ** 2) @ self.weights)[0]
                     + self.middle)


class Series:
    """What one module or one end of paths has in each row, and whether it is there at all."""

    def __init__(self, model, found):
        """`found`: a value, or None, for each row of the model."""
        there = [value is not None for value in found]
        rows = [row for row, has in zip(model.rows, there) if has]
        self.process = Process(model.coordinates(rows),
                               numpy.array([math.log2(value) for value in found if value is not None]))
        self.switch = None
        if not all(there):
            for name in model.varied:
                has = {row["parameters"][name] for row in rows}
                lacks = {row["parameters"][name] for row, has in zip(model.rows, there) if not has}
                if not has & lacks:
                    self.switch = name, has, lacks
                    break

    def at(self, parameters, coordinates):
        if self.switch:
            name, has, lacks = self.switch
            if min(has | lacks, key=lambda value: abs(value - parameters[name])) in lacks:
                return 0.0
        return 2 ** self.process.at(coordinates)


class Model:
    """Predicts cores from the rows of a store."""

    def __init__(self, rows):
        self.rows = rows
        self.values = {name: sorted({row["parameters"][name] for row in rows})
                       for name in rows[0]["parameters"]}
        self.varied = [name for name, values in self.values.items() if len(values) > 1]
        self.gates, self.ends = self.series("gates", None), self.series("ends", LEAST)

    def series(self, kind, least):
        names = dict.fromkeys(name for row in self.rows for name in row[kind])
        return {name: Series(self, [row[kind].get(name, least) for row in self.rows])
                for name in names}

    def coordinates(self, rows):
        return {name: numpy.array([features(row["parameters"], name, self.values[name])
                                   for row in rows], dtype=float) for name in self.varied}

    def check(self, parameters):
        """Raises Refused for a core that lies outside the store."""
        for name, values in self.values.items():
            value = parameters[name]
            inside = value in values or name in SIZES + STEPS and values[0] < value < values[-1]
            if not inside:
                known = f"{values[0]} to {values[-1]}" if name in SIZES + STEPS else ", ".join(map(str, values))
                raise Refused(f"{name}={value} is outside the store of synthesized cores, which has {known}")

    def predict(self, parameters):
        """kGE and clock in ns of the core with these parameters."""
        self.check(parameters)
        at = self.coordinates([{"parameters": parameters}])
        gates = sum(series.at(parameters, at) for series in self.gates.values())
        return gates / 1000, max(series.at(parameters, at) for series in self.ends.values())


def errors(rows, model):
    """[(row, predicted kGE, predicted ns)] of a model that has these rows."""
    return [(row, *model.predict(row["parameters"])) for row in rows]


def left_out(rows):
    """The same for each row by a model of the others; rows at an edge of the store are not predicted."""
    found = []
    for place, row in enumerate(rows):
        others = [*rows[:place], *rows[place + 1:]]
        model = Model(others)
        try:
            found.append((row, *model.predict(row["parameters"])))
        except Refused:
            pass
    return found
