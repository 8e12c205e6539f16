// SPDX-License-Identifier: Apache-2.0
/// The gsq executable, with RTL and without.
#pragma once

#include <memory>

#include "gsq/backend.hpp"
#include "gsq/config.hpp"
#include "system/coverage_run.hpp"
#include "system/rtl_options.hpp"

/// The RTL that an executable is linked with.
struct LinkedRtl {
  const gsq::Config& config;
  std::unique_ptr<gsq::Backend> (*make)(const gsq::Config& config, const tb::RtlOptions& options);
  decltype(tb::run_for_coverage)* cover;
  decltype(tb::open_coverage)* open_coverage;
};

/// Runs the command line; the exit status. `rtl` is null without RTL.
int run_gsq(int argc, char* argv[], const LinkedRtl* rtl);
