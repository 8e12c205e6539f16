# SPDX-License-Identifier: Apache-2.0
"""Runs a program on Spike, the simulator of RISC-V International, and says why instructions are executed only there.
For scripts/run/rvv_tandem.py."""
import subprocess
import sys

from scripts.core import tasks
from scripts.spec import rvv_left_out

ROOT = tasks.ROOT
OUT = ROOT / "build" / "rvv"
LIMIT = 3600        # seconds
MISALIGNED = "a base address that is not a multiple of the bytes of an element"


def spike():
    """Its program, in the environment that scripts/setup.sh rvv makes."""
    found = sorted((ROOT / "build" / "venv").glob("lib/python3*/site-packages/riscv/data/bin/spike"))
    if not found:
        sys.exit("rvv: expected Spike in build/venv, found none; run scripts/setup.sh rvv")
    return found[0]


def simulate(elf, length, count, log, *options):
    """Runs a program. What went wrong, in a sentence, or nothing."""
    said = log.with_suffix(".txt")
    with said.open("w", encoding="utf-8") as output:
        try:
            status = subprocess.run([spike(), f"--isa=rv32imc_zicsr_zve32x_zvl{8 * length}b", f"--instructions={count}", *options,
                                     "-l", "--log-commits", f"--log={log}", elf], check=False, stdout=output,
                                    stderr=subprocess.STDOUT, timeout=LIMIT).returncode
        except subprocess.TimeoutExpired:
            return f"expected Spike to end within {LIMIT} seconds, it has not: {elf}"
    if status:
        return f"Spike ended with status {status}, expected 0; it said:\n{said.read_text(encoding='utf-8')}"
    return ""


def skipped(line, length):
    """(how many, the instruction, its outcome) of a line of rvv_tandem about instructions that only Spike executes."""
    _, outcome, mnemonic, word, vtype, count = line.split()
    return int(count), rvv_left_out.Seen(mnemonic, int(word, 16), int(vtype, 16), length), outcome


def reason(table, one, outcome):
    """Why an instruction is not executed, or nothing if no row of left_out says so."""
    if outcome == "misaligned":
        return MISALIGNED
    return next((row.what for row in table.left_out if row.covers(one)), "")


def no_reason(one):
    return (f"Spike executes {one.mnemonic} (0x{one.word:08x}) with vtype 0x{one.vtype:x}, the reference does not, and no row of "
            "left_out in configs/rvv.toml covers it")
