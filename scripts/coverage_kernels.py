#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts how many vector functions of other people's kernels gsq's headers have all calls of.

Usage: coverage_kernels.py PATH... [--json] [--list] [--missing NUMBER] [--api FOLDER...]

Each PATH is a tree of kernels: a folder. --list names every function with what it misses. The names
that exist are those that the headers of gsq/kernel declare, after the preprocessor (so this needs a
C++ compiler, CXX or c++).
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

import cpp_scan
import tasks

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADERS = ROOT / "cpp_model" / "include" / "gsq" / "kernel"
SUFFIXES = {".h", ".hpp", ".hh", ".cpp", ".cc", ".cxx", ".asc", ".inl", ".inc"}
RULE = """\
Rule of counting. A vector function is a function marked __simd_vf__ or __simd_callee__, a function
with __VEC_SCOPE__ blocks (of which only the blocks count), or any other function that names
RegTensor, MaskReg or a vector_... type, if it itself calls a gather, a scatter or a squeeze of
registers: Gather, GatherB, Scatter, Squeeze, their older names DataCopyGather, DataCopyGatherB,
DataCopyScatter, GatherMask, or asc_gather..., asc_scatter..., asc_squeeze... . Specializations and
overloads count one by one. Folders that are the API itself (--api) have no such functions.
What a function needs: every name that it calls, and every name that it qualifies with a namespace or
type of the API (AscendC::X, Reg::X, MicroAPI::X, LoadDist::X), its parameters and template
parameters included. A call of a function or macro that the tree defines is followed: what that one
needs counts for the caller. Of several definitions of a name those in the nearest file count (same
file, else the longest common path), all overloads in it; of a member function only those in the
same file; elsewhere only what is marked for kernels, constexpr functions and macros. Not counted:
calls qualified with a namespace or type that is neither the API's nor found in the tree (another
library), std::, types of the same file, variables, parameters, member functions of other classes.
A function is complete when the headers declare every name that it needs, whatever its parameters.
Names of functions that are only there to throw an error, marked [[noreturn]], do not exist."""
CALLS = re.compile(r"(Gather|GatherB|Scatter|Squeeze|DataCopyGather|DataCopyGatherB|DataCopyScatter"
                   r"|GatherMask|asc_gather\w*|asc_scatter\w*|asc_squeeze\w*)$")
MENTION = re.compile(r"\b(Gather|GatherB|Scatter|Squeeze|DataCopyGather|DataCopyGatherB|"
                     r"DataCopyScatter|GatherMask|asc_gather\w*|asc_scatter\w*|asc_squeeze\w*)"
                     r"\s*[<(]")
VECTOR = re.compile(r"__simd_vf__|__simd_callee__|__VEC_SCOPE__|\bRegTensor\b|\bMaskReg\b|\bvector_\w+")
REGISTERS = re.compile(r"(RegTensor|MaskReg|vector_(bool|u?int\d+_t|[usf]\d+|half|float|bfloat16_t))$")
API_FOLDERS = ["include", "impl/basic_api", "impl/c_api", "impl/simt_api", "impl/tensor_api",
               "impl/utils"]
API_SPACES = {"AscendC", "Reg", "MicroAPI"}
KEYWORDS = set("""
alignas alignof asm auto bool break case catch char class const const_cast constexpr continue
decltype default delete do double dynamic_cast else enum explicit extern false float for friend goto
if inline int long mutable namespace new noexcept nullptr operator private protected public register
reinterpret_cast return short signed sizeof static static_assert static_cast struct switch template
this throw true try typedef typeid typename union unsigned using virtual void volatile while int8_t
uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t size_t uintptr_t defined
__attribute__ __builtin_assume __builtin_expect""".split())


class Stop(Exception):
    """The user asked for what does not exist."""


def existing_names():
    """Names that the headers of gsq/kernel declare, macros included."""
    with tasks.temporary() as folder:
        folder = pathlib.Path(folder)
        (folder / "gsq").mkdir()
        for generated in ("isa", "parameters"):  # declare nothing that kernels name
            (folder / "gsq" / f"{generated}.hpp").write_text("")
        names = set()
        # Each on its own: the C API and PTO have global names that need not agree.
        for header in sorted(HEADERS.rglob("*.h*")):
            done = subprocess.run(
                [*os.environ.get("CXX", "c++").split(), "-std=c++17", "-E", "-dD", "-I",
                 ROOT / "cpp_model" / "include", "-I", folder, "-I", "/usr/include/eigen3", header],
                capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise Stop(f"{header}: expected a header that the preprocessor accepts, found\n"
                           f"{done.stderr.strip()}")
            names |= names_of(done.stdout)
    return names


def names_of(preprocessed):
    """Names declared by the parts of a preprocessed text that come from gsq/kernel."""
    kept, ours, names = [], False, set()
    for line in preprocessed.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        define = re.match(r"#define (\w+)", line)
        if marker:
            ours = str(HEADERS) in marker[1]
        elif define and ours:
            names.add(define[1])
        elif ours and not line.startswith("#"):
            kept.append(line)
    found = cpp_scan.scan("\n".join(kept), hidden=frozenset({"gsq", "detail"}))
    if found is None:
        raise Stop("the headers of gsq/kernel: expected braces that match")
    for name in found.types.values():  # of an enumeration with another name, or elsewhere
        names |= found.enums.get(name, set())
    works, refuses = set(), set()
    for function in found.functions:
        marked = "noreturn" in (token.text for token in function.head)
        (refuses if marked else works).add(function.name)
    return names | found.names - (refuses - works)


class Tree:
    """A tree of kernels: its texts, scanned when they are needed."""

    def __init__(self, path, api):
        self.path = pathlib.Path(path)
        self.api = api
        if not self.path.is_dir():
            raise Stop(f"{path}: expected a folder with kernels, found none")
        self.texts = {}
        for file in sorted(self.path.rglob("*")):
            if file.suffix in SUFFIXES and file.is_file():
                self.texts[str(file.relative_to(self.path))] = file.read_text(errors="replace")
        self.scanned = {}
        self.unreadable = []
        self.files_of = collections.defaultdict(set)  # name -> files that may define it
        for name, text in self.texts.items():
            for word in set(re.findall(r"\b([A-Za-z_]\w*)[ \t]*\(", text)):
                self.files_of[word].add(name)

    def scan(self, name):
        if name not in self.scanned:
            found = cpp_scan.scan(self.texts[name], name)
            if found is None:
                self.unreadable.append(name)
                found = cpp_scan.Text()
            self.scanned[name] = found
        return self.scanned[name]

    def is_api(self, name):
        """Whether a file is part of the API itself."""
        return any(name.startswith(folder + "/") for folder in self.api)

    def definitions(self, name, caller):
        """Definitions of a name in the file nearest to that of the caller."""
        best, length = [], -1
        for file in self.files_of.get(name, ()):
            common = len(os.path.commonprefix([file.split("/"), caller.path.split("/")]))
            common += 1000 if file == caller.path else 0
            if common < length or self.is_api(file):
                continue
            found = [f for f in self.scan(file).functions
                     if f.name == name and (file == caller.path or for_kernels(f))]
            if found and common > length:
                best, length = [], common
            if found and common == length:
                best += found
        return best


def vector_text(function):
    """The tokens of a function that work on registers; none if it is no vector function."""
    head = [token.text for token in function.head]
    body = function.body
    words = {token.text for token in body}
    if "__VEC_SCOPE__" in words:
        blocks = []
        for i, token in enumerate(body[:-1]):
            if token.text == "__VEC_SCOPE__" and body[i + 1].text == "{":
                blocks += body[i + 2:cpp_scan.closing(body, i + 1)]
        return blocks
    if {"__simd_vf__", "__simd_callee__"} & set(head):
        return body
    if any(REGISTERS.match(text) for text in [*head, *words]) and function.inside != "#define":
        return body
    return []


def for_kernels(function):
    """Whether kernels can call a function: it is marked so, or the compiler computes it."""
    marks = {"__aicore__", "__simd_vf__", "__simd_callee__", "constexpr"}
    return function.inside == "#define" or any(token.text in marks for token in function.head)


def parameters(function):
    """Names of the parameters, of template parameters around, and of variables in the function."""
    head = [token.text for token in [*function.around, *function.head]]
    names = {text for text, after in zip(head, head[1:] + [","]) if after in (",", ")", ">", "=")}
    body = [token.text for token in function.body]
    for before, name, after in zip(body, body[1:], body[2:]):
        if after == "=" and (before in (">", "&", "*") or cpp_scan.is_name(before)):
            names.add(name)
    return names


def qualifiers(texts, at):
    """The names that qualify the one at `at`, outermost first; template arguments are left out."""
    names = []
    while at >= 2 and texts[at - 1] == "::":
        before = at - 2
        if texts[before] == ">":
            level = 0
            while before >= 0:
                level += {">": 1, "<": -1}.get(texts[before], 0)
                before -= 1
                if level == 0:
                    break
        if before < 0 or not cpp_scan.is_name(texts[before]):
            break
        names.insert(0, texts[before])
        at = before
    return names


def is_call(texts, at):
    """Whether the name at `at` is called: a parenthesis follows, perhaps after <...>."""
    after = at + 1
    if after < len(texts) and texts[after] == "<":
        level = 0
        while after < len(texts) and after < at + 200 and texts[after] not in (";", "{", "}"):
            level += {"<": 1, ">": -1}.get(texts[after], 0)
            after += 1
            if level == 0:
                break
        if level:
            return False
    return after < len(texts) and texts[after] == "("


def is_declared(texts, at):
    """Whether the name at `at` is that of a new variable: a type stands before it."""
    before = at - 1
    if before >= 0 and texts[before] == ">":
        level = 0
        while before > 0:
            level += {">": 1, "<": -1}.get(texts[before], 0)
            before -= 1
            if level == 0:
                break
        while before >= 2 and texts[before - 1] == "::":
            before -= 2
        return before < 1 or texts[before - 1] in (";", "{", "}", ")")
    return before >= 0 and cpp_scan.is_name(texts[before]) and texts[before] not in (
        "return", "else", "do", "template", "typename", "new", "throw", "case", "inline", "not",
        "and", "or")


class Needs:
    """Which names of the API a function needs."""

    def __init__(self, tree, existing):
        self.tree = tree
        self.existing = existing
        self.known = {}
        self.outside = collections.Counter()  # calls of other libraries

    def of(self, function, toks):
        """Names that the tokens of a function need, helpers followed."""
        key = id(function)
        if key in self.known:
            return self.known[key]
        self.known[key] = needed = set()  # also ends recursion
        own = parameters(function)
        head = [token.text for token in function.head]
        self.add(head, function, own, needed, calls=False)
        self.add([token.text for token in toks], function, own, needed)
        return needed

    def add(self, texts, function, own, needed, calls=True):
        spaces = self.api_spaces(function.path)
        for at, text in enumerate(texts):
            if not cpp_scan.is_name(text) or text in KEYWORDS:
                continue
            around = qualifiers(texts, at)
            call = calls and is_call(texts, at)
            member = at > 0 and texts[at - 1] in (".", "->")
            if at + 1 < len(texts) and texts[at + 1] == "::" or "std" in around:
                continue
            if around:
                first = around[0]
                if first in spaces:
                    needed.update(name for name in around if name not in spaces)
                    needed.add(text)
                elif first in self.existing and not self.defined(first, function):
                    needed.update(around)
                    needed.add(text)
                elif call:
                    self.follow(text, function, needed, "::".join(around))
            elif call and text not in own:
                if not is_declared(texts, at):
                    self.follow(text, function, needed, member="." if member else "")
            elif REGISTERS.match(text):
                needed.add(text)

    def follow(self, name, function, needed, around="", member=""):
        """A call of a name: what the tree's definition of it needs, or the name itself."""
        found = self.tree.definitions(name, function)
        if member and found:  # of which class is unknown
            found = [other for other in found if other.path == function.path]
            if not found and name not in self.existing:
                return
        if found and not (name in self.existing and
                          all(other.path != function.path for other in found)):
            for other in found:
                if other is not function:
                    needed |= self.of(other, other.body)
        elif name in self.existing or not (around or member or self.defined(name, function)):
            needed.add(name)
        elif member:
            needed.add(f".{name}")
        elif around:
            self.outside[f"{around}::{name}"] += 1

    def api_spaces(self, path):
        """Names of the API's namespaces in a file: their aliases too."""
        aliases = self.tree.scan(path).aliases
        return API_SPACES | {name for name, of in aliases.items()
                             if of.split("::")[0] in API_SPACES}

    def defined(self, name, function):
        return name in self.tree.scan(function.path).names


def measure(path, existing, api):
    """The vector functions of a tree: (function, needed names) of each, and the tree."""
    tree = Tree(path, api)
    needs = Needs(tree, existing)
    functions = []
    for name, text in tree.texts.items():
        if not MENTION.search(text) or not VECTOR.search(text) or tree.is_api(name):
            continue
        for function in tree.scan(name).functions:
            toks = vector_text(function)
            texts = [token.text for token in toks]
            if any(CALLS.match(text) and is_call(texts, at) for at, text in enumerate(texts)):
                functions.append((function, needs.of(function, toks)))
    return tree, functions, needs


def report(path, existing, api):
    """What one tree has."""
    tree, functions, needs = measure(path, existing, api)
    rows, blocked, alone = [], collections.Counter(), collections.Counter()
    for function, needed in functions:
        missing = sorted(name for name in needed if name.lstrip(".") not in existing)
        blocked.update(missing)
        if len(missing) == 1:
            alone[missing[0]] += 1
        rows.append({"file": function.path, "line": function.line, "function": function.name,
                     "missing": missing})
    return {"tree": str(path), "files": len(tree.texts), "not_understood": tree.unreadable,
            "functions": len(rows), "complete": sum(not row["missing"] for row in rows),
            "missing": dict(blocked.most_common()), "missing_alone": dict(alone),
            "other_libraries": dict(needs.outside.most_common()), "rows": rows}


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def show(reports, options):
    """The report as text."""
    print(RULE)
    total = collections.Counter()
    missing, alone = collections.Counter(), collections.Counter()
    print()
    for entry in reports:
        print(f"{entry['tree']}: {entry['files']} files, {entry['functions']} vector functions, "
              f"{entry['complete']} complete ({percent(entry['complete'], entry['functions'])})")
        if entry["not_understood"]:
            print(f"  {len(entry['not_understood'])} files with braces that do not match, not read: "
                  + ", ".join(entry["not_understood"][:5]))
        total.update(functions=entry["functions"], complete=entry["complete"])
        missing.update(entry["missing"])
        alone.update(entry["missing_alone"])
    print(f"all: {total['functions']} vector functions, {total['complete']} complete "
          f"({percent(total['complete'], total['functions'])})")
    if missing:
        print("\nmissing names: functions that need it, of these with no other missing name")
    for name, count in missing.most_common(options.missing):
        print(f"  {count:4} {alone[name]:4}  {name}")
    if options.list:
        print()
        for entry in reports:
            for row in entry["rows"]:
                print(f"{entry['tree']}/{row['file']}:{row['line']}: {row['function']}: "
                      f"{', '.join(row['missing']) or 'complete'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", nargs="+", help="a tree of kernels")
    parser.add_argument("--json", action="store_true", help="the whole result as JSON")
    parser.add_argument("--api", nargs="*", metavar="FOLDER", default=API_FOLDERS,
                        help="folders of a tree that are the API itself, not kernels "
                        f"({' '.join(API_FOLDERS)})")
    parser.add_argument("--list", action="store_true", help="name every function")
    parser.add_argument("--missing", type=int, metavar="NUMBER",
                        help="list so many missing names (all)")
    options = parser.parse_args()
    try:
        existing = existing_names()
        reports = [report(path, existing, options.api) for path in options.path]
    except Stop as stop:
        sys.exit(f"coverage_kernels.py: {stop}")
    if options.json:
        json.dump({"rule": RULE, "trees": reports}, sys.stdout, indent=1)
        print()
    else:
        show(reports, options)


if __name__ == "__main__":
    tasks.main(main)
