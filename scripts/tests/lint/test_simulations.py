# SPDX-License-Identifier: Apache-2.0
"""Verilator makes no model without the option that docs/integrate/tools.md asks for."""
import re

from scripts.core import tasks

OPTION = "-fno-const-bit-op-tree"
FOLDERS = ("docs", "examples", "python", "scripts", "sim", "tb")
SUFFIXES = {".cmake", ".md", ".py", ".sh", ".txt"}
# What begins a command, or the entry of a list, that makes a model; the option is in the lines behind it
MODEL = re.compile(r"verilator\W.*--(cc|binary)\b|\$\{VERILATOR\} --(cc|binary)\b|^ *tool: verilator\n *mode: cc", re.I | re.M)
FAR = 400   # characters


def models(text):
    """For each model that a text makes, whether it has the option."""
    return [OPTION in text[found.start():found.end() + FAR] for found in MODEL.finditer(text)]


def test_every_model_has_the_option():
    paths = [path for folder in FOLDERS for path in (tasks.ROOT / folder).rglob("*")
             if path.suffix in SUFFIXES and path.is_file() and path.name != "test_simulations.py"]
    found = {str(path.relative_to(tasks.ROOT)): models(path.read_text(encoding="utf-8"))
             for path in [*paths, tasks.ROOT / "gsq.core"]}
    found = {path: options for path, options in found.items() if options}
    assert found.keys() == {"docs/integrate/soc.md", "examples/CMakeLists.txt", "gsq.core", "scripts/run/axi.py",
                            "scripts/tests/mutate/test_mutate_drawn.py", "sim/verilate.cmake"}
    assert not [path for path, options in found.items() if not all(options)]


def test_a_model_without_it_is_found():
    command = 'run(["verilator", "--cc", "--exe", {}"--top", "gsq_top"])\n'
    assert models(command.format(f'"{OPTION}", ')) == [True]
    assert models(command.format("")) == [False]
    assert models("COMMAND ${VERILATOR} --binary --top a\n") == [False]
    assert models("tool: verilator\n      mode: cc\n") == [False]
    assert not models('run(["verilator", "--lint-only", "-Wall"])\n')
