# SPDX-License-Identifier: Apache-2.0
"""Checks that what the project uses of this machine comes from packages that scripts/setup.sh
installs: the headers and libraries that compilers read in build/cmake, the programs that scripts
start, and the modules that Python files import. A bare machine has nothing else.

What is built must come from the groups `base` and `test`, the rest from any group. A package brings
those that it depends on, as apt installs them without recommended ones; but a header that our own
files include, and a library that they are linked with, must be of a package that is named, or of
the compilers, since another package need not depend on it for ever. Exit 1 with a sentence for
each finding; 77 where there is no dpkg.
"""
import ast
import json
import pathlib
import re
import shutil
import subprocess
import sys

from scripts.core import pins, tasks

ROOT = tasks.ROOT
SETUP = ROOT / "scripts/setup.sh"
BUILD = ROOT / "build/cmake"
INFO = pathlib.Path("/var/lib/dpkg/info")
BARE = ("apt", "ca-certificates", "git", "make")    # beside Debian's essential packages
BUILT = ("base", "test")                            # groups of what is compiled for `make test`
COMPILERS = ("g++", "clang-16")
SYSTEM = "/usr/sbin:/usr/bin:/sbin:/bin"
STARTS = ("run", "Popen", "call", "check_call", "check_output", "which")
KEYWORDS = "if then do else while exec done fi esac for case COMMAND".split()
SHELL = re.compile(rf"""(?:^|[|&;({{!]|\$\(|\b(?:then|do|else|if|while|exec|COMMAND)\b)\s*
                       (?:\w+=\S*\s+)*(?!(?:{"|".join(KEYWORDS)})\b)([a-z][\w.+-]*)(?=[\s;)]|$)""",
                   re.M | re.X)


# -------------------------------------------------------------------------------------------------
# What the groups install
# -------------------------------------------------------------------------------------------------

def groups(path):
    """{group: packages} of setup.sh."""
    found = {}
    for names, packages in re.findall(r'^  ([a-z|]+)\) packages="([^"]*)"',
                                      path.read_text(encoding="utf-8"), re.M):
        found |= {name: packages.split() for name in names.split("|")}
    return found


def installed():
    """{package: (names that it provides, dependencies as lists of alternatives, essential)}"""
    fields = ("Package", "db:Status-Status", "Essential", "Provides", "Pre-Depends", "Depends")
    line = "\t".join(f"${{{field}}}" for field in fields) + "\n"
    shown = subprocess.run(["dpkg-query", "-W", "-f", line], check=True, capture_output=True,
                           text=True).stdout
    names = re.compile(r"(?:^|[,|])\s*([a-z0-9][a-z0-9+.-]*)")
    known = {}
    for line in shown.splitlines():
        package, status, essential, provides, *depends = line.split("\t")
        if status == "installed":
            known[package] = (
                names.findall(provides),
                [names.findall(part) for field in depends for part in field.split(",") if part],
                essential == "yes")
    return known


def closure(packages, known):
    """These packages and all that they bring. Of alternatives apt takes the first that it has."""
    providers = {}
    for package, (provided, _, _) in known.items():
        for name in (package, *provided):
            providers.setdefault(name, []).append(package)
    brought, left = set(), list(packages)
    while left:
        name = left.pop()
        for package in [name] if name in known else providers.get(name, []):
            if package not in brought:
                brought.add(package)
                for alternatives in known[package][1]:
                    left += next(([name] for name in alternatives if name in providers), [])
    return brought


def owners(paths):
    """{path: its package, or None}"""
    paths = list(paths)
    # Debian 12 has /lib as a link to /usr/lib, and packages that name either.
    wanted = {alias: path for path in paths for alias in (
        path, path.removeprefix("/usr"), re.sub("^/(s?bin|lib)", r"/usr/\1", path))}
    found = dict.fromkeys(paths)
    for listing in INFO.glob("*.list"):
        for line in listing.read_text(encoding="utf-8").splitlines():
            if line in wanted:
                found[wanted[line]] = listing.stem.partition(":")[0]
    return found


# -------------------------------------------------------------------------------------------------
# What the project uses
# -------------------------------------------------------------------------------------------------

def compiled():
    """{path: what reads it}: headers, libraries and programs of the build."""
    if not (BUILD / "build.ninja").exists():
        return {}
    found = {}
    shown = subprocess.run(["ninja", "-C", str(BUILD), "-t", "deps"], check=True,
                           capture_output=True, text=True).stdout
    output = ""
    for line in shown.splitlines():
        if line.startswith("    /usr/"):
            found.setdefault(str(pathlib.Path(line.strip()).resolve()), output)
        elif line and not line.startswith(" "):
            output = line.partition(":")[0]
    rules = (BUILD / "build.ninja").read_text(encoding="utf-8")
    for path in re.findall(r"/usr/(?:lib|bin)/[\w.+/-]+", rules):
        if pathlib.Path(path).is_file():
            found.setdefault(path, "build.ninja")
    return found


def included():
    """{header: a file that includes it} of <headers> in our own C++."""
    return {header: name for name, text in sources("*.cpp", "*.hpp")
            for header in re.findall(r"^#include <([^>]+)>", text, re.M)}


def sources(*patterns):
    """(path from the root, text) of the files of the project with these names."""
    for part in sorted(ROOT.iterdir()):
        if part.name not in ("build", ".git"):
            for pattern in patterns:
                for path in [part] if part.match(pattern) else part.rglob(pattern):
                    yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def programs_of(name, text):
    """Names that may be programs which a file starts: where a command begins in a shell or CMake;
    in Python what begins a list that a function which starts programs gets, or a `command`."""
    if not name.endswith(".py"):
        return set(SHELL.findall(re.sub(r"^\s*#.*", "", text, flags=re.M)))
    lists = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and node.args:
            if getattr(node.func, "attr", getattr(node.func, "id", "")) in STARTS:
                lists.append(node.args[0])
        elif isinstance(node, ast.Assign) and "command" in ast.unparse(node.targets[0]).lower():
            lists.append(node.value)
    firsts = [node.elts[0] if isinstance(node, (ast.List, ast.Tuple)) and node.elts else node
              for node in lists]
    return {node.value.partition(" ")[0] for node in firsts
            if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def modules_of(text):
    """Names of the modules that a Python file imports."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def debian_modules(names):
    """{module: its file} of those that Debian's Python has."""
    code = ("import importlib.util, json, sys\n"
            "specs = {name: importlib.util.find_spec(name) for name in sys.argv[1:]}\n"
            "print(json.dumps({name: spec.origin for name, spec in specs.items() if spec}))")
    shown = subprocess.run(["/usr/bin/python3", "-c", code, *sorted(names)], cwd="/", check=True,
                           capture_output=True, text=True)
    return json.loads(shown.stdout)


def pinned():
    """Names of the distributions that pyproject.toml pins, without punctuation."""
    return {re.sub("[^a-z0-9]", "", pin.partition("==")[0].lower())
            for pin in pins.pinned(*pins.extras())}


# -------------------------------------------------------------------------------------------------
# Findings
# -------------------------------------------------------------------------------------------------

def findings(setup):
    known = installed()
    bare = [name for name, (_, _, essential) in known.items() if essential] + list(BARE)
    named = groups(setup)
    built = closure(bare + [package for group in BUILT for package in named[group]], known)
    every = sum(named.values(), [])
    anything = closure(bare + every, known) | set(every)    # also what is not installed

    used = compiled()
    owned = owners(used)
    for package, path in one_each(owned):
        if package is None:
            yield f"{used[path]} needs {path}, which no Debian package has"
        elif package not in built:
            yield (f"{used[path]} needs {path} of the package {package}, which neither 'base' nor "
                   f"'test' of {setup.name} brings: name it there")
    # What our own files name, in #include or for the linker
    direct = closure(bare + list(COMPILERS), known) | {package for group in BUILT
                                                       for package in named[group]}
    ours = {path: f"{name} includes <{header}>" for header, name in included().items()
            for path in used if path.endswith(f"/{header}")}
    ours |= {path: f"what is built is linked with {path}"
             for path in used if path.endswith((".so", ".a"))}
    for package, path in one_each({path: owned[path] for path in ours}):
        if package in built - direct:
            yield (f"{ours[path]} of the package {package}, which neither 'base' nor 'test' of "
                   f"{setup.name} names")

    programs, modules, own = {}, {}, set()
    for name, text in sources("*.py", "*.sh", "*CMakeLists.txt", "*.cmake", "*.in", "Makefile",
                              ".ci/run"):
        for program in programs_of(name, text):
            if path := shutil.which(program, path=SYSTEM):
                programs.setdefault(path, (name, program))
        if name.endswith(".py"):
            own |= {pathlib.Path(name).stem, pathlib.Path(name).parent.name}
            modules |= {module: name for module in modules_of(text)}
    # Of what is an alternative (/etc/alternatives), the file that it leads to has a package.
    owned = owners(programs)
    targets = {path: str(pathlib.Path(path).resolve()) for path in programs}
    behind = owners(targets.values())
    owned = {path: package or behind[targets[path]] for path, package in owned.items()}
    for package, path in one_each(owned):
        if package and package not in anything:
            name, program = programs[path]
            yield (f"{name} starts {program} of the package {package}, which no group of "
                   f"{setup.name} brings: name it in the group of its target")

    there = debian_modules(modules)
    packages, distributions = owners([path for path in there.values() if path]), pinned()
    for module, name in sorted(modules.items()):
        package, plain = packages.get(there.get(module)), re.sub("[^a-z0-9]", "", module)
        if (module in own or module in sys.stdlib_module_names or package in anything or
                any(plain in distribution for distribution in distributions) or
                any(brought.startswith(f"python3-{module}") for brought in anything)):
            continue
        what = f"of the package {package}, which no group of {setup.name} brings" if package else (
            "which is neither in a Debian package nor in pyproject.toml")
        yield f"{name} imports {module}, {what}: name it in the group of its target"


def one_each(owned):
    """(package, path), a path of each package; all paths that have none."""
    found = {package: path for path, package in sorted(owned.items(), reverse=True) if package}
    return sorted(found.items()) + [(None, path) for path in sorted(owned) if not owned[path]]


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("setup", nargs="?", metavar="SETUP.SH", type=pathlib.Path, default=SETUP,
                        help="read instead of scripts/setup.sh")
    setup = parser.parse_args().setup
    if not shutil.which("dpkg-query"):
        print("packages: no dpkg here, so nothing is known of packages")
        return 77
    found = list(findings(setup))
    print("\n".join(found) or "packages: setup.sh names all that is used")
    return 1 if found else 0
