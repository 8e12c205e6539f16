# SPDX-License-Identifier: Apache-2.0
"""Tables of docs/reference/instructions.md. For scripts/spec/instructions.py."""
from scripts.core import tasks
from scripts.spec.command_heads import table as lines_of
from scripts.spec.instruction_software import function_name, functions, operands, parameter
from scripts.spec.instruction_table import MAJORS, WORDS

PAGE = tasks.ROOT / "docs" / "reference" / "instructions.md"


def word(made, name):
    """What a field of R-type holds: bits, or fields of the command; an x register is x.FIELD, and just x as answer."""
    low, bits = WORDS[name]
    for field, register in made.scalars.items():
        if register == name:
            return f"`x.{field}`"
    if made.answers and name == "rd":
        return "`x`"
    found, bit = [], bits - 1
    while bit >= 0:
        place = next(((field, place) for field, place in made.places.items()
                      if place.low <= low + bit < place.low + place.bits), None)
        if place:
            found.append(f"`{place[0]}`")
            bit -= place[1].bits
        else:
            if not found or found[-1].startswith("`"):
                found.append("")
            found[-1] += str(made.match >> low + bit & 1)
            bit -= 1
    return " ".join(found)


def link(table, made):
    if made.row is None:
        return f"`{made.name}`"
    return f"[`{made.name}`](commands/{table.isa.name(made.row).split('.')[0]}.md)"


def encodings(table):
    """A table for each major opcode."""
    for major, code in MAJORS.items():
        rows = [made for made in table.instructions if made.match & 0x7F == code]
        if rows:
            yield from [f"### {major}, opcode {code:#04x}", ""]
            yield from lines_of(["instruction", *WORDS, "from cfg registers", "always"], [
                [link(table, made), *(word(made, name) for name in WORDS), registers(made),
                 ", ".join(f"`{field}` {value}" for field, value in made.codes.items())] for made in rows])


def registers(made):
    """Fields that come from cfg registers, with those of another name."""
    return ", ".join(f"`{field}`" if field == register.name else f"`{field}` from `{register.name}`"
                     for field, register in made.cfg.items())


def cfg(table):
    """Table of the cfg registers."""
    return lines_of(["number", "name", "bits", "meaning"], [
        (register.number, f"`{register.name}`", register.bits, register.comment) for register in table.registers])


def front_end(table):
    """Table of the instructions that are not a command."""
    return lines_of(["instruction", "meaning"], [
        [f"`{made.name}`", made.does] for made in table.instructions if made.row is None])


def software(table):
    """Table of macros and functions."""
    return lines_of(["macro", "function"], [
        [f"`gsq.{made.name} {', '.join(operands(made))}`".replace(" `", "`"),
         "<br>".join(f"`{function_name(made, answer)}({', '.join(map(parameter, made.operands))})`"
                     for answer in functions(made))] for made in table.instructions])
