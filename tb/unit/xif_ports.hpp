// SPDX-License-Identifier: Apache-2.0
// The ports of a front end to the core, for benches.
#pragma once

#include <cstdint>

#include "gsq/timing/front_end.hpp"

namespace tb {

/// Sets what the core drives.
template <typename Dut>
void drive_core(Dut& dut, const gsq::FrontEndInputs& in) {
  dut.issue_valid_i = in.issue_valid;
  dut.issue_instr_i = in.instr;
  dut.issue_id_i = in.issue_id;
  dut.issue_rs_i = std::uint64_t{in.rs.rs2} << 32 | in.rs.rs1;
  dut.issue_rs_valid_i = (in.rs2_valid ? 2 : 0) | (in.rs1_valid ? 1 : 0);
  dut.commit_valid_i = in.commit_valid;
  dut.commit_id_i = in.commit_id;
  dut.commit_kill_i = in.kill;
  dut.result_ready_i = in.result_ready;
  dut.ub_req_i = in.ub_req;
}

}  // namespace tb
