// SPDX-License-Identifier: Apache-2.0
/// PTO by the name of its own header: an index is the number of an element, if the program does not
/// choose otherwise (gsq/kernel/pto.hpp).
#pragma once

#ifndef GSQ_PTO_INDEX
#define GSQ_PTO_INDEX element_index
#endif

#include "gsq/kernel/pto.hpp"

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
