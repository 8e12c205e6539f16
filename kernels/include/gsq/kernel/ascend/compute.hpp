// SPDX-License-Identifier: Apache-2.0
/// All calculations of AscendC::Reg: operations of the processor around the unit.
#pragma once

// IWYU pragma: begin_exports
#include "gsq/kernel/ascend/arithmetic.hpp"
#include "gsq/kernel/ascend/compare.hpp"
#include "gsq/kernel/ascend/compound.hpp"
#include "gsq/kernel/ascend/compute_names.hpp"
#include "gsq/kernel/ascend/convert.hpp"
#include "gsq/kernel/ascend/fill.hpp"
#include "gsq/kernel/ascend/logic.hpp"
#include "gsq/kernel/ascend/mask_logic.hpp"
#include "gsq/kernel/ascend/reduce.hpp"
// IWYU pragma: end_exports
