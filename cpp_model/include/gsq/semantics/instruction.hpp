// SPDX-License-Identifier: Apache-2.0
/// The instructions by which a RISC-V core gives commands: what a word means, its text, and back.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gsq/instructions.hpp"
#include "gsq/isa.hpp"

namespace gsq {

/// The cfg registers by their numbers; what has no register, or no bit of one, is 0.
using CfgState = std::array<std::uint32_t, 32>;

/// Values of x registers: those in the fields rs1 and rs2.
struct XValues {
  std::uint32_t rs1{};  ///< rs1
  std::uint32_t rs2{};  ///< rs2
};

/// Numbers of x registers, for the fields that name one.
struct XNumbers {
  std::uint8_t rd{};   ///< rd
  std::uint8_t rs1{};  ///< rs1
  std::uint8_t rs2{};  ///< rs2
};

/// What the meaning of instructions depends on.
struct CoreView {
  bool lane_ops{};             ///< there are the commands that need LaneOps, and merge
  std::uint32_t vlen_bytes{};  ///< bytes of a vector
  std::uint32_t ub_bytes{};    ///< bytes of UB, a power of two
  /// Where the core sees UB, a multiple of ub_bytes: addresses there in x registers count from it
  /// on.
  std::uint32_t ub_base{};
};

/// An address of the core, as the unit counts.
std::uint32_t in_ub(std::uint32_t address, const CoreView& view);

/// What a cfg register holds after the write of `value`.
std::uint32_t stored(const CfgRegister& one, std::uint32_t value, const CoreView& view);

/// What a word means.
struct Decoded {
  const InstructionFacts* facts{};  ///< its row of the table
  Command command;                  ///< Command: the command, with tag 0
  bool answers{};                   ///< rd gets an answer, which it does not if it is x0
  CfgState cfg{};                   ///< the cfg registers after the instruction
  std::uint32_t data{};             ///< Read: the value of the cfg register
  bool aligned{};                   ///< Command: no address in an x register is an error by itself
};

/// The meaning of a word with these values; nothing if it is an illegal instruction whatever they
/// are. With `aligned` 0 it is one because of them.
std::optional<Decoded> decode(std::uint32_t word, XValues values, const CfgState& cfg,
                              const CoreView& view);

/// The instruction `facts` with the fields of a command that it holds. `number`: of a cfg register,
/// for Write and Read. Codes that do not fit are cut.
std::uint32_t encode(const InstructionFacts& facts, const Command& command, XNumbers numbers,
                     std::uint8_t number = 0);

/// An instruction with the values of its x registers.
struct GivenInstruction {
  std::uint32_t word{};
  XValues values;
};

/// The instructions that give `command`, of which the last one does, and those before it write cfg
/// registers; `cfg`, what these hold before, becomes what they hold after. Empty if there are none:
/// a code or a flag has no place in a word, or a value none in a cfg register. `numbers`: of the x
/// registers.
std::vector<GivenInstruction> instructions_for(const Command& command, CfgState& cfg,
                                               const CoreView& view, XNumbers numbers);

/// The word as an assembler with the macros of software/riscv/ takes it; an illegal instruction as
/// ".4byte" and its number.
std::string disassemble(std::uint32_t word);

}  // namespace gsq
