// SPDX-License-Identifier: Apache-2.0
// Kernels that a host program calls as functions, and the calls with which it waits for them.
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gsq/foreign/acl/acl.h"
#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/launch.hpp"
#include "gsq/kernel/pto.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {
namespace {

using Numbers = std::vector<std::int32_t>;
using Named = std::pair<std::string, std::function<aclError()>>;

/// Memory as a host program has it.
class Host {
 public:
  Host() {
    EXPECT_EQ(aclrtMalloc(&from_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(aclrtMalloc(&to_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    std::memcpy(from_, kNumbers.data(), kBytes);
  }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  ~Host() {
    EXPECT_EQ(aclrtFree(from_), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(to_), ACL_SUCCESS);
  }

  /// A kernel that copies numbers, adds them to themselves, and stores them.
  void twice() const {
    using Tensor =
        pto::GlobalTensor<std::int32_t, pto::Shape<1, 1, 1, 1, 8>, pto::Stride<8, 8, 8, 8, 1>>;
    pto::Tile<pto::TileType::Vec, std::int32_t, 1, 8> tile;
    pto::TLOAD(tile, Tensor(static_cast<std::int32_t*>(from_)));
    const AscendC::LocalTensor<std::int32_t> numbers(
        kernel::Unit::current("twice").address(tile.data(), "twice"), 8);
    AscendC::Add(numbers, numbers, numbers, 8);
    pto::TSTORE(Tensor(static_cast<std::int32_t*>(to_)), tile);
  }

  /// One whose load is refused, and nothing waits for it.
  static void fails() {
    AscendC::Reg::RegTensor<float> numbers;
    auto* const place = static_cast<float*>(kernel::Unit::current("fails").pointer(4));
    AscendC::Reg::LoadAlign(numbers, place);
  }

  /// Every call that waits. Copies go from what the kernel stores to `back`.
  std::vector<Named> waits(Numbers& back) {
    const auto kind = ACL_MEMCPY_DEVICE_TO_HOST;
    void* const out = back.data();
    return {
        {"SynchronizeStream", [] { return aclrtSynchronizeStream(nullptr); }},
        {"SynchronizeStreamWithTimeout",
         [] { return aclrtSynchronizeStreamWithTimeout(nullptr, 1); }},
        {"SynchronizeDevice", [] { return aclrtSynchronizeDevice(); }},
        {"SynchronizeDeviceWithTimeout", [] { return aclrtSynchronizeDeviceWithTimeout(1); }},
        {"SynchronizeEvent", [] { return aclrtSynchronizeEvent(nullptr); }},
        {"SynchronizeEventWithTimeout",
         [] { return aclrtSynchronizeEventWithTimeout(nullptr, 1); }},
        {"StreamQuery",
         [] {
           aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
           const aclError error = aclrtStreamQuery(nullptr, &status);
           EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
           return error;
         }},
        {"QueryEventStatus",
         [] {
           aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
           const aclError error = aclrtQueryEventStatus(nullptr, &status);
           EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_COMPLETE);
           return error;
         }},
        {"DestroyEvent", [] { return aclrtDestroyEvent(nullptr); }},
        {"DestroyStream", [] { return aclrtDestroyStream(nullptr); }},
        {"DestroyStreamForce", [] { return aclrtDestroyStreamForce(nullptr); }},
        {"DestroyContext", [] { return aclrtDestroyContext(nullptr); }},
        {"ResetDevice", [] { return aclrtResetDevice(0); }},
        {"Finalize", [] { return aclFinalize(); }},
        {"Memcpy", [=] { return aclrtMemcpy(out, kBytes, to_, kBytes, kind); }},
        {"MemcpyAsync", [=] { return aclrtMemcpyAsync(out, kBytes, to_, kBytes, kind, nullptr); }},
        {"Memcpy2d", [=] { return aclrtMemcpy2d(out, 16, to_, 16, 16, 2, kind); }},
        {"Memcpy2dAsync",
         [=] { return aclrtMemcpy2dAsync(out, 16, to_, 16, 16, 2, kind, nullptr); }},
        {"MemcpyFromDeviceToDevice",
         [=] {
           const auto inside = ACL_MEMCPY_DEVICE_TO_DEVICE;
           const aclError error = aclrtMemcpy(from_, kBytes, to_, kBytes, inside);
           std::memcpy(out, from_, kBytes);
           std::memcpy(from_, kNumbers.data(), kBytes);
           return error;
         }},
        // What the kernel has read must not be what comes afterwards.
        {"Memset", [=] { return aclrtMemset(from_, kBytes, 0, kBytes); }},
        {"MemsetAsync", [=] { return aclrtMemsetAsync(from_, kBytes, 0, kBytes, nullptr); }},
        {"Free",
         [this] {
           const aclError error = aclrtFree(from_);
           EXPECT_EQ(aclrtMalloc(&from_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
           return error;
         }},
    };
  }

  /// What is there after a kernel, and gone before the next one.
  Numbers result() {
    Numbers found(8);
    std::memcpy(found.data(), to_, kBytes);
    std::memset(to_, 0, kBytes);
    std::memcpy(from_, kNumbers.data(), kBytes);
    return found;
  }

  static inline const Numbers kNumbers{1, 2, 3, 4, 5, 6, 7, 8};
  static inline const Numbers kTwice{2, 4, 6, 8, 10, 12, 14, 16};
  static constexpr std::size_t kBytes = 32;

 private:
  void* from_{};
  void* to_{};
};

TEST(HostCalls, AKernelThatIsCalledHasUsedMemoryWhenItReturns) {
  const auto backend = make_golden_backend(full_config());
  kernel::Unit unit(*backend);
  Host host;
  host.twice();
  EXPECT_EQ(host.result(), Host::kTwice);  // by the program itself, through its pointer
  EXPECT_TRUE(unit.has_calls());
  // The same of copies of Ascend C.
  Numbers from = Host::kNumbers;
  Numbers to(8);
  AscendC::GlobalTensor<std::int32_t> in;
  AscendC::GlobalTensor<std::int32_t> out;
  in.SetGlobalBuffer(from.data());
  out.SetGlobalBuffer(to.data());
  const AscendC::LocalTensor<std::int32_t> local(0x100, 8);
  AscendC::DataCopy(local, in, 8);
  from.assign(8, 0);
  AscendC::DataCopy(out, local, 8);
  EXPECT_EQ(to, Host::kNumbers);
}

TEST(HostCalls, ALaunchDoesNotWaitForEachCopy) {
  const auto backend = make_golden_backend(full_config());
  kernel::Unit unit(*backend);
  Host host;
  kernel::launch_blocks(1, [&] {
    host.twice();
    EXPECT_EQ(host.result(), Numbers(8));
  });
  EXPECT_EQ(host.result(), Host::kTwice);
  EXPECT_FALSE(unit.has_calls());
}

TEST(HostCalls, EveryCallOfTheHostWaits) {
  const KernelUnit k(full_config());  // in a kernel, whose copies do not wait by themselves
  Host host;
  Numbers back(8);
  for (const auto& [name, wait] : host.waits(back)) {
    back.assign(8, -1);
    host.twice();
    EXPECT_EQ(wait(), ACL_SUCCESS) << name;
    const Numbers found = host.result();
    EXPECT_EQ(found, Host::kTwice) << name;
    if (name.find("Memcpy") == 0) EXPECT_EQ(back, Host::kTwice) << name;
  }
}

TEST(HostCalls, EveryCallOfTheHostSaysWhatFailed) {
  const auto backend = make_golden_backend(full_config());
  kernel::Unit unit(*backend);
  Host host;
  Numbers back(8);
  for (const auto& [name, wait] : host.waits(back)) {
    Host::fails();
    const auto error = error_of(wait);
    ASSERT_TRUE(error) << name;
    EXPECT_EQ(error->api(), "LoadAlign") << name;
    EXPECT_EQ(wait(), ACL_SUCCESS) << name;  // once
  }
}

TEST(HostCalls, WithoutAUnitThereIsNothingToWaitFor) {
  Host host;
  Numbers back(8);
  for (const auto& [name, wait] : host.waits(back)) EXPECT_EQ(wait(), ACL_SUCCESS) << name;
}

TEST(HostCalls, AWaitEndsWhatWasCalled) {
  const auto backend = make_golden_backend(full_config());
  kernel::Unit unit(*backend);
  const auto* const first = unit.settings().get();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  AscendC::SetMaskCount();
  EXPECT_TRUE(unit.settings()->counter);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_FALSE(unit.settings()->counter);
  EXPECT_NE(first, nullptr);
  // Not what a launch has begun.
  kernel::launch_blocks(1, [&] {
    AscendC::SetMaskCount();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_TRUE(unit.settings()->counter);
  });
}

TEST(HostCalls, CostIsThatOfLaunchesAndThatOfCalls) {
  const auto backend = make_cycle_backend(full_config());
  kernel::Unit unit(*backend);
  Host host;
  const kernel::LaunchCost calls = kernel::call_cost();
  const kernel::LaunchCost launches = kernel::launch_cost();
  host.twice();
  kernel::launch_blocks(1, [&] { host.twice(); });
  host.twice();
  const std::uint64_t called = kernel::call_cost().commands - calls.commands;
  const std::uint64_t launched = kernel::launch_cost().commands - launches.commands;
  EXPECT_GT(called, 0U);
  EXPECT_EQ(called, 2 * (launched - 1));  // a launch begins with a command of its own
  EXPECT_EQ(kernel::call_cost().launches, calls.launches);
  EXPECT_EQ(kernel::launch_cost().launches, launches.launches + 1);
  EXPECT_GT(kernel::call_cost().cycles, calls.cycles);
  EXPECT_EQ(kernel::call_cost().commands - calls.commands, called);  // nothing more was done
}

TEST(HostCalls, CopiesOfRowsKeepTheirPitches) {
  const std::vector<std::uint8_t> from{1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<std::uint8_t> to(8);
  const auto kind = ACL_MEMCPY_HOST_TO_HOST;
  EXPECT_EQ(aclrtMemcpy2d(to.data(), 3, from.data(), 4, 2, 2, kind), ACL_SUCCESS);
  EXPECT_EQ(to, (std::vector<std::uint8_t>{1, 2, 0, 5, 6, 0, 0, 0}));
  EXPECT_EQ(aclrtMemcpy2d(to.data(), 3, from.data(), 4, 4, 2, kind), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(std::string(aclGetRecentErrMsg()),
            "aclrtMemcpy2d: expected rows of at most their pitches, 3 and 4, found 4 bytes");
  EXPECT_EQ(aclrtMemcpy2d(nullptr, 3, from.data(), 4, 2, 2, kind), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemcpy2d(to.data(), 3, nullptr, 4, 2, 2, kind), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemcpy2d(to.data(), 1, from.data(), 1, 8, 1, kind), ACL_SUCCESS);
  EXPECT_EQ(to, from);
  EXPECT_EQ(aclrtMemcpy2d(to.data(), 3, from.data(), 4, 2, 0, kind), ACL_SUCCESS);
  void* memory = nullptr;
  ASSERT_EQ(aclrtMallocAlign32(&memory, 8, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy2d(memory, 7, from.data(), 2, 2, 2, kind), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemcpy2d(memory, 6, from.data(), 2, 2, 2, kind), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
}

TEST(HostCalls, TypesOfDataHaveSizes) {
  for (const auto& [type, bytes] :
       std::vector<std::pair<aclDataType, std::size_t>>{{ACL_BOOL, 1},
                                                        {ACL_FLOAT8_E8M0, 1},
                                                        {ACL_BF16, 2},
                                                        {ACL_FLOAT16, 2},
                                                        {ACL_FLOAT, 4},
                                                        {ACL_COMPLEX32, 4},
                                                        {ACL_INT64, 8},
                                                        {ACL_COMPLEX64, 8},
                                                        {ACL_COMPLEX128, 16},
                                                        {ACL_STRING, 0},
                                                        {ACL_INT4, 0},
                                                        {ACL_DT_UNDEFINED, 0}}) {
    EXPECT_EQ(aclDataTypeSize(type), bytes) << type;
  }
}

TEST(HostCalls, RefuseNullPointersToResults) {
  EXPECT_EQ(aclrtGetRunMode(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtStreamQuery(nullptr, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtQueryEventStatus(nullptr, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtCreateStreamWithConfig(nullptr, 0, 0), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtCreateEventWithFlag(nullptr, 0), ACL_ERROR_INVALID_PARAM);
  aclrtRunMode mode = ACL_DEVICE;
  EXPECT_EQ(aclrtGetRunMode(&mode), ACL_SUCCESS);
  EXPECT_EQ(mode, ACL_HOST);
}

}  // namespace
}  // namespace gsq::testing
