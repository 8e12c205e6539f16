// The random commands: the same for the same seed, and nothing left out.
#include "gsq/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gsq/bound.hpp"
#include "gsq/cycle_model.hpp"
#include "gsq/program.hpp"

namespace gsq {
namespace {

Config tiny_config() {
  Config config;
  config.name = "tiny";
  config.vlen_bytes = 32;
  config.ub_bytes = 4096;
  config.banks = 8;
  config.bank_bytes = 4;
  config.window = 1;
  config.squeeze_cuts = 1;
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

/// The line of program text of a fill says the same as its bytes.
TEST(Random, FillsAreProgramText) {
  RandomCommands random(tiny_config(), 9, "gather");
  for (unsigned i = 0; i < 20; ++i) {
    for (const Fill& fill : random.refill()) {
      const Program program = parse_program(fill.text, "fill", tiny_config());
      const auto& parsed = std::get<UbStatement>(program.at(0).body);
      ASSERT_EQ(parsed.address, fill.address) << fill.text;
      ASSERT_EQ(parsed.bytes, fill.bytes) << fill.text;
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
  for (unsigned i = 0; i < 20000; ++i) {
    const Command command = random.next();
    opcodes.insert(static_cast<unsigned>(command.op));
    statuses.insert(random.response().status);
    if (random.response().status == Status::Ok) good.insert(static_cast<unsigned>(command.op));
    if (random.response().status == Status::ErrParam) fields.insert(random.response().info);
  }
  EXPECT_EQ(opcodes.size(), 32U);
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
  std::uint64_t seed = 1;  // one that lets commands up to the end of UB
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
  for (unsigned i = 0; i < 30000; ++i) {
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
  EXPECT_GT(conflicts, good / 10);
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

TEST(Random, NoCommandTouchesTheHostRegion) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    RandomCommands random(tiny_config(), seed, "memory");
    random.refill();
    const Region region = random.host_region();
    const auto begin = random.model().ub().begin() + region.base;
    const std::vector<std::uint8_t> before(begin, begin + region.bytes);
    for (unsigned i = 0; i < 3000; ++i) random.next();
    const auto end = random.model().ub().begin() + region.base;
    EXPECT_EQ(before, std::vector<std::uint8_t>(end, end + region.bytes)) << seed;
  }
}

}  // namespace
}  // namespace gsq
