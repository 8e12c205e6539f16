// SPDX-License-Identifier: Apache-2.0
// What our host programs of other people's operators share: global memory, launches, results.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "gsq/kernel/ascend/global_tensor.hpp"

namespace foreign {

/// Values in global memory whose bounds are checked.
template <typename T>
class Global {
 public:
  explicit Global(const std::vector<T>& values)
      : count_(values.size()),
        begin_(gsq::kernel::ascend::allocate_global(values.size() * sizeof(T))) {
    std::memcpy(begin_, values.data(), count_ * sizeof(T));
  }
  explicit Global(std::size_t count) : Global(std::vector<T>(count)) {}
  Global(const Global&) = delete;
  Global& operator=(const Global&) = delete;
  ~Global() { gsq::kernel::ascend::free_global(begin_); }

  /// As parameter of a kernel.
  operator std::uint8_t*() const { return static_cast<std::uint8_t*>(begin_); }  // NOLINT

  [[nodiscard]] std::vector<T> values() const {
    std::vector<T> all(count_);
    std::memcpy(static_cast<void*>(all.data()), begin_, count_ * sizeof(T));
    return all;
  }

 private:
  std::size_t count_;
  void* begin_;
};

/// Random numbers of a range, the same ones every time.
template <typename T>
std::vector<T> random_values(std::size_t count, int least, int most, unsigned seed = 1) {
  std::mt19937 generator(seed);
  std::uniform_int_distribution<int> distribution(least, most);
  std::vector<T> values(count);
  for (T& value : values) value = static_cast<T>(distribution(generator));
  return values;
}

/// Results so far: print() says "test pass!" when all were as expected, and gives the exit status.
class Results {
 public:
  template <typename T>
  void check(std::string_view what, const std::vector<T>& found, const std::vector<T>& expected) {
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (i < found.size() && std::memcmp(&found[i], &expected[i], sizeof(T)) == 0) continue;
      fmt::print("{}: place {} differs from what is expected\n", what, i);
      right_ = false;
      return;
    }
    fmt::print("{}: {} values as expected\n", what, expected.size());
  }
  int print() const {
    fmt::print(right_ ? "test pass!\n" : "test failed!\n");
    return right_ ? 0 : 1;
  }

 private:
  bool right_{true};
};

}  // namespace foreign
