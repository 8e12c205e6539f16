# SPDX-License-Identifier: Apache-2.0
"""Table of the port widths of gsq_core and gsq_top in each named configuration.

Writes it into docs/integrate/soc.md, from the ports in rtl/ and the parameters in configs/. With
--check nothing is written; exit status 1: the table is not up to date.
"""
import json
import re
import sys

from scripts.core import regions, tasks
from scripts.spec import rtl_doc
from scripts.spec.command_heads import Isa, table
from scripts.spec.rtl_files import MODULES, ROOT

PAGE = ROOT / "docs" / "integrate" / "soc.md"
TOPS = ("gsq_core", "gsq_top")
ISA = Isa()


def clog2(value):
    return (value - 1).bit_length()


def value(expression, names):
    """Value of an expression of SystemVerilog with numbers, names, + - * / and $clog2."""
    text = expression.replace("$clog2", "clog2").replace("/", "//")
    return eval(text, {"__builtins__": {}, "clog2": clog2}, names)


def widths(top, values):
    """{port: bits} of a module with these parameters."""
    source = rtl_doc.read(MODULES[top])
    names = dict(ISA.constants)
    for item in source.parameters:
        names[item.name] = values.get(item.name, value(item.default, names))
    found = {}
    for port in source.ports:
        bits = 1
        if port.type in ("cmd_t", "rsp_t"):
            bits = int(next(ISA.bits(port.type))[1].split(":")[0]) + 1
        for high, low in re.findall(r"\[([^:\]]+):([^\]]+)\]", port.width):
            bits *= value(high, names) - value(low, names) + 1
        found[port.name] = bits
    return found


def lines():
    configs = {path.stem: json.loads(path.read_text(encoding="utf-8"))
               for path in sorted((ROOT / "configs").glob("*.json"))}
    found = {top: [widths(top, values) for values in configs.values()] for top in TOPS}
    core, other = found["gsq_core"], found["gsq_top"]
    for port in other[0]:
        if [each[port] for each in other] != [each.get(port) for each in core]:
            sys.exit(f"error: expected {port} of gsq_top as wide as that of gsq_core")
    directions = {port.name: port.kind for port in rtl_doc.read(MODULES["gsq_core"]).ports}
    yield from table(["port", "direction", "gsq_top", *(f"`{name}`" for name in configs)], [
        [f"`{port}`", directions[port], "yes" if port in other[0] else "no",
         *(each[port] for each in core)] for port in core[0]])
    yield from table(["bank ports", *(f"`{name}`" for name in configs)], [
        ["banks", *(values["Banks"] for values in configs.values())],
        ["bytes of a word", *(values["BankBytes"] for values in configs.values())],
        ["words of a bank", *(values["UbBytes"] // values["Banks"] // values["BankBytes"]
                              for values in configs.values())]])


def main():
    check = tasks.check_asked(__doc__)
    text = regions.replaced(PAGE, PAGE.read_text(encoding="utf-8"), "port widths", lines())
    return regions.update({PAGE: text}, "port-widths", check)
