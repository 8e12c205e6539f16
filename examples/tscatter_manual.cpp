// SPDX-License-Identifier: Apache-2.0
// TSCATTER of tiles at given places in UB.
#include "common/tscatter_example.hpp"

// clang-format off
#include <pto/pto-inst.hpp>

using namespace pto;

void example_manual() {
  using TileT = Tile<TileType::Vec, float, 16, 16>;
  using IdxT = Tile<TileType::Vec, uint16_t, 16, 16>;
  TileT src, dst;
  IdxT idx;
  TASSIGN(src, 0x1000);
  TASSIGN(dst, 0x2000);
  TASSIGN(idx, 0x3000);
  TSCATTER(dst, src, idx);
}
// clang-format on

int main(int argc, char** argv) {
  return gsq::kernel::run(argc, argv, [](gsq::kernel::Session& session) {
    example::run_tscatter(session, {0x2000, 0x1000, 0x3000}, example_manual);
  });
}
