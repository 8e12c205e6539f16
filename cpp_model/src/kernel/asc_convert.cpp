// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/asc/asc_registers.hpp"
#include "gsq/kernel/ascend/convert.hpp"

namespace gsq::kernel::asc {
namespace {

template <AscendC::RoundMode mode, AscendC::Reg::SatMode saturation, AscendC::Reg::RegLayout layout,
          typename D, typename T>
void convert(Vector<D>& dst, const Vector<T>& src, const Mask& mask, const Call& call) {
  static constexpr AscendC::Reg::CastTrait kTrait = {layout, saturation,
                                                     AscendC::Reg::MaskMergeMode::ZEROING, mode};
  AscendC::Reg::Cast<D, T, kTrait>(dst, src, mask, call);
}

}  // namespace
}  // namespace gsq::kernel::asc

// The conversions that asc_convert.hpp lists, with their bodies.
#define GSQ_ASC_CONVERT(NAME, D, T, ROUND, SATURATION, LAYOUT)                              \
  void NAME(gsq::kernel::asc::Vector<D>& dst, const gsq::kernel::asc::Vector<T>& src,       \
            const vector_bool& mask, const gsq::kernel::Call& call) {                       \
    gsq::kernel::asc::convert<AscendC::RoundMode::ROUND, AscendC::Reg::SatMode::SATURATION, \
                              AscendC::Reg::RegLayout::LAYOUT>(dst, src, mask, call);       \
  }
#include "gsq/kernel/asc/asc_convert.hpp"
