// SPDX-License-Identifier: Apache-2.0
/// Rearrangement and reduction of the C API: the calls of AscendC::Reg under other names. Each is
/// an operation of the processor.
#pragma once

#include <cstdint>

#include "gsq/kernel/asc/asc_registers.hpp"
#include "gsq/kernel/ascend/mask_logic.hpp"
#include "gsq/kernel/ascend/rearrange.hpp"
#include "gsq/kernel/ascend/reduce.hpp"

/// Lanes of src0 and src1 in turn: the first half in dst0, the second in dst1.
template <typename T>
__simd_callee__ inline void asc_intlv(
    gsq::kernel::asc::Vector<T>& dst0, gsq::kernel::asc::Vector<T>& dst1,
    const gsq::kernel::asc::Vector<T>& src0, const gsq::kernel::asc::Vector<T>& src1,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_intlv")) {
  AscendC::Reg::Interleave(dst0, dst1, src0, src1, call);
}

/// The same of masks of lanes of 1 byte.
__simd_callee__ inline void asc_intlv_b8(
    vector_bool& dst0, vector_bool& dst1, const vector_bool& src0, const vector_bool& src1,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_intlv_b8")) {
  AscendC::Reg::Interleave<std::uint8_t>(dst0, dst1, src0, src1, call);
}

/// The same of masks of lanes of 2 bytes.
__simd_callee__ inline void asc_intlv_b16(
    vector_bool& dst0, vector_bool& dst1, const vector_bool& src0, const vector_bool& src1,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_intlv_b16")) {
  AscendC::Reg::Interleave<std::uint16_t>(dst0, dst1, src0, src1, call);
}

/// The same of masks of lanes of 4 bytes.
__simd_callee__ inline void asc_intlv_b32(
    vector_bool& dst0, vector_bool& dst1, const vector_bool& src0, const vector_bool& src1,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_intlv_b32")) {
  AscendC::Reg::Interleave<std::uint32_t>(dst0, dst1, src0, src1, call);
}

/// The lanes with even numbers of src0 and then src1 in dst0, the others in dst1.
template <typename T>
__simd_callee__ inline void asc_deintlv(
    gsq::kernel::asc::Vector<T>& dst0, gsq::kernel::asc::Vector<T>& dst1,
    const gsq::kernel::asc::Vector<T>& src0, const gsq::kernel::asc::Vector<T>& src1,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_deintlv")) {
  AscendC::Reg::DeInterleave(dst0, dst1, src0, src1, call);
}

/// The same of masks of lanes of 1 byte.
__simd_callee__ inline void asc_deintlv_b8(
    vector_bool& dst0, vector_bool& dst1, const vector_bool& src0, const vector_bool& src1,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_deintlv_b8")) {
  AscendC::Reg::DeInterleave<std::uint8_t>(dst0, dst1, src0, src1, call);
}

/// The same of masks of lanes of 2 bytes.
__simd_callee__ inline void asc_deintlv_b16(
    vector_bool& dst0, vector_bool& dst1, const vector_bool& src0, const vector_bool& src1,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_deintlv_b16")) {
  AscendC::Reg::DeInterleave<std::uint16_t>(dst0, dst1, src0, src1, call);
}

/// The same of masks of lanes of 4 bytes.
__simd_callee__ inline void asc_deintlv_b32(
    vector_bool& dst0, vector_bool& dst1, const vector_bool& src0, const vector_bool& src1,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_deintlv_b32")) {
  AscendC::Reg::DeInterleave<std::uint32_t>(dst0, dst1, src0, src1, call);
}

/// The lower halves of all lanes in the lower half of dst; 0 elsewhere.
template <typename D, typename T>
__simd_callee__ inline void asc_pack_to_low(
    gsq::kernel::asc::Vector<D>& dst, const gsq::kernel::asc::Vector<T>& src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_pack_to_low")) {
  AscendC::Reg::Pack<D, T, AscendC::Reg::HighLowPart::LOWEST>(dst, src, call);
}

/// Every second bit.
__simd_callee__ inline void asc_pack_to_low(
    vector_bool& dst, const vector_bool& src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_pack_to_low")) {
  AscendC::Reg::Pack<AscendC::Reg::HighLowPart::LOWEST>(dst, src, call);
}

/// The older name.
template <typename D, typename T>
__simd_callee__ inline void asc_pack(
    gsq::kernel::asc::Vector<D>& dst, const gsq::kernel::asc::Vector<T>& src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_pack")) {
  AscendC::Reg::Pack<D, T, AscendC::Reg::HighLowPart::LOWEST>(dst, src, call);
}

/// Every second bit.
__simd_callee__ inline void asc_pack(
    vector_bool& dst, const vector_bool& src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_pack")) {
  AscendC::Reg::Pack<AscendC::Reg::HighLowPart::LOWEST>(dst, src, call);
}

/// The lower halves of all lanes in the upper half of dst; 0 elsewhere.
template <typename D, typename T>
__simd_callee__ inline void asc_pack_to_high(
    gsq::kernel::asc::Vector<D>& dst, const gsq::kernel::asc::Vector<T>& src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_pack_to_high")) {
  AscendC::Reg::Pack<D, T, AscendC::Reg::HighLowPart::HIGHEST>(dst, src, call);
}

/// Every second bit.
__simd_callee__ inline void asc_pack_to_high(
    vector_bool& dst, const vector_bool& src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_pack_to_high")) {
  AscendC::Reg::Pack<AscendC::Reg::HighLowPart::HIGHEST>(dst, src, call);
}

/// The older name.
template <typename D, typename T>
__simd_callee__ inline void asc_pack_v2(
    gsq::kernel::asc::Vector<D>& dst, const gsq::kernel::asc::Vector<T>& src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_pack_v2")) {
  AscendC::Reg::Pack<D, T, AscendC::Reg::HighLowPart::HIGHEST>(dst, src, call);
}

/// Every second bit.
__simd_callee__ inline void asc_pack_v2(
    vector_bool& dst, const vector_bool& src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_pack_v2")) {
  AscendC::Reg::Pack<AscendC::Reg::HighLowPart::HIGHEST>(dst, src, call);
}

/// The lanes in the lower half of src, extended to twice their length by zeros or their sign.
template <typename D, typename T>
__simd_callee__ inline void asc_unpack_lower(
    gsq::kernel::asc::Vector<D>& dst, const gsq::kernel::asc::Vector<T>& src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_unpack_lower")) {
  AscendC::Reg::UnPack<D, T, AscendC::Reg::HighLowPart::LOWEST>(dst, src, call);
}

/// The bits in the lower half, each followed by a 0.
__simd_callee__ inline void asc_unpack_lower(
    vector_bool& dst, const vector_bool& src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_unpack_lower")) {
  AscendC::Reg::UnPack<AscendC::Reg::HighLowPart::LOWEST>(dst, src, call);
}

/// The lanes in the upper half of src, extended to twice their length by zeros or their sign.
template <typename D, typename T>
__simd_callee__ inline void asc_unpack_upper(
    gsq::kernel::asc::Vector<D>& dst, const gsq::kernel::asc::Vector<T>& src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_unpack_upper")) {
  AscendC::Reg::UnPack<D, T, AscendC::Reg::HighLowPart::HIGHEST>(dst, src, call);
}

/// The bits in the upper half, each followed by a 0.
__simd_callee__ inline void asc_unpack_upper(
    vector_bool& dst, const vector_bool& src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_unpack_upper")) {
  AscendC::Reg::UnPack<AscendC::Reg::HighLowPart::HIGHEST>(dst, src, call);
}

/// The sum of the selected lanes in lane 0.
template <typename D, typename T>
__simd_callee__ inline void asc_reduce_sum(
    gsq::kernel::asc::Vector<D>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_reduce_sum")) {
  AscendC::Reg::Reduce<AscendC::Reg::ReduceType::SUM>(dst, src, mask, call);
}

/// The same within blocks of 32 bytes, without lane numbers.
template <typename D, typename T>
__simd_callee__ inline void asc_reduce_sum_datablock(
    gsq::kernel::asc::Vector<D>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_reduce_sum_datablock")) {
  AscendC::Reg::ReduceDataBlock<AscendC::Reg::ReduceType::SUM, D, T>(dst, src, mask, call);
}

/// The largest selected lane in lane 0, its number in lane 1.
template <typename D, typename T>
__simd_callee__ inline void asc_reduce_max(
    gsq::kernel::asc::Vector<D>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_reduce_max")) {
  AscendC::Reg::Reduce<AscendC::Reg::ReduceType::MAX>(dst, src, mask, call);
}

/// The same within blocks of 32 bytes, without lane numbers.
template <typename D, typename T>
__simd_callee__ inline void asc_reduce_max_datablock(
    gsq::kernel::asc::Vector<D>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_reduce_max_datablock")) {
  AscendC::Reg::ReduceDataBlock<AscendC::Reg::ReduceType::MAX, D, T>(dst, src, mask, call);
}

/// The smallest selected lane in lane 0, its number in lane 1.
template <typename D, typename T>
__simd_callee__ inline void asc_reduce_min(
    gsq::kernel::asc::Vector<D>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_reduce_min")) {
  AscendC::Reg::Reduce<AscendC::Reg::ReduceType::MIN>(dst, src, mask, call);
}

/// The same within blocks of 32 bytes, without lane numbers.
template <typename D, typename T>
__simd_callee__ inline void asc_reduce_min_datablock(
    gsq::kernel::asc::Vector<D>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_reduce_min_datablock")) {
  AscendC::Reg::ReduceDataBlock<AscendC::Reg::ReduceType::MIN, D, T>(dst, src, mask, call);
}

/// The sums of neighbours in the lower half of dst.
template <typename T>
__simd_callee__ inline void asc_pair_reduce_sum(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_pair_reduce_sum")) {
  AscendC::Reg::PairReduceElem(dst, src, mask, call);
}

/// Adds how often each value occurs; bin0 as in Histograms.
__simd_callee__ inline void asc_frequency_histogram_bin0(
    vector_uint16_t& dst, const vector_uint8_t& src, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_frequency_histogram_bin0")) {
  AscendC::Reg::Histograms<std::uint8_t, std::uint16_t, AscendC::Reg::HistogramsBinType::BIN0,
                           AscendC::Reg::HistogramsType::FREQUENCY>(dst, src, mask, call);
}

/// Adds how often each value occurs; bin1 as in Histograms.
__simd_callee__ inline void asc_frequency_histogram_bin1(
    vector_uint16_t& dst, const vector_uint8_t& src, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_frequency_histogram_bin1")) {
  AscendC::Reg::Histograms<std::uint8_t, std::uint16_t, AscendC::Reg::HistogramsBinType::BIN1,
                           AscendC::Reg::HistogramsType::FREQUENCY>(dst, src, mask, call);
}

/// Adds how many lanes are at most each value; bin0 as in Histograms.
__simd_callee__ inline void asc_cumulative_histogram_bin0(
    vector_uint16_t& dst, const vector_uint8_t& src, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_cumulative_histogram_bin0")) {
  AscendC::Reg::Histograms<std::uint8_t, std::uint16_t, AscendC::Reg::HistogramsBinType::BIN0,
                           AscendC::Reg::HistogramsType::ACCUMULATE>(dst, src, mask, call);
}

/// Adds how many lanes are at most each value; bin1 as in Histograms.
__simd_callee__ inline void asc_cumulative_histogram_bin1(
    vector_uint16_t& dst, const vector_uint8_t& src, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_cumulative_histogram_bin1")) {
  AscendC::Reg::Histograms<std::uint8_t, std::uint16_t, AscendC::Reg::HistogramsBinType::BIN1,
                           AscendC::Reg::HistogramsType::ACCUMULATE>(dst, src, mask, call);
}
