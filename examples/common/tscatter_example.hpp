// SPDX-License-Identifier: Apache-2.0
/// Shared code of the two examples of TSCATTER: tiles of 16 x 16, filled, scattered and checked.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsq/kernel/session.hpp"

namespace example {

/// Places of the tiles of an example in UB.
struct TilePlaces {
  std::uint32_t dst;
  std::uint32_t src;
  std::uint32_t idx;
};

/// Fills the tiles, launches the example, prints and checks dst[idx[i,j], j] = src[i,j].
inline void run_tscatter(gsq::kernel::Session& session, const TilePlaces& places,
                         void (*kernel)()) {
  constexpr std::size_t kSize = 16;
  std::vector<float> src(kSize * kSize);
  std::vector<float> expected(kSize * kSize, -1.0F);
  std::vector<std::uint16_t> idx(kSize * kSize);
  for (std::size_t i = 0; i < kSize; ++i) {
    for (std::size_t j = 0; j < kSize; ++j) {
      // Column by column another order of rows; rows 14 and 15 go where 0 and 1 went before.
      const std::size_t row = (5 * (i % 14) + 3 * j) % kSize;
      src[i * kSize + j] = static_cast<float>(i) + static_cast<float>(j) / 100;
      idx[i * kSize + j] = static_cast<std::uint16_t>(row);
    }
  }
  auto* const dst = session.put(places.dst, expected);
  session.put(places.src, src);
  session.put(places.idx, idx);
  for (std::size_t i = 0; i < kSize; ++i) {
    for (std::size_t j = 0; j < kSize; ++j) {
      expected[idx[i * kSize + j] * kSize + j] = src[i * kSize + j];
    }
  }

  session.launch(kernel);

  const auto result = session.get(dst, expected.size());
  for (const std::size_t row : {0, 1, 15}) {
    const auto begin = result.begin() + static_cast<std::ptrdiff_t>(row * kSize);
    fmt::print("dst row {:2} {}\n", row, gsq::kernel::list(std::vector<float>(begin, begin + 8)));
  }
  session.check_equal(result, expected, "dst[idx[i,j], j] is src[i,j]");
}

}  // namespace example
