# SPDX-License-Identifier: Apache-2.0
"""Wires of nets as Steiner trees, their resistance and capacitance, and the SPEF file."""
import collections

from scripts.flow.layout import steiner
from scripts.flow.layout.design import PORT

Tree = collections.namedtuple("Tree", "pins places edges length")   # um


class Wires:
    """{net: Tree} of a design; a tree is kept while its pins stay where they are."""

    def __init__(self, lef):
        self.of_way = {way: lef.wire(way) for way in "HV"}
        self.trees, self.known = {}, {}

    def update(self, nets, places):
        """`nets`: {net: [(cell, pin)]}; `places`: {(cell, pin): (x, y)}."""
        self.trees = {}
        for net, pins in nets.items():
            if len(pins) < 2:
                continue
            at = tuple(places[pin] for pin in pins)
            if self.known.get(net, ((), ()))[0] != at:
                nodes, edges = steiner.tree(at)
                self.known[net] = (at, (nodes, edges, steiner.length(nodes, edges)))
            self.trees[net] = Tree(pins, *self.known[net][1])

    def segment(self, one, two):
        """Resistance (ohm) and capacitance (fF) of a wire between two places."""
        dx, dy = abs(one[0] - two[0]), abs(one[1] - two[1])
        (rh, ch), (rv, cv) = self.of_way["H"], self.of_way["V"]
        return dx * rh + dy * rv, dx * ch + dy * cv

    def capacitance(self, net):
        """fF of the wires of a net."""
        tree = self.trees.get(net)
        return sum(self.segment(tree.places[a], tree.places[b])[1]
                   for a, b in tree.edges) if tree else 0.0


HEAD = """*SPEF "IEEE 1481-1998"
*DESIGN "{top}"
*DATE "-"
*VENDOR "gsq"
*PROGRAM "make layout"
*VERSION "1"
*DESIGN_FLOW ""
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 NS
*C_UNIT 1 FF
*R_UNIT 1 OHM
*L_UNIT 1 HENRY

"""


def spef(design, wires, skipped=()):
    """SPEF of all nets but those that are skipped: half of the capacitance of each wire is at each
    of its ends."""
    lines = [HEAD.format(top=design.top)]
    inputs = {port.net: name for name, port in design.ports.items() if port.direction == "input"}
    for net, tree in wires.trees.items():
        if net in skipped:
            continue
        name = inputs.get(net, net)
        nodes = [pin if cell == PORT else f"{cell}:{pin}" for cell, pin in tree.pins]
        nodes += [f"{name}:{place}" for place in range(len(nodes), len(tree.places))]
        charge, resistors = collections.defaultdict(float), []
        for a, b in tree.edges:
            r, c = wires.segment(tree.places[a], tree.places[b])
            charge[a] += c / 2
            charge[b] += c / 2
            resistors.append((nodes[a], nodes[b], max(r, 0.001)))
        lines.append(f"*D_NET {name} {sum(charge.values()):.4f}\n*CONN\n")
        for (cell, pin), node in zip(tree.pins, nodes):
            drives = design.drives(cell, pin)
            if cell == PORT:
                lines.append(f"*P {node} {'I' if drives else 'O'}\n")
            else:
                lines.append(f"*I {node} {'O' if drives else 'I'}\n")
        lines.append("*CAP\n")
        lines += [f"{number} {nodes[place]} {c:.5f}\n"
                  for number, (place, c) in enumerate(sorted(charge.items()), 1)]
        lines.append("*RES\n")
        lines += [f"{number} {a} {b} {r:.4f}\n" for number, (a, b, r) in enumerate(resistors, 1)]
        lines.append("*END\n\n")
    return "".join(lines)
