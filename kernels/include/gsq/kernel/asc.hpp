// SPDX-License-Identifier: Apache-2.0
/// The C API of register kernels: vector_* registers, vector_bool masks and the asc_* calls.
///
/// All names are global, as in the original. Calls queue commands of the unit or operations of the
/// processor and return; those with a result wait. A failing command throws gsq::kernel::Error at
/// the next point that waits, with the name of the call, the lane and the address. A pointer that
/// does not point to UB is rejected at once. Lane counts are those of the unit in use: N(w) = VL /
/// w lanes of w bytes.
#pragma once

// IWYU pragma: begin_exports
#include "gsq/kernel/asc/asc_arithmetic.hpp"
#include "gsq/kernel/asc/asc_convert.hpp"
#include "gsq/kernel/asc/asc_core.hpp"
#include "gsq/kernel/asc/asc_gather.hpp"
#include "gsq/kernel/asc/asc_lanes.hpp"
#include "gsq/kernel/asc/asc_loads.hpp"
#include "gsq/kernel/asc/asc_rearrange.hpp"
#include "gsq/kernel/asc/asc_registers.hpp"
#include "gsq/kernel/asc/asc_stores.hpp"
#include "gsq/kernel/ub_array.hpp"
// IWYU pragma: end_exports
