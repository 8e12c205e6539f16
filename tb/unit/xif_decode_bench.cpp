// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_xif_decode, against the golden decoder: every instruction with random operands, the
// same with each bit wrong, and random words of the four major opcodes and of others. Values of
// x and cfg registers are random.
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "Vgsq_xif_decode.h"
#include "common/bench.hpp"
#include "gsq/instructions.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/instruction.hpp"
#include "unit/random_instruction.hpp"

namespace {

using gsq::CmdField;
using gsq::Command;

constexpr bool kLaneOps = PARAM_LaneOps != 0;
constexpr gsq::CoreView kView{PARAM_LaneOps != 0, 256, PARAM_UbBytes, PARAM_UbBase};
constexpr unsigned kRounds = 100;      // of all instructions
constexpr unsigned kFlipped = 25;      // rounds in which each bit of them is wrong, too
constexpr unsigned kRandom = 200'000;  // words of the four major opcodes
constexpr unsigned kStrange = 5'000;   // words of any opcode
constexpr std::array<std::uint32_t, 4> kMajors{0x0b, 0x2b, 0x5b, 0x7b};

class XifDecodeBench : public tb::Bench<Vgsq_xif_decode> {
 public:
  XifDecodeBench(int argc, char** argv)
      : Bench(std::string("instructions for commands, LaneOps ") + (kLaneOps ? "1" : "0"), argc,
              argv) {}

 private:
  void drive() override {
    must_be_legal_ = false;
    if (round_ < kRounds) {
      drive_instruction();
    } else if (randoms_ < kRandom + kStrange) {
      word_ = any();
      if (randoms_ < kRandom) word_ = (word_ & ~0x7fU) | kMajors.at(random().below(4));
      ++randoms_;
    } else {
      finish();
      return;
    }
    values_ = {operand(), operand()};
    for (const auto& one : gsq::kCfgRegisters)
      cfg_.at(one.number) = gsq::stored(one, operand(), kView);
    dut().instr_i = word_;
    dut().rs1_i = values_.rs1;
    dut().rs2_i = values_.rs2;
    unsigned place = 0;  // from the last register on, which has the lowest bits
    for (unsigned i = gsq::kCfgRegisters.size(); i-- > 0;) {
      const auto& one = gsq::kCfgRegisters.at(i);
      for (unsigned bit = 0; (one.bits >> bit) != 0; ++bit) {
        tb::set_bit(dut().cfg_i, place++, (cfg_.at(one.number) >> bit & 1U) != 0);
        if (bit == 31) break;
      }
    }
  }

  /// The next instruction, or the last one with the next bit wrong.
  void drive_instruction() {
    if (flip_ < 32) {
      word_ = legal_ ^ (1U << flip_++);
    } else {
      const auto& facts = gsq::kInstructions.at(instruction_);
      legal_ = word_ = tb::random_instruction(random(), facts, kLaneOps);
      must_be_legal_ =
          kLaneOps || facts.kind != gsq::InstructionKind::Command || !gsq::facts(facts.op).lane_ops;
      if (round_ < kFlipped) flip_ = 0;
      if (++instruction_ == gsq::kInstructions.size()) {
        instruction_ = 0;
        ++round_;
      }
    }
  }

  /// Any value, or an address where the core sees UB or near its ends, aligned or not.
  std::uint32_t operand() {
    if (random().percent(50)) return any();
    const std::uint32_t near = random().below(3) * (PARAM_UbBytes - 64) / 2 + random().below(128);
    return kView.ub_base + near - 32 & ~(random().below(2) * 31);
  }

  std::uint32_t any() { return static_cast<std::uint32_t>(random().next()); }

  void posedge() override {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "0x%08x: ", word_);
    what_ = text.data() + gsq::disassemble(word_);
    const auto expected = gsq::decode(word_, values_, cfg_, kView);
    if (must_be_legal_) expect("golden decoder", 0, 1, expected.has_value() ? 1 : 0, what_);
    expect("legal_o", 0, expected.has_value() ? 1 : 0, dut().legal_o, what_);
    if (!expected) return;
    expect("kind_o", 0, static_cast<unsigned>(expected->facts->kind), dut().kind_o, what_);
    expect("answers_o", 0, expected->answers ? 1 : 0, dut().answers_o, what_);
    expect("reads_rs1_o", 0, expected->facts->reads_rs1 ? 1 : 0, dut().reads_rs1_o, what_);
    expect("reads_rs2_o", 0, expected->facts->reads_rs2 ? 1 : 0, dut().reads_rs2_o, what_);
    expect("aligned_o", 0, expected->aligned ? 1 : 0, dut().aligned_o, what_);
    switch (expected->facts->kind) {
      case gsq::InstructionKind::Command:
        check_command(expected->command);
        break;
      case gsq::InstructionKind::Read:
      case gsq::InstructionKind::Write:
        expect("number_o", 0, word_ >> expected->facts->number & 31U, dut().number_o, what_);
        break;
      case gsq::InstructionKind::Sync:
        break;
    }
  }

  /// The fields that the command uses.
  void check_command(const Command& expected) {
    gsq::CommandBits bits;
    for (unsigned i = 0; i < bits.size(); ++i) bits.at(i) = dut().cmd_o[i];
    const Command actual = gsq::unpack(bits);
    const std::uint64_t fields = gsq::facts(expected.op).fields;
    const auto check = [&](CmdField field, auto wanted, auto found) {
      if (!gsq::has(fields, field)) return;
      expect("cmd_o." + std::string(gsq::to_text(field)), 0, static_cast<std::uint64_t>(wanted),
             static_cast<std::uint64_t>(found), what_);
    };
    check(CmdField::Tag, expected.tag, actual.tag);
    check(CmdField::Op, expected.op, actual.op);
    check(CmdField::Width, expected.width, actual.width);
    check(CmdField::Form, expected.form, actual.form);
    check(CmdField::Mode, expected.mode, actual.mode);
    check(CmdField::Distr, expected.distr, actual.distr);
    check(CmdField::Pattern, expected.pattern, actual.pattern);
    check(CmdField::StoreReg, expected.store_reg, actual.store_reg);
    check(CmdField::Post, expected.post, actual.post);
    check(CmdField::Abs, expected.abs, actual.abs);
    check(CmdField::Bitwise, expected.bitwise, actual.bitwise);
    check(CmdField::Scalar, expected.scalar, actual.scalar);
    check(CmdField::Merge, expected.merge, actual.merge);
    check(CmdField::Vd, expected.vd, actual.vd);
    check(CmdField::Vs, expected.vs, actual.vs);
    check(CmdField::Vi, expected.vi, actual.vi);
    check(CmdField::M, expected.m, actual.m);
    check(CmdField::U, expected.u, actual.u);
    check(CmdField::Addr, expected.addr, actual.addr);
    check(CmdField::N, expected.n, actual.n);
    check(CmdField::Align, expected.align, actual.align);
    check(CmdField::Iterations, expected.iterations, actual.iterations);
    check(CmdField::Blk0, expected.blk0, actual.blk0);
    check(CmdField::Blk1, expected.blk1, actual.blk1);
    check(CmdField::Blk2, expected.blk2, actual.blk2);
    check(CmdField::Rep0, expected.rep0, actual.rep0);
    check(CmdField::Rep1, expected.rep1, actual.rep1);
    check(CmdField::Rep2, expected.rep2, actual.rep2);
    check(CmdField::Src0, expected.src0, actual.src0);
    check(CmdField::Src1, expected.src1, actual.src1);
    check(CmdField::RowStride, expected.row_stride, actual.row_stride);
    check(CmdField::Col, expected.col, actual.col);
    check(CmdField::Mask, expected.mask[0], actual.mask[0]);
    check(CmdField::Mask, expected.mask[1], actual.mask[1]);
  }

  unsigned round_{};
  unsigned instruction_{};
  unsigned flip_{32};
  unsigned randoms_{};
  std::uint32_t legal_{};
  std::uint32_t word_{};
  bool must_be_legal_{};
  gsq::XValues values_;
  gsq::CfgState cfg_{};
  std::string what_;
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return XifDecodeBench(argc, argv).run(); }
