// SPDX-License-Identifier: Apache-2.0
/// What the tests of the kernel APIs share: a unit on the golden model, its memory, errors.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/kernel/unit.hpp"
#include "semantics/model_fixture.hpp"

namespace gsq::testing {

/// Short, middle and full vectors, all with a row multiplier; the middle ones without lane
/// operations.
inline std::vector<Config> kernel_configs() {
  Config middle = make_config("vl64", 64, 65536, 16, 4, 0, 1);
  middle.lane_ops = 0;
  return {make_config("vl32", 32, 65536, 8, 4, 0, 1), middle, full_config()};
}

/// A unit on the golden model, and what tests want to know of it.
class KernelUnit {
 public:
  explicit KernelUnit(const Config& config, std::size_t lookahead = kernel::kLookahead)
      : backend(make_golden_backend(config)), unit(*backend, lookahead) {
    unit.launch();
  }

  [[nodiscard]] std::uint32_t lanes(std::uint32_t bytes) const {
    return unit.config().lanes(bytes);
  }

  /// A pointer to a UB address.
  template <typename T>
  [[nodiscard]] T* at(std::uint32_t address) const {
    return static_cast<T*>(unit.pointer(address));
  }

  /// Writes values to UB and gives the pointer to them.
  template <typename T>
  T* put(std::uint32_t address, const std::vector<T>& values) {
    Bytes bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    unit.write_ub(address, bytes, "put");
    return at<T>(address);
  }

  template <typename T>
  [[nodiscard]] std::vector<T> get(std::uint32_t address, std::size_t count) {
    return as<T>(unit.read_ub(address, count * sizeof(T), "get"));
  }

  /// All lanes of a vector register, as numbers.
  template <typename T>
  [[nodiscard]] std::vector<T> lanes_of(unsigned v) {
    return as<T>(unit.read_v(v));
  }

  /// How many commands were answered since the last call.
  std::size_t commands() { return unit.take_completions().size(); }

  std::unique_ptr<Backend> backend;
  kernel::Unit unit;

 private:
  template <typename T>
  static std::vector<T> as(const Bytes& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }
};

/// The Error that `call` throws. None is a failure of the test.
template <typename Call>
std::optional<kernel::Error> error_of(Call&& call) {
  try {
    call();
  } catch (const kernel::Error& error) {
    return error;
  }
  ADD_FAILURE() << "no Error";
  return std::nullopt;
}

/// A test on every vector length.
class OnEveryVectorLength : public ::testing::TestWithParam<Config> {
 protected:
  KernelUnit k{GetParam()};
};

}  // namespace gsq::testing
