# SPDX-License-Identifier: Apache-2.0
"""Compares the terminal sessions of a page with the present output of gsq, or updates them.

A session is a block ```console of one command, "$ build/CONFIG/gsq …", "$ build/examples/NAME …" or
"$ build/gsq …", and its output. Those of the named configurations (or of examples, or of gsq) are run, from the root of the
project; others are not changed. Exit status 1: a session differs, or there is none.
"""
import difflib
import pathlib
import re
import shlex
import subprocess
import sys

from scripts.core import tasks

ROOT = pathlib.Path(__file__).resolve().parents[2]
SESSION = re.compile(r"^```console\n\$ (build/(?:([\w+]+)/)?\w+[^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def output_of(command):
    done = subprocess.run(shlex.split(command), cwd=ROOT, timeout=600, capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"error: '{command}' ended with status {done.returncode}: {done.stderr}")
    return comparable(done.stdout)


def comparable(text):
    """The text without times and rates of the simulation, which depend on the machine."""
    return re.sub(r"(?m)^(elapsed +)[\d.]+ s$", r"\1… s", re.sub(r"\d+ a second", "… a second", text))


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("--update", action="store_true", help="write the output of today into the page")
    parser.add_argument("page", metavar="PAGE.md", type=pathlib.Path)
    parser.add_argument("configs", metavar="CONFIG|examples|gsq", nargs="+", help="whose sessions")
    asked = parser.parse_args()
    page, configs = asked.page, asked.configs
    text, status, count = page.read_text(encoding="utf-8"), 0, 0
    updated = text
    for session in SESSION.finditer(text):
        command, config, shown = session.groups()
        if (config or "gsq") not in configs:
            continue
        count += 1
        output = output_of(command)
        updated = updated.replace(session[0], f"```console\n$ {command}\n{output}```")
        if not asked.update and shown != output:
            line = text.count("\n", 0, session.start()) + 1
            print(f"{page}:{line}: error: '{command}' prints something else; run "
                  f"scripts/pages/doc_output.py --update {page} {config}")
            print("\n".join(difflib.unified_diff(shown.splitlines(), output.splitlines(),
                                                 "page", "output", lineterm="")))
            status = 1
    if count == 0:
        sys.exit(f"error: expected sessions of {' or '.join(configs)} in {page}, found none")
    if asked.update:
        tasks.write(page, updated)
    print(f"{count} sessions of {page} " + ("written" if asked.update else "compared"))
    return status
