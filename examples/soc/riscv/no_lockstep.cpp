// SPDX-License-Identifier: Apache-2.0
// For simulations without the unit, such as riscv_stub_soc.
#include "soc_lockstep.hpp"

std::unique_ptr<soc::Lockstep> soc::make_lockstep(const VerilatedContext& /*context*/) {
  return nullptr;
}
