// SPDX-License-Identifier: Apache-2.0
// The RTL as a backend, for code that does not include the Verilated model.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "gsq/backend.hpp"
#include "gsq/config.hpp"
#include "system/rtl_options.hpp"

namespace tb {

/// A signal ended the run, which is not an error of it. what(): after how many cycles.
class Interrupted : public std::runtime_error {
 public:
  Interrupted(int signal, const std::string& what) : std::runtime_error(what), signal_(signal) {}

  [[nodiscard]] int signal() const { return signal_; }

 private:
  int signal_;
};

/// Elaborates the SystemC testbench around the Verilated unit of this build, whose configuration
/// must be `config`. At most one in a process at a time, from within sc_main. Throws
/// std::invalid_argument when an option is out of range, std::runtime_error when the waveform
/// cannot be opened.
std::unique_ptr<gsq::Backend> make_rtl_backend(const gsq::Config& config,
                                               const RtlOptions& options);

}  // namespace tb
