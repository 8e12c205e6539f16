// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_compact. If the lanes form 8 elements of 1, 2 or 4 bytes, it tries all 256 masks of
// these elements with data that differs in every lane; then random masks of every density and
// width. At the same time the pipeline has random stalls and empty cycles, and some vectors are
// those of a lane ALU: they pass the first cut whole, and another one goes on instead of them, or
// nothing.
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "Vgsq_compact.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kLanes = PARAM_Lanes;
constexpr unsigned kCuts = PARAM_Cuts;
constexpr unsigned kRandomVectors = kLanes > 64 ? 3000 : 10000;
constexpr unsigned kExhaustive = kLanes <= 32 ? 256 : 0;

using Bytes = std::array<std::uint8_t, kLanes>;

struct Vector {
  Bytes data{};
  std::array<bool, kLanes> keep{};
  bool whole{};      // for a lane ALU
  bool ends{};       // it does not go on
  Bytes replaced{};  // what goes on instead of a whole one
};

/// Reference: of a squeeze the kept bytes in order, then zeros.
Bytes compacted(const Vector& vector) {
  if (vector.whole) return vector.replaced;
  Bytes result{};
  unsigned place = 0;
  for (unsigned i = 0; i < kLanes; ++i) {
    if (vector.keep[i]) result[place++] = vector.data[i];
  }
  return result;
}

class CompactBench : public tb::Bench<Vgsq_compact> {
 public:
  CompactBench(int argc, char** argv)
      : Bench(
            "compaction, " + std::to_string(kLanes) + " lanes, " + std::to_string(kCuts) + " cuts",
            argc, argv),
        pipeline_(kCuts) {}

 private:
  void drive() override {
    if (in_reset()) {
      dut().en_i = true;
      dut().valid_i = false;
      return;
    }
    if (sent_ == kExhaustive + kRandomVectors && drained_ > 4 * kCuts + 8) {
      finish();
      return;
    }
    if (sent_ % 64 == 0) stall_ = random().below(4) * 25;
    dut().en_i = !random().percent(stall_);
    if (sent_ == kExhaustive + kRandomVectors) {
      vector_.reset();
      if (dut().en_i) ++drained_;
    } else if (taken_) {
      vector_.reset();
      if (!random().percent(20)) vector_ = next_vector();
    }
    dut().valid_i = vector_.has_value();
    const Vector shown = vector_ ? *vector_ : random_vector();
    for (unsigned i = 0; i < kLanes; ++i) {
      tb::bytes_of(dut().data_i)[i] = shown.data[i];
      tb::set_bit(dut().keep_i, i, shown.keep[i]);
    }
    dut().whole_i = shown.whole;
    const std::optional<Vector>& passed = kCuts == 0 ? vector_ : pipeline_.front();
    dut().replace_i = passed && passed->whole;
    dut().end_i = passed && passed->ends;
    for (unsigned i = 0; i < kLanes; ++i) {
      tb::bytes_of(dut().replaced_i)[i] = passed ? passed->replaced[i] : 0;
    }
  }

  void posedge() override {
    if (in_reset()) {
      if (kCuts != 0) expect("valid_o", 0, 0, dut().valid_o, "reset");
      return;
    }
    const std::optional<Vector>& passed = kCuts == 0 ? vector_ : pipeline_.front();
    if (passed && passed->whole) {
      for (unsigned i = 0; i < kLanes; ++i) {
        expect("passed_o", i, passed->data[i], tb::bytes_of(dut().passed_o)[i]);
      }
    }
    const std::optional<Vector>& last = kCuts == 0 ? vector_ : pipeline_.back();
    expect("valid_o", 0, last && !last->ends, dut().valid_o);
    if (last && !last->ends) {
      const Bytes expected = compacted(*last);
      for (unsigned i = 0; i < kLanes; ++i) {
        expect("data_o", i, expected[i], tb::bytes_of(dut().data_o)[i]);
      }
    }
    taken_ = dut().en_i != 0;
    if (taken_ && kCuts != 0) {
      if (pipeline_.front() && pipeline_.front()->ends) pipeline_.front().reset();
      pipeline_.pop_back();
      pipeline_.push_front(vector_);
    }
  }

  Vector random_vector() {
    Vector vector;
    const unsigned density = random().below(101);
    const unsigned width = 1U << random().below(3);
    for (unsigned i = 0; i < kLanes; ++i) {
      vector.data[i] = static_cast<std::uint8_t>(random().below(256));
      vector.keep[i] = i % width == 0 ? random().percent(density) : vector.keep[i - 1];
    }
    vector.whole = PARAM_LaneOps != 0 && random().percent(30);
    vector.ends = vector.whole && random().percent(30);
    for (std::uint8_t& byte : vector.replaced) {
      byte = static_cast<std::uint8_t>(random().below(256));
    }
    return vector;
  }

  Vector next_vector() {
    Vector vector = random_vector();
    if (sent_ < kExhaustive) {
      vector.whole = vector.ends = false;
      for (unsigned i = 0; i < kLanes; ++i) {
        vector.data[i] = static_cast<std::uint8_t>(sent_ + i + 1);
        vector.keep[i] = ((sent_ >> (i * 8 / kLanes)) & 1U) != 0;
      }
    }
    ++sent_;
    return vector;
  }

  std::deque<std::optional<Vector>> pipeline_;  // what the cuts hold, the newest first
  std::optional<Vector> vector_;                // the valid input
  bool taken_{true};                            // the last input was taken
  unsigned sent_{};
  unsigned drained_{};
  unsigned stall_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return CompactBench(argc, argv).run(); }
