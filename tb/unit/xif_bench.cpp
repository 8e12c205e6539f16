// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_xif in lockstep with gsq::FrontEnd: every output in every cycle. A random core
// issues legal and illegal instructions, commits them in order, in the cycle of the issue or later,
// kills them, or drops the youngest without a word and uses its number again; a random unit takes
// commands and answers them in order; loads and stores of the core want UB. With RvvOps 1 half of
// the instructions are vector instructions of RISC-V, with any vl and vtype. Beside the model a
// scoreboard that knows nothing of queues follows each instruction: it is executed once and gives
// one result if it was committed, and neither otherwise.
#include <array>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <string>

#include "Vgsq_xif.h"
#include "common/bench.hpp"
#include "gsq/instructions.hpp"
#include "gsq/isa.hpp"
#include "gsq/rvv.hpp"
#include "gsq/semantics/instruction.hpp"
#include "gsq/semantics/vector_instruction.hpp"
#include "gsq/timing/front_end.hpp"
#include "unit/random_instruction.hpp"
#include "unit/random_vector_instruction.hpp"
#include "unit/xif_ports.hpp"

namespace {

constexpr bool kRvvOps = PARAM_RvvOps != 0;
constexpr unsigned kInstructions = kRvvOps ? 150'000 : 300'000;  // accepted
constexpr unsigned kIds = 16;
constexpr unsigned kOpenMost = 36;  // commands that a unit holds
constexpr unsigned kPhase = 256;    // cycles with the same probabilities
constexpr gsq::CoreView kView{PARAM_LaneOps != 0, PARAM_VlenBytes, PARAM_UbBytes, PARAM_UbBase};

constexpr std::array<std::uint32_t, 4> kMajors{0x07, 0x27, 0x57, 0x73};  // vector opcodes

class XifBench : public tb::Bench<Vgsq_xif> {
 public:
  XifBench(int argc, char** argv)
      : Bench("front end for instructions, queue of " + std::to_string(PARAM_QueueDepth), argc,
              argv) {}

 private:
  /// An instruction that the core has issued and of which it has said nothing yet.
  struct Issued {
    std::uint32_t id{};
    bool accepted{};
    bool doomed{};  // an older one was killed
  };

  void drive() override {
    in_.issue_valid = issuing_;
    in_.commit_valid = false;
    in_.rsp_valid = false;
    in_.ub_req = wants_ub_;
    if (!in_reset()) choose();
    tb::drive_core(dut(), in_);
    dut().cmd_ready_i = in_.cmd_ready;
    dut().rsp_valid_i = in_.rsp_valid;
    const gsq::ResponseBits bits = gsq::pack(in_.rsp);
    dut().rsp_i = std::uint64_t{bits[1]} << 32 | bits[0];
    dut().host_gnt_i = in_.host_gnt;
  }

  void choose() {
    if (cycles_++ % kPhase == 0) {  // in every other phase some of it never waits
      for (unsigned* percent : {&issue_, &late_, &stall_, &busy_, &slow_, &deny_, &errors_})
        *percent = random().percent(50) ? 0 : random().below(95);
      kills_ = random().percent(50) ? 0 : random().below(20);
    }
    if (accepted_ >= kInstructions && issued_.empty() && !issuing_ && !wants_ub_ && open_.empty() &&
        model_.idle()) {
      expect("results", 0, 0, results_.size(), "nothing left");
      for (unsigned i = 0; kRvvOps && i < accepted_rows_.size(); ++i)
        expect("accepted instructions", i, 1, accepted_rows_.at(i) != 0,
               gsq::kRvv.at(i).name.data());
      finish();
      return;
    }

    // Issue. An instruction that waits stays, or the core takes it back.
    if (issuing_ && random().percent(2)) issuing_ = false;
    if (!issuing_ && accepted_ < kInstructions && issued_.size() < kIds - 1 &&
        !random().percent(issue_)) {
      issuing_ = true;
      choose_instruction();
      in_.issue_id = id_;
    }
    in_.issue_valid = issuing_;
    in_.rs1_valid = !random().percent(late_ / 2);
    in_.rs2_valid = !random().percent(late_ / 2);

    // What the core says of its oldest instruction. It may be that of this cycle.
    const gsq::FrontEndOutputs out = model_.outputs(in_);
    const bool here = issued_.empty() && issuing_ && out.issue_ready;
    if (!issued_.empty() || here) {
      const Issued first = here ? Issued{in_.issue_id, out.accept, false} : issued_.front();
      if (!random().percent(late_)) {
        in_.commit_valid = true;
        in_.commit_id = first.id;
        in_.kill = first.doomed || !first.accepted || random().percent(kills_);
      }
    }

    in_.result_ready = !random().percent(stall_);
    in_.cmd_ready = open_.size() < kOpenMost && !random().percent(busy_);
    if (!open_.empty() && (answering_ || !random().percent(slow_))) {
      if (!answering_) {
        in_.rsp = {open_.front(), gsq::Status::Ok, any()};
        if (random().percent(30)) in_.rsp.info = kView.vlen_bytes;  // what vfirst makes -1 of
        if (random().percent(errors_ / 4))
          in_.rsp.status = static_cast<gsq::Status>(1 + random().below(6));
      }
      answering_ = true;
      in_.rsp_valid = true;
    }
    if (!wants_ub_ && random().percent(20)) wants_ub_ = true;
    in_.ub_req = wants_ub_;
    in_.host_gnt = !random().percent(deny_);
  }

  std::uint32_t any() { return static_cast<std::uint32_t>(random().next()); }

  std::uint32_t operand() {
    const std::uint32_t address = random().below(2 * PARAM_UbBytes) & ~31U;
    if (random().percent(5)) return any();
    return (random().percent(50) ? kView.ub_base : 0) + address + (random().percent(5) ? 1 : 0);
  }

  void choose_instruction() {
    if (!kRvvOps || random().percent(50)) {
      in_.instr = random_word();
      in_.rs = {operand(), operand()};
      return;
    }
    const gsq::VectorState& state = model_.vector_state();
    const tb::VectorInstruction one = tb::random_vector_instruction(random(), state, kView);
    in_.instr = one.word;
    in_.rs = one.rs;
    if (random().percent(3)) in_.instr ^= 1U << random().below(32);
    if (random().percent(5)) in_.instr = (any() & ~0x7fU) | kMajors.at(random().below(4));
  }

  std::uint32_t random_word() {
    if (random().percent(5)) return any();
    const auto count = static_cast<std::uint32_t>(gsq::kInstructions.size());
    std::uint32_t which = random().below(count);
    while (gsq::kInstructions.at(which).kind == gsq::InstructionKind::Command &&
           random().percent(10))
      which = random().below(count);
    std::uint32_t word =
        tb::random_instruction(random(), gsq::kInstructions.at(which), PARAM_LaneOps != 0);
    if (gsq::kInstructions.at(which).answers && random().percent(20)) word &= ~(31U << 7);  // x0
    if (random().percent(3)) word ^= 1U << random().below(32);
    return word;
  }

  void posedge() override {
    if (in_reset()) return;
    const gsq::FrontEndOutputs out = model_.outputs(in_);
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "0x%08x: ", in_.instr);
    std::string what = text.data() + gsq::disassemble(in_.instr);
    if (kRvvOps && in_.issue_valid) what += vector_text();
    if (in_.issue_valid) {
      expect("issue_ready_o", 0, out.issue_ready, dut().issue_ready_o, what);
      expect("issue_accept_o", 0, out.accept, dut().issue_accept_o, what);
      expect("issue_writeback_o", 0, out.writeback, dut().issue_writeback_o, what);
    }
    expect("result_valid_o", 0, out.result_valid, dut().result_valid_o);
    if (out.result_valid) {
      expect("result_id_o", 0, out.result_id, dut().result_id_o);
      expect("result_rd_o", 0, out.rd, dut().result_rd_o);
      expect("result_we_o", 0, out.we, dut().result_we_o);
      if (out.we) expect("result_data_o", 0, out.data, dut().result_data_o);
    }
    expect("cmd_valid_o", 0, out.cmd_valid, dut().cmd_valid_o);
    if (out.cmd_valid) {
      gsq::CommandBits actual;
      for (unsigned i = 0; i < actual.size(); ++i) actual.at(i) = dut().cmd_o[i];
      if (kRvvOps && !gsq::vector_name(model_.executing()).empty()) {
        actual = gsq::pack(gsq::meaningful(gsq::unpack(actual)));
      }
      const gsq::CommandBits bits = gsq::pack(out.cmd);
      for (unsigned i = 0; i < bits.size(); ++i)
        expect("cmd_o", i, bits.at(i), actual.at(i), command_text(out.cmd));
    }
    if (in_.rsp_valid) expect("rsp_ready_o", 0, out.rsp_ready, dut().rsp_ready_o);
    expect("host_req_o", 0, out.host_req, dut().host_req_o);
    expect("ub_gnt_o", 0, out.ub_gnt, dut().ub_gnt_o);
    expect("irq_o", 0, out.irq, dut().irq_o);
    follow(out);
    model_.step(in_);
  }

  /// What a word depends on besides.
  [[nodiscard]] std::string vector_text() const {
    const gsq::VectorState& state = model_.vector_state();
    return " (" + std::string(gsq::vector_name(in_.instr)) + ", rs1 " + std::to_string(in_.rs.rs1) +
           ", rs2 " + std::to_string(in_.rs.rs2) + ", vl " + std::to_string(state.vl) + ", vtype " +
           std::to_string(state.vtype) + ")";
  }

  [[nodiscard]] std::string command_text(const gsq::Command& command) const {
    std::string text(gsq::to_text(command.op));
    if (kRvvOps) text += " of " + std::string(gsq::vector_name(model_.executing()));
    return text;
  }

  /// What the core and the unit make of this cycle.
  void follow(const gsq::FrontEndOutputs& out) {
    const auto number = static_cast<std::uint32_t>(issued_.size());
    if (in_.rsp_valid && out.rsp_ready) {
      open_.pop_front();
      answering_ = false;
    }
    if (out.cmd_valid && in_.cmd_ready) {
      open_.push_back(out.cmd.tag);
    }
    if (out.result_valid && in_.result_ready) {
      expect("results", 0, results_.empty() ? kIds : results_.front(), out.result_id,
             "the oldest committed instruction without a result");
      if (!results_.empty()) results_.pop_front();
    }
    if (out.ub_gnt) wants_ub_ = false;

    const bool issue = in_.issue_valid && out.issue_ready;
    bool said = false;
    if (issue) {
      issued_.push_back({in_.issue_id, out.accept, false});
      issuing_ = false;
      dropped_ = false;
      id_ = (id_ + 1) % kIds;
      if (out.accept) {
        ++accepted_;
        if (const auto row = tb::vector_row(in_.instr)) ++accepted_rows_.at(*row);
      }
    }
    if (in_.commit_valid && (number != 0 || issue)) {
      const Issued first = issued_.front();
      issued_.pop_front();
      if (first.accepted && !in_.kill) results_.push_back(first.id);
      // All that were issued before this cycle go with it, each by its own word.
      if (in_.kill && first.accepted) {
        for (std::size_t i = 0; i + (issue ? 1 : 0) < issued_.size() && number != 0; ++i)
          issued_.at(i).doomed = true;
      }
      said = true;
    }
    // The core drops what it has issued last, and does not say so: its number comes again.
    if (!said && !issue && !issuing_ && !dropped_ && accepted_ < kInstructions &&
        !issued_.empty() && random().percent(2)) {
      id_ = issued_.back().id;
      issued_.pop_back();
      dropped_ = true;
    }
  }

  gsq::FrontEnd model_{{PARAM_QueueDepth, kView, kRvvOps}};
  gsq::FrontEndInputs in_;
  std::deque<Issued> issued_;
  std::deque<std::uint32_t> results_;  // numbers of committed instructions without a result
  std::deque<std::uint8_t> open_;      // tags of commands that wait for their response
  std::uint32_t id_{};
  bool issuing_{};
  bool answering_{};
  bool dropped_{};
  bool wants_ub_{};
  unsigned accepted_{};
  std::array<unsigned, gsq::kRvv.size()> accepted_rows_{};  // vector instructions
  std::uint64_t cycles_{};
  unsigned issue_{}, late_{}, stall_{}, busy_{}, slow_{}, deny_{}, errors_{}, kills_{};  // percent
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return XifBench(argc, argv).run(); }
