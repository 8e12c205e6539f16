// SPDX-License-Identifier: Apache-2.0
// The platform around kernels: global memory and copies, buffers and queues, launches, acl.h.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "gsq/foreign/acl/acl.h"
#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/launch.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {
namespace {

using AscendC::DataCopyExtParams;
using AscendC::DataCopyPadExtParams;
using AscendC::GlobalTensor;
using AscendC::LocalTensor;
using AscendC::PaddingMode;
using Shorts = std::vector<std::int16_t>;

/// Memory of the host as a kernel sees it.
class Memory : public ::testing::Test {
 protected:
  static GlobalTensor<std::int16_t> global(Shorts& values) {
    GlobalTensor<std::int16_t> tensor;
    tensor.SetGlobalBuffer(values.data(), values.size());
    return tensor;
  }
  static Shorts numbers(std::size_t count) {
    Shorts all(count);
    for (std::size_t i = 0; i < count; ++i) all[i] = static_cast<std::int16_t>(i + 1);
    return all;
  }
  Shorts ub(std::size_t count) { return k.get<std::int16_t>(0, count); }

  KernelUnit k{full_config()};
  LocalTensor<std::int16_t> local{0, 256};
};

TEST_F(Memory, CopiesWholeBlocks) {
  Shorts from = numbers(40);
  k.put(0, Shorts(48, -1));
  AscendC::DataCopy(local, global(from), 39);  // 78 bytes: two blocks
  Shorts expected(48, -1);
  std::copy(from.begin(), from.begin() + 32, expected.begin());
  EXPECT_EQ(ub(48), expected);
  Shorts to(48);
  AscendC::DataCopy(global(to), local, 48);
  k.unit.wait();
  EXPECT_EQ(to, expected);
  // Two blocks of 32 bytes with gaps of one and of two.
  k.put(0, Shorts(64, -1));
  Shorts rows = numbers(48);
  AscendC::DataCopy(local, global(rows), {2, 1, 1, 2});
  expected.assign(64, -1);
  std::copy(rows.begin(), rows.begin() + 16, expected.begin());
  std::copy(rows.begin() + 32, rows.begin() + 48, expected.begin() + 48);
  EXPECT_EQ(ub(64), expected);
  const LocalTensor<std::int16_t> other(1024, 64);
  AscendC::DataCopy(other, local, 64);
  EXPECT_EQ(k.get<std::int16_t>(1024, 64), expected);
}

TEST_F(Memory, PaddingIsAValueOrTheFirstElement) {
  Shorts from = numbers(20);
  const DataCopyExtParams rows{2, 10, 10, 0, 0};  // 5 elements, then 5 left out
  AscendC::DataCopyPad(local, global(from), rows, {true, 2, 3, 9});
  Shorts expected(32, 9);
  for (int i = 0; i < 5; ++i) {
    expected[2 + i] = from[i];
    expected[18 + i] = from[10 + i];
  }
  EXPECT_EQ(ub(32), expected);
  AscendC::DataCopyPad(local, global(from), rows, {false, 0, 0, 0});
  for (int i = 0; i < 16; ++i) {
    expected[i] = i < 5 ? from[i] : from[0];
    expected[16 + i] = i < 5 ? from[10 + i] : from[10];
  }
  EXPECT_EQ(ub(32), expected);
  AscendC::DataCopyPad<std::int16_t, PaddingMode::Compact>(local, global(from), rows,
                                                           {true, 0, 0, -7});
  std::fill(expected.begin(), expected.begin() + 16, std::int16_t{-7});
  for (int i = 0; i < 10; ++i) expected[i] = i < 5 ? from[i] : from[5 + i];
  EXPECT_EQ(ub(16), Shorts(expected.begin(), expected.begin() + 16));
  // Back to the same places; the gap stays.
  Shorts to(20, 77);
  AscendC::DataCopyPad<std::int16_t, PaddingMode::Compact>(global(to), local, rows);
  k.unit.wait();
  EXPECT_EQ(to,
            (Shorts{1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 77, 77, 77, 77, 77, 77, 77, 77, 77, 77}));
}

TEST_F(Memory, PaddingMayBeTheValueThatIsSet) {
  Shorts from = numbers(32);
  AscendC::SetPadValue(std::int16_t{5});
  // On one side only, and behind blocks that follow each other.
  AscendC::DataCopyPad(local, global(from), {1, 10, 0, 0, 0}, {false, 0, 3, 9});
  EXPECT_EQ(ub(8), (Shorts{1, 2, 3, 4, 5, 5, 5, 5}));
  k.put(0, Shorts(32, -1));
  AscendC::DataCopyPad<std::int16_t, PaddingMode::Compact>(local, global(from), {2, 10, 0, 0, 0},
                                                           {false, 0, 0, 9});
  EXPECT_EQ(ub(17), (Shorts{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 5, 5, 5, 5, 5, 5, -1}));
  // Whole blocks of 32 bytes have none.
  k.put(0, Shorts(32, -1));
  AscendC::DataCopyPad<std::int16_t, PaddingMode::Compact>(local, global(from), {2, 16, 0, 0, 0},
                                                           {true, 0, 0, 9});
  Shorts expected(17, -1);
  std::copy(from.begin(), from.begin() + 16, expected.begin());
  EXPECT_EQ(ub(17), expected);
}

TEST_F(Memory, CopiesOfNothingDoNothing) {
  Shorts from = numbers(16);
  const LocalTensor<std::int16_t> other(1024, 64);
  for (const std::uint16_t count : {0, 1}) {
    const std::uint16_t length = 1 - count;  // no blocks, or blocks of no bytes
    AscendC::DataCopy(local, global(from), {count, length, 0, 0});
    AscendC::DataCopy(global(from), local, {count, length, 0, 0});
    AscendC::DataCopy(local, other, {count, length, 0, 0});
    AscendC::DataCopyPad(local, global(from), {count, length, 0, 0, 0}, {true, 2, 3, 9});
  }
  EXPECT_EQ(k.unit.counts().operations, 0U);
  EXPECT_EQ(k.commands(), 1U);  // with which the launch began
}

TEST_F(Memory, LoopsRepeatACopy) {
  Shorts from = numbers(64);
  k.put(0, Shorts(256, 0));
  AscendC::SetLoopModePara({2, 2, 32, 64, 64, 128}, AscendC::DataCopyMVType::OUT_TO_UB);
  AscendC::DataCopyPad(local, global(from), {1, 32, 0, 0, 0}, {false, 0, 0, 0});
  AscendC::ResetLoopModePara(AscendC::DataCopyMVType::OUT_TO_UB);
  const Shorts found = ub(128);
  for (std::size_t turn = 0; turn < 4; ++turn) {
    EXPECT_EQ(Shorts(found.begin() + 32 * turn, found.begin() + 32 * turn + 16),
              Shorts(from.begin() + 16 * turn, from.begin() + 16 * turn + 16));
  }
}

TEST_F(Memory, AtomicCopiesAdd) {
  Shorts to = numbers(16);
  k.put(0, Shorts(16, 100));
  AscendC::SetAtomicAdd<std::int16_t>();
  AscendC::DataCopy(global(to), local, 16);
  AscendC::DisableDmaAtomic();
  GlobalTensor<std::int16_t> result = global(to);
  EXPECT_EQ(result.GetValue(3), 104);
  AscendC::DataCopy(global(to), local, 16);
  EXPECT_EQ(result.GetValue(3), 100);
}

TEST_F(Memory, AtomicCopiesKeepTheLargerOrTheSmaller) {
  Shorts to = numbers(16);
  k.put(0, Shorts(16, 5));
  AscendC::SetAtomicMax<std::int16_t>();
  AscendC::DataCopy(global(to), local, 16);
  k.unit.wait();
  Shorts expected = numbers(16);
  for (auto& value : expected) value = std::max<std::int16_t>(value, 5);
  EXPECT_EQ(to, expected);
  k.put(0, Shorts(16, 9));
  AscendC::SetAtomicMin<std::int16_t>();
  AscendC::DataCopy(global(to), local, 16);
  AscendC::SetAtomicNone();
  k.unit.wait();
  for (auto& value : expected) value = std::min<std::int16_t>(value, 9);
  EXPECT_EQ(to, expected);
}

TEST_F(Memory, CopiesStayBehindWhatTheyUse) {
  // UB to global memory, back to UB, and a scalar that reads what was copied.
  Shorts middle(16);
  k.put(0, numbers(16));
  const LocalTensor<std::int16_t> other(64, 16);
  AscendC::DataCopy(global(middle), local, 16);
  AscendC::DataCopy(other, global(middle), 16);
  EXPECT_EQ(other.GetValue(15), 16);
  AscendC::Duplicate(local, 20, 16);
  AscendC::Add(local, local, local, 16);
  AscendC::DataCopy(global(middle), local, 16);
  AscendC::DataCopy(other, global(middle), 16);
  EXPECT_EQ(other.GetValue(15), 40);
  local.SetValue(0, 55);
  AscendC::DataCopy(global(middle), local, 16);
  EXPECT_EQ(global(middle).GetValue(0), 55);
}

/// Two copies that have only global memory in common, in one launch. The first waits for a command
/// that waits for an operation; the second could run with that operation.
class CopiesOfGlobalMemory : public Memory {
 protected:
  CopiesOfGlobalMemory() {
    k.put(0, Shorts(128, 2));
    k.put(kOther, Shorts(128, 3));
  }

  /// Runs both copies behind a vector of 4 that is stored to `local`.
  template <typename First, typename Second>
  void run(First&& first, Second&& second) {
    const kernel::LaunchCost before = kernel::launch_cost();
    kernel::launch_blocks(1, [&] {
      AscendC::Reg::RegTensor<std::int16_t> fours;
      auto all = AscendC::Reg::CreateMask<std::int16_t>();
      AscendC::Reg::Duplicate(fours, std::int16_t{2});
      AscendC::Reg::Muls(fours, fours, std::int16_t{2}, all);  // an operation of the processor
      AscendC::Reg::StoreAlign(k.at<std::int16_t>(0), fours, all);
      first();
      second();
    });
    // The register is filled at one time, and what is behind the store runs at another.
    EXPECT_EQ(kernel::launch_cost().drains - before.drains, 2U);
    EXPECT_EQ(kernel::launch_cost().operations - before.operations, 3U);
  }

  static constexpr std::uint32_t kOther = 1024;
  LocalTensor<std::int16_t> other{kOther, 128};
  Shorts memory = Shorts(16, 1);
};

TEST_F(CopiesOfGlobalMemory, AReadStaysBehindAWrite) {
  run([&] { AscendC::DataCopy(global(memory), local, 16); },
      [&] { AscendC::DataCopy(other, global(memory), 16); });
  EXPECT_EQ(k.get<std::int16_t>(kOther, 16), Shorts(16, 4));
  EXPECT_EQ(memory, Shorts(16, 4));
}

TEST_F(CopiesOfGlobalMemory, AWriteStaysBehindARead) {
  run([&] { AscendC::DataCopy(local, global(memory), 16); },  // where the vector is stored
      [&] { AscendC::DataCopy(global(memory), other, 16); });
  EXPECT_EQ(ub(16), Shorts(16, 1));
  EXPECT_EQ(memory, Shorts(16, 3));
}

TEST_F(CopiesOfGlobalMemory, AWriteStaysBehindAWrite) {
  run([&] { AscendC::DataCopy(global(memory), local, 16); },
      [&] { AscendC::DataCopy(global(memory), other, 16); });
  EXPECT_EQ(memory, Shorts(16, 3));
}

TEST_F(Memory, ErrorsSayWhichBlock) {
  void* memory = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  GlobalTensor<std::int16_t> tensor;
  tensor.SetGlobalBuffer(static_cast<std::int16_t*>(memory));
  EXPECT_NO_THROW(AscendC::DataCopy(local, tensor, 32));
  const auto after = error_of([&] { AscendC::DataCopy(local, tensor, 48); });
  EXPECT_NE(std::string(after.value().what()).find("leave their memory, which has 64"),
            std::string::npos)
      << after.value().what();
  EXPECT_EQ(error_of([&] { (void)tensor.GetValue(32); }).value().status(), Status::ErrBounds);
  const auto far = error_of([&] { AscendC::DataCopy(local, tensor, {2, 1, 2, 0}); });
  EXPECT_NE(std::string(far.value().what()).find("byte 96 leave their memory, which has 64"),
            std::string::npos)
      << far.value().what();
  // Nothing is known of the sizes of other memory, such as the stack, which is behind it.
  std::array<std::int16_t, 16> stack{4, 5, 6};
  GlobalTensor<std::int16_t> here;
  here.SetGlobalBuffer(stack.data());
  AscendC::DataCopy(local, here, 16);
  EXPECT_EQ(ub(3), (Shorts{4, 5, 6}));
  const auto odd = error_of([&] { AscendC::DataCopy(local[1], tensor, 16); });
  EXPECT_EQ(odd.value().status(), Status::ErrAlign);
  const std::uint32_t end = k.unit.config().ub_bytes;
  const LocalTensor<std::int16_t> last(end - 32, 16);
  const auto outside = error_of([&] { AscendC::DataCopy(last, tensor, 32); });
  EXPECT_EQ(outside.value().status(), Status::ErrBounds);
  const GlobalTensor<std::int16_t> nowhere;
  EXPECT_NE(std::string(error_of([&] { AscendC::DataCopy(local, nowhere, 16); }).value().what())
                .find("null pointer"),
            std::string::npos);
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(memory), ACL_ERROR_INVALID_PARAM);
}

TEST_F(Memory, QueuesGoRound) {
  AscendC::TPipe pipe;
  AscendC::TQue<AscendC::TPosition::VECIN, 2> queue;
  AscendC::TBuf<> buffer;
  pipe.InitBuffer(queue, 2, 100);
  pipe.InitBuffer(buffer, 64);
  EXPECT_EQ(AscendC::GetTPipePtr(), &pipe);
  const auto first = queue.AllocTensor<float>();
  const auto second = queue.AllocTensor<float>();
  EXPECT_EQ(first.GetSize(), 32U);  // 128 bytes
  EXPECT_EQ(second.address(), first.address() + 128);
  EXPECT_EQ(buffer.Get<float>().address(), 256U);
  EXPECT_EQ(buffer.GetWithOffset<float>(4, 32).address(), 288U);
  EXPECT_NE(std::string(error_of([&] { queue.AllocTensor<float>(); }).value().what())
                .find("all 2 buffers"),
            std::string::npos);
  queue.EnQue(second);
  queue.EnQue(first);
  EXPECT_EQ(queue.GetTensorCountInQue(), 2);
  EXPECT_EQ(queue.DeQue<float>().address(), second.address());
  queue.FreeTensor(second);
  EXPECT_TRUE(queue.HasIdleBuffer());
  EXPECT_EQ(queue.DeQue<std::int16_t>().GetSize(), 64U);
  EXPECT_EQ(error_of([&] { queue.DeQue<float>(); }).value().api(), "DeQue");
  EXPECT_EQ(error_of([&] { queue.FreeTensor(second); }).value().api(), "FreeTensor");
  AscendC::TQue<AscendC::TPosition::VECOUT, 1> behind;
  pipe.InitBuffer(behind, 1, 32);
  EXPECT_EQ(error_of([&] { behind.FreeTensor(first); }).value().api(), "FreeTensor");
  AscendC::TBuf<> large;
  EXPECT_EQ(error_of([&] { pipe.InitBuffer(large, k.unit.config().ub_bytes); }).value().status(),
            Status::ErrBounds);
  // Lengths whose whole blocks have more than 32 bits.
  const std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(error_of([&] { pipe.InitBuffer(large, most); }).value().status(), Status::ErrBounds);
  EXPECT_EQ(large.Get<float>().GetSize(), 0U);  // as before
  EXPECT_EQ(error_of([&] { pipe.InitBuffer(queue, 2, most); }).value().status(), Status::ErrBounds);
}

TEST(MemoryOfNoUnit, APipeMayBeThereBeforeTheUnit) {
  std::optional<AscendC::TPipe> pipe(std::in_place);
  const KernelUnit k(full_config());
  EXPECT_NE(AscendC::GetTPipePtr(), &*pipe);
  pipe->Init();
  EXPECT_EQ(AscendC::GetTPipePtr(), &*pipe);
  AscendC::TPipe other;
  EXPECT_EQ(AscendC::GetTPipePtr(), &other);
  pipe.reset();  // which is not the one in use
  EXPECT_EQ(AscendC::GetTPipePtr(), &other);
}

TEST(MemoryOfNoUnit, OnlyBuffersOfVectorsAreInUb) {
  using AscendC::TPosition;
  for (const auto position : {TPosition::VECIN, TPosition::VECOUT, TPosition::VECCALC}) {
    EXPECT_TRUE(AscendC::is_in_ub(position));
    EXPECT_EQ(AscendC::position_in_ub(position, TPosition::GM), position);
    EXPECT_EQ(AscendC::position_in_ub(TPosition::GM, position), position);
  }
  for (const auto position : {TPosition::GM, TPosition::A1, TPosition::CO2, TPosition::TSCM}) {
    EXPECT_FALSE(AscendC::is_in_ub(position));
  }
}

TEST(LaunchCosts, TheBoundIsTheLargerOfCommandsAndBankCycles) {
  kernel::LaunchCost cost;
  cost.commands = 30;
  cost.bank_cycles = 20;
  EXPECT_EQ(cost.bound(), 30U);
  EXPECT_EQ(cost.percent_of_bound(), 0.0);  // of a backend without time
  cost.cycles = 60;
  EXPECT_EQ(cost.percent_of_bound(), 50.0);
  cost.bank_cycles = 45;
  EXPECT_EQ(cost.percent_of_bound(), 75.0);
}

TEST_F(Memory, BlocksOfALaunchRunInOrder) {
  std::vector<std::int64_t> seen;
  const std::uint64_t before = kernel::launch_cost().commands;
  kernel::launch_blocks(3, [&] {
    seen.push_back(10 * AscendC::GetBlockNum() + AscendC::GetBlockIdx());
    AscendC::Duplicate(local, 7, 4);
    AscendC::Add(local, local, local, 4);
  });
  EXPECT_EQ(seen, (std::vector<std::int64_t>{30, 31, 32}));
  EXPECT_EQ(kernel::launch_cost().commands, before + 6);
  EXPECT_EQ(AscendC::GetBlockNum(), 1);
  EXPECT_NO_THROW(kernel::launch_blocks(1, [] { AscendC::SyncAll(); }));
  EXPECT_EQ(error_of([] { kernel::launch_blocks(2, [] { AscendC::SyncAll(); }); }).value().api(),
            "SyncAll");
  EXPECT_EQ(AscendC::GetBlockNum(), 1);  // also after a kernel that threw
  EXPECT_EQ(error_of([] { kernel::launch_blocks(0, [] {}); }).value().api(), "launch");
}

TEST_F(Memory, AnErrorOfAnEarlierBlockSaysSo) {
  const auto error = error_of([&] {
    kernel::launch_blocks(2, [&] {
      if (AscendC::GetBlockIdx() == 1) return;
      AscendC::Reg::RegTensor<float> reg;
      AscendC::Reg::LoadAlign(reg, static_cast<float*>(k.unit.pointer(4)));
    });
  });
  EXPECT_NE(std::string(error.value().what()).find("it is command 2 of an earlier launch"),
            std::string::npos)
      << error.value().what();
}

TEST_F(Memory, ALaunchThatEndsAtTheBeginOfABlockIsOver) {
  namespace Reg = AscendC::Reg;
  auto* const at = static_cast<float*>(k.unit.pointer(0));
  const auto error = error_of([&] {
    kernel::launch_blocks(2, [&] {
      ASSERT_EQ(AscendC::GetBlockIdx(), 0);
      Reg::RegTensor<float> bad, value;
      Reg::UnalignReg stream;
      const Reg::MaskReg all = Reg::CreateMask<float>();
      Reg::LoadAlign(bad, at + 1);
      // The queue is full when the block ends. The command that the next one begins with has to
      // wait for the store, which waits for an operation.
      Reg::Adds(value, value, 1.0F, all);
      auto* end = at;
      Reg::StoreUnAlign(end, value, stream, 8);
      for (std::size_t i = 0; i + 3 < kernel::kLookahead; ++i) Reg::Adds(value, value, 1.0F, all);
    });
  });
  EXPECT_EQ(error.value().api(), "LoadAlign");
  EXPECT_EQ(AscendC::GetBlockNum(), 1);
  EXPECT_EQ(AscendC::GetBlockIdx(), 0);
  EXPECT_NO_THROW(kernel::launch_blocks(1, [] { AscendC::SyncAll(); }));
}

TEST_F(Memory, HostCallsCheckTheirRanges) {
  void* memory = nullptr;
  ASSERT_EQ(aclrtMallocHost(&memory, 16), ACL_SUCCESS);
  std::vector<std::uint8_t> bytes(32, 3);
  EXPECT_EQ(aclrtMemcpy(memory, 16, bytes.data(), 17, ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemcpy(memory, 32, bytes.data(), 32, ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_ERROR_INVALID_PARAM);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("which has 16 bytes"), std::string::npos);
  EXPECT_EQ(aclrtMemcpy(memory, 16, bytes.data(), 16, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(static_cast<std::uint8_t*>(memory)[15], 3);
  EXPECT_EQ(aclrtMemset(memory, 16, 5, 16), ACL_SUCCESS);
  EXPECT_EQ(static_cast<std::uint8_t*>(memory)[15], 5);
  EXPECT_EQ(aclrtMalloc(nullptr, 16, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclFloatToFloat16(1.5F), 0x3e00);
  EXPECT_EQ(aclFloat16ToFloat(0x3e00), 1.5F);
  EXPECT_EQ(aclrtFreeHost(memory), ACL_SUCCESS);
}

TEST_F(Memory, HostCallsRefuseNullPointers) {
  EXPECT_EQ(aclrtGetDevice(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtGetDeviceCount(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtGetDeviceInfo(0, {}, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtCreateContext(nullptr, 0), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtCreateStream(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtCreateEvent(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(std::string(aclGetRecentErrMsg()),
            "aclrtCreateEvent: expected a place for the result, found a null pointer");
  EXPECT_EQ(aclrtMalloc(nullptr, 16, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMallocHost(nullptr, 16), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtFreeHost(nullptr), ACL_ERROR_INVALID_PARAM);
  std::uint32_t word = 0;
  const auto kind = ACL_MEMCPY_HOST_TO_DEVICE;
  EXPECT_EQ(aclrtMemcpy(nullptr, 4, &word, 4, kind), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemcpy(&word, 4, nullptr, 4, kind), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemcpyAsync(nullptr, 4, &word, 4, kind, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemset(nullptr, 4, 0, 4), ACL_ERROR_INVALID_PARAM);
  std::int32_t device = 5;
  EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
  EXPECT_EQ(device, 0);

  // A number of bytes that is negative as a signed one.
  void* memory = nullptr;
  ASSERT_EQ(aclrtMallocHost(&memory, 16), ACL_SUCCESS);
  const std::size_t all = ~std::size_t{0};
  EXPECT_EQ(aclrtMemset(memory, all, 0, all), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtFreeHost(memory), ACL_SUCCESS);
}

}  // namespace
}  // namespace gsq::testing
