// SPDX-License-Identifier: Apache-2.0
#include "example.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <systemc>

#include "gsq/backend.hpp"
#include "gsq/files.hpp"
#include "system/make_rtl_backend.hpp"

namespace example {
namespace {

enum ExitStatus { kAsExpected = 0, kNotAsExpected = 1, kBadInput = 2 };

void (*body_of_example)(Session&);  // NOLINT: set once, before sc_main reads it

/// The configuration that the examples are built for.
const gsq::Config& built_config() {
  static const gsq::Config config = [] {
    constexpr std::size_t kLongest = 65536;
    const auto text = gsq::read_file(GSQ_CONFIG_FILE, kLongest);
    return gsq::parse_config(GSQ_CONFIG_NAME, {text.begin(), text.end()});
  }();
  return config;
}

std::unique_ptr<gsq::Backend> make_backend(const std::string& kind) {
  if (kind == "golden") return gsq::make_golden_backend(built_config());
  tb::RtlOptions options;
  options.lockstep = kind == "lockstep";
  return tb::make_rtl_backend(built_config(), options);
}

void report(const Session& session, const std::string& kind, const gsq::Backend& backend) {
  const Measured& measured = session.measured();
  fmt::print("backend   {}, configuration {}\n", kind, session.config().name);
  fmt::print("checks    {} done, {} failures\n", session.checks(), session.failures());
  fmt::print("commands  {}", measured.commands);
  if (measured.operations != 0) {
    fmt::print(" of the unit, {} operations of the processor, not timed", measured.operations);
  }
  fmt::print("\n");
  if (measured.put_away != 0) {
    fmt::print("registers {} put away, {} fetched back, by the processor: not timed\n",
               measured.put_away, measured.fetched_back);
  }
  if (measured.cycles == 0) return;
  const double bandwidth = static_cast<double>(measured.cycles) * session.config().banks;
  fmt::print("cycles    {} from the first issue to the last answer\n", measured.cycles);
  fmt::print("banks     {} cycles with an access, {:.1f} % of all banks used\n",
             measured.bank_cycles, 100.0 * static_cast<double>(measured.bank_accesses) / bandwidth);
  fmt::print("bound     {} cycles, the larger of commands and bank cycles: {:.1f} % reached\n",
             measured.bound(), measured.percent_of_bound());
  if (backend.compared_cycles() != 0) {
    fmt::print("RTL and golden model agreed on {} cycles\n", backend.compared_cycles());
  }
}

}  // namespace

void Session::check(bool holds, std::string_view what) {
  ++checks_;
  if (holds) return;
  ++failures_;
  std::cerr << fmt::format("check failed: {}\n", what);
}

void Session::begin() {
  unit_.take_completions();
  unit_.take_bank_use();
  before_ = unit_.counts();
}

void Session::end() {
  const auto completions = unit_.take_completions();
  const gsq::BankUse banks = unit_.take_bank_use();
  measured_.commands += completions.size();
  measured_.operations += unit_.counts().operations - before_.operations;
  measured_.put_away += unit_.counts().put_away - before_.put_away;
  measured_.fetched_back += unit_.counts().fetched_back - before_.fetched_back;
  measured_.bank_accesses += banks.accesses;
  measured_.bank_cycles += banks.cycles;
  if (unit_.cycles() == 0) return;
  measured_.cycles += completions.back().retire - completions.front().issue + 1;
}

int run(int argc, char** argv, void (*body)(Session&)) {
  body_of_example = body;
  // The library's own main would print a banner first.
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}

}  // namespace example

// SystemC elaborates in this function, but only when the backend has RTL.
int sc_main(int argc, char* argv[]) {
  CLI::App app("Runs kernels on the gather, scatter and squeeze unit.");
  std::string kind = "lockstep";
  app.add_option("--backend", kind, "What runs them")
      ->check(CLI::IsMember({"golden", "rtl", "lockstep"}))
      ->capture_default_str();
  std::size_t lookahead = gsq::kernel::kLookahead;
  app.add_option("--lookahead", lookahead,
                 "The next command to issue is chosen among so many; 1: order of the program")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    std::cerr << fmt::format("{}: error: {} (--help says more)\n", argv[0], error.what());
    return example::kBadInput;
  }
  try {
    const auto backend = example::make_backend(kind);
    gsq::kernel::Unit unit(*backend, lookahead);
    example::Session session(unit);
    example::body_of_example(session);
    example::report(session, kind, *backend);
    return session.failures() == 0 ? example::kAsExpected : example::kNotAsExpected;
  } catch (const std::exception& error) {  // of a kernel, or of the comparison
    std::cerr << error.what() << '\n';
    return example::kNotAsExpected;
  }
}
