// SPDX-License-Identifier: Apache-2.0
// The gsq executable without RTL: any configuration, chosen when it runs.
#include "linked_rtl.hpp"

int main(int argc, char* argv[]) { return run_gsq(argc, argv, nullptr); }
