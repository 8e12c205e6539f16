# SPDX-License-Identifier: Apache-2.0
"""The table of commands, configs/commands.toml, and the package that RTL makes of it.

Writes rtl/gsq_pkg.sv, or says with --check whether it is as it would be written. A table that is not
whole, or facts of a command that do not agree with each other, are errors.
"""
import dataclasses
import re
import sys
import tomllib

from scripts.core import tasks

TABLE = tasks.ROOT / "configs" / "commands.toml"
PACKAGE = tasks.ROOT / "rtl" / "gsq_pkg.sv"
SETS = {"widths": "width", "forms": "form", "modes": "mode", "dists": "distr"}  # -> field of cmd_t
READS = {"reads_vs": "vs", "reads_vi": "vi", "writes_vd": "vd"}                 # -> field of cmd_t
DEFAULTS = {"kind": "none", "alu": "copy", "mask_op": "none", "lane_op": "none", "mask": "none", "stream": "none"}
MASK_FIELDS = {  # fields that select the mask of a command
    "none": set(), "lane": {"m", "width"}, "slot": {"m", "form"}, "block": {"m"},
    "own": {"mask", "width"}, "write": {"m"}, "logic": {"m", "vs", "width"}, "compare": {"m", "vd", "width"}}
STREAM_FIELDS = {  # those of the fields store_reg and u that a command has
    "none": set(), "clear": set(), "read": set(), "count": {"store_reg"}, "store": {"u"}, "post": {"u"}}
IMMEDIATE = ("src0", "src1", "row_stride", "col", "mask")   # of set_mask, highest first


class Wrong(Exception):
    """What is wrong with the table, in a sentence."""


@dataclasses.dataclass
class Row:
    """A command or a form: {fact: enumerator, bool, number of a set, or set of fields}."""
    facts: dict


def camel(text):
    return "".join(word.capitalize() for word in re.split(r"[._]", text))


class Isa:
    """The table. Names of enumerations and structs are those of RTL."""

    def __init__(self, table=None):
        self.table = table or tomllib.loads(TABLE.read_text(encoding="utf-8"))
        self.constants = []  # (name, value, comment)
        self.enums = []      # (name, bits, [(enumerator, code, text)], comment)
        self.structs = []    # (name, [(field, bits, enum or None, comment)], comment)
        for name, (value, comment) in self.table["constants"].items():
            self.constants.append((name, self.number(value), comment))
        self.codes = {}      # {enum: {text: code}}
        for name, entry in self.table["enums"].items():
            self.enum(name, entry)
        for name, entry in self.table["structs"].items():
            fields = [(field, kind if isinstance(kind, int) else self.enum_of(kind)["bits"],
                       None if isinstance(kind, int) else f"{kind}_e", comment)
                      for field, kind, comment in entry["fields"]]
            self.structs.append((f"{name}_t", fields, entry["comment"]))
        names = self.struct_fields("cmd_t")
        self.fields = names[names.index("op") + 1:]
        self.commands = [self.command(entry) for entry in self.table["commands"]]
        self.lane_ops = sum(row.facts["lane_ops"] for row in self.commands)
        self.forms = [Row({name: self.enumerator(kind, entry["name" if name == "form" else name])
                           for name, kind, _ in self.table["facts"]["form"]})
                      for entry in self.table["forms"]]
        self.check()

    def number(self, value):
        if isinstance(value, int):
            return value
        other = next((known for name, known, _ in self.constants if value == f"clog2 {name}"), None)
        if other is None:
            raise Wrong(f"constants: expected a number, or clog2 and the name of one above, found {value}")
        return (other - 1).bit_length()

    def enum_of(self, name):
        if name not in self.table["enums"]:
            raise Wrong(f"expected one of {', '.join(self.table['enums'])}, found {name}")
        return self.table["enums"][name]

    def enum(self, name, entry):
        of = {"opcode": "commands", "form": "forms"}.get(name)
        codes = [row["name"] for row in self.table[of]] if of else entry["codes"]
        texts = [code if isinstance(code, str) else code[0] for code in codes]
        first = entry.get("first", 0)
        if doubled := {text for text in texts if texts.count(text) > 1}:
            raise Wrong(f"{name}: expected each name once, found {doubled.pop()} again")
        if first + len(texts) > 1 << entry["bits"]:
            raise Wrong(f"{name}: expected at most {(1 << entry['bits']) - first} codes in {entry['bits']} "
                        f"bits, found {len(texts)}")
        self.codes[f"{name}_e"] = {text: first + place for place, text in enumerate(texts)}
        self.enums.append((f"{name}_e", entry["bits"],
                           [(entry["prefix"] + camel(text), first + place, text)
                            for place, text in enumerate(texts)], entry["comment"]))

    def enumerator(self, name, text):
        """The name of a code in RTL."""
        known = {text: enumerator for enumerator, _, text in self.items(f"{name}_e")}
        if text not in known:
            raise Wrong(f"expected {', '.join(known)} of {name}, found {text}")
        return known[text]

    def family(self, row):
        """The part before the point of the name of a command, or all of it."""
        return next(text for code, _, text in self.items("opcode_e") if code == row.facts["op"]).split(".")[0]

    def items(self, enum):
        return next(items for name, _, items, _ in self.enums if name == enum)

    def struct_fields(self, struct):
        """Names of the fields of a struct."""
        return [field for name, fields, _ in self.structs if name == struct for field, *_ in fields]

    def set_of(self, fact):
        """The enumeration of a set of codes of a command."""
        return next(f"{kind[4:]}_e" for name, kind, _ in self.table["facts"]["command"] if name == fact)

    def command(self, entry):
        """The facts of an entry of the table."""
        facts, fields, given = {}, entry["fields"], set(entry)
        if fields != [field for field in self.fields if field in fields]:
            raise Wrong(f"{entry['name']}: expected fields of cmd in its order, found {', '.join(fields)}")
        try:
            for name, kind, _ in self.table["facts"]["command"]:
                if name in READS:
                    masks = {"logic": READS, "compare": {"writes_vd": "vd"}}.get(entry.get("mask"), {})
                    facts[name] = READS[name] in fields and name not in masks
                elif name in SETS:
                    facts[name] = self.legal(entry, name, fields)
                elif kind == "fields":
                    facts[name] = set(fields)
                elif kind == "flag":
                    facts[name] = entry.get(name, False)
                    given.discard(name)
                else:
                    key = {"op": "name", "cls": "class"}.get(name, name)
                    facts[name] = self.enumerator(kind, entry.get(key, DEFAULTS.get(key)))
                    given.discard(key)
        except Wrong as wrong:
            raise Wrong(f"{entry['name']}: {wrong}") from None
        if extra := given - {"fields", *SETS}:
            raise Wrong(f"{entry['name']}: there is no {extra.pop()} of a command")
        return Row(facts)

    def legal(self, entry, name, fields):
        """The number of a set of codes: bit i for code i; all ones if the command does not have its field."""
        codes = self.codes[self.set_of(name)]
        if SETS[name] not in fields:
            if name in entry:
                raise Wrong(f"expected no {name}: the command does not have the field {SETS[name]}")
            bits = next(bits for enum, bits, _, _ in self.enums if enum == self.set_of(name))
            return (1 << (1 << bits)) - 1
        wanted = entry.get(name, list(codes))
        if unknown := [text for text in wanted if text not in codes]:
            raise Wrong(f"expected {name} of {', '.join(codes)}, found {unknown[0]}")
        return sum(1 << codes[text] for text in wanted)

    def check(self):
        """Facts of one command that contradict each other, and of commands of one kind."""
        kinds, lane_ops = {}, False
        for row, entry in zip(self.commands, self.table["commands"]):
            name, facts, fields = entry["name"], row.facts, row.facts["fields"]
            if lane_ops and not facts["lane_ops"]:
                raise Wrong(f"{name}: expected it before the first command with lane_ops")
            lane_ops = facts["lane_ops"]
            mask, stream, kind = (entry.get(key, DEFAULTS[key]) for key in ("mask", "stream", "kind"))
            if not MASK_FIELDS[mask] <= fields or ("m" in fields) != ("m" in MASK_FIELDS[mask]):
                raise Wrong(f"{name}: expected fields that fit mask = {mask}")
            if (mask == "logic") != (entry.get("mask_op", DEFAULTS["mask_op"]) != "none"):
                raise Wrong(f"{name}: expected a mask_op for mask = logic, and none for others")
            lanes = entry["class"] == "compute" and facts["lane_ops"]
            if (entry.get("lane_op", DEFAULTS["lane_op"]) != "none") != (lanes and mask in ("lane", "compare")):
                raise Wrong(f"{name}: expected a lane_op for class = compute with lane_ops and mask = lane or "
                            "compare, and none for others")
            if fields & {"store_reg", "u"} != STREAM_FIELDS[stream]:
                raise Wrong(f"{name}: expected fields that fit stream = {stream}")
            if (entry["class"] == "memory") != (kind != "none"):
                raise Wrong(f"{name}: expected a kind for commands of class memory, and none for others")
            if kind != "none":
                same = [facts[fact] for fact in (*READS, "stream")]
                strided = mask == "slot" and "vi" not in fields  # lanes of a gather or scatter, by their numbers
                if not strided and kinds.setdefault(kind, same) != same:
                    raise Wrong(f"{name}: expected vs, vi, vd and stream as other commands of kind {kind} "
                                "have them")


# -------------------------------------------------------------------------------------------------
# The package
# -------------------------------------------------------------------------------------------------

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Written by scripts/spec/commands.py from configs/commands.toml. Do not edit.
//
// The instruction set of gsq: opcodes, widths, forms, modes, patterns, status codes, the structs of
// commands and responses, the tables of commands and forms, and the sizes in the timing contract.
package gsq_pkg;
"""
TAIL = f"""
  // The immediate of set_mask: one bit per byte of the longest vector.
  function automatic logic [MaxVlenBytes-1:0] set_mask_imm(cmd_t cmd);
    return {{{", ".join(f"cmd.{field}" for field in IMMEDIATE)}}};
  endfunction

endpackage
"""
WIDTH = 100


def comment(text, indent="  "):
    """Lines of a comment."""
    line = f"{indent}//"
    for word in text.split():
        if len(f"{line} {word}") > WIDTH:
            yield line
            line = f"{indent}//"
        line += f" {word}"
    yield line


def columns(rows, indent="    "):
    """Lines of [code, comment], the comments below each other where they fit."""
    wide = max(len(code) for code, _ in rows)
    if any(len(f"{indent}{code:{wide}}  // {text}") > WIDTH for code, text in rows):
        wide = 0
    for code, text in rows:
        yield f"{indent}{code:{wide}}  // {text}"


def package(isa):
    """Lines of the package."""
    yield from HEAD.splitlines()
    yield ""
    yield "  // Sizes that do not depend on the configuration"
    values = isa.table["constants"]
    yield from columns([(f"localparam int unsigned {name} = " + (
        f"$clog2({str(values[name][0])[6:]});" if isinstance(values[name][0], str) else f"{value};"), text)
        for name, value, text in isa.constants], "  ")
    for name, bits, items, text in isa.enums:
        said = {code[0]: f": {code[1]}" for code in isa.table["enums"][name[:-2]].get("codes", ())
                if not isinstance(code, str)}
        yield ""
        yield from comment(text)
        yield f"  typedef enum logic [{bits - 1}:0] {{"
        wide = max(len(item) for item, _, _ in items)
        yield from columns([(f"{item:{wide}} = {bits}'d{code}{',' if item != items[-1][0] else ''}",
                             f'"{word}"{said.get(word, "")}') for item, code, word in items])
        yield f"  }} {name};"
    for name, fields, text in isa.structs:
        yield ""
        yield from comment(text)
        yield from struct(name, [(enum or (f"logic [{bits - 1}:0]" if bits > 1 else "logic"), field, said)
                                 for field, bits, enum, said in fields])
    yield ""
    yield "  // Fields of cmd_t after op, in its order: which of them a command can use."
    yield "  typedef struct packed {"
    yield from wrapped("logic ", [*isa.fields[:-1], f"{isa.fields[-1]};"], "    ")
    yield "  } cmd_fields_t;"
    yield ""
    yield "  // Facts about a command. In a set bit i stands for code i; all are set if its field is not used."
    yield from struct("cmd_facts_t", [(sv_type(isa, kind), name, text)
                                      for name, kind, text in isa.table["facts"]["command"]])
    yield ""
    yield f"  localparam int unsigned NumCommands = {len(isa.commands)};  // commands"
    yield f"  localparam int unsigned NumLaneOps  = {isa.lane_ops};  // of these with LaneOps 1 only, the last ones"
    yield f"  localparam int unsigned NumForms    = {len(isa.forms)};  // forms of gather and scatter"
    yield ""
    yield "  // One command a row, in the order of the opcodes"
    yield "  localparam cmd_facts_t Commands [NumCommands] = '{"
    for row in isa.commands:
        yield from wrapped("'{", [*(value(isa, row, name, kind)
                                    for name, kind, _ in isa.table["facts"]["command"])],
                           "    ", "}" if row is isa.commands[-1] else "},")
    yield "  };"
    yield ""
    yield "  // Widths of a form, in the order of the forms"
    yield from struct("form_facts_t", [(f"{kind}_e", name, text)
                                       for name, kind, text in isa.table["facts"]["form"]])
    yield ""
    yield "  localparam form_facts_t Forms [NumForms] = '{"
    for row in isa.forms:
        yield f"    '{{{', '.join(row.facts.values())}}}" + ("" if row is isa.forms[-1] else ",")
    yield "  };"
    yield from TAIL.splitlines()


def struct(name, fields):
    yield "  typedef struct packed {"
    wide = max(len(kind) for kind, _, _ in fields)
    yield from columns([(f"{kind:{wide}} {field};", text) for kind, field, text in fields])
    yield f"  }} {name};"


def sv_type(isa, kind):
    """The type of a fact in RTL."""
    if kind in ("flag", "fields"):
        return {"flag": "logic", "fields": "cmd_fields_t"}[kind]
    if kind.startswith("set "):
        return f"logic [{(1 << isa.enum_of(kind[4:])['bits']) - 1}:0]"
    return f"{kind}_e"


def value(isa, row, name, kind):
    """A fact in RTL."""
    fact = row.facts[name]
    if kind == "flag":
        return f"1'b{int(fact)}"
    if kind == "fields":
        return f"'{{{', '.join([*(quoted(field) for field in isa.fields if field in fact), quoted('default', 0)])}}}"
    if kind.startswith("set "):
        bits = 1 << isa.enum_of(kind[4:])["bits"]
        return f"{bits}'b{fact:0{bits}b}"
    return fact


def quoted(name, bit=1):
    return f"{name}: '{bit}"


def wrapped(begin, words, indent, end=""):
    """Words with commas between, on lines that fit; those after the first are indented further."""
    line = indent + begin
    for place, word in enumerate(words):
        text = word + (", " if place + 1 < len(words) else end)
        for part in re.findall(r"\S+\s*", text):
            if len((line + part).rstrip()) > WIDTH:
                yield line.rstrip()
                line = indent + "  "
            line += part
    yield line.rstrip()


def main():
    check = tasks.check_asked(__doc__)
    try:
        text = "\n".join(package(Isa())) + "\n"
    except Wrong as wrong:
        sys.exit(f"configs/{TABLE.name}: {wrong}")
    if not check:
        tasks.write(PACKAGE, text)
    elif PACKAGE.read_text(encoding="utf-8") != text:
        sys.exit(f"{PACKAGE.relative_to(tasks.ROOT)} is not what scripts/spec/commands.py makes of "
                 f"configs/{TABLE.name}: run python3 -m scripts commands")
    return 0
