// SPDX-License-Identifier: Apache-2.0
// The random commands: the same for the same seed, and nothing left out.
#include "gsq/stimulus/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "gsq/programs/program.hpp"
#include "gsq/timing/bound.hpp"
#include "gsq/timing/cycle_model.hpp"

namespace gsq {
namespace {

Config tiny_config() {
  Config config;
  config.name = "tiny";
  config.vlen_bytes = 32;
  config.ub_bytes = 4096;
  config.banks = 8;
  config.bank_bytes = 4;
  config.places = 1;
  config.squeeze_cuts = 1;
  config.lane_ops = 1;
  return config;
}

Config full_config() {
  Config config = tiny_config();
  config.name = "full";
  config.vlen_bytes = 256;
  config.ub_bytes = 262144;
  config.banks = 64;
  config.squeeze_cuts = 3;
  return config;
}

TEST(Random, SameSeedSameCommands) {
  RandomCommands first(tiny_config(), 5, "all");
  RandomCommands second(tiny_config(), 5, "all");
  RandomCommands other(tiny_config(), 6, "all");
  unsigned differ = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    const CommandBits bits = pack(first.next());
    ASSERT_EQ(bits, pack(second.next())) << i;
    differ += bits != pack(other.next()) ? 1 : 0;
  }
  EXPECT_GT(differ, 1900U);
}

TEST(Random, RefillCoversUbOnceAndThenPartsOfItAndEveryTable) {
  RandomCommands random(tiny_config(), 5, "all");
  EXPECT_EQ(random.refill().front().bytes.size(), tiny_config().ub_bytes);
  for (unsigned i = 0; i < 100; ++i) {
    const std::vector<Fill> fills = random.refill();
    const Region tables = random.table_region();
    EXPECT_EQ(fills.size(), 1 + tables.bytes / tiny_config().vlen_bytes);
    for (std::size_t k = 0; k < fills.size(); ++k) {
      ASSERT_LE(fills[k].address + fills[k].bytes.size(), tiny_config().ub_bytes);
      if (k > 0) {
        ASSERT_EQ(fills[k].address, tables.base + (k - 1) * tiny_config().vlen_bytes);
      }
    }
  }
}

TEST(Random, UnknownMixIsRefused) {
  EXPECT_THROW(RandomCommands(tiny_config(), 1, "nonsense"), std::invalid_argument);
}

TEST(Random, EveryOpcodeStatusAndErrorAppears) {
  RandomCommands random(tiny_config(), 1, "all");
  std::set<unsigned> opcodes;
  std::set<unsigned> good;  // opcodes that succeeded
  std::set<Status> statuses;
  std::set<std::uint32_t> fields;  // of ERR_PARAM
  for (unsigned i = 0; i < 40000; ++i) {
    const Command command = random.next();
    opcodes.insert(static_cast<unsigned>(command.op));
    statuses.insert(random.response().status);
    if (random.response().status == Status::Ok) good.insert(static_cast<unsigned>(command.op));
    if (random.response().status == Status::ErrParam) fields.insert(random.response().info);
  }
  EXPECT_EQ(opcodes.size(), kOpcodeCodes);
  for (const auto& name : kOpcodeNames) {
    EXPECT_EQ(good.count(static_cast<unsigned>(name.code)), 1U) << name.text;
  }
  for (const auto& name : kStatusNames) EXPECT_EQ(statuses.count(name.code), 1U) << name.text;
  EXPECT_EQ(fields.count(static_cast<std::uint32_t>(Field::N)), 1U);
  EXPECT_EQ(fields.count(static_cast<std::uint32_t>(Field::Pattern)), 1U);
}

TEST(Random, StreamsFlow) {
  RandomCommands random(tiny_config(), 1, "stream");
  unsigned stores = 0;
  unsigned good = 0;
  unsigned with_data = 0;  // that left bytes in u
  for (unsigned i = 0; i < 5000; ++i) {
    const Command command = random.next();
    if (command.op != Opcode::StoreUnalign) continue;
    ++stores;
    if (random.response().status != Status::Ok) continue;
    ++good;
    const UnalignedReg& u = random.model().u(command.u);
    with_data += u.lo != u.hi ? 1 : 0;
  }
  EXPECT_GT(stores, 1500U);
  EXPECT_GT(good, stores * 7 / 10);
  EXPECT_GT(with_data, good / 2);
}

TEST(Random, GathersAndScattersAreMostlyLegalAndOfEveryKind) {
  std::uint64_t seed = 20;  // one that lets commands up to the end of UB
  while (RandomCommands(tiny_config(), seed, "gather").host_region().base != 0) ++seed;
  RandomCommands random(tiny_config(), seed, "gather");
  unsigned lanes = 0;  // commands with lanes
  unsigned good = 0;
  unsigned conflicts = 0;                   // more than one beat a group
  unsigned single = 0;                      // one beat with more than one active lane
  unsigned wild = 0;                        // legal, but not if all lanes were active
  std::set<std::array<unsigned, 3>> kinds;  // opcode, form, mode
  std::set<std::pair<Status, std::uint32_t>> faults;
  std::set<std::uint32_t> aligns;
  bool at_the_end = false;
  for (unsigned i = 0; i < 60000; ++i) {
    if (i % 250 == 0) random.refill();
    const Model before = random.model();
    const Command command = random.next();
    if (command.op != Opcode::Gather && command.op != Opcode::Scatter) continue;
    ++lanes;
    const Response& response = random.response();
    if (response.status != Status::Ok) {
      faults.insert({response.status, response.info});
      continue;
    }
    ++good;
    kinds.insert({static_cast<unsigned>(command.op), static_cast<unsigned>(command.form),
                  static_cast<unsigned>(command.mode)});
    aligns.insert(command.align);
    const std::uint32_t bound = command_bound(command, before);
    conflicts += bound > 2 ? 1 : 0;
    single += bound == 1 ? 1 : 0;
    Model unmasked = before;
    unmasked.m(command.m).assign(tiny_config().vlen_bytes, 1);
    const Response all_lanes = unmasked.judge(command);
    wild += all_lanes.status != Status::Ok ? 1 : 0;
    Command further = command;
    further.addr += 8;
    at_the_end = at_the_end || before.judge(further).status == Status::ErrBounds;
  }
  EXPECT_GT(lanes, 10000U);
  EXPECT_GT(good, lanes * 8 / 10);
  EXPECT_GT(conflicts, good / 10);  // 10.0 to 11.5 %, by the seed
  EXPECT_GT(single, good / 10);
  EXPECT_GT(wild, good / 20);
  EXPECT_EQ(kinds.size(), 2U * 6U * 3U);
  EXPECT_GE(aligns.size(), 6U);
  EXPECT_TRUE(at_the_end);
  for (std::uint32_t lane = 0; lane < 4; ++lane) {  // a b64 command has four
    EXPECT_EQ(faults.count({Status::ErrBounds, lane}), 1U) << lane;
    EXPECT_EQ(faults.count({Status::ErrAlign, lane}), 1U) << lane;
  }
  for (const Field field : {Field::Align, Field::RowStride, Field::Col}) {
    EXPECT_EQ(faults.count({Status::ErrParam, static_cast<std::uint32_t>(field)}), 1U);
  }
}

/// Blocks that an operand covers in an iteration, masked or not.
std::set<std::uint32_t> blocks_of(const Command& command, unsigned operand, std::uint32_t iteration,
                                  std::uint32_t count) {
  const std::array<std::array<std::uint32_t, 3>, 3> walks{
      {{command.addr, command.blk0, command.rep0},
       {command.src0, command.blk1, command.rep1},
       {command.src1, command.blk2, command.rep2}}};
  const auto [start, blk, rep] = walks.at(operand);
  std::set<std::uint32_t> blocks;
  for (std::uint32_t k = 0; k < count; ++k) {
    blocks.insert(start / kBlockBytes + iteration * rep + k * blk);
  }
  return blocks;
}

std::size_t in_common(const std::set<std::uint32_t>& a, const std::set<std::uint32_t>& b) {
  std::size_t count = 0;
  for (const std::uint32_t one : a) count += b.count(one);
  return count;
}

TEST(Random, VecCommandsAreMostlyLegalAndOfEveryKind) {
  const Config config = full_config();
  const std::uint32_t count = config.vlen_bytes / kBlockBytes;
  std::uint64_t seed = 1;  // one that lets commands up to the end of UB
  while (RandomCommands(config, seed, "vec").host_region().base != 0) ++seed;
  RandomCommands random(config, seed, "vec");
  unsigned commands = 0;
  unsigned good = 0;
  unsigned in_place = 0;                    // the same start of dst and a source
  unsigned partly = 0;                      // dst and a source of an iteration share some blocks
  std::array<unsigned, 5> chained{};        // an iteration reads what one so far before it wrote
  std::uint64_t beats = 0;                  // of those that are legal
  std::set<std::array<unsigned, 3>> kinds;  // opcode, width, kind of mask
  std::set<std::uint32_t> repeats;
  std::array<std::set<std::uint32_t>, 3> blks;
  std::array<std::set<std::uint32_t>, 3> reps;
  std::array<bool, 3> at_the_end{};
  unsigned single = 0;  // one lane
  unsigned all = 0;     // all lanes
  unsigned top = 0;     // only the highest lane, by its bit
  std::set<std::pair<Status, std::uint32_t>> faults;
  for (unsigned i = 0; i < 24000; ++i) {
    const Command command = random.next();
    if (command.op < Opcode::VecCopy || command.op > Opcode::VecAdd) continue;
    ++commands;
    const Response& response = random.response();
    if (response.status != Status::Ok) {
      faults.insert({response.status, response.info});
      continue;
    }
    ++good;
    const unsigned operands = command.op == Opcode::VecAdd ? 3 : 2;
    kinds.insert({static_cast<unsigned>(command.op), static_cast<unsigned>(command.width),
                  command.bitwise ? 1U : 0U});
    repeats.insert(command.iterations);
    beats += command_bound(command, random.model());
    const std::array<std::uint16_t, 3> blk{command.blk0, command.blk1, command.blk2};
    const std::array<std::uint8_t, 3> rep{command.rep0, command.rep1, command.rep2};
    const std::array<std::uint32_t Command::*, 3> starts{&Command::addr, &Command::src0,
                                                         &Command::src1};
    std::size_t most = 0;  // blocks in common
    std::array<bool, 5> chains{};
    for (unsigned operand = 0; operand < operands; ++operand) {
      blks.at(operand).insert(blk.at(operand));
      reps.at(operand).insert(rep.at(operand));
      Command further = command;
      further.*starts.at(operand) += kBlockBytes;
      const Response beyond = random.model().judge(further);
      at_the_end.at(operand) =
          at_the_end.at(operand) || (beyond.status == Status::ErrBounds && beyond.info == operand);
      if (operand == 0 || command.iterations == 0) continue;
      most = std::max(
          most, in_common(blocks_of(command, 0, 0, count), blocks_of(command, operand, 0, count)));
      for (std::uint32_t distance = 1; distance < chains.size(); ++distance) {
        chains.at(distance) =
            chains.at(distance) || (command.iterations > distance &&
                                    in_common(blocks_of(command, 0, 0, count),
                                              blocks_of(command, operand, distance, count)) != 0);
      }
    }
    in_place += command.addr == command.src0 ? 1 : 0;
    partly += most != 0 && most < count ? 1 : 0;
    for (std::size_t d = 0; d < chains.size(); ++d) chained.at(d) += chains.at(d) ? 1 : 0;
    const std::uint32_t lanes = config.lanes(1U << static_cast<unsigned>(command.width));
    const auto [low, high] = command.mask;
    const auto bits =
        static_cast<std::uint32_t>(__builtin_popcountll(low) + __builtin_popcountll(high));
    const std::uint64_t selected = command.bitwise ? bits : low;
    single += selected == 1 ? 1 : 0;
    all += selected == lanes ? 1 : 0;
    const std::uint64_t highest = command.mask.at((lanes - 1) / 64);
    top +=
        command.bitwise && bits == 1 && highest == std::uint64_t{1} << 63U >> (-lanes % 64) ? 1 : 0;
  }
  EXPECT_GT(commands, 10000U);
  EXPECT_GT(good, commands * 85 / 100);
  EXPECT_LT(beats, std::uint64_t{60} * good);  // modest: so many cycles does one take
  EXPECT_EQ(kinds.size(), 3U * 2U * 2U);
  EXPECT_GT(in_place, good / 10);
  EXPECT_GT(partly, good / 20);
  for (std::size_t d = 1; d < chained.size(); ++d) EXPECT_GT(chained.at(d), good / 25) << d;
  for (const std::uint32_t repeat : {0, 1, 2, 3, 4, 255}) EXPECT_EQ(repeats.count(repeat), 1U);
  EXPECT_EQ(blks[0].count(0), 0U);
  for (std::size_t operand = 0; operand < 3; ++operand) {
    for (const std::uint32_t stride : {1, 2, 8, 9}) EXPECT_EQ(blks.at(operand).count(stride), 1U);
    EXPECT_EQ(blks.at(operand).count(0), operand == 0 ? 0U : 1U);
    EXPECT_GT(*blks.at(operand).rbegin(), config.ub_bytes / kBlockBytes / count / 2);
    for (const std::uint32_t stride : {0, 1, 7, 8, 9, 255}) {
      EXPECT_EQ(reps.at(operand).count(stride), 1U) << stride;
    }
    EXPECT_GT(reps.at(operand).size(), 100U);
    EXPECT_TRUE(at_the_end.at(operand)) << operand;
    EXPECT_EQ(faults.count({Status::ErrBounds, operand}), 1U) << operand;
  }
  EXPECT_GT(single, good / 20);
  EXPECT_GT(all, good / 10);
  EXPECT_GT(top, good / 50);
  for (const Field field : {Field::Mask, Field::Repeat, Field::BlkStride}) {
    EXPECT_EQ(faults.count({Status::ErrParam, static_cast<std::uint32_t>(field)}), 1U);
  }
  EXPECT_EQ(faults.count({Status::ErrAlign, 0}), 1U);
  EXPECT_EQ(faults.count({Status::ErrOpcode, 0}), 1U);
}

/// Commands that succeed although blocks of theirs lie beyond the end of UB, and those that fail
/// there, are frequent in the mixes that have many of them.
TEST(Random, BlocksBeyondUbAreLeftOut) {
  const Config config = full_config();
  const std::uint32_t count = config.vlen_bytes / kBlockBytes;
  for (const std::string_view mix : {"all", "memory", "vec", "errors"}) {
    std::uint64_t seed = 1;  // one that lets commands up to the end of UB
    while (RandomCommands(config, seed, mix).host_region().base != 0) ++seed;
    RandomCommands random(config, seed, mix);
    random.refill();
    std::map<MemKind, unsigned> beyond;
    std::map<MemKind, unsigned> failed;
    unsigned nothing = 0;  // stores without a lane at an address outside
    for (unsigned i = 0; i < 20000; ++i) {
      const Command command = random.next();
      if (!known(command.op)) continue;
      const MemKind kind = facts(command.op).kind;
      if (kind != MemKind::Store && kind != MemKind::Vec) continue;
      if (random.response().status == Status::ErrBounds) ++failed[kind];
      if (random.response().status != Status::Ok || command.iterations == 0) continue;
      bool outside = false;
      const bool neighbours = command.op == Opcode::StoreAlign;
      const unsigned operands = kind == MemKind::Store ? 1 : command.op == Opcode::VecAdd ? 3 : 2;
      for (unsigned operand = 0; operand < operands; ++operand) {
        Command one = command;
        if (neighbours) one.blk0 = 1;
        const std::uint32_t last = kind == MemKind::Store ? 0 : command.iterations - 1;
        const std::uint32_t blocks = neighbours && command.distr != Dist::Norm ? count / 2 : count;
        for (const std::uint32_t block : blocks_of(one, operand, last, blocks)) {
          outside = outside || block >= config.ub_bytes / kBlockBytes;
        }
      }
      beyond[kind] += outside ? 1 : 0;
      nothing += kind == MemKind::Store && command.addr >= config.ub_bytes ? 1 : 0;
    }
    for (const MemKind kind : {MemKind::Store, MemKind::Vec}) {
      EXPECT_GT(beyond[kind], 30U) << mix;
      EXPECT_GT(failed[kind], 30U) << mix;
    }
    EXPECT_GT(nothing, 3U) << mix;
  }
}

TEST(Random, BlockFormsAreMostlyLegalWithEveryStride) {
  const Config config = full_config();
  RandomCommands random(config, 1, "memory");
  for (const Opcode op : {Opcode::LoadBlock, Opcode::StoreBlock}) {
    unsigned commands = 0;
    unsigned good = 0;
    std::set<std::uint32_t> strides;
    std::set<std::pair<Status, std::uint32_t>> faults;
    for (unsigned i = 0; i < 60000; ++i) {
      const Command command = random.next();
      if (command.op != op) continue;
      ++commands;
      if (random.response().status != Status::Ok) {
        faults.insert({random.response().status, random.response().info});
        continue;
      }
      ++good;
      strides.insert(command.blk0);
    }
    EXPECT_GT(commands, 500U);
    EXPECT_GT(good, commands * 85 / 100);
    EXPECT_EQ(strides.count(0), op == Opcode::LoadBlock ? 1U : 0U);
    for (const std::uint32_t stride : {1, 2, 8, 9}) EXPECT_EQ(strides.count(stride), 1U);
    EXPECT_GT(*strides.rbegin(), 900U);
    EXPECT_EQ(faults.count({Status::ErrAlign, 0}), 1U);
    EXPECT_EQ(faults.count({Status::ErrBounds, 0}), 1U);
    EXPECT_EQ(faults.count({Status::ErrBounds, config.vlen_bytes / kBlockBytes - 1}), 1U);
  }
}

/// Of the commands of this mix many are independent, so groups wait for each other in every way.
TEST(Random, RunsFillAWindow) {
  Config config = tiny_config();
  for (const auto& [places, parts] : {std::pair{3U, 1U}, std::pair{4U, 2U}, std::pair{8U, 4U}}) {
    config.places = places;
    config.parts = parts;
    RandomCommands random(config, 1, "window");
    CycleModel model(config);
    std::array<std::uint64_t, kNumCauses> causes{};
    std::array<std::uint64_t, 2> ok{};
    std::uint64_t words = 0;
    for (unsigned batch = 0; batch < 40; ++batch) {
      for (const Fill& fill : random.refill()) model.write_ub(fill.address, fill.bytes);
      std::deque<Command> commands;
      for (unsigned i = 0; i < 250; ++i) {
        commands.push_back(random.next());
        ++ok.at(random.response().status == Status::Ok ? 1 : 0);
      }
      while (!commands.empty() || !model.idle()) {
        CycleInputs inputs;
        inputs.command = commands.empty() ? nullptr : &commands.front();
        inputs.rsp_ready = true;
        for (const Whereabouts& where : model.whereabouts(inputs)) {
          ++causes.at(static_cast<std::size_t>(where.cause));
        }
        const bool moves = model.outputs().cmd_ready && inputs.command != nullptr;
        model.step(inputs);
        if (moves) commands.pop_front();
        if (model.retired() != nullptr) words += model.retired()->accesses.size();
      }
    }
    EXPECT_GT(ok[1], 9 * ok[0]);
    // Words served in parts, for slots that lost their lanes.
    model.step({});
    EXPECT_GT(model.counters().reads + model.counters().writes, words + 30);
    for (const Cause cause : {Cause::kWindow, Cause::kRegister, Cause::kTurn, Cause::kLanes,
                              Cause::kKind, Cause::kResult, Cause::kSecondPort, Cause::kLeaving}) {
      EXPECT_GT(causes.at(static_cast<std::size_t>(cause)), 3U)
          << static_cast<unsigned>(cause) << " with Places " << places;
    }
  }
}

TEST(Random, NoCommandTouchesTheHostRegionOrWritesTables) {
  for (const std::string_view mix : {"memory", "vec", "errors", "window", "corners", "dense"}) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      RandomCommands random(tiny_config(), seed, mix);
      CycleModel timed(tiny_config());
      for (const Fill& fill : random.refill()) timed.write_ub(fill.address, fill.bytes);
      const auto inside = [](const Region& region, std::uint32_t address) {
        return address - region.base < region.bytes;
      };
      for (unsigned i = 0; i < 2000; ++i) {
        const Command command = random.next();
        CycleInputs inputs;
        inputs.command = &command;
        inputs.rsp_ready = true;
        timed.step(inputs);
        inputs.command = nullptr;
        while (timed.retired() == nullptr) timed.step(inputs);
        for (const BankAccess& access : timed.retired()->accesses) {
          ASSERT_FALSE(inside(random.host_region(), access.address)) << mix << " " << seed;
          ASSERT_FALSE(access.write && inside(random.table_region(), access.address))
              << mix << " " << seed;
        }
      }
    }
  }
}

TEST(Random, CornersLetArBecomeUbBytes) {
  unsigned reached = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    RandomCommands random(tiny_config(), seed, "corners");
    random.refill();
    for (unsigned i = 0; i < 6000; ++i) {
      random.next();
      if (random.model().ar() != tiny_config().ub_bytes) continue;
      ++reached;
      break;
    }
  }
  EXPECT_GE(reached, 2U) << "only where the host region is at the bottom of UB";
}

TEST(Random, TakesTheBestOfItsTries) {
  const auto get_sprs = [](unsigned tries) {
    RandomCommands random(tiny_config(), 1, "all");
    random.refill();
    random.skip_loads();
    unsigned count = 0;
    for (unsigned i = 0; i < 500; ++i) {
      const Command command =
          random.next([](const Command& one, const Response&,
                         const Model&) -> std::size_t { return one.op == Opcode::GetSpr ? 1 : 0; },
                      tries,
                      [&](const Command& chosen, const Response& response, const Model& before) {
                        EXPECT_EQ(before.judge(chosen).status, response.status);
                      });
      if (command.op == Opcode::GetSpr) ++count;
    }
    return count;
  };
  EXPECT_LT(get_sprs(1), 50U);
  EXPECT_GT(get_sprs(50), 150U);
}

}  // namespace
}  // namespace gsq
