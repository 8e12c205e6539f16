// SPDX-License-Identifier: Apache-2.0
// What becomes of the commands in flight after a difference: the first command with a wrong result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/timing/cycle_model.hpp"
#include "gsq/timing/planner.hpp"
#include "system/difference.hpp"
#include "system/dut.hpp"
#include "system/monitor.hpp"

namespace tb {

/// Ports differ where a fault shows first, which often is the handshake of another command. So the
/// unit goes on without new commands until those in flight are answered, and their responses,
/// registers and bytes in UB are compared with the golden model, whatever their cycles.
class Aftermath {
 public:
  /// How the unit gets to the end of another cycle, and the command that is on its port there, null
  /// if there is none. It must offer no new command, and take every response.
  using NextCycle = std::function<const gsq::Command*()>;

  /// Keeps the references. Without `data` it compares neither V nor UB. `model` is in the cycle of
  /// the failure, the commands of `commands` likewise.
  Aftermath(gsq::Config config, const Dut& dut, const gsq::CycleModel& model, bool data,
            CommandTracker& commands, Monitor& monitor);

  /// Runs the unit to its end, unless it rests. `offered`: the command on the port in the present
  /// cycle, of which the transfers are not watched yet.
  void run(const gsq::Command* offered, const NextCycle& next_cycle);

  /// The first wrong command. `difference` counts, too, if it is one of results.
  [[nodiscard]] WrongCommand first_wrong(const Difference& difference) const;

 private:
  /// A command in flight at the time of the failure, or accepted since.
  struct Entry {
    gsq::Transaction transaction;
    std::string label;
  };
  /// A wrong result, and the place of its command: 0 is the oldest one in flight.
  struct Found {
    std::int64_t place{};
    WrongCommand wrong;
  };

  void take_response(const gsq::Completion& completion);
  void compare_v(std::vector<Found>& found) const;
  void compare_m(std::vector<Found>& found) const;
  void compare_ub(std::vector<Found>& found) const;
  void add_writer(std::vector<Found>& found, const Writer& writer, WrongCommand wrong) const;
  template <typename Wrote>
  bool add_in_flight(std::vector<Found>& found, WrongCommand& wrong, Wrote&& wrote) const;

  gsq::Config config_;
  const Dut& dut_;
  bool data_;
  CommandTracker& commands_;
  Monitor& monitor_;
  gsq::Model golden_;  // all of the entries are executed
  gsq::Planner planner_;
  std::vector<Entry> entries_;  // oldest first
  std::size_t answered_{};      // of them
  std::optional<Found> response_;
};

}  // namespace tb
