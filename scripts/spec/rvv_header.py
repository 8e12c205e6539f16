# SPDX-License-Identifier: Apache-2.0
"""Writes gsq/rvv.hpp, the words of the vector instructions in C++, from configs/rvv.toml."""
import pathlib
import sys

from scripts.core import tasks
from scripts.spec.rvv_table import TABLE, Table, Wrong

HEADER = """\
// Written by scripts/spec/rvv_header.py from configs/rvv.toml. Do not edit.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gsq {

/// The words of a vector instruction.
struct RvvFacts {
  std::string_view name;  ///< name; an asterisk: the width of an element
  std::uint32_t mask;     ///< bits that are always the same, but for funct3
  std::uint32_t match;    ///< these bits
  std::uint8_t funct3s;   ///< a bit for each funct3 that there is
};
"""


def lines(table):
    yield from HEADER.splitlines()
    yield ""
    yield "/// The vector instructions. A word is one of them at most; vset and reads of registers are not here."
    yield f"inline constexpr std::array<RvvFacts, {len(table.instructions)}> kRvv{{{{"
    for one in table.instructions:
        yield f'    {{"{one.name}", {one.mask:#010x}u, {one.match:#010x}u, {one.funct3s:#04x}}},'
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
