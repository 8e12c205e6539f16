// SPDX-License-Identifier: Apache-2.0
/// Ascend C on the unit in use: registers (AscendC::Reg) and tensors (AscendC::LocalTensor).
#pragma once

#include "gsq/kernel/ascend_reg.hpp"     // IWYU pragma: export
#include "gsq/kernel/ascend_tensor.hpp"  // IWYU pragma: export
