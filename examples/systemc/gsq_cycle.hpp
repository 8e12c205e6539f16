// SPDX-License-Identifier: Apache-2.0
// The golden model cycle by cycle, as a module with the command and response ports of gsq_top.
#pragma once

#include <cstdint>
#include <systemc>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/timing/cycle_model.hpp"

using CommandSignal = sc_dt::sc_bv<gsq::kCommandBits>;
using ResponseSignal = sc_dt::sc_bv<gsq::kResponseBits>;

/// 32-bit words, lowest first, as a bit vector.
template <typename Signal, typename Words>
Signal to_signal(const Words& words) {
  Signal signal;
  for (unsigned i = 0; i < words.size(); ++i) signal.set_word(static_cast<int>(i), words[i]);
  return signal;
}

/// The reverse.
template <typename Words, typename Signal>
Words to_words(const Signal& signal) {
  Words words{};
  for (unsigned i = 0; i < words.size(); ++i) words[i] = signal.get_word(static_cast<int>(i));
  return words;
}

/// All ports follow docs/reference/timing.md in every cycle. Inputs are sampled at the rising edge;
/// outputs change with it and hold for the cycle. The host port is not connected: the model has one
/// (CycleInputs::host), and memory() is a back door to the buffer.
class GsqCycle : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst_n{"rst_n"};
  sc_core::sc_in<bool> cmd_valid{"cmd_valid"};
  sc_core::sc_out<bool> cmd_ready{"cmd_ready"};
  sc_core::sc_in<CommandSignal> cmd{"cmd"};
  sc_core::sc_out<bool> rsp_valid{"rsp_valid"};
  sc_core::sc_in<bool> rsp_ready{"rsp_ready"};
  sc_core::sc_out<ResponseSignal> rsp{"rsp"};

  SC_HAS_PROCESS(GsqCycle);

  GsqCycle(const sc_core::sc_module_name& name, const gsq::Config& config)
      : sc_module(name), model_(config) {
    SC_METHOD(edge);
    sensitive << clk.pos();
    dont_initialize();
  }

  /// The model, for its back doors; use them only for data that no command in flight uses.
  gsq::CycleModel& model() { return model_; }

 private:
  void edge() {
    if (rst_n.read()) {
      gsq::CycleInputs inputs;
      gsq::Command command;
      if (cmd_valid.read()) {
        command = gsq::unpack(to_words<gsq::CommandBits>(cmd.read()));
        inputs.command = &command;
      }
      inputs.rsp_ready = rsp_ready.read();
      model_.step(inputs);
    } else {
      model_.reset();
    }
    const gsq::CycleOutputs& outputs = model_.outputs();
    cmd_ready.write(outputs.cmd_ready);
    rsp_valid.write(outputs.rsp_valid);
    if (outputs.rsp_valid) rsp.write(to_signal<ResponseSignal>(outputs.rsp));
  }

  gsq::CycleModel model_;
};
