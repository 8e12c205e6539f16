// SPDX-License-Identifier: Apache-2.0
// TSCATTER of tiles that find their own places in UB.
#include "common/tscatter_example.hpp"

// clang-format off
#include <pto/pto-inst.hpp>

using namespace pto;

void example_auto() {
  using TileT = Tile<TileType::Vec, float, 16, 16>;
  using IdxT = Tile<TileType::Vec, uint16_t, 16, 16>;
  TileT src, dst;
  IdxT idx;
  TSCATTER(dst, src, idx);
}
// clang-format on

int main(int argc, char** argv) {
  return gsq::kernel::run(argc, argv, [](gsq::kernel::Session& session) {
    // Places are given from 0 upwards in order of first use: dst, src, idx.
    example::run_tscatter(session, {0x000, 0x400, 0x800}, example_auto);
  });
}
