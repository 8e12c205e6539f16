# SPDX-License-Identifier: Apache-2.0
"""Runs kernels of other people, from source trees on this machine, on the unit.

FOLDER holds the source trees; LIST, a TOML file, names the programs in them (docs/kernels/foreign.md has
its format). Each program is copied to build/foreign. There kernel_source.py rewrites launches and arrays in UB; nothing else changes. It is compiled
against the headers of this project, its own generator makes the data, and its own comparison says
whether the result is right. Prints a table.

Build what is linked first: targets foreign-golden, foreign-CONFIG; NumPy comes from
`scripts/setup.sh foreign`. Exit 0 if all pass, 1 if not, 2 for wrong usage.
"""
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

from scripts.core import tasks
from scripts.kernels import kernel_source

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "build" / "foreign"
VENV = ROOT / "build" / "foreign-venv" / "bin" / "python"
PYTHON = VENV if VENV.exists() else pathlib.Path(sys.executable)  # for generators and comparisons
LINKS = ROOT / "build" / "cmake" / "foreign"
SECONDS = 300  # for one step of one program
SOURCES = (".asc", ".cpp", ".h", ".hpp", ".cce")

# Generators use random numbers: the same ones every time.
SEEDED = """import random, runpy, sys
random.seed(1)
try:
    import numpy
    numpy.random.seed(1)
except ImportError:
    pass
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")"""


class Problem(Exception):
    """A sentence that says what is wrong."""


# --------------------------------------------------------------------------------------------------
# One program
# --------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Program:
    """An entry of the list: paths are relative to the folder of trees."""
    name: str
    source: str           # the file with main
    harness: str = ""     # file with main that includes `source`, relative to the list
    defines: tuple = ()   # NAME=VALUE
    includes: tuple = ()  # folders, relative to the folder of trees
    links: tuple = ()     # NAME=FOLDER: FOLDER under that name, as ../NAME, too
    copy: str = ""        # folder to copy; empty: that of the source
    generate: tuple = ("scripts/gen_data.py",)  # arguments of Python; empty: no data
    verify: tuple = ()    # arguments of Python; empty: the program compares
    flags: tuple = ()     # more arguments of the compiler
    libraries: tuple = ()  # libraries of the program, ahead of ours
    work: str = ""        # folder in which the program runs, made if it is not there
    arguments: tuple = ()  # of the program
    trees: str = ""       # added by load: where the trees are


def load(path, trees, words):
    """The programs of the list that are chosen and present."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    fields = {field.name for field in dataclasses.fields(Program)}
    programs = []
    for entry in table.get("program", []):
        if set(entry) - fields or not {"name", "source"} <= set(entry):
            raise Problem(f"{path.name}: expected a program with name and source, and of "
                          f"{sorted(fields)}, found {entry}")
        program = Program(**{key: tuple(value) if isinstance(value, list) else value
                             for key, value in entry.items()}, trees=str(trees))
        if program.harness:
            program.harness = str(path.resolve().parent / program.harness)
        if not words or any(word in program.name or word in program.source for word in words):
            programs.append(program)
    names = [program.name for program in programs]
    for name in names:
        if names.count(name) > 1:
            raise Problem(f"{path.name}: expected each name once, found {name} twice")
    if not programs:
        raise Problem(f"no program in {path.name} has one of the words {' '.join(words)}")
    return programs


def step(what, command, folder, log):
    """Runs a command; its output goes to the log and back. Problem when it fails."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False,
                              errors="replace", timeout=SECONDS, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as late:
        raise Problem(f"{what} takes more than {SECONDS} seconds") from late
    except OSError as wrong:
        raise Problem(f"{what} cannot start: {wrong}") from wrong
    output = done.stdout + done.stderr
    with log.open("a", encoding="utf-8") as file:
        file.write(f"$ {' '.join(map(str, command))}\n{output}\n")
    if done.returncode != 0:
        lines = [line for line in output.splitlines() if "error" in line.lower()]
        reason = (lines or output.splitlines() or ["no output"])[0]
        if "No module named 'numpy'" in output:
            reason = "NumPy is not there: scripts/setup.sh foreign"
        raise Problem(f"{what} ended with status {done.returncode}: {reason.strip()[:200]}")
    return output


def prepare(program, folder):
    """Copies the program and rewrites its launches: the file to compile, and the changed lines."""
    source = pathlib.Path(program.trees) / program.source
    if not source.is_file():
        raise Problem(f"expected a file {program.source} in {program.trees}")
    if program.harness:
        folder.mkdir(parents=True)
        return pathlib.Path(program.harness), 0
    top = pathlib.Path(program.trees) / program.copy if program.copy else source.parent
    shutil.copytree(top, folder)
    changed = 0
    for path in sorted(folder.rglob("*")):
        if path.suffix not in SOURCES or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        new, lines, faults = kernel_source.rewrite(text)
        for line, sentence in faults:
            raise Problem(f"{path.relative_to(folder)}:{line}: {sentence}")
        if lines:
            path.write_text(new, encoding="utf-8", errors="surrogateescape")
            changed += lines
    return folder / source.relative_to(top), changed


def build(program, source, folder, link, log):
    """Compiles and links the program: the executable."""
    binary = folder / "program"
    trees = pathlib.Path(program.trees)
    names = folder / "include" / "links"
    names.mkdir(parents=True, exist_ok=True)
    for link_to in program.links:
        name, place = link_to.split("=", 1)
        (names.parent / name).symlink_to(trees / place)
    command = ["c++", "-std=c++17", "-O1", "-w", f"-I{source.parent}", f"-I{names}",
               f"-I{names.parent}",
               *(f"-I{folder if place == '.' else trees / place}" for place in program.includes),
               *(f"-D{define}" for define in program.defines),
               f"-DFOREIGN_SOURCE=\"{trees / program.source}\"",
               *program.flags, "-x", "c++", source, "-x", "none", *program.libraries, f"@{link}",
               "-o", binary]
    step("the compiler", command, folder, log)
    return binary


def number(output, pattern):
    """The number in the first line of that pattern, or '-'."""
    found = re.search(pattern, output, re.M)
    return int(found[1]) if found else "-"


def judge(output, backend):
    """Problem unless the program says that its result is right."""
    if re.search(r"test fail|FAILED|result error", output):
        raise Problem(f"its own comparison says that the result on {backend} is wrong")
    if not re.search(r"test pass|PASSED", output):
        raise Problem("it does not say whether the result is right")
    if backend == "lockstep" and not re.search("^RTL and golden model agreed", output, re.M):
        raise Problem("it does not say that RTL and golden model agreed")


def run(program, options):
    """Builds and runs one program: its row of the table."""
    folder = OUT / options.link.stem / program.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    log = folder.parent / f"{program.name}.log"
    log.unlink(missing_ok=True)
    row = {"name": program.name, "source": program.source, "lines": "-", "result": "pass",
           "commands": "-", "operations": "-", "cycles": "-"}
    try:
        source, row["lines"] = prepare(program, folder)
        binary = build(program, source, folder, options.link, log)
        if program.generate:
            step("the generator", [PYTHON, "-c", SEEDED, *program.generate], folder, log)
        work = folder / program.work
        work.mkdir(exist_ok=True)
        for backend in options.backend:
            output = step("the program", [binary, "--backend", backend, *program.arguments], work,
                          log)
            row["commands"] = number(output, r"^commands +(\d+)")
            row["operations"] = number(output, r"^commands .* (\d+) operations")
            row["cycles"] = number(output, r"^cycles +(\d+)")
            if program.verify:
                output += step("the comparison", [PYTHON, *program.verify], folder, log)
            judge(output, backend)
    except Problem as problem:
        row["result"] = f"FAIL: {problem}, see {log.relative_to(ROOT)}"
    return row


# --------------------------------------------------------------------------------------------------
# All of them
# --------------------------------------------------------------------------------------------------

FIELDS = ("name", "lines", "commands", "operations", "cycles", "result")
TERMINAL = "{:30} {:>6} {:>9} {:>11} {:>8}  {}"
BEGIN, END = "<!-- written by scripts/kernels/foreign_kernels.py -->", "<!-- end -->"


def page_table(rows, options):
    """The part of a page between BEGIN and END."""
    backends = " and ".join(f"`{backend}`" for backend in options.backend)
    passed = sum(row["result"] == "pass" for row in rows)
    lines = [BEGIN, f"{passed} of {len(rows)} programs pass on {backends}, configuration "
             f"`{options.config}`.", "",
             "| program | lines changed | commands | operations | cycles | result | source |",
             "| --- | ---: | ---: | ---: | ---: | --- | --- |"]
    for row in rows:
        cells = [row[field] for field in FIELDS[:-1]]
        result = "pass" if row["result"] == "pass" else "FAIL"
        lines.append(f"| {' | '.join(map(str, cells))} | {result} | `{row['source']}` |")
    return "\n".join([*lines, END])


def update_page(page, rows, options):
    """Writes the table to a page."""
    text = page.read_text(encoding="utf-8")
    begin, end = text.find(BEGIN), text.find(END)
    if begin < 0 or end < begin:
        raise Problem(f"{page}: expected the lines {BEGIN} and {END}")
    tasks.write(page, text[:begin] + page_table(rows, options) + text[end + len(END):])


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("list", type=pathlib.Path, help="list of programs (TOML)")
    parser.add_argument("folder", type=pathlib.Path, help="holds their source trees")
    parser.add_argument("words", nargs="*", help="programs with one of these in name or source")
    parser.add_argument("--backend", choices=("golden", "rtl", "lockstep"), action="append",
                        help="what runs the kernels; may be given several times (default: golden)")
    parser.add_argument("--config", default="full", help="configuration of the RTL (default: full)")
    parser.add_argument("--update", type=pathlib.Path, help="also write the table to this page")
    options = parser.parse_args()
    options.backend = options.backend or ["golden"]
    target = "golden" if options.backend == ["golden"] else options.config
    options.link = LINKS / f"{target}.link"
    try:
        if not options.link.is_file() or not all(
                pathlib.Path(line).exists()
                for line in options.link.read_text(encoding="utf-8").splitlines()
                if line.endswith(".a")):
            raise Problem(f"the libraries are not built: scripts/build.sh foreign-{target}")
        if not options.folder.is_dir():
            raise Problem(f"expected a folder with source trees, found "
                          f"{options.folder}")
        programs = load(options.list, options.folder.resolve(), options.words)
    except (Problem, OSError, tomllib.TOMLDecodeError) as problem:
        print(f"foreign-kernels: {problem}", file=sys.stderr)
        sys.exit(2)
    print(TERMINAL.format(*FIELDS))
    rows = []
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS") or 0) or None) as pool:
        for row in pool.map(lambda program: run(program, options), programs):
            rows.append(row)
            print(TERMINAL.format(*(row[field] for field in FIELDS)), flush=True)
    try:
        if options.update:
            update_page(options.update, rows, options)
    except (Problem, OSError) as problem:
        print(f"foreign-kernels: {problem}", file=sys.stderr)
        sys.exit(2)
    failed = sum(row["result"] != "pass" for row in rows)
    print(f"{len(rows) - failed} programs passed, {failed} failed on {', '.join(options.backend)}",
          file=sys.stderr)
    sys.exit(1 if failed else 0)
