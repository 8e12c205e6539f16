# SPDX-License-Identifier: Apache-2.0
"""Runs a program on a RISC-V core with the unit as its coprocessor, in simulation: examples/soc/riscv.

PROGRAM is C, C++ or assembly (.c, .cpp, .S), or an ELF file that was linked for the SoC (.elf); a name
without a folder may be one of examples/soc/riscv, or of its folder kernels. It is compiled into
build/riscv/programs/, with what the SoC needs of a runtime, and with software/riscv/. Then the SoC is
built with the configuration, once, the program runs to its end, with golden models of front end and
unit in lockstep, and a short profile follows its output. Exit status: that of the program; 124 when golden models and RTL differ, 125 when the program
did not end, 126 when it cannot be run, 127 when an assertion failed.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import typing

from scripts.core import tasks
from scripts.run import riscv_core
from scripts.spec import config

ROOT = tasks.ROOT
EXAMPLE = ROOT / "examples" / "soc" / "riscv"
KERNELS = EXAMPLE / "kernels"
RUNTIME = EXAMPLE / "runtime"
OUT = ROOT / "build" / "riscv"
WAVES = ROOT / "build" / "waves"
GCC = "riscv64-unknown-elf-gcc"
PICOLIBC = pathlib.Path("/usr/lib/picolibc/riscv64-unknown-elf")
MACHINE = ["-march=rv32imc", "-mabi=ilp32"]     # the core has no atomic instructions
# GCC knows CSR instructions by the name zicsr, with which it would take libraries for 64 bits, or in the
# older version of the specification without a name.
LIBRARY = ["-misa-spec=2.2", "--specs=picolibc.specs"]
FLAGS = ["-O2", "-Wall", "-Wextra", "-Werror", "-ffunction-sections", "-fdata-sections",
         "-ffreestanding"]
# There is no C++ library for the core, so nothing that needs one. In a hosted environment, so that main has its
# name, but loops are not made calls of memcpy, which takes byte after byte here.
CPP = ["-std=c++17", "-fno-builtin", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"]
COMPILERS = ("gcc", "clang")
VECTORS = "#include <riscv_vector.h>"    # of a program with vector instructions of RISC-V
# What the compiler makes of loops by itself would access RAM, where the unit has no way to.
INTRINSICS = ["-fno-vectorize", "-fno-slp-vectorize"]
CONFIG = "tiny"
# For programs of the project, which need far less: one that waits for ever ends soon.
BOUND = ("--cycles", "5000000")


class Wrong(Exception):
    """One sentence for the user."""


def shown(path):
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def found(program):
    """The file of a program, given by its path or as one of the examples."""
    for path in (pathlib.Path(program), EXAMPLE / program, KERNELS / program):
        if path.is_file():
            break
    else:
        names = sorted(path.name for path in (*EXAMPLE.glob("*.c"), *KERNELS.glob("*.cpp")))
        raise Wrong(f"there is no program {program}: expected a file, or one of {', '.join(names)}")
    if path.suffix not in (".c", ".cpp", ".S", ".elf"):
        raise Wrong(f"{program}: expected C (.c), C++ (.cpp), assembly (.S) or a linked program (.elf)")
    return path.resolve()


def with_vectors(program, values, compiler):
    """What a program with intrinsics of RVV needs of the compiler."""
    if program.suffix != ".c" or VECTORS not in program.read_text(encoding="utf-8"):
        return []
    if compiler != "clang" or not values["LaneOps"]:
        raise Wrong(f"{shown(program)} has vector instructions of RISC-V: expected the compiler clang and LaneOps 1, found "
                    f"{compiler} and LaneOps {values['LaneOps']}")
    return [f"{MACHINE[0]}_zve32x_zvl{8 * values['VlenBytes']}b", *INTRINSICS]


def command(compiler):
    """How a compiler makes a program for the SoC: (words of its command, those at the end to link)."""
    words = [GCC, *MACHINE, *LIBRARY]
    if compiler == "gcc":
        return [*words, "-nostartfiles"], []

    def asked(question):
        return subprocess.run([*words, question], check=True, capture_output=True, text=True).stdout.strip()

    # Clang takes the C library, and the helper functions that GCC has.
    return (["clang-16", "--target=riscv32-unknown-elf", *MACHINE, "-isystem", str(PICOLIBC / "include")],
            ["-fuse-ld=lld-16", "-nostdlib", str(PICOLIBC / "lib" / asked("-print-multi-directory") / "libc.a"),
             asked("-print-libgcc-file-name")])


def compiled(program, name, compiler, optimize=True):
    """Compiles a program for a configuration. Returns the file with the bytes of its RAM."""
    values = json.loads(config_file(name).read_text(encoding="utf-8"))
    folder = OUT / "programs"
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / f"{program.stem}-{name}-{compiler}"
    elf = program
    if program.suffix != ".elf":
        elf = stem.with_name(f"{stem.name}.elf")
        words, libraries = command(compiler)
        flags = FLAGS if optimize else ["-O0", *FLAGS[1:]]
        flags = [*flags, f"-DVLEN_BYTES={values['VlenBytes']}", f"-DUB_BYTES={values['UbBytes']}",
                 f"-DLANE_OPS={values['LaneOps']}", f"-I{RUNTIME}", f"-I{ROOT / 'software' / 'riscv'}",
                 f"-I{ROOT / 'cpp_model' / 'include'}", *with_vectors(program, values, compiler)]

        def step(*options):
            done = subprocess.run([*words, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, check=False)
            if done.returncode:
                raise Wrong(f"{done.stdout.rstrip()}\n{shown(program)}: {compiler} does not compile it, see above")

        source = program
        if program.suffix == ".cpp":
            source = stem.with_name(f"{stem.name}.o")
            hosted = [flag for flag in flags if flag != "-ffreestanding"]
            step(*hosted, *CPP, "-c", program, "-o", source)
        step(*flags, "-T", RUNTIME / "soc.ld", "-Wl,--gc-sections", RUNTIME / "crt0.S", RUNTIME / "soc.c", source,
             *libraries, "-o", elf)
    image = stem.with_name(f"{stem.name}.bin")
    done = subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", elf, image],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise Wrong(f"{done.stdout.rstrip()}\n{shown(elf)}: it is not a program for the SoC")
    return image


def config_file(name):
    """The parameters of a configuration that `resolve` knows."""
    for folder in (ROOT / "configs", ROOT / "build" / "configs"):
        if (folder / f"{name}.json").exists():
            return folder / f"{name}.json"
    raise Wrong(f"there is no configuration {name}")


def built(name):
    """Builds the SoC of a configuration: the path of its simulator."""
    riscv_core.copy()
    if subprocess.run([ROOT / "scripts" / "build.sh", f"soc-{name}"], check=False).returncode:
        raise Wrong(f"the SoC with configuration {name} cannot be built, see above")
    return ROOT / "build" / name / "soc"


def run(simulator, image, waves=None, cycles=None, alone=False):
    """Runs a program: its exit status, and where what it prints is kept beside being shown."""
    log = image.with_suffix(".log")
    words = [simulator, image, *(["--waves", waves] if waves else []),
             *(["--cycles", str(cycles)] if cycles else []), *(["--alone"] if alone else [])]
    with open(log, "wb") as file, subprocess.Popen(words, stdout=subprocess.PIPE,
                                                   stderr=subprocess.STDOUT) as process:
        for line in process.stdout:
            file.write(line)
            sys.stdout.write(line.decode(errors="replace"))
            sys.stdout.flush()
    return process.returncode, log


class Measured(typing.NamedTuple):
    """A kernel on the SoC: what it printed, and its commands given to the unit alone."""
    what: str
    cycles: int
    plain: int              # of the same in plain C
    commands: int
    alone: int | None       # None: the unit alone would execute them differently


def measured(program, name, compiler):
    """Runs a program that prints 'WHAT: N cycles, in plain C N' for kernels between two syncs, on a SoC that is
    built. Returns them, in order."""
    done = subprocess.run([ROOT / "build" / name / "soc", compiled(program, name, compiler), "--no-profile", "--alone",
                           *BOUND],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        raise Wrong(f"{shown(program)} on {name}, {compiler}: exit status {done.returncode}: {done.stdout}{done.stderr}")
    lines = re.findall(r"^(.*): (\d+) cycles, in plain C (\d+)$", done.stdout, re.M)
    stretches = re.findall(r"^(\d+) commands, (?:(\d+) cycles of the unit alone|which .*)$", done.stdout, re.M)
    if not lines or len(stretches) < len(lines):
        raise Wrong(f"{shown(program)}: expected kernels with their cycles, each between two syncs: {done.stdout}")
    # Of a kernel that runs several times the last run counts.
    return [Measured(what, int(cycles), int(plain), int(commands), int(alone) if alone else None)
            for (what, cycles, plain), (commands, alone) in zip(lines, stretches[-len(lines):])]


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("program", metavar="PROGRAM", help=".c, .cpp, .S or .elf; such as hello.c")
    parser.add_argument("--config", default="", metavar="NAME", help=f"configuration; default: {CONFIG}")
    parser.add_argument("--set", default="", metavar="NAME=VALUE,…", help="overrides of its parameters")
    parser.add_argument("--compiler", default="gcc", type=tasks.one_of(COMPILERS), metavar="NAME",
                        help="gcc (default) or clang")
    parser.add_argument("--waves", action="store_true", help="write a waveform into build/waves/")
    parser.add_argument("--cycles", type=int, metavar="N", help="end after so many; default: 100 million")
    parser.add_argument("--alone", action="store_true",
                        help="also say how long the unit alone takes for the commands between each two syncs")
    parser.add_argument("--build-only", action="store_true", help="compile program and SoC, run nothing")
    asked = parser.parse_args()
    try:
        program = found(asked.program)
        name = config.resolve(asked.config or CONFIG, asked.set)
        image = compiled(program, name, asked.compiler)
        simulator = built(name)
        if asked.build_only:
            print(f"built {shown(simulator)} and {shown(image)}")
            return 0
        waves = None
        if asked.waves:
            WAVES.mkdir(parents=True, exist_ok=True)
            waves = WAVES / f"{program.stem}-{name}.fst"
        status, log = run(simulator, image, waves, asked.cycles, asked.alone)
    except (Wrong, riscv_core.Refused, config.Illegal) as wrong:
        print(wrong, file=sys.stderr)
        return 126
    where = f"its output: {shown(log)}" + (
        f", waveform: {shown(waves)}" if waves else ", a waveform with WAVES=1")
    if status < 0:
        print(f"soc: the simulator was ended by signal {-status}; {where}", file=sys.stderr)
        return 126
    if status or waves:
        print(f"soc: {program.name} on {name}: exit status {status}; {where}",
              file=sys.stderr if status else sys.stdout)
    return status
