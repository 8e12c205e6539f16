# SPDX-License-Identifier: Apache-2.0
"""Static checks of the C++ sources. For scripts/lint/lint.py."""
import json
import pathlib
import re

from scripts.lint.lint_check import OUT, Check, relative, text_of
from scripts.spec.rtl_files import ROOT

CPP = sorted(path for folder in ("cpp_model", "kernels", "sim", "tb", "examples", "python")
             for suffix in ("*.cpp", "*.hpp") for path in (ROOT / folder).rglob(suffix))
# Rooms from the bottom, and where each is; those up to tlm make up the golden model.
ROOMS = ("base", "semantics", "ring", "timing", "stimulus", "backends", "programs", "cli", "tlm", "kernels", "tb", "sim")
PLACES = ((r"cpp_model/include/gsq/backend\.hpp", "backends"), (r"cpp_model/include/gsq/\w+\.hpp", "base"),
          (r"cpp_model/(?:include/gsq|src)/(\w+)/", r"\1"), ("cpp_model/", "tlm"), (r"(\w+)/", r"\1"))
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
                lambda: breaches({relative(path): text_of(path) for path in CPP}))


def breaches(texts):
    """Findings on the texts of the sources, by path: no two headers have one name; an include names
    the path below an include folder, without '..', and a header of its own room or of one below; no
    switch over families, opcodes or memory kinds has a default, so that the compiler reports a new one."""
    findings, headers = [], {}
    for path in texts:
        if path.endswith(".hpp"):
            name = path.rpartition("/")[2]
            if name in headers:
                findings.append(f"{path}:1: {headers[name]} has the same name: rename one")
            headers[name] = path
    for path, text in texts.items():
        findings += [f"{path}:{number}: a default in a switch over families, opcodes or memory kinds: list all of them"
                     for number in _defaults(text)]
        for match in re.finditer(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)', text, re.M):
            number = text.count("\n", 0, match.start()) + 1
            *folders, name = match[1].split("/")
            if ".." in folders:
                findings.append(f"{path}:{number}: {match[1]}: expected a path below an include "
                                "folder, without '..'")
            header = headers.get(name)
            if header and _level(header) > _level(path):
                findings.append(f"{path}:{number}: includes {header}, whose room is above its own: move "
                                f"what both need down; the rooms, from the bottom: {', '.join(ROOMS)}")
    return findings


def _level(path):
    """How high the room of a file is; one that is in none is above all."""
    for place, room in PLACES:
        if match := re.match(place, path):
            room = match.expand(room)
            return ROOMS.index(room) if room in ROOMS else len(ROOMS)
    raise AssertionError(path)


def _defaults(text):
    """The lines of the defaults in switches over families, opcodes or memory kinds."""
    for match in re.finditer(r"\bswitch \([^{]*\{", text):
        depth, own = 1, []      # what stands in the switch itself, not in a block of it
        for at in range(match.end(), len(text)):
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            if depth == 0:
                break
            own.append(text[at] if depth == 1 or text[at] == "\n" else " ")
        own = "".join(own)
        if re.search(r"\bcase (\w+::)*(Opcode|Family|MemKind)::", own) and (found := re.search(r"\bdefault:", own)):
            yield text.count("\n", 0, match.end() + found.start()) + 1


def tidy():
    """Every source with the flags that it is compiled with."""
    # A source that is built for many configurations is checked in one of them.
    commands = {}
    entries = json.loads(text_of(ROOT / "build" / "cmake" / "compile_commands.json"))
    # Those of tiny first: models of other configurations may not have been made yet.
    for entry in sorted(entries, key=lambda entry: not re.search(r"/(gsq_rtl_tiny|rtl_soc-tiny)\s",
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
