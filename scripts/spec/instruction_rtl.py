# SPDX-License-Identifier: Apache-2.0
"""What RTL gets of the table of instructions: rtl/xif/gsq_xif_pkg.sv. For scripts/spec/instructions.py."""
from scripts.core import tasks
from scripts.spec import commands
from scripts.spec.instruction_table import MAJORS, NUMBER, WORDS

PACKAGE = tasks.ROOT / "rtl" / "xif" / "gsq_xif_pkg.sv"
KINDS = {"command": ("XifCommand", "gives a command to the unit"),
         "write": ("XifWrite", "writes cfg registers"),
         "read": ("XifRead", "reads a cfg register"),
         "sync": ("XifSync", "waits, and gives the first error")}
HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Written by scripts/spec/instructions.py from configs/instructions.toml. Do not edit.
//
// The instructions by which a RISC-V core gives commands to gsq: their bits, from where each field
// of a command comes, and the cfg registers of the front end.
package gsq_xif_pkg;

  import gsq_pkg::*;
"""
TYPES = """
  // Bits of an instruction that are a field, zero-extended; with 0 bits: the code.
  typedef struct packed {
    logic [4:0] low;   // lowest bit
    logic [2:0] bits;  // number of bits
    logic [4:0] code;  // without bits: the code of the field
  } place_t;

  // From where a number comes: 0 nowhere, an x register, or 32 + the number of a cfg register.
  typedef logic [5:0] source_t;
  localparam source_t FromRs1  = 6'd1;
  localparam source_t FromRs2  = 6'd2;
"""


def sv_name(field):
    """The field, or the part of one, as a member of xif_facts_t."""
    return field.replace(".", "")


def register_name(register):
    return "Cfg" + commands.camel(register.name)


def members(table):
    """(fields with a place, fields with a source) of xif_facts_t, in the order of cmd_t."""
    small = [field for field in table.isa.parsed.fields if table.bits[field] <= 5]
    wide = [part for field in table.isa.parsed.fields if field not in small for part in table.parts(field)]
    return small, wide


def numbers(table):
    yield ""
    yield "  // The cfg registers, by their numbers."
    yield "  typedef struct packed {"
    yield from commands.columns([(f"logic [{register.bits - 1}:0] {register.name};", register.comment)
                                 for register in table.registers])
    yield "  } xif_cfg_t;"
    yield ""
    wide = max(len(register_name(register)) for register in table.registers)
    for register in table.registers:
        yield f"  localparam logic [4:0] {register_name(register):{wide}} = 5'd{register.number};"
    there = sum(1 << number for number in table.numbers)
    pairs = sum(1 << number for number in table.numbers if number % 2 == 0 and number + 1 in table.numbers)
    yield ""
    yield "  // Per number: there is such a register; there is one behind it, and both can be written at once."
    yield f"  localparam logic [31:0] CfgThere = 32'h{there:08x};"
    yield f"  localparam logic [31:0] CfgPairs = 32'h{pairs:08x};"
    yield ""
    yield "  // The value of a cfg register; 0 if there is none of this number."
    yield "  function automatic logic [31:0] cfg_value(xif_cfg_t cfg, logic [4:0] number);"
    yield "    unique case (number)"
    for register in table.registers:
        yield f"      {register_name(register)}: return 32'(cfg.{register.name});"
    yield "      default: return '0;"
    yield "    endcase"
    yield "  endfunction"
    yield ""
    yield "  // The cfg registers after the write of one of them."
    yield "  function automatic xif_cfg_t cfg_with(xif_cfg_t cfg, logic [4:0] number, logic [31:0] value);"
    yield "    cfg_with = cfg;"
    yield "    unique case (number)"
    for register in table.registers:
        part = "" if register.bits == 32 else "[0]" if register.bits == 1 else f"[{register.bits - 1}:0]"
        yield f"      {register_name(register)}: cfg_with.{register.name} = value{part};"
    yield "      default: ;"
    yield "    endcase"
    yield "  endfunction"


def row(table, made):
    """Facts of an instruction."""
    small, wide = members(table)
    op = made.row.facts["op"] if made.row else table.isa.commands[0].facts["op"]
    words = [f"mask: 32'h{made.mask:08x}", f"match: 32'h{made.match:08x}", f"kind: {KINDS[made.kind][0]}", f"op: {op}"]
    words += [f"{name}: '1" for name, true in (("answers", made.answers), ("reads_rs1", made.reads("rs1")),
                                               ("reads_rs2", made.reads("rs2"))) if true]
    for field in [NUMBER, *small]:
        if field in made.places:
            place = made.places[field]
            words.append(f"{field}: place(5'd{place.low}, 3'd{place.bits})")
        elif made.codes.get(field):
            words.append(f"{field}: code(5'd{made.codes[field]})")
        elif field in made.cfg:
            words.append(f"{field}_from: from_cfg({register_name(made.cfg[field])})")
    for field in wide:
        if field in made.scalars:
            words.append(f"{sv_name(field)}: From{made.scalars[field].capitalize()}")
        elif field in made.cfg:
            words.append(f"{sv_name(field)}: from_cfg({register_name(made.cfg[field])})")
    return [*words, "default: '0"]


def package(table):
    """Lines of the package."""
    small, wide = members(table)
    held = sorted({field for made in table.instructions for field in made.cfg if field in small})
    yield from HEAD.splitlines()
    yield ""
    yield "  // Lowest bits and sizes are those of the R-type of RISC-V."
    for word, (low, bits) in WORDS.items():
        yield f"  //   {word:<6} bits {low + bits - 1}:{low}"
    for name, code in MAJORS.items():
        yield f"  //   {name} opcode 0x{code:02x}, bits 6:0"
    yield from numbers(table)
    yield ""
    yield "  // What an instruction does."
    yield "  typedef enum logic [1:0] {"
    last = list(KINDS)[-1]
    yield from commands.columns([(f"{name:10} = 2'd{code}{'' if kind == last else ','}", text)
                                 for code, (kind, (name, text)) in enumerate(KINDS.items())])
    yield "  } xif_kind_e;"
    yield from TYPES.splitlines()
    yield ""
    yield "  function automatic place_t place(logic [4:0] low, logic [2:0] bits);"
    yield "    return '{low: low, bits: bits, code: '0};"
    yield "  endfunction"
    yield ""
    yield "  function automatic place_t code(logic [4:0] value);"
    yield "    return '{low: '0, bits: '0, code: value};"
    yield "  endfunction"
    yield ""
    yield "  function automatic source_t from_cfg(logic [4:0] number);"
    yield "    return {1'b1, number};"
    yield "  endfunction"
    yield ""
    yield "  // Facts about an instruction; each field that its command does not have is nowhere."
    facts = [("logic [31:0]", "mask", "bits that are always the same"), ("logic [31:0]", "match", "these bits"),
             ("xif_kind_e", "kind", "what it does"), ("opcode_e", "op", "command"),
             ("logic", "answers", "rd is an x register"), ("logic", "reads_rs1", "rs1 is an x register"),
             ("logic", "reads_rs2", "rs2 is an x register"), ("place_t", NUMBER, "number of a cfg register")]
    facts += [("place_t", field, f"`{field}` of cmd_t") for field in small]
    facts += [("source_t", f"{field}_from", f"`{field}`, where it has no place and no code") for field in held]
    facts += [("source_t", sv_name(field), f"`{field}` of cmd_t" if "." not in field else
               f"`{field.split('.')[0]}` of cmd_t, bits {int(field[-1]) * 32 + 31}:{int(field[-1]) * 32}") for field in wide]
    yield from commands.struct("xif_facts_t", facts)
    yield ""
    yield f"  localparam int unsigned NumInstructions = {len(table.instructions)};"
    yield ""
    yield "  localparam xif_facts_t Instructions [NumInstructions] = '{"
    for made in table.instructions:
        yield f'    // "{made.name}"'
        yield from commands.wrapped("'{", row(table, made), "    ", "}" if made is table.instructions[-1] else "},")
    yield "  };"
    yield ""
    yield "endpackage"
