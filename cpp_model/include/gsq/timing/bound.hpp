// SPDX-License-Identifier: Apache-2.0
/// Minimum number of bank cycles of a command, and the lanes that share an access.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/model.hpp"

namespace gsq {

/// Bank of a bank word. `word` is byte address / bank_bytes. By bank_hash: 0 the low log2(banks)
/// bits of the word address; 1 the XOR of all its log2(banks)-bit slices; 2 its remainder by a
/// primitive polynomial of degree log2(banks) over GF(2), for 2 to 128 banks.
inline std::uint32_t bank_of(const Config& config, std::uint32_t word) {
  // By degree; bit i is the coefficient of x^i.
  constexpr std::array<std::uint32_t, 8> kPrimitive{0, 0x3, 0x7, 0xb, 0x13, 0x25, 0x73, 0x83};
  std::uint32_t bank = word & (config.banks - 1);
  if (config.bank_hash == 0) return bank;
  const int bits = __builtin_ctz(config.banks);
  if (config.bank_hash == 1) {
    for (word >>= bits; word != 0; word >>= bits) bank ^= word & (config.banks - 1);
    return bank;
  }
  const std::uint32_t divisor = kPrimitive.at(static_cast<std::size_t>(bits));
  while (word >= config.banks) word ^= divisor << (31 - __builtin_clz(word) - bits);
  return word;
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

/// Lower bounds of the cycles in which a sequence of groups accesses the banks, from the first
/// access to the last. As for command_bound(), a group accesses each of its words once; groups
/// without a word do not count.
struct Bounds {
  /// Words of the fullest bank, summed over the groups: no unit with these banks does better unless
  /// groups share accesses.
  std::uint64_t bank{};
  /// The fewest cycles of any unit with such a window: in each cycle a group enters it, in order,
  /// if fewer than config.groups() are in it, which are 16 with Places 3 or more, otherwise 1; each
  /// bank accesses any word of these groups; groups leave in order when all their words have been
  /// accessed.
  std::uint64_t window{};
};

/// Bounds of groups, added word after word and group after group.
class BoundsOfGroups {
 public:
  explicit BoundsOfGroups(const Config& config);

  /// A word of the present group in a bank. Each different word of a group once.
  void add_word(std::uint32_t bank) {
    if (!in_group_) begin_group();
    // Every bank is best off with its words in order of the groups: so the words of groups up to
    // any one are done as early as can be.
    const std::uint64_t done = done_[bank] = std::max(done_[bank], entered_) + 1;
    last_left_ = std::max(last_left_, done);
    bounds_.bank = std::max(bounds_.bank, ++words_[bank]);
  }

  /// The same for a word in each of `count` banks in a row, at once.
  void add_row(std::uint32_t first, std::uint32_t count) {
    if (!in_group_) begin_group();
    const std::uint64_t entered = entered_;
    std::uint64_t last = last_left_;
    std::uint64_t most = bounds_.bank;
    for (std::uint32_t bank = first; bank < first + count; ++bank) {
      done_[bank] = std::max(done_[bank], entered) + 1;
      last = std::max(last, done_[bank]);
      most = std::max(most, ++words_[bank]);
    }
    last_left_ = last;
    bounds_.bank = most;
  }
  void end_group();

  /// Bounds of all groups since the start or the last call.
  Bounds take();

 private:
  void begin_group();

  bool in_group_{};                   // the present group has a word
  std::vector<std::uint64_t> words_;  // by bank: of all groups
  std::vector<std::uint64_t> done_;   // by bank: cycle in which it has accessed them all
  std::vector<std::uint64_t> left_;  // cycle in which a group left, by its number modulo the window
  std::uint64_t groups_{};
  std::uint64_t entered_{};  // cycle before the first of the last group
  std::uint64_t last_left_{};
  Bounds bounds_;
};

/// Number of lanes of a gather or scatter (blocks of a gather_block) whose words lower lanes of
/// their group also access: they share these accesses. 0 for all other commands, and for commands
/// that fail. `before` as for command_bound().
std::uint32_t merged_lanes(const Command& command, const Model& before);

}  // namespace gsq
