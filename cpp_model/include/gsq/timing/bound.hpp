// SPDX-License-Identifier: Apache-2.0
/// Minimum number of bank cycles of a command, and the lanes that share an access.
#pragma once

#include <cstdint>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/model.hpp"

namespace gsq {

/// Bank of a bank word. `word` is byte address / bank_bytes. With bank_hash 0 the low log2(banks)
/// bits of the word address, with 1 the XOR of all its log2(banks)-bit slices.
inline std::uint32_t bank_of(const Config& config, std::uint32_t word) {
  std::uint32_t bank = word & (config.banks - 1);
  if (config.bank_hash == 0) return bank;
  const int bits = __builtin_ctz(config.banks);
  for (word >>= bits; word != 0; word >>= bits) bank ^= word & (config.banks - 1);
  return bank;
}

/// Minimum number of cycles with a bank access for `command`, to be executed on `before`, which
/// does not change. 0 for commands that access no bank or that fail.
///
/// The accesses of a command are divided into groups. A group takes at least as many cycles as it
/// needs different words from one bank; the bound is the sum over the groups. gather, scatter: a
/// group is VL/4 consecutive lanes (b64: its VL/8 lanes, every word counted), active lanes only.
/// Block and aligned accesses, and the complete blocks of an unaligned store: one group. vec: per
/// iteration one group for each operand.
std::uint32_t command_bound(const Command& command, const Model& before);

/// Number of lanes of a gather or scatter (blocks of a gather_block) whose words lower lanes of
/// their group also access: they share these accesses. 0 for all other commands, and for commands
/// that fail. `before` as for command_bound().
std::uint32_t merged_lanes(const Command& command, const Model& before);

}  // namespace gsq
