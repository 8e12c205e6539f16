// SPDX-License-Identifier: Apache-2.0
/// What is driven at the ports of the unit in each cycle: commands, host accesses, random stalls.
/// The same for the same seed, whether RTL or the cycle model is driven.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <utility>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/stimulus/random.hpp"
#include "gsq/timing/cycle_ports.hpp"

namespace gsq {

class CycleModel;

/// What a run has besides its commands, on a backend with time.
struct Surroundings {
  unsigned stall_percent{};  ///< percentage of cycles with a random stall, for each channel
  std::uint64_t seed{};      ///< of stalls, tags and host traffic
  /// Random host accesses to this region and to addresses outside UB, in bursts.
  std::optional<Region> host_traffic;
  /// Called at the end of every cycle out of reset, with its inputs. With RTL: in lockstep only,
  /// the last time in the cycle in which the ports of RTL and model differ.
  std::function<void(std::uint64_t cycle, const CycleModel& model, const CycleInputs& inputs)>
      observer;
  /// Called after the answer to each command.
  std::function<void()> answered;
};

/// The valid side of a port: a payload that is valid stays until it is taken.
template <typename Payload>
class Offers {
 public:
  /// Queues a payload.
  void push(Payload payload) { waiting_.push_back(std::move(payload)); }

  /// A new cycle. `taken`: the last one transferred the payload. `stall`: no other becomes valid.
  /// Returns whether one becomes valid.
  bool next(bool taken, bool stall) {
    if (taken) {
      waiting_.pop_front();
      valid_ = false;
    }
    if (valid_ || stall || waiting_.empty()) return false;
    valid_ = true;
    return true;
  }

  /// The payload of this cycle, null while valid is 0.
  [[nodiscard]] const Payload* now() const { return valid_ ? &waiting_.front() : nullptr; }

  /// Whether none is queued behind that of this cycle.
  [[nodiscard]] bool last() const { return waiting_.size() == (valid_ ? 1 : 0); }
  [[nodiscard]] bool empty() const { return waiting_.empty(); }

  /// Makes valid 0, for a reset; the payload comes again.
  void withdraw() { valid_ = false; }

 private:
  std::deque<Payload> waiting_;
  bool valid_{};
};

/// The inputs of the unit, cycle by cycle.
class PortStimulus {
 public:
  /// Throws std::invalid_argument for more than 99 percent of stalls.
  PortStimulus(const Config& config, const Surroundings& surroundings);

  /// Queues a command, and returns it with the random tag that it gets.
  Command submit(Command command);

  /// Queues a host access. Those of random traffic come when none is queued.
  void push(const HostRequest& request) { requests_.push(request); }

  void start_traffic(Region region) { traffic_ = region; }

  /// What is known at the begin of a cycle.
  struct Cycle {
    std::uint64_t number{};
    bool command_taken{};   ///< in the last cycle
    bool host_taken{};      ///< in the last cycle
    bool reset{};           ///< nothing is valid; what was on a port comes again
    bool hold_responses{};  ///< rsp_ready_i stays 0
    bool pause_traffic{};   ///< no new random host access
    bool wind_down{};       ///< nothing becomes valid any more, and every response is taken
  };

  /// Begins a cycle. Returns whether a command is on the port for the first time, or for the first
  /// time since a reset.
  bool next(const Cycle& cycle);

  /// The inputs in this cycle.
  [[nodiscard]] CycleInputs inputs() const {
    return {commands_.now(), nullptr, requests_.now(), rsp_ready_};
  }

  /// Whether no host access is queued or on the port.
  [[nodiscard]] bool host_idle() const { return requests_.empty(); }

 private:
  bool stall() { return stall_percent_ != 0 && rng_.percent(stall_percent_); }
  void add_traffic(const Cycle& cycle);

  std::uint32_t ub_bytes_;
  unsigned stall_percent_;
  Rng rng_;
  Offers<Command> commands_;
  Offers<HostRequest> requests_;
  bool rsp_ready_{};
  std::optional<Region> traffic_;
  std::uint32_t load_{};  // percent of the cycles with a host access
};

}  // namespace gsq
