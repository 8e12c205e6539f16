// SPDX-License-Identifier: Apache-2.0
/// The slots of gsq_xbar in its benches, from their parameters.
#pragma once

#include <cstdint>

#include "common/bench.hpp"

namespace tb {

constexpr unsigned kSlots = PARAM_VlenBytes / 4;
constexpr unsigned kBanks = PARAM_Banks;
constexpr unsigned kWordBytes = PARAM_BankBytes;
constexpr unsigned kRows = PARAM_UbBytes / kBanks / kWordBytes;
constexpr unsigned kLocalStep = kWordBytes / 4;
constexpr unsigned kLocalWords = PARAM_VlenBytes / kWordBytes;
constexpr std::uint64_t kWord = kWordBytes == 8 ? ~std::uint64_t{0} : 0xffff'ffffU;

struct Slot {
  bool used{};
  unsigned select{};  // bank, or local word
  unsigned row{};
  unsigned bytes{};
  std::uint64_t data{};
};

/// Drives slot i of the group at the port, with `data`.
template <typename Dut>
void drive_slot(Dut& dut, unsigned i, const Slot& slot, std::uint64_t data) {
  set_bit(dut.use_i, i, slot.used);
  dut.sel_i[i] = slot.select;
  dut.row_i[i] = slot.row;
  dut.be_i[i] = slot.bytes;
  dut.data_i[i] = data;
}

}  // namespace tb
