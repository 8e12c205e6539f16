// SPDX-License-Identifier: Apache-2.0
// Bench of vector instructions in gsq_xif: a core issues random ones, and the golden model executes
// the commands that come. After each instruction all V registers, memory, vl, vtype and rd are
// compared with the reference. Then random words: which of them are accepted.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "Vgsq_xif.h"
#include "common/bench.hpp"
#include "common/rvv_reference.hpp"
#include "common/rvv_stimulus.hpp"
#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/rvv.hpp"
#include "gsq/semantics/model.hpp"

namespace {

constexpr std::uint32_t kVlen = PARAM_VlenBytes;
constexpr std::uint32_t kMemory = PARAM_UbBytes;
constexpr std::uint32_t kSync = 0x6400150b;  // to x10
constexpr std::uint32_t kReadVl = 0xc2002573;
constexpr std::uint32_t kReadVtype = 0xc2102573;
constexpr unsigned kMostCommands = 128;  // of an instruction
constexpr unsigned kInstructions = 40'000;
constexpr unsigned kWords = 60'000;  // random ones, of which only the legality is compared
constexpr unsigned kStates = 20;     // of these with the same vtype
constexpr unsigned kStrange = 4;     // percent of instructions that may be illegal or fail
constexpr unsigned kRefreshed = 40;  // instructions until registers get other numbers
constexpr std::array<std::uint32_t, 4> kMajors{0x07, 0x27, 0x57, 0x73};

using Outcome = tb::RvvReference::Outcome;

gsq::Config config() {
  return gsq::with_overrides(gsq::named_config("tiny"), "VlenBytes=" + std::to_string(kVlen) +
                                                            ",UbBytes=" + std::to_string(kMemory) +
                                                            ",RowMultiplier=1,LaneOps=1");
}

class RvvBench : public tb::Bench<Vgsq_xif> {
 public:
  RvvBench(int argc, char** argv)
      : Bench("vector instructions, VlenBytes " + std::to_string(kVlen), argc, argv),
        model_(config()),
        reference_(kVlen, kMemory, PARAM_UbBase, tb::RvvTail::Unit),
        stimulus_(random(), kStrange, PARAM_UbBase) {
    for (auto& byte : reference_.memory()) byte = static_cast<std::uint8_t>(random().next());
    model_.ub() = reference_.memory();
  }

 private:
  /// What the core does with the words of an instruction: itself, then what shows its effects.
  enum class Turn : std::uint8_t { Instruction, Sync, Vl, Vtype };

  void drive() override {
    dut().issue_valid_i = 0;
    dut().commit_valid_i = 0;
    dut().result_ready_i = 1;
    dut().cmd_ready_i = random().percent(70);
    dut().rsp_valid_i = 0;
    dut().ub_req_i = 0;
    dut().host_gnt_i = 0;
    if (in_reset()) return;
    if (!responses_.empty()) {
      const gsq::ResponseBits bits = gsq::pack(responses_.front());
      dut().rsp_i = std::uint64_t{bits[1]} << 32 | bits[0];
      dut().rsp_valid_i = 1;
    }
    dut().commit_id_i = id_;
    dut().commit_valid_i = commits_;
    dut().commit_kill_i = kills_;
    if (waits_) return;
    if (turn_ == Turn::Instruction && !offered_) begin();
    offered_ = true;
    dut().issue_valid_i = 1;
    dut().issue_instr_i = word();
    dut().issue_id_i = id_;
    // What an instruction does not read may be anything.
    const bool own = turn_ == Turn::Instruction;
    const std::uint32_t rs1 = own && reads_rs1() ? now_.rs1 : any();
    const std::uint32_t rs2 = own && reads_rs2() ? now_.rs2 : any();
    dut().issue_rs_i = std::uint64_t{rs2} << 32 | rs1;
    dut().issue_rs_valid_i =
        own ? (reads_rs2() ? 2 : random().below(2) * 2) | (reads_rs1() ? 1 : random().below(2)) : 0;
  }

  [[nodiscard]] std::uint32_t word() const {
    switch (turn_) {
      case Turn::Instruction:
        return now_.word;
      case Turn::Sync:
        return kSync;
      case Turn::Vl:
        return kReadVl;
      case Turn::Vtype:
        return kReadVtype;
    }
    return 0;
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
        now_ = {0x00007557U | random().below(3) << 23U | random().below(8) << 20U, 0, 0};
        return;
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
        auto byte = static_cast<std::uint8_t>(random().next());
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
    if (in_reset()) return;
    if (dut().rsp_valid_i != 0 && dut().rsp_ready_o != 0) responses_.pop_front();
    if (dut().cmd_valid_o != 0 && dut().cmd_ready_i != 0) execute();
    const bool committed = commits_ && !kills_;
    commits_ = false;
    if (dut().issue_valid_i != 0 && dut().issue_ready_o != 0) return issued();
    if (kills_) {  // a word of which only the legality counts
      kills_ = waits_ = false;
      id_ = (id_ + 1) % 16;
      return;
    }
    expect("a result before its commit", 0, 0, committed && dut().result_valid_o != 0 ? 1 : 0,
           what_);
    if (waits_ && dut().result_valid_o != 0) result();
  }

  void issued() {
    offered_ = false;
    if (turn_ == Turn::Instruction) {
      describe();
      after_ = reference_;
      outcome_ = after_.execute(now_.word, now_.rs1, now_.rs2);
      const bool accepted = outcome_ == Outcome::Done || outcome_ == Outcome::Fault;
      expect("issue_accept_o", 0, accepted ? 1 : 0, dut().issue_accept_o, what_);
      failed_ = false;
      commands_ = 0;
      if (!accepted) return;
      const bool x0 = (now_.word >> 7 & 31U) == 0;
      expect("issue_writeback_o", 0, after_.rd() && !x0 ? 1 : 0, dut().issue_writeback_o, what_);
      kills_ = words_ != 0 && words_ % kStates != 0;
    }
    waits_ = true;
    commits_ = true;
  }

  void execute() {
    gsq::CommandBits bits;
    for (unsigned i = 0; i < bits.size(); ++i) bits.at(i) = dut().cmd_o[i];
    const gsq::Command command = gsq::unpack(bits);
    const bool accesses = after_.accesses();
    expect("bit 1 of the tag", 0, accesses ? 1 : 0, command.tag >> 1 & 1U, what_);
    responses_.push_back(model_.execute(command));
    failed_ = failed_ || responses_.back().status != gsq::Status::Ok;
    expect("commands", 0, 1, ++commands_ <= kMostCommands ? 1 : 0, what_);
  }

  void result() {
    expect("result_id_o", 0, id_, dut().result_id_o, what_);
    id_ = (id_ + 1) % 16;
    waits_ = false;
    const std::uint32_t data = dut().result_data_o;
    switch (turn_) {
      case Turn::Instruction: {
        const bool writes = after_.rd() && (now_.word >> 7 & 31U) != 0;
        expect("result_we_o", 0, writes ? 1 : 0, dut().result_we_o, what_);
        if (writes && outcome_ == Outcome::Done) expect("rd", 0, *after_.rd(), data, what_);
        turn_ = Turn::Sync;
        break;
      }
      case Turn::Sync:
        expect("sync", 0, failed_ ? 1 : 0, data != 0 ? 1 : 0, what_);
        finish_instruction();
        turn_ = random().percent(20) ? Turn::Vl : Turn::Instruction;
        break;
      case Turn::Vl:
        expect("vl", 0, reference_.vl(), data, what_);
        turn_ = Turn::Vtype;
        break;
      case Turn::Vtype:
        expect("vtype", 0, reference_.vtype(), data, what_);
        turn_ = Turn::Instruction;
        break;
    }
  }

  void finish_instruction() {
    expect("a command that fails", 0, outcome_ == Outcome::Fault ? 1 : 0, failed_ ? 1 : 0, what_);
    if (outcome_ == Outcome::Fault) {  // what was done before it may differ
      copy_to_model();
      return;
    }
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
  std::deque<gsq::Response> responses_;
  Turn turn_{};
  std::uint32_t id_{};
  bool offered_{};  // the instruction waits for issue_ready_o
  bool waits_{};    // for its result
  bool commits_{};  // in this cycle
  bool kills_{};    // then
  Outcome outcome_{};
  unsigned executed_{};
  std::array<unsigned, gsq::kRvv.size()> done_{};  // per row of the table, with vl above 0
  unsigned words_{};
  unsigned commands_{};  // of the instruction, so far
  bool failed_{};
  std::string what_;
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return RvvBench(argc, argv).run(); }
