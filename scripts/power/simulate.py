# SPDX-License-Identifier: Apache-2.0
"""Edges of every net of a mapped netlist, and how often it is 1, by a compiled simulation of its gates.

The netlist becomes a C function of words, in which each of the 64 bits is a run of its own. A net
changes once a cycle at most: gates have no delay, so glitches are not counted.
"""
import collections
import functools
import json
import re

from layout.design import CONSTANTS
from layout.tools import Stop, run
from synthesis.liberty import GATE, truth

RUNS = 64       # bits of a word
RESET = 8       # cycles, before which nothing is counted
HEAD = """#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static uint64_t state = 0x9E3779B97F4A7C15u;
static uint64_t draw(void) {  // xorshift64*, each bit fair
  state ^= state >> 12; state ^= state << 25; state ^= state >> 27;
  return state * 0x2545F4914F6CDD1Du;
}
static uint64_t chance(unsigned part) {  // each bit is 1 in `part` of 256 cases
  uint64_t word = part == 256 ? ~(uint64_t)0 : 0;
  for (int bit = 0; bit < 8 && part < 256; ++bit)
    word = part >> bit & 1 ? word | draw() : word & draw();
  return word;
}
"""


def expression(table, names):
    """C of a truth table over these words, the first of them changing slowest."""
    if not names:
        return "~(uint64_t)0" if table[0] else "(uint64_t)0"
    half = len(table) // 2
    low, high = table[:half], table[half:]
    if low == high:
        return expression(low, names[1:])
    name, rest = names[0], names[1:]
    if all(one != two for one, two in zip(low, high)):
        return f"({name} ^ {expression(low, rest)})"
    if not any(low):
        return f"({name} & {expression(high, rest)})"
    if not any(high):
        return f"(~{name} & {expression(low, rest)})"
    if all(low):
        return f"(~{name} | {expression(high, rest)})"
    if all(high):
        return f"({name} | {expression(low, rest)})"
    return f"(({name} & {expression(high, rest)}) | (~{name} & {expression(low, rest)}))"


def bus(name):
    """The port of a bit, data_i of data_i_3."""
    return re.sub(r"_\d+$", "", name)


class Gates:
    """The gates of a design in an order in which each follows those that it reads."""

    def __init__(self, design, library):
        self.design, self.library = design, library
        self.nets = design.nets()
        self.word = {net: f"n[{number}]" for number, net in enumerate(self.nets)}
        self.word.update({"0": "(uint64_t)0", "1": "~(uint64_t)0"})
        self.clock = next((port.net for name, port in design.ports.items() if name == "clk_i"), None)
        self.gates, self.flops, self.random, self.enables = [], [], [], {}
        for name, cell in design.cells.items():
            if cell.kind == GATE:
                self.enables[cell.pins["gclk"]] = cell
        for name, cell in design.cells.items():
            self.sort(name, cell)
        self.order = self.ordered()

    def sort(self, name, cell):
        kind = self.library.cells.get(cell.kind)
        if cell.kind == GATE:
            return
        if kind is None:    # a memory: what it puts out is anything
            self.random += [net for pin, net in cell.pins.items()
                            if net not in CONSTANTS and self.design.drives(name, pin)]
        elif kind.flop:
            self.flops.append(cell)
        elif kind.latch:
            raise Stop(f"cell {cell.path} is a latch ({cell.kind}): power knows none but those of "
                       "clock gates")
        else:
            for pin in kind.outputs:
                if pin in cell.pins:
                    table = truth(kind.pins[pin].get("function", ""), kind.inputs)
                    if table is None:
                        raise Stop(f"cell {cell.kind} has no function that power understands")
                    self.gates.append((cell.pins[pin], table, [cell.pins[one]
                                                               for one in kind.inputs]))

    @staticmethod
    def chance(name, chances):
        return chances.get(name, chances.get(bus(name), 128))

    def ordered(self):
        made = {gate[0]: gate for gate in self.gates}
        readers, left = collections.defaultdict(list), {}
        for gate in self.gates:
            sources = {net for net in gate[2] if net in made}
            left[gate[0]] = len(sources)
            for net in sources:
                readers[net].append(gate[0])
        ready, order = [net for net, count in left.items() if not count], []
        while ready:
            net = ready.pop()
            order.append(made[net])
            for reader in readers[net]:
                left[reader] -= 1
                if not left[reader]:
                    ready.append(reader)
        if len(order) != len(self.gates):
            raise Stop(f"{len(self.gates) - len(order)} gates of {self.design.top} are in a loop")
        return order

    def flop(self, cell):
        """C of the next value of a flip-flop, and its output pins with their nets."""
        kind = self.library.cells[cell.kind]
        state = kind.flop
        names = [self.word[cell.pins[pin]] for pin in kind.inputs]

        def value(function):
            table = truth(function, kind.inputs)
            if table is None:
                raise Stop(f"flip-flop {cell.kind} is not understood: {function}")
            return expression(table, names)

        after = value(state["next_state"])
        clock = cell.pins[re.search(r"\w+", state["clocked_on"])[0]]
        old = self.old(cell)
        if clock in self.enables:
            enable = self.word[self.enables[clock].pins["ce"]]
            after = f"(({enable} & {after}) | (~{enable} & {old}))"
        elif clock != self.clock:
            raise Stop(f"flip-flop {cell.path} has a clock that is neither clk_i nor gated")
        if "preset" in state:
            after = f"({after} | {value(state['preset'])})"
        if "clear" in state:
            after = f"({after} & ~{value(state['clear'])})"
        return after

    def old(self, cell):
        """C of the present value of a flip-flop."""
        kind = self.library.cells[cell.kind]
        for pin in kind.outputs:
            if pin in cell.pins and cell.pins[pin] not in CONSTANTS:
                word = self.word[cell.pins[pin]]
                return word if kind.pins[pin]["function"] == self.state_name(kind) else f"(~{word})"
        return "(uint64_t)0"

    @functools.cache
    def state_name(self, kind):
        """The name of the state of a flip-flop in the functions of its outputs, such as DS0000."""
        return re.search(rf"cell\s*\(\s*\"?{kind.name}\"?\s*\).*?\bff\s*\(\s*\"?(\w+)",
                         self.library.text, re.S)[1]

    def program(self, cycles, chances, counted):
        """C that prints the number of edges of each net, of all runs together, and then in how many
        cycles each of the nets `counted` is 1."""
        lines = [HEAD, f"static uint64_t n[{len(self.nets)}], e[{len(self.nets)}], "
                       f"f[{max(len(self.flops), 1)}], ones[{max(len(counted), 1)}];\n"]
        # Functions of a few hundred statements compile fast.
        parts = [self.order[place:place + 400] for place in range(0, len(self.order), 400)]
        for number, part in enumerate(parts):
            lines.append(f"static void part{number}(void) {{\n  uint64_t w;\n")
            for net, table, sources in part:
                word = self.word[net]
                value = expression(table, [self.word[source] for source in sources])
                lines.append(f"  w = {value}; e{word[1:]} += __builtin_popcountll(w ^ {word}); "
                             f"{word} = w;\n")
            lines.append("}\n")
        lines.append("static void set(int net, uint64_t w) {\n"
                     "  e[net] += __builtin_popcountll(w ^ n[net]); n[net] = w;\n}\n")
        lines.append("int main(void) {\n"
                     f"  for (int cycle = 0; cycle < {RESET + cycles}; ++cycle) {{\n"
                     f"    if (cycle == {RESET}) {{\n"
                     f"      for (int i = 0; i < {len(self.nets)}; ++i) e[i] = 0;\n"
                     f"      for (int i = 0; i < {len(counted)}; ++i) ones[i] = 0;\n    }}\n")
        for name, port in self.design.ports.items():
            if port.direction != "input" or port.net == self.clock or port.net in CONSTANTS:
                continue
            value = (f"cycle < {RESET - 1} ? 0 : ~(uint64_t)0" if name == "rst_ni" else
                     f"chance({self.chance(name, chances)})")
            lines.append(f"    set({self.word[port.net][2:-1]}, {value});\n")
        lines += [f"    set({self.word[net][2:-1]}, draw());\n" for net in self.random]
        lines += [f"    part{number}();\n" for number in range(len(parts))]
        lines += [f"    ones[{number}] += __builtin_popcountll({self.word[net]});\n"
                  for number, net in enumerate(counted)]
        for gate in self.enables.values():      # two edges of the clock where it runs
            lines.append(f"    e{self.word[gate.pins['gclk']][1:]} += 2 * __builtin_popcountll("
                         f"{self.word[gate.pins['ce']]});\n")
        lines += [f"    f[{number}] = {self.flop(cell)};\n"
                  for number, cell in enumerate(self.flops)]
        for number, cell in enumerate(self.flops):
            kind = self.library.cells[cell.kind]
            for pin in kind.outputs:
                if pin in cell.pins and cell.pins[pin] not in CONSTANTS:
                    sign = "" if kind.pins[pin]["function"] == self.state_name(kind) else "~"
                    lines.append(f"    set({self.word[cell.pins[pin]][2:-1]}, {sign}f[{number}]);\n")
        lines.append("  }\n  printf(\"[\");\n"
                     f"  for (int i = 0; i < {len(self.nets)}; ++i) printf(\"%s%llu\", i ? \",\" : "
                     "\"\", (unsigned long long)e[i]);\n"
                     f"  for (int i = 0; i < {len(counted)}; ++i) printf(\",%llu\", "
                     "(unsigned long long)ones[i]);\n  puts(\"]\");\n  return 0;\n}\n")
        return "".join(lines)


def activity(design, library, cycles, chances, folder, count=""):
    """{net: edges a cycle}, the clock has two; and how many bits of the output port `count` are 1 in
    a cycle. `chances`: {input port, or bit of one: in how many of 256 cases it is 1}, 128 for
    others."""
    gates = Gates(design, library)
    counted = [port.net for name, port in design.ports.items()
               if port.direction == "output" and bus(name) == count]
    (folder / "gates.c").write_text(gates.program(cycles, chances, counted), encoding="utf-8")
    good, log = run(["gcc", "-O1", "-w", "-o", "gates", "gates.c"], folder, "gates.log")
    if not good:
        raise Stop(f"the simulation of the gates cannot be compiled: {log.strip()[:200]}")
    good, out = run(["./gates"], folder, "edges.json")
    if not good:
        raise Stop(f"the simulation of the gates ended with: {out.strip()[:200]}")
    numbers = json.loads(out)
    edges = dict(zip(gates.nets, numbers))
    found = {net: count / (RUNS * cycles) for net, count in edges.items()}
    if gates.clock:
        found[gates.clock] = 2.0
    return found, sum(numbers[len(gates.nets):]) / (RUNS * cycles)

