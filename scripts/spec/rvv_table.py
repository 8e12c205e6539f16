# SPDX-License-Identifier: Apache-2.0
"""The table of the vector instructions that gsq executes, configs/rvv.toml. For scripts/spec/rvv.py."""
import dataclasses
import tomllib

from scripts.core import tasks
from scripts.spec import commands
from scripts.spec.rvv_left_out import CONDITIONS, Case, LeftOut

TABLE = tasks.ROOT / "configs" / "rvv.toml"
OPCODES = {"load": 0x07, "store": 0x27, "I": 0x57, "M": 0x57}
FUNCT3 = {("I", "vv"): 0b000, ("I", "vx"): 0b100, ("I", "vi"): 0b011, ("M", "vv"): 0b010, ("M", "vx"): 0b110}
WIDTHS = {8: 0b000, 16: 0b101, 32: 0b110}
FIELDS = {"funct6": (26, 6), "vm": (25, 1), "vs2": (20, 5), "vs1": (15, 5)}
GROUPS = ("vd", "vs2", "vs1")
FLAGS = ("mask_vd", "unmasked_vd", "no_vtype", "halves", "agnostic")
ANSWERS = ("none", "number", "first", "element")
VARIANTS = ("steps", "masked", "same")
CRACK = {*VARIANTS, "does", "every", "any", "bits", "anyway"}
COUNTS = (1, 2, 4, 8)     # n in names such as vl<n>re8.v
LEFT_OUT = {"what", "why", "cases"}
CASE = {"names", "with"}
INSTRUCTION = {"name", "opcode", "forms", "widths", "crack", "command", "groups", "apart", "flags", "answer", *FIELDS}


class Wrong(Exception):
    """What is wrong with the table, in a sentence."""


@dataclasses.dataclass
class Step:
    """A command of a crack: for each operand the code of a register or a number."""
    text: str
    command: str           # "own": that of the instruction
    operands: dict         # {"vd", "vs", "vi", "m": name of a register}
    number: str
    merge: bool
    bytes: bool


@dataclasses.dataclass
class Crack:
    name: str
    does: str
    flags: set
    variants: dict         # {"steps", "masked", "same": [Step]}


@dataclasses.dataclass
class Instruction:
    name: str
    opcode: str
    mask: int
    match: int
    funct3s: int           # a bit for each
    forms: list
    widths: list
    crack: Crack
    command: str
    groups: list
    apart: list
    flags: list
    answer: str

    def text(self):
        """Its names, as programs write them."""
        forms = [form + "m" * (self.name == "vmerge") for form in self.forms]
        return ", ".join([f"`{self.name}.{form}`" for form in forms] if self.forms and "." not in self.name else
                         [f"`{self.name.replace('*', str(width))}`" for width in self.widths] if "*" in self.name else
                         [f"`{self.name}.{form[1]}`" for form in self.forms] if self.name == "vmv.v" else
                         [f"`{self.name}`"])

    def mnemonics(self):
        """The same, one by one."""
        names = [name.strip("`") for name in self.text().split(", ")]
        counted = [name for name in names if "<n>" in name]
        return [name for name in names if name not in counted] + [
            name.replace("<n>", str(count)) for name in counted for count in COUNTS]


class Table:
    """The table; Wrong if it contradicts itself or the table of commands."""

    def __init__(self, parsed=None):
        self.parsed = parsed or tomllib.loads(TABLE.read_text(encoding="utf-8"))
        self.isa = commands.Isa()
        self.names = {word: row for row, (_, _, word) in zip(self.isa.commands, self.isa.items("opcode_e"))}
        self.cracks = {name: self.crack(name, entry) for name, entry in self.parsed["cracks"].items()}
        self.instructions = [self.instruction(entry) for entry in self.parsed["instructions"]]
        self.mnemonics = {"vsetvli", "vsetivli", "vsetvl", *(name for one in self.instructions for name in one.mnemonics())}
        self.left_out = [self.case(entry) for entry in self.parsed["left_out"]]
        self.check()

    def case(self, entry):
        what = f"left_out '{entry.get('what', '?')[:30]}'"
        self.known(what, entry, LEFT_OUT)
        cases = []
        for case in entry["cases"]:
            self.known(what, case, CASE)
            cases.append(Case(case["names"], case.get("with", [])))
            for condition in cases[-1].conditions:
                if condition not in CONDITIONS:
                    raise Wrong(f"{what} has the condition '{condition}': expected one of {', '.join(CONDITIONS)}")
            inside = [name for name in self.mnemonics if cases[-1].covers(name)]
            if inside and not cases[-1].conditions:
                raise Wrong(f"{what} has {inside[0]}, which is executed: expected a condition, or another name")
            if cases[-1].conditions and not inside:
                raise Wrong(f"{what} has conditions for {' '.join(case['names'])}, of which nothing is executed")
        return LeftOut(entry["what"], entry["why"], cases)

    def crack(self, name, entry):
        self.known(f"cracks.{name}", entry, CRACK)
        if {"masked", "same"} <= set(entry):
            raise Wrong(f"cracks.{name} has masked and same: expected one of them, since only one is chosen")
        return Crack(name, entry["does"], {flag for flag in ("every", "any", "bits", "anyway") if entry.get(flag)},
                     {variant: [self.step(name, text) for text in entry[variant]]
                      for variant in VARIANTS if variant in entry})

    def known(self, where, entry, keys):
        for key in entry:
            if key not in keys:
                raise Wrong(f"{where} has {key}: expected one of {' '.join(sorted(keys))}")

    def step(self, crack, text):
        command, *words = text.split()
        if command != "own" and command not in self.names:
            raise Wrong(f"cracks.{crack}: there is no command {command} in commands.toml")
        operands, number, flags = {}, "none", set()
        for word in words:
            key, is_operand, value = word.partition("=")
            if not is_operand:
                flags.add(word)
            elif key == "n":
                number = value
            else:
                operands[key] = value
        if wrong := ([f"n={number}"] if number not in self.parsed["numbers"] else []) + [
                f"{key}={value}" for key, value in operands.items()
                if key not in ("vd", "vs", "vi", "m") or value not in self.parsed["registers"]] + [
                *(flags - {"merge", "b8"})]:
            raise Wrong(f"cracks.{crack}: '{text}' has {wrong[0]}: expected operands vd, vs, vi, m with a register, n with a "
                        "number, merge or b8")
        return Step(text, command, operands, number, "merge" in flags, "b8" in flags)

    def instruction(self, entry):
        name = entry.get("name", "?")
        self.known(name, entry, INSTRUCTION)
        opcode, mask, match = entry["opcode"], 0x7f, OPCODES[entry["opcode"]]
        for field, (low, bits) in FIELDS.items():
            text = entry.get(field, "x" * bits)
            if len(text) != bits or set(text) - set("01x"):
                raise Wrong(f"{name}: {field} is '{text}': expected {bits} of 0, 1, x")
            for place, bit in enumerate(reversed(text)):
                if bit != "x":
                    mask |= 1 << low + place
                    match |= int(bit) << low + place
        forms, widths = entry.get("forms", []), entry.get("widths", [])
        codes = [FUNCT3[opcode, form] for form in forms] + [WIDTHS[width] for width in widths]
        for what, given, allowed in (("groups", entry.get("groups", []), GROUPS), ("apart", entry.get("apart", []), GROUPS),
                                     ("flags", entry.get("flags", []), FLAGS), ("answer", [entry.get("answer", "none")], ANSWERS),
                                     ("command", [entry["command"]], self.names), ("crack", [entry["crack"]], self.cracks)):
            for word in given:
                if word not in allowed:
                    raise Wrong(f"{name}: {what} has '{word}': expected one of {' '.join(allowed)}")
        return Instruction(name, opcode, mask, match, sum(1 << code for code in codes), forms, widths,
                           self.cracks[entry["crack"]], entry["command"], entry.get("groups", []), entry.get("apart", []),
                           entry.get("flags", []), entry.get("answer", "none"))

    def check(self):
        for place, one in enumerate(self.instructions):
            for other in self.instructions[:place]:
                both = one.mask & other.mask
                if one.match & both == other.match & both and one.funct3s & other.funct3s:
                    raise Wrong(f"a word can be {other.name} and {one.name}: expected bits that differ")
        for crack in self.cracks.values():
            if not any(one.crack is crack for one in self.instructions):
                raise Wrong(f"no instruction uses cracks.{crack.name}")
