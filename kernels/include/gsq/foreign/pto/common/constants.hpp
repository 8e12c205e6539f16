// SPDX-License-Identifier: Apache-2.0
/// PTO by the name of its own header.
#pragma once

#include "pto/common/type.hpp"
