// SPDX-License-Identifier: Apache-2.0
/// Tensors in UB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "gsq/kernel/qualifiers.hpp"
#include "gsq/kernel/unit.hpp"

namespace gsq::kernel::ascend {

/// Throws Error when a tensor of `size` elements of `element` bytes at `address` leaves UB.
void check_tensor(std::uint64_t address, std::uint64_t size, std::size_t element, const Call& call);

/// Throws Error when `place` is not below `limit`, the number of places.
void check_place(std::uint64_t place, std::uint64_t limit, const Call& call);

}  // namespace gsq::kernel::ascend

namespace AscendC {
namespace detail {
using gsq::kernel::Call;
}  // namespace detail

/// What a buffer is for. Those of vector kernels are in UB; no memory here has the others.
enum class TPosition : std::uint8_t {
  GM,
  A1,
  A2,
  B1,
  B2,
  C1,
  C2,
  CO1,
  CO2,
  VECIN,
  VECOUT,
  VECCALC,
  LCM = VECCALC,
  SPM,
  SHM = SPM,
  TSCM,
  C2PIPE2GM,
  C2PIPE2LOCAL,
  MAX
};
using QuePosition = TPosition;

/// Whether buffers of this purpose are in UB.
constexpr bool is_in_ub(TPosition position) {
  return position == TPosition::VECIN || position == TPosition::VECOUT ||
         position == TPosition::VECCALC;
}

/// The one of two that is.
constexpr TPosition position_in_ub(TPosition first, TPosition second) {
  return is_in_ub(first) ? first : second;
}

/// `size` elements of type T at a byte address in UB: a view, which copies share.
template <typename T>
class LocalTensor {
  static_assert(std::is_trivially_copyable_v<T>, "LocalTensor: expected elements of plain data");

 public:
  using PrimType = T;

  /// A tensor without elements, to be assigned.
  LocalTensor() = default;

  /// Throws gsq::kernel::Error when the elements leave UB.
  LocalTensor(std::uint32_t address, std::uint32_t size,
              const detail::Call& call = detail::Call::here("LocalTensor"))
      : address_(address), size_(size) {
    gsq::kernel::ascend::check_tensor(address, size, sizeof(T), call);
  }
  LocalTensor(TPosition position, std::uint32_t address, std::uint32_t size,
              const detail::Call& call = detail::Call::here("LocalTensor"))
      : LocalTensor(address, size, call) {
    position_ = position;
  }

  /// Number of elements, and its change. SetSize throws gsq::kernel::Error when they leave UB.
  [[nodiscard]] std::uint32_t GetSize() const { return size_; }
  void SetSize(std::uint32_t size,
               const detail::Call& call = detail::Call::here("LocalTensor::SetSize")) {
    gsq::kernel::ascend::check_tensor(address_, size, sizeof(T), call);
    size_ = size;
  }

  /// Number of bytes, and its change, which throws as SetSize.
  [[nodiscard]] std::uint32_t GetLength() const {
    return size_ * static_cast<std::uint32_t>(sizeof(T));
  }
  void SetBufferLen(std::uint32_t bytes,
                    const detail::Call& call = detail::Call::here("LocalTensor::SetBufferLen")) {
    SetSize(bytes / static_cast<std::uint32_t>(sizeof(T)), call);
  }

  /// Pointer to the first element, or to that at `offset`.
  [[nodiscard]] __ubuf__ T* GetPhyAddr(
      const detail::Call& call = detail::Call::here("LocalTensor::GetPhyAddr")) const {
    return static_cast<T*>(gsq::kernel::Unit::current(call).pointer(address_));
  }
  [[nodiscard]] __ubuf__ T* GetPhyAddr(
      std::uint32_t offset,
      const detail::Call& call = detail::Call::here("LocalTensor::GetPhyAddr")) const {
    return static_cast<T*>(gsq::kernel::Unit::current(call).pointer(place(offset)));
  }

  /// Byte address of the first element.
  [[nodiscard]] std::uint32_t address() const { return address_; }

  [[nodiscard]] TPosition GetPosition() const { return position_; }

  /// A number that the program keeps with the tensor.
  void SetUserTag(std::int32_t tag) { tag_ = tag; }
  [[nodiscard]] std::int32_t GetUserTag() const { return tag_; }

  /// The elements from `offset` on. Throws gsq::kernel::Error beyond the end.
  LocalTensor operator[](const gsq::kernel::Placed<std::uint64_t>& offset) const {
    return from(offset.value, offset.call("LocalTensor::operator[]"));
  }

  /// Becomes the elements of `from` from `offset` on; throws as operator[].
  template <typename U>
  void SetAddrWithOffset(
      const LocalTensor<U>& from, std::uint32_t offset,
      const detail::Call& call = detail::Call::here("LocalTensor::SetAddrWithOffset")) {
    const LocalTensor rest = from.from(offset, call).template ReinterpretCast<T>();
    *this = rest;
  }

  /// The same bytes as elements of another type; bytes of an incomplete element at the end are left
  /// out.
  template <typename U>
  [[nodiscard]] LocalTensor<U> ReinterpretCast() const {
    LocalTensor<U> other(position_, address_, GetLength() / static_cast<std::uint32_t>(sizeof(U)));
    other.SetUserTag(tag_);
    return other;
  }

  /// An element; waits for the commands before. Throws gsq::kernel::Error beyond the end, and that
  /// of an earlier command that failed.
  [[nodiscard]] T GetValue(std::uint32_t index, const detail::Call& call = detail::Call::here(
                                                    "LocalTensor::GetValue")) const {
    gsq::kernel::ascend::check_place(index, size_, call);
    const auto bytes = gsq::kernel::Unit::current(call).read_ub(place(index), sizeof(T), call);
    T value;
    std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }

  /// Writes an element; waits and throws as GetValue.
  template <typename V>
  void SetValue(std::uint32_t index, V value,
                const detail::Call& call = detail::Call::here("LocalTensor::SetValue")) const {
    gsq::kernel::ascend::check_place(index, size_, call);
    const T element = static_cast<T>(value);
    std::vector<std::uint8_t> bytes(sizeof(T));
    std::memcpy(bytes.data(), &element, sizeof(T));
    gsq::kernel::Unit::current(call).write_ub(place(index), bytes, call);
  }

  /// An element to read and to assign, as GetValue and SetValue do.
  class Element {
   public:
    Element(const LocalTensor& tensor, std::uint32_t index, const detail::Call& call)
        : tensor_(tensor), index_(index), call_(call) {}
    operator T() const {
      return tensor_.GetValue(index_, call_);
    }                                                 // NOLINT: stands for a reference
    const Element& operator=(const T& value) const {  // NOLINT: the same
      tensor_.SetValue(index_, value, call_);
      return *this;
    }

   private:
    LocalTensor tensor_;
    std::uint32_t index_;
    detail::Call call_;
  };
  Element operator()(std::uint32_t index, const detail::Call& call =
                                              detail::Call::here("LocalTensor::operator()")) const {
    return Element(*this, index, call);
  }

 private:
  template <typename U>
  friend class LocalTensor;

  /// The elements from `offset` on.
  [[nodiscard]] LocalTensor from(std::uint64_t offset, const detail::Call& call) const {
    gsq::kernel::ascend::check_place(offset, std::uint64_t{size_} + 1, call);
    LocalTensor rest = *this;
    rest.address_ = place(static_cast<std::uint32_t>(offset));
    rest.size_ = size_ - static_cast<std::uint32_t>(offset);
    return rest;
  }

  [[nodiscard]] std::uint32_t place(std::uint32_t index) const {
    return address_ + index * static_cast<std::uint32_t>(sizeof(T));
  }

  std::uint32_t address_{};
  std::uint32_t size_{};
  std::int32_t tag_{};
  TPosition position_{TPosition::VECCALC};
};

}  // namespace AscendC
