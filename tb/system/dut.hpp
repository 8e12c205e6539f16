// SPDX-License-Identifier: Apache-2.0
// The Verilated gsq_top: ports, bank ports, back doors, tracing.
#pragma once

#include <verilated.h>
#include <verilated_fst_c.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/signal.hpp"
#include "gsq/config.hpp"
#include "gsq/timing/bound.hpp"

class Vgsq_top;  // another one for each configuration

namespace tb {

/// The Verilated design and its public signals. Verilator generates the class Vgsq_top for one
/// configuration, which must be the one given here.
class Dut {
 public:
  /// Registers and memories start with random contents that depend on `seed`.
  Dut(const gsq::Config& config, std::uint64_t seed);
  Dut(const Dut&) = delete;
  Dut& operator=(const Dut&) = delete;
  ~Dut();

  Vgsq_top& ports() { return *top_; }
  [[nodiscard]] const Vgsq_top& ports() const { return *top_; }

  void set_reset(bool on);  ///< the reset input
  [[nodiscard]] bool in_reset() const;

  void rise();  ///< rising edge of the clock, and evaluation
  void fall();  ///< falling edge of the clock, and evaluation with the new inputs

  /// Starts a waveform. Throws std::runtime_error when the file cannot be written.
  void open_trace(const std::string& file);
  /// Ends it. Throws std::runtime_error when not all of it could be written.
  void close_trace();
  [[nodiscard]] bool tracing() const { return trace_ != nullptr; }

  // Back doors.
  [[nodiscard]] std::uint8_t* ub_word(std::uint32_t word) const {  ///< bank_bytes bytes
    return memory_[gsq::bank_of(config_, word)] + (std::size_t{word >> row_shift_} << word_shift_);
  }
  [[nodiscard]] std::vector<std::uint8_t> read_ub(std::uint32_t address, std::uint32_t bytes) const;
  void write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes);
  /// Whether UB holds these bytes, from address 0 on.
  [[nodiscard]] bool ub_equals(const std::vector<std::uint8_t>& expected) const;
  void flip_ub_bit(std::uint32_t address) {  ///< the lowest bit of that byte
    ub_word(address / config_.bank_bytes)[address % config_.bank_bytes] ^= 1U;
  }
  [[nodiscard]] std::uint8_t* v(std::size_t index) const {  ///< vlen_bytes bytes
    return v_->bytes() + index * config_.vlen_bytes;
  }
  [[nodiscard]] bool m(std::size_t index, std::size_t bit) const {
    return m_->get(index * config_.vlen_bytes + bit, 1) != 0;
  }
  void set_m(std::size_t index, std::size_t bit, bool value) {
    m_->set(index * config_.vlen_bytes + bit, 1, value ? 1 : 0);
  }
  [[nodiscard]] std::uint32_t ar() const { return static_cast<std::uint32_t>(ar_->get(0, 32)); }

  /// 1 when a command issues in this cycle.
  [[nodiscard]] const Signal& issue() const { return *issue_; }

  /// Whether it was built with gsq_perf.
  [[nodiscard]] bool counts() const {
    return context_.scopeFind("gsq_top.u_core.g_perf.u_perf") != nullptr;
  }
  /// A counter of gsq_perf, by name.
  [[nodiscard]] std::uint64_t counter(const std::string& name) const {
    return Signal(context_, "gsq_top.u_core.g_perf.u_perf", name + "_q").get(0, 64);
  }

  /// A variable of gsq_expected, by name.
  [[nodiscard]] Signal expected(const std::string& name) const {
    return {context_, "gsq_top.u_expected", name};
  }

  /// The bank ports between core and memory.
  struct BankPorts {
    Signal req, we, addr, wdata, be, rdata;
  };
  [[nodiscard]] const BankPorts& banks() const { return *banks_; }

  /// Banks that are accessed in this cycle.
  [[nodiscard]] unsigned bank_accesses() const;

 private:
  void settle();
  template <typename Use>
  void for_words(std::uint32_t address, std::uint32_t bytes, Use&& use) const;
  template <typename Word>
  [[nodiscard]] bool ub_equals_words(const std::uint8_t* expected) const;

  gsq::Config config_;
  int word_shift_;  // log2 of bank_bytes
  int row_shift_;   // log2 of banks
  VerilatedContext context_;
  std::unique_ptr<Vgsq_top> top_;
  bool starting_{true};  // in the first reset
  std::unique_ptr<VerilatedFstC> trace_;
  std::string trace_file_;
  std::unique_ptr<BankPorts> banks_;
  std::vector<std::uint8_t*> memory_;  // contents, by bank
  std::unique_ptr<Signal> v_, m_, ar_, issue_;
};

}  // namespace tb
