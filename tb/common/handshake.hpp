// The valid/ready handshake: who drives it, who watches it.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "gsq/stimulus/random.hpp"

namespace tb {

/// Decides cycle by cycle what the driving side of a port shows. An offer once made stays until it
/// is taken.
template <typename Payload>
class Source {
 public:
  /// Queues a payload.
  void push(Payload payload) { waiting_.push_back(std::move(payload)); }

  /// A new cycle: `taken` tells whether the offer of the last one was. With `stall` the port rests
  /// for this cycle unless an offer is pending.
  void next(bool taken, bool stall) {
    if (taken) offer_.reset();
    if (offer_ || stall || waiting_.empty()) return;
    offer_ = std::move(waiting_.front());
    waiting_.pop_front();
  }

  /// What is offered in this cycle, null when valid is 0.
  [[nodiscard]] const Payload* offer() const { return offer_ ? &*offer_ : nullptr; }

  /// Nothing waits beyond the present offer.
  [[nodiscard]] bool empty() const { return waiting_.empty(); }

  /// Withdraws the offer, for a reset; it is first in the queue again.
  void withdraw() {
    if (!offer_) return;
    waiting_.push_front(std::move(*offer_));
    offer_.reset();
  }

 private:
  std::deque<Payload> waiting_;
  std::optional<Payload> offer_;
};

/// Checks the rules for the side that says valid: it stays, and the payload with it, until ready.
template <typename Payload>
class HandshakeMonitor {
 public:
  /// Signals of one cycle, just before its end. Returns what rule is broken, or null.
  const char* watch(bool valid, bool ready, const Payload& payload) {
    const char* broken = nullptr;
    if (held_ && !valid) broken = "valid fell before ready came";
    if (held_ && valid && !(payload == payload_)) broken = "payload changed before ready came";
    held_ = valid && !ready;
    if (held_) payload_ = payload;
    return broken;
  }

  /// Forgets what was pending, for a reset.
  void reset() { held_ = false; }

 private:
  bool held_{};
  Payload payload_{};
};

}  // namespace tb
