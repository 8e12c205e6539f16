# SPDX-License-Identifier: Apache-2.0
"""Compares the reference of the vector instructions with Spike, the simulator of RISC-V International.

Random programs of the instructions of configs/rvv.toml, each with another VlenBytes, and the kernels of
tb/rvv/kernels.c, as Clang compiles their intrinsics, run on Spike; what Spike says about each vector instruction
is compared with tb/common/rvv_reference.cpp: vl, vtype, all V registers, memory, rd. Random words show which of
them are instructions in Spike and here: what only Spike executes must be in the table's list of what is left out.
With --tests programs of the generator riscv-vector-tests run instead of all these. The decoder in RTL is
compared with the same reference by tb/unit/rvv_bench.cpp. Programs and what Spike said are in build/rvv/.
Exit status 1: they differ.
"""
import pathlib
import subprocess
import sys

from scripts.core import tasks
from scripts.run import rvv_spike, rvv_tests, rvv_words

ROOT = tasks.ROOT
OUT = rvv_spike.OUT
LENGTHS = (32, 64, 256)
MOST = 400_000      # instructions that fit between code and data of a program
SOURCES = ROOT / "tb" / "rvv"
KERNELS_MOST = 100_000      # instructions: they end with a loop
COMPILER = "clang-16"
# Without vectors of the compiler's own: what it makes of them need not be in the subset.
FLAGS = ("--target=riscv32", "-mabi=ilp32", "-O2", "-fno-vectorize", "-fno-slp-vectorize", "-ffreestanding", "-fno-builtin",
         "-nostdlib", "-fuse-ld=lld", "-Wall", "-Wextra", "-Werror")


def simulate(elf, length, count, log):
    """Runs a program on Spike. Whether it has."""
    if failed := rvv_spike.simulate(elf, length, count, log):
        print(f"rvv: {failed}")
    return not failed


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
    parser.add_argument("--words", type=int, default=100000, metavar="N",
                        help=f"random words, at most {rvv_words.MOST}; default: 100000")
    parser.add_argument("--vlen-bytes", type=int, action="append", choices=LENGTHS,
                        help="may be given several times; default: all; of --tests: 32")
    parser.add_argument("--tests", type=pathlib.Path, metavar="FOLDER", help="run the tests in it, and nothing else")
    parser.add_argument("--update", action="store_true", help="put the numbers of --tests into docs/develop/rvv_tests.md")
    parser.add_argument("--tandem", type=pathlib.Path, default=ROOT / "build" / "rvv_tandem", metavar="PROGRAM",
                        help="that of tb/rvv/rvv_tandem.cpp; default: build/rvv_tandem")
    options = parser.parse_args()
    for what, number, most in (("commands", options.commands, MOST), ("words", options.words, rvv_words.MOST)):
        if not 1 <= number <= most:
            sys.exit(f"rvv: expected 1 to {most} {what}, found {number}")
    tandem = options.tandem.resolve()
    if options.tests:
        lengths = options.vlen_bytes or LENGTHS[:1]
        if len(lengths) > 1:
            sys.exit("rvv: expected one --vlen-bytes with --tests, since tests are made for one")
        return 0 if rvv_tests.run(tandem, options.tests.resolve(), lengths[0], options.update) else 1
    if options.update:
        sys.exit("rvv: expected --tests with --update")
    good = []
    for length in options.vlen_bytes or LENGTHS:
        good += [kernels(tandem, length), random_program(tandem, options.seed, options.commands, length),
                 rvv_words.run(tandem, options.seed, options.words, length)]
    return 0 if all(good) else 1
