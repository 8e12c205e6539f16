// SPDX-License-Identifier: Apache-2.0
#include "gsq/timing/bound.hpp"

#include <algorithm>
#include <vector>

#include "semantics/model_rules.hpp"

namespace gsq {

std::uint32_t command_bound(const Command& command, const Model& before) {
  const Command real = rules::with_real_registers(command);
  if (rules::judge(real, before).status != Status::Ok) return 0;

  const Config& config = before.config();
  std::vector<std::uint32_t> words;  // of the current group
  std::vector<std::uint32_t> fill(config.banks);
  std::uint32_t sum = 0;  // over the groups before
  const auto end_group = [&] {
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    std::fill(fill.begin(), fill.end(), 0);
    for (const std::uint32_t word : words) ++fill[bank_of(config, word)];
    sum += *std::max_element(fill.begin(), fill.end());
    words.clear();
  };

  std::uint32_t group = 0;
  rules::for_each_access(real, before, [&](const rules::Access& access) {
    if (access.group != group) end_group();
    group = access.group;
    const auto first = static_cast<std::uint32_t>(access.address / config.bank_bytes);
    const auto last =
        static_cast<std::uint32_t>((access.address + access.bytes - 1) / config.bank_bytes);
    for (std::uint32_t word = first; word <= last; ++word) {
      // Neighbouring lanes often share a word: keeps the list, and so the sort, short.
      if (words.empty() || words.back() != word) words.push_back(word);
    }
  });
  end_group();
  return sum;
}

BoundsOfGroups::BoundsOfGroups(const Config& config)
    : words_(config.banks), done_(config.banks), left_(config.groups()) {}

void BoundsOfGroups::begin_group() {
  in_group_ = true;
  // Its place is that of the group which is so many before it.
  entered_ = groups_ == 0 ? 0 : std::max(entered_ + 1, left_[groups_ % left_.size()]);
}

void BoundsOfGroups::end_group() {
  if (!in_group_) return;
  in_group_ = false;
  left_[groups_++ % left_.size()] = last_left_;
  bounds_.window = last_left_;
}

Bounds BoundsOfGroups::take() {
  const Bounds bounds = bounds_;
  std::fill(words_.begin(), words_.end(), 0);
  std::fill(done_.begin(), done_.end(), 0);
  std::fill(left_.begin(), left_.end(), 0);
  groups_ = entered_ = last_left_ = 0;
  bounds_ = {};
  return bounds;
}

std::uint32_t merged_lanes(const Command& command, const Model& before) {
  const Command real = rules::with_real_registers(command);
  const MaskUse mask = known(real.op) ? facts(real.op).mask : MaskUse::None;
  const bool has_lanes = mask == MaskUse::Slot || mask == MaskUse::Block;
  if (!has_lanes || before.config().coalesce == 0 ||
      rules::judge(real, before).status != Status::Ok)
    return 0;

  const std::uint32_t bank_bytes = before.config().bank_bytes;
  std::vector<std::uint64_t> words;  // of the current group, ascending
  std::uint32_t group = 0;
  std::uint32_t merged = 0;
  rules::for_each_access(real, before, [&](const rules::Access& access) {
    if (access.group != group) words.clear();
    group = access.group;
    bool shared = true;
    for (std::uint64_t word = access.address / bank_bytes;
         word <= (access.address + access.bytes - 1) / bank_bytes; ++word) {
      const auto at = std::lower_bound(words.begin(), words.end(), word);
      if (at != words.end() && *at == word) continue;
      words.insert(at, word);
      shared = false;
    }
    if (shared) ++merged;
  });
  return merged;
}

}  // namespace gsq
