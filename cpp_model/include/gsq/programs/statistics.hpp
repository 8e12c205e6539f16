// SPDX-License-Identifier: Apache-2.0
/// The cost of a run, as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/isa.hpp"

namespace gsq {

/// A command that was executed.
struct ExecutedCommand {
  unsigned line{};  ///< of the program, from 1
  Command command;
  Completion completion;
};

/// The parameters of a configuration, named as in the files of configs/.
nlohmann::ordered_json parameters_json(const Config& config);

/// The object of `gsq run --stats`: these commands, which took `cycles` on a unit with this use of
/// the banks and these bounds.
nlohmann::ordered_json statistics_json(const std::vector<ExecutedCommand>& executed,
                                       const Config& config, std::uint64_t cycles,
                                       const BankUse& use, const Bounds& bounds);

/// The same, which takes the use of the banks and the bounds from the backend.
nlohmann::ordered_json statistics_json(const std::vector<ExecutedCommand>& executed,
                                       std::uint64_t cycles, Backend& backend);

}  // namespace gsq
