// SPDX-License-Identifier: Apache-2.0
/// Arrays of kernels in UB.
///
/// In the original, `__ubuf__ float x[64];` is an array in UB. No qualifier can do that for an
/// array of C++: it would lie in the memory of the program, which the unit does not reach. So such
/// an array is declared as an object here, `UbArray<float, 64> x;`, and used in the same way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

#include "gsq/kernel/ub_space.hpp"
#include "gsq/kernel/unit.hpp"

namespace gsq::kernel {

/// An element of UB that scalar code reads and writes. Both wait.
template <typename T>
class UbElement {
 public:
  UbElement(T* place, const Call& call) : place_(place), call_(call) {}
  UbElement(const UbElement&) = default;

  operator T() const {  // NOLINT(google-explicit-constructor): stands for a T
    const std::vector<std::uint8_t> bytes =
        Unit::current(call_).read_ub(Unit::current(call_).address(place_, call_), sizeof(T), call_);
    T value;
    std::memcpy(static_cast<void*>(&value), bytes.data(), sizeof(T));
    return value;
  }
  UbElement& operator=(const T& value) {
    std::vector<std::uint8_t> bytes(sizeof(T));
    std::memcpy(bytes.data(), &value, sizeof(T));
    Unit::current(call_).write_ub(Unit::current(call_).address(place_, call_), bytes, call_);
    return *this;
  }
  UbElement& operator=(const UbElement& other) {
    // Its own & gives a pointer into UB.
    if (this != std::addressof(other)) *this = static_cast<T>(other);
    return *this;
  }
  ~UbElement() = default;

  /// A pointer into UB.
  T* operator&() const { return place_; }  // NOLINT(google-runtime-operator): as of an array

 private:
  T* place_;
  Call call_;  // that made the array
};

/// A part of UB that belongs to an object: the lowest that is free. It takes the part when it is
/// made, or, before there is a unit, at its first use.
class UbPlace {
 public:
  UbPlace(std::uint64_t bytes, const Call& call) : bytes_(bytes), call_(call) {
    if (Unit::current_or_none() != nullptr) static_cast<void>(begin());
  }

  /// A pointer to its first byte. Throws Error when UB has no such part left.
  [[nodiscard]] void* begin() const;

  [[nodiscard]] const Call& call() const { return call_; }

 private:
  std::uint64_t bytes_;
  Call call_;
  mutable UbPart part_;
};

/// An array of `count` elements in UB, at a multiple of 32 bytes, as long as the object exists. Its
/// initial values are undefined. Its constructor, or the first use, throws Error when UB has no
/// room. It converts to pointers into UB, as an array does; elements are read and written one by
/// one, each of which waits.
template <typename T, std::size_t count>
class UbArray {
  static_assert(std::is_trivially_copyable_v<T>, "UbArray: expected elements of plain data");

 public:
  using Element = T;

  explicit UbArray(const Call& call = Call::here("UbArray")) : place_(count * sizeof(T), call) {}

  operator T*() const { return static_cast<T*>(place_.begin()); }  // NOLINT: as an array does
  template <typename U, typename = std::enable_if_t<!std::is_same_v<T, U>>>
  explicit operator U*() const {
    return static_cast<U*>(place_.begin());
  }

  UbElement<T> operator[](std::size_t index) const {
    return UbElement<T>(static_cast<T*>(place_.begin()) + index, place_.call());
  }

 private:
  UbPlace place_;
};

}  // namespace gsq::kernel
