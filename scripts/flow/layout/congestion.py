# SPDX-License-Identifier: Apache-2.0
"""How full of wires the layout is: the part of the tracks of each tile that wires need."""
import math

TILE = 50.0     # um
FULL = 0.7      # part of the tracks that a router can use: the rest goes to vias, detours, power


def demand(trees, width, height):
    """um of wire of each direction in each tile, {"H" or "V": array[x, y]}.

    A wire between two places may turn at either corner of their box, so half of it is on each way.
    """
    import numpy
    shape = (math.ceil(width / TILE), math.ceil(height / TILE))
    found = {"H": numpy.zeros(shape), "V": numpy.zeros(shape)}

    def line(array, low, high, across):
        """Half of a wire from low to high, in row `across` of the array."""
        first, last = int(low // TILE), min(int(high // TILE), len(array) - 1)
        row = array[:, min(int(max(across, 0) // TILE), array.shape[1] - 1)]
        if first >= last:
            row[min(first, len(array) - 1)] += (high - low) / 2
            return
        row[first] += ((first + 1) * TILE - low) / 2
        row[first + 1:last] += TILE / 2
        row[last] += (high - last * TILE) / 2

    for tree in trees:
        for a, b in tree.edges:
            (x0, y0), (x1, y1) = tree.places[a], tree.places[b]
            if x0 != x1:
                for y in (y0, y1):
                    line(found["H"], min(x0, x1), max(x0, x1), y)
            if y0 != y1:
                for x in (x0, x1):
                    line(found["V"].T, min(y0, y1), max(y0, y1), x)
    return found


def used(trees, lef, width, height):
    """The part of the tracks of each tile that wires need: array[x, y], the larger of both
    directions."""
    import numpy
    found = demand(trees, width, height)
    return numpy.maximum(*(found[way] / (TILE * TILE * lef.tracks(way)) for way in "HV"))


def figures(share):
    """The mean, the largest, and the part of the tiles that are too full."""
    return {"mean": float(share.mean()), "most": float(share.max()),
            "full": float((share > FULL).mean())}
