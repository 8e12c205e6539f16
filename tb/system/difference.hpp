// SPDX-License-Identifier: Apache-2.0
// A difference between RTL and golden model in a cycle.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "gsq/timing/cycle_model.hpp"

namespace tb {

/// Kinds of differences: what is wrong, whatever the port, the register or the cycle. A program
/// that is shrunk keeps the kind. Those of counters and assertions have their name behind them.
namespace kind {
inline constexpr const char* kCycle =
    "cycle";  ///< when something is transferred, or a bank is accessed
inline constexpr const char* kAccess = "access";  ///< which bytes of a bank
inline constexpr const char* kData = "data";      ///< of V, UB, and what is read or written there
inline constexpr const char* kMask = "mask";
inline constexpr const char* kAr = "AR";
inline constexpr const char* kHost = "host";          ///< answer of a host access
inline constexpr const char* kAnswer = "answer";      ///< a command has none
inline constexpr const char* kContract = "contract";  ///< a rule of a port
}  // namespace kind

/// The kind of a difference of responses, null when there is none: "status", "info" or "tag".
inline const char* kind_of(const gsq::Response& expected, const gsq::Response& actual) {
  if (expected.status != actual.status) return "status";
  if (expected.info != actual.info) return "info";
  return expected.tag == actual.tag ? nullptr : "tag";
}

inline std::string text_of(const gsq::Response& rsp) {
  return fmt::format("{} info {} tag {:#x}", gsq::to_text(rsp.status), rsp.info, rsp.tag);
}

/// Where the RTL differs from the golden model, or breaks its contract.
struct Difference {
  std::string kind;                   ///< see above
  std::string where;                  ///< port or register, bank, lane
  std::string expected;               ///< value of the golden model, or the rule
  std::string actual;                 ///< value of the RTL
  const gsq::Transaction* command{};  ///< the command that caused it, null if unknown
  std::optional<unsigned> vreg{};     ///< the register, when it is one of V
};

/// The first command of which the result differs.
struct WrongCommand {
  std::string command;   ///< its line and text; empty when none is known
  std::string kind;      ///< of the difference of its result, else of the ports
  std::string what;      ///< which part of its result, or why there is no command
  std::string expected;  ///< value of the golden model
  std::string actual;    ///< value of the RTL
};

}  // namespace tb
