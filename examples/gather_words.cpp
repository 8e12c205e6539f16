// SPDX-License-Identifier: Apache-2.0
// Words from anywhere in a table: a gather whose lanes meet in few banks, the case for a window.
//
// The result lies below the table, so that no gather can read what an earlier store writes: then
// gathers of later iterations are issued before that store.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "gsq/kernel/asc.hpp"
#include "gsq/kernel/session.hpp"

namespace {

constexpr std::uint32_t kWords = 16384;  // of the table, and of the result

// Places in UB
constexpr std::uint32_t kResult = 0x00000;
constexpr std::uint32_t kIndices = 0x10000;
constexpr std::uint32_t kTable = 0x20000;

void GatherWords(__ubuf__ std::uint32_t* result, __ubuf__ std::uint32_t* table,
                 __ubuf__ std::uint32_t* indices, std::uint32_t lanes) {
  const vector_bool all = asc_create_mask_b32(Pat::ALL);
  for (std::uint32_t i = 0; i < kWords; i += lanes) {
    vector_uint32_t index;
    vector_uint32_t words;
    asc_loadalign(index, indices + i);
    asc_gather(words, table, index, all);
    asc_storealign(result + i, words, all);
  }
}

void gather(gsq::kernel::Session& session) {
  std::mt19937 random(1);
  std::vector<std::uint32_t> table(kWords);
  std::vector<std::uint32_t> indices(kWords);
  std::vector<std::uint32_t> expected(kWords);
  for (auto& word : table) word = static_cast<std::uint32_t>(random());
  for (std::size_t i = 0; i < kWords; ++i) {
    indices[i] = static_cast<std::uint32_t>(random() % kWords);
    expected[i] = table[indices[i]];
  }
  auto* const to = session.at<std::uint32_t>(kResult);
  auto* const from = session.put(kTable, table);
  auto* const by = session.put(kIndices, indices);

  session.launch([&] { GatherWords(to, from, by, session.config().lanes(4)); });

  fmt::print("{} words from a table of {}\n", kWords, kWords);
  session.check_equal(session.get(to, kWords), expected, "result");
}

}  // namespace

int main(int argc, char** argv) { return gsq::kernel::run(argc, argv, gather); }
