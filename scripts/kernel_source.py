#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes C++ of the source of a kernel that is not quite C++.

Usage: gsq-kernel-source INPUT OUTPUT

In the output, a launch kernel<<<blocks, bytes, stream>>>(arguments) is a call of
gsq::foreign::launch, declared in gsq/foreign/foreign_launch.hpp, and an array in UB, __ubuf__ T
x[n];, is an object gsq::kernel::UbArray<T, n> of gsq/kernel/ub_array.hpp. All else is as in the
input, in the same lines; the compiler's messages name the input. Exit 1 if a file cannot be read or
written.
"""
import argparse
import pathlib
import re
import sys

import tasks


def matching(text, start, pairs):
    """Place after the bracket that closes the one at `start`, or None. `pairs`: opening, closing."""
    depth = []
    for place in range(start, len(text)):
        if text[place] in pairs:
            depth.append(pairs[text[place]])
        elif depth and text[place] == depth[-1]:
            depth.pop()
            if not depth:
                return place + 1
    return None


def begin_of_callee(text, end):
    """Where the name of a kernel begins that ends at `end`, its template arguments included."""
    place = end
    while place > 0 and text[place - 1].isspace():
        place -= 1
    if text[place - 1] == ">":
        angles = parentheses = 0
        while place > 0:
            place -= 1
            parentheses += {")": 1, "(": -1}.get(text[place], 0)
            if parentheses == 0:
                angles += {">": 1, "<": -1}.get(text[place], 0)
                if angles == 0:
                    break
    name = re.search(r"[A-Za-z_][\w:]*$", text[:place].rstrip())
    return name.start() if name else None


def split_arguments(text):
    """Arguments between commas that are outside brackets."""
    arguments, depth, begin = [], 0, 0
    for place, character in enumerate(text):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(character, 0)
        if character == "," and depth == 0:
            arguments.append(text[begin:place].strip())
            begin = place + 1
    return arguments + [text[begin:].strip()]


def rewrite_launches(text):
    """The text with launches as calls, and the number of lines that changed."""
    result, done = [], 0
    for found in re.finditer("<<<", text):
        line = text[text.rfind("\n", 0, found.start()) + 1:found.start()]
        begin = begin_of_callee(text, found.start())
        end = text.find(">>>", found.end())
        if found.start() < done or "//" in line or begin is None or end < 0:
            continue
        parenthesis = re.match(r"\s*\(", text[end + 3:])
        after = parenthesis and matching(text, end + 2 + parenthesis.end(), {"(": ")"})
        if not after:
            continue
        setup = split_arguments(text[found.end():end])
        setup += ["0", "nullptr"][len(setup) - 1:]
        kernel = text[begin:found.start()]  # with the end of a line, if there is one
        result += [text[done:begin], f"gsq::foreign::launch({', '.join(setup)}, [&] {{ {kernel}",
                   text[end + 3:after], "; })"]
        done = after
    new = "".join(result) + text[done:]
    now = iter(new.split("\n"))
    return new, sum(line != next(now, "") for line in text.split("\n"))


# `__ubuf__ T name[count];`, which a qualifier cannot put into UB.
ARRAY = re.compile(r"__ubuf__\s+([A-Za-z_][\w:]*)\s+([A-Za-z_]\w*)\s*\[([^][;]+)\]\s*;")


def rewrite_arrays(text):
    """The text with arrays in UB as objects, and the number of lines that changed."""
    return ARRAY.subn(r"gsq::kernel::UbArray<\1, (\3)> \2;", text)


def rewrite(text):
    """The text as C++, and the number of lines that changed."""
    text, launches = rewrite_launches(text)
    text, arrays = rewrite_arrays(text)
    return text, launches + arrays


def main():
    parser = argparse.ArgumentParser(
        description="Makes C++ of the source of a kernel: launches and arrays in UB.")
    parser.add_argument("input", type=pathlib.Path, help="source or header")
    parser.add_argument("output", type=pathlib.Path, help="written, its folder is made")
    options = parser.parse_args()
    try:
        text = options.input.read_text(encoding="utf-8", errors="surrogateescape")
        name = str(options.input.resolve()).replace("\\", "\\\\").replace('"', '\\"')
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(f'#line 1 "{name}"\n{rewrite(text)[0]}', encoding="utf-8",
                                  errors="surrogateescape")
    except OSError as problem:
        sys.exit(f"gsq-kernel-source: {problem}")


if __name__ == "__main__":
    tasks.main(main)
