// SPDX-License-Identifier: Apache-2.0
/// What all fuzzers share. A fuzzer is a function that takes any bytes and ends the process when
/// something is not as promised; libFuzzer calls it, or replay.cpp with the inputs of a folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace gsq::fuzz {

/// Ends the process, so that libFuzzer keeps the input, unless `holds`.
inline void expect(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: %s\n", what.c_str());
  std::abort();
}

/// Bytes of an input, one after the other; zeros behind the end.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : next_(data), left_(size) {}

  [[nodiscard]] bool empty() const { return left_ == 0; }

  std::uint8_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *next_++;
  }

  /// Lowest byte first.
  std::uint32_t word() {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{byte()} << 8 * i;
    return value;
  }

  /// 0..count-1, for a count of up to 2^32 - 1.
  std::uint32_t below(std::uint32_t count) { return (count <= 256 ? byte() : word()) % count; }

  /// What is left.
  std::string text() {
    std::string rest(reinterpret_cast<const char*>(next_), left_);
    left_ = 0;
    return rest;
  }

 private:
  const std::uint8_t* next_;
  std::size_t left_;
};

}  // namespace gsq::fuzz
