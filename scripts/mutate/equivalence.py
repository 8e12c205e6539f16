# SPDX-License-Identifier: Apache-2.0
"""Proves that two versions of a module are the same circuit, with Yosys and ABC.

Registers are matched by their names. The first way cuts them: outputs and next values of equal names
must be the same functions of inputs and registers. Then no sequence of inputs tells the versions
apart, whatever the registers hold at the start. The second way compares the same functions in the
states that are reached from the start. It makes one circuit of both versions, which has one copy of
each register. A register that differs somewhere gets a second copy, for the other version, and only
the functions that are left must agree: by induction over cycles both versions then have the same
outputs. If only what a reset gives differs, the states after it and those one cycle later say it all.

The second way may begin without modules that are the same in both versions. Their outputs are then
inputs, equal for both, and their inputs are outputs that must be equal. Where these differ, it goes on
with that module. If that leads to outputs that differ, it begins again, and goes on with the modules
whose outputs make the difference.

What the RTL asserts is taken for granted in the original: other proofs and simulation check that.
Where the original is x, it leaves the value open, and a circuit made of it may have any: it has that of
the other version, where this has one. What is x in the other version may be anything. x is what the
source assigns so, and what is read behind the end of an array. An assertion on what may be x is not
granted: it may hold only for some values, and would so choose those of the other version.
"""
import collections
import contextlib
import itertools
import os
import random
import re
import subprocess

from scripts.core import runner, tasks
from scripts.flow.synthesis.tools import ROOT, SLANG
from scripts.formal import prove

# Seconds of a processor: others that run meanwhile do not matter
LIMIT = 300     # of each run of ABC
PATIENCE = 600  # of Yosys, and after which the second way begins no further run
FRAMES = 12     # cycles in which the second way first looks for a difference
LONG = 4        # s for which it looks
RUNS = 256      # random simulations at a time
ALL = (1 << RUNS) - 1
LEAST_CYCLES, MOST_CYCLES = 10, 40  # of each, and
GATES = 8_000_000                   # how many are simulated, which says how many cycles in between
FLAGS = 4       # registers of one bit of which conditions are made, and inputs of which each value is tried

# Each register becomes an input <name>.q and outputs <name>.d, its next value, .r, its reset, and .v,
# the value of that. opt_dff tells resets from other asynchronous loads. Other signals become outputs
# too, so the list of those of the module is kept. Ports are split like other signals: a register may
# be a part of one. What is x becomes inputs without names; what is undriven is 0 in both.
CUT = """
read_slang -j 1 -I rtl -D {macro} --top {top} {params} {leave_out} {files}
hierarchy -top {top}; proc; flatten; chformal -assert2assume; memory_map
setundef -anyseq; setundef -undriven -zero
opt_dff -nodffe -nosdff; opt_clean -purge; dffunmap; splitnets -ports; opt_clean -purge
tee -o {out}/outputs.txt select -list o:*
tee -o {out}/ports.txt expose {evert} -evert-dff
async2sync; dffunmap; chformal -lower; bwmuxmap; bmuxmap; demuxmap; opt_expr -full; opt_merge; opt_clean
techmap; setundef -anyseq; setundef -undriven -zero; aigmap; opt_clean
write_aiger -L -zinit -symbols -ascii {out}/design.aag
"""
RANDOM = "random simulation"
# Output by output, which is quick where it is easy; then by what is equal inside; then that with each value
# of an input, which is slower, but finds more
EACH = "&read {out}/differ.aig; &sat -C 100 -v\n"
CEC = "&read {out}/differ.aig; &cec -m\n"
HALF = "read_aiger {out}/differ.aig; fraig; orpos; sat -C 1000\n"
SEQUENCES = "read_aiger {out}/differ.aig; fold; strash; print_stats; "
SEARCH = SEQUENCES + f"bmc3 -F {FRAMES} -T {LONG}; write_cex -a {{out}}/trace.txt\n"
PROVE = SEQUENCES + "scorr -C 5000; dc2; scorr -C 5000; pdr; write_cex -a {out}/trace.txt\n"
MEMORIES = {"gsq_vreg", "gsq_ub_bank"}    # their contents are not compared
GOLD = ROOT / "build" / "mutate" / "gold"


def spent():
    """Seconds of a processor that this process and the tools that it ran took; others do not count."""
    return sum(os.times()[:4])


def tool(command, limit):
    """Runs a program of the proof; returns whether it succeeded in time, and what it said."""
    done = subprocess.run(["prlimit", f"--cpu={limit}:{limit + 9}", *command], cwd=ROOT, text=True,
                          check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    runner.expect_alive(done.returncode, command[0])
    print(done.stdout)
    return done.returncode == 0, done.stdout


def yosys(path, script):
    """Runs a script of Yosys; returns whether it succeeded in time."""
    tasks.write(path, script)
    # WebAssembly can access only the folder in which it runs, and those below.
    return tool([SLANG, "-q", "-s", path.relative_to(ROOT)], PATIENCE)[0]


def abc(path, script, folder):
    """What ABC says of a script."""
    tasks.write(path, script.format(out=folder.relative_to(ROOT)))
    return tool(["berkeley-abc", "-f", path.relative_to(ROOT)], LIMIT)[1]


def symbols(folder):
    """Names of the inputs and outputs of a circuit: {kind: {number: name}}."""
    names = {"i": {}, "o": {}}
    for line in (folder / "design.aag").read_text(encoding="utf-8").split("\n"):
        if line[:1] in names and " " in line:
            kind, (number, name) = line[0], line[1:].split(" ", 1)
            names[kind][int(number)] = name
        elif line == "c":
            break
    return names


class Version:
    """One version of the module, its registers cut."""

    def __init__(self, folder):
        inputs, latches, outputs, _, self.assumed, self.gates = prove.read_circuit(folder)
        names = symbols(folder)
        self.outputs = {names["o"][place]: literal for place, (literal,) in enumerate(outputs)}
        # The names of inputs; a latch that is left is no register of the module.
        self.inputs = {literal: names["i"].get(place) if place < len(inputs) else None
                       for place, (literal, *_) in enumerate(inputs + latches)}
        # The module left out of which something is the input, {name: module}
        self.left_out = dict(re.findall(r"^New module port: [^/]*/(\S+) \((gsq_\w+)\)$", (
            folder / "ports.txt").read_text(encoding="utf-8"), re.M))
        listed = {line.split("/", 1)[1] for line in (folder / "outputs.txt").read_text(
            encoding="utf-8").split("\n") if "/" in line} | set(self.left_out)
        self.ports = {name for name in self.outputs if name in listed or word_of(name) in listed}
        # Only registers whose reset does not depend on registers
        depends = {literal for literal, name in self.inputs.items()
                   if name is None or name.endswith(".q")}
        for literal, left, right in self.gates:
            if left & ~1 in depends or right & ~1 in depends:
                depends.add(literal)
        self.registers = {name[:-2] for name in self.outputs if name.endswith(".d")
                          and self.outputs.get(f"{name[:-2]}.r", 0) & ~1 not in depends}
        self.reset = {name for name in self.registers if f"{name}.r" in self.outputs}
        # What is x, and the name of the signal that it reaches
        self.unknown = self.carriers([literal for literal, *_ in inputs if self.inputs[literal] is None])
        open_ = self.open_to(set(self.unknown))
        self.granted = [literal for (literal,) in self.assumed if literal & ~1 not in open_]

    def open_to(self, found):
        """The literals that depend on these, also through registers."""
        of_register = {name[:-2]: literal for literal, name in self.inputs.items()
                       if name and name.endswith(".q")}
        before = -1
        while len(found) != before:
            before = len(found)
            for literal, left, right in self.gates:
                if left & ~1 in found or right & ~1 in found:
                    found.add(literal)
            found |= {literal for name, literal in of_register.items()
                      if self.outputs.get(f"{name}.d", 0) & ~1 in found}
        return found

    def carriers(self, unknown):
        """{literal: name} of the signal with a name that depends on each of these inputs without another one
        in between; of several the first in the alphabet, so that it is the same in both versions."""
        names = {literal & ~1: name for name, literal in sorted(self.outputs.items(), reverse=True)}
        first = {}      # of what depends on a literal. Backwards, since many gates depend on many inputs.
        for literal, left, right in reversed(self.gates):
            if name := names.get(literal) or first.get(literal):
                first |= {side: min(name, first.get(side, name)) for side in (left & ~1, right & ~1)}
        return {literal: names.get(literal) or first.get(literal) for literal in unknown}

    def aliases(self):
        """{names of one register: the one of them whose value is read}. A register that drives several ports
        has the names of all, but what reads it reads only one. Only registers that can hold their value:
        that the others would hold the same one tells them from registers that merely load the same."""
        read = {side & ~1 for gate in self.gates for side in gate[1:]} | \
            {literal & ~1 for literal in [*self.outputs.values(), *(one for (one,) in self.assumed)]}
        value = {name[:-2]: literal for literal, name in self.inputs.items() if name and name.endswith(".q")}
        groups = {}
        for name in self.registers & set(value):
            groups.setdefault(tuple(self.outputs.get(f"{name}.{of}") for of in "drv"), []).append(name)
        found = {}
        for names in groups.values():
            used = [name for name in names if value[name] in read]
            if len(names) > 1 and len(used) == 1:
                found[frozenset(names)] = used[0]
        bit = {value[name]: 1 << place for place, name in enumerate(found.values())}
        needs = dict(bit)
        for literal, left, right in self.gates:
            if needed := needs.get(left & ~1, 0) | needs.get(right & ~1, 0):
                needs[literal] = needed
        return {names: name for names, name in found.items()
                if needs.get(self.outputs[f"{name}.d"] & ~1, 0) & bit[value[name]]}

    def rename(self, names, used):
        """The first of these names in the alphabet for that register, of which `used` is read."""
        values = {f"{name}.q" for name in names}
        self.inputs = {literal: f"{min(names)}.q" if name == f"{used}.q" else name
                       for literal, name in self.inputs.items() if name == f"{used}.q" or name not in values}
        for name in names - {min(names)}:
            for of in "drv":
                self.outputs.pop(f"{name}.{of}", None)
        self.registers -= names - {min(names)}
        self.reset -= names - {min(names)}

    def port_of(self, port):
        """The module left out of which this, or the word whose bit it is, is a port, or None."""
        return self.left_out.get(port) or self.left_out.get(word_of(port))


class Product:
    """One circuit of both versions, and when which of their functions differ.

    Each version has its own of the registers `apart`, and of those that the other has not; the others
    are shared. With `free` registers hold any value in every cycle. Otherwise they are latches, which
    start as after a reset, or with any value, the same in both versions if neither has a reset.
    `fixed` are the values of some shared registers that are free. With `reset` registers that have a reset
    hold what it gives them; if that is False, no reset comes, and what it gives is not compared.
    """

    def __init__(self, versions, apart, free, fixed=None, reset=None):
        shared = (versions[0].registers & versions[1].registers) - apart
        own = [{name: f"{name}.q" if name in shared else f"{side} {name}.q"
                for name in sorted(version.registers)} for side, version in enumerate(versions)]
        registers = list(dict.fromkeys(name for names in own for name in names.values()))
        self.latches = [] if free else ["started", *registers]
        starts = {}     # an input that is the value of a register: always, or when it starts
        for side, names in enumerate(own):
            for name, register in names.items():
                kept = not free and not any(name in version.reset for version in versions)
                starts[register] = f"{name}.start" if kept else f"{register}.start"
        leaves = [{literal: f"{side} {literal}" if name is None or name.endswith(".q") else name
                   for literal, name in version.inputs.items()
                   if (name is None or name[:-2] not in version.registers)
                   and (side == 1 or literal not in version.unknown)}
                  for side, version in enumerate(versions)]
        self.inputs = list(dict.fromkeys([*leaves[0].values(), *leaves[1].values(),
                                          *starts.values()]))
        at = {name: 2 * place for place, name in enumerate(self.inputs + self.latches, 1)}
        self.first = 2 * len(at)
        self.made, self.known = [], {}

        functions, resets = {}, {}
        self.resets = resets    # {(side, register): when it is reset, and to what}
        for side, version in reversed([*enumerate(versions)]):
            literals = {0: 0, **{literal: at[name] for literal, name in leaves[side].items()}}
            self.copy(version, literals)
            values = {}
            for name, register in own[side].items():
                when, value = 0, 0
                if name in version.reset:
                    when, value = (self.of(literals, version.outputs[f"{name}.{of}"]) for of in "rv")
                start = value if name in version.reset else at[starts[register]]
                held = value if reset and name in version.reset else \
                    (fixed or {}).get(name, at[starts[register]]) if free else \
                    self.choose(at["started"], at[register], start)
                values[name] = self.choose(when, value, held)
                resets[side, name] = when, value
            literals |= {literal: values[name[:-2]] for literal, name in version.inputs.items()
                         if literal not in literals and literal not in version.unknown}
            if side == 0:
                there = {literal: at[leaves[1][literal]] for literal in versions[1].unknown}
                literals |= self.chosen(versions, dict(literals), functions[1], there)
            self.copy(version, literals)
            functions[side] = self.functions(version, literals)
        self.allowed = 1
        for literal in versions[0].granted:
            self.allowed = self.both(self.allowed, self.of(literals, literal))

        self.nexts, self.differ = {"started": 1}, {}    # of each port and shared register: when it differs
        for side, names in enumerate(own):
            for name, register in names.items():
                after = self.choose(*resets[side, name], functions[side][f"{name}.d"])
                if register in self.nexts:
                    pairs = [(self.nexts[register], after)]
                    if reset is not False:
                        pairs += zip(resets[0, name], resets[1, name])
                    self.differ[f"{name}.d"] = self.unlike(pairs)
                self.nexts.setdefault(register, after)
        for name in versions[0].ports:
            self.differ[name] = self.unlike([(functions[0][name], functions[1][name])])

    def functions(self, version, literals):
        return {name: self.of(literals, literal) for name, literal in version.outputs.items()}

    def chosen(self, versions, literals, other, there):
        """{literal: value} of what is x in the original: what is x `there`, in the other version, signal by
        signal in their order, if the signal is then the same, since equal circuits are easier to compare;
        else the value of the signal. `other` has the functions of the other version."""
        version, values = versions[0], {}
        for literal, name in versions[1].unknown.items():
            values.setdefault(name, []).append(there[literal])
        values = {name: iter(found) for name, found in values.items()}
        same = {literal: next(values.get(name, iter(())), 0) for literal, name in version.unknown.items()}
        literals |= same
        self.copy(version, literals)
        first = self.functions(version, literals)
        return {literal: same[literal] if name not in other or first[name] == other[name] else other[name]
                for literal, name in version.unknown.items()}

    def copy(self, version, literals):
        """Adds the gates of a version that depend only on what `literals` has, to these."""
        for literal, left, right in version.gates:
            if literal not in literals and left & ~1 in literals and right & ~1 in literals:
                literals[literal] = self.both(self.of(literals, left), self.of(literals, right))

    @staticmethod
    def of(literals, literal):
        return literals[literal & ~1] ^ (literal & 1)

    def both(self, left, right):
        left, right = max(left, right), min(left, right)
        if right < 2 or (left ^ right) < 2:   # a constant, or equal but for inversion
            return left * right if right < 2 else right * (left == right)
        if (left, right) not in self.known:
            self.made.append((left, right))
            self.known[left, right] = self.first + 2 * len(self.made)
        return self.known[left, right]

    def choose(self, condition, yes, no):
        return self.both(self.both(condition, yes) ^ 1, self.both(condition ^ 1, no) ^ 1) ^ 1

    def unlike(self, pairs):
        """Whether one of the pairs of literals differs."""
        agree = 1
        for left, right in pairs:
            for one in (self.both(left, right ^ 1), self.both(left ^ 1, right)):
                agree = self.both(agree, one ^ 1)
        return agree ^ 1

    def differs(self):
        """When one of the functions differs."""
        return self.unlike((literal, 0) for literal in self.differ.values())

    def write(self, path, granted=True):
        """The circuit with latches: never are its output and its assumption 1 if the versions are the same.
        Without `granted` nothing is assumed."""
        prove.write_circuit(path, len(self.inputs), [self.nexts[name] for name in self.latches], self.made,
                            [self.differs()], [self.allowed] * granted)

    def never(self, folder):
        """Whether no function of a circuit without latches differs, as ABC finds in time."""
        wrong = sorted({self.both(literal, self.allowed) for literal in self.differ.values()} - {0})
        prove.write_circuit(folder / "differ.aig", len(self.inputs), [], self.made, wrong, [])
        if not wrong:
            return True
        counts = {what: int(count) for what, count in re.findall(
            r"^(Unsat|Sat|Undef) +calls +(\d+)", abc(folder / "differ.abc", EACH, folder), re.M)}
        return 1 not in wrong and counts.get("Sat") == 0 and (
            counts.get("Unsat") == len(wrong)
            or "Networks are equivalent" in abc(folder / "differ.abc", CEC, folder)
            or all(self.half_never(folder, flag, value, outputs)
                   for flag, outputs in self.by_flag(wrong).items() for value in (0, 1)))

    def by_flag(self, wrong):
        """{input: the functions of these, literals of gates, of which it decides most}: of the inputs on which a
        function depends, the one that the most gates read, such as the valid bit of a wide word."""
        readers = collections.Counter(side & ~1 for pair in self.made for side in pair)
        inputs = range(2, self.first + 1, 2)
        flags = sorted(inputs, key=lambda literal: (-readers[literal], literal))[:FLAGS]
        needs = {literal: 1 << place for place, literal in enumerate(flags)}
        for place, (left, right) in enumerate(self.made, 1):
            if needed := needs.get(left & ~1, 0) | needs.get(right & ~1, 0):
                needs[self.first + 2 * place] = needed
        found = {}
        for literal in wrong:
            needed = needs.get(literal & ~1, 1)
            found.setdefault(flags[(needed & -needed).bit_length() - 1], []).append(literal)
        return found

    def half_never(self, folder, flag, value, wrong):
        """Whether none of these functions is ever 1 where an input has this value, as ABC finds in time. Much
        falls away: of what is x without a valid bit, the versions may choose another value than with it."""
        literals = {0: 0, **{literal: literal for literal in range(2, self.first + 1, 2)}, flag: value}
        made, known = self.made, self.known
        self.made, self.known = [], {}
        for place, pair in enumerate(made, 1):
            literals[self.first + 2 * place] = self.both(*(self.of(literals, side) for side in pair))
        left = sorted({self.of(literals, literal) for literal in wrong} - {0})
        prove.write_circuit(folder / "differ.aig", len(self.inputs), [], self.made, left, [])
        self.made, self.known = made, known
        return not left or 1 not in left and bool(
            re.search(r"^UNSATISFIABLE\b", abc(folder / "differ.abc", HALF, folder), re.M))

    def inputs_of(self, names):
        """The inputs on which it depends in a cycle whether these ports and registers differ."""
        needed = {self.differ[name] & ~1 for name in names}
        for place, pair in reversed([*enumerate(self.made, 1)]):
            if self.first + 2 * place in needed:
                needed |= {literal & ~1 for literal in pair}
        return {name for place, name in enumerate(self.inputs, 1) if 2 * place in needed}

    def simulate(self, trace, ones=1):
        """The values of all literals, in each cycle of a trace of inputs. A value has one bit for each of
        several simulations, all of which are 1 in `ones`."""
        value, state = [0, ones] * (1 + self.first // 2 + len(self.made)), [0] * len(self.latches)
        for bits in trace:
            for place, bit in enumerate([*bits, *state], 1):
                value[2 * place:2 * place + 2] = bit, ones ^ bit
            for place, (left, right) in enumerate(self.made, self.first // 2 + 1):
                value[2 * place] = value[left] & value[right]
                value[2 * place + 1] = ones ^ value[2 * place]
            state = [value[self.nexts[name]] for name in self.latches]
            yield value

    def differing(self, trace):
        """Names of ports and shared registers that differ in the last cycle of a trace of inputs."""
        *_, value = self.simulate([map(int, bits) for bits in trace])
        return {name for name, literal in self.differ.items() if value[literal]}

    def simulate_any(self):
        """The values of all literals in each cycle of RUNS random simulations without a further reset, and
        in which of these the assumption has held since the start."""
        chance, valid = random.Random(1), ALL
        cycles = min(MOST_CYCLES, max(LEAST_CYCLES, GATES // (1 + len(self.made))))
        for value in self.simulate(([ALL if name == "rst_ni" else chance.getrandbits(RUNS)
                                     for name in self.inputs] for _ in range(cycles)), ALL):
            valid &= value[self.allowed]
            yield value, valid

    def differing_somewhere(self, ports):
        """Names of shared registers that differ in random simulations; or of these ports, where ports do
        before any register does."""
        registers, agreed = set(), ALL
        for value, valid in self.simulate_any():
            differ = {name for name, literal in self.differ.items() if value[literal] & valid}
            if found := {name for name in differ & ports if value[self.differ[name]] & valid & agreed}:
                return found
            for name in differ - ports:
                agreed &= ~value[self.differ[name]]
            registers |= differ - ports
        return registers


class Conditional:
    """The registers `apart`, of which the versions agree whenever a condition of each word holds.

    Data that are loaded while they are not valid differ, and agree whenever they are valid. A condition is a
    shared register of one bit, or None for words that nobody reads. Conditions are guessed by random
    simulation. They are proven by induction, in each combination of their values: no outputs and no other
    registers differ, and words agree when their condition holds next. None of these registers has a reset,
    so at first both versions have the same in them.
    """

    def __init__(self, versions, apart):
        self.versions, self.apart = versions, apart
        product = Product(versions, apart, free=False)
        flags = sorted(name for name in versions[0].registers & versions[1].registers - apart
                       if name == word_of(name))
        words = {}
        for name in sorted(apart & versions[1].registers):
            words.setdefault(word_of(name), []).append(name)
        held, unlike = dict.fromkeys(flags, 0), {word: dict.fromkeys(flags, 0) for word in words}
        state = {name: 2 * place for place, name in enumerate(product.inputs + product.latches, 1)}
        for value, valid in product.simulate_any():
            for flag in flags:
                held[flag] |= value[state[f"{flag}.q"]] & valid
            for word, names in words.items():
                differ = 0
                for name in names:
                    differ |= value[state[f"0 {name}.q"]] ^ value[state[f"1 {name}.q"]]
                for flag in flags:
                    unlike[word][flag] |= differ & valid & value[state[f"{flag}.q"]]
        self.conditions = {}    # of each register
        for word, names in words.items():
            found = [flag for flag in flags if held[flag] and not unlike[word][flag]]
            best = max(found, default=None, key=lambda flag: len(os.path.commonprefix([flag, word])))
            self.conditions |= dict.fromkeys(names, best)

    def holds(self, folder, until):
        """Whether the versions have the same outputs; False if it is not proven until then."""
        flags = sorted({flag for flag in self.conditions.values() if flag})
        if len(flags) > FLAGS or any(version.reset & self.apart for version in self.versions):
            return False
        for values in itertools.product((0, 1), repeat=len(flags)):
            fixed = dict(zip(flags, values))
            apart = {name for name in self.apart if not fixed.get(self.conditions.get(name))}
            product = Product(self.versions, apart, free=True, fixed=fixed)
            for name, flag in self.conditions.items():
                differ = product.differ.get(f"{name}.d") if name not in apart else \
                    product.unlike([[product.nexts[f"{side} {name}.q"] for side in (0, 1)]])
                product.differ[f"{name}.d"] = \
                    product.both(differ, product.nexts[f"{flag}.q"]) if flag else 0
            if spent() >= until or not product.never(folder):
                return False
        return True


def same_after_reset(folder, versions):
    """Whether it is proven that the versions are the same but for what one reset, of all registers that have
    one, gives some of these: no output shows it, and one cycle after the reset they hold the same."""
    gold, gate = ({name: version.outputs[f"{name}.v"] for name in version.reset} for version in versions)
    apart = {name for name, value in gold.items() if value != gate.get(name)}
    if not apart or gold.keys() != gate.keys() or not {*gold.values(), *gate.values()} <= {0, 1}:
        return False
    later = Product(versions, set(), free=True, reset=False)
    when = {later.resets[side, name][0] for side in (0, 1) for name in gold}
    if len(when) != 1:
        return False
    later.allowed = later.both(later.allowed, when.pop() ^ 1)
    first = Product(versions, apart, free=True, reset=True)
    for name in apart:
        unlike = first.unlike([[first.nexts[f"{side} {name}.q"] for side in (0, 1)]])
        first.differ[f"{name}.d"] = first.both(unlike, first.resets[0, name][0] ^ 1)
    return later.never(folder) and first.never(folder)


def cut(out, macro, top, params, files, without):
    """Whether Yosys reads a version in time; the circuit is then in the folder `out`."""
    out.mkdir(exist_ok=True)
    return yosys(out / "cut.ys", CUT.format(
        macro=macro, top=top, params=params, files=files, out=out.relative_to(ROOT),
        evert="-evert" if without else "", leave_out=" ".join(f"--blackboxed-module {name}" for name in without)))


def read(folder, top, params, versions, without):
    """Both versions, if Yosys reads them in time and both have the same ports. `versions` are the files
    of the original and of the other version. The original is kept for the next proof."""
    key = runner.key([top, params, without], [*str(versions[0]).split(), "rtl", __file__])
    gold, gate = GOLD / key, folder / "gate"
    if not gold.exists():
        if not cut(folder / "gold", "GSQ_FORMAL", top, params, versions[0], without):
            return None
        GOLD.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(OSError):  # another proof made it meanwhile
            (folder / "gold").rename(gold)
    if not cut(gate, "SYNTHESIS", top, params, versions[1], without):
        return None
    found = Version(gold), Version(gate)
    if found[0].ports != found[1].ports:
        return None
    # Which of its names a register is read by is chance.
    aliases = [version.aliases() for version in found]
    for names in aliases[0].keys() & aliases[1].keys():
        for version, used in zip(found, aliases):
            version.rename(names, used[names])
    return found


def uneven(gold, gate):
    """Registers of both versions of which one has a reset."""
    return (gold.reset ^ gate.reset) & gold.registers & gate.registers


def word_of(register):
    """The name of all bits of a register, of the name of one bit."""
    return re.sub(r"\[\d+\]$", "", register)


def cut_equal(folder, top, params, versions):
    """The first way: True, or None if the versions differ with some values in registers, which
    need not occur in any cycle, or if ABC does not tell in time."""
    versions = read(folder, top, params, versions, ())
    if versions is None or uneven(*versions):
        return None
    return Product(versions, set(), free=True).never(folder) or None


def sequence_equal(folder, top, params, versions, without=()):
    """The second way, at first `without` the modules of these names: also False, if a sequence of
    inputs, and of what comes from the modules left out, tells the versions apart."""
    until, told, known = spent() + PATIENCE, None, {}
    for backwards in (False, True)[:1 + bool(without)]:
        left_out = set(without)
        while spent() < until:
            key = tuple(sorted(left_out))
            if key not in known:
                pair = read(folder, top, params, versions, key)
                known[key] = _sequence_equal(folder, pair, until) if pair else None
            told = known[key]
            if told in (True, None):
                return told
            into, out_of = told
            more = out_of if backwards and out_of else into
            told = None if more & MEMORIES else False
            if told is None or None in more:
                break
            left_out -= more
            told = None
    return told


def _sequence_equal(folder, versions, until):
    """True or None as above. If there is a difference, also the modules left out whose inputs differ, with
    None for outputs that differ, and those from which these differences come."""
    if same_after_reset(folder, versions):
        return True
    # At last without the assertions, which a proof seldom needs: those on data make it large.
    apart, runs = uneven(*versions), [(RANDOM, True), (SEARCH, True), (PROVE, True), (PROVE, False)]
    while runs and spent() < until:
        how, granted = runs[0]
        product = Product(versions, apart, free=False)
        if product.differs() == 0:
            return True
        if how == RANDOM:
            found = product.differing_somewhere(versions[0].ports)
        else:
            product.write(folder / "differ.aig", granted)
            said = abc(folder / "differ.abc", how, folder)
            if "Property proved" in said:
                return True
            failed = re.search(r"was asserted in frame (\d+)", said) if granted else None
            found = failed and product.differing(re.findall("^[01]+", (folder / "trace.txt").read_text(
                encoding="utf-8"), re.M)[-int(failed[1]) - 1:])
            if failed and not found:
                return None
        if not found:
            runs.pop(0)
            if how == SEARCH and apart and Conditional(versions, apart).holds(folder, spent() + PATIENCE):
                return True
        elif ports := found & versions[0].ports:
            into, out_of = ({versions[0].port_of(name) for name in names}
                            for names in (ports, product.inputs_of(ports)))
            return into, out_of - {None}
        else:
            words = {word_of(name[:-2]) for name in found}
            apart |= {name for name in versions[0].registers if word_of(name) in words}
    return None
