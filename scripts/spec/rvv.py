# SPDX-License-Identifier: Apache-2.0
"""Writes all that is committed of what follows from the table of vector instructions, configs/rvv.toml.

  rtl/xif/gsq_rvv_pkg.sv     the table for RTL
  docs/reference/rvv.md      its tables

With --check nothing is written; exit status 1: a file differs.
"""
import sys

from scripts.core import regions, tasks
from scripts.spec import rvv_page, rvv_rtl
from scripts.spec.rvv_table import TABLE, Table, Wrong


def made(table):
    """{file: its text}"""
    texts = {rvv_rtl.PACKAGE: "\n".join(rvv_rtl.package(table)) + "\n"}
    page = rvv_page.PAGE
    texts[page] = page.read_text(encoding="utf-8")
    for region, lines in (("instructions", rvv_page.instructions), ("left out", rvv_page.left_out),
                          ("operands", rvv_page.operands), ("cracks", rvv_page.cracks)):
        texts[page] = regions.replaced(page, texts[page], region, lines(table))
    return texts


def main():
    check = tasks.check_asked(__doc__)
    try:
        table = Table()
    except Wrong as wrong:
        sys.exit(f"configs/{TABLE.name}: {wrong}")
    return regions.update(made(table), "rvv", check)
