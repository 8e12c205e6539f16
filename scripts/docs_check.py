# SPDX-License-Identifier: Apache-2.0
"""Checks every command, path and link in README.md and docs/, and runs the commands.

Commands are the lines of blocks ```sh, those with "$ " of blocks ```console, usages of gsq in
blocks ```text, and `code` that begins with a program. Of each, targets, variables and their values,
scripts, options, groups of set-up, names of tests and files of the repository must exist. Then
those that can run as they are printed run, each once, from the root of the project: with --quick
only those that take seconds once `make test` has built (it runs this), with --hours also those that
take hours. The table scripts/pages/docs_check.toml says which are which, and why some cannot run. Exit
status 1: a command that fails, that changes a file of the repository or that the table does not
know, a row of it that no command needs, or a link that leads nowhere.
"""
import contextlib
import dataclasses
import functools
import io
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tomllib
import unittest.mock

from scripts import make_checks
from scripts.core import tasks
from scripts.pages import docs

ROOT = tasks.ROOT
TABLE = ROOT / "scripts" / "pages" / "docs_check.toml"
KINDS = ("quick", "slow", "hours", "tested", "elsewhere")
PROGRAMS = ("make", "gsq", "python3", "cmake", "ctest", "pip", "ninja", "git")
FOLDERS = "configs|cpp_model|docs|examples|kernels|python|rtl|scripts|sim|tb"
# A word that stands for what the reader chooses: FILE, NAME.gsq, N, A..B, <module>, …, [this|that]
CHOSEN = re.compile(r"…|<\w+>|[\[\]|]|(?<![\w:$+-])[A-Z]+(?:[._]?[A-Z]+)*(?![\w:+=])")
VALUES = {"ON", "OFF"}
# Pages that record long runs: the files that they name are those of the run.
RECORDS = ("docs/develop/code-coverage.md", "docs/develop/signoff.md")
TIMES = {"quick": 120, "slow": 7200, "hours": None}  # the most seconds that a command may take


@dataclasses.dataclass(frozen=True)
class Command:
    place: str
    text: str

    @functools.cached_property
    def words(self):
        """Its words, without a comment; of several commands in a line those of all."""
        return shlex.split(self.text, comments=True)

    @property
    def complete(self):
        """Whether nothing in it is for the reader to choose."""
        return not any(set(CHOSEN.findall(word.partition("=")[2] if re.match(r"[A-Z_]+=", word)
                                          else word)) - VALUES for word in self.words)


# ---- What pages have ----------------------------------------------------------------------------

def commands(name, text):
    """Yields the commands of a page."""
    block, begun, at = None, "", 0
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"\s*(?:```|~~~)\s*(\w*)", line)
        if fence:
            if begun:
                yield Command(f"{name}:{at}", begun)
            block, begun = (fence[1] or "plain", "") if block is None else (None, "")
            continue
        if block is None:
            for code in re.findall(r"`([^`]+)`", line):
                first = re.sub(r"^(?:[A-Z_]+=\S+ )+", "", code).split(" ")[0]
                if " " in code.strip() and (first in PROGRAMS or re.match(
                        r"(?:scripts|build)/[\w/+.-]+$", first)):
                    yield Command(f"{name}:{number}", code)
        elif block == "text":  # a usage goes on in the lines after it
            if begun or line.startswith("gsq "):
                begun, at = (f"{begun} {line.strip()}", at) if begun else (line, number)
        elif block == "sh" or block == "console" and line.startswith("$ "):
            line = line.removeprefix("$ ").strip()
            begun, at = (f"{begun} {line}", at) if begun else (line, number)
            if begun.endswith("\\"):
                begun = begun[:-1].strip()
            elif begun:
                if shlex.split(begun, comments=True):
                    yield Command(f"{name}:{at}", begun)
                begun = ""


def paths(name, text):
    """Yields (place, path) of the files of the repository that a page names as code."""
    for number, line in enumerate(text.splitlines(), 1):
        for path in re.findall(rf"`((?:{FOLDERS})/[^`\s]*)`", line):
            yield f"{name}:{number}", path


# ---- What must exist ----------------------------------------------------------------------------

@functools.cache
def output(*words):
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False,
                          env=environment(), timeout=120).stdout


def environment(**more):
    """That of a user: without what the make or the runner around it says."""
    return {**{name: value for name, value in os.environ.items()
               if not name.startswith(("MAKE", "MFLAGS")) and name != tasks.DEPTH}, **more}


def there(path):
    """Whether a path of the repository, perhaps with patterns, is there."""
    names = [path]
    while choice := next((re.search(r"\{([^{}]*)\}", one) for one in names if "{" in one), None):
        names = [one.replace(choice[0], part, 1) if choice[0] in one else one
                 for one in names for part in (choice[1].split(",") if choice[0] in one else [""])]
    return all(any(ROOT.glob(one.rstrip("/"))) for one in names)


def wrong_make(words, complete):
    text = make_checks.MAKEFILE.read_text(encoding="utf-8")
    targets = [word for word in words if "=" not in word and not word.startswith("-")]
    values = dict(word.split("=", 1) for word in words if "=" in word)
    for target in targets:
        if not CHOSEN.search(target) and not re.search(rf"^{re.escape(target)}:", text, re.M):
            return f"there is no target {target} of make"
    for name in values:
        if name not in make_checks.known_variables():
            return f"there is no variable {name} of make"
    run = [name for target in targets for recipe in re.findall(
        rf"^{re.escape(target)}:.*\n((?:\t.*\n)*)", text, re.M)
           for name in re.findall(r"\$\(run\) (?:\$\(if .*?,)?([a-z-]+)", recipe)]
    for option in options(values.get("ARGS", "").split()):
        if all(wrong_command([name, option]) for name in run):
            return f"no command that make {' '.join(targets)} runs has an option {option}"
    if complete:
        said = io.StringIO()
        with unittest.mock.patch.dict(os.environ, environment(**values), clear=True), \
             contextlib.redirect_stderr(said):
            try:
                make_checks.check_values(set(targets))
            except (make_checks.Wrong, SystemExit) as refused:
                return f"{refused}{said.getvalue()}"
    return None


def wrong_script(path, words):
    if not there(path):
        return f"there is no {path}"
    if not os.access(ROOT / path, os.X_OK):
        return f"{path} is not executable: expected python3 -m scripts and its command"
    source = (ROOT / path).read_text(encoding="utf-8")
    if path == "scripts/setup.sh":
        return next((f"scripts/setup.sh has no group {word}" for word in words
                     if not CHOSEN.search(word) and not re.search(rf"\n  [\w|]*\b{word}\b[\w|]*\) ", source)), None)
    return None


def wrong_command(words):
    name = next(iter(words), "--help")
    if CHOSEN.search(name):
        return None
    if not name.startswith("-") and f"\n  {name} " not in output(sys.executable, "scripts"):
        return f"there is no command {name} of python3 -m scripts"
    return next((f"python3 -m scripts {name} has no option {option}" for option in options(words[1:])
                 if not told(option, output(sys.executable, "scripts", name, "--help"))), None)


def told(option, helped):
    return re.search(rf"(?<![\w-]){option}(?![\w-])", helped)


def wrong_gsq(words):
    programs = [path for path in ("build/gsq", "build/tiny/gsq") if (ROOT / path).exists()]
    if not programs:
        return "expected build/gsq or build/tiny/gsq, which tell the options: run `make gsq`"
    word = next(iter(words), "--help")
    helped = "".join(output(path, *([] if word.startswith("-") else [word]), "--help")
                     for path in programs)
    if not word.startswith("-") and f"gsq {word} " not in helped:
        return f"there is no command {word} of gsq"
    return next((f"gsq {word} has no option {option}" for option in options(words)
                 if not told(option, helped)), None)


def wrong_test(words):
    known = [test["name"] for test in json.loads(output(
        "ctest", "--test-dir", "build/cmake", "--show-only=json-v1"))["tests"]]
    for option, pattern in zip(words, words[1:]):
        if option == "-R" and not CHOSEN.search(pattern) and not any(
                re.search(pattern, name) for name in known):
            return f"no test of ctest has a name like {pattern}"
    return None


def options(words):
    return [found[0] for word in words if (found := re.match(r"--[a-z][\w-]*", word.strip("[]")))]


def wrong(command):
    """What of a command does not exist, in a sentence, or None."""
    for part in " ".join(map(shlex.quote, command.words)).split("'&&'"):
        words = shlex.split(part)
        while words and re.match(r"[A-Z_]+=", words[0]):
            words.pop(0)
        program, *rest = words or [""]
        said = None
        if re.fullmatch(r"python3|build/venv/bin/python", program) and rest[:2] == ["-m", "scripts"]:
            said = wrong_command(rest[2:])
        elif program == "make":
            said = wrong_make(rest, command.complete and kind(command) != "elsewhere")
        elif program.startswith("scripts/"):
            said = wrong_script(program, rest)
        elif re.fullmatch(r"gsq|build/(?:\S+/)?gsq", program):
            said = wrong_gsq(rest)
        elif program == "ctest":
            said = wrong_test(rest)
        if said:
            return said
        for word in (one for given in rest for one in re.split(r"[=\s]", given)):
            if re.match(rf"(?:{FOLDERS})/", word) and not CHOSEN.search(word) and not there(word):
                return f"there is no {word}"
    return None


# ---- What runs ----------------------------------------------------------------------------------

@functools.cache
def table():
    """[(kind, pattern)] of the table."""
    read = tomllib.loads(TABLE.read_text(encoding="utf-8"))["commands"]
    for row in read:
        if set(row) != {"match", "kind", "why"} or row["kind"] not in KINDS:
            sys.exit(f"{TABLE.name}: expected match, kind ({', '.join(KINDS)}) and why, found {row}")
    return [(row["kind"], row["match"]) for row in read]


def row(command):
    """The first row of the table that is about a command."""
    return next((one for one in table() if re.match(one[1], " ".join(command.words))), None)


def kind(command):
    found = row(command)
    return found[0] if found else None


def run(command):
    """A sentence when it fails or changes the repository."""
    before = output.__wrapped__("git", "status", "--porcelain")
    text = re.sub(r"(?<![\w/.-])gsq (?=[\w-])", "build/gsq ", command.text)
    try:
        done = subprocess.run(["bash", "-c", text], cwd=ROOT, env=environment(), check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=TIMES[kind(command)])
    except subprocess.TimeoutExpired as late:
        return f"took more than {late.timeout:.0f} s"
    if done.returncode:
        return f"ended with status {done.returncode}: {done.stdout.strip()[-400:]}"
    after = output.__wrapped__("git", "status", "--porcelain")
    return f"changed the repository: {after.strip()}" if after != before else None


# ---- All of it ----------------------------------------------------------------------------------

def links_of(file):
    """Sentences on links of a page to files that are not there."""
    for number, _, found in docs.links(file):
        for match in found:
            path = match[1].partition("#")[0]
            if path and "://" not in path and not path.startswith("mailto:") and \
                    not (file.parent / path).exists():
                yield f"{docs.relative(file)}:{number}: dead link: there is no {match[1]}"


def check(pages):
    """(commands that can run, sentences) of {name: text}."""
    known = list(dict.fromkeys(command for name, text in pages.items()
                               for command in commands(name, text)))
    said = [f"{place}: there is no {path}" for name, text in pages.items()
            for place, path in paths(name, text) if name not in RECORDS
            if not CHOSEN.search(path) and not re.search(r"CONFIG|NAME", path) and not there(path)]
    first = {" ".join(command.words): command for command in reversed(known)}
    found = {words: wrong(command) for words, command in first.items()}
    said += [f"{command.place}: {command.text}: {text}" for command in known
             if (text := found[" ".join(command.words)])]
    runs = {}
    for command in known:
        if command.complete and row(command) is None:
            said.append(f"{command.place}: {command.text}: no row of {TABLE.name} is about "
                        "it: add one that says how long it takes, or why it cannot run")
        elif command.complete:
            runs.setdefault(" ".join(command.words), command)
    return list(runs.values()), said


def main():
    parser = tasks.arguments(__doc__)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="run only what takes seconds")
    how.add_argument("--hours", action="store_true", help="run what takes hours, too")
    parser.add_argument("pages", nargs="*", metavar="PAGE", type=pathlib.Path,
                        help="default: README.md, docs/ and python/README.md")
    args = parser.parse_args()
    files = [path.resolve() for path in args.pages] or [
        ROOT / "README.md", ROOT / "python" / "README.md", *sorted(docs.DOCS.rglob("*.md"))]
    os.chdir(ROOT)  # commands are as from there
    runs, said = check({docs.relative(file): file.read_text(encoding="utf-8") for file in files})
    said += [text for file in files for text in links_of(file)]
    if not args.pages:
        used = {row(command) for command in runs}
        said += [f"{TABLE.name}: no command of a page matches '{match}': take the row out"
                 for _, match in (one for one in table() if one not in used)]
    for text in said:
        print(text, flush=True)
    kinds = ("quick", "slow", "hours")[:1 if args.quick else 2 + args.hours]
    todo = [command for command in runs if kind(command) in kinds]
    names = [command.text for command in todo]
    with tasks.Progress("docs-check", names, unit="commands") as progress:
        for command in todo:
            progress.begin(command.text)
            if text := run(command):
                said.append(text)
                progress.say(f"{command.place}: {command.text}: {text}")
            progress.end(command.text)
    print(f"docs-check: {len(files)} pages, {len(runs)} commands that can run, {len(todo)} of them "
          f"did; {len(said)} mistakes")
    return 1 if said else 0
