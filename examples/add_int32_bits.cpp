// SPDX-License-Identifier: Apache-2.0
// Add of every second lane of int32_t, a bit for each.
#include <cstdint>

#include "common/add_example.hpp"
#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/session.hpp"

namespace {

using Tensor = AscendC::LocalTensor<std::int32_t>;

void kernel(Tensor dstLocal, Tensor src0Local, Tensor src1Local) {
  // clang-format off
// The data type is int32_t.
uint64_t mask[2] = {6148914691236517205, 0};
// repeatTimes = 1. There are 64 elements in total. A single iteration can process 64 elements. Therefore, repeatTimes = 1.
// dstBlkStride, src0BlkStride, src1BlkStride = 1. Data is contiguously read and written in a single iteration.
// dstRepStride, src0RepStride, src1RepStride = 8. Data is contiguously read and written between iterations.
AscendC::Add(dstLocal, src0Local, src1Local, mask, 1, { 1, 1, 1, 8, 8, 8 });
  // clang-format on
}

bool selected(std::uint32_t lane) { return lane % 2 == 0; }

}  // namespace

int main(int argc, char** argv) {
  return gsq::kernel::run(argc, argv, [](gsq::kernel::Session& session) {
    example::run_add<std::int32_t>(session,
                                   {kernel, selected, {0, 1, 2, 62, 63}, {0, 1, 2, 62, 63}});
  });
}
