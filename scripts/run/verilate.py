# SPDX-License-Identifier: Apache-2.0
"""Runs Verilator for sim/verilate.cmake and packs its output into files with fixed names.

The number of files that Verilator writes is known only afterwards, but Ninja needs it before.
So they are DIR/PREFIX.h, DIR/fast_<i>.cpp for i below SHARDS, and DIR/slow.cpp: each .cpp includes a
share of the generated files, slow.cpp those that need not be fast: all of them if SHARDS is 0. Every
one ends in a hash of all that it stands for and is written only when it changes, which is what tells
Ninja what to compile anew.

With counters of coverage Verilator writes a call for each of them. These become tables: a compiler
would take minutes for tens of thousands of calls.
"""
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys

from scripts.core import tasks
from scripts.spec import parameters
from scripts.spec.rtl_files import MODULES


def digest(paths):
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()


def write(path, data):
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)


POINT = r" *vlSelf->__vlCoverInsert\(&\(vlSymsp->__Vcoverage\[(\d+)\]\), first, (.*)\);\n"


def tabulate(text):
    """Each row of calls that insert counters as a loop over a table."""
    def loop(calls):
        rows = "".join(f"        {{{index}, {rest}}},\n"
                       for index, rest in re.findall(POINT, calls[0]))
        return ("    {\n    static const struct {\n"
                "        unsigned index; const char* file; int line, column;\n"
                "        const char *hier, *page, *comment, *lines;\n"
                f"    }} kPoints[] = {{\n{rows}    }};\n"
                "    for (const auto& at : kPoints)\n"
                "        vlSelf->__vlCoverInsert(&(vlSymsp->__Vcoverage[at.index]), first,\n"
                "            at.file, at.line, at.column, at.hier, at.page, at.comment, at.lines);\n    }\n")
    return re.sub(f"(?:{POINT})+", loop, text)


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("folder", metavar="DIR", type=pathlib.Path, help="where the files are written")
    parser.add_argument("prefix", metavar="PREFIX", help="name of the class")
    parser.add_argument("shards", metavar="SHARDS", type=int, help="number of files of what must be fast")
    parser.add_argument("command", metavar="-- VERILATOR OPTION…", nargs="+", help="what is run")
    asked = parser.parse_args()
    folder, prefix, shards, command = asked.folder, asked.prefix, asked.shards, asked.command
    new = folder / "new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    # Netlists have no parameters.
    given = [word for word in command if word.startswith("-G")]
    values = dict(word[2:].split("=") for word in given)
    top = command[command.index("--top") + 1]
    if values and top in MODULES:   # other tops, of tests, have no struct of a configuration
        values = parameters.arguments(top, values)
    command = [word for word in command if word not in given] + [
        f"-G{name}={value}" for name, value in values.items()]
    done = subprocess.run(command + ["--make", "cmake", "--prefix", prefix, "--Mdir", new])
    if done.returncode:
        sys.exit(f"Verilator refused {prefix}, see above")

    lists = dict(re.findall(r"^set\((\w+) (.*)\)$", (new / f"{prefix}.cmake").read_text(), re.M))

    def listed(*names):
        return [pathlib.Path(path) for name in names
                for path in re.findall(r'"([^"]+)"', lists[f"{prefix}_{name}"])]

    headers = list(new.glob("*.h"))
    with open(new / f"{prefix}.h", "a", encoding="utf-8") as file:
        file.write(f"// {digest(headers)}\n")
    for path in [*headers, *new.glob("*.cpp")]:
        data = path.read_bytes()
        write(folder / path.name,
              tabulate(data.decode()).encode() if b"__vlCoverInsert(&" in data else data)

    fast = listed("CLASSES_FAST", "SUPPORT_FAST")
    fast.sort(key=lambda path: path.stat().st_size, reverse=True)
    parts = {f"fast_{i}": fast[i::shards] for i in range(shards)}
    parts["slow"] = listed("CLASSES_SLOW", "SUPPORT_SLOW") + ([] if shards else fast)
    for name, files in parts.items():
        text = "".join(f'#include "{path.name}"\n' for path in files)
        write(folder / f"{name}.cpp", f"{text}// {digest(headers + files)}\n".encode())

    needed = " ".join(str(path.absolute()) for path in listed("DEPS"))
    (folder / "depends.d").write_text(f"{folder / prefix}.h: {needed}\n", encoding="utf-8")
