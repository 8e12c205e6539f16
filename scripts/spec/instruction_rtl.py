# SPDX-License-Identifier: Apache-2.0
"""What RTL gets of the table of instructions: rtl/xif/gsq_xif_pkg.sv. For scripts/spec/instructions.py."""
from scripts.core import tasks
from scripts.spec import commands
from scripts.spec.instruction_table import MAJORS, NUMBER, WORDS

PACKAGE = tasks.ROOT / "rtl" / "xif" / "gsq_xif_pkg.sv"
KINDS = {"command": ("XifCommand", "gives a command to the unit"),
         "write": ("XifWrite", "writes cfg registers"),
         "read": ("XifRead", "reads a cfg register"),
         "sync": ("XifSync", "waits, and gives the first error"),
         "vector": ("XifVector", "is a vector instruction of RISC-V")}
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
  // Bits of an instruction that are a field with codes; 0 bits: there is none.
  typedef struct packed {
    logic [4:0] low;   // lowest bit
    logic [2:0] bits;  // number of bits
  } place_t;

  // From where the result of an instruction comes, and what it is. The last three are the state of
  // vector instructions.
  typedef enum logic [3:0] {
    XifAtOnce       = 4'd0,  // there is nothing to wait for, and no value
    XifFromResponse = 4'd1,  // info of the response to its command
    XifFirst        = 4'd2,  // the same, -1 for a lane that there is not
    XifByte         = 4'd3,  // the same, its low byte with sign
    XifHalf         = 4'd4,  // the same, its low half with sign
    XifFromHere     = 4'd5,  // the front end, when it executes the instruction
    XifVl           = 4'd6,
    XifVtype        = 4'd7,
    XifVlenb        = 4'd8
  } xif_answer_e;

  // An address of a core that sees the Unified Buffer at `base`, as the unit counts: those in there
  // from 0 on, others as they are.
  function automatic logic [31:0] in_ub(logic [31:0] address, int unsigned bytes,
                                        logic [31:0] base);
    logic [31:0] inside_bits;
    inside_bits = 32'(bytes - 1);
    if (base != '0 && (address & ~inside_bits) == base) return address & inside_bits;
    return address;
  endfunction
"""
CODED = ("width", "form", "mode", "distr", "pattern", "merge", NUMBER)   # not all of their codes are always legal


def register_name(register):
    return "Cfg" + commands.camel(register.name)


def takings(made):
    """{name of a bit of xif_takes_t: what it says} of an instruction: from where each of its fields comes."""
    found = {}
    for field, place in made.places.items():
        high = place.low + place.bits - 1
        found[f"{field}_{high}_{place.low}" if place.bits > 1 else f"{field}_{high}"] = (
            f"bits {high}:{place.low}" if place.bits > 1 else f"bit {high}")
    for field, word in made.scalars.items():
        if made.row:
            found[f"{field.replace('.', '')}_{word}"] = f"the x register {word}"
    for field, register in made.cfg.items():
        found[f"{field.replace('.', '')}_cfg_{register.name}"] = f"the cfg register {register.name}"
    for field, code in made.codes.items():
        if code:
            found[f"{field}_is_{code}"] = f"always {code}"
    return found


def all_takings(table):
    """The same of all instructions, in the order of the fields of cmd_t."""
    found = {}
    for made in table.instructions:
        found |= takings(made)
    order = [NUMBER, *(part.replace(".", "") for field in table.isa.parsed.fields for part in table.parts(field))]
    def rank(name):
        return max(i for i, field in enumerate(order) if name.startswith(field + "_"))
    return {name: found[name] for name in sorted(found, key=rank)}


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
    pairs = sum(1 << number for number in table.pairs)
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
    op = made.row.facts["op"] if made.row else table.isa.commands[0].facts["op"]
    words = [f"mask: 32'h{made.mask:08x}", f"match: 32'h{made.match:08x}", f"kind: {KINDS[made.kind][0]}", f"op: {op}"]
    words += [f"{name}: '1" for name, true in (("answers", made.answers), ("reads_rs1", made.reads("rs1")),
                                               ("reads_rs2", made.reads("rs2"))) if true]
    words += [f"{field}: '{{low: 5'd{made.places[field].low}, bits: 3'd{made.places[field].bits}}}"
              for field in CODED if field in made.places]
    taken = ", ".join([*(f"{name}: '1" for name in takings(made)), "default: '0"])
    return [*words, f"takes: '{{{taken}}}", "default: '0"]


def package(table):
    """Lines of the package."""
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
    yield "  typedef enum logic [2:0] {"
    last = list(KINDS)[-1]
    yield from commands.columns([(f"{name:10} = 3'd{code}{'' if kind == last else ','}", text)
                                 for code, (kind, (name, text)) in enumerate(KINDS.items())])
    yield "  } xif_kind_e;"
    yield from TYPES.splitlines()
    yield ""
    yield "  // From where the fields of a command come; what none of its bits says is 0."
    yield from commands.struct("xif_takes_t", [("logic", name, text) for name, text in all_takings(table).items()])
    yield ""
    yield "  // Facts about an instruction."
    facts = [("logic [31:0]", "mask", "bits that are always the same"), ("logic [31:0]", "match", "these bits"),
             ("xif_kind_e", "kind", "what it does"), ("opcode_e", "op", "command"),
             ("logic", "answers", "rd is an x register"), ("logic", "reads_rs1", "rs1 is an x register"),
             ("logic", "reads_rs2", "rs2 is an x register"),
             *(("place_t", field, "number of a cfg register" if field == NUMBER else f"`{field}` of cmd_t")
               for field in CODED),
             ("xif_takes_t", "takes", "from where the fields come")]
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
