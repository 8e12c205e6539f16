# SPDX-License-Identifier: Apache-2.0
"""Every source file names its licence in an SPDX line.

A source is what a person edits and what has comments: the kinds of files in STYLES. The line is the
first of the file, or the second behind one that must be the first. In a program (.gsq) it is the
last, because reports and documentation refer to its line numbers. --check prints a sentence
for each file without it, exit 1 if there is any; --fix adds what is missing.
"""
import os
import re
import sys

from scripts.core import tasks
from scripts.spec.rtl_files import ROOT

TEXT = "SPDX-License-Identifier: Apache-2.0"
SLASHES, HASH = f"// {TEXT}", f"# {TEXT}"
STYLES = {  # suffix, or name of a file without one: the line
    **dict.fromkeys((".sv", ".svh", ".rdl", ".vlt", ".cpp", ".hpp", ".h", ".c", ".S", ".f", ".dot"), SLASHES),
    **dict.fromkeys((".py", ".sh", ".cmake", ".toml", ".yml", ".yaml", ".core", ".cff", ".gsq",
                     "CMakeLists.txt", "lint-requirements.txt", "fusesoc-requirements.txt",
                     "Makefile", "run", ".gitignore", ".editorconfig", ".clang-format",
                     ".clang-tidy"), HASH),
    **dict.fromkeys((".css", ".ld"), f"/* {TEXT} */"),
    ".html": f"{{# {TEXT} #}}",  # templates of the documentation
}
FIRST = re.compile(r"#!|CAPI=2:|\{% extends ")  # lines that must be the first
# Not sources: what is built, and what runs have left or written.
SKIPPED = re.compile(r"build|gsq-failures|__pycache__|debugging|\.(?!ci$|github$).*")


def sources():
    """(file, its SPDX line) of every source; programs beside README.md are a user's own."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(name for name in folders if not SKIPPED.fullmatch(name))
        for path in (ROOT / folder / name for name in sorted(names)):
            line = STYLES.get(path.name) or STYLES.get(path.suffix)
            if line and not (path.suffix == ".gsq" and path.parent == ROOT):
                yield path, line


def place(path, lines):
    """Where the SPDX line stands or is to stand: an index into the lines, the last of which is "",
    as every file ends in a line feed."""
    if path.suffix == ".gsq":
        return len(lines) - 2 if TEXT in lines[-2:][0] else len(lines) - 1
    return 1 if FIRST.match(lines[0]) else 0


def main():
    parser = tasks.arguments(__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="exit status 1 if a file has no such line")
    what.add_argument("--fix", action="store_true", help="write the lines that are missing")
    check = parser.parse_args().check
    count = missing = 0
    for path, line in sources():
        count += 1
        lines = path.read_bytes().decode().split("\n")
        at = place(path, lines)
        if lines[at:at + 1] == [line]:
            continue
        missing += 1
        name = path.relative_to(ROOT)
        if check:
            print(f"{name}:{at + 1}: expected the line '{line}', found "
                  f"{lines[at]!r}: run python3 -m scripts spdx --fix")
        elif "SPDX-License-Identifier" in lines[at]:
            sys.exit(f"{name}:{at + 1}: expected '{line}', found {lines[at]!r}: a person decides on "
                     "another licence")
        else:
            lines.insert(at, line)
            tasks.write(path, "\n".join(lines))
    print(f"spdx: {count} files, {missing} without the line" + (
        ", added" if missing and not check else ""))
    sys.exit(1 if missing and check else 0)
