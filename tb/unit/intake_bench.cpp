// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_intake: random commands of all opcodes, also undefined ones, with pauses on both
// sides. The stage holds one command, takes the next one when that goes on, and shows the row of
// the table of commands, and the last block that a legal mask in it selects. What stands at an
// input without valid_i must leave no trace.
#include <cstdint>
#include <optional>
#include <string>

#include "Vgsq_intake.h"
#include "common/bench.hpp"
#include "gsq/isa.hpp"

namespace {

constexpr unsigned kCommands = 100'000;

class IntakeBench : public tb::Bench<Vgsq_intake> {
 public:
  IntakeBench(int argc, char** argv) : Bench("intake", argc, argv) {}

 private:
  void drive() override {
    dut().valid_i = 0;
    dut().go_i = 0;
    if (in_reset()) return;
    if (count_ == kCommands && !held_) {
      finish();
      return;
    }
    if (!offered_) {  // otherwise the command waits, unchanged
      for (std::uint32_t& word : input_) word = static_cast<std::uint32_t>(random().next() >> 32U);
      if (random().percent(50)) {  // masks that leave out blocks
        gsq::Command command = gsq::unpack(input_);
        const std::uint64_t lane = random().below(PARAM_VlenBytes / 2);
        command.mask = {lane, 0};
        if (command.bitwise) {
          command.mask[0] = lane < 64 ? std::uint64_t{1} << lane : 0;
          command.mask[1] = lane < 64 ? 0 : std::uint64_t{1} << (lane - 64);
        }
        input_ = gsq::pack(command);
      }
      offered_ = count_ < kCommands && !random().percent(pause_);
    }
    for (unsigned i = 0; i < input_.size(); ++i) dut().cmd_i[i] = input_[i];
    dut().valid_i = offered_;
    dut().go_i = !random().percent(stall_);
  }

  void posedge() override {
    if (in_reset()) return;
    const bool goes = dut().go_i != 0;
    expect("valid_o", 0, held_.has_value(), dut().valid_o);
    expect("ready_o", 0, !held_ || goes, dut().ready_o);
    if (held_) {
      for (unsigned i = 0; i < held_->size(); ++i) expect("cmd_o", i, (*held_)[i], dut().cmd_o[i]);
      check_facts(gsq::unpack(*held_).op);
      check_last_block(gsq::unpack(*held_));
    }
    if (held_ && !goes) return;
    held_.reset();
    if (!offered_) return;
    held_ = input_;
    offered_ = false;
    if (++count_ % 64 == 0) {  // also phases without a pause
      pause_ = random().below(4) * 30;
      stall_ = random().below(4) * 30;
    }
  }

  void check_last_block(const gsq::Command& command) {
    if (command.width != gsq::Width::B16 && command.width != gsq::Width::B32) return;
    const unsigned lanes = PARAM_VlenBytes >> static_cast<unsigned>(command.width);
    const auto selects = [&](unsigned lane) {
      return command.bitwise ? (command.mask.at(lane / 64) >> (lane % 64) & 1) != 0
                             : lane < command.mask[0];
    };
    unsigned lane = lanes - 1;
    while (lane != 0 && !selects(lane)) --lane;
    if (!selects(lane) || (!command.bitwise && command.mask[0] > lanes)) return;  // not legal
    expect("last_block_o", 0, (lane << static_cast<unsigned>(command.width)) / 32,
           dut().last_block_o);
  }

  /// The row of a known opcode, zeros for another one.
  void check_facts(gsq::Opcode op) {
    const std::string what = "opcode " + std::to_string(static_cast<unsigned>(op));
    const bool known = gsq::is_there(op, PARAM_LaneOps != 0);
    unsigned place = 0;  // of a fact in gsq_pkg::cmd_facts_t, from its last one on
    const auto fact = [&](unsigned bits, const char* name, auto expected) {
      expect(name, 0, known ? static_cast<std::uint64_t>(expected) : 0,
             tb::get_bits(dut().facts_o, place, bits), what);
      place += bits;
    };
    const gsq::CommandFacts& row = gsq::facts(known ? op : gsq::Opcode::CreateMask);
    for (auto field = static_cast<unsigned>(gsq::CmdField::Mask);
         field > static_cast<unsigned>(gsq::CmdField::Op); --field) {
      const auto code = static_cast<gsq::CmdField>(field);
      const bool there = PARAM_LaneOps != 0 || code != gsq::CmdField::Merge;
      fact(1, "facts_o.fields", there && gsq::has(row.fields, code));
    }
    fact(8, "facts_o.dists", row.dists);
    fact(4, "facts_o.modes", row.modes);
    fact(8, "facts_o.forms", row.forms);
    fact(4, "facts_o.widths", row.widths);
    fact(3, "facts_o.stream", row.stream);
    fact(3, "facts_o.mask", row.mask);
    fact(1, "facts_o.writes_vd", row.writes_vd);
    fact(1, "facts_o.reads_vi", row.reads_vi);
    fact(1, "facts_o.reads_vs", row.reads_vs);
    fact(1, "facts_o.lane_ops", row.lane_ops);
    fact(5, "facts_o.lane_op", row.lane_op);
    fact(4, "facts_o.mask_op", row.mask_op);
    fact(2, "facts_o.alu", row.alu);
    fact(4, "facts_o.kind", row.kind);
    fact(2, "facts_o.cls", row.cls);
    fact(6, "facts_o.op", row.op);
  }

  unsigned count_{};  // commands taken
  unsigned pause_{};  // percent
  unsigned stall_{};  // percent
  gsq::CommandBits input_{};
  bool offered_{};
  std::optional<gsq::CommandBits> held_;
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return IntakeBench(argc, argv).run(); }
