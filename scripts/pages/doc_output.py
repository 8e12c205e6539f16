# SPDX-License-Identifier: Apache-2.0
"""Compares the terminal sessions of a page with the present output of gsq, or updates them.

Usage: python3 -m scripts doc-output [--update] PAGE.md CONFIG|examples|gsq…

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
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    page, configs = pathlib.Path(arguments[0]), arguments[1:]
    text, status, count = page.read_text(encoding="utf-8"), 0, 0
    updated = text
    for session in SESSION.finditer(text):
        command, config, shown = session.groups()
        if (config or "gsq") not in configs:
            continue
        count += 1
        output = output_of(command)
        updated = updated.replace(session[0], f"```console\n$ {command}\n{output}```")
        if "--update" not in sys.argv and shown != output:
            line = text.count("\n", 0, session.start()) + 1
            print(f"{page}:{line}: error: '{command}' prints something else; run "
                  f"scripts/pages/doc_output.py --update {page} {config}")
            print("\n".join(difflib.unified_diff(shown.splitlines(), output.splitlines(),
                                                 "page", "output", lineterm="")))
            status = 1
    if count == 0:
        sys.exit(f"error: expected sessions of {' or '.join(configs)} in {page}, found none")
    if "--update" in sys.argv:
        tasks.write(page, updated)
    print(f"{count} sessions of {page} " + ("written" if "--update" in sys.argv else "compared"))
    return status
