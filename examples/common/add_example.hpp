// SPDX-License-Identifier: Apache-2.0
/// Shared code of the four examples of Add: tensors of one iteration, and their results.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/session.hpp"

namespace example {

/// Some of many texts, in brackets, "..." for those between: as the documents of the API print.
inline std::string excerpt(const std::vector<std::string>& texts,
                           const std::vector<std::uint32_t>& places) {
  std::string result;
  std::uint32_t next = 0;
  for (const std::uint32_t place : places) {
    result += place == next ? "" : " ...";
    result += fmt::format("{}{}", result.empty() ? "" : " ", texts.at(place));
    next = place + 1;
  }
  return "[" + result + "]";
}

/// An example of Add on tensors of type T, one iteration long.
template <typename T>
struct AddExample {
  /// The call of the example, with dst, src0 and src1.
  void (*kernel)(AscendC::LocalTensor<T>, AscendC::LocalTensor<T>, AscendC::LocalTensor<T>);
  /// Whether its mask selects a lane.
  bool (*selected)(std::uint32_t lane);
  /// The elements that are printed.
  std::vector<std::uint32_t> shown_of_inputs;
  std::vector<std::uint32_t> shown_of_output;
};

/// Adds 1, 2, 3, … to itself, prints and checks. Elements of dst that are not selected, which the
/// documents call undefined, must keep their values.
template <typename T>
void run_add(gsq::kernel::Session& session, const AddExample<T>& add) {
  constexpr T kOld = -1;
  const std::uint32_t lanes = session.config().lanes(sizeof(T));
  const std::uint32_t bytes = session.config().vlen_bytes;
  std::vector<T> source(lanes);
  std::vector<T> expected(lanes, kOld);
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    source[lane] = static_cast<T>(lane + 1);
    if (add.selected(lane)) expected[lane] = static_cast<T>(2 * (lane + 1));
  }
  session.put(0, source);
  session.put(bytes, source);
  const T* const result = session.put(2 * bytes, std::vector<T>(lanes, kOld));

  session.launch([&] {
    add.kernel(AscendC::LocalTensor<T>(2 * bytes, lanes), AscendC::LocalTensor<T>(0, lanes),
               AscendC::LocalTensor<T>(bytes, lanes));
  });

  const std::vector<T> found = session.get(result, lanes);
  std::vector<std::string> inputs(lanes);
  std::vector<std::string> output(lanes);
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    inputs[lane] = fmt::format("{}", source[lane]);
    output[lane] = add.selected(lane) ? fmt::format("{}", found[lane]) : "undefined";
  }
  fmt::print("Input (src0Local): {}\n", excerpt(inputs, add.shown_of_inputs));
  fmt::print("Input (src1Local): {}\n", excerpt(inputs, add.shown_of_inputs));
  fmt::print("Output (dstLocal): {}\n", excerpt(output, add.shown_of_output));
  session.check_equal(found, expected, "dstLocal");
}

}  // namespace example
