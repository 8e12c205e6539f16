// SPDX-License-Identifier: Apache-2.0
// Functional coverage of runs of the unit in lockstep.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "common/coverage.hpp"
#include "coverage/command_cover.hpp"
#include "coverage/pipe_cover.hpp"
#include "gsq/timing/cycle_model.hpp"

namespace tb {

/// Collects over any number of runs of one configuration.
class FunctionalCoverage {
 public:
  explicit FunctionalCoverage(const gsq::Config& config);

  /// A run begins: nothing is in flight.
  void begin_run();
  /// A cycle out of reset ends, in which these inputs were driven and RTL and model agreed. A
  /// command counts once it is answered.
  void cycle(const gsq::CycleModel& model, const gsq::CycleInputs& inputs);
  /// The first cycle of a reset; `model` is in the state that it finds.
  void reset(const gsq::CycleModel& model);

  [[nodiscard]] const Coverage& bins() const { return bins_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  [[nodiscard]] std::uint64_t commands() const { return commands_; }

  /// {"format", "configurations": {name: {"parameters", "runs", "cycles", "commands", "groups"}}},
  /// as scripts/coverage.py merges it.
  [[nodiscard]] nlohmann::ordered_json json() const;

 private:
  void count_answer(const gsq::CycleModel& model);

  gsq::Config config_;
  Coverage bins_;
  CommandCover command_cover_{config_, bins_};
  PipeCover pipe_cover_{config_, bins_};
  std::deque<SeenCommand> flight_;  // accepted and not answered, oldest first
  std::deque<BinHits> hits_;        // of each of them
  std::uint64_t runs_{};
  std::uint64_t cycles_{};
  std::uint64_t commands_{};
};

}  // namespace tb
