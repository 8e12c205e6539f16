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
  explicit FunctionalCoverage(gsq::Config config);

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

  /// Adds what an earlier run wrote to a file, by this or by
  /// scripts/coverage/functional_coverage.py; nothing if there is no such file. Throws
  /// std::runtime_error ("PATH: why") when it cannot be read, or has bins of another configuration
  /// or version.
  void load(const std::string& file);

  /// {"format", "configurations": {name: {"parameters", "runs", "cycles", "commands", "groups"}}},
  /// as scripts/coverage/functional_coverage.py merges it.
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

/// What the lockstep runs of this process cover: null, unless the variable GSQ_COVERAGE names a
/// file of this configuration, which is then continued when the process ends.
FunctionalCoverage* coverage_of_process(const gsq::Config& config);

}  // namespace tb
