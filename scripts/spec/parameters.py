# SPDX-License-Identifier: Apache-2.0
"""The table of parameters, configs/parameters.toml, and the files generated from it.

Usage: python3 -m scripts parameters cpp OUTPUT.hpp   writes the C++ side
       parameters.py python OUTPUT.py  writes that of the Python package
       parameters.py write            writes rtl/gsq_param_checks.svh, that of the AXI wrapper
                                      beside it, and docs/reference/parameters.md
       parameters.py check            says what of these does not follow from the table, and where a
                                      module of rtl/ does not check a parameter or has another
                                      default; exit 1 if there is anything
"""
import dataclasses
import functools
import json
import pathlib
import re
import sys
import textwrap
import tomllib

from scripts.spec import commands, rtl_doc
from scripts.spec.rtl_files import MODULES, ROOT

TABLE = ROOT / "configs" / "parameters.toml"
HEADERS = {"": ROOT / "rtl" / "gsq_param_checks.svh",
           "axi": ROOT / "rtl" / "axi" / "gsq_axi_param_checks.svh"}
PAGE = ROOT / "docs" / "reference" / "parameters.md"
TOKEN = re.compile(r"\s*(\d+|\w+|&&|\|\||[=!<>]=|[<>+*()])")


def power_of_two(value):
    return value > 0 and value & (value - 1) == 0


class Rule:
    """A condition on parameters, as written in the table."""

    def __init__(self, text):
        self.tokens, at = [], 0
        while at < len(text.rstrip()):
            match = TOKEN.match(text, at)
            if not match:
                raise ValueError(f"{TABLE.name}: cannot read '{text[at:]}' in the rule '{text}'")
            self.tokens.append(match[1])
            at = match.end()
        self.names = [token for token in dict.fromkeys(self.tokens)
                      if token[0].isalpha() and token != "power_of_two"]
        self.code = compile(self.written({"&&": "and", "||": "or"}, str, str), TABLE.name, "eval")

    def written(self, operators, name, number):
        """The rule in another language, which has power_of_two()."""
        words = [operators.get(token) or (number(token) if token.isdigit() else
                                          name(token) if token in self.names else token)
                 for token in self.tokens]
        return re.sub(r"(?<=\() | (?=\))|(?<=power_of_two) ", "", " ".join(words))

    def holds(self, values):
        return eval(self.code, {"__builtins__": {}, "power_of_two": power_of_two}, values)


@dataclasses.dataclass
class Parameter:
    """A row of the table: see there."""
    name: str
    meaning: str
    unit: str
    rule: Rule
    allowed: str
    default: int
    also: list = dataclasses.field(default_factory=list)
    config: bool = False
    part: str = ""
    default_in: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Relation:
    """A rule of several parameters; `blame` is the one that errors name."""
    name: str
    of: list
    blame: str
    rule: Rule
    allowed: str


def load():
    """The parameters and the relations of the table."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    rows = [{**row, "rule": Rule(row["rule"])} for row in table["parameter"]]
    relations = [{**row, "rule": Rule(row["rule"])} for row in table["relation"]]
    parameters = [Parameter(**row) for row in rows]
    relations = [Relation(**row) for row in relations]
    for row in [*parameters, *relations]:
        if set(row.rule.names) - {row.name, *getattr(row, "of", [])}:
            raise ValueError(f"{TABLE.name}: the rule of {row.name} speaks of other parameters")
    return parameters, relations


PARAMETERS, RELATIONS = load()
# Sizes of gsq_pkg by name: the default of a parameter may be one.
PACKAGE = {name: str(value) for name, value, _ in commands.Isa().constants}
CONFIG = [parameter for parameter in PARAMETERS if parameter.config]
OF_CONFIG = [relation for relation in RELATIONS
             if set(relation.of) <= {parameter.name for parameter in CONFIG}]


def fault(values):
    """The error in a whole set of values, as a sentence; None when all values are legal."""
    for parameter in CONFIG:
        if not parameter.rule.holds(values):
            return f"{parameter.name} must be {parameter.allowed}, found {values[parameter.name]}"
    for relation in OF_CONFIG:
        if not relation.rule.holds(values):
            return f"{relation.blame} must be {relation.allowed}, found {values[relation.blame]}"
    return None


# ---- C++ ----------------------------------------------------------------------------------------

def snake(name):
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def cpp():
    def condition(rule):
        return rule.written({}, lambda name: f"std::uint64_t{{p.{snake(name)}}}", lambda n: n)

    yield "// Written by scripts/spec/parameters.py from configs/parameters.toml. Do not edit."
    yield "#pragma once"
    yield ""
    yield "#include <array>"
    yield "#include <cstdint>"
    yield ""
    yield "namespace gsq {"
    yield ""
    yield "/// One set of parameters. Named as in configs/ and in RTL, but in snake case."
    yield "struct Parameters {"
    for row in CONFIG:
        yield f"  /// {row.meaning} ({row.unit})"
        yield f"  std::uint32_t {snake(row.name)}{{{row.default}}};"
    yield "};"
    yield ""
    yield "/// A parameter: its name in configs/, its member of Parameters, its legal values, in words and"
    yield "/// as a predicate on this parameter alone."
    yield "struct Parameter {"
    yield "  const char* name;"
    yield "  std::uint32_t Parameters::*field;"
    yield "  const char* allowed;"
    yield "  bool (*legal)(const Parameters&);"
    yield "};"
    yield ""
    yield "/// A condition on several parameters, each of which is legal. Errors name the parameter with"
    yield "/// this name and field."
    yield "using Relation = Parameter;"
    yield ""
    yield "constexpr bool power_of_two(std::uint64_t value) {"
    yield "  return value != 0 && (value & (value - 1)) == 0;"
    yield "}"
    for title, name, rows in (
            ("All parameters, in the order of the files in configs/.", "Parameter", CONFIG),
            ("All relations.", "Relation", OF_CONFIG)):
        yield ""
        yield f"/// {title}"
        yield f"inline constexpr std::array<{name}, {len(rows)}> k{name}s{{{{"
        for row in rows:
            said = getattr(row, "blame", row.name)
            yield (f'    {{"{said}", &Parameters::{snake(said)}, "{row.allowed}",\n'
                   f"     [](const Parameters& p) {{ return {condition(row.rule)}; }}}},")
        yield "}};"
    yield ""
    yield "}  // namespace gsq"


# ---- Python -------------------------------------------------------------------------------------

def python():
    yield "# SPDX-License-Identifier: Apache-2.0"
    yield "# Written by scripts/spec/parameters.py from configs/parameters.toml. Do not edit."
    yield '"""The parameters of a configuration."""'
    yield "from __future__ import annotations"
    yield ""
    yield "from typing import SupportsIndex, TypedDict"
    yield ""
    yield ""
    yield "class Parameters(TypedDict, total=False):"
    yield '    """Values of parameters, by name."""'
    yield ""
    for row in CONFIG:
        comment = f"{row.meaning} ({row.unit}); {row.allowed}"
        yield from textwrap.wrap(comment, 100, initial_indent="    #: ", subsequent_indent="    #: ")
        yield f"    {row.name}: SupportsIndex"


# ---- SystemVerilog ------------------------------------------------------------------------------

def macro(row):
    return f"GSQ_CHECK_{snake(row.name).upper()}"


def macro_arguments(row):
    return getattr(row, "of", [row.name])


def systemverilog(part):
    guard = HEADERS[part].name.upper().replace(".", "_")

    def condition(rule):
        text = rule.written({}, lambda name: f"64'({name})", lambda number: f"64'd{number}")
        return text.replace("power_of_two", "$onehot")

    yield "// SPDX-License-Identifier: Apache-2.0"
    yield "// Written by scripts/spec/parameters.py from configs/parameters.toml. Do not edit."
    yield "//"
    yield "// Elaboration checks: a module calls the macro of each of its parameters in its body, and"
    yield "// that of a relation if it has all its parameters. An illegal value ends elaboration"
    yield "// with a sentence that gives the legal values and the value found."
    yield f"`ifndef {guard}"
    yield f"`define {guard}"
    for row in [*PARAMETERS, *RELATIONS]:
        if getattr(row, "part", "") != part:
            continue
        said = getattr(row, "blame", row.name)
        yield ""
        yield f"`define {macro(row)}({', '.join(macro_arguments(row))}) \\"
        yield f"  if (!({condition(row.rule)})) begin : gen_bad_{snake(row.name)} \\"
        yield f'    $fatal(1, `"{said} must be {row.allowed}, found %0d`", {said}); \\'
        yield "  end"
    yield ""
    yield "`endif"


def expected_calls(names):
    """The macro calls that a module with these parameters needs, in the order of the table."""
    known = {}  # name in the table: name in the module
    for row in PARAMETERS:
        for name in [row.name, *row.also]:
            if name in names:
                known[row.name] = name
    rows = [row for row in PARAMETERS if row.name in known]
    rows += [row for row in RELATIONS if set(row.of) <= known.keys()]
    return [f"`{macro(row)}({', '.join(known[name] for name in macro_arguments(row))})"
            for row in rows]


def findings(path):
    """(line, sentence) for each parameter of a module without its check or with another default."""
    source = rtl_doc.read(path)
    items = [item for item in source.parameters if item.kind == "parameter"]
    rows = {name: row for row in PARAMETERS for name in [row.name, *row.also]}
    for item in items:
        row = rows.get(item.name)
        if row is None:
            yield item.line, f"parameter {item.name} is not in configs/{TABLE.name}"
            continue
        default = row.default_in.get(path.stem, row.default)
        if PACKAGE.get(item.default, item.default) != str(default):
            yield item.line, (f"parameter {item.name} is {item.default} by default, expected "
                              f"{default} as in configs/{TABLE.name}")
    text = path.read_text(encoding="utf-8")
    calls = re.findall(r"`GSQ_CHECK_\w+\([^)]*\)", text)
    expected = expected_calls([item.name for item in items])
    line = next((number for number, line in enumerate(text.splitlines(), 1)
                 if re.search(r"^\);|^  \);", line)), 1)
    for call in expected:
        if call not in calls:
            yield line, f"expected the check {call} of a parameter"
    for call in calls:
        if call not in expected:
            yield line, f"the check {call} is of no parameter that the module has"


# ---- Documentation ------------------------------------------------------------------------------

def page():
    modules = {}
    for name, path in MODULES.items():
        for item in rtl_doc.read(path).parameters:
            if item.kind == "parameter":
                modules.setdefault(item.name, []).append(name)

    def table(rows):
        yield "| parameter | meaning | unit | must be | default | modules |"
        yield "|---|---|---|---|---|---|"
        for row in rows:
            names = ", ".join(f"`{name}`" for name in [row.name, *row.also])
            users = [name for known in [row.name, *row.also] for name in modules.get(known, [])]
            default = ", ".join([str(row.default), *(f"{value} in {name}" for name, value in
                                                     row.default_in.items())])
            allowed = "; ".join([row.allowed, *(relation.allowed for relation in RELATIONS
                                                if relation.blame == row.name)])
            yield (f"| {names} | {row.meaning} | {row.unit} | {allowed} | {default} | "
                   f"{', '.join(sorted(set(users)))} |")

    yield "# Parameters"
    yield ""
    yield ("Written by `python3 -m scripts parameters write` from "
           "[parameters.toml](../../configs/parameters.toml),")
    yield "which has the rules. The checks of `SET=Name=Value`, those of the golden model and the"
    yield "elaboration checks of every module come from the same table. A second name is that of the"
    yield "parameter in single blocks."
    yield ""
    yield "## Of a configuration"
    yield ""
    yield "Every file in `configs/` gives a value to each of these."
    yield ""
    yield from table(CONFIG)
    yield ""
    named = {path.stem: json.loads(path.read_text(encoding="utf-8"))
             for path in sorted((ROOT / "configs").glob("*.json"))}
    yield "## Of the named configurations"
    yield ""
    yield "Their figures, and what they are for: [README](../../README.md)."
    yield ""
    yield f"| parameter | {' | '.join(f'`{name}`' for name in named)} |"
    yield f"|---|{'---:|' * len(named)}"
    for row in CONFIG:
        yield f"| `{row.name}` | {' | '.join(str(values[row.name]) for values in named.values())} |"
    yield ""
    yield "## Of single blocks"
    yield ""
    yield "The unit derives these from the parameters above; `PerfCounters` is set by the parent."
    yield ""
    yield from table([row for row in PARAMETERS if not row.config])


def main():
    made = {**{path: functools.partial(systemverilog, part) for part, path in HEADERS.items()},
            PAGE: page}
    match sys.argv[1:]:
        case [("cpp" | "python") as language, output]:
            path = pathlib.Path(output)
            path.parent.mkdir(parents=True, exist_ok=True)
            lines = {"cpp": cpp, "python": python}[language]()
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        case ["write"]:
            for path, lines in made.items():
                path.write_text("\n".join(lines()) + "\n", encoding="utf-8")
        case ["check"]:
            wrong = [f"{path.relative_to(ROOT)}: is not what scripts/spec/parameters.py makes from "
                     f"configs/{TABLE.name}: run `python3 -m scripts parameters write`"
                     for path, lines in made.items()
                     if not path.exists() or
                     path.read_text(encoding="utf-8") != "\n".join(lines()) + "\n"]
            wrong += [f"{path.relative_to(ROOT)}:{line}: {sentence}"
                              for path in MODULES.values() for line, sentence in findings(path)]
            print("\n".join(wrong) if wrong else f"{len(PARAMETERS)} parameters, "
                  f"{len(RELATIONS)} relations: {len(MODULES)} modules check theirs")
            sys.exit(1 if wrong else 0)
        case _:
            sys.exit("usage: python3 -m scripts parameters cpp OUTPUT.hpp | python OUTPUT.py | write | check")
