// SPDX-License-Identifier: Apache-2.0
/// Conversions of the C API: Cast and Truncate of AscendC::Reg under other names. Each is an
/// operation of the processor. The mask selects lanes of src; the others become 0.
///
/// The name says the types, and then: how it rounds (_rn to the nearest, ties to even; _rna ties
/// away from 0; _rd down, _ru up, _rz towards 0, _ro to odd); _sat, that values out of range become
/// the limit; _v2 to _v4, that of the shorter lanes beside each other the second to fourth take
/// part.
#pragma once

#include <cstdint>

#include "gsq/kernel/asc/asc_forward.hpp"
#include "gsq/kernel/asc/asc_registers.hpp"
#include "gsq/kernel/ascend/convert.hpp"

/// Values without a fraction in the same type, rounded to the nearest, ties to even.
GSQ_ASC_UNARY(asc_rint, Truncate<T, AscendC::RoundMode::CAST_RINT>)
/// Values without a fraction in the same type, rounded to the nearest, ties away from 0.
GSQ_ASC_UNARY(asc_round, Truncate<T, AscendC::RoundMode::CAST_ROUND>)
/// Values without a fraction in the same type, rounded down.
GSQ_ASC_UNARY(asc_floor, Truncate<T, AscendC::RoundMode::CAST_FLOOR>)
/// Values without a fraction in the same type, rounded up.
GSQ_ASC_UNARY(asc_ceil, Truncate<T, AscendC::RoundMode::CAST_CEIL>)
/// Values without a fraction in the same type, rounded towards 0.
GSQ_ASC_UNARY(asc_trunc, Truncate<T, AscendC::RoundMode::CAST_TRUNC>)

// asc_convert.cpp defines what is only declared here: there are so many that every kernel would
// take seconds longer to compile.
#ifndef GSQ_ASC_CONVERT
#define GSQ_ASC_CONVERT(NAME, D, T, ROUND, SATURATION, LAYOUT)                               \
  __simd_callee__ void NAME(gsq::kernel::asc::Vector<D>& dst,                                \
                            const gsq::kernel::asc::Vector<T>& src, const vector_bool& mask, \
                            const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME));
#endif

#define GSQ_ASC_CONVERT_2(NAME, D, T, ROUND, SATURATION) \
  GSQ_ASC_CONVERT(NAME, D, T, ROUND, SATURATION, ZERO)   \
  GSQ_ASC_CONVERT(NAME##_v2, D, T, ROUND, SATURATION, ONE)
#define GSQ_ASC_CONVERT_4(NAME, D, T, ROUND, SATURATION)   \
  GSQ_ASC_CONVERT_2(NAME, D, T, ROUND, SATURATION)         \
  GSQ_ASC_CONVERT(NAME##_v3, D, T, ROUND, SATURATION, TWO) \
  GSQ_ASC_CONVERT(NAME##_v4, D, T, ROUND, SATURATION, THREE)
#define GSQ_ASC_CONVERT_1(NAME, D, T, ROUND, SATURATION) \
  GSQ_ASC_CONVERT(NAME, D, T, ROUND, SATURATION, ZERO)

// By the number of layouts: without a choice of the range, and with both.
#define GSQ_ASC_WRAPPING(LAYOUTS, NAME, D, T, ROUND) \
  GSQ_ASC_CONVERT_##LAYOUTS(NAME, D, T, ROUND, NO_SAT)
#define GSQ_ASC_BOTH(LAYOUTS, NAME, D, T, ROUND)       \
  GSQ_ASC_CONVERT_##LAYOUTS(NAME, D, T, ROUND, NO_SAT) \
      GSQ_ASC_CONVERT_##LAYOUTS(NAME##_sat, D, T, ROUND, SAT)
#define GSQ_ASC_ROUNDED(RANGE, LAYOUTS, NAME, D, T)                \
  GSQ_ASC_##RANGE(LAYOUTS, NAME##_rn, D, T, CAST_RINT)             \
      GSQ_ASC_##RANGE(LAYOUTS, NAME##_rna, D, T, CAST_ROUND)       \
          GSQ_ASC_##RANGE(LAYOUTS, NAME##_rd, D, T, CAST_FLOOR)    \
              GSQ_ASC_##RANGE(LAYOUTS, NAME##_ru, D, T, CAST_CEIL) \
                  GSQ_ASC_##RANGE(LAYOUTS, NAME##_rz, D, T, CAST_TRUNC)

GSQ_ASC_ROUNDED(BOTH, 2, asc_half2int8, std::int8_t, half)
GSQ_ASC_ROUNDED(BOTH, 2, asc_half2uint8, std::uint8_t, half)
GSQ_ASC_ROUNDED(BOTH, 1, asc_half2int16, std::int16_t, half)
GSQ_ASC_ROUNDED(WRAPPING, 2, asc_half2int32, std::int32_t, half)
GSQ_ASC_ROUNDED(WRAPPING, 1, asc_half2bfloat16, bfloat16_t, half)
GSQ_ASC_WRAPPING(2, asc_half2float, float, half, UNKNOWN)
GSQ_ASC_WRAPPING(2, asc_bfloat162float, float, bfloat16_t, UNKNOWN)
GSQ_ASC_ROUNDED(BOTH, 1, asc_bfloat162half, half, bfloat16_t)
GSQ_ASC_ROUNDED(BOTH, 2, asc_bfloat162int32, std::int32_t, bfloat16_t)
GSQ_ASC_ROUNDED(BOTH, 2, asc_float2half, half, float)
GSQ_ASC_BOTH(2, asc_float2half_ro, half, float, CAST_ODD)
GSQ_ASC_ROUNDED(BOTH, 2, asc_float2bfloat16, bfloat16_t, float)
GSQ_ASC_ROUNDED(BOTH, 2, asc_float2int16, std::int16_t, float)
GSQ_ASC_ROUNDED(BOTH, 1, asc_float2int32, std::int32_t, float)
GSQ_ASC_ROUNDED(BOTH, 2, asc_float2int64, std::int64_t, float)
GSQ_ASC_BOTH(4, asc_float2e4m3_rn, fp8_e4m3fn_t, float, CAST_RINT)
GSQ_ASC_BOTH(4, asc_float2e5m2_rn, fp8_e5m2_t, float, CAST_RINT)
GSQ_ASC_WRAPPING(4, asc_e4m32float, float, fp8_e4m3fn_t, UNKNOWN)
GSQ_ASC_WRAPPING(4, asc_e5m22float, float, fp8_e5m2_t, UNKNOWN)
GSQ_ASC_WRAPPING(2, asc_int82half, half, std::int8_t, UNKNOWN)
GSQ_ASC_WRAPPING(2, asc_int82int16, std::int16_t, std::int8_t, UNKNOWN)
GSQ_ASC_WRAPPING(4, asc_int82int32, std::int32_t, std::int8_t, UNKNOWN)
GSQ_ASC_WRAPPING(2, asc_uint82half, half, std::uint8_t, UNKNOWN)
GSQ_ASC_WRAPPING(2, asc_uint82uint16, std::uint16_t, std::uint8_t, UNKNOWN)
GSQ_ASC_WRAPPING(4, asc_uint82uint32, std::uint32_t, std::uint8_t, UNKNOWN)
GSQ_ASC_ROUNDED(WRAPPING, 1, asc_int162half, half, std::int16_t)
GSQ_ASC_WRAPPING(2, asc_int162float, float, std::int16_t, UNKNOWN)
GSQ_ASC_WRAPPING(2, asc_int162int32, std::int32_t, std::int16_t, UNKNOWN)
GSQ_ASC_WRAPPING(2, asc_int162uint32, std::uint32_t, std::int16_t, UNKNOWN)
GSQ_ASC_BOTH(2, asc_int162uint8, std::uint8_t, std::int16_t, UNKNOWN)
GSQ_ASC_WRAPPING(2, asc_uint162uint32, std::uint32_t, std::uint16_t, UNKNOWN)
GSQ_ASC_BOTH(2, asc_uint162uint8, std::uint8_t, std::uint16_t, UNKNOWN)
GSQ_ASC_ROUNDED(WRAPPING, 1, asc_int322float, float, std::int32_t)
GSQ_ASC_BOTH(2, asc_int322int16, std::int16_t, std::int32_t, UNKNOWN)
GSQ_ASC_BOTH(2, asc_int322uint16, std::uint16_t, std::int32_t, UNKNOWN)
GSQ_ASC_BOTH(4, asc_int322uint8, std::uint8_t, std::int32_t, UNKNOWN)
GSQ_ASC_WRAPPING(2, asc_int322int64, std::int64_t, std::int32_t, UNKNOWN)
GSQ_ASC_BOTH(2, asc_uint322int16, std::int16_t, std::uint32_t, UNKNOWN)
GSQ_ASC_BOTH(2, asc_uint322uint16, std::uint16_t, std::uint32_t, UNKNOWN)
GSQ_ASC_BOTH(4, asc_uint322uint8, std::uint8_t, std::uint32_t, UNKNOWN)
GSQ_ASC_ROUNDED(WRAPPING, 2, asc_int642float, float, std::int64_t)
GSQ_ASC_BOTH(2, asc_int642int32, std::int32_t, std::int64_t, UNKNOWN)

#undef GSQ_ASC_CONVERT
#undef GSQ_ASC_CONVERT_1
#undef GSQ_ASC_CONVERT_2
#undef GSQ_ASC_CONVERT_4
#undef GSQ_ASC_WRAPPING
#undef GSQ_ASC_BOTH
#undef GSQ_ASC_ROUNDED
