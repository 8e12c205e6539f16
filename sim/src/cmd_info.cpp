// SPDX-License-Identifier: Apache-2.0
// gsq info: properties of this build of the unit, for people and for tools.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

#include "commands.hpp"
#include "gsq/isa.hpp"
#include "gsq/programs/statistics.hpp"

namespace {

using Json = nlohmann::ordered_json;

template <typename Names>
Json codes_json(const Names& names) {
  Json json = Json::array();
  for (const auto& name : names) {
    json.push_back({{"name", name.text}, {"code", static_cast<unsigned>(name.code)}});
  }
  return json;
}

/// Names of the codes in a set of CommandFacts.
template <typename Names>
Json names_json(const Names& names, std::uint32_t set) {
  Json json = Json::array();
  for (const auto& name : names) {
    if (gsq::has(set, name.code)) json.push_back(name.text);
  }
  return json;
}

/// The table of commands. Sets are left out where they mean nothing to the command.
Json commands_json() {
  Json json = Json::array();
  for (const gsq::CommandFacts& row : gsq::kCommands) {
    Json command{
        {"name", gsq::to_text(row.op)},   {"code", static_cast<unsigned>(row.op)},
        {"class", gsq::to_text(row.cls)}, {"kind", gsq::to_text(row.kind)},
        {"mask", gsq::to_text(row.mask)}, {"fields", names_json(gsq::kCmdFieldNames, row.fields)}};
    const auto add = [&](const char* key, gsq::CmdField field, const auto& names,
                         std::uint32_t set) {
      if (gsq::has(row.fields, field)) command[key] = names_json(names, set);
    };
    add("widths", gsq::CmdField::Width, gsq::kWidthNames, row.widths);
    add("forms", gsq::CmdField::Form, gsq::kFormNames, row.forms);
    add("modes", gsq::CmdField::Mode, gsq::kAddressModeNames, row.modes);
    add("distributions", gsq::CmdField::Distr, gsq::kDistNames, row.dists);
    json.push_back(command);
  }
  return json;
}

Json info_json() {
  const unsigned squeeze = unit_config().squeeze_cuts + 1;
  const unsigned window = unit_config().places == 1 ? 0 : 2;  // stages E and K
  return {{"version", version()},
          {"configuration", unit_config().name},
          {"parameters", gsq::parameters_json(unit_config())},
          {"opcodes", commands_json()},
          {"widths", codes_json(gsq::kWidthNames)},
          {"forms", codes_json(gsq::kFormNames)},
          {"modes", codes_json(gsq::kAddressModeNames)},
          {"distributions", codes_json(gsq::kDistNames)},
          {"patterns", codes_json(gsq::kPatternNames)},
          {"statuses", codes_json(gsq::kStatusNames)},
          {"param_fields", codes_json(gsq::kFieldNames)},
          {"latencies",
           {{"squeeze", squeeze},
            {"unsqueeze", squeeze},
            {"response_immediate", 4},
            {"response_squeeze", 5 + squeeze},
            {"response_store", 11 + window},
            {"response_load", 13 + window}}},
          {"limits",
           {{"vector_registers", gsq::kNumVregs},
            {"mask_registers", gsq::kNumMregs},
            {"unaligned_registers", gsq::kNumUregs},
            {"block_bytes", gsq::kBlockBytes},
            {"issue_queue", gsq::kIssueQueueDepth},
            {"memory_queue", gsq::kMemQueueDepth},
            {"host_queue", gsq::kHostQueueDepth},
            {"command_bits", gsq::kCommandBits},
            {"response_bits", gsq::kResponseBits}}}};
}

/// A section of plain text: its name, then one NAME VALUE line each.
void print_section(const char* title, const Json& values) {
  fmt::print("{}\n", title);
  for (const auto& item : values.items()) {
    fmt::print("  {:<20} {}\n", item.key(), item.value().dump());
  }
}

void print_names(const char* title, const Json& codes) {
  fmt::print("{}\n ", title);
  for (const Json& code : codes) fmt::print(" {}", code["name"].get<std::string>());
  fmt::print("\n");
}

/// A line for each command: its class and the fields that mean something to it.
void print_commands(const Json& commands) {
  fmt::print("opcodes\n");
  for (const Json& command : commands) {
    std::string fields;
    for (const Json& field : command["fields"]) fields += " " + field.get<std::string>();
    fmt::print("  {:<20} {:<10}{}\n", command["name"].get<std::string>(),
               command["class"].get<std::string>(), fields);
  }
}

int info(bool as_json) {
  const Json json = info_json();
  if (as_json) {
    fmt::print("{}\n", json.dump(2));
    return kAsExpected;
  }
  fmt::print("version {}\nconfiguration {}\n", version(), unit_config().name);
  print_section("parameters", json["parameters"]);
  print_section("latencies in cycles, undisturbed", json["latencies"]);
  print_section("limits", json["limits"]);
  print_commands(json["opcodes"]);
  for (const char* names : {"widths", "forms", "modes", "distributions", "patterns", "statuses"}) {
    print_names(names, json[names]);
  }
  return kAsExpected;
}

}  // namespace

void add_info(CLI::App& app, int& exit_status) {
  auto as_json = std::make_shared<bool>(false);
  CLI::App* command = add_command(app, "info", "Print parameters, opcodes, latencies and limits");
  command->add_flag("--json", *as_json, "As one JSON object")->disable_flag_override();
  command->callback([as_json, &exit_status] { exit_status = info(*as_json); });
}
