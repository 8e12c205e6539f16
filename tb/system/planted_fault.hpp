// SPDX-License-Identifier: Apache-2.0
// A fault in the memory, to test the handling of a failure.
#pragma once

#include <cstdint>
#include <optional>

#include "system/dut.hpp"

namespace tb {

/// Corrupts one byte of UB whenever the unit has written another value to it.
class PlantedFault {
 public:
  /// `address`: address of the byte; without it there is no fault. Keeps the reference.
  PlantedFault(std::optional<std::uint32_t> address, Dut& dut) : address_(address), dut_(dut) {}

  /// Call it after a back door has written to UB: these bytes are not corrupted.
  void accept() {
    if (address_) byte_ = byte();
  }

  /// Call it once a cycle, after the rising edge.
  void plant() {
    if (!address_ || byte() == byte_) return;
    dut_.flip_ub_bit(*address_);
    planted_ = true;
    byte_ = byte();
  }

  /// There is a fault to plant, and the unit has not written another value to its byte yet.
  [[nodiscard]] bool waiting() const { return address_ && !planted_; }

 private:
  [[nodiscard]] std::uint8_t byte() const { return dut_.read_ub(*address_, 1)[0]; }

  std::optional<std::uint32_t> address_;
  Dut& dut_;
  std::uint8_t byte_{};
  bool planted_{};
};

}  // namespace tb
