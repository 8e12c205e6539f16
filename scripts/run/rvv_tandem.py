# SPDX-License-Identifier: Apache-2.0
"""Compares the reference of the vector instructions with Spike, the simulator of RISC-V International.

Random programs of the instructions of configs/rvv.toml, each with another VlenBytes, and the kernels of
tb/rvv/kernels.c, as Clang compiles their intrinsics, run on Spike; what Spike says about each vector instruction
is compared with tb/common/rvv_reference.cpp: vl, vtype, all V registers, memory, rd. The decoder in RTL is
compared with the same reference by tb/unit/rvv_bench.cpp. Programs and what Spike said are in build/rvv/.
Exit status 1: they differ.
"""
import pathlib
import subprocess
import sys

from scripts.core import tasks

ROOT = tasks.ROOT
OUT = ROOT / "build" / "rvv"
LENGTHS = (32, 64, 256)
MOST = 400_000      # instructions that fit between code and data of a program
SPIKE_LIMIT = 3600  # seconds
SOURCES = ROOT / "tb" / "rvv"
KERNELS_MOST = 100_000      # instructions: they end with a loop
COMPILER = "clang-16"
# Without vectors of the compiler's own: what it makes of them need not be in the subset.
FLAGS = ("--target=riscv32", "-mabi=ilp32", "-O2", "-fno-vectorize", "-fno-slp-vectorize", "-ffreestanding", "-fno-builtin",
         "-nostdlib", "-fuse-ld=lld", "-Wall", "-Wextra", "-Werror")


def spike():
    """Its program, in the environment that scripts/setup.sh rvv makes."""
    found = sorted((ROOT / "build" / "venv").glob("lib/python3*/site-packages/riscv/data/bin/spike"))
    if not found:
        sys.exit("rvv: expected Spike in build/venv, found none; run scripts/setup.sh rvv")
    return found[0]


def simulate(elf, length, count, log):
    """Runs a program on Spike. Whether it has."""
    said = log.with_suffix(".txt")
    with said.open("w", encoding="utf-8") as output:
        try:
            status = subprocess.run([spike(), f"--isa=rv32imc_zicsr_zve32x_zvl{8 * length}b", f"--instructions={count}",
                                     "-l", "--log-commits", f"--log={log}", elf], check=False, stdout=output,
                                    stderr=subprocess.STDOUT, timeout=SPIKE_LIMIT).returncode
        except subprocess.TimeoutExpired:
            sys.exit(f"rvv: expected Spike to end within {SPIKE_LIMIT} seconds, it has not: {elf}")
    if status:
        print(f"rvv: Spike ended with status {status}, expected 0; it said:\n{said.read_text(encoding='utf-8')}")
    return not status


def random_program(tandem, seed, commands, length):
    """Whether both agree about one."""
    folder = OUT / f"{seed}-{length}"
    folder.mkdir(parents=True, exist_ok=True)
    elf, log = folder / "program.elf", folder / "commits.log"
    words = [str(seed), str(commands), str(length)]
    count = subprocess.run([tandem, "write", *words, elf], check=True, text=True,
                           stdout=subprocess.PIPE).stdout.split()[-1]
    return simulate(elf, length, count, log) and not subprocess.run([tandem, "check", *words, log], check=False).returncode


def kernels(tandem, length):
    """Whether both agree about the kernels, whose results are right."""
    folder = OUT / f"kernels-{length}"
    folder.mkdir(parents=True, exist_ok=True)
    elf, log = folder / "kernels.elf", folder / "commits.log"
    subprocess.run([COMPILER, *FLAGS, f"-march=rv32imc_zve32x_zvl{8 * length}b", "-T", SOURCES / "kernels.ld", "-o", elf,
                    SOURCES / "kernels.c"], check=True)
    return simulate(elf, length, KERNELS_MOST, log) and not subprocess.run(
        [tandem, "follow", str(length), elf, log], check=False).returncode


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument("--commands", type=int, default=20000, metavar="N",
                        help=f"vector instructions of each program, at most {MOST}; default: 20000")
    parser.add_argument("--vlen-bytes", type=int, action="append", choices=LENGTHS,
                        help="may be given several times; default: all")
    parser.add_argument("--tandem", type=pathlib.Path, default=ROOT / "build" / "rvv_tandem", metavar="PROGRAM",
                        help="that of tb/rvv/rvv_tandem.cpp; default: build/rvv_tandem")
    options = parser.parse_args()
    if not 1 <= options.commands <= MOST:
        sys.exit(f"rvv: expected 1 to {MOST} commands, found {options.commands}")
    tandem = options.tandem.resolve()
    good = []
    for length in options.vlen_bytes or LENGTHS:
        good += [kernels(tandem, length), random_program(tandem, options.seed, options.commands, length)]
    return 0 if all(good) else 1
