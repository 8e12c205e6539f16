// SPDX-License-Identifier: Apache-2.0
// The RTL as a backend, for code that does not include the Verilated model.
#pragma once

#include <memory>

#include "gsq/backend.hpp"
#include "gsq/config.hpp"
#include "system/rtl_options.hpp"

namespace tb {

/// Elaborates the SystemC testbench around the Verilated unit of this build, whose configuration
/// must be `config`. At most one in a process at a time, from within sc_main. Throws
/// std::invalid_argument when an option is out of range, std::runtime_error when the waveform
/// cannot be opened.
std::unique_ptr<gsq::Backend> make_rtl_backend(const gsq::Config& config,
                                               const RtlOptions& options);

}  // namespace tb
