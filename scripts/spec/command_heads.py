# SPDX-License-Identifier: Apache-2.0
"""What a page of docs/reference/commands/ says of a command without prose: text form, operands,
registers.

All of it follows from the table of commands. For scripts/spec/commands_table.py, which
writes it into the pages, and for sim/tests/command_pages.py, which tries it on the unit.
"""
import re

from scripts.spec import commands

OPERANDS = {  # field of cmd_t -> how a program writes it, in the order of the operands
    "vd": "vd", "addr": "[addr]", "vs": "vs", "vi": "vi", "m": "m", "u": "u", "width": "width",
    "form": "form", "pattern": "pattern", "distr": None, "store_reg": "no_store_reg|store_reg"}
REQUIRED = "…"   # an option without a default
VECTOR = "VL/32"  # default of a repeat stride: iterations are contiguous
WORD = ""        # of an option that is a word without a value
OPTIONS = {  # field of cmd_t -> option of a program, default
    "merge": ("merge", WORD), "blk0": ("blk_stride", "1"), "mode": ("mode", "elem"), "align": ("align", "0"),
    "row_stride": ("row_stride", REQUIRED), "col": ("col", "0")}
PART = ("part", "0")           # n of commands of lanes that have no second operand
STRIDE = ("stride", REQUIRED)  # in place of row_stride, where lanes have no indices
VEC_OPTIONS = {
    "addr": ("dst", REQUIRED), "src0": ("src0", REQUIRED), "src1": ("src1", REQUIRED),
    "mask": ("mask", REQUIRED), "iterations": ("repeat", "1"), "blk0": ("dst_blk", "1"),
    "blk1": ("src0_blk", "1"), "blk2": ("src1_blk", "1"), "rep0": ("dst_rep", VECTOR),
    "rep1": ("src0_rep", VECTOR), "rep2": ("src1_rep", VECTOR)}
STREAM_FORM = "post|normal|n=BYTES"  # operand of store_unalign, and its parts by field
SCALAR = "n=NUMBER"                  # second operand of lanes
SECOND = f"vi|{SCALAR}"              # the same where it may be a vector register, and its parts by field
SECOND_PARTS = {"vi": "vi", "n": SCALAR}
STREAM_PARTS = {"post": "post\\|normal", "abs": "n=BYTES", "n": "n=BYTES"}
REGISTERS = {"vd": "NumVregs", "vs": "NumVregs", "vi": "NumVregs", "m": "NumMregs", "u": "NumUregs"}
SETS = {field: fact for fact, field in commands.SETS.items()}  # field of cmd_t -> fact
READS_UB = ("load", "gather", "gather_block", "vec")
WRITES_UB = ("store", "scatter", "stream", "post", "vec")
MASKS = {"vd": "md", "vs": "ms", "vi": "mi"}  # how a program writes them where they number mask registers
MASK_TEXT = {"compare": "M at `m`, the bit of each lane of `width`",
             "lane": "M at `m`, the bit of each lane of `width`",
             "slot": "M at `m`, the bit of each slot of `form`",
             "block": "M at `m`, for block k the bit of b32 lane k, which is bit 4k"}
STREAM_READS = {"read": ["AR"], "count": ["with `store_reg` SQZN"],
                "store": ["U at `u`", "in the AR form AR and SQZN"],
                "post": ["U at `u`", "in the AR form AR"]}
STREAM_WRITES = {"clear": ["AR", "SQZN"], "count": ["with `store_reg` SQZN"],
                 "store": ["U at `u`", "in the AR form SQZN, with `post` AR"], "post": ["U at `u`"]}


# Enumerations whose codes programs in C have, and how the names begin
C_PREFIXES = {"opcode_e": "OP", "width_e": "WIDTH", "form_e": "FORM", "amode_e": "MODE", "dist_e": "DIST",
              "pattern_e": "PATTERN", "status_e": "STATUS"}


class Isa:
    """The table, as its pages show it."""

    def __init__(self):
        parsed = commands.Isa()
        self.commands, self.forms, self.parsed = parsed.commands, parsed.forms, parsed
        self.constants = {name: value for name, value, _ in parsed.constants}
        self.items = {name: items for name, _, items, _ in parsed.enums}
        self.text = {item: text for _, _, items, _ in parsed.enums for item, _, text in items}

    def name(self, row):
        """A command as programs write it."""
        return self.text[row.facts["op"]]

    def c_codes(self, enum):
        """Lines of C: a constant for each code of an enumeration, the same in all headers."""
        for _, value, text in self.items[enum]:
            name = re.sub(r"\W", "_", text).upper()
            yield f"#define GSQ_{C_PREFIXES[enum]}_{name} {value}"

    def bits(self, struct):
        """(field, bits as high:low, comment) of a packed struct, from its first field."""
        fields = next(fields for name, fields, _ in self.parsed.structs if name == struct)
        place = sum(bits for _, bits, _, _ in fields)
        for name, bits, _, comment in fields:
            place -= bits
            yield name, f"{place + bits - 1}:{place}" if bits > 1 else str(place), comment

    def legal(self, row, field):
        """Legal codes of a field with codes, as a program writes them."""
        if field == "pattern":
            return [text for _, _, text in self.items["pattern_e"]]
        items = self.items[self.parsed.set_of(SETS[field])]
        return [text for _, value, text in items if row.facts[SETS[field]] >> value & 1]

    def operands(self, row):
        """[(text, fields)] of the operands of a command, in their order; "(…)" is optional."""
        fields = row.facts["fields"]
        if row.facts["kind"] == "MemVec":
            return [("width", ["width"])]
        mask = self.text[row.facts["mask"]]
        masks = MASKS if mask == "logic" else {"vd": "md"} if mask == "compare" else {}
        lanes = self.text[row.facts["lane_op"]] != "none"
        found = [("|".join(self.legal(row, field)) if text is None else masks.get(field, text), [field])
                 for field, text in OPERANDS.items() if field in fields]
        if self.moves_bits(row):
            pass
        elif lanes and "n" in fields:
            place = next(i for i, (text, _) in enumerate(found) if text == "m")
            found[place:place] = [(SCALAR, ["n"])]
            if "vi" in fields:
                found[place - 1:place + 1] = [(SECOND, ["scalar", "vi", "n"])]
        elif {"n", "abs"} <= fields:
            found.append((STREAM_FORM, list(STREAM_PARTS)))
        elif "n" in fields:
            found.append(("n", ["n"]))
        elif "abs" in fields:
            found.append(("(abs)", ["abs"]))
        elif "mask" in fields:
            found.append(("NUMBER", list(commands.IMMEDIATE)))
        return found or [("ar", [])]

    def moves_bits(self, row):
        """Whether a command moves masks to V as bits, or back: it has a part of V."""
        return self.text[row.facts["lane_op"]] in ("bits", "mask")

    def options(self, row):
        """[(option, default, field)] of a command."""
        facts = row.facts
        known = VEC_OPTIONS if facts["kind"] == "MemVec" else OPTIONS | (
            {} if facts["reads_vi"] else {"row_stride": STRIDE}) | ({"n": PART} if self.moves_bits(row) else {})
        return [(option, default, field) for field, (option, default) in known.items()
                if field in facts["fields"] and facts["cls"] != "ClassImmediate"]

    def syntax(self, row):
        """Text form of a command, on lines of at most 90 letters."""
        words = [self.name(row)]
        for i, (text, _) in enumerate(self.operands(row)):
            words.append(f" (, {text[1:-1]})" if text[0] == "(" else
                         f", {text}" if i else f" {text}")
        for option, default, _ in self.options(row):
            given = default == REQUIRED and option != "row_stride"
            words.append(f", {option}={REQUIRED}" if given else
                         f" (, {option})" if default == WORD else f" (, {option}={default})")
        lines = [""]
        for word in words:
            if len(lines[-1] + word) > 90:
                lines.append("    ")
            lines[-1] += word
        return [line.rstrip() for line in lines]

    def meaning(self, row, field, comment):
        """Comment of a field, the part for this command."""
        names = {self.text[other.facts["op"]] for other in self.commands} | {"vec", "mask", "lane"}
        own = {self.name(row), self.name(row).split(".", maxsplit=1)[0]}
        if field == "n" and self.moves_bits(row):
            return "part of V, modulo 8"
        if field == "vd" and self.text[row.facts["mask"]] == "compare":
            own = {"mask"}
        if field == "addr":
            return "byte address of dst" if "vec" in own else "byte address in UB"
        for part in comment.split("; "):
            prefix, colon, text = part.partition(": ")
            said = prefix.split(", ") if colon else []
            if not names & set(said):
                return part
            if own & set(said):
                return ", ".join([*(word for word in said if word not in names), ""]).replace(
                    ", ", ": ") + text
        return comment

    def values(self, row, field, default):
        """Values of a field: its registers or legal codes, or the numbers that fit."""
        mask = self.text[row.facts["mask"]]
        if (field in MASKS and mask == "logic") or (field == "vd" and mask == "compare"):
            return f"`m0`..`m{self.constants['NumMregs'] - 1}`"
        if field in REGISTERS:
            return f"`{field[0]}0`..`{field[0]}{self.constants[REGISTERS[field]] - 1}`".replace(
                "vd", "v")
        if field in SETS or field == "pattern":
            text = " ".join(f"`{code}`" for code in self.legal(row, field))
        else:
            high, _, low = next(place for name, place, _ in self.bits("cmd_t")
                                if name == field).partition(":")
            width = int(high) - int(low or high) + 1
            text = "0 or 1" if width == 1 else f"0 to 2^{width}-1" if width > 16 else (
                f"0 to {2**width - 1}")
        if field == "row_stride" and not row.facts["reads_vi"]:  # lanes without indices
            return "-2^31 to 2^31-1" + ("; must be given" if default == REQUIRED else "")
        if default == REQUIRED:
            return text + ("; must be given with `mode=row`" if field == "row_stride" else
                           "; must be given")
        return text + (f"; default {default}" if default else "")

    def head(self, row):
        """Lines of the generated part of the page of a command."""
        facts, bits = row.facts, {name: (place, text) for name, place, text in self.bits("cmd_t")}
        kind, mask, stream = (self.text[facts[name]] for name in ("kind", "mask", "stream"))
        vectors = [f"V at `{field}`" + " unless `scalar`" * (field == "vi" and "scalar" in facts["fields"])
                   for fact, field in commands.READS.items() if facts[fact] and fact.startswith("reads")]
        masks = [MASK_TEXT[mask]] if mask in MASK_TEXT else []
        if mask == "logic":
            masks = [f"M at `{field}`" for field in ("vs", "vi", "m") if field in facts["fields"]]
        reads = vectors + masks + STREAM_READS.get(stream, []) + ["UB"] * (kind in READS_UB)
        writes = (["V at `vd`"] * facts["writes_vd"] + ["M at `m`"] * (mask == "write") +
                  ["M at `vd`"] * (mask in ("logic", "compare") and "vd" in facts["fields"]) +
                  STREAM_WRITES.get(stream, []) + ["UB"] * (kind in WRITES_UB))
        yield from ["```text", *self.syntax(row), "```", ""]
        opcode = self.items["opcode_e"][self.commands.index(row)][1]
        yield from [
            f"- Opcode {opcode}, in bits {bits['op'][0]}; the tag is in bits {bits['tag'][0]}.",
            f"- Class: [{self.text[facts['cls']]}](../timing.md#1-from-the-command-port-to-issue).",
            f"- Reads {'; '.join(reads) or 'nothing'}.",
            f"- Writes {'; '.join(writes) or 'nothing'}.", ""]
        rows = []
        for text, fields in self.operands(row):
            if fields == list(commands.IMMEDIATE):
                high = bits["src0"][0].split(":")[0]
                rows.append([f"`{text}`", "all of " + " ".join(f"`{name}`" for name in fields),
                             f"{high}:0", "bit i of the mask register is bit i",
                             "a number of VL bits"])
                continue
            shown = text.strip("()").replace("|", "\\|")
            parts = STREAM_PARTS if text == STREAM_FORM else SECOND_PARTS if text == SECOND else {}
            rows += [[f"`{parts.get(field, shown)}`", f"`{field}`", bits[field][0],
                      self.meaning(row, field, bits[field][1]), self.values(row, field, "")]
                     for field in fields]
        for option, default, field in self.options(row):
            rows.append([f"`{option}`" if default == WORD else f"`{option}=`", f"`{field}`", bits[field][0],
                         self.meaning(row, field, bits[field][1]),
                         self.values(row, field, default)])
            if field == "mask":
                rows.append([f"`{option}=LO,HI`", "`bitwise`", *bits["bitwise"][:1],
                             self.meaning(row, "bitwise", bits["bitwise"][1]),
                             self.values(row, "bitwise", "")])
        if any(fields for _, fields in self.operands(row)):
            yield from table(["written", "field of `cmd_t`", "bits", "meaning",
                              "legal codes, or numbers that fit"], rows)


def table(heads, rows):
    """Lines of a table, and an empty one."""
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    yield from ("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)
    yield ""


def summary(page, name):
    """The first sentence of the page of a command, or under its heading in that of a family."""
    parts = page.read_text(encoding="utf-8").split("\n\n")
    paragraph = parts[parts.index(f"## {name}") + 1 if f"## {name}" in parts else 1]
    return re.split(r"(?<=\.)\s", " ".join(paragraph.split()), maxsplit=1)[0]
