# SPDX-License-Identifier: Apache-2.0
"""Static checks of the C++ sources. For scripts/lint/lint.py."""
import json
import pathlib
import re

from scripts.lint.lint_check import OUT, Check, relative, text_of
from scripts.spec.rtl_files import ROOT

CPP = sorted(path for folder in ("cpp_model", "kernels", "sim", "tb", "examples", "python")
             for suffix in ("*.cpp", "*.hpp") for path in (ROOT / folder).rglob(suffix))
GENERATED = sorted((ROOT / "build/cmake/gen/gsq").glob("*.hpp"))


def format_checks():
    """A folder at a time: clang-format takes longer to start than to read a file."""
    for folder in sorted({path.parent for path in CPP}):
        paths = [path for path in CPP if path.parent == folder]
        yield Check("format", relative(folder), [*paths, ROOT / ".clang-format"], _misformatted,
                    ["clang-format", "--dry-run", "-Werror", *map(relative, paths)])


def _misformatted(output):
    """The first place in each file."""
    first = {}
    for file, line in re.findall(r"^(\S+):(\d+):\d+: error", output, re.M):
        first.setdefault(file, line)
    return [f"{file}:{line}: clang-format would write this differently"
            for file, line in first.items()]


def conventions():
    yield Check("cpp", "headers", [*CPP, pathlib.Path(__file__)],
                lambda: _breaches({relative(path): text_of(path) for path in CPP}))


def _breaches(texts):
    """Findings on the texts of the sources, by path: no two headers have one name; an include names
    the path below an include folder, without '..'; tb does not depend on sim."""
    findings, headers = [], {}
    for path in texts:
        if path.endswith(".hpp"):
            name = path.rpartition("/")[2]
            if name in headers:
                findings.append(f"{path}:1: {headers[name]} has the same name: rename one")
            headers[name] = path
    for path, text in texts.items():
        for number, line in enumerate(text.splitlines(), 1):
            if not (match := re.match(r'\s*#\s*include\s*[<"]([^>"]+)', line)):
                continue
            *folders, name = match[1].split("/")
            if ".." in folders:
                findings.append(f"{path}:{number}: {match[1]}: expected a path below an include "
                                "folder, without '..'")
            if path.startswith("tb/") and headers.get(name, "").startswith("sim/"):
                findings.append(f"{path}:{number}: includes {headers[name]}, but the testbench "
                                "does not depend on the program: move what both need to tb")
    return findings


def tidy():
    """Every source with the flags that it is compiled with."""
    # A source that is built for many configurations is checked in one of them.
    commands = {}
    entries = json.loads(text_of(ROOT / "build" / "cmake" / "compile_commands.json"))
    # Those of tiny first: models of other configurations may not have been made yet.
    for entry in sorted(entries, key=lambda entry: not re.search(r"/gsq_rtl_tiny\s",
                                                                 entry["command"])):
        if pathlib.Path(entry["file"]) in CPP:
            commands.setdefault(entry["file"], entry)
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "compile_commands.json").write_text(json.dumps(list(commands.values()), indent=1),
                                               encoding="utf-8")
    for file, entry in sorted(commands.items()):
        path = pathlib.Path(file)
        yield Check("tidy", relative(path),
                    [*_included(path), *GENERATED, ROOT / ".clang-tidy"],
                    lambda output: sorted({f"{place}: {text}" for place, text in re.findall(
                        rf"^{ROOT}/(\S+:\d+):\d+: (?:error|warning): (.*)", output, re.M)}),
                    ["clang-tidy", "--quiet", "-p", relative(OUT), relative(path)],
                    flags=entry["command"])


def _included(source):
    """A source and the files of ours that it includes, found by the end of their paths."""
    found, todo = {source}, [source]
    while todo:
        for name in re.findall(r'^#include "(?:\.\./)*([^"]+)"', text_of(todo.pop()), re.M):
            new = {path for path in CPP if str(path).endswith("/" + name)} - found
            found |= new
            todo += new
    return sorted(found)
