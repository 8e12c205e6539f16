// SPDX-License-Identifier: Apache-2.0
/// Another name under which kernels include Ascend C.
#pragma once

#include "gsq/foreign/kernel_operator.h"  // IWYU pragma: export
