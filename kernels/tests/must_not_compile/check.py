#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that wrong uses of an API do not compile, and that the compiler says why.

Usage: check.py FILE.cpp COMPILER [OPTION…]

The file is C++. A line "// case NAME: TEXT" begins a case, which goes on to the next such line or
to the end. What stands before the first case belongs to all of them, and must compile alone. With
each case added it must not, and an error message must hold TEXT. Exit 1 if one does not behave so.
"""
import pathlib
import re
import subprocess
import sys
import tempfile


def errors_of(command, file, code):
    """Error messages of compiling this code, which goes to the file; empty when it compiles."""
    file.write_text(code, encoding="utf-8")
    done = subprocess.run([*command, "-fdiagnostics-color=never", file], capture_output=True,
                          text=True, check=False)
    if done.returncode == 0:
        return []
    return re.findall(r"^.*error: .*", done.stderr, re.M) or [done.stderr]


def main():
    file, compiler = pathlib.Path(sys.argv[1]), sys.argv[2:]
    common, *parts = re.split(r"^// case (.*)\n", file.read_text(encoding="utf-8"), flags=re.M)
    cases = list(zip(parts[::2], parts[1::2]))
    failures = [] if cases else ["no line '// case NAME: TEXT'"]
    with tempfile.TemporaryDirectory() as folder:
        header = pathlib.Path(folder) / "common.hpp"  # precompiled: it takes most of the time
        failures += [f"what stands before the first case does not compile: {error}" for error in
                     errors_of([*compiler, "-x", "c++-header", "-o", f"{header}.gch"], header,
                               common)]
        for title, code in cases:
            name, _, text = title.partition(": ")
            errors = errors_of([*compiler, "-fsyntax-only", "-include", header],
                               header.with_name("case.cpp"), code)
            if not errors:
                failures.append(f"{name}: compiles, but an error with '{text}' was expected")
            elif not text or not any(text in error for error in errors):
                failures.append(f"{name}: expected an error with '{text}', found:\n  "
                                + "\n  ".join(errors))
    for failure in failures:
        print(f"{file.name}: {failure}")
    print(f"{len(cases)} cases, {len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
