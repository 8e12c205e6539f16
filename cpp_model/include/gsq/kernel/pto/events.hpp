// SPDX-License-Identifier: Apache-2.0
/// Events between PTO calls. None is needed here: calls have their results in the order of the
/// program, whatever they wait for.
#pragma once

#include <type_traits>

#include "gsq/kernel/pipes.hpp"
#include "gsq/kernel/pto/tile.hpp"

namespace pto {

/// What a call returns, to wait for. It is empty.
struct RecordEvent {};

/// Sets a flag between two pipes and waits for it. No effect.
template <pipe_t kFrom, pipe_t kTo>
void PtoSetWaitFlag(event_t /*set*/ = EVENT_ID0, event_t /*wait*/ = EVENT_ID0) {}

namespace detail {

/// For overloads with events, which are anything but a tile or a Call.
template <typename... Types>
using IfEvents =
    std::enable_if_t<!((is_tile_v<Types> || std::is_same_v<std::remove_cv_t<Types>, Call>) || ...)>;

template <typename... WaitEvents>
constexpr void check_events() {
  static_assert((std::is_same_v<WaitEvents, RecordEvent> && ...),
                "events must be what other calls returned: RecordEvent");
}

}  // namespace detail
}  // namespace pto
