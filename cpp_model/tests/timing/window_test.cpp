// SPDX-License-Identifier: Apache-2.0
// The cycle model with a window of groups: banks as queues of words, against the sentences of the
// timing contract; no RTL here.
#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/stimulus/random.hpp"
#include "gsq/timing/bound.hpp"
#include "timing/cycle_model_fixture.hpp"

namespace gsq {
namespace {

Config with_window(Config config, std::uint32_t window) {
  config.window = window;
  return config;
}

/// Random commands of a mix, with stalls and a host that wins often, on several configurations.
class RandomGroups : public ::testing::TestWithParam<std::tuple<std::uint32_t, const char*>> {
 protected:
  /// Runs `batches` of commands. Whatever reads a bank must read what the commands before it leave,
  /// and at the end memory and registers must be those of the golden model.
  static void run(const Config& config, const char* mix, unsigned batches) {
    RandomCommands random(config, 7, mix);
    CycleModel model(config);
    Rng rng(1);
    const Region region = random.host_region();
    std::vector<std::vector<std::uint8_t>> before(64);  // UB before each command, modulo the size
    std::uint64_t accepted = 0;
    std::vector<const std::uint8_t*> due(config.banks);  // the word that a bank brings next
    std::uint64_t checked = 0;
    for (unsigned batch = 0; batch < batches; ++batch) {
      for (const Fill& fill : random.refill()) model.write_ub(fill.address, fill.bytes);
      std::deque<Command> commands;
      for (unsigned i = 0; i < 200; ++i) commands.push_back(random.next());
      HostRequest host;
      bool requests = false;
      while (!commands.empty() || !model.idle()) {
        if (!requests && !commands.empty() && rng.percent(batch % 3 * 40)) {
          host.address = region.base + rng.below(region.bytes);
          host.write = rng.percent(50);
          host.be = static_cast<std::uint32_t>(rng.next());
          requests = true;
        }
        CycleInputs inputs;
        inputs.command = commands.empty() ? nullptr : &commands.front();
        inputs.host = requests ? &host : nullptr;
        inputs.rsp_ready = rng.percent(70);
        const CycleOutputs& outputs = model.outputs();
        for (std::uint32_t bank = 0; bank < config.banks; ++bank) {
          if (due[bank] != nullptr) {
            ASSERT_TRUE((outputs.bank_read[bank / 32] >> (bank % 32)) & 1U);
            ASSERT_EQ(std::memcmp(&outputs.bank_rdata[bank], due[bank], config.bank_bytes), 0)
                << "cycle " << model.cycle() << ", bank " << bank;
            ++checked;
          }
          due[bank] = nullptr;
          const Transaction* reader = model.on_bank(bank);
          if (reader == nullptr || outputs.bank[bank].write) continue;
          // Iterations of vec also read what those before them wrote.
          if (facts(reader->command.op).kind == MemKind::Vec) continue;
          due[bank] = &before.at(reader->sequence % 64)[outputs.bank[bank].address];
        }
        const bool command_moves = outputs.cmd_ready && inputs.command != nullptr;
        const bool host_moves = outputs.host_gnt && inputs.host != nullptr;
        if (command_moves) before.at(accepted++ % 64) = model.model().ub();
        model.step(inputs);
        if (command_moves) commands.pop_front();
        if (host_moves) requests = false;
      }
      ASSERT_EQ(model.ub(), model.model().ub());
      for (std::size_t i = 0; i < kNumVregs; ++i) ASSERT_EQ(model.v(i), random.model().v(i)) << i;
    }
    EXPECT_GT(checked, 100U);
  }
};
INSTANTIATE_TEST_SUITE_P(Window, RandomGroups,
                         ::testing::Combine(::testing::Values(1, 2, 4, 8),
                                            ::testing::Values("all", "memory", "gather", "vec",
                                                              "stream")),
                         [](const auto& info) {
                           return std::string(std::get<1>(info.param)) +
                                  std::to_string(std::get<0>(info.param));
                         });

TEST_P(RandomGroups, AccessMemoryInProgramOrder) {
  const auto [window, mix] = GetParam();
  Config config = with_window(small_config(), window);
  config.host_patience = 4;
  for (const std::uint32_t coalesce : {1, 0}) {
    config.coalesce = coalesce;
    for (const std::uint32_t hash : {0, 1, 2}) {
      config.bank_hash = hash;
      run(config, mix, 3);
    }
  }
  config.bank_bytes = 8;
  config.banks = 4;
  config.rsp_depth = 32;
  config.coalesce = 1;
  run(config, mix, 3);
}

}  // namespace
}  // namespace gsq
