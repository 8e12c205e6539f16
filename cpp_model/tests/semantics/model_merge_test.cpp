// SPDX-License-Identifier: Apache-2.0
// merge: what a command has no result for keeps its value. By hand from the same command without
// merge: which bytes it has a result for follows from the mask alone.
#include <string>
#include <vector>

#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

using Merge = OnEveryConfig;
INSTANTIATE_TEST_SUITE_P(Configs, Merge, ::testing::ValuesIn(all_configs()), config_name);

/// Bytes of the vector for which a command has a result.
std::vector<bool> results_of(const Command& c, const Unit& unit) {
  const Bytes& mask = unit.model.m(c.m);
  const bool blocks = c.op == Opcode::GatherBlock;
  const bool slots = c.op == Opcode::Gather || c.op == Opcode::GatherIndex;
  const std::uint32_t lane = blocks  ? kBlockBytes
                             : slots ? slot_bytes(c.form)
                                     : width_bytes(c.width);
  std::vector<bool> results;
  std::vector<bool> kept;
  for (std::uint32_t at = 0; at < unit.vl(); ++at) {
    const std::uint32_t number = at / lane;
    bool active = mask[blocks ? std::size_t{number} * 4 : std::size_t{number} * lane] != 0;
    // Slots without an index, and lanes whose index names none
    if (c.op == Opcode::GatherIndex) active = active && number < unit.vl() / width_bytes(c.width);
    if (c.op == Opcode::GatherLanes) {
      active = active && unit.lanes(c.vi, lane).at(number) < unit.vl() / lane;
    }
    // The bytes of its part, which is the first one here, have a bit for each lane.
    if (c.op == Opcode::LaneBits) active = at * 8 < unit.vl() / lane;
    results.push_back(active);
    if (active) kept.push_back(true);
  }
  if (c.op != Opcode::Squeeze) return results;
  kept.resize(unit.vl());  // those that are kept come first
  return kept;
}

/// Commands with the field, each in several shapes; their indices are all inside UB.
std::vector<Command> commands_of(Unit& unit) {
  std::vector<Command> all;
  for (std::uint32_t at = 0; at < unit.vl(); at += 2) {
    Unit::set_number(unit.model.v(3), at, 2, unit.random() % 64);
    Unit::set_number(unit.model.v(4), at, 2, at % 4 == 0 ? unit.random() % 64 : 0);
    Unit::set_number(unit.model.v(5), at, 2, at % 4 == 0 ? unit.random() % 16 * kBlockBytes : 0);
  }
  for (const Form form : kAllForms) {
    all.push_back(gather(1, 64, index_bytes(form) == 2 ? 3 : 4, 1, form));
    for (const Width width : {Width::B8, Width::B16, Width::B32}) {
      all.push_back(gather_index(1, 64, width == Width::B32 ? 4 : 3, 1, width, form));
    }
  }
  all.push_back(gather_block(1, 64, 5, 1));
  for (const Width width : {Width::B8, Width::B16, Width::B32}) {
    all.push_back(squeeze(1, 2, 1, width));
    all.push_back(squeeze(1, 1, 1, width));  // the source is the destination
    all.push_back(gather_lanes(1, 2, 4, 1, width));
    all.push_back(gather_lanes(1, 1, 1, 1, width));
    for (const CommandFacts& row : kCommands) {
      if (family(row.op) != Family::Lane || !has(row.fields, CmdField::Merge)) continue;
      all.push_back(on_registers(row.op, width, 1, 2, 1, 1));
    }
  }
  return all;
}

TEST_P(Merge, KeepsWhatHasNoResult) {
  const std::vector<Command> all = commands_of(unit);
  for (Command c : all) {
    const std::string name(to_text(c.op));
    const State before = unit.state();
    const std::vector<bool> results = results_of(c, unit);
    Unit zeroing = unit;
    const Response response = zeroing.run(c);
    ASSERT_EQ(response.status, Status::Ok) << name;
    State expected = zeroing.state();
    for (std::uint32_t at = 0; at < unit.vl(); ++at) {
      if (!results[at]) {
        EXPECT_EQ(expected.v[1][at], 0) << name;
        expected.v[1][at] = before.v[1][at];
      }
    }
    c.merge = true;
    EXPECT_EQ(unit.run(c), response) << name;
    EXPECT_TRUE(unit.state() == expected) << name << " " << to_text(c.width);
    unit.model.v(1) = before.v[1];
  }
}

TEST_P(Merge, MeansNothingToOtherCommands) {
  for (const CommandFacts& row : kCommands) {
    if (has(row.fields, CmdField::Merge)) continue;
    Command c = on_registers(row.op, Width::B16, 1, 2, 3, 1);
    c.mask = {1, 0};
    Unit other = unit;
    const Response response = unit.run(c);
    c.merge = true;
    EXPECT_EQ(other.run(c), response) << to_text(row.op);
    EXPECT_TRUE(other.state() == unit.state()) << to_text(row.op);
  }
}

TEST_P(Merge, IsNotThereWithoutLaneOps) {
  const std::vector<Command> all = commands_of(unit);
  Config config = unit.config();
  config.lane_ops = 0;
  for (Command c : all) {
    if (facts(c.op).lane_ops) continue;
    Unit without(config);
    for (std::size_t v = 0; v < 6; ++v) without.model.v(v) = unit.model.v(v);
    Unit merging = without;
    without.expect_ok(c, without.model.judge(c).info);
    c.merge = true;
    merging.expect_ok(c, merging.model.judge(c).info);
    EXPECT_TRUE(merging.state() == without.state()) << to_text(c.op);
  }
}

TEST_P(Merge, AFailedGatherKeepsAll) {
  unit.set_all_active(0);
  Unit::set_number(unit.model.v(4), 0, 4, 0xffffffff);
  Command c = gather(1, 0, 4, 0, Form::B32);
  c.merge = true;
  unit.expect_error(c, Status::ErrBounds, 0);
  c.op = Opcode::GatherIndex;
  c.width = Width::B32;
  unit.expect_error(c, Status::ErrBounds, 0);
}

}  // namespace
}  // namespace gsq::testing
