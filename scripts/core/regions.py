# SPDX-License-Identifier: Apache-2.0
"""Generated regions of pages: the text between <!-- NAME: begin --> and <!-- NAME: end -->."""
import sys

from scripts.core import tasks

ROOT = tasks.ROOT


def replaced(page, text, name, lines):
    """The text of a page with other lines in one of its regions."""
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        sys.exit(f"{page.relative_to(ROOT)}: expected the lines '{begin.strip()}' and "
                 f"'{end.strip()}' once, in this order")
    before, rest = text.split(begin)
    return f"{before}{begin}" + "\n".join([*lines, ""]) + end + rest.split(end)[1]


def update(made, script, check):
    """Writes pages, {path: text}; with `check` names those that differ. Returns an exit status."""
    stale = [path for path, text in made.items()
             if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        if check:
            print(f"{path.relative_to(ROOT)}: error: is not what {script} makes of the "
                  f"sources: run `python3 -m scripts {script}` and look at the difference")
        else:
            tasks.write(path, made[path])
    print(f"{len(made)} pages: " + (f"{len(stale)} differ" if check else f"{len(stale)} written"))
    return 1 if check and stale else 0
