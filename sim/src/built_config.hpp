// SPDX-License-Identifier: Apache-2.0
/// The configuration of a build.
#pragma once

#include "gsq/config.hpp"

/// The configuration that this executable or library was built for.
const gsq::Config& built_config();
