# SPDX-License-Identifier: Apache-2.0
"""Rectilinear Steiner trees: the estimate of the wires of a net.

A tree grows from one pin: again and again the pin that is nearest to it joins it. An edge between
two places may be any wire of their distance, so it fills their box, and a pin may join anywhere in
the box, at a new place (a Steiner point). Of a small net a tree is grown from each pin, and the
shortest is taken. Ties go to the first pin, so a net always has the same tree.
"""

SMALL = 9   # pins; up to here every pin is tried as the start


def length(places, edges):
    return sum(abs(places[a][0] - places[b][0]) + abs(places[a][1] - places[b][1])
               for a, b in edges)


def tree(pins):
    """A tree over places [(x, y)]: (places, edges). The first places are those of the pins; edges
    [(a, b)] are pairs of numbers of places."""
    pins = [(float(x), float(y)) for x, y in pins]
    if len(pins) < 3:
        return pins, [(0, 1)] if len(pins) == 2 else []
    if len(pins) == 3:
        middle = (sorted(x for x, _ in pins)[1], sorted(y for _, y in pins)[1])
        if middle in pins:
            at = pins.index(middle)
            return pins, [(at, other) for other in range(3) if other != at]
        return [*pins, middle], [(3, 0), (3, 1), (3, 2)]
    if len(pins) > SMALL:
        return grown_large(pins)
    found = [grown(pins, start) for start in range(len(pins))]
    return min(found, key=lambda item: length(*item))


def grown(pins, start):
    """The tree that grows from one pin, of a small net."""
    places, edges = list(pins), []
    outside = [number for number in range(len(pins)) if number != start]
    nearest = min(outside, key=lambda n: abs(pins[n][0] - pins[start][0]) +
                  abs(pins[n][1] - pins[start][1]))
    edges.append((start, nearest))
    outside.remove(nearest)
    boxes = [box(places, edges[0])]
    while outside:
        best = None
        for number in outside:
            x, y = pins[number]
            for edge, (left, bottom, right, top) in enumerate(boxes):
                dx = left - x if x < left else x - right if x > right else 0.0
                dy = bottom - y if y < bottom else y - top if y > top else 0.0
                if best is None or dx + dy < best[0]:
                    best = (dx + dy, number, edge)
        _, number, edge = best
        outside.remove(number)
        join(places, edges, boxes, number, edge)
    return places, edges


def box(places, edge):
    (x0, y0), (x1, y1) = places[edge[0]], places[edge[1]]
    return (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def join(places, edges, boxes, number, edge):
    """Connects a pin to the nearest place of the box of an edge. Returns the numbers of the edges
    that are new or smaller than before."""
    left, bottom, right, top = boxes[edge]
    x, y = places[number]
    place = (min(max(x, left), right), min(max(y, bottom), top))
    a, b = edges[edge]
    if place in (places[a], places[b]):
        edges.append((a if place == places[a] else b, number))
        boxes.append(box(places, edges[-1]))
        return [len(edges) - 1]
    if place == (x, y):     # the edge passes the pin
        middle = number
    else:
        middle = len(places)
        places.append(place)
        edges.append((middle, number))
        boxes.append(box(places, edges[-1]))
    edges[edge] = (a, middle)
    boxes[edge] = box(places, edges[edge])
    edges.append((middle, b))
    boxes.append(box(places, edges[-1]))
    return [edge, *range(len(edges) - (1 if middle == number else 2), len(edges))]


def grown_large(pins):
    """The tree that grows from the first pin, of a large net: distances of all pins at once."""
    import numpy
    xs, ys = numpy.array(pins).T
    far = numpy.full(len(pins), numpy.inf)      # of each pin outside, to the nearest edge
    near = numpy.zeros(len(pins), dtype=int)    # that edge
    inside = numpy.zeros(len(pins), dtype=bool)
    inside[0] = True
    first = abs(xs - xs[0]) + abs(ys - ys[0])
    first[0] = numpy.inf
    nearest = int(first.argmin())
    inside[nearest] = True
    places, edges = list(pins), [(0, nearest)]
    boxes = [box(places, edges[0])]
    corners = numpy.empty((4, 4 * len(pins)))
    corners[:, 0] = boxes[0]

    def look(edge):
        left, bottom, right, top = boxes[edge]
        way = (numpy.maximum(left - xs, 0) + numpy.maximum(xs - right, 0) +
               numpy.maximum(bottom - ys, 0) + numpy.maximum(ys - top, 0))
        closer = (way < far) & ~inside
        far[closer] = way[closer]
        near[closer] = edge

    look(0)
    for _ in range(len(pins) - 2):
        number = int(far.argmin())
        inside[number] = True
        far[number] = numpy.inf
        split = int(near[number])
        changed = join(places, edges, boxes, number, split)
        for edge in changed:
            corners[:, edge] = boxes[edge]
        if split in changed:    # that box is smaller now: who was nearest to it looks anew
            count = len(edges)
            left, bottom, right, top = corners[:, :count]
            for other in numpy.flatnonzero((near == split) & ~inside):
                x, y = pins[other]
                way = (numpy.maximum(left - x, 0) + numpy.maximum(x - right, 0) +
                       numpy.maximum(bottom - y, 0) + numpy.maximum(y - top, 0))
                near[other] = int(way.argmin())
                far[other] = way[near[other]]
        for edge in changed:
            if edge != split:
                look(edge)
    return places, edges
