// SPDX-License-Identifier: Apache-2.0
// How long the unit alone takes for the commands of a program: those between two syncs are given
// once more to a cycle model, as fast as it takes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/timing/cycle_model.hpp"

namespace soc {

/// The commands between two syncs.
struct Stretch {
  std::size_t commands{};
  /// From the first command at the port to the last response. None when the cycle model does not
  /// leave in UB what the program left: the core has written there in between, or a stream of
  /// unaligned stores or AR has gone on from commands before.
  std::optional<std::uint64_t> cycles;

  [[nodiscard]] std::string text() const;
};

/// Records the commands that a unit takes.
class Recorder {
 public:
  explicit Recorder(const gsq::Config& config) : config_(config) {}

  /// The unit takes this command in the present cycle of its model.
  void take(const gsq::Command& command, const gsq::CycleModel& unit);

  /// A sync gives its result: all commands before it have been answered.
  void sync(const gsq::CycleModel& unit);

  /// All that had commands, in order.
  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }

 private:
  [[nodiscard]] std::optional<std::uint64_t> cycles_alone(
      const std::vector<std::uint8_t>& ub) const;

  gsq::Config config_;
  // State before the first command, and the commands since the last sync.
  std::vector<std::uint8_t> ub_;
  std::vector<std::vector<std::uint8_t>> v_, m_;
  std::vector<gsq::Command> commands_;
  std::vector<Stretch> stretches_;
};

}  // namespace soc
