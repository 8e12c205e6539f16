# SPDX-License-Identifier: Apache-2.0
"""Writes gsq/_commands.py of the Python package from the table of commands.

A method for each command: its operands and options are those of the text form, its docstring comes
from the comments of the package and from the page of the command.
"""
import pathlib
import re
import textwrap

from scripts.core import tasks
from scripts.spec import command_heads
from scripts.spec.command_heads import REQUIRED, SCALAR, SECOND, STREAM_FORM, VECTOR, Isa
from scripts.spec.rtl_files import ROOT

HEADER = '''\
# SPDX-License-Identifier: Apache-2.0
# Written by scripts/spec/python_commands.py from configs/commands.toml. Do not edit.
"""The commands of the unit."""
from __future__ import annotations

import abc
import operator
from typing import Literal, SupportsIndex

import numpy as np

from gsq._error import Error


def _shown(value: object) -> str:
    """A value in an error."""
    try:
        return f"{value!r:.60}"
    except ValueError:  # a number of thousands of digits
        return f"a {type(value).__name__}"


def _number(name: str, value: SupportsIndex) -> str:
    """A whole number as programs write it."""
    try:
        return str(operator.index(value))
    except (TypeError, ValueError):
        raise Error(f"expected a whole number for {name}, found {_shown(value)}") from None


def _either(name: str, value: bool | str, no: str, yes: str) -> str:
    """An operand of two words: one of them, or whether it is the second."""
    if isinstance(value, (bool, np.bool_)):
        return yes if value else no
    if isinstance(value, str) and value and value in (no, yes):
        return value
    words = " or ".join(f'"{word}"' for word in (no, yes) if word)
    raise Error(f"expected {words}, True or False for {name}, found {_shown(value)}")


def _second(vi: SupportsIndex | None, n: SupportsIndex | None) -> str:
    """The second operand of lane commands: a vector register or a scalar."""
    if vi is not None and n is None:
        return f"v{_number('vi', vi)}"
    if vi is None and n is not None:
        return f"n={_number('n', n)}"
    raise Error(f"expected vi or n, found {'neither' if vi is None else 'both'}")


def _lanes(name: str, value: SupportsIndex | tuple[SupportsIndex, SupportsIndex]) -> str:
    """The mask of vec commands: COUNT or LO,HI."""
    if isinstance(value, tuple) and len(value) == 2:
        return f"{_number(name, value[0])},{_number(name, value[1])}"
    return _number(name, value)  # any other tuple is an error there
'''
CLASS = '''
class Commands(abc.ABC):
    """A method for each command. It queues the command; a later call that waits says whether it
    failed."""

    @abc.abstractmethod
    def _command(self, name: str, *words: str | None) -> None:
        """Queues a command of the caller's caller: its name, operands and options as programs write
        them, None for those that are not given."""
'''
TYPES = {"mask": "SupportsIndex | tuple[SupportsIndex, SupportsIndex]"}  # of an option
LINE = 100
ALIASES = {"width_e": "Width", "form_e": "Form", "amode_e": "AddressMode", "dist_e": "Distribution",
           "pattern_e": "Pattern"}


def literal(values):
    return f"Literal[{', '.join(repr(value) for value in values)}]".replace("'", '"')


def aliases(isa):
    """Types of the codes."""
    yield "\n"
    for enum, name in ALIASES.items():
        text = f"{name} = {literal([text for _, _, text in isa.items[enum]])}"
        yield from textwrap.wrap(text, LINE, subsequent_indent=" " * len(f"{name} = Literal["))
    yield ""


def codes(isa, values):
    """The type of an operand with these codes."""
    for enum, name in ALIASES.items():
        if values == [text for _, _, text in isa.items[enum]]:
            return name
    return literal(values)


class Method:
    """Parameters and text form of a command."""

    def __init__(self, isa, row):
        self.isa, self.row, self.name = isa, row, isa.name(row)
        self.parameters = []    # (name, type, default or None, description)
        self.words = []         # Python expressions of the operands and options
        self.extra = []         # statements before the command
        self.by_name = []       # operands that are given by name; they come last
        self.comments = {name: text for name, _, text in isa.bits("cmd_t")}
        for text, fields in isa.operands(row):
            self.operand(text, fields)
        self.parameters.sort(key=lambda parameter: parameter[0] in self.by_name)
        # Options are given by name, and what is written NAME=VALUE in place of an operand.
        self.keywords = len(self.parameters) - len(self.by_name)
        for option, default, field in isa.options(row):
            self.option(option, default, field)

    def add(self, name, kind, default, fields, values=""):
        meaning = "; ".join(self.isa.meaning(self.row, field, self.comments[field])
                            for field in fields)
        values = values or self.isa.values(self.row, fields[0], "")
        values = values.replace("`", "").replace("\\|", "|")
        self.parameters.append((name, kind, default, f"{meaning}: {values}"))

    def either(self, name, no, yes, also=""):
        """An operand of two words, or of one that may be left out."""
        words = [word for word in (no, yes) if word]
        values = " or ".join(f'"{word}"' for word in words)
        self.add(name, f"bool | {literal(words)}", "False", [name],
                 f'{values}; True is "{yes}"{also}')
        self.words.append(f'_either("{name}", {name}, "{no}", "{yes}")')

    def operand(self, text, fields):
        if not fields:
            self.parameters.append(("spr", f'Literal["{text}"]', f'"{text}"',
                                    f'special register: "{text}"'))
            self.words.append("str(spr)")
        elif text == STREAM_FORM:
            self.either("post", "normal", "post", "; with AR")
            self.add("n", "SupportsIndex | None", "None", ["n"], "0 to 2^32-1; without AR")
            self.by_name.append("n")
            self.extra += [f"stream = {self.words.pop()}",
                           'if stream == "post" and n is not None:',
                           '    raise Error("expected post or n, found both")']
            self.words.append('stream if n is None else f"n={_number(\'n\', n)}"')
        elif text == SECOND:
            self.add("vi", "SupportsIndex | None", "None", ["vi"], f"0 to {self.isa.constants['NumVregs'] - 1}")
            self.add("n", "SupportsIndex | None", "None", ["n"], "0 to 2^32-1; in place of vi")
            self.by_name += ["vi", "n"]
            self.words.append("_second(vi, n)")
        elif text == SCALAR:
            self.add("n", "SupportsIndex", None, ["n"])
            self.by_name.append("n")
            self.words.append("f\"n={_number('n', n)}\"")
        elif text == "(abs)":
            self.either("abs", "", "abs")
            self.words[-1] += " or None"
        elif fields == ["store_reg"]:
            self.either("store_reg", "no_store_reg", "store_reg")
        elif text == "NUMBER":
            self.parameters.append(("number", "SupportsIndex", None,
                                    "bit i is bit i of the mask register"))
            self.words.append("_number('number', number)")
        elif fields[0] in command_heads.REGISTERS:
            kind = "NumMregs" if text in command_heads.MASKS.values() else (
                command_heads.REGISTERS[fields[0]])
            name = text
            self.add(name, "SupportsIndex", None, fields, f"0 to {self.isa.constants[kind] - 1}")
            letter = {"NumVregs": "v", "NumMregs": "m", "NumUregs": "u"}[kind]
            self.words.append(f"f\"{letter}{{_number('{name}', {name})}}\"")
        elif fields[0] in command_heads.SETS or fields[0] == "pattern":
            self.add(fields[0], codes(self.isa, self.isa.legal(self.row, fields[0])), None, fields)
            self.words.append(f"str({fields[0]})")
        else:
            name = fields[0]
            self.add(name, "SupportsIndex", None, fields)
            word = f"_number('{name}', {name})"
            self.words.append(f'f"[{{{word}}}]"' if name == "addr" else word)

    def option(self, option, default, field):
        if default == command_heads.WORD:
            self.either(option, "", option)
            self.words[-1] += " or None"
            return
        if field in command_heads.SETS:
            self.add(option, codes(self.isa, self.isa.legal(self.row, field)), f'"{default}"', [field])
            self.words.append(f'f"{option}={{{option}}}"')
            return
        kind = TYPES.get(option, "SupportsIndex")
        reader = "_lanes" if option in TYPES else "_number"
        word = f"f\"{option}={{{reader}('{option}', {option})}}\""
        values = "" if option not in TYPES else (
            "how many of the lowest lanes; or two numbers of 64 bits, a bit for each lane")
        if default == VECTOR or option == "row_stride":
            values = self.isa.values(self.row, field, "") + (
                "; None: VL/32" if default == VECTOR else "; must be given with mode row")
            self.add(option, f"{kind} | None", "None", [field], values)
            word = f"{word} if {option} is not None else None"
        else:
            self.add(option, kind, None if default == REQUIRED else default, [field], values)
        self.words.append(word)

    def lines(self):
        function = re.sub(r"\W", "_", self.name)
        listed = ["self"]
        for i, (name, kind, default, _) in enumerate(self.parameters):
            if i == self.keywords:
                listed.append("*")
            listed.append(f"{name}: {kind}" + (f" = {default}" if default is not None else ""))
        yield ""
        yield from wrapped(f"    def {function}(", listed, ") -> None:")
        page = ROOT / "docs" / "reference" / "commands" / f"{self.name.split('.')[0]}.md"
        said = f'"""{plain(command_heads.summary(page, self.name))}'
        yield from textwrap.wrap(said, LINE, initial_indent=" " * 8, subsequent_indent=" " * 8)
        if self.parameters:
            yield ""
        for name, _, _, text in self.parameters:
            yield from textwrap.wrap(f"{name}: {plain(text)}", LINE, initial_indent=" " * 8,
                                     subsequent_indent=" " * 12)
        yield '        """'
        yield from (f"        {line}" for line in self.extra)
        if len(self.words) < 2:
            yield f'        self._command("{self.name}", {", ".join(self.words)})'
            return
        yield "        self._command("
        yield f'            "{self.name}",'
        yield from (f"            {word}," for word in self.words)
        yield "        )"


def plain(text):
    """Markdown without links and marks."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", "").replace("*", "")


def wrapped(head, parts, tail):
    """A call on lines of at most LINE letters."""
    line, indent = head, " " * len(head)
    for i, part in enumerate(parts):
        piece = part + (tail if i == len(parts) - 1 else ", ")
        if len(line + piece.rstrip()) > LINE:
            yield line.rstrip()
            line = indent
        line += piece
    yield line


def main():
    parser = tasks.arguments(__doc__)
    parser.add_argument("output", metavar="OUTPUT.py", type=pathlib.Path, help="written, its folder is made")
    output = parser.parse_args().output
    isa = Isa()
    lines = [HEADER.rstrip(), *aliases(isa), CLASS.rstrip()]
    for row in isa.commands:
        lines += Method(isa, row).lines()
    output.parent.mkdir(parents=True, exist_ok=True)
    tasks.write(output, "\n".join(lines) + "\n")
