// SPDX-License-Identifier: Apache-2.0
// The main of programs that are linked with the golden model alone. Libraries with RTL define the
// same functions, and stand before this one on the command line of the linker.
#include "runtime/program_runner.hpp"

namespace gsq::kernel {

int run(int argc, char** argv, void (*body)(Session&)) {
  return run_program(argc, argv, {body, nullptr}, nullptr);
}

int run_around(int argc, char** argv, int (*main)(int, char**)) {
  return run_program(argc, argv, {nullptr, main}, nullptr);
}

}  // namespace gsq::kernel
