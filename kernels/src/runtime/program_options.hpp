// SPDX-License-Identifier: Apache-2.0
// The command line of programs of kernels.
#pragma once

#include "runtime/program_runner.hpp"

namespace CLI {
class App;
}

namespace gsq::kernel {

/// The options. Those of the RTL are there without one, too, so that a command line says what is
/// missing.
void add_options(CLI::App& app, ProgramOptions& options);

/// Throws UsageError for options that a program, linked with this RTL or with none, cannot follow.
void check_options(const ProgramOptions& options, const LinkedRtl* rtl);

}  // namespace gsq::kernel
