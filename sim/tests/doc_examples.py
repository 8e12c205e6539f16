#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every program that a page of the documentation shows (```gsq).

Usage: doc_examples.py GSQ PAGE.md…

Of these, the ones for the configuration of GSQ: a first line "# config: NAME" in a program says for
which it is, otherwise tiny. A program that fails stands in a block ```text, with "`gsq run FILE` says"
and a block of what is said behind it.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

gsq = str(pathlib.Path(sys.argv[1]).resolve())
config = json.loads(subprocess.run([gsq, "info", "--json"], check=True, capture_output=True,
                                   text=True).stdout)["configuration"]
count = 0
for page in sys.argv[2:]:
    text = pathlib.Path(page).read_text(encoding="utf-8")
    for block in re.finditer(r"^```gsq\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        wanted = re.match(r"# config: (\S+)\n", block[1])
        if config != (wanted[1] if wanted else "tiny"):
            continue
        line = text.count("\n", 0, block.start()) + 1
        with tempfile.TemporaryDirectory() as folder:
            # as many lines before it as in the page, so that errors name the line there
            program = pathlib.Path(folder) / pathlib.Path(page).with_suffix(".gsq").name
            program.write_text("\n" * line + block[1], encoding="utf-8")
            done = subprocess.run([gsq, "run", str(program)], timeout=120, check=False)
        if done.returncode != 0:
            sys.exit(f"{page}:{line}: error: this example ended with status {done.returncode}")
        count += 1
    for block in re.finditer(r"^```text\n([^`]*?)^```\n\n`build/(\w+)/gsq run (\S+)` says\n\n"
                             r"```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if config != block[2]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / block[3]).write_text(block[1], encoding="utf-8")
            done = subprocess.run([gsq, "run", block[3]], cwd=folder, capture_output=True, text=True,
                                  timeout=120, check=False)
        if done.stderr != block[4]:
            line = text.count("\n", 0, block.start()) + 1
            sys.exit(f"{page}:{line}: error: gsq says of this program\n{done.stderr}")
        count += 1
if count == 0:
    sys.exit(f"error: expected pages with examples for {config}, found none")
print(f"{count} examples ran as written")
