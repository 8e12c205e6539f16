// SPDX-License-Identifier: Apache-2.0
/// What a launch of a kernel, k<<<blocks, bytes, stream>>>(arguments), is rewritten to.
#pragma once

#include <cstdint>

#include "gsq/kernel/launch.hpp"

namespace gsq::foreign {

/// Runs `kernel`, a function without parameters, once for each block, and waits for the end.
/// `bytes` of dynamic memory (a number or nullptr) and the stream have no meaning here. Throws
/// gsq::kernel::Error when a command of the kernel fails.
template <typename Kernel, typename Bytes, typename Stream>
void launch(std::uint64_t blocks, Bytes /*bytes*/, Stream /*stream*/, Kernel&& kernel) {
  gsq::kernel::launch_blocks(blocks, kernel);
}

}  // namespace gsq::foreign
