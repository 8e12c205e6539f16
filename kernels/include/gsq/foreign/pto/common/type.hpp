// SPDX-License-Identifier: Apache-2.0
/// PTO by the name of its own header. An index of a tile is a row, if the program does not choose
/// otherwise (gsq/kernel/pto.hpp). Host calls are there, too: tests of PTO use them without acl.h.
#pragma once

// IWYU pragma: begin_exports
#include "gsq/foreign/acl/acl.h"
#include "gsq/foreign/core.h"
#include "gsq/kernel/pto.hpp"
// IWYU pragma: end_exports

// Qualifiers of PTO's own sources.
// NOLINTBEGIN(bugprone-reserved-identifier)
#define AICORE
#define PTO_INST inline
#define PTO_INTERNAL inline
#define PTO_INLINE inline
#define __tf__
#define __in__
#define __out__
// NOLINTEND(bugprone-reserved-identifier)
