// SPDX-License-Identifier: Apache-2.0
// Commands that move chosen lanes between UB and registers, for calls that issue many of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gsq/kernel/unit.hpp"

namespace gsq::kernel {

/// A mask of the lowest `count` lanes: update_mask.
void mask_lowest(Register& mask, std::uint32_t count, Width width, const Call& call);

/// A mask of any lanes: set_mask.
void mask_lanes(Register& mask, const std::vector<bool>& lanes, Width width, const Call& call);

/// Each lane's number of selected lanes below it: unsqueeze.
void rank_lanes(Register& ranks, const Register& mask, Width width, const Call& call);

/// A gather or scatter of `command`, which has all but its registers. `lanes` as in Unit::issue.
void move_lanes(Command command, const Register& indices, Register& data, const Register& mask,
                const Call& call, std::string_view part, const std::optional<Range>& lanes);

}  // namespace gsq::kernel
