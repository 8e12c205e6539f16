// SPDX-License-Identifier: Apache-2.0
/// PTO: tiles in UB, scatter and gather of their elements, calculations on them and comparisons.
///
/// **What does an index mean?** The number of a row, as the document of TSCATTER says:
/// dst[idx[i,j], j] = src[i,j], and dst keeps its other elements. This is so under every name of
/// this header.
///
/// PTO's newer documents, implementations and tests have another answer: the number of an element,
/// and TSCATTER zeroes dst first. A program that is written for these says so before the include:
///
///     #define GSQ_PTO_INDEX element_index
///     #include <pto/pto-inst.hpp>
///
/// The macro is the namespace whose TSCATTER and TGATHER are in pto, row_index or element_index;
/// those of the other one can be called by their names.
#pragma once

#include "gsq/kernel/pto/elementwise.hpp"
#include "gsq/kernel/pto/events.hpp"
#include "gsq/kernel/pto/memory.hpp"
#include "gsq/kernel/pto/scatter_gather.hpp"
#include "gsq/kernel/pto/tile.hpp"
#include "gsq/kernel/pto/tile_compare.hpp"

#ifndef GSQ_PTO_INDEX
#define GSQ_PTO_INDEX row_index
#endif

namespace pto {

using GSQ_PTO_INDEX::TGATHER;
using GSQ_PTO_INDEX::TSCATTER;

}  // namespace pto
