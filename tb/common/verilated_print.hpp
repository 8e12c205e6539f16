// SPDX-License-Identifier: Apache-2.0
// Output function of Verilator's run-time library, see assertions.cpp.
#pragma once

/// Same arguments as printf.
int tb_verilated_print(const char* format, ...);  // NOLINT: as printf
