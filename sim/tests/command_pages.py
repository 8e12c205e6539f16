#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tries on the unit what docs/reference/commands/ and docs/reference/masks-and-modes.md say of the
commands.

Usage: command_pages.py GSQ

- Text forms, from the table of commands: every operand that is shown as required is required, every
  other one is not, and a code is answered with ERR_OPCODE exactly if it is not shown as legal.
- Defaults of options: without the option, and with its default, a command does the same, and something else with
  another value. A word as an option changes what a command does, and is rejected without LaneOps.
- Patterns: squeezes keep the lanes that the table shows.
- Errors: a page shows each row of its table, with its info word, in one of its programs.
Prints a sentence for each finding; exit status 1 if there is any.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from scripts.spec import command_heads  # pylint: disable=wrong-import-position

ISA = command_heads.Isa()
PATTERNS = ROOT / "docs" / "reference" / "masks-and-modes.md"
VALUES = {  # of operands and options where any legal one will do
    "vd": "v1", "vs": "v0", "vi": "v2", "m": "m0", "md": "m1", "ms": "m2", "mi": "m3", "u": "u0", "[addr]": "[0x040]", "n": "3",
    "NUMBER": "0x5", "post|normal|n=BYTES": "n=0", "vi|n=NUMBER": "v2", "n=NUMBER": "n=5", "(abs)": "abs", "dst": "0xa00", "src0": "0x100",
    "src1": "0x200", "mask": "", "stride": "4"}
PACKED = {"pack_b16": "b16", "pack_b32": "b32"}  # the only width of a distribution
BESIDE = {  # options that must be given, too, to see the effect of one
    "col": ["mode=row", "row_stride=64"],
    **{f"{operand}_rep": ["repeat=2"] for operand in ("dst", "src0", "src1")}}
OTHER = {"mode": "byte", "align": "64"}  # values other than the default; 3 for other options
SETUP = """
.ub 0x000 b16 iota 512 1
.ub 0x800 b32 0 4 8 12 16 20 24 28 32 36 40 44 48 52 56 60
load_align v0, [0x000], norm
load_align v1, [0x400], norm
load_align v2, [0x800], norm
create_mask m0, b8, ALL
create_mask m1, b8, ALL
create_mask m7, b8, ALL
"""
STORE = "store_align [0xc00], v1, m7, b8, norm\nstore_align [0xc80], v0, m1, b8, norm\n"  # what is written: v1, m1
NO_LANE = "load_align v1, [0x020], norm\ncreate_mask m0, b8, ALLF\n"  # shows what becomes of lanes that are not active


class Unit:
    """The executable under test; commands of vec select all lanes of b32."""

    def __init__(self, gsq):
        self.gsq = gsq
        done = subprocess.run([gsq, "info", "--json"], check=True, capture_output=True, text=True)
        parameters = json.loads(done.stdout)["parameters"]
        self.vlen = parameters["VlenBytes"]
        self.merges = parameters["LaneOps"] != 0
        self.commands = [row for row in ISA.commands
                         if parameters["LaneOps"] or not row.facts["lane_ops"]]
        VALUES["mask"] = str(self.vlen // 4)

    def run(self, text, *options):
        """(exit status, text of both streams, statuses of the commands, UB) of a program."""
        with tempfile.TemporaryDirectory() as name:
            program, stats, memory = (pathlib.Path(name) / file for file in ("a.gsq", "s", "m"))
            program.write_text(text, encoding="utf-8")
            done = subprocess.run([self.gsq, "run", program, "--stats", stats, "--dump",
                                   f"0:4096={memory}", "--failures", "none", *options],
                                  capture_output=True, text=True, timeout=120, check=False)
            ran = done.returncode != 2 and stats.exists()
            commands = json.loads(stats.read_text(encoding="utf-8"))["commands"] if ran else []
            return (done.returncode, done.stdout + done.stderr,
                    [command["status"] for command in commands],
                    memory.read_bytes() if ran and memory.exists() else b"")


def words(row, chosen):
    """(operands, options that must be given) of a command, `chosen` instead of some codes."""
    operands = []
    for text, fields in ISA.operands(row):
        field = fields[0] if fields else ""
        codes = field in command_heads.SETS or field == "pattern"
        operands.append(chosen.get(field) or ISA.legal(row, field)[0] if codes else
                        VALUES.get(text, text.split("|")[0]))
    return operands, [f"{option}={VALUES[option]}" for option, default, _ in ISA.options(row)
                      if default == command_heads.REQUIRED and option in VALUES]


def line(row, operands, options):
    return f"{ISA.name(row)} {', '.join([*operands, *options])}\n"


def text_forms(unit):
    for row in unit.commands:
        name = ISA.name(row)
        operands, options = words(row, {})
        status, said, _, _ = unit.run(line(row, operands, options))
        if status == 2:
            yield f"{name}: the text form is rejected: {said}"
        optional = [text[0] == "(" for text, _ in ISA.operands(row)]
        for at in range(len(operands) + len(options)):
            given = operands + options
            less = given[:at] + given[at + 1:]
            rejected = unit.run(line(row, less, []))[0] == 2
            if rejected == (at < len(operands) and optional[at]):
                yield (f"{name}: {given[at]} is {'required' if rejected else 'optional'}, the text "
                       f"form says the opposite: {' '.join(ISA.syntax(row))}")


def codes(unit):
    for row in unit.commands:
        for field in row.facts["fields"] & set(command_heads.SETS):
            shown = ISA.legal(row, field)
            kind = ISA.parsed.set_of(command_heads.SETS[field])
            for _, _, code in ISA.items[kind]:
                operands, options = words(row, {field: code, **(
                    {"width": PACKED[code]} if code in PACKED else {})})
                if field == "mode":
                    options = [*options, f"mode={code}", "row_stride=64"]
                statuses = unit.run(line(row, operands, options))[2]
                if (statuses == ["ERR_OPCODE"]) == (code in shown):
                    yield (f"{ISA.name(row)}: {code} is shown as {'' if code in shown else 'not '}"
                           f"legal, the unit answers {statuses}")


def defaults(unit):
    blocks = unit.vlen // 32
    for row in unit.commands:
        for option, default, _ in ISA.options(row):
            if default == command_heads.REQUIRED:
                continue
            if default == command_heads.WORD:
                yield from word_option(unit, row, option)
                continue
            default = default.replace(command_heads.VECTOR, str(blocks))
            operands, options = words(row, {"form": "b32", "width": "b32"})
            results = []
            for value in (None, default, OTHER.get(option, "3")):
                given = options + BESIDE.get(option, []) + ([f"{option}={value}"] if value else [])
                status, said, statuses, memory = unit.run(
                    SETUP + line(row, operands, given) + STORE)
                results.append((statuses, memory))
                if status == 2:
                    yield f"{ISA.name(row)}: {option}={value} is rejected: {said}"
            if results[0] != results[1]:
                yield f"{ISA.name(row)}: the default of {option} is not {default}"
            if results[1] == results[2] and not (blocks == 1 and "blk" in option):
                yield (f"{ISA.name(row)}: expected another result with {option}="
                       f"{OTHER.get(option, '3')} than with {default}, found the same")


def word_option(unit, row, option):
    operands, options = words(row, {"form": "b32", "width": "b32"})
    without, given = (unit.run(SETUP + NO_LANE + line(row, operands, options + word) + STORE)
                      for word in ([], [option]))
    if unit.merges and (given[0] == 2 or without[3] == given[3]):
        yield f"{ISA.name(row)}: expected another result with {option}: {given[1]}"
    if not unit.merges and given[0] != 2:
        yield f"{ISA.name(row)}: expected {option} to be rejected without LaneOps"


def patterns(unit):
    text = PATTERNS.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| `([■·]{8})` \| `([■·]{16})` \|$", text, re.M)
    if [name for name, *_ in sorted(rows)] != sorted(name for _, _, name in ISA.items["pattern_e"]):
        yield f"{PATTERNS.name}: expected a row of 8 and 16 lanes for each pattern, found {rows}"
    for name, *shown in rows:
        for cells in shown:
            width = unit.vlen // len(cells)
            if width > 4:
                continue
            kept = [str(lane) for lane, cell in enumerate(cells) if cell == "■"]
            lanes = " ".join(kept + ["0"] * (len(cells) - len(kept)))
            status, said, _, _ = unit.run(
                f".ub 0 b{8 * width} iota {len(cells)}\nload_align v0, [0], norm\n"
                f"create_mask m0, b{8 * width}, {name}\n"
                f"squeeze v1, v0, m0, b{8 * width}, no_store_reg\n"
                f".expect status OK info {len(kept) * width}\n.expect v1 b{8 * width} {lanes}\n")
            if status != 0:
                yield f"{PATTERNS.name}: {name} selects other lanes than {cells}: {said}"


def errors():
    for page in sorted((ROOT / "docs" / "reference" / "commands").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        table = re.findall(r"^\| ((?:ERR_\w+|OK)) \| ([^|]*?) \|(.*)\|$", text, re.M)
        programs = "\n".join(re.findall(r"^```gsq\n(.*?)^```$", text, re.M | re.S))
        shown = re.findall(r"^\.expect status (\w+) info (\d+)", programs, re.M)
        if not table or table[-1][0] != "OK":
            yield f"{page.name}: expected a table of errors that ends with OK"
        for status, info, when in table:
            number = re.match(r"\d+", info)
            found = [value for name, value in shown
                     if name == status and (not number or value == number[0])]
            if not found and "cannot be written in a program" not in when and \
                    (status, info) != ("OK", "0"):
                yield (f"{page.name}: expected a program with '.expect status {status} info "
                       f"{number[0] if number else '…'}', as the table of errors says")
        for status, value in shown:
            if not any(name == status and re.match(r"\D|" + value + r"\b", info)
                       for name, info, _ in table):
                yield f"{page.name}: a program shows {status} info {value}, the table does not"


def main():
    unit = Unit(pathlib.Path(sys.argv[1]).resolve())
    findings = [sentence for check in (text_forms, codes, defaults, patterns)
                for sentence in check(unit)] + list(errors())
    print("\n".join(findings) if findings else f"{len(unit.commands)} commands as their pages say")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
