// SPDX-License-Identifier: Apache-2.0
// The cycle model against the figures that the timing contract names; no RTL here.
#include "gsq/timing/cycle_model.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/config.hpp"
#include "gsq/stimulus/random.hpp"
#include "gsq/timing/bound.hpp"
#include "timing/cycle_model_fixture.hpp"

namespace gsq {
namespace {

TEST_F(CycleModelTest, LatenciesFromTransferToResponse) {
  EXPECT_EQ(latency_of(make(Opcode::GetSpr)), kImmediate);
  all_lanes_on();
  EXPECT_EQ(latency_of(squeeze(1, 2, false)), kSqueeze + latency);
  EXPECT_EQ(latency_of(make(Opcode::Unsqueeze)), kSqueeze + latency);
  EXPECT_EQ(latency_of(store(1, 0)), kStore);
  EXPECT_EQ(latency_of(load(1, 0)), kLoad);
}

TEST_F(CycleModelTest, StoreWithoutBytesPassesTheAccessPipeAndTouchesNoBank) {
  EXPECT_EQ(latency_of(store(1, 0)), kStore);  // M0 is zero
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
  EXPECT_EQ(one_column.retired()->ub_beats, 2U);
  EXPECT_EQ(one_column.retired()->bound, 2U);
}

class FullCycleModelTest : public CycleModelTest {
 protected:
  FullCycleModelTest() : CycleModelTest(full_config()) {}
};

TEST_F(FullCycleModelTest, PermutationsFollowEachOtherAtABeatEach) {
  all_lanes_on();
  for (unsigned i = 0; i < 8; ++i) fill_v(i, 4, [&](std::uint32_t k) { return (37 * k + i) % 64; });
  constexpr std::uint32_t kCount = 1000;
  for (unsigned i = 0; i < kCount; ++i) commands.push_back(gather(8 + i % 8, i % 8, 256 * i));
  run_all();
  ASSERT_EQ(done.size(), kCount);
  for (const Done& one : done) {
    ASSERT_EQ(one.beats, 1U);
    ASSERT_EQ(one.bound, 1U);
    ASSERT_EQ(one.merged, 0U);
  }
  EXPECT_EQ(beat_gaps(), std::vector<std::uint64_t>(kCount - 1, 1));
}

TEST_F(FullCycleModelTest, EachBankServesItsWordsByTheirLowestLane) {
  all_lanes_on();
  // Lanes 0..7 want eight words of bank 0, the highest first, lanes 8..15 the same in ascending
  // order; all others word 1, in bank 1.
  fill_v(1, 4, [](std::uint32_t k) { return k < 8 ? (7 - k) * 64 : k < 16 ? (k - 8) * 64 : 1; });
  commands.push_back(gather(2, 1, 0));
  std::vector<std::uint32_t> rows;
  while (done.empty()) {
    if (model.on_banks() != nullptr && (model.outputs().bank_req[0] & 1U) != 0) {
      rows.push_back(model.outputs().bank[0].row);
      EXPECT_EQ((model.outputs().bank_req[0] & 2U) != 0, rows.size() == 1);
    }
    cycle();
  }
  EXPECT_EQ(rows, (std::vector<std::uint32_t>{7, 6, 5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(done[0].beats, 8U);
  EXPECT_EQ(done[0].merged, 55U);
}

TEST_F(CycleModelTest, LatencyOfGathersByTheirBeats) {
  all_lanes_on();
  EXPECT_EQ(latency_of(gather(1, 0, 0)), kLoad);  // all lanes one word
  EXPECT_EQ(done.back().merged, config.lanes(4) - 1);
  fill_v(2, 4, [&](std::uint32_t k) { return k * config.banks; });
  EXPECT_EQ(latency_of(gather(1, 2, 0)), kLoad - 1 + config.lanes(4));
  EXPECT_EQ(done.back().merged, 0U);
  EXPECT_EQ(latency_of(scatter(1, 2, 0)), kStore - 1 + config.lanes(4));
  Command blocks = gather(1, 3, 0);
  blocks.op = Opcode::GatherBlock;
  EXPECT_EQ(latency_of(blocks), kLoad);  // one block twice
  EXPECT_EQ(done.back().merged, config.vlen_bytes / kBlockBytes - 1);
}

TEST_F(CycleModelTest, ScatterToOneWordIsOneBeatOfTheHighestLane) {
  all_lanes_on();
  fill_v(1, 4, [](std::uint32_t k) { return 0x100 + k; });
  EXPECT_EQ(latency_of(scatter(1, 0, 64)), kStore);
  EXPECT_EQ(done.back().beats, 1U);
  EXPECT_EQ(done.back().merged, config.lanes(4) - 1);
  EXPECT_EQ(model.ub()[64], config.lanes(4) - 1);
  EXPECT_EQ(model.ub()[65], 1);
}

TEST_F(CycleModelTest, TwoByteFormsTakeAGroupForEachHalfWithAnActiveLane) {
  for (const Form form : {Form::B8, Form::B16}) {
    all_lanes_on();
    EXPECT_EQ(latency_of(gather(1, 0, 0, form)), kLoad + 1);
    EXPECT_EQ(done.back().beats, 2U);
    EXPECT_EQ(done.back().merged, config.lanes(2) - 2);
    for (const std::uint64_t mask : {0x1ULL, 0x1ULL << 63U >> 1U, 0x0ULL}) {
      commands.push_back(set_mask(0, mask));
      EXPECT_EQ(latency_of(gather(1, 0, 0, form)), kLoad) << mask;
      EXPECT_EQ(done.back().beats, mask == 0 ? 0U : 1U) << mask;
    }
  }
}

TEST_F(CycleModelTest, GroupsOfAScatterWriteWhatTheirOwnLanesHold) {
  all_lanes_on();
  fill_v(1, 2, [](std::uint32_t k) { return k; });
  commands.push_back(scatter(1, 0, 0, Form::B16));
  std::vector<std::uint64_t> written;
  while (done.empty()) {
    if (model.on_banks() != nullptr && model.outputs().bank_any) {
      written.push_back(model.outputs().bank[0].wdata & 0xffff);
    }
    cycle();
  }
  EXPECT_EQ(written, (std::vector<std::uint64_t>{config.lanes(4) - 1, config.lanes(2) - 1}));
}

TEST_F(CycleModelTest, IllegalLaneTakesThePipeButNoBeatAndChangesNothing) {
  all_lanes_on();
  fill_v(1, 4, [](std::uint32_t k) { return k == 5 ? 0x3fffffff : k; });
  fill_v(2, 4, [](std::uint32_t k) { return k; });
  fill_v(3, 4, [](std::uint32_t k) { return 7 + k; });
  fill_v(5, 4, [](std::uint32_t k) { return 100 + k; });
  const std::vector<std::uint8_t> before = model.v(3);
  commands.push_back(gather(3, 1, 0));
  commands.push_back(gather(4, 2, 0));
  commands.push_back(scatter(5, 1, 0));
  commands.push_back(scatter(5, 2, 64));
  run_all();
  ASSERT_EQ(done.size(), 4U);
  for (const std::size_t bad : {0U, 2U}) {
    EXPECT_EQ(done[bad].response.status, Status::ErrBounds);
    EXPECT_EQ(done[bad].response.info, 5U);
    EXPECT_EQ(done[bad].beats, 0U);
    EXPECT_EQ(done[bad].bound, 0U);
  }
  EXPECT_EQ(done[0].retire - done[0].taken, kLoad);  // as a gather with one beat
  EXPECT_EQ(done[1].response.status, Status::Ok);
  EXPECT_EQ(done[3].response.status, Status::Ok);
  EXPECT_EQ(beat_gaps(), std::vector<std::uint64_t>{2});  // the bad scatter between the good ones
  EXPECT_EQ(model.v(3), before);
  EXPECT_EQ(model.ub()[0], 0);
  EXPECT_EQ(model.ub()[64], 100);
}

TEST_F(CycleModelTest, GatherRegTakesACycleForEachGroup) {
  const struct {
    Width width;
    std::uint64_t cycles;
  } cases[] = {{Width::B32, 1}, {Width::B16, 2}, {Width::B8, 4}};
  for (const auto& one : cases) {
    done.clear();
    taken.clear();
    for (unsigned i = 0; i < 12; ++i) commands.push_back(gather_reg(1 + i % 4, 0, 0, one.width));
    run_all();
    EXPECT_EQ(done.front().retire - done.front().taken, kLoad - 1 + one.cycles);
    EXPECT_EQ(done.front().beats, 0U);
    for (std::size_t i = 1; i < done.size(); ++i) {
      EXPECT_EQ(done[i].retire - done[i - 1].retire, one.cycles) << i;
    }
  }
}

class LaneOpsTest : public CycleModelTest {
 protected:
  LaneOpsTest() : CycleModelTest(small_config(1)) {}
};

TEST_F(LaneOpsTest, GatherLanesTakesTheCyclesOfGatherRegWithAnyMaskAndIndices) {
  fill_v(0, 1, [](std::uint32_t k) { return k; });
  fill_v(1, 1, [](std::uint32_t) { return 255U; });  // no lane of any width
  for (const bool active : {false, true}) {
    if (active) all_lanes_on();
    for (const Width width : {Width::B8, Width::B16, Width::B32}) {
      for (const unsigned indices : {0U, 1U}) {
        Command command = gather_reg(2, 0, indices, width);
        const std::uint64_t cycles = latency_of(command);
        command.op = Opcode::GatherLanes;
        for (const bool merge : {false, true}) {
          command.merge = merge;
          EXPECT_EQ(latency_of(command), cycles) << to_text(width) << " v" << indices;
          EXPECT_EQ(done.back().beats, 0U);
        }
      }
    }
  }
}

TEST_F(LaneOpsTest, SlotsWithoutAnIndexAreNoGroup) {
  all_lanes_on();
  for (const Form form : {Form::B8, Form::B16}) {
    for (const Opcode op : {Opcode::GatherIndex, Opcode::ScatterIndex}) {
      const auto beats = [&](Width width) {
        Command command = gather(2, 1, 0, form);  // v1 is zero: a word for each group
        command.op = op;
        command.width = width;
        latency_of(command);
        return done.back().beats;
      };
      EXPECT_EQ(beats(Width::B8), 2U);
      EXPECT_EQ(beats(Width::B16), 2U);
      EXPECT_EQ(beats(Width::B32), 1U);
    }
  }
}

TEST_F(LaneOpsTest, ByteLanesTakeAGroupForEachQuarterAndMoreToCheckAllButTheFirstTwo) {
  const std::uint32_t quarter = config.vlen_bytes / 4;
  for (const Opcode op : {Opcode::GatherIndex, Opcode::ScatterIndex, Opcode::LoadStrided}) {
    for (unsigned used = 0; used < 16; ++used) {
      Command mask = set_mask(0, 0);
      std::uint64_t groups = 0;
      for (unsigned q = 0; q < 4; ++q) {
        if ((used >> q & 1U) == 0) continue;
        ++groups;
        mask.mask.at(q * quarter / 64) |= std::uint64_t{1} << (q * quarter % 64);
      }
      commands.push_back(mask);
      Command command = gather(2, 1, 0, Form::B8x8);  // v1 is zero: a word for each group
      command.op = op;
      command.width = Width::B8;
      const std::uint64_t checks = groups > 2 ? groups - 2 : 0;
      const std::uint64_t last = op == Opcode::ScatterIndex ? kLoad - 2 : kLoad;
      EXPECT_EQ(latency_of(command), last + std::max<std::uint64_t>(groups, 1) - 1 + checks)
          << used;
      EXPECT_EQ(done.back().beats, groups) << used;
    }
  }
}

TEST_F(CycleModelTest, GatherWaitsForTheLoadOfItsIndices) {
  all_lanes_on();
  commands.push_back(load(1, 0));
  commands.push_back(gather(2, 1, 0));
  commands.push_back(gather(3, 2, 0));  // UB is zero: legal
  run_all();
  // A load that leaves the queue in t writes V in t+8, when the next one can leave.
  EXPECT_EQ(beat_gaps(), (std::vector<std::uint64_t>{8, 8}));
  EXPECT_EQ(done.back().response.status, Status::Ok);
}

TEST_F(CycleModelTest, ScatterWaitsForSqueezedDataButTheNextOneDoesNot) {
  all_lanes_on();
  fill_v(1, 4, [](std::uint32_t k) { return k + 1; });
  fill_v(2, 4, [](std::uint32_t k) { return k; });
  commands.push_back(squeeze(3, 1, false));
  commands.push_back(scatter(3, 2, 0));
  commands.push_back(scatter(3, 2, 64));
  run_all();
  // The squeeze writes V in issue + 1 + L; the scatter leaves the queue in the cycle after that,
  // and six cycles later it is in X.
  EXPECT_EQ(beat_cycles.front(), done[0].issue + 1 + latency + 7);
  EXPECT_EQ(beat_gaps(), std::vector<std::uint64_t>{1});
  EXPECT_EQ(model.ub()[0], 1);
  EXPECT_EQ(model.ub()[64], 1);
}

TEST_F(CycleModelTest, GatherReadsIndicesAndDataBeforeAYoungerSqueezeOverwritesThem) {
  all_lanes_on();
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });  // as many beats as lanes
  fill_v(2, 4, [](std::uint32_t k) { return k; });
  for (const unsigned source : {1U, 2U}) {
    fill_v(source, 4, [&](std::uint32_t k) { return source == 1 ? k * config.banks : k; });
    for (unsigned i = 0; i < 3; ++i) commands.push_back(scatter(2, 1, 4096));
    commands.push_back(unsqueeze_into(source));
    run_all();
    EXPECT_EQ(model.ub(), model.model().ub());
    EXPECT_EQ(model.ub()[4096 + 4 * 3 * config.banks], 3) << source;
    EXPECT_EQ(model.v(source), model.model().v(source));
  }
}

TEST_F(CycleModelTest, LatencyOfBlockForms) {
  all_lanes_on();
  for (const std::uint16_t stride : {1, 2}) {  // of two columns, both blocks lie in one
    Command load_blocks = make(Opcode::LoadBlock);
    load_blocks.blk0 = stride;
    EXPECT_EQ(latency_of(load_blocks), kLoad - 1 + stride);
    Command store_blocks = load_blocks;
    store_blocks.op = Opcode::StoreBlock;
    EXPECT_EQ(latency_of(store_blocks), kStore - 1 + stride);
    EXPECT_EQ(done.back().beats, stride);
  }
}

TEST_F(CycleModelTest, StoreBlockWaitsForItsDataAndWritesActiveLanes) {
  commands.push_back(set_mask(0, 0x1000000001));  // lanes 0 and 9 of b32
  run_all();
  model.write_ub(0, std::vector<std::uint8_t>(config.vlen_bytes, 7));
  Command load_blocks = make(Opcode::LoadBlock);
  load_blocks.vd = 3;
  Command store_blocks = make(Opcode::StoreBlock);
  store_blocks.vs = 3;
  store_blocks.addr = 1024;
  load_blocks.blk0 = store_blocks.blk0 = 1;
  commands.push_back(load_blocks);
  commands.push_back(store_blocks);
  run_all();
  EXPECT_EQ(beat_gaps(), std::vector<std::uint64_t>{8});
  EXPECT_EQ(model.ub(), model.model().ub());
  for (std::uint32_t i = 0; i < config.vlen_bytes; ++i) {
    EXPECT_EQ(model.ub()[1024 + i], i < 4 || i / 4 == 9 ? 7 : 0) << i;
  }
}

TEST_F(CycleModelTest, LatencyOfVecCommands) {
  EXPECT_EQ(latency_of(vec(Opcode::VecCopy, 1, 1024, 0)), kCopy);
  EXPECT_EQ(latency_of(vec(Opcode::VecAbs, 1, 1024, 0)), kCopy);
  EXPECT_EQ(latency_of(vec(Opcode::VecAdd, 1, 1024, 0, 512)), kAdd);
  EXPECT_EQ(done.back().beats, 3U);
  EXPECT_EQ(latency_of(vec(Opcode::VecAdd, 0, 1024, 0, 512)), kImmediate);
  EXPECT_EQ(done.back().beats, 0U);
  Command command = vec(Opcode::VecCopy, 1, 1024, 0);
  command.blk1 = 2;  // both blocks in one column
  EXPECT_EQ(latency_of(command), kCopy + 1);
  command.blk0 = 2;
  EXPECT_EQ(latency_of(command), kCopy + 2);
}

TEST_F(CycleModelTest, VecReadsRunFourIterationsAhead) {
  EXPECT_EQ(beats_of(vec(Opcode::VecCopy, 5, 4096, 0)), "a0 a1 a2 a3 d0 a4 d1 d2 d3 d4");
  EXPECT_EQ(beats_of(vec(Opcode::VecAdd, 5, 4096, 0, 2048)),
            "a0 b0 a1 b1 a2 b2 a3 b3 d0 a4 b4 d1 d2 d3 d4");
  EXPECT_EQ(beats_of(vec(Opcode::VecAbs, 5, 4096, 0)), "a0 a1 a2 a3 d0 a4 d1 d2 d3 d4");
  EXPECT_EQ(beats_of(vec(Opcode::VecCopy, 2, 4096, 0)), "a0 a1 d0 d1");
  // In place: no iteration reads what another one writes.
  EXPECT_EQ(beats_of(vec(Opcode::VecAdd, 5, 0, 0, 0)),
            "a0 b0 a1 b1 a2 b2 a3 b3 d0 a4 b4 d1 d2 d3 d4");
  // A write into what older iterations have read is no obstacle.
  EXPECT_EQ(beats_of(vec(Opcode::VecCopy, 5, 0, config.vlen_bytes)),
            "a0 a1 a2 a3 d0 a4 d1 d2 d3 d4");
}

TEST_F(CycleModelTest, VecReadsWaitForWritesOfTheSameBlocks) {
  const std::uint32_t vl = config.vlen_bytes;
  EXPECT_EQ(beats_of(vec(Opcode::VecCopy, 4, vl, 0)), "a0 d0 a1 d1 a2 d2 a3 d3");
  EXPECT_EQ(beats_of(vec(Opcode::VecCopy, 4, 2 * vl, 0)), "a0 a1 d0 a2 d1 a3 d2 d3");
  EXPECT_EQ(beats_of(vec(Opcode::VecCopy, 4, 3 * vl, 0)), "a0 a1 a2 d0 a3 d1 d2 d3");
  EXPECT_EQ(beats_of(vec(Opcode::VecAdd, 3, vl, 4096, 0)), "a0 b0 d0 a1 b1 d1 a2 b2 d2");
  // One common block is enough.
  EXPECT_EQ(beats_of(vec(Opcode::VecCopy, 3, vl + kBlockBytes, 0)), "a0 d0 a1 d1 a2 d2");
  EXPECT_EQ(beats_of(vec(Opcode::VecCopy, 3, vl - kBlockBytes, 0)), "a0 d0 a1 d1 a2 d2");
  Command same = vec(Opcode::VecCopy, 3, 0, 0);
  same.rep0 = same.rep1 = 0;
  EXPECT_EQ(beats_of(same), "a0 d0 a1 d1 a2 d2");
  Command far = vec(Opcode::VecCopy, 4, 5 * vl, 0);  // only iteration 3 reads what 0 writes
  far.rep1 = 3 * far.rep0;
  far.addr = 9 * vl;
  EXPECT_EQ(beats_of(far), "a0 a1 a2 d0 a3 d1 d2 d3");
  far.addr = 6 * vl;  // iteration 2 reads what 0 writes, 3 nothing
  EXPECT_EQ(beats_of(far), "a0 a1 d0 a2 a3 d1 d2 d3");
}

TEST_F(CycleModelTest, VecBlocksWithoutASelectedLaneAreNobodysObstacle) {
  Command command = vec(Opcode::VecCopy, 3, config.vlen_bytes + kBlockBytes, 0);
  // Block 1 of the next iteration to be read is block 0 of the last one written.
  EXPECT_EQ(beats_of(command), "a0 d0 a1 d1 a2 d2");
  command.mask = {kBlockBytes / 4, 0};
  EXPECT_EQ(beats_of(command), "a0 a1 a2 d0 d1 d2");
  ++command.mask[0];
  EXPECT_EQ(beats_of(command), "a0 d0 a1 d1 a2 d2");
  command.bitwise = true;
  command.mask = {0xff00, 0};
  EXPECT_EQ(beats_of(command), "a0 a1 a2 d0 d1 d2");
  command.mask = {0x8001, 0};
  EXPECT_EQ(beats_of(command), "a0 d0 a1 d1 a2 d2");
}

TEST_F(CycleModelTest, VecWriteIsInXFourCyclesAfterItsLastReadOrLater) {
  commands.push_back(vec(Opcode::VecCopy, 2, config.vlen_bytes, 0));  // a0 d0 a1 d1
  commands.push_back(vec(Opcode::VecCopy, 1, 4096, 0));
  run_all();
  EXPECT_EQ(beat_gaps(), (std::vector<std::uint64_t>{4, 1, 4, 1, 4}));
}

TEST_F(CycleModelTest, VecIterationsSeeWhatThoseBeforeThemWrote) {
  std::vector<std::uint8_t> ones(config.vlen_bytes);
  for (std::size_t i = 0; i < ones.size(); i += 4) ones[i] = 1;
  model.write_ub(0, ones);
  commands.push_back(vec(Opcode::VecAdd, 50, 1024 + config.vlen_bytes, 1024, 0));
  commands.back().rep2 = 0;
  run_all();
  EXPECT_EQ(model.ub(), model.model().ub());
  for (std::uint32_t r = 1; r <= 50; ++r) {
    EXPECT_EQ(model.ub()[1024 + r * config.vlen_bytes], r);
    EXPECT_EQ(model.ub()[1024 + r * config.vlen_bytes + config.vlen_bytes - 4], r);
  }
}

TEST_F(CycleModelTest, VecWriteGroupsHoldWhatTheirOwnIterationWrites) {
  for (std::uint32_t r = 0; r < 4; ++r) {
    model.write_ub(r * config.vlen_bytes, {static_cast<std::uint8_t>(10 + r)});
  }
  Command command = vec(Opcode::VecCopy, 4, 4096, 0);
  command.rep0 = 0;
  commands.push_back(command);
  std::vector<std::uint64_t> written;
  while (done.empty()) {
    if ((model.outputs().bank_we[0] & 1U) != 0) {
      written.push_back(model.outputs().bank[0].wdata & 0xffffffff);
    }
    cycle();
  }
  EXPECT_EQ(written, (std::vector<std::uint64_t>{10, 11, 12, 13}));
  EXPECT_EQ(model.ub()[4096], 13);
}

TEST_F(CycleModelTest, ResetInMidVecKeepsTheIterationsThatWereWritten) {
  model.write_ub(0, std::vector<std::uint8_t>(8 * config.vlen_bytes, 7));
  commands.push_back(vec(Opcode::VecCopy, 8, 4096, 0));
  commands.push_back(vec(Opcode::VecCopy, 8, 8192, 0));  // waits behind it
  while (model.ub()[4096 + config.vlen_bytes] == 0) cycle();
  model.reset();
  EXPECT_TRUE(model.idle());
  EXPECT_EQ(model.ub()[4096], 7);
  EXPECT_EQ(model.ub()[4096 + 2 * config.vlen_bytes], 0);
  EXPECT_EQ(model.ub()[8192], 0);
  EXPECT_EQ(model.model().ub(), model.ub());
  commands.clear();
  done.clear();
  taken.clear();
  EXPECT_EQ(latency_of(vec(Opcode::VecCopy, 1, 1024, 0)), kCopy);
}

TEST_F(FullCycleModelTest, RepeatedVecCommandsLeaveNoCycleIdle) {
  for (const Opcode op : {Opcode::VecCopy, Opcode::VecAdd}) {
    beat_cycles.clear();
    const std::uint32_t beats = 255 * (op == Opcode::VecAdd ? 3 : 2);
    commands.push_back(vec(op, 255, 131072, 0, 65536));
    run_all();
    EXPECT_EQ(done.back().response.status, Status::Ok);
    EXPECT_EQ(done.back().beats, beats);
    EXPECT_EQ(beat_gaps(), std::vector<std::uint64_t>(beats - 1, 1));
  }
}

TEST_F(CycleModelTest, HostWaitsOnlyForBeatsOnItsOwnColumn) {
  all_lanes_on();
  // 16 beats, on bank 0 alone: column 0 of two.
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  for (const std::uint32_t address : {8192U, 8192U + kBlockBytes}) {
    host_taken.clear();
    host_answered.clear();
    commands.push_back(gather(2, 1, 0));
    while (model.on_banks() == nullptr) cycle();
    host.push_back(HostRequest{address, false, 0, {}});
    run_all();
    const std::uint64_t waited = host_answered.at(0) - host_taken.at(0) - 3;
    EXPECT_EQ(waited, address == 8192 ? config.lanes(4) - 1 : 0) << address;
  }
}

/// Beats and merged lanes of a command are what command_bound() and merged_lanes() say, which count
/// in another way.
TEST_F(CycleModelTest, BeatsEqualTheBound) {
  for (const std::uint32_t round : {0U, 1U, 2U, 3U}) {
    Config with = config;
    with.bank_hash = round % 2;
    RandomCommands random(with, 3 + round, round < 2 ? "gather" : "vec");
    CycleModel timed(with);
    for (const Fill& fill : random.refill()) timed.write_ub(fill.address, fill.bytes);
    std::uint32_t most = 0;
    std::uint32_t most_merged = 0;
    for (unsigned i = 0; i < 3000; ++i) {
      const Model before = random.model();
      const Command command = random.next();
      const std::uint32_t expected = command_bound(command, before);
      CycleInputs inputs;
      inputs.command = &command;
      inputs.rsp_ready = true;
      timed.step(inputs);
      inputs.command = nullptr;
      while (timed.retired() == nullptr) timed.step(inputs);
      ASSERT_EQ(timed.retired()->bound, expected) << i;
      ASSERT_EQ(timed.retired()->ub_beats, expected) << i;
      ASSERT_EQ(timed.retired()->merged, merged_lanes(command, before)) << i;
      most = std::max(most, expected);
      most_merged = std::max(most_merged, timed.retired()->merged);
    }
    EXPECT_GT(most, 8U);
    EXPECT_GT(most_merged, 8U);
  }
}

TEST_F(CycleModelTest, ResponseQueueHoldsSixteenAndThenNothingIssues) {
  rsp_ready = false;
  for (unsigned i = 0; i < 20; ++i) commands.push_back(make(Opcode::GetSpr));
  for (unsigned i = 0; i < 50; ++i) cycle();
  EXPECT_EQ(taken.size(),
            max_unanswered(config));  // in the queue, in decode and in the issue queue
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

TEST_F(CycleModelTest, OneCommandACycleIssuesOutOfAFullIssueQueue) {
  rsp_ready = false;
  for (unsigned i = 0; i < 60; ++i) commands.push_back(make(Opcode::GetSpr));
  for (unsigned i = 0; i < 50; ++i) cycle();
  rsp_ready = true;
  const std::uint64_t ready = model.cycle();  // the first response is taken
  run_all();
  ASSERT_EQ(done.size(), 60U);
  EXPECT_EQ(done[config.rsp_depth].issue, ready + 1);
  for (std::size_t i = config.rsp_depth + 1; i < done.size(); ++i) {
    EXPECT_EQ(done[i].issue, done[i - 1].issue + 1) << i;
    EXPECT_EQ(done[i].retire, done[i - 1].retire + 1) << i;
  }
  // The queue of two issues in ready+1 and falls below two: D1 moves in ready+2, and with it D0.
  EXPECT_EQ(taken[max_unanswered(config)], ready + 2);
  for (std::size_t i = max_unanswered(config) + 1; i < taken.size(); ++i) {
    EXPECT_EQ(taken[i], taken[i - 1] + 1) << i;
  }
}

TEST_F(CycleModelTest, CommandsAreTakenUntilDecodeAndIssueQueueAreFull) {
  all_lanes_on();
  // The second squeeze issues 1 + L cycles after the first one, at the earliest.
  const std::uint64_t start = model.cycle();
  for (unsigned i = 0; i < 7; ++i) commands.push_back(squeeze(i + 1, i, false));
  run_all();
  const auto issues = [&](unsigned i) { return start + 3 + i * (1 + latency); };
  for (unsigned i = 0; i < 7; ++i) EXPECT_EQ(done[i].issue, issues(i)) << i;
  // One issues; of those behind it, two are in the issue queue, one is in D1, one in D0.
  for (unsigned i = 0; i < 5; ++i) EXPECT_EQ(taken[i], start + i) << i;
  // A place in the queue is used in the cycle after the issue, and lets all of them go on.
  EXPECT_EQ(taken[5], issues(1) + 1);
  EXPECT_EQ(taken[6], issues(2) + 1);
}

TEST_F(CycleModelTest, HostQueueHoldsTwoRequests) {
  all_lanes_on();
  // 16 beats on column 0: requests to it wait.
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });
  commands.push_back(gather(2, 1, 0));
  while (model.on_banks() == nullptr) cycle();
  const std::uint64_t start = model.cycle();
  for (const std::uint32_t address : {8192U, config.ub_bytes, 8192U + kBlockBytes, 8192U}) {
    host.push_back(HostRequest{address, false, 0, {}});
  }
  run_all();
  ASSERT_EQ(host_answered.size(), 4U);
  // The first one is served after the last beat. The others are served one a cycle, in order,
  // though they could be served earlier; a place that becomes free is used a cycle later.
  const std::uint64_t served = start + config.lanes(4);
  EXPECT_EQ(host_taken, (std::vector<std::uint64_t>{start, start + 1, served + 1, served + 2}));
  EXPECT_EQ(host_answered,
            (std::vector<std::uint64_t>{served + 2, served + 3, served + 4, served + 5}));
}

TEST_F(CycleModelTest, EachHostRequestWaitsSixtyFourCyclesAsTheOldest) {
  all_lanes_on();
  for (unsigned i = 0; i < 250; ++i) commands.push_back(store(1, 0));  // all columns, every cycle
  for (unsigned i = 0; i < 20; ++i) cycle();
  for (unsigned i = 0; i < 2; ++i) host.push_back(HostRequest{8192, false, 0, {}});
  run_all();
  ASSERT_EQ(host_answered.size(), 2U);
  EXPECT_EQ(host_taken[1], host_taken[0] + 1);
  EXPECT_EQ(host_answered[0], host_taken[0] + 1 + config.host_patience + 2);
  EXPECT_EQ(host_answered[1], host_answered[0] + 1 + config.host_patience);
}

/// In the cycle in which its waiting time ends the host wins whatever X has: a beat on other
/// columns, or a group without a beat, which X holds too.
TEST_F(CycleModelTest, HostWinsByItsWaitingTimeAlone) {
  all_lanes_on();
  fill_v(1, 4, [&](std::uint32_t k) { return k * config.banks; });      // 16 beats on column 0
  fill_v(2, 4, [&](std::uint32_t k) { return k * config.banks + 8; });  // on column 1
  for (const Command& last : {gather(4, 2, 0), gather_reg(4, 3, 3, Width::B8)}) {
    done.clear();
    taken.clear();
    host_answered.clear();
    beat_cycles.clear();
    for (unsigned i = 0; i < 4; ++i) commands.push_back(gather(5, 1, 0));  // 64 beats
    commands.push_back(last);
    const std::uint64_t first_beat = model.cycle() + kStore - 1;
    while (model.cycle() + 1 != first_beat) cycle();
    host.push_back(HostRequest{8192, false, 0, {}});
    run_all();
    EXPECT_EQ(beat_cycles.at(0), first_beat);
    EXPECT_EQ(host_answered.at(0), first_beat + config.host_patience + 2);
    const bool has_beats = last.op == Opcode::Gather;
    if (has_beats) {
      EXPECT_EQ(beat_cycles.at(config.host_patience), first_beat + config.host_patience + 1);
    }
    // 16 beats or 4 groups, after the one cycle of the host; then data, V and the response.
    EXPECT_EQ(done[4].retire, first_beat + config.host_patience + 1 + (has_beats ? 16 : 4) + 2);
  }
}

TEST_F(CycleModelTest, HostWaitsSixtyFourCyclesAndThenWins) {
  all_lanes_on();
  for (unsigned i = 0; i < 120; ++i) commands.push_back(store(1, 0));  // all columns, every cycle
  for (unsigned i = 0; i < 10; ++i) cycle();
  host.push_back(HostRequest{8192, false, 0, {}});
  run_all();
  ASSERT_EQ(host_answered.size(), 1U);
  // The oldest of the queue from the next cycle on, 64 cycles of waiting, served, answered two
  // later.
  EXPECT_EQ(host_answered[0], host_taken[0] + 1 + config.host_patience + 2);
}

TEST_F(CycleModelTest, HostRaceIsAnErrorOfTheTest) {
  all_lanes_on();
  commands.push_back(store(1, 64));
  cycle();
  host.push_back(HostRequest{96, false, 0, {}});
  EXPECT_THROW(cycle(), std::logic_error);
}

/// The second operand is read below the first one.
TEST_F(CycleModelTest, HostRacesWithEveryOperand) {
  for (const std::uint32_t operand : {1024, 8192, 64}) {
    commands.push_back(vec(Opcode::VecAdd, 1, 1024, 8192, 64));
    cycle();
    host.push_back(HostRequest{operand, true, ~std::uint32_t{0}, {}});
    EXPECT_THROW(cycle(), std::logic_error) << operand;
    commands.clear();
    host.clear();
    model.reset();
  }
}

TEST_F(CycleModelTest, HostMayReadWhatACommandReads) {
  commands.push_back(load(1, 64));
  host.push_back(HostRequest{96, false, 0, {}});
  run_all();
  EXPECT_EQ(host_answered.size(), 1U);
  commands.push_back(vec(Opcode::VecCopy, 1, 1024, 64));
  host.push_back(HostRequest{96, false, 0, {}});
  run_all();
  EXPECT_EQ(host_answered.size(), 2U);
  commands.push_back(vec(Opcode::VecCopy, 1, 1024, 64));
  cycle();
  host.push_back(HostRequest{1024, false, 0, {}});
  EXPECT_THROW(cycle(), std::logic_error);
}

TEST_F(CycleModelTest, ResetForgetsWhatIsInFlightAndKeepsWhatWasWritten) {
  all_lanes_on();
  std::vector<std::uint8_t> bytes(config.vlen_bytes, 7);
  model.write_v(1, bytes);
  commands.push_back(store(1, 0));
  run_all();
  rsp_ready = false;
  for (unsigned i = 0; i < config.rsp_depth; ++i) commands.push_back(make(Opcode::GetSpr));
  for (unsigned i = 0; i < 30; ++i) cycle();
  model.reset();
  EXPECT_TRUE(model.idle());
  EXPECT_TRUE(model.outputs().cmd_ready);
  EXPECT_TRUE(model.outputs().host_gnt);
  EXPECT_FALSE(model.outputs().rsp_valid);
  EXPECT_EQ(model.ub()[0], 7);
  EXPECT_EQ(model.model().ub()[0], 7);
}

/// Masks are written in order as their commands leave D0, also when these never issue.
TEST_F(CycleModelTest, ResetKeepsTheMasksOfCommandsThatHaveLeftD0) {
  const std::vector<std::uint8_t> off(config.vlen_bytes, 0);
  const std::vector<std::uint8_t> on(config.vlen_bytes, 1);
  for (const unsigned cycles : {1U, 2U, 3U, 4U, 5U, 6U}) {
    for (const std::uint8_t m : {0, 1, 2, 3}) {
      commands.push_back(make(Opcode::CreateMask));
      commands.back().pattern = Pattern::Allf;
      commands.back().m = m;
    }
    run_all();
    for (const std::uint8_t m : {0, 1, 2, 3}) {
      commands.push_back(make(Opcode::CreateMask));
      commands.back().width = Width::B8;
      commands.back().m = m;
    }
    for (unsigned i = 0; i < cycles; ++i) cycle();  // the first is in D0 after one cycle
    model.reset();
    commands.clear();
    for (unsigned m = 0; m < 4; ++m) {
      EXPECT_EQ(model.model().m(m), m + 1 < cycles ? on : off) << "m" << m << ", " << cycles;
    }
    taken.resize(done.size());
  }
}

TEST_F(CycleModelTest, ResetUndoesNoOlderMaskWhenDecodeIsFull) {
  rsp_ready = false;
  const std::vector<std::uint8_t> on(config.vlen_bytes, 1);
  for (unsigned i = 0; i < config.rsp_depth + kIssueQueueDepth; ++i) {
    commands.push_back(make(Opcode::GetSpr));
  }
  for (const Pattern pattern : {Pattern::All, Pattern::Allf}) {  // in D1 and in D0
    commands.push_back(make(Opcode::CreateMask));
    commands.back().width = Width::B8;
    commands.back().pattern = pattern;
  }
  for (unsigned i = 0; i < 50; ++i) cycle();
  ASSERT_EQ(taken.size(), max_unanswered(config));
  model.reset();
  EXPECT_EQ(model.model().m(0), on);
}

TEST_F(CycleModelTest, ResetDiscardsHostRequestsThatWait) {
  all_lanes_on();
  for (unsigned i = 0; i < 120; ++i) commands.push_back(store(1, 0));
  for (unsigned i = 0; i < 20; ++i) cycle();
  for (unsigned i = 0; i < 2; ++i) host.push_back(HostRequest{8192, true, ~0U, {1}});
  for (unsigned i = 0; i < 10; ++i) cycle();
  EXPECT_FALSE(model.outputs().host_gnt);
  model.reset();
  commands.clear();
  EXPECT_TRUE(model.outputs().host_gnt);
  host.push_back(HostRequest{8192, false, 0, {}});
  run_all();
  EXPECT_EQ(host_answered.size(), 1U);
  EXPECT_EQ(host_answered[0], host_taken[2] + 3);  // it waited for none of them
  EXPECT_EQ(model.ub()[8192], 0);
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

TEST_F(CycleModelTest, UnknownOpcodesAnswerErrOpcode) {
  for (auto op = static_cast<unsigned>(kOpcodeNames.size()); op < kOpcodeCodes; ++op) {
    commands.push_back(make(static_cast<Opcode>(op)));
    run_all();
    EXPECT_EQ(done.back().response.status, Status::ErrOpcode) << op;
    EXPECT_EQ(done.back().retire - done.back().taken, kImmediate);
  }
  EXPECT_EQ(done.size(), kOpcodeCodes - kNumCommands);
}

/// Cycles in which the command with this number waited so.
std::uint64_t waited(const std::vector<std::vector<Whereabouts>>& watched, std::uint64_t sequence,
                     Cause cause, std::uint64_t by) {
  std::uint64_t cycles = 0;
  for (const auto& all : watched) {
    cycles += static_cast<std::uint64_t>(
        std::count_if(all.begin(), all.end(), [&](const Whereabouts& where) {
          return where.sequence == sequence && where.cause == cause && where.by == by;
        }));
  }
  return cycles;
}

TEST_F(CycleModelTest, WaitsForAFullResponseQueueAndItsConsumer) {
  rsp_ready = false;
  watching = true;
  for (unsigned i = 0; i < 24; ++i) commands.push_back(make(Opcode::GetSpr));
  for (unsigned i = 0; i < 50; ++i) cycle();
  // Transferred in 0..19. The first may be answered from 4 on. With 16 responses in the queue, 16
  // is the head of the issue queue from 19 on; 17 is behind it, 18 in D1 from 20 on, 19 in D0 from
  // 20 on and 20 at the port.
  EXPECT_EQ(waited(watched, 0, Cause::kConsumer, 0), 50U - 4);
  EXPECT_EQ(waited(watched, 1, Cause::kOlder, 0), 50U - 5);
  EXPECT_EQ(waited(watched, 16, Cause::kResponseQueue, 0), 50U - 19);
  EXPECT_EQ(waited(watched, 17, Cause::kIssue, 16), 50U - 20);
  EXPECT_EQ(waited(watched, 18, Cause::kIssue, 16), 50U - 20);
  EXPECT_EQ(waited(watched, 19, Cause::kIssue, 16), 50U - 20);
  EXPECT_EQ(waited(watched, 20, Cause::kIssue, 16), 50U - 20);
}

TEST_F(CycleModelTest, WaitsForTheYoungestWriter) {
  all_lanes_on();  // command 0
  watching = true;
  commands.push_back(load(1, 0));
  commands.push_back(load(1, 1024));
  commands.push_back(store(1, 2048));
  run_all();
  EXPECT_EQ(waited(watched, 3, Cause::kFromMemory, 1), 0U);
  EXPECT_GT(waited(watched, 3, Cause::kFromMemory, 2), 3U);
}

TEST_F(CycleModelTest, WaitsForTheHost) {
  all_lanes_on();
  watching = true;
  for (unsigned i = 0; i < 120; ++i) commands.push_back(store(1, 0));  // all columns, every cycle
  for (unsigned i = 0; i < 10; ++i) cycle();
  host.push_back(HostRequest{8192, false, 0, {}});
  run_all();
  // Command 0 was that of all_lanes_on(). Store n is transferred n - 1 cycles after the first one
  // and in X kStore - 1 cycles later; the host wins 65 cycles after the transfer of its request.
  const std::uint64_t loser = host_taken.at(0) + 65 - taken.at(0) - (kStore - 2);
  for (std::uint64_t n = loser; n <= loser + 5; ++n) {  // those behind it wait for the host too
    EXPECT_EQ(waited(watched, n, Cause::kHost, loser), 1U) << n;
  }
  EXPECT_EQ(waited(watched, loser - 1, Cause::kHost, loser - 1), 0U);
}

/// Under load of all kinds: a command is in one place in each cycle, stays where it is said to wait
/// and moves on otherwise, and the command named as the cause of a wait is possible.
class WhereaboutsTest
    : public CycleModelTest,
      public ::testing::WithParamInterface<std::pair<std::uint32_t, std::uint32_t>> {
 protected:
  WhereaboutsTest()
      : CycleModelTest(with_window(small_config(1), GetParam().first, GetParam().second)) {}

  /// Whether a cause is only there with a window.
  static bool of_window(Cause cause) {
    switch (cause) {
      case Cause::kWindow:
      case Cause::kRegister:
      case Cause::kTurn:
      case Cause::kLanes:
      case Cause::kKind:
      case Cause::kSecondPort:
      case Cause::kResult:
      case Cause::kLeaving:
        return true;
      default:
        return false;
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Windows, WhereaboutsTest,
                         ::testing::Values(std::pair{1U, 1U}, std::pair{3U, 1U}, std::pair{4U, 2U},
                                           std::pair{6U, 4U}, std::pair{8U, 4U}));

TEST_P(WhereaboutsTest, AgreeWithThemselves) {
  watching = true;
  RandomCommands random(config, 11, "all");
  for (const Fill& fill : random.refill()) model.write_ub(fill.address, fill.bytes);
  Rng rng(2);
  for (unsigned batch = 0; batch < 10; ++batch) {
    for (unsigned i = 0; i < 200; ++i) commands.push_back(random.next());
    while (!commands.empty() || !model.idle()) {
      rsp_ready = rng.percent(batch % 2 == 0 ? 30 : 95);
      if (host.empty() && rng.percent(50))
        host.push_back(HostRequest{config.ub_bytes, false, 0, {}});
      cycle();
    }
  }
  struct Seen {
    std::uint64_t accepted{};
    std::uint64_t cycles{};  // after acceptance
    std::uint32_t beats{};
  };
  std::vector<Seen> seen(done.size());
  std::array<std::uint64_t, kNumCauses> causes{};
  for (std::size_t now = 0; now < watched.size(); ++now) {
    for (std::size_t i = 0; i < watched[now].size(); ++i) {
      const Whereabouts& where = watched[now][i];
      ASSERT_EQ(where.sequence, watched[now].front().sequence + i);
      ++causes.at(static_cast<std::size_t>(where.cause));
      Seen& command = seen.at(where.sequence);
      command.beats += where.beat ? 1 : 0;
      if (where.place == Place::kPort) {
        if (where.cause == Cause::kNothing) command.accepted = now;
      } else {
        ++command.cycles;
      }
      const auto then = [&]() -> const Whereabouts* {
        if (now + 1 == watched.size()) return nullptr;
        for (const Whereabouts& next : watched[now + 1]) {
          if (next.sequence == where.sequence) return &next;
        }
        return nullptr;
      }();
      const bool stays =
          then != nullptr && then->place == where.place && then->stage == where.stage;
      const bool in_q_or_x = where.place == Place::kAccess && where.stage >= 5;
      if (where.cause == Cause::kNothing) {
        ASSERT_TRUE(in_q_or_x || !stays) << now << ": command " << where.sequence;
        continue;
      }
      // A group whose slots are served is shown in X in the cycle in which it ends.
      const bool ends = where.cause == Cause::kLeaving && then != nullptr && then->stage == 7;
      if (where.cause != Cause::kConflict && !ends) {
        ASSERT_TRUE(stays) << now << ": command " << where.sequence;
      }
      // These exclude each other in V, or at the lane ALU, whichever is older.
      const bool for_v = where.cause == Cause::kSecondPort || where.cause == Cause::kResult ||
                         where.cause == Cause::kLaneAlu;
      const bool own = of_window(where.cause) || where.cause == Cause::kConflict ||
                       where.cause == Cause::kHost || where.cause == Cause::kVecData ||
                       where.cause == Cause::kConsumer;
      if (!for_v) {
        ASSERT_LT(where.by, where.sequence + (own ? 1 : 0)) << now;
      }
      const Place by = watched[now].at(where.by - watched[now].front().sequence).place;
      const auto is = [by](std::initializer_list<Place> places) {
        return std::find(places.begin(), places.end(), by) != places.end();
      };
      switch (where.cause) {
        case Cause::kIssue:
          ASSERT_TRUE(is({Place::kIssue}));
          break;
        case Cause::kMask:
          ASSERT_TRUE(is({Place::kDecode, Place::kIssue, Place::kCompute}));
          break;
        case Cause::kLaneAlu:
          ASSERT_TRUE(is({Place::kAccess}));
          break;
        case Cause::kMemoryQueue:
        case Cause::kHead:
        case Cause::kOverwrite:
          ASSERT_TRUE(is({Place::kQueue}));
          break;
        case Cause::kFromCompute:
        case Cause::kResult:
          ASSERT_TRUE(is({Place::kCompute}));
          break;
        case Cause::kFromMemory:
          ASSERT_TRUE(is({Place::kQueue, Place::kAccess, Place::kData}));
          break;
        case Cause::kRegister:
          ASSERT_TRUE(is({Place::kAccess, Place::kData}));
          break;
        case Cause::kSecondPort:
          ASSERT_TRUE(is({Place::kAccess, Place::kData, Place::kWrite}));
          break;
        case Cause::kGroups:
        case Cause::kBanks:
        case Cause::kConflict:
        case Cause::kHost:
        case Cause::kVecData:
        case Cause::kWindow:
        case Cause::kTurn:
        case Cause::kLanes:
        case Cause::kKind:
        case Cause::kLeaving:
          ASSERT_TRUE(is({Place::kAccess}));
          break;
        default:  // kResponseQueue, kOlder, kConsumer
          ASSERT_EQ(where.by, watched[now].front().sequence);
      }
    }
  }
  for (std::size_t i = 0; i < done.size(); ++i) {
    EXPECT_EQ(seen[i].accepted, done[i].taken);
    EXPECT_EQ(seen[i].cycles, done[i].retire - done[i].taken) << i;
    EXPECT_EQ(seen[i].beats, done[i].beats) << i;
  }
  for (std::size_t cause = 0; cause < kNumCauses; ++cause) {
    // The host does not win with an address outside. Groups wait in X, or for K and in it; not
    // every cause occurs in a window, where few commands are independent.
    const auto one = static_cast<Cause>(cause);
    if (of_window(one) && config.places != 1) continue;
    const bool never =
        of_window(one) || one == Cause::kHost || (one == Cause::kBanks && config.places != 1);
    EXPECT_EQ(causes.at(cause) == 0, never) << cause;
  }
}

/// Whatever is thrown at it, in the end timed and untimed state are the same.
class Mixes : public CycleModelTest, public ::testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(CycleModel, Mixes, ::testing::Values("all", "vec"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(Mixes, TimedStateEndsWhereTheGoldenModelIs) {
  RandomCommands random(config, 7, GetParam());
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
