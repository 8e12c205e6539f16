// SPDX-License-Identifier: Apache-2.0
/// What the tests of calculations with registers share: registers and masks from values and back.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {

/// Registers of AscendC::Reg on every vector length.
class Registers : public OnEveryVectorLength {
 protected:
  static constexpr std::uint32_t kPlace = 4096;

  /// As many values as a register has lanes, from those given, over and over.
  template <typename T>
  [[nodiscard]] std::vector<T> fill(const std::vector<T>& values) const {
    std::vector<T> lanes;
    for (std::size_t i = 0; i < k.lanes(sizeof(T)); ++i) lanes.push_back(values[i % values.size()]);
    return lanes;
  }

  /// A register with the values over and over.
  template <typename T>
  AscendC::Reg::RegTensor<T> reg(const std::vector<T>& values) {
    AscendC::Reg::RegTensor<T> loaded;
    AscendC::Reg::LoadAlign(loaded, k.put(kPlace, fill(values)));
    return loaded;
  }

  /// A mask of lanes of T with the pattern over and over.
  template <typename T>
  AscendC::Reg::MaskReg mask(const std::vector<bool>& pattern) {
    std::vector<bool> lanes;
    for (std::size_t i = 0; i < k.lanes(sizeof(T)); ++i) {
      lanes.push_back(pattern[i % pattern.size()]);
    }
    AscendC::Reg::MaskReg made;
    AscendC::Reg::SetMask<T>(made, lanes);
    return made;
  }

  /// The lanes of a register.
  template <typename T>
  std::vector<T> lanes(const AscendC::Reg::RegTensor<T>& register_) {
    return k.lanes_of<T>(register_.index("test"));
  }

  /// The bits of a mask: by bytes.
  std::vector<bool> bits(const AscendC::Reg::MaskReg& mask) {
    const unsigned index = mask.index("test");
    k.unit.wait();
    const Bytes bytes = k.backend->read_m(index);
    return {bytes.begin(), bytes.end()};
  }

  /// The bits of the lanes of T; those of the other bytes must be 0.
  template <typename T>
  std::vector<bool> lane_bits(const AscendC::Reg::MaskReg& mask) {
    std::vector<bool> selected;
    const std::vector<bool> all = bits(mask);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i % sizeof(T) == 0) {
        selected.push_back(all[i]);
      } else {
        EXPECT_FALSE(all[i]) << "bit " << i;
      }
    }
    return selected;
  }
};

}  // namespace gsq::testing
