#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reference page of commands, fields and codes, from rtl/gsq_pkg.sv.

Usage: commands_table.py [--check]

Writes docs/commands.md; with --check says whether that page is as it would be written. Exit status 1:
it is not.
"""
import pathlib
import sys

import gen_isa

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "rtl" / "gsq_pkg.sv"
PAGE = ROOT / "docs" / "commands.md"
CODES = ("status_e", "field_e", "width_e", "form_e", "amode_e", "dist_e", "pattern_e")  # shown


def table(heads, rows):
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    yield from ("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)
    yield ""


class Page:
    """The page of one package."""

    def __init__(self, isa):
        self.isa = isa
        self.text = {item: text for _, _, items, _ in isa.enums for item, _, text in items}
        self.items = {name: items for name, _, items, _ in isa.enums}

    def codes_of(self, row, fact):
        """Legal codes of a set; "" if the field is not used."""
        facts = row.facts
        if gen_isa.SETS[fact] not in facts["fields"]:
            return ""
        items = self.items[gen_isa.SET_OF[self.isa.type_of(fact)]]
        legal = [text for _, value, text in items if facts[fact] >> value & 1]
        return "all" if len(legal) == len(items) else " ".join(legal)

    def commands(self):
        """One row a command."""
        for code, row in enumerate(self.isa.commands):
            facts = row.facts
            kind, mask, stream = (self.text[facts[name]] for name in ("kind", "mask", "stream"))
            yield (code, f"`{self.text[facts['op']]}`", self.text[facts["cls"]],
                   "" if kind == "none" else kind,
                   " ".join(field for fact, field in gen_isa.READS.items()
                            if facts[fact] and fact.startswith("reads")),
                   "vd" if facts["writes_vd"] else "", "" if mask == "none" else mask,
                   "" if stream == "none" else stream,
                   *(self.codes_of(row, fact) for fact in gen_isa.SETS))

    def bits(self, struct):
        """(field, bits as high:low, comment) of a packed struct, from its first field."""
        fields = next(fields for name, fields, _ in self.isa.structs if name == struct)
        place = sum(bits for _, bits, _, _ in fields)
        for name, bits, _, comment in fields:
            place -= bits
            yield name, f"{place + bits - 1}:{place}" if bits > 1 else str(place), comment

    def users(self, field):
        """Names of the commands that can use a field."""
        rows = self.isa.commands
        found = [f"`{self.text[row.facts['op']]}`" for row in rows
                 if field in row.facts["fields"] or field in ("tag", "op")]
        return "all" if len(found) == len(rows) else " ".join(found)

    def lines(self):
        yield from [
            "# Commands, fields and codes", "",
            "Written by `scripts/commands_table.py` from [gsq_pkg.sv](../rtl/gsq_pkg.sv). What each",
            "command does, and its syntax: [programs](programs.md).", "",
            "## Commands", "",
            "*Reads* and *writes* name the fields that hold numbers of vector registers. *Mask*: *lane*",
            "has a bit per lane of the width, *slot* per slot of the form, *block* per block, that of its",
            "first b32 lane; *own* is a field of the command; *write* writes M. *Stream* is its use of AR,",
            "the pending count and U: *clear* clears AR and the count, *read* reads AR, *count* counts",
            "bytes, *store* appends bytes to U, *post* empties U. A set of codes is empty if the command",
            "does not use the field. `pack_b16` is legal only with width b16, `pack_b32` only with b32.", ""]
        yield from table(["code", "command", "class", "memory kind", "reads", "writes", "mask",
                          "stream", "widths", "forms", "modes", "distributions"], self.commands())
        yield from ["## Forms of gather and scatter", ""]
        yield from table(["form", "element in UB", "slot and mask", "index"],
                         [[self.text[row.facts[name]] for name in ("form", "elem", "slot", "index")]
                          for row in self.isa.forms])
        yield from [
            "## Bits of a command", "",
            "`cmd_t` on the port. A command reads only the fields that it uses; the others may have any",
            "value.", ""]
        yield from table(["bits", "field", "meaning", "commands"],
                         [(bits, f"`{name}`", comment, self.users(name))
                          for name, bits, comment in self.bits("cmd_t")])
        yield from ["## Bits of a response", ""]
        yield from table(["bits", "field", "meaning"],
                         [(bits, f"`{name}`", comment) for name, bits, comment in self.bits("rsp_t")])
        yield from ["## Codes", ""]
        yield from table(["type", "codes"], [
            (f"`{name}`", ", ".join(f"{value} {text}" for _, value, text in self.items[name]))
            for name in CODES])


def main():
    text = "\n".join(Page(gen_isa.Parser(PACKAGE)).lines()).rstrip() + "\n"
    where = PAGE.relative_to(ROOT)
    if "--check" in sys.argv[1:]:
        if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
            print(f"{where} says what {PACKAGE.relative_to(ROOT)} says")
            return 0
        print(f"{where} differs from {PACKAGE.relative_to(ROOT)}: run scripts/commands_table.py and "
              "look at the difference")
        return 1
    PAGE.write_text(text, encoding="utf-8")
    print(f"wrote {where}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
