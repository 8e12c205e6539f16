// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_agu: checks the sequence of accesses and every block address of each against the
// definition of a strided, repeated command, with pauses on both sides.
//
// The expected accesses come from a loop over the iterations: a read is due while fewer than Ahead
// iterations are read and not written, and none of these writes a block that it reads.
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "Vgsq_agu.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kBlocks = PARAM_VlenBytes / 32;
constexpr unsigned kUbBlocks = PARAM_UbBytes / 32;
constexpr unsigned kBlockBits = __builtin_ctz(kUbBlocks);
constexpr unsigned kAhead = PARAM_Ahead;
constexpr unsigned kCommands = 20'000;

struct Operand {
  unsigned start{};
  unsigned blk_stride{};
  unsigned rep_stride{};

  [[nodiscard]] unsigned block(unsigned iteration, unsigned k) const {
    return start + iteration * rep_stride + k * blk_stride;
  }
};

struct Command {
  unsigned repeat{1};
  unsigned sources{};
  unsigned active{};  // one bit for each block
  std::array<Operand, 3> operands;
};

struct Access {
  unsigned operand{};
  unsigned iteration{};
  bool last{};
};

bool overlap(const Command& command, unsigned read, unsigned written) {
  for (unsigned source = 1; source <= command.sources; ++source) {
    for (unsigned k = 0; k < kBlocks; ++k) {
      for (unsigned j = 0; j < kBlocks; ++j) {
        const bool both = (command.active >> k & 1U) != 0 && (command.active >> j & 1U) != 0;
        if (both &&
            command.operands[source].block(read, k) == command.operands[0].block(written, j)) {
          return true;
        }
      }
    }
  }
  return false;
}

std::vector<Access> accesses_of(const Command& command) {
  std::vector<Access> accesses;
  unsigned read = command.sources == 0 ? command.repeat : 0;
  for (unsigned written = 0; written < command.repeat;) {
    bool may_read = read < command.repeat && read - written < kAhead;
    for (unsigned w = written; may_read && w < read; ++w) may_read = !overlap(command, read, w);
    if (may_read) {
      for (unsigned source = 1; source <= command.sources; ++source) {
        accesses.push_back({source, read, false});
      }
      ++read;
    } else {
      accesses.push_back({0, written, written + 1 == command.repeat});
      ++written;
    }
  }
  return accesses;
}

class AguBench : public tb::Bench<Vgsq_agu> {
 public:
  AguBench(int argc, char** argv)
      : Bench("address generator, " + std::to_string(kBlocks) + " blocks, " +
                  std::to_string(kAhead) + " ahead",
              argc, argv) {}

 private:
  bool chance(unsigned percent) { return random().below(100) < percent; }

  unsigned stride(unsigned most) {
    static constexpr std::array<unsigned, 8> kUsual{0, 1, 2, 7, 8, 9, kBlocks, 255};
    const unsigned value = chance(70) ? kUsual.at(random().below(8)) : random().below(most + 1);
    return std::min(value, most);
  }

  void make_command() {
    const unsigned kind = random().below(20);
    now_.repeat = kind == 0 ? 255 : kind < 4 ? 1 : 1 + random().below(12);
    now_.sources = random().below(8) == 0 ? 0 : 1 + random().below(2);
    now_.active = 0;
    while (now_.active == 0) {
      now_.active = chance(60) ? (1U << kBlocks) - 1 : random().below(1U << kBlocks);
    }
    for (Operand& operand : now_.operands) {
      // Strides that leave room inside UB.
      const unsigned room = kUbBlocks - 1;
      const unsigned most_rep = now_.repeat > 1 ? std::min(255U, room / (now_.repeat - 1)) : 255U;
      operand.rep_stride = stride(most_rep);
      const unsigned left = room - (now_.repeat - 1) * operand.rep_stride % kUbBlocks;
      operand.blk_stride = stride(kBlocks > 1 ? std::min(65535U, left / (kBlocks - 1)) : 65535U);
      const unsigned span = std::min(
          room, (now_.repeat - 1) * operand.rep_stride + (kBlocks - 1) * operand.blk_stride);
      operand.start = random().below(kUbBlocks - span);
      if (&operand != now_.operands.data() && chance(60)) {  // near the destination
        const unsigned near = now_.operands[0].start + random().below(3 * kBlocks);
        operand.start = std::min(near >= kBlocks ? near - kBlocks : 0, kUbBlocks - 1 - span);
      }
    }
  }

  void drive() override {
    dut().valid_i = 0;
    dut().ready_i = 0;
    if (in_reset()) return;
    if (!offered_ && count_ < kCommands && !chance(pause_)) {
      make_command();
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
    dut().ready_i = !chance(pause_);
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
      const std::vector<Access> accesses = accesses_of(running_);
      due_.assign(accesses.begin(), accesses.end());
      offered_ = false;
      if (++count_ % 64 == 0) pause_ = random().below(4) * 30;
    }
  }

  void check(const Access& access) {
    expect("operand_o", access.iteration, access.operand, dut().operand_o);
    expect("last_o", access.iteration, access.last, dut().last_o);
    for (unsigned k = 0; k < kBlocks; ++k) {
      expect("block_o", k, running_.operands.at(access.operand).block(access.iteration, k),
             dut().block_o[k]);
    }
  }

  Command now_;      // offered
  Command running_;  // taken
  bool offered_{};
  unsigned count_{};  // commands taken
  unsigned pause_{};  // percent
  std::deque<Access> due_;
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return AguBench(argc, argv).run(); }
