#include "gsq/bound.hpp"

#include <algorithm>
#include <vector>

#include "model_rules.hpp"

namespace gsq {

std::uint32_t bank_of(const Config& config, std::uint32_t word) {
  std::uint32_t bank = word % config.banks;
  if (config.bank_hash == 0) return bank;
  for (word /= config.banks; word != 0; word /= config.banks) bank ^= word % config.banks;
  return bank;
}

std::uint32_t command_bound(const Command& command, const Model& before) {
  const Command real = rules::with_real_registers(command);
  if (rules::judge(real, before).status != Status::Ok) return 0;

  const Config& config = before.config();
  std::vector<std::vector<std::uint32_t>> words(config.banks);  // of the current group, by bank
  std::uint32_t group = 0;
  std::uint32_t most = 0;  // words in the fullest bank of the current group
  std::uint32_t sum = 0;   // over the groups before
  rules::for_each_access(real, before, [&](const rules::Access& access) {
    if (access.group != group) {
      for (auto& bank : words) bank.clear();
      group = access.group;
      sum += most;
      most = 0;
    }
    const auto first = static_cast<std::uint32_t>(access.address / config.bank_bytes);
    const auto last =
        static_cast<std::uint32_t>((access.address + access.bytes - 1) / config.bank_bytes);
    for (std::uint32_t word = first; word <= last; ++word) {
      auto& bank = words[bank_of(config, word)];
      if (std::find(bank.begin(), bank.end(), word) != bank.end()) continue;
      bank.push_back(word);
      most = std::max(most, static_cast<std::uint32_t>(bank.size()));
    }
  });
  return sum + most;
}

}  // namespace gsq
