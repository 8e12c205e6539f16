// SPDX-License-Identifier: Apache-2.0
/// The grammar of the commands as data: one row a mnemonic, made from the fields that mean
/// something to the command. The parser reads by it, the printer writes by it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"

namespace gsq::syntax {

/// A register, for example v3.
struct Register {
  char letter;
  std::uint32_t count;
  std::uint8_t Command::*field;
  bool low_bits{};  ///< the field is wider than the number, and its other bits mean nothing
};

/// A byte address in brackets; Command::addr.
struct Address {};

/// A code, written as its name.
template <typename Code>
struct Name {
  Code Command::*field;
};

/// One of two words.
struct Switch {
  bool Command::*field;
  std::string_view off;
  std::string_view on;
};

/// An unsigned number, as wide as its field.
template <typename Int>
struct Number {
  Int Command::*field;
};

/// A number with a sign, two's complement in its field.
struct Signed {
  std::uint32_t Command::*field;
};

/// The number of set_mask: a bit per byte of a vector.
struct MaskImmediate {};

/// The mask of vec: COUNT (up to 128 bits), or LO,HI (64 bits each).
struct LaneMask {};

/// The word ar.
struct SpecialRegister {};

/// What store_unalign does: post | normal | n=BYTES.
struct StreamForm {};

/// The second operand of lanes: vK (not always) or n=NUMBER.
struct SecondOperand {
  bool may_be_vector;
};

/// The word abs, which is optional.
struct AbsWord {};

/// The word merge; an option without a value.
struct MergeWord {};

using Operand = std::variant<Register, Address, Name<Width>, Name<Form>, Name<Pattern>, Name<Dist>,
                             Name<AddressMode>, Switch, Number<std::uint8_t>, Number<std::uint16_t>,
                             Number<std::uint32_t>, Signed, MaskImmediate, LaneMask,
                             SpecialRegister, StreamForm, SecondOperand, AbsWord, MergeWord>;

/// Value of an option that is not given.
enum class Absent {
  Error,         ///< it must be given
  ErrorInRow,    ///< it must be given with mode=row, otherwise 0
  Zero,          ///< 0, or the name of code 0
  One,           ///< 1
  VectorBlocks,  ///< the data blocks of a vector, VL/32
};

/// KEY=VALUE, or KEY alone if the value is a word
struct Option {
  std::string_view key;
  Operand value;
  Absent absent;
};

/// One mnemonic: operands in their order, then options in any order.
struct Row {
  Opcode op;
  std::vector<Operand> operands;
  std::vector<Option> options;
};

/// The whole grammar, in the order of the opcodes.
const std::vector<Row>& rows();

/// The row of an opcode, nullptr if it has none.
const Row* find_row(Opcode op);

/// Whether an option that is not given is an error in this command.
bool required(const Option& option, const Command& command);

/// A command with the defaults of its options.
Command default_command(const Row& row, const Config& config);

/// The immediate of set_mask, lowest word first: the lowest 256 bits of the packed command.
using Immediate = std::array<std::uint32_t, kMaxVlenBytes / 32>;
Immediate immediate(const Command& command);
void set_immediate(Command& command, const Immediate& value);

/// The names of a kind of code.
constexpr const auto& names(Width /*kind*/) { return kWidthNames; }
constexpr const auto& names(Form /*kind*/) { return kFormNames; }
constexpr const auto& names(Pattern /*kind*/) { return kPatternNames; }
constexpr const auto& names(Dist /*kind*/) { return kDistNames; }
constexpr const auto& names(AddressMode /*kind*/) { return kAddressModeNames; }

}  // namespace gsq::syntax
