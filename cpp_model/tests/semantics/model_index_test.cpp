// SPDX-License-Identifier: Apache-2.0
// gather_index, scatter_index, gather_lanes: against loops over bytes, where slots have no index,
// and at the ends of UB and of the lanes.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

using Index = OnEveryConfig;
INSTANTIATE_TEST_SUITE_P(Configs, Index, ::testing::ValuesIn(all_configs()), config_name);

constexpr Width kIndexWidths[] = {Width::B8, Width::B16, Width::B32};
constexpr AddressMode kModes[] = {AddressMode::Elem, AddressMode::Byte, AddressMode::Row};

std::string name_of(const Command& c) {
  return std::string(to_text(c.op)) + " " + std::string(to_text(c.width)) + " " +
         std::string(to_text(c.form)) + " " + std::string(to_text(c.mode));
}

std::uint32_t slots_of(const Unit& unit, Form form) { return unit.vl() / slot_bytes(form); }

/// The slots that have an index.
std::uint32_t lanes_of(const Unit& unit, Width width, Form form) {
  return unit.vl() / std::max(slot_bytes(form), width_bytes(width));
}

std::uint64_t largest(Width width) { return (std::uint64_t{1} << (8 * width_bytes(width))) - 1; }

void scramble(Unit& unit, Bytes& bytes) {
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(unit.random());
}

/// Fields and registers of a command, at random, with indices of active lanes that are legal, up to
/// the largest of the width where UB is large enough. All else has any value: other indices, the
/// bits of slots without one and those between slots. Returns the address of each slot that has an
/// index and is active.
std::vector<std::optional<std::uint64_t>> prepare(Unit& unit, Command& c) {
  const std::uint32_t e = element_bytes(c.form);
  const std::uint32_t slot = slot_bytes(c.form);
  const std::uint64_t ub = unit.config().ub_bytes;
  c.addr = unit.below(static_cast<std::uint32_t>(ub) / 8) / e * e;
  c.align = unit.below(2) == 0 ? 0 : std::min(e, 1U << unit.below(4));
  c.row_stride = unit.below(5) == 0 ? 0 : e << unit.below(4);
  if (unit.config().row_multiplier != 0 && unit.below(2) == 0) c.row_stride = e * unit.below(20);
  c.col = unit.below(16);
  const std::uint64_t scale = c.mode == AddressMode::Elem   ? e
                              : c.mode == AddressMode::Byte ? 1
                                                            : c.row_stride;
  scramble(unit, unit.model.v(c.vi));
  for (auto& bit : unit.model.m(c.m)) bit = unit.below(4) != 0 ? 1 : 0;
  std::vector<std::optional<std::uint64_t>> addresses(lanes_of(unit, c.width, c.form));
  for (std::uint32_t lane = 0; lane < addresses.size(); ++lane) {
    if (unit.model.m(c.m).at(std::size_t{lane} * slot) == 0) continue;
    std::uint64_t start = c.addr;
    if (c.mode == AddressMode::Row) start += (std::uint64_t{c.col} + lane) * e;
    std::uint64_t most = largest(c.width);
    if (scale != 0) most = std::min(most, (ub - e - start) / scale);
    // Few places half of the time, so that lanes meet.
    std::uint64_t index =
        unit.below(2) == 0
            ? most - unit.below(static_cast<std::uint32_t>(std::min<std::uint64_t>(most + 1, 20)))
            : unit.random() % (most + 1);
    if (c.mode == AddressMode::Byte) index = index / e * e;
    Unit::set_number(unit.model.v(c.vi), std::size_t{lane} * width_bytes(c.width),
                     width_bytes(c.width), index);
    addresses[lane] = start + index * scale;
  }
  return addresses;
}

TEST_P(Index, GatherAgainstNaiveLoop) {
  for (const Form form : kIndexForms) {
    for (const Width width : kIndexWidths) {
      for (const AddressMode mode : kModes) {
        for (unsigned round = 0; round < 16; ++round) {
          Command c = gather_index(3, 0, 7, 2, width, form, mode);
          if (round % 4 == 3) c.vi = c.vd;
          c.merge = round % 2 == 1;
          const auto addresses = prepare(unit, c);
          State after = unit.state();
          for (std::uint32_t at = 0; at < unit.vl(); ++at) {
            const std::uint32_t lane = at / slot_bytes(form);
            const std::uint32_t byte = at % slot_bytes(form);
            std::uint8_t& to = after.v[3].at(at);
            if (lane < addresses.size() && addresses[lane]) {
              to = byte < element_bytes(form) ? unit.model.ub().at(*addresses[lane] + byte) : 0;
            } else if (!c.merge) {
              to = 0;
            }
          }
          unit.expect_ok(c);
          ASSERT_TRUE(unit.state() == after) << name_of(c) << " round " << round;
        }
      }
    }
  }
}

TEST_P(Index, ScatterAgainstNaiveLoop) {
  for (const Form form : kIndexForms) {
    for (const Width width : kIndexWidths) {
      for (const AddressMode mode : kModes) {
        for (unsigned round = 0; round < 16; ++round) {
          Command c = scatter_index(0, 5, 7, 2, width, form, mode);
          if (round % 4 == 3) c.vi = c.vs;
          const auto addresses = prepare(unit, c);
          State after = unit.state();
          for (std::uint32_t lane = 0; lane < addresses.size(); ++lane) {  // the highest wins
            for (std::uint32_t byte = 0; addresses[lane] && byte < element_bytes(form); ++byte) {
              after.ub.at(*addresses[lane] + byte) =
                  unit.model.v(c.vs).at(std::size_t{lane} * slot_bytes(form) + byte);
            }
          }
          unit.expect_ok(c);
          ASSERT_TRUE(unit.state() == after) << name_of(c) << " round " << round;
        }
      }
    }
  }
}

/// Legal and not: whatever gather and scatter answer and do.
TEST_P(Index, WithTheWidthOfTheFormItIsGatherAndScatter) {
  std::array<unsigned, 8> met{};
  for (unsigned round = 0; round < 2000; ++round) {
    const Form form = kAllForms[unit.below(6)];
    Command c =
        gather_index(unit.below(32), 0, unit.below(32), unit.below(8),
                     index_bytes(form) == 2 ? Width::B16 : Width::B32, form, kModes[unit.below(3)]);
    c.vs = static_cast<std::uint8_t>(unit.below(32));
    prepare(unit, c);
    c.merge = unit.below(2) == 0;
    const auto odds = [&] { return unit.below(10) == 0; };
    if (odds()) c.addr = unit.config().ub_bytes - unit.below(64);
    if (odds()) c.align = static_cast<std::uint32_t>(1U << unit.below(6)) + unit.below(2);
    if (odds()) c.row_stride = static_cast<std::uint32_t>(unit.random());
    if (odds()) c.col = static_cast<std::uint32_t>(unit.random());
    if (odds()) c.vi = static_cast<std::uint8_t>(unit.below(32));
    for (const auto& [own, plain] : {std::pair{Opcode::GatherIndex, Opcode::Gather},
                                     {Opcode::ScatterIndex, Opcode::Scatter}}) {
      Unit other = unit;
      c.op = plain;
      const Response expected = other.run(c);
      c.op = own;
      EXPECT_EQ(unit.run(c), expected) << name_of(c);
      ASSERT_TRUE(unit.state() == other.state()) << name_of(c);
      ++met.at(static_cast<std::size_t>(expected.status));
    }
  }
  for (const Status status : {Status::Ok, Status::ErrParam, Status::ErrAlign, Status::ErrBounds}) {
    EXPECT_GT(met.at(static_cast<std::size_t>(status)), 50U) << to_text(status);
  }
}

/// Both commands; a gather that succeeds without an active lane leaves zeros, or all with merge.
void expect_nothing_moves(Unit& unit, Command c) {
  State after = unit.state();
  c.op = Opcode::ScatterIndex;
  unit.expect_ok(c);
  EXPECT_TRUE(unit.state() == after) << name_of(c);
  c.op = Opcode::GatherIndex;
  c.merge = true;
  unit.expect_ok(c);
  EXPECT_TRUE(unit.state() == after) << name_of(c);
  c.merge = false;
  after.v.at(c.vd).assign(unit.vl(), 0);
  unit.expect_ok(c);
  EXPECT_TRUE(unit.state() == after) << name_of(c);
}

TEST_P(Index, SlotsWithoutAnIndexAreInactive) {
  unsigned cut = 0;
  for (const Form form : kIndexForms) {
    for (const Width width : kIndexWidths) {
      const std::uint32_t lanes = lanes_of(unit, width, form);
      // All bits but those of the slots with an index, and indices that all lie outside UB: also of
      // the lanes that a number of a slot would wrap to, or that have another width.
      unit.set_all_active(0);
      unit.set_active(0, slot_bytes(form), Flags(lanes, false));
      for (const AddressMode mode : kModes) {
        Command c = gather_index(1, unit.config().ub_bytes, 7, 0, width, form, mode);
        c.row_stride = unit.config().ub_bytes / 2;
        c.col = unit.config().ub_bytes / 2;
        for (const std::uint8_t byte : {0xff, 0x00}) {
          unit.model.v(7).assign(unit.vl(), byte);
          scramble(unit, unit.model.v(1));
          expect_nothing_moves(unit, c);
        }
      }
      // The highest slot with an index is still one.
      cut += lanes < slots_of(unit, form) ? 1 : 0;
      unit.model.m(0).at(std::size_t{lanes - 1} * slot_bytes(form)) = 1;
      unit.model.v(7).assign(unit.vl(), 0);
      const Command c = gather_index(1, unit.config().ub_bytes, 7, 0, width, form);
      unit.expect_error(c, Status::ErrBounds, lanes - 1);
    }
  }
  EXPECT_EQ(cut, 4U);  // b32 for b8, b16 and b8x8, b16 for b8x8
}

TEST_P(Index, OnlyTheLowestIndicesCount) {
  // Indices of b8 for slots of b32: those above the lanes may be anything.
  unit.set_all_active(0);
  const std::uint32_t lanes = unit.vl() / 4;
  unit.model.v(7).assign(unit.vl(), 0xff);
  Numbers indices;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) indices.push_back(lanes - 1 - lane);
  unit.set_lanes(7, 1, indices);
  Numbers reversed = unit.ub(unit.config().ub_bytes - unit.vl(), 4, lanes);
  std::reverse(reversed.begin(), reversed.end());
  unit.expect_ok(gather_index(1, unit.config().ub_bytes - unit.vl(), 7, 0, Width::B8, Form::B32));
  EXPECT_EQ(unit.lanes(1, 4), reversed);
}

TEST_P(Index, IndicesAreUnsigned) {
  const std::uint32_t ub = unit.config().ub_bytes;
  unit.set_all_active(0);
  for (const Form form : kIndexForms) {
    const std::uint32_t e = element_bytes(form);
    unit.model.v(7).assign(unit.vl(), 0xff);
    // 255 and 65535 elements from 0 on, if UB has as many, and not one before the base
    for (const Width width : {Width::B8, Width::B16}) {
      const std::uint64_t at = largest(width) * e;
      Command c = gather_index(1, 0, 7, 0, width, form);
      if (at + e > ub) {
        unit.expect_error(c, Status::ErrBounds, 0);
        continue;
      }
      unit.expect_ok(c);
      EXPECT_EQ(unit.lanes(1, slot_bytes(form)).at(0),
                unit.ub(static_cast<std::uint32_t>(at), e, 1)[0])
          << to_text(form);
      c.addr = ub - static_cast<std::uint32_t>(at);
      unit.expect_error(c, Status::ErrBounds, 0);
    }
    unit.expect_error(gather_index(1, 64, 7, 0, Width::B32, form), Status::ErrBounds, 0);
    unit.expect_error(gather_index(1, 64, 7, 0, Width::B32, form, AddressMode::Byte),
                      Status::ErrBounds, 0);
  }
}

/// Expects the same error from gather_index and scatter_index.
void expect_both(Unit& unit, Command c, Status status, std::uint32_t info) {
  for (const Opcode op : {Opcode::GatherIndex, Opcode::ScatterIndex}) {
    c.op = op;
    unit.expect_error(c, status, info);
  }
}
void expect_both(Unit& unit, const Command& c, Field field) {
  expect_both(unit, c, Status::ErrParam, static_cast<std::uint32_t>(field));
}

TEST_P(Index, LowestFaultyActiveLaneIsNamed) {
  for (const Form form : kIndexForms) {
    for (const Width width : kIndexWidths) {
      const std::uint32_t slot = slot_bytes(form);
      const std::uint32_t e = element_bytes(form);
      const std::uint32_t lanes = lanes_of(unit, width, form);
      const Command outside = gather_index(1, unit.config().ub_bytes - e, 7, 0, width, form);
      Command crooked = gather_index(1, 64, 7, 0, width, form, AddressMode::Byte);
      crooked.align = 2 * e;
      for (std::uint32_t faulty = 0; faulty < lanes; ++faulty) {
        Numbers indices(lanes, 0);
        for (std::uint32_t lane = faulty; lane < lanes; ++lane) indices[lane] = 1;
        unit.set_lanes(7, width_bytes(width), indices);
        unit.set_all_active(0);
        expect_both(unit, outside, Status::ErrBounds, faulty);
        expect_both(unit, crooked, Status::ErrAlign, faulty);
        unit.model.m(0).at(std::size_t{faulty} * slot) = 0;  // the next one, if there is one
        if (faulty + 1 == lanes) continue;
        expect_both(unit, outside, Status::ErrBounds, faulty + 1);
        expect_both(unit, crooked, Status::ErrAlign, faulty + 1);
      }
      unit.expect_ok(outside);
      unit.expect_ok(crooked);
    }
  }
}

TEST_P(Index, ErrorsInTheirOrder) {
  const std::uint32_t ub = unit.config().ub_bytes;
  unit.set_all_active(0);
  unit.model.v(7).assign(unit.vl(), 0);
  Command c = gather_index(1, ub + 1, 7, 0, Width::B64, Form::B32, AddressMode::Row);
  c.align = 3;
  c.row_stride = c.col = ub;
  expect_both(unit, c, Status::ErrOpcode, 0);
  c.width = Width::B8;
  c.form = static_cast<Form>(7);
  expect_both(unit, c, Status::ErrOpcode, 0);
  c.form = Form::B32;
  c.mode = static_cast<AddressMode>(3);
  expect_both(unit, c, Status::ErrOpcode, 0);
  c.mode = AddressMode::Row;
  expect_both(unit, c, Field::Align);
  c.align = 8;
  expect_both(unit, c, Field::RowStride);
  c.row_stride = 12;
  if (unit.config().row_multiplier == 0) {
    expect_both(unit, c, Field::RowStride);
    c.row_stride = 16;
  }
  expect_both(unit, c, Field::Col);
  c.col = 0;
  expect_both(unit, c, Status::ErrAlign, 0);
  unit.set_all_active(0, false);
  expect_both(unit, c, Status::ErrAlign, 0);  // of the base, without any lane
  unit.set_all_active(0);
  c.addr = ub;
  expect_both(unit, c, Status::ErrBounds, 0);
  c.addr = 0;
  expect_both(unit, c, Status::ErrAlign, 1);  // column 1 is no multiple of 8
  c.align = 0;
  unit.expect_ok(c);
  // In a lane bounds come before alignment, and a lower lane before either.
  c = gather_index(1, ub - 4, 7, 0, Width::B8, Form::B32, AddressMode::Byte);
  unit.set_lanes(7, 1, {0, 1, 2});
  expect_both(unit, c, Status::ErrBounds, 1);
  c.addr -= 4;
  expect_both(unit, c, Status::ErrAlign, 1);
}

TEST_P(Index, B64IsNoWidthOfAnIndex) {
  unit.set_all_active(0, false);
  for (const Form form : kIndexForms) {
    expect_both(unit, gather_index(1, 0, 7, 0, Width::B64, form), Status::ErrOpcode, 0);
  }
  unit.expect_error(gather_lanes(1, 2, 3, 0, Width::B64), Status::ErrOpcode, 0);
}

// -------------------------------------------------------------------------------------------------
// gather_lanes
// -------------------------------------------------------------------------------------------------

/// What a gather_lanes leaves in vd.
Bytes expected_lanes(const Unit& unit, const Command& c) {
  const std::uint32_t bytes = width_bytes(c.width);
  const std::uint32_t lanes = unit.vl() / bytes;
  Bytes result = c.merge ? unit.model.v(c.vd) : Bytes(unit.vl(), 0);
  for (std::size_t at = 0; at < unit.vl(); ++at) {
    const std::uint64_t index = Unit::number(unit.model.v(c.vi), at / bytes * bytes, bytes);
    if (unit.model.m(c.m).at(at / bytes * bytes) == 0 || index >= lanes) continue;
    result.at(at) = unit.model.v(c.vs).at(index * bytes + at % bytes);
  }
  return result;
}

TEST_P(Index, LanesAgainstNaiveLoop) {
  for (const Width width : kIndexWidths) {
    const std::uint32_t bytes = width_bytes(width);
    const std::uint32_t lanes = unit.vl() / bytes;
    for (unsigned round = 0; round < 100; ++round) {
      // Of five registers, so that they often are the same, two or all of them.
      Command c = gather_lanes(unit.below(5), unit.below(5), unit.below(5), 2, width);
      c.merge = unit.below(2) == 0;
      for (unsigned v = 0; v < 5; ++v) scramble(unit, unit.model.v(v));
      for (auto& bit : unit.model.m(2)) bit = unit.below(4) != 0 ? 1 : 0;
      for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        if (unit.below(8) == 0) continue;  // any number
        Unit::set_number(unit.model.v(c.vi), std::size_t{lane} * bytes, bytes,
                         unit.below(lanes + lanes / 4));
      }
      State after = unit.state();
      after.v.at(c.vd) = expected_lanes(unit, c);
      unit.expect_ok(c);
      ASSERT_TRUE(unit.state() == after)
          << to_text(width) << " v" << +c.vd << " v" << +c.vs << " v" << +c.vi;
    }
  }
}

TEST_P(Index, LanesBeyondTheVectorHaveNoResult) {
  unit.set_all_active(0);
  for (const Width width : kIndexWidths) {
    const std::uint32_t bytes = width_bytes(width);
    const std::uint64_t lanes = unit.vl() / bytes;
    // A lane each of the highest that there is, the first that is none, the largest, and those
    // whose low bits are those of a lane.
    Numbers indices{lanes - 1, lanes, largest(width), largest(width) / 2 + 1, 2 * lanes, 0};
    for (auto& index : indices) index = std::min(index, largest(width));
    unit.model.v(3).assign(unit.vl(), 0);
    unit.set_lanes(3, bytes, indices);
    const Numbers source = unit.lanes(2, bytes);
    for (const bool merge : {false, true}) {
      const Numbers old = unit.lanes(1, bytes);
      Numbers expected(lanes, source.at(0));
      for (std::size_t lane = 0; lane < indices.size(); ++lane) {
        expected[lane] = indices[lane] < lanes ? source.at(indices[lane]) : merge ? old[lane] : 0;
      }
      Command c = gather_lanes(1, 2, 3, 0, width);
      c.merge = merge;
      unit.expect_ok(c);
      EXPECT_EQ(unit.lanes(1, bytes), expected) << to_text(width);
      scramble(unit, unit.model.v(1));
    }
  }
}

TEST_P(Index, LanesOfOneRegister) {
  // Register 6 names its own lanes: lane i becomes lane (i + 1) of it, which becomes another.
  unit.set_all_active(0);
  for (const Width width : kIndexWidths) {
    const std::uint32_t bytes = width_bytes(width);
    const std::uint32_t lanes = unit.vl() / bytes;
    Numbers next;
    Numbers after_next;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      next.push_back((lane + 1) % lanes);
      after_next.push_back((lane + 2) % lanes);
    }
    unit.set_lanes(6, bytes, next);
    unit.expect_ok(gather_lanes(6, 6, 6, 0, width));
    EXPECT_EQ(unit.lanes(6, bytes), after_next) << to_text(width);
  }
}

TEST_P(Index, LanesWithAllIndicesInsideAreGatherReg) {
  for (const Width width : kIndexWidths) {
    const std::uint32_t lanes = unit.vl() / width_bytes(width);
    Numbers indices;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) indices.push_back(unit.below(lanes));
    unit.set_lanes(3, width_bytes(width), indices);
    unit.set_all_active(0);
    unit.expect_ok(gather_lanes(1, 2, 3, 0, width));
    unit.expect_ok(gather_reg(4, 2, 3, width));
    EXPECT_EQ(unit.model.v(1), unit.model.v(4));
  }
}

}  // namespace
}  // namespace gsq::testing
