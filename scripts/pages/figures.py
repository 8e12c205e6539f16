# SPDX-License-Identifier: Apache-2.0
"""Reads every figure that stands in more than one page, and compares them; measures them anew.

Pages of figures of the unit: README.md, docs/, scripts/flow/landed.json. A figure is the same as another
one when quantity, subject (all parameters of the core, or the block) and conditions (library, clock
for which it is mapped, hierarchy; commands of a pattern) are. Rounded figures agree when there is a
number that both can be rounded from. A figure in a text that no reader here knows is an error, too:
how would it be compared?
"""
import collections
import re
import subprocess
import sys

from scripts.core import tasks
from scripts.flow.synthesis import landed
from scripts.pages import measured
from scripts.pages.figure_pages import READERS, Page, core, landed_for, named
from scripts.spec import config

ROOT = tasks.ROOT
# Steps of --regenerate: what they write, and their commands.
STEPS = {
    "landed": ("scripts/flow/landed.json", None),
    "blocks": ("docs/evaluate/area_compact.md, docs/evaluate/area_xbar.md",
               ["make", "area-tables"]),
    "study": ("docs/evaluate/study.md", ["make", "study"]),
    "study-window": ("docs/evaluate/study-window.md",
                     ["make", "study", "SWEEP=scripts/explore/sweeps/window.toml"]),
    "study-wires": ("docs/evaluate/study-wires.md",
                    ["make", "study", "SWEEP=scripts/explore/sweeps/wires.toml"]),
    "readme": ("README.md", ["make", "study", "SWEEP=scripts/explore/sweeps/named.toml"]),
    "layout": ("docs/evaluate/layout_table.md", ["make", "layout-table"]),
    "power": ("docs/evaluate/power.md", ["make", "power-table"]),
    "explore": ("docs/evaluate/explore.md", ["make", "explore"]),
    "performance": ("docs/evaluate/performance.md",
                    ["python3", "-m", "scripts", "doc-output", "--update",
                     "docs/evaluate/performance.md", "full", "full_w1", "full_hash", "tiny"]),
}

# Pages of facts of an older commit, which they name: nothing measures them anew.
FACTS = ("docs/evaluate/area_peers.md", "docs/evaluate/layout_peers.md")
# Figures in texts that no reader knows: a part of the line, and why it stands nowhere else.
ALONE = {
    "docs/evaluate/area.md": (("took 23.6 instead of 28.3 kGE", "of a trial that was given up"),),
    "docs/evaluate/power.md": (("an access to a word takes 10 pJ", "a constant of the model of banks"),
                               ("The 10 pJ are of M. Horowitz", "cited"),
                               ("so are 20 pJ for 32 KiB and 100 pJ", "cited")),
    "docs/start/python.md": (("64 banks serve 64 elements a cycle", "of the architecture"),),
}
UNIT = re.compile(r"\d ?(?:kGE|MHz|pJ|mm²)(?!\w)|\d elements a cycle")


def read_all(root=ROOT):
    """The pages that readers know, read."""
    pages = []
    for name, reader in READERS.items():
        page = Page(name, (root / name).read_text(encoding="utf-8"))
        reader(page)
        if not page.figures and not page.wrong:
            page.wrong.append(f"{name}: expected figures, found none: adapt its reader in "
                              "scripts/pages/figures.py")
        pages.append(page)
    return pages


def strays(pages, root=ROOT):
    """Figures in texts of pages with a reader, and of all others, that nothing compares."""
    read = {page.name: page.read for page in pages}
    for path in (root / "README.md", *sorted((root / "docs").rglob("*.md"))):
        name = path.relative_to(root).as_posix()
        if name in FACTS:
            continue
        lines = path.read_text(encoding="utf-8").split("\n")
        for number, line in enumerate(lines):
            if number in read.get(name, ()) or not UNIT.search(line):
                continue
            if not any(part in line for part, _ in ALONE.get(name, ())):
                yield (f"{name}:{number + 1}: a figure that no reader of scripts/pages/figures.py knows, "
                       f"so nothing compares it with other pages: {line.strip()}")


def contradictions(pages):
    """(pages, sentence) of each two figures that should be the same and are not."""
    same = collections.defaultdict(list)
    for page in pages:
        for figure in page.figures:
            same[figure.key].append(figure)
    for (quantity, subject, conditions), figures in sorted(same.items()):
        for number, figure in enumerate(figures):
            for other in figures[number + 1:]:
                if not figure.agrees(other):
                    yield ({figure.place.split(":")[0], other.place.split(":")[0]},
                           f"{quantity} of {label(subject)} ({conditions}): {figure.text} in "
                           f"{figure.place}, {other.text} in {other.place}")
                    break


def label(subject):
    """The name of the configuration, if there is one."""
    return next((name for name in config.named() if core(named(name)) == subject), subject)


def check(root=ROOT, older=None):
    """The pages, and sentences of what is wrong. A page of older RTL, which it says itself, need not agree
    with the others."""
    pages = read_all(root)
    older = set(measured.stale(root) if older is None else older)
    found = [(set(), sentence) for page in pages for sentence in page.wrong]
    return pages, [*strays(pages, root), *measured.check(root), *(
        sentence for places, sentence in [*found, *contradictions(pages)] if not places & older)]


def land_all():
    """Commands that measure again what is landed, and named configurations that are not."""
    for key in landed.load():
        top, sets, library, clock, _, *flat = key.split()
        yield ["make", "area", f"TOP={top}", f"SET={sets}", f"LIB={library}", f"CLOCK={clock}",
               "LAND=1", *(["ARGS=--flat"] if flat else [])]
    for name in config.named():
        if landed_for(core(named(name))) is None:
            yield ["make", "area", f"CONFIG={name}", "LAND=1"]


def regenerate(names):
    if unknown := [name for name in names if name not in STEPS]:
        sys.exit(f"figures: there is no step {unknown[0]}; there are {', '.join(STEPS)}")
    for name, (pages, command) in STEPS.items():
        if names and name not in names:
            continue
        for words in [command] if command else land_all():
            print(f"figures: {name}, for {pages}: {' '.join(words)}", flush=True)
            if subprocess.run(words, cwd=ROOT, check=False).returncode:
                sys.exit(f"figures: {name} failed; figures --regenerate {name} repeats it alone")
        measured.write([page for page in pages.split(", ") if page in measured.PAGES])


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("--list", action="store_true", help="print all of them, and how often each stands")
    parser.add_argument("--regenerate", nargs="*", metavar="STEP", help="measure all figures anew, in the "
                        "order in which pages need each other; with names only these steps. What is stored "
                        "and has not changed is not measured again. With nothing stored it takes hours: "
                        "each step prints what it writes")
    parser.add_argument("--measured", nargs="*", metavar="PAGE", help="record that these pages were just "
                        "measured, and have every page say whether the RTL has changed since")
    options = parser.parse_args()
    if options.regenerate is not None:
        regenerate(options.regenerate)
    if options.measured is not None:
        if unknown := [page for page in options.measured if page not in measured.PAGES]:
            sys.exit(f"figures: {unknown[0]} is none of {', '.join(measured.PAGES)}")
        measured.write(options.measured)
    pages, wrong = check()
    if options.list:
        for page in pages:
            for figure in page.figures:
                quantity, subject, conditions = figure.key
                what = f"{quantity} of {label(subject)} ({conditions})"
                print(f"{figure.place}: {figure.text}: {what}")
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    figures = [figure for page in pages for figure in page.figures]
    shared = {key for key, count in collections.Counter(figure.key for figure in figures).items()
              if count > 1}
    for name in measured.stale():
        print(f"figures: {name} is of older RTL, as it says")
    print(f"figures: {len(figures)} figures in {len(pages)} pages, {len(shared)} of them in "
          f"several places; {len(wrong)} contradictions or mistakes")
    return 1 if wrong else 0
