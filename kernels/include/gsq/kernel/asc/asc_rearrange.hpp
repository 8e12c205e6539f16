// SPDX-License-Identifier: Apache-2.0
/// Rearrangement and reduction of the C API: the calls of AscendC::Reg under other names. Each is
/// an operation of the processor.
#pragma once

#include <cstdint>

#include "gsq/kernel/asc/asc_forward.hpp"
#include "gsq/kernel/asc/asc_registers.hpp"
#include "gsq/kernel/ascend/mask_logic.hpp"
#include "gsq/kernel/ascend/rearrange.hpp"
#include "gsq/kernel/ascend/reduce.hpp"

/// Lanes of src0 and src1 in turn: the first half in dst0, the second in dst1.
GSQ_ASC_PAIR(asc_intlv, Interleave)
/// The same of masks of lanes of 1 byte.
GSQ_ASC_MASK_PAIR(asc_intlv_b8, Interleave<std::uint8_t>)
/// The same of masks of lanes of 2 bytes.
GSQ_ASC_MASK_PAIR(asc_intlv_b16, Interleave<std::uint16_t>)
/// The same of masks of lanes of 4 bytes.
GSQ_ASC_MASK_PAIR(asc_intlv_b32, Interleave<std::uint32_t>)
/// The lanes with even numbers of src0 and then src1 in dst0, the others in dst1.
GSQ_ASC_PAIR(asc_deintlv, DeInterleave)
/// The same of masks of lanes of 1 byte.
GSQ_ASC_MASK_PAIR(asc_deintlv_b8, DeInterleave<std::uint8_t>)
/// The same of masks of lanes of 2 bytes.
GSQ_ASC_MASK_PAIR(asc_deintlv_b16, DeInterleave<std::uint16_t>)
/// The same of masks of lanes of 4 bytes.
GSQ_ASC_MASK_PAIR(asc_deintlv_b32, DeInterleave<std::uint32_t>)
/// The lower halves of all lanes in the lower half of dst; 0 elsewhere.
GSQ_ASC_RESIZE(asc_pack_to_low, Pack<D, T, AscendC::Reg::HighLowPart::LOWEST>)
/// Every second bit.
GSQ_ASC_MASK_RESIZE(asc_pack_to_low, Pack<AscendC::Reg::HighLowPart::LOWEST>)
/// The older name.
GSQ_ASC_RESIZE(asc_pack, Pack<D, T, AscendC::Reg::HighLowPart::LOWEST>)
/// Every second bit.
GSQ_ASC_MASK_RESIZE(asc_pack, Pack<AscendC::Reg::HighLowPart::LOWEST>)
/// The lower halves of all lanes in the upper half of dst; 0 elsewhere.
GSQ_ASC_RESIZE(asc_pack_to_high, Pack<D, T, AscendC::Reg::HighLowPart::HIGHEST>)
/// Every second bit.
GSQ_ASC_MASK_RESIZE(asc_pack_to_high, Pack<AscendC::Reg::HighLowPart::HIGHEST>)
/// The older name.
GSQ_ASC_RESIZE(asc_pack_v2, Pack<D, T, AscendC::Reg::HighLowPart::HIGHEST>)
/// Every second bit.
GSQ_ASC_MASK_RESIZE(asc_pack_v2, Pack<AscendC::Reg::HighLowPart::HIGHEST>)
/// The lanes in the lower half of src, extended to twice their length by zeros or their sign.
GSQ_ASC_RESIZE(asc_unpack_lower, UnPack<D, T, AscendC::Reg::HighLowPart::LOWEST>)
/// The bits in the lower half, each followed by a 0.
GSQ_ASC_MASK_RESIZE(asc_unpack_lower, UnPack<AscendC::Reg::HighLowPart::LOWEST>)
/// The lanes in the upper half of src, extended to twice their length by zeros or their sign.
GSQ_ASC_RESIZE(asc_unpack_upper, UnPack<D, T, AscendC::Reg::HighLowPart::HIGHEST>)
/// The bits in the upper half, each followed by a 0.
GSQ_ASC_MASK_RESIZE(asc_unpack_upper, UnPack<AscendC::Reg::HighLowPart::HIGHEST>)
/// The sum of the selected lanes in lane 0.
GSQ_ASC_REDUCE(asc_reduce_sum, Reduce<AscendC::Reg::ReduceType::SUM>)
/// The same within blocks of 32 bytes, without lane numbers.
GSQ_ASC_REDUCE(asc_reduce_sum_datablock, ReduceDataBlock<AscendC::Reg::ReduceType::SUM, D, T>)
/// The largest selected lane in lane 0, its number in lane 1.
GSQ_ASC_REDUCE(asc_reduce_max, Reduce<AscendC::Reg::ReduceType::MAX>)
/// The same within blocks of 32 bytes, without lane numbers.
GSQ_ASC_REDUCE(asc_reduce_max_datablock, ReduceDataBlock<AscendC::Reg::ReduceType::MAX, D, T>)
/// The smallest selected lane in lane 0, its number in lane 1.
GSQ_ASC_REDUCE(asc_reduce_min, Reduce<AscendC::Reg::ReduceType::MIN>)
/// The same within blocks of 32 bytes, without lane numbers.
GSQ_ASC_REDUCE(asc_reduce_min_datablock, ReduceDataBlock<AscendC::Reg::ReduceType::MIN, D, T>)
/// The sums of neighbours in the lower half of dst.
GSQ_ASC_UNARY(asc_pair_reduce_sum, PairReduceElem)
/// Adds how often each value occurs; bin0 as in Histograms.
GSQ_ASC_HISTOGRAM(asc_frequency_histogram_bin0,
                  Histograms<std::uint8_t, std::uint16_t, AscendC::Reg::HistogramsBinType::BIN0,
                             AscendC::Reg::HistogramsType::FREQUENCY>)
/// Adds how often each value occurs; bin1 as in Histograms.
GSQ_ASC_HISTOGRAM(asc_frequency_histogram_bin1,
                  Histograms<std::uint8_t, std::uint16_t, AscendC::Reg::HistogramsBinType::BIN1,
                             AscendC::Reg::HistogramsType::FREQUENCY>)
/// Adds how many lanes are at most each value; bin0 as in Histograms.
GSQ_ASC_HISTOGRAM(asc_cumulative_histogram_bin0,
                  Histograms<std::uint8_t, std::uint16_t, AscendC::Reg::HistogramsBinType::BIN0,
                             AscendC::Reg::HistogramsType::ACCUMULATE>)
/// Adds how many lanes are at most each value; bin1 as in Histograms.
GSQ_ASC_HISTOGRAM(asc_cumulative_histogram_bin1,
                  Histograms<std::uint8_t, std::uint16_t, AscendC::Reg::HistogramsBinType::BIN1,
                             AscendC::Reg::HistogramsType::ACCUMULATE>)
