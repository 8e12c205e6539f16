# SPDX-License-Identifier: Apache-2.0
"""The cost of strides of vec commands: bank cycles an iteration, from the RTL in lockstep.

Runs one command a row with FULL and FULL_HASH, executables of these configurations, by default
build/full/gsq and build/full_hash/gsq, and writes the region `strides` of
docs/evaluate/performance.md from their --stats; with --check says whether it is as it would be
written. Exit status 1: it is not.
"""
import json
import pathlib
import subprocess

from scripts.core import regions, tasks

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "evaluate" / "performance.md"
CONFIGS = ("full", "full_hash")
BLOCK = 32
UB_BLOCKS = 262144 // BLOCK
BLOCKS = 8        # of an iteration
MOST = 255        # iterations
PART = UB_BLOCKS // 3

# Block stride, repeat stride, dst of the next iteration read: description of the row.
ROWS = [(1, 8, None, "contiguous"),
        (1, 9, None, "a gap of one block between iterations"),
        (1, 0, None, "the same blocks again, apart from each other"),
        (2, 16, None, "every other block"),
        (8, 1, None, "columns of a matrix with rows of 256 B"),
        (9, 1, None, "columns of a matrix with rows of 288 B"),
        (1, 8, 0, "in place: dst = src0"),
        (1, 8, 8, "each iteration reads what the one before wrote"),
        (1, 1, 0, "in place, iterations overlap by seven blocks")]


def command(op, blk, rep, ahead, repeat):
    """A vec command; operands lie in thirds of UB, or dst `ahead` blocks beyond src0."""
    dst = 0 if ahead is None else PART * BLOCK + ahead * BLOCK
    starts = [("dst", dst), ("src0", PART * BLOCK), ("src1", 2 * PART * BLOCK)]
    strides = " ".join(f"{name}={start:#x}, {name}_blk={blk}, {name}_rep={rep},"
                       for name, start in starts[:3 if op == "add" else 2])
    return f"vec.{op} b32, {strides} mask=64, repeat={repeat}"


def fits(blk, rep):
    """Number of iterations that fit a third of UB."""
    room = PART - BLOCKS - (BLOCKS - 1) * blk - 1
    return min(MOST, room // rep + 1) if rep else MOST


def measure(executable, lines):
    """Statistics of each command, run alone."""
    results = []
    with tasks.temporary() as folder:
        for line in lines:
            program, stats = pathlib.Path(folder, "row.gsq"), pathlib.Path(folder, "stats.json")
            tasks.write(program, line + "\n")
            subprocess.run([executable, "run", program, "--stats", stats],
                           check=True, capture_output=True, timeout=60)
            results.append(json.loads(stats.read_text(encoding="utf-8"))["commands"][0])
    return results


def page(programs):
    yield from [
        "Written by `scripts/pages/vec_table.py` from `--stats` of runs in lockstep on `full` (64 banks of",
        "4 B, 8 blocks an iteration) and `full_hash` (the same with `BankHash` 1). All operands have",
        "the strides of the row. Per iteration: *bound*, the words in the fullest bank summed over",
        "reads and writes; *bank cycles*, cycles with an access; *cycles*, those that an iteration in the",
        "second half of the command adds, waiting included.", ""]
    rows = [(op, *row, fits(row[0], row[1])) for op in ("copy", "add") for row in ROWS]
    lines = [command(op, blk, rep, ahead, repeat) for op, blk, rep, ahead, _, repeat in rows]
    halves = [command(op, blk, rep, ahead, repeat // 2) for op, blk, rep, ahead, _, repeat in rows]
    measured = {config: list(zip(measure(program, lines), measure(program, halves)))
                for config, program in zip(CONFIGS, programs)}
    yield ("| command | blk stride | rep stride | | iterations | " +
           " | ".join(f"{config}: bound | bank cycles | cycles" for config in CONFIGS) + " |")
    yield "|---|---:|---:|---|---:|" + "---:|---:|---:|" * len(CONFIGS)
    for index, (op, blk, rep, _, text, repeat) in enumerate(rows):
        cells = []
        for config in CONFIGS:
            many, half = measured[config][index]
            took = [stats["retire"] - stats["issue"] for stats in (many, half)]
            cells += [f"{many['bound'] / repeat:.2f}", f"{many['ub_beats'] / repeat:.2f}",
                      f"{(took[0] - took[1]) / (repeat - repeat // 2):.2f}"]
        yield f"| vec.{op} | {blk} | {rep} | {text} | {repeat} | " + " | ".join(cells) + " |"


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1: it differs")
    parser.add_argument("programs", metavar="FULL FULL_HASH", nargs="*",
                        help="executables of these configurations; default: those in build/")
    asked = parser.parse_args()
    if len(asked.programs) not in (0, len(CONFIGS)):
        parser.error(f"expected executables of {' and '.join(CONFIGS)}, or none")
    lines = page(asked.programs or [ROOT / "build" / config / "gsq" for config in CONFIGS])
    text = regions.replaced(PAGE, PAGE.read_text(encoding="utf-8"), "strides", lines)
    return regions.update({PAGE: text}, "vec-table", asked.check)
