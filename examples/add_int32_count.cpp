// SPDX-License-Identifier: Apache-2.0
// Add of 64 lanes of int32_t, counted.
#include <cstdint>

#include "common/add_example.hpp"
#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/session.hpp"

namespace {

using Tensor = AscendC::LocalTensor<std::int32_t>;

void kernel(Tensor dstLocal, Tensor src0Local, Tensor src1Local) {
  // clang-format off
// The maximum number of elements that can be processed in a single iteration of the int32_t data type is 256/sizeof(int32_t) = 64, mask = 64, and mask ∈ [1, 64]. Therefore, the input is valid.
// repeatTimes = 1. There are 64 elements in total. A single iteration can process 64 elements. Therefore, repeatTimes = 1.
// dstBlkStride, src0BlkStride, src1BlkStride = 1. Data is contiguously read and written in a single iteration.
// dstRepStride, src0RepStride, src1RepStride = 8. Data is contiguously read and written between iterations.
uint64_t mask = 64;
AscendC::Add(dstLocal, src0Local, src1Local, mask, 1, { 1, 1, 1, 8, 8, 8 });
  // clang-format on
}

bool selected(std::uint32_t lane) { return lane < 64; }

}  // namespace

int main(int argc, char** argv) {
  return gsq::kernel::run(argc, argv, [](gsq::kernel::Session& session) {
    example::run_add<std::int32_t>(session, {kernel, selected, {0, 1, 2, 63}, {0, 1, 2, 63}});
  });
}
