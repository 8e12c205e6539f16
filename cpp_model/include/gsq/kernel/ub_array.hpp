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
#include <map>
#include <memory>
#include <type_traits>
#include <vector>

#include "gsq/kernel/unit.hpp"

namespace gsq::kernel {

/// The parts of UB that objects of a program own.
class UbParts {
 public:
  /// The lowest free address with room for `bytes`, a multiple of 32; the rest of the last 32 bytes
  /// is taken, too. Throws Error when there is none below `ub_bytes`.
  std::uint32_t take(std::uint64_t bytes, std::uint64_t ub_bytes);
  void give_back(std::uint32_t address) { taken_.erase(address); }

 private:
  std::map<std::uint64_t, std::uint64_t> taken_;  // first byte: byte after the last
};

/// An element of UB that scalar code reads and writes. Both wait.
template <typename T>
class UbElement {
 public:
  explicit UbElement(T* place) : place_(place) {}
  UbElement(const UbElement&) = default;

  operator T() const {  // NOLINT(google-explicit-constructor): stands for a T
    const std::vector<std::uint8_t> bytes =
        Unit::current().read_ub(Unit::current().address(place_, "UbArray"), sizeof(T), "UbArray");
    T value;
    std::memcpy(static_cast<void*>(&value), bytes.data(), sizeof(T));
    return value;
  }
  UbElement& operator=(const T& value) {
    std::vector<std::uint8_t> bytes(sizeof(T));
    std::memcpy(bytes.data(), &value, sizeof(T));
    Unit::current().write_ub(Unit::current().address(place_, "UbArray"), bytes, "UbArray");
    return *this;
  }
  UbElement& operator=(const UbElement& other) {
    if (this != &other) *this = static_cast<T>(other);
    return *this;
  }
  ~UbElement() = default;

  /// A pointer into UB.
  T* operator&() const { return place_; }  // NOLINT(google-runtime-operator): as of an array

 private:
  T* place_;
};

/// A part of UB, multiples of 32 bytes, that belongs to an object: the lowest that is free. It
/// takes the part when it is made, or, before there is a unit, at its first use.
class UbPlace {
 public:
  explicit UbPlace(std::uint64_t bytes) : bytes_(bytes) { take_now(); }
  UbPlace(const UbPlace&) = delete;
  UbPlace& operator=(const UbPlace&) = delete;
  ~UbPlace() { give_back(); }

  /// A pointer to its first byte. Throws Error when UB has no such part left.
  [[nodiscard]] void* begin() const;

 private:
  void take_now() const;
  void give_back() const noexcept;

  std::uint64_t bytes_;
  mutable std::weak_ptr<UbParts> owner_;  // of the unit in which the part was taken
  mutable std::uint32_t address_{};
};

/// An array of `count` elements in UB, at a multiple of 32 bytes, as long as the object exists. Its
/// initial values are undefined. It converts to pointers into UB, as an array does; elements are
/// read and written one by one, each of which waits.
template <typename T, std::size_t count>
class UbArray {
  static_assert(std::is_trivially_copyable_v<T>, "UbArray: expected elements of plain data");

 public:
  using Element = T;

  operator T*() const { return static_cast<T*>(place_.begin()); }  // NOLINT: as an array does
  template <typename U, typename = std::enable_if_t<!std::is_same_v<T, U>>>
  explicit operator U*() const {
    return static_cast<U*>(place_.begin());
  }

  UbElement<T> operator[](std::size_t index) const {
    return UbElement<T>(static_cast<T*>(place_.begin()) + index);
  }

 private:
  UbPlace place_{count * sizeof(T)};
};

}  // namespace gsq::kernel
