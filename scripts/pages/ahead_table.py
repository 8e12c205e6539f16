# SPDX-License-Identifier: Apache-2.0
"""What the order of issue and a window do for kernels: cycles in docs/evaluate/performance.md.

Runs examples in lockstep on each configuration of the table, in the order of the program and with
commands issued ahead. Builds what is missing. --check: builds nothing; exit status 1 when the
region `ahead` of the page is not as it would be written.
"""
import pathlib
import re
import subprocess
import sys

from scripts.core import regions, tasks
from scripts.spec import config

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "evaluate" / "performance.md"
EXAMPLES = ("gather_words", "embedding_rows", "moe_permutation", "mojo_scatter",
            "tscatter_manual")
SMALL = "UbBytes=262144"  # the examples use up to 192 KiB
WINDOW = "Places=6,Parts=4,RspDepth=32"
# Vector, bank function, then the configurations without and with a window
PAIRS = (("small", "256 KiB of UB, `BankHash` 0", SMALL, f"{SMALL},{WINDOW}"),
         ("small", "256 KiB of UB, `BankHash` 2", f"{SMALL},BankHash=2",
          f"{SMALL},BankHash=2,{WINDOW}"))


def output_of(*command):
    done = subprocess.run([*map(str, command)], cwd=ROOT, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"{pathlib.Path(sys.argv[0]).stem}: '{' '.join(map(str, command))}' ended with"
                 f" status {done.returncode}: {done.stderr.strip() or done.stdout.strip()[-500:]}")
    return done.stdout


def configurations(base, sets):
    """Names of the configurations of a table."""
    return [config.resolve(base, values) for values in sets]


def cycles(name, example, *options):
    """Cycles of an example on a configuration, in lockstep."""
    folder = ROOT / "build" / ("" if name == "full" else name) / "examples"
    text = output_of(folder / example, *options)
    if "RTL and golden model agreed on" not in text:
        sys.exit(f"{pathlib.Path(sys.argv[0]).stem}: {example} on {name} did not compare RTL and"
                 " golden model")
    return int(re.search(r"^cycles +(\d+)", text, re.MULTILINE)[1])


def page(build):
    yield from [
        "Cycles of [examples](../kernels/api.md#examples), RTL and golden model in lockstep, from the"
        " first issue to the last answer.",
        "Written by `scripts/pages/ahead_table.py`. *In order*: in the order of the program, with"
        " `--lookahead 1`. *Ahead*: as the",
        "runtime orders the commands by itself. The window has `Places` 6 and `Parts` 4."]
    for base, title, *sets in PAIRS:
        yield from ["", f"**{base}, {title}**", "",
                    "| example | in order | ahead | in order, with a window | ahead, with a window |",
                    "|---|---:|---:|---:|---:|"]
        names = configurations(base, sets)
        if build:
            output_of("scripts/build.sh",
                      *(f"example_{example}-{name}" for name in names for example in EXAMPLES))
        for example in EXAMPLES:
            row = [cycles(name, example, *options)
                   for name in names for options in (("--lookahead", "1"), ())]
            yield f"| {example} | " + " | ".join(map(str, row)) + " |"


def main():
    check = tasks.check_asked(__doc__)
    text = regions.replaced(PAGE, PAGE.read_text(encoding="utf-8"), "ahead", page(not check))
    return regions.update({PAGE: text}, "ahead-table", check)
