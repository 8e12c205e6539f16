// SPDX-License-Identifier: Apache-2.0
#include "perf_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace {

std::string name_for_table(const std::string& name) {
  constexpr std::size_t kWidth = 28;
  std::string text = name;
  std::replace_if(
      text.begin(), text.end(), [](unsigned char letter) { return letter < ' '; }, ' ');
  return text.size() <= kWidth ? text : ".." + text.substr(text.size() - (kWidth - 2));
}

}  // namespace

double gb_per_second(const Measured& measured, std::uint32_t element_bytes, double clock_ns) {
  return measured.elements_per_cycle() * element_bytes / clock_ns;
}

nlohmann::ordered_json to_json(const gsq::SpatterPattern& pattern, const Measured& measured) {
  return {{"file", pattern.file},
          {"index", pattern.number},
          {"name", pattern.name},
          {"kernel", pattern.kernel},
          {"elements", measured.elements},
          {"left_out", measured.left_out},
          {"notes", pattern.notes},
          {"commands", measured.commands},
          {"cycles", measured.cycles},
          {"access_cycles", measured.access_cycles},
          {"bank_cycles", measured.banks.cycles},
          {"bound", measured.bound},
          {"bound_bank", measured.bounds.bank},
          {"bound_window", measured.bounds.window},
          {"merged", measured.merged},
          {"folded", measured.folded},
          {"elements_per_cycle", measured.elements_per_cycle()},
          {"utilisation", measured.utilisation()}};
}

void print_row(const gsq::SpatterPattern& pattern, const Measured& measured,
               const std::string& rate) {
  const auto timed = [&](const std::string& text) { return measured.timed() ? text : "-"; };
  const std::uint64_t cycles = measured.banks.cycles;
  std::string window;  // that of one group is the bound
  if (unit_config().places != 1) window = fmt::format(" {:>8}", measured.bounds.window);
  fmt::print("{:<28} {:<12} {:>9} {:>8} {:>8}{} {:>10} {:>8} {:>9}{} {:>6} {:>7} {:>9} {:>9}\n",
             name_for_table(pattern.name), pattern.kernel, measured.elements, measured.commands,
             timed(fmt::format("{:.2f}", measured.elements_per_cycle())), rate,
             timed(fmt::format("{}", cycles)), measured.bound,
             timed(cycles == measured.bound  ? "="
                   : cycles < measured.bound ? "less"
                                             : "more"),
             window, timed(fmt::format("{:.1f} %", 100 * measured.utilisation())),
             timed(fmt::format("{}", measured.cycles)), measured.merged, measured.folded);
}

void print_notes(const MeasuredPatterns& rows, std::uint64_t commands_max,
                 std::uint32_t element_bytes, std::uint32_t range) {
  struct Sum {
    std::size_t patterns{}, cut{}, folding{};
    std::uint64_t elements{}, left_out{}, folded{};
  };
  std::map<std::string, Sum> files;
  for (const auto& [pattern, measured] : rows) {
    Sum& sum = files[pattern->file];
    ++sum.patterns;
    sum.elements += measured.elements + measured.left_out;
    sum.left_out += measured.left_out;
    sum.folded += measured.folded;
    if (measured.left_out != 0) ++sum.cut;
    if (measured.folded != 0) ++sum.folding;
  }
  for (const auto& [file, sum] : files) {
    if (sum.cut == 0) continue;
    fmt::print(
        "note: {}: {} of {} patterns cut short, {} of {} elements left out, --commands-max is {}\n",
        file, sum.cut, sum.patterns, sum.left_out, sum.elements, commands_max);
  }
  for (const auto& [file, sum] : files) {
    if (sum.folding == 0) continue;
    fmt::print(
        "note: {}: {} of {} patterns folded: {} of {} elements replayed lie beyond the {} elements "
        "that indices reach in UB, their addresses are taken modulo {:#x} bytes\n",
        file, sum.folding, sum.patterns, sum.folded, sum.elements - sum.left_out,
        range / element_bytes, range);
  }
  for (const auto& [pattern, measured] : rows) {
    for (const std::string& note : pattern->notes) {
      fmt::print("note: {} pattern {}: {}\n", pattern->file, pattern->number, note);
    }
    if (!pattern->ignored.empty()) {
      fmt::print("note: {} pattern {}: without meaning here: {}\n", pattern->file, pattern->number,
                 fmt::join(pattern->ignored, ", "));
    }
  }
}

void print_head(bool clocked) {
  fmt::print("{:<28} {:<12} {:>9} {:>8} {:>8}{} {:>10} {:>8} {:>9}{} {:>6} {:>7} {:>9} {:>9}\n",
             "pattern", "kernel", "elements", "commands", "el/cycle", clocked ? "     GB/s" : "",
             "bankcycles", "bound", "vs. bound", unit_config().places == 1 ? "" : "   window",
             "banks", "cycles", "merged", "folded");
}
