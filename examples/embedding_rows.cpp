// SPDX-License-Identifier: Apache-2.0
// Rows of an embedding table: gathered by index, updated, and scattered back to the table.
//
// Numbers are fixed-point (int32_t), as the unit adds integers. If several tokens name a row, each
// gets a copy, and the table keeps that of the last token.
//
// The table has the highest addresses. An index of a gather or scatter counts from its base
// upwards, so these commands touch nothing below the table, and loads and stores of what lies there
// need not wait for them.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "gsq/kernel/asc.hpp"
#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/session.hpp"

namespace {

constexpr std::uint32_t kRows = 512;  // of the table
constexpr std::uint32_t kRowWords = 32;
constexpr std::uint32_t kTokens = 256;
constexpr std::uint32_t kRowBlocks = kRowWords * sizeof(std::int32_t) / gsq::kBlockBytes;
constexpr std::uint32_t kWords = kTokens * kRowWords;  // of a batch

// Places in UB
constexpr std::uint32_t kBatch = 0x00000;
constexpr std::uint32_t kUpdate = 0x08000;
constexpr std::uint32_t kWordIndices = 0x10000;   // of each word of the batch in the table
constexpr std::uint32_t kBlockOffsets = 0x18000;  // of each block of the batch in the table
constexpr std::uint32_t kTable = 0x20000;

struct Pointers {
  __ubuf__ std::int32_t* table;
  __ubuf__ std::int32_t* batch;
  __ubuf__ std::uint32_t* word_indices;
  __ubuf__ std::uint32_t* block_offsets;
};

/// Whole blocks at a time: VL/32 of them each command.
void GatherRows(const Pointers& in, std::uint32_t vlen_bytes) {
  const std::uint32_t words = vlen_bytes / sizeof(std::int32_t);
  const vector_bool all = asc_create_mask_b32(Pat::ALL);
  for (std::uint32_t v = 0; v < kWords / words; ++v) {
    vector_uint32_t offsets;
    vector_int32_t rows;
    asc_loadalign(offsets, in.block_offsets + v * gsq::kernel::kBlockWords);
    asc_gather_datablock(rows, in.table, offsets, all);
    asc_storealign(in.batch + v * words, rows, all);
  }
}

/// batch += update, as many iterations a command as one can have.
void AddUpdate(std::uint32_t vlen_bytes) {
  const AscendC::LocalTensor<std::int32_t> batch(kBatch, kWords);
  const AscendC::LocalTensor<std::int32_t> update(kUpdate, kWords);
  constexpr std::uint32_t kMostRepeats = 255;
  const std::uint32_t words = vlen_bytes / sizeof(std::int32_t);
  const auto blocks = static_cast<std::uint8_t>(vlen_bytes / gsq::kBlockBytes);
  for (std::uint32_t at = 0; at < kWords; at += kMostRepeats * words) {
    const std::uint32_t repeats = std::min((kWords - at) / words, kMostRepeats);
    AscendC::Add(batch[at], batch[at], update[at], words, repeats,
                 {1, 1, 1, blocks, blocks, blocks});
  }
}

/// Word by word, in the order of the tokens.
void ScatterRows(const Pointers& in, std::uint32_t vlen_bytes) {
  const std::uint32_t words = vlen_bytes / sizeof(std::int32_t);
  const vector_bool all = asc_create_mask_b32(Pat::ALL);
  for (std::uint32_t v = 0; v < kWords / words; ++v) {
    vector_uint32_t indices;
    vector_int32_t rows;
    asc_loadalign(indices, in.word_indices + v * words);
    asc_loadalign(rows, in.batch + v * words);
    asc_scatter(in.table, rows, indices, all);
  }
}

void embed(gsq::kernel::Session& session) {
  std::mt19937 random(1);
  std::vector<std::int32_t> table(kRows * kRowWords);
  for (auto& word : table) word = static_cast<std::int32_t>(random());
  std::vector<std::int32_t> update(kWords);
  for (auto& word : update) word = static_cast<std::int32_t>(random() % 2001) - 1000;
  std::vector<std::uint32_t> tokens(kTokens);
  // Low rows are named more often, as frequent words are.
  for (auto& token : tokens) {
    const std::uint32_t limit = random() % kRows + 1;
    token = random() % limit;
  }

  std::vector<std::uint32_t> word_indices;
  std::vector<std::uint32_t> block_offsets;
  for (const std::uint32_t token : tokens) {
    for (std::uint32_t j = 0; j < kRowWords; ++j) word_indices.push_back(token * kRowWords + j);
    for (std::uint32_t b = 0; b < kRowBlocks; ++b) {
      block_offsets.push_back((token * kRowBlocks + b) * gsq::kBlockBytes);
    }
  }

  // Plain C++
  std::vector<std::int32_t> batch(kWords);
  std::vector<std::int32_t> updated = table;
  for (std::uint32_t w = 0; w < kWords; ++w) {
    const auto row = static_cast<std::uint32_t>(table[word_indices[w]]);
    batch[w] = static_cast<std::int32_t>(row + static_cast<std::uint32_t>(update[w]));
    updated[word_indices[w]] = batch[w];
  }

  const std::uint32_t vlen_bytes = session.config().vlen_bytes;
  const std::uint32_t blocks = vlen_bytes / gsq::kBlockBytes;
  session.put(kUpdate, update);
  const Pointers in{session.put(kTable, table), session.at<std::int32_t>(kBatch),
                    session.put(kWordIndices, word_indices),
                    session.put(kBlockOffsets, gsq::kernel::in_blocks(block_offsets, blocks))};

  session.launch([&] {
    GatherRows(in, vlen_bytes);
    AddUpdate(vlen_bytes);
    ScatterRows(in, vlen_bytes);
  });

  fmt::print("{} tokens, rows of {} bytes from a table of {}\n", kTokens,
             kRowWords * sizeof(std::int32_t), kRows);
  session.check_equal(session.get(in.batch, batch.size()), batch, "batch");
  session.check_equal(session.get(in.table, table.size()), updated, "table");
  session.check(updated != table, "the update changes the table");
}

}  // namespace

int main(int argc, char** argv) { return gsq::kernel::run(argc, argv, embed); }
