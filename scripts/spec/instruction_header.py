# SPDX-License-Identifier: Apache-2.0
"""Writes gsq/instructions.hpp, the table of RISC-V instructions in C++, from configs/instructions.toml."""
import pathlib
import sys

from scripts.core import tasks
from scripts.spec import isa_header
from scripts.spec.instruction_table import NUMBER, TABLE, VALUES, Table, Wrong

HEADER = """\
// Written by scripts/spec/instruction_header.py from configs/instructions.toml. Do not edit.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "gsq/isa.hpp"

namespace gsq {

/// What an instruction does.
enum class InstructionKind : std::uint8_t {
  Command,  ///< gives a command to the unit
  Write,    ///< writes one cfg register, or two
  Read,     ///< reads a cfg register
  Sync,     ///< waits, and gives the first error
};

/// From where a field of a command comes.
enum class Origin : std::uint8_t {
  Word,  ///< bits of the instruction
  Rs1,   ///< the value of the x register rs1
  Rs2,   ///< the value of the x register rs2
  Cfg,   ///< a cfg register
  Code,  ///< always the same
};

/// A field of a command, or 32 bits of a wide one, in an instruction.
struct FieldOrigin {
  CmdField field;      ///< field
  std::uint8_t part;   ///< bits 32 * part to 32 * part + 31 of it
  Origin origin;       ///< from where it comes
  std::uint8_t place;  ///< Word: its lowest bit; Cfg: number of the register; Code: the code
  std::uint8_t bits;   ///< Word: how many
};

/// A cfg register of the front end.
struct CfgRegister {
  std::uint8_t number;    ///< number
  std::string_view name;  ///< name
  std::uint32_t bits;     ///< a bit for each that the register has
};

/// Facts about an instruction.
struct InstructionFacts {
  std::string_view name;  ///< name
  InstructionKind kind;   ///< what it does
  Opcode op;              ///< Command: its opcode
  std::uint32_t mask;     ///< bits that are always the same
  std::uint32_t match;    ///< these bits
  bool answers;           ///< rd is an x register
  bool reads_rs1;         ///< rs1 is an x register
  bool reads_rs2;         ///< rs2 is an x register
  std::uint8_t number;    ///< Write, Read: lowest bit of the number of the cfg register
  std::uint8_t operands;  ///< the first of its fields are those that the instruction gives, as programs write them
  std::uint16_t first;    ///< its fields: kFieldOrigins, from here
  std::uint16_t count;    ///< that many
};
"""


def origin(made, field):
    """(origin, place, bits) of a field."""
    if field in made.places:
        place = made.places[field]
        return "Word", place.low, place.bits
    if field in made.scalars:
        return made.scalars[field].capitalize(), 0, 0
    if field in made.cfg:
        return "Cfg", made.cfg[field].number, 0
    return "Code", made.codes[field], 0


def lines(table):
    yield from HEADER.splitlines()
    yield ""
    yield "/// The cfg registers."
    yield f"inline constexpr std::array<CfgRegister, {len(table.registers)}> kCfgRegisters{{{{"
    for register in table.registers:
        yield f'    {{{register.number}, "{register.name}", {(1 << register.bits) - 1:#x}u}},  // {register.comment}'
    yield "}};"
    rows, firsts = [], []
    for made in table.instructions:
        firsts.append(len(rows))
        for field in [*made.operands, *(field for field in made.given if field not in made.operands)]:
            if made.row:
                name, _, part = field.partition(".")
                kind, place, bits = origin(made, field)
                rows.append(f"{{CmdField::{isa_header.camel(name)}, {part or 0}, Origin::{kind}, {place}, {bits}}},"
                            f"  // {made.name}")
    firsts.append(len(rows))
    yield "/// Fields of all instructions."
    yield f"inline constexpr std::array<FieldOrigin, {len(rows)}> kFieldOrigins{{{{"
    yield from (f"    {row}" for row in rows)
    yield "}};"
    yield "/// The instructions. A word is one of them at most."
    yield f"inline constexpr std::array<InstructionFacts, {len(table.instructions)}> kInstructions{{{{"
    for made, first, after in zip(table.instructions, firsts, firsts[1:]):
        op = made.row.facts["op"] if made.row else table.isa.commands[0].facts["op"]
        flags = ", ".join("true" if flag else "false" for flag in (made.answers, made.reads("rs1"), made.reads("rs2")))
        number = made.places[NUMBER].low if NUMBER in made.places else 0
        operands = sum(field not in (NUMBER, *VALUES) for field in made.operands)
        yield (f'    {{"{made.name}", InstructionKind::{made.kind.capitalize()}, '
               f'{isa_header.code(table.isa.parsed, "opcode", op)}, {made.mask:#010x}u, {made.match:#010x}u, {flags}, '
               f"{number}, {operands}, {first}, {after - first}}},")
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
