// SPDX-License-Identifier: Apache-2.0
/// The Ascend Computing Language: what host programs of kernels use of it.
#pragma once

// IWYU pragma: begin_exports
#include "gsq/foreign/acl/acl_base.h"
#include "gsq/foreign/acl/acl_rt.h"
// IWYU pragma: end_exports
