// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_lane_ops: random operations of lane.* and vec.*, with numbers that are often at the
// ends of their ranges. The reference computes lane by lane, with 64 bits.
#include <array>
#include <cstdint>
#include <string>

#include "Vgsq_lane_ops.h"
#include "common/bench.hpp"
#include "gsq/isa.hpp"

namespace {

using gsq::LaneOp;

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kWords = kVlen / 4;
constexpr unsigned kCases = 60'000;
constexpr auto kOps = static_cast<unsigned>(LaneOp::Steps) + 1;

std::int64_t as_signed(std::uint64_t value, unsigned bits) {
  return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
}

std::uint64_t lane(LaneOp op, unsigned number, unsigned bits, std::uint64_t a, std::uint64_t b) {
  const bool less = as_signed(a, bits) < as_signed(b, bits);
  switch (op) {
    case LaneOp::None:
      return 0;
    case LaneOp::Add:
      return a + b;
    case LaneOp::Sub:
      return a - b;
    case LaneOp::Rsub:
      return b - a;
    case LaneOp::And:
      return a & b;
    case LaneOp::Or:
      return a | b;
    case LaneOp::Xor:
      return a ^ b;
    case LaneOp::Shl:
      return a << b % bits;
    case LaneOp::Shr:
      return a >> b % bits;
    case LaneOp::Sar:
      return static_cast<std::uint64_t>(as_signed(a, bits) >> b % bits);
    case LaneOp::Min:
      return less ? a : b;
    case LaneOp::Max:
      return less ? b : a;
    case LaneOp::Minu:
      return a < b ? a : b;
    case LaneOp::Maxu:
      return a < b ? b : a;
    case LaneOp::Abs:
      return as_signed(a, bits) < 0 ? 0 - a : a;
    case LaneOp::Copy:
      return b;
    case LaneOp::Index:
      return number + b;
    case LaneOp::Steps:
      return std::uint64_t{number} << b % bits;
  }
  return 0;
}

class LaneOpsBench : public tb::Bench<Vgsq_lane_ops> {
 public:
  LaneOpsBench(int argc, char** argv)
      : Bench("lane operations, vectors of " + std::to_string(kVlen) + " bytes", argc, argv) {}

 private:
  using Vector = std::array<std::uint8_t, kVlen>;

  void drive() override {
    if (case_++ == kCases) {
      finish();
      return;
    }
    op_ = static_cast<LaneOp>(random().below(kOps));
    bytes_ = 1U << random().below(3);
    const bool has_vector =
        op_ != LaneOp::Abs && op_ != LaneOp::Index && op_ != LaneOp::Steps;
    vector_ = has_vector && random().percent(60);
    vec_ = random().percent(30);
    scalar_ = random().below(1U << 31) * 2 + random().below(2);
    fill(a_, dut().a_i);
    fill(b_, dut().b_i);
    fill(vec_a_, dut().vec_a_i);
    fill(vec_b_, dut().vec_b_i);
    for (unsigned i = 0; i < kVlen; ++i) {
      active_.at(i) = i % bytes_ == 0 ? random().percent(70) : active_.at(i - 1);
      tb::set_bit(dut().active_i, i, active_.at(i));
    }
    for (unsigned i = 0; i < kWords; ++i) {
      vec_op_.at(i) = random().below(3);
      wide_.at(i) = random().percent(50);
      dut().vec_op_i[i] = static_cast<std::uint8_t>(vec_op_.at(i) * 2 + (wide_.at(i) ? 1 : 0));
    }
    dut().op_i = static_cast<std::uint8_t>(op_);
    dut().width_i = bytes_ == 1 ? 0 : bytes_ == 2 ? 1 : 2;
    dut().vector_i = vector_;
    dut().scalar_i = scalar_;
    dut().vec_i = vec_;
  }

  void posedge() override {
    const std::uint8_t* result = tb::bytes_of(dut().result_o);
    for (unsigned i = 0; vec_ && i < kWords; ++i) {
      const unsigned bytes = wide_.at(i) ? 4 : 2;
      constexpr std::array<LaneOp, 3> kAs{LaneOp::Or, LaneOp::Abs, LaneOp::Add};  // a OR a: copy
      const LaneOp op = kAs.at(vec_op_.at(i));
      for (unsigned at = 4 * i; at < 4 * i + 4; at += bytes) {
        const std::uint64_t a = number(vec_a_.data(), at, bytes);
        const std::uint64_t b = op == LaneOp::Or ? a : number(vec_b_.data(), at, bytes);
        check(at, bytes, lane(op, 0, 8 * bytes, a, b), result);
      }
    }
    for (unsigned at = 0; !vec_ && at < kVlen; at += bytes_) {
      const std::uint64_t most = (std::uint64_t{1} << (8 * bytes_)) - 1;
      const std::uint64_t a = number(a_.data(), at, bytes_);
      const std::uint64_t b = vector_ ? number(b_.data(), at, bytes_) : scalar_ & most;
      check(at, bytes_, active_.at(at) ? lane(op_, at / bytes_, 8 * bytes_, a, b) : 0, result);
    }
  }

  void check(unsigned at, unsigned bytes, std::uint64_t expected, const std::uint8_t* result) {
    expect("result_o, byte", at, expected & ((std::uint64_t{1} << (8 * bytes)) - 1),
           number(result, at, bytes));
  }

  static std::uint64_t number(const std::uint8_t* from, unsigned at, unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned i = bytes; i-- != 0;) value = value << 8U | from[at + i];
    return value;
  }

  // Often bytes of zeros or ones, signs alone, and numbers of which others have the same.
  template <typename Port>
  void fill(Vector& to, Port& port) {
    constexpr std::array<std::uint8_t, 6> kEnds{0x00, 0xff, 0x7f, 0x80, 0x01, 0xfe};
    for (unsigned i = 0; i < kVlen; ++i) {
      to.at(i) = random().percent(50) ? kEnds.at(random().below(kEnds.size()))
                                      : static_cast<std::uint8_t>(random().below(256));
      if (random().percent(20)) to.at(i) = a_.at(i);
      tb::bytes_of(port)[i] = to.at(i);
    }
  }

  unsigned case_{};
  LaneOp op_{};
  unsigned bytes_{1};
  bool vector_{};
  bool vec_{};
  std::uint32_t scalar_{};
  Vector a_{}, b_{}, vec_a_{}, vec_b_{};
  std::array<bool, kVlen> active_{};
  std::array<unsigned, kWords> vec_op_{};
  std::array<bool, kWords> wide_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return LaneOpsBench(argc, argv).run(); }
