// SPDX-License-Identifier: Apache-2.0
/// Types of the Ascend Computing Language by the older name of their header.
#pragma once

#include "gsq/foreign/acl/acl_base_rt.h"  // IWYU pragma: export
