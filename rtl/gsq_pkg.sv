// The instruction set of gsq, written down once: opcodes, widths, forms, modes, patterns, status
// codes, the command and response structs, and the sizes that the timing contract names.
//
// scripts/gen_isa.py reads this file at build time and writes the C++ side (gsq/isa.hpp) from it,
// so the two cannot differ. It understands just what is used here: `localparam`s of one number,
// `typedef enum` and `typedef struct packed` with one item a line. The quoted word in an
// enumerator's comment is its name in program text, reports and JSON.
package gsq_pkg;

  // ---------------------------------------------------------------------------------------------
  // Sizes that do not depend on the configuration
  // ---------------------------------------------------------------------------------------------

  localparam int unsigned NumVregs = 32;      // vector registers V0..V31
  localparam int unsigned NumMregs = 8;       // mask registers M0..M7
  localparam int unsigned NumUregs = 4;       // unaligned-store registers U0..U3
  localparam int unsigned BlockBytes = 32;    // data block: the unit of alignment and of strides
  localparam int unsigned MaxVlenBytes = 256; // the longest vector that a command can describe
  localparam int unsigned RspDepth = 16;      // commands that may be issued and not yet answered
  localparam int unsigned MemQueueDepth = 4;  // memory commands that wait for their operands
  localparam int unsigned HostPatience = 64;  // cycles a host access waits before it wins

  // ---------------------------------------------------------------------------------------------
  // Enumerations
  // ---------------------------------------------------------------------------------------------

  // What a command does. Codes that are not listed answer StErrOpcode.
  typedef enum logic [4:0] {
    OpCreateMask       = 5'd0,   // "create_mask"
    OpUpdateMask       = 5'd1,   // "update_mask"
    OpSetMask          = 5'd2,   // "set_mask"
    OpClearSpr         = 5'd3,   // "clear_spr"
    OpGetSpr           = 5'd4,   // "get_spr"
    OpLoadAlign        = 5'd5,   // "load_align"
    OpStoreAlign       = 5'd6,   // "store_align"
    OpLoadBlock        = 5'd7,   // "load_block"
    OpStoreBlock       = 5'd8,   // "store_block"
    OpGather           = 5'd9,   // "gather"
    OpGatherReg        = 5'd10,  // "gather_reg"
    OpGatherBlock      = 5'd11,  // "gather_block"
    OpScatter          = 5'd12,  // "scatter"
    OpSqueeze          = 5'd13,  // "squeeze"
    OpUnsqueeze        = 5'd14,  // "unsqueeze"
    OpStoreUnalign     = 5'd15,  // "store_unalign"
    OpStoreUnalignPost = 5'd16,  // "store_unalign_post"
    OpVecCopy          = 5'd17,  // "vec.copy"
    OpVecAbs           = 5'd18,  // "vec.abs"
    OpVecAdd           = 5'd19   // "vec.add"
  } opcode_e;

  // Lane width. The code is log2 of the bytes.
  typedef enum logic [1:0] {
    WidthB8  = 2'd0,  // "b8"
    WidthB16 = 2'd1,  // "b16"
    WidthB32 = 2'd2,  // "b32"
    WidthB64 = 2'd3   // "b64"
  } width_e;

  // Form of a memory gather or scatter: width of the element in UB, and of its slot where wider.
  typedef enum logic [2:0] {
    FormB8     = 3'd0,  // "b8"
    FormB16    = 3'd1,  // "b16"
    FormB8x32  = 3'd2,  // "b8x32"
    FormB16x32 = 3'd3,  // "b16x32"
    FormB32    = 3'd4,  // "b32"
    FormB64    = 3'd5   // "b64"
  } form_e;

  // How a gather or scatter makes an address from an index.
  typedef enum logic [1:0] {
    ModeElem = 2'd0,  // "elem"
    ModeByte = 2'd1,  // "byte"
    ModeRow  = 2'd2   // "row"
  } amode_e;

  // How load_align and store_align distribute bytes between slots and memory.
  typedef enum logic [2:0] {
    DistNorm      = 3'd0,  // "norm"
    DistUnpackB8  = 3'd1,  // "unpack_b8"
    DistUnpackB16 = 3'd2,  // "unpack_b16"
    DistPackB16   = 3'd3,  // "pack_b16"
    DistPackB32   = 3'd4   // "pack_b32"
  } dist_e;

  // Lane patterns of create_mask.
  typedef enum logic [4:0] {
    PatAll   = 5'd0,   // "ALL"
    PatVl1   = 5'd1,   // "VL1"
    PatVl2   = 5'd2,   // "VL2"
    PatVl3   = 5'd3,   // "VL3"
    PatVl4   = 5'd4,   // "VL4"
    PatVl8   = 5'd5,   // "VL8"
    PatVl16  = 5'd6,   // "VL16"
    PatVl32  = 5'd7,   // "VL32"
    PatVl64  = 5'd8,   // "VL64"
    PatVl128 = 5'd9,   // "VL128"
    PatM3    = 5'd10,  // "M3"
    PatM4    = 5'd11,  // "M4"
    PatH     = 5'd12,  // "H"
    PatQ     = 5'd13,  // "Q"
    PatAllf  = 5'd14   // "ALLF"
  } pattern_e;

  // Outcome of a command. When several errors apply, the lowest nonzero code of these wins, but per
  // lane bounds come before alignment.
  typedef enum logic [2:0] {
    StOk          = 3'd0,  // "OK"
    StErrOpcode   = 3'd1,  // "ERR_OPCODE"
    StErrParam    = 3'd2,  // "ERR_PARAM"
    StErrAlign    = 3'd3,  // "ERR_ALIGN"
    StErrSqzOrder = 3'd4,  // "ERR_SQZ_ORDER"
    StErrStream   = 3'd5,  // "ERR_STREAM"
    StErrBounds   = 3'd6   // "ERR_BOUNDS"
  } status_e;

  // Info word of StErrParam: the lowest of these whose field is out of range.
  typedef enum logic [3:0] {
    FieldMask      = 4'd1,  // "mask"
    FieldRepeat    = 4'd2,  // "repeat"
    FieldBlkStride = 4'd3,  // "blk_stride"
    FieldN         = 4'd4,  // "n"
    FieldAlign     = 4'd5,  // "align"
    FieldRowStride = 4'd6,  // "row_stride"
    FieldCol       = 4'd7,  // "col"
    FieldPattern   = 4'd8   // "pattern"
  } field_e;

  // ---------------------------------------------------------------------------------------------
  // Command and response
  // ---------------------------------------------------------------------------------------------

  // One command. A command reads only the fields that it needs; the others may hold anything.
  // Fields that can be wrong are wide enough to be wrong: the unit answers, it never truncates.
  // The lowest 256 bits double as the immediate of set_mask (set_mask_imm below).
  typedef struct packed {
    logic [7:0]  tag;         // returned in the response, opaque
    opcode_e     op;          // what to do
    width_e      width;       // lane width
    form_e       form;        // form of gather and scatter
    amode_e      mode;        // address mode of gather and scatter
    dist_e       distr;       // distribution of load_align and store_align
    pattern_e    pattern;     // create_mask: lane pattern
    logic        store_reg;   // squeeze: keep the byte count for the AR store
    logic        post;        // store_unalign, AR form: advance AR
    logic        abs;         // store_unalign, store_unalign_post: explicit form, addr alone counts
    logic        bitwise;     // vec: mask is a bit per lane, otherwise a number of lanes
    logic [4:0]  vd;          // vector register written
    logic [4:0]  vs;          // vector register read as data
    logic [4:0]  vi;          // vector register read as indices
    logic [2:0]  m;           // mask register, read or written
    logic [1:0]  u;           // unaligned-store register
    logic [31:0] addr;        // byte address: a, base, or dst of vec
    logic [31:0] n;           // update_mask: lanes; store_unalign, explicit form: bytes
    logic [31:0] align;       // gather, scatter: required alignment in bytes, 0 or a power of two
    logic [31:0] iterations;  // vec: repeat
    logic [15:0] blk0;        // block stride of dst, and blk_stride of the block forms, in blocks
    logic [15:0] blk1;        // block stride of src0
    logic [15:0] blk2;        // block stride of src1
    logic [7:0]  rep0;        // repeat stride of dst, in blocks
    logic [7:0]  rep1;        // repeat stride of src0
    logic [7:0]  rep2;        // repeat stride of src1
    logic [31:0] src0;        // vec: byte address of src0
    logic [31:0] src1;        // vec: byte address of src1
    logic [31:0] row_stride;  // mode row: bytes between rows
    logic [31:0] col;         // mode row: first column
    logic [127:0] mask;       // vec: number of lanes, or a bit per lane
  } cmd_t;

  // One response.
  typedef struct packed {
    logic [7:0]  tag;     // of the command
    status_e     status;  // outcome
    logic [31:0] info;    // see each command; for errors, field, lane, block or operand
  } rsp_t;

  // The immediate of set_mask: one bit per byte of the longest vector.
  function automatic logic [MaxVlenBytes-1:0] set_mask_imm(cmd_t cmd);
    return {cmd.src0, cmd.src1, cmd.row_stride, cmd.col, cmd.mask};
  endfunction

  // 1 for codes that no command has.
  function automatic logic op_missing(opcode_e op);
    return op > OpVecAdd;
  endfunction

endpackage
