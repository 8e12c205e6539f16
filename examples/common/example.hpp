// SPDX-License-Identifier: Apache-2.0
/// What examples use of programs of kernels.
#pragma once

#include "gsq/kernel/program.hpp"

namespace example {

using gsq::kernel::in_blocks;
using gsq::kernel::kBlockWords;
using gsq::kernel::list;
using gsq::kernel::run;
using gsq::kernel::Session;

}  // namespace example
