// SPDX-License-Identifier: Apache-2.0
// Assertions of the RTL that fail while a Verilated model is evaluated.
#pragma once

#include <optional>
#include <string>

namespace tb {

/// An assertion that failed.
struct FailedAssertion {
  std::string name;        ///< instance and name, such as gsq_top.u_core.u_mem_queue.push_has_place
  std::string place;       ///< file and line
  std::string expression;  ///< condition that failed
};

/// The first assertion that failed since the last call, on any model. Call it after each
/// evaluation: Verilator's default, to abort the program, is switched off.
std::optional<FailedAssertion> take_failed_assertion();

/// Ends the process with exit status 1 and a sentence when an assertion has failed that was not
/// returned yet: for assertions that are checked at the end of a simulation.
void exit_on_failed_assertion();

}  // namespace tb
