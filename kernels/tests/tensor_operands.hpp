// SPDX-License-Identifier: Apache-2.0
/// Calls on tensors as entries of a table: what each is called, which tensors it takes, and how
/// many bytes of them it needs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {

/// How much a call is asked to do.
struct Amount {
  std::uint32_t vlen_bytes{};
  std::uint32_t lanes{};    ///< of each iteration; elements of a call without iterations
  std::uint32_t repeat{1};  ///< iterations

  [[nodiscard]] std::uint32_t blocks() const { return vlen_bytes / 32; }
};

/// A tensor of a call.
struct TensorOperand {
  std::function<std::uint32_t(const Amount&)> bytes;  ///< how many the call needs
  std::function<Bytes(std::mt19937&, const Amount&)> content;
  bool advances{true};  ///< whether later iterations go on behind earlier ones
};

/// Addresses of the tensors of a call.
using Places = std::vector<std::uint32_t>;
using RunCall = std::function<void(const Places&, const Amount&)>;

struct TensorCall {
  [[nodiscard]] std::string text() const { return name + ", " + form; }
  /// Whether it has iterations, and whether its lanes can be chosen.
  [[nodiscard]] bool has_iterations() const { return form != "count"; }
  [[nodiscard]] bool has_lanes() const { return form != "iterations"; }

  std::string name;       ///< of the function
  std::string form;       ///< "count", "mask", "bits" or "iterations"
  std::uint32_t longest;  ///< bytes of its longest elements: VL / so many lanes
  std::vector<TensorOperand> operands;
  RunCall run;
  RunCall reference;  ///< does the same by other means; empty: fewer iterations at a time
};

template <typename T>
Bytes bytes_of_values(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// `count` small numbers.
template <typename T>
Bytes small_numbers(std::mt19937& generator, std::size_t count) {
  std::vector<T> values(count);
  for (T& value : values) value = static_cast<T>(static_cast<float>(generator() % 100 + 1));
  return bytes_of_values(values);
}

/// Elements in iterations without gaps, where the longest elements of the call have `longest`
/// bytes.
template <typename T>
TensorOperand elements(std::uint32_t longest = sizeof(T)) {
  const auto count = [longest](const Amount& amount) {
    return amount.repeat == 0 ? 0
                              : (amount.repeat - 1) * (amount.vlen_bytes / longest) + amount.lanes;
  };
  return {[count](const Amount& amount) { return count(amount) * std::uint32_t{sizeof(T)}; },
          [count](std::mt19937& generator, const Amount& amount) {
            return small_numbers<T>(generator, count(amount));
          }};
}

/// A bit for each element.
inline TensorOperand element_bits(std::uint32_t element_bytes) {
  const TensorOperand bytes = elements<std::uint8_t>(element_bytes);
  const auto count = [bytes](const Amount& amount) { return (bytes.bytes(amount) + 7) / 8; };
  return {count, [count](std::mt19937& generator, const Amount& amount) {
            return small_numbers<std::uint8_t>(generator, count(amount));
          }};
}

/// So many bytes for each iteration.
inline TensorOperand per_iteration(std::uint32_t bytes) {
  const auto count = [bytes](const Amount& amount) { return amount.repeat * bytes; };
  return {count, [count](std::mt19937& generator, const Amount& amount) {
            return small_numbers<std::uint8_t>(generator, count(amount));
          }};
}

/// A tensor of one element, or of a few that are always the same.
template <typename T>
TensorOperand fixed(std::uint32_t count = 1) {
  return {[count](const Amount& /*amount*/) { return count * std::uint32_t{sizeof(T)}; },
          [count](std::mt19937& generator, const Amount& /*amount*/) {
            return small_numbers<T>(generator, count);
          },
          false};
}

/// A byte offset for each element of `bytes` bytes, all different.
inline TensorOperand offsets_of(std::uint32_t bytes) {
  TensorOperand operand = elements<std::uint32_t>(bytes);
  operand.content = [size = operand.bytes, bytes](std::mt19937& generator, const Amount& amount) {
    std::vector<std::uint32_t> all(size(amount) / 4);
    std::iota(all.begin(), all.end(), 0U);
    std::shuffle(all.begin(), all.end(), generator);
    for (std::uint32_t& offset : all) offset *= bytes;
    return bytes_of_values(all);
  };
  return operand;
}

/// The same tensor for all iterations.
inline TensorOperand in_place(TensorOperand operand) {
  operand.advances = false;
  return operand;
}

template <typename T>
AscendC::LocalTensor<T> tensor_at(std::uint32_t address) {
  return AscendC::LocalTensor<T>(address, 0);
}

/// The table while it is made.
class TensorCalls {
 public:
  void count(std::string name, std::uint32_t longest, std::vector<TensorOperand> operands,
             RunCall run) {
    all_.push_back({std::move(name), "count", longest, std::move(operands), std::move(run), {}});
  }

  void iterations(std::string name, std::uint32_t longest, std::vector<TensorOperand> operands,
                  RunCall run) {
    all_.push_back(
        {std::move(name), "iterations", longest, std::move(operands), std::move(run), {}});
  }

  /// A call with a mask: run(places, amount, mask) with both kinds.
  template <typename Run>
  void masked(const std::string& name, std::uint32_t longest,
              const std::vector<TensorOperand>& operands, Run run, RunCall reference = {}) {
    all_.push_back({name, "mask", longest, operands,
                    [run](const Places& at, const Amount& amount) {
                      run(at, amount, std::uint64_t{amount.lanes});
                    },
                    reference});
    all_.push_back({name, "bits", longest, operands,
                    [run](const Places& at, const Amount& amount) {
                      std::array<std::uint64_t, 2> bits{};
                      for (std::uint32_t lane = 0; lane < amount.lanes; ++lane) {
                        bits.at(lane / 64) |= std::uint64_t{1} << (lane % 64);
                      }
                      const std::uint64_t* const mask = bits.data();
                      run(at, amount, mask);
                    },
                    reference});
  }

  void add(TensorCall call) { all_.push_back(std::move(call)); }

  std::vector<TensorCall> take() { return std::move(all_); }

 private:
  std::vector<TensorCall> all_;
};

}  // namespace gsq::testing
