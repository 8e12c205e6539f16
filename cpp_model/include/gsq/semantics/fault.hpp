// SPDX-License-Identifier: Apache-2.0
/// Why a command fails, in numbers and in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gsq/isa.hpp"
#include "gsq/semantics/model.hpp"

namespace gsq {

/// What the status and the info word of a failed command leave out.
struct Fault {
  std::optional<std::uint32_t> lane;     ///< lane or block, when its index is at fault
  std::optional<std::uint64_t> address;  ///< first byte of the access that is at fault
  std::uint64_t bytes{};                 ///< ERR_BOUNDS: size of that access
  std::uint64_t limit{};  ///< ERR_BOUNDS: size of UB; ERR_ALIGN: `address` must be a multiple of
                          ///< it; ERR_STREAM: where the bytes held in u end
  std::string text;       ///< one sentence without its full stop
};

/// The fault of a command that `model`, in its present state, answers with the error `response`.
Fault explain(const Command& command, const Response& response, const Model& model);

}  // namespace gsq
