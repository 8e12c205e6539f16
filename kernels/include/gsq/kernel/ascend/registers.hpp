// SPDX-License-Identifier: Apache-2.0
/// The registers of AscendC::Reg, and what its calls share.
///
/// Names, signatures and meanings follow the Ascend C documents; docs/kernels/api.md lists what is
/// supported and what differs. Calls issue commands of the unit or operations of the processor and
/// return at once. If one fails, the next call that waits for a result throws gsq::kernel::Error
/// with the name and place of the failed call. Pointers are those of gsq::kernel::Unit::pointer;
/// any other pointer throws gsq::kernel::Error at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/choices.hpp"  // IWYU pragma: export
#include "gsq/kernel/qualifiers.hpp"
#include "gsq/kernel/types.hpp"
#include "gsq/kernel/unit.hpp"

namespace gsq::kernel::ascend {

template <typename T, typename... Allowed>
inline constexpr bool is_one_of = (std::is_same_v<T, Allowed> || ...);

/// Lane width of so many bytes.
constexpr Width width_of(std::size_t bytes) {
  return bytes == 1 ? Width::B8 : bytes == 2 ? Width::B16 : bytes == 4 ? Width::B32 : Width::B64;
}
template <typename T>
constexpr Width width_of() {
  return width_of(sizeof(T));
}

/// A register of each file.
struct Vector : Register {
  Vector() : Register(RegisterFile::kVector) {}
};
struct Mask : Register {
  Mask() : Register(RegisterFile::kMask) {}
};

/// One vector register or two. Kernels refer to a RegTensor as to one of another type, so what
/// accesses the registers is here, the same for all types.
template <std::size_t count>
class Vectors {
 public:
  /// Number of a register, to read from and to write to.
  [[nodiscard]] std::uint8_t index(const Call& call, std::size_t which = 0) const {
    return static_cast<std::uint8_t>(parts_[which].index(call));
  }
  std::uint8_t index_to_write(const Call& call, std::size_t which = 0) {
    return static_cast<std::uint8_t>(parts_[which].index_to_write(call));
  }
  /// The same for a command that keeps a part of it, see Register.
  std::uint8_t index_to_change(const Call& call) {
    return static_cast<std::uint8_t>(parts_[0].index_to_change(call));
  }

  /// The registers.
  [[nodiscard]] const Vector& part(std::size_t which = 0) const { return parts_[which]; }
  Vector& part(std::size_t which = 0) { return parts_[which]; }

 private:
  std::array<Vector, count> parts_;
};

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
class [[gnu::may_alias]] RegTensor : public gsq::kernel::ascend::Vectors<regTrait.REG_NUM> {
  static_assert(std::is_trivially_copyable_v<T> &&
                    (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8),
                "RegTensor: expected an element type of 1, 2, 4 or 8 bytes");
  static_assert(regTrait.REG_NUM == 1 || (regTrait.REG_NUM == 2 && sizeof(T) >= 4),
                "RegTensor: expected elements of 4 or 8 bytes for RegTraitNumTwo");

 public:
  using ActualT = T;
  static constexpr RegTrait trait = regTrait;
  static constexpr int REG_NUM = regTrait.REG_NUM;

  RegTensor() = default;
  /// The bits of another register: shares it.
  template <typename U, const RegTrait& other,
            typename = std::enable_if_t<!std::is_same_v<T, U> && other.REG_NUM == REG_NUM>>
  explicit RegTensor(const RegTensor<U, other>& from)
      : gsq::kernel::ascend::Vectors<regTrait.REG_NUM>(from) {}
};

/// A mask register: a bit per byte of a vector; the bit of a lane is that of its lowest byte. Its
/// initial value is undefined.
class MaskReg : public gsq::kernel::ascend::Mask {
 public:
  [[nodiscard]] std::uint8_t index(const gsq::kernel::Call& call) const {
    return static_cast<std::uint8_t>(Register::index(call));
  }
  std::uint8_t index_to_write(const gsq::kernel::Call& call) {
    return static_cast<std::uint8_t>(Register::index_to_write(call));
  }
};

/// What unaligned loads and stores keep between each other; UnalignReg is the older name. It cannot
/// be copied: each stream has its own.
///
/// Stores keep the bytes that are not written yet, up to 32, in one of the 4 unaligned-store
/// registers of the unit, taken at the first store; gsq::kernel::Error is thrown when all are in
/// use. Loads are strided with LaneOps, otherwise gathers, and keep their indices.
class UnalignReg {
 public:
  UnalignReg() = default;
  UnalignReg(const UnalignReg&) = delete;
  UnalignReg& operator=(const UnalignReg&) = delete;
  ~UnalignReg() = default;

  [[nodiscard]] std::uint8_t index(const gsq::kernel::Call& call) const {
    return static_cast<std::uint8_t>(reg_.index(call));
  }

  /// Indices 0, 1, .. of gathers, if they are gathers, and all lanes.
  struct Loads {
    gsq::Form form;
    gsq::kernel::ascend::Vector indices;
    gsq::kernel::ascend::Mask all;
  };
  std::optional<Loads>& loads() { return loads_; }

 private:
  gsq::kernel::Register reg_{gsq::kernel::RegisterFile::kUnaligned};
  std::optional<Loads> loads_;
};
using UnalignRegForStore = UnalignReg;
using UnalignRegForLoad = UnalignReg;

/// Helpers of the calls.
namespace detail {

using gsq::Command;
using gsq::Opcode;
using gsq::kernel::Call;
using gsq::kernel::Unit;

/// The element type of a call: the template argument, or that of the register.
template <typename T, typename U>
using Element = std::conditional_t<std::is_same_v<T, DefaultType>, typename U::ActualT, T>;

/// Whether a type is a RegTensor.
template <typename T, typename = void>
inline constexpr bool is_vector = false;
template <typename T>
inline constexpr bool is_vector<T, std::void_t<decltype(std::decay_t<T>::REG_NUM)>> = true;

/// A command with an address in UB.
inline Command at(Opcode op, const void* pointer, const Call& call) {
  Command command;
  command.op = op;
  command.addr = Unit::current(call).address(pointer, call);
  return command;
}

inline void issue(const Command& command, const Call& call) {
  Unit::current(call).issue(command, call);
}

}  // namespace detail
}  // namespace Reg

/// The older name of this namespace.
namespace MicroAPI = Reg;

}  // namespace AscendC
