# SPDX-License-Identifier: Apache-2.0
"""Writes gsq/isa.hpp, the instruction set in C++, from configs/commands.toml."""
import pathlib
import sys

from scripts.core import tasks
from scripts.spec import commands


def scalar(bits):
    return "bool" if bits == 1 else f"std::uint{max(8, 1 << (bits - 1).bit_length())}_t"


def code(isa, enum, enumerator):
    """A code in C++."""
    entry = isa.enum_of(enum)
    return f"{entry['cpp']}::{enumerator[len(entry['prefix']):]}"


def cpp_enum(isa, sv_name, bits, items, comment):
    entry = isa.enum_of(sv_name[:-2])
    name, prefix = entry["cpp"], entry["prefix"]
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


def cpp_struct(isa, sv_name, fields, comment):
    name = isa.table["structs"][sv_name[:-2]]["cpp"]
    total = sum(bits for _, bits, _, _ in fields)
    words = (total + 31) // 32
    yield f"/// {comment}"
    yield f"struct {name} {{"
    for field, bits, enum, text in fields:
        if enum:
            yield f"  {isa.enum_of(enum[:-2])['cpp']} {field}{{}};  ///< {text}"
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
            kind = isa.enum_of(enum[:-2])["cpp"] if enum else scalar(bits)
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
    types = isa.table["facts"]["command"]
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
    for name, kind, text in types:
        if kind == "flag":
            yield f"  bool {name};  ///< {text}"
        elif kind.startswith("set "):
            yield f"  std::uint32_t {name};  ///< {text}"
        elif kind == "fields":
            yield f"  std::uint{bits}_t {name};  ///< {text}; bit i for CmdField i, tag and op set"
        else:
            yield f"  {isa.enum_of(kind)['cpp']} {name};  ///< {text}"
    yield "};"
    yield "/// The commands in the order of their opcodes."
    yield f"inline constexpr std::array<CommandFacts, {len(isa.commands)}> kCommands{{{{"
    for row in isa.commands:
        values = []
        for name, kind, _ in types:
            value = row.facts[name]
            if kind == "flag":
                values.append("true" if value else "false")
            elif kind.startswith("set "):
                values.append(f"{value:#x}u")
            elif kind == "fields":
                value = always | sum(1 << fields.index(field) for field in value)
                values.append(f"{value:#x}u")
            else:
                values.append(code(isa, kind, value))
        yield f"    {{{', '.join(values)}}},"
    yield "}};"
    yield "/// Whether a command has this opcode."
    yield ("constexpr bool known(Opcode op) { return static_cast<std::size_t>(op) < "
           "kCommands.size(); }")
    yield "/// Facts about the command of a known opcode."
    yield ("constexpr const CommandFacts& facts(Opcode op) { return "
           "kCommands[static_cast<std::size_t>(op)]; }")
    yield "/// Whether a unit has a command of this opcode, with or without lane operations (LaneOps)."
    yield "constexpr bool is_there(Opcode op, bool lane_ops) {"
    yield "  return known(op) && (lane_ops || !facts(op).lane_ops);"
    yield "}"
    yield "/// Whether a command of a known opcode reads V at vi: not if it has a scalar in its place."
    yield "constexpr bool reads_vi(const Command& command) {"
    yield "  const CommandFacts& row = facts(command.op);"
    yield ("  return row.reads_vi && !(((row.fields >> static_cast<unsigned>(CmdField::Scalar)) & 1U) != 0 && "
           "command.scalar);")
    yield "}"
    families = list(dict.fromkeys(camel(isa.family(row)) for row in isa.commands))
    yield "/// Commands with the same first word, such as vec.copy and vec.add, or a command without others."
    yield "enum class Family : std::uint8_t {"
    yield from (f"  {name}," for name in families)
    yield "  Unknown,  ///< no command"
    yield "};"
    yield "/// The family of an opcode."
    yield "constexpr Family family(Opcode op) {"
    yield f"  constexpr std::array<Family, {len(isa.commands)}> kFamilies{{{{"
    yield from (f"      Family::{camel(isa.family(row))}," for row in isa.commands)
    yield "  }};"
    yield "  return known(op) ? kFamilies[static_cast<std::size_t>(op)] : Family::Unknown;"
    yield "}"
    yield "/// Whether a set of CommandFacts has a code, or `fields` a CmdField."
    yield "template <typename Code>"
    yield f"constexpr bool has(std::uint{bits}_t set, Code code) {{"
    yield "  return (set >> static_cast<unsigned>(code) & 1) != 0;"
    yield "}"
    yield ""


def cpp_forms(isa):
    """The table of forms."""
    types = isa.table["facts"]["form"]
    yield "/// Widths that belong to a form."
    yield "struct FormFacts {"
    yield from (f"  {isa.enum_of(kind)['cpp']} {name};  ///< {text}" for name, kind, text in types)
    yield "};"
    yield "/// The forms in the order of their codes."
    yield f"inline constexpr std::array<FormFacts, {len(isa.forms)}> kForms{{{{"
    for row in isa.forms:
        values = ", ".join(code(isa, kind, row.facts[name]) for name, kind, _ in types)
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
// Written by scripts/spec/isa_header.py from configs/commands.toml. Do not edit.
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
    parser = tasks.arguments(__doc__)
    parser.add_argument("output", type=pathlib.Path, help="written, its folder is made")
    output = parser.parse_args().output
    try:
        isa = commands.Isa()
    except commands.Wrong as wrong:
        sys.exit(f"configs/{commands.TABLE.name}: {wrong}")
    out = [HEADER]
    sizes = [("NumCommands", len(isa.commands), "commands"),
             ("OpcodeCodes", 1 << isa.enum_of("opcode")["bits"], "codes that an opcode can have, known or not"),
             ("NumForms", len(isa.forms), "forms of gather and scatter")]
    for name, value, comment in [*isa.constants, *sizes]:
        out.append(f"inline constexpr std::uint32_t k{name} = {value}u;  ///< {comment}")
    out.append("")
    for enum in isa.enums:
        out += cpp_enum(isa, *enum)
    for struct in isa.structs:
        out += cpp_struct(isa, *struct)
    out += cpp_commands(isa)
    out += cpp_forms(isa)
    out.append("}  // namespace gsq")
    output.parent.mkdir(parents=True, exist_ok=True)
    tasks.write(output, "\n".join(out) + "\n")
