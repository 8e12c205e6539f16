# SPDX-License-Identifier: Apache-2.0
"""Edges of every net of a mapped netlist, and how often it is 1, by a compiled simulation of its gates.

The netlist becomes a C function of words, in which each of the 64 bits is a run of its own. A net
changes once a cycle at most: gates have no delay, so glitches are not counted.
"""
import collections
import functools
import json
import platform
import re

from scripts.flow.layout.design import CONSTANTS
from scripts.flow.layout.tools import Stop, digest, run
from scripts.flow.power import record
from scripts.flow.synthesis.liberty import GATE, truth

RUNS = 64       # bits of a word
RESET = 8       # cycles, before which nothing is counted
SHOWN = 20      # bits that differ from a recording
FLAGS = ("-O1", "-w", *(("-mpopcnt",) if platform.machine() == "x86_64" else ()))
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
REPLAY = """#include <string.h>
static unsigned char row[{row}];
static const int given[{given}] = {{{numbers}}};
static int cycle, wrong;
static unsigned long long compared, unknown;
static int bit(int place) {{ return row[2 + place / 8] >> place % 8 & 1; }}
static void compare(int number, uint64_t word) {{
  if (word + 1 > 1) {{ ++unknown; return; }}
  ++compared;
  if ((int)(word & 1) != bit({first} + number) && wrong++ < {shown})
    printf("%s[%d,%d]", wrong > 1 ? "," : "", cycle, number);
}}
"""
REPLAY_MAIN = """int main(int number, char **words) {
  FILE *file = number == 2 ? fopen(words[1], "rb") : 0;
  if (!file) return 1;
  static unsigned long long edges[3][sizeof e / sizeof *e], length[3];
  printf("{\\"wrong\\":[");
  start();
  for (; fread(row, 1, sizeof row, file) == sizeof row; ++cycle) {
    memset(e, 0, sizeof e);
    for (int i = 0; i < GIVEN; ++i) n[given[i]] = bit(i) ? ~(uint64_t)0 : 0;
EVALUATE    if (row[1]) expect();
CLOCK    ++length[row[0]];
    for (unsigned i = 0; i < sizeof e / sizeof *e; ++i) edges[row[0]][i] += e[i];
  }
  printf("],\\"count\\":%d,\\"compared\\":%llu,\\"unknown\\":%llu", wrong, compared, unknown);
  printf(",\\"cycles\\":[%llu,%llu,%llu]", length[0], length[1], length[2]);
  for (int segment = 1; segment < 3; ++segment) {
    printf(",\\"%d\\":[", segment);
    for (unsigned i = 0; i < sizeof e / sizeof *e; ++i)
      printf("%s%llu", i ? "," : "", edges[segment][i]);
    printf("]");
  }
  puts("}");
  return 0;
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

    def functions(self):
        """C of the state and of functions, and the calls of those that evaluate the gates and of
        those that clock the registers."""
        lines = [HEAD, f"static uint64_t n[{len(self.nets)}], before[{len(self.nets)}], "
                       f"e[{len(self.nets)}], f[{max(len(self.flops), 1)}];\n"
                       "static void count(void) {  // edges since the last cycle\n"
                       f"  for (int i = 0; i < {len(self.nets)}; ++i) {{\n"
                       "    e[i] += __builtin_popcountll(n[i] ^ before[i]);\n"
                       "    before[i] = n[i];\n  }\n}\n"]
        calls = []

        def function(name, body):
            # Functions of a few hundred statements compile fast.
            for number, place in enumerate(range(0, len(body), 400)):
                lines.append(f"static void {name}{number}(void) {{\n"
                             f"{''.join(body[place:place + 400])}}}\n")
                calls.append(f"    {name}{number}();\n")

        function("part", [
            f"  {self.word[net]} = {expression(table, [self.word[source] for source in sources])};\n"
            for net, table, sources in self.order])
        evaluate = [*calls, "    count();\n"]
        calls.clear()
        function("clock", [     # two edges of the clock where it runs
            f"  e{self.word[gate.pins['gclk']][1:]} += 2 * __builtin_popcountll("
            f"{self.word[gate.pins['ce']]});\n" for gate in self.enables.values()])
        function("next", [f"  f[{number}] = {self.flop(cell)};\n"
                          for number, cell in enumerate(self.flops)])
        function("update", [line for number in range(len(self.flops))
                            for line in self.outputs_of(number)])
        return "".join(lines), "".join(evaluate), "".join(calls)

    def outputs_of(self, number):
        """C that gives the pins of a flip-flop the value of f[number]."""
        cell = self.flops[number]
        kind = self.library.cells[cell.kind]
        for pin in kind.outputs:
            if pin in cell.pins and cell.pins[pin] not in CONSTANTS:
                sign = "" if kind.pins[pin]["function"] == self.state_name(kind) else "~"
                yield f"  {self.word[cell.pins[pin]]} = {sign}f[{number}];\n"

    def program(self, cycles, chances, counted):
        """C that prints the number of edges of each net, of all runs together, and then in how many
        cycles each of the nets `counted` is 1."""
        head, evaluate, clock = self.functions()
        lines = [head, f"static uint64_t ones[{max(len(counted), 1)}];\n"
                       "int main(void) {\n"
                       f"  for (int cycle = 0; cycle < {RESET + cycles}; ++cycle) {{\n"
                       f"    if (cycle == {RESET}) {{\n"
                       f"      for (int i = 0; i < {len(self.nets)}; ++i) e[i] = 0;\n"
                       f"      for (int i = 0; i < {len(counted)}; ++i) ones[i] = 0;\n    }}\n"]
        for name, port in self.design.ports.items():
            if port.direction != "input" or port.net == self.clock or port.net in CONSTANTS:
                continue
            value = (f"cycle < {RESET - 1} ? 0 : ~(uint64_t)0" if name == "rst_ni" else
                     f"chance({self.chance(name, chances)})")
            lines.append(f"    {self.word[port.net]} = {value};\n")
        lines += [f"    {self.word[net]} = draw();\n" for net in self.random]
        lines.append(evaluate)
        lines += [f"    ones[{number}] += __builtin_popcountll({self.word[net]});\n"
                  for number, net in enumerate(counted)]
        lines.append(f"{clock}  }}\n  printf(\"[\");\n"
                     f"  for (int i = 0; i < {len(self.nets)}; ++i) printf(\"%s%llu\", i ? \",\" : "
                     "\"\", (unsigned long long)e[i]);\n"
                     f"  for (int i = 0; i < {len(counted)}; ++i) printf(\",%llu\", "
                     "(unsigned long long)ones[i]);\n  puts(\"]\");\n  return 0;\n}\n")
        return "".join(lines)

    def borders(self):
        """What a recording gives to the netlist and what it expects of it: two lists of (bit, net),
        of the ports and of the memories."""
        given, expected = [], []
        for port in self.design.ports.values():
            if port.net == self.clock or port.direction == "input" and port.net in CONSTANTS:
                continue
            (given if port.direction == "input" else expected).append(
                (record.bit_of("", port.path), port.net))
        for name, cell in self.design.cells.items():
            if cell.kind == GATE or cell.kind in self.library.cells:
                continue
            for pin, net in cell.pins.items():
                drives = self.design.drives(name, pin)
                if net != self.clock and not (drives and net in CONSTANTS):
                    (given if drives else expected).append(
                        (record.bit_of(cell.path.replace("/", "."), pin), net))
        return sorted(given), sorted(expected)

    def replay(self, given, expected):
        """C that reads rows of a recording, and prints the edges of each net in each segment, what
        differs, and how many bits were compared. Registers start with other values in each run, so
        a bit that differs between the runs is one that no reset and no input has yet decided."""
        head, evaluate, clock = self.functions()
        bits = len(given) + len(expected)
        lines = [head, REPLAY.format(
            given=max(len(given), 1), row=2 + (bits + 7) // 8, first=len(given), shown=SHOWN,
            numbers=",".join(self.word[net][2:-1] for _, net in given) or "0")]
        lines.append("static void expect(void) {\n" + "".join(
            f"  compare({number}, {self.word[net]});\n"
            for number, (_, net) in enumerate(expected)) + "}\n")
        lines.append("static void start(void) {\n" + "".join(
            f"  f[{number}] = (draw() & ~(uint64_t)1) | 2;\n{''.join(self.outputs_of(number))}"
            for number in range(len(self.flops))) + "}\n")
        lines.append(REPLAY_MAIN.replace("GIVEN", str(len(given))).replace("EVALUATE", evaluate)
                     .replace("CLOCK", clock))
        return "".join(lines)


def activity(design, library, cycles, chances, folder, count=""):
    """{net: edges a cycle}, the clock has two; and how many bits of the output port `count` are 1 in
    a cycle. `chances`: {input port, or bit of one: in how many of 256 cases it is 1}, 128 for
    others."""
    gates = Gates(design, library)
    counted = [port.net for name, port in design.ports.items()
               if port.direction == "output" and bus(name) == count]
    (folder / "gates.c").write_text(gates.program(cycles, chances, counted), encoding="utf-8")
    good, log = run(["gcc", *FLAGS, "-o", "gates", "gates.c"], folder, "gates.log")
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


def transparent(design, edges):
    """Edges as they were if clock gates let every edge pass. Registers behind them keep what they
    hold, which takes multiplexers; these cost nothing here."""
    return {**edges, **{cell.pins["gclk"]: 2.0 for cell in design.cells.values()
                        if cell.kind == GATE}}


class Replay:
    """A compiled simulation of a netlist that recordings drive. Its folder keeps it. Outputs `free` may
    differ from what was recorded."""

    def __init__(self, design, library, folder, free=()):
        gates = Gates(design, library)
        self.folder, self.gates = folder, gates
        given, expected = gates.borders()
        expected = [(bit, net) for bit, net in expected if bit.port not in free]
        self.inputs, self.outputs = ([bit for bit, _ in bits] for bits in (given, expected))
        text = gates.replay(given, expected)
        key = folder / f"replay-{digest(text)}"
        if not key.exists():
            (folder / "replay.c").write_text(text, encoding="utf-8")
            part = key.with_suffix(".part")
            good, log = run(["gcc", *FLAGS, "-o", part.name, "replay.c"], folder, "replay.log")
            if not good:
                raise Stop(f"the simulation of the gates cannot be compiled: {log.strip()[:200]}")
            part.rename(key)
        self.program = key

    def run(self, recording):
        """[{net: edges a cycle}] of the segments RUN and IDLE, and (bits compared, bits that
        nothing had decided). Raises Stop when an output is not what was recorded."""
        count = len(self.inputs)
        size = (count + len(self.outputs) + 7) // 8
        path = self.folder / "rows.bin"
        with open(path, "wb") as file:
            for cycle, (segment, row) in enumerate(zip(recording.segments, recording.inputs)):
                known = cycle < len(recording.outputs) and self.checked(row)
                if known:
                    row |= recording.outputs[cycle] << count
                file.write(bytes([segment, known]) + row.to_bytes(size, "little"))
        good, out = run([self.program, path], self.folder, "replay.json")
        if not good:
            raise Stop(f"the simulation of the gates ended with: {out.strip()[:200]}")
        found = json.loads(out)
        if found["count"]:
            self.differs(found, recording)
        edges = []
        for segment in (record.RUN, record.IDLE):
            cycles = found["cycles"][segment]
            per = {net: number / (RUNS * cycles) for net, number in
                   zip(self.gates.nets, found[str(segment)])} if cycles else {}
            if self.gates.clock:
                per[self.gates.clock] = 2.0
            edges.append(per)
        return edges, (found["compared"], found["unknown"])

    def checked(self, row):
        """Whether reset is over, as far as there is one."""
        for place, bit in enumerate(self.inputs):
            if bit.port == "rst_ni":
                return bool(row >> place & 1)
        return True

    def differs(self, found, recording):
        cycle, number = found["wrong"][0]
        bit = self.outputs[number]
        one = recording.outputs[cycle] >> number & 1
        raise Stop(
            f"{recording.name}: the netlist differs from the RTL in {found['count']} bits of "
            f"{found['compared']}, first in cycle {cycle} at "
            f"{bit.scope + '.' if bit.scope else ''}{bit.port}[{bit.place}]: expected {one} as "
            f"recorded, the gates give {1 - one}")
