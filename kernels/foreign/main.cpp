// SPDX-License-Identifier: Apache-2.0
// The main around that of a foreign program.
//
// The linker calls the function below in place of main, which keeps its name and its text
// (-Wl,--wrap=main). Options of ours are taken out of the command line; the program gets the rest.
// A program that knows of us, and calls gsq::kernel::run in its main, runs as without this one.
#include "gsq/kernel/session.hpp"

extern "C" int __real_main(int argc, char** argv);  // NOLINT: the name that the linker gives it
extern "C" int __wrap_main(int argc, char** argv);  // NOLINT: the same

int __wrap_main(int argc, char** argv) {  // NOLINT
  return gsq::kernel::run_around(argc, argv, __real_main);
}
