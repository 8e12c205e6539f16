// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_agu_range: compares it with a loop over every block of every iteration, up to the
// last one in which a lane is selected. Without en_i it must keep its answer.
#include <array>
#include <cstdint>
#include <string>

#include "Vgsq_agu_range.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kBlocks = PARAM_VlenBytes / 32;
constexpr std::uint64_t kUbBlocks = PARAM_UbBytes / 32;
constexpr unsigned kCases = 60'000;
constexpr unsigned kOperands = 3;

struct Operand {
  unsigned start{};
  unsigned blk_stride{};
  unsigned rep_stride{};
};

class AguRangeBench : public tb::Bench<Vgsq_agu_range> {
 public:
  AguRangeBench(int argc, char** argv)
      : Bench("range check, " + std::to_string(kBlocks) + " blocks", argc, argv) {}

 private:
  void drive() override {
    if (case_ == kCases) {
      finish();
      return;
    }
    ++case_;
    enabled_ = case_ == 1 || random().percent(80);
    check_ = random().percent(80) ? 7 : random().below(8);
    repeat_ = 1 + random().below(255);
    last_ = random().percent(50) ? kBlocks - 1 : random().below(kBlocks);
    dut().last_i = static_cast<std::uint8_t>(last_);
    dut().en_i = enabled_;
    dut().check_i = static_cast<std::uint8_t>(check_);
    dut().repeat_i = static_cast<std::uint8_t>(repeat_);
    for (unsigned i = 0; i < kOperands; ++i) {
      const Operand operand = operands_.at(i) = random_operand();
      set(dut().start_i, 27, i, operand.start);
      set(dut().blk_stride_i, 16, i, operand.blk_stride);
      set(dut().rep_stride_i, 8, i, operand.rep_stride);
    }
  }

  Operand random_operand() {
    Operand operand;
    operand.rep_stride = random().below(4) == 0 ? random().below(256) : random().below(12);
    operand.blk_stride = random().below(8) == 0 ? random().below(65536) : random().below(64);
    operand.start = random().below(1U << 27);
    if (random().below(8) != 0) {  // so that the last block lies around the end of UB
      const std::uint64_t span = std::uint64_t{repeat_ - 1} * operand.rep_stride +
                                 std::uint64_t{last_} * operand.blk_stride;
      const std::uint64_t end = kUbBlocks + random().below(5);
      operand.start = end > span + 2 ? static_cast<unsigned>(end - span - 2) : random().below(4);
    }
    return operand;
  }

  /// Element i of a packed array of elements of `width` bits.
  template <typename Port>
  static void set(Port& port, unsigned width, unsigned i, unsigned value) {
    for (unsigned bit = 0; bit < width; ++bit) {
      tb::set_bit(port, width * i + bit, (value >> bit & 1) != 0);
    }
  }

  void posedge() override {
    if (case_ > 1) expect("outside_o", 0, outside_, dut().outside_o);
    if (!enabled_) return;
    outside_ = 0;
    for (unsigned i = 0; i < kOperands; ++i) {
      if ((check_ >> i & 1) != 0 && leaves_ub(operands_.at(i))) outside_ |= 1U << i;
    }
  }

  [[nodiscard]] bool leaves_ub(const Operand& operand) const {
    for (unsigned iteration = 0; iteration < repeat_; ++iteration) {
      for (unsigned k = 0; k <= last_; ++k) {
        const std::uint64_t block = operand.start + std::uint64_t{iteration} * operand.rep_stride +
                                    std::uint64_t{k} * operand.blk_stride;
        if (block >= kUbBlocks) return true;
      }
    }
    return false;
  }

  unsigned case_{};
  bool enabled_{};
  unsigned check_{};
  unsigned repeat_{};
  unsigned last_{};
  std::array<Operand, kOperands> operands_{};
  unsigned outside_{};  // expected for the inputs taken last
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return AguRangeBench(argc, argv).run(); }
