// SPDX-License-Identifier: Apache-2.0
/// Values of the lanes of a register, in the object itself: operations calculate with many of them,
/// and memory from the heap would take more time than the calculation.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "gsq/isa.hpp"

namespace gsq::kernel {

/// As many values as a register has lanes, or fewer; also those of a pair of registers whose lanes
/// are halves of values. A std::vector without memory of its own, and with a limit.
template <typename T>
class Values {
 public:
  static_assert(std::is_trivially_copyable_v<T>, "lanes hold numbers");
  using value_type = T;

  static constexpr std::size_t kMost = 2 * kMaxVlenBytes / sizeof(T);

  Values() {}  // NOLINT: what is beyond the size has no value
  /// Zeros.
  explicit Values(std::size_t count) : Values(count, T{}) {}
  Values(std::size_t count, const T& value) : Values() {
    resize_for_overwrite(count);
    std::fill_n(values_.data(), count, value);
  }
  Values(std::initializer_list<T> values) : Values(values.begin(), values.end()) {}
  template <typename Iterator,
            typename = typename std::iterator_traits<Iterator>::iterator_category>
  Values(Iterator first, Iterator last) : Values() {
    resize_for_overwrite(static_cast<std::size_t>(std::distance(first, last)));
    std::copy(first, last, values_.data());
  }
  Values(const Values& other) : Values() { *this = other; }
  Values& operator=(const Values& other) {
    size_ = other.size_;
    std::copy_n(other.values_.data(), size_, values_.data());
    return *this;
  }
  ~Values() = default;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return values_.data(); }
  [[nodiscard]] const T* data() const { return values_.data(); }
  [[nodiscard]] T* begin() { return values_.data(); }
  [[nodiscard]] const T* begin() const { return values_.data(); }
  [[nodiscard]] T* end() { return values_.data() + size_; }
  [[nodiscard]] const T* end() const { return values_.data() + size_; }
  T& operator[](std::size_t i) { return values_[i]; }
  const T& operator[](std::size_t i) const { return values_[i]; }
  [[nodiscard]] const T& front() const { return values_[0]; }
  [[nodiscard]] const T& back() const { return values_[size_ - 1]; }

  void push_back(const T& value) {
    resize_for_overwrite(size_ + 1);
    values_[size_ - 1] = value;
  }

  /// New values are not defined until they are written. Throws std::length_error beyond the limit.
  void resize_for_overwrite(std::size_t count) {
    if (count > kMost) throw std::length_error("more values than two registers have lanes");
    size_ = count;
  }

  friend bool operator==(const Values& a, const Values& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

  operator std::vector<T>() const {  // NOLINT: where values are to be kept
    return std::vector<T>(begin(), end());
  }

 private:
  std::size_t size_{};
  std::array<T, kMost> values_;
};

}  // namespace gsq::kernel
