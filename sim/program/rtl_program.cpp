// SPDX-License-Identifier: Apache-2.0
// The main of programs of kernels that are linked with the RTL of one configuration.
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <systemc>
#include <utility>

#include "built_config.hpp"
#include "chart.hpp"
#include "chart_part.hpp"
#include "gsq/programs/program.hpp"
#include "kernel/program_runner.hpp"
#include "system/make_rtl_backend.hpp"

namespace {

/// The line of the kernel from which a command comes, "kernel.cpp:12: Squeeze"; 0 if not known.
unsigned line_of(const std::string& label) {
  const std::size_t colon = label.find(':');
  if (colon == std::string::npos) return 0;
  return static_cast<unsigned>(std::strtoul(label.c_str() + colon + 1, nullptr, 10));
}

class BuiltRtl final : public gsq::kernel::LinkedRtl {
 public:
  explicit BuiltRtl(std::string program) : program_(std::move(program)) {}

  [[nodiscard]] const gsq::Config& config() const override { return built_config(); }

  std::unique_ptr<gsq::Backend> make(const gsq::kernel::ProgramOptions& options) override {
    tb::RtlOptions rtl;
    rtl.lockstep = options.backend == "lockstep";
    rtl.stall_percent = options.stall;
    rtl.seed = options.seed;
    rtl.waves = options.waves;
    rtl.name = std::filesystem::path(program_).filename().string();
    if (options.trace) {
      rtl.observer = [this](std::uint64_t cycle, const gsq::CycleModel& model,
                            const gsq::CycleInputs& inputs) { trace_.watch(cycle, model, inputs); };
    }
    return tb::make_rtl_backend(built_config(), rtl);
  }

  std::string chart(const gsq::kernel::RecordingBackend& run,
                    const gsq::kernel::ProgramOptions& options) override {
    if (trace_.commands().empty()) return "";
    for (std::size_t i = 0; i < trace_.commands().size(); ++i) {
      CommandTrace& command = trace_.commands()[i];
      command.line = line_of(run.labels().at(i));
      command.text = gsq::format_command(run.commands().at(i), run.config()).value_or("?");
      if (i < run.completions().size()) command.bound = run.completions()[i].bound;
    }
    ChartPart part;
    part.from = options.trace_from;
    part.to = options.trace_to;
    check_cycles(part);
    part.commands = parse_commands(options.trace_commands, trace_.commands().size());
    return text_of(trace_, part);
  }

 private:
  std::string program_;
  Trace trace_{built_config().squeeze_cuts + 1};
};

gsq::kernel::ProgramBody program_body;  // NOLINT: set once, before sc_main reads it

int run_in_systemc(int argc, char** argv, const gsq::kernel::ProgramBody& body) {
  program_body = body;
  // The library's own main would print a banner first.
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}

}  // namespace

// SystemC elaborates in this function, but only when the backend has RTL.
int sc_main(int argc, char* argv[]) {
  BuiltRtl rtl(argv[0]);
  return gsq::kernel::run_program(argc, argv, program_body, &rtl);
}

namespace gsq::kernel {

int run(int argc, char** argv, void (*body)(Session&)) {
  return run_in_systemc(argc, argv, {body, nullptr});
}

int run_around(int argc, char** argv, int (*main)(int, char**)) {
  return run_in_systemc(argc, argv, {nullptr, main});
}

}  // namespace gsq::kernel
