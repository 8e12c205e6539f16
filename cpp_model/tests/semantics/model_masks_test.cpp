// SPDX-License-Identifier: Apache-2.0
// Mask registers, AR and reset.
#include <array>
#include <map>
#include <random>

#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

using Masks = OnEveryConfig;
INSTANTIATE_TEST_SUITE_P(Configs, Masks, ::testing::ValuesIn(all_configs()), config_name);

/// The mask register that has exactly these lanes and nothing between them.
Bytes mask_of(const Flags& lanes, std::uint32_t bytes, std::uint32_t vl) {
  Bytes bits(vl, 0);
  for (std::size_t i = 0; i < lanes.size(); ++i) bits[i * bytes] = lanes[i] ? 1 : 0;
  return bits;
}

Flags lowest(std::size_t n, std::size_t lanes) {
  Flags flags(lanes, false);
  std::fill_n(flags.begin(), std::min(n, lanes), true);
  return flags;
}

Flags multiples(std::size_t step, std::size_t lanes) {
  Flags flags(lanes, false);
  for (std::size_t i = 0; i < lanes; i += step) flags[i] = true;
  return flags;
}

TEST_P(Masks, CreateMaskPatterns) {
  for (const Width width : kAllWidths) {
    const std::uint32_t bytes = width_bytes(width);
    const std::size_t lanes = unit.vl() / bytes;
    const std::map<Pattern, Flags> expected{
        {Pattern::All, Flags(lanes, true)},     {Pattern::Allf, Flags(lanes, false)},
        {Pattern::Vl1, lowest(1, lanes)},       {Pattern::Vl2, lowest(2, lanes)},
        {Pattern::Vl3, lowest(3, lanes)},       {Pattern::Vl4, lowest(4, lanes)},
        {Pattern::Vl8, lowest(8, lanes)},       {Pattern::Vl16, lowest(16, lanes)},
        {Pattern::Vl32, lowest(32, lanes)},     {Pattern::Vl64, lowest(64, lanes)},
        {Pattern::Vl128, lowest(128, lanes)},   {Pattern::M3, multiples(3, lanes)},
        {Pattern::M4, multiples(4, lanes)},     {Pattern::H, lowest(lanes / 2, lanes)},
        {Pattern::Q, lowest(lanes / 4, lanes)},
    };
    ASSERT_EQ(expected.size(), kPatternNames.size());
    for (const auto& [pattern, flags] : expected) {
      unit.set_all_active(5);
      unit.expect_ok(create_mask(5, width, pattern));
      EXPECT_EQ(unit.model.m(5), mask_of(flags, bytes, unit.vl()))
          << to_text(pattern) << " " << to_text(width);
    }
  }
}

TEST_P(Masks, CreateMaskWritesNothingElse) {
  State expected = unit.state();
  unit.expect_ok(create_mask(3, Width::B16, Pattern::H));
  expected.m.at(3) = unit.model.m(3);
  EXPECT_TRUE(unit.state() == expected);
}

TEST_P(Masks, CreateMaskUnknownPattern) {
  for (unsigned code = kPatternNames.size(); code < 32; ++code) {
    unit.expect_param(create_mask(1, Width::B8, static_cast<Pattern>(code)), Field::Pattern);
  }
}

/// What a command of masks must give, lane by lane: a, b, the lane counts, and whether an active
/// lane that counts is below it.
bool expected_lane(Opcode op, bool a, bool b, bool counts, bool found) {
  const std::map<Opcode, bool> lanes{
      {Opcode::MaskAnd, a & b},      {Opcode::MaskOr, a | b},
      {Opcode::MaskXor, a ^ b},      {Opcode::MaskAndNot, a & !b},
      {Opcode::MaskNot, !a},         {Opcode::MaskBeforeFirst, !(found | a)},
      {Opcode::MaskToFirst, !found}, {Opcode::MaskOnlyFirst, a & !found},
  };
  return counts && lanes.at(op);
}

constexpr std::array kMaskResults{
    Opcode::MaskAnd, Opcode::MaskOr,          Opcode::MaskXor,     Opcode::MaskAndNot,
    Opcode::MaskNot, Opcode::MaskBeforeFirst, Opcode::MaskToFirst, Opcode::MaskOnlyFirst};

/// Registers of masks: none, one lane, few, half, nearly all; bits that are no lane's are set, too.
void fill_masks(Unit& unit, std::mt19937_64& random) {
  for (std::size_t m = 0; m < kNumMregs; ++m) {
    const std::uint64_t of_64 = std::array<std::uint64_t, 8>{0, 1, 2, 8, 32, 32, 56, 64}.at(m);
    for (auto& bit : unit.model.m(m)) bit = random() % 64 < of_64 ? 1 : 0;
  }
}

TEST_P(Masks, MasksOfMasks) {
  std::mt19937_64 random(1);  // NOLINT(cert-msc51-cpp): the same values in every run
  for (unsigned turn = 0; turn < 30; ++turn) {
    fill_masks(unit, random);
    for (const Opcode op : kMaskResults) {
      for (const Width width : kAllWidths) {
        State expected = unit.state();
        // Of the numbers only the low three bits count; registers may be named twice.
        const Command c =
            on_registers(op, width, random() % 32, random() % 32, random() % 32, random() % 8);
        const std::uint32_t bytes = width_bytes(width);
        Bytes result(unit.vl(), 0);
        bool found = false;
        for (std::size_t bit = 0; bit < unit.vl(); bit += bytes) {
          const bool a = expected.m.at(c.vs % 8)[bit] != 0;
          const bool b = expected.m.at(c.vi % 8)[bit] != 0;
          const bool counts = expected.m.at(c.m)[bit] != 0;
          result[bit] = expected_lane(op, a, b, counts, found) ? 1 : 0;
          found |= a & counts;
        }
        expected.m.at(c.vd % 8) = result;
        unit.expect_ok(c);
        ASSERT_TRUE(unit.state() == expected) << to_text(op) << " " << to_text(width);
      }
    }
  }
}

TEST_P(Masks, CountAndFirst) {
  std::mt19937_64 random(2);  // NOLINT(cert-msc51-cpp): the same values in every run
  for (unsigned turn = 0; turn < 30; ++turn) {
    fill_masks(unit, random);
    for (const Width width : kAllWidths) {
      const unsigned source = random() % 32;
      const unsigned under = random() % 8;
      std::vector<std::uint32_t> active;
      for (std::uint32_t lane = 0; lane < unit.vl() / width_bytes(width); ++lane) {
        const std::size_t bit = std::size_t{lane} * width_bytes(width);
        if ((unit.model.m(source % 8)[bit] & unit.model.m(under)[bit]) != 0) active.push_back(lane);
      }
      const State before = unit.state();
      const auto answer = [&](Opcode op) {
        return unit.run(on_registers(op, width, random() % 32, source, random() % 32, under));
      };
      EXPECT_EQ(answer(Opcode::MaskCount),
                (Response{0, Status::Ok, static_cast<std::uint32_t>(active.size())}));
      EXPECT_EQ(
          answer(Opcode::MaskFirst),
          (Response{0, Status::Ok, active.empty() ? unit.vl() / width_bytes(width) : active[0]}));
      ASSERT_TRUE(unit.state() == before);
    }
  }
}

TEST_P(Masks, BitsOfTheLowestLanes) {
  std::mt19937_64 random(3);  // NOLINT(cert-msc51-cpp): the same values in every run
  for (unsigned turn = 0; turn < 30; ++turn) {
    fill_masks(unit, random);
    for (const Width width : kAllWidths) {
      const unsigned source = random() % 32;
      const unsigned under = random() % 8;
      const Flags first = unit.active(source % 8, width_bytes(width));
      const Flags counts = unit.active(under, width_bytes(width));
      std::uint64_t bits = 0;
      for (std::size_t lane = std::min<std::size_t>(32, first.size()); lane-- > 0;) {
        bits = 2 * bits + (first[lane] && counts[lane] ? 1 : 0);
      }
      const State before = unit.state();
      EXPECT_EQ(unit.run(on_registers(Opcode::MaskBits, width, random() % 32, source, random() % 32,
                                      under)),
                (Response{0, Status::Ok, static_cast<std::uint32_t>(bits)}))
          << to_text(width);
      ASSERT_TRUE(unit.state() == before);
    }
  }
}

TEST_P(Masks, BitsOfEachLaneAlone) {
  for (const Width width : kAllWidths) {
    const std::uint32_t bytes = width_bytes(width);
    for (std::uint32_t lane = 0; lane < unit.vl() / bytes; ++lane) {
      unit.set_all_active(1, false);
      unit.model.m(1).at(std::size_t{lane} * bytes) = 1;
      unit.set_all_active(2);
      const std::uint32_t bit = lane < 32 ? 1U << lane : 0;
      unit.expect_ok(on_registers(Opcode::MaskBits, width, 0, 1, 0, 2), bit);
      unit.expect_ok(on_registers(Opcode::MaskBits, width, 0, 2, 0, 1), bit);
      unit.model.m(2).at(std::size_t{lane} * bytes) = 0;
      unit.expect_ok(on_registers(Opcode::MaskBits, width, 0, 1, 0, 2), 0);
    }
  }
}

TEST_P(Masks, BitsOfAMaskOfLanesAreTheFirstElement) {
  unit.set_all_active(0);
  for (unsigned v = 0; v < 8; ++v) {
    unit.expect_ok(on_registers(Opcode::LaneMask, Width::B8, 1, v, 0, 0));
    unit.expect_ok(on_registers(Opcode::MaskBits, Width::B8, 0, 1, 0, 0),
                   static_cast<std::uint32_t>(unit.lanes(v, 4).at(0)));
  }
}

TEST_P(Masks, CommandsOfMasksAreUnknownWithoutLaneOps) {
  Config config = unit.model.config();
  config.lane_ops = 0;
  Unit without(config);
  const State before = without.state();
  for (const CommandFacts& row : kCommands) {
    if (!row.lane_ops) continue;
    EXPECT_EQ(without.run(on_registers(row.op, Width::B8, 0, 1, 2, 3)),
              (Response{0, Status::ErrOpcode, 0}));
  }
  EXPECT_TRUE(without.state() == before);
}

TEST_P(Masks, UpdateMask) {
  for (const Width width : kAllWidths) {
    const std::uint32_t bytes = width_bytes(width);
    const std::uint32_t lanes = unit.vl() / bytes;
    for (const std::uint32_t n : {0U, 1U, 3U, lanes - 1, lanes, lanes + 1, 0x80000000U, ~0U}) {
      unit.set_all_active(2);
      unit.expect_ok(update_mask(2, width, n));
      EXPECT_EQ(unit.model.m(2), mask_of(lowest(n, lanes), bytes, unit.vl())) << n;
    }
  }
}

/// set_mask with the 256-bit immediate that RTL sees in the lowest bits of the packed command.
Command set_mask(unsigned m, const std::array<std::uint32_t, 8>& words) {
  Command c = make(Opcode::SetMask);
  c.m = static_cast<std::uint8_t>(m);
  CommandBits bits = pack(c);
  std::copy(words.begin(), words.end(), bits.begin());
  return unpack(bits);
}

TEST_P(Masks, SetMaskTakesEveryBitOfTheImmediate) {
  for (std::uint32_t bit = 0; bit < kMaxVlenBytes; ++bit) {
    std::array<std::uint32_t, 8> words{};
    words.at(bit / 32) = 1U << (bit % 32);
    Bytes expected(unit.vl(), 0);
    if (bit < unit.vl()) expected[bit] = 1;  // bits above the vector are ignored
    unit.set_all_active(6);
    unit.expect_ok(set_mask(6, words));
    EXPECT_EQ(unit.model.m(6), expected) << bit;
  }
}

TEST_P(Masks, SetMaskKeepsBitsInsideOfALaneGroup) {
  unit.expect_ok(set_mask(0, {0x0f0f}));
  Bytes expected(unit.vl(), 0);
  for (const unsigned bit : {0, 1, 2, 3, 8, 9, 10, 11}) expected.at(bit) = 1;
  EXPECT_EQ(unit.model.m(0), expected);
}

TEST_P(Masks, ReadersLookOnlyAtTheBitOfTheLane) {
  for (const Width width : {Width::B16, Width::B32}) {
    const std::uint32_t bytes = width_bytes(width);
    unit.set_all_active(1, false);
    unit.set_all_active(2, true);
    Flags flags = multiples(3, unit.vl() / bytes);
    unit.set_active(1, bytes, flags);  // other bits 0
    unit.set_active(2, bytes, flags);  // other bits 1
    unit.expect_ok(unsqueeze(7, 1, width));
    unit.expect_ok(unsqueeze(8, 2, width));
    EXPECT_EQ(unit.model.v(7), unit.model.v(8));
  }
}

TEST_P(Masks, GetSprAnswersAr) {
  unit.expect_ok(make(Opcode::GetSpr), 0);
  unit.expect_ok(create_mask(0, Width::B8, Pattern::Vl3));
  unit.expect_ok(squeeze(1, 2, 0, Width::B8, true), 3);
  unit.expect_ok(make(Opcode::GetSpr), 0);  // the count still waits in SQZN
  unit.expect_ok(store_unalign(0, 1, 0, true));
  unit.expect_ok(make(Opcode::GetSpr), 3);
}

TEST_P(Masks, ClearSprClearsArAndEmptiesSqzn) {
  unit.expect_ok(create_mask(0, Width::B8, Pattern::Vl3));
  unit.expect_ok(squeeze(1, 2, 0, Width::B8, true), 3);
  unit.expect_ok(store_unalign(64, 1, 0, true));
  unit.expect_ok(squeeze(1, 2, 0, Width::B8, true), 3);
  State expected = unit.state();
  ASSERT_EQ(expected.ar, 3U);
  ASSERT_TRUE(expected.sqzn_valid);
  unit.expect_ok(make(Opcode::ClearSpr));
  expected.ar = 0;
  expected.sqzn_valid = false;
  EXPECT_TRUE(unit.state() == expected) << "u and everything else stay";
}

TEST_P(Masks, ResetClearsArSqznAndUAlone) {
  unit.expect_ok(create_mask(0, Width::B8, Pattern::Vl3));
  unit.expect_ok(squeeze(1, 2, 0, Width::B8, true), 3);
  unit.expect_ok(store_unalign(64, 1, 0, true));
  unit.expect_ok(squeeze(1, 2, 0, Width::B8, true), 3);
  State expected = unit.state();
  ASSERT_EQ(expected.u.at(0).hi, 3U);
  unit.model.reset();
  expected.ar = 0;
  expected.sqzn_valid = false;
  expected.u.assign(kNumUregs, UnalignedReg{});
  EXPECT_TRUE(unit.state() == expected);
}

TEST_P(Masks, StartsAllZero) {
  const Model model(GetParam());
  const auto is_zero = [](const Bytes& bytes) {
    return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t b) { return b == 0; });
  };
  EXPECT_EQ(model.ub().size(), GetParam().ub_bytes);
  EXPECT_TRUE(is_zero(model.ub()));
  for (std::size_t i = 0; i < kNumVregs; ++i) {
    EXPECT_EQ(model.v(i).size(), GetParam().vlen_bytes);
    EXPECT_TRUE(is_zero(model.v(i)));
  }
  for (std::size_t i = 0; i < kNumMregs; ++i) EXPECT_TRUE(is_zero(model.m(i)));
  EXPECT_EQ(model.ar(), 0U);
  EXPECT_FALSE(model.sqzn_valid());
  for (std::size_t i = 0; i < kNumUregs; ++i) EXPECT_EQ(model.u(i).lo, model.u(i).hi);
}

TEST(ModelConfig, IllegalParametersAreRefused) {
  Config config = full_config();
  config.vlen_bytes = 48;
  EXPECT_THROW(Model{config}, std::invalid_argument);
}

TEST_P(Masks, TagIsHandedThrough) {
  for (const unsigned tag : {0U, 7U, 255U}) {
    Command c = create_mask(0, Width::B8, Pattern::All);
    c.tag = static_cast<std::uint8_t>(tag);
    EXPECT_EQ(unit.run(c).tag, tag);
    c.pattern = static_cast<Pattern>(30);
    EXPECT_EQ(unit.run(c).tag, tag);
  }
}

}  // namespace
}  // namespace gsq::testing
