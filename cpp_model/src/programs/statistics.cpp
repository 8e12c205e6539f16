// SPDX-License-Identifier: Apache-2.0
#include "gsq/programs/statistics.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "gsq/programs/program.hpp"

namespace gsq {

using Json = nlohmann::ordered_json;

Json parameters_json(const Config& config) {
  Json json;
  for (const Parameter& parameter : kParameters) json[parameter.name] = config.*parameter.field;
  return json;
}

Json statistics_json(const std::vector<ExecutedCommand>& executed, std::uint64_t cycles,
                     Backend& backend) {
  return statistics_json(executed, backend.config(), cycles, backend.take_bank_use(),
                         backend.take_bounds());
}

Json statistics_json(const std::vector<ExecutedCommand>& executed, const Config& config,
                     std::uint64_t cycles, const BankUse& use, const Bounds& bounds) {
  auto commands = Json::array();
  std::uint64_t ub_beats = 0;
  std::uint64_t bound = 0;
  std::uint64_t merged = 0;
  for (const auto& [line, command, completion] : executed) {
    commands.push_back({{"line", line},
                        {"op", to_text(command.op)},
                        {"form", form_text(command)},
                        {"issue", completion.issue},
                        {"retire", completion.retire},
                        {"ub_beats", completion.ub_beats},
                        {"bound", completion.bound},
                        {"merged", completion.merged},
                        {"status", to_text(completion.response.status)}});
    ub_beats += completion.ub_beats;
    bound += completion.bound;
    merged += completion.merged;
  }
  const double bank_cycles = static_cast<double>(cycles) * config.banks;
  return {{"config", parameters_json(config)},
          {"cycles", cycles},
          {"commands", std::move(commands)},
          {"totals",
           {{"commands", executed.size()},
            {"cycles", cycles},
            {"ub_beats", ub_beats},
            {"bound", bound},
            {"bound_bank", bounds.bank},
            {"bound_window", bounds.window},
            {"merged", merged},
            {"bank_cycles", use.cycles},
            {"bank_utilisation",
             bank_cycles > 0 ? static_cast<double>(use.accesses) / bank_cycles : 0.0}}}};
}

}  // namespace gsq
