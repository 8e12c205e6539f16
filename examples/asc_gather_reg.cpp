// SPDX-License-Identifier: Apache-2.0
// asc_gather from a register: its lanes, by a vector of indices modulo their number.
#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "gsq/kernel/asc.hpp"
#include "gsq/kernel/session.hpp"

namespace {

/// The example of the document, and a store of what it gathers. The document declares index in the
/// example before this one.
__simd_vf__ void gather(__ubuf__ half* dst_addr, __ubuf__ half* src_addr,
                        __ubuf__ std::uint16_t* index_addr) {
  vector_uint16_t index;
  // clang-format off
    vector_half dst;
    vector_half src;
    asc_loadalign(src, src_addr); // src_addr是外部输入的UB内存空间地址。
    asc_loadalign(index, index_addr); // index_addr是外部输入的UB内存空间地址。
    asc_gather(dst, src, index);
  // clang-format on
  asc_storealign(dst_addr, dst, asc_create_mask_b16(PAT_ALL));
}

constexpr std::uint32_t kSource = 0x0000;
constexpr std::uint32_t kIndex = 0x1000;
constexpr std::uint32_t kResult = 0x2000;

}  // namespace

int main(int argc, char** argv) {
  return gsq::kernel::run(argc, argv, [](gsq::kernel::Session& session) {
    const std::uint32_t lanes = session.config().lanes(sizeof(half));
    std::vector<half> source(lanes);
    for (std::uint32_t i = 0; i < lanes; ++i) source[i] = half(static_cast<float>(i) / 4);
    std::vector<std::uint16_t> index(lanes);
    std::vector<half> expected(lanes);
    for (std::uint32_t i = 0; i < lanes; ++i) {
      index[i] = static_cast<std::uint16_t>(i * 509);  // most are no lane numbers
      expected[i] = source[index[i] % lanes];
    }
    __ubuf__ half* const src_addr = session.put(kSource, source);
    __ubuf__ std::uint16_t* const index_addr = session.put(kIndex, index);
    __ubuf__ half* const dst_addr = session.at<half>(kResult);

    session.launch([&] { gather(dst_addr, src_addr, index_addr); });

    const std::vector<half> dst = session.get(dst_addr, lanes);
    std::vector<float> shown(dst.begin(), dst.begin() + 8);
    fmt::print("index {}\ndst   {}\n", gsq::kernel::list(index, 8), gsq::kernel::list(shown));
    session.check_equal(dst, expected, "dst[i] is src[index[i] mod lanes]");
  });
}
