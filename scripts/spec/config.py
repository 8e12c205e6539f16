#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Resolves a configuration and overrides to the name of a configuration.

Prints CONFIG itself when no override differs from it; otherwise writes build/configs/<name>.json and
prints its name, such as small+Banks8. Exit 2 with one sentence when something is unknown or illegal.
"""
import json
import pathlib
import re
import sys

from scripts.core import tasks
from scripts.spec.parameters import CONFIG, fault

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Illegal(Exception):
    """One sentence for the user."""


def named():
    """The names of all configurations of configs/."""
    return sorted(path.stem for path in (ROOT / "configs").glob("*.json"))


def parameters_of(base):
    """The parameters of a configuration of configs/. Raises Illegal."""
    if base not in named():
        raise Illegal(f"there is no CONFIG={base}; there are {', '.join(named())}")
    return json.loads((ROOT / "configs" / f"{base}.json").read_text(encoding="utf-8"))


def resolve(base, overrides):
    """Name of the configuration; writes its file if it is not one of configs/. Raises Illegal."""
    values = parameters_of(base)
    names = [parameter.name for parameter in CONFIG]
    changed = {}
    for item in filter(None, overrides.split(",")):
        match = re.fullmatch(r"(\w+)=(\d+)", item)
        if not match:
            raise Illegal(f"expected SET=Name=Value,… with decimal values, found '{item}'")
        if match[1] not in names:
            raise Illegal(f"there is no parameter {match[1]}; there are {', '.join(names)}")
        changed[match[1]] = int(match[2])
    changed = {name: value for name, value in changed.items() if values[name] != value}
    values.update(changed)
    if sentence := fault(values):
        raise Illegal(sentence)
    if not changed:
        return base
    name = "+".join([base] + [f"{key}{changed[key]}" for key in values if key in changed])
    path = ROOT / "build" / "configs" / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(values, indent=2) + "\n"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        tasks.write(path, text)
    return name


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("config", metavar="CONFIG", help="name of a configuration, or its file")
    parser.add_argument("overrides", metavar="Name=Value,…", nargs="?", default="", help="its overrides")
    asked = parser.parse_args()
    try:
        print(resolve(asked.config, asked.overrides))
    except Illegal as illegal:
        print(f"configuration: {illegal}", file=sys.stderr)
        return 2
    return 0
