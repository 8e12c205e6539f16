// SPDX-License-Identifier: Apache-2.0
#include "gsq/timing/occupancy.hpp"

#include "gsq/timing/cycle_model.hpp"

namespace gsq {

Occupancy CycleModel::occupancy() const {
  Occupancy all;
  all.d0 = masked_ != accepted_;
  all.d1 = decoded_ != masked_;
  all.issue_queue = static_cast<unsigned>(decoded_ - issued_);
  for (unsigned stage = 0; stage <= last_stage_; ++stage) {
    if (pipe_[stage] != nullptr) all.compute |= 1U << stage;
  }
  all.memory_queue = queued_;
  for (unsigned stage = 0; stage < access_.size(); ++stage) {
    if (access_[stage].command != nullptr) all.access |= 1U << stage;
  }
  all.window = static_cast<unsigned>(banks_.groups());
  all.x = on_banks() != nullptr;
  all.data = r1_ != nullptr;
  all.write = r2_ != nullptr;
  all.responses = static_cast<unsigned>(issued_ - answered_);
  all.host_queue = host_queued_;
  all.host_waited = host_waited_;
  all.host_served = host_served_;
  all.host_wins = host_wins_;
  return all;
}

}  // namespace gsq
