// SPDX-License-Identifier: Apache-2.0
/// PTO: tiles in UB, scatter and gather of their elements.
///
/// **What does an index mean?** PTO's documents give two answers. Choose one before the include:
///
///     #define GSQ_PTO_INDEX element_index   // number of an element; TSCATTER zeroes dst first
///     #define GSQ_PTO_INDEX row_index       // number of a row; dst keeps its other elements
///     #include "gsq/kernel/pto.hpp"
///
/// The first is that of the present documents, implementations and tests, and the default of
/// <pto/pto-inst.hpp>; the second is that of an older document, and the default here. It is the
/// namespace whose TSCATTER and TGATHER are in pto; the other ones can be called by their names.
#pragma once

#include "gsq/kernel/pto/events.hpp"
#include "gsq/kernel/pto/memory.hpp"
#include "gsq/kernel/pto/scatter_gather.hpp"
#include "gsq/kernel/pto/tile.hpp"

#ifndef GSQ_PTO_INDEX
#define GSQ_PTO_INDEX row_index
#endif

namespace pto {

using GSQ_PTO_INDEX::TGATHER;
using GSQ_PTO_INDEX::TSCATTER;

}  // namespace pto
