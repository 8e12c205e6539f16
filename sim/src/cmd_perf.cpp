// SPDX-License-Identifier: Apache-2.0
// gsq perf: replays gather and scatter patterns and reports the use of the banks.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "gsq/backend.hpp"
#include "gsq/files.hpp"
#include "gsq/programs/statistics.hpp"
#include "gsq/stimulus/random.hpp"
#include "gsq/stimulus/spatter.hpp"
#include "perf_report.hpp"
#include "progress.hpp"

namespace {

struct PerfOptions {
  std::vector<std::string> patterns;  // names of files, and patterns themselves
  gsq::SpatterWord word;              // of the latter, but for the pattern
  std::string backend = default_backend();
  std::string width = "b64";
  double clock_ns = 0;  // 0: not given
  std::uint64_t commands_max = 1000;
  std::string stats;
  std::string coverage;
  tb::RtlOptions rtl;
};

constexpr std::uint64_t kMostCommands = 1000000;  // of a pattern: all are in memory at once

// Vector registers: indices in the lower ones, in turn, so that the back door can load those of a
// command while its predecessors run; data in the upper ones, more than commands wait in a window,
// since a group waits for an older command that writes its register.
constexpr unsigned kDataRegisters = 20;
constexpr unsigned kIndexRegisters = gsq::kNumVregs - kDataRegisters;
static_assert(kIndexRegisters > gsq::kMaxUnread);
constexpr unsigned kMasks = 2;  // commands before a pattern

/// The commands for elements of one width.
struct Elements {
  gsq::Form form{};
  gsq::Width slot{};      ///< of the lanes
  std::uint32_t bytes{};  ///< of an element in UB
  std::uint32_t index_bytes{};
  std::uint32_t lanes{};  ///< of a command
  std::uint32_t range{};  ///< bytes of UB that indices reach
};

Elements elements_of(const std::string& width, const gsq::Config& config) {
  struct Row {
    const char* width;
    gsq::Form form;
    gsq::Width slot;
    std::uint32_t bytes;
    std::uint32_t index_bytes;
  };
  constexpr std::array<Row, 4> kRows{{{"b8", gsq::Form::B8, gsq::Width::B16, 1, 2},
                                      {"b16", gsq::Form::B16, gsq::Width::B16, 2, 2},
                                      {"b32", gsq::Form::B32, gsq::Width::B32, 4, 4},
                                      {"b64", gsq::Form::B64, gsq::Width::B64, 8, 4}}};
  const Row& row = *std::find_if(kRows.begin(), kRows.end(),
                                 [&](const Row& candidate) { return candidate.width == width; });
  const std::uint64_t reach = (std::uint64_t{1} << (8 * row.index_bytes)) * row.bytes;
  return {row.form,
          row.slot,
          row.bytes,
          row.index_bytes,
          config.lanes(1U << static_cast<unsigned>(row.slot)),
          static_cast<std::uint32_t>(std::min<std::uint64_t>(config.ub_bytes, reach))};
}

/// The sides of a pattern, which are gathers and scatters, and the commands of a side.
std::pair<std::uint64_t, std::uint64_t> size_of(const gsq::SpatterPattern& pattern,
                                                const Elements& elements,
                                                std::uint64_t commands_max) {
  const std::uint64_t sides = pattern.gather && pattern.scatter ? 2 : 1;
  const std::uint64_t all = pattern.count * pattern.length();  // elements of a side
  const std::uint64_t most = std::max<std::uint64_t>(commands_max / sides, 1);
  return {sides, std::min((all - 1) / elements.lanes + 1, most)};
}

/// Runs patterns on a backend. The RTL alone has no golden model: another one gives the expected
/// results.
class Replay {
 public:
  Replay(const PerfOptions& options, const tb::RtlOptions& rtl)
      : elements_(elements_of(options.width, unit_config())), commands_max_(options.commands_max) {
    backend_ = make_backend(options.backend, rtl);
    if (options.backend == "rtl") judge_ = gsq::make_golden_backend(unit_config());
    fill();
  }

  Measured run(const gsq::SpatterPattern& pattern) {
    const auto [sides, steps] = size_of(pattern, elements_, commands_max_);
    const std::uint64_t all = pattern.count * pattern.length();  // of a side
    const std::uint64_t replayed = std::min(all, steps * elements_.lanes);
    set_masks(replayed);
    label_ =
        std::make_shared<std::string>(fmt::format("{} pattern {}", pattern.file, pattern.number));
    folded_ = 0;
    // A gather's data takes some cycles to reach V, so a gs pattern does several gathers ahead of
    // their scatters.
    for (std::uint64_t first = 0; first < steps; first += kDataRegisters) {
      const std::uint64_t last = std::min(first + kDataRegisters, steps);
      for (const auto* side : {&pattern.gather, &pattern.scatter}) {
        if (!*side) continue;
        const auto op = side == &pattern.gather ? gsq::Opcode::Gather : gsq::Opcode::Scatter;
        for (std::uint64_t step = first; step < last; ++step) {
          submit(op, **side, step, replayed);
        }
      }
    }
    Measured result;
    result.elements = sides * replayed;
    result.left_out = sides * (all - replayed);
    result.commands = sides * steps;
    result.folded = folded_;
    finish(result);
    return result;
  }

  /// Completes the waveform. Throws std::runtime_error when not all of it could be written.
  void finish_waves() { backend_->finish(); }

  /// Cycles simulated, and the time it took.
  [[nodiscard]] std::uint64_t cycles() const { return backend_->cycles(); }
  [[nodiscard]] std::uint64_t compared_cycles() const { return backend_->compared_cycles(); }
  [[nodiscard]] std::chrono::duration<double> simulating() const { return simulating_; }

 private:
  template <typename Action>
  void on_each(Action&& action) {
    action(*backend_);
    if (judge_) action(*judge_);
  }

  /// Data that differs at every place, in UB and in the registers that a scatter may store.
  void fill() {
    gsq::Rng rng(1);
    const auto random_bytes = [&](std::uint32_t count) {
      std::vector<std::uint8_t> bytes(count);
      for (auto& byte : bytes) byte = static_cast<std::uint8_t>(rng.next());
      return bytes;
    };
    backend_->drain();  // reset
    const auto ub = random_bytes(unit_config().ub_bytes);
    on_each([&](gsq::Backend& backend) { backend.write_ub(0, ub); });
    for (unsigned i = kIndexRegisters; i < gsq::kNumVregs; ++i) {
      const auto data = random_bytes(unit_config().vlen_bytes);
      on_each([&](gsq::Backend& backend) { backend.write_v(i, data); });
    }
  }

  /// m0: all lanes; m1: those of the last command.
  void set_masks(std::uint64_t replayed) {
    gsq::Command mask;
    mask.op = gsq::Opcode::UpdateMask;
    mask.width = elements_.slot;
    for (const std::uint64_t lanes : {std::uint64_t{elements_.lanes}, last_lanes(replayed)}) {
      mask.n = static_cast<std::uint32_t>(lanes);
      on_each([&](gsq::Backend& backend) { backend.submit(mask, "mask"); });
      ++mask.m;
    }
    on_each([&](gsq::Backend& backend) {
      backend.drain();
      backend.take_bank_use();
      backend.take_bounds();
    });
  }

  [[nodiscard]] std::uint64_t last_lanes(std::uint64_t replayed) const {
    return (replayed - 1) % elements_.lanes + 1;
  }

  void submit(gsq::Opcode op, const gsq::IndexStream& stream, std::uint64_t step,
              std::uint64_t replayed) {
    const std::uint64_t first = step * elements_.lanes;
    const std::uint64_t last = std::min(first + elements_.lanes, replayed);
    gsq::Command command;
    command.op = op;
    command.form = elements_.form;
    command.m = last - first == elements_.lanes ? 0 : 1;
    command.vi = static_cast<std::uint8_t>(submitted_++ % kIndexRegisters);
    const auto data = static_cast<std::uint8_t>(kIndexRegisters + step % kDataRegisters);
    (op == gsq::Opcode::Gather ? command.vd : command.vs) = data;
    std::vector<std::uint8_t> indices(unit_config().vlen_bytes);
    gsq::IndexStream::Walk walk(stream, first);
    const auto fill = [&](auto index) {  // of the type that an index has
      for (std::size_t at = 0; at < last - first; ++at) {
        const std::uint64_t written = walk.next();
        index = static_cast<decltype(index)>(
            gsq::folded_element(written, elements_.bytes, elements_.range));
        if (index != written) ++folded_;
        std::memcpy(&indices[at * sizeof index], &index, sizeof index);
      }
    };
    elements_.index_bytes == 2 ? fill(std::uint16_t{}) : fill(std::uint32_t{});
    // The text only if a report needs it.
    const auto text = [label = label_, first, last, op] {
      return fmt::format("{}, elements {} to {}: {}", *label, first, last - 1, gsq::to_text(op));
    };
    if (judge_) {
      judge_->preload_v(command.vi, indices);
      judge_->submit(command, text);
    }
    backend_->preload_v(command.vi, std::move(indices));
    backend_->submit(command, text);
  }

  void finish(Measured& result) {
    const auto start = std::chrono::steady_clock::now();
    const std::vector<gsq::Completion> done = backend_->drain();
    simulating_ += std::chrono::steady_clock::now() - start;
    const std::vector<gsq::Completion> due =
        judge_ ? judge_->drain() : std::vector<gsq::Completion>{};
    for (const gsq::Completion& completion : judge_ ? due : done) {
      result.bound += completion.bound;
      result.merged += completion.merged;
    }
    result.bounds = (judge_ ? judge_ : backend_)->take_bounds();
    if (cycles() == 0) return;
    result.cycles = done.back().retire - done.front().issue + 1;
    result.banks = backend_->take_bank_use();
    result.access_cycles = result.banks.last - result.banks.first + 1;
    if (judge_) check(done, due);
  }

  /// Checks responses and data of the RTL alone.
  void check(const std::vector<gsq::Completion>& done, const std::vector<gsq::Completion>& due) {
    for (std::size_t i = 0; i < due.size(); ++i) {
      if (done[i].response.status == due[i].response.status) continue;
      throw gsq::Mismatch(fmt::format("{}: command {}: expected {}, got {}", *label_, i,
                                      gsq::to_text(due[i].response.status),
                                      gsq::to_text(done[i].response.status)));
    }
    const std::uint32_t ub_bytes = unit_config().ub_bytes;
    const auto ub = std::make_pair(judge_->read_ub(0, ub_bytes), backend_->read_ub(0, ub_bytes));
    if (ub.first != ub.second) {
      const auto at = std::mismatch(ub.first.begin(), ub.first.end(), ub.second.begin());
      throw gsq::Mismatch(fmt::format("{}: UB byte {:#x}: expected {:#x}, got {:#x}", *label_,
                                      at.first - ub.first.begin(), *at.first, *at.second));
    }
    for (unsigned i = 0; i < gsq::kNumVregs; ++i) {
      if (judge_->read_v(i) == backend_->read_v(i)) continue;
      throw gsq::Mismatch(
          fmt::format("{}: v{} differs from the golden model: gsq perf --backend "
                      "lockstep finds the cycle",
                      *label_, i));
    }
  }

  Elements elements_;
  std::uint64_t commands_max_;
  std::unique_ptr<gsq::Backend> backend_;
  std::unique_ptr<gsq::Backend> judge_;  // null where the backend has a golden model itself
  std::shared_ptr<const std::string> label_;
  std::uint64_t submitted_{};
  std::uint64_t folded_{};  // elements of the pattern that runs
  std::chrono::duration<double> simulating_{};
};

std::vector<gsq::SpatterPattern> load_patterns(const PerfOptions& options) {
  std::vector<gsq::SpatterPattern> patterns;
  for (const std::string& pattern : options.patterns) {
    if (gsq::is_spatter_word(pattern)) {
      gsq::SpatterWord word = options.word;
      word.pattern = pattern;
      patterns.push_back(gsq::parse_spatter_word(word));
    } else {
      constexpr std::string_view kFile = "FILE=";  // before a name in Spatter's command line
      auto more =
          gsq::load_spatter(pattern.rfind(kFile, 0) == 0 ? pattern.substr(kFile.size()) : pattern);
      std::move(more.begin(), more.end(), std::back_inserter(patterns));
    }
  }
  return patterns;
}

int perf(const PerfOptions& options) {
  if (!options.rtl.waves.empty() && !is_rtl(options.backend)) {
    throw UsageError("--waves: expected --backend rtl or lockstep; models have no waves");
  }
  const std::vector<gsq::SpatterPattern> patterns = load_patterns(options);
  for (const std::string& file : {options.stats, options.rtl.waves}) {
    if (!file.empty()) check_writable(file);
  }

  const Elements elements = elements_of(options.width, unit_config());
  std::uint64_t commands = 0;
  for (const gsq::SpatterPattern& pattern : patterns) {
    const auto [sides, steps] = size_of(pattern, elements, options.commands_max);
    commands += sides * steps + kMasks;
  }
  std::optional<Progress> progress(std::in_place, "gsq perf", commands);
  tb::RtlOptions rtl = options.rtl;
  rtl.name = stem_of(options.patterns.front());
  rtl.answered = [&] { (*progress)(); };
  const CoverageFile coverage(options.coverage, options.backend, rtl);
  Replay replay(options, rtl);
  const bool clocked = options.clock_ns != 0;
  print_head(clocked);
  MeasuredPatterns rows;
  auto json = nlohmann::ordered_json::array();
  for (const gsq::SpatterPattern& pattern : patterns) {
    rows.emplace_back(&pattern, replay.run(pattern));
    const Measured& measured = rows.back().second;
    json.push_back(to_json(pattern, measured));
    std::string rate;
    if (clocked) {
      const double gb = gb_per_second(measured, elements.bytes, options.clock_ns);
      json.back()["gb_per_second"] = gb;
      rate = fmt::format(" {:>8}", measured.timed() ? fmt::format("{:.2f}", gb) : "-");
    }
    progress->clear();
    print_row(pattern, measured, rate);
  }
  progress.reset();
  print_notes(rows, options.commands_max, elements.bytes, elements.range);
  Outputs outputs;
  if (!options.rtl.waves.empty()) {
    outputs.write(options.rtl.waves, [&] { replay.finish_waves(); });
  }
  if (!options.stats.empty()) {
    nlohmann::ordered_json stats{{"config", gsq::parameters_json(unit_config())},
                                 {"patterns", json}};
    if (clocked) stats["clock_ns"] = options.clock_ns;
    outputs.write(options.stats, json_text(stats, 2));
  }
  coverage.write(outputs);
  for (const std::string& file : outputs.written()) fmt::print("written       {}\n", file);
  fmt::print("backend       {}, configuration {}, elements {}{}\n", options.backend,
             unit_config().name, options.width,
             clocked ? fmt::format(", clock {} ns", options.clock_ns) : "");
  if (replay.cycles() != 0) {
    fmt::print("simulated     {} cycles, {:.0f} a second\n", replay.cycles(),
               static_cast<double>(replay.cycles()) / replay.simulating().count());
  }
  if (replay.compared_cycles() != 0) {
    fmt::print("RTL and golden model agreed on {} cycles\n", replay.compared_cycles());
  }
  return outputs.status(kAsExpected);
}

}  // namespace

void add_perf(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<PerfOptions>();
  CLI::App* command =
      add_command(app, "perf", "Replay gather and scatter patterns of Spatter's format");
  command
      ->add_option("PATTERNS", options->patterns,
                   "Pattern files (.json), or patterns such as UNIFORM:64:8")
      ->required()
      ->check(gsq::command_line::file_name());
  command->add_option("--kernel", options->word.kernel, "What patterns on the command line do")
      ->check(gsq::command_line::word_of({"gather", "scatter"}))
      ->capture_default_str();
  command->add_option("--delta", options->word.delta, "Their distance from iteration to iteration")
      ->type_name("N,…")
      ->transform(gsq::command_line::deltas());
  command->add_option("--count", options->word.count, "Their iterations")
      ->type_name("N")
      ->transform(gsq::command_line::number(1));
  add_backend_option(*command, options->backend);
  command->add_option("--width", options->width, "Width of an element")
      ->check(gsq::command_line::word_of({"b8", "b16", "b32", "b64"}))
      ->capture_default_str();
  command->add_option("--commands-max", options->commands_max, "The most commands of a pattern")
      ->type_name("N")
      ->transform(gsq::command_line::number(1, kMostCommands))
      ->capture_default_str();
  command->add_option("--clock-ns", options->clock_ns, "The clock, for a column GB/s")
      ->type_name("NS")
      ->check(gsq::command_line::nanoseconds());
  command->add_option("--stats", options->stats, "What was measured, as JSON")
      ->type_name("FILE.json");
  command->add_option("--waves", options->rtl.waves, "Waveform")->type_name("FILE.fst");
  add_coverage_option(*command, options->coverage);
  add_failure_options(*command, options->rtl);
  command->callback([command, options, &exit_status] {
    const bool words =
        std::any_of(options->patterns.begin(), options->patterns.end(), gsq::is_spatter_word);
    for (const char* option : {"--kernel", "--delta", "--count"}) {
      if (words || command->count(option) == 0) continue;
      throw UsageError(
          fmt::format("{}: expected a pattern such as UNIFORM:64:8 on the command line, "
                      "too; patterns of files have their own",
                      option));
    }
    exit_status = perf(*options);
  });
}
