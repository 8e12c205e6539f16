// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/ub_array.hpp"

namespace gsq::kernel {

void* UbPlace::begin() const {
  Unit& unit = Unit::current(call_);
  if (!part_.is_taken()) part_ = unit.ub()->allocate(bytes_, call_);
  return unit.pointer(part_.address());
}

}  // namespace gsq::kernel
