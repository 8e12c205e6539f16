// SPDX-License-Identifier: Apache-2.0
// The cycle model with a window: banks as queues of words, lanes with places of their own, against
// the sentences of the timing contract; no RTL here.
#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <numeric>
#include <ostream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/stimulus/random.hpp"
#include "gsq/timing/bound.hpp"
#include "timing/cycle_model_fixture.hpp"

namespace gsq {
namespace {

/// With lanes of four places, on 16 banks and 16 slots, notes every access of a command.
class WindowTest : public CycleModelTest {
 protected:
  explicit WindowTest(Config with = with_window(small_config(), 4))
      : CycleModelTest(std::move(with)) {}

  struct Touch {
    std::uint64_t cycle;  ///< counted from that of the first access
    std::uint64_t command;
    std::uint32_t bank;
    std::uint32_t row;
    std::uint32_t be;
    bool write;

    bool operator==(const Touch& other) const {
      return std::tie(cycle, command, bank, row, be, write) ==
             std::tie(other.cycle, other.command, other.bank, other.row, other.be, other.write);
    }
    friend void PrintTo(const Touch& touch, std::ostream* os) {
      *os << "cycle " << touch.cycle << ": command " << touch.command
          << (touch.write ? " writes" : " reads") << " bank " << touch.bank << " row " << touch.row
          << " bytes " << touch.be;
    }
  };

  std::uint64_t before = 0;  ///< sequence number of command 0 of a test
  std::vector<Touch> touches;
  std::uint64_t first_touch = 0;

  void watch() {
    if (model.cycle() > 100000) throw std::runtime_error("what the test waits for does not come");
    for (std::uint32_t bank = 0; bank < config.banks; ++bank) {
      const Transaction* command = model.on_bank(bank);
      if (command == nullptr) continue;
      if (touches.empty()) first_touch = model.cycle();
      const BankAccess& access = model.outputs().bank[bank];
      const bool write = ((model.outputs().bank_we[bank / 32] >> (bank % 32)) & 1U) != 0;
      touches.push_back({model.cycle() - first_touch, command->sequence - before, bank, access.row,
                         access.be, write});
    }
    cycle();
  }
  void watch_all() {
    for (int i = 0; i < 10000 && !(commands.empty() && host.empty() && model.idle()); ++i) watch();
    ASSERT_TRUE(model.idle()) << "the model does not come to rest";
    for (const Done& one : done) {
      if (one.response.status != Status::Ok) ++failed;
    }
  }
  unsigned failed = 0;

  /// m0 has all lanes, further masks those of `lanes`, as bits of b32 lanes.
  void masks(const std::vector<std::uint32_t>& lanes) {
    all_lanes_on();
    for (std::size_t m = 0; m < lanes.size(); ++m) {
      std::uint64_t bits = 0;
      for (std::uint32_t lane = 0; lane < 16; ++lane) {
        if (((lanes[m] >> lane) & 1U) != 0) bits |= std::uint64_t{1} << (4 * lane);
      }
      commands.push_back(set_mask(static_cast<unsigned>(m) + 1, bits));
    }
    run_all();
    commands.push_back(make(Opcode::GetSpr));
    while (model.retired() == nullptr || model.retired()->command.op != Opcode::GetSpr) cycle();
    before = model.retired()->sequence + 1;
    done.clear();
    taken.clear();
    beat_cycles.clear();
  }
  static Command masked(Command command, unsigned m) {
    command.m = static_cast<std::uint8_t>(m);
    return command;
  }
  /// The cycles in which a command accesses some bank.
  [[nodiscard]] std::vector<std::uint64_t> cycles_of(std::uint64_t command) const {
    std::vector<std::uint64_t> cycles;
    for (const Touch& touch : touches) {
      if (touch.command == command && (cycles.empty() || cycles.back() != touch.cycle)) {
        cycles.push_back(touch.cycle);
      }
    }
    return cycles;
  }
  static std::vector<std::uint64_t> range(std::uint64_t first, std::uint64_t count) {
    std::vector<std::uint64_t> cycles(count);
    std::iota(cycles.begin(), cycles.end(), first);
    return cycles;
  }
};

TEST_F(WindowTest, MemoryCommandsTakeTwoCyclesMoreAndVecCommandsThree) {
  EXPECT_EQ(latency_of(make(Opcode::GetSpr)), kImmediate);
  EXPECT_EQ(latency_of(squeeze(1, 2, false)), kSqueeze + latency);
  EXPECT_EQ(latency_of(store(1, 0)), kStore + 2);  // m0 is empty: no access
  all_lanes_on();
  EXPECT_EQ(latency_of(store(1, 0)), kStore + 2);
  EXPECT_EQ(latency_of(load(1, 0)), kLoad + 2);
  EXPECT_EQ(latency_of(gather(1, 0, 0)), kLoad + 2);
  EXPECT_EQ(latency_of(gather_reg(1, 0, 0, Width::B32)), kLoad + 2);
  EXPECT_EQ(latency_of(gather_reg(1, 0, 0, Width::B8)), kLoad + 2 + 3);
  EXPECT_EQ(latency_of(vec(Opcode::VecCopy, 1, 1024, 0)), kCopy + 3);
  EXPECT_EQ(latency_of(vec(Opcode::VecAdd, 1, 1024, 0, 512)), kAdd + 3);
  fill_v(2, 4, [&](std::uint32_t k) { return k * config.banks; });
  EXPECT_EQ(latency_of(gather(1, 2, 0)), kLoad + 2 + 15);
  EXPECT_EQ(latency_of(scatter(1, 2, 0)), kStore + 2 + 15);
}

TEST_F(WindowTest, IndependentGathersOverlap) {
  masks({0x00ff, 0xff00});
  // Eight words of bank 0 in lanes 0..7, eight of bank 1 in lanes 8..15.
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  fill_v(2, 4, [&](std::uint32_t k) { return k * config.banks + 1; });
  commands.push_back(masked(gather(3, 1, 0), 1));
  commands.push_back(masked(gather(4, 2, 0), 2));
  watch_all();
  EXPECT_EQ(cycles_of(0), range(0, 8));
  EXPECT_EQ(cycles_of(1), range(1, 8));
  EXPECT_EQ(done[1].retire, done[0].retire + 1);
  EXPECT_EQ(done[0].beats, 8U);
  EXPECT_EQ(done[1].beats, 8U);
}

TEST_F(WindowTest, AGroupWithoutConflictsPassesBetweenTheWordsOfAnotherButEndsBehindIt) {
  masks({0x00ff, 0xff00});
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  fill_v(2, 4, [](std::uint32_t k) { return k; });  // lanes 8..15: banks 8..15
  commands.push_back(masked(gather(3, 1, 0), 1));
  commands.push_back(masked(gather(4, 2, 0), 2));
  watch_all();
  EXPECT_EQ(cycles_of(0), range(0, 8));
  EXPECT_EQ(cycles_of(1), range(1, 1));
  // It ends a cycle after the older group.
  EXPECT_EQ(done[1].retire, done[0].retire + 1);
}

TEST_F(WindowTest, AHotWordIsOneAccessAGroup) {
  masks({});
  for (unsigned i = 0; i < 20; ++i) commands.push_back(gather(i, 31, 64));  // v31 is 0
  watch_all();
  ASSERT_EQ(touches.size(), 20U);
  for (std::size_t i = 0; i < touches.size(); ++i) {
    EXPECT_EQ(touches[i], (Touch{i, i, 0, 1, 0xf, false}));
    EXPECT_EQ(done[i].beats, 1U);
    EXPECT_EQ(done[i].merged, 15U);
  }
}

TEST_F(WindowTest, AWordIsAccessedAgainForSlotsThatLostTheirLane) {
  masks({0x0003, 0x0007});
  // Command 0 takes lane 0 in the first cycle and lane 1 in the next, both of bank 0. Command 1
  // wants one word of bank 5 in lanes 0, 1, 2.
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  fill_v(2, 4, [](std::uint32_t) { return 5U; });
  fill_v(3, 4, [](std::uint32_t k) { return 0x1000 + k; });
  commands.push_back(masked(gather(4, 1, 0), 1));
  commands.push_back(masked(gather(5, 2, 0), 2));
  commands.push_back(masked(scatter(3, 2, 0), 2));
  watch_all();
  const std::vector<Touch> expected{{0, 0, 0, 0, 0xf, false},
                                    {1, 0, 0, 1, 0xf, false},
                                    {1, 1, 5, 0, 0xf, false},
                                    {2, 1, 5, 0, 0xf, false},
                                    {3, 2, 5, 0, 0xf, true}};
  EXPECT_EQ(touches, expected);
  EXPECT_EQ(done[1].beats, 2U);
  EXPECT_EQ(done[1].bound, 1U);
  EXPECT_EQ(done[1].merged, 2U);
  EXPECT_EQ(model.ub()[20], 2);  // of the highest lane
  cycle();
  // Accesses 4, 5 and 1 of the scatter; of three lanes each in one or two accesses.
  EXPECT_EQ(model.counters().slots, 2U + 3U + 3U);
  EXPECT_EQ(model.counters().merged, 8U - 5U);
  EXPECT_EQ(model.counters().reads, 4U);
  EXPECT_EQ(model.counters().writes, 1U);
}

TEST_F(WindowTest, PartsOfAWrittenWordHaveTheBytesOfTheirHighestSlots) {
  masks({0x0003});
  // b8x32: lanes 0..3 write bytes 0, 1, 1, 2 of a word, lane 1 later than the others.
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  fill_v(2, 4, [](std::uint32_t k) { return k == 0 ? 20U : k == 3 ? 22U : 21U; });
  fill_v(3, 4, [](std::uint32_t k) { return 0x10 + k; });
  commands.push_back(set_mask(2, 0x1111));
  commands.push_back(masked(gather(4, 1, 0), 1));
  commands.push_back(masked(scatter(3, 2, 0, Form::B8x32), 2));
  ++before;
  watch_all();
  const std::vector<Touch> expected{{0, 0, 0, 0, 0xf, false},
                                    {1, 0, 0, 1, 0xf, false},
                                    {1, 1, 5, 0, 0x7, true},   // lanes 0, 2, 3
                                    {2, 1, 5, 0, 0x0, true}};  // lane 1: its byte is of lane 2
  EXPECT_EQ(touches, expected);
  EXPECT_EQ(model.ub()[20], 0x10);
  EXPECT_EQ(model.ub()[21], 0x12);
  EXPECT_EQ(model.ub()[22], 0x13);
}

TEST_F(WindowTest, GroupsEnterBehindQueuesThatAreShorterThanAVector) {
  masks({0x7fff, 0x0001});
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });  // all of bank 0
  commands.push_back(gather(3, 1, 0));
  commands.push_back(gather(4, 1, 0));
  commands.push_back(masked(gather(5, 1, 0), 1));
  commands.push_back(masked(gather(6, 31, 4), 2));  // bank 1, lane 0
  watch_all();
  EXPECT_EQ(cycles_of(0), range(0, 16));
  EXPECT_EQ(cycles_of(1), range(16, 16));
  EXPECT_EQ(cycles_of(2), range(32, 15));
  // K serves a word in the cycle before it is accessed. So in cycle t 47 - t - 1 of the 47 words of
  // bank 0 are left; with the one that left last, 15 in cycle 32, in which group 3 enters. Lane 0
  // of the groups before has had its turn.
  EXPECT_EQ(cycles_of(3), range(34, 1));
}

/// Words of bank 0, then a word of bank 1 in a lane that these do not use.
class WindowQueueTest : public WindowTest {
 protected:
  void expect(std::uint32_t words, std::uint64_t second) {
    masks({(1U << words) - 1, 0x8000});
    fill_v(2, 4, [&](std::uint32_t k) { return k * config.banks; });
    commands.push_back(masked(gather(3, 2, 0), 1));
    commands.push_back(masked(gather(6, 31, 4), 2));
    watch_all();
    EXPECT_EQ(cycles_of(0), range(0, words));
    EXPECT_EQ(cycles_of(1), range(second, 1));
  }
};

TEST_F(WindowQueueTest, AGroupEntersBesideAQueueThatIsAWordShorterThanAVector) { expect(15, 1); }

// Of 16 words 15 are left in the cycle in which the first one is accessed, with that one 16.
TEST_F(WindowQueueTest, AGroupWaitsForAQueueWithTheWordThatLeftInTheCycleBefore) { expect(16, 3); }

// A load has a word in every bank. The word of bank 0 leaves as 15 words come behind it, so 16
// count in the next cycle, 15 and the one that left then in the one after, and 14 and one in the
// third.
TEST_F(WindowQueueTest, TheWordOfALoneGroupCountsAsItLeaves) {
  masks({0x7fff, 0x8000});
  fill_v(2, 4, [&](std::uint32_t k) { return k * config.banks; });
  commands.push_back(load(5, 4096));
  commands.push_back(masked(gather(3, 2, 0), 1));
  commands.push_back(masked(gather(6, 31, 4), 2));
  watch_all();
  EXPECT_EQ(cycles_of(0), range(0, 1));
  EXPECT_EQ(cycles_of(1), range(1, 15));
  EXPECT_EQ(cycles_of(2), range(3, 1));
}

TEST_F(WindowTest, AGatherReadsWhatTheScatterBeforeItWrote) {
  masks({});
  fill_v(1, 4, [&](std::uint32_t k) { return (k % 4) * config.banks + k / 4; });  // four banks
  fill_v(2, 4, [](std::uint32_t k) { return 0x4711 + k; });
  fill_v(3, 4, [](std::uint32_t k) { return 0x8888 + k; });
  commands.push_back(scatter(2, 1, 0));
  commands.push_back(gather(4, 1, 0));
  commands.push_back(scatter(3, 1, 0));
  commands.push_back(gather(5, 1, 0));
  watch_all();
  // Each takes four cycles, in which it has every lane once.
  for (std::uint64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(cycles_of(i).size(), 4U) << i;
    EXPECT_EQ(done[i].retire, done[0].retire + 4 * i + (i % 2 == 0 ? 0 : 2)) << i;
  }
  EXPECT_EQ(model.v(4), model.model().v(4));
  EXPECT_EQ(model.v(5), model.model().v(3));
}

TEST_F(WindowTest, AGatherOfARegisterTakesAllLanesForACycle) {
  masks({0x0007, 0xfff0});
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });  // bank 0
  fill_v(2, 4, [](std::uint32_t k) { return k; });
  commands.push_back(masked(scatter(3, 1, 0), 1));      // three cycles
  commands.push_back(gather_reg(4, 3, 3, Width::B16));  // two groups
  commands.push_back(masked(scatter(3, 1, 256), 1));    // the same lanes and bank
  commands.push_back(masked(gather(5, 2, 8192), 2));    // other banks, other lanes
  watch_all();
  EXPECT_EQ(cycles_of(0), range(0, 3));
  EXPECT_TRUE(cycles_of(1).empty());
  // Groups are in K from cycles -1, 0, 1, 2 and 3 on. Command 0 is served until cycle 1 and leaves
  // at the end of 2, in which the banks offer the first word of command 2. The turns of command 1
  // are in cycles 3 and 4, its second group leaves in 5.
  EXPECT_EQ(cycles_of(2), (std::vector<std::uint64_t>{3, 6, 7}));
  EXPECT_EQ(cycles_of(3), range(6, 1));
  EXPECT_EQ(done[1].retire - done[0].retire, 5U);  // cycle 5, then data and V
}

TEST_F(WindowTest, EmptyGroupsLeaveAsTheOldest) {
  masks({0x00ff, 0x0000, 0x8000});
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  commands.push_back(masked(scatter(3, 1, 0), 1));  // eight cycles
  commands.push_back(masked(scatter(3, 1, 0), 2));  // none
  commands.push_back(masked(scatter(3, 1, 0), 2));
  commands.push_back(masked(scatter(3, 31, 4), 3));  // at once, in bank 1
  watch_all();
  EXPECT_EQ(cycles_of(0), range(0, 8));
  EXPECT_EQ(cycles_of(3), range(3, 1));
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(done[i].retire, done[i - 1].retire + 1);
}

TEST_F(WindowTest, AFaultOfTheSecondGroupBehindAFullWindowChangesNothing) {
  masks({0xffff});
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  fill_v(2, 2, [](std::uint32_t k) { return k == 20 ? 0xffffU : k; });
  for (unsigned i = 0; i < 5; ++i) commands.push_back(gather(8 + i, 1, 0));
  commands.push_back(gather(5, 2, 0, Form::B16));
  commands.back().addr = config.ub_bytes - 128;
  commands.push_back(scatter(6, 2, 0, Form::B16));
  commands.back().addr = config.ub_bytes - 128;
  commands.push_back(gather(7, 1, 0));
  model.write_v(5, std::vector<std::uint8_t>(config.vlen_bytes, 9));
  model.write_v(6, std::vector<std::uint8_t>(config.vlen_bytes, 9));
  watch_all();
  EXPECT_EQ(failed, 2U);
  for (const std::size_t bad : {5U, 6U}) {
    EXPECT_EQ(done[bad].response.status, Status::ErrBounds);
    EXPECT_EQ(done[bad].response.info, 20U);
    EXPECT_TRUE(cycles_of(bad).empty());
  }
  EXPECT_EQ(model.v(5), std::vector<std::uint8_t>(config.vlen_bytes, 9));
  EXPECT_EQ(model.ub(), std::vector<std::uint8_t>(config.ub_bytes));
  // They are in K when the last gather before them leaves it, and leave one after the other, two
  // groups each. The gather behind them has entered, too, and stands behind words only.
  EXPECT_EQ(done[5].retire, done[4].retire + 2);
  EXPECT_EQ(cycles_of(4), range(4 * 16, 16));
  EXPECT_EQ(cycles_of(7), range(5 * 16, 16));
}

TEST_F(WindowTest, VecBetweenGathersWaitsForItsOwnData) {
  masks({});
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  model.write_ub(0, std::vector<std::uint8_t>(config.vlen_bytes, 7));
  commands.push_back(gather(3, 1, 4096));  // sixteen cycles of bank 0
  commands.push_back(vec(Opcode::VecCopy, 2, 8192, 0));
  commands.push_back(gather(4, 1, 8192 + 4 * 15));  // reads what vec writes, bank 15
  watch_all();
  EXPECT_EQ(failed, 0U);
  EXPECT_EQ(model.ub(), model.model().ub());
  EXPECT_EQ(model.v(4), model.model().v(4));
  // The reads of vec want every lane and bank 0: they end after the gather, in cycles 16 and 17.
  // The first write is in K at the end of the third cycle after that of its read, and in X two
  // later.
  const std::vector<std::uint64_t> cycles = cycles_of(1);
  ASSERT_GE(cycles.size(), 4U);
  EXPECT_EQ(cycles.back(), 17U + 5);
  EXPECT_EQ(cycles[cycles.size() - 2], 16U + 5);
}

TEST_F(WindowTest, VecReadsRunFiveIterationsAhead) {
  EXPECT_EQ(beats_of(vec(Opcode::VecCopy, 6, 4096, 0)), "a0 a1 a2 a3 a4 d0 a5 d1 d2 d3 d4 d5");
  EXPECT_EQ(beats_of(vec(Opcode::VecAdd, 6, 4096, 0, 2048)),
            "a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 d0 a5 b5 d1 d2 d3 d4 d5");
  EXPECT_EQ(beats_of(vec(Opcode::VecCopy, 3, config.vlen_bytes, 0)), "a0 d0 a1 d1 a2 d2");
  beat_cycles.clear();
  commands.push_back(vec(Opcode::VecCopy, 2, config.vlen_bytes, 0));  // a0 d0 a1 d1
  run_all();
  EXPECT_EQ(beat_gaps(), (std::vector<std::uint64_t>{5, 1, 5}));
}

TEST_F(WindowTest, RepeatedVecCommandsLeaveNoCycleIdle) {
  for (const Opcode op : {Opcode::VecCopy, Opcode::VecAdd}) {
    for (const std::uint32_t repeat : {6U, 7U, 30U}) {
      beat_cycles.clear();
      const std::uint32_t beats = repeat * (op == Opcode::VecAdd ? 3 : 2);
      commands.push_back(vec(op, repeat, 8192, 0, 4096));
      run_all();
      EXPECT_EQ(done.back().response.status, Status::Ok);
      EXPECT_EQ(beat_gaps(), std::vector<std::uint64_t>(beats - 1, 1));
    }
  }
}

TEST_F(WindowTest, TheHostHoldsTheWholeWindowForACycle) {
  masks({0x00ff, 0xff00, 0x0001});
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });      // bank 0, column 0
  fill_v(2, 4, [&](std::uint32_t k) { return k * config.banks + 8; });  // bank 8, column 1
  for (unsigned i = 0; i < 12; ++i) {
    commands.push_back(masked(gather(3 + 2 * i, 1, 0), 1));
    commands.push_back(masked(gather(4 + 2 * i, 2, 0), 2));
  }
  while (touches.empty()) watch();
  host.push_back(HostRequest{8192, false, 0, {}});  // column 0
  watch_all();
  // Transferred in cycle 1, the oldest from 2 on, 64 cycles of waiting: it wins in cycle 66.
  const std::uint64_t wins = 2 + config.host_patience;
  EXPECT_EQ(host_answered.at(0), first_touch + wins + 2);
  std::vector<std::uint64_t> busy;
  for (const Touch& touch : touches) {
    if (busy.empty() || busy.back() != touch.cycle) busy.push_back(touch.cycle);
  }
  std::vector<std::uint64_t> expected = range(0, busy.size() + 1);
  expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(wins));
  EXPECT_EQ(busy, expected);
}

TEST_F(WindowTest, ResetInMidWindowForgetsItsGroups) {
  masks({0x00ff, 0xff00});
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  fill_v(2, 4, [](std::uint32_t k) { return k + 1; });
  for (unsigned i = 0; i < 3; ++i) {
    commands.push_back(masked(scatter(2, 1, 0), 1));
    commands.push_back(masked(scatter(2, 1, 4), 2));
  }
  while (touches.size() < 4) watch();
  model.reset();
  EXPECT_TRUE(model.idle());
  EXPECT_EQ(model.on_banks(), nullptr);
  EXPECT_EQ(model.model().ub(), model.ub());
  EXPECT_EQ(model.ub()[0], 1);
  EXPECT_EQ(model.ub()[4 * 16 * 7], 0);  // the last word of command 0
  commands.clear();
  all_lanes_on();
  EXPECT_EQ(latency_of(gather(3, 1, 0)), kLoad + 2 + 15);
  EXPECT_EQ(latency_of(load(3, 0)), kLoad + 2);
}

Config impatient_config() {
  Config config = with_window(small_config(), 4);
  config.host_patience = 2;
  return config;
}

class ImpatientHostTest : public WindowTest {
 protected:
  ImpatientHostTest() : WindowTest(impatient_config()) {}
};

TEST_F(ImpatientHostTest, AGroupEntersWhileTheHostWins) {
  masks({0x00ff, 0xff00});
  fill_v(1, 4, [](std::uint32_t k) { return k; });
  for (unsigned i = 0; i < 3; ++i) commands.push_back(load(7 + i, 0));
  commands.push_back(masked(gather(5, 1, 0), 1));
  commands.push_back(masked(gather(6, 1, 0), 2));
  // In the queue from the cycle of the first access on, it waits for two and wins in the third.
  const std::uint64_t first_access = model.cycle() + kStore + 1;
  while (model.cycle() + 1 != first_access) watch();
  host.push_back(HostRequest{8192, false, 0, {}});
  watch_all();
  EXPECT_EQ(host_answered.at(0), first_touch + 2 + 2);
  EXPECT_EQ(cycles_of(1), range(1, 1));
  EXPECT_EQ(cycles_of(2), range(3, 1));
  // The first gather was in K before, the second enters when the host wins: so they are served
  // together.
  EXPECT_EQ(cycles_of(3), range(4, 1));
  EXPECT_EQ(cycles_of(4), range(4, 1));
}

class WideWindowTest : public WindowTest {
 protected:
  WideWindowTest() : WindowTest(with_window(full_config(), 8)) {}
};

TEST_F(WideWindowTest, StrideSixtyFourKeepsOneWordACycle) {
  // A word less than the groups of other banks would wait for.
  commands.push_back(make(Opcode::UpdateMask));
  commands.back().n = 63;
  run_all();
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  for (unsigned i = 0; i < 10; ++i) commands.push_back(gather(2 + i, 1, 4 * i));  // bank i
  for (unsigned i = 0; i < 10; ++i) commands.push_back(gather(2 + i, 1, 0));      // bank 0
  before = 1;
  watch_all();
  // Those of a bank each are served side by side. Those of bank 0 follow each other.
  for (std::uint64_t i = 0; i < 8; ++i) EXPECT_EQ(cycles_of(i), range(i, 63)) << i;
  for (std::uint64_t i = 11; i < 20; ++i) {
    EXPECT_EQ(cycles_of(i), range(cycles_of(i - 1).back() + 1, 63)) << i;
  }
}

/// Words that are written into V as they come.
class ReturnTest : public WindowTest {
 protected:
  explicit ReturnTest(Config with = with_window(small_config(), 4)) : WindowTest(std::move(with)) {}

  /// m0 has all lanes, further masks these bits.
  void byte_masks(const std::vector<std::uint64_t>& bits) {
    masks({});
    for (std::size_t m = 0; m < bits.size(); ++m) {
      commands.push_back(set_mask(static_cast<unsigned>(m) + 1, bits[m]));
    }
    run_all();
    before += done.size();
    done.clear();
    taken.clear();
  }
  /// Register 1: words of bank 0 for lanes with indices of two bytes; register 31 is 0.
  void indices_of_bank_0() {
    fill_v(1, 2, [&](std::uint32_t k) { return k % 16 * config.banks * config.bank_bytes / 2; });
  }
  static Command unpack(unsigned vd, std::uint32_t address, Dist distr = Dist::UnpackB8) {
    Command command = load(vd, address);
    command.distr = distr;
    return command;
  }
  void watch_until(std::uint64_t cycle) {
    while (model.cycle() < cycle) watch();
  }
  /// The cycle in which a register gets its first byte that is not 0.
  std::uint64_t written(unsigned index) {
    const std::vector<std::uint8_t> zeros(config.vlen_bytes);
    while (model.v(index) == zeros) watch();
    return model.cycle() - 1;
  }
};

/// Lanes of two bytes in the upper part of the first group of a gather of b16, and of b8.
constexpr std::uint64_t kSlots8To14 = 0x15550000;

TEST_F(ReturnTest, AGroupEntersWhenTheCommandBeforeHasWrittenItsRegister) {
  masks({});
  commands.push_back(gather(3, 31, 0));
  commands.push_back(gather(4, 31, 0));
  commands.push_back(scatter(31, 31, 64));
  commands.push_back(gather(3, 31, 0));
  commands.push_back(gather(5, 31, 0));
  watch_all();
  EXPECT_EQ(cycles_of(0), range(0, 1));
  EXPECT_EQ(cycles_of(1), range(1, 1));
  EXPECT_EQ(cycles_of(2), range(2, 1));
  // Command 0 ends in cycle 0, is complete in 2, in which command 3 enters, and X is two later.
  EXPECT_EQ(cycles_of(3), range(4, 1));
  EXPECT_EQ(cycles_of(4), range(5, 1));
}

TEST_F(ReturnTest, AGroupWaitsForTheLastBeatOfTheCommandBefore) {
  masks({0x00ff});
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  commands.push_back(masked(gather(3, 1, 0), 1));
  commands.push_back(load(3, 4096));
  watching = true;
  watch_all();
  EXPECT_EQ(cycles_of(0), range(0, 8));
  EXPECT_EQ(cycles_of(1), range(7 + 4, 1));
  std::uint64_t waits = 0;
  for (const std::vector<Whereabouts>& all : watched) {
    for (const Whereabouts& where : all) {
      if (where.cause != Cause::kRegister) continue;
      EXPECT_EQ(where.sequence, before + 1);
      EXPECT_EQ(where.by, before);
      EXPECT_EQ(where.reg, 3);
      ++waits;
    }
  }
  // It is in E in cycle -1, in which command 0 is in K, and enters in cycle 9.
  EXPECT_EQ(waits, 10U);
}

TEST_F(ReturnTest, GroupsOfACommandDoNotWaitForEachOther) {
  masks({});
  commands.push_back(gather(3, 31, 0, Form::B16));
  commands.push_back(gather(3, 31, 64, Form::B16));
  watch_all();
  EXPECT_EQ(cycles_of(0), range(0, 2));
  EXPECT_EQ(cycles_of(1), range(1 + 4, 2));
}

TEST_F(ReturnTest, CommandsWithAnIllegalLaneKeepTheirRegisterToo) {
  masks({});
  fill_v(2, 4, [](std::uint32_t k) { return k == 7 ? 0xfffffffU : 0U; });
  commands.push_back(gather(3, 31, 0));
  commands.push_back(gather(3, 2, 0));
  commands.push_back(gather(3, 31, 64));
  watch_all();
  EXPECT_EQ(failed, 1U);
  // Command 1 enters in cycle 2, is in X in 4 and complete in 6.
  EXPECT_EQ(cycles_of(2), range(8, 1));
}

TEST_F(ReturnTest, FractionsWaitInEForOlderOnesOfAnotherKind) {
  byte_masks({kSlots8To14, 0x1, std::uint64_t{1} << 60});
  indices_of_bank_0();
  commands.push_back(masked(gather(3, 1, 0, Form::B16), 1));  // slots 8..14, seven cycles
  commands.push_back(unpack(4, 32));                          // slots 0..7, banks 8..15
  commands.push_back(masked(gather(5, 31, 4), 2));            // slot 0, bank 1
  commands.push_back(masked(gather(6, 31, 8), 3));            // slot 15, bank 2
  watching = true;
  watch_all();
  EXPECT_EQ(cycles_of(0), range(0, 7));
  // The last slot is served in cycle 5, and the group leaves K at the end of 6. So the next one
  // enters at the end of 7 and is served in 8, and what is behind it follows.
  EXPECT_EQ(cycles_of(1), range(9, 1));
  EXPECT_EQ(cycles_of(2), range(10, 1));
  EXPECT_EQ(cycles_of(3), range(11, 1));
  std::uint64_t waits = 0;
  for (const std::vector<Whereabouts>& all : watched) {
    for (const Whereabouts& where : all) {
      if (where.cause != Cause::kKind) continue;
      EXPECT_EQ(where.by, before);
      waits += where.sequence == before + 1 ? 1 : 0;
    }
  }
  EXPECT_EQ(waits, 8U);  // it is in E from cycle -1 on, and the other group in K until 6
}

TEST_F(ReturnTest, FractionsOfTheSameKindDoNotWait) {
  for (const Form form : {Form::B16, Form::B8}) {
    touches.clear();
    byte_masks({kSlots8To14, 0x1});
    indices_of_bank_0();
    commands.push_back(masked(gather(3, 1, 0, Form::B16), 1));
    commands.push_back(masked(gather(4, 31, 4, form), 2));  // lanes of two bytes in V
    commands.push_back(masked(gather(5, 31, 4), 2));        // a whole word
    watch_all();
    EXPECT_EQ(cycles_of(0), range(0, 7));
    // Elements of one byte are of another kind: as for other kinds above.
    EXPECT_EQ(cycles_of(1), range(form == Form::B16 ? 1 : 9, 1));
    EXPECT_EQ(cycles_of(2), range(form == Form::B16 ? 2 : 10, 1));
  }
}

TEST_F(ReturnTest, AGroupWithoutSlotsHasAKindToo) {
  for (const bool fails : {false, true}) {
    touches.clear();
    byte_masks({0x1, 0});
    fill_v(1, 4, [](std::uint32_t) { return 0xfffffffU; });
    commands.push_back(masked(gather(2, 31, 4), 1));
    // It is in K in cycles 0 and 1.
    commands.push_back(fails ? masked(gather(3, 1, 0, Form::B8x32), 1)
                             : masked(gather(3, 31, 0, Form::B16), 2));
    commands.push_back(unpack(4, 32));
    watch_all();
    // Lanes of four bytes are whole words.
    EXPECT_EQ(cycles_of(0), range(0, 1));
    EXPECT_EQ(cycles_of(2), range(fails ? 2 : 4, 1));
  }
}

TEST_F(ReturnTest, FractionsWaitForGroupsOfGatherReg) {
  for (const bool same : {false, true}) {
    touches.clear();
    masks({0xff00});
    fill_v(1, 4, [&](std::uint32_t k) { return k % 8 * config.banks; });
    commands.push_back(masked(scatter(2, 1, 0), 1));  // slots 8..15, eight cycles
    commands.push_back(gather_reg(3, 2, 31, same ? Width::B32 : Width::B16));
    commands.push_back(unpack(4, 32));  // slots 0..7, banks 8..15
    watch_all();
    std::vector<std::uint64_t> reads;
    for (const Touch& touch : touches) {
      if (!touch.write && (reads.empty() || reads.back() != touch.cycle)) {
        reads.push_back(touch.cycle);
      }
    }
    // The scatter is served in cycles -1 to 6 and leaves K in 7, the two groups of gather_reg have
    // their turns in 8 and 9 and leave in 9 and 10. So the load enters in 11. A group of b32
    // returns no fractions.
    EXPECT_EQ(reads, range(same ? 2 : 13, 1));
  }
}

TEST_F(ReturnTest, TheComputePipeWaitsWhileCLHoldsACommandAndFractionsAreWritten) {
  for (const Form form : {Form::B16, Form::B32}) {
    masks({});
    fill_v(2, 4, [](std::uint32_t k) { return 1 + k; });
    fill_v(4, 4, [](std::uint32_t) { return 0U; });
    fill_v(5, 4, [](std::uint32_t) { return 0U; });
    model.write_ub(0, {1, 2, 3, 4});
    commands.push_back(gather(4, 31, 0, form));
    while (taken.empty()) watch();
    const std::uint64_t start = taken[0];
    watch_until(start + 7);
    commands.push_back(squeeze(5, 2, false));  // in CL in cycle start + 14
    watching = true;
    watched.clear();
    const std::uint64_t second = form == Form::B16 ? 1 : 0;  // group
    if (form == Form::B32) EXPECT_EQ(written(5), start + 14);
    EXPECT_EQ(written(4), start + 14);
    if (form == Form::B16) EXPECT_EQ(written(5), start + 14 + 2);
    watch_all();
    std::uint64_t waits = 0;
    for (const std::vector<Whereabouts>& all : watched) {
      for (const Whereabouts& where : all) {
        if (where.cause != Cause::kSecondPort) continue;
        EXPECT_EQ(where.sequence, where.by + 1);
        ++waits;
      }
    }
    EXPECT_EQ(waits, 2 * second);
    watching = false;
  }
}

TEST_F(ReturnTest, FractionsWaitWhileCLHoldsACommandAndOthersAreWritten) {
  byte_masks({kSlots8To14, std::uint64_t{0xffff} << 32, std::uint64_t{1} << 60});
  indices_of_bank_0();
  fill_v(2, 4, [](std::uint32_t k) { return 1 + k; });
  commands.push_back(masked(gather(3, 1, 0, Form::B16), 1));
  commands.push_back(masked(gather(4, 31, 4), 2));  // slots 8..11
  commands.push_back(masked(gather(6, 31, 8), 3));  // slot 15
  while (taken.empty()) watch();
  const std::uint64_t start = taken[0];
  watch_until(start + 7);
  commands.push_back(squeeze(5, 2, false));  // in CL in cycle start + 14
  watching = true;
  EXPECT_EQ(written(5), start + 14 + 3);
  watch_all();
  EXPECT_EQ(first_touch, start + 12);
  // Served in cycles -1, 0 and 1; fractions of these are written in 2, 3 and 4, beside CL.
  EXPECT_EQ(cycles_of(0), (std::vector<std::uint64_t>{0, 1, 2, 6, 7, 8, 9}));
  // In cycle 0 slot 9 is that of command 0, which waits with slot 11 in cycles 2 to 4.
  EXPECT_EQ(cycles_of(1), (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(cycles_of(2), range(2, 1));
  std::uint64_t waits = 0;
  for (const std::vector<Whereabouts>& all : watched) {
    for (const Whereabouts& where : all) {
      if (where.cause != Cause::kResult || where.sequence != before) continue;
      EXPECT_EQ(where.by, before + 3);
      ++waits;
    }
  }
  EXPECT_EQ(waits, 2U);  // in cycle 2 the row shows the banks
}

TEST_F(ReturnTest, ALoneGroupWithFractionsWaitsForTheResult) {
  byte_masks({0x1});
  fill_v(2, 4, [](std::uint32_t k) { return 1 + k; });
  commands.push_back(masked(gather(3, 31, 0, Form::B16), 1));
  while (taken.empty()) watch();
  const std::uint64_t start = taken[0];
  watch_until(start + 3);
  commands.push_back(masked(gather(4, 31, 0, Form::B16), 1));  // in K in cycle start + 14
  watch_until(start + 7);
  commands.push_back(squeeze(5, 2, false));
  EXPECT_EQ(written(5), start + 14 + 1);
  watch_all();
  EXPECT_EQ(first_touch, start + 12);
  EXPECT_EQ(cycles_of(0), range(0, 1));
  EXPECT_EQ(cycles_of(1), range(4, 1));
}

TEST_F(ReturnTest, OthersAreServedWhileGatherRegWaitsForTheResult) {
  masks({});
  fill_v(2, 4, [](std::uint32_t k) { return 1 + k; });
  commands.push_back(gather_reg(3, 2, 31, Width::B8));
  commands.push_back(gather(4, 31, 0));
  while (taken.empty()) watch();
  const std::uint64_t start = taken[0];
  watch_until(start + 7);
  commands.push_back(squeeze(5, 2, false));
  EXPECT_EQ(written(5), start + 14 + 3);
  watch_all();
  // Three groups have their turns in cycles start + 11 to 13, and are written three later. The
  // fourth waits until then: its turn is in start + 17, and it ends in start + 18. The gather is in
  // K from start + 15 on and served then.
  EXPECT_EQ(done[0].retire, start + 18 + 3);
  EXPECT_EQ(first_touch, start + 16);
}

Config with_lane_ops(Config config) {
  config.lane_ops = 1;
  return config;
}

class ReturnLanesTest : public ReturnTest {
 protected:
  ReturnLanesTest() : ReturnTest(with_lane_ops(with_window(small_config(), 4))) {}
};

TEST_F(ReturnLanesTest, GroupsOfGatherLanesWithoutAResultLeaveTheSecondPortToOthers) {
  // Bytes: indices 0, 1, .. of lanes that are all active; none is; all name a lane beyond the last.
  for (const unsigned which : {0U, 1U, 2U}) {
    masks({0});
    fill_v(1, 1, [&](std::uint32_t k) { return which == 2 ? config.vlen_bytes : k; });
    fill_v(2, 4, [](std::uint32_t k) { return 1 + k; });
    fill_v(5, 4, [](std::uint32_t) { return 0U; });
    Command pick = gather_reg(3, 2, 1, Width::B8);
    pick.op = Opcode::GatherLanes;
    commands.push_back(masked(pick, which == 1 ? 1 : 0));
    while (taken.empty()) watch();
    const std::uint64_t start = taken[0];
    watch_until(start + 7);
    commands.push_back(squeeze(5, 2, false));  // in CL in cycle start + 14
    EXPECT_EQ(written(5), start + 14 + (which == 0 ? 3 : 0)) << which;
    watch_all();
    if (which == 0) EXPECT_EQ(model.v(3), model.v(2));
    if (which != 0) EXPECT_EQ(model.v(3), std::vector<std::uint8_t>(config.vlen_bytes));
  }
}

TEST_F(ReturnTest, TheRegisterIsClearedAndFilledAsWordsCome) {
  for (const bool reset : {false, true}) {
    masks({});
    const std::vector<std::uint8_t> old(config.vlen_bytes, 9);
    model.write_v(3, old);
    model.write_ub(0, {0x34, 0x12});
    std::vector<std::uint8_t> half(config.vlen_bytes);
    for (std::size_t i = 0; i < 32; ++i) half[i] = i % 2 == 0 ? 0x34 : 0x12;
    commands.push_back(gather(3, 31, 0, Form::B16));
    while (taken.empty()) cycle();
    const std::uint64_t start = taken[0];
    // The first group enters in cycle start + 10, and X presents it in start + 12.
    for (; model.cycle() < start + 12; cycle()) ASSERT_EQ(model.v(3), old) << model.cycle();
    for (; model.cycle() < start + 15; cycle()) {
      ASSERT_EQ(model.v(3), std::vector<std::uint8_t>(config.vlen_bytes)) << model.cycle();
    }
    EXPECT_EQ(model.v(3), half);
    if (reset) {
      model.reset();
      EXPECT_EQ(model.v(3), half);
      EXPECT_EQ(model.model().v(3), half);
    }
    for (int i = 0; i < 20; ++i) cycle();
    EXPECT_EQ(model.v(3), model.model().v(3));
    EXPECT_EQ(model.v(3)[32], reset ? 0 : 0x34);
  }
}

TEST_F(ReturnTest, ALoadThatFillsTheRegisterDoesNotClearIt) {
  for (const bool unpacks : {false, true}) {
    masks({});
    const std::vector<std::uint8_t> old(config.vlen_bytes, 9);
    model.write_v(3, old);
    model.write_ub(0, std::vector<std::uint8_t>(config.vlen_bytes, 7));
    commands.push_back(unpacks ? unpack(3, 0) : load(3, 0));
    while (taken.empty()) cycle();
    const std::uint64_t start = taken[0];
    // The group enters in cycle start + 10, and X presents it in start + 12.
    while (model.cycle() < start + 14) cycle();
    EXPECT_EQ(model.v(3), unpacks ? std::vector<std::uint8_t>(config.vlen_bytes) : old);
    for (int i = 0; i < 20; ++i) cycle();
    EXPECT_EQ(model.v(3)[0], 7);
  }
}

TEST_F(ReturnTest, TheUpperGroupAloneHasItsPlace) {
  byte_masks({std::uint64_t{1} << (2 * 17)});
  model.write_ub(0, {0x34, 0x12});
  model.write_v(3, std::vector<std::uint8_t>(config.vlen_bytes, 9));
  commands.push_back(masked(gather(3, 31, 0, Form::B8), 1));
  watch_all();
  std::vector<std::uint8_t> expected(config.vlen_bytes);
  expected[34] = 0x34;
  EXPECT_EQ(model.v(3), expected);
}

TEST_F(ReturnTest, AResetLeavesTheUnpackedWordsThatCame) {
  masks({0x000f});
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  std::vector<std::uint8_t> bytes(32);
  std::iota(bytes.begin(), bytes.end(), 1);
  model.write_ub(32, bytes);
  model.write_v(4, std::vector<std::uint8_t>(config.vlen_bytes, 9));
  // The scatter takes slot 1 in the cycle in which the load is first in its banks.
  commands.push_back(masked(scatter(2, 1, 4096), 1));
  commands.push_back(unpack(4, 32));
  while (touches.empty()) watch();
  // The load is in X in cycles 1 and 2, and writes V in 3 and 4.
  watch_until(first_touch + 4);
  model.reset();
  std::vector<std::uint8_t> expected(config.vlen_bytes);
  for (std::size_t i = 0; i < 32; ++i) expected[2 * i] = bytes[i];
  std::fill(expected.begin() + 8, expected.begin() + 16, std::uint8_t{0});
  EXPECT_EQ(model.v(4), expected);
  EXPECT_EQ(model.model().v(4), expected);
}

TEST_F(ReturnTest, AResetLeavesTheGroupsOfGatherRegThatCame) {
  masks({});
  fill_v(2, 1, [](std::uint32_t k) { return 1 + k; });
  fill_v(1, 1, [](std::uint32_t k) { return 63 - k; });
  model.write_v(3, std::vector<std::uint8_t>(config.vlen_bytes, 9));
  commands.push_back(gather_reg(3, 2, 1, Width::B8));
  while (taken.empty()) cycle();
  while (model.cycle() < taken[0] + 17) cycle();
  std::vector<std::uint8_t> expected = model.model().v(3);
  ASSERT_EQ(expected[47], 64 - 47);
  model.reset();
  std::fill(expected.begin() + 48, expected.end(), std::uint8_t{0});
  EXPECT_EQ(model.v(3), expected);  // three groups in cycles 14 to 16
}

TEST_F(ReturnTest, ACommandWithAnIllegalLaneNeverChangesItsRegister) {
  masks({});
  fill_v(2, 2, [](std::uint32_t k) { return k == 20 ? 0xffffU : 0U; });
  const std::vector<std::uint8_t> old(config.vlen_bytes, 9);
  model.write_v(3, old);
  commands.push_back(gather(3, 2, config.ub_bytes - 64, Form::B16));
  for (int i = 0; i < 30; ++i) {
    cycle();
    ASSERT_EQ(model.v(3), old) << i;
  }
  EXPECT_EQ(done.at(0).response.status, Status::ErrBounds);
}

/// Seconds of lanes. Command 0 has words of bank 0 for lanes 0 to 4, lane k in cycle k - 1 of K.
/// Command 1 has words of another bank for lanes 8 to 10, in cycles 0 to 2. Command 2 wants a word
/// of that bank for lane 4: it is called in cycle 3, beside the one of command 0. The last command
/// enters in cycle 1.
class SecondsTest : public ReturnTest {
 protected:
  explicit SecondsTest(Config with = with_window(small_config(), 4, 2))
      : ReturnTest(std::move(with)) {}

  /// The cycle in which X presents the word of command 2.
  std::uint64_t access_beside(std::uint32_t bank, const Command& last) {
    touches.clear();
    byte_masks({0x11111, std::uint64_t{0x111} << 32, 0x10000, 0x40000000});
    fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
    commands.push_back(masked(gather(3, 1, 0), 1));
    commands.push_back(masked(scatter(30, 1, 4096 + 4 * bank), 2));
    commands.push_back(masked(gather(4, 31, 4 * bank), 3));
    commands.push_back(last);
    watch_all();
    EXPECT_EQ(failed, 0U);
    EXPECT_EQ(cycles_of(0), range(0, 5));
    EXPECT_EQ(cycles_of(1), range(1, 3));
    EXPECT_EQ(cycles_of(2).size(), 1U);
    EXPECT_EQ(model.v(4), model.model().v(4));
    return cycles_of(2).at(0);
  }
};

TEST_F(SecondsTest, ALaneTakesASecondWordFromAnotherPartOfTheBanks) {
  const Command other = make(Opcode::GetSpr);
  for (std::uint32_t bank = 1; bank < config.banks; ++bank) {
    EXPECT_EQ(access_beside(bank, other), bank % 2 == 1 ? 4U : 5U) << bank;
  }
}

TEST_F(SecondsTest, NotBesideFractionsOrReadsOfVec) {
  EXPECT_EQ(access_beside(1, masked(gather(5, 31, 60), 4)), 4U);             // slot 7
  EXPECT_EQ(access_beside(1, masked(gather(5, 31, 60, Form::B16), 4)), 5U);  // slot 15
  Command copy = vec(Opcode::VecCopy, 1, 8192, 0);
  copy.bitwise = true;
  copy.mask = {0x8000, 0};
  EXPECT_EQ(access_beside(1, copy), 5U);
  Command unpacks = unpack(5, 0);
  EXPECT_EQ(access_beside(1, unpacks), 5U);
}

class SecondsOfFourPartsTest : public SecondsTest {
 protected:
  SecondsOfFourPartsTest() : SecondsTest(with_window(small_config(), 6, 4)) {}
};

TEST_F(SecondsOfFourPartsTest, ALaneTakesASecondWordFromAnotherPartOfTheBanks) {
  const Command other = make(Opcode::GetSpr);
  for (std::uint32_t bank = 1; bank < config.banks; ++bank) {
    EXPECT_EQ(access_beside(bank, other), bank % 4 != 0 ? 4U : 5U) << bank;
  }
}

class SecondsOfOnePartTest : public SecondsTest {
 protected:
  SecondsOfOnePartTest() : SecondsTest(with_window(small_config(), 4)) {}
};

TEST_F(SecondsOfOnePartTest, NoLaneTakesASecondWord) {
  for (std::uint32_t bank = 1; bank < config.banks; ++bank) {
    EXPECT_EQ(access_beside(bank, make(Opcode::GetSpr)), 5U) << bank;
  }
}

TEST_F(SecondsTest, OnlyTheNextOldestCalledSlotIsASecond) {
  const struct {
    std::uint32_t banks[2];   // of commands 2 and 3
    std::uint64_t cycles[2];  // in which X presents them
  } cases[] = {{{1, 3}, {4, 5}}, {{1, 2}, {4, 5}}, {{2, 1}, {5, 5}}, {{2, 4}, {5, 6}}};
  for (const auto& one : cases) {
    SCOPED_TRACE(std::to_string(one.banks[0]) + ", " + std::to_string(one.banks[1]));
    touches.clear();
    // As above, but three words of lane 4 are called in cycle 3.
    masks({0x001f, 0x3f00, 0x0010});
    fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
    fill_v(2, 4, [&](std::uint32_t k) { return k * config.banks + one.banks[k < 11 ? 0 : 1]; });
    commands.push_back(masked(gather(3, 1, 0), 1));
    commands.push_back(masked(scatter(30, 2, 4096), 2));
    for (unsigned i = 0; i < 2; ++i) {
      commands.push_back(masked(gather(4 + i, 31, 4 * one.banks[i]), 3));
    }
    watch_all();
    EXPECT_EQ(cycles_of(0), range(0, 5));
    EXPECT_EQ(cycles_of(1), range(1, 3));
    for (std::uint64_t i = 0; i < 2; ++i) EXPECT_EQ(cycles_of(2 + i), range(one.cycles[i], 1));
  }
}

/// As above, but lanes 0 to 6 of bank 0. Command 1 has bank 1 for two lanes and bank 3 for five.
/// The second of command 2 is in lane 3 in cycle 2, so in V in 5, in which that of command 3 is
/// called in lane 6.
TEST_F(SecondsTest, AResultAndSecondsShareAPortOfV) {
  for (const bool writes_v : {true, false}) {
    for (const bool squeezes : {true, false}) {
      SCOPED_TRACE(std::to_string(writes_v) + std::to_string(squeezes));
      touches.clear();
      masks({0x007f, 0xfb00, 0x0008, 0x0040});
      fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
      fill_v(2, 4, [&](std::uint32_t k) { return k * config.banks + (k < 10 ? 1U : 3U); });
      fill_v(6, 4, [](std::uint32_t k) { return 1 + k; });
      fill_v(5, 4, [](std::uint32_t) { return 0U; });
      commands.push_back(masked(gather(3, 1, 0), 1));
      commands.push_back(masked(scatter(6, 2, 4096), 2));
      commands.push_back(masked(writes_v ? gather(4, 31, 4) : scatter(31, 31, 8196), 3));
      commands.push_back(masked(gather(7, 31, 12), 4));
      while (taken.empty()) watch();
      const std::uint64_t start = taken[0];
      watch_until(start + 10);
      if (squeezes) {
        commands.push_back(
            squeeze(5, 6, false));  // in CL in cycle start + 17: X presents from 12 on
        EXPECT_EQ(written(5), start + 17 + (writes_v ? 1 : 0));
      }
      watch_all();
      EXPECT_EQ(first_touch, start + 12);
      EXPECT_EQ(cycles_of(0), range(0, 7));
      EXPECT_EQ(cycles_of(1), range(1, 5));
      EXPECT_EQ(cycles_of(2), range(3, 1));
      EXPECT_EQ(cycles_of(3), range(writes_v && squeezes ? 7 : 6, 1));
    }
  }
}

Config three_places_config() {
  Config config = with_window(small_config(), 3);
  config.host_patience = 2;
  return config;
}

/// Command 0 has eight words of bank 0, in cycles -1 to 6 of K; commands 1 to 3 a word for lane 8
/// behind them. So lane 8 is full from cycle 2 on.
class PlacesTest : public ReturnTest {
 protected:
  PlacesTest() : ReturnTest(three_places_config()) {}

  void fill_lane_8() {
    masks({0x00ff, 0x0100, 0x0300, 0x0400, 0x8000});
    fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
    fill_v(2, 4, [](std::uint32_t k) { return k == 8 ? 0U : 5U; });
    commands.push_back(masked(gather(3, 1, 0), 1));
    for (unsigned i = 0; i < 3; ++i) commands.push_back(masked(gather(4 + i, 31, 0), 2));
  }
  /// How often a command waits for room in K.
  [[nodiscard]] std::uint64_t waits_of(std::uint64_t command) const {
    std::uint64_t waits = 0;
    for (const std::vector<Whereabouts>& all : watched) {
      for (const Whereabouts& where : all) {
        if (where.sequence != before + command || where.stage != 5) continue;
        if (where.place == Place::kAccess && where.cause == Cause::kWindow) ++waits;
      }
    }
    return waits;
  }
};

TEST_F(PlacesTest, AGroupEntersAFullLaneInTheCycleInWhichItServes) {
  fill_lane_8();
  commands.push_back(masked(gather(7, 2, 0), 3));  // lane 8 of bank 0, lane 9 of bank 5
  commands.push_back(masked(gather(8, 31, 24), 4));
  watching = true;
  watch_all();
  EXPECT_EQ(cycles_of(0), range(0, 8));
  for (std::uint64_t i = 1; i < 4; ++i) EXPECT_EQ(cycles_of(i), range(7 + i, 1));
  // Lane 8 serves command 1 in cycle 7, so command 4 is in K from 8 on. Its word of lane 8 is the
  // last of bank 0.
  EXPECT_EQ(cycles_of(4), (std::vector<std::uint64_t>{9, 11}));
  EXPECT_EQ(cycles_of(5), range(10, 1));
  EXPECT_EQ(waits_of(4), 5U);  // in E in cycles 2 to 6
}

TEST_F(PlacesTest, OtherLanesDoNotMatter) {
  fill_lane_8();
  commands.push_back(masked(gather(8, 31, 24), 4));
  watch_all();
  EXPECT_EQ(cycles_of(4), range(4, 1));  // enters in cycle 2
}

TEST_F(PlacesTest, NoLaneServesWhileTheHostWins) {
  fill_lane_8();
  commands.push_back(masked(gather(7, 2, 0), 3));
  while (touches.empty()) watch();
  watch_until(first_touch + 4);
  host.push_back(HostRequest{8192, false, 0, {}});  // column 0; the oldest from 5 on, wins in 7
  watch_all();
  EXPECT_EQ(host_answered.at(0), first_touch + 7 + 2);
  // What was served in 6 is presented in 8.
  EXPECT_EQ(cycles_of(0), (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 8}));
  EXPECT_EQ(cycles_of(1), range(9, 1));
  EXPECT_EQ(cycles_of(4), (std::vector<std::uint64_t>{10, 12}));
}

TEST_F(PlacesTest, AGroupOfGatherRegTakesAPlaceOfEveryLaneUntilItsTurn) {
  masks({0x00ff, 0x8000});
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  commands.push_back(masked(gather(3, 1, 0), 1));
  for (unsigned i = 0; i < 3; ++i) commands.push_back(gather_reg(4 + i, 2, 31, Width::B32));
  commands.push_back(masked(gather(7, 31, 4), 2));
  watching = true;
  watch_all();
  EXPECT_EQ(cycles_of(0), range(0, 8));
  // Command 0 leaves in cycle 7. Turns are in 8, 9 and 10: a place that the first one frees is
  // there in 9, in which the last command enters. Command 3 has to wait until lane 7 serves command
  // 0, in cycle 6.
  EXPECT_EQ(waits_of(3), 5U);  // in E in cycles 1 to 5
  EXPECT_EQ(waits_of(4), 2U);  // in cycles 7 and 8
  EXPECT_EQ(cycles_of(4), range(12, 1));
  // The first one ends in cycle 9.
  EXPECT_EQ(done[1].retire, done[0].retire + 2);
  EXPECT_EQ(done[2].retire, done[0].retire + 3);
  EXPECT_EQ(done[3].retire, done[0].retire + 4);
}

TEST_F(PlacesTest, AGroupOfGatherRegWaitsForAFullLane) {
  fill_lane_8();
  commands.push_back(gather_reg(8, 2, 31, Width::B32));
  watching = true;
  watch_all();
  EXPECT_EQ(waits_of(4), 5U);
  // Commands 1 to 3 are served in cycles 7 to 9, and command 3 leaves in 10; a turn in 11.
  EXPECT_EQ(done[4].retire, done[3].retire + 2);
}

TEST_F(PlacesTest, GroupsStayForTwoCyclesAtLeast) {
  masks({0x0000, 0x0001});
  for (const unsigned m : {1U, 2U}) {
    std::uint64_t cycles = 0;
    commands.push_back(masked(scatter(3, 31, 0), m));
    for (int i = 0; i < 30; ++i) {
      cycles += model.occupancy().window;
      watch();
    }
    EXPECT_EQ(cycles, 2U) << m;
  }
}

Config sixteen_groups_config() {
  Config config = with_window(full_config(), 8, 4);
  config.rsp_depth = 32;
  return config;
}

class SixteenGroupsTest : public WindowTest {
 protected:
  SixteenGroupsTest() : WindowTest(sixteen_groups_config()) {}
};

TEST_F(SixteenGroupsTest, AreInKAtMost) {
  commands.push_back(make(Opcode::UpdateMask));
  commands.back().n = 63;
  run_all();
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  commands.push_back(gather(2, 1, 0));  // lanes 0..62 of bank 0, in cycles -1 to 61 of K
  for (unsigned i = 0; i < 20; ++i) commands.push_back(masked(scatter(3, 1, 0), 1));  // no slots
  commands.push_back(gather(4, 31, 4));
  before = 1;
  unsigned most = 0;
  for (int i = 0; i < 200; ++i) {
    most = std::max(most, model.occupancy().window);
    watch();
  }
  watch_all();
  EXPECT_EQ(most, 16U);
  EXPECT_EQ(cycles_of(0), range(0, 63));
  // Fifteen of the others are in K from cycle 14 on. Command 0 leaves it in 62 and one of those in
  // each cycle after that; so five enter in 63 to 67, and the last command in 68.
  EXPECT_EQ(cycles_of(21), range(70, 1));
}

Config wide_words_config() {
  Config config = with_window(small_config(), 4);
  config.banks = 8;
  config.bank_bytes = 8;
  return config;
}

class ReturnOfWideWordsTest : public ReturnTest {
 protected:
  ReturnOfWideWordsTest() : ReturnTest(wide_words_config()) {}
};

TEST_F(ReturnOfWideWordsTest, LanesOfFourBytesAreFractionsAndThoseOfEightAreNot) {
  for (const Form form : {Form::B32, Form::B64}) {
    touches.clear();
    masks({0x5500});
    // Bank 0: four words for slots 8, 10, 12, 14; each mask bit also enables a lane of eight bytes.
    fill_v(1, 4, [&](std::uint32_t k) { return form == Form::B32 ? k % 8 * 16 : k % 4 * 8; });
    commands.push_back(masked(gather(3, 1, 0, form), 1));
    commands.push_back(unpack(4, 32));  // banks 4..7, slots 0, 2, 4, 6
    watch_all();
    EXPECT_EQ(failed, 0U);
    std::vector<std::uint64_t> loads;
    for (const Touch& touch : touches) {
      if (touch.bank >= 4 && (loads.empty() || loads.back() != touch.cycle)) {
        loads.push_back(touch.cycle);
      }
    }
    // Four words are served in cycles -1 to 2, so the group leaves in 3 and the load enters in 4.
    EXPECT_EQ(loads, range(form == Form::B32 ? 6 : 1, 1));
    EXPECT_EQ(model.v(3), model.model().v(3));
    EXPECT_EQ(model.v(4), model.model().v(4));
  }
}

class OneGroupTest : public ReturnTest {
 protected:
  OneGroupTest() : ReturnTest(small_config()) {}
};

TEST_F(OneGroupTest, TheRegisterIsWrittenWholeAndNothingWaitsForIt) {
  masks({});
  const std::vector<std::uint8_t> old(config.vlen_bytes, 9);
  model.write_v(3, old);
  model.write_ub(0, {0x34, 0x12, 0x56, 0x78});
  commands.push_back(gather(3, 31, 0, Form::B16));
  commands.push_back(gather(3, 31, 0));
  while (taken.empty()) watch();
  const std::uint64_t start = taken[0];
  // Two beats: complete one cycle later than a gather of one.
  while (model.cycle() < start + 14) {
    ASSERT_EQ(model.v(3), old) << model.cycle();
    watch();
  }
  EXPECT_EQ(model.v(3)[62], 0x34);
  EXPECT_EQ(model.v(3)[30], 0x34);
  watch_all();
  EXPECT_EQ(cycles_of(0), range(0, 2));
  EXPECT_EQ(cycles_of(1), range(2, 1));
}

/// Random commands of a mix, with stalls and a host that wins often, on several configurations.
class RandomGroups : public ::testing::TestWithParam<
                         std::tuple<std::pair<std::uint32_t, std::uint32_t>, const char*>> {
 protected:
  /// Runs `batches` of commands. Whatever reads a bank must read what the commands before it leave,
  /// and at the end memory and registers must be those of the golden model.
  static void run(const Config& config, const char* mix, unsigned batches) {
    RandomCommands random(config, 7, mix);
    CycleModel model(config);
    Rng rng(1);
    const Region region = random.host_region();
    std::vector<std::vector<std::uint8_t>> before(64);  // UB before each command, modulo the size
    std::uint64_t accepted = 0;
    std::vector<const std::uint8_t*> due(config.banks);  // the word that a bank brings next
    std::uint64_t checked = 0;
    for (unsigned batch = 0; batch < batches; ++batch) {
      for (const Fill& fill : random.refill()) model.write_ub(fill.address, fill.bytes);
      std::deque<Command> commands;
      for (unsigned i = 0; i < 200; ++i) commands.push_back(random.next());
      HostRequest host;
      bool requests = false;
      std::uint64_t bound = 0;  // of all commands
      std::uint64_t first_access = 0;
      std::uint64_t last_access = 0;
      std::uint64_t reported = 0;  // ub_beats
      const std::uint64_t begin = model.cycle();
      while (!commands.empty() || !model.idle()) {
        ASSERT_LT(model.cycle() - begin, 100000U) << "the model does not come to rest";
        if (!requests && !commands.empty() && rng.percent(batch % 3 * 40)) {
          host.address = region.base + rng.below(region.bytes);
          host.write = rng.percent(50);
          host.be = static_cast<std::uint32_t>(rng.next());
          requests = true;
        }
        CycleInputs inputs;
        inputs.command = commands.empty() ? nullptr : &commands.front();
        inputs.host = requests ? &host : nullptr;
        inputs.rsp_ready = rng.percent(70);
        const CycleOutputs& outputs = model.outputs();
        for (std::uint32_t bank = 0; bank < config.banks; ++bank) {
          if (due[bank] != nullptr) {
            ASSERT_TRUE((outputs.bank_read[bank / 32] >> (bank % 32)) & 1U);
            ASSERT_EQ(std::memcmp(&outputs.bank_rdata[bank], due[bank], config.bank_bytes), 0)
                << "cycle " << model.cycle() << ", bank " << bank;
            ++checked;
          }
          due[bank] = nullptr;
          const Transaction* reader = model.on_bank(bank);
          if (reader != nullptr) {
            if (first_access == 0) first_access = model.cycle();
            last_access = model.cycle();
          }
          if (reader == nullptr || outputs.bank[bank].write) continue;
          // Iterations of vec also read what those before them wrote.
          if (facts(reader->command.op).kind == MemKind::Vec) continue;
          due[bank] = &before.at(reader->sequence % 64)[outputs.bank[bank].address];
        }
        const bool command_moves = outputs.cmd_ready && inputs.command != nullptr;
        const bool host_moves = outputs.host_gnt && inputs.host != nullptr;
        if (command_moves) before.at(accepted++ % 64) = model.model().ub();
        model.step(inputs);
        if (command_moves) commands.pop_front();
        if (host_moves) requests = false;
        if (const Transaction* done = model.retired()) {
          bound += done->bound;
          reported += done->ub_beats;
        }
      }
      const Bounds bounds = model.take_bounds();
      const std::uint64_t span = last_access == 0 ? 0 : last_access - first_access + 1;
      ASSERT_LE(bounds.bank, bounds.window);
      ASSERT_LE(bounds.window, bound);
      ASSERT_LE(bounds.window, span);
      if (config.places == 1 && config.coalesce == 1) {
        ASSERT_EQ(bounds.window, bound);
        ASSERT_EQ(reported, bound);
      }
      ASSERT_EQ(model.ub(), model.model().ub());
      for (std::size_t i = 0; i < kNumVregs; ++i) ASSERT_EQ(model.v(i), random.model().v(i)) << i;
    }
    EXPECT_GT(checked, 100U);
  }
};
INSTANTIATE_TEST_SUITE_P(
    Window, RandomGroups,
    ::testing::Combine(::testing::Values(std::pair{1U, 1U}, std::pair{3U, 1U}, std::pair{4U, 2U},
                                         std::pair{6U, 4U}, std::pair{8U, 2U}),
                       ::testing::Values("all", "memory", "gather", "vec", "stream", "window")),
    [](const auto& info) {
      return std::string(std::get<1>(info.param)) + std::to_string(std::get<0>(info.param).first) +
             "x" + std::to_string(std::get<0>(info.param).second);
    });

TEST_P(RandomGroups, AccessMemoryInProgramOrder) {
  const auto [window, mix] = GetParam();
  Config config = with_window(small_config(), window.first, window.second);
  config.host_patience = 4;
  for (const std::uint32_t coalesce : {1, 0}) {
    config.coalesce = coalesce;
    for (const std::uint32_t hash : {0, 1, 2}) {
      config.bank_hash = hash;
      run(config, mix, 3);
    }
  }
  config.bank_bytes = 8;
  config.banks = 8;
  config.rsp_depth = 32;
  config.coalesce = 1;
  run(config, mix, 3);
}

}  // namespace
}  // namespace gsq
