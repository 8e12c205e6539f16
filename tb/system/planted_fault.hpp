// SPDX-License-Identifier: Apache-2.0
// Faults in the memory, in V or in a command, to test the handling of a failure.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "gsq/isa.hpp"
#include "system/dut.hpp"
#include "system/rtl_options.hpp"

namespace tb {

/// Corrupts a byte of UB, or byte 0 of a register of V, whenever the unit has written another value
/// to it, and commands with a certain address on their way to the unit.
class PlantedFault {
 public:
  /// Keeps the references.
  PlantedFault(const RtlOptions& options, Dut& dut) : options_(options), dut_(dut) {}

  /// What the unit gets of the command that is on the port from this cycle on, null without one.
  const gsq::Command* corrupted(const gsq::Command* command) {
    const auto& address = options_.plant_command;
    if (command == nullptr || !address || command->addr != *address) return command;
    command_planted_ = true;
    corrupted_ = *command;
    ++corrupted_.addr;
    return &corrupted_;
  }

  /// Call it after a back door has written to UB or V: these bytes are not corrupted.
  void accept() {
    if (options_.plant_fault) ub_.value = ub();
    if (options_.plant_register) v_.value = v();
  }

  /// Call it once a cycle, after the rising edge.
  void plant() {
    if (options_.plant_fault && ub() != ub_.value) {
      dut_.flip_ub_bit(*options_.plant_fault);
      ub_ = {ub(), true};
    }
    if (options_.plant_register && v() != v_.value) {
      v() ^= 1U;
      v_ = {v(), true};
    }
  }

  /// The faults that have had no occasion yet, a sentence a line; usually empty.
  [[nodiscard]] std::string waiting() const {
    std::string text;
    if (options_.plant_fault && !ub_.planted) {
      text += fmt::format(
          "note: no command wrote another value to the byte {:#x} of --plant-fault, so nothing "
          "was corrupted\n",
          *options_.plant_fault);
    }
    if (options_.plant_register && !v_.planted) {
      text += fmt::format(
          "note: no command wrote another value to byte 0 of register v{} of --plant-register, so "
          "nothing was corrupted\n",
          *options_.plant_register);
    }
    if (options_.plant_command && !command_planted_) {
      text += fmt::format(
          "note: no command had the address {:#x} of --plant-command, so nothing was corrupted\n",
          *options_.plant_command);
    }
    return text;
  }

 private:
  struct Byte {
    std::uint8_t value{};
    bool planted{};
  };

  [[nodiscard]] std::uint8_t ub() const { return dut_.read_ub(*options_.plant_fault, 1)[0]; }
  [[nodiscard]] std::uint8_t& v() const { return dut_.v(*options_.plant_register)[0]; }

  const RtlOptions& options_;
  Dut& dut_;
  Byte ub_, v_;
  gsq::Command corrupted_;
  bool command_planted_{};
};

}  // namespace tb
