# SPDX-License-Identifier: Apache-2.0
"""Writes gsq/rvv.hpp, the vector instructions and their commands in C++, from configs/rvv.toml."""
import pathlib
import sys

from scripts.core import tasks
from scripts.spec import isa_header
from scripts.spec.isa_header import camel
from scripts.spec.rvv_table import ANSWERS, FLAGS, GROUPS, TABLE, VARIANTS, Table, Wrong

CRACK_FLAGS = ("every", "any", "bits", "anyway")
HEADER = """\
// Written by scripts/spec/rvv_header.py from configs/rvv.toml. Do not edit.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "gsq/isa.hpp"

namespace gsq {

"""
STRUCTS = """\
/// A command of a crack.
struct RvvStep {
  bool own;          ///< its opcode is that of the instruction
  Opcode op;         ///< otherwise this one
  RvvRegister vd;    ///< field vd
  RvvRegister vs;    ///< field vs
  RvvRegister vi;    ///< field vi
  RvvRegister m;     ///< field m
  RvvOperand n;      ///< second operand
  bool merge;        ///< field merge
  bool bytes;        ///< lanes of one byte
};

/// Commands behind each other: those of kRvvSteps from here on.
struct RvvSteps {
  std::uint16_t first;  ///< the first one
  std::uint16_t count;  ///< that many
};

/// How an instruction is executed.
struct RvvCrackFacts {
  std::string_view name;  ///< name
  RvvSteps steps;         ///< its commands
  RvvSteps masked;        ///< instead, if v0 masks it; without any these are those above
  RvvSteps same;          ///< instead, if vd is vs1; the same
  bool every;             ///< repeated for each register of a group
  bool any;               ///< with any LMUL, since groups do not matter
  bool bits;              ///< elements are bits
  bool anyway;            ///< also with vl = 0
};

/// A vector instruction.
struct RvvFacts {
  std::string_view name;  ///< name; an asterisk: the width of an element
  std::uint32_t mask;     ///< bits that are always the same, but for funct3
  std::uint32_t match;    ///< these bits
  std::uint8_t funct3s;   ///< a bit for each funct3 that there is
  RvvCrack crack;         ///< how it is executed
  Opcode op;              ///< its own command
  std::uint8_t groups;    ///< operands that are groups: a bit for each RvvField
  std::uint8_t apart;     ///< operands that vd must differ from: the same
  std::uint8_t flags;     ///< a bit for each RvvFlag
  RvvAnswer answer;       ///< what rd gets of the response to the last command
};
"""


def enum(name, words, comment):
    yield f"/// {comment}"
    yield f"enum class {name} : std::uint8_t {{"
    yield from (f"  {camel(word)},  ///< {text}" for word, text in words.items())
    yield "};"
    yield ""


def bits(words, all_words):
    return f"{sum(1 << all_words.index(word) for word in words):#x}"


def flag(value):
    return "true" if value else "false"


def lines(table):
    yield from HEADER.splitlines()
    yield from enum("RvvRegister", {"none": "none"} | table.parsed["registers"], "A register operand of a command.")
    yield from enum("RvvOperand", table.parsed["numbers"], "The number n of a command.")
    yield from enum("RvvField", {field: f"the field {field}" for field in GROUPS}, "A field for a vector register.")
    yield from enum("RvvFlag", {word: f"{word} of rvv.toml" for word in FLAGS}, "What else is said of an instruction.")
    yield from enum("RvvAnswer", {word: f"{word} of rvv.toml" for word in ANSWERS}, "What rd gets of a response.")
    yield from enum("RvvCrack", {name: crack.does for name, crack in table.cracks.items()}, "How an instruction is executed.")
    yield from STRUCTS.splitlines()
    yield ""
    rows, places = [], {}
    for crack in table.cracks.values():
        for variant in VARIANTS:
            steps = crack.variants.get(variant, [])
            places[crack.name, variant] = f"{{{len(rows)}, {len(steps)}}}"
            for step in steps:
                own = step.command == "own"
                op = table.isa.commands[0].facts["op"] if own else table.names[step.command].facts["op"]
                registers = ", ".join(f"RvvRegister::{camel(step.operands.get(key, 'none'))}" for key in ("vd", "vs", "vi", "m"))
                rows.append(f'    {{{flag(own)}, {isa_header.code(table.isa, "opcode", op)}, {registers}, '
                            f"RvvOperand::{camel(step.number)}, {flag(step.merge)}, {flag(step.bytes)}}},  // {crack.name}")
    yield "/// The commands of all cracks."
    yield f"inline constexpr std::array<RvvStep, {len(rows)}> kRvvSteps{{{{"
    yield from rows
    yield "}};"
    yield "/// The cracks, in the order of RvvCrack."
    yield f"inline constexpr std::array<RvvCrackFacts, {len(table.cracks)}> kRvvCracks{{{{"
    for crack in table.cracks.values():
        steps = ", ".join(places[crack.name, variant] for variant in VARIANTS)
        flags = ", ".join(flag(one in crack.flags) for one in CRACK_FLAGS)
        yield f'    {{"{crack.name}", {steps}, {flags}}},'
    yield "}};"
    yield "/// The vector instructions. A word is one of them at most; vset and reads of registers are not here."
    yield f"inline constexpr std::array<RvvFacts, {len(table.instructions)}> kRvv{{{{"
    for one in table.instructions:
        op = isa_header.code(table.isa, "opcode", table.names[one.command].facts["op"])
        yield (f'    {{"{one.name}", {one.mask:#010x}u, {one.match:#010x}u, {one.funct3s:#04x}, '
               f"RvvCrack::{camel(one.crack.name)}, {op}, {bits(one.groups, GROUPS)}, {bits(one.apart, GROUPS)}, "
               f"{bits(one.flags, FLAGS)}, RvvAnswer::{camel(one.answer)}}},")
    yield "}};"
    yield ""
    yield "}  // namespace gsq"


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("output", type=pathlib.Path, help="written, its folder is made")
    output = parser.parse_args().output
    try:
        table = Table()
    except Wrong as wrong:
        sys.exit(f"configs/{TABLE.name}: {wrong}")
    output.parent.mkdir(parents=True, exist_ok=True)
    tasks.write(output, "\n".join(lines(table)) + "\n")
