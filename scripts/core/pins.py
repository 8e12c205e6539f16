# SPDX-License-Identifier: Apache-2.0
"""The packages of PyPI that the extras of pyproject.toml pin. For scripts/setup.sh: which of them an
environment lacks.

Usage: python3 scripts/core/pins.py ENVIRONMENT EXTRA…       prints NAME==VERSION, a line each
"""
import importlib.metadata
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def extras():
    """{extra: [NAME==VERSION]}"""
    with open(ROOT / "pyproject.toml", "rb") as file:
        return tomllib.load(file)["project"]["optional-dependencies"]


def pinned(*wanted):
    """What these extras pin: NAME==VERSION."""
    known = extras()
    return list(dict.fromkeys(pin for extra in wanted for pin in known[extra]))


def missing(environment, wanted):
    """What these extras pin and the environment has not, or in another version."""
    folders = ["/usr/lib/python3/dist-packages",     # Debian's: pip does not install what is there
               *map(str, pathlib.Path(environment).glob("lib/python*/site-packages"))]
    present = {plain(found.metadata["Name"]): found.version
               for found in importlib.metadata.distributions(path=folders)}
    return [pin for pin in pinned(*wanted)
            if present.get(plain(pin.split("==")[0])) != pin.split("==")[1]]


if __name__ == "__main__":
    for line in missing(sys.argv[1], sys.argv[2:]):
        print(line)
