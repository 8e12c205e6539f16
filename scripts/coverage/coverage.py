# SPDX-License-Identifier: Apache-2.0
"""Coverage of the tests: one table and one page, build/coverage/index.html, made of parts.

functional: bins of functional coverage; rtl: lines, branches and toggles of the RTL; cpp: lines and
branches of the C++ code. CONFIG: the tests of this configuration count for rtl, too; those of tiny,
its variants and the benches always do. Exit status 1 if a part does not cover all that can be covered.
The page has the parts that ran last, also those of earlier runs.
"""
import html
import json
import sys

from scripts.core import tasks
from scripts.coverage import code_coverage, functional_coverage
from scripts.spec import config

OUT = tasks.ROOT / "build" / "coverage"
PARTS = {"functional": lambda configs: functional_coverage.part(),
         "rtl": lambda configs: code_coverage.part("rtl", configs),
         "cpp": lambda configs: code_coverage.part("cpp")}
STYLE = ("body{font:15px sans-serif;max-width:70em;margin:2em auto}table{border-collapse:collapse;"
         "margin-bottom:1em}"
         "td,th{border:1px solid #ccc;padding:.3em .6em;vertical-align:top;text-align:left}"
         ".error{color:#b00}")


def chosen():
    """(parts, configurations) that are named, or all parts."""
    parser = tasks.arguments(__doc__)
    parser.add_argument("words", nargs="*", metavar="PART|CONFIG", type=tasks.one_of([*PARTS, *config.named()]),
                        help=f"of {', '.join(PARTS)}, default: all; configurations, for rtl")
    words = parser.parse_args().words
    configs = [word for word in words if word not in PARTS
               and word not in code_coverage.default_configs()]
    return [name for name in PARTS if name in words] or [*PARTS], configs


def page():
    """Writes the page from the sections of all parts that have run."""
    sections = []
    for name in PARTS:
        path = OUT / f"{name}-section.json"
        if path.exists():
            title, section = json.loads(path.read_text(encoding="utf-8"))
            sections.append(f"<h2>{html.escape(title)}</h2>\n{section}")
    tasks.write(OUT / "index.html",
                "<!doctype html><meta charset=utf-8><title>Coverage of gsq</title>"
                f"<style>{STYLE}</style><h1>Coverage of gsq</h1>\n" + "\n".join(sections) + "\n")


def main():
    parts, configs = chosen()
    OUT.mkdir(parents=True, exist_ok=True)
    missing = []
    for name in parts:
        try:
            title, text, section, passed = PARTS[name](configs)
        except (functional_coverage.Wrong, code_coverage.Wrong) as error:
            sys.exit(f"coverage: {error}")
        print(f"{title}\n{text}", flush=True)
        tasks.write(OUT / f"{name}-section.json", json.dumps([title, section]))
        page()
        if not passed:
            missing.append(title)
    if "functional" in parts:
        from scripts.coverage import coverage_ucis     # with packages of its own
        coverage_ucis.write(OUT / "functional.json", OUT / "functional.xml")
        print("UCIS: build/coverage/functional.xml")
    print("page: build/coverage/index.html")
    if missing:
        print(f"not complete: {', '.join(missing)}")
    return 1 if missing else 0
