// SPDX-License-Identifier: Apache-2.0
// Commands of lanes: lane.*.
#include <array>
#include <cstring>
#include <map>
#include <random>
#include <type_traits>

#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

using Lanes = OnEveryConfig;
INSTANTIATE_TEST_SUITE_P(Configs, Lanes, ::testing::ValuesIn(all_configs()), config_name);

/// The result in a lane, with numbers of C++ that have its width.
template <typename Number>
Number expected_lane(Opcode op, std::size_t lane, Number a, Number b) {
  using Signed = std::make_signed_t<Number>;
  const auto sa = static_cast<Signed>(a);
  const auto sb = static_cast<Signed>(b);
  constexpr int kBits = 8 * sizeof(Number);
  const int amount = b % kBits;
  const auto number = static_cast<Number>(lane);
  const std::map<Opcode, Number> results{
      {Opcode::LaneAdd, static_cast<Number>(a + b)},
      {Opcode::LaneSub, static_cast<Number>(a - b)},
      {Opcode::LaneRsub, static_cast<Number>(b - a)},
      {Opcode::LaneAnd, static_cast<Number>(a & b)},
      {Opcode::LaneOr, static_cast<Number>(a | b)},
      {Opcode::LaneXor, static_cast<Number>(a ^ b)},
      {Opcode::LaneShl, static_cast<Number>(a << amount)},
      {Opcode::LaneShr, static_cast<Number>(a >> amount)},
      {Opcode::LaneSar, static_cast<Number>(sa >> amount)},
      {Opcode::LaneMin, sa < sb ? a : b},
      {Opcode::LaneMinu, a < b ? a : b},
      {Opcode::LaneMax, sa > sb ? a : b},
      {Opcode::LaneMaxu, a > b ? a : b},
      {Opcode::LaneAbs, sa < 0 ? static_cast<Number>(0 - a) : a},
      {Opcode::LaneCopy, b},
      {Opcode::LaneIndex, static_cast<Number>(number + b)},
      {Opcode::LaneSteps, static_cast<Number>(number << amount)},
      {Opcode::LaneSelect, a},
      {Opcode::LaneEq, a == b},
      {Opcode::LaneNe, a != b},
      {Opcode::LaneLt, sa < sb},
      {Opcode::LaneLe, sa <= sb},
      {Opcode::LaneLtu, a < b},
      {Opcode::LaneLeu, a <= b},
  };
  return results.at(op);
}

constexpr auto kFirst = static_cast<unsigned>(Opcode::LaneAdd);
constexpr auto kLastAlone = static_cast<unsigned>(Opcode::LaneLeu);  // of lanes by themselves
constexpr auto kLast = static_cast<unsigned>(Opcode::LaneMask);

bool writes_mask(Opcode op) { return facts(op).mask == MaskUse::Compare; }

/// With a number; `scalar`: in place of a register.
Command with_number(Opcode op, Width width, unsigned vd, unsigned vs, std::uint32_t n, unsigned m,
                    bool scalar) {
  Command command = on_registers(op, width, vd, vs, 9, m);
  command.n = n;
  command.scalar = scalar;
  return command;
}

template <typename Number>
Bytes expected_vector(const Unit& unit, const Command& c) {
  const bool vector = !c.scalar && c.op != Opcode::LaneIndex && c.op != Opcode::LaneSteps;
  Bytes result(unit.vl(), 0);
  for (std::size_t at = 0; at < unit.vl(); at += sizeof(Number)) {
    const bool active = unit.model.m(c.m)[at] != 0;
    if (!active && c.op != Opcode::LaneSelect) continue;
    Number a{};
    auto b = static_cast<Number>(c.n);
    std::memcpy(&a, &unit.model.v(c.vs)[at], sizeof a);
    if (vector) std::memcpy(&b, &unit.model.v(c.vi)[at], sizeof b);
    const Number value = active ? expected_lane<Number>(c.op, at / sizeof(Number), a, b) : b;
    std::memcpy(&result[at], &value, writes_mask(c.op) ? 1 : sizeof value);
  }
  return result;
}

/// Random bytes, often those of the ends of the ranges of numbers, often the same in both.
void fill(Unit& unit, std::mt19937_64& random) {
  constexpr std::array<std::uint8_t, 8> kEnds{0x00, 0x01, 0x7f, 0x80, 0xff, 0xfe, 0x81, 0x08};
  for (std::size_t v = 1; v <= 3; ++v) {
    for (auto& byte : unit.model.v(v)) {
      byte = random() % 2 == 0 ? kEnds.at(random() % kEnds.size())
                               : static_cast<std::uint8_t>(random());
    }
  }
  for (std::size_t at = 0; at < unit.vl(); at += 4) {
    if (random() % 4 != 0) continue;
    std::memcpy(&unit.model.v(2)[at], &unit.model.v(1)[at], 4);
  }
  for (std::size_t m = 0; m < 4; ++m) {
    for (auto& bit : unit.model.m(m)) bit = m == 0 || random() % 4 != 0 ? 1 : 0;
  }
}

TEST_P(Lanes, EveryOperation) {
  std::mt19937_64 random(1);  // NOLINT(cert-msc51-cpp): the same values in every run
  for (unsigned turn = 0; turn < 20; ++turn) {
    fill(unit, random);
    for (unsigned code = kFirst; code <= kLastAlone; ++code) {
      for (const Width width : {Width::B8, Width::B16, Width::B32}) {
        const auto op = static_cast<Opcode>(code);
        const unsigned m = random() % 4;
        // The destination is often a source, too.
        const unsigned vd = 1 + random() % 4;
        const auto n = static_cast<std::uint32_t>(random());
        const Command c = turn % 2 == 0
                              ? on_registers(op, width, vd, 1 + random() % 3, 1 + random() % 3, m)
                              : with_number(op, width, vd, 1 + random() % 3, n, m, true);
        const Bytes expected = width == Width::B8    ? expected_vector<std::uint8_t>(unit, c)
                               : width == Width::B16 ? expected_vector<std::uint16_t>(unit, c)
                                                     : expected_vector<std::uint32_t>(unit, c);
        State after = unit.state();
        (writes_mask(op) ? after.m.at(vd) : after.v.at(vd)) = expected;
        unit.expect_ok(c);
        EXPECT_EQ(writes_mask(op) ? unit.model.m(vd) : unit.model.v(vd), expected)
            << to_text(op) << " " << to_text(width);
        EXPECT_TRUE(unit.state() == after) << to_text(op) << " changed something else";
      }
    }
  }
}

/// A lane of b8 with numbers that the page names.
TEST_P(Lanes, NumbersOfThePage) {
  struct Case {
    Opcode op;
    unsigned a, n, result;
  };
  const std::vector<Case> cases{
      {Opcode::LaneAdd, 0xff, 2, 0x01},   {Opcode::LaneSub, 1, 2, 0xff},
      {Opcode::LaneRsub, 1, 2, 1},        {Opcode::LaneShl, 0x81, 9, 0x02},
      {Opcode::LaneShr, 0x81, 9, 0x40},   {Opcode::LaneSar, 0x81, 9, 0xc0},
      {Opcode::LaneSar, 0x81, 8, 0x81},   {Opcode::LaneMin, 0x80, 1, 0x80},
      {Opcode::LaneMinu, 0x80, 1, 1},     {Opcode::LaneMax, 0x80, 1, 1},
      {Opcode::LaneMaxu, 0x80, 1, 0x80},  {Opcode::LaneAbs, 0x80, 0, 0x80},
      {Opcode::LaneAbs, 0xff, 0, 1},      {Opcode::LaneAdd, 1, 0x100, 1},
      {Opcode::LaneCopy, 0, 0x1234, 0x34}};
  unit.set_all_active(0);
  for (const Case& one : cases) {
    std::fill(unit.model.v(1).begin(), unit.model.v(1).end(), static_cast<std::uint8_t>(one.a));
    unit.expect_ok(with_number(one.op, Width::B8, 2, 1, one.n, 0, true));
    EXPECT_EQ(unit.model.v(2), Bytes(unit.vl(), static_cast<std::uint8_t>(one.result)))
        << to_text(one.op) << " of " << one.a << " and " << one.n;
  }
}

/// The number of a lane has the width of the lane.
TEST_P(Lanes, NumbersOfLanes) {
  unit.set_all_active(0);
  unit.expect_ok(with_number(Opcode::LaneIndex, Width::B16, 2, 1, 0xffff, 0, false));
  for (std::uint32_t lane = 0; lane < unit.vl() / 2; ++lane) {
    EXPECT_EQ(Unit::number(unit.model.v(2), 2 * lane, 2), (lane + 0xffff) & 0xffffU);
  }
  unit.expect_ok(with_number(Opcode::LaneSteps, Width::B8, 2, 1, 6, 0, false));
  for (std::uint32_t lane = 0; lane < unit.vl(); ++lane) {
    EXPECT_EQ(unit.model.v(2)[lane], lane * 64 & 0xffU);
  }
}

/// Of the destination of a compare only the low bits count; it may be its own mask.
TEST_P(Lanes, ComparesWriteMasks) {
  unit.set_all_active(3);
  unit.expect_ok(with_number(Opcode::LaneIndex, Width::B8, 1, 1, 0, 3, false));
  unit.expect_ok(with_number(Opcode::LaneLtu, Width::B8, 8 + 3, 1, 20, 3, true));
  unit.expect_ok(with_number(Opcode::LaneLeu, Width::B8, 16 + 2, 1, 4, 3, true));
  for (std::uint32_t lane = 0; lane < unit.vl(); ++lane) {
    EXPECT_EQ(unit.model.m(3)[lane], lane < 20 ? 1 : 0);
    EXPECT_EQ(unit.model.m(2)[lane], lane <= 4 ? 1 : 0);
  }
}

/// Bit i of a part of the register is that of the mask for lane i; other bits are 0 or stay.
TEST_P(Lanes, BitsOfMasks) {
  std::mt19937_64 random(2);  // NOLINT(cert-msc51-cpp): the same values in every run
  for (unsigned turn = 0; turn < 40; ++turn) {
    fill(unit, random);
    for (const std::size_t width : {1, 2, 4}) {
      const auto code = static_cast<Width>(width / 2);
      const unsigned m = random() % 4;
      const std::size_t lanes = unit.vl() / width;
      const auto part = static_cast<std::uint32_t>(random() % 8);
      const bool merge = turn % 2 == 0;
      State after = unit.state();
      Bytes& packed = after.v.at(2);
      if (!merge) packed.assign(unit.vl(), 0);
      Bytes& made = after.m.at(5);
      made.assign(unit.vl(), 0);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::size_t bit = part * lanes + lane;
        const bool active = unit.model.m(m)[lane * width] != 0;
        packed[bit / 8] = static_cast<std::uint8_t>(packed[bit / 8] & ~(1U << bit % 8));
        if (!active) continue;
        packed[bit / 8] = static_cast<std::uint8_t>(packed[bit / 8] | 1U << bit % 8);
        made[lane * width] = unit.model.v(1)[bit / 8] >> bit % 8 & 1U;
      }
      // Fields that they do not have mean nothing, nor do high bits of the part.
      const std::uint32_t n = part + (turn % 3 == 0 ? 0xfff8U : 0U);
      Command to_bits = with_number(Opcode::LaneBits, code, 2, 3, n, m, turn % 4 < 2);
      to_bits.merge = merge;
      unit.expect_ok(to_bits);
      unit.expect_ok(with_number(Opcode::LaneMask, code, 8 + 5, 1, n, m, turn % 4 < 2));
      EXPECT_TRUE(unit.state() == after) << "b" << 8 * width << ", part " << part;
    }
  }
}

TEST_P(Lanes, BitsComeBackAsTheMask) {
  std::mt19937_64 random(3);  // NOLINT(cert-msc51-cpp): the same values in every run
  fill(unit, random);
  unit.set_all_active(0);
  for (const std::uint32_t width : {1, 2, 4}) {
    const auto code = static_cast<Width>(width / 2);
    const State before = unit.state();
    unit.expect_ok(on_registers(Opcode::LaneBits, code, 4, 0, 0, 1));
    unit.expect_ok(on_registers(Opcode::LaneMask, code, 6, 4, 0, 0));
    for (std::uint32_t at = 0; at < unit.vl(); ++at) {
      EXPECT_EQ(unit.model.m(6)[at], at % width == 0 ? before.m[1][at] : 0) << "b" << 8 * width;
    }
  }
}

TEST_P(Lanes, OfEightBytesThereAreNone) {
  for (unsigned code = kFirst; code <= kLast; ++code) {
    unit.expect_error(on_registers(static_cast<Opcode>(code), Width::B64, 1, 2, 3, 0),
                      Status::ErrOpcode, 0);
  }
}

TEST_P(Lanes, UnknownWithoutLaneOps) {
  Config config = unit.model.config();
  config.lane_ops = 0;
  Model model(config);
  for (unsigned code = kFirst; code <= kLast; ++code) {
    EXPECT_EQ(model.execute(on_registers(static_cast<Opcode>(code), Width::B8, 1, 2, 3, 0)),
              (Response{0, Status::ErrOpcode, 0}));
  }
}

}  // namespace
}  // namespace gsq::testing
