// SPDX-License-Identifier: Apache-2.0
// The gsq executable with the RTL of one configuration.
#include <cstdlib>
#include <systemc>

#include "built_config.hpp"
#include "linked_rtl.hpp"
#include "system/make_rtl_backend.hpp"

// SystemC elaborates in this function, but only when a subcommand creates a backend with RTL.
int sc_main(int argc, char* argv[]) {
  const LinkedRtl rtl{built_config(), tb::make_rtl_backend, tb::run_for_coverage,
                      tb::open_coverage};
  return run_gsq(argc, argv, &rtl);
}

// The library's own main would print a banner first.
int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
