// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_mask_regs: random commands against mask registers kept here, lane by lane. Commands
// without a mask and commands that do not commit must leave them alone.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "Vgsq_mask_regs.h"
#include "common/bench.hpp"
#include "gsq/isa.hpp"

namespace {

using gsq::MaskUse;
using gsq::Opcode;
using gsq::Pattern;
using gsq::Width;

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kCases = 60'000;

using Mask = std::vector<bool>;  // a bit per byte of a vector

/// Whether lane i of `lanes` is in a pattern.
bool in_pattern(Pattern pattern, unsigned i, unsigned lanes) {
  switch (pattern) {
    case Pattern::All:
      return true;
    case Pattern::Vl1:
      return i < 1;
    case Pattern::Vl2:
      return i < 2;
    case Pattern::Vl3:
      return i < 3;
    case Pattern::Vl4:
      return i < 4;
    case Pattern::Vl8:
      return i < 8;
    case Pattern::Vl16:
      return i < 16;
    case Pattern::Vl32:
      return i < 32;
    case Pattern::Vl64:
      return i < 64;
    case Pattern::Vl128:
      return i < 128;
    case Pattern::M3:
      return i % 3 == 0;
    case Pattern::M4:
      return i % 4 == 0;
    case Pattern::H:
      return i < lanes / 2;
    case Pattern::Q:
      return i < lanes / 4;
    case Pattern::Allf:
      return false;
  }
  return false;
}

class MaskRegsBench : public tb::Bench<Vgsq_mask_regs> {
 public:
  MaskRegsBench(int argc, char** argv)
      : Bench("mask registers of " + std::to_string(kVlen) + " bits", argc, argv) {}

 private:
  void drive() override {
    if (case_ == kCases) {
      finish();
      return;
    }
    // The numbers of mask registers are told a cycle ahead.
    command_ = next_;
    next_ = random_command();
    if (made_ < gsq::kNumMregs) {  // they start with anything
      next_.op = Opcode::SetMask;
      next_.m = static_cast<std::uint8_t>(made_);
    }
    dut().take_i = 1;
    dut().masks_i = static_cast<std::uint16_t>((next_.vd & 7U) << 9U | (next_.vi & 7U) << 6U |
                                               (next_.vs & 7U) << 3U | (next_.m & 7U));
    if (made_++ == 0) {
      dut().write_i = 0;
      dut().compare_i = 0;
      dut().compare_write_i = 0;
      for (unsigned i = 0; i < kVlen; ++i) tb::set_bit(dut().compare_mask_i, i, false);
      return;
    }
    commit_ = case_ < gsq::kNumMregs || random().percent(70);
    ++case_;
    const auto bits = gsq::pack(command_);
    for (unsigned i = 0; i < bits.size(); ++i) dut().cmd_i[i] = bits[i];
    dut().use_i = static_cast<std::uint8_t>(gsq::facts(command_.op).mask);
    dut().own_index_i = has(gsq::facts(command_.op).fields, gsq::CmdField::Width);
    dut().op_i = static_cast<std::uint8_t>(gsq::facts(command_.op).mask_op);
    dut().write_i = writes();
    const bool compare = PARAM_LaneOps != 0 && !writes() && random().percent(30);
    compares_ = compare && random().percent(80);  // otherwise it waits
    dut().compare_i = compare;
    dut().compare_write_i = compares_;
    compare_m_ = random().below(gsq::kNumMregs);
    dut().compare_m_i = static_cast<std::uint8_t>(compare_m_);
    for (unsigned i = 0; i < kVlen; ++i) {
      compared_[i] = random().percent(50);
      tb::set_bit(dut().compare_mask_i, i, compare && compared_[i]);
    }
  }

  /// The command names the width of its indices.
  [[nodiscard]] bool own_index() const {
    return command_.op == Opcode::GatherIndex || command_.op == Opcode::ScatterIndex;
  }

  [[nodiscard]] bool writes() const {
    const gsq::CommandFacts& row = gsq::facts(command_.op);
    return commit_ && (row.mask == MaskUse::Write ||
                       (row.mask == MaskUse::Logic && gsq::has(row.fields, gsq::CmdField::Vd)));
  }

  gsq::Command random_command() {
    gsq::CommandBits bits{};
    for (std::uint32_t& word : bits)
      word = static_cast<std::uint32_t>(random().below(1U << 31)) * 2 + random().below(2);
    const unsigned thin =
        random().percent(40) ? random().below(8) : 0;  // few active lanes, or none
    for (unsigned i = 0; i < thin; ++i) {
      for (std::uint32_t& word : bits) word &= random().below(1U << 31);
    }
    gsq::Command command = gsq::unpack(bits);
    do {
      command.op = gsq::kCommands[random().below(gsq::kCommands.size())].op;
    } while (PARAM_LaneOps == 0 && gsq::facts(command.op).lane_ops);
    command.form = gsq::kForms[random().below(gsq::kForms.size())].form;
    command.pattern = static_cast<Pattern>(random().below(gsq::kPatternNames.size()));
    if (random().percent(80)) command.n = random().below(kVlen + 2);
    if (gsq::facts(command.op).mask == MaskUse::Own) {
      command.width = random().percent(50) ? Width::B16 : Width::B32;
      if (random().percent(60)) command.mask = {random().below(kVlen / 2 + 2), 0};
      if (random().percent(20)) command.mask[1] = 0;
      if (random().percent(5)) command.mask = {};
    }
    return command;
  }

  void posedge() override {
    if (case_ == 0) return;
    const Mask& mask = masks_.at(command_.m);
    const unsigned width = 1U << static_cast<unsigned>(command_.width);
    if (case_ > gsq::kNumMregs) {
      const bool logic = gsq::facts(command_.op).mask == MaskUse::Logic;
      for (unsigned i = 0; !logic && i < kVlen; ++i) {
        expect("count_o", i, mask[i], tb::get_bits(dut().count_o, i, 1));
      }
      switch (gsq::facts(command_.op).mask) {
        case MaskUse::None:
        case MaskUse::Write:
          break;
        case MaskUse::Lane:
        case MaskUse::Compare:
          expect_lanes(mask, width);
          break;
        case MaskUse::Slot:
          expect_slots(mask, 1U << static_cast<unsigned>(gsq::facts(command_.form).slot));
          break;
        case MaskUse::Block:
          expect_lanes(mask, 4);
          break;
        case MaskUse::Own:
          expect_own(width);
          break;
        case MaskUse::Logic:
          expect_active(width);
          break;
      }
    }
    if (writes()) write(width);
    if (compares_) masks_.at(compare_m_) = compared_;
  }

  void expect_lanes(const Mask& mask, unsigned width) {
    for (unsigned i = 0; i < kVlen; ++i) {
      expect("bytes_o", i, mask[i / width * width], tb::get_bits(dut().bytes_o, i, 1));
    }
  }

  /// The same for slots, of which those without an index are not active.
  void expect_slots(const Mask& mask, unsigned width) {
    const unsigned index = own_index() ? 1U << static_cast<unsigned>(command_.width) : width;
    if (index > 4) return;  // an error
    for (unsigned i = 0; i < kVlen; ++i) {
      const bool has_index = i / width < kVlen / std::max(width, index);
      expect("bytes_o", i, has_index && mask[i / width * width], tb::get_bits(dut().bytes_o, i, 1));
    }
  }

  [[nodiscard]] bool first(unsigned bit) const { return masks_.at(command_.vs % 8U)[bit]; }
  [[nodiscard]] bool second(unsigned bit) const { return masks_.at(command_.vi % 8U)[bit]; }
  [[nodiscard]] bool counts(unsigned bit) const { return masks_.at(command_.m)[bit]; }

  /// Lanes that a command of masks counts, and the lowest.
  void expect_active(unsigned width) {
    unsigned lowest = kVlen;
    for (unsigned i = 0; i < kVlen; ++i) {
      const bool active = i % width == 0 && first(i) && counts(i);
      expect("count_o", i, active, tb::get_bits(dut().count_o, i, 1));
      if (active) lowest = std::min(lowest, i);
    }
    expect("place_o", 0, lowest, dut().place_o);
    for (unsigned lane = 0; lane < 32; ++lane) {
      const unsigned i = lane * width;
      expect("bits_o", lane, i < kVlen && first(i) && counts(i),
             tb::get_bits(dut().bits_o, lane, 1));
    }
  }

  /// Result of a command of masks.
  void write_logic(unsigned width) {
    Mask result(kVlen);
    unsigned active = 0;  // below the lane
    for (unsigned i = 0; i < kVlen; i += width) {
      if (!counts(i)) continue;
      result[i] = lane(first(i), second(i), active);
      active += first(i) ? 1 : 0;
    }
    masks_.at(command_.vd % 8U) = result;
  }

  [[nodiscard]] bool lane(bool a, bool b, unsigned below) const {
    switch (gsq::facts(command_.op).mask_op) {
      case gsq::MaskOp::And:
        return a && b;
      case gsq::MaskOp::Or:
        return a || b;
      case gsq::MaskOp::Xor:
        return a != b;
      case gsq::MaskOp::AndNot:
        return a && !b;
      case gsq::MaskOp::Not:
        return !a;
      case gsq::MaskOp::BeforeFirst:
        return below == 0 && !a;
      case gsq::MaskOp::ToFirst:
        return below == 0;
      case gsq::MaskOp::OnlyFirst:
        return below == 0 && a;
      case gsq::MaskOp::None:
      case gsq::MaskOp::Count:
      case gsq::MaskOp::First:
      case gsq::MaskOp::Bits:
        break;
    }
    return false;
  }

  void expect_own(unsigned width) {
    const unsigned lanes = kVlen / width;
    const std::uint64_t low = command_.mask[0];
    const std::uint64_t high = command_.mask[1];
    const auto bit = [&](unsigned i) { return ((i < 64 ? low >> i : high >> (i - 64)) & 1) != 0; };
    bool legal = low != 0 || high != 0;
    for (unsigned i = lanes; i < 128; ++i) {
      if (command_.bitwise && bit(i)) legal = false;
    }
    if (!command_.bitwise && (high != 0 || low > lanes)) legal = false;
    expect("own_legal_o", 0, legal, dut().own_legal_o);
    for (unsigned i = 0; legal && i < kVlen; ++i) {
      const unsigned lane = i / width;
      expect("bytes_o", i, command_.bitwise ? bit(lane) : lane < low,
             tb::get_bits(dut().bytes_o, i, 1));
    }
  }

  /// New value of the command's mask register.
  void write(unsigned width) {
    if (gsq::facts(command_.op).mask == MaskUse::Logic) return write_logic(width);
    Mask& mask = masks_.at(command_.m);
    const unsigned lanes = kVlen / width;
    const auto bits = gsq::pack(command_);
    for (unsigned i = 0; i < kVlen; ++i) {
      const bool first = i % width == 0;  // byte of its lane
      if (command_.op == Opcode::CreateMask) {
        mask[i] = first && in_pattern(command_.pattern, i / width, lanes);
      } else if (command_.op == Opcode::UpdateMask) {
        mask[i] = first && i / width < command_.n;
      } else if (command_.op == Opcode::SetMask) {
        mask[i] = (bits[i / 32] >> (i % 32) & 1) != 0;  // the lowest bits of the command
      }
    }
  }

  unsigned case_{};  // commands that were shown
  unsigned made_{};
  gsq::Command command_{}, next_{};
  bool commit_{};
  bool compares_{};       // a compare writes a mask register
  unsigned compare_m_{};  // which one
  Mask compared_ = Mask(kVlen);
  std::array<Mask, gsq::kNumMregs> masks_{Mask(kVlen), Mask(kVlen), Mask(kVlen), Mask(kVlen),
                                          Mask(kVlen), Mask(kVlen), Mask(kVlen), Mask(kVlen)};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return MaskRegsBench(argc, argv).run(); }
