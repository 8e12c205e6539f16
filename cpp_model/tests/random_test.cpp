// The random commands: the same for the same seed, and nothing left out.
#include "gsq/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

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
    if (is_pending(name.code)) continue;
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
