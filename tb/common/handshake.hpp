// SPDX-License-Identifier: Apache-2.0
// The valid/ready handshake: a driver and a checker.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "gsq/stimulus/random.hpp"

namespace tb {

/// Drives the valid side of a port, cycle by cycle. A valid payload holds until it is taken.
template <typename Payload>
class Source {
 public:
  /// Queues a payload.
  void push(Payload payload) { waiting_.push_back(std::move(payload)); }

  /// A new cycle: `taken` says whether the last payload was taken. With `stall` valid is 0 in this
  /// cycle unless a payload is pending.
  void next(bool taken, bool stall) {
    if (taken) offer_.reset();
    if (offer_ || stall || waiting_.empty()) return;
    offer_ = std::move(waiting_.front());
    waiting_.pop_front();
  }

  /// Payload of this cycle, null when valid is 0.
  [[nodiscard]] const Payload* offer() const { return offer_ ? &*offer_ : nullptr; }

  /// No payload is queued after the present one.
  [[nodiscard]] bool empty() const { return waiting_.empty(); }

  /// Withdraws the present payload, for a reset; it is first in the queue again.
  void withdraw() {
    if (!offer_) return;
    waiting_.push_front(std::move(*offer_));
    offer_.reset();
  }

 private:
  std::deque<Payload> waiting_;
  std::optional<Payload> offer_;
};

/// Checks the rules for the valid side: valid and payload hold until ready.
template <typename Payload>
class HandshakeMonitor {
 public:
  /// Signals of one cycle, just before its end. Returns the rule that is violated, or null.
  const char* watch(bool valid, bool ready, const Payload& payload) {
    const char* broken = nullptr;
    if (held_ && !valid) broken = "valid fell before ready came";
    if (held_ && valid && !(payload == payload_)) broken = "payload changed before ready came";
    held_ = valid && !ready;
    if (held_) payload_ = payload;
    return broken;
  }

  /// Discards a pending payload, for a reset.
  void reset() { held_ = false; }

 private:
  bool held_{};
  Payload payload_{};
};

}  // namespace tb
