// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/ascend.hpp"

using namespace AscendC::Reg;
using AscendC::CMPMODE;
inline MaskReg& mask();

// case add_other_types: no matching function for call to ‘Add(
void wrong(RegTensor<float>& a, RegTensor<std::int32_t>& b) { Add(a, a, b, mask()); }

// case add_small_floats: expected lanes of integers, half, bfloat16_t or float
void wrong(RegTensor<fp8_e5m2_t>& a) { Add(a, a, a, mask()); }

// case element_of_other_type: expected registers of the element type of the call
void wrong(RegTensor<float>& a) { Adds<std::int32_t>(a, a, 1, mask()); }

// case exp_of_integers: expected lanes of half, bfloat16_t or float
void wrong(RegTensor<std::int32_t>& a) { Exp(a, a, mask()); }

// case shift_of_floats: expected lanes of integers
void wrong(RegTensor<float>& a) { ShiftLefts(a, a, 1, mask()); }

// case carry_of_short_lanes: with carry: expected registers of int32_t or uint32_t
void wrong(MaskReg& carry, RegTensor<std::int16_t>& a) { Add(carry, a, a, a, mask()); }

// case compare_other_types: no matching function for call to ‘Compare
void wrong(MaskReg& m, RegTensor<half>& a, RegTensor<float>& b) {
  Compare<half, CMPMODE::LT>(m, a, b, mask());
}

// case cast_of_hifloat8: Cast: hifloat8_t is not supported
void wrong(RegTensor<half>& a, RegTensor<hifloat8_t>& b) { Cast(a, b, mask()); }

// case cast_layout_beyond: expected a layout below the number of short lanes in a long one
constexpr CastTrait kThree = {RegLayout::THREE};
void wrong(RegTensor<float>& a, RegTensor<half>& b) { Cast<float, half, kThree>(a, b, mask()); }

// case sum_as_other_type: expected registers of one type, or a sum of int16_t as int32_t
void wrong(RegTensor<float>& a, RegTensor<half>& b) { Reduce(a, b, mask()); }

// case histogram_of_words: Histograms: expected a source of uint8_t, a result of uint16_t
void wrong(RegTensor<std::uint16_t>& a) {
  Histograms<std::uint16_t, std::uint16_t, HistogramsBinType::BIN0, HistogramsType::FREQUENCY>(
      a, a, mask());
}

// case interleave_masks_of_long_lanes: Interleave: expected a type of 1, 2 or 4 bytes
void wrong(MaskReg& m) { Interleave<std::int64_t>(m, m, m, m); }
