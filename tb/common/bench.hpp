// SPDX-License-Identifier: Apache-2.0
// Base of the benches of single blocks: clock, reset, seed, comparison, verdict.
#pragma once

#include <verilated.h>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "common/assertions.hpp"
#include "common/clock.hpp"
#include "common/code_coverage.hpp"
#include "gsq/stimulus/random.hpp"

namespace tb {

/// The bytes of a port, lowest first: every type that Verilator uses for a packed vector is a
/// string of bits on this little-endian machine.
template <typename Port>
std::uint8_t* bytes_of(Port& port) {
  return reinterpret_cast<std::uint8_t*>(&port);
}

/// `count` bits of a port, at most 64, from bit `place` on.
template <typename Port>
std::uint64_t get_bits(Port& port, unsigned place, unsigned count) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned bit = place + i;
    value |= std::uint64_t{(bytes_of(port)[bit / 8] >> (bit % 8)) & 1U} << i;
  }
  return value;
}

/// Sets one bit of a port.
template <typename Port>
void set_bit(Port& port, unsigned bit, bool value) {
  std::uint8_t& byte = bytes_of(port)[bit / 8];
  const unsigned mask = 1U << (bit % 8);
  byte = static_cast<std::uint8_t>(value ? byte | mask : byte & ~mask);
}

/// A bench of one Verilated module. A module without clk_i is evaluated once a cycle too; rst_ni,
/// if there is one, is 0 in the first cycles. Command line: --seed N.
template <typename Dut>
class Bench : public Clocked {
 public:
  /// `name` is the name of the bench in the verdict.
  Bench(std::string name, int argc, char** argv) : name_(std::move(name)) {
    bool good = argc == 1 || argc == 3;
    if (argc == 3) {
      const std::string_view text = argv[2];
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed_);
      good = argv[1] == std::string_view("--seed") && error == std::errc() &&
             end == text.data() + text.size();
    }
    if (!good) {
      std::fprintf(stderr, "%s: expected nothing or --seed NUMBER on the command line\n", argv[0]);
      usage_error_ = true;
    }
    random_ = gsq::Rng(seed_);
    context_.threads(1);                 // no unused thread pool
    context_.randReset(kRegisterStart);  // also X values are random
    context_.randSeed(static_cast<int>(seed_ % 0x7fffffffU) + 1);
    dut_ = std::make_unique<Dut>(&context_);
  }

  /// Runs until finish() or the first mismatch. Returns the exit status: 0 passed, 1 failed, 2 bad
  /// command line.
  int run() {
    if (usage_error_) return 2;
    const auto begin = std::chrono::steady_clock::now();
    drive_clock_of(this);
    run_clock();
    drive_clock_of(nullptr);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    dut_->final();
    keep_code_coverage(context_);
    exit_on_failed_assertion();
    std::printf("%s: %s, %llu values compared in %llu cycles, %.2f s, seed %llu\n", name_.c_str(),
                failed_ ? "FAILED" : "passed", static_cast<unsigned long long>(compared_),
                static_cast<unsigned long long>(cycle_), seconds.count(),
                static_cast<unsigned long long>(seed_));
    return failed_ ? 1 : 0;
  }

 protected:
  /// The middle of a cycle: set the inputs for the next rising edge.
  virtual void drive() = 0;
  /// Just before a rising edge: inputs and outputs have settled.
  virtual void posedge() = 0;

  Dut& dut() { return *dut_; }
  gsq::Rng& random() { return random_; }

  /// Compares one value. The first difference is printed and ends the bench. `what` describes the
  /// stimulus.
  void expect(std::string_view port, unsigned lane, std::uint64_t expected, std::uint64_t actual,
              const std::string& what = {}) {
    ++compared_;
    if (expected == actual || failed_) return;
    failed_ = true;
    std::printf(
        "In cycle %llu lane %u of %.*s should be 0x%llx but is 0x%llx%s%s; run again with "
        "--seed %llu to see it.\n",
        static_cast<unsigned long long>(cycle_), lane, static_cast<int>(port.size()), port.data(),
        static_cast<unsigned long long>(expected), static_cast<unsigned long long>(actual),
        what.empty() ? "" : ", with ", what.c_str(), static_cast<unsigned long long>(seed_));
    finish();
  }

  /// Ends the bench at the end of this cycle.
  void finish() {
    finished_ = true;
    stop_clock();
  }
  [[nodiscard]] bool in_reset() const { return cycle_ < kResetCycles; }

 private:
  static constexpr std::uint64_t kResetCycles = 3;

  template <typename T, typename = void>
  struct HasClock : std::false_type {};
  template <typename T>
  struct HasClock<T, std::void_t<decltype(std::declval<T&>().clk_i)>> : std::true_type {};
  template <typename T, typename = void>
  struct HasReset : std::false_type {};
  template <typename T>
  struct HasReset<T, std::void_t<decltype(std::declval<T&>().rst_ni)>> : std::true_type {};

  void set_clock([[maybe_unused]] bool value) {
    if constexpr (HasClock<Dut>::value) dut_->clk_i = value;
    if constexpr (HasReset<Dut>::value) dut_->rst_ni = !in_reset();
  }

  void on_rise() override {
    if (finished_) return;
    if (driven_) posedge();
    if (finished_) return;
    if constexpr (HasClock<Dut>::value) {
      dut_->clk_i = true;
      dut_->eval();
      // During reset registers may still have any value, also one that no enumerator has.
      const auto assertion = take_failed_assertion();
      if (assertion && !(HasReset<Dut>::value && in_reset())) return fail(*assertion);
    }
    ++cycle_;
  }

  /// An assertion failed in the cycle that ends with this edge.
  void fail(const FailedAssertion& assertion) {
    failed_ = true;
    std::printf(
        "In cycle %llu the assertion %s failed: %s (%s); run again with --seed %llu to see "
        "it.\n",
        static_cast<unsigned long long>(cycle_), assertion.name.c_str(),
        assertion.expression.c_str(), assertion.place.c_str(),
        static_cast<unsigned long long>(seed_));
    finish();
  }

  void on_fall() override {
    if (finished_) return;
    set_clock(false);
    drive();
    driven_ = true;
    // Without a reset only the first values of all say nothing.
    if (cycle_ == (HasReset<Dut>::value ? kResetCycles : 1)) zero_code_coverage(context_);
    if (!finished_) dut_->eval();
  }

  std::string name_;
  std::uint64_t seed_{1};
  gsq::Rng random_{1};
  VerilatedContext context_;
  std::unique_ptr<Dut> dut_;
  std::uint64_t cycle_{};
  std::uint64_t compared_{};
  bool usage_error_{};
  bool driven_{};
  bool finished_{};
  bool failed_{};
};

}  // namespace tb
