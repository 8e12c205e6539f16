# SPDX-License-Identifier: Apache-2.0
"""Runs the Python code of docs/start/python.md, and compares or updates what it prints.

Each block ```python runs after those before it, as in a notebook; the block ```text right behind it is
what it prints. Needs the package gsq (PYTHONPATH) and the RTL of tiny. Exit status 1: it prints
something else.
"""
import contextlib
import difflib
import io
import re

from scripts.core import tasks

PAGE = tasks.ROOT / "docs" / "start" / "python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.M | re.S)


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("--update", action="store_true", help="write what it prints into the page")
    update = parser.parse_args().update
    text = PAGE.read_text(encoding="utf-8")
    names, made, at, count = {"__name__": "__main__"}, "", 0, 0
    for block in BLOCK.finditer(text):
        code, shown = block.groups()
        line = text.count("\n", 0, block.start()) + 2
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(code, f"{PAGE.name} from line {line}", "exec"), names)
        said = said.getvalue()
        if bool(said) != bool(shown) and not update:
            print(f"docs/start/python.md:{line}: error: expected a block ```text behind code that "
                  "prints, and only there")
            return 1
        if not update and said != (shown or ""):
            print(f"docs/start/python.md:{line}: error: the code prints something else; run "
                  "scripts/pages/python_page.py --update\n" + "\n".join(difflib.unified_diff(
                      shown.splitlines(), said.splitlines(), "page", "output", lineterm="")))
            return 1
        made += text[at:block.start()] + f"```python\n{code}```\n"
        if said:
            made += f"\n```text\n{said}```\n"
        at = block.end()
        count += 1
    if count == 0:
        print("docs/start/python.md: error: expected blocks ```python, found none")
        return 1
    if update:
        tasks.write(PAGE, made + text[at:])
    print(f"{count} blocks of docs/start/python.md ran, output " +
          ("written" if update else "as on the page"))
    return 0
