// SPDX-License-Identifier: Apache-2.0
/// Offsets of loads and stores of AscendC::Reg.
#pragma once

#include <cstdint>

#include "gsq/kernel/ascend/registers.hpp"

namespace AscendC::Reg {

/// An offset from a pointer. CreateAddrReg makes it.
class AddrReg {
 public:
  AddrReg() = default;
  explicit AddrReg(std::uint64_t bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  std::uint64_t bytes_{};
};

/// The offset index0 * stride0 + .. in elements of type T, of 1 to 4 loops: an index of each, and
/// its stride.
template <typename T>
__simd_callee__ inline AddrReg CreateAddrReg(std::uint32_t index0, std::uint32_t stride0,
                                             std::uint32_t index1 = 0, std::uint32_t stride1 = 0,
                                             std::uint32_t index2 = 0, std::uint32_t stride2 = 0,
                                             std::uint32_t index3 = 0, std::uint32_t stride3 = 0) {
  const std::uint64_t elements = std::uint64_t{index0} * stride0 + std::uint64_t{index1} * stride1 +
                                 std::uint64_t{index2} * stride2 + std::uint64_t{index3} * stride3;
  return AddrReg(elements * sizeof(T));
}

namespace detail {

/// A pointer moved by an offset, or by a number of bytes.
template <typename T>
T* moved(T* pointer, std::int64_t bytes) {
  using Byte = std::conditional_t<std::is_const_v<T>, const char, char>;
  return reinterpret_cast<T*>(reinterpret_cast<Byte*>(pointer) + bytes);
}
template <typename T>
T* moved(T* pointer, const AddrReg& offset) {
  return moved(pointer, static_cast<std::int64_t>(offset.bytes()));
}

}  // namespace detail
}  // namespace AscendC::Reg
