// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_decode: commands that are legal but for one or two fields, which take values at the
// limits of their checks, against the tables of errors in docs/reference/commands/. Errors of the
// squeeze stream and of single lanes, and bounds of vec commands, are found elsewhere.
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "Vgsq_decode.h"
#include "common/bench.hpp"
#include "gsq/isa.hpp"

namespace {

using gsq::AddressMode;
using gsq::Command;
using gsq::CommandClass;
using gsq::Dist;
using gsq::Field;
using gsq::Form;
using gsq::Opcode;
using gsq::Width;

constexpr std::uint64_t kUb = PARAM_UbBytes;
constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kBlocks = kVlen / 32;
constexpr unsigned kCases = 150'000;
constexpr unsigned kOpcodes = gsq::kOpcodeCodes;

bool is_vec(Opcode op) {
  return op == Opcode::VecCopy || op == Opcode::VecAbs || op == Opcode::VecAdd;
}
bool names_index(Opcode op) { return op == Opcode::GatherIndex || op == Opcode::ScatterIndex; }
bool is_indexed(Opcode op) {
  return op == Opcode::Gather || op == Opcode::Scatter || names_index(op);
}
bool is_strided(Opcode op) { return op == Opcode::LoadStrided || op == Opcode::StoreStrided; }

/// Bytes of an element in UB.
unsigned element(Form form) {
  switch (form) {
    case Form::B8:
    case Form::B8x32:
    case Form::B8x8:
      return 1;
    case Form::B16:
    case Form::B16x32:
      return 2;
    case Form::B32:
      return 4;
    case Form::B64:
      return 8;
  }
  return 0;
}

/// 0 or a power of two.
bool one_bit(std::uint32_t number) { return (number & (number - 1)) == 0; }

class DecodeBench : public tb::Bench<Vgsq_decode> {
 public:
  DecodeBench(int argc, char** argv)
      : Bench("checks of single commands, vectors of " + std::to_string(kVlen) + " bytes", argc,
              argv) {}

 private:
  void drive() override {
    if (case_++ == kCases) {
      finish();
      return;
    }
    command_ = legal_command();
    mask_legal_ = true;
    active_ = random().percent(30) ? 0 : random().below(1U << kBlocks);
    if (random().percent(30)) active_ = (1U << kBlocks) - 1;
    refused_ = random().percent(5) ? 1U << random().below(4) : 0;
    for (unsigned bent = random().below(3); bent > 0; --bent) bend();
    const auto bits = gsq::pack(command_);
    for (unsigned i = 0; i < bits.size(); ++i) dut().cmd_i[i] = bits.at(i);
    drive_facts();
    dut().vec_mask_legal_i = mask_legal_;
    dut().active_i = static_cast<std::uint8_t>(active_);
  }

  /// The row of the table of commands, as gsq_pkg::cmd_facts_t packs it; the lowest bit is the last
  /// field of the command.
  void drive_facts() {
    for (unsigned bit = 0; bit < 96; ++bit) tb::set_bit(dut().facts_i, bit, false);
    if (!gsq::known(command_.op)) return;
    const gsq::CommandFacts& facts = gsq::facts(command_.op);
    unsigned place = 0;
    const auto put = [&](unsigned count, std::uint32_t value) {
      for (unsigned i = 0; i < count; ++i)
        tb::set_bit(dut().facts_i, place++, (value >> i & 1) != 0);
    };
    constexpr auto kLast = static_cast<unsigned>(gsq::CmdField::Mask);
    constexpr auto kFirst = static_cast<unsigned>(gsq::CmdField::Width);
    for (unsigned field = kLast; field >= kFirst; --field) put(1, facts.fields >> field & 1U);
    put(8, facts.dists);
    put(4, facts.modes);
    put(8, facts.forms);
    put(4, facts.widths & ~refused_);
    put(3, static_cast<unsigned>(facts.stream));
    put(3, static_cast<unsigned>(facts.mask));
    put(1, facts.writes_vd ? 1 : 0);
    put(1, facts.reads_vi ? 1 : 0);
    put(1, facts.reads_vs ? 1 : 0);
    put(1, facts.lane_ops ? 1 : 0);
    put(5, static_cast<unsigned>(facts.lane_op));
    put(4, static_cast<unsigned>(facts.mask_op));
    put(2, static_cast<unsigned>(facts.alu));
    put(4, static_cast<unsigned>(facts.kind));
    put(2, static_cast<unsigned>(facts.cls));
    put(6, static_cast<unsigned>(facts.op));
  }

  std::uint32_t any() { return random().below(1U << 31) * 2 + random().below(2); }

  /// A number near a limit of some check, or with one or two bits.
  std::uint32_t corner() {
    constexpr std::array<std::uint64_t, 9> kLimits{
        0, 32, 256, kVlen, kUb / 2, kUb - kVlen, kUb - kVlen / 2, kUb - 32, kUb};
    switch (random().below(4)) {
      case 0:
        return 1U << random().below(32);
      case 1:
        return 1U << random().below(32) | 1U << random().below(32);
      case 2:
        return any() >> random().below(32);
      default:
        return static_cast<std::uint32_t>(kLimits.at(random().below(kLimits.size())) +
                                          random().below(3) * (random().percent(50) ? 1 : 32) - 1);
    }
  }

  /// A start of blocks, so that block k of this stride is about the last one in UB.
  std::uint32_t last_blocks(std::uint32_t stride) {
    const std::uint64_t span = 32 * std::uint64_t{stride} * random().below(kBlocks);
    return static_cast<std::uint32_t>(kUb - 64 - span % kUb + 32 * random().below(4));
  }

  /// A command without an error, with anything in the fields that mean nothing to it.
  Command legal_command() {
    gsq::CommandBits bits{};
    for (std::uint32_t& word : bits) word = any();
    Command command = gsq::unpack(bits);
    command.op = gsq::kCommands.at(random().below(gsq::kCommands.size())).op;
    command.addr = random().below(static_cast<std::uint32_t>((kUb - kVlen) / 32 + 1)) * 32;
    switch (gsq::family(command.op)) {
      case gsq::Family::CreateMask:
        command.pattern = static_cast<gsq::Pattern>(random().below(15));
        break;
      case gsq::Family::LoadAlign:
        command.distr = static_cast<Dist>(random().below(3));
        break;
      case gsq::Family::StoreAlign: {
        const unsigned pack = random().below(3);
        command.distr = pack == 0 ? Dist::Norm : pack == 1 ? Dist::PackB16 : Dist::PackB32;
        if (pack != 0) command.width = pack == 1 ? Width::B16 : Width::B32;
        break;
      }
      case gsq::Family::LoadBlock:
      case gsq::Family::StoreBlock:
        command.blk0 = static_cast<std::uint16_t>(1 + random().below(kUb / 64 / kBlocks));
        command.addr = random().below(static_cast<std::uint32_t>(kUb / 64)) * 32;
        break;
      case gsq::Family::Gather:
      case gsq::Family::Scatter:
      case gsq::Family::GatherIndex:
      case gsq::Family::ScatterIndex:
        if (names_index(command.op)) command.width = static_cast<Width>(random().below(3));
        command.form = static_cast<Form>(random().below(names_index(command.op) ? 7 : 6));
        command.mode = static_cast<AddressMode>(random().below(3));
        command.align = random().percent(50) ? 0 : 1U << random().below(32);
        command.row_stride = random().percent(20) ? 0 : static_cast<std::uint32_t>(kUb / 2);
        command.row_stride >>= random().below(8);
        command.col = random().below(static_cast<std::uint32_t>(kUb));
        command.addr += element(command.form) * random().below(4);
        break;
      case gsq::Family::LoadStrided:
      case gsq::Family::StoreStrided:
        command.form = static_cast<Form>(random().below(7));
        command.align = random().percent(50) ? 0 : 1U << random().below(32);
        command.row_stride = random().percent(20) ? 0 : static_cast<std::uint32_t>(kUb / 2);
        command.row_stride >>= random().below(8);
        if (random().percent(50)) command.row_stride = 0 - command.row_stride;
        command.addr += element(command.form) * random().below(4);
        break;
      case gsq::Family::GatherReg:
      case gsq::Family::GatherLanes:
      case gsq::Family::Squeeze:
      case gsq::Family::Unsqueeze:
        command.width = static_cast<Width>(random().below(3));
        break;
      case gsq::Family::StoreUnalign:
        command.n = random().below(kVlen + 1);
        command.addr = random().below(static_cast<std::uint32_t>(kUb));
        break;
      case gsq::Family::Vec:
        command.width = random().percent(50) ? Width::B16 : Width::B32;
        command.iterations = random().percent(20) ? 0 : random().below(256);
        command.blk0 = static_cast<std::uint16_t>(1 + random().below(65535));
        command.src0 &= ~31U;
        if (command.op == Opcode::VecAdd) command.src1 &= ~31U;
        break;
      case gsq::Family::UpdateMask:
      case gsq::Family::SetMask:
      case gsq::Family::ClearSpr:
      case gsq::Family::GetSpr:
      case gsq::Family::GatherBlock:
      case gsq::Family::StoreUnalignPost:
      case gsq::Family::Mask:
      case gsq::Family::Lane:
      case gsq::Family::Unknown:
        break;
    }
    return command;
  }

  /// Changes a field.
  void bend() {
    switch (random().below(16)) {
      case 0:
        command_.op = static_cast<Opcode>(random().below(kOpcodes));
        break;
      case 1:
        command_.width = static_cast<Width>(random().below(4));
        break;
      case 2:
        command_.form = static_cast<Form>(random().below(8));
        break;
      case 3:
        command_.mode = static_cast<AddressMode>(random().below(4));
        break;
      case 4:
        command_.distr = static_cast<Dist>(random().below(8));
        break;
      case 5:
        command_.pattern = static_cast<gsq::Pattern>(random().below(32));
        break;
      case 6:
        command_.blk0 = static_cast<std::uint16_t>(
            random().percent(50) ? 0 : 1U << random().below(16) | random().below(2));
        break;
      case 7:
        command_.addr = random().percent(50) ? corner() : last_blocks(1);
        break;
      case 8:
        command_.addr = last_blocks(command_.blk0);
        break;
      case 9:
        command_.n = corner();
        break;
      case 10:
        command_.align = corner();
        break;
      case 11:
        command_.iterations = corner();
        break;
      case 12:
        command_.src0 = corner();
        break;
      case 13:
        command_.src1 = corner();
        break;
      case 14:
        command_.row_stride = corner();
        if (random().percent(50)) command_.row_stride = 0 - command_.row_stride;
        break;
      default:
        command_.col = corner();
        if (random().percent(30)) mask_legal_ = false;
        break;
    }
  }

  [[nodiscard]] bool opcode_error() const {
    const auto& c = command_;
    if ((refused_ >> static_cast<unsigned>(c.width) & 1) != 0) return true;
    switch (gsq::family(c.op)) {
      case gsq::Family::GatherReg:
      case gsq::Family::GatherLanes:
      case gsq::Family::Squeeze:
      case gsq::Family::Unsqueeze:
      case gsq::Family::Lane:
        return c.width == Width::B64;
      case gsq::Family::Vec:
        return c.width == Width::B8 || c.width == Width::B64;
      case gsq::Family::GatherIndex:
      case gsq::Family::ScatterIndex:
        return c.width == Width::B64 || element(c.form) == 0 || static_cast<unsigned>(c.mode) > 2;
      case gsq::Family::Gather:
      case gsq::Family::Scatter:
        return c.form > Form::B64 || static_cast<unsigned>(c.mode) > 2;
      case gsq::Family::LoadStrided:
      case gsq::Family::StoreStrided:
        return element(c.form) == 0;
      case gsq::Family::LoadAlign:
        return c.distr != Dist::Norm && c.distr != Dist::UnpackB8 && c.distr != Dist::UnpackB16;
      case gsq::Family::StoreAlign:
        return c.distr != Dist::Norm && (c.distr != Dist::PackB16 || c.width != Width::B16) &&
               (c.distr != Dist::PackB32 || c.width != Width::B32);
      case gsq::Family::CreateMask:
      case gsq::Family::UpdateMask:
      case gsq::Family::SetMask:
      case gsq::Family::ClearSpr:
      case gsq::Family::GetSpr:
      case gsq::Family::LoadBlock:
      case gsq::Family::StoreBlock:
      case gsq::Family::GatherBlock:
      case gsq::Family::StoreUnalign:
      case gsq::Family::StoreUnalignPost:
      case gsq::Family::Mask:
        return false;
      case gsq::Family::Unknown:
        break;
    }
    return true;  // no opcode
  }

  /// The field of ERR_PARAM.
  [[nodiscard]] std::optional<Field> bad_field() const {
    const auto& c = command_;
    if (c.op == Opcode::CreateMask) {
      if (static_cast<unsigned>(c.pattern) > 14) return Field::Pattern;
    } else if (is_vec(c.op)) {
      if (!mask_legal_) return Field::Mask;
      if (c.iterations > 255) return Field::Repeat;
      if (c.blk0 == 0 && kBlocks > 1) return Field::BlkStride;
    } else if (c.op == Opcode::StoreBlock) {
      if (c.blk0 == 0 && kBlocks > 1) return Field::BlkStride;
    } else if (c.op == Opcode::StoreUnalign) {
      if (c.abs && c.n > kVlen) return Field::N;
    } else if (is_indexed(c.op)) {
      if (!one_bit(c.align)) return Field::Align;
      if (c.mode != AddressMode::Row) return std::nullopt;
      if (c.row_stride >= kUb) return Field::RowStride;
      if (PARAM_RowMultiplier == 0 && !one_bit(c.row_stride)) return Field::RowStride;
      if (c.col >= kUb) return Field::Col;
    } else if (is_strided(c.op)) {
      if (!one_bit(c.align)) return Field::Align;
      const auto stride = static_cast<std::int32_t>(c.row_stride);
      const std::uint64_t size = stride < 0 ? -std::int64_t{stride} : stride;
      if (size >= kUb) return Field::RowStride;
      if (PARAM_RowMultiplier == 0 && !one_bit(static_cast<std::uint32_t>(size))) {
        return Field::RowStride;
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] bool misaligned() const {
    const auto& c = command_;
    switch (gsq::family(c.op)) {
      case gsq::Family::LoadAlign:
      case gsq::Family::StoreAlign:
      case gsq::Family::LoadBlock:
      case gsq::Family::StoreBlock:
      case gsq::Family::GatherBlock:
        return c.addr % 32 != 0;
      case gsq::Family::Gather:
      case gsq::Family::Scatter:
      case gsq::Family::LoadStrided:
      case gsq::Family::StoreStrided:
      case gsq::Family::GatherIndex:
      case gsq::Family::ScatterIndex:
        return c.addr % element(c.form) != 0;
      case gsq::Family::Vec:
        return c.addr % 32 != 0 || c.src0 % 32 != 0 || (c.op == Opcode::VecAdd && c.src1 % 32 != 0);
      case gsq::Family::CreateMask:
      case gsq::Family::UpdateMask:
      case gsq::Family::SetMask:
      case gsq::Family::ClearSpr:
      case gsq::Family::GetSpr:
      case gsq::Family::GatherReg:
      case gsq::Family::GatherLanes:
      case gsq::Family::Squeeze:
      case gsq::Family::Unsqueeze:
      case gsq::Family::StoreUnalign:
      case gsq::Family::StoreUnalignPost:
      case gsq::Family::Mask:
      case gsq::Family::Lane:
      case gsq::Family::Unknown:
        break;
    }
    return false;
  }

  /// The blocks that the command accesses and that are outside UB, a bit for each; of vec none.
  [[nodiscard]] unsigned outside() const {
    const auto& c = command_;
    const bool stores = c.op == Opcode::StoreAlign || c.op == Opcode::StoreBlock;
    const bool strided = c.op == Opcode::LoadBlock || c.op == Opcode::StoreBlock;
    if (!stores && !strided && c.op != Opcode::LoadAlign) return 0;
    const bool halves = !strided && c.distr != Dist::Norm;
    unsigned blocks = 0;
    for (unsigned half = 0; half < 2 * kBlocks; ++half) {  // 16 bytes of the vector
      if (stores && (active_ >> (half / 2) & 1U) == 0) continue;
      // Packed, 8 bytes of each half go to UB.
      const unsigned block = halves ? half * 8 / 32 : half * 16 / 32;
      const std::uint64_t stride = strided ? c.blk0 : 1;
      if (c.addr + 32 * block * stride + 32 > kUb) blocks |= 1U << block;
    }
    return blocks;
  }

  void posedge() override {
    const std::string what = "opcode " + std::to_string(static_cast<unsigned>(command_.op));
    const unsigned errors = dut().errors_o;  // opcode, param, align from bit 2 down
    const bool opcode = opcode_error();
    expect("errors_o.opcode", 0, opcode, errors >> 2 & 1, what);
    const auto field = opcode ? std::nullopt : bad_field();
    const bool writes = command_.op == Opcode::CreateMask || command_.op == Opcode::UpdateMask ||
                        command_.op == Opcode::SetMask ||
                        (command_.op >= Opcode::MaskAnd && command_.op <= Opcode::MaskOnlyFirst);
    expect("writes_mask_o", 0, writes && !opcode && !field, dut().writes_mask_o, what);
    if (opcode) return;
    expect("errors_o.param", 0, field.has_value(), errors >> 1 & 1, what);
    if (field) {
      expect("field_o", 0, static_cast<unsigned>(*field), dut().field_o, what);
      return;
    }
    if (command_.op == Opcode::StoreUnalign && command_.abs && command_.n > 0) {
      expect("stream_outside_o", 0, std::uint64_t{command_.addr} + command_.n > kUb,
             dut().stream_outside_o, what);
    }
    expect("errors_o.align", 0, misaligned(), errors & 1, what);
    if (misaligned()) return;
    expect("outside_o", 0, outside(), dut().outside_o, what);
    if (outside() != 0) return;
    const bool nothing = is_vec(command_.op) && command_.iterations == 0;
    expect("class_o", 0,
           static_cast<unsigned>(nothing ? CommandClass::Immediate : gsq::facts(command_.op).cls),
           dut().class_o, what);
  }

  unsigned case_{};
  Command command_{};
  bool mask_legal_{};
  unsigned active_{};  // blocks of the vector with an active lane
  /// A bit for each width that the row of the command does not have, whatever its page says: the
  /// module knows of the command only this row.
  unsigned refused_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return DecodeBench(argc, argv).run(); }
