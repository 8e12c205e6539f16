// SPDX-License-Identifier: Apache-2.0
// Least cycles of bank time of a command.
#include "gsq/timing/bound.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include "gsq/stimulus/random.hpp"
#include "gsq/timing/planner.hpp"
#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

using Bound = OnEveryConfig;
INSTANTIATE_TEST_SUITE_P(Configs, Bound, ::testing::ValuesIn(all_configs()), config_name);

TEST(BankOf, LowBitsOrXorOfAllSlices) {
  Config config = full_config();
  EXPECT_EQ(bank_of(config, 0), 0U);
  EXPECT_EQ(bank_of(config, 63), 63U);
  EXPECT_EQ(bank_of(config, 64), 0U);
  EXPECT_EQ(bank_of(config, 0xffff), 63U);
  config.bank_hash = 1;
  EXPECT_EQ(bank_of(config, 63), 63U);
  EXPECT_EQ(bank_of(config, 64), 1U);
  EXPECT_EQ(bank_of(config, 65), 0U);
  EXPECT_EQ(bank_of(config, (5 << 12) | (9 << 6) | 33), 5U ^ 9U ^ 33U);
}

TEST(BankOf, RemainderByAPrimitivePolynomial) {
  constexpr std::array<std::uint32_t, 8> kPolynomials{0, 0x3, 0x7, 0xb, 0x13, 0x25, 0x73, 0x83};
  Config config = full_config();
  config.bank_hash = 2;
  for (std::uint32_t degree = 1; degree < kPolynomials.size(); ++degree) {
    config.banks = 1U << degree;
    // The remainders of the powers of x, each from the one before; x generates all but 0.
    std::uint32_t power = 1;
    std::set<std::uint32_t> generated;
    for (std::uint32_t i = 0; i < 30; ++i) {
      EXPECT_EQ(bank_of(config, 1U << i), power) << config.banks << " banks, x^" << i;
      if (i < config.banks - 1) generated.insert(power);
      power <<= 1;
      if (power >= config.banks) power ^= kPolynomials.at(degree);
    }
    for (std::uint32_t i = 30; i < config.banks - 1; ++i) {
      generated.insert(power);
      power <<= 1;
      if (power >= config.banks) power ^= kPolynomials.at(degree);
    }
    EXPECT_EQ(generated.size(), config.banks - 1) << config.banks << " banks";
    // The remainder of a sum is the sum of the remainders.
    EXPECT_EQ(bank_of(config, 0x12345678),
              bank_of(config, 0x12340000) ^ bank_of(config, 0x5000) ^ bank_of(config, 0x678));
  }
  config.banks = 64;
  EXPECT_EQ(bank_of(config, 64), 0x33U);
  EXPECT_EQ(bank_of(config, 128), 0x15U);
}

TEST(BankOf, RemainderSpreadsAlignedPowersOfTwo) {
  Config config = full_config();
  config.bank_hash = 2;
  for (std::uint32_t stride = 1; stride <= 64; stride *= 2) {
    for (std::uint32_t group = 0; group < 16; ++group) {
      std::set<std::uint32_t> banks;
      for (std::uint32_t i = 0; i < 64; ++i) {
        banks.insert(bank_of(config, (group * 64 + i) * stride));
      }
      EXPECT_EQ(banks.size(), 64U) << "stride " << stride << ", group " << group;
    }
  }
}

TEST_P(Bound, EveryRowOfBanksIsAPermutation) {
  for (std::uint32_t row = 0; row < 100; ++row) {
    std::set<std::uint32_t> banks;
    for (std::uint32_t i = 0; i < GetParam().banks; ++i) {
      banks.insert(bank_of(GetParam(), row * GetParam().banks + i));
    }
    EXPECT_EQ(banks.size(), GetParam().banks);
    EXPECT_LT(*banks.rbegin(), GetParam().banks);
  }
}

/// The largest number of different words in one bank.
std::uint32_t fullest_bank(const Config& config, const std::set<std::uint32_t>& bytes) {
  std::map<std::uint32_t, std::set<std::uint32_t>> words;
  for (const std::uint32_t byte : bytes) {
    const std::uint32_t word = byte / config.bank_bytes;
    words[bank_of(config, word)].insert(word);
  }
  std::size_t most = 0;
  for (const auto& [bank, different] : words) most = std::max(most, different.size());
  return static_cast<std::uint32_t>(most);
}

/// Words of a group in each bank.
using Load = std::vector<std::uint32_t>;

Bounds bounds_of(std::uint32_t places, const std::vector<Load>& groups) {
  Config config = full_config();
  config.places = places;
  BoundsOfGroups bounds(config);
  for (const Load& load : groups) {
    for (std::uint32_t bank = 0; bank < load.size(); ++bank) {
      for (std::uint32_t word = 0; word < load[bank]; ++word) bounds.add_word(bank);
    }
    bounds.end_group();
  }
  return bounds.take();
}

/// The fewest cycles in which a window of groups can be accessed, by trying everything that a unit
/// can do in a cycle: let the next group enter or not, and access in each bank a word of any group
/// in the window, or none.
std::uint64_t fewest_cycles(std::uint32_t window, const std::vector<Load>& groups) {
  struct State {
    std::size_t entered{};
    std::size_t left{};
    std::vector<Load> words;  // to be accessed
    bool operator<(const State& other) const {
      return std::tie(entered, left, words) < std::tie(other.entered, other.left, other.words);
    }
  };
  std::set<State> states{{0, 0, groups}};
  for (std::uint64_t cycle = 0;; ++cycle) {
    std::set<State> next;
    const std::function<void(State, std::size_t)> access = [&](State state, std::size_t bank) {
      if (bank == groups[0].size()) {
        const auto done = [&](std::size_t group) {
          return std::all_of(state.words[group].begin(), state.words[group].end(),
                             [](std::uint32_t left) { return left == 0; });
        };
        while (state.left < state.entered && done(state.left)) ++state.left;
        next.insert(state);
        return;
      }
      access(state, bank + 1);
      for (std::size_t group = state.left; group < state.entered; ++group) {
        if (state.words[group][bank] == 0) continue;
        State more = state;
        --more.words[group][bank];
        access(more, bank + 1);
      }
    };
    for (State state : states) {
      if (state.left == groups.size()) return cycle;
      access(state, 0);
      if (state.entered < groups.size() && state.entered - state.left < window) {
        ++state.entered;
        access(state, 0);
      }
    }
    states = std::move(next);
  }
}

TEST(BoundsOfGroups, NoScheduleOfAWindowTakesFewerCycles) {
  std::mt19937 random(3);
  std::uint64_t between = 0;  // instances in which the window matters
  for (int i = 0; i < 300; ++i) {
    std::vector<Load> groups(2 + random() % 3, Load(2));
    for (Load& load : groups) {
      for (std::uint32_t& words : load) words = random() % 4;
      if (load[0] + load[1] == 0) load[random() % 2] = 1;  // groups without a word do not count
    }
    for (const std::uint32_t places : {1U, 3U}) {
      const Bounds bounds = bounds_of(places, groups);
      EXPECT_EQ(bounds.window, fewest_cycles(places == 1 ? 1 : 16, groups));
      EXPECT_GE(bounds.window, bounds.bank);
      EXPECT_LE(bounds.window, bounds_of(1, groups).window);
      if (places != 1 && bounds.window < bounds_of(1, groups).window &&
          bounds.window > bounds.bank) {
        ++between;
      }
    }
  }
  EXPECT_GT(between, 10U);
}

TEST(BoundsOfGroups, ByHand) {
  // Bank 0 three words, then bank 1 three, then both two.
  const std::vector<Load> groups{{3, 0}, {0, 3}, {2, 2}};
  EXPECT_EQ(bounds_of(1, groups).window, 8U);
  // The second enters in cycle 2 and is done in 4; the third is in bank 0 in 4 and 5, in bank 1 in
  // 5 and 6.
  EXPECT_EQ(bounds_of(3, groups).window, 6U);
  EXPECT_EQ(bounds_of(4, groups).window, 6U);
  EXPECT_EQ(bounds_of(4, groups).bank, 5U);
  // A group a cycle enters.
  EXPECT_EQ(bounds_of(8, {{1, 0}, {0, 1}, {1, 0}}).window, 3U);
  EXPECT_EQ(bounds_of(8, {{1, 0}, {0, 0}, {0, 1}}).window, 2U);
  EXPECT_EQ(bounds_of(8, {}).window, 0U);
}

TEST(BoundsOfGroups, SixteenGroupsAreInAWindow) {
  // Bank 0 has 30 words of the first group, then groups of a word of bank 1 each come. Group i
  // (from 0) enters in cycle i + 1 and is done in it, 15 of them beside the first; the next one
  // enters in cycle 31.
  std::vector<Load> groups{{30, 0}};
  for (int i = 0; i < 15; ++i) groups.push_back({0, 1});
  EXPECT_EQ(bounds_of(3, groups).window, 30U);
  groups.push_back({0, 1});
  EXPECT_EQ(bounds_of(3, groups).window, 31U);
  EXPECT_EQ(bounds_of(8, groups).window, 31U);
  groups.push_back({0, 1});
  EXPECT_EQ(bounds_of(8, groups).window, 32U);
}

TEST(Planner, BoundAndMergedLanesAreThoseOfTheDefinition) {
  std::uint64_t shared = 0;
  for (const char* set :
       {"Banks=8", "Banks=8,BankHash=1", "Banks=4,BankBytes=8", "Banks=64", "Banks=16,Coalesce=0",
        "Banks=4,BankBytes=8,Coalesce=0", "Banks=8,LaneOps=1"}) {
    const Config config = with_overrides(named_config("small"), set);
    for (const char* mix : {"all", "gather", "window", "dense"}) {
      RandomCommands random(config, 7, mix);
      for (const Detail detail : {Detail::kPorts, Detail::kTiming}) {
        Model model(config);
        Planner planner(model, detail);
        for (unsigned i = 0; i < 1000; ++i) {
          if (i % 250 == 0) {
            for (const Fill& fill : random.refill()) {
              std::copy(fill.bytes.begin(), fill.bytes.end(), model.ub().begin() + fill.address);
            }
          }
          Transaction transaction;
          transaction.command = random.next();
          const std::uint32_t bound = command_bound(transaction.command, model);
          const std::uint32_t merged = merged_lanes(transaction.command, model);
          planner.plan(transaction);
          ASSERT_EQ(transaction.bound, bound) << set << ", mix " << mix << ", command " << i;
          ASSERT_EQ(transaction.merged, merged) << set << ", mix " << mix << ", command " << i;
          shared += merged;
        }
      }
    }
  }
  EXPECT_GT(shared, 1000U);
}

TEST(BoundsOfGroups, RowsAreWordsOfTheirBanks) {
  std::mt19937 random(4);
  Config config = full_config();
  for (const std::uint32_t places : {1U, 4U}) {
    config.places = places;
    BoundsOfGroups rows(config);
    BoundsOfGroups words(config);
    for (int group = 0; group < 200; ++group) {
      const std::uint32_t first = random() % config.banks;
      const std::uint32_t count = random() % (config.banks - first) + 1;
      rows.add_row(first, count);
      for (std::uint32_t bank = first; bank < first + count; ++bank) words.add_word(bank);
      rows.end_group();
      words.end_group();
    }
    const Bounds expected = words.take();
    const Bounds found = rows.take();
    EXPECT_EQ(std::tie(found.bank, found.window), std::tie(expected.bank, expected.window));
  }
}

TEST_P(Bound, GatherAndScatterAgainstSets) {
  for (const Form form : kAllForms) {
    for (int round = 0; round < 10; ++round) {
      const std::uint32_t e = element_bytes(form);
      const std::uint32_t lanes = unit.vl() / slot_bytes(form);
      const std::uint32_t group = form == Form::B64 ? unit.vl() / 8 : unit.vl() / 4;
      const std::uint32_t reach = std::min(unit.config().ub_bytes / 2 / e, 65536U);
      Numbers indices;
      // Strided in half of the rounds, for conflicts.
      for (std::uint32_t i = 0; i < lanes; ++i) {
        indices.push_back(round % 2 == 0 ? unit.below(reach) : i * 16 * round % reach);
      }
      unit.set_lanes(7, index_bytes(form), indices);
      for (auto& bit : unit.model.m(1)) bit = unit.below(3) != 0 ? 1 : 0;
      const Flags active = unit.active(1, slot_bytes(form));
      std::uint32_t expected = 0;
      for (std::uint32_t first = 0; first < lanes; first += group) {
        std::set<std::uint32_t> bytes;
        for (std::uint32_t i = first; i < first + group; ++i) {
          for (std::uint32_t b = 0; active[i] && b < e; ++b) {
            bytes.insert(static_cast<std::uint32_t>(64 + indices[i] * e + b));
          }
        }
        expected += fullest_bank(unit.config(), bytes);
      }
      EXPECT_EQ(command_bound(gather(2, 64, 7, 1, form), unit.model), expected) << to_text(form);
      EXPECT_EQ(command_bound(scatter(64, 2, 7, 1, form), unit.model), expected) << to_text(form);
    }
  }
}

TEST_P(Bound, SlotsWithoutAnIndexTakeNoCycle) {
  unit.set_all_active(1);
  const std::uint32_t lanes = unit.vl() / 4;
  const std::uint32_t row = unit.config().banks * unit.config().bank_bytes;
  // The words of a vector, in the lanes of each of two groups.
  Numbers indices;
  for (std::uint32_t i = 0; i < 2 * lanes; ++i) indices.push_back(i % lanes * 4);
  const auto bound = [&](const Command& c) { return command_bound(c, unit.model); };
  const std::uint32_t one = std::max(1U, 4 * lanes / row);
  unit.set_lanes(7, 2, indices);
  EXPECT_EQ(bound(gather_index(2, 0, 7, 1, Width::B16, Form::B8)), 2 * one);
  indices.resize(lanes);
  unit.set_lanes(7, 4, indices);
  EXPECT_EQ(bound(gather_index(2, 0, 7, 1, Width::B32, Form::B8)), one);
  EXPECT_EQ(bound(scatter_index(0, 2, 7, 1, Width::B32, Form::B16, AddressMode::Byte)), one);
  EXPECT_EQ(merged_lanes(gather_index(2, 0, 7, 1, Width::B32, Form::B8), unit.model),
            lanes - 4 * lanes / unit.config().bank_bytes);
  // None of those that have one is active.
  unit.set_active(1, 2, Flags(lanes, false));
  EXPECT_EQ(bound(gather_index(2, 0, 7, 1, Width::B32, Form::B8)), 0U);
}

TEST_P(Bound, LanesThatAskForOneWordShareAnAccess) {
  unit.set_all_active(1);
  unit.set_lanes(7, 2, Numbers(unit.vl() / 2, 5));
  EXPECT_EQ(command_bound(gather(2, 0, 7, 1, Form::B16), unit.model), 2U);  // two groups
  unit.set_lanes(7, 4, Numbers(unit.vl() / 4, 5));
  EXPECT_EQ(command_bound(gather(2, 0, 7, 1, Form::B32), unit.model), 1U);
}

TEST_P(Bound, LanesThatShareAnAccessAreMerged) {
  unit.set_all_active(1);
  unit.set_lanes(7, 2, Numbers(unit.vl() / 2, 5));  // one word in each of two groups
  EXPECT_EQ(merged_lanes(scatter(0, 2, 7, 1, Form::B16), unit.model), unit.vl() / 2 - 2);
  unit.set_lanes(7, 4, Numbers(unit.vl() / 4, 5));
  EXPECT_EQ(merged_lanes(gather(2, 0, 7, 1, Form::B32), unit.model), unit.vl() / 4 - 1);
  EXPECT_EQ(merged_lanes(gather(2, 0, 7, 1, Form::B64), unit.model), unit.vl() / 8 - 1);
  unit.set_all_active(1, false);
  EXPECT_EQ(merged_lanes(gather(2, 0, 7, 1, Form::B32), unit.model), 0U);
  unit.set_all_active(1);
  Numbers distinct;  // two lanes of b16 in a word of 4 bytes, four in one of 8
  for (std::uint32_t i = 0; i < unit.vl() / 2; ++i) distinct.push_back(i);
  unit.set_lanes(7, 2, distinct);
  const std::uint32_t words = unit.vl() / unit.config().bank_bytes;
  EXPECT_EQ(merged_lanes(gather(2, 0, 7, 1, Form::B16), unit.model), unit.vl() / 2 - words);
  unit.set_lanes(7, 4, Numbers(unit.vl() / 4, 0));
  EXPECT_EQ(merged_lanes(gather_block(1, 0, 7, 1), unit.model), unit.vl() / kBlockBytes - 1);
  EXPECT_EQ(merged_lanes(load_align(1, 0), unit.model), 0U);
  EXPECT_EQ(merged_lanes(gather(2, unit.config().ub_bytes, 7, 1, Form::B32), unit.model), 0U);
}

TEST_P(Bound, EveryLaneInOneBankTakesACycleEach) {
  Config config = GetParam();
  config.bank_hash = 0;
  config.ub_bytes = 262144;
  Unit flat(config);
  const std::uint32_t row = config.banks * config.bank_bytes;
  Numbers offsets;
  for (std::uint32_t i = 0; i < flat.vl() / 4; ++i) offsets.push_back(std::uint64_t{i} * row);
  flat.set_lanes(7, 4, offsets);
  flat.set_all_active(1);
  EXPECT_EQ(command_bound(gather(2, 0, 7, 1, Form::B32, AddressMode::Byte), flat.model),
            flat.vl() / 4);
}

TEST_P(Bound, TheXorFoldSpreadsAStrideOfAllBanks) {
  Config config = GetParam();
  config.ub_bytes = 262144;
  config.bank_hash = 1;
  Unit unit(config);
  const std::uint32_t lanes = unit.vl() / 4;
  Numbers indices;
  for (std::uint32_t i = 0; i < lanes; ++i) {
    indices.push_back(std::uint64_t{i} * config.banks * config.bank_bytes / 4);
  }
  unit.set_lanes(7, 4, indices);
  unit.set_all_active(1);
  const std::uint32_t rounds = (lanes + config.banks - 1) / config.banks;
  EXPECT_EQ(command_bound(gather(2, 0, 7, 1, Form::B32), unit.model), rounds);
}

TEST_P(Bound, EmptyGroupsAndCommandsCountNothing) {
  unit.set_all_active(1, false);
  EXPECT_EQ(command_bound(gather(2, 0, 7, 1, Form::B16), unit.model), 0U);
  EXPECT_EQ(command_bound(store_align(0, 2, 1, Width::B8), unit.model), 0U);
  unit.model.m(1).back() = 1;
  EXPECT_EQ(command_bound(store_align(0, 2, 1, Width::B8), unit.model), 1U);
  unit.set_all_active(1, false);
  unit.model.m(1)[unit.vl() - 2] = 1;  // the highest lane: the first group is empty
  unit.set_lanes(7, 2, Numbers(unit.vl() / 2, 5));
  EXPECT_EQ(command_bound(gather(2, 0, 7, 1, Form::B16), unit.model), 1U);
}

TEST_P(Bound, CommandsThatTouchNoBankOrFail) {
  unit.set_all_active(1);
  unit.set_lanes(7, 4, Numbers(unit.vl() / 4, 0));
  const State before = unit.state();
  EXPECT_EQ(command_bound(create_mask(0, Width::B8, Pattern::All), unit.model), 0U);
  EXPECT_EQ(command_bound(squeeze(1, 2, 1, Width::B8, true), unit.model), 0U);
  EXPECT_EQ(command_bound(gather_reg(1, 2, 3, Width::B8), unit.model), 0U);
  EXPECT_EQ(command_bound(gather_lanes(1, 2, 3, 1, Width::B8), unit.model), 0U);
  EXPECT_EQ(command_bound(on_registers(Opcode::MaskBits, Width::B8, 0, 1, 0, 1), unit.model), 0U);
  EXPECT_EQ(command_bound(load_align(1, 16), unit.model), 0U);
  EXPECT_EQ(command_bound(gather(2, unit.config().ub_bytes, 7, 1, Form::B32), unit.model), 0U);
  EXPECT_EQ(command_bound(store_unalign_n(0, 1, 0, 0), unit.model), 0U);
  EXPECT_EQ(command_bound(make(static_cast<Opcode>(63)), unit.model), 0U);
  EXPECT_TRUE(unit.state() == before) << "the bound only looks";
}

/// Bytes of blocks.
std::set<std::uint32_t> bytes_of_blocks(const std::vector<std::uint32_t>& blocks) {
  std::set<std::uint32_t> bytes;
  for (const std::uint32_t block : blocks) {
    for (std::uint32_t i = 0; i < 32; ++i) bytes.insert(block + i);
  }
  return bytes;
}

TEST_P(Bound, AlignedAndBlockAccessesAreOneGroup) {
  const Config& config = unit.config();
  const std::uint32_t blocks = unit.vl() / 32;
  unit.set_all_active(1);
  const std::uint32_t row = config.banks * config.bank_bytes;
  const std::uint32_t aligned = std::max(1U, unit.vl() / row);
  EXPECT_EQ(command_bound(load_align(1, 0), unit.model), aligned);
  EXPECT_EQ(command_bound(store_align(0, 1, 1, Width::B32), unit.model), aligned);
  EXPECT_EQ(command_bound(load_align(1, 0, Dist::UnpackB8), unit.model),
            std::max(1U, unit.vl() / 2 / row));
  EXPECT_EQ(command_bound(load_block(1, 64, 0), unit.model), 1U);
  for (const std::uint32_t stride : {1U, 2U, 3U, 8U}) {
    std::vector<std::uint32_t> addresses;
    for (std::uint32_t k = 0; k < blocks; ++k) addresses.push_back(64 + k * stride * 32);
    const std::uint32_t expected = fullest_bank(config, bytes_of_blocks(addresses));
    EXPECT_EQ(command_bound(load_block(1, 64, stride), unit.model), expected);
    EXPECT_EQ(command_bound(store_block(64, 1, 1, Width::B8, stride), unit.model), expected);
  }
  std::vector<std::uint32_t> addresses;
  for (std::uint32_t k = 0; k < blocks; ++k) {
    addresses.push_back(unit.below(30) * 32);
    Unit::set_number(unit.model.v(7), std::size_t{k} * 4, 4, addresses.back());
  }
  EXPECT_EQ(command_bound(gather_block(1, 0, 7, 1), unit.model),
            fullest_bank(config, bytes_of_blocks(addresses)));
}

TEST_P(Bound, UnalignedStoresCountTheBytesThatReachMemory) {
  const Command first = store_unalign_n(60, 1, 0, 3);
  EXPECT_EQ(command_bound(first, unit.model), 0U);  // all of them stay in u
  unit.expect_ok(first);
  const Command second = store_unalign_n(63, 1, 0, 7);  // completes the block
  EXPECT_EQ(command_bound(second, unit.model), 1U);
  unit.expect_ok(second);
  EXPECT_EQ(command_bound(store_unalign_post(70, 0, true), unit.model), 1U);
  const std::uint32_t row = unit.config().banks * unit.config().bank_bytes;
  EXPECT_EQ(command_bound(store_unalign_n(0, 1, 1, unit.vl()), unit.model),
            std::max(1U, unit.vl() / row));
}

TEST_P(Bound, VecCountsEachOperandOfEachIteration) {
  const Config& config = unit.config();
  for (const Opcode op : {Opcode::VecCopy, Opcode::VecAdd}) {
    Command c = vec(op, Width::B16, 0, 1024, 2048, config);
    c.iterations = 3;
    c.blk0 = 2;
    c.blk1 = 0;
    c.blk2 = 5;
    c.rep0 = 1;
    c.rep1 = 3;
    c.rep2 = 4;
    std::uint32_t expected = 0;
    for (std::uint32_t r = 0; r < 3; ++r) {
      std::vector<std::uint32_t> dst;
      std::vector<std::uint32_t> src0;
      std::vector<std::uint32_t> src1;
      for (std::uint32_t k = 0; k < unit.vl() / 32; ++k) {
        dst.push_back(32 * (r * 1 + k * 2));
        src0.push_back(1024 + 32 * (r * 3));
        src1.push_back(2048 + 32 * (r * 4 + k * 5));
      }
      expected += fullest_bank(config, bytes_of_blocks(dst));
      expected += fullest_bank(config, bytes_of_blocks(src0));
      if (op == Opcode::VecAdd) expected += fullest_bank(config, bytes_of_blocks(src1));
    }
    EXPECT_EQ(command_bound(c, unit.model), expected);
    c.iterations = 0;
    EXPECT_EQ(command_bound(c, unit.model), 0U);
  }
}

TEST_P(Bound, VecAgainstSets) {
  for (int round = 0; round < 40; ++round) {
    const Width width = round % 2 == 0 ? Width::B16 : Width::B32;
    const std::uint32_t w = width_bytes(width);
    const std::uint32_t lanes = unit.vl() / w;
    Command c = vec(round % 4 < 2 ? Opcode::VecAdd : Opcode::VecAbs, width, 0, 0, 0, unit.config());
    c.iterations = 1 + unit.below(4);
    c.bitwise = true;
    c.mask = {0, 0};
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const bool selected = lane == 0 || unit.below(round % 3 + 1) == 0;
      c.mask.at(lane / 64) |= std::uint64_t{selected ? 1U : 0U} << (lane % 64);
    }
    const std::uint32_t operands = c.op == Opcode::VecAdd ? 3 : 2;
    std::uint32_t* const starts[] = {&c.addr, &c.src0, &c.src1};
    std::uint16_t* const blks[] = {&c.blk0, &c.blk1, &c.blk2};
    std::uint8_t* const reps[] = {&c.rep0, &c.rep1, &c.rep2};
    std::uint32_t expected = 0;
    for (std::uint32_t operand = 0; operand < operands; ++operand) {
      *starts[operand] = 32 * unit.below(16);
      *blks[operand] = static_cast<std::uint16_t>((operand == 0 ? 1 : 0) + unit.below(5));
      *reps[operand] = static_cast<std::uint8_t>(unit.below(10));
      for (std::uint32_t r = 0; r < c.iterations; ++r) {
        std::set<std::uint32_t> bytes;
        for (std::uint32_t at = 0; at < unit.vl(); ++at) {
          if (((c.mask.at(at / w / 64) >> (at / w % 64)) & 1U) == 0) continue;
          bytes.insert(*starts[operand] + 32 * (r * *reps[operand] + at / 32 * *blks[operand]) +
                       at % 32);
        }
        expected += fullest_bank(unit.config(), bytes);
      }
    }
    EXPECT_EQ(command_bound(c, unit.model), expected) << round;
    EXPECT_EQ(merged_lanes(c, unit.model), 0U);
  }
}

TEST_P(Bound, VecCountsOnlySelectedLanes) {
  Command c = vec(Opcode::VecAdd, Width::B16, 0, 1024, 2048, unit.config());
  c.blk0 = c.blk1 = c.blk2 = static_cast<std::uint16_t>(unit.config().banks);
  c.mask = {1, 0};
  c.iterations = 2;
  EXPECT_EQ(command_bound(c, unit.model), 6U);
}

}  // namespace
}  // namespace gsq::testing
