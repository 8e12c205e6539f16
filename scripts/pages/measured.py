# SPDX-License-Identifier: Apache-2.0
"""Of which RTL the pages are that take hours to measure: docs/evaluate/measured.toml.

It keeps a digest of the RTL for each page, and the page says below its title whether that is the RTL of
today. For scripts/pages/figures.py, which compares figures only where both are of the same RTL.
"""
import datetime
import hashlib
import re
import subprocess
import tomllib

from scripts.core import tasks

ROOT = tasks.ROOT
KEPT = "docs/evaluate/measured.toml"
BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"
PAGES = [f"docs/evaluate/{name}.md" for name in (
    "area_compact", "area_xbar", "explore", "layout_table", "power", "study", "study-window",
    "study-wires")]


def digest(texts):
    """Digest of the RTL of the core, {path: text}: neither comments nor layout change it."""
    made = hashlib.sha256()
    for path, text in sorted(texts.items()):
        if not path.startswith(("rtl/sim/", "rtl/axi/", "rtl/xif/", "rtl/dma/", "rtl/ring/")):
            plain = " ".join(re.sub(r"//[^\n]*", "", text).split())
            made.update(f"{path}\0{plain}\0".encode())
    return made.hexdigest()[:16]


def rtl(root=ROOT):
    """The digest of today."""
    return digest({path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
                   for path in (root / "rtl").rglob("*.sv*")})


def load(root=ROOT):
    """{page: {"rtl", "commit", "date"}}"""
    return tomllib.loads((root / KEPT).read_text(encoding="utf-8"))


def note(entry, today):
    """What a page says of its RTL."""
    return (f"Measured on the RTL of commit {entry['commit']} ({entry['date']}), which "
            + ("has not changed since." if entry["rtl"] == today else "has changed since.")) + "\n"


def noted(text, said):
    """A page with this note below its title."""
    if BEGIN in text:
        before, _, rest = text.partition(BEGIN)
        return before + BEGIN + said + END + rest.partition(END)[2]
    title, _, rest = text.partition("\n")
    return f"{title}\n\n{BEGIN}{said}{END}{rest}"


def stale(root=ROOT):
    """The pages of other RTL than that of today."""
    today = rtl(root)
    return [page for page, entry in load(root).items() if entry["rtl"] != today]


def check(root=ROOT):
    """What is wrong with the notes, in sentences."""
    today, known = rtl(root), load(root)
    if set(known) != set(PAGES):
        yield f"{KEPT}: expected {', '.join(PAGES)}, found {', '.join(known)}"
    for page, entry in known.items():
        text = (root / page).read_text(encoding="utf-8")
        if noted(text, note(entry, today)) != text:
            yield (f"{page}: expected '{note(entry, today).strip()}' below its title: run python3 -m scripts "
                   f"figures --measured, with {page} if it was measured anew")


def write(pages):
    """Records that these pages were measured just now, and brings the notes of all up to date."""
    today, known = rtl(), load()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True,
                            check=True).stdout.strip()
    for page in pages:
        known[page] = {"rtl": today, "commit": commit, "date": f"{datetime.date.today()}"}
    tasks.write(ROOT / KEPT, "# SPDX-License-Identifier: Apache-2.0\n# Written by python3 -m scripts figures --measured PAGE…\n"
                + "".join(f'\n["{page}"]\n' + "".join(f'{key} = "{value}"\n' for key, value in entry.items())
                          for page, entry in sorted(known.items())))
    for page, entry in known.items():
        path = ROOT / page
        text = path.read_text(encoding="utf-8")
        if (made := noted(text, note(entry, today))) != text:
            tasks.write(path, made)
