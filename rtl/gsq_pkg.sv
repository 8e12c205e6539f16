// SPDX-License-Identifier: Apache-2.0
// Written by scripts/spec/commands.py from configs/commands.toml. Do not edit.
//
// The instruction set of gsq: opcodes, widths, forms, modes, patterns, status codes, the structs of
// commands and responses, the tables of commands and forms, and the sizes in the timing contract.
package gsq_pkg;

  // Sizes that do not depend on the configuration
  localparam int unsigned NumVregs = 32;  // vector registers V0..V31
  localparam int unsigned NumMregs = 8;  // mask registers M0..M7
  localparam int unsigned NumUregs = 4;  // unaligned-store registers U0..U3
  localparam int unsigned BlockBytes = 32;  // data block: the unit of alignment and of strides
  localparam int unsigned MaxVlenBytes = 256;  // the longest vector that a command can describe
  localparam int unsigned MaxRspDepth = 32;  // the largest RspDepth of a configuration
  localparam int unsigned IssueQueueDepth = 2;  // decoded commands that wait to be issued
  localparam int unsigned MemQueueDepth = 4;  // memory commands that wait for their operands
  localparam int unsigned HostQueueDepth = 2;  // host requests granted and not yet served
  localparam int unsigned ReadAhead = 4;  // reads of vec ahead of writes; 1 more with a window
  localparam int unsigned ResultCycles = 3;  // from the last read of an iteration to its result
  localparam int unsigned ReturnCycles = 2;  // from the beat of a read to V or to the lane ALU
  localparam int unsigned RspIdWidth = $clog2(MaxRspDepth);  // bits of a number of an entry

  // Opcode. A command with a code that is not there is answered with StErrOpcode.
  typedef enum logic [5:0] {
    OpCreateMask       = 6'd0,   // "create_mask"
    OpUpdateMask       = 6'd1,   // "update_mask"
    OpSetMask          = 6'd2,   // "set_mask"
    OpClearSpr         = 6'd3,   // "clear_spr"
    OpGetSpr           = 6'd4,   // "get_spr"
    OpLoadAlign        = 6'd5,   // "load_align"
    OpStoreAlign       = 6'd6,   // "store_align"
    OpLoadBlock        = 6'd7,   // "load_block"
    OpStoreBlock       = 6'd8,   // "store_block"
    OpGather           = 6'd9,   // "gather"
    OpGatherReg        = 6'd10,  // "gather_reg"
    OpGatherBlock      = 6'd11,  // "gather_block"
    OpScatter          = 6'd12,  // "scatter"
    OpSqueeze          = 6'd13,  // "squeeze"
    OpUnsqueeze        = 6'd14,  // "unsqueeze"
    OpStoreUnalign     = 6'd15,  // "store_unalign"
    OpStoreUnalignPost = 6'd16,  // "store_unalign_post"
    OpVecCopy          = 6'd17,  // "vec.copy"
    OpVecAbs           = 6'd18,  // "vec.abs"
    OpVecAdd           = 6'd19,  // "vec.add"
    OpMaskAnd          = 6'd20,  // "mask.and"
    OpMaskOr           = 6'd21,  // "mask.or"
    OpMaskXor          = 6'd22,  // "mask.xor"
    OpMaskAndNot       = 6'd23,  // "mask.and_not"
    OpMaskNot          = 6'd24,  // "mask.not"
    OpMaskBeforeFirst  = 6'd25,  // "mask.before_first"
    OpMaskToFirst      = 6'd26,  // "mask.to_first"
    OpMaskOnlyFirst    = 6'd27,  // "mask.only_first"
    OpMaskCount        = 6'd28,  // "mask.count"
    OpMaskFirst        = 6'd29,  // "mask.first"
    OpLaneAdd          = 6'd30,  // "lane.add"
    OpLaneSub          = 6'd31,  // "lane.sub"
    OpLaneRsub         = 6'd32,  // "lane.rsub"
    OpLaneAnd          = 6'd33,  // "lane.and"
    OpLaneOr           = 6'd34,  // "lane.or"
    OpLaneXor          = 6'd35,  // "lane.xor"
    OpLaneShl          = 6'd36,  // "lane.shl"
    OpLaneShr          = 6'd37,  // "lane.shr"
    OpLaneSar          = 6'd38,  // "lane.sar"
    OpLaneMin          = 6'd39,  // "lane.min"
    OpLaneMinu         = 6'd40,  // "lane.minu"
    OpLaneMax          = 6'd41,  // "lane.max"
    OpLaneMaxu         = 6'd42,  // "lane.maxu"
    OpLaneAbs          = 6'd43,  // "lane.abs"
    OpLaneCopy         = 6'd44,  // "lane.copy"
    OpLaneIndex        = 6'd45,  // "lane.index"
    OpLaneSteps        = 6'd46,  // "lane.steps"
    OpLaneSelect       = 6'd47,  // "lane.select"
    OpLaneEq           = 6'd48,  // "lane.eq"
    OpLaneNe           = 6'd49,  // "lane.ne"
    OpLaneLt           = 6'd50,  // "lane.lt"
    OpLaneLe           = 6'd51,  // "lane.le"
    OpLaneLtu          = 6'd52,  // "lane.ltu"
    OpLaneLeu          = 6'd53,  // "lane.leu"
    OpLaneBits         = 6'd54,  // "lane.bits"
    OpLaneMask         = 6'd55,  // "lane.mask"
    OpLoadStrided      = 6'd56,  // "load_strided"
    OpStoreStrided     = 6'd57,  // "store_strided"
    OpMaskBits         = 6'd58,  // "mask.bits"
    OpGatherLanes      = 6'd59,  // "gather_lanes"
    OpGatherIndex      = 6'd60,  // "gather_index"
    OpScatterIndex     = 6'd61   // "scatter_index"
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
    FormB64    = 3'd5,  // "b64"
    FormB8x8   = 3'd6   // "b8x8"
  } form_e;

  // How a gather or scatter computes an address from an index.
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

  // Status of a command. When it has several errors, the lowest nonzero code wins, except that in a
  // lane bounds are checked before alignment.
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

  // Class of a command: how it is executed after its checks.
  typedef enum logic [1:0] {
    ClassImmediate = 2'd0,  // "immediate": answered at issue
    ClassCompute   = 2'd1,  // "compute": V to V, through the compute pipe
    ClassMemory    = 2'd2   // "memory": through the memory queue and the access pipe
  } class_e;

  // Operation of the access pipe for a memory command.
  typedef enum logic [3:0] {
    MemNone        = 4'd0,  // "none": not a memory command
    MemLoad        = 4'd1,  // "load": blocks to V
    MemStore       = 4'd2,  // "store": V to blocks
    MemStream      = 4'd3,  // "stream": V through an unaligned-store register to complete blocks
    MemPost        = 4'd4,  // "post": bytes held in an unaligned-store register to their block
    MemVec         = 4'd5,  // "vec": blocks through the lane ALU to blocks, repeatedly
    MemGather      = 4'd6,  // "gather": elements at indices to V
    MemScatter     = 4'd7,  // "scatter": V to elements at indices
    MemGatherReg   = 4'd8,  // "gather_reg": elements of V at indices to V
    MemGatherBlock = 4'd9   // "gather_block": blocks at indices to V
  } mem_kind_e;

  // Operation of the lane ALU.
  typedef enum logic [1:0] {
    AluCopy = 2'd0,  // "copy"
    AluAbs  = 2'd1,  // "abs"
    AluAdd  = 2'd2   // "add"
  } alu_op_e;

  // What a command of masks makes of the lanes of its sources.
  typedef enum logic [3:0] {
    MaskOpNone        = 4'd0,   // "none": not a command of masks
    MaskOpAnd         = 4'd1,   // "and": active in both
    MaskOpOr          = 4'd2,   // "or": active in one of them, or in both
    MaskOpXor         = 4'd3,   // "xor": active in one of them only
    MaskOpAndNot      = 4'd4,   // "and_not": active in the first, not in the second
    MaskOpNot         = 4'd5,   // "not": not active
    MaskOpBeforeFirst = 4'd6,   // "before_first": below the lowest active lane
    MaskOpToFirst     = 4'd7,   // "to_first": up to the lowest active lane
    MaskOpOnlyFirst   = 4'd8,   // "only_first": the lowest active lane
    MaskOpCount       = 4'd9,   // "count": the number of active lanes
    MaskOpFirst       = 4'd10,  // "first": the number of the lowest active lane
    MaskOpBits        = 4'd11   // "bits": the lowest 32 lanes, a bit each
  } mask_op_e;

  // What a command of lanes makes of the lanes a of its first operand and b of its second one,
  // modulo 2^width.
  typedef enum logic [4:0] {
    LaneOpNone   = 5'd0,   // "none": not a command of lanes
    LaneOpAdd    = 5'd1,   // "add": a + b
    LaneOpSub    = 5'd2,   // "sub": a - b
    LaneOpRsub   = 5'd3,   // "rsub": b - a
    LaneOpAnd    = 5'd4,   // "and": a AND b, bit by bit
    LaneOpOr     = 5'd5,   // "or": a OR b
    LaneOpXor    = 5'd6,   // "xor": a XOR b
    LaneOpShl    = 5'd7,   // "shl": a shifted left by b modulo the width
    LaneOpShr    = 5'd8,   // "shr": a shifted right by b modulo the width, zeros from above
    LaneOpSar    = 5'd9,   // "sar": a shifted right by b modulo the width, signs from above
    LaneOpMin    = 5'd10,  // "min": the smaller one, signed
    LaneOpMinu   = 5'd11,  // "minu": the smaller one, unsigned
    LaneOpMax    = 5'd12,  // "max": the larger one, signed
    LaneOpMaxu   = 5'd13,  // "maxu": the larger one, unsigned
    LaneOpAbs    = 5'd14,  // "abs": a, or -a where a is negative
    LaneOpCopy   = 5'd15,  // "copy": b
    LaneOpIndex  = 5'd16,  // "index": the number of the lane + b
    LaneOpSteps  = 5'd17,  // "steps": the number of the lane shifted left by b modulo the width
    LaneOpSelect = 5'd18,  // "select": a in active lanes, b in the others
    LaneOpBits   = 5'd19,  // "bits": the bits of the mask, a lane each
    LaneOpEq     = 5'd20,  // "eq": whether a and b are equal
    LaneOpNe     = 5'd21,  // "ne": whether they differ
    LaneOpLt     = 5'd22,  // "lt": whether a is smaller, signed
    LaneOpLe     = 5'd23,  // "le": whether a is smaller or equal, signed
    LaneOpLtu    = 5'd24,  // "ltu": whether a is smaller, unsigned
    LaneOpLeu    = 5'd25,  // "leu": whether a is smaller or equal, unsigned
    LaneOpMask   = 5'd26   // "mask": the bit of the first operand that has the number of the lane
  } lane_op_e;

  // How a command uses a mask, and which bit of the mask belongs to a lane.
  typedef enum logic [2:0] {
    MaskNone    = 3'd0,  // "none": not a memory command
    MaskLane    = 3'd1,  // "lane": reads M, a bit per lane of `width`
    MaskSlot    = 3'd2,  // "slot": reads M, a bit per slot of `form`
    MaskBlock   = 3'd3,  // "block": reads M, for block k the bit of b32 lane k
    MaskOwn     = 3'd4,  // "own": its mask is the field `mask` of the command
    MaskWrite   = 3'd5,  // "write": writes M
    MaskLogic   = 3'd6,  // "logic": M to M, as mask_op says
    MaskCompare = 3'd7   // "compare": reads M, a bit per lane of `width`, and writes M
  } mask_use_e;

  // How a command uses the squeeze stream: AR, the pending count SQZN, and U0..U3.
  typedef enum logic [2:0] {
    StreamNone  = 3'd0,  // "none": not a memory command
    StreamClear = 3'd1,  // "clear": clears AR and SQZN
    StreamRead  = 3'd2,  // "read": reads AR
    StreamCount = 3'd3,  // "count": counts the bytes that it keeps, and may store that in SQZN
    StreamStore = 3'd4,  // "store": V to blocks
    StreamPost  = 3'd5   // "post": bytes held in an unaligned-store register to their block
  } stream_use_e;

  // One command. Fields that a command does not use may have any value. Fields are wide enough for
  // illegal values: the unit answers with an error and never truncates. The lowest 256 bits are
  // also the immediate of set_mask (set_mask_imm below).
  typedef struct packed {
    logic [7:0]   tag;  // returned in the response, opaque
    opcode_e      op;  // opcode
    width_e       width;  // gather_index, scatter_index: width of an index; lane width
    form_e        form;  // form of gather and scatter
    amode_e       mode;  // address mode of gather and scatter
    dist_e        distr;  // distribution of load_align and store_align
    pattern_e     pattern;  // create_mask: lane pattern
    logic         store_reg;  // squeeze: keep the byte count for the AR store
    logic         post;  // store_unalign, AR form: advance AR
    logic         abs;  // store_unalign, store_unalign_post: explicit form, only addr is used
    logic         bitwise;  // vec: mask is a bit per lane, otherwise a number of lanes
    logic         scalar;  // lane: the second operand is n, otherwise V at vi
    logic         merge;  // lanes of vd without a result keep their value, with LaneOps 1
    logic [4:0]   vd;  // mask: destination, low 3 bits; vector register written
    logic [4:0]   vs;  // mask: first source, low 3 bits; vector register read as data
    logic [4:0]   vi;  // mask: second source, low 3 bits; vector register: indices, second operand
    logic [2:0]   m;  // mask: lanes that take part; mask register, read or written
    logic [1:0]   u;  // unaligned-store register
    logic [31:0]  addr;  // byte address: a, base, or dst of vec
    logic [31:0]  n;  // update_mask: lanes; store_unalign: bytes; lane: second operand, low bits
    logic [31:0]  align;  // required alignment in bytes, 0 or a power of two
    logic [31:0]  iterations;  // vec: repeat
    logic [15:0]  blk0;  // block stride of dst, and blk_stride of the block forms, in blocks
    logic [15:0]  blk1;  // block stride of src0
    logic [15:0]  blk2;  // block stride of src1
    logic [7:0]   rep0;  // repeat stride of dst, in blocks
    logic [7:0]   rep1;  // repeat stride of src0
    logic [7:0]   rep2;  // repeat stride of src1
    logic [31:0]  src0;  // vec: byte address of src0
    logic [31:0]  src1;  // vec: byte address of src1
    logic [31:0]  row_stride;  // bytes from row to row in mode row, or from lane to lane, signed
    logic [31:0]  col;  // mode row: first column
    logic [127:0] mask;  // vec: number of lanes, or a bit per lane
  } cmd_t;

  // One response.
  typedef struct packed {
    logic [7:0]  tag;     // of the command
    status_e     status;  // status of the command
    logic [31:0] info;    // see each command; for errors, field, lane, block or operand
  } rsp_t;

  // Fields of cmd_t after op, in its order: which of them a command can use.
  typedef struct packed {
    logic width, form, mode, distr, pattern, store_reg, post, abs, bitwise, scalar, merge, vd, vs,
      vi, m, u, addr, n, align, iterations, blk0, blk1, blk2, rep0, rep1, rep2, src0, src1,
      row_stride, col, mask;
  } cmd_fields_t;

  // Facts about a command. In a set bit i stands for code i; all are set if its field is not used.
  typedef struct packed {
    opcode_e     op;         // the command
    class_e      cls;        // class
    mem_kind_e   kind;       // memory commands: operation of the access pipe
    alu_op_e     alu;        // vec: operation of the lane ALU
    mask_op_e    mask_op;    // mask: operation on masks
    lane_op_e    lane_op;    // lane: operation on lanes
    logic        lane_ops;   // there only with LaneOps 1
    logic        reads_vs;   // reads V at vs
    logic        reads_vi;   // reads V at vi
    logic        writes_vd;  // writes V at vd
    mask_use_e   mask;       // how it uses a mask
    stream_use_e stream;     // how it uses the squeeze stream
    logic [3:0]  widths;     // legal lane widths
    logic [7:0]  forms;      // legal forms
    logic [3:0]  modes;      // legal address modes
    logic [7:0]  dists;      // legal distributions
    cmd_fields_t fields;     // fields that it can use
  } cmd_facts_t;

  localparam int unsigned NumCommands = 62;  // commands
  localparam int unsigned NumLaneOps  = 42;  // of these with LaneOps 1 only, the last ones
  localparam int unsigned NumForms    = 7;  // forms of gather and scatter

  // One command a row, in the order of the opcodes
  localparam cmd_facts_t Commands [NumCommands] = '{
    '{OpCreateMask, ClassImmediate, MemNone, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b0, 1'b0,
      1'b0, MaskWrite, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, pattern:
      '1, m: '1, default: '0}},
    '{OpUpdateMask, ClassImmediate, MemNone, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b0, 1'b0,
      1'b0, MaskWrite, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, m: '1,
      n: '1, default: '0}},
    '{OpSetMask, ClassImmediate, MemNone, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b0, 1'b0, 1'b0,
      MaskWrite, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{m: '1, src0: '1, src1:
      '1, row_stride: '1, col: '1, mask: '1, default: '0}},
    '{OpClearSpr, ClassImmediate, MemNone, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b0, 1'b0, 1'b0,
      MaskNone, StreamClear, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{default: '0}},
    '{OpGetSpr, ClassImmediate, MemNone, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b0, 1'b0, 1'b0,
      MaskNone, StreamRead, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{default: '0}},
    '{OpLoadAlign, ClassMemory, MemLoad, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b0, 1'b0, 1'b1,
      MaskNone, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b00000111, '{distr: '1, vd: '1, addr:
      '1, default: '0}},
    '{OpStoreAlign, ClassMemory, MemStore, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b1, 1'b0, 1'b0,
      MaskLane, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b00011001, '{width: '1, distr: '1, vs:
      '1, m: '1, addr: '1, default: '0}},
    '{OpLoadBlock, ClassMemory, MemLoad, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b0, 1'b0, 1'b1,
      MaskNone, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{vd: '1, addr: '1, blk0:
      '1, default: '0}},
    '{OpStoreBlock, ClassMemory, MemStore, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b1, 1'b0, 1'b0,
      MaskLane, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, vs: '1, m: '1,
      addr: '1, blk0: '1, default: '0}},
    '{OpGather, ClassMemory, MemGather, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b0, 1'b1, 1'b1,
      MaskSlot, StreamNone, 4'b1111, 8'b00111111, 4'b0111, 8'b11111111, '{form: '1, mode: '1, merge:
      '1, vd: '1, vi: '1, m: '1, addr: '1, align: '1, row_stride: '1, col: '1, default: '0}},
    '{OpGatherReg, ClassMemory, MemGatherReg, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b1, 1'b1,
      1'b1, MaskNone, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, vd: '1,
      vs: '1, vi: '1, default: '0}},
    '{OpGatherBlock, ClassMemory, MemGatherBlock, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b0, 1'b1,
      1'b1, MaskBlock, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{merge: '1, vd: '1,
      vi: '1, m: '1, addr: '1, default: '0}},
    '{OpScatter, ClassMemory, MemScatter, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b1, 1'b1, 1'b0,
      MaskSlot, StreamNone, 4'b1111, 8'b00111111, 4'b0111, 8'b11111111, '{form: '1, mode: '1, vs:
      '1, vi: '1, m: '1, addr: '1, align: '1, row_stride: '1, col: '1, default: '0}},
    '{OpSqueeze, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b1, 1'b0, 1'b1,
      MaskLane, StreamCount, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, store_reg: '1,
      merge: '1, vd: '1, vs: '1, m: '1, default: '0}},
    '{OpUnsqueeze, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b0, 1'b0, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, vd: '1, m: '1,
      default: '0}},
    '{OpStoreUnalign, ClassMemory, MemStream, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b1, 1'b0,
      1'b0, MaskNone, StreamStore, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{post: '1, abs: '1,
      vs: '1, u: '1, addr: '1, n: '1, default: '0}},
    '{OpStoreUnalignPost, ClassMemory, MemPost, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b0, 1'b0,
      1'b0, MaskNone, StreamPost, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{abs: '1, u: '1,
      addr: '1, default: '0}},
    '{OpVecCopy, ClassMemory, MemVec, AluCopy, MaskOpNone, LaneOpNone, 1'b0, 1'b0, 1'b0, 1'b0,
      MaskOwn, StreamNone, 4'b0110, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, bitwise: '1,
      addr: '1, iterations: '1, blk0: '1, blk1: '1, rep0: '1, rep1: '1, src0: '1, mask: '1, default:
      '0}},
    '{OpVecAbs, ClassMemory, MemVec, AluAbs, MaskOpNone, LaneOpNone, 1'b0, 1'b0, 1'b0, 1'b0,
      MaskOwn, StreamNone, 4'b0110, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, bitwise: '1,
      addr: '1, iterations: '1, blk0: '1, blk1: '1, rep0: '1, rep1: '1, src0: '1, mask: '1, default:
      '0}},
    '{OpVecAdd, ClassMemory, MemVec, AluAdd, MaskOpNone, LaneOpNone, 1'b0, 1'b0, 1'b0, 1'b0,
      MaskOwn, StreamNone, 4'b0110, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, bitwise: '1,
      addr: '1, iterations: '1, blk0: '1, blk1: '1, blk2: '1, rep0: '1, rep1: '1, rep2: '1, src0:
      '1, src1: '1, mask: '1, default: '0}},
    '{OpMaskAnd, ClassImmediate, MemNone, AluCopy, MaskOpAnd, LaneOpNone, 1'b1, 1'b0, 1'b0, 1'b0,
      MaskLogic, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, vd: '1, vs:
      '1, vi: '1, m: '1, default: '0}},
    '{OpMaskOr, ClassImmediate, MemNone, AluCopy, MaskOpOr, LaneOpNone, 1'b1, 1'b0, 1'b0, 1'b0,
      MaskLogic, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, vd: '1, vs:
      '1, vi: '1, m: '1, default: '0}},
    '{OpMaskXor, ClassImmediate, MemNone, AluCopy, MaskOpXor, LaneOpNone, 1'b1, 1'b0, 1'b0, 1'b0,
      MaskLogic, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, vd: '1, vs:
      '1, vi: '1, m: '1, default: '0}},
    '{OpMaskAndNot, ClassImmediate, MemNone, AluCopy, MaskOpAndNot, LaneOpNone, 1'b1, 1'b0, 1'b0,
      1'b0, MaskLogic, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, vd: '1,
      vs: '1, vi: '1, m: '1, default: '0}},
    '{OpMaskNot, ClassImmediate, MemNone, AluCopy, MaskOpNot, LaneOpNone, 1'b1, 1'b0, 1'b0, 1'b0,
      MaskLogic, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, vd: '1, vs:
      '1, m: '1, default: '0}},
    '{OpMaskBeforeFirst, ClassImmediate, MemNone, AluCopy, MaskOpBeforeFirst, LaneOpNone, 1'b1,
      1'b0, 1'b0, 1'b0, MaskLogic, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{width:
      '1, vd: '1, vs: '1, m: '1, default: '0}},
    '{OpMaskToFirst, ClassImmediate, MemNone, AluCopy, MaskOpToFirst, LaneOpNone, 1'b1, 1'b0, 1'b0,
      1'b0, MaskLogic, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, vd: '1,
      vs: '1, m: '1, default: '0}},
    '{OpMaskOnlyFirst, ClassImmediate, MemNone, AluCopy, MaskOpOnlyFirst, LaneOpNone, 1'b1, 1'b0,
      1'b0, 1'b0, MaskLogic, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1,
      vd: '1, vs: '1, m: '1, default: '0}},
    '{OpMaskCount, ClassImmediate, MemNone, AluCopy, MaskOpCount, LaneOpNone, 1'b1, 1'b0, 1'b0,
      1'b0, MaskLogic, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, vs: '1,
      m: '1, default: '0}},
    '{OpMaskFirst, ClassImmediate, MemNone, AluCopy, MaskOpFirst, LaneOpNone, 1'b1, 1'b0, 1'b0,
      1'b0, MaskLogic, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, vs: '1,
      m: '1, default: '0}},
    '{OpLaneAdd, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpAdd, 1'b1, 1'b1, 1'b1, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      merge: '1, vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneSub, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpSub, 1'b1, 1'b1, 1'b1, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      merge: '1, vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneRsub, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpRsub, 1'b1, 1'b1, 1'b1, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      merge: '1, vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneAnd, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpAnd, 1'b1, 1'b1, 1'b1, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      merge: '1, vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneOr, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpOr, 1'b1, 1'b1, 1'b1, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      merge: '1, vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneXor, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpXor, 1'b1, 1'b1, 1'b1, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      merge: '1, vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneShl, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpShl, 1'b1, 1'b1, 1'b1, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      merge: '1, vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneShr, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpShr, 1'b1, 1'b1, 1'b1, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      merge: '1, vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneSar, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpSar, 1'b1, 1'b1, 1'b1, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      merge: '1, vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneMin, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpMin, 1'b1, 1'b1, 1'b1, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      merge: '1, vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneMinu, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpMinu, 1'b1, 1'b1, 1'b1, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      merge: '1, vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneMax, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpMax, 1'b1, 1'b1, 1'b1, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      merge: '1, vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneMaxu, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpMaxu, 1'b1, 1'b1, 1'b1, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      merge: '1, vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneAbs, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpAbs, 1'b1, 1'b1, 1'b0, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, merge: '1, vd:
      '1, vs: '1, m: '1, default: '0}},
    '{OpLaneCopy, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpCopy, 1'b1, 1'b0, 1'b1, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      merge: '1, vd: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneIndex, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpIndex, 1'b1, 1'b0, 1'b0, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, merge: '1, vd:
      '1, m: '1, n: '1, default: '0}},
    '{OpLaneSteps, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpSteps, 1'b1, 1'b0, 1'b0, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, merge: '1, vd:
      '1, m: '1, n: '1, default: '0}},
    '{OpLaneSelect, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpSelect, 1'b1, 1'b1, 1'b1,
      1'b1, MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar:
      '1, vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneEq, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpEq, 1'b1, 1'b1, 1'b1, 1'b0,
      MaskCompare, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneNe, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpNe, 1'b1, 1'b1, 1'b1, 1'b0,
      MaskCompare, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneLt, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpLt, 1'b1, 1'b1, 1'b1, 1'b0,
      MaskCompare, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneLe, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpLe, 1'b1, 1'b1, 1'b1, 1'b0,
      MaskCompare, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneLtu, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpLtu, 1'b1, 1'b1, 1'b1, 1'b0,
      MaskCompare, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneLeu, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpLeu, 1'b1, 1'b1, 1'b1, 1'b0,
      MaskCompare, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, scalar: '1,
      vd: '1, vs: '1, vi: '1, m: '1, n: '1, default: '0}},
    '{OpLaneBits, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpBits, 1'b1, 1'b0, 1'b0, 1'b1,
      MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, merge: '1, vd:
      '1, m: '1, n: '1, default: '0}},
    '{OpLaneMask, ClassCompute, MemNone, AluCopy, MaskOpNone, LaneOpMask, 1'b1, 1'b1, 1'b0, 1'b0,
      MaskCompare, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, vd: '1, vs:
      '1, m: '1, n: '1, default: '0}},
    '{OpLoadStrided, ClassMemory, MemGather, AluCopy, MaskOpNone, LaneOpNone, 1'b1, 1'b0, 1'b0,
      1'b1, MaskSlot, StreamNone, 4'b1111, 8'b01111111, 4'b1111, 8'b11111111, '{form: '1, merge: '1,
      vd: '1, m: '1, addr: '1, align: '1, row_stride: '1, default: '0}},
    '{OpStoreStrided, ClassMemory, MemScatter, AluCopy, MaskOpNone, LaneOpNone, 1'b1, 1'b1, 1'b0,
      1'b0, MaskSlot, StreamNone, 4'b1111, 8'b01111111, 4'b1111, 8'b11111111, '{form: '1, vs: '1, m:
      '1, addr: '1, align: '1, row_stride: '1, default: '0}},
    '{OpMaskBits, ClassImmediate, MemNone, AluCopy, MaskOpBits, LaneOpNone, 1'b1, 1'b0, 1'b0, 1'b0,
      MaskLogic, StreamNone, 4'b1111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, vs: '1, m: '1,
      default: '0}},
    '{OpGatherLanes, ClassMemory, MemGatherReg, AluCopy, MaskOpNone, LaneOpNone, 1'b1, 1'b1, 1'b1,
      1'b1, MaskLane, StreamNone, 4'b0111, 8'b11111111, 4'b1111, 8'b11111111, '{width: '1, merge:
      '1, vd: '1, vs: '1, vi: '1, m: '1, default: '0}},
    '{OpGatherIndex, ClassMemory, MemGather, AluCopy, MaskOpNone, LaneOpNone, 1'b1, 1'b0, 1'b1,
      1'b1, MaskSlot, StreamNone, 4'b0111, 8'b01111111, 4'b0111, 8'b11111111, '{width: '1, form: '1,
      mode: '1, merge: '1, vd: '1, vi: '1, m: '1, addr: '1, align: '1, row_stride: '1, col: '1,
      default: '0}},
    '{OpScatterIndex, ClassMemory, MemScatter, AluCopy, MaskOpNone, LaneOpNone, 1'b1, 1'b1, 1'b1,
      1'b0, MaskSlot, StreamNone, 4'b0111, 8'b01111111, 4'b0111, 8'b11111111, '{width: '1, form: '1,
      mode: '1, vs: '1, vi: '1, m: '1, addr: '1, align: '1, row_stride: '1, col: '1, default: '0}}
  };

  // Widths of a form, in the order of the forms
  typedef struct packed {
    form_e  form;   // the form
    width_e elem;   // element in UB
    width_e slot;   // slot of the data register, which is also the lane of its mask
    width_e index;  // index in the index register; one of b64 lies in the low lanes
  } form_facts_t;

  localparam form_facts_t Forms [NumForms] = '{
    '{FormB8, WidthB8, WidthB16, WidthB16},
    '{FormB16, WidthB16, WidthB16, WidthB16},
    '{FormB8x32, WidthB8, WidthB32, WidthB32},
    '{FormB16x32, WidthB16, WidthB32, WidthB32},
    '{FormB32, WidthB32, WidthB32, WidthB32},
    '{FormB64, WidthB64, WidthB64, WidthB32},
    '{FormB8x8, WidthB8, WidthB8, WidthB8}
  };

  // The immediate of set_mask: one bit per byte of the longest vector.
  function automatic logic [MaxVlenBytes-1:0] set_mask_imm(cmd_t cmd);
    return {cmd.src0, cmd.src1, cmd.row_stride, cmd.col, cmd.mask};
  endfunction

endpackage
