// SPDX-License-Identifier: Apache-2.0
// The numbers of an array that are not zero, and their positions: a sparse form of the array.
//
// 128 numbers take five commands: a load, two squeezes by one mask, and their unaligned stores.
// Positions and numbers have the same length, so their streams share AR: the store of the positions
// leaves it, that of the numbers advances it. The streams lie above the array, so loads need not
// stay behind stores.
//
// Commands bind, one a cycle; the banks are idle half of the time. The processor compares when the
// unit is idle, for as many vectors as there are masks beside that of all lanes: seven. So the unit
// is drained once every 35 commands.
#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/session.hpp"

namespace {

namespace Reg = AscendC::Reg;
using Reg::GatherMaskMode;
using Reg::PostLiteral;

constexpr std::uint32_t kNumbers = 32768;

// Places in UB
constexpr std::uint32_t kSource = 0x00000;
constexpr std::uint32_t kPositions = 0x10000;
constexpr std::uint32_t kValues = 0x20000;

void NonZero(__ubuf__ std::uint16_t* positions, __ubuf__ std::int16_t* values,
             __ubuf__ std::int16_t* source, std::uint32_t lanes) {
  Reg::UnalignRegForStore rest_of_positions;
  Reg::UnalignRegForStore rest_of_values;
  const Reg::MaskReg all = Reg::CreateMask<std::int16_t>();
  for (std::uint32_t i = 0; i < kNumbers; i += lanes) {
    Reg::RegTensor<std::int16_t> value;
    Reg::RegTensor<std::uint16_t> position;
    Reg::MaskReg kept;
    Reg::LoadAlign(value, source + i);
    Reg::Arange(position, i);
    Reg::Compares<std::int16_t, AscendC::CMPMODE::NE>(kept, value, 0, all);
    Reg::Squeeze<std::uint16_t, GatherMaskMode::STORE_REG>(position, position, kept);
    Reg::StoreUnAlign<std::uint16_t, PostLiteral::POST_MODE_NORMAL>(positions, position,
                                                                    rest_of_positions);
    Reg::Squeeze<std::int16_t, GatherMaskMode::STORE_REG>(value, value, kept);
    Reg::StoreUnAlign(values, value, rest_of_values);
  }
  Reg::StoreUnAlignPost(positions, rest_of_positions);
  Reg::StoreUnAlignPost(values, rest_of_values);
}

void non_zero(gsq::kernel::Session& session) {
  std::mt19937 random(1);
  std::vector<std::int16_t> source(kNumbers);
  std::vector<std::uint16_t> positions;
  std::vector<std::int16_t> values;
  for (std::uint32_t i = 0; i < kNumbers; ++i) {
    // Activations: more than half of them are zero.
    const auto value = static_cast<std::int16_t>(static_cast<int>(random() % 2001) - 1200);
    source[i] = value > 0 ? value : std::int16_t{0};
    if (source[i] == 0) continue;
    positions.push_back(static_cast<std::uint16_t>(i));
    values.push_back(source[i]);
  }
  auto* const from = session.put(kSource, source);
  auto* const to_positions = session.put(kPositions, std::vector<std::uint16_t>(kNumbers, 0xffff));
  auto* const to_values = session.put(kValues, std::vector<std::int16_t>(kNumbers, -1));

  session.launch([&] { NonZero(to_positions, to_values, from, session.config().lanes(2)); });

  fmt::print("{} of {} numbers are not zero, the first at {}\n", values.size(), kNumbers,
             gsq::kernel::list(positions, 8));
  session.check(AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>() ==
                    static_cast<std::int64_t>(values.size() * sizeof(values[0])),
                "AR is the length of a stream");
  positions.resize(kNumbers, 0xffff);
  values.resize(kNumbers, -1);
  session.check_equal(session.get(to_positions, kNumbers), positions,
                      "positions, and what follows");
  session.check_equal(session.get(to_values, kNumbers), values, "values, and what follows");
}

}  // namespace

int main(int argc, char** argv) { return gsq::kernel::run(argc, argv, non_zero); }
