// SPDX-License-Identifier: Apache-2.0
/// Ascend C on the unit in use: registers (AscendC::Reg) and tensors (AscendC::LocalTensor).
#pragma once

// IWYU pragma: begin_exports
#include "gsq/kernel/ascend/address.hpp"
#include "gsq/kernel/ascend/compute.hpp"
#include "gsq/kernel/ascend/functions.hpp"
#include "gsq/kernel/ascend/gather.hpp"
#include "gsq/kernel/ascend/global_tensor.hpp"
#include "gsq/kernel/ascend/loads.hpp"
#include "gsq/kernel/ascend/masks.hpp"
#include "gsq/kernel/ascend/move_mask.hpp"
#include "gsq/kernel/ascend/names.hpp"
#include "gsq/kernel/ascend/pipe.hpp"
#include "gsq/kernel/ascend/rearrange.hpp"
#include "gsq/kernel/ascend/registers.hpp"
#include "gsq/kernel/ascend/squeeze.hpp"
#include "gsq/kernel/ascend/stores.hpp"
#include "gsq/kernel/ascend/sync.hpp"
#include "gsq/kernel/ascend/tensor_compute.hpp"
#include "gsq/kernel/ascend/tensor_gather.hpp"
#include "gsq/kernel/ascend/tensor_reduce.hpp"
#include "gsq/kernel/ascend/tensor_select.hpp"
#include "gsq/kernel/ascend/unaligned.hpp"
#include "gsq/kernel/ascend/vector_mask.hpp"
// IWYU pragma: end_exports
