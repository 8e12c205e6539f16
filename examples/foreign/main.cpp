// SPDX-License-Identifier: Apache-2.0
// The main around that of a foreign program: makes the unit, calls the program, reports.
//
// The linker calls the function below in place of main, which keeps its name and its text
// (-Wl,--wrap=main). Options of ours are taken out of the command line; the program gets the rest.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/files.hpp"
#include "gsq/kernel/launch.hpp"
#include "gsq/kernel/unit.hpp"

#ifdef GSQ_FOREIGN_RTL
#include <cstdlib>
#include <systemc>

#include "system/make_rtl_backend.hpp"
#endif

extern "C" int __real_main(int argc, char** argv);  // NOLINT: the name that the linker gives it
extern "C" int __wrap_main(int argc, char** argv);  // NOLINT: the same

namespace {

enum ExitStatus { kError = 1, kBadInput = 2 };

struct Options {
  std::string backend;
  std::size_t lookahead = gsq::kernel::kLookahead;
  unsigned stall = 0;
  std::uint64_t seed = 1;
};

/// The configuration that the program is built for.
gsq::Config built_config() {
  constexpr std::size_t kLongest = 65536;
  const auto text = gsq::read_file(GSQ_CONFIG_FILE, kLongest);
  return gsq::parse_config(GSQ_CONFIG_NAME, {text.begin(), text.end()});
}

std::unique_ptr<gsq::Backend> make_backend([[maybe_unused]] const Options& options) {
#ifdef GSQ_FOREIGN_RTL
  if (options.backend != "golden") {
    tb::RtlOptions rtl;
    rtl.lockstep = options.backend == "lockstep";
    rtl.stall_percent = options.stall;
    rtl.seed = options.seed;
    return tb::make_rtl_backend(built_config(), rtl);
  }
#endif
  return gsq::make_golden_backend(built_config());
}

void report(const Options& options, const gsq::Backend& backend) {
  const gsq::kernel::LaunchCost cost = gsq::kernel::launch_cost();
  fmt::print("backend   {}, configuration {}\n", options.backend, backend.config().name);
  fmt::print("launches  {}\n", cost.launches);
  fmt::print("commands  {} of the unit\n", cost.commands);
  fmt::print("operations {} of the processor, not timed\n", cost.operations);
  if (cost.put_away != 0)
    fmt::print("put away  {} registers, since there were too few\n", cost.put_away);
  if (cost.cycles == 0) return;
  fmt::print("cycles    {} from the first issue of a launch to its last answer\n", cost.cycles);
  fmt::print("banks     {} cycles with an access\n", cost.bank_cycles);
  if (backend.compared_cycles() != 0) {
    fmt::print("RTL and golden model agreed on {} cycles\n", backend.compared_cycles());
  }
}

int run(int argc, char** argv) {
  CLI::App app("Runs a foreign program on the gather, scatter and squeeze unit.");
  Options options;
#ifdef GSQ_FOREIGN_RTL
  options.backend = "lockstep";
  const std::vector<std::string> backends{"golden", "rtl", "lockstep"};
#else
  options.backend = "golden";
  const std::vector<std::string> backends{"golden"};
#endif
  app.add_option("--backend", options.backend, "What runs its kernels")
      ->check(CLI::IsMember(backends))
      ->capture_default_str();
  app.add_option("--lookahead", options.lookahead,
                 "The next command to issue is chosen among so many; 1: order of the program")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--stall", options.stall, "Percentage of cycles with a random stall (RTL)")
      ->check(CLI::Range(0, 90))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "Seed of the stalls")->capture_default_str();
  app.allow_extras();
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    std::cerr << fmt::format("{}: error: {} (--help says more)\n", argv[0], error.what());
    return kBadInput;
  }
  std::vector<std::string> rest = app.remaining();
  std::vector<char*> arguments{argv[0]};
  for (std::string& argument : rest) arguments.push_back(argument.data());
  const int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  try {
    const auto backend = make_backend(options);
    gsq::kernel::Unit unit(*backend, options.lookahead);
    const int status = __real_main(count, arguments.data());
    std::cout.flush();
    report(options, *backend);
    return status;
  } catch (const std::exception& error) {  // of a kernel, or of the comparison
    std::cout.flush();
    std::cerr << error.what() << '\n';
    return kError;
  }
}

}  // namespace

#ifdef GSQ_FOREIGN_RTL
// SystemC elaborates in this function.
int sc_main(int argc, char* argv[]) { return run(argc, argv); }

extern "C" int __wrap_main(int argc, char** argv) {  // NOLINT: the name that the linker gives it
  // The library's own main would print a banner first.
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
#else
extern "C" int __wrap_main(int argc, char** argv) {  // NOLINT: the name that the linker gives it
  return run(argc, argv);
}
#endif
