// SPDX-License-Identifier: Apache-2.0
/// What kernels in the C API include, under its original name: registers, masks, the asc_* calls.
///
/// Add the folder gsq/foreign to the include path (-I), so that programs written for the original
/// compile unchanged but for their launches and their arrays in UB; docs/kernels/foreign.md says
/// how.
#pragma once

// Kernels use these without their own includes.
// IWYU pragma: begin_exports
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "gsq/foreign/acl/acl_base_rt.h"
#include "gsq/foreign/core.h"
#include "gsq/foreign/foreign_launch.hpp"
#include "gsq/kernel/asc.hpp"
// IWYU pragma: end_exports
