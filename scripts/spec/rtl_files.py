# SPDX-License-Identifier: Apache-2.0
"""The files of rtl/, in the order that tools read them, for every script that needs a list.

The folder is the list: packages first, each after those that it uses, then the modules by folder;
rtl/sim/ is for simulation only.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIM_ONLY = "rtl/sim/"


def found(suffix):
    """{name without suffix: file} of the files of rtl/ with that suffix."""
    return {path.stem: path for path in sorted((ROOT / "rtl").rglob(f"*{suffix}"))}


def _in_order(packages):
    """Packages, each after those that it uses, otherwise by name."""
    used = {name: set(re.findall(r"\b(\w+)::", path.read_text(encoding="utf-8"))) & set(packages)
            for name, path in packages.items()}
    ordered = []

    def visit(name, users):
        if name in users:
            sys.exit(f"{packages[name]}: expected packages that do not use each other, found: "
                     f"{' uses '.join((*users, name))}")
        for other in sorted(used[name] - {name}):
            visit(other, (*users, name))
        if packages[name] not in ordered:
            ordered.append(packages[name])

    for name in packages:
        visit(name, ())
    return ordered


RTL = found(".sv")  # {name of a module or package: its file}
PACKAGES = _in_order({name: path for name, path in RTL.items() if name.endswith("_pkg")})
MODULES = {name: path for name, path in RTL.items() if path not in PACKAGES}
# {name of a module: its folder in rtl/, "core" for those in none}
ROOMS = {name: path.parent.name if path.parent.name != "rtl" else "core"
         for name, path in MODULES.items()}


def shown(paths):
    """Files as text, relative to the root."""
    return [path.relative_to(ROOT).as_posix() for path in paths]


def lists():
    """The compiled files: (for synthesis, for simulation only), as paths from the root."""
    files = shown(PACKAGES) + sorted(shown(MODULES.values()),
                                     key=lambda path: (path.count("/"), path))
    return ([path for path in files if not path.startswith(SIM_ONLY)],
            [path for path in files if path.startswith(SIM_ONLY)])
