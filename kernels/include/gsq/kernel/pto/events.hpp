// SPDX-License-Identifier: Apache-2.0
/// Events between PTO calls. None is needed here: calls have their results in the order of the
/// program, whatever they wait for.
#pragma once

#include <cstdint>
#include <type_traits>

#include "gsq/kernel/pipes.hpp"
#include "gsq/kernel/pto/tile.hpp"

namespace pto {

struct RecordEvent;
/// Whether something is what a call returns, or an Event.
template <typename T>
inline constexpr bool is_event_v = std::is_base_of_v<RecordEvent, T>;

/// What a call returns, to wait for. It is empty.
struct RecordEvent {
  RecordEvent() = default;
  /// Refuses what is no event.
  template <typename T, typename = std::enable_if_t<!is_tile_v<T> && !is_event_v<T>>>
  RecordEvent(const T& /*other*/) {  // NOLINT(google-explicit-constructor): for its message
    static_assert(std::is_void_v<T>, "events must be what other calls returned: RecordEvent");
  }
};

/// Calls between which an Event stands.
enum class Op : std::uint16_t {
  TLOAD,
  TSTORE_VEC,
  SCALAR,
  VECTOR,
  TADD,
  TADDS,
  TSUB,
  TMUL,
  TMULS,
  TDIV,
  TDIVS,
  TMIN,
  TMINS,
  TMAX,
  TAND,
  TOR,
  TSEL,
  TEXP,
  TSELS,
  TSQRT,
  TRSQRT,
  TEXPANDS,
  TCMPS,
  TCI,
  TGATHER,
  TGATHERB,
  TSCATTER,
  TCVT,
  TROWSUM,
  TROWMAX,
  TROWMIN,
  TROWEXPAND,
  TCOLSUM,
  TCOLMAX,
  TCOLMIN,
  TTRANS,
  TRESHAPE,
  TMOV_V2V,
};

/// What a call of one kind returned, for one of the other kind to wait for. It is empty.
template <Op kFrom, Op kTo>
struct Event : RecordEvent {
  Event() = default;
  Event(const RecordEvent& /*of*/) {}  // NOLINT(google-explicit-constructor): as the original
  void Wait() const {}
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
  static_assert((is_event_v<Events> && ...),
                "events must be what other calls returned: RecordEvent");
  return first.call(name);
}

}  // namespace detail
}  // namespace pto
