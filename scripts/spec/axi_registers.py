# SPDX-License-Identifier: Apache-2.0
"""Writes all that follows from the register map of gsq_axi, rtl/axi/gsq_axi_regs.rdl.

  rtl/axi/gsq_axi_regs.sv                      the registers in RTL
  rtl/axi/gsq_ring_regs.sv                     those of the ring, which not each gsq_axi has
  cpp_model/include/gsq/axi/gsq_axi_regs.h     the map for C and C++, by PeakRDL
  cpp_model/include/gsq/axi/gsq_command.h      fields and codes of a command, from configs/commands.toml
  docs/integrate/axi.md                      its tables of registers

`scripts/setup.sh axi` installs the compiler of SystemRDL. With --check nothing is written; exit
status 1: a file differs.

The RTL is not made by PeakRDL-regblock (1.3.1 was tried). Verilator 5.006 ends with an internal
error on its structs, with `cmd` as an array and as 16 registers. Reads and writes share one access a
cycle, a pulse comes a cycle later, DECERR is SLVERR, and a write that a condition refuses is answered
with OKAY. Its gates are 7 % larger, without what would have to be around them for all of this.
"""
import pathlib
import re
import sys

from scripts.core import regions, tasks
from scripts.spec.command_heads import C_PREFIXES, Isa
from scripts.spec.rtl_files import ROOT

MAP = ROOT / "rtl" / "axi" / "gsq_axi_regs.rdl"
RTL = MAP.parent
HEADERS = ROOT / "cpp_model" / "include" / "gsq" / "axi"
PAGE = ROOT / "docs" / "integrate" / "axi.md"
SELF = pathlib.Path(__file__).relative_to(ROOT)
NOTE = f"Written by {SELF} from {MAP.relative_to(ROOT)}. Do not edit."
LICENCE = "// SPDX-License-Identifier: Apache-2.0"
ADDRESS_WIDTH = 12  # the registers have a page of their own
TITLES = {"axi": "of gsq_axi", "ring": "of the ring of commands"}


class Field:
    """A field of a register: kind is constant, hardware, software, flag or pulse."""

    def __init__(self, reg, node):
        self.reg, self.name, self.low, self.high = reg, node.inst_name, node.low, node.high
        self.text = node.get_property("desc")
        self.reset = node.get_property("reset")
        access = node.get_property("sw").name
        if node.get_property("hwset") and node.get_property("onwrite").name == "woclr":
            self.kind = "flag"
        elif node.get_property("singlepulse") and access == "w":
            self.kind = "pulse"
        elif access == "r":
            self.kind = "hardware" if self.reset is None else "constant"
        elif access == "rw":
            self.kind = "software"
        else:
            sys.exit(f"{MAP.relative_to(ROOT)}: {reg.inst_name}.{self.name}: expected a kind of "
                     f"field that the head of the file lists, found sw={access}")

    @property
    def width(self):
        return self.high - self.low + 1

    @property
    def signal(self):
        return f"{self.reg.inst_name}_{self.name}"

    @property
    def access(self):
        return {"constant": "r", "hardware": "r", "software": "rw", "flag": "rw, 1 clears",
                "pulse": "w"}[self.kind]


class Register:
    """A register, or an array of them."""

    def __init__(self, node):
        self.inst_name = node.inst_name
        self.path = node.get_path().split(".", 1)[1].replace("[]", "")
        self.title = node.get_property("name")
        self.address = node.raw_absolute_address
        self.count = node.array_dimensions[0] if node.is_array else 0
        self.needs = node.get_property("needs")
        self.fields = [Field(self, field) for field in node.fields()]
        self.written = any(field.kind in ("software", "flag", "pulse") for field in self.fields)
        if self.count and [field.width for field in self.fields] != [32]:
            sys.exit(f"{MAP.relative_to(ROOT)}: {self.inst_name}: expected one field of 32 bits in "
                     "an array of registers")


def load():
    """The map, and the registers by module: `axi`, and each file of registers by its name."""
    from systemrdl import RDLCompiler
    from systemrdl.node import RegfileNode, RegNode
    compiler = RDLCompiler()
    compiler.compile_file(str(MAP))
    root = compiler.elaborate()
    files = [("axi", root.top), *((node.inst_name, node) for node in root.top.children()
                                  if isinstance(node, RegfileNode))]
    return root, {name: [Register(reg) for reg in node.children() if isinstance(reg, RegNode)]
                  for name, node in files}


# ---- RTL ----------------------------------------------------------------------------------------

def bits(width):
    return f"[{width - 1}:0] " if width > 1 else ""


def index(field):
    return f"[{field.high}:{field.low}]" if field.width > 1 else f"[{field.low}]"


def ports(registers, width):
    """(comment or "", declaration) of each port."""
    yield "", "input  logic clk_i"
    yield "", "input  logic rst_ni"
    yield "A register is written in this cycle.", "input  logic write_i"
    yield "Write: byte address; the low two bits are ignored.", f"input  logic {bits(width)}waddr_i"
    yield "Write: data.", "input  logic [31:0] wdata_i"
    yield "Write: bytes of the data.", "input  logic [3:0] wstrb_i"
    yield "Write: the AXI response.", "output logic [1:0] wresp_o"
    yield "Read: byte address; the low two bits are ignored.", f"input  logic {bits(width)}raddr_i"
    yield "Read: data.", "output logic [31:0] rdata_o"
    yield "Read: the AXI response.", "output logic [1:0] rresp_o"
    yield ("The write is to no register, or to one that is read only.",
           "output logic no_register_o")
    for name in sorted({register.needs for register in registers if register.needs}):
        yield (f"Writes that need this are done: {name}.", f"input  logic {name}_i")
        yield (f"The write is refused, since {name}_i is 0.", f"output logic no_{name}_o")
    for register in registers:
        for field in register.fields:
            said = f"`{register.inst_name}.{field.name}`: {field.text}."
            size = f"[{register.count - 1}:0]{bits(field.width)}" if register.count else \
                bits(field.width)
            if field.kind == "hardware":
                yield said, f"input  logic {size}{field.signal}_i"
            elif field.kind in ("software", "pulse"):
                yield said, f"output logic {size}{field.signal}_o"
            elif field.kind == "flag":
                yield f"Sets {said}", f"input  logic {size}{field.signal}_set_i"
                yield said, f"output logic {size}{field.signal}_o"


def module(name, registers):
    """The lines of the module gsq_`name`_regs."""
    width = ADDRESS_WIDTH
    needs = sorted({register.needs for register in registers if register.needs})

    def where(register):
        """The numbers of a register in a casez."""
        low = (max(register.count, 1) - 1).bit_length()
        if (register.count and register.count != 1 << low) or (register.address // 4) % (1 << low):
            sys.exit(f"{MAP.relative_to(ROOT)}: {register.inst_name}: expected a power of two of "
                     "registers at a multiple of their size")
        return f"{width - 2}'b{register.address // 4 >> low:0{width - 2 - low}b}{'?' * low}"

    yield LICENCE
    yield f"// {NOTE}"
    yield "//"
    yield f"// The registers {TITLES[name]}, without the bus: see docs/integrate/axi.md."
    yield "//"
    yield "// Latency: a read is answered in the same cycle, a write has its effect from the next on."
    yield "// Throughput: one read and one write a cycle. Handshake: none, every access is answered."
    yield ""
    yield f"module gsq_{name}_regs ("
    every = list(ports(registers, width))
    for number, (text, declaration) in enumerate(every):
        if text:
            yield f"  /// {text}"
        yield f"  {declaration}{',' if number < len(every) - 1 else ''}"
    yield ");"
    yield ""
    yield "  localparam logic [1:0] Okay   = 2'b00;"
    yield "  localparam logic [1:0] SlvErr = 2'b10;"
    yield "  localparam logic [1:0] DecErr = 2'b11;"
    yield ""
    yield f"  logic [{width - 3}:0] wword;  // number of the register"
    yield f"  logic [{width - 3}:0] rword;"
    yield "  logic [31:0] wmask;  // bits of the bytes to write"
    for register in registers:
        if register.written:
            yield f"  logic write_{register.inst_name};"
    yield ""
    yield f"  assign wword = waddr_i[{width - 1}:2];"
    yield f"  assign rword = raddr_i[{width - 1}:2];"
    yield "  assign wmask = {{8{wstrb_i[3]}}, {8{wstrb_i[2]}}, {8{wstrb_i[1]}}, {8{wstrb_i[0]}}};"
    yield ""
    yield "  // Low bits of addresses select no register."
    yield "  logic unused;"
    yield "  assign unused = ^{waddr_i[1:0], raddr_i[1:0]};"
    yield ""
    yield "  always_comb begin"
    yield "    wresp_o = Okay;"
    yield "    no_register_o = 1'b0;"
    for name in needs:
        yield f"    no_{name}_o = 1'b0;"
    for register in registers:
        if register.written:
            yield f"    write_{register.inst_name} = 1'b0;"
    yield "    unique casez (wword)"
    for register in registers:
        if not register.written:
            continue
        yield f"      {where(register)}: begin"
        if register.needs:
            yield f"        wresp_o = {register.needs}_i ? Okay : SlvErr;"
            yield f"        write_{register.inst_name} = write_i && {register.needs}_i;"
            yield f"        no_{register.needs}_o = write_i && !{register.needs}_i;"
        else:
            yield f"        write_{register.inst_name} = write_i;"
        yield "      end"
    readable = [where(register) for register in registers if not register.written]
    if readable:
        yield f"      {f',{chr(10)}      '.join(readable)}: begin"
        yield "        wresp_o = SlvErr;"
        yield "        no_register_o = write_i;"
        yield "      end"
    yield "      default: begin"
    yield "        wresp_o = DecErr;"
    yield "        no_register_o = write_i;"
    yield "      end"
    yield "    endcase"
    yield "  end"
    yield ""
    yield "  always_comb begin"
    yield "    rdata_o = '0;"
    yield "    rresp_o = Okay;"
    yield "    unique casez (rword)"
    for register in registers:
        lines = []
        for field in register.fields:
            part = "" if field.width == 32 else index(field)
            if register.count:
                low = (register.count - 1).bit_length()
                lines.append(f"rdata_o = {field.signal}_o[rword[{low - 1}:0]];")
            elif field.kind == "hardware":
                lines.append(f"rdata_o{part} = {field.signal}_i;")
            elif field.kind == "constant":
                lines.append(f"rdata_o{part} = {field.width}'h{field.reset:x};")
            elif field.kind in ("software", "flag"):
                lines.append(f"rdata_o{part} = {field.signal}_o;")
        if len(lines) == 1:
            yield f"      {where(register)}: {lines[0]}"
        elif lines:
            yield f"      {where(register)}: begin"
            yield from (f"        {line}" for line in lines)
            yield "      end"
        else:
            yield f"      {where(register)}: rdata_o = '0;  // {register.inst_name}: write only"
    yield "      default: rresp_o = DecErr;"
    yield "    endcase"
    yield "  end"
    for register in registers:
        for field in register.fields:
            if field.kind == "pulse":
                yield ""
                yield (f"  assign {field.signal}_o = write_{register.inst_name} && "
                       f"wdata_i[{field.low}] && wmask[{field.low}];")
    clocked = [field for register in registers if not register.count for field in register.fields
               if field.kind in ("software", "flag")]
    yield ""
    yield "  always_ff @(posedge clk_i or negedge rst_ni) begin"
    yield "    if (!rst_ni) begin"
    for field in clocked:
        if field.reset is None:
            sys.exit(f"{MAP.relative_to(ROOT)}: {field.signal}: expected a value at reset")
        yield f"      {field.signal}_o <= {field.width}'h{field.reset:x};"
    yield "    end else begin"
    for register in registers:
        flags = [field for field in clocked if field.reg is register and field.kind == "flag"]
        written = [field for field in clocked if field.reg is register and field.kind != "flag"]
        write = f"write_{register.inst_name}"
        for field in flags:
            name, part = f"{field.signal}_o", index(field)
            yield f"      if ({name[:-2]}_set_i) {name} <= 1'b1;"
            yield f"      else if ({write} && wdata_i{part} && wmask{part}) {name} <= 1'b0;"
        if written:
            yield f"      if ({write}) begin"
            for field in written:
                name, part = f"{field.signal}_o", "" if field.width == 32 else index(field)
                line = f"        {name} <= ({name} & ~wmask{part}) | (wdata_i{part} & wmask{part});"
                yield line if len(line) <= 100 else line.replace(" | ", " |\n            ")
            yield "      end"
    yield "    end"
    yield "  end"
    for register in (register for register in registers if register.count):
        low = (register.count - 1).bit_length()
        name = f"{register.fields[0].signal}_q"
        yield ""
        yield f"  logic [{register.count - 1}:0][31:0] {name};  // no reset"
        yield ""
        yield f"  assign {register.fields[0].signal}_o = {name};"
        yield ""
        yield f"  for (genvar i = 0; i < {register.count}; i++) begin : g_{register.inst_name}"
        yield "    always_ff @(posedge clk_i) begin"
        yield f"      if (write_{register.inst_name} && wword[{low - 1}:0] == {low}'(i)) begin"
        yield f"        {name}[i] <= ({name}[i] & ~wmask) | (wdata_i & wmask);"
        yield "      end"
        yield "    end"
        yield "  end"
    yield ""
    yield "endmodule"


# ---- C ------------------------------------------------------------------------------------------

def registers_header(root):
    from peakrdl_cheader.exporter import CHeaderExporter
    with tasks.temporary() as folder:
        path = pathlib.Path(folder) / "gsq_axi_regs.h"
        CHeaderExporter().export(root, str(path))
        text = path.read_text(encoding="utf-8")
    lint = "// NOLINTBEGIN: C, with the names of PeakRDL"
    return f"{LICENCE}\n// {NOTE}\n{lint}\n{text.rstrip()}\n// NOLINTEND\n"


def command_header():
    isa = Isa()

    def macro(*words):
        return re.sub(r"\W", "_", "_".join(words)).upper()

    yield LICENCE
    yield (f"// Written by {SELF} from configs/commands.toml. Do not edit.")
    yield "//"
    yield ("// Fields and codes of a command for drivers in C: what docs/reference/commands.md says in "
           "words.")
    yield "#ifndef GSQ_COMMAND_H"
    yield "#define GSQ_COMMAND_H"
    yield ""
    yield "#include <stdint.h>"
    yield ""
    yield "// Words of a command."
    fields = list(isa.bits("cmd_t"))
    highest = int(fields[0][1].split(":")[0])
    yield f"#define GSQ_CMD_WORDS {highest // 32 + 1}"
    yield ""
    yield "// Fields of a command: lowest bit, number of bits. The immediate of set_mask: from 0 on."
    for name, place, *_ in fields:
        high, low = (place.split(":") * 2)[:2] if ":" not in place else place.split(":")
        yield f"#define {macro('GSQ_CMD', name)}_LSB {low}"
        yield f"#define {macro('GSQ_CMD', name)}_BITS {int(high) - int(low) + 1}"
    for enum in C_PREFIXES:
        yield ""
        yield from isa.c_codes(enum)
    yield ""
    yield "// Sets `bits` bits of a command from bit `low` on; higher bits of `value` are dropped."
    yield "static inline void gsq_set_bits(uint32_t *words, unsigned low, unsigned bits,"
    yield "                                uint32_t value) {"
    yield "  for (unsigned i = 0; i < bits && i < 32; ++i) {"
    yield "    uint32_t bit = UINT32_C(1) << ((low + i) % 32);"
    yield "    uint32_t *word = &words[(low + i) / 32];"
    yield "    *word = (value >> i) & 1 ? *word | bit : *word & ~bit;"
    yield "  }"
    yield "}"
    yield ""
    yield "// Sets a field of a command: GSQ_SET(words, ADDR, 0x100)."
    yield "#define GSQ_SET(words, field, value) \\"
    yield ("  gsq_set_bits((words), GSQ_CMD_##field##_LSB, GSQ_CMD_##field##_BITS, "
           "(uint32_t)(value))")
    yield ""
    yield "#endif"


# ---- Page ---------------------------------------------------------------------------------------

def page(registers):
    yield "| address | register | bits | field | access | reset | what |"
    yield "|---|---|---|---|---|---|---|"
    for register in registers:
        place = f"0x{register.address:02X}"
        name = f"`{register.path}`"
        if register.count:
            place += " + 4 i"
            name = f"`{register.path}[i]`, i below {register.count}"
        needs = f"; SLVERR without {register.needs}" if register.needs else ""
        yield f"| {place} | {name} | | | | | **{register.title}**{needs} |"
        for field in register.fields:
            span = f"{field.high}:{field.low}" if field.width > 1 else str(field.low)
            reset = "" if field.reset is None else f"0x{field.reset:X}"
            yield f"| | | {span} | `{field.name}` | {field.access} | {reset} | {field.text} |"


def main():
    check = tasks.check_asked(__doc__)
    root, files = load()
    made = {**{RTL / f"gsq_{name}_regs.sv": "\n".join([*module(name, registers), ""])
               for name, registers in files.items()},
            HEADERS / "gsq_axi_regs.h": registers_header(root),
            HEADERS / "gsq_command.h": "\n".join([*command_header(), ""]),
            PAGE: regions.replaced(PAGE, PAGE.read_text(encoding="utf-8"), "registers",
                                   page([reg for registers in files.values() for reg in registers]))}
    HEADERS.mkdir(parents=True, exist_ok=True)
    return regions.update(made, "axi-registers", check)
