// SPDX-License-Identifier: Apache-2.0
// Shows the outputs that the cycle model expects, and the present commands, in waveforms.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/signal.hpp"
#include "gsq/config.hpp"
#include "gsq/timing/cycle_model.hpp"
#include "system/dut.hpp"

namespace tb {

/// Drives gsq_expected, which is part of every waveform besides the RTL.
class Expected {
 public:
  /// Program lines of commands; empty if there is none.
  struct Texts {
    std::string to_issue;  ///< the next to issue
    std::string on_banks;  ///< its accesses are on the bank ports
    std::string oldest;    ///< the next to be answered
  };

  Expected(const gsq::Config& config, const Dut& dut);

  /// At the start of a cycle that is traced, before the clock rises. `outputs`: those of the model
  /// in this cycle.
  void show(std::uint64_t cycle, const gsq::CycleOutputs& outputs, const Texts& texts);

  /// With the inputs of the cycle: the command on the port.
  void show_offered(const std::string& text) { set_text(text_offered_, text); }

  /// No outputs are expected, and none compared.
  void hide() { active_.set(0, 1, 0); }

 private:
  static void set_text(Signal& signal, const std::string& text);
  static void set_bits(Signal& signal, const std::vector<std::uint32_t>& words);

  gsq::Config config_;
  unsigned row_bits_;  // of a word address within a bank
  Signal active_, cycle_;
  Signal text_offered_, text_to_issue_, text_on_banks_, text_oldest_;
  Signal cmd_ready_, rsp_valid_, rsp_;
  Signal host_gnt_, host_rvalid_, host_err_, host_rdata_valid_, host_rdata_;
  Signal bank_req_, bank_we_, bank_read_, bank_addr_, bank_wdata_, bank_be_, bank_rdata_;
};

}  // namespace tb
