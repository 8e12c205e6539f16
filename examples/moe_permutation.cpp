// SPDX-License-Identifier: Apache-2.0
// Mixture of experts: tokens are put into the order of their experts, each expert processes its
// tokens as one contiguous piece, and the tokens are put back into their own order.
//
// An expert adds its bias, as the unit adds integers (int16_t).
//
// What is gathered from and scattered to has the highest addresses, as in embedding_rows.
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

constexpr std::uint32_t kExperts = 8;
constexpr std::uint32_t kTokens = 256;
constexpr std::uint32_t kHidden = 64;  // elements of a token
constexpr std::uint32_t kTokenBlocks = kHidden * sizeof(std::int16_t) / gsq::kBlockBytes;
constexpr std::uint32_t kElements = kTokens * kHidden;

// Places in UB
constexpr std::uint32_t kByExpert = 0x00000;
constexpr std::uint32_t kBias = 0x08000;            // of each expert
constexpr std::uint32_t kElementIndices = 0x10000;  // in the output, of each element by expert
constexpr std::uint32_t kBlockOffsets = 0x18000;    // in the input, of each block by expert
constexpr std::uint32_t kInput = 0x20000;
constexpr std::uint32_t kOutput = 0x28000;

/// Puts the tokens into the order of the experts: whole blocks, VL/32 of them each command.
void Permute(__ubuf__ std::int16_t* by_expert, __ubuf__ std::int16_t* input,
             __ubuf__ std::uint32_t* block_offsets, std::uint32_t vlen_bytes) {
  const std::uint32_t lanes = vlen_bytes / sizeof(std::int16_t);
  const vector_bool blocks_of_all = asc_create_mask_b32(Pat::ALL);
  const vector_bool all = asc_create_mask_b16(Pat::ALL);
  for (std::uint32_t v = 0; v < kElements / lanes; ++v) {
    vector_uint32_t offsets;
    vector_int16_t tokens;
    asc_loadalign(offsets, block_offsets + v * gsq::kernel::kBlockWords);
    asc_gather_datablock(tokens, input, offsets, blocks_of_all);
    asc_storealign(by_expert + v * lanes, tokens, all);
  }
}

/// Adds the bias of an expert to its `count` tokens. One iteration is one token, or as much of it
/// as a vector has lanes; src1 stays.
void Expert(std::uint32_t expert, std::uint32_t first, std::uint32_t count,
            std::uint32_t vlen_bytes) {
  const AscendC::LocalTensor<std::int16_t> tokens(kByExpert, kElements);
  const AscendC::LocalTensor<std::int16_t> bias(kBias, kExperts * kHidden);
  const std::uint32_t part = std::min<std::uint32_t>(kHidden, vlen_bytes / sizeof(std::int16_t));
  for (std::uint32_t j = 0; j < kHidden; j += part) {
    const std::uint32_t start = first * kHidden + j;
    AscendC::Add(tokens[start], tokens[start], bias[expert * kHidden + j], part, count,
                 {1, 1, 1, kTokenBlocks, kTokenBlocks, 0});
  }
}

/// Puts the tokens back, element by element.
void Unpermute(__ubuf__ std::int16_t* output, __ubuf__ std::int16_t* by_expert,
               __ubuf__ std::uint16_t* element_indices, std::uint32_t vlen_bytes) {
  const std::uint32_t lanes = vlen_bytes / sizeof(std::int16_t);
  const vector_bool all = asc_create_mask_b16(Pat::ALL);
  for (std::uint32_t v = 0; v < kElements / lanes; ++v) {
    vector_uint16_t indices;
    vector_int16_t tokens;
    asc_loadalign(indices, element_indices + v * lanes);
    asc_loadalign(tokens, by_expert + v * lanes);
    asc_scatter(output, tokens, indices, all);
  }
}

void permute(gsq::kernel::Session& session) {
  std::mt19937 random(1);
  std::vector<std::int16_t> input(kElements);
  for (auto& element : input) element = static_cast<std::int16_t>(random());
  std::vector<std::int16_t> bias(kExperts * kHidden);
  for (auto& element : bias) element = static_cast<std::int16_t>(random());
  std::vector<std::uint32_t> expert_of(kTokens);
  for (auto& expert : expert_of) expert = random() % kExperts;

  // The router: tokens in the order of their experts, and where those of each expert begin.
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> begin;
  for (std::uint32_t expert = 0; expert < kExperts; ++expert) {
    begin.push_back(static_cast<std::uint32_t>(order.size()));
    for (std::uint32_t t = 0; t < kTokens; ++t) {
      if (expert_of[t] == expert) order.push_back(t);
    }
  }
  begin.push_back(kTokens);
  std::vector<std::uint32_t> block_offsets;
  std::vector<std::uint16_t> element_indices;
  for (const std::uint32_t token : order) {
    for (std::uint32_t b = 0; b < kTokenBlocks; ++b) {
      block_offsets.push_back((token * kTokenBlocks + b) * gsq::kBlockBytes);
    }
    for (std::uint32_t j = 0; j < kHidden; ++j) {
      element_indices.push_back(static_cast<std::uint16_t>(token * kHidden + j));
    }
  }

  // Plain C++
  std::vector<std::int16_t> expected(kElements);
  for (std::uint32_t i = 0; i < kElements; ++i) {
    const std::uint32_t expert = expert_of[i / kHidden];
    expected[i] = static_cast<std::int16_t>(input[i] + bias[expert * kHidden + i % kHidden]);
  }

  auto* const from = session.put(kInput, input);
  auto* const by_expert = session.at<std::int16_t>(kByExpert);
  auto* const to = session.at<std::int16_t>(kOutput);
  session.put(kBias, bias);
  const std::uint32_t vlen_bytes = session.config().vlen_bytes;
  const std::uint32_t blocks = vlen_bytes / gsq::kBlockBytes;
  auto* const offsets = session.put(kBlockOffsets, gsq::kernel::in_blocks(block_offsets, blocks));
  auto* const indices = session.put(kElementIndices, element_indices);

  session.launch([&] {
    Permute(by_expert, from, offsets, vlen_bytes);
    for (std::uint32_t e = 0; e < kExperts; ++e) {
      Expert(e, begin[e], begin[e + 1] - begin[e], vlen_bytes);
    }
    Unpermute(to, by_expert, indices, vlen_bytes);
  });

  std::vector<std::uint32_t> counts;
  for (std::uint32_t e = 0; e < kExperts; ++e) counts.push_back(begin[e + 1] - begin[e]);
  fmt::print("{} tokens of {} elements, by expert {}\n", kTokens, kHidden,
             gsq::kernel::list(counts));
  session.check_equal(session.get(to, kElements), expected, "output");
}

}  // namespace

int main(int argc, char** argv) { return gsq::kernel::run(argc, argv, permute); }
