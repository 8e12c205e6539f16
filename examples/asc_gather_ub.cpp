// SPDX-License-Identifier: Apache-2.0
// asc_gather from UB: a table of half numbers, read by a vector of indices.
#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "gsq/kernel/asc.hpp"
#include "gsq/kernel/session.hpp"

namespace {

/// The example of the document, and a store of what it gathers.
__simd_vf__ void gather(__ubuf__ half* dst_addr, __ubuf__ std::uint16_t* index_addr) {
  // clang-format off
    vector_half dst;
    __ubuf__ half* src = (__ubuf__ half*)asc_get_phy_buf_addr(0);
    vector_uint16_t index;
    vector_bool mask = asc_create_mask_b16(Pat::ALL);
    asc_loadalign(index, index_addr); // index_addr是外部输入的UB内存空间地址。
    asc_gather(dst, src, index, mask);
  // clang-format on
  asc_storealign(dst_addr, dst, mask);
}

constexpr std::uint32_t kIndex = 0x1000;
constexpr std::uint32_t kResult = 0x2000;

}  // namespace

int main(int argc, char** argv) {
  return gsq::kernel::run(argc, argv, [](gsq::kernel::Session& session) {
    const std::uint32_t lanes = session.config().lanes(sizeof(half));
    std::vector<half> table(std::size_t{4} * lanes);
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = half(static_cast<float>(i) / 4);
    std::vector<std::uint16_t> index(lanes);
    std::vector<half> expected(lanes);
    for (std::uint32_t i = 0; i < lanes; ++i) {
      index[i] = static_cast<std::uint16_t>(i * 29 % table.size());
      expected[i] = table[index[i]];
    }
    session.put(0, table);
    __ubuf__ std::uint16_t* const index_addr = session.put(kIndex, index);
    __ubuf__ half* const dst_addr = session.at<half>(kResult);

    session.launch([&] { gather(dst_addr, index_addr); });

    const std::vector<half> dst = session.get(dst_addr, lanes);
    std::vector<float> shown(dst.begin(), dst.begin() + 8);
    fmt::print("index {}\ndst   {}\n", gsq::kernel::list(index, 8), gsq::kernel::list(shown));
    session.check_equal(dst, expected, "dst[i] is src[index[i]]");
  });
}
