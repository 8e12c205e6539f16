// SPDX-License-Identifier: Apache-2.0
// The command line of programs of kernels.
#pragma once

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "runtime/program_runner.hpp"

namespace gsq::kernel {

/// An error in the command line. what() is a sentence.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The options. Those of the RTL are there without one, too, so that a command line says what is
/// missing.
void add_options(CLI::App& app, ProgramOptions& options);

/// Throws UsageError for options that a program, linked with this RTL or with none, cannot follow.
void check_options(const ProgramOptions& options, const LinkedRtl* rtl);

/// The configuration that the options ask for. Throws UsageError.
Config config_of(const ProgramOptions& options);

}  // namespace gsq::kernel
