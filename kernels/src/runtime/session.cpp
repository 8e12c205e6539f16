// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "cli/command_line.hpp"
#include "cli/run_options.hpp"
#include "gsq/files.hpp"
#include "gsq/kernel/ascend/functions.hpp"
#include "gsq/programs/program.hpp"
#include "gsq/programs/statistics.hpp"
#include "programs/chart.hpp"
#include "programs/chart_part.hpp"
#include "runtime/program_options.hpp"
#include "runtime/program_runner.hpp"

namespace gsq::kernel {
namespace {

enum ExitStatus { kAsExpected = 0, kNotAsExpected = 1, kBadInput = 2 };

void report(const ProgramOptions& options, const Backend& backend, const Unit& unit,
            const Session* session) {
  LaunchCost cost = launch_cost();
  if (session == nullptr) cost += call_cost();  // a session launches what it measures
  fmt::print("backend   {}, configuration {}\n", options.backend, backend.config().name);
  if (session != nullptr) {
    fmt::print("checks    {} done, {} failures\n", session->checks(), session->failures());
  } else {
    fmt::print("launches  {}{}\n", cost.launches,
               unit.has_calls() ? ", and kernels that were called without one" : "");
  }
  fmt::print("commands  {}", cost.commands);
  if (cost.operations != 0) {
    fmt::print(" of the unit, {} operations of the processor in {} drains, not timed",
               cost.operations, cost.drains);
  }
  fmt::print("\n");
  if (cost.put_away != 0) {
    fmt::print("registers {} put away, {} fetched back, by the processor: not timed\n",
               cost.put_away, cost.fetched_back);
  }
  if (cost.cycles == 0) return;
  const double bandwidth = static_cast<double>(cost.cycles) * backend.config().banks;
  fmt::print("cycles    {} from the first issue to the last answer\n", cost.cycles);
  fmt::print("banks     {} cycles with an access, {:.1f} % of all banks used\n", cost.bank_cycles,
             100.0 * static_cast<double>(cost.bank_accesses) / bandwidth);
  fmt::print("bound     {} cycles, the larger of commands and bank cycles: {:.1f} % reached\n",
             cost.bound(), cost.percent_of_bound());
  if (backend.compared_cycles() != 0) {
    fmt::print("RTL and golden model agreed on {} cycles\n", backend.compared_cycles());
  }
}

/// The line of the kernel from which a command comes, "kernel.cpp:12: Squeeze"; 0 if not known.
unsigned line_of(const std::string& label) {
  const std::size_t colon = label.find(':');
  if (colon == std::string::npos) return 0;
  return static_cast<unsigned>(std::strtoul(label.c_str() + colon + 1, nullptr, 10));
}

/// The chart of a run that is over. Throws std::invalid_argument when there is nothing in the part
/// of it that the options ask for.
std::string chart(Trace& trace, const RecordingBackend& run, const ProgramOptions& options) {
  if (trace.commands().empty()) return "";
  for (std::size_t i = 0; i < trace.commands().size(); ++i) {
    CommandTrace& command = trace.commands()[i];
    command.line = line_of(run.labels().at(i));
    command.text = format_command(run.commands().at(i), run.config()).value_or("?");
    if (i < run.completions().size()) command.bound = run.completions()[i].bound;
  }
  ChartPart part = options.part;
  check_cycles(part);
  part.commands = parse_commands(options.part_commands, trace.commands().size());
  return text_of(trace, part);
}

/// The object of --stats, like that of gsq run: of the commands that were answered.
std::string statistics(RecordingBackend& run) {
  std::vector<ExecutedCommand> executed;
  executed.reserve(run.completions().size());
  for (std::size_t i = 0; i < run.completions().size(); ++i) {
    executed.push_back({line_of(run.labels().at(i)), run.commands().at(i), run.completions()[i]});
  }
  run.take_bank_use();  // since the last launch
  return statistics_json(executed, run.config(), run.cycles(), run.bank_use(), run.take_bounds())
             .dump(2) +
         "\n";
}

/// Prints the chart and writes the files that the options ask for. The chart comes first, since a
/// file that cannot be written is an error.
void write_files(const ProgramOptions& options, RecordingBackend& run, Trace& trace) {
  if (options.trace) fmt::print("{}", chart(trace, run, options));
  if (!options.waves.empty()) {
    run.finish();
    fmt::print("written   {}\n", options.waves);
  }
  if (!options.stats.empty()) {
    write_file(options.stats, statistics(run));
    fmt::print("written   {}\n", options.stats);
  }
  if (!options.record.empty()) {
    Recorder::Form form;
    form.comment = fmt::format(
        "Commands of a program of kernels on configuration {}, in the order of their issue.\n"
        "Operations of the processor are here what they wrote.",
        run.config().name);
    form.ub = run.read_ub(0, run.config().ub_bytes);
    fmt::print("written   {}\n", run.recorder().save(options.record, form));
  }
}

/// Constants of the program that do not fit the unit, which no call can check.
void warn_of_length(const Config& config) {
  const std::uint32_t compiled_for = ascend::noted_vector_length();
  if (compiled_for == 0 || compiled_for == config.vlen_bytes) return;
  std::cerr << fmt::format(
      "warning: the program uses GetVecLen() or asc_get_vf_len(), which are the constant {0}, but "
      "vectors of the unit have {1} bytes: compile it with -DGSQ_KERNEL_VL={1}\n",
      compiled_for, config.vlen_bytes);
}

/// Legal where the call does not depend on the value, but mostly a mistake.
void warn_of_register(const Unit& unit) {
  const auto& call = unit.registers()->first_unwritten();
  if (!call) return;
  std::cerr << fmt::format(
      "warning: {} reads a register that nothing has written: its value is undefined\n", *call);
}

// The range of addresses that stands for UB, for the handler of a signal.
std::uintptr_t window_begin;  // NOLINT: a handler has no parameters of its own
std::uintptr_t window_end;    // NOLINT

/// Says what an access of the program through a pointer into UB is, and lets it abort the process.
void on_access(int signal, siginfo_t* info, void* /*context*/) {
  const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (at >= window_begin && at < window_end) {
    std::array<char, 200> text{};
    const auto end = fmt::format_to_n(text.begin(), text.size(),
                                      "error: the program itself read or wrote UB address {:#x} "
                                      "through a pointer: only calls can; Session::get and "
                                      "Session::put copy from and to UB\n",
                                      at - window_begin);
    // Nothing can be done if this fails.
    static_cast<void>(!::write(STDERR_FILENO, text.data(), std::min(end.size, text.size())));
  }
  std::signal(signal, SIG_DFL);  // the access is repeated, and ends the process
}

void explain_accesses(const Unit& unit) {
  window_begin = reinterpret_cast<std::uintptr_t>(unit.pointer(0));
  window_end = window_begin + unit.config().ub_bytes;
  struct sigaction action {};
  action.sa_sigaction = on_access;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
}

std::unique_ptr<Backend> make_backend(const ProgramOptions& options, LinkedRtl* rtl, Trace& trace) {
  Surroundings surroundings = options.surroundings;
  if (options.trace) surroundings.observer = trace.observer();
  if (command_line::is_rtl(options.backend)) return rtl->make(options, surroundings);
  return command_line::make_model(options.backend, command_line::config_of(options.unit),
                                  surroundings);
}

/// The run of this process. There is one at a time.
class ProgramRun {
 public:
  /// `name` is that of the program.
  ProgramRun(const char* name, const ProgramOptions& options, LinkedRtl* rtl)
      : name_(name),
        options_(options),
        backend_(make_backend(options, rtl, trace_)),
        recording_(*backend_) {
    unit_.emplace(records() ? recording_ : *backend_, options.lookahead);
    explain_accesses(*unit_);
    warn_of_length(unit_->config());
    current_ = this;
    // A program that calls exit() never returns from its main. The status needs on_exit.
    static const bool registered = on_exit(&ProgramRun::finish_at_exit, nullptr) == 0;
    static_cast<void>(registered);
  }
  ProgramRun(const ProgramRun&) = delete;
  ProgramRun& operator=(const ProgramRun&) = delete;
  ~ProgramRun() { current_ = nullptr; }

  /// The run in which the program is already, where a main around its own has begun it; or null.
  static ProgramRun* current() { return current_; }

  /// Calls what runs kernels and returns the exit status, and adds what is to be said at the end.
  template <typename Part>
  int complete(Part&& part) {
    int status = kAsExpected;
    try {
      status = part();
      unit_->wait();
      warn_of_register(*unit_);
    } catch (const Error&) {  // what a command answered can be repeated and shown
      unit_.reset();          // issues what it has
      std::cout.flush();
      recording_.drain();  // commands may be under way where the kernel itself threw
      try {
        write_files(options_, recording_, trace_);
      } catch (const std::runtime_error& no_file) {  // the error of the kernel is said, too
        std::cerr << no_file.what() << '\n';
      }
      throw;
    }
    if (options_.repeat != 1 && !session_) {
      throw command_line::UsageError(
          "--repeat: expected a program made of a Session; others run once");
    }
    std::cout.flush();
    report(options_, *backend_, *unit_, session_ ? &*session_ : nullptr);
    write_files(options_, recording_, trace_);
    return status;
  }

  /// The exit status of a body.
  int run(void (*body)(Session&)) {
    if (!session_) session_.emplace(*unit_);
    for (std::uint64_t i = 0; i < options_.repeat; ++i) body(*session_);
    return session_->failures() == 0 ? kAsExpected : kNotAsExpected;
  }

 private:
  [[nodiscard]] bool records() const {
    return options_.trace || !options_.record.empty() || !options_.stats.empty();
  }

  static void finish_at_exit(int status, void* /*nothing*/);

  static ProgramRun* current_;

  const char* name_;
  const ProgramOptions& options_;
  Trace trace_;
  std::unique_ptr<Backend> backend_;
  RecordingBackend recording_;
  std::optional<Unit> unit_;
  std::optional<Session> session_;
};

ProgramRun* ProgramRun::current_ = nullptr;

/// Calls `part` and says its exceptions: the exit status.
template <typename Part>
int guarded(const char* name, Part&& part) {
  try {
    return part();
  } catch (const command_line::UsageError& error) {
    std::cerr << fmt::format("{}: error: {}\n", name, error.what());
    return kBadInput;
  } catch (const std::exception& error) {  // of a kernel, or of the comparison
    std::cout.flush();
    std::cerr << error.what() << '\n';
    return kNotAsExpected;
  }
}

void ProgramRun::finish_at_exit(int status, void* /*nothing*/) {
  ProgramRun* const run = std::exchange(current_, nullptr);
  if (run == nullptr) return;
  const int end = guarded(run->name_, [&] { return run->complete([=] { return status; }); });
  run->unit_.reset();
  run->backend_.reset();
  if (end == status) return;
  std::cout.flush();
  std::fflush(nullptr);
  _Exit(end);  // nothing else can change the status any more
}

}  // namespace

void Session::check(bool holds, std::string_view what) {
  ++checks_;
  if (holds) return;
  ++failures_;
  std::cerr << fmt::format("check failed: {}\n", what);
}

std::vector<std::uint32_t> in_blocks(const std::vector<std::uint32_t>& words, std::uint32_t count) {
  std::vector<std::uint32_t> padded;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i % count == 0) padded.resize(i / count * kBlockWords);
    padded.push_back(words[i]);
  }
  return padded;
}

void RecordingBackend::submit(const Command& command, Label label) {
  recorder_.command(command);
  commands_.push_back(command);
  labels_.push_back(to_text(label));
  backend_.submit(command, std::move(label));
}

void RecordingBackend::preload_v(unsigned index, std::vector<std::uint8_t> bytes) {
  recorder_.v(index, bytes);
  backend_.preload_v(index, std::move(bytes));
}

std::vector<Completion> RecordingBackend::drain() {
  std::vector<Completion> done = backend_.drain();
  completions_.insert(completions_.end(), done.begin(), done.end());
  return done;
}

void RecordingBackend::write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) {
  recorder_.ub(address, bytes);
  backend_.write_ub(address, bytes);
}

void RecordingBackend::write_v(unsigned index, const std::vector<std::uint8_t>& bytes) {
  recorder_.v(index, bytes);
  backend_.write_v(index, bytes);
}

void RecordingBackend::write_m(unsigned index, const std::vector<std::uint8_t>& bits) {
  recorder_.m(index, bits);
  backend_.write_m(index, bits);
}

BankUse RecordingBackend::take_bank_use() {
  const BankUse use = backend_.take_bank_use();
  if (bank_use_.cycles == 0) bank_use_.first = use.first;
  if (use.cycles != 0) bank_use_.last = use.last;
  bank_use_.accesses += use.accesses;
  bank_use_.cycles += use.cycles;
  return use;
}

int run_program(int argc, char** argv, const ProgramBody& body, LinkedRtl* rtl) {
  if (ProgramRun* const run = ProgramRun::current()) {  // which has taken its options
    if (body.main != nullptr) return body.main(argc, argv);
    if (argc <= 1) return run->run(body.session);
    std::cerr << fmt::format(
        "{}: error: expected the end of the command line, found '{}' (--help says more)\n", argv[0],
        argv[1]);
    return kBadInput;
  }
  CLI::App app("Runs kernels on the gather, scatter and squeeze unit.");
  ProgramOptions options;
  options.backend = rtl == nullptr ? "golden" : "lockstep";
  if (rtl != nullptr) options.unit.config = rtl->config().name;
  add_options(app, options);
  app.allow_extras(body.main != nullptr);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    std::cerr << fmt::format("{}: error: {} (--help says more)\n", argv[0],
                             command_line::sentence(app, error));
    return kBadInput;
  }
  std::vector<std::string> rest = app.remaining();
  std::vector<char*> arguments{argv[0]};
  for (std::string& argument : rest) arguments.push_back(argument.data());
  const int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  return guarded(argv[0], [&] {
    check_options(options, rtl);
    ProgramRun run(argv[0], options, rtl);
    return run.complete([&] {
      return body.session != nullptr ? run.run(body.session) : body.main(count, arguments.data());
    });
  });
}

}  // namespace gsq::kernel
