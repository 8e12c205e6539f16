// SPDX-License-Identifier: Apache-2.0
// What a source that knows nothing of us finds under the names of the original headers.
#include <pto/pto-inst.hpp>

// Before acl.h: host calls are there with PTO alone.
static_assert(sizeof(aclFloat16) == 2 && ACL_FLOAT16 == 1 && ACL_SUCCESS == 0);

#include <acl/acl.h>
#include <acl/acl_base.h>
#include <acl/acl_base_rt.h>
#include <acl/acl_rt.h>
#include <c_api/asc_simd.h>
#include <kernel_operator.h>

#include <cstdint>
#include <vector>

#include "kernel_fixture.hpp"

#if !defined(__CCE_AICORE__) || !defined(__DAV_VEC__) || __NPU_ARCH__ != 3510
#error "the core that kernels are compiled for is not named"
#endif

namespace gsq::testing {
namespace {

using namespace pto;  // NOLINT: as such sources do

using TileT = Tile<TileType::Vec, float, 16, 16>;
using IdxT = Tile<TileType::Vec, std::uint16_t, 16, 16>;

TEST(ForeignNames, AnIndexOfATileIsARow) {
  KernelUnit k(full_config());
  std::vector<float> numbers(256);
  std::vector<float> expected(256, -1);
  std::vector<std::uint16_t> rows(256);
  for (std::size_t at = 0; at < 256; ++at) {
    numbers[at] = static_cast<float>(at);
    rows[at] = static_cast<std::uint16_t>(at * 7 % 13);
    expected[rows[at] * 16U + at % 16] = numbers[at];
  }
  TileT src;
  TileT dst;
  IdxT idx;
  TASSIGN(src, 0x1000);
  TASSIGN(dst, 0x2000);
  TASSIGN(idx, 0x3000);
  k.put(0x1000, numbers);
  k.put(0x2000, std::vector<float>(256, -1));
  k.put(0x3000, rows);
  TSCATTER(dst, src, idx);
  EXPECT_EQ(k.get<float>(0x2000, 256), expected);
}

TEST(ForeignNames, ABlockKnowsItsNumber) {
  const KernelUnit k(full_config());
  std::vector<std::int64_t> seen;
  kernel::launch_blocks(2, [&] { seen.push_back(10 * get_block_num() + get_block_idx()); });
  EXPECT_EQ(seen, (std::vector<std::int64_t>{20, 21}));
  EXPECT_EQ(get_subblockid(), 0);
  EXPECT_EQ(get_subblockdim(), 1);
}

}  // namespace
}  // namespace gsq::testing
