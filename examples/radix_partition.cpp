// SPDX-License-Identifier: Apache-2.0
// Radix partition: records go to one of four parts by two bits of their key, and keep their order
// in it. Records are keys and values, in two arrays.
//
// One pass over the records for each part: the processor compares the bits, and two squeezes append
// the records of the part to two streams, which share AR. The streams run through all passes, so
// each part begins where the one before ends, and nothing has to be counted first. 128 records take
// six commands in each pass. For many parts it is cheaper to count first, and to scatter. Or to do
// this twice: as it keeps the order, two partitions by two bits are one by four.
//
// Commands bind, one a cycle. The processor works when the unit is idle, for as many vectors as
// there are masks beside that of all lanes: seven. So the unit is drained once every 42 commands.
// The loads of a batch come first, so that no register of a temporary value holds up a later one.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/session.hpp"

namespace {

namespace Reg = AscendC::Reg;
using Reg::GatherMaskMode;
using Reg::PostLiteral;

constexpr std::uint32_t kMasks = 7;        // beside that of all lanes
constexpr std::uint32_t kRecords = 16128;  // 18 times 7 vectors of 128
constexpr std::uint32_t kParts = 4;
constexpr std::uint32_t kShift = 5;  // of the bits in the key

// Places in UB
constexpr std::uint32_t kKeys = 0x00000;
constexpr std::uint32_t kValues = 0x08000;
constexpr std::uint32_t kKeysOut = 0x10000;
constexpr std::uint32_t kValuesOut = 0x18000;

struct Records {
  __ubuf__ std::uint16_t* keys;
  __ubuf__ std::uint16_t* values;
};

/// Returns the ends of the parts, in records.
std::array<std::uint32_t, kParts> Partition(const Records& to, const Records& from,
                                            std::uint32_t lanes) {
  std::array<std::uint32_t, kParts> ends{};
  Reg::UnalignRegForStore rest_of_keys;
  Reg::UnalignRegForStore rest_of_values;
  const Reg::MaskReg all = Reg::CreateMask<std::uint16_t>();
  Reg::RegTensor<std::uint16_t> bits;
  Reg::Duplicate(bits, (kParts - 1) << kShift);
  for (std::uint32_t part = 0; part < kParts; ++part) {
    for (std::uint32_t first = 0; first < kRecords; first += kMasks * lanes) {
      std::array<Reg::RegTensor<std::uint16_t>, kMasks> key;
      std::array<Reg::RegTensor<std::uint16_t>, kMasks> value;
      std::array<Reg::MaskReg, kMasks> kept;
      for (std::uint32_t m = 0; m < kMasks; ++m) {
        Reg::RegTensor<std::uint16_t> digit;
        Reg::LoadAlign(key.at(m), from.keys + first + m * lanes);
        Reg::LoadAlign(value.at(m), from.values + first + m * lanes);
        Reg::And(digit, key.at(m), bits, all);
        Reg::Compares(kept.at(m), digit, part << kShift, all);
      }
      for (std::uint32_t m = 0; m < kMasks; ++m) {
        Reg::Squeeze<std::uint16_t, GatherMaskMode::STORE_REG>(key.at(m), key.at(m), kept.at(m));
        Reg::StoreUnAlign<std::uint16_t, PostLiteral::POST_MODE_NORMAL>(to.keys, key.at(m),
                                                                        rest_of_keys);
        Reg::Squeeze<std::uint16_t, GatherMaskMode::STORE_REG>(value.at(m), value.at(m),
                                                               kept.at(m));
        Reg::StoreUnAlign(to.values, value.at(m), rest_of_values);
      }
    }
    const auto bytes = AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>();
    ends.at(part) = static_cast<std::uint32_t>(bytes) / sizeof(std::uint16_t);
  }
  Reg::StoreUnAlignPost(to.keys, rest_of_keys);
  Reg::StoreUnAlignPost(to.values, rest_of_values);
  return ends;
}

void partition(gsq::kernel::Session& session) {
  std::mt19937 random(1);
  std::vector<std::uint16_t> keys(kRecords);
  std::vector<std::uint16_t> values(kRecords);
  for (std::uint32_t i = 0; i < kRecords; ++i) {
    // Skewed: the smaller of two random numbers.
    keys[i] = static_cast<std::uint16_t>(random() % (random() % 0x10000 + 1));
    values[i] = static_cast<std::uint16_t>(i);
  }
  std::vector<std::uint16_t> expected_keys;
  std::vector<std::uint16_t> expected_values;
  std::array<std::uint32_t, kParts> expected_ends{};
  for (std::uint32_t part = 0; part < kParts; ++part) {
    for (std::uint32_t i = 0; i < kRecords; ++i) {
      if ((keys[i] >> kShift) % kParts != part) continue;
      expected_keys.push_back(keys[i]);
      expected_values.push_back(values[i]);
    }
    expected_ends.at(part) = static_cast<std::uint32_t>(expected_keys.size());
  }
  const Records from{session.put(kKeys, keys), session.put(kValues, values)};
  const Records to{session.at<std::uint16_t>(kKeysOut), session.at<std::uint16_t>(kValuesOut)};

  std::array<std::uint32_t, kParts> ends{};
  session.launch([&] { ends = Partition(to, from, session.config().lanes(2)); });

  fmt::print("{} records, parts end at [{}]\n", kRecords, fmt::join(ends, " "));
  session.check(ends == expected_ends, "ends of the parts");
  session.check_equal(session.get(to.keys, kRecords), expected_keys, "keys");
  session.check_equal(session.get(to.values, kRecords), expected_values, "values");
}

}  // namespace

int main(int argc, char** argv) { return gsq::kernel::run(argc, argv, partition); }
