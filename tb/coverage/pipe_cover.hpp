// SPDX-License-Identifier: Apache-2.0
// Covergroups of cycles: stages, queues, causes to wait, the window, the host port, resets.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "common/coverage.hpp"
#include "coverage/command_cover.hpp"
#include "gsq/timing/cycle_model.hpp"

namespace tb {

/// The groups of cycles. Bins come from docs/reference/timing.md.
class PipeCover {
 public:
  PipeCover(const gsq::Config& config, Coverage& coverage);

  /// Counts a cycle out of reset. `flight`: the commands that are accepted and not answered, oldest
  /// first.
  void cycle(const gsq::CycleModel& model, const gsq::CycleInputs& inputs,
             const std::deque<SeenCommand>& flight);
  /// A run begins: nothing is in flight, and nothing has written V.
  void begin_run();
  /// A command is accepted: the state of its registers, and accesses of the host before it.
  void accept(const SeenCommand& seen);
  void answer(const SeenCommand& seen);
  /// A cycle of reset begins with this state.
  void reset(const gsq::CycleModel& model, const std::deque<SeenCommand>& flight);

 private:
  struct HostBytes {
    bool write{};
    std::vector<Bytes> bytes;
  };

  void add_stage_groups(Coverage& coverage);
  void add_wait_groups(Coverage& coverage);
  void add_bank_groups(Coverage& coverage);
  void add_host_groups(Coverage& coverage);
  void add_reset_groups(Coverage& coverage);
  void hit_stages(const gsq::Occupancy& now);
  void hit_waits(const std::vector<gsq::Whereabouts>& all, const gsq::Occupancy& now,
                 const std::deque<SeenCommand>& flight);
  void hit_banks(const gsq::CycleModel& model, const gsq::Occupancy& now);
  void hit_host(const gsq::CycleModel& model, const gsq::CycleInputs& inputs,
                const gsq::Occupancy& now, const std::deque<SeenCommand>& flight);
  void hit_ports(const gsq::CycleModel& model, const gsq::CycleInputs& inputs);
  void host_transfer(const gsq::HostRequest& request, const std::deque<SeenCommand>& flight);

  gsq::Config config_;
  std::uint32_t stages_;              // of the compute pipe
  std::deque<SeenCommand> answered_;  // the youngest few
  std::deque<HostBytes> host_;        // the youngest few accesses
  std::uint32_t written_{};           // bit i: Vi was written since the last reset
  bool after_reset_{};                // no command yet since a reset
  unsigned command_waits_{};
  unsigned response_waits_{};
  std::deque<gsq::HostRequest> host_queue_;
  bool host_served_last_{};    // in the last cycle
  bool host_served_before_{};  // in the one before that
  struct Access {
    const gsq::Transaction* command{};
    std::uint32_t row{};
  };
  std::vector<Access> last_;  // by bank: what it was accessed by in the last cycle

  Covergroup* front_{};
  Covergroup* compute_{};
  Covergroup* queue_{};
  Covergroup* access_{};
  Covergroup* end_{};
  Covergroup* responses_{};
  Covergroup* waits_{};
  Covergroup* register_waits_{};
  Covergroup* window_{};
  Covergroup* losers_{};
  Covergroup* local_{};
  Covergroup* stay_{};
  Covergroup* busy_{};
  Covergroup* host_served_{};
  Covergroup* host_bytes_{};
  Covergroup* host_shares_{};
  Covergroup* host_order_{};
  Covergroup* ports_{};
  Covergroup* reset_{};
  Covergroup* reset_host_{};
  Covergroup* reset_partial_{};
  Covergroup* after_reset_group_{};
  Covergroup* fresh_{};
};

}  // namespace tb
