// SPDX-License-Identifier: Apache-2.0
/// What the compiler of the original says of the core that it compiles for: one for vectors, of the
/// generation of kernels with vector functions. gsq::foreign and gsq-foreign.pc say it to the compiler,
/// for sources that ask before their first include.
#pragma once

#include <cstdint>

#include "gsq/kernel/launch.hpp"
#include "gsq/kernel/qualifiers.hpp"

// NOLINTBEGIN(bugprone-reserved-identifier): the original names
#ifndef __NPU_ARCH__
#define __NPU_ARCH__ 3510
#endif
#ifndef __CCE_AICORE__
#define __CCE_AICORE__ 310
#endif
#ifndef __DAV_VEC__
#define __DAV_VEC__ 1
#endif
// NOLINTEND(bugprone-reserved-identifier)

/// The block that runs, and how many the launch has; a block has one core.
__aicore__ inline std::int64_t get_block_idx() { return gsq::kernel::block_in_launch().index; }
__aicore__ inline std::int64_t get_block_num() { return gsq::kernel::block_in_launch().count; }
__aicore__ inline std::int64_t get_subblockid() { return 0; }
__aicore__ inline std::int64_t get_subblockdim() { return 1; }
