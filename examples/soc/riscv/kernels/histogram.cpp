// SPDX-License-Identifier: Apache-2.0
// Histogram: how often each of 64 characters, or as many as a vector has lanes, occurs in a text.
//
// Lanes with the same character would meet in one counter. So each lane has counters of its own:
// the table has a row for each character, as long as a vector, and a counter for each lane in it.
// In address mode row a gather takes the character as the number of the row, and the lane as the
// column. Without lane operations a counter c becomes c + 1 by a gather as well: from element c of
// 1, 2, 3, ... Four commands for a vector of characters, the first of which is their load.
//
// Then the counters of each row are added up. In step k lane l has row l, column l + k: so all
// lanes are in different banks. Where l + k is beyond the row, address mode row is in the next one,
// so such lanes take the row before: their numbers are the ranks of a mask without the last lane
// that stays inside. A vector is added for each step, by vec.add.
#include "gsq_ascend.hpp"
#include "kernel.hpp"

namespace {

namespace Reg = AscendC::Reg;

constexpr uint32_t kLanes = VLEN_BYTES / sizeof(uint16_t);
constexpr uint32_t kCharacters = kLanes < 64 ? 64 : kLanes;
constexpr uint32_t kGroups = kCharacters / kLanes;
constexpr uint32_t kVectors = 48;  // of text
constexpr uint32_t kTextBytes = kVectors * kLanes;
constexpr uint32_t kSumBytes = kGroups * VLEN_BYTES;

// Places in UB
constexpr uint32_t kCounters = 0;
constexpr uint32_t kText = kCounters + kCharacters * VLEN_BYTES;
constexpr uint32_t kNext = kText + kTextBytes;  // 1, 2, 3, ...
constexpr uint32_t kSums = kNext + (kVectors * sizeof(uint16_t) + 31) / 32 * 32;
constexpr uint32_t kColumn = kSums + kSumBytes;
static_assert(kColumn + kSumBytes <= UB_BYTES, "all of it fits into UB");

uint8_t text[kTextBytes];
uint16_t expected[kCharacters];

void Count(__ubuf__ uint16_t* counters, __ubuf__ uint8_t* characters, __ubuf__ uint16_t* next) {
  Reg::MaskReg<0> all = Reg::CreateMask<uint16_t>();
  Reg::RegTensor<uint16_t, 12> number;  // of each lane
  Reg::Unsqueeze(number, all);
  gsq_cfg_pair(GSQ_CFG_ROW_STRIDE, VLEN_BYTES, 0);
  // Every gather of counters has to wait for the scatter before it, so little is gained by more
  // registers: the characters are loaded ahead.
  for (uint32_t v = 0; v < kVectors; v += 4) {
    gsq::unrolled<4>([&](auto i) {
      Reg::RegTensor<uint16_t, i> character;
      Reg::Gather(character, characters + (v + i) * kLanes, number, all);
    });
    gsq::unrolled<4>([&](auto i) {
      Reg::RegTensor<uint16_t, 4 + i> count;
      Reg::RegTensor<uint16_t, 8 + i> more;
      gsq_gather(count.index, gsq::address(counters), i, all.index, GSQ_FORM_B16, 0, GSQ_MODE_ROW);
      Reg::Gather(more, next, count, all);
      gsq_scatter(gsq::address(counters), more.index, i, all.index, GSQ_FORM_B16, GSQ_MODE_ROW);
    });
  }
}

void AddUp(__ubuf__ uint16_t* counters) {
  const AscendC::LocalTensor<uint16_t> sums(kSums, kCharacters);
  const AscendC::LocalTensor<uint16_t> column(kColumn, kCharacters);
  constexpr uint32_t kBlocks = VLEN_BYTES / 32;
  Reg::MaskReg<0> all = Reg::CreateMask<uint16_t>();
  for (uint32_t k = 0; k < kLanes; ++k) {
    uint32_t bits[VLEN_BYTES / 32];
    for (uint32_t& word : bits) word = 0x55555555U;
    const uint32_t last = kLanes - 1 - k;
    bits[last / 16] &= ~(1U << last % 16 * 2);
    Reg::MaskReg<1> ranked;
    Reg::RegTensor<uint16_t, 0> row;
    Reg::SetMask(ranked, bits);
    Reg::Unsqueeze(row, ranked);
    gsq_cfg_write(GSQ_CFG_COL, k);
    gsq::unrolled<kGroups>([&](auto g) {
      gsq_gather(1 + g, gsq::address(counters) + g * kLanes * VLEN_BYTES, row.index, all.index,
                 GSQ_FORM_B16, 0, GSQ_MODE_ROW);
    });
    gsq::unrolled<kGroups>([&](auto g) {
      Reg::RegTensor<uint16_t, 1 + g> counts;
      Reg::StoreAlign(ub<uint16_t>(k == 0 ? kSums : kColumn) + g * kLanes, counts, all);
    });
    if (k != 0) {
      AscendC::Add(sums, sums, column, kLanes, kGroups, {1, 1, 1, kBlocks, kBlocks, kBlocks});
    }
  }
}

void plain() {
  for (uint16_t& count : expected) count = 0;
  for (const uint8_t character : text) ++expected[character];
}

}  // namespace

int main() {
  for (uint8_t& character : text) {
    // As in texts, some characters are much more frequent than others.
    character = static_cast<uint8_t>(next_random() % (next_random() % kCharacters + 1));
  }
  copy(ub<uint8_t>(kText), text, kTextBytes);
  for (uint32_t i = 0; i < kCharacters * kLanes; ++i) ub<uint16_t>(kCounters)[i] = 0;
  for (uint32_t i = 0; i < kVectors; ++i) ub<uint16_t>(kNext)[i] = static_cast<uint16_t>(i + 1);

  const bool failed = measure(
      "histogram",
      [] {
        Count(ub<uint16_t>(kCounters), ub<uint8_t>(kText), ub<uint16_t>(kNext));
        AddUp(ub<uint16_t>(kCounters));
      },
      plain);
  return failed || differs("counts", ub<uint16_t>(kSums), expected, kCharacters);
}
