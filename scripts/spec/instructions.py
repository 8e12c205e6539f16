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
from scripts.spec import instruction_page, instruction_rtl, instruction_software
from scripts.spec.instruction_table import TABLE, Table, Wrong


def made(table):
    """{file: its text}"""
    files = {instruction_rtl.PACKAGE: instruction_rtl.package,
             instruction_software.C_HEADER: instruction_software.c_header,
             instruction_software.MACROS: instruction_software.macros}
    texts = {path: "\n".join(lines(table)) + "\n" for path, lines in files.items()}
    page = instruction_page.PAGE
    texts[page] = page.read_text(encoding="utf-8")
    for region, lines in (("encodings", instruction_page.encodings), ("cfg registers", instruction_page.cfg),
                          ("front end", instruction_page.front_end), ("software", instruction_page.software)):
        texts[page] = regions.replaced(page, texts[page], region, lines(table))
    return texts


def main():
    check = tasks.check_asked(__doc__)
    try:
        table = Table()
    except Wrong as wrong:
        sys.exit(f"configs/{TABLE.name}: {wrong}")
    return regions.update(made(table), "instructions", check)
