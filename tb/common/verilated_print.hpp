// SPDX-License-Identifier: Apache-2.0
// How Verilator's run-time library prints, see assertions.cpp.
#pragma once

/// As printf.
int tb_verilated_print(const char* format, ...);  // NOLINT: as printf
