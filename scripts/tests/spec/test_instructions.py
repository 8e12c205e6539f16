# SPDX-License-Identifier: Apache-2.0
"""Tests of the table of RISC-V instructions: its errors, words that were worked out by hand, and what compilers and
assemblers make of software/riscv/."""
import copy
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

from scripts.core.tasks import ROOT
from scripts.spec import instruction_page, instruction_software
from scripts.spec.instruction_software import function_name, functions, parameter
from scripts.spec.instruction_table import MAJORS, TABLE, WORDS, Table, Wrong

TEXT = tomllib.loads(TABLE.read_text(encoding="utf-8"))
RD, RS1, RS2 = 10, 11, 12       # x registers of words that gsq.h makes
HOSTS = [name for name in ("gcc", "clang", "clang-16", "clang-14") if shutil.which(name)]
CLANG = next((name for name in ("clang", "clang-16") if shutil.which(name)), None)
GCC = shutil.which("riscv64-unknown-elf-gcc")


def entry(table, name):
    """The first entry with an instruction of this name."""
    return next(one for one in table["instructions"] if name in one.get("commands", [one.get("name")]))


class Errors(unittest.TestCase):

    def refused(self, change, *said):
        """A table with a change is not taken."""
        table = copy.deepcopy(TEXT)
        change(table)
        with self.assertRaises(Wrong) as stop:
            Table(table)
        for words in said:
            self.assertIn(words, str(stop.exception))

    def changed(self, name, *said, **values):
        """An instruction with other lines is not taken; None takes a line away."""
        def change(table):
            one = entry(table, name)
            for key, value in values.items():
                one[key] = value
                if value is None:
                    del one[key]
        self.refused(change, *said)

    def test_all_commands_are_there(self):
        self.refused(lambda table: table["instructions"].remove(entry(table, "gather")),
                     "gather: expected an instruction for the command, found none")
        self.refused(lambda table: table["instructions"].remove(next(
            one for one in table["instructions"] if one.get("suffix") == "_n" and "lane.add" in one["commands"])),
            "lane.add: expected instructions for all codes of scalar, found none for 1")
        def unused(table):
            del entry(table, "create_mask")["rs1"]
            entry(table, "create_mask")["unused"] = ["pattern"]
        self.refused(unused, "create_mask: expected an instruction that uses pattern, found only such that do not")
        self.changed("gather", "gatherer: there is no command of this name", commands=["gatherer"])
        self.refused(lambda table: table["instructions"].append(entry(table, "sync")), "sync: expected one instruction of this name")

    def test_all_fields_have_an_origin(self):
        self.changed("gather", "gather: expected a place, an x register, a cfg register or a code for each field of its "
                     "command, found none for vi", rs2=None)
        self.changed("gather", "found none for col", cfg=["align", "row_stride"])
        self.changed("gather", "gather: expected vi once, found it again", rs1="vi")
        self.changed("gather", "gather: expected one of its fields, form, mode", "found vs", rd="vs")
        self.changed("gather", "gather: cfg: expected fields of the command, found blk0", cfg=["align", "row_stride", "col", "blk0"])
        self.changed("gather", "gather: there is no cfg register colour", cfg=["align", "row_stride", "col=colour"])
        self.changed("gather_index", "expected a cfg register of 16 bits or more for align, found index_width, which has 2",
                     cfg=["width=index_width", "align=index_width", "row_stride", "col"])

    def test_codes_fit(self):
        self.changed("gather", "gather: funct7: expected 2 bits for the legal codes of mode, found mode:1", funct7="merge 0 mode:1 0 m")
        self.changed("gather", "gather: funct7: m has 3 bits, found m:4", funct7="merge mode m:4")
        self.changed("gather", "gather: funct7: expected 7 bits, found 6 in 'merge mode m'", funct7="merge mode m")
        self.changed("lane.eq", "lane.eq: rd: expected at most 2 commands for code:1, found 4", rd="0 code:1 vd")
        self.changed("gather", "gather: rs2: expected a field that is a number, found x.vi", rs2="x.vi")
        self.changed("gather", "gather: rd: expected x in rd, or x.FIELD in rs1 or rs2, found x.vd", rd="x.vd")
        self.changed("store_unalign", "store_unalign: set: expected a legal code of abs, found 2", set={"abs": 2})
        self.changed("lane.add", "lane.add: expected instructions for all codes of scalar, found none for 0", set={"scalar": 1})

    def test_words_do_not_clash(self):
        self.changed("scatter", "gather: expected other bits than those of scatter: a word would be both", funct7="0 mode 0 m")
        self.changed("create_mask", "gather: expected other bits than those of create_mask", funct7="0000 m")
        self.changed("gather", "gather: expected a major of custom-0", major="custom-4")

    def test_the_front_end(self):
        self.changed("sync", "expected `commands`, or a name, what it does, and a kind of", kind="command")
        self.changed("sync", "sync: expected x in rd for the kinds read and sync", rd=None)
        self.changed("cfg.read", "cfg.read: expected a number of a cfg register", rs1=None)
        self.changed("cfg.write", "cfg.write: expected x.low in rs1 for the kind write", rs1=None)
        self.changed("sync", "sync: expected one of its fields, number, low, high; found width", rs2="000 width")
        self.changed("sync", "sync: there is no colour of an instruction", colour="red")
        self.changed("sync", "sync: expected no cfg of an instruction without a command", cfg=["align"])
        self.changed("sync", "sync: expected a major of custom-0, custom-1, custom-2, custom-3, found none", major=None)
        self.changed("lane.add", "lane.add: funct3: expected a number of bits behind a colon, found code", funct3="code")
        self.refused(lambda table: table["cfg"].append([0, "more", 32, ""]), "cfg: expected each number once, found 0 again")
        self.refused(lambda table: table["cfg"].append([32, "more", 32, ""]), "cfg: more: expected a number of 0 to 31, found 32")
        self.refused(lambda table: table["cfg"].append([31, "more", 33, ""]), "cfg: more: expected 1 to 32 bits, found 33")


class Words(unittest.TestCase):

    def test_worked_out_by_hand(self):
        """funct7, rs2, rs1, funct3, rd, opcode"""
        table = {made.name: made for made in Table().instructions}
        for word, name, values in (
                ("1010010 00111 01011 100 00011 0001011", "gather",
                 {"vd": 3, "vi": 7, "m": 2, "form": 4, "merge": 1, "mode": 1}),
                ("0110101 00010 01110 000 00000 0001011", "create_mask", {"m": 5, "width": 2, "pattern": 14}),
                ("0110001 00100 00101 111 01010 0001011", "squeeze",
                 {"vd": 4, "vs": 5, "m": 1, "width": 2, "store_reg": 1, "merge": 0}),
                ("1010011 01100 01011 110 01000 0001011", "store_unalign_n", {"vs": 8, "u": 3}),
                ("0110101 01100 01011 001 10010 0001011", "cfg.pair", {"number": 18}),
                ("0110110 00000 00011 001 01010 0001011", "cfg.read", {"number": 3}),
                ("1101111 00110 00101 010 00100 0101011", "lane.minu",
                 {"vd": 4, "vs": 5, "vi": 6, "m": 7, "width": 1, "merge": 1}),
                ("1110011 01100 00101 111 01110 1011011", "lane.leu_n", {"vd": 6, "vs": 5, "m": 3, "width": 2}),
                ("1110100 01100 01011 101 00001 1111011", "load_strided", {"vd": 1, "m": 4, "form": 5, "merge": 1}),
                ("0011001 11100 00011 111 00010 1111011", "mask.and_not", {"vd": 2, "vs": 3, "vi": 4, "m": 1, "width": 3}),
                ("0000000 00010 01111 111 01010 1111011", "mask.bits", {"vs": 7, "m": 0, "width": 0})):
            self.assertEqual(f"{table[name].encode(values, RD, RS1, RS2):032b}", word.replace(" ", ""), name)


class Software(unittest.TestCase):
    """Every instruction with random operands."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.table = Table()
        draw = random.Random(7)
        self.cases = [(made, {field: draw.choice(place.codes) for field, place in made.places.items()})
                      for made in self.table.instructions for _ in range(4)]

    def run_here(self, *command):
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, cwd=self.folder)
        self.assertEqual(done.returncode, 0, f"{' '.join(map(str, command))}\n{done.stderr}{done.stdout}")
        return done.stdout

    def call(self, made, values, answer):
        """A call of a function of gsq.h; the values of x registers are those of the variables a and b."""
        words = {"rs1": "a", "rs2": "b"}
        operands = ", ".join(f"{values[field]}u" if field in values else words[made.scalars[field]] for field in made.operands)
        return f"{function_name(made, answer)}({operands})"

    def test_host_compilers(self):
        calls, expected = [], []
        for made, values in self.cases:
            for answer in functions(made):
                calls.append(f"  {'(void)' if answer else ''}{self.call(made, values, answer)};")
                word = made.encode(values, RD if answer else 0, RS1, RS2)
                expected.append(f"{word:08x} {0xA if made.reads('rs1') else 0:x} {0xB if made.reads('rs2') else 0:x}")
        source = "\n".join([
            "#include <stdint.h>", "#include <stdio.h>",
            "static uint32_t say(uint32_t word, uint32_t rs1, uint32_t rs2) {",
            '  printf("%08x %x %x\\n", (unsigned)word, (unsigned)rs1, (unsigned)rs2);', "  return word;", "}",
            "#define GSQ_EXECUTE(word, rs1, rs2) say(word, rs1, rs2)", '#include "gsq.h"',
            "int main(void) {", "  const uint32_t a = 0xA, b = 0xB;", *calls, "  return 0;", "}", ""])
        self.assertTrue(HOSTS, "expected gcc or clang on this machine, found none: install build-essential")
        for compiler in HOSTS:
            for suffix, standard in (("c", "c11"), ("cpp", "c++17")):
                (self.folder / f"calls.{suffix}").write_text(source, encoding="utf-8")
                language = "c++" if suffix == "cpp" else "c"
                self.run_here(compiler, f"-std={standard}", "-pedantic", "-Wall", "-Wextra", "-Werror", "-x", language,
                              "-I", instruction_software.FOLDER, f"calls.{suffix}", "-o", "calls")
                self.assertEqual(self.run_here("./calls").split("\n")[:-1], expected, f"{compiler} {standard}")

    def test_golden_decoder(self):
        """Each function gives the command that it names, with its operands in their fields."""
        for command in ("isa-header", "instruction-header"):
            name = {"isa-header": "isa", "instruction-header": "instructions"}[command]
            self.run_here(sys.executable, ROOT / "scripts", command, self.folder / "gsq" / f"{name}.hpp")
        checks = []
        for made, values in self.cases:
            checks.append(f'  {"(void)" if made.answers else ""}{self.call(made, values, made.answers)};')
            checks.append(f'  named("{made.name}");')
            if made.row is None:
                continue
            for field in made.operands:
                wanted = f"{values[field]}u" if field in values else {"rs1": "a", "rs2": "b"}[made.scalars[field]]
                if "." in field:
                    part = int(field[-1])
                    found = f"static_cast<std::uint32_t>(command.mask[{part // 2}] >> {part % 2 * 32})"
                else:
                    found = f"static_cast<std::uint32_t>(command.{field})"
                checks.append(f'  same("{made.name}: {field}", {wanted}, {found});')
        (self.folder / "check.cpp").write_text("\n".join([
            '#include "gsq/semantics/instruction.hpp"', "#include <cstdio>", "gsq::Command command;",
            "const gsq::InstructionFacts* facts;", "int status = 0;",
            "static std::uint32_t say(std::uint32_t word, std::uint32_t rs1, std::uint32_t rs2) {",
            "  const auto decoded = gsq::decode(word, {rs1, rs2}, {}, {true, 256, 4096, 0});",
            "  facts = decoded ? decoded->facts : nullptr;", "  if (decoded) command = decoded->command;", "  return 0;", "}",
            "static void named(std::string_view name) {",
            '  if (facts == nullptr || facts->name != name) { std::printf("expected %s\\n", name.data()); status = 1; }', "}",
            "static void same(const char* what, std::uint32_t wanted, std::uint32_t found) {",
            '  if (wanted != found) { std::printf("%s: expected %u, found %u\\n", what, wanted, found); status = 1; }', "}",
            "#define GSQ_EXECUTE(word, rs1, rs2) say(word, rs1, rs2)", '#include "gsq.h"', "int main() {",
            "  const std::uint32_t a = 0xA, b = 0xB;", *checks, "  return status;", "}", ""]), encoding="utf-8")
        self.run_here("g++", "-std=c++17", "-O0", "-I", self.folder, "-I", ROOT / "cpp_model" / "include", "-I",
                      instruction_software.FOLDER, "check.cpp", ROOT / "cpp_model" / "src" / "semantics" / "instruction.cpp",
                      "-lfmt", "-o", "check")
        self.assertEqual(self.run_here("./check"), "")

    def example(self, language):
        """The example of the page in a language."""
        found = re.findall(rf"^```{language}\n(.*?)^```$", instruction_page.PAGE.read_text(encoding="utf-8"), re.M | re.S)
        self.assertEqual(len(found), 1, f"expected one block ```{language} in {instruction_page.PAGE.name}")
        return found[0]

    # ---- RISC-V ---------------------------------------------------------------------------------

    def riscv(self):
        """Commands that compile or assemble for RISC-V on this machine."""
        if CLANG and "riscv32" in self.run_here(CLANG, "-print-targets"):
            yield [CLANG, "--target=riscv32", "-march=rv32i", "-mabi=ilp32"]
        if GCC:
            yield [GCC, "-march=rv32i", "-mabi=ilp32"]

    def words(self, path):
        """The instructions of the four major opcodes in the section .text of a file."""
        data = path.read_bytes()
        wide = data[4] == 2     # ELF64
        start, = struct.unpack_from("<Q" if wide else "<I", data, 40 if wide else 32)
        size, count, names = struct.unpack_from("<HHH", data, 58 if wide else 46)
        sections = [struct.unpack_from("<IIQQQQ" if wide else "<IIIIII", data, start + size * i) for i in range(count)]
        strings = sections[names][4]
        for name, _, _, _, offset, length in sections:
            if data[strings + name:].startswith(b".text\0"):
                return [word for word, in struct.iter_unpack("<I", data[offset:offset + length])
                        if word & 0x7F in MAJORS.values()]
        self.fail("expected a section .text")

    def test_riscv_compilers(self):
        compilers = list(self.riscv())
        if not compilers:
            self.skipTest("expected riscv64-unknown-elf-gcc, or clang with the target riscv32; found neither")
        lines, expected, masks = ['#include "gsq.h"'], [], []
        for made, values in self.cases:
            answer = made.answers
            lines.append(f"uint32_t f{len(expected)}(uint32_t a, uint32_t b) {{ (void)a; (void)b; "
                         + ("return " if answer else "") + self.call(made, values, answer) + ";"
                         + (" }" if answer else " return 0; }"))
            mask = 0xFFFFFFFF
            for word in [*made.scalars.values(), *(["rd"] if answer else [])]:
                mask ^= 31 << WORDS[word][0]    # the compiler chooses the x register
            masks.append(mask)
            expected.append(made.encode(values))
        (self.folder / "calls.c").write_text("\n".join([*lines, ""]), encoding="utf-8")
        for compiler in compilers:
            for level in ("-O1", "-O2", "-Os"):
                self.run_here(*compiler, "-ffreestanding", "-std=c11", "-Wall", "-Wextra", "-Werror", level, "-c",
                              "-I", instruction_software.FOLDER, "calls.c", "-o", "calls.o")
                found = self.words(self.folder / "calls.o")
                self.assertEqual([hex(word & mask) for word, mask in zip(found, masks)], list(map(hex, expected)))
                self.assertEqual(len(found), len(expected))
            (self.folder / "example.c").write_text(self.example("c"), encoding="utf-8")
            self.run_here(*compiler, "-ffreestanding", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-c",
                          "-I", instruction_software.FOLDER, "example.c", "-o", "example.o")
            self.assertEqual(len(self.words(self.folder / "example.o")), 8)
            # What does not fit and what is not optimised are errors.
            (self.folder / "wrong.c").write_text('#include "gsq.h"\nvoid f(void) { gsq_unsqueeze(32, 0, 0); }\n', encoding="utf-8")
            for level, said in (("-O1", "a register number or code that fits"), ("-O0", "expected -O1 or more")):
                done = subprocess.run([*compiler, "-ffreestanding", level, "-c", "-I", str(instruction_software.FOLDER),
                                       "wrong.c"], capture_output=True, text=True, check=False, cwd=self.folder)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(said, done.stderr)

    def test_assemblers(self):
        """With that of this machine, too: the macros are numbers, which need no processor."""
        names = {field: dict((code, text) for _, code, text in self.table.isa.items[enum])
                 for enum, field in instruction_software.CODES.items()}
        names["number"] = {register.number: register.name for register in self.table.registers}
        lines, expected = [f'.include "{instruction_software.MACROS}"'] * 2, []
        for made, values in self.cases:
            texts = {"rd": "a0"} if made.answers else {}
            for field in made.operands:
                if field in made.scalars:
                    text = {"rs1": "x11", "rs2": "a2"}[made.scalars[field]]
                elif field in ("vd", "vs", "vi", "m"):
                    text = f"{'v' if made.places[field].bits == 5 else 'm'}{values[field]}"
                else:
                    text = f"u{values[field]}" if field == "u" else names.get(field, {}).get(values[field], values[field])
                texts[parameter(field)] = text
            lines.append(f"gsq.{made.name} " + ", ".join(str(texts[name]) for name in instruction_software.operands(made)))
            expected.append(made.encode(values, RD, RS1, RS2))
        lines.append("gsq.gather v1, a1, v2, m3, b32")     # defaults: no merge, mode elem
        expected.append(0x0620_0000 | 11 << 15 | 4 << 12 | 1 << 7 | 0x0B)
        (self.folder / "all.s").write_text("\n".join([*lines, ""]), encoding="utf-8")
        for assembler in [[HOSTS[0]], *self.riscv()]:
            self.run_here(*assembler, "-c", "all.s", "-o", "all.o")
            self.assertEqual(list(map(hex, self.words(self.folder / "all.o"))), list(map(hex, expected)))
            (self.folder / "wrong.s").write_text(lines[0] + "\ngsq.unsqueeze v32, m0, b8\n", encoding="utf-8")
            done = subprocess.run([*assembler, "-c", "wrong.s"], capture_output=True, check=False, cwd=self.folder)
            self.assertNotEqual(done.returncode, 0)

    def test_example_in_assembly(self):
        assemblers = list(self.riscv())
        if not assemblers:
            self.skipTest("expected riscv64-unknown-elf-gcc, or clang with the target riscv32; found neither")
        (self.folder / "example.s").write_text(f'.include "{instruction_software.MACROS}"\n' + self.example("asm"),
                                               encoding="utf-8")
        for assembler in assemblers:
            self.run_here(*assembler, "-c", "example.s", "-o", "example.o")
            self.assertEqual(len(self.words(self.folder / "example.o")), 5)
