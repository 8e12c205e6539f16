// SPDX-License-Identifier: Apache-2.0
/// The registers of AscendC::Reg, and what its calls share.
///
/// Names, signatures and meanings follow the Ascend C documents; docs/kernel-api.md lists what is
/// supported and what differs. Calls issue commands of the unit or operations of the processor and
/// return at once. If one fails, the next call that waits for a result throws gsq::kernel::Error
/// with the name of the failed call. Pointers are those of gsq::kernel::Unit::pointer; any other
/// pointer throws gsq::kernel::Error at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/choices.hpp"  // IWYU pragma: export
#include "gsq/kernel/qualifiers.hpp"
#include "gsq/kernel/types.hpp"
#include "gsq/kernel/unit.hpp"

namespace gsq::kernel::ascend {

template <typename T, typename... Allowed>
inline constexpr bool is_one_of = (std::is_same_v<T, Allowed> || ...);

/// Lane width of an element type.
template <typename T>
constexpr Width width_of() {
  return sizeof(T) == 1   ? Width::B8
         : sizeof(T) == 2 ? Width::B16
         : sizeof(T) == 4 ? Width::B32
                          : Width::B64;
}

}  // namespace gsq::kernel::ascend

namespace AscendC {
namespace Reg {

/// A vector register of VL / sizeof(T) lanes of type T. Its initial value is undefined. Copies
/// share the register until one of them is written.
///
/// With RegTraitNumTwo, for elements of 4 or 8 bytes, it has 2 VL / sizeof(T) lanes in two
/// registers: the first holds the lower half of every element, the second the upper half. Masks of
/// such lanes are those of lanes half as long.
template <typename T, const RegTrait& regTrait = RegTraitNumOne>
class RegTensor {
  static_assert(std::is_trivially_copyable_v<T> &&
                    (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8),
                "RegTensor: expected an element type of 1, 2, 4 or 8 bytes");
  static_assert(regTrait.REG_NUM == 1 || (regTrait.REG_NUM == 2 && sizeof(T) >= 4),
                "RegTensor: expected elements of 4 or 8 bytes for RegTraitNumTwo");

 public:
  using ActualT = T;
  static constexpr RegTrait trait = regTrait;
  static constexpr int REG_NUM = regTrait.REG_NUM;

  /// Number of the register, or of the second one, to read from and to write to.
  [[nodiscard]] std::uint8_t index(std::size_t which = 0) const {
    return static_cast<std::uint8_t>(reg_[which].index());
  }
  std::uint8_t index_to_write(std::size_t which = 0) {
    return static_cast<std::uint8_t>(reg_[which].index_to_write());
  }

 private:
  struct Vector : gsq::kernel::Register {
    Vector() : gsq::kernel::Register(gsq::kernel::RegisterFile::kVector) {}
  };
  std::array<Vector, REG_NUM> reg_;
};

/// A mask register: a bit per byte of a vector; the bit of a lane is that of its lowest byte. Its
/// initial value is undefined.
class MaskReg {
 public:
  [[nodiscard]] std::uint8_t index() const { return static_cast<std::uint8_t>(reg_.index()); }
  std::uint8_t index_to_write() { return static_cast<std::uint8_t>(reg_.index_to_write()); }

 private:
  gsq::kernel::Register reg_{gsq::kernel::RegisterFile::kMask};
};

/// The bytes of a stream of unaligned stores that are not written yet, up to 32. The unit has 4;
/// one is taken at the first store. Throws gsq::kernel::Error when all are in use. Each stream has
/// its own: it cannot be copied.
///
/// UnalignReg is the older name. A register that only loads use is never taken: unaligned loads are
/// gathers, which need none.
class UnalignReg {
 public:
  UnalignReg() = default;
  UnalignReg(const UnalignReg&) = delete;
  UnalignReg& operator=(const UnalignReg&) = delete;
  ~UnalignReg() = default;

  [[nodiscard]] std::uint8_t index() const { return static_cast<std::uint8_t>(reg_.index()); }

 private:
  gsq::kernel::Register reg_{gsq::kernel::RegisterFile::kUnaligned};
};
using UnalignRegForStore = UnalignReg;
using UnalignRegForLoad = UnalignReg;

/// An offset from a pointer, in bytes. CreateAddrReg makes it.
class AddrReg {
 public:
  AddrReg() = default;
  explicit AddrReg(std::uint64_t bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  std::uint64_t bytes_{};
};

/// Helpers of the calls.
namespace detail {

using gsq::Command;
using gsq::Opcode;
using gsq::kernel::Unit;

/// The element type of a call: the template argument, or that of the register.
template <typename T, typename U>
using Element = std::conditional_t<std::is_same_v<T, DefaultType>, typename U::ActualT, T>;

/// A command with an address in UB.
inline Command at(Opcode op, const void* pointer, const char* api) {
  Command command;
  command.op = op;
  command.addr = Unit::current().address(pointer, api);
  return command;
}

inline void issue(const Command& command, const char* api) { Unit::current().issue(command, api); }

}  // namespace detail
}  // namespace Reg

/// The older name of this namespace.
namespace MicroAPI = Reg;

}  // namespace AscendC
