// SPDX-License-Identifier: Apache-2.0
// Written from docs/reference/instructions.md.
#include "gsq/semantics/instruction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <type_traits>

namespace gsq {
namespace {

/// `use(field)` for a field of a command.
template <typename C, typename Use>
void with_field(C& command, CmdField field, Use use) {
  switch (field) {
    case CmdField::Tag:
      return use(command.tag);
    case CmdField::Op:
      return use(command.op);
    case CmdField::Width:
      return use(command.width);
    case CmdField::Form:
      return use(command.form);
    case CmdField::Mode:
      return use(command.mode);
    case CmdField::Distr:
      return use(command.distr);
    case CmdField::Pattern:
      return use(command.pattern);
    case CmdField::StoreReg:
      return use(command.store_reg);
    case CmdField::Post:
      return use(command.post);
    case CmdField::Abs:
      return use(command.abs);
    case CmdField::Bitwise:
      return use(command.bitwise);
    case CmdField::Scalar:
      return use(command.scalar);
    case CmdField::Merge:
      return use(command.merge);
    case CmdField::Vd:
      return use(command.vd);
    case CmdField::Vs:
      return use(command.vs);
    case CmdField::Vi:
      return use(command.vi);
    case CmdField::M:
      return use(command.m);
    case CmdField::U:
      return use(command.u);
    case CmdField::Addr:
      return use(command.addr);
    case CmdField::N:
      return use(command.n);
    case CmdField::Align:
      return use(command.align);
    case CmdField::Iterations:
      return use(command.iterations);
    case CmdField::Blk0:
      return use(command.blk0);
    case CmdField::Blk1:
      return use(command.blk1);
    case CmdField::Blk2:
      return use(command.blk2);
    case CmdField::Rep0:
      return use(command.rep0);
    case CmdField::Rep1:
      return use(command.rep1);
    case CmdField::Rep2:
      return use(command.rep2);
    case CmdField::Src0:
      return use(command.src0);
    case CmdField::Src1:
      return use(command.src1);
    case CmdField::RowStride:
      return use(command.row_stride);
    case CmdField::Col:
      return use(command.col);
    case CmdField::Mask:
      return use(command.mask);
  }
}

void set_field(Command& command, const FieldOrigin& at, std::uint32_t value) {
  with_field(command, at.field, [&](auto& field) {
    using Field = std::remove_reference_t<decltype(field)>;
    if constexpr (std::is_same_v<Field, decltype(Command::mask)>) {
      field.at(at.part / 2) |= std::uint64_t{value} << (at.part % 2 * 32);
    } else if constexpr (std::is_same_v<Field, bool>) {
      field = (value & 1U) != 0;
    } else {
      field = static_cast<Field>(value);
    }
  });
}

std::uint32_t get_field(const Command& command, const FieldOrigin& at) {
  std::uint32_t value = 0;
  with_field(command, at.field, [&](const auto& field) {
    using Field = std::remove_cv_t<std::remove_reference_t<decltype(field)>>;
    if constexpr (std::is_same_v<Field, decltype(Command::mask)>) {
      value = static_cast<std::uint32_t>(field.at(at.part / 2) >> (at.part % 2 * 32));
    } else {
      value = static_cast<std::uint32_t>(field);
    }
  });
  return value;
}

std::uint32_t bits_of(std::uint32_t word, unsigned place, unsigned count) {
  return word >> place & ((1U << count) - 1);
}

const CfgRegister* cfg_register(std::uint32_t number) {
  const auto* found = std::find_if(kCfgRegisters.begin(), kCfgRegisters.end(),
                                   [&](const auto& one) { return one.number == number; });
  return found == kCfgRegisters.end() ? nullptr : found;
}

/// Whether a code in the word is legal for the field of the command.
bool is_legal(Opcode op, CmdField field, std::uint32_t code, bool lane_ops) {
  const CommandFacts& row = facts(op);
  if (field == CmdField::Width) return has(row.widths, code);
  if (field == CmdField::Form) return has(row.forms, code);
  if (field == CmdField::Mode) return has(row.modes, code);
  if (field == CmdField::Distr) return has(row.dists, code);
  if (field == CmdField::Pattern) return code < kPatternNames.size();
  if (field == CmdField::Merge) return lane_ops || code == 0;
  return true;
}

/// The fields of an instruction.
struct Fields {
  const InstructionFacts* facts;
  [[nodiscard]] const FieldOrigin* begin() const { return kFieldOrigins.data() + facts->first; }
  [[nodiscard]] const FieldOrigin* end() const { return begin() + facts->count; }
};

bool is_instruction(const InstructionFacts& row, std::uint32_t word, bool lane_ops) {
  if ((word & row.mask) != row.match) return false;
  const std::uint32_t number = bits_of(word, row.number, 5);
  switch (row.kind) {
    case InstructionKind::Command: {
      if (!is_there(row.op, lane_ops)) return false;
      const Fields fields{&row};
      return std::all_of(fields.begin(), fields.end(), [&](const FieldOrigin& at) {
        return at.origin != Origin::Word ||
               is_legal(row.op, at.field, bits_of(word, at.place, at.bits), lane_ops);
      });
    }
    case InstructionKind::Write:
      if (row.reads_rs2 && (number % 2 != 0 || cfg_register(number + 1) == nullptr)) return false;
      return cfg_register(number) != nullptr;
    case InstructionKind::Read:
      return cfg_register(number) != nullptr;
    case InstructionKind::Sync:
      return true;
  }
  return false;
}

const InstructionFacts* find(std::uint32_t word, bool lane_ops) {
  const auto* row = std::find_if(kInstructions.begin(), kInstructions.end(), [&](const auto& one) {
    return is_instruction(one, word, lane_ops);
  });
  return row == kInstructions.end() ? nullptr : row;
}

bool is_address(Opcode op, CmdField field) {
  return field == CmdField::Addr ||
         ((field == CmdField::Src0 || field == CmdField::Src1) && facts(op).kind == MemKind::Vec);
}

/// What an address of the command must be a multiple of, whatever lanes and indices are.
std::uint32_t alignment_of(const Command& command) {
  switch (facts(command.op).kind) {
    case MemKind::Load:
    case MemKind::Store:
    case MemKind::GatherBlock:
    case MemKind::Vec:
      return kBlockBytes;
    case MemKind::Gather:
    case MemKind::Scatter:
      return 1U << static_cast<unsigned>(facts(command.form).elem);
    case MemKind::None:
    case MemKind::Stream:
    case MemKind::Post:
    case MemKind::GatherReg:
      return 1;
  }
  return 1;
}

/// A field in the word as the macros take it.
std::string text_of_field(const FieldOrigin& at, std::uint32_t code) {
  switch (at.field) {
    case CmdField::Vd:
    case CmdField::Vs:
    case CmdField::Vi:
      return fmt::format("{}{}", at.bits == 3 ? 'm' : 'v', code);
    case CmdField::M:
      return fmt::format("m{}", code);
    case CmdField::U:
      return fmt::format("u{}", code);
    case CmdField::Width:
      return std::string(to_text(static_cast<Width>(code)));
    case CmdField::Form:
      return std::string(to_text(static_cast<Form>(code)));
    case CmdField::Mode:
      return std::string(to_text(static_cast<AddressMode>(code)));
    case CmdField::Distr:
      return std::string(to_text(static_cast<Dist>(code)));
    case CmdField::Pattern:
      return std::string(to_text(static_cast<Pattern>(code)));
    default:
      return std::to_string(code);
  }
}

}  // namespace

std::uint32_t in_ub(std::uint32_t address, const CoreView& view) {
  const std::uint32_t distance = address - view.ub_base;
  return distance < view.ub_bytes ? distance : address;
}

std::uint32_t stored(const CfgRegister& one, std::uint32_t value, const CoreView& view) {
  if (one.name == "row_stride" || one.name == "col" || one.name == "src1") {
    if (one.name == "src1") value = in_ub(value, view);
    return value % view.ub_bytes + (value < view.ub_bytes ? 0 : view.ub_bytes);
  }
  if (one.name >= "mask1" && one.name <= "mask3" && view.vlen_bytes < 128) return 0;
  if (one.name >= "mask4" && one.name <= "mask7" && view.vlen_bytes < 256) return 0;
  return value & one.bits;
}

std::optional<Decoded> decode(std::uint32_t word, XValues values, const CfgState& cfg,
                              const CoreView& view) {
  const InstructionFacts* row = find(word, view.lane_ops);
  if (row == nullptr) return std::nullopt;
  Decoded decoded;
  decoded.facts = row;
  decoded.answers = row->answers && bits_of(word, 7, 5) != 0;
  decoded.cfg = cfg;
  const std::uint32_t number = bits_of(word, row->number, 5);
  decoded.aligned = true;
  switch (row->kind) {
    case InstructionKind::Command:
      decoded.command.op = row->op;
      for (const FieldOrigin& at : Fields{row}) {
        const auto operand = [&](std::uint32_t value) {
          return is_address(row->op, at.field) ? in_ub(value, view) : value;
        };
        switch (at.origin) {
          case Origin::Word:
            set_field(decoded.command, at, bits_of(word, at.place, at.bits));
            break;
          case Origin::Rs1:
            set_field(decoded.command, at, operand(values.rs1));
            break;
          case Origin::Rs2:
            set_field(decoded.command, at, operand(values.rs2));
            break;
          case Origin::Cfg:
            set_field(decoded.command, at, cfg.at(at.place));
            break;
          case Origin::Code:
            set_field(decoded.command, at, at.place);
            break;
        }
      }
      for (const FieldOrigin& at : Fields{row}) {
        if (is_address(row->op, at.field) && at.origin != Origin::Cfg &&
            get_field(decoded.command, at) % alignment_of(decoded.command) != 0)
          decoded.aligned = false;
      }
      break;
    case InstructionKind::Write:
      decoded.cfg.at(number) = stored(*cfg_register(number), values.rs1, view);
      if (row->reads_rs2)
        decoded.cfg.at(number + 1) = stored(*cfg_register(number + 1), values.rs2, view);
      break;
    case InstructionKind::Read:
      decoded.data = cfg.at(number);
      break;
    case InstructionKind::Sync:
      break;
  }
  return decoded;
}

std::uint32_t encode(const InstructionFacts& facts, const Command& command, XNumbers numbers,
                     std::uint8_t number) {
  std::uint32_t word = facts.match;
  if (facts.answers) word |= std::uint32_t{numbers.rd} << 7;
  if (facts.reads_rs1) word |= std::uint32_t{numbers.rs1} << 15;
  if (facts.reads_rs2) word |= std::uint32_t{numbers.rs2} << 20;
  if (facts.kind == InstructionKind::Write || facts.kind == InstructionKind::Read)
    word |= std::uint32_t{number} << facts.number;
  for (const FieldOrigin& at : Fields{&facts}) {
    if (at.origin == Origin::Word) word |= bits_of(get_field(command, at), 0, at.bits) << at.place;
  }
  return word;
}

std::vector<GivenInstruction> instructions_for(const Command& command, CfgState& cfg,
                                               const CoreView& view, XNumbers numbers) {
  for (const InstructionFacts& row : kInstructions) {
    if (row.kind != InstructionKind::Command || row.op != command.op) continue;
    std::vector<GivenInstruction> given;
    CfgState after = cfg;
    XValues values;
    bool fits = true;
    for (const FieldOrigin& at : Fields{&row}) {
      const std::uint32_t value = get_field(command, at);
      switch (at.origin) {
        case Origin::Word:
          fits = fits && bits_of(value, 0, at.bits) == value;
          break;
        case Origin::Rs1:
          values.rs1 = value;
          break;
        case Origin::Rs2:
          values.rs2 = value;
          break;
        case Origin::Cfg:
          after.at(at.place) = value;
          fits = fits && stored(*cfg_register(at.place), value, view) == value;
          break;
        case Origin::Code:
          fits = fits && value == at.place;
          break;
      }
    }
    const std::uint32_t word = encode(row, command, numbers);
    if (!fits || !is_instruction(row, word, view.lane_ops)) continue;
    for (const CfgRegister& one : kCfgRegisters) {
      if (after.at(one.number) == cfg.at(one.number)) continue;
      const auto* const write =
          std::find_if(kInstructions.begin(), kInstructions.end(), [](const auto& other) {
            return other.kind == InstructionKind::Write && !other.reads_rs2;
          });
      given.push_back({encode(*write, {}, numbers, one.number), {after.at(one.number), 0}});
    }
    given.push_back({word, values});
    cfg = after;
    return given;
  }
  return {};
}

std::string disassemble(std::uint32_t word) {
  const InstructionFacts* row = find(word, true);
  if (row == nullptr) return fmt::format(".4byte {:#010x}", word);
  std::string text = fmt::format("gsq.{}", row->name);
  bool first = true;
  const auto add = [&](const std::string& operand) {
    text += (first ? " " : ", ") + operand;
    first = false;
  };
  const auto x = [&](unsigned place) { return fmt::format("x{}", bits_of(word, place, 5)); };
  if (row->answers) add(x(7));
  if (row->kind == InstructionKind::Write || row->kind == InstructionKind::Read)
    add(std::string(cfg_register(bits_of(word, row->number, 5))->name));
  if (row->kind == InstructionKind::Write) {
    add(x(15));
    if (row->reads_rs2) add(x(20));
  }
  for (unsigned i = 0; i < row->operands; ++i) {
    const FieldOrigin& at = kFieldOrigins.at(row->first + i);
    add(at.origin == Origin::Rs1   ? x(15)
        : at.origin == Origin::Rs2 ? x(20)
                                   : text_of_field(at, bits_of(word, at.place, at.bits)));
  }
  return text;
}

}  // namespace gsq
