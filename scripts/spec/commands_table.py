# SPDX-License-Identifier: Apache-2.0
"""Reference of commands, fields and codes, from configs/commands.toml.

Writes docs/reference/commands.md, the table of forms in docs/reference/masks-and-modes.md, and the
generated part of each page of docs/reference/commands/: that between <!-- COMMAND: begin --> and
<!-- COMMAND: end -->. The
page of a command is COMMAND.md, or FAMILY.md for FAMILY.NAME. With --check nothing is written; exit
status 1: a page differs, or lacks a section.
"""
import re
import sys

from scripts.core import regions, tasks
from scripts.spec import commands
from scripts.spec.command_heads import Isa, summary, table
from scripts.spec.rtl_files import ROOT

PAGE = ROOT / "docs" / "reference" / "commands.md"
MODES = ROOT / "docs" / "reference" / "masks-and-modes.md"
PAGES = ROOT / "docs" / "reference" / "commands"
SECTIONS = ("Result", "Errors", "Example", "Timing")  # of each page, in this order
CODES = ("status_e", "field_e", "width_e", "form_e", "amode_e", "dist_e", "pattern_e")  # shown


class Page:
    """The page of one package."""

    def __init__(self, isa):
        self.isa, self.text, self.items = isa, isa.text, isa.items

    def codes_of(self, row, fact):
        """Legal codes of a set; "" if the field is not used."""
        field = commands.SETS[fact]
        if field not in row.facts["fields"]:
            return ""
        legal = self.isa.legal(row, field)
        every = self.items[self.isa.parsed.set_of(fact)]
        return "all" if len(legal) == len(every) else " ".join(legal)

    def link(self, row):
        """A command as a link to its page."""
        return f"[`{self.isa.name(row)}`](commands/{page_of(self.isa.name(row)).name})"

    def commands(self):
        """One row a command."""
        for code, row in enumerate(self.isa.commands):
            facts = row.facts
            kind, mask, stream = (self.text[facts[name]] for name in ("kind", "mask", "stream"))
            yield (code, self.link(row), self.text[facts["cls"]],
                   "" if kind == "none" else kind,
                   " ".join(field for fact, field in commands.READS.items()
                            if facts[fact] and fact.startswith("reads")),
                   "vd" if facts["writes_vd"] else "", "" if mask == "none" else mask,
                   "" if stream == "none" else stream,
                   *(self.codes_of(row, fact) for fact in commands.SETS))

    def users(self, field):
        """Names of the commands that can use a field."""
        rows = self.isa.commands
        found = [f"`{self.text[row.facts['op']]}`" for row in rows
                 if field in row.facts["fields"] or field in ("tag", "op")]
        return "all" if len(found) == len(rows) else " ".join(found)

    def forms(self):
        """Table of the forms of gather and scatter."""
        rows = []
        for row in self.isa.forms:
            form, elem, slot, index = (self.text[row.facts[name]]
                                       for name in ("form", "elem", "slot", "index"))
            same = elem == slot
            rows.append([f"`{form}`", elem, slot, f"VL/{int(slot[1:]) // 8}".removesuffix("/1"), index,
                         "as it is" if same else "zero-extended",
                         "as it is" if same else f"low {elem} of the slot"])
        return table(["form", "element in UB", "slot, lane of the mask", "lanes", "index",
                      "gather makes it", "scatter stores it"], rows)

    def lines(self):
        yield from [
            "# Commands, fields and codes", "",
            "Written by `scripts/spec/commands_table.py` from [commands.toml](../../configs/commands.toml). Each command has",
            "a page: operands, result, errors, an example and its timing. What masks and address modes",
            "mean is on [one page for all](masks-and-modes.md), what a program looks like in",
            "[programs](../start/programs.md), and how a RISC-V core gives commands in",
            "[instructions](instructions.md). Examples run on the configuration `tiny`, those that begin "
            "with",
            "`# config: NAME` on that: on `small`, whose vectors have two blocks, or on `tiny+LaneOps1`,",
            "which has the commands whose pages ask for `LaneOps` 1.", "",
            "## What each command does", ""]
        yield from table(["command", "meaning"], [
            [self.link(row), summary(page_of(self.isa.name(row)), self.isa.name(row))]
            for row in self.isa.commands])
        yield from ["## Text forms", "",
                    "As programs write them. Parts in parentheses are optional, a bar separates alternatives.",
                    "", "```text", *(line for row in self.isa.commands
                                     for line in self.isa.syntax(row)), "```", ""]
        yield from [
            "## Table of facts", "",
            "*Reads* and *writes* name the fields that hold numbers of vector registers. *Mask*: *lane*",
            "has a bit per lane of the width, *slot* per slot of the form, *block* for block k the bit of",
            "b32 lane k; *own* is a field of the command; *write* writes M; *logic* makes M of M, which the",
            "fields number. *Stream* is its use of AR,",
            "the pending count and U: *clear* clears AR and the count, *read* reads AR, *count* counts",
            "bytes, *store* appends bytes to U, *post* empties U. A set of codes is empty if the command",
            "does not use the field. `pack_b16` is legal only with width b16, `pack_b32` only with b32.", ""]
        yield from table(["code", "command", "class", "memory kind", "reads", "writes", "mask",
                          "stream", "widths", "forms", "modes", "distributions"], self.commands())
        yield from [
            "## Bits of a command", "",
            "`cmd_t` on the port `cmd_i`. A command reads only the fields that it uses; the others may have",
            "any value. [Widths of all ports](../integrate/soc.md#port-widths).", ""]
        yield from table(["bits", "field", "meaning", "commands"],
                         [(bits, f"`{name}`", comment, self.users(name))
                          for name, bits, comment in self.isa.bits("cmd_t")])
        yield from ["## Bits of a response", "", "`rsp_t` on the port `rsp_o`.", ""]
        yield from table(["bits", "field", "meaning"],
                         [(bits, f"`{name}`", comment) for name, bits, comment in self.isa.bits("rsp_t")])
        yield from [
            "Every command gets one response, in the order in which commands were transferred. With a status",
            "other than OK it has changed no state, and later commands run normally. Where a command has",
            "several errors the status with the lowest code counts, of several fields the lowest code of",
            "`field_e`; in the lanes of a gather or scatter the lowest lane counts first, and its bounds before",
            "its alignment. An opcode that is not in the table is answered with ERR_OPCODE, info 0.", "",
            "## Codes", ""]
        yield from table(["type", "codes"], [
            (f"`{name}`", ", ".join(f"{value} {text}" for _, value, text in self.items[name]))
            for name in CODES])


def page_of(name):
    """The page of a command, which a family shares."""
    return PAGES / f"{name.split('.')[0]}.md"


def faults(page):
    """Sentences on a page whose sections are not those of a command."""
    found = tuple(re.findall(r"^## (.*)$", page.read_text(encoding="utf-8"), re.M))
    if tuple(title for title in found if title in SECTIONS) != SECTIONS:
        yield (f"{page.relative_to(ROOT)}: error: expected the sections {', '.join(SECTIONS)}, found "
               f"{', '.join(found) or 'none'}")


def main():
    check = tasks.check_asked(__doc__)
    isa = Isa()
    made = {}
    for row in isa.commands:
        name = isa.name(row)
        page = page_of(name)
        if not page.exists():
            sys.exit(f"error: expected the page {page.relative_to(ROOT)} for the command {name}: "
                     f"write it, with the lines <!-- {name}: begin --> and <!-- {name}: end -->")
        text = made.get(page) or page.read_text(encoding="utf-8")
        made[page] = regions.replaced(page, text, name, isa.head(row))
    wrong = [sentence for page in made for sentence in faults(page)]
    wrong += [f"{page.relative_to(ROOT)}: error: there is no command of this name"
              for page in sorted(PAGES.glob("*.md")) if page not in made]
    print("\n".join(wrong), end="\n" if wrong else "")
    tables = Page(isa)
    made[MODES] = regions.replaced(MODES, MODES.read_text(encoding="utf-8"), "forms",
                                   tables.forms())
    made[PAGE] = "\n".join(tables.lines()).rstrip() + "\n"
    return regions.update(made, "commands-table", check) or bool(wrong)
