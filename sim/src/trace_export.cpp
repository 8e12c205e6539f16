// SPDX-License-Identifier: Apache-2.0
#include "trace_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace {

/// Stages that hold many commands, and what to call their number.
constexpr std::array<std::pair<std::string_view, const char*>, 4> kQueues{
    {{"I", "issue queue"},
     {"Q", "memory queue"},
     {"X", "at the banks"},
     {"Z", "done, response not taken"}}};

/// Consecutive cycles of a command in one stage.
struct Stay {
  std::string_view stage;
  std::uint64_t first;
  std::uint64_t end;  ///< one past the last cycle
};

std::vector<Stay> stays_of(const gsq::CommandTrace& command) {
  std::vector<Stay> stays;
  for (const gsq::Span& span : command.spans) {
    const std::string_view stage = gsq::stage_of(span.letter);
    const std::uint64_t end = span.first + span.count;
    if (!stays.empty() && stays.back().stage == stage) {
      stays.back().end = end;
    } else {
      stays.push_back({stage, span.first, end});
    }
  }
  return stays;
}

/// The register that a command waits for is written, or read, by another one.
bool is_dependency(gsq::Cause cause) {
  return cause == gsq::Cause::kFromCompute || cause == gsq::Cause::kFromMemory ||
         cause == gsq::Cause::kOverwrite;
}

/// Text of a column: tabs and ends of lines would end it.
std::string column(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char letter) { return std::iscntrl(letter) != 0; },
      ' ');
  return text;
}

nlohmann::ordered_json counter(const std::string& name, std::uint64_t cycle, std::int64_t value) {
  return {{"name", name}, {"ph", "C"}, {"ts", cycle}, {"pid", 1}, {"args", {{"commands", value}}}};
}

}  // namespace

std::string konata_of(const gsq::Trace& trace) {
  // Events by cycle; of a cycle those that end something first, so that stages do not overlap.
  enum Order { kEnd, kRetire, kStart, kLabel, kArrow };
  std::map<std::uint64_t, std::map<Order, std::string>> events;
  const std::vector<gsq::CommandTrace>& commands = trace.commands();
  for (std::size_t id = 0; id < commands.size(); ++id) {
    const gsq::CommandTrace& command = commands[id];
    events[command.first()][kStart] +=
        fmt::format("I\t{0}\t{1}\t0\nL\t{0}\t0\t{1}: {2}\nL\t{0}\t1\tline {3}, beats {4}{5}\n", id,
                    id + 1, column(command.text), command.line, command.beats,
                    command.bound ? fmt::format(", bound {}", *command.bound) : "");
    for (const Stay& stay : stays_of(command)) {
      events[stay.first][kStart] += fmt::format("S\t{}\t0\t{}\n", id, stay.stage);
      events[stay.end][kEnd] += fmt::format("E\t{}\t0\t{}\n", id, stay.stage);
    }
    for (const gsq::Span& span : command.spans) {
      if (!waits(span)) continue;
      const std::uint64_t end = span.first + span.count;
      events[span.first][kLabel] +=
          fmt::format("S\t{0}\t1\twait\nL\t{0}\t2\t{1}\n", id, cause_of(span, id));
      events[end][kEnd] += fmt::format("E\t{}\t1\twait\n", id);
      if (is_dependency(span.cause) && span.by != id) {
        events[end][kArrow] += fmt::format("W\t{}\t{}\t0\n", id, span.by);
      }
    }
    // A command that the run did not end is flushed, as the format calls it.
    events[command.last() + 1][kRetire] +=
        fmt::format("R\t{0}\t{0}\t{1}\n", id, command.retired() ? 0 : 1);
  }
  std::string text = "Kanata\t0004\nC=\t0\n";  // some readers begin with cycle 0 in any case
  std::uint64_t now = 0;
  for (const auto& [cycle, lines] : events) {
    text += fmt::format("C\t{}\n", cycle - now);
    now = cycle;
    for (const auto& [order, line] : lines) text += line;
  }
  return text;
}

nlohmann::ordered_json trace_events_of(const gsq::Trace& trace, const std::string& title) {
  using Json = nlohmann::ordered_json;
  Json events = Json::array();
  events.push_back(
      {{"name", "process_name"}, {"ph", "M"}, {"pid", 1}, {"args", {{"name", title}}}});
  const auto slice = [&](const std::string& name, const char* category, std::size_t row,
                         std::uint64_t first, std::uint64_t end, Json arguments) {
    events.push_back({{"name", name},
                      {"cat", category},
                      {"ph", "X"},
                      {"ts", first},
                      {"dur", end - first},
                      {"pid", 1},
                      {"tid", row + 1},
                      {"args", std::move(arguments)}});
  };

  std::vector<std::uint64_t> free_from;  // of each row
  // By stage: how many commands more there are from a cycle on.
  std::map<std::string_view, std::map<std::uint64_t, std::int64_t>> more;
  const std::vector<gsq::CommandTrace>& commands = trace.commands();
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const gsq::CommandTrace& command = commands[i];
    const std::uint64_t end = command.last() + 1;
    const auto free = std::find_if(free_from.begin(), free_from.end(),
                                   [&](std::uint64_t from) { return from <= command.first(); });
    const auto row = static_cast<std::size_t>(free - free_from.begin());
    if (free == free_from.end()) {
      free_from.push_back(end);
    } else {
      *free = end;
    }
    Json facts = {{"line", command.line}, {"beats", command.beats}};
    if (command.bound) facts["bound"] = *command.bound;
    slice(fmt::format("{}: {}", i + 1, command.text), "command", row, command.first(), end,
          std::move(facts));
    for (const Stay& stay : stays_of(command)) {
      slice(std::string(stay.stage), "stage", row, stay.first, stay.end, Json::object());
      ++more[stay.stage][stay.first];
      --more[stay.stage][stay.end];
      // Slices of a row nest: waits are inside their stage.
      for (const gsq::Span& span : command.spans) {
        if (!waits(span) || span.first < stay.first || span.first >= stay.end) continue;
        slice("waits: " + cause_of(span, i), "wait", row, span.first, span.first + span.count,
              {{"command", span.by + 1}});
      }
    }
  }
  for (std::size_t row = 0; row < free_from.size(); ++row) {
    events.push_back({{"name", "thread_sort_index"},
                      {"ph", "M"},
                      {"pid", 1},
                      {"tid", row + 1},
                      {"args", {{"sort_index", row + 1}}}});
  }
  for (const auto& [stage, queue] : kQueues) {
    std::int64_t count = 0;
    for (const auto& [cycle, change] : more[stage]) {
      if (change != 0) events.push_back(counter(queue, cycle, count += change));
    }
  }
  return {{"traceEvents", std::move(events)},
          {"displayTimeUnit", "ns"},
          {"otherData", {{"unit", "a microsecond is a cycle"}}}};
}
