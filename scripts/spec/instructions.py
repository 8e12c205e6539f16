# SPDX-License-Identifier: Apache-2.0
"""Writes all that is committed of what follows from the table of RISC-V instructions, configs/instructions.toml.

  rtl/xif/gsq_xif_pkg.sv                the table for RTL
  software/riscv/gsq.h                  inline functions for C and C++
  software/riscv/gsq.inc                macros for assemblers
  docs/reference/instructions.md        its tables

With --check nothing is written; exit status 1: a file differs.
"""
import sys

from scripts.core import regions, tasks
from scripts.spec import instruction_rtl, instruction_software
from scripts.spec.instruction_table import TABLE, Table, Wrong


def made(table):
    """{file: its text}"""
    files = {instruction_rtl.PACKAGE: instruction_rtl.package, instruction_software.C_HEADER: instruction_software.c_header,
             instruction_software.MACROS: instruction_software.macros}
    return {path: "\n".join(lines(table)) + "\n" for path, lines in files.items()}


def main():
    check = tasks.check_asked(__doc__)
    try:
        table = Table()
    except Wrong as wrong:
        sys.exit(f"configs/{TABLE.name}: {wrong}")
    return regions.update(made(table), "instructions", check)
