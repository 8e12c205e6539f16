// The cycle model against the figures that the timing contract names; no RTL here.
#include "gsq/cycle_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/random.hpp"

namespace gsq {
namespace {

Config small_config() {
  Config config;
  config.name = "small";
  config.vlen_bytes = 64;
  config.ub_bytes = 16384;
  config.banks = 16;
  config.bank_bytes = 4;
  config.row_multiplier = 1;
  config.window = 1;
  config.squeeze_cuts = 2;
  return config;
}

/// Drives commands and host requests without stalls and notes what comes back.
class CycleModelTest : public ::testing::Test {
 protected:
  struct Done {
    Response response;
    std::uint64_t taken;  ///< cycle in which the command was transferred
    std::uint64_t issue;
    std::uint64_t retire;
    std::uint32_t beats;
  };

  const Config config = small_config();
  const std::uint64_t latency = config.squeeze_cuts + 1;  // L of the contract
  CycleModel model{config};
  std::deque<Command> commands;
  std::deque<HostRequest> host;
  bool rsp_ready = true;
  std::vector<std::uint64_t> taken;
  std::vector<Done> done;
  std::vector<std::uint64_t> host_taken;
  std::vector<std::uint64_t> host_answered;

  void cycle() {
    CycleInputs inputs;
    inputs.command = commands.empty() ? nullptr : &commands.front();
    inputs.host = host.empty() ? nullptr : &host.front();
    inputs.rsp_ready = rsp_ready;
    const bool command_moves = model.outputs().cmd_ready && inputs.command != nullptr;
    const bool host_moves = model.outputs().host_gnt && inputs.host != nullptr;
    if (model.outputs().host_rvalid) host_answered.push_back(model.cycle());
    if (command_moves) taken.push_back(model.cycle());
    if (host_moves) host_taken.push_back(model.cycle());
    model.step(inputs);
    if (command_moves) commands.pop_front();
    if (host_moves) host.pop_front();
    if (const Transaction* transaction = model.retired()) {
      done.push_back({transaction->response, taken.at(done.size()), transaction->issue,
                      transaction->retire, transaction->ub_beats});
    }
  }

  void run_all() {
    for (int i = 0; i < 10000 && !(commands.empty() && host.empty() && model.idle()); ++i) cycle();
    ASSERT_TRUE(model.idle()) << "the model does not come to rest";
  }

  std::uint64_t latency_of(const Command& command) {
    commands.push_back(command);
    run_all();
    EXPECT_EQ(done.back().response.status, Status::Ok);
    return done.back().retire - done.back().taken;
  }

  static Command make(Opcode op) {
    Command command;
    command.op = op;
    command.width = Width::B32;
    return command;
  }
  static Command load(unsigned vd, std::uint32_t address) {
    Command command = make(Opcode::LoadAlign);
    command.vd = static_cast<std::uint8_t>(vd);
    command.addr = address;
    return command;
  }
  static Command store(unsigned vs, std::uint32_t address) {
    Command command = make(Opcode::StoreAlign);
    command.vs = static_cast<std::uint8_t>(vs);
    command.addr = address;
    return command;
  }
  static Command squeeze(unsigned vd, unsigned vs, bool store_reg) {
    Command command = make(Opcode::Squeeze);
    command.vd = static_cast<std::uint8_t>(vd);
    command.vs = static_cast<std::uint8_t>(vs);
    command.store_reg = store_reg;
    return command;
  }
  static Command stream_store(unsigned vs, std::uint32_t address) {
    Command command = make(Opcode::StoreUnalign);
    command.vs = static_cast<std::uint8_t>(vs);
    command.addr = address;
    command.post = true;
    return command;
  }
  void all_lanes_on() {
    commands.push_back(make(Opcode::CreateMask));
    commands.back().width = Width::B8;
    run_all();
    done.clear();
    taken.clear();
  }
};

TEST_F(CycleModelTest, LatenciesFromTransferToResponse) {
  EXPECT_EQ(latency_of(make(Opcode::GetSpr)), 2U);
  all_lanes_on();
  EXPECT_EQ(latency_of(squeeze(1, 2, false)), 3 + latency);
  EXPECT_EQ(latency_of(make(Opcode::Unsqueeze)), 3 + latency);
  EXPECT_EQ(latency_of(store(1, 0)), 8U);
  EXPECT_EQ(latency_of(load(1, 0)), 10U);
}

TEST_F(CycleModelTest, StoreWithoutBytesPassesTheAccessPipeAndTouchesNoBank) {
  EXPECT_EQ(latency_of(store(1, 0)), 8U);  // M0 is zero
  EXPECT_EQ(done.back().beats, 0U);
}

TEST_F(CycleModelTest, SqueezeOnePerCycle) {
  all_lanes_on();
  for (unsigned i = 0; i < 12; ++i) commands.push_back(squeeze(i, i + 12, false));
  run_all();
  for (std::size_t i = 1; i < done.size(); ++i) EXPECT_EQ(done[i].issue, done[i - 1].issue + 1);
}

TEST_F(CycleModelTest, DependentSqueezesWaitForTheWrite) {
  all_lanes_on();
  for (unsigned i = 0; i < 4; ++i) commands.push_back(squeeze(i + 1, i, false));
  run_all();
  // V passes a value being written to a read of the same cycle: issue + 1 + L.
  for (std::size_t i = 1; i < done.size(); ++i) {
    EXPECT_EQ(done[i].issue, done[i - 1].issue + 1 + latency);
  }
}

TEST_F(CycleModelTest, StreamPairsEveryTwoCyclesWithTheSameRegisters) {
  all_lanes_on();
  for (unsigned i = 0; i < 40; ++i) {
    commands.push_back(squeeze(1, 0, true));
    commands.push_back(stream_store(1, 3));
  }
  run_all();
  ASSERT_EQ(done.size(), 80U);
  for (const Done& one : done) EXPECT_EQ(one.response.status, Status::Ok);
  // Past the start, until the queues have filled.
  for (std::size_t i = 30; i < done.size(); ++i) EXPECT_EQ(done[i].retire, done[i - 2].retire + 2);
  EXPECT_EQ(model.model().ar(), 40 * config.vlen_bytes);
}

TEST_F(CycleModelTest, BlocksOfOneColumnTakeABeatEach) {
  all_lanes_on();
  // VL is two blocks in two columns; from an odd block on the columns change places.
  commands.push_back(load(1, 0));
  commands.push_back(load(1, 32));
  run_all();
  EXPECT_EQ(done[0].beats, 1U);
  EXPECT_EQ(done[1].beats, 1U);
  Config narrow = config;
  narrow.banks = 8;  // one column
  CycleModel one_column(narrow);
  const Command command = load(1, 0);
  CycleInputs inputs;
  inputs.command = &command;
  inputs.rsp_ready = true;
  one_column.step(inputs);
  inputs.command = nullptr;
  while (one_column.retired() == nullptr) one_column.step(inputs);
  EXPECT_EQ(one_column.retired()->beat_ends.size(), 2U);
  EXPECT_EQ(one_column.retired()->bound, 2U);
}

TEST_F(CycleModelTest, ResponseQueueHoldsSixteenAndThenNothingIssues) {
  rsp_ready = false;
  for (unsigned i = 0; i < 20; ++i) commands.push_back(make(Opcode::GetSpr));
  for (unsigned i = 0; i < 50; ++i) cycle();
  EXPECT_EQ(taken.size(), kRspDepth + 1);  // one waits in the intake register
  EXPECT_FALSE(model.outputs().cmd_ready);
  EXPECT_TRUE(model.outputs().rsp_valid);
  rsp_ready = true;
  run_all();
  EXPECT_EQ(done.size(), 20U);
}

TEST_F(CycleModelTest, StoreReadsTheRegisterBeforeAYoungerSqueezeOverwritesIt) {
  all_lanes_on();
  std::vector<std::uint8_t> bytes(config.vlen_bytes);
  std::iota(bytes.begin(), bytes.end(), 1);
  model.write_v(1, bytes);
  for (unsigned i = 0; i < 4; ++i) commands.push_back(store(1, 1024 * i));
  commands.push_back(squeeze(1, 2, false));
  commands.push_back(store(1, 8192));
  run_all();
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), model.ub().begin() + 3 * 1024));
  EXPECT_EQ(model.ub()[8192], 0);
  EXPECT_EQ(model.ub(), model.model().ub());
  EXPECT_EQ(model.v(1), model.model().v(1));
}

TEST_F(CycleModelTest, HostIsServedAtOnceOnIdleBanks) {
  HostRequest write{64, true, 0xf0f0f0f0, {}};
  write.wdata.fill(0x01020304);
  host.push_back(write);
  host.push_back(HostRequest{64, false, 0, {}});
  host.push_back(HostRequest{config.ub_bytes, false, 0, {}});
  run_all();
  ASSERT_EQ(host_answered.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(host_answered[i], host_taken[i] + 3);
  EXPECT_EQ(model.ub()[64], 0);
  EXPECT_EQ(model.ub()[64 + 7], 1);
  EXPECT_EQ(model.model().ub()[64 + 7], 1);
}

TEST_F(CycleModelTest, HostWaitsSixtyFourCyclesAndThenWins) {
  all_lanes_on();
  for (unsigned i = 0; i < 120; ++i) commands.push_back(store(1, 0));  // all columns, every cycle
  for (unsigned i = 0; i < 10; ++i) cycle();
  host.push_back(HostRequest{8192, false, 0, {}});
  run_all();
  ASSERT_EQ(host_answered.size(), 1U);
  // In the register from the next cycle on, 64 cycles of waiting, served, answered two later.
  EXPECT_EQ(host_answered[0], host_taken[0] + 1 + kHostPatience + 2);
}

TEST_F(CycleModelTest, HostRaceIsAnErrorOfTheTest) {
  all_lanes_on();
  commands.push_back(store(1, 64));
  cycle();
  host.push_back(HostRequest{96, false, 0, {}});
  EXPECT_THROW(cycle(), std::logic_error);
}

TEST_F(CycleModelTest, HostMayReadWhatACommandReads) {
  commands.push_back(load(1, 64));
  host.push_back(HostRequest{96, false, 0, {}});
  run_all();
  EXPECT_EQ(host_answered.size(), 1U);
}

TEST_F(CycleModelTest, ResetForgetsWhatIsInFlightAndKeepsWhatWasWritten) {
  all_lanes_on();
  std::vector<std::uint8_t> bytes(config.vlen_bytes, 7);
  model.write_v(1, bytes);
  commands.push_back(store(1, 0));
  run_all();
  rsp_ready = false;
  for (unsigned i = 0; i < kRspDepth; ++i) commands.push_back(make(Opcode::GetSpr));
  for (unsigned i = 0; i < 30; ++i) cycle();
  commands.push_back(make(Opcode::CreateMask));  // waits in the intake register, never issues
  commands.back().pattern = Pattern::Allf;
  cycle();
  model.reset();
  EXPECT_TRUE(model.idle());
  EXPECT_TRUE(model.outputs().cmd_ready);
  EXPECT_FALSE(model.outputs().rsp_valid);
  EXPECT_EQ(model.model().m(0), std::vector<std::uint8_t>(config.vlen_bytes, 1));
  EXPECT_EQ(model.ub()[0], 7);
  EXPECT_EQ(model.model().ub()[0], 7);
}

TEST_F(CycleModelTest, ResetInMidStoreDropsTheBeatsThatHaveNotCome) {
  all_lanes_on();
  model.write_v(1, std::vector<std::uint8_t>(config.vlen_bytes, 7));
  commands.push_back(store(1, 0));
  commands.push_back(store(1, 4096));
  while (model.ub()[0] == 0) cycle();
  model.reset();
  EXPECT_EQ(model.ub()[4096], 0);
  EXPECT_EQ(model.model().ub()[4096], 0);
}

TEST_F(CycleModelTest, PendingAndUnknownOpcodesAnswerErrOpcode) {
  for (unsigned op = 0; op < 32; ++op) {
    if (!is_pending(static_cast<Opcode>(op))) continue;
    commands.push_back(make(static_cast<Opcode>(op)));
    run_all();
    EXPECT_EQ(done.back().response.status, Status::ErrOpcode) << op;
    EXPECT_EQ(done.back().retire - done.back().taken, 2U);
  }
  EXPECT_GE(done.size(), 12U);  // at least the codes without a command
}

/// Whatever is thrown at it, in the end timed and untimed state are the same.
TEST_F(CycleModelTest, TimedStateEndsWhereTheGoldenModelIs) {
  RandomCommands random(config, 7, "all");
  for (const Fill& fill : random.refill()) model.write_ub(fill.address, fill.bytes);
  Rng rng(1);
  for (unsigned batch = 0; batch < 20; ++batch) {
    for (unsigned i = 0; i < 200; ++i) commands.push_back(random.next());
    while (!commands.empty() || !model.idle()) {
      rsp_ready = rng.percent(70);
      cycle();
    }
    ASSERT_EQ(model.ub(), random.model().ub());
    for (std::size_t i = 0; i < kNumVregs; ++i) ASSERT_EQ(model.v(i), random.model().v(i)) << i;
  }
  EXPECT_EQ(done.size(), 4000U);
}

}  // namespace
}  // namespace gsq
