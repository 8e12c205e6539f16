// SPDX-License-Identifier: Apache-2.0
// Mixture of experts: tokens are put into the order of their experts, each expert processes its
// tokens as one contiguous piece, and the tokens are put back into their own order. An expert adds
// its bias, as the unit adds integers (int16_t).
#include "gsq_asc.hpp"
#include "kernel.hpp"

namespace {

constexpr uint32_t kBlockBytes = 32;
constexpr uint32_t kExperts = 4;
constexpr uint32_t kHidden = 16;  // elements of a token
constexpr uint32_t kTokenBytes = kHidden * sizeof(int16_t);
static_assert(kTokenBytes == kBlockBytes, "a token is a block");
constexpr uint32_t kLanes = VLEN_BYTES / sizeof(int16_t);
constexpr uint32_t kTokensOfVector = VLEN_BYTES / kTokenBytes;
constexpr uint32_t kPart = kUsedBytes * 3 / 16;  // of UB: each of five, and what is left the biases
constexpr uint32_t kTokens = kPart / kTokenBytes;
constexpr uint32_t kElements = kTokens * kHidden;
constexpr uint32_t kVectors = kElements / kLanes;
static_assert(kVectors % 4 == 0, "four vectors at a time");

// Places in UB
constexpr uint32_t kByExpert = 0;
constexpr uint32_t kElementIndices = kPart;    // in the output, of each element by expert
constexpr uint32_t kBlockOffsets = 2 * kPart;  // in the input, of each block by expert
constexpr uint32_t kInput = 3 * kPart;
constexpr uint32_t kOutput = 4 * kPart;
constexpr uint32_t kBias = 5 * kPart;
static_assert(kBias + kExperts * kTokenBytes <= kUsedBytes, "all of it fits into UB");

int16_t input[kElements], output[kElements], by_expert[kElements], bias[kExperts][kHidden];
uint32_t order[kTokens];       // tokens in the order of their experts
uint32_t begin[kExperts + 1];  // where those of each begin

/// Puts the tokens into the order of the experts: whole blocks, VL/32 of them each command.
void Permute(__ubuf__ int16_t* to, __ubuf__ int16_t* from, __ubuf__ uint32_t* block_offsets) {
  vector_bool<0> all_blocks = asc_create_mask_b32(Pat::ALL);
  vector_bool<1> all = asc_create_mask_b16(Pat::ALL);
  for (uint32_t v = 0; v < kVectors; v += 4) {
    gsq::unrolled<4>([&](auto i) {
      vector_uint32_t<i> offsets;
      asc_loadalign_postupdate(offsets, block_offsets, kBlockBytes / sizeof(uint32_t));
    });
    gsq::unrolled<4>([&](auto i) {
      vector_uint32_t<i> offsets;
      vector_int16_t<4 + i> tokens;
      asc_gather_datablock(tokens, from, offsets, all_blocks);
    });
    gsq::unrolled<4>([&](auto i) {
      vector_int16_t<4 + i> tokens;
      asc_storealign_postupdate(to, tokens, kLanes, all);
    });
  }
}

/// Adds the bias of an expert to its tokens. One iteration is one token; src1 stays.
void Expert(uint32_t expert) {
  const AscendC::LocalTensor<int16_t> tokens(kByExpert, kElements);
  const AscendC::LocalTensor<int16_t> biases(kBias, kExperts * kHidden);
  const uint32_t start = begin[expert] * kHidden;
  AscendC::Add(tokens[start], tokens[start], biases[expert * kHidden], kHidden,
               begin[expert + 1] - begin[expert], {1, 1, 1, 1, 1, 0});
}

/// Puts the tokens back, element by element.
void Unpermute(__ubuf__ int16_t* to, __ubuf__ int16_t* from, __ubuf__ uint16_t* element_indices) {
  vector_bool<0> all = asc_create_mask_b16(Pat::ALL);
  for (uint32_t v = 0; v < kVectors; v += 4) {
    gsq::unrolled<4>([&](auto i) {
      vector_uint16_t<i> indices;
      vector_int16_t<4 + i> tokens;
      asc_loadalign_postupdate(indices, element_indices, kLanes);
      asc_loadalign_postupdate(tokens, from, kLanes);
    });
    gsq::unrolled<4>([&](auto i) {
      vector_uint16_t<i> indices;
      vector_int16_t<4 + i> tokens;
      asc_scatter(to, tokens, indices, all);
    });
  }
}

void plain() {
  for (uint32_t t = 0; t < kTokens; ++t) {
    for (uint32_t j = 0; j < kHidden; ++j) {
      by_expert[t * kHidden + j] = input[order[t] * kHidden + j];
    }
  }
  for (uint32_t e = 0; e < kExperts; ++e) {
    for (uint32_t t = begin[e]; t < begin[e + 1]; ++t) {
      for (uint32_t j = 0; j < kHidden; ++j) {
        int16_t& element = by_expert[t * kHidden + j];
        element = static_cast<int16_t>(element + bias[e][j]);
      }
    }
  }
  for (uint32_t t = 0; t < kTokens; ++t) {
    for (uint32_t j = 0; j < kHidden; ++j) {
      output[order[t] * kHidden + j] = by_expert[t * kHidden + j];
    }
  }
}

/// The router: a random expert for each token.
void route() {
  static uint8_t expert_of[kTokens];
  for (uint8_t& expert : expert_of) expert = static_cast<uint8_t>(next_random() % kExperts);
  uint32_t count = 0;
  for (uint32_t e = 0; e < kExperts; ++e) {
    begin[e] = count;
    for (uint32_t t = 0; t < kTokens; ++t) {
      if (expert_of[t] == e) order[count++] = t;
    }
  }
  begin[kExperts] = count;
}

}  // namespace

int main() {
  for (int16_t& element : input) element = static_cast<int16_t>(next_random());
  for (auto& each : bias) {
    for (int16_t& element : each) element = static_cast<int16_t>(next_random());
  }
  route();
  for (uint32_t t = 0; t < kTokens; ++t) {
    ub<uint32_t>(kBlockOffsets + t / kTokensOfVector * kBlockBytes)[t % kTokensOfVector] =
        order[t] * kTokenBytes;
    for (uint32_t j = 0; j < kHidden; ++j) {
      ub<uint16_t>(kElementIndices)[t * kHidden + j] =
          static_cast<uint16_t>(order[t] * kHidden + j);
    }
  }
  copy(ub<int16_t>(kInput), input, kElements);
  copy(ub<int16_t>(kBias), bias[0], kExperts * kHidden);

  const bool failed = measure(
      "MoE permutation",
      [] {
        Permute(ub<int16_t>(kByExpert), ub<int16_t>(kInput), ub<uint32_t>(kBlockOffsets));
        for (uint32_t e = 0; e < kExperts; ++e) Expert(e);
        Unpermute(ub<int16_t>(kOutput), ub<int16_t>(kByExpert), ub<uint16_t>(kElementIndices));
      },
      plain);
  return failed || differs("output", ub<int16_t>(kOutput), output, kElements);
}
