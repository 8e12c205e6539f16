# SPDX-License-Identifier: Apache-2.0
"""Writes gsq/isa.hpp from rtl/gsq_pkg.sv, so that RTL and C++ share one definition of the ISA.

Usage: python3 -m scripts gen-isa rtl/gsq_pkg.sv OUTPUT.hpp

Reads only the simple subset of SystemVerilog that gsq_pkg.sv uses. Any other text is an error with
expected at anything else, so that an edit it does not understand fails the build. So does a table
that is not whole: a row for each enumerator in order, every code of its enum, and facts of a command
that agree with each other.
"""
import dataclasses
import os
import re
import sys

LOCALPARAM = re.compile(r"localparam\s+(int unsigned|logic \[31:0\])\s+(\w+)\s*=\s*([^;]+);")
SET_TYPE = re.compile(r"typedef logic \[(\d+):0\] (\w+_set_t);")
SET = re.compile(r"localparam\s+(\w+_set_t)\s+(\w+)\s*=\s*([^;]+);")
TABLE = re.compile(r"localparam\s+(\w+_facts_t)\s+(\w+) \[(\w+)\]\s*=\s*'\{$")
ENUM_HEAD = re.compile(r"typedef enum logic \[(\d+):0\] \{$")
ENUM_ITEM = re.compile(r"(\w+)\s*=\s*\d+'d(\d+)\s*,?\s*//\s*\"([^\"]+)\"")
STRUCT_HEAD = re.compile(r"typedef struct packed \{$")
STRUCT_ITEM = re.compile(r"(?:logic(?: \[(\d+):0\])?|(\w+_[et]))\s+(\w+);\s*//\s*(.+)$")
FLAGS = re.compile(r"logic ((?:\w+, )*\w+);$")  # of cmd_fields_t
TYPE_END = re.compile(r"\} (\w+);$")

CPP_TYPE = {  # SystemVerilog enum or struct -> name of the C++ type
    "opcode_e": "Opcode", "width_e": "Width", "form_e": "Form", "amode_e": "AddressMode",
    "dist_e": "Dist", "pattern_e": "Pattern", "status_e": "Status", "field_e": "Field",
    "class_e": "CommandClass", "mem_kind_e": "MemKind", "alu_op_e": "AluOp",
    "mask_use_e": "MaskUse", "stream_use_e": "StreamUse", "cmd_t": "Command", "rsp_t": "Response",
}
PREFIX = {  # prefix of the enumerators in SystemVerilog, dropped in C++
    "opcode_e": "Op", "width_e": "Width", "form_e": "Form", "amode_e": "Mode",
    "dist_e": "Dist", "pattern_e": "Pat", "status_e": "St", "field_e": "Field",
    "class_e": "Class", "mem_kind_e": "Mem", "alu_op_e": "Alu", "mask_use_e": "Mask",
    "stream_use_e": "Stream",
}
SET_OF = {  # set of codes -> its enum
    "width_set_t": "width_e", "form_set_t": "form_e", "amode_set_t": "amode_e",
    "dist_set_t": "dist_e",
}
COUNT_OF = {"num_commands()": "opcode_e", "num_forms()": "form_e"}  # function -> its enum
SETS = {"widths": "width", "forms": "form", "modes": "mode", "dists": "distr"}  # -> field of cmd_t
READS = {"reads_vs": "vs", "reads_vi": "vi", "writes_vd": "vd"}                 # -> field of cmd_t
MASK_FIELDS = {  # fields that select the mask of a command
    "MaskNone": set(), "MaskLane": {"m", "width"}, "MaskSlot": {"m", "form"}, "MaskBlock": {"m"},
    "MaskOwn": {"mask", "width"}, "MaskWrite": {"m"},
}
STREAM_FIELDS = {  # those of the fields store_reg and u that a command has
    "StreamNone": set(), "StreamClear": set(), "StreamRead": set(), "StreamCount": {"store_reg"},
    "StreamStore": {"u"}, "StreamPost": {"u"},
}


@dataclasses.dataclass
class Row:
    """A row of a table: {name of the fact: enumerator, bool, number of a set, or set of fields}."""
    line: int
    facts: dict


class Parser:
    """The definitions of one package, in the order of the file."""

    def __init__(self, path):
        self.path = path
        self.constants = []  # (name, value, comment)
        self.enums = []      # (sv name, bits, [(name, value, text)], comment)
        self.structs = []    # (sv name, [(name, bits, enum or None, comment)], comment)
        self.sets = {}       # type of the set -> {name: number}
        self.fields = []     # names of cmd_fields_t
        self.commands = []   # rows of the table of commands
        self.forms = []      # rows of the table of forms
        with open(path, encoding="utf-8") as file:
            self.lines = file.read().splitlines()
        self.at = 0
        self.parse()

    def fail(self, expected):
        sys.exit(f"{self.path}:{self.at}: error: expected {expected}, found: "
                 f"{self.lines[self.at - 1].strip()!r}")

    def next(self):
        self.at += 1
        return self.lines[self.at - 1].strip()

    def parse(self):
        comment, depth = [], 0
        while self.at < len(self.lines):
            line = self.next()
            if line.startswith("//"):
                text = line[2:].strip()
                comment = [] if set(text) <= {"-"} else comment + [text]
                continue
            depth += len(re.findall(r"\bfunction\b", line)) - len(re.findall(r"\bendfunction\b", line))
            if depth == 0 and line and not line.startswith(("package", "endpackage", "endfunction")):
                self.definition(line, " ".join(comment))
            comment = []

    def definition(self, line, comment):
        if line.startswith("localparam"):
            while not line.split("//", 1)[0].rstrip().endswith((";", "'{")):
                line += " " + self.next()
        if match := LOCALPARAM.match(line):
            trailing = line.split("//", 1)[1].strip() if "//" in line else ""
            self.constants.append((match[2], self.number(match[3]), trailing or comment))
        elif match := ENUM_HEAD.match(line):
            self.enum(int(match[1]) + 1, comment)
        elif STRUCT_HEAD.match(line):
            self.struct(comment)
        elif (match := SET_TYPE.match(line)) and match[2] in SET_OF:
            bits = next(bits for name, bits, _, _ in self.enums if name == SET_OF[match[2]])
            if int(match[1]) + 1 != 1 << bits:
                self.fail(f"a bit for each of the {1 << bits} codes of {SET_OF[match[2]]}")
            self.sets[match[2]] = {"'1": (1 << (1 << bits)) - 1}
        elif (match := SET.match(line)) and match[1] in self.sets:
            codes = self.codes(SET_OF[match[1]])
            names = re.findall(r"'d1 << (\w+)", match[3])
            if not names or set(names) - codes.keys() or " | ".join(
                    f"{self.width(match[1])}'d1 << {name}" for name in names) != \
                    " ".join(match[3].split()):
                self.fail(f"{self.width(match[1])}'d1 << CODE | … with codes of "
                          f"{SET_OF[match[1]]}")
            self.sets[match[1]][match[2]] = sum(1 << codes[name] for name in names)
        elif (match := TABLE.match(line)) and match[1] in ("cmd_facts_t", "form_facts_t"):
            self.table(match[1])
        else:
            self.fail("a localparam, a typedef enum, a typedef struct packed, a set or a table of "
                      "the kinds that are here already")

    def number(self, text):
        """Value of a constant: a number, $clog2 of another constant, or a number of enumerators."""
        text = text.strip().replace("_", "") if text[0].isdigit() else text.strip()
        known = {name: value for name, value, _ in self.constants}
        if match := re.fullmatch(r"32'h([0-9a-fA-F]+)", text):
            return int(match[1], 16)
        if text.isdigit():
            return int(text)
        if (match := re.fullmatch(r"\$clog2\((\w+)\)", text)) and match[1] in known:
            return (known[match[1]] - 1).bit_length()
        if text in COUNT_OF:
            return len(self.codes(COUNT_OF[text]))
        return self.fail("a number, $clog2 of a constant above, or num_commands() or num_forms()")

    def codes(self, enum):
        """{enumerator: code} of an enum above."""
        for name, _, items, _ in self.enums:
            if name == enum:
                return {item: value for item, value, _ in items}
        return self.fail(f"{enum} above")

    def width(self, set_type):
        """Bits of a type of sets."""
        return self.sets[set_type]["'1"].bit_length()

    def enum(self, bits, comment):
        items = []
        while not (end := TYPE_END.match(line := self.next())):
            match = ENUM_ITEM.match(line) or self.fail('NAME = N\'dVALUE,  // "text"')
            items.append((match[1], int(match[2]), match[3]))
        if end[1] not in PREFIX:
            self.fail("an enum that scripts/spec/isa_header.py knows")
        for name, value, _ in items:
            if not name.startswith(PREFIX[end[1]]) or value >= 1 << bits:
                self.fail(f"enumerators named {PREFIX[end[1]]}… that fit {bits} bits")
        self.enums.append((end[1], bits, items, comment))

    def struct(self, comment):
        fields = []
        known = {name: bits for name, bits, _, _ in self.enums}
        while not (end := TYPE_END.match(line := self.next())):
            if match := FLAGS.match(line):
                fields += [(name, 1, None, "") for name in match[1].split(", ")]
                continue
            match = STRUCT_ITEM.match(line) or self.fail("TYPE name;  // comment")
            if match[2] in self.sets:
                bits = self.width(match[2])
            elif match[2] == "cmd_fields_t":
                bits = len(self.fields)
            elif match[2]:
                bits = known.get(match[2]) or self.fail("an enum or a set defined above")
            else:
                bits = int(match[1] or 0) + 1
            fields.append((match[3], bits, match[2], match[4]))
        names = [name for name, _, _, _ in fields]
        if end[1] == "cmd_fields_t":
            command = self.struct_fields("cmd_t")
            if names != command[command.index("op") + 1:]:
                self.fail("the names of cmd_t after op, in its order")
            self.fields = names
        self.structs.append((end[1], fields, comment))

    def struct_fields(self, struct):
        """Names of the fields of a struct above."""
        for name, fields, _ in self.structs:
            if name == struct:
                return [field for field, _, _, _ in fields]
        return self.fail(f"{struct} above")

    def table(self, struct):
        """Reads and checks the rows of a table up to its end."""
        types = next(fields for name, fields, _ in self.structs if name == struct)
        index = types[0][2]  # the enum that has a row for each code
        codes, rows, text, start = list(self.codes(index)), [], "", self.at + 1
        while (line := self.next()) != "};":
            if text == "":
                start = self.at
            text += " " + line
            if text.count("{") == text.count("}"):
                row = self.row(start, text.strip().rstrip(","), types)
                if len(rows) == len(codes):
                    self.fail(f"no more rows than {index} has codes, which are {len(codes)}")
                if row.facts[types[0][0]] != codes[len(rows)]:
                    self.fail(f"the row of {codes[len(rows)]} at this place: a row for each "
                              f"code of {index}, in its order")
                rows.append(row)
                text = ""
        if len(rows) != len(codes):
            self.fail(f"the row of {codes[len(rows)]} above: a row for each code of {index}")
        if struct == "form_facts_t":
            self.forms = rows
        else:
            end, self.commands = self.at, rows
            self.check_commands()
            self.at = end

    def row(self, line, text, types):
        """One row: '{value, …} with the values of a struct in order."""
        values = re.findall(r"'\{[^{}]*\}|[^,{}\s]+", text[2:-1])
        if not text.startswith("'{") or len(values) != len(types):
            self.fail(f"'{{…}} with the {len(types)} facts {', '.join(t[0] for t in types)}")
        facts = {}
        for value, (name, _, kind, _) in zip(values, types):
            if kind is None:
                if value not in ("1'b0", "1'b1"):
                    self.fail(f"1'b0 or 1'b1 for {name}, not {value}")
                facts[name] = value == "1'b1"
            elif kind == "cmd_fields_t":
                items = [item.strip() for item in value[2:-1].split(",")]
                used = [item[:-len(": '1")] for item in items if item.endswith(": '1")]
                if items[-1] != "default: '0" or len(used) != len(items) - 1 or \
                        used != [field for field in self.fields if field in used]:
                    self.fail("'{field: '1, …, default: '0} with fields of cmd_t in its order")
                facts[name] = set(used)
            elif kind in self.sets:
                if value not in self.sets[kind]:
                    self.fail(f"'1 or a {kind} defined above for {name}, not {value}")
                facts[name] = self.sets[kind][value]
            else:
                if value not in self.codes(kind):
                    self.fail(f"a code of {kind} for {name}, not {value}")
                facts[name] = value
        return Row(line, facts)

    def check_commands(self):
        """Facts of one command that contradict each other, and of commands of one kind."""
        kinds = {}
        for row in self.commands:
            self.at, facts, fields = row.line, row.facts, row.facts["fields"]
            for name, field in SETS.items():
                enum = SET_OF[self.type_of(name)]
                codes = sum(1 << code for code in self.codes(enum).values())
                if field in fields and facts[name] & ~codes:
                    self.fail(f"{name} with codes of {enum} only: the command has the field "
                              f"{field}")
                if field not in fields and facts[name] != self.sets[self.type_of(name)]["'1"]:
                    self.fail(f"'1 for {name}: the command does not have the field {field}")
            for name, field in READS.items():
                if facts[name] != (field in fields):
                    self.fail(f"{name} and the field {field} both or neither")
            if not MASK_FIELDS[facts["mask"]] <= fields or (
                    "m" in fields) != ("m" in MASK_FIELDS[facts["mask"]]):
                self.fail(f"fields that fit {facts['mask']}")
            if fields & {"store_reg", "u"} != STREAM_FIELDS[facts["stream"]]:
                self.fail(f"fields that fit {facts['stream']}")
            if (facts["cls"] == "ClassMemory") != (facts["kind"] != "MemNone"):
                self.fail("a memory kind for commands of ClassMemory, MemNone for others")
            if facts["kind"] != "MemNone":
                same = [facts[name] for name in (*READS, "stream")]
                if kinds.setdefault(facts["kind"], same) != same:
                    self.fail(f"{', '.join(READS)}, stream as other commands of {facts['kind']} "
                              "have them")

    def type_of(self, fact):
        """Type of a fact of a command."""
        return next(kind for name, fields, _ in self.structs if name == "cmd_facts_t"
                    for field, _, kind, _ in fields if field == fact)


def scalar(bits):
    return "bool" if bits == 1 else f"std::uint{max(8, 1 << (bits - 1).bit_length())}_t"


def cpp_enum(sv_name, bits, items, comment):
    name, prefix = CPP_TYPE[sv_name], PREFIX[sv_name]
    yield f"/// {comment}"
    yield f"enum class {name} : {scalar(bits)} {{"
    yield from (f"  {item[len(prefix):]} = {value},  ///< \"{text}\"" for item, value, text in items)
    yield "};"
    yield f"/// Names of {name} in program text, in the order of the codes."
    yield f"inline constexpr std::array<EnumName<{name}>, {len(items)}> k{name}Names{{{{"
    yield from (f"    {{{name}::{item[len(prefix):]}, \"{text}\"}}," for item, _, text in items)
    yield "}};"
    yield f"/// Text of a code; \"?\" for a code without a name."
    yield f"constexpr std::string_view to_text({name} code) {{ return text_of(k{name}Names, code); }}"
    yield ""


def cpp_struct(sv_name, fields, comment):
    name = CPP_TYPE[sv_name]
    total = sum(bits for _, bits, _, _ in fields)
    words = (total + 31) // 32
    yield f"/// {comment}"
    yield f"struct {name} {{"
    for field, bits, enum, text in fields:
        if enum:
            yield f"  {CPP_TYPE[enum]} {field}{{}};  ///< {text}"
        elif bits > 64:
            yield f"  std::array<std::uint64_t, {bits // 64}> {field}{{}};  ///< {text}, lowest word first"
        else:
            yield f"  {scalar(bits)} {field}{{}};  ///< {text}"
    yield "};"
    yield f"inline constexpr unsigned k{name}Bits = {total};  ///< width of the struct in RTL"
    yield f"/// The packed struct as 32-bit words, lowest first, as Verilator lays out a wide port."
    yield f"using {name}Bits = std::array<std::uint32_t, {words}>;"
    place, places = 0, []
    for field, bits, enum, _ in reversed(fields):
        places.append((field, bits, enum, place))
        place += bits
    yield f"/// The bits of a {name} as RTL packs them."
    yield f"inline {name}Bits pack(const {name}& value) {{"
    yield f"  {name}Bits bits{{}};"
    for field, bits, enum, place in places:
        if bits > 64:
            yield from (f"  put_bits(bits, {place + 64 * i}, 64, value.{field}[{i}]);"
                        for i in range(bits // 64))
        else:
            yield f"  put_bits(bits, {place}, {bits}, static_cast<std::uint64_t>(value.{field}));"
    yield "  return bits;"
    yield "}"
    yield f"/// The {name} that RTL packed into these bits."
    yield f"inline {name} unpack(const {name}Bits& bits) {{"
    yield f"  {name} value;"
    for field, bits, enum, place in places:
        if bits > 64:
            yield from (f"  value.{field}[{i}] = get_bits(bits, {place + 64 * i}, 64);"
                        for i in range(bits // 64))
        else:
            kind = CPP_TYPE[enum] if enum else scalar(bits)
            yield f"  value.{field} = static_cast<{kind}>(get_bits(bits, {place}, {bits}));"
    yield "  return value;"
    yield "}"
    yield ""


def camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


def cpp_commands(isa):
    """The table of commands."""
    fields = isa.struct_fields("cmd_t")
    bits = 32 if len(fields) <= 32 else 64
    always = 1 << fields.index("tag") | 1 << fields.index("op")
    types = next(fields for name, fields, _ in isa.structs if name == "cmd_facts_t")
    yield "/// Field of a Command: its bit in CommandFacts::fields."
    yield "enum class CmdField : std::uint8_t {"
    yield from (f'  {camel(name)} = {i},  ///< "{name}"' for i, name in enumerate(fields))
    yield "};"
    yield "/// Names of CmdField, in the order of the codes."
    yield f"inline constexpr std::array<EnumName<CmdField>, {len(fields)}> kCmdFieldNames{{{{"
    yield from (f'    {{CmdField::{camel(name)}, "{name}"}},' for name in fields)
    yield "}};"
    yield "/// Name of a field."
    yield ("constexpr std::string_view to_text(CmdField code) { return text_of(kCmdFieldNames, "
           "code); }")
    yield ""
    yield "/// Facts about a command. In sets bit i stands for code i; all are set where none matters."
    yield "struct CommandFacts {"
    for name, _, kind, text in types:
        if kind is None:
            yield f"  bool {name};  ///< {text}"
        elif kind in isa.sets:
            yield f"  std::uint32_t {name};  ///< {text}"
        elif kind == "cmd_fields_t":
            yield f"  std::uint{bits}_t {name};  ///< {text}; bit i for CmdField i, tag and op set"
        else:
            yield f"  {CPP_TYPE[kind]} {name};  ///< {text}"
    yield "};"
    yield "/// The commands in the order of their opcodes."
    yield f"inline constexpr std::array<CommandFacts, {len(isa.commands)}> kCommands{{{{"
    for row in isa.commands:
        values = []
        for name, _, kind, _ in types:
            value = row.facts[name]
            if kind is None:
                values.append("true" if value else "false")
            elif kind in isa.sets:
                values.append(f"{value:#x}u")
            elif kind == "cmd_fields_t":
                value = always | sum(1 << fields.index(field) for field in value)
                values.append(f"{value:#x}u")
            else:
                values.append(f"{CPP_TYPE[kind]}::{value[len(PREFIX[kind]):]}")
        yield f"    {{{', '.join(values)}}},"
    yield "}};"
    yield "/// Whether a command has this opcode."
    yield ("constexpr bool known(Opcode op) { return static_cast<std::size_t>(op) < "
           "kCommands.size(); }")
    yield "/// Facts about the command of a known opcode."
    yield ("constexpr const CommandFacts& facts(Opcode op) { return "
           "kCommands[static_cast<std::size_t>(op)]; }")
    yield "/// Whether a set of CommandFacts has a code, or `fields` a CmdField."
    yield "template <typename Code>"
    yield f"constexpr bool has(std::uint{bits}_t set, Code code) {{"
    yield "  return (set >> static_cast<unsigned>(code) & 1) != 0;"
    yield "}"
    yield ""


def cpp_forms(isa):
    """The table of forms."""
    types = next(fields for name, fields, _ in isa.structs if name == "form_facts_t")
    yield "/// Widths that belong to a form."
    yield "struct FormFacts {"
    yield from (f"  {CPP_TYPE[kind]} {name};  ///< {text}" for name, _, kind, text in types)
    yield "};"
    yield "/// The forms in the order of their codes."
    yield f"inline constexpr std::array<FormFacts, {len(isa.forms)}> kForms{{{{"
    for row in isa.forms:
        values = ", ".join(f"{CPP_TYPE[kind]}::{row.facts[name][len(PREFIX[kind]):]}"
                           for name, _, kind, _ in types)
        yield f"    {{{values}}},"
    yield "}};"
    yield "/// Whether there is a form of this code."
    yield ("constexpr bool known(Form form) { return static_cast<std::size_t>(form) < "
           "kForms.size(); }")
    yield "/// Widths that belong to a known form."
    yield ("constexpr const FormFacts& facts(Form form) { return "
           "kForms[static_cast<std::size_t>(form)]; }")
    yield ""


HEADER = """\
// Written by scripts/spec/isa_header.py from rtl/gsq_pkg.sv. Do not edit: edit the package.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gsq {

/// A code and its name in program text.
template <typename Code>
struct EnumName {
  Code code;
  std::string_view text;
};

/// Text of a code in a table of names; "?" where it has none.
template <typename Code, std::size_t N>
constexpr std::string_view text_of(const std::array<EnumName<Code>, N>& names, Code code) {
  for (const auto& name : names) {
    if (name.code == code) return name.text;
  }
  return "?";
}

/// Writes `count` bits (1 to 64) of `value` at bit `place` of zeroed words, lowest word first.
template <std::size_t N>
[[gnu::always_inline]] inline void put_bits(std::array<std::uint32_t, N>& words, unsigned place, unsigned count,
              std::uint64_t value) {
  const unsigned word = place / 32;
  const unsigned offset = place % 32;
  if (count < 64) value &= (std::uint64_t{1} << count) - 1;
  words[word] |= static_cast<std::uint32_t>(value << offset);
  if (offset + count > 32) words[word + 1] |= static_cast<std::uint32_t>(value >> (32 - offset));
  if (offset + count > 64) words[word + 2] |= static_cast<std::uint32_t>(value >> (64 - offset));
}

/// Reads `count` bits (1 to 64) at bit `place` of words, lowest word first.
template <std::size_t N>
[[gnu::always_inline]] inline std::uint64_t get_bits(const std::array<std::uint32_t, N>& words,
                                                     unsigned place, unsigned count) {
  const unsigned word = place / 32;
  const unsigned offset = place % 32;
  std::uint64_t value = words[word] >> offset;
  if (offset + count > 32) value |= std::uint64_t{words[word + 1]} << (32 - offset);
  if (offset + count > 64) value |= std::uint64_t{words[word + 2]} << (64 - offset);
  return count < 64 ? value & ((std::uint64_t{1} << count) - 1) : value;
}
"""


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: python3 -m scripts isa-header rtl/gsq_pkg.sv OUTPUT.hpp")
    isa = Parser(sys.argv[1])
    out = [HEADER]
    for name, value, comment in isa.constants:
        out.append(f"inline constexpr std::uint32_t k{name} = {value}u;  ///< {comment}")
    out.append("")
    for enum in isa.enums:
        out += cpp_enum(*enum)
    for struct in isa.structs:
        if struct[0] in CPP_TYPE:
            out += cpp_struct(*struct)
    out += cpp_commands(isa)
    out += cpp_forms(isa)
    out.append("}  // namespace gsq")
    os.makedirs(os.path.dirname(os.path.abspath(sys.argv[2])), exist_ok=True)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")
