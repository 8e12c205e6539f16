// SPDX-License-Identifier: Apache-2.0
/// What operators ask the platform library for.
#pragma once

#include <cstdint>

#include "gsq/foreign/kernel_operator.h"      // IWYU pragma: export
#include "gsq/foreign/op_kernel/math_util.h"  // IWYU pragma: export

namespace Ops::Base {

/// Bytes of a block in UB, and of a vector register.
__aicore__ constexpr inline std::uint32_t GetUbBlockSize() { return 32; }
__aicore__ constexpr inline std::uint32_t GetVRegSize() { return AscendC::VECTOR_REG_WIDTH; }

}  // namespace Ops::Base
