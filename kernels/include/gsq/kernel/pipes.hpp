// SPDX-License-Identifier: Apache-2.0
/// Flags and barriers between the pipes of a processor. Here they have no effect: the calls of a
/// kernel have their results in the order of the program without them.
#pragma once

#include <cstdint>

/// Pipes of the original processor.
enum pipe_t : std::uint8_t {
  PIPE_S,
  PIPE_V,
  PIPE_M,
  PIPE_MTE1,
  PIPE_MTE2,
  PIPE_MTE3,
  PIPE_FIX,
  PIPE_ALL,
};

/// Flags between two pipes.
enum event_t : std::uint8_t {
  EVENT_ID0,
  EVENT_ID1,
  EVENT_ID2,
  EVENT_ID3,
  EVENT_ID4,
  EVENT_ID5,
  EVENT_ID6,
  EVENT_ID7,
};

/// Sets a flag. No effect.
inline void set_flag(pipe_t /*from*/, pipe_t /*to*/, event_t /*event*/) {}
/// Waits for a flag. No effect.
inline void wait_flag(pipe_t /*from*/, pipe_t /*to*/, event_t /*event*/) {}
/// Waits for what a pipe has to do. No effect.
inline void pipe_barrier(pipe_t /*pipe*/) {}
