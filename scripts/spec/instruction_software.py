# SPDX-License-Identifier: Apache-2.0
"""What software gets of the table of instructions: software/riscv/, a C header and macros for assemblers. For
scripts/spec/instructions.py."""
from scripts.core import tasks
from scripts.spec import commands, commands_table
from scripts.spec.command_heads import summary
from scripts.spec.instruction_table import NUMBER, WORDS

FOLDER = tasks.ROOT / "software" / "riscv"
C_HEADER = FOLDER / "gsq.h"
MACROS = FOLDER / "gsq.inc"
NOTE = "Written by scripts/spec/instructions.py from configs/instructions.toml. Do not edit."
CODES = {"width_e": "width", "form_e": "form", "amode_e": "mode", "dist_e": "distr", "pattern_e": "pattern"}  # fields
DEFAULTS = {"merge": "0", "mode": "elem", "abs": "0"}   # of macros, where no other operand follows
ABI = ("zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6".split())

HEAD = """\
// Commands of gsq as instructions of a RISC-V core: a function for each, for C and C++.
// docs/reference/instructions.md describes them.
//
// Numbers of registers of the unit, codes and flags must be constants. The compiler sees them after
// inlining only, so it has to optimise: -O1 or more.
//
// A program that defines GSQ_EXECUTE(word, rs1, rs2) before it includes this file gets calls of
// that in place of instructions, on any machine: word is the instruction with x10 in rd, x11 in rs1
// and x12 in rs2 where it has x registers, rs1 and rs2 are the values of these, and what it returns
// is the answer.
#ifndef GSQ_H
#define GSQ_H

#include <stdint.h>
"""
EXECUTE = """
#define GSQ_INLINE static inline __attribute__((always_inline))

// RUN: no answer; _1, _2, _12: rs1, rs2 or both are values; ASK: an answer.
#ifdef GSQ_EXECUTE

#define GSQ_WORD(major, funct3, funct7, rd, rs1, rs2) \\
  ((uint32_t)(funct7) << 25 | (uint32_t)(rs2) << 20 | (uint32_t)(rs1) << 15 | \\
   (uint32_t)(funct3) << 12 | (uint32_t)(rd) << 7 | (uint32_t)(major))
#define GSQ_FIT(value, bits) (void)0
#define GSQ_RUN(major, funct3, funct7, rd, rs1, rs2) \\
  (void)GSQ_EXECUTE(GSQ_WORD(major, funct3, funct7, rd, rs1, rs2), 0u, 0u)
#define GSQ_RUN_1(major, funct3, funct7, rd, rs1, rs2) \\
  (void)GSQ_EXECUTE(GSQ_WORD(major, funct3, funct7, rd, 11, rs2), rs1, 0u)
#define GSQ_RUN_2(major, funct3, funct7, rd, rs1, rs2) \\
  (void)GSQ_EXECUTE(GSQ_WORD(major, funct3, funct7, rd, rs1, 12), 0u, rs2)
#define GSQ_RUN_12(major, funct3, funct7, rd, rs1, rs2) \\
  (void)GSQ_EXECUTE(GSQ_WORD(major, funct3, funct7, rd, 11, 12), rs1, rs2)
#define GSQ_ASK(answer, major, funct3, funct7, rs1, rs2) \\
  ((answer) = GSQ_EXECUTE(GSQ_WORD(major, funct3, funct7, 10, rs1, rs2), 0u, 0u))

#else

#ifndef __riscv
#error "gsq.h: expected a compiler for RISC-V, or GSQ_EXECUTE(word, rs1, rs2) defined before"
#endif
#ifndef __OPTIMIZE__
#error "gsq.h: expected -O1 or more: operands must be constants after inlining"
#endif

#ifdef __cplusplus
extern "C"
#endif
void gsq_does_not_fit(void)
    __attribute__((error("gsq: expected a register number or code that fits its bits")));
#define GSQ_FIT(value, bits) \\
  do {                       \\
    if ((value) >> (bits)) gsq_does_not_fit(); \\
  } while (0)
#define GSQ_RUN(major, funct3, funct7, rd, rs1, rs2)                              \\
  __asm__ volatile(".insn r %0, %1, %2, x%3, x%4, x%5" ::"i"(major), "i"(funct3), \\
                   "i"(funct7), "i"(rd), "i"(rs1), "i"(rs2)                       \\
                   : "memory")
#define GSQ_RUN_1(major, funct3, funct7, rd, rs1, rs2)                           \\
  __asm__ volatile(".insn r %0, %1, %2, x%3, %4, x%5" ::"i"(major), "i"(funct3), \\
                   "i"(funct7), "i"(rd), "r"(rs1), "i"(rs2)                      \\
                   : "memory")
#define GSQ_RUN_2(major, funct3, funct7, rd, rs1, rs2)                           \\
  __asm__ volatile(".insn r %0, %1, %2, x%3, x%4, %5" ::"i"(major), "i"(funct3), \\
                   "i"(funct7), "i"(rd), "i"(rs1), "r"(rs2)                      \\
                   : "memory")
#define GSQ_RUN_12(major, funct3, funct7, rd, rs1, rs2)                         \\
  __asm__ volatile(".insn r %0, %1, %2, x%3, %4, %5" ::"i"(major), "i"(funct3), \\
                   "i"(funct7), "i"(rd), "r"(rs1), "r"(rs2)                     \\
                   : "memory")
#define GSQ_ASK(answer, major, funct3, funct7, rs1, rs2)          \\
  __asm__ volatile(".insn r %1, %2, %3, %0, x%4, x%5"             \\
                   : "=r"(answer)                                 \\
                   : "i"(major), "i"(funct3), "i"(funct7),        \\
                     "i"(rs1), "i"(rs2)                           \\
                   : "memory")

#endif
"""
MACRO_HEAD = """\
/* SPDX-License-Identifier: Apache-2.0 */
/* Written by scripts/spec/instructions.py from configs/instructions.toml. Do not edit. */

/* Commands of gsq as instructions of a RISC-V core: a macro for each, for GNU as and LLVM:
   gsq.NAME and operands, as docs/reference/instructions.md lists them. Registers of the unit are v0 to
   v31, m0 to m7 and u0 to u3; codes and cfg registers have their names, flags are 0 or 1. */
.ifndef .Lgsq_x_x0
"""


def identifier(name):
    return name.replace(".", "_")


def parameter(field):
    """A field as a parameter of a function or macro."""
    return field.replace(".", "")


def does(table, made):
    """A sentence on the instruction."""
    if made.row is None:
        return made.does
    name = table.isa.name(made.row)
    return summary(commands_table.page_of(name), name)


def word_parts(made, name):
    """(fixed bits, [(field, its lowest bit there)]) of a field of R-type."""
    low, bits = WORDS[name]
    return made.match >> low & (1 << bits) - 1, [(field, place.low - low) for field, place in made.places.items()
                                                 if low <= place.low < low + bits]


# ---- C ------------------------------------------------------------------------------------------

def expression(made, name):
    """A field of R-type in C."""
    fixed, parts = word_parts(made, name)
    for field, word in made.scalars.items():
        if word == name:
            return parameter(field)
    terms = [f"{parameter(field)} << {shift}" if shift else parameter(field) for field, shift in parts]
    return " | ".join([*([f"{fixed}u"] if fixed or not terms else []), *terms])


def functions(made):
    """Whether the functions of an instruction have an answer: one that does more has two functions."""
    return [False, True] if others(made) else [made.answers]


def function_name(made, answer):
    return f"gsq_{identifier(made.name)}" + "_count" * (answer and others(made))


def function(table, made, answer):
    """A function; without `answer` that of an instruction whose answer nobody wants, in x0."""
    parameters = ", ".join(f"uint32_t {parameter(field)}" for field in made.operands) or "void"
    yield from (f"/// {line}" for line in wrapped(does(table, made) + (
        " Answers with their bytes." if answer and others(made) else "")))
    begin = f"GSQ_INLINE {'uint32_t' if answer else 'void'} {function_name(made, answer)}("
    yield from commands.wrapped(begin, f"{parameters}) {{".split(", "), "")
    for field in made.operands:
        if field in made.places:
            yield f"  GSQ_FIT({parameter(field)}, {made.places[field].bits});"
    words = {word: expression(made, word) for word in WORDS}
    major = f"0x{made.match & 0x7F:02x}"
    numbers = f"{words['rs1']}, {words['rs2']}"
    if answer:
        yield "  uint32_t answer;"
        yield f"  GSQ_ASK(answer, {major}, {words['funct3']}, {words['funct7']}, {numbers});"
        yield "  return answer;"
    else:
        values = "".join(number for number, word in (("1", "rs1"), ("2", "rs2")) if made.reads(word))
        yield (f"  GSQ_RUN{'_' * bool(values)}{values}({major}, {words['funct3']}, {words['funct7']}, {words['rd']}, "
               f"{numbers});")
    yield "}"
    yield ""


def others(made):
    """The instruction does something beside its answer."""
    return made.answers and made.row is not None and made.row.facts["writes_vd"]


def wrapped(text):
    line = ""
    for word in text.split():
        if line and len(line) + len(word) > 94:
            yield line
            line = ""
        line += " " * bool(line) + word
    yield line


def c_header(table):
    """Lines of gsq.h."""
    yield "// SPDX-License-Identifier: Apache-2.0"
    yield f"// {NOTE}"
    yield "//"
    yield from HEAD.splitlines()
    for enum in CODES:
        yield ""
        yield from table.isa.c_codes(enum)
    yield ""
    yield "// cfg registers"
    yield from (f"#define GSQ_CFG_{register.name.upper()} {register.number}" for register in table.registers)
    yield from EXECUTE.splitlines()
    yield ""
    for made in table.instructions:
        for answer in functions(made):
            yield from function(table, made, answer)
    yield "#endif"


# ---- assemblers ---------------------------------------------------------------------------------

def symbol(made, field):
    """How a macro finds the number of an operand."""
    text = f"\\{parameter(field)}"
    if field in made.scalars:
        return f".Lgsq_x_{text}"
    if field == NUMBER:
        return f".Lgsq_cfg_{text}"
    if field in ("vd", "vs", "vi", "m"):
        return f".Lgsq_{'v' if made.places[field].bits == 5 else 'm'}_{text}"
    if field == "u" or field in CODES.values():
        return f".Lgsq_{field}_{text}"
    return text


def operands(made):
    """Operands as macros and disassembly have them."""
    return [*(["rd"] if made.answers else []), *(parameter(field) for field in made.operands)]


def macro(made):
    shown = operands(made)
    for place in reversed(range(len(shown))):
        if shown[place] not in DEFAULTS:
            break
        shown[place] += f"={DEFAULTS[shown[place]]}"
    terms = [f"0x{made.match:08x}"] + ([f"(.Lgsq_x_\\rd << {WORDS['rd'][0]})"] if made.answers else [])
    for field in made.operands:
        low = made.places[field].low if field in made.places else WORDS[made.scalars[field]][0]
        terms.append(f"({symbol(made, field)} << {low})")
    yield f".macro gsq.{made.name} {', '.join(shown)}".rstrip()
    yield f"  .4byte {' | '.join(terms)}"
    yield ".endm"


def macros(table):
    """Lines of gsq.inc."""
    yield from MACRO_HEAD.splitlines()
    yield ""
    for number, name in enumerate(ABI):
        yield f".set .Lgsq_x_x{number}, {number}"
        yield f".set .Lgsq_x_{name}, {number}"
    yield ".set .Lgsq_x_fp, 8"
    for kind, count in (("v", "NumVregs"), ("m", "NumMregs"), ("u", "NumUregs")):
        yield from (f".set .Lgsq_{kind}_{kind}{number}, {number}" for number in range(table.isa.constants[count]))
    for enum, field in CODES.items():
        yield from (f".set .Lgsq_{field}_{text}, {code}" for _, code, text in table.isa.items[enum])
    yield from (f".set .Lgsq_cfg_{register.name}, {register.number}" for register in table.registers)
    yield ""
    for made in table.instructions:
        yield from macro(made)
    yield ""
    yield ".endif"
