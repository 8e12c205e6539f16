#!/usr/bin/env python3
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


def errors_of(compiler, code):
    """Error messages of compiling this code; empty when it compiles."""
    done = subprocess.run([*compiler, "-fsyntax-only", "-fdiagnostics-color=never", "-x", "c++",
                           "-"], input=code, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return []
    return re.findall(r"^.*error: .*", done.stderr, re.M) or [done.stderr]


def main():
    file, compiler = pathlib.Path(sys.argv[1]), sys.argv[2:]
    common, *parts = re.split(r"^// case (.*)\n", file.read_text(encoding="utf-8"), flags=re.M)
    failures = [f"what stands before the first case does not compile: {error}"
                for error in errors_of(compiler, common)]
    cases = list(zip(parts[::2], parts[1::2]))
    if not cases:
        failures.append("no line '// case NAME: TEXT'")
    for title, code in cases:
        name, _, text = title.partition(": ")
        errors = errors_of(compiler, common + code)
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
