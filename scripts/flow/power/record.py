# SPDX-License-Identifier: Apache-2.0
"""What happens at the ports of the core and of its memories, cycle by cycle, in runs of RTL.

`gsq` writes a waveform of the run; it is read through fst2vcd. A cycle has the values just before
the rising edge of the clock that ends it.
"""
import collections
import contextlib
import itertools
import json
import pathlib
import random
import re
import subprocess
import tempfile

from scripts.flow.layout.tools import Stop, run, shown

CORE = "gsq_top.u_core"
RUN, IDLE, NOT_COUNTED = 1, 2, 0    # segments of a recording
SETTLE, IDLE_CYCLES = 64, 200       # cycles without commands after a run: not counted, counted
COMMANDS = 200                      # the most of a pattern
CYCLES = 100000                     # the most of a run
WIDTH = "b32"                       # of the elements of patterns
RANDOM_SEED = 1

# A bit of a port of the core (scope "") or of one of its memories
Bit = collections.namedtuple("Bit", "scope port place")
# Of each cycle its segment, and its inputs and outputs as numbers, the first bit lowest; outputs
# end before the cycles that were added. banks: words read and written; elements: moved.
Recording = collections.namedtuple("Recording", "name segments inputs outputs banks elements unit")


def bit_of(scope, path):
    """The bit that a netlist calls data_i[3] or data_i_3."""
    match = re.fullmatch(r"(\w+?)(?:\[(\d+)\]|_(\d+))?", path)
    return Bit(scope, match[1], int(match[2] or match[3] or 0))


class Waveform:
    """The lines of a VCD file: which signals there are, and their values cycle by cycle."""

    def __init__(self, lines):
        self.lines = iter(lines)
        # {(scope, port): [((places, fields), code, bits)]}
        self.leaves = collections.defaultdict(list)
        scopes = []
        for line in self.lines:
            words = line.split()
            if words[:1] == ["$scope"]:
                scopes.append((words[1], words[2]))
            elif words[:1] == ["$upscope"]:
                scopes.pop()
            elif words[:1] == ["$var"]:
                self.add(scopes, words[4], words[3], int(words[2]))
            elif words[:1] == ["$enddefinitions"]:
                break

    def add(self, scopes, name, code, bits):
        # The fields of a structure are variables in a scope of their own.
        inner = len(scopes)
        while inner and scopes[inner - 1][0] == "struct":
            inner -= 1
        path = [name for _, name in scopes[inner:]] + [name]
        places = [int(place) for place in re.findall(r"\[(\d+)\]", path[0])]
        scope = ".".join(name for _, name in scopes[:inner])
        self.leaves[scope, path[0].partition("[")[0]].append(((places, path[1:]), code, bits))

    def signal(self, scope, port):
        """[(code, bits)] of a port, the lowest part first: elements of arrays from 0 on, of a
        structure the last field."""
        leaves = self.leaves.get((scope, port))
        if not leaves:
            raise Stop(f"the waveform of the simulation has no signal {scope}.{port}")
        if leaves[0][0][1]:
            leaves = leaves[::-1]
        return [leaf[1:] for leaf in sorted(leaves, key=lambda leaf: leaf[0][0])]

    def samples(self, codes, clock):
        """{code: value} just before each rising edge of the clock; the same object each time."""
        now, then = dict.fromkeys([*codes, clock], 0), {}
        for line in itertools.chain(self.lines, ["#"]):
            if line[0] == "#":
                if now[clock] == 0 and then.get(clock) == 1:
                    yield now
                now.update(then)
                then = {}
            elif line[0] == "b":
                value, code = line[1:].split()
                if code in now:
                    then[code] = int(value, 2)
            elif line[0] in "01":
                code = line[1:].strip()
                if code in now:
                    then[code] = int(line[0])


def rows(lines, bits):
    """Of each cycle: a number of these bits, the first one lowest, and {port of core: value}."""
    wave = Waveform(lines)
    ports = {}
    for bit in bits:
        ports.setdefault((bit.scope, bit.port), []).append(bit.place)
    parts = {key: wave.signal(f"{CORE}.{key[0]}" if key[0] else CORE, key[1]) for key in ports}
    for key, places in ports.items():
        there, here = sum(part[1] for part in parts[key]), max(places) + 1
        if there != here:
            raise Stop(f"port {'.'.join(filter(None, key))} has {there} bits in the simulation and "
                       f"{here} in the netlist: expected both of one configuration")
    codes = {code for part in parts.values() for code, _ in part}
    clock = wave.signal(CORE, "clk_i")[0][0]
    # Bits of a port mostly follow each other, so a row is made of whole ports.
    pieces, rest = [], list(bits)
    while rest:
        scope, port, first = rest[0]
        count = 1
        while count < len(rest) and rest[count] == Bit(scope, port, first + count):
            count += 1
        pieces.append(((scope, port), first, count))
        del rest[:count]
    for sample in wave.samples(codes, clock):
        values = {}
        for key, part in parts.items():
            value = shift = 0
            for code, width in part:
                value |= sample[code] << shift
                shift += width
            values[key] = value
        row = shift = 0
        for key, first, count in pieces:
            row |= (values[key] >> first & (1 << count) - 1) << shift
            shift += count
        yield row, {port: value for (scope, port), value in values.items() if not scope}


def from_waveform(name, lines, inputs, outputs):
    """The recording of a run, and after it cycles in which nothing is asked of the core."""
    count = len(inputs)
    taken, answered, recorded, banks = [], [], [], []
    for cycle, (row, at) in enumerate(rows(lines, [*inputs, *outputs])):
        if cycle == CYCLES:
            raise Stop(f"{name} takes more than {CYCLES} cycles, each of which is kept and simulated "
                       "gate by gate: expected a shorter program")
        recorded.append(row)
        banks.append((at["bank_req_o"].bit_count(),
                      (at["bank_req_o"] & at["bank_we_o"]).bit_count()))
        if at["rst_ni"] and at["cmd_valid_i"] and at["cmd_ready_o"]:
            taken.append(cycle)
        if at["rst_ni"] and at["rsp_valid_o"] and at["rsp_ready_i"]:
            answered.append(cycle)
    if not taken or not answered:
        raise Stop(f"{name} has no command: expected at least one, whose cycles can be measured")
    first, last = taken[0], answered[-1]
    segments = [RUN if first <= cycle <= last else NOT_COUNTED for cycle in range(len(recorded))]
    given = [row & (1 << count) - 1 for row in recorded]
    found = [row >> count for row in recorded]
    still = given[-1]
    for place, bit in enumerate(inputs):
        if bit in (Bit("", "cmd_valid_i", 0), Bit("", "host_req_i", 0)):
            still &= ~(1 << place)
    given += [still] * (SETTLE + IDLE_CYCLES)
    segments += [NOT_COUNTED] * SETTLE + [IDLE] * IDLE_CYCLES
    reads = sum(all_ - writes for all_, writes in banks[first:last + 1])
    writes = sum(writes for _, writes in banks[first:last + 1])
    return Recording(name, segments, given, found, (reads, writes), reads + writes, "words")


def gsq_runs(gsq, words, log):
    """Runs gsq; Stop with what it says when it does not succeed."""
    good, said = run([gsq, *words], pathlib.Path.cwd(), log)
    if not good:
        lines = [line for line in said.splitlines() if line.strip()] or ["it said nothing"]
        raise Stop(f"the run fails: {next((line for line in lines if 'error' in line), lines[0])}")


def check(gsq, words):
    """Raises Stop when the golden model refuses the run, or when it does not end as it expects."""
    with tempfile.TemporaryDirectory() as folder:
        gsq_runs(gsq, [*words, "--backend", "golden"], pathlib.Path(folder) / "log")


@contextlib.contextmanager
def simulated(gsq, words, folder, name):
    """The lines of the waveform and the statistics of a run of gsq."""
    wave, stats = folder / f"{name}.fst", folder / f"{name}.json"
    gsq_runs(gsq, [*words, "--waves", wave, "--stats", stats, "--failures", "none"],
             folder / f"{name}.log")
    told = json.loads(stats.read_text(encoding="utf-8"))
    try:
        vcd = subprocess.Popen(["fst2vcd", wave], stdout=subprocess.PIPE, text=True)
    except FileNotFoundError:
        raise Stop("fst2vcd is missing: scripts/setup.sh waves installs it") from None
    with vcd:
        yield vcd.stdout, told
    if vcd.returncode != 0:
        raise Stop(f"fst2vcd cannot read {shown(wave)}: it ended with status {vcd.returncode}")


def program(gsq, words, inputs, outputs, folder, name):
    """A recording of a program; its elements are words of banks, each lane's."""
    with simulated(gsq, words, folder, "program") as (lines, stats):
        made = from_waveform(name, lines, inputs, outputs)
    return made._replace(elements=made.elements + stats["totals"]["merged"])


def pattern(gsq, words, inputs, outputs, folder, name):
    """A recording of `gsq perf`."""
    with simulated(gsq, [*words, "--commands-max", COMMANDS], folder, "pattern") as (lines, stats):
        made = from_waveform(name, lines, inputs, outputs)
    return made._replace(elements=sum(one["elements"] for one in stats["patterns"]),
                         unit="elements")


def uniform(kernel, ub_bytes, lanes, folder):
    """A file with random gathers or scatters of all of the Unified Buffer."""
    pick = random.Random(RANDOM_SEED)
    path = folder / f"random_{kernel}.json"
    indices = [pick.randrange(ub_bytes // 4) for _ in range(COMMANDS * lanes)]
    path.write_text(json.dumps([{"name": f"random {kernel}", "kernel": kernel, "count": 1,
                                 "pattern": indices}]), encoding="utf-8")
    return path
