// SPDX-License-Identifier: Apache-2.0
// Compares the RTL with the cycle model: all ports on every cycle, all state on request.
#pragma once

#include <cstdint>

#include "gsq/timing/cycle_model.hpp"
#include "system/difference.hpp"
#include "system/dut.hpp"

namespace tb {

/// Comparison of RTL and cycle model.
class Checker {
 public:
  /// Without `data` it compares neither V nor UB nor what is read and written there.
  Checker(const gsq::Config& config, const Dut& dut, const gsq::CycleModel& model, bool data);

  /// Whether all ports agree with the model, in the second half of a cycle.
  [[nodiscard]] bool ports_agree() const { return control_agrees() && banks_agree(); }

  /// The first port that differs.
  [[nodiscard]] Difference first_difference() const;

  /// Whether V, M, AR, UB and the counters agree, on an idle unit; if not, the first difference is
  /// in `difference`.
  [[nodiscard]] bool state_agrees(Difference& difference) const;

 private:
  [[nodiscard]] bool control_agrees() const;
  [[nodiscard]] bool banks_agree() const;
  [[nodiscard]] bool access_agrees(std::uint32_t bank, bool write) const;
  [[nodiscard]] bool be_agrees(std::uint32_t bank, bool write) const;
  [[nodiscard]] bool rdata_agrees(std::uint32_t bank) const;
  [[nodiscard]] bool bank_agrees(std::uint32_t bank) const;
  [[nodiscard]] Difference bank_difference(std::uint32_t bank) const;

  gsq::Config config_;
  const Dut& dut_;
  const gsq::CycleModel& model_;
  bool data_;
  unsigned address_bits_{};
  unsigned data_bits_;
};

}  // namespace tb
