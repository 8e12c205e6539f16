# SPDX-License-Identifier: Apache-2.0
"""slang's command line, by its Python package: what `slang` does where it is installed.

--blocks prints which parameters each module has in the elaborated top, as JSON: {module:
[{"parameters": {name: value}, "instances": [path]}]}, in the order of the hierarchy.
"""
import json
import shlex

from scripts.core import tasks


def compiled(words):
    """(driver, compilation) of a command line; None when slang refuses it."""
    import pyslang.driver       # here and below: only what elaborates needs it
    driver = pyslang.driver.Driver()
    driver.addStandardArgs()
    if not driver.parseCommandLine(shlex.join(["slang", *words])) or \
            not driver.processOptions() or not driver.parseAllSources():
        return None
    return driver, driver.createCompilation()


def parameters_of(body):
    """{name: value as text} of the parameters that an instance may be given, without types."""
    from pyslang.ast import SymbolKind
    return {parameter.name: f"{parameter.value.bitstreamWidth()}'d{int(parameter.value.value)}"
            for parameter in body.parameters
            if not parameter.isLocalParam and parameter.kind == SymbolKind.Parameter}


def instances(scope, path=""):
    """(path, body) of all instances in a scope, parents first; without names of generate blocks."""
    from pyslang.ast import SymbolKind
    for member in scope:
        kind = member.kind
        if kind == SymbolKind.Instance:
            below = f"{path}/{member.name}" if path else member.name
            yield below, member.body
            yield from instances(member.body, below)
        elif kind == SymbolKind.GenerateBlock:
            if not member.isUninstantiated:
                yield from instances(member, path)
        elif kind == SymbolKind.GenerateBlockArray:
            for block in member.entries:
                yield from instances(block, path)


def blocks(compilation):
    """What --blocks prints, as a dictionary. Values are numbers."""
    found = {}
    for top in compilation.getRoot().topInstances:
        for path, body in instances(top.body):
            sets = found.setdefault(body.definition.name, {})
            values = {name: int(value.rpartition("d")[2])
                      for name, value in parameters_of(body).items()}
            sets.setdefault(tuple(values.items()), (values, []))[1].append(path)
    return {name: [{"parameters": values, "instances": paths} for values, paths in sets.values()]
            for name, sets in found.items()}


def main():
    parser = tasks.arguments(__doc__)
    parser.usage, parser.allow_abbrev = "%(prog)s [-h] [--blocks] OPTION… FILE…", False
    parser.add_argument("--blocks", action="store_true",
                        help="print which parameters each module has; all other words are slang's")
    asked, words = parser.parse_known_args()
    made = compiled(words)
    if made is None:
        return 2
    driver, compilation = made
    driver.reportCompilation(compilation, asked.blocks)
    if not driver.reportDiagnostics(asked.blocks):
        return 1
    if asked.blocks:
        print(json.dumps(blocks(compilation)))
    return 0
