// SPDX-License-Identifier: Apache-2.0
#include "programs/program_syntax.hpp"

#include <algorithm>

namespace gsq::syntax {
namespace {

/// A field of the command and how it is written.
struct FieldOperand {
  CmdField field;
  Operand operand;
};

/// Whether a command moves masks to V as bits, or back: it has a part of V, and no second operand.
bool moves_bits(const CommandFacts& command) {
  return command.lane_op == LaneOp::Bits || command.lane_op == LaneOp::Mask;
}

/// Operands in their order: a command has those whose field means something to it.
std::vector<Operand> operands_of(const CommandFacts& command) {
  const Name<Width> width{&Command::width};
  // Of a command of masks, the fields for vector registers number mask registers.
  const bool masks = command.mask == MaskUse::Logic;
  const bool to_mask = masks || command.mask == MaskUse::Compare;
  const char letter = masks ? 'm' : 'v';
  const std::uint32_t registers = masks ? kNumMregs : kNumVregs;
  const bool lanes = command.lane_op != LaneOp::None;
  const bool parts = moves_bits(command);
  const bool vector = has(command.fields, CmdField::Vi);
  const std::vector<FieldOperand> order = {
      {CmdField::Vd, to_mask ? Register{'m', kNumMregs, &Command::vd, true}
                             : Register{'v', kNumVregs, &Command::vd}},
      {CmdField::Addr, Address{}},
      {CmdField::Vs, Register{letter, registers, &Command::vs, masks}},
      {lanes ? CmdField::N : CmdField::Vi,
       lanes ? Operand{SecondOperand{vector}}
             : Operand{Register{letter, registers, &Command::vi, masks}}},
      {CmdField::M, Register{'m', kNumMregs, &Command::m}},
      {CmdField::U, Register{'u', kNumUregs, &Command::u}},
      {CmdField::Width, width},
      {CmdField::Form, Name<Form>{&Command::form}},
      {CmdField::Pattern, Name<Pattern>{&Command::pattern}},
      {CmdField::Distr, Name<Dist>{&Command::distr}},
      {CmdField::StoreReg, Switch{&Command::store_reg, "no_store_reg", "store_reg"}},
  };
  if (command.kind == MemKind::Vec) return {width};  // all else are options
  std::vector<Operand> operands;
  for (const FieldOperand& one : order) {
    if (parts && one.field == CmdField::N) continue;  // an option
    if (has(command.fields, one.field)) operands.push_back(one.operand);
  }
  // Fields that are written together, or as something else than a number.
  const bool counts = has(command.fields, CmdField::N) && !lanes;
  const bool explicit_form = has(command.fields, CmdField::Abs);
  if (counts && explicit_form) {
    operands.emplace_back(StreamForm{});
  } else if (counts) {
    operands.emplace_back(Number<std::uint32_t>{&Command::n});
  } else if (explicit_form) {
    operands.emplace_back(AbsWord{});
  } else if (has(command.fields, CmdField::Mask)) {
    operands.emplace_back(MaskImmediate{});
  } else if (operands.empty()) {
    operands.emplace_back(SpecialRegister{});
  }
  return operands;
}

/// An option and the field that it gives.
struct FieldOption {
  CmdField field;
  Option option;
};

const std::vector<FieldOption>& options_of_vec() {
  static const std::vector<FieldOption> kOptions = {
      {CmdField::Addr, {"dst", Number<std::uint32_t>{&Command::addr}, Absent::Error}},
      {CmdField::Src0, {"src0", Number<std::uint32_t>{&Command::src0}, Absent::Error}},
      {CmdField::Src1, {"src1", Number<std::uint32_t>{&Command::src1}, Absent::Error}},
      {CmdField::Mask, {"mask", LaneMask{}, Absent::Error}},
      {CmdField::Iterations, {"repeat", Number<std::uint32_t>{&Command::iterations}, Absent::One}},
      {CmdField::Blk0, {"dst_blk", Number<std::uint16_t>{&Command::blk0}, Absent::One}},
      {CmdField::Blk1, {"src0_blk", Number<std::uint16_t>{&Command::blk1}, Absent::One}},
      {CmdField::Blk2, {"src1_blk", Number<std::uint16_t>{&Command::blk2}, Absent::One}},
      {CmdField::Rep0, {"dst_rep", Number<std::uint8_t>{&Command::rep0}, Absent::VectorBlocks}},
      {CmdField::Rep1, {"src0_rep", Number<std::uint8_t>{&Command::rep1}, Absent::VectorBlocks}},
      {CmdField::Rep2, {"src1_rep", Number<std::uint8_t>{&Command::rep2}, Absent::VectorBlocks}},
  };
  return kOptions;
}

const std::vector<FieldOption>& options_of_others() {
  static const std::vector<FieldOption> kOptions = {
      {CmdField::Merge, {"merge", MergeWord{}, Absent::Zero}},
      {CmdField::Blk0, {"blk_stride", Number<std::uint16_t>{&Command::blk0}, Absent::One}},
      {CmdField::Mode, {"mode", Name<AddressMode>{&Command::mode}, Absent::Zero}},
      {CmdField::Align, {"align", Number<std::uint32_t>{&Command::align}, Absent::Zero}},
      {CmdField::RowStride,
       {"row_stride", Number<std::uint32_t>{&Command::row_stride}, Absent::ErrorInRow}},
      {CmdField::Col, {"col", Number<std::uint32_t>{&Command::col}, Absent::Zero}},
      {CmdField::N, {"part", Number<std::uint32_t>{&Command::n}, Absent::Zero}},
  };
  return kOptions;
}

/// Options of a command: those whose field means something to it.
std::vector<Option> options_of(const CommandFacts& command) {
  std::vector<Option> options;
  if (command.cls == CommandClass::Immediate) return options;  // those of set_mask are its number
  for (const FieldOption& one :
       command.kind == MemKind::Vec ? options_of_vec() : options_of_others()) {
    if (!has(command.fields, one.field)) continue;
    if (one.field == CmdField::N && !moves_bits(command)) continue;  // an operand
    if (one.field == CmdField::RowStride && !command.reads_vi) {  // from lane to lane, not of rows
      options.push_back({"stride", Signed{&Command::row_stride}, Absent::Error});
    } else {
      options.push_back(one.option);
    }
  }
  return options;
}

std::vector<Row> make_rows() {
  std::vector<Row> rows;
  rows.reserve(kCommands.size());
  for (const CommandFacts& command : kCommands) {
    rows.push_back({command.op, operands_of(command), options_of(command)});
  }
  return rows;
}

template <typename Int>
void set(const Number<Int>& number, Command& command, std::uint32_t value) {
  command.*number.field = static_cast<Int>(value);
}
template <typename Kind>
void set(const Kind& /*not a number*/, Command& /*command*/, std::uint32_t /*value*/) {}

}  // namespace

const std::vector<Row>& rows() {
  static const std::vector<Row> table = make_rows();
  return table;
}

const Row* find_row(Opcode op) {
  return known(op) ? &rows()[static_cast<std::size_t>(op)] : nullptr;
}

bool required(const Option& option, const Command& command) {
  return option.absent == Absent::Error ||
         (option.absent == Absent::ErrorInRow && command.mode == AddressMode::Row);
}

Command default_command(const Row& row, const Config& config) {
  Command command;
  command.op = row.op;
  for (const Option& option : row.options) {
    const std::uint32_t value = option.absent == Absent::One ? 1
                                : option.absent == Absent::VectorBlocks
                                    ? config.vlen_bytes / kBlockBytes
                                    : 0;
    std::visit([&](const auto& kind) { set(kind, command, value); }, option.value);
  }
  return command;
}

Immediate immediate(const Command& command) {
  const CommandBits bits = pack(command);
  Immediate value{};
  std::copy_n(bits.begin(), value.size(), value.begin());
  return value;
}

void set_immediate(Command& command, const Immediate& value) {
  CommandBits bits = pack(command);
  std::copy(value.begin(), value.end(), bits.begin());
  command = unpack(bits);
}

}  // namespace gsq::syntax
