// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_rvv_decode: random vector instructions are decoded into commands, which the golden
// model executes. After each instruction all V registers, memory, vl, vtype and rd are compared
// with the reference. Then random words: which of them are legal.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "Vgsq_rvv_decode.h"
#include "common/bench.hpp"
#include "common/rvv_reference.hpp"
#include "common/rvv_stimulus.hpp"
#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/rvv.hpp"
#include "gsq/semantics/model.hpp"

namespace {

constexpr std::uint32_t kVlen = PARAM_VlenBytes;
constexpr std::uint32_t kMemory = 16384;
constexpr unsigned kInstructions = 40'000;
constexpr unsigned kWords = 60'000;  // random ones, of which only the legality is compared
constexpr unsigned kStates = 20;     // of these with the same vtype
constexpr unsigned kStrange = 4;     // percent of instructions that may be illegal or fail
constexpr unsigned kRefreshed = 40;  // instructions until registers get other numbers
constexpr std::array<std::uint32_t, 4> kMajors{0x07, 0x27, 0x57, 0x73};

using Outcome = tb::RvvReference::Outcome;

/// What rd gets of a response, by the code of the decoder.
enum class Answer : std::uint8_t { None, Number, First, Byte, Half };

gsq::Config config() {
  return gsq::with_overrides(gsq::named_config("tiny"), "VlenBytes=" + std::to_string(kVlen) +
                                                            ",UbBytes=" + std::to_string(kMemory) +
                                                            ",RowMultiplier=1,LaneOps=1");
}

class RvvDecodeBench : public tb::Bench<Vgsq_rvv_decode> {
 public:
  RvvDecodeBench(int argc, char** argv)
      : Bench("vector instructions for commands, VlenBytes " + std::to_string(kVlen), argc, argv),
        model_(config()),
        reference_(kVlen, kMemory, 0, tb::RvvTail::Unit),
        stimulus_(random(), kStrange, 0) {
    for (auto& byte : reference_.memory()) byte = static_cast<std::uint8_t>(random().next());
    model_.ub() = reference_.memory();
  }

 private:
  void drive() override {
    if (step_ == 0) begin();
    dut().instr_i = now_.word;
    // What an instruction does not read may be anything.
    dut().rs1_i = reads_rs1() ? now_.rs1 : any();
    dut().rs2_i = reads_rs2() ? now_.rs2 : any();
    dut().step_i = step_;
    // Steps of vset after the first one are made with what it has written.
    const tb::RvvReference& state = step_ == 0 ? reference_ : after_;
    const std::uint32_t vtype = state.vtype();
    dut().state_i = (vtype >> 31) << 19 | (vtype >> 7 & 1U) << 18 | (vtype >> 6 & 1U) << 17 |
                    (vtype >> 3 & 3U) << 15 | (vtype & 7U) << 12 | state.vl();
  }

  /// The field rs1 of an instruction, if it is a legal one, is an x register whose value counts: an
  /// address, a number of elements, or a scalar operand.
  [[nodiscard]] bool reads_rs1() const {
    const std::uint32_t funct3 = now_.word >> 12 & 7U;
    if ((now_.word & 0x7fU) == 0x73) return false;
    if ((now_.word & 0x7fU) != 0x57) return true;
    if (funct3 == 7) return now_.word >> 30 != 3 && (now_.word >> 15 & 31U) != 0;
    return funct3 == 4 || funct3 == 6;
  }
  /// The same of rs2: a stride, or a vtype.
  [[nodiscard]] bool reads_rs2() const {
    const std::uint32_t funct3 = now_.word >> 12 & 7U;
    if ((now_.word & 0x7fU) == 0x57) return funct3 == 7 && now_.word >> 30 == 2;
    return (now_.word & 0x7fU) != 0x73 && (now_.word >> 26 & 3U) == 2;
  }

  /// Chooses the next instruction.
  void begin() {
    if (executed_ == kInstructions) {
      if (words_++ == kWords) {
        for (unsigned i = 0; i < done_.size(); ++i) {
          expect("instructions that were executed", i, 1, done_.at(i) != 0 ? 1 : 0,
                 gsq::kRvv.at(i).name.data());
        }
        finish();
        return;
      }
      if (words_ % kStates == 0) {  // vsetvli x10, x0: SEW 8, 16 or 32, any LMUL
        reference_.execute(0x00007557U | random().below(3) << 23U | random().below(8) << 20U, 0, 0);
      }
      const auto& facts = gsq::kRvv.at(random().below(gsq::kRvv.size()));
      now_ = {any(), any(), any()};
      if (random().percent(70)) {
        now_.word = (now_.word & ~facts.mask) | facts.match;
        if (random().percent(20)) now_.word ^= 1U << random().below(32);
      } else {
        now_.word = (now_.word & ~0x7fU) | kMajors.at(random().below(4));
        if (random().percent(50)) now_.word = (now_.word & 0xfffffU) | 0xc2000000U;
      }
      return;
    }
    if (executed_ % kRefreshed == 0) refresh();
    ++executed_;
    now_ = stimulus_.next(reference_);
  }

  std::uint32_t any() { return static_cast<std::uint32_t>(random().next()); }

  /// Other numbers in V: any, small ones, and masks; scratch masks get any bits.
  void refresh() {
    for (unsigned reg = 0; reg < gsq::kNumVregs; ++reg) {
      const unsigned kind = random().below(4);
      for (std::uint32_t i = 0; i < kVlen; ++i) {
        std::uint8_t byte = static_cast<std::uint8_t>(random().next());
        if (kind == 0) byte &= i % 4 == 0 ? 31U : 0U;
        if (kind == 1) byte &= i % 2 == 0 ? 15U : 0U;
        reference_.v().at(reg * kVlen + i) = byte;
      }
    }
    for (unsigned m = 0; m < 6; ++m) {
      for (auto& bit : model_.m(m)) bit = random().percent(50) ? 1 : 0;
    }
    copy_to_model();
  }

  void copy_to_model() {
    for (unsigned reg = 0; reg < gsq::kNumVregs; ++reg) {
      const auto from = reference_.v().begin() + reg * kVlen;
      std::copy(from, from + kVlen, model_.v(reg).begin());
    }
    model_.ub() = reference_.memory();
  }

  void posedge() override {
    if (step_ == 0) {
      describe();
      after_ = reference_;
      outcome_ = after_.execute(now_.word, now_.rs1, now_.rs2);
      expect("legal_o", 0, outcome_ != Outcome::Illegal ? 1 : 0, dut().legal_o, what_);
      if (outcome_ == Outcome::Illegal) return;
      expect("reads_rs1_o", 0, reads_rs1() ? 1 : 0, dut().reads_rs1_o, what_);
      expect("reads_rs2_o", 0, reads_rs2() ? 1 : 0, dut().reads_rs2_o, what_);
      expect("aligned_o", 0, outcome_ != Outcome::Misaligned ? 1 : 0, dut().aligned_o, what_);
      expect("ub_o", 0, after_.accesses() ? 1 : 0, dut().ub_o, what_);
      failed_ = false;
    }
    if (outcome_ == Outcome::Illegal || outcome_ == Outcome::Misaligned || words_ != 0) return;
    if (dut().valid_o != 0) execute();
    if (dut().last_o == 0) {
      step_ = dut().next_o;
      if (++commands_ == 128) expect("last_o", 0, 1, 0, what_);
      return;
    }
    step_ = 0;
    commands_ = 0;
    finish_instruction();
  }

  void execute() {
    gsq::CommandBits bits;
    for (unsigned i = 0; i < bits.size(); ++i) bits.at(i) = dut().cmd_o[i];
    response_ = model_.execute(gsq::unpack(bits));
    failed_ = failed_ || response_.status != gsq::Status::Ok;
  }

  void finish_instruction() {
    expect("a command that fails", 0, outcome_ == Outcome::Fault ? 1 : 0, failed_ ? 1 : 0, what_);
    if (outcome_ == Outcome::Fault) {  // what was done before it may differ
      copy_to_model();
      return;
    }
    check_state();
    check_rd();
    if (const auto row = row_of(now_.word); row && reference_.vl() != 0) ++done_.at(*row);
    for (unsigned reg = 0; reg < gsq::kNumVregs; ++reg) {
      for (std::uint32_t i = 0; i < kVlen; ++i) {
        expect("V" + std::to_string(reg), i, after_.v().at(reg * kVlen + i), model_.v(reg)[i],
               what_);
      }
    }
    if (after_.accesses()) {
      for (std::uint32_t i = 0; i < kMemory; ++i) {
        expect("memory", i, after_.memory().at(i), model_.ub()[i], what_);
      }
    }
    reference_ = after_;
  }

  void check_state() {
    const std::uint32_t state = dut().state_o;
    const bool vill = (state >> 19 & 1U) != 0;
    const std::uint32_t vtype = (state >> 18 & 1U) << 7 | (state >> 17 & 1U) << 6 |
                                (state >> 15 & 3U) << 3 | (state >> 12 & 7U);
    expect("vl", 0, after_.vl(), state & 0xfffU, what_);
    expect("vtype", 0, after_.vtype(), vill ? 0x80000000U | vtype : vtype, what_);
  }

  void check_rd() {
    const bool x0 = (now_.word >> 7 & 31U) == 0;
    expect("writes_o", 0, after_.rd().has_value() && !x0 ? 1 : 0, dut().writes_o, what_);
    if (!after_.rd()) return;
    std::uint32_t actual = response_.info;
    switch (static_cast<Answer>(dut().answer_o)) {
      case Answer::None:
        actual = dut().data_o;
        break;
      case Answer::Number:
        break;
      case Answer::First:
        if (actual == kVlen) actual = ~0U;
        break;
      case Answer::Byte:
        actual = static_cast<std::uint32_t>(static_cast<std::int8_t>(actual));
        break;
      case Answer::Half:
        actual = static_cast<std::uint32_t>(static_cast<std::int16_t>(actual));
        break;
    }
    expect("rd", 0, *after_.rd(), actual, what_);
  }

  /// The place of a word in the table.
  static std::optional<std::size_t> row_of(std::uint32_t word) {
    for (std::size_t i = 0; i < gsq::kRvv.size(); ++i) {
      const gsq::RvvFacts& one = gsq::kRvv.at(i);
      if ((word & one.mask) == one.match && (one.funct3s >> (word >> 12 & 7U) & 1U) != 0) return i;
    }
    return std::nullopt;
  }

  void describe() {
    std::array<char, 160> text{};
    const auto row = row_of(now_.word);
    const char* name = row ? gsq::kRvv.at(*row).name.data() : "?";
    std::snprintf(text.data(), text.size(),
                  "0x%08x %s, rs1 0x%x, rs2 0x%x, vl %u, vtype 0x%x (instruction %u)", now_.word,
                  name, now_.rs1, now_.rs2, reference_.vl(), reference_.vtype(), executed_);
    what_ = text.data();
  }

  gsq::Model model_;
  tb::RvvReference reference_;          // before the instruction
  tb::RvvReference after_{reference_};  // with the instruction
  tb::RvvStimulus stimulus_;
  tb::RvvInstruction now_;
  gsq::Response response_;
  Outcome outcome_{};
  unsigned executed_{};
  std::array<unsigned, gsq::kRvv.size()> done_{};  // per row of the table, with vl above 0
  unsigned words_{};
  unsigned step_{};
  unsigned commands_{};  // of the instruction, so far
  bool failed_{};
  std::string what_;
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return RvvDecodeBench(argc, argv).run(); }
