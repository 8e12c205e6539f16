# SPDX-License-Identifier: Apache-2.0
"""Tables of docs/integrate/riscv.md: memory map, repairs of the core, cycles of the programs and kernels.

Runs the programs of examples/soc/riscv on configuration tiny, and one with LaneOps 1; builds the SoCs
first. --check: exit status 1 when the page is not what the sources and the runs say.
"""
import re
import subprocess
import sys

from scripts.core import regions, tasks
from scripts.run import riscv_core, soc
from scripts.spec import config

ROOT = tasks.ROOT
PAGE = ROOT / "docs" / "integrate" / "riscv.md"
NAME = "tiny"
MEASURED = ("rates.c", "driver.c")
DRIVER = "words ready"      # in the line of driver.c for a command
# In the order of the table; the last one again with lane operations.
KERNELS = (soc.EXAMPLE / "filter.c", *(soc.KERNELS / f"{name}.cpp" for name in (
    "gather_ub", "gather_reg", "squeeze", "add", "tscatter", "mojo_scatter", "embedding_rows", "moe_permutation",
    "histogram", "csr_times_vector", "radix_partition")))
LANE_OPS = "LaneOps=1"


def text_of(name):
    return (soc.EXAMPLE / name).read_text(encoding="utf-8")


def constant(file, name):
    """A localparam or parameter of a module: its value."""
    found = re.search(rf"{name} = (?:32'h([0-9a-f_]+)|(\d+))", text_of(file))
    if not found:
        sys.exit(f"{file}: expected {name} = a number")
    return int(found[1].replace("_", ""), 16) if found[1] else int(found[2])


def memory_map():
    """From the RTL: the constants of soc_riscv and soc_riscv_bus, and the head of soc_riscv_devices."""
    ram = constant("soc_riscv.sv", "RamBytes")
    ub = constant("soc_riscv.sv", "UbBase")
    devices = constant("soc_riscv_bus.sv", "DevicesBase")
    yield from ["| address | what |", "|---|---|",
                f"| `0x{0:08x}` | RAM of {ram // 1024} KB: code, data, stack; the core starts at its first word |",
                f"| `0x{ub:08x}` | Unified Buffer, `UbBytes`; also where commands see it: pointers are addresses of commands |"]
    lines = re.findall(r"^//   0x([0-9a-f]{2}) (\w+) +(.*)$", text_of("soc_riscv_devices.sv"), re.M)
    if not lines:
        sys.exit("soc_riscv_devices.sv: expected its registers in the comment at its head")
    for offset, name, what in lines:
        what = re.sub(r"0x([0-9a-f]{2}): high half",
                      lambda match: f"high half at `0x{devices + int(match[1], 16):08x}`", what)
        yield f"| `0x{devices + int(offset, 16):08x}` | `{name}`: {what} |"


def repairs():
    yield from ["| what goes wrong | why, and what the repair does | lines |", "|---|---|---:|"]
    for bug in riscv_core.bugs():
        lines = sum(len(repair["replace"].splitlines()) for repair in bug["repair"])
        yield f"| {bug['what']} | {bug['why']} | {lines} |"


def printed():
    """What the programs measure, {what: {compiler: cycles}}."""
    found = {}
    for program in MEASURED:
        for compiler in soc.COMPILERS:
            image = soc.compiled(soc.EXAMPLE / program, NAME, compiler)
            done = subprocess.run([ROOT / "build" / NAME / "soc", image, "--no-profile", *soc.BOUND], capture_output=True,
                                  text=True, check=False)
            if done.returncode:
                sys.exit(f"{program}, {compiler}: exit status {done.returncode}: {done.stderr}")
            for what, number in re.findall(r"^(.*): (\d+) cycles$", done.stdout, re.M):
                found.setdefault(what, {})[compiler] = int(number)
    return found


def cycles(found):
    yield from ["| configuration `tiny` | cycles, gcc | cycles, clang |", "|---|---:|---:|"]
    for what, numbers in found.items():
        yield f"| {what} | {numbers['gcc']:,} | {numbers['clang']:,} |"


def kernels(found, lane_ops):
    """The kernels with both compilers, which give the unit the same commands, and what the driver would need."""
    if missing := set(soc.KERNELS.glob("*.cpp")) - set(KERNELS):
        sys.exit(f"riscv_page.py: expected all kernels in KERNELS, missing: {', '.join(path.name for path in missing)}")
    driver = min(next(numbers for what, numbers in found.items() if DRIVER in what).values())
    yield from ["| kernel | commands | the unit alone | SoC, gcc | SoC, clang | plain C, gcc | plain C, clang | driver, at least |",
                "|---|---:|---:|---:|---:|---:|---:|---:|"]
    for program, name in [*((program, NAME) for program in KERNELS), (KERNELS[-1], lane_ops)]:
        for gcc, clang in zip(*(soc.measured(program, name, compiler) for compiler in soc.COMPILERS)):
            if (gcc.commands, gcc.alone) != (clang.commands, clang.alone) or gcc.alone is None:
                sys.exit(f"{program.name}: expected the same commands of both compilers, and their cycles: {gcc}, {clang}")
            link = f"[{gcc.what}](../../{program.relative_to(ROOT)})" + (", `LaneOps` 1" if name != NAME else "")
            numbers = (gcc.commands, gcc.alone, gcc.cycles, clang.cycles, gcc.plain, clang.plain, gcc.commands * driver)
            yield f"| {link} | {' | '.join(f'{number:,}' for number in numbers)} |"


def main():
    check = tasks.check_asked(__doc__)
    lane_ops = config.resolve(NAME, LANE_OPS)
    for name in (NAME, lane_ops):
        soc.built(name)
    found = printed()
    text = PAGE.read_text(encoding="utf-8")
    for name, lines in (("memory map", memory_map()), ("repairs", repairs()), ("cycles", cycles(found)),
                        ("kernels", kernels(found, lane_ops))):
        text = regions.replaced(PAGE, text, name, lines)
    return regions.update({PAGE: text}, "riscv-page", check)
