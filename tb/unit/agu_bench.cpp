// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_agu: checks the sequence of accesses and every block address of each against the
// definition of a strided, repeated command, with pauses on both sides.
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "Vgsq_agu.h"
#include "common/bench.hpp"
#include "unit/strided.hpp"

namespace {

constexpr unsigned kBlocks = PARAM_VlenBytes / 32;
constexpr unsigned kUbBlocks = PARAM_UbBytes / 32;
constexpr unsigned kBlockBits = __builtin_ctz(kUbBlocks);
constexpr unsigned kAhead = PARAM_Ahead;
constexpr unsigned kCommands = 20'000;

class AguBench : public tb::Bench<Vgsq_agu> {
 public:
  AguBench(int argc, char** argv)
      : Bench("address generator, " + std::to_string(kBlocks) + " blocks, " +
                  std::to_string(kAhead) + " ahead",
              argc, argv) {}

 private:
  void drive() override {
    dut().valid_i = 0;
    dut().ready_i = 0;
    if (in_reset()) return;
    if (!offered_ && count_ < kCommands && !random().percent(pause_)) {
      now_ = tb::random_strided(random(), kBlocks, kUbBlocks);
      offered_ = true;
      dut().repeat_i = now_.repeat;
      dut().sources_i = now_.sources;
      dut().active_i = now_.active;
      for (unsigned i = 0; i < 3; ++i) {
        put(dut().start_i, i * kBlockBits, kBlockBits, now_.operands.at(i).start);
        put(dut().blk_stride_i, i * 16, 16, now_.operands.at(i).blk_stride);
        put(dut().rep_stride_i, i * 8, 8, now_.operands.at(i).rep_stride);
      }
    }
    dut().valid_i = offered_;
    dut().ready_i = !random().percent(pause_);
    if (count_ == kCommands && due_.empty()) finish();
  }

  template <typename Port>
  void put(Port& port, unsigned place, unsigned bits, unsigned value) {
    for (unsigned i = 0; i < bits; ++i) tb::set_bit(port, place + i, (value >> i & 1U) != 0);
  }

  void posedge() override {
    if (in_reset()) return;
    const bool leaves = !due_.empty() && dut().ready_i != 0;
    expect("valid_o", 0, !due_.empty(), dut().valid_o);
    expect("ready_o", 0, due_.empty() || (leaves && due_.size() == 1), dut().ready_o);
    if (!due_.empty()) check(due_.front());
    if (leaves) due_.pop_front();
    if (dut().valid_i && dut().ready_o) {
      running_ = now_;
      const std::vector<tb::StridedAccess> accesses = tb::accesses_of(running_, kBlocks, kAhead);
      due_.assign(accesses.begin(), accesses.end());
      offered_ = false;
      if (++count_ % 64 == 0) pause_ = random().below(4) * 30;
    }
  }

  void check(const tb::StridedAccess& access) {
    expect("operand_o", access.iteration, access.operand, dut().operand_o);
    expect("last_o", access.iteration, access.last, dut().last_o);
    for (unsigned k = 0; k < kBlocks; ++k) {
      expect("block_o", k, running_.operands.at(access.operand).block(access.iteration, k),
             dut().block_o[k]);
    }
  }

  tb::StridedCommand now_;      // offered
  tb::StridedCommand running_;  // taken
  bool offered_{};
  unsigned count_{};  // commands taken
  unsigned pause_{};  // percent
  std::deque<tb::StridedAccess> due_;
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return AguBench(argc, argv).run(); }
