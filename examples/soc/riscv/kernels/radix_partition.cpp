// SPDX-License-Identifier: Apache-2.0
// Radix partition: records go to one of four parts by two bits of their key, and keep their order
// in it. Records are keys and values, in two arrays.
//
// One pass over the records for each part: two squeezes append the records of the part to two
// streams, which share AR. The streams run through all passes, so each part begins where the one
// before ends. Which records a part has the unit compares with LaneOps 1; without, the core makes
// the masks of all parts before, in one pass over the keys.
#include "gsq_ascend.hpp"
#include "kernel.hpp"

namespace {

namespace Reg = AscendC::Reg;

constexpr uint32_t kLanes = VLEN_BYTES / sizeof(uint16_t);
constexpr uint32_t kMasks = 7;  // beside that of all lanes
constexpr uint32_t kParts = 4;
constexpr uint32_t kShift = 5;  // of the bits in the key
constexpr uint32_t kArea = kUsedBytes / 4;
constexpr uint32_t kBatches = kArea / VLEN_BYTES / kMasks;
constexpr uint32_t kRecords = kBatches * kMasks * kLanes;

// Places in UB
constexpr uint32_t kKeys = 0;
constexpr uint32_t kValues = kArea;
constexpr uint32_t kKeysOut = 2 * kArea;
constexpr uint32_t kValuesOut = 3 * kArea;

uint16_t keys[kRecords], values[kRecords], expected_keys[kRecords], expected_values[kRecords];
uint32_t ends[kParts], expected_ends[kParts];  // of the parts, in records

#if !LANE_OPS
uint32_t masks[kParts][kBatches * kMasks][VLEN_BYTES / 32];  // a bit for each byte of a vector

void MakeMasks() {
  for (auto& part : masks) {
    for (auto& vector : part) {
      for (uint32_t& word : vector) word = 0;
    }
  }
  for (uint32_t i = 0; i < kRecords; ++i) {
    const uint32_t part = keys[i] >> kShift & (kParts - 1);
    masks[part][i / kLanes][i % kLanes / 16] |= 1U << i % 16 * 2;
  }
}
#endif

void Partition(__ubuf__ uint16_t* to_keys, __ubuf__ uint16_t* to_values,
               __ubuf__ uint16_t* from_keys, __ubuf__ uint16_t* from_values) {
  Reg::UnalignRegForStore<0> rest_of_keys;
  Reg::UnalignRegForStore<1> rest_of_values;
  Reg::ClearSpr<AscendC::SpecialPurposeReg::AR>();
#if LANE_OPS
  Reg::MaskReg<0> all = Reg::CreateMask<uint16_t>();
  Reg::RegTensor<uint16_t, 31> bits;
  Reg::Duplicate(bits, static_cast<uint16_t>((kParts - 1) << kShift), all);
#else
  MakeMasks();
#endif
  for (uint32_t part = 0; part < kParts; ++part) {
    for (uint32_t batch = 0; batch < kBatches; ++batch) {
      const uint32_t first = batch * kMasks * kLanes;
      gsq::unrolled<kMasks>([&](auto i) {
        Reg::RegTensor<uint16_t, 2 * i> key;
        Reg::RegTensor<uint16_t, 2 * i + 1> value;
        Reg::LoadAlign(key, from_keys + first + i * kLanes);
        Reg::LoadAlign(value, from_values + first + i * kLanes);
      });
      gsq::unrolled<kMasks>([&](auto i) {
        Reg::MaskReg<1 + i> kept;
#if LANE_OPS
        Reg::RegTensor<uint16_t, 2 * i> key;
        Reg::RegTensor<uint16_t, 16 + i> digit;
        Reg::And(digit, key, bits, all);
        Reg::Compares(kept, digit, static_cast<uint16_t>(part << kShift), all);
#else
        Reg::SetMask(kept, masks[part][batch * kMasks + i]);
#endif
      });
      gsq::unrolled<kMasks>([&](auto i) {
        Reg::MaskReg<1 + i> kept;
        Reg::RegTensor<uint16_t, 2 * i> key;
        Reg::RegTensor<uint16_t, 2 * i + 1> value;
        Reg::RegTensor<uint16_t, 16 + i> kept_keys;
        Reg::RegTensor<uint16_t, 23 + i> kept_values;
        Reg::Squeeze<uint16_t, Reg::GatherMaskMode::STORE_REG>(kept_keys, key, kept);
        Reg::StoreUnAlign<uint16_t, Reg::PostLiteral::POST_MODE_NORMAL>(to_keys, kept_keys,
                                                                        rest_of_keys);
        Reg::Squeeze<uint16_t, Reg::GatherMaskMode::STORE_REG>(kept_values, value, kept);
        Reg::StoreUnAlign(to_values, kept_values, rest_of_values);
      });
    }
    const int64_t bytes = AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>();
    ends[part] = static_cast<uint32_t>(bytes) / sizeof(uint16_t);
  }
  Reg::StoreUnAlignPost(to_keys, rest_of_keys);
  Reg::StoreUnAlignPost(to_values, rest_of_values);
}

/// Counts first, then moves each record once.
void plain() {
  uint32_t count[kParts] = {};
  for (const uint16_t key : keys) ++count[key >> kShift & (kParts - 1)];
  uint32_t next[kParts];
  uint32_t end = 0;
  for (uint32_t part = 0; part < kParts; ++part) {
    next[part] = end;
    end += count[part];
    expected_ends[part] = end;
  }
  for (uint32_t i = 0; i < kRecords; ++i) {
    const uint32_t place = next[keys[i] >> kShift & (kParts - 1)]++;
    expected_keys[place] = keys[i];
    expected_values[place] = values[i];
  }
}

}  // namespace

int main() {
  for (uint32_t i = 0; i < kRecords; ++i) {
    // Skewed: the smaller of two random numbers.
    keys[i] = static_cast<uint16_t>(next_random() % (next_random() + 1));
    values[i] = static_cast<uint16_t>(i);
  }
  copy(ub<uint16_t>(kKeys), keys, kRecords);
  copy(ub<uint16_t>(kValues), values, kRecords);

  const bool failed = measure(
      "radix partition",
      [] {
        Partition(ub<uint16_t>(kKeysOut), ub<uint16_t>(kValuesOut), ub<uint16_t>(kKeys),
                  ub<uint16_t>(kValues));
      },
      plain);
  return failed || differs("ends of the parts", ends, expected_ends, kParts) ||
         differs("keys", ub<uint16_t>(kKeysOut), expected_keys, kRecords) ||
         differs("values", ub<uint16_t>(kValuesOut), expected_values, kRecords);
}
