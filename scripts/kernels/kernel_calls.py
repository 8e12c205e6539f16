# SPDX-License-Identifier: Apache-2.0
"""Reference page of the calls of Ascend C that kernels can use, from the headers' own comments.

Writes docs/kernels/calls.md: a section for each header of gsq/kernel/ascend with a table of its
types and calls. With --check says whether that page is as it would be written. Exit status 1: it is
not.
"""
import pathlib
import re
import sys

from scripts.core import tasks

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "kernels" / "include" / "gsq" / "kernel" / "ascend"
PAGE = ROOT / "docs" / "kernels" / "calls.md"
FIRST = ["registers", "choices", "masks", "loads", "stores", "unaligned", "address", "gather", "squeeze",
         "rearrange", "fill", "arithmetic", "compound", "logic", "compare", "convert", "reduce",
         "mask_logic", "functions", "names", "compute_names"]  # registers; then the others by name
HIDDEN = re.compile(r"namespace (detail|gsq(::\w+)*) \{$")
TYPE = re.compile(r"(?:enum class|class|struct)\s+(?:\[\[[^\]]*\]\]\s*)?(\w+)[^;]*$")
NAME = re.compile(r"\b(operator\s*\S+?|\w+)\(")


def split(text):
    """Parts between the commas that are in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"<": 1, "(": 1, "{": 1, ">": -1, ")": -1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def closing(text, at):
    """Index of the bracket that closes the one at `at`."""
    pairs = {"<": ">", "(": ")"}
    depth = 0
    for i in range(at, len(text)):
        depth += {text[at]: 1, pairs[text[at]]: -1}.get(text[i], 0)
        if depth == 0:
            return i
    raise ValueError(f"expected a closing bracket in: {text}")


def parameter(text):
    """The name of a parameter."""
    text = re.sub(r"\s*=.*", "", text)
    hidden = re.search(r"/\*(\w+)\*/$", text)
    return hidden[1] if hidden else re.findall(r"\w+", re.sub(r"\[.*", "", text))[-1]


def signature(text):
    """`Name<options>(parameters)` of a declaration; None if it is none of a function or type."""
    text = " ".join(text.split())
    options = []
    while text.startswith("template"):
        end = closing(text, text.index("<"))
        for part in split(text[text.index("<") + 1:end]):
            if not part.startswith(("typename", "class")):
                options.append(parameter(part))
        text = text[end + 1:].strip()
    kind = TYPE.match(text)
    if kind:
        return kind[1]
    if text.startswith(("using", "inline constexpr", "namespace", "static_assert")):
        return None
    name = NAME.search(text)
    if not name:
        return None
    inside = text[name.end():closing(text, name.end() - 1)]
    names = [parameter(part) for part in split(inside)]
    names = [item for item in names if item != "call"]
    return name[1] + (f"<{', '.join(options)}>" if options else "") + f"({', '.join(names)})"


def read(path):
    """(introduction, rows) of a header. A row is (signature, text), or (None, lines) of a comment."""
    lines = path.read_text().splitlines()
    intro, rows, comment, plain, hidden = [], [], [], [], None
    declaration = ""
    for line in lines[1:]:
        if hidden:
            hidden = None if line == hidden else hidden
            continue
        match = HIDDEN.match(line)
        if match:
            hidden = "}  // " + line[:-2]
            continue
        if line.startswith("///"):
            comment.append(line[3:].strip())
        elif line.startswith("//") and not line.startswith("// ---"):
            plain.append(line[3:])
        elif line.startswith("#pragma once"):
            intro, comment = comment, []
        elif declaration or (comment and line and not line.startswith(("#", "}"))):
            declaration += " " + line
            if re.search(r"[;{]\s*$", line) or line.endswith("}"):
                found = signature(declaration.split("{")[0])
                if found and comment:
                    rows.append((found, " ".join(" ".join(comment).split())))
                declaration, comment = "", []
        if not line and not declaration:
            if len(plain) > 2:
                rows.append((None, plain))
            plain = []
            comment = []
    return " ".join(" ".join(intro).split()), rows


def page():
    names = sorted(path.stem for path in HEADERS.glob("*.hpp"))
    if not names:
        sys.exit(f"kernel-calls: expected headers in {HEADERS.relative_to(ROOT)}, found none")
    yield "# Calls of Ascend C"
    yield ""
    yield "Written by `scripts/kernels/kernel_calls.py` from the comments of the headers in"
    yield "`kernels/include/gsq/kernel/ascend/`; `gsq/kernel/ascend.hpp` includes them all. What a page for"
    yield "users has to say beside them is in [Kernels in C++](api.md). In `Name<a, b>(c)`, a and b are"
    yield "the template parameters that choose something; the element type comes before them where they are"
    yield "given. Masks, offsets, pointers and steps are as in the Ascend C documents."
    yield ""
    for name in [*(name for name in FIRST if name in names),
                 *(name for name in names if name not in FIRST)]:
        intro, rows = read(HEADERS / f"{name}.hpp")
        if not any(row[0] for row in rows):
            continue
        yield f"## ascend/{name}.hpp"
        yield ""
        yield intro
        yield ""
        table = False
        for head, text in rows:
            if head is None:
                if table:
                    yield ""
                yield from ("```text", *text, "```", "")
                table = False
                continue
            if not table:
                yield "| call or type | meaning |"
                yield "|---|---|"
                table = True
            cells = (cell.replace("|", "\\|") for cell in (f"`{head}`", text))
            yield f"| {' | '.join(cells)} |"
        yield ""


def main():
    check = tasks.check_asked(__doc__)
    text = "\n".join(page()).rstrip() + "\n"
    if check:
        if not PAGE.exists() or PAGE.read_text() != text:
            sys.exit(f"{PAGE.relative_to(ROOT)} differs from the headers: run python3 -m scripts kernel-calls "
                     "and commit the page")
    else:
        tasks.write(PAGE, text)
