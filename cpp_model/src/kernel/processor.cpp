// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/processor.hpp"

#include <fmt/format.h>

namespace gsq::kernel {

std::vector<bool> MaskLanes::get(const State& state) const {
  const std::vector<std::uint8_t> bits = state.read_m(index);
  std::vector<bool> lanes(bits.size() / lane_bytes);
  for (std::size_t lane = 0; lane < lanes.size(); ++lane)
    lanes[lane] = bits[lane * lane_bytes] != 0;
  return lanes;
}

void MaskLanes::set(State& state, const std::vector<bool>& lanes) const {
  std::vector<std::uint8_t> bits(state.config().vlen_bytes);
  if (lanes.size() * lane_bytes > bits.size()) {
    throw state.error(fmt::format("{} lanes of {} bytes do not fit into a mask of {} bits",
                                  lanes.size(), lane_bytes, bits.size()));
  }
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) bits[lane * lane_bytes] = lanes[lane];
  state.write_m(index, bits);
}

}  // namespace gsq::kernel
