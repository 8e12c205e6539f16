// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_vec_unit: random operands of all operations and widths, of as many iterations as
// have a place, with pauses on both sides. The reference computes lane by lane.
#include <array>
#include <cstdint>
#include <deque>
#include <string>

#include "Vgsq_vec_unit.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kDepth = PARAM_Depth;
constexpr unsigned kOperands = 40'000;

// gsq_pkg::alu_op_e
enum Op { kCopy, kAbs, kAdd };

using Vector = std::array<std::uint8_t, kVlen>;

std::uint32_t lane(const Vector& vector, unsigned i, unsigned width) {
  std::uint32_t value = 0;
  for (unsigned b = 0; b < width; ++b) value |= std::uint32_t{vector.at(i * width + b)} << (8 * b);
  return value;
}

Vector compute(unsigned op, unsigned width, const Vector& a, const Vector& b) {
  Vector result{};
  for (unsigned i = 0; i < kVlen / width; ++i) {
    std::uint32_t value = lane(a, i, width);
    if (op == kAbs && (value >> (8 * width - 1)) != 0) value = 0 - value;
    if (op == kAdd) value += lane(b, i, width);
    for (unsigned k = 0; k < width; ++k) result.at(i * width + k) = value >> (8 * k) & 0xffU;
  }
  return result;
}

class VecUnitBench : public tb::Bench<Vgsq_vec_unit> {
 public:
  VecUnitBench(int argc, char** argv)
      : Bench("vec, vectors of " + std::to_string(kVlen) + " bytes", argc, argv) {}

 private:
  void drive() override {
    dut().valid_i = 0;
    dut().ready_i = 0;
    if (in_reset()) return;
    dut().ready_i = random().percent(ready_);
    if (count_ == kOperands && results_.empty()) {
      finish();
      return;
    }
    // An operand that begins an iteration needs a place; one that becomes free now is enough.
    const bool takes = !results_.empty() && dut().ready_i != 0;
    const bool room = results_.size() + (half_ ? 1U : 0U) - (takes ? 1U : 0U) < kDepth;
    if (count_ == kOperands || !(half_ || room) || random().percent(pause_)) return;
    ++count_;
    if (count_ % 100 == 0) {
      ready_ = 20 + random().below(4) * 25;
      pause_ = random().below(3) * 30;
    }
    if (!half_) {
      op_ = random().below(3);
      wide_ = random().below(2) != 0;
    }
    for (std::uint8_t& byte : data_) {
      byte = static_cast<std::uint8_t>(random().percent(30) ? random().below(2) * 255
                                                            : random().below(256));
    }
    dut().valid_i = 1;
    dut().second_i = half_;
    dut().pair_i = op_ == kAdd;
    dut().op_i = static_cast<std::uint8_t>(op_ == kAdd && !half_ ? unsigned{kCopy} : op_);
    dut().wide_i = wide_;
    for (unsigned i = 0; i < kVlen; ++i) tb::bytes_of(dut().data_i)[i] = data_.at(i);
  }

  void posedge() override {
    if (in_reset()) return;
    expect("valid_o", 0, !results_.empty(), dut().valid_o);
    if (!results_.empty()) {
      for (unsigned i = 0; i < kVlen; ++i) {
        expect("data_o", i, results_.front().at(i), tb::bytes_of(dut().data_o)[i]);
      }
      if (dut().ready_i != 0) results_.pop_front();
    }
    if (dut().valid_i == 0) return;
    if (op_ == kAdd && !half_) {
      first_ = data_;
      half_ = true;
    } else {
      results_.push_back(compute(op_, wide_ ? 4 : 2, data_, first_));
      half_ = false;
    }
  }

  Vector data_{};
  Vector first_{};
  bool half_{};  // src0 of a sum has arrived
  bool wide_{};
  unsigned op_{};
  unsigned count_{};
  unsigned ready_{50};  // percent
  unsigned pause_{};    // percent
  std::deque<Vector> results_;
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return VecUnitBench(argc, argv).run(); }
