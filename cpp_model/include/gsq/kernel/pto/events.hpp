// SPDX-License-Identifier: Apache-2.0
/// Events between PTO calls. None is needed here: calls have their results in the order of the
/// program, whatever they wait for.
#pragma once

#include <type_traits>

#include "gsq/kernel/pipes.hpp"
#include "gsq/kernel/pto/tile.hpp"

namespace pto {

/// What a call returns, to wait for. It is empty.
struct RecordEvent {
  RecordEvent() = default;
  /// Refuses what is no event.
  template <typename T, typename = std::enable_if_t<!is_tile_v<T>>>
  RecordEvent(const T& /*other*/) {  // NOLINT(google-explicit-constructor): for its message
    static_assert(std::is_void_v<T>, "events must be what other calls returned: RecordEvent");
  }
};

/// Sets a flag between two pipes and waits for it. No effect.
template <pipe_t kFrom, pipe_t kTo>
void PtoSetWaitFlag(event_t /*set*/ = EVENT_ID0, event_t /*wait*/ = EVENT_ID0) {}

namespace detail {

/// The first event of a call, which knows the place of the call; without events it is a new one.
using FirstEvent = gsq::kernel::Placed<RecordEvent>;

/// The call of a function, after a check of its further events.
template <typename... Events>
Call call_of(const char* name, const FirstEvent& first, const Events&... /*events*/) {
  static_assert((std::is_same_v<Events, RecordEvent> && ...),
                "events must be what other calls returned: RecordEvent");
  return first.call(name);
}

}  // namespace detail
}  // namespace pto
