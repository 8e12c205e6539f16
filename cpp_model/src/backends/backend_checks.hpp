// SPDX-License-Identifier: Apache-2.0
/// Checks of back doors that all backends in a model have in common.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gsq/config.hpp"

namespace gsq {

/// Throws std::out_of_range with a sentence when bytes do not lie in UB.
void check_range(const Config& config, std::uint64_t address, std::uint64_t bytes);

/// Throws std::out_of_range with a sentence when a register is not given whole, or there is none of
/// that number. `file`: v or m.
void check_register(const Config& config, char file, std::uint64_t index, std::size_t bytes);
/// Likewise, only for the number.
void check_register(char file, std::uint64_t index);

}  // namespace gsq
