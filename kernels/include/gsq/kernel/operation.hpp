// SPDX-License-Identifier: Apache-2.0
/// Operations of the processor around the unit: functions that calculate with the registers of the
/// unit, and with UB, in the order of the program. No time is modelled for them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/kernel/error.hpp"
#include "gsq/kernel/uses.hpp"

namespace gsq::kernel {

/// The state of the idle unit, as an operation sees it: what the operation declared, nothing else.
/// Every function throws std::logic_error for a register or bytes of UB that it did not declare.
class State {
 public:
  /// `place` gives a part of the text of an Error: "operation 3 of 30".
  /// `scratch` has as many bytes as a register.
  State(Backend& backend, std::vector<std::uint8_t>& scratch, const Uses& declared,
        const Call& call, std::function<std::string()> place)
      : backend_(backend),
        scratch_(scratch),
        declared_(declared),
        call_(call),
        place_(std::move(place)) {}

  [[nodiscard]] const Config& config() const { return backend_.config(); }

  // Registers: vlen_bytes bytes, lane 0 lowest; a mask has a 0 or 1 in each.
  // What is read is a reference that holds until the next call.
  [[nodiscard]] const std::vector<std::uint8_t>& read_v(unsigned index) const;
  void write_v(unsigned index, const std::vector<std::uint8_t>& bytes);
  [[nodiscard]] const std::vector<std::uint8_t>& read_m(unsigned index) const;
  void write_m(unsigned index, const std::vector<std::uint8_t>& bits);

  [[nodiscard]] std::vector<std::uint8_t> read_ub(std::uint64_t address, std::uint64_t bytes) const;
  void write_ub(std::uint64_t address, const std::vector<std::uint8_t>& bytes);

  /// Bytes in which the value of a register can be put together.
  [[nodiscard]] std::vector<std::uint8_t>& scratch() const { return scratch_; }

  /// An error to throw, which names the call.
  [[nodiscard]] Error error(const std::string& text, Status status = Status::Ok,
                            std::optional<std::uint32_t> lane = {},
                            std::optional<std::uint64_t> address = {}) const;

 private:
  Backend& backend_;
  std::vector<std::uint8_t>& scratch_;
  const Uses& declared_;
  Call call_;
  std::function<std::string()> place_;
};

/// An operation: a function, and all that it reads and writes.
///
/// The function runs once, later, on an idle unit, and never when the program ends before. What it
/// refers to must exist until the next wait. It may throw Error: the operations and commands behind
/// it are then not executed.
struct Operation {
  Uses uses;
  std::function<void(State&)> run;
};

}  // namespace gsq::kernel
