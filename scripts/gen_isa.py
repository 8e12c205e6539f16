#!/usr/bin/env python3
"""Writes gsq/isa.hpp from rtl/gsq_pkg.sv, so that RTL and C++ share one definition of the ISA.

Usage: gen_isa.py rtl/gsq_pkg.sv OUTPUT.hpp

Reads only the simple subset of SystemVerilog that gsq_pkg.sv uses. Any other text is an error with
FILE:LINE and what was expected, so that an edit that it cannot read fails the build.
"""
import os
import re
import sys

LOCALPARAM = re.compile(r"localparam\s+(int unsigned|logic \[31:0\])\s+(\w+)\s*=\s*([^;]+);")
ENUM_HEAD = re.compile(r"typedef enum logic \[(\d+):0\] \{$")
ENUM_ITEM = re.compile(r"(\w+)\s*=\s*\d+'d(\d+)\s*,?\s*//\s*\"([^\"]+)\"")
STRUCT_HEAD = re.compile(r"typedef struct packed \{$")
STRUCT_ITEM = re.compile(r"(?:logic(?: \[(\d+):0\])?|(\w+_e))\s+(\w+);\s*//\s*(.+)$")
TYPE_END = re.compile(r"\} (\w+);$")

CPP_TYPE = {  # SystemVerilog enum or struct -> name of the C++ type
    "opcode_e": "Opcode", "width_e": "Width", "form_e": "Form", "amode_e": "AddressMode",
    "dist_e": "Dist", "pattern_e": "Pattern", "status_e": "Status", "field_e": "Field",
    "cmd_t": "Command", "rsp_t": "Response",
}
PREFIX = {  # prefix of the enumerators in SystemVerilog, dropped in C++
    "opcode_e": "Op", "width_e": "Width", "form_e": "Form", "amode_e": "Mode",
    "dist_e": "Dist", "pattern_e": "Pat", "status_e": "St", "field_e": "Field",
}


class Parser:
    """The definitions of one package, in the order of the file."""

    def __init__(self, path):
        self.path = path
        self.constants = []  # (name, value, comment)
        self.enums = []      # (sv name, bits, [(name, value, text)], comment)
        self.structs = []    # (sv name, [(name, bits, enum or None, comment)], comment)
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
        if match := LOCALPARAM.match(line):
            value = match[3].replace("_", "")
            value = int(value[4:], 16) if value.startswith("32'h") else int(value)
            trailing = line.split("//", 1)[1].strip() if "//" in line else ""
            self.constants.append((match[2], value, trailing or comment))
        elif match := ENUM_HEAD.match(line):
            self.enum(int(match[1]) + 1, comment)
        elif STRUCT_HEAD.match(line):
            self.struct(comment)
        else:
            self.fail("a localparam, a typedef enum or a typedef struct packed")

    def enum(self, bits, comment):
        items = []
        while not (end := TYPE_END.match(line := self.next())):
            match = ENUM_ITEM.match(line) or self.fail('NAME = N\'dVALUE,  // "text"')
            items.append((match[1], int(match[2]), match[3]))
        if end[1] not in PREFIX:
            self.fail("an enum that scripts/gen_isa.py knows")
        for name, value, _ in items:
            if not name.startswith(PREFIX[end[1]]) or value >= 1 << bits:
                self.fail(f"enumerators named {PREFIX[end[1]]}… that fit {bits} bits")
        self.enums.append((end[1], bits, items, comment))

    def struct(self, comment):
        fields = []
        while not (end := TYPE_END.match(line := self.next())):
            match = STRUCT_ITEM.match(line) or self.fail("TYPE name;  // comment")
            if match[2]:
                known = {name: bits for name, bits, _, _ in self.enums}
                bits = known.get(match[2]) or self.fail("an enum defined above")
            else:
                bits = int(match[1] or 0) + 1
            fields.append((match[3], bits, match[2], match[4]))
        self.structs.append((end[1], fields, comment))


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


HEADER = """\
// Written by scripts/gen_isa.py from rtl/gsq_pkg.sv. Do not edit: edit the package.
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
void put_bits(std::array<std::uint32_t, N>& words, unsigned place, unsigned count,
              std::uint64_t value) {
  for (unsigned done = 0; done < count;) {
    const unsigned offset = (place + done) % 32;
    const unsigned step = count - done < 32 - offset ? count - done : 32 - offset;
    const std::uint64_t keep = (std::uint64_t{1} << step) - 1;
    words[(place + done) / 32] |= static_cast<std::uint32_t>(((value >> done) & keep) << offset);
    done += step;
  }
}

/// Reads `count` bits (1 to 64) at bit `place` of words, lowest word first.
template <std::size_t N>
std::uint64_t get_bits(const std::array<std::uint32_t, N>& words, unsigned place, unsigned count) {
  std::uint64_t value = 0;
  for (unsigned done = 0; done < count;) {
    const unsigned offset = (place + done) % 32;
    const unsigned step = count - done < 32 - offset ? count - done : 32 - offset;
    const std::uint64_t keep = (std::uint64_t{1} << step) - 1;
    value |= ((words[(place + done) / 32] >> offset) & keep) << done;
    done += step;
  }
  return value;
}
"""


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: gen_isa.py rtl/gsq_pkg.sv OUTPUT.hpp")
    isa = Parser(sys.argv[1])
    out = [HEADER]
    for name, value, comment in isa.constants:
        out.append(f"inline constexpr std::uint32_t k{name} = {value}u;  ///< {comment}")
    out.append("")
    for enum in isa.enums:
        out += cpp_enum(*enum)
    for struct in isa.structs:
        out += cpp_struct(*struct)
    out.append("}  // namespace gsq")
    os.makedirs(os.path.dirname(os.path.abspath(sys.argv[2])), exist_ok=True)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
