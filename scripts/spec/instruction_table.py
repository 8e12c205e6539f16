# SPDX-License-Identifier: Apache-2.0
"""The table of RISC-V instructions, configs/instructions.toml: what each bit of an instruction is, and from where each
field of its command comes. What is missing, does not fit or clashes is an error."""
import dataclasses
import itertools
import re
import tomllib

from scripts.core import tasks
from scripts.spec import command_heads, commands
from scripts.spec.commands import Wrong

TABLE = tasks.ROOT / "configs" / "instructions.toml"
MAJORS = {"custom-0": 0x0B, "custom-1": 0x2B, "custom-2": 0x5B, "custom-3": 0x7B}
WORDS = {"funct7": (25, 7), "rs2": (20, 5), "rs1": (15, 5), "funct3": (12, 3), "rd": (7, 5)}  # lowest bit, bits
KINDS = ("command", "write", "read", "sync")
KEYS = {"commands", "suffix", "name", "kind", "does", "major", *WORDS, "cfg", "set", "unused"}
PART = 32           # bits of an x or cfg register, and of a part of a wider field
NUMBER = "number"   # the operand of an instruction that names a cfg register
VALUES = {"low": "rs1", "high": "rs2"}  # what an instruction writes to cfg registers: always these x registers


@dataclasses.dataclass
class Register:
    """A cfg register."""
    number: int
    name: str
    bits: int
    comment: str


@dataclasses.dataclass
class Place:
    """Bits of an instruction that are a field, and its legal codes."""
    low: int
    bits: int
    codes: list


@dataclasses.dataclass
class Instruction:
    """Fields are those of the command, `number`, or the parts mask.0 to mask.3 of a wide one."""
    name: str
    kind: str
    row: object             # of the table of commands, or None
    does: str = ""
    mask: int = 0           # bits that are always the same
    match: int = 0          # these bits
    answers: bool = False   # rd is an x register
    places: dict = dataclasses.field(default_factory=dict)      # {field: Place}
    scalars: dict = dataclasses.field(default_factory=dict)     # {field: "rs1" or "rs2"}
    cfg: dict = dataclasses.field(default_factory=dict)         # {field: Register}
    codes: dict = dataclasses.field(default_factory=dict)       # {field: code}
    unused: list = dataclasses.field(default_factory=list)
    operands: list = dataclasses.field(default_factory=list)    # fields that the instruction gives, in order of the text

    @property
    def given(self):
        return {**self.places, **self.scalars, **self.cfg, **self.codes}

    def reads(self, register):
        return register in self.scalars.values()

    def encode(self, values, rd=0, rs1=0, rs2=0):
        """The instruction with these codes of its fields and numbers of x registers where it has such."""
        word = self.match
        for field, place in self.places.items():
            word |= values[field] << place.low
        numbers = {"rd": rd if self.answers else 0, "rs1": rs1 if self.reads("rs1") else 0,
                   "rs2": rs2 if self.reads("rs2") else 0}
        return word | sum(number << WORDS[name][0] for name, number in numbers.items())


class Table:
    """All instructions."""

    def __init__(self, table=None):
        self.table = table or tomllib.loads(TABLE.read_text(encoding="utf-8"))
        self.isa = command_heads.Isa()
        self.bits = {field: bits for name, fields, _ in self.isa.parsed.structs if name == "cmd_t"
                     for field, bits, *_ in fields}
        self.registers = [Register(*row) for row in self.table["cfg"]]
        self.check_registers()
        self.numbers = {register.number for register in self.registers}
        self.pairs = {number for number in self.numbers if number % 2 == 0 and number + 1 in self.numbers}
        self.instructions = [instruction for entry in self.table["instructions"]
                             for instruction in self.read(entry)]
        self.check_commands()
        self.check_clashes()

    def check_registers(self):
        for what in ("number", "name"):
            values = [getattr(register, what) for register in self.registers]
            if doubled := {value for value in values if values.count(value) > 1}:
                raise Wrong(f"cfg: expected each {what} once, found {doubled.pop()} again")
        for register in self.registers:
            if not 0 <= register.number < 32:
                raise Wrong(f"cfg: {register.name}: expected a number of 0 to 31, found {register.number}")
            if not 0 < register.bits <= PART:
                raise Wrong(f"cfg: {register.name}: expected 1 to {PART} bits, found {register.bits}")

    # ---- one entry ------------------------------------------------------------------------------

    def read(self, entry):
        """The instructions of an entry."""
        if extra := set(entry) - KEYS:
            raise Wrong(f"{entry.get('name') or entry.get('commands')}: there is no {extra.pop()} of an instruction")
        if "commands" not in entry:
            if not {"name", "kind", "does"} <= set(entry) or entry["kind"] not in KINDS[1:]:
                raise Wrong(f"{entry.get('name', 'an instruction')}: expected `commands`, or a name, what it does, and "
                            f"a kind of {', '.join(KINDS[1:])}")
            yield self.instruction(entry, entry["name"], None, 0)
            return
        rows = {self.isa.name(row): row for row in self.isa.commands}
        for code, command in enumerate(entry["commands"]):
            if command not in rows:
                raise Wrong(f"{command}: there is no command of this name in configs/{commands.TABLE.name}")
            yield self.instruction(entry, command + entry.get("suffix", ""), rows[command], code)
        for item in entry.get("cfg", []):
            if not any(item.split("=")[0].split(".")[0] in rows[name].facts["fields"] for name in entry["commands"]):
                raise Wrong(f"{entry['commands'][0]}: cfg: expected fields of the command, found {item}")

    def instruction(self, entry, name, row, code):
        made = Instruction(name, entry.get("kind", "command"), row, entry.get("does", ""))
        if entry.get("major") not in MAJORS:
            raise Wrong(f"{name}: expected a major of {', '.join(MAJORS)}, found {entry.get('major', 'none')}")
        if row is None and (extra := {"cfg", "set", "unused", "suffix"} & set(entry)):
            raise Wrong(f"{name}: expected no {extra.pop()} of an instruction without a command")
        made.mask, made.match = 0x7F, MAJORS[entry["major"]]
        for word in WORDS:
            self.word(made, word, str(entry.get(word, "")), code, len(entry.get("commands", [0])))
        for item in entry.get("cfg", []):
            field, _, register = item.partition("=")
            if field.split(".")[0] in row.facts["fields"]:
                self.from_register(made, field, register or field)
        for field, value in entry.get("set", {}).items():
            self.once(made, field)
            if value not in self.legal(made, field):
                raise Wrong(f"{name}: set: expected a legal code of {field}, found {value}")
            made.codes[field] = value
        for field in entry.get("unused", []):
            self.once(made, field)
            made.unused.append(field)
        if missing := [field for field in self.fields(row) if field not in made.given and field not in made.unused]:
            raise Wrong(f"{name}: expected a place, an x register, a cfg register or a code for each field of its "
                        f"command, found none for {missing[0]}")
        self.check_front_end(made)
        made.operands = [field for field in self.order(row) if field in made.places or field in made.scalars]
        return made

    def word(self, made, word, text, code, count):
        """What the text of a field of R-type says."""
        low, bits = WORDS[word]
        left = bits
        for token in text.split():
            name, colon, size = token.partition(":")
            if bool(colon) != size.isdigit() or (name == "code" and not size):
                raise Wrong(f"{made.name}: {word}: expected a number of bits behind a colon, found {token}")
            if re.fullmatch("[01]+", token):
                wide, value = len(token), int(token, 2)
            elif token == "x" or token.startswith("x."):
                wide, value = bits, None
                self.scalar(made, word, token)
            elif name == "code":
                wide, value = int(size), code
                if count > 1 << wide:
                    raise Wrong(f"{made.name}: {word}: expected at most {1 << wide} commands for {token}, found "
                                f"{count}")
            else:
                wide, value = self.bits_of(made, name), None
                if size and int(size) < wide:
                    raise Wrong(f"{made.name}: {word}: expected {wide} bits for the legal codes of {name}, found "
                                f"{token}")
                if size and int(size) > wide:
                    raise Wrong(f"{made.name}: {word}: {name} has {wide} bits, found {token}")
                self.once(made, name)
                if left >= wide:
                    made.places[name] = Place(low + left - wide, wide, self.legal(made, name))
            left -= wide
            if left >= 0 and value is not None:
                made.mask |= (1 << wide) - 1 << low + left
                made.match |= value << low + left
        if text and left:
            raise Wrong(f"{made.name}: {word}: expected {bits} bits, found {bits - left} in '{text}'")
        if not text:
            made.mask |= (1 << bits) - 1 << low

    def scalar(self, made, word, token):
        field = token[2:]
        if (word == "rd") != (token == "x") or word not in ("rd", "rs1", "rs2"):
            raise Wrong(f"{made.name}: {word}: expected x in rd, or x.FIELD in rs1 or rs2, found {token}")
        if word == "rd":
            made.answers = True
            return
        self.once(made, field)
        if made.row and self.bits_of(made, field) <= 5:
            raise Wrong(f"{made.name}: {word}: expected a field that is a number, found {token}")
        made.scalars[field] = word

    def from_register(self, made, field, name):
        register = next((register for register in self.registers if register.name == name), None)
        if register is None:
            raise Wrong(f"{made.name}: there is no cfg register {name}")
        self.once(made, field)
        # High bits of a number may be left out, since what has them is too large for the command.
        if 2 * register.bits < (bits := self.bits_of(made, field)):
            raise Wrong(f"{made.name}: expected a cfg register of {(bits + 1) // 2} bits or more for {field}, found {name}, which has "
                        f"{register.bits}")
        made.cfg[field] = register

    def once(self, made, field):
        known = self.fields(made.row) if made.row else [NUMBER, *VALUES]
        if field not in known:
            raise Wrong(f"{made.name}: expected one of its fields, {', '.join(known) or 'which are none'}; found "
                        f"{field}")
        if field in made.given or field in made.unused:
            raise Wrong(f"{made.name}: expected {field} once, found it again")

    def fields(self, row):
        """Fields of a command, wide ones in their parts."""
        if row is None:
            return []
        return [part for field in self.isa.parsed.fields if field in row.facts["fields"] for part in self.parts(field)]

    def parts(self, field):
        count = -(-self.bits[field] // PART)
        return [field] if count == 1 else [f"{field}.{part}" for part in range(count)]

    def bits_of(self, made, field):
        """Bits that all codes of a field need."""
        if field == NUMBER or field not in self.fields(made.row):
            self.once(made, field)
            return 5
        if "." in field:
            return PART
        mask = self.isa.text[made.row.facts["mask"]]
        if (mask == "logic" and field in ("vd", "vs", "vi")) or (mask == "compare" and field == "vd"):
            return self.bits["m"]
        if field == "n" and self.isa.moves_bits(made.row):
            return 3    # it counts modulo 8
        return self.bits[field]

    def legal(self, made, field):
        """The codes of a field that are no error."""
        if field == NUMBER:
            pair = made.kind == "write" and "rs2" in made.scalars.values()
            return sorted(self.pairs if pair else self.numbers)
        if field in command_heads.SETS:
            every = self.isa.items[self.isa.parsed.set_of(command_heads.SETS[field])]
            return [code for _, code, text in every if text in self.isa.legal(made.row, field)]
        if field == "pattern":
            return [code for _, code, _ in self.isa.items["pattern_e"]]
        return list(range(1 << self.bits_of(made, field)))

    def order(self, row):
        """Fields of a command as programs write them."""
        if row is None:
            return [NUMBER, *VALUES]
        names = [field for _, fields in self.isa.operands(row) for field in fields]
        names += [field for _, _, field in self.isa.options(row)]
        return [part for field in dict.fromkeys(names) if field in row.facts["fields"] for part in self.parts(field)]

    def check_front_end(self, made):
        if made.kind == "command":
            return
        if (made.kind in ("write", "read")) != (NUMBER in made.places):
            raise Wrong(f"{made.name}: expected a number of a cfg register for the kinds write and read, and none for "
                        "others")
        wanted = {"write": [{"low": "rs1"}, VALUES]}.get(made.kind, [{}])
        if made.scalars not in wanted:
            raise Wrong(f"{made.name}: expected x.low in rs1 for the kind write, and x.high in rs2 for a pair, found "
                        f"{made.scalars or 'none'}")
        if made.answers == (made.kind == "write"):
            raise Wrong(f"{made.name}: expected x in rd for the kinds read and sync, and none for write")

    # ---- all of them ----------------------------------------------------------------------------

    def check_commands(self):
        """Each command can be given with all its legal codes."""
        names = [instruction.name for instruction in self.instructions]
        if doubled := {name for name in names if names.count(name) > 1}:
            raise Wrong(f"{doubled.pop()}: expected one instruction of this name, found another one")
        for row in self.isa.commands:
            name = self.isa.name(row)
            mine = [instruction for instruction in self.instructions if instruction.row is row]
            if not mine:
                raise Wrong(f"{name}: expected an instruction for the command, found none")
            for field in self.fields(row):
                if not any(field in made.given for made in mine):
                    raise Wrong(f"{name}: expected an instruction that uses {field}, found only such that do not")
                if not any(field in made.codes for made in mine):
                    continue
                reached = {code for made in mine for code in (
                    made.places[field].codes if field in made.places else [made.codes.get(field)])}
                if left := set(self.legal(mine[0], field)) - reached:
                    raise Wrong(f"{name}: expected instructions for all codes of {field}, found none for {left.pop()}")

    def check_clashes(self):
        for one, other in itertools.combinations(self.instructions, 2):
            if clash(one, other):
                raise Wrong(f"{one.name}: expected other bits than those of {other.name}: a word would be both")


def clash(one, other):
    """Whether a word can be a legal instruction of both."""
    both = one.mask & other.mask
    if (one.match ^ other.match) & both:
        return False
    for made, beside in ((one, other), (other, one)):
        for place in made.places.values():
            mask = (1 << place.bits) - 1
            fixed = beside.mask >> place.low & mask
            same = [code for code in place.codes if not (code ^ beside.match >> place.low) & fixed]
            twins = [set(twin.codes) for twin in beside.places.values()
                     if (twin.low, twin.bits) == (place.low, place.bits)]
            if not same or any(not twin & set(same) for twin in twins):
                return False
    return True
