// SPDX-License-Identifier: Apache-2.0
// Kernels of commands and operations in lockstep: operations change V, M and UB of RTL and golden
// model between commands, and what the kernels leave is what their steps say.
#include <gtest/gtest.h>

#include <cstdint>

#include "random_kernel.hpp"
#include "system/rtl_backend.hpp"

namespace {

const gsq::Config& config() {
  static const gsq::Config config = gsq::load_config(GSQ_CONFIG_FILE);
  return config;
}

TEST(Kernels, OperationsBetweenCommandsAgreeWithTheirSteps) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const gsq::testing::RandomKernel random(config(), seed, 400);
    tb::RtlOptions options;
    options.lockstep = true;
    options.stall_percent = seed % 2 == 0 ? 30 : 0;
    options.seed = seed;
    options.rerun = "this test";
    tb::RtlBackend backend(config(), options);
    gsq::kernel::Unit unit(backend);
    unit.launch();
    unit.write_ub(0, random.start(), "start");
    const gsq::testing::KernelState expected = random.expected();
    const gsq::testing::KernelState found = random.run(unit);
    ASSERT_EQ(found.ub, expected.ub) << seed;
    ASSERT_EQ(found.vectors, expected.vectors) << seed;
    ASSERT_EQ(found.masks, expected.masks) << seed;
    ASSERT_EQ(found.host, expected.host) << seed;
    EXPECT_GT(unit.counts().operations, 50U);
    EXPECT_GT(unit.counts().put_away, 10U);
    EXPECT_GT(backend.compared_cycles(), 500U);
  }
}

}  // namespace

// Called by SystemC's main. Its header does not go with Verilator's.
extern "C" int sc_main(int argc, char* argv[]) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
