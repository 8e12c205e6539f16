// SPDX-License-Identifier: Apache-2.0
#include <cstddef>

#include "gsq/kernel/asc/asc_registers.hpp"
#include "gsq/kernel/ascend/convert.hpp"

// The conversions that asc_convert.hpp lists, with their bodies.
#define GSQ_ASC_CONVERT(NAME, D, T, ROUND, SATURATION, LAYOUT)                          \
  void NAME(gsq::kernel::asc::Vector<D>& dst, const gsq::kernel::asc::Vector<T>& src,   \
            const vector_bool& mask, const gsq::kernel::Call& call) {                   \
    using Dst = gsq::kernel::asc::Vector<D>;                                            \
    using Src = gsq::kernel::asc::Vector<T>;                                            \
    constexpr auto kLayout = static_cast<std::size_t>(AscendC::Reg::RegLayout::LAYOUT); \
    static_assert(kLayout < AscendC::Reg::detail::kLayouts<Dst, Src>,                   \
                  #NAME ": there are fewer layouts");                                   \
    AscendC::Reg::detail::convert_lanes<AscendC::Reg::MaskMergeMode::ZEROING>(          \
        call, dst, src, mask, AscendC::RoundMode::ROUND,                                \
        AscendC::Reg::SatMode::SATURATION == AscendC::Reg::SatMode::SAT, kLayout);      \
  }
#include "gsq/kernel/asc/asc_convert.hpp"
