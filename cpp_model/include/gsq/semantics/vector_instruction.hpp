// SPDX-License-Identifier: Apache-2.0
/// The vector instructions of RISC-V: what a word means, and the commands that it is made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gsq/isa.hpp"
#include "gsq/semantics/instruction.hpp"

namespace gsq {

/// What vset writes.
struct VectorState {
  std::uint32_t vl{};                ///< elements
  std::uint32_t vtype{0x80000000U};  ///< the CSR
};

/// What a vector instruction does.
enum class VectorKind : std::uint8_t {
  Commands,  ///< gives commands to the unit
  Set,       ///< writes vl and vtype, and gives commands that write masks
  Read,      ///< reads vl, vtype or vlenb
};

/// What rd gets.
enum class VectorAnswer : std::uint8_t {
  None,   ///< nothing
  Here,   ///< vl, vtype or vlenb
  Info,   ///< info of the response to the last command
  First,  ///< the same, but -1 if it is VlenBytes
  Byte,   ///< its lowest 8 bits with their sign
  Half,   ///< its lowest 16 bits with their sign
};

/// What a vector word means.
struct Cracked {
  VectorKind kind{};
  VectorAnswer answer{};
  bool reads_rs1{};     ///< rs1 is an x register
  bool reads_rs2{};     ///< rs2 is an x register
  bool aligned{};       ///< the base address is no error by itself
  bool accesses_ub{};   ///< it is a load or store
  VectorState after;    ///< vl and vtype after it
  std::uint32_t csr{};  ///< Read: number of the register
  /// What is done one behind the other: commands with tag 0, or nothing.
  std::vector<std::optional<Command>> steps;
};

/// The meaning of a word with these values, vl and vtype; nothing if it is an illegal instruction
/// whatever the values are. With `aligned` 0 it is one because of them, and has no steps.
std::optional<Cracked> crack(std::uint32_t word, XValues values, const VectorState& state,
                             const CoreView& view);

/// A command without what means nothing: fields that it does not have, and of the two forms of a
/// second operand the other one. They are 0 in commands of `crack`, and anything in those of RTL.
Command meaningful(const Command& command);

/// The value of a register that vector instructions read: vl, vtype or, with any other number,
/// vlenb.
std::uint32_t read_csr(std::uint32_t csr, const VectorState& state, const CoreView& view);

/// The value that rd gets of the info of a response.
std::uint32_t answer_of(VectorAnswer answer, std::uint32_t info, const CoreView& view);

/// The name of a vector instruction as rvv.toml has it, or an empty text for another word.
std::string_view vector_name(std::uint32_t word);

}  // namespace gsq
