# SPDX-License-Identifier: Apache-2.0
"""A copy of CV32E40X below build/, repaired: what examples/soc/riscv is built with.

The core is a package of PyPI, which `scripts/setup.sh riscv` installs. Nothing of it is in this
project but the words that a substitution looks for: examples/soc/riscv/core_repairs.toml has them,
with what each repairs. One whose words are not found exactly once is refused: then this is another
core, and somebody has to look whether it has the bug.
"""
import pathlib
import sys
import tomllib

from scripts.core import tasks

TABLE = tasks.ROOT / "examples" / "soc" / "riscv" / "core_repairs.toml"
CORE = tasks.ROOT / "build" / "riscv" / "core"
AS_IT_COMES = CORE.with_name("core-as-it-comes")    # for tests
PACKAGE = "pythondata_cpu_cv32e40x/system_verilog"
COPIED = ("rtl/*.sv", "rtl/include/cv32e40x_pkg.sv", "bhv/cv32e40x_sim_clock_gate.sv")


class Refused(Exception):
    """One sentence: a substitution that cannot be made."""


def bugs():
    """The table: a list of bugs with name, what, why and repair, a list of substitutions."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))["bug"]


def installed():
    """The folder of the package in build/venv."""
    found = sorted((tasks.ROOT / "build" / "venv").glob(f"lib/python3*/site-packages/{PACKAGE}"))
    if not found:
        raise Refused(f"there is no {PACKAGE} in build/venv: run scripts/setup.sh riscv")
    return found[0]


def repaired(texts, without=()):
    """The texts of the core's files, {name: text}, with the substitutions of all bugs but these."""
    texts = dict(texts)
    for bug in bugs():
        for repair in [] if bug["name"] in without else bug["repair"]:
            name, words = repair["file"], repair["find"]
            count = texts.get(name, "").count(words)
            if count != 1:
                raise Refused(
                    f"{name} of CV32E40X: expected '{words}' once, to repair '{bug['name']}', found it "
                    f"{count} times: the core is another one than {TABLE.relative_to(tasks.ROOT)} was "
                    "written for; look whether it has the bug, and adapt or remove the substitution")
            texts[name] = texts[name].replace(words, repair["replace"])
    return texts


def copy(without=(), folder=CORE, package=None):
    """Writes the repaired core into a folder. A file that would not change is left alone, so that what is
    built from it is not built again."""
    package = package or installed()
    texts = {path.name: path.read_text(encoding="utf-8")
             for pattern in COPIED for path in sorted(package.glob(pattern))}
    texts = repaired(texts, without)
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            tasks.write(path, text)
    return folder


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("--without", action="append", default=[], metavar="BUG",
                        type=tasks.one_of([bug["name"] for bug in bugs()]),
                        help="do not repair this one; may be given several times")
    parser.add_argument("--as-it-comes", action="store_true",
                        help=f"repair nothing, and write {AS_IT_COMES.relative_to(tasks.ROOT)}")
    parser.add_argument("--folder", type=pathlib.Path, default=CORE, metavar="FOLDER",
                        help=f"where the core goes; default: {CORE.relative_to(tasks.ROOT)}")
    asked = parser.parse_args()
    if asked.as_it_comes:
        asked.without, asked.folder = [bug["name"] for bug in bugs()], AS_IT_COMES
    try:
        folder = copy(asked.without, asked.folder.resolve())
    except Refused as refused:
        sys.exit(str(refused))
    done = [bug["name"] for bug in bugs() if bug["name"] not in asked.without]
    print(f"CV32E40X in {folder}, repaired: {', '.join(done) or 'nothing'}")
