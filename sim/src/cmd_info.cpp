// gsq info: properties of this build of the unit, for people and for tools.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "commands.hpp"
#include "gsq/isa.hpp"

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

Json info_json() {
  const unsigned squeeze = built_config().squeeze_cuts + 1;
  return {{"configuration", built_config().name},
          {"parameters", parameters_json()},
          {"opcodes", codes_json(gsq::kOpcodeNames)},
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
            {"response_immediate", 2},
            {"response_squeeze", 3 + squeeze},
            {"response_store", 8},
            {"response_load", 10}}},
          {"limits",
           {{"vector_registers", gsq::kNumVregs},
            {"mask_registers", gsq::kNumMregs},
            {"unaligned_registers", gsq::kNumUregs},
            {"block_bytes", gsq::kBlockBytes},
            {"response_queue", gsq::kRspDepth},
            {"memory_queue", gsq::kMemQueueDepth},
            {"host_patience", gsq::kHostPatience},
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

int info(bool as_json) {
  const Json json = info_json();
  if (as_json) {
    fmt::print("{}\n", json.dump(2));
    return kAsExpected;
  }
  fmt::print("configuration {}\n", built_config().name);
  print_section("parameters", json["parameters"]);
  print_section("latencies in cycles, undisturbed", json["latencies"]);
  print_section("limits", json["limits"]);
  for (const char* names :
       {"opcodes", "widths", "forms", "modes", "distributions", "patterns", "statuses"}) {
    print_names(names, json[names]);
  }
  return kAsExpected;
}

}  // namespace

void add_info(CLI::App& app, int& exit_status) {
  auto as_json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("info", "Print parameters, opcodes, latencies and limits");
  command->add_flag("--json", *as_json, "As one JSON object");
  command->callback([as_json, &exit_status] { exit_status = info(*as_json); });
}
