#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Coverage of the tests: one table and one page, build/coverage/index.html, made of parts.

A part is a module with a function part() that returns its title, its table as text, its section of
the page as HTML, and whether all that can be covered is. Exit status 1 if one of them is not.
"""
import html
import subprocess
import sys

import functional_coverage
import tasks

PARTS = (functional_coverage,)
OUT = tasks.ROOT / "build" / "coverage"
STYLE = ("body{font:15px sans-serif;max-width:70em;margin:2em auto}table{border-collapse:collapse}"
         "td,th{border:1px solid #ccc;padding:.3em .6em;vertical-align:top;text-align:left}"
         ".error{color:#b00}")


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    sections, missing = [], []
    for module in PARTS:
        try:
            title, text, section, passed = module.part()
        except module.Wrong as error:
            sys.exit(f"coverage: {error}")
        print(f"{title}\n{text}")
        sections.append(f"<h2>{html.escape(title)}</h2>\n{section}")
        if not passed:
            missing.append(title)
    page = (f"<!doctype html><meta charset=utf-8><title>Coverage of gsq</title><style>{STYLE}</style>"
            "<h1>Coverage of gsq</h1>\n" + "\n".join(sections) + "\n")
    tasks.write(OUT / "index.html", page)
    subprocess.run([tasks.ROOT / "build" / "ucis" / "bin" / "python",
                    tasks.ROOT / "scripts" / "coverage_ucis.py", OUT / "functional.json",
                    OUT / "functional.xml"], check=True)
    print("page: build/coverage/index.html, UCIS: build/coverage/functional.xml")
    if missing:
        print(f"not complete: {', '.join(missing)}")
    return 1 if missing else 0


if __name__ == "__main__":
    tasks.main(main)
