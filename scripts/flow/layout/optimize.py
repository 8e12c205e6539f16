# SPDX-License-Identifier: Apache-2.0
"""Buffers and sizes of gates for the wires that the placement gives.

The buffers of the synthesis, which knows no places, are taken out before placing. Then each net is
buffered anew along its tree, by the times that the netlist has without wires; from then on, in each
round, the nets on paths that are too long are buffered anew, by their times with wires. A driver
may become another cell of the same function. Rounds end when the clock gets no shorter.
"""
import re

from scripts.flow.layout import buffer, place, timing, wires
from scripts.flow.layout.design import PORT

ROUNDS = 6          # at most
GAIN = 0.003        # part of the clock that a round has to gain,
FAILED = 2          # and how many may follow each other that do not
SPARE = 0.1         # part of the clock that a net keeps of the time that it has to spare,
SHARE = 0.2         # and the part of more that it may use
MANY = 16           # sinks: with more, buffers along the wires would follow each other
LIMIT = 0.6         # part of what Liberty allows that a gate drives: its slope is then still short


class Optimizer:
    """A design, its places and wires, while it is buffered."""

    def __init__(self, design, lef, macros, floorplan, drives, timer):
        self.design, self.lef, self.macros, self.floorplan = design, lef, macros, floorplan
        self.drives, self.timer, self.library = drives, timer, design.library
        self.wires = wires.Wires(lef)
        self.cells = None
        self.buffers = {}       # {name of a buffer: net whose driver it follows}
        same = {}
        for name, cell in self.library.cells.items():
            if cell.table and name in lef.macros and name in drives.drive and not cell.unused \
                    and not re.search(r"clk|dly|delay", name, re.I):
                same.setdefault((cell.table, tuple(cell.inputs), tuple(cell.outputs)),
                                []).append(name)
        self.same = {name: sorted(names) for names in same.values() for name in names}
        self.kinds = [self.kind(name) for name in self.library.like((False, True))
                      if name in lef.macros and name in drives.drive]

    def um2(self, name):
        return self.lef.macros[name].width * self.lef.macros[name].height

    def kind(self, name):
        drive, cell = self.drives.drive[name], self.library.cells[name]
        return buffer.Kind(name, drive.delay, drive.resistance,
                           self.drives.load[name, cell.inputs[0]], LIMIT * drive.limit,
                           self.um2(name))

    def load(self, cell, pin):
        """fF of an input, or of a pin of the module."""
        if cell == PORT:
            return self.library.load_ff
        return self.drives.load.get((self.design.cells[cell].kind, pin), self.library.load_ff / 4)

    def load_of(self, pins, net):
        """fF that a net is to its driver."""
        return sum(self.load(*pin) for pin in pins[1:]) + self.wires.capacitance(net)

    def resistance(self, cell):
        """ns/fF of a driver; pins of the module and memories are driven by buffers."""
        kind = self.design.cells[cell].kind if cell else self.library.buffer
        drive = self.drives.drive.get(kind) or self.drives.drive[self.library.buffer]
        return drive.resistance

    def drivers(self, cell, nets):
        """The Drivers that a cell may be, first that which it is; only the resistance of one that
        is no gate matters, its delay is in the arrival."""
        kind = self.design.cells[cell].kind if cell else ""
        if kind not in self.same:
            drive = self.drives.drive.get(kind) or self.drives.drive[self.library.buffer]
            return [buffer.Driver(kind, 0.0, drive.resistance, LIMIT * drive.limit, 0.0, 0.0)]
        item = self.design.cells[cell]
        before = max((self.resistance(nets[item.pins[pin]][0][0])
                      for pin in self.library.cells[kind].inputs if item.pins[pin] in nets),
                     default=0.0)
        own = self.drives.drive[kind]
        found = []
        for name in self.same[kind]:
            drive = self.drives.drive[name]
            more = max(self.drives.load[name, pin] - self.drives.load[kind, pin]
                       for pin in self.library.cells[kind].inputs)
            found.append(buffer.Driver(name, drive.delay - own.delay, drive.resistance,
                                       LIMIT * drive.limit, self.um2(name) - self.um2(kind),
                                       more * before))
        return found

    def root(self, net, nets):
        """The net that a net of a buffer belongs to."""
        while nets[net][0][0] in self.buffers:
            cell = nets[net][0][0]
            inside = self.library.cells[self.design.cells[cell].kind]
            net = self.design.cells[cell].pins[inside.inputs[0]]
        return net

    def remove(self, chosen):
        """Takes out the buffers of nets."""
        gone = [name for name, net in self.buffers.items() if net in chosen]
        self.design.dissolve(gone)
        for name in gone:
            del self.buffers[name], self.cells[name]

    def rebuild(self, chosen, arrivals, loads, goal):
        """Buffers nets anew. `arrivals`: see timing.Times; `loads`: {net: fF} that those times
        hold for; `goal(slack)`: the slack to reach. Returns how many nets changed."""
        self.remove(chosen)
        nets = self.design.nets()
        places = place.pin_places(self.design, self.macros, self.floorplan, self.cells)
        self.wires.update({net: nets[net] for net in chosen if net in nets}, places)
        trees = self.wires.trees
        for net in sorted(trees):
            pins = trees[net].pins
            cell, pin = pins[0]
            if not self.design.drives(cell, pin):
                continue
            known = [arrivals[item][1] for item in pins[1:] if item in arrivals]
            slack = min(known, default=1.0)
            arrived = arrivals[cell, pin][0] if (cell, pin) in arrivals else 0.0
            # A sink that is on no path of these times has time.
            sinks = {number: buffer.Sink(self.load(*item), sum(arrivals[item]) if item in arrivals
                                         else arrived + slack + SPARE * self.timer.clock)
                     for number, item in enumerate(pins[1:], 1)}
            arrived -= self.resistance(cell) * loads.get(net, 0.0)
            drivers = self.drivers(cell, nets)
            best = None
            for places, edges in self.trees_for(trees[net], sinks):
                ways = buffer.ways_of(places, edges, sinks, self.kinds, self.wires.segment)
                found = buffer.choose(ways, drivers, arrived, goal(slack))
                if best is None or found[0] < best[0]:
                    best = found
                if best[0][0] == 0:     # early enough
                    break
            _, driver, way = best
            if cell and driver.name != self.design.cells[cell].kind and driver.name in self.same:
                self.design.cells[cell].kind = driver.name
            self.insert(net, pins, cell, buffer.parts(way.made))

    @staticmethod
    def trees_for(tree, sinks):
        """Trees along which a net may be buffered, [(places, edges)]."""
        if len(sinks) <= MANY:
            yield tree.places, tree.edges
        if len(sinks) > 2:
            yield buffer.grouped(tree.places[:len(tree.pins)], sinks)

    def insert(self, net, pins, cell, parts):
        """Puts buffers into a net: the sinks of each are moved to a net of its own."""
        owner = self.design.cells[cell].owner if cell else ""
        todo = [(net, parts)]
        while todo:
            source, items = todo.pop()
            for item in items:
                if isinstance(item, int):
                    sink, pin = pins[item]
                    if sink == PORT:
                        self.design.ports[pin].net = source
                    else:
                        self.design.cells[sink].pins[pin] = source
                    continue
                kind = self.library.cells[item.kind]
                path = f"{owner}/buffer" if owner else "buffer"
                output = self.design.names.unique(f"{net}_b")
                name = self.design.add(item.kind, {kind.inputs[0]: source, kind.outputs[0]: output},
                                       owner, path)
                self.buffers[name] = net
                macro = self.macros[item.kind]
                core = self.floorplan.core
                x = min(max(item.place[0] - macro.width / 2, core.left), core.right - macro.width)
                y = min(max(item.place[1] - macro.height / 2, core.bottom),
                        core.top - macro.height)
                self.cells[name] = place.Cell(x, y, False)
                todo.append((output, parts_of(item)))

    def extract(self):
        """Wires and loads of the nets as they are: ({net: pins}, clock nets, {net: fF})."""
        nets = self.design.nets()
        still = self.design.clock_nets(nets)
        places = place.pin_places(self.design, self.macros, self.floorplan, self.cells)
        self.wires.update(nets, places)
        return nets, still, {net: self.load_of(pins, net) for net, pins in nets.items()}

    def free(self):
        """Times without wires, with the arrivals of all pins, and the loads: see `run`."""
        nets = self.design.nets()
        still = self.design.clock_nets(nets)
        pins = [pin for net, items in sorted(nets.items()) if net not in still for pin in items]
        return (self.timer.run(self.design, None, pins),
                {net: self.load_of(pins, net) for net, pins in nets.items()})

    def timed(self, still):
        """Times with the wires."""
        return self.timer.run(self.design, wires.spef(self.design, self.wires, still))

    def run(self, before, say):
        """Places and buffers the design. `before`: (times, loads) of the netlist without wires.
        `say(text)` is told how far it is. Returns the Times of the result."""
        self.cells = place.place(self.design, self.lef, self.macros, self.floorplan)
        times, loads = before
        nets = self.design.nets()
        still = self.design.clock_nets(nets)
        chosen = set(nets) - still
        best, reach, failed = None, 1.0, 0
        for turn in range(ROUNDS + 1):
            self.rebuild(chosen, times.arrivals, loads, self.goal)
            self.cells = place.legalized(self.design, self.lef, self.macros, self.floorplan,
                                         self.cells)
            nets, still, loads = self.extract()
            times = self.timed(still)
            needed = timing.longest(times)
            say(f"round {turn}: {len(chosen)} nets buffered anew, {len(self.buffers)} buffers, "
                f"{needed:.3f} ns")
            failed = failed + 1 if best and needed > best[0] * (1 - GAIN) else 0
            if best is None or needed < best[0]:
                best = (needed, self.design.copy(), dict(self.cells), dict(self.buffers), times)
            else:   # from the best again, with fewer nets at once
                reach /= 2
                self.restore(best)
                times = best[4]
                nets, still, loads = self.extract()
            if needed <= self.timer.clock or failed == FAILED:
                break
            last, chosen = chosen, self.late(nets, still, times, reach)
            if failed and chosen == last:   # the same again would come out
                break
        self.restore(best)
        self.extract()
        return best[4]

    def goal(self, slack):
        """The slack that a net should have that has so much: the many nets of a path share what is
        not needed."""
        spare = SPARE * self.timer.clock
        return max(slack - SHARE * max(slack - spare, 0.0), 0.0)

    def restore(self, best):
        """Back to the best netlist so far; it may be changed again."""
        _, netlist, cells, buffers, _ = best
        self.design, self.cells, self.buffers = netlist.copy(), dict(cells), dict(buffers)

    def late(self, nets, still, times, reach):
        """The nets on paths that are too long: with reach 1 all, with less those that are late by
        more than a part of the worst."""
        slack = {net: min((times.arrivals[pin][1] for pin in pins[1:] if pin in times.arrivals),
                          default=0.0) for net, pins in nets.items() if net not in still}
        limit = (1 - reach) * min(slack.values(), default=0.0)
        return {self.root(net, nets) for net, least in slack.items() if least < min(limit, 0.0)}


def parts_of(item):
    return buffer.parts(item.below)
