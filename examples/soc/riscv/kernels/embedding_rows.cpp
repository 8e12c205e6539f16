// SPDX-License-Identifier: Apache-2.0
// Rows of an embedding table: gathered by index, updated, and scattered back to the table. Numbers
// are fixed-point (int32_t), as the unit adds integers. If several tokens name a row, each gets a
// copy, and the table keeps that of the last token.
#include "gsq_asc.hpp"
#include "kernel.hpp"

namespace {

constexpr uint32_t kBlockBytes = 32;
constexpr uint32_t kRowWords = 16;
constexpr uint32_t kRowBytes = kRowWords * sizeof(int32_t);
constexpr uint32_t kRows = kUsedBytes / 4 / kRowBytes;  // of the table
constexpr uint32_t kTokens =
    kUsedBytes * 3 / 16 / kRowBytes;  // so four times as much with its rows
constexpr uint32_t kRowBlocks = kRowBytes / kBlockBytes;
constexpr uint32_t kWords = kTokens * kRowWords;
constexpr uint32_t kWordsOfVector = VLEN_BYTES / sizeof(int32_t);
constexpr uint32_t kVectors = kWords / kWordsOfVector;
constexpr uint32_t kBlocksOfVector = VLEN_BYTES / kBlockBytes;
static_assert(kWords % (4 * kWordsOfVector) == 0, "whole vectors, four at a time");

// Places in UB
constexpr uint32_t kBatch = 0;
constexpr uint32_t kUpdate = kBatch + 4 * kWords;
constexpr uint32_t kWordIndices = kUpdate + 4 * kWords;  // of each word of the batch in the table
constexpr uint32_t kBlockOffsets = kWordIndices + 4 * kWords;  // of each block, 32 bytes a vector
constexpr uint32_t kTable = kUsedBytes - kRows * kRowBytes;
static_assert(kBlockOffsets + kVectors * kBlockBytes <= kTable, "all of it fits into UB");

int32_t table[kRows * kRowWords], update[kWords], batch[kWords];
uint32_t tokens[kTokens];

/// Whole blocks at a time: VL/32 of them each command.
void GatherRows(__ubuf__ int32_t* to, __ubuf__ int32_t* from, __ubuf__ uint32_t* block_offsets) {
  vector_bool<0> all = asc_create_mask_b32(Pat::ALL);
  for (uint32_t v = 0; v < kVectors; v += 4) {
    gsq::unrolled<4>([&](auto i) {
      vector_uint32_t<i> offsets;
      asc_loadalign_postupdate(offsets, block_offsets, kBlockBytes / sizeof(uint32_t));
    });
    gsq::unrolled<4>([&](auto i) {
      vector_uint32_t<i> offsets;
      vector_int32_t<4 + i> rows;
      asc_gather_datablock(rows, from, offsets, all);
    });
    gsq::unrolled<4>([&](auto i) {
      vector_int32_t<4 + i> rows;
      asc_storealign_postupdate(to, rows, kWordsOfVector, all);
    });
  }
}

/// batch += update, as many iterations a command as one can have.
void AddUpdate() {
  const AscendC::LocalTensor<int32_t> to(kBatch, kWords);
  const AscendC::LocalTensor<int32_t> more(kUpdate, kWords);
  constexpr uint32_t kMostRepeats = 255;
  for (uint32_t v = 0; v < kVectors; v += kMostRepeats) {
    const uint32_t at = v * kWordsOfVector;
    const uint32_t repeats = kVectors - v < kMostRepeats ? kVectors - v : kMostRepeats;
    AscendC::Add(to[at], to[at], more[at], kWordsOfVector, repeats,
                 {1, 1, 1, kBlocksOfVector, kBlocksOfVector, kBlocksOfVector});
  }
}

/// Word by word, in the order of the tokens.
void ScatterRows(__ubuf__ int32_t* to, __ubuf__ int32_t* from, __ubuf__ uint32_t* word_indices) {
  vector_bool<0> all = asc_create_mask_b32(Pat::ALL);
  for (uint32_t v = 0; v < kVectors; v += 4) {
    gsq::unrolled<4>([&](auto i) {
      vector_uint32_t<i> indices;
      vector_int32_t<4 + i> rows;
      asc_loadalign_postupdate(indices, word_indices, kWordsOfVector);
      asc_loadalign_postupdate(rows, from, kWordsOfVector);
    });
    gsq::unrolled<4>([&](auto i) {
      vector_uint32_t<i> indices;
      vector_int32_t<4 + i> rows;
      asc_scatter(to, rows, indices, all);
    });
  }
}

void plain() {
  for (uint32_t t = 0; t < kTokens; ++t) {
    const int32_t* const row = &table[tokens[t] * kRowWords];
    for (uint32_t j = 0; j < kRowWords; ++j) batch[t * kRowWords + j] = row[j];
  }
  for (uint32_t i = 0; i < kWords; ++i) batch[i] += update[i];
  for (uint32_t t = 0; t < kTokens; ++t) {
    int32_t* const row = &table[tokens[t] * kRowWords];
    for (uint32_t j = 0; j < kRowWords; ++j) row[j] = batch[t * kRowWords + j];
  }
}

}  // namespace

int main() {
  for (int32_t& word : table) word = static_cast<int32_t>(next_random());
  for (int32_t& word : update) word = static_cast<int32_t>(next_random() % 2001) - 1000;
  // Low rows are named more often, as frequent words are.
  for (uint32_t& token : tokens) token = next_random() % (next_random() % kRows + 1);
  for (uint32_t t = 0; t < kTokens; ++t) {
    for (uint32_t j = 0; j < kRowWords; ++j) {
      ub<uint32_t>(kWordIndices)[t * kRowWords + j] = tokens[t] * kRowWords + j;
    }
    for (uint32_t b = 0; b < kRowBlocks; ++b) {
      const uint32_t block = t * kRowBlocks + b;
      ub<uint32_t>(kBlockOffsets + block / kBlocksOfVector * kBlockBytes)[block % kBlocksOfVector] =
          tokens[t] * kRowBytes + b * kBlockBytes;
    }
  }
  copy(ub<int32_t>(kTable), table, kRows * kRowWords);
  copy(ub<int32_t>(kUpdate), update, kWords);

  const bool failed = measure(
      "embedding rows",
      [] {
        GatherRows(ub<int32_t>(kBatch), ub<int32_t>(kTable), ub<uint32_t>(kBlockOffsets));
        AddUpdate();
        ScatterRows(ub<int32_t>(kTable), ub<int32_t>(kBatch), ub<uint32_t>(kWordIndices));
      },
      plain);
  return failed || differs("batch", ub<int32_t>(kBatch), batch, kWords) ||
         differs("table", ub<int32_t>(kTable), table, kRows * kRowWords);
}
