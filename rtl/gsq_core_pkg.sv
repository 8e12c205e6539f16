// SPDX-License-Identifier: Apache-2.0
// Types of the signals between the blocks of gsq_core that are not part of the instruction set.
package gsq_core_pkg;

  import gsq_pkg::*;

  // The row of a command. An opcode that is not there, with this LaneOps, gets an immediate command
  // without fields.
  function automatic cmd_facts_t facts_of(opcode_e op, int unsigned lane_ops);
    cmd_facts_t facts;
    facts = '0;
    if (32'(op) < NumCommands - (lane_ops != 0 ? 0 : NumLaneOps)) begin
      facts = Commands[($clog2(NumCommands))'(op)];
    end
    if (lane_ops == 0) begin  // constants, for which synthesis leaves no register
      facts.mask_op  = MaskOpNone;
      facts.lane_op  = LaneOpNone;
      facts.lane_ops = 1'b0;
      facts.fields.merge = 1'b0;
    end
    return facts;
  endfunction

  // The command is a gather or scatter without indices: its lanes lie at a stride.
  function automatic logic is_strided(cmd_facts_t facts);
    return facts.mask == MaskSlot && !facts.fields.vi;
  endfunction

  // A memory command after its checks at issue. The byte mask of its active lanes is a separate
  // signal.
  typedef struct packed {
    mem_kind_e         kind;
    dist_e             distr;       // load, store: distribution
    form_e             form;        // gather, scatter: form
    amode_e            mode;        // gather, scatter: address mode
    width_e            width;       // gather_reg, vec: lane width; gather, scatter: index width
    alu_op_e           alu;         // vec: operation on the operands
    logic [31:0]       addr;        // first byte, base, or start of operand 0
    logic              strided;     // gather, scatter: the index is the number of the lane
    logic              bounded;     // gather_reg: of active lanes with an index in the vector
    logic [31:0]       row_stride;  // mode row: bytes between rows, below UbBytes; strided: bytes
                                    // from lane to lane, low bits, and the sign in bit 31
    logic [31:0]       col;         // mode row: first column, below UbBytes
    logic [31:0]       align_mask;  // address bits that must be 0 in every active lane
    logic [1:0][26:0]  src_block;   // vec: first blocks of src0 and src1
    logic [2:0][15:0]  blk_stride;  // operands of blocks, 0 dst, 1 src0, 2 src1: see gsq_agu
    logic [2:0][7:0]   rep_stride;  // the same
    logic [7:0]        iterations;  // at least 1
    logic [8:0]        n;           // stream: bytes, 1..VL; post: end of the bytes held
    logic [4:0]        first;       // stream, post: first valid byte of the first block
    logic [1:0]        u;           // stream, post: unaligned-store register
    logic              merge;       // lanes of V without a result keep their value
    logic [4:0]        vd;          // destination
    logic [4:0]        vs;          // data
    logic [4:0]        vi;          // indices
    logic [RspIdWidth-1:0] rsp_id;  // entry of the response queue
  } mem_op_t;

  // The same where a unit without lane operations has constants, for which synthesis leaves no
  // register.
  function automatic mem_op_t op_with(mem_op_t op, int unsigned lane_ops);
    op_with = op;
    if (lane_ops == 0) begin
      op_with.merge          = 1'b0;
      op_with.strided        = 1'b0;
      op_with.bounded        = 1'b0;
      op_with.row_stride[31] = 1'b0;
    end
  endfunction

  // Properties of all commands of a memory kind.
  typedef struct packed {
    logic reads_data;
    logic reads_index;
    logic has_blocks;
    logic writes_v;
  } kind_facts_t;

  typedef kind_facts_t [(1 << $bits(mem_kind_e)) - 1:0] kind_table_t;

  function automatic kind_table_t kind_table();
    kind_table_t kinds;
    kinds = '0;
    for (int unsigned i = 0; i < NumCommands; i++) begin
      // Strided commands are gathers and scatters without an index register.
      if (Commands[i].kind != MemNone && !Commands[i].lane_ops) begin
        kinds[Commands[i].kind] = '{
          reads_data:  Commands[i].reads_vs,
          reads_index: Commands[i].reads_vi,
          has_blocks:  !Commands[i].reads_vi,
          writes_v:    Commands[i].writes_vd
        };
      end
    end
    return kinds;
  endfunction

  localparam kind_table_t Kinds = kind_table();  // from the table of commands

  // 1 when the command reads data from V in the access pipe.
  function automatic logic reads_data(mem_kind_e kind);
    return Kinds[kind].reads_data;
  endfunction

  // 1 when the command reads indices from V in the access pipe.
  function automatic logic reads_index(mem_kind_e kind, logic strided);
    return Kinds[kind].reads_index && !strided;
  endfunction

  // 1 when the command accesses blocks without indices, whose addresses do not depend on data.
  function automatic logic has_blocks(mem_kind_e kind);
    return Kinds[kind].has_blocks;
  endfunction

  // 1 when the command writes V.
  function automatic logic writes_v(mem_kind_e kind);
    return Kinds[kind].writes_v;
  endfunction

  typedef form_facts_t [(1 << $bits(form_e)) - 1:0] form_table_t;

  function automatic form_table_t form_table();
    form_table_t forms;
    forms = '0;
    for (int unsigned i = 0; i < NumForms; i++) forms[i] = Forms[i];
    return forms;
  endfunction

  localparam form_table_t FormTable = form_table();  // the table of forms, with a row for each code

  // log2 of the bytes of an element in UB.
  function automatic logic [1:0] elem_log2(form_e form);
    return FormTable[form].elem;
  endfunction

  // Width of the slots of a form, which is also that of its lanes in a mask.
  function automatic width_e slot_width(form_e form);
    return FormTable[form].slot;
  endfunction

  // Width of an index of a form, where a command does not name its own.
  function automatic width_e index_width(form_e form);
    return FormTable[form].index;
  endfunction

  // Errors that stage D0 finds, by priority: the first that is 1 counts.
  typedef struct packed {
    logic opcode;
    logic param;
    logic align;
  } errors_t;

  // A command after its checks, on its way to issue. The byte mask of its active lanes is a
  // separate signal.
  typedef struct packed {
    class_e      cls;
    status_e     status;
    logic [31:0] info;
    logic [7:0]  tag;
    logic        unsqueeze;  // compute: unsqueeze, otherwise squeeze
    lane_op_e    lane_op;    // compute: operation on lanes; LaneOpNone: another command
    logic [31:0] scalar;     // of it: second operand, without reads_vi
    logic        reads_vs;   // facts of the table of commands
    logic        reads_vi;   // not with a scalar in its place
    logic        writes_vd;
    mem_op_t     op;         // compute: width, vd, vs and vi; memory: all but rsp_id
  } issue_entry_t;

  // The number has more than one 1: it is neither 0 nor a power of two. A tree, since synthesis
  // turns a comparison with bits_above into a chain. Only places that bit 0 depends on are gates.
  function automatic logic several(logic [31:0] number);
    logic [31:0] any;   // of the bits from here up to the next place
    logic [31:0] more;  // more than one of them
    any  = number;
    more = '0;
    for (int unsigned half = 1; half < 32; half *= 2) begin
      more |= (more >> half) | (any & (any >> half));
      any  |= any >> half;
    end
    return more[0];
  endfunction

  // Bit i of the result: a bit of the number above bit i is 1.
  function automatic logic [31:0] bits_above(logic [31:0] number);
    logic [31:0] above;
    above = number >> 1;
    for (int unsigned step = 1; step < 32; step *= 2) above |= above >> step;
    return above;
  endfunction

  // Control signals of the access pipe: computed once for a command, by gsq_access_decode, and
  // passed on with every group.
  //
  // Location of the lanes of a command.
  typedef enum logic [1:0] {
    PlaceBlocks  = 2'd0,  // in blocks at addresses of the address generator
    PlaceLanes   = 2'd1,  // elements of UB at indices
    PlaceIndexed = 2'd2,  // blocks of UB at indices
    PlaceVector  = 2'd3   // elements of the data vector at indices
  } lane_place_e;

  // Whether a group carries data: it writes UB, be it data that come later, or its lanes take
  // elements of its own data. For other groups registers of data are not loaded: that saves energy.
  function automatic logic carries_data(logic write, lane_place_e place);
    return write || place == PlaceVector;
  endfunction

  // How the bytes of a group and its byte mask are computed from the vector that was read.
  typedef enum logic [2:0] {
    DataPlain   = 3'd0,  // unchanged
    DataAll     = 3'd1,  // the mask is ignored: every byte
    DataLower   = 3'd2,  // the mask is ignored: every byte of the lower half
    DataPackB16 = 3'd3,  // the low byte of every two
    DataPackB32 = 3'd4,  // the low two bytes of every four
    DataStream  = 3'd5,  // appended to an unaligned-store register
    DataPost    = 3'd6   // the bytes that an unaligned-store register holds
  } data_format_e;

  // A command of lanes that writes M: lane.eq and those after it.
  function automatic logic is_compare(lane_op_e op);
    return op >= LaneOpEq;
  endfunction

  // What gsq_lane_ops does for a command of lanes with its operands a and b.
  typedef struct packed {
    logic lanes;    // there is a command
    logic compare;  // it writes M
    logic b8;       // width of lanes; neither b8 nor b16: b32
    logic b16;
    logic first;    // a is the first operand
    logic number;   // a is the number of the lane
    logic second;   // b is the second operand, a vector
    logic invert;   // NOT b is added
    logic carry;    // and 1
    logic signs;    // operands are signed
    logic sum;      // the result is the sum
    logic abs;      // only where a is negative; elsewhere it is a
    logic negate;   // all bits of the sum are inverted, and of the bits in which a and b differ
    logic differ;   // the result has the bits in which a and b differ
    logic both;     // it has those that a and b have
    logic smaller;  // it is the smaller one
    logic larger;   // it is the larger one
    logic shifts;   // it is a, shifted by b
    logic left;     // shifts are to the left
    logic select;   // it is a in active lanes, b in the others
    logic below;    // a mask: a is smaller, without carry smaller or equal
    logic equal;    // a mask: a and b are equal
    logic unlike;   // a mask: they differ
    logic to_bits;  // the result is the active lanes, a bit each
    logic of_bits;  // a mask: the bits of the first operand, a lane each
  } lane_control_t;

  // What the lane ALU does with four bytes of an operand of a vec command, but for a sum with what
  // came before it, or with 0; all 0 without an operand.
  typedef struct packed {
    logic abs;   // the absolute value of it
    logic half;  // two lanes of two bytes; else one of four
  } vec_alu_t;

  // Contents of a slot.
  typedef struct packed {
    lane_place_e place;
    logic [1:0]  elem;  // log2 of the bytes of an element; 3: slots take whole words
    logic [1:0]  lane;  // log2 of the bytes of a lane in V
  } slot_ctrl_t;

  typedef struct packed {
    slot_ctrl_t     slot;
    dist_e          unpack;    // how a load spreads bytes over V, else DistNorm
    logic           vec;       // operands pass through the lane ALU
    logic           writes_v;
    logic           merge;     // it does not write the lanes that it has no words for
    logic           bounded;   // elements of the data vector: those beyond it are none
  } mem_ctrl_t;

  // Tag of a group from stage P to V.
  typedef struct packed {
    logic       check;   // it only checks its lanes, before other groups of its command access any
    mem_ctrl_t  ctrl;
    alu_op_e    alu;
    logic       second;  // the group reads the second source of a vec command
    logic [4:0] vd;
    logic [RspIdWidth-1:0] rsp_id;
    logic [1:0] group;   // which lanes of its command it has, where these are narrower than words
    logic       first;   // the first one that is not only checked; with a window only, like entry
    logic [2:0] entry;   // entry of the results of vec commands that the group's words go to
    logic       last;    // the last group of its command
  } mem_tag_t;

  // The same where a unit without lane operations has a constant.
  function automatic mem_tag_t tag_with(mem_tag_t tag, int unsigned lane_ops);
    tag_with = tag;
    if (lane_ops == 0) begin
      tag_with.ctrl.merge   = 1'b0;
      tag_with.ctrl.bounded = 1'b0;
      tag_with.check        = 1'b0;
    end
  endfunction

  // Fractions: what a group gives V that is not whole words, but lanes narrower than a word, or
  // bytes spread over several words. Groups whose fractions are of one kind are alike in all of
  // this.
  typedef struct packed {
    logic [1:0] elem;    // log2 of the bytes of an element
    logic [1:0] lane;    // log2 of the bytes of a lane
    dist_e      unpack;  // how bytes are spread
  } fractions_t;

  function automatic fractions_t fractions_of(mem_ctrl_t ctrl);
    // Loads have no lanes, but whole words.
    return '{elem: ctrl.slot.elem, unpack: ctrl.unpack,
             lane: ctrl.unpack == DistNorm ? ctrl.slot.lane : '0};
  endfunction

  function automatic logic gives_fractions(mem_ctrl_t ctrl, int unsigned bank_bytes);
    return ctrl.writes_v && !ctrl.vec &&
           (ctrl.unpack != DistNorm ||
            (ctrl.slot.elem != 2'd3 && (ctrl.slot.lane != WidthB32 || bank_bytes == 8)));
  endfunction

  // Where the word of a slot goes.
  typedef enum logic [1:0] {
    SlotWrites   = 2'd0,  // it comes from the slot
    SlotWord     = 2'd1,  // V, whole
    SlotFraction = 2'd2,  // V
    SlotOperand  = 2'd3   // the lane ALU: an operand of a vec command
  } slot_to_e;

  // What a place of a lane keeps of the tag of its group.
  typedef struct packed {
    slot_to_e   to;
    logic [4:0] vd;     // destination; of operands the operation and the entry of the results
    logic [1:0] info;   // of fractions the number of the group within its command, of whole words
                        // log2 of the bytes of an element, of operands bit 0 is their width
  } slot_tag_t;

  function automatic slot_tag_t slot_tag_of(mem_tag_t tag, logic we, int unsigned bank_bytes);
    if (tag.ctrl.vec && !we) begin
      return '{to: SlotOperand, vd: {tag.alu, tag.entry},
               info: {1'b0, tag.ctrl.slot.lane == WidthB32}};
    end
    if (we) return '{to: SlotWrites, vd: tag.vd, info: '0};
    if (gives_fractions(tag.ctrl, bank_bytes)) begin
      return '{to: SlotFraction, vd: tag.vd, info: tag.group};
    end
    return '{to: SlotWord, vd: tag.vd, info: tag.ctrl.slot.elem};
  endfunction

  // A group in the crossbar, apart from its slots.
  typedef struct packed {
    logic     we;        // the group writes
    logic     is_local;  // its slots read words of its own data
    logic     lanes;     // it counts in served_o and served_bank_o of gsq_xbar
    logic     killed;    // it has lost its slots
    mem_tag_t tag;
  } xbar_group_t;

endpackage
