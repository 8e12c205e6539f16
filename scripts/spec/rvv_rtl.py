# SPDX-License-Identifier: Apache-2.0
"""What RTL gets of the table of vector instructions: rtl/xif/gsq_rvv_pkg.sv. For scripts/spec/rvv.py."""
from scripts.core import tasks
from scripts.spec import commands
from scripts.spec.rvv_table import ANSWERS, VARIANTS

PACKAGE = tasks.ROOT / "rtl" / "xif" / "gsq_rvv_pkg.sv"
HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Written by scripts/spec/rvv.py from configs/rvv.toml. Do not edit.
//
// The instructions of RVV 1.0 that gsq executes: their bits, and the commands that each is made of.
package gsq_rvv_pkg;

  import gsq_pkg::*;

  // Mask registers that are reserved.
  localparam logic [2:0] MaskScratch3 = 3'd3;
  localparam logic [2:0] MaskScratch4 = 3'd4;
  localparam logic [2:0] MaskScratch5 = 3'd5;
  localparam logic [2:0] MaskAll      = 3'd6;  // all lanes; vset writes it
  localparam logic [2:0] MaskTail     = 3'd7;  // lanes of the last register below vl; the same

  // What vset writes. vtype is 0 where vill is set.
  typedef struct packed {
    logic        vill;   // vtype is illegal, and nothing but vset may follow
    logic        vma;    // inactive elements may become ones; they keep their value all the same
    logic        vta;    // the same of elements from vl on
    logic [1:0]  vsew;   // log2 of the bytes of an element
    logic [2:0]  vlmul;  // log2 of the registers of a group, signed
    logic [11:0] vl;     // elements
  } rvv_state_t;

  // What an instruction does.
  typedef enum logic [1:0] {
    RvvCommands = 2'd0,  // gives commands to the unit
    RvvSet      = 2'd1,  // writes vl and vtype, gives commands that write masks, rd gets vl
    RvvRead     = 2'd2   // reads vl, vtype or vlenb
  } rvv_kind_e;

  // What rd gets of the info word of the last command's response.
  typedef enum logic [2:0] {
    RvvNoAnswer = 3'd0,  // rd gets nothing of it
    RvvNumber   = 3'd1,  // the word
    RvvFirst    = 3'd2,  // the word; -1 if it is VlenBytes
    RvvByte     = 3'd3,  // its lowest 8 bits with their sign
    RvvHalf     = 3'd4   // its lowest 16 bits with their sign
  } rvv_answer_e;

  // log2 of VlenBytes / VLMAX: the bits that a register has for each bit of a mask, less 3.
  function automatic logic signed [3:0] rvv_ratio(logic [1:0] vsew, logic [2:0] vlmul);
    return signed'({2'b0, vsew}) - signed'({vlmul[2], vlmul});
  endfunction

  // VLMAX, for -3 to 2.
  function automatic logic [11:0] rvv_vlmax(logic signed [3:0] ratio, int unsigned vlen_bytes);
    return 12'((vlen_bytes << 3) >> (ratio + 4'sd3));
  endfunction
"""
FLAGS = (("every", "the commands are repeated for each register"), ("any", "groups do not matter"),
         ("bits", "the elements are bits"), ("anyway", "also with vl = 0"))


def bits_of(count):
    return max(1, (count - 1).bit_length())


def enum(name, prefix, words, comment):
    width = bits_of(len(words))
    names = {word: prefix + commands.camel(word) for word in words}
    yield ""
    yield from commands.comment(comment)
    yield f"  typedef enum logic [{width - 1}:0] {{"
    for code, (word, text) in enumerate(words.items()):
        yield from commands.comment(text, "    ")
        yield f"    {names[word]} = {width}'d{code}{',' if code + 1 < len(words) else ''}"
    yield f"  }} {name};"


def sequences(table):
    """All steps behind each other, {(crack, variant): (first, count)}."""
    steps, places = [], {}
    for crack in table.cracks.values():
        for variant in VARIANTS:
            of = variant if variant in crack.variants else "steps"
            if of == variant:
                places[crack.name, variant] = (len(steps), len(crack.variants[of]))
                steps += [(crack.name, variant, step) for step in crack.variants[of]]
            else:
                places[crack.name, variant] = places[crack.name, "steps"]
    return steps, places


def opcode(table, command):
    return table.names[command].facts["op"]


def step_row(table, step):
    words = [f"own: 1'b{int(step.command == 'own')}",
             f"op: {opcode(table, step.command) if step.command != 'own' else opcode(table, 'create_mask')}"]
    words += [f"{key}: RvvReg{commands.camel(step.operands.get(key, 'vd'))}" for key in ("vd", "vs", "vi", "m")]
    words += [f"n: RvvNum{commands.camel(step.number)}", f"b8: 1'b{int(step.bytes)}", f"merge: 1'b{int(step.merge)}"]
    return words


def package(table):
    yield from HEAD.splitlines()
    yield from enum("rvv_reg_e", "RvvReg", table.parsed["registers"], "An operand of a command.")
    yield from enum("rvv_number_e", "RvvNum", table.parsed["numbers"], "The number n of a command.")
    steps, places = sequences(table)
    width = bits_of(len(steps))
    yield ""
    yield "  // Place of a command in the table."
    yield f"  typedef logic [{width - 1}:0] rvv_place_t;"
    yield ""
    yield "  // A command."
    yield from commands.struct("rvv_step_t", [
        ("logic", "own", "it is that of the instruction"), ("opcode_e", "op", "otherwise this one"),
        ("rvv_reg_e", "vd", "field vd"), ("rvv_reg_e", "vs", "field vs"), ("rvv_reg_e", "vi", "field vi"),
        ("rvv_reg_e", "m", "field m"), ("rvv_number_e", "n", "field n, and whether it is the second operand"),
        ("logic", "b8", "lanes of b8; otherwise those of the elements"), ("logic", "merge", "field merge")])
    yield ""
    yield "  // What an instruction is."
    flags = sorted({flag for one in table.instructions for flag in one.flags})
    fields = [("opcode_e", "op", "its own command"),
              ("rvv_place_t", "first", "its first command in RvvSteps"),
              ("logic [3:0]", "count", "its number of commands"),
              ("rvv_place_t", "other", "the same if v0 masks it, or if vd is vs1"),
              ("logic [3:0]", "others", "number of these"),
              ("logic", "same", "the latter"),
              *(("logic", name, text) for name, text in FLAGS),
              ("logic", "memory", "it accesses memory, its elements are as wide as its own width says"),
              ("logic", "indexed", "it accesses memory, its indices are as wide as its own width says"),
              ("logic", "strided", "x register rs2 has a stride"),
              ("logic", "counted", "it has 1, 2, 4 or 8 registers, as it says itself"),
              *(("logic", f"group_{name}", f"{name} is a group of registers") for name in ("vd", "vs2", "vs1")),
              *(("logic", f"apart_{name}", f"vd must differ from {name}") for name in ("vs2", "vs1")),
              *(("logic", flag, {"mask_vd": "vd is a mask, and of a source group at most the first register", "unmasked_vd": "vd is a mask, and not v0 where that masks", "no_vtype": "legal with vill",
                                 "halves": "with SEW 16 only", "agnostic": "with vta 1 only, under a mask with vma 1"}[flag]) for flag in flags),
              ("logic [1:0]", "answer", "1: rd gets a number; 2: that of an element or -1; 3: an element")]
    yield from commands.struct("rvv_what_t", fields)
    yield ""
    yield "  // Facts about an instruction."
    yield from commands.struct("rvv_facts_t", [("logic [31:0]", "mask", "bits that are always the same, but for funct3"),
                                               ("logic [31:0]", "match", "these bits"),
                                               ("logic [7:0]", "funct3s", "per funct3: there is such an instruction"),
                                               ("rvv_what_t", "what", "what it is")])
    yield ""
    yield f"  localparam int unsigned NumRvvSteps = {len(steps)};"
    yield f"  localparam int unsigned NumRvv      = {len(table.instructions)};"
    yield ""
    yield "  localparam rvv_step_t RvvSteps [NumRvvSteps] = '{"
    before = None
    for place, (crack, variant, step) in enumerate(steps):
        if (crack, variant) != before:
            yield f"    // {crack}" + ("" if variant == "steps" else f", {variant}")
        before = (crack, variant)
        yield from commands.wrapped("'{", step_row(table, step), "    ", "}" if place + 1 == len(steps) else "},")
    yield "  };"
    yield ""
    yield "  localparam rvv_facts_t Rvv [NumRvv] = '{"
    for one in table.instructions:
        variant = "same" if "same" in one.crack.variants else "masked"
        first, count = places[one.crack.name, "steps"]
        other, others = places[one.crack.name, variant]
        memory = one.opcode in ("load", "store")
        indexed = memory and one.command.endswith("_index")
        true = [*one.crack.flags, *one.flags, *(f"group_{name}" for name in one.groups),
                *(f"apart_{name}" for name in one.apart)]
        true += ["same"] if variant == "same" else []
        true += ["indexed" if indexed else "memory"] if memory else []
        true += ["strided"] if one.name.startswith(("vlse", "vsse")) else []
        true += ["counted"] if "<n>" in one.name else []
        what = [f"op: {opcode(table, one.command)}", f"first: {first}", f"count: {count}", f"other: {other}",
                f"others: {others}", *(f"{name}: '1" for _, name, _ in fields if name in true),
                f"answer: {ANSWERS.index(one.answer)}", "default: '0"]
        words = [f"mask: 32'h{one.mask:08x}", f"match: 32'h{one.match:08x}", f"funct3s: 8'b{one.funct3s:08b}",
                 f"what: '{{{', '.join(what)}}}"]
        yield f'    // "{one.name}"'
        yield from commands.wrapped("'{", words, "    ", "}" if one is table.instructions[-1] else "},")
    yield "  };"
    yield ""
    yield "endpackage"
