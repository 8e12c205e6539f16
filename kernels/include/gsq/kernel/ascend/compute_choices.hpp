// SPDX-License-Identifier: Apache-2.0
/// The choices that calculations of Ascend C take, with the names and values of the documents.
#pragma once

#include <cstdint>

#include "gsq/kernel/ascend/choices.hpp"
#include "gsq/kernel/lanes/lane_arithmetic.hpp"

namespace AscendC {

using gsq::kernel::lane::RoundMode;
using CMPMODE = gsq::kernel::lane::Comparison;

/// Where memory-based Select takes its second source and its mask from.
enum class SELMODE : std::uint8_t {
  VSEL_CMPMASK_SPR = 0,
  VSEL_TENSOR_SCALAR_MODE,
  VSEL_TENSOR_TENSOR_MODE
};

/// What Reduce makes of lanes.
enum class ReduceType : std::uint8_t { SUM = 0, MAX, MIN };

/// How Exp and the logarithms are calculated: here always to the nearest number, and with
/// PRECISION_1ULP_FTZ_FALSE without replacing subnormal numbers by 0.
enum class ElementaryAlgo : std::uint8_t {
  INTRINSIC = 0,
  PRECISION_1ULP_FTZ_TRUE,
  PRECISION_1ULP_FTZ_FALSE
};
using ExpAlgo = ElementaryAlgo;
using LnAlgo = ElementaryAlgo;
using LogAlgo = ElementaryAlgo;
using Log2Algo = ElementaryAlgo;
using Log10Algo = ElementaryAlgo;

/// How Div is calculated; as above, for the two with FTZ_FALSE.
enum class DivAlgo : std::uint8_t {
  INTRINSIC = 0,
  DIFF_COMPENSATION,
  PRECISION_1ULP_FTZ_TRUE,
  PRECISION_0ULP_FTZ_TRUE,
  PRECISION_0ULP_FTZ_FALSE,
  PRECISION_1ULP_FTZ_FALSE
};

/// How Sqrt is calculated; likewise.
enum class SqrtAlgo : std::uint8_t {
  INTRINSIC = 0,
  FAST_INVERSE,
  PRECISION_1ULP_FTZ_TRUE,
  PRECISION_0ULP_FTZ_FALSE,
  PRECISION_1ULP_FTZ_FALSE
};

namespace Reg {

using AscendC::ReduceType;

/// Which of the short lanes beside each other belongs to a long one, where a call has both.
enum class RegLayout : std::int8_t { UNKNOWN = -1, ZERO, ONE, TWO, THREE };

/// Whether a conversion limits values to the range of the result.
enum class SatMode : std::int8_t { UNKNOWN = -1, NO_SAT, SAT };

/// Whether Arange counts up from its value, or down to it.
enum class IndexOrder : std::uint8_t { INCREASE_ORDER, DECREASE_ORDER };

/// Which values Histograms counts: with n lanes in the result, BIN0 those from 0 to n - 1, BIN1
/// those from n to 2n - 1, and so on.
enum class HistogramsBinType : std::uint8_t { BIN0 = 0, BIN1, BIN2, BIN3, BIN4, BIN5, BIN6, BIN7 };

/// Whether Histograms counts each value alone, or with all smaller ones.
enum class HistogramsType : std::uint8_t { FREQUENCY = 0, ACCUMULATE };

/// What PairReduceElem makes of two neighbours.
enum class PairReduce : std::uint8_t { SUM = 0 };

/// How Cast converts. UNKNOWN is for what a conversion has no choice of; it counts as ZERO, NO_SAT,
/// ZEROING, CAST_RINT.
struct CastTrait {
  RegLayout layoutMode = RegLayout::UNKNOWN;
  SatMode satMode = SatMode::UNKNOWN;
  MaskMergeMode mrgMode = MaskMergeMode::UNKNOWN;
  RoundMode roundMode = RoundMode::UNKNOWN;
};
inline constexpr CastTrait castTrait{};

/// Modes with an algorithm: a pointer to one takes the place of the MaskMergeMode.
struct ElementarySpecificMode {
  MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
  ElementaryAlgo algo = ElementaryAlgo::INTRINSIC;
};
using ExpSpecificMode = ElementarySpecificMode;
using LnSpecificMode = ElementarySpecificMode;
using LogSpecificMode = ElementarySpecificMode;
using Log2SpecificMode = ElementarySpecificMode;
using Log10SpecificMode = ElementarySpecificMode;
struct DivSpecificMode {
  MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
  bool precisionMode = false;
  DivAlgo algo = DivAlgo::INTRINSIC;
};
struct SqrtSpecificMode {
  MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
  bool precisionMode = false;
  SqrtAlgo algo = SqrtAlgo::INTRINSIC;
};

}  // namespace Reg
}  // namespace AscendC
