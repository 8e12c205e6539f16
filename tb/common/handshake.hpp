// SPDX-License-Identifier: Apache-2.0
// The valid/ready handshake: a checker.
#pragma once

namespace tb {

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
