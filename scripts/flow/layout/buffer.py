# SPDX-License-Identifier: Apache-2.0
"""Buffers in the tree of a net, as van Ginneken's algorithm places them, with their cost.

From the sinks to the driver, each place of the tree has a list of ways to buffer what is below it:
(capacitance seen there in fF, latest time in ns at which a signal may arrive there, area of the
buffers in um2). A way that is no better than another in any of the three is dropped. At the driver
the cheapest way that is early enough is chosen, or, if none is, the one that is earliest.
"""
import bisect
import collections

from scripts.flow.layout import steiner

STEP = 300      # um: a longer wire may have a buffer within
MOST = 24       # ways that are kept at a place
GROUP = 8       # sinks that a tree in groups has in one
SPREAD = 0.1    # ns: sinks that are so much apart in time may be in different groups
NS_UM2 = 0.0002     # ns that 1 um2 of buffers must gain in a net that is late

Kind = collections.namedtuple("Kind", "name delay resistance load limit um2")
# Of a driver: `before` is how much later its input is than with the kind that it has now.
Driver = collections.namedtuple("Driver", "name delay resistance limit um2 before")
Way = collections.namedtuple("Way", "load time um2 made")   # made: what it consists of, see `parts`
Sink = collections.namedtuple("Sink", "load time")
Buffer = collections.namedtuple("Buffer", "kind place below")


def kept(ways):
    """The ways of which no other is better in everything, at most MOST."""
    ways = sorted(ways, key=lambda way: (way.um2, way.load, -way.time))
    loads, times, found = [], [], []    # the best so far: with a larger load, later times
    for way in ways:
        at = bisect.bisect_right(loads, way.load)
        if at and times[at - 1] >= way.time - 1e-6:
            continue
        found.append(way)
        end = at
        while end < len(loads) and times[end] <= way.time:
            end += 1
        loads[at:end], times[at:end] = [way.load], [way.time]
    if len(found) > MOST:
        found.sort(key=lambda way: (-way.time, way.um2, way.load))
        least = min(found, key=lambda way: (way.load, way.um2))
        found = [found[round(place * (len(found) - 1) / (MOST - 2))] for place in range(MOST - 1)]
        if least not in found:
            found.append(least)
    return found


def joined(one, two):
    """Ways of two branches that meet."""
    return kept([Way(a.load + b.load, min(a.time, b.time), a.um2 + b.um2, (a.made, b.made))
                 for a in one for b in two])


def with_buffer(ways, place, kinds):
    """The ways, and those with a buffer before them."""
    added = []
    for kind in kinds:
        for way in ways:
            if way.load <= kind.limit:
                added.append(Way(kind.load, way.time - kind.delay - kind.resistance * way.load,
                                 way.um2 + kind.um2, Buffer(kind.name, place, way.made)))
    return kept(ways + added)


def after_wire(ways, resistance, capacitance):
    """The ways as seen through a wire (ohm, fF)."""
    return [Way(way.load + capacitance,
                way.time - resistance * (capacitance / 2 + way.load) * 1e-6, way.um2, way.made)
            for way in ways]


def ways_of(places, edges, sinks, kinds, segment):
    """The ways of a tree whose first place is that of the driver. `sinks`: {number of a pin: Sink};
    `segment(one, two)`: resistance and capacitance of a wire between two places."""
    near = collections.defaultdict(list)
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    order, above = [0], {0: None}
    for node in order:
        for other in near[node]:
            if other not in above:
                above[other] = node
                order.append(other)
    ways = {}
    for node in reversed(order):
        here = [Way(sinks[node].load, sinks[node].time, 0.0, node)] if node in sinks else None
        for child in near[node]:
            if above.get(child) == node and child in ways:
                branch = climb(ways.pop(child), places[child], places[node], kinds,
                               segment)
                here = joined(here, branch) if here else branch
        ways[node] = here
    return ways[0]


def grouped(places, sinks):
    """Another tree for a net with many sinks: groups of sinks that are early or near to each other,
    and groups of groups, so that few buffers follow each other. Returns (places, edges), as
    steiner.tree; the first place is that of the driver."""
    places, edges = list(places), []

    def hang(root, numbers):
        if len(numbers) <= GROUP:
            nodes, links = steiner.tree([places[root], *(places[number] for number in numbers)])
            known = [root, *numbers]
            for node in nodes[len(known):]:
                known.append(len(places))
                places.append(node)
            edges.extend((known[a], known[b]) for a, b in links)
            return
        for part in halves(places, sinks, numbers):
            left, bottom = (min(places[number][way] for number in part) for way in (0, 1))
            right, top = (max(places[number][way] for number in part) for way in (0, 1))
            edges.append((root, len(places)))
            x, y = places[root]
            places.append((min(max(x, left), right), min(max(y, bottom), top)))
            hang(len(places) - 1, part)

    hang(0, sorted(sinks))
    return places, edges


def halves(places, sinks, numbers):
    """Two groups of sinks: those that have to be early and the others, if most of them have time,
    else those on both sides of a line."""
    first = min(sinks[number].time for number in numbers)
    urgent = [number for number in numbers if sinks[number].time < first + SPREAD]
    if 2 * len(urgent) <= len(numbers):
        return urgent, [number for number in numbers if number not in set(urgent)]
    xs, ys = zip(*(places[number] for number in numbers))
    way = 0 if max(xs) - min(xs) > max(ys) - min(ys) else 1
    order = sorted(numbers, key=lambda number: (places[number][way], number))
    middle = len(order) // 2
    return order[:middle], order[middle:]


def climb(ways, low, high, kinds, segment):
    """Ways at the upper end of a wire, with buffers at both ends and within, if it is long."""
    distance = abs(low[0] - high[0]) + abs(low[1] - high[1])
    pieces = int(distance // STEP) + 1
    resistance, capacitance = segment(low, high)
    for piece in range(pieces):
        part = piece / pieces
        place = (low[0] + (high[0] - low[0]) * part, low[1] + (high[1] - low[1]) * part)
        if distance or piece:
            ways = with_buffer(ways, place, kinds)
        ways = after_wire(ways, resistance / pieces, capacitance / pieces)
    return with_buffer(ways, high, kinds)


def choose(ways, drivers, arrival, goal):
    """The driver and the way for a net: (rank, Driver, Way); of several trees the one with the
    least rank is the best.

    `arrival`: when the output of the driver would switch without delay of its own, for the kind
    that it has now. The cheapest whose slack is at least `goal`, else that with the most
    slack for its area. A driver may drive more than its limit only if there is no other way.
    """
    best = None
    for driver in drivers:
        for way in ways:
            slack = (way.time - arrival - driver.before - driver.delay -
                     driver.resistance * way.load)
            um2 = way.um2 + driver.um2
            over = way.load / driver.limit
            if over > 1:
                rank = (2, over, um2)
            elif slack >= goal:
                rank = (0, um2, -slack)
            else:
                rank = (1, NS_UM2 * um2 - slack, um2)
            if best is None or rank < best[0]:
                best = (rank, driver, way)
    return best


def parts(made):
    """What a way consists of, from the driver: [number of a sink or Buffer]."""
    if isinstance(made, (int, Buffer)):
        return [made]
    return [item for part in made for item in parts(part)]
