// SPDX-License-Identifier: Apache-2.0
// The cycles of TimedModel are those of CycleModel, whether they are new or remembered.
#include "gsq/timing/timed_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "gsq/stimulus/random.hpp"
#include "gsq/timing/cycle_model.hpp"
#include "timing/cycle_model_fixture.hpp"

namespace gsq {
namespace {

struct Pushed {
  Command command;
  std::uint64_t cycle;  // offered from then on
};

struct Times {
  std::vector<std::uint64_t> accepted;
  std::vector<std::uint64_t> answered;
  std::vector<ResponseBits> responses;
};

/// The truth: every cycle stepped through.
class Reference {
 public:
  explicit Reference(const Config& config) : model_(config) {}

  void push(const Pushed& pushed) {
    while (model_.cycle() < pushed.cycle) step(nullptr);
    const std::size_t before = times.accepted.size();
    while (times.accepted.size() == before) step(&pushed.command);
  }

  void finish() {
    while (!model_.idle()) step(nullptr);
  }

  Times times;
  CycleModel& model() { return model_; }

 private:
  void step(const Command* command) {
    CycleInputs inputs;
    inputs.command = command;
    inputs.rsp_ready = true;
    if (command != nullptr && model_.outputs().cmd_ready) times.accepted.push_back(model_.cycle());
    if (model_.outputs().rsp_valid) {
      times.answered.push_back(model_.cycle());
      times.responses.push_back(model_.outputs().rsp);
    }
    model_.step(inputs);
  }

  CycleModel model_;
};

/// Kernels of a few random commands that come again and again, with some gaps in between: what one
/// leaves in the registers differs from time to time for the next. `fills`: the memory before.
std::vector<Pushed> stream(const Config& config, std::uint64_t seed, unsigned commands,
                           std::vector<Fill>& fills) {
  RandomCommands random(config, seed, random_mixes()[seed % random_mixes().size()]);
  fills = random.refill();
  Rng rng(seed);
  std::vector<std::vector<Command>> kernels(20);
  for (auto& kernel : kernels) {
    for (std::uint32_t left = 1 + rng.below(4); left != 0; --left) kernel.push_back(random.next());
  }
  std::vector<Pushed> all;
  std::uint64_t cycle = 0;
  while (all.size() < commands) {
    // Most often the unit rests before the next kernel, and sometimes it is almost at rest.
    cycle += rng.percent(70) ? 1000 : rng.below(40);
    for (const Command& command : kernels[rng.below(20)]) {
      cycle += rng.percent(10) ? 1 + rng.below(3) : 0;
      all.push_back({command, cycle});
      all.back().command.tag = static_cast<std::uint8_t>(rng.next());
    }
  }
  return all;
}

void fill(const std::vector<Fill>& fills, Reference& reference, TimedModel& timed) {
  for (const Fill& part : fills) {
    reference.model().write_ub(part.address, part.bytes);
    std::copy(part.bytes.begin(), part.bytes.end(), timed.model().ub().begin() + part.address);
  }
}

class TimedModelTest : public ::testing::TestWithParam<std::uint64_t> {
 protected:
  static Config config(std::uint64_t seed) {
    const Config small = small_config(seed / 3 % 2);
    if (seed % 3 == 0) return with_window(small, 4);
    return seed % 3 == 1 ? with_window(small, 6, 4) : small;
  }
};

/// Commands are pushed in the cycles of the stream; questions in between are random.
void compare(const Config& config, std::uint64_t seed, std::size_t most, unsigned commands) {
  Reference reference(config);
  TimedModel timed(config, most);
  Rng rng(seed);
  std::uint64_t at = 0;  // in cycles
  std::size_t popped = 0;
  std::vector<Fill> fills;
  const std::vector<Pushed> all = stream(config, seed, commands, fills);
  fill(fills, reference, timed);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Pushed pushed = all[i];
    pushed.cycle = std::max(pushed.cycle, at);
    reference.push(pushed);
    const auto accepted = timed.push(pack(pushed.command), pushed.cycle);
    ASSERT_EQ(accepted.cycle, reference.times.accepted[i]) << "command " << i;
    at = accepted.cycle + 1;
    if (rng.percent(10)) timed.answer_cycle(timed.unread() - 1);  // looks ahead, then goes back
    while (timed.unread() > 3 && timed.answered(0, accepted.cycle)) {
      ASSERT_LT(popped, reference.times.answered.size());
      ASSERT_EQ(timed.answer_cycle(0), reference.times.answered[popped]) << "command " << popped;
      ASSERT_EQ(pack(timed.pop()), reference.times.responses[popped++]);
    }
  }
  reference.finish();
  while (timed.unread() != 0) {
    ASSERT_EQ(timed.answer_cycle(0), reference.times.answered[popped]) << "command " << popped;
    ASSERT_EQ(pack(timed.pop()), reference.times.responses[popped++]);
  }
  EXPECT_EQ(popped, all.size());
  EXPECT_EQ(timed.model().ub(), reference.model().ub());
  EXPECT_TRUE(timed.rests(reference.times.answered.back() + 1));
  EXPECT_FALSE(timed.rests(reference.times.answered.back()));
}

TEST_P(TimedModelTest, HasTheCyclesOfTheCycleModel) {
  compare(config(GetParam()), GetParam(), TimedModel::kMostCommands, 3000);
}

TEST_P(TimedModelTest, AlsoWhenItCannotRememberThem) {
  // It cannot go back then: what a look ahead passed is not as it was.
  const Config with = config(GetParam());
  Reference reference(with);
  TimedModel timed(with, 20);
  std::vector<Fill> fills;
  const std::vector<Pushed> all = stream(with, GetParam(), 3000, fills);
  fill(fills, reference, timed);
  std::size_t popped = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    reference.push(all[i]);
    ASSERT_EQ(timed.push(pack(all[i].command), all[i].cycle).cycle, reference.times.accepted[i])
        << i;
    while (timed.unread() > 3 && timed.answered(0, reference.times.accepted[i])) {
      ASSERT_EQ(timed.answer_cycle(0), reference.times.answered[popped++]);
      timed.pop();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, TimedModelTest, ::testing::Range<std::uint64_t>(1, 19));

TEST(TimedModelMemory, DoesNotStepThroughWhatItHasSeen) {
  TimedModel timed(small_config());
  const auto run = [&](std::uint64_t cycle) {
    Command load;
    load.op = Opcode::LoadAlign;
    for (unsigned i = 0; i < 10; ++i) timed.push(pack(load), cycle);
    const std::uint64_t last = timed.answer_cycle(9);
    while (timed.unread() != 0) timed.pop();
    return last;
  };
  const std::uint64_t first = run(0);
  const std::uint64_t stepped = timed.stepped_cycles();
  EXPECT_EQ(run(1000), first + 1000);
  EXPECT_EQ(timed.stepped_cycles(), stepped);
}

TEST(TimedModelMemory, KnowsThatTheSameGatherDependsOnItsIndices) {
  const Config config = small_config();
  TimedModel timed(config);
  Command gather;
  gather.op = Opcode::Gather;
  gather.form = Form::B32;
  gather.mode = AddressMode::Byte;
  Command mask;
  mask.op = Opcode::CreateMask;
  mask.width = Width::B32;
  timed.push(pack(mask), 0);
  const auto cycles = [&](std::uint32_t stride, std::uint64_t at) {
    for (std::uint32_t lane = 0; lane < config.lanes(4); ++lane) {
      timed.model().v(0)[lane * 4] = static_cast<std::uint8_t>(lane * stride);
      timed.model().v(0)[lane * 4 + 1] = static_cast<std::uint8_t>(lane * stride >> 8);
    }
    timed.push(pack(gather), at);
    return timed.answer_cycle(timed.unread() - 1) - at;
  };
  const std::uint64_t side_by_side = cycles(4, 100);
  EXPECT_EQ(cycles(4 * config.banks, 200), side_by_side + config.lanes(4) - 1);
  EXPECT_EQ(cycles(4, 300), side_by_side);
}

TEST(TimedModelMemory, KnowsThatResultsForVDelayEachOther) {
  TimedModel timed(with_window(small_config(), 4));
  Command mask;
  mask.op = Opcode::CreateMask;
  mask.width = Width::B8;
  timed.push(pack(mask), 0);
  Command gather;  // four groups
  gather.op = Opcode::GatherReg;
  gather.width = Width::B8;
  Command squeeze;
  squeeze.op = Opcode::Squeeze;
  squeeze.vd = 1;
  squeeze.vs = 2;
  const auto cycles = [&](std::uint64_t at, bool squeezes) {
    timed.push(pack(gather), at);
    const std::size_t unread = timed.unread() - 1;
    const std::uint64_t alone = timed.answer_cycle(unread) - at;  // looks ahead
    EXPECT_EQ(alone, 13U + 2 + 3);
    if (squeezes) timed.push(pack(squeeze), at + 7);  // in CL when the first part is written
    return timed.answer_cycle(unread) - at;
  };
  EXPECT_EQ(cycles(100, false), 18U);
  EXPECT_EQ(cycles(200, true), 21U);
  EXPECT_EQ(cycles(300, false), 18U);
  EXPECT_EQ(cycles(400, true), 21U);
}

/// A result in CL keeps a lane from its second word, while the one before it goes to V.
/// A command of lanes waits for a vec command at the lane ALU, and lets a squeeze before it wait.
TEST(TimedModelMemory, KnowsThatLanesDelayOlderResults) {
  Config config = small_config(1);
  config.squeeze_cuts = 3;  // so that the squeeze is answered after the vec command
  Reference reference(config);
  TimedModel timed(config);
  Command vec;
  vec.op = Opcode::VecCopy;
  vec.width = Width::B32;
  vec.mask = {16, 0};
  vec.iterations = 1;
  vec.blk0 = 1;
  vec.src0 = 1024;
  Command squeeze;
  squeeze.op = Opcode::Squeeze;
  squeeze.vd = 1;
  Command lanes;
  lanes.op = Opcode::LaneAdd;
  lanes.width = Width::B32;
  lanes.vd = 2;
  std::vector<std::uint64_t> answers;
  std::uint64_t now = 0;
  for (unsigned round = 0; round < 3; ++round) {
    for (std::uint64_t distance = 1; distance < 20; ++distance) {
      for (const bool calculates : {false, true}) {
        now += 100;
        std::vector<Pushed> group{{vec, now}, {squeeze, now + distance}};
        if (calculates) group.push_back({lanes, now + distance + 1});
        for (const Pushed& pushed : group) {
          reference.push(pushed);
          timed.push(pack(pushed.command), pushed.cycle);
        }
        while (timed.unread() != 0) {
          answers.push_back(timed.answer_cycle(0));
          timed.pop();
        }
      }
    }
  }
  reference.finish();
  EXPECT_EQ(answers, reference.times.answered);
}

TEST(TimedModelMemory, KnowsThatAResultDelaysSecondWords) {
  const Config config = with_window(small_config(), 4, 2);
  TimedModel timed(config);
  // Lanes of b32, and the bank of each: as in the test of the window. The word of command 2 is the
  // second of lane 3 and in V in the cycle in which the first one of command 3 would be that of
  // lane 6; three more of its words are behind that.
  const std::vector<std::vector<std::uint32_t>> lanes{
      {0, 1, 2, 3, 4, 5, 6}, {8, 9, 11, 12, 13, 14, 15}, {3}, {6, 8, 9, 10}};
  for (std::uint32_t number = 0; number < lanes.size(); ++number) {
    for (const std::uint32_t lane : lanes[number]) {
      const std::uint32_t banks[4] = {0, lane < 10 ? 1U : 3U, 1, 3};
      const std::uint32_t word = (number * 16 + lane) * config.banks + banks[number];
      for (std::uint32_t byte = 0; byte < 4; ++byte) {
        timed.model().m(number).at(4 * lane + byte) = 1;
        timed.model().v(20 + number).at(4 * lane + byte) =
            static_cast<std::uint8_t>(word >> (8 * byte));
      }
    }
  }
  Command squeeze;
  squeeze.op = Opcode::Squeeze;
  squeeze.vd = 1;
  squeeze.vs = 2;
  const auto last_answer = [&](std::uint64_t at, bool squeezes) {
    for (std::uint32_t i = 0; i < lanes.size(); ++i) {
      Command command;
      command.op = i == 1 ? Opcode::Scatter : Opcode::Gather;
      command.form = Form::B32;
      command.vd = static_cast<std::uint8_t>(3 + i);
      command.vs = 10;
      command.vi = static_cast<std::uint8_t>(20 + i);
      command.m = static_cast<std::uint8_t>(i);
      timed.push(pack(command), at + i);
    }
    const std::size_t unread = timed.unread() - 1;
    timed.answer_cycle(unread);  // looks ahead
    if (squeezes) timed.push(pack(squeeze), at + 10);
    return timed.answer_cycle(unread) - at;
  };
  // X presents the first word in cycle 12. The first one of command 3 is served in cycle 5 from
  // then on, the last one in 8; it ends in 9, and its answer is three cycles later.
  EXPECT_EQ(last_answer(100, false), 12U + 9 + 3);
  EXPECT_EQ(last_answer(200, true), 12U + 10 + 3);
  EXPECT_EQ(last_answer(300, false), 12U + 9 + 3);
  EXPECT_EQ(last_answer(400, true), 12U + 10 + 3);
}

TEST(TimedModelRace, IsFoundUntilTheAnswer) {
  TimedModel timed(small_config());
  Command load;
  load.op = Opcode::LoadAlign;
  load.addr = 0x40;
  timed.push(pack(load), 10);
  const std::uint64_t answer = timed.answer_cycle(0);
  HostRequest host;
  host.address = 0x60;
  EXPECT_FALSE(timed.race(host, answer - 1)) << "two reads";
  host.write = true;
  host.be = 1;
  EXPECT_TRUE(timed.race(host, 11));
  EXPECT_TRUE(timed.race(host, answer));
  EXPECT_FALSE(timed.race(host, answer + 1));
  host.address = 0x80;
  EXPECT_FALSE(timed.race(host, answer));
}

}  // namespace
}  // namespace gsq
