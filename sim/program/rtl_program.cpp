// SPDX-License-Identifier: Apache-2.0
// The main of programs of kernels that are linked with the RTL of one configuration.
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <systemc>
#include <utility>

#include "built_config.hpp"
#include "runtime/program_runner.hpp"
#include "system/make_rtl_backend.hpp"

namespace {

class BuiltRtl final : public gsq::kernel::LinkedRtl {
 public:
  explicit BuiltRtl(std::string program) : program_(std::move(program)) {}

  [[nodiscard]] const gsq::Config& config() const override { return built_config(); }

  std::unique_ptr<gsq::Backend> make(const gsq::kernel::ProgramOptions& options,
                                     const gsq::Surroundings& surroundings) override {
    tb::RtlOptions rtl;
    static_cast<gsq::Surroundings&>(rtl) = surroundings;
    rtl.lockstep = options.backend == "lockstep";
    rtl.waves = options.waves;
    rtl.name = std::filesystem::path(program_).filename().string();
    return tb::make_rtl_backend(built_config(), rtl);
  }

 private:
  std::string program_;
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
