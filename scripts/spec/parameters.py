# SPDX-License-Identifier: Apache-2.0
"""The table of parameters, configs/parameters.toml, and the files generated from it."""
import dataclasses
import functools
import json
import pathlib
import re
import sys
import textwrap
import tomllib

from scripts.core import tasks
from scripts.spec import rtl_doc
from scripts.spec.rtl_files import MODULES, ROOT

TABLE = ROOT / "configs" / "parameters.toml"
HEADERS = {"": ROOT / "rtl" / "gsq_param_checks.svh",
           "axi": ROOT / "rtl" / "axi" / "gsq_axi_param_checks.svh",
           "xif": ROOT / "rtl" / "xif" / "gsq_xif_param_checks.svh"}
# Modules with the parameters of a configuration
TOPS = ("gsq_core", "gsq_axi", "gsq_top", "gsq_axi_top", "gsq_xif_top")
STRUCT = ROOT / "rtl" / "gsq_cfg_pkg.sv"
BITS = 32  # of a field of the struct
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


@dataclasses.dataclass
class Derived:
    """What follows from parameters: a field of the struct."""
    name: str
    meaning: str
    value: str

    def of(self, values):
        known = {"__builtins__": {}, "max": max, "clog2": lambda number: (number - 1).bit_length()}
        return eval(self.value.replace("/", "//"), known, values)


def load():
    """The parameters, the relations and what is derived of the table."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    rows = [{**row, "rule": Rule(row["rule"])} for row in table["parameter"]]
    relations = [{**row, "rule": Rule(row["rule"])} for row in table["relation"]]
    parameters = [Parameter(**row) for row in rows]
    relations = [Relation(**row) for row in relations]
    for row in [*parameters, *relations]:
        if set(row.rule.names) - {row.name, *getattr(row, "of", [])}:
            raise ValueError(f"{TABLE.name}: the rule of {row.name} speaks of other parameters")
    return parameters, relations, [Derived(**row) for row in table["derived"]]


PARAMETERS, RELATIONS, DERIVED = load()
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

def checks(part):
    guard = HEADERS[part].name.upper().replace(".", "_")

    def condition(rule):
        text = rule.written({}, lambda name: f"64'({name})", lambda number: f"64'd{number}")
        return text.replace("power_of_two", "$onehot")

    yield "// SPDX-License-Identifier: Apache-2.0"
    yield "// Written by scripts/spec/parameters.py from configs/parameters.toml. Do not edit."
    yield "//"
    yield "// Elaboration checks of the parameters of a module. An illegal value ends elaboration with a"
    yield "// sentence that gives the legal values and the value found."
    yield f"`ifndef {guard}"
    yield f"`define {guard}"
    yield ""
    yield f"`define GSQ_CHECK_{(part or 'core').upper()}_PARAMETERS \\"
    rows = [row for row in [*PARAMETERS, *RELATIONS] if getattr(row, "part", "") == part]
    for row in rows:
        said = getattr(row, "blame", row.name)
        yield f"  if (!({condition(row.rule)})) begin : gen_bad_{snake(row.name)} \\"
        yield f'    $fatal(1, "{said} must be {row.allowed}, found %0d", {said}); \\'
        yield "  end" + (" \\" if row is not rows[-1] else "")
    if not part:
        yield ""
        yield "// Hands the parameters of a module on to one in it, or to gsq_cfg_pkg::made"
        yield "`define GSQ_SAME_PARAMETERS \\"
        yield ", \\\n".join(f"    .{row.name}({row.name})" for row in CONFIG)
    yield ""
    yield "`endif"


def package():
    yield "// SPDX-License-Identifier: Apache-2.0"
    yield "// The parameters of a configuration, as gsq_core hands them down after it has checked them."
    yield "//"
    yield "// Written by scripts/spec/parameters.py from configs/parameters.toml. Do not edit."
    yield "package gsq_cfg_pkg;"
    yield ""
    yield "  typedef struct packed {"
    for row in [*CONFIG, *DERIVED]:
        yield f"    int unsigned {row.name + ';':15} // {re.split('[;,]', row.meaning)[0]}"
    yield "  } gsq_cfg_t;"
    yield ""
    yield "  function automatic int unsigned max(int unsigned a, int unsigned b);"
    yield "    return a > b ? a : b;"
    yield "  endfunction"
    yield ""
    yield "  function automatic gsq_cfg_t made("
    yield ",\n".join(f"    int unsigned {row.name} = {row.default}" for row in CONFIG)
    yield "  );"
    yield "    return '{"
    yield ",\n".join([*(f"      {row.name}: {row.name}" for row in CONFIG),
                      *(f"      {row.name}: {row.value.replace('clog2', '$clog2')}"
                        for row in DERIVED)])
    yield "    };"
    yield "  endfunction"
    yield ""
    yield "endpackage"


def declared(top):
    """The source of a module, with the declarations of a configuration's parameters."""
    lines = []
    for row in CONFIG:
        text = row.meaning[0].upper() + row.meaning[1:]
        if row.unit != "switch":
            text += f"{', in bytes' * (row.unit == 'bytes')}: {row.allowed}"
        lines += textwrap.wrap(f"{text}.", 100, initial_indent="  /// ", subsequent_indent="  /// ")
        lines.append(f"  parameter int unsigned {row.name} = {row.default},")
    begin, end = (rf"(?:  ///.*\n)+  parameter int unsigned {name} = "
                  for name in (CONFIG[0].name, "PerfCounters"))
    return re.sub(rf"{begin}(?:.*\n)*?(?={end})", lambda _: "".join(f"{line}\n" for line in lines),
                  MODULES[top].read_text(encoding="utf-8"), count=1).splitlines()


def defaults(struct):
    """The values in the struct of a module by itself: some are there only with a window."""
    return {row.name: row.default for row in CONFIG} | {
        name: int(value) for name, value in re.findall(r"\.(\w+)\((\d+)\)", struct.default)}


def arguments(top, values, path=None):
    """{parameter: value as text} of a module, as tools take them: those of a configuration are the
    fields of its struct, if it has one; the others have their defaults. `path`: of its source, if
    that is not in rtl/."""
    struct = [item for item in rtl_doc.read(path or MODULES[top]).parameters if item.name == "Cfg"]
    if not struct:
        return {name: str(value) for name, value in values.items()}
    given = {name: int(values.get(name, default)) for name, default in defaults(struct[0]).items()}
    fields = given | {row.name: row.of(given) for row in DERIVED}
    number = 0
    for value in fields.values():
        number = number << BITS | value
    struct = {"Cfg": f"{BITS * len(fields)}'h{number:x}"} if given.keys() & values.keys() else {}
    return struct | {name: str(value) for name, value in values.items() if name not in given}


def options(top, values, path=None):
    """The same, as options of slang."""
    return " ".join(f"-G {name}={value}" for name, value in arguments(top, values, path).items())


def fields_of(number):
    """{name: value} of the parameters in a struct."""
    rows = [*CONFIG, *DERIVED]
    return {row.name: number >> BITS * (len(rows) - 1 - place) & (1 << BITS) - 1
            for place, row in enumerate(CONFIG)}


def findings(path):
    """(line, sentence) for each parameter of a module that has another default than in the table."""
    rows = {row.name: row for row in PARAMETERS}
    for item in rtl_doc.read(path).parameters:
        row = rows.get(item.name) if item.kind == "parameter" else None
        default = row and str(row.default_in.get(path.stem, row.default))
        if row and item.default != default:
            yield item.line, (f"parameter {item.name} is {item.default} by default, expected "
                              f"{default} as in configs/{TABLE.name}")


# ---- Documentation ------------------------------------------------------------------------------

def page():
    modules = {}
    for name, path in MODULES.items():
        used = {item.name for item in rtl_doc.read(path).parameters if item.kind == "parameter"}
        used |= set(re.findall(r"\bCfg\.(\w+)", path.read_text(encoding="utf-8")))
        for item in used:
            modules.setdefault(item, []).append(name)

    def table(rows):
        yield "| parameter | meaning | unit | must be | default | modules |"
        yield "|---|---|---|---|---|---|"
        for row in rows:
            default = ", ".join([str(row.default), *(f"{value} in {name}" for name, value in
                                                     row.default_in.items())])
            allowed = "; ".join([row.allowed, *(relation.allowed for relation in RELATIONS
                                                if relation.blame == row.name)])
            yield (f"| `{row.name}` | {row.meaning} | {row.unit} | {allowed} | {default} | "
                   f"{', '.join(sorted(modules.get(row.name, [])))} |")

    yield "# Parameters"
    yield ""
    yield ("Written by `python3 -m scripts parameters write` from "
           "[parameters.toml](../../configs/parameters.toml),")
    yield "which has the rules. The checks of `SET=Name=Value`, those of the golden model and the"
    yield "elaboration checks of `gsq_core` come from the same table. Below it a configuration is one"
    yield "parameter, the struct of [gsq_cfg_pkg.sv](../../rtl/gsq_cfg_pkg.sv), of which the table says who"
    yield "uses what."
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
    yield "## Of the build and of what goes around the unit"
    yield ""
    yield from table([row for row in PARAMETERS if not row.config])


def main():
    made = {**{path: functools.partial(checks, part) for part, path in HEADERS.items()},
            **{MODULES[top]: functools.partial(declared, top) for top in TOPS},
            STRUCT: package, PAGE: page}
    parser = tasks.arguments(__doc__)
    whats = parser.add_subparsers(dest="what", required=True)
    for name, text in (("cpp", "writes the C++ side"), ("python", "writes that of the Python package")):
        whats.add_parser(name, help=text).add_argument("output", metavar="OUTPUT", type=pathlib.Path)
    whats.add_parser("write", help="writes rtl/gsq_cfg_pkg.sv, rtl/gsq_param_checks.svh, those of what goes "
                     "around the unit, the parameters of gsq_core and of what contains it, and "
                     "docs/reference/parameters.md")
    whats.add_parser("check", help="says what of these does not follow from the table, and where a module "
                     "of rtl/ has another default; exit status 1 if there is anything")
    asked = parser.parse_args()
    match asked.what:
        case "cpp" | "python":
            asked.output.parent.mkdir(parents=True, exist_ok=True)
            lines = {"cpp": cpp, "python": python}[asked.what]()
            asked.output.write_text("\n".join(lines) + "\n", encoding="utf-8")
        case "write":
            for path, lines in made.items():
                path.write_text("\n".join(lines()) + "\n", encoding="utf-8")
        case "check":
            wrong = [f"{path.relative_to(ROOT)}: is not what scripts/spec/parameters.py makes from "
                     f"configs/{TABLE.name}: run `python3 -m scripts parameters write`"
                     for path, lines in made.items()
                     if not path.exists() or
                     path.read_text(encoding="utf-8") != "\n".join(lines()) + "\n"]
            wrong += [f"{path.relative_to(ROOT)}:{line}: {sentence}"
                              for path in MODULES.values() for line, sentence in findings(path)]
            print("\n".join(wrong) if wrong else f"{len(PARAMETERS)} parameters, "
                  f"{len(RELATIONS)} relations: the defaults of {len(MODULES)} modules agree")
            sys.exit(1 if wrong else 0)
