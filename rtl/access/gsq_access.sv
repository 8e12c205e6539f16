// The access pipe: what a memory command does once its operands are there.
//
// Every access goes through the gather/scatter crossbar as groups of VlenBytes/4 slots: blocks, at
// the places that the address generator gives, as slots side by side, gathers and scatters as slots
// at their indices. Stage P prepares data, byte masks and offsets, one group a cycle, and merges
// the unaligned-store stream; stage A adds the base and checks every lane; M, R and X belong to
// gsq_xbar. Words come back one cycle after their beat and are put together in the cycle after that
// (stage W), which writes V, or hands operands of a vec command to the lane ALU. What that makes
// joins the group that writes it as the group leaves stage R.
//
// Latency: a command taken in t is in P in t+1, A in t+2, has its first beat in t+5; V is written
// two cycles after the last beat. Throughput: one group a cycle into the crossbar, one beat a
// cycle out of it. Handshake: a command is taken with valid_i && ready_o; ready_o waits for older
// loads of its sources.
module gsq_access
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// Number of banks.
  parameter int unsigned Banks = 64,
  /// Bytes of a bank word.
  parameter int unsigned BankBytes = 4,
  /// 0: bank = low bits of the word address; 1: XOR of all its slices.
  parameter int unsigned BankHash = 0,
  /// 1: any row stride; 0: row strides of 0 or a power of two.
  parameter int unsigned RowMultiplier = 1,
  /// Coding of the crossbars, see gsq_slot_to_bank and gsq_bank_to_slot.
  parameter int unsigned XbarOneHot = 1,
  /// 1: lanes of one word share an access; 0: each has its own.
  parameter int unsigned Coalesce = 1,
  /// Derived, do not set: bits of a word address within a bank.
  localparam int unsigned RowWidth = $clog2(UbBytes / BankBytes / Banks)
) (
  /// Clock.
  input  logic                      clk_i,
  /// Reset, active low.
  input  logic                      rst_ni,
  /// A command is offered.
  input  logic                      valid_i,
  /// It is taken, and its sources read from V, when offered.
  output logic                      ready_o,
  /// The command.
  input  mem_op_t                   op_i,
  /// Bytes of its active lanes.
  input  logic [VlenBytes-1:0]      bytes_i,
  /// Data read from V for the command in stage P.
  input  logic [VlenBytes-1:0][7:0] data_i,
  /// Indices read from V for the command in stage P.
  input  logic [VlenBytes-1:0][7:0] index_i,
  /// Per register: a command in the pipe writes it in a later cycle.
  output logic [NumVregs-1:0]       loads_o,
  /// A lane of a command turned out illegal.
  output logic                      fault_o,
  /// Its status: StErrBounds or StErrAlign.
  output status_e                   fault_status_o,
  /// Its lowest illegal lane, or block.
  output logic [8:0]                fault_lane_o,
  /// Its entry in the response queue.
  output logic [3:0]                fault_id_o,
  /// A command that reads V is complete in this cycle.
  output logic                      done_o,
  /// Its entry in the response queue.
  output logic [3:0]                done_id_o,
  /// A command that writes V is complete in this cycle.
  output logic                      write_done_o,
  /// Its entry in the response queue.
  output logic [3:0]                write_id_o,
  /// It writes V, having met no illegal lane.
  output logic                      write_o,
  /// Its destination.
  output logic [4:0]                vd_o,
  /// The value.
  output logic [VlenBytes-1:0][7:0] data_o,
  /// No beat in this cycle.
  input  logic                      hold_i,
  /// Per slot of a gather or scatter: served by the beat of this cycle.
  output logic [VlenBytes/4-1:0]    served_o,
  /// Per bank: the beat of this cycle wants it, unless hold_i.
  output logic [Banks-1:0]          want_o,
  /// The beat of this cycle writes.
  output logic                      bank_we_o,
  /// Per bank: it is accessed.
  output logic [Banks-1:0]          bank_req_o,
  /// Per bank: word.
  output logic [RowWidth-1:0]       bank_row_o [Banks],
  /// Per bank: bytes read or written.
  output logic [BankBytes-1:0]      bank_be_o [Banks],
  /// Per bank: data to write.
  output logic [8*BankBytes-1:0]    bank_wdata_o [Banks],
  /// Per bank: data read in the cycle before.
  input  logic [8*BankBytes-1:0]    bank_rdata_i [Banks]
);

  localparam int unsigned Slots      = VlenBytes / 4;
  localparam int unsigned Blocks     = VlenBytes / BlockBytes;
  localparam int unsigned AddrWidth  = $clog2(UbBytes);
  localparam int unsigned CountWidth = $clog2(VlenBytes + 1);
  localparam int unsigned Words      = VlenBytes / BankBytes;  // of a vector
  localparam int unsigned SelWidth   = $clog2(Words > Banks ? Words : Banks);
  localparam int unsigned ByteWidth  = $clog2(BankBytes);

  typedef logic [VlenBytes-1:0][7:0]  vec_t;
  typedef logic [BlockBytes-1:0][7:0] block_t;

  // ---------------------------------------------------------------------------------------------
  // Stage P: groups, data, byte masks, offsets
  // ---------------------------------------------------------------------------------------------

  logic                 p_valid_q;
  logic [1:0]           p_group_q;  // groups that have left
  mem_op_t              p_op_q;     // without reset, as p_bytes_q
  logic [VlenBytes-1:0] p_bytes_q;
  logic [1:0]           p_group;    // group that leaves next
  logic                 p_last;     // it is the last one
  logic                 p_leaves;   // it leaves
  logic                 p_write;    // it writes UB
  logic                 a_ready;
  logic                 two_byte_slots;

  assign ready_o = (!p_valid_q || (p_leaves && p_last)) &&
                   !(reads_data(op_i.kind) && loads_o[op_i.vs]) &&
                   !(reads_index(op_i.kind) && loads_o[op_i.vi]);
  assign p_leaves = p_valid_q && a_ready;

  // Where the blocks lie; 0 for commands whose lanes find their places by indices.
  logic                 agu_last;
  logic [1:0]           agu_operand;
  logic [AddrWidth-6:0] agu_block [Blocks];
  logic                 unused_agu_valid, unused_agu_ready;  // stage P knows
  logic [Blocks-1:0]    active_blocks;
  logic [1:0]           sources;

  for (genvar k = 0; k < Blocks; k++) begin : g_active
    assign active_blocks[k] = bytes_i[BlockBytes*k +: BlockBytes] != '0;
  end

  always_comb begin
    sources = 2'd0;
    if (op_i.kind == MemVec) sources = op_i.alu == AluAdd ? 2'd2 : 2'd1;
  end

  gsq_agu #(
    .VlenBytes(VlenBytes),
    .UbBytes  (UbBytes)
  ) u_agu (
    .clk_i,
    .rst_ni,
    .valid_i     (valid_i && ready_o && has_blocks(op_i.kind)),
    .ready_o     (unused_agu_ready),
    .repeat_i    (op_i.iterations),
    .sources_i   (sources),
    .active_i    (active_blocks),
    .start_i     ({(AddrWidth-5)'(op_i.src_block[1]), (AddrWidth-5)'(op_i.src_block[0]),
                   op_i.addr[AddrWidth-1:5]}),
    .blk_stride_i(op_i.blk_stride),
    .rep_stride_i(op_i.rep_stride),
    .valid_o     (unused_agu_valid),
    .ready_i     (p_leaves && has_blocks(p_op_q.kind)),
    .operand_o   (agu_operand),
    .last_o      (agu_last),
    .block_o     (agu_block)
  );

  assign p_write = p_op_q.kind == MemVec ? agu_operand == 2'd0 : !writes_v(p_op_q.kind);

  assign two_byte_slots = p_op_q.kind inside {MemGather, MemScatter} &&
                          slot_width(p_op_q.form) == WidthB16;

  logic p_low_empty, p_high_empty;  // no active lane in that half of the vector

  assign p_low_empty  = p_bytes_q[VlenBytes/2-1:0] == '0;
  assign p_high_empty = p_bytes_q[VlenBytes-1:VlenBytes/2] == '0;

  // Two-byte lanes fill two groups; one without an active lane is left out. A register gather of
  // narrow lanes has two or four.
  always_comb begin
    p_group = p_group_q;
    p_last  = 1'b1;
    if (has_blocks(p_op_q.kind)) begin
      p_last = agu_last;
    end else if (two_byte_slots) begin
      if (p_low_empty && !p_high_empty) p_group = 2'd1;
      p_last = p_group == 2'd1 || p_high_empty;
    end else if (p_op_q.kind == MemGatherReg) begin
      unique case (p_op_q.width)
        WidthB8:  p_last = p_group_q == 2'd3;
        WidthB16: p_last = p_group_q == 2'd1;
        default:  p_last = 1'b1;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      p_valid_q <= 1'b0;
      p_group_q <= '0;
    end else begin
      if (valid_i && ready_o) p_valid_q <= 1'b1;
      else if (p_leaves && p_last) p_valid_q <= 1'b0;
      if (p_leaves) p_group_q <= p_last ? '0 : p_group + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i && ready_o) begin
      p_op_q    <= op_i;
      p_bytes_q <= bytes_i;
    end
  end

  // The unaligned-store registers hold bytes at their places in a block; which of them are valid is
  // known at issue and comes with the command, so the data needs no reset.
  block_t [NumUregs-1:0]               u_q;
  block_t                              u_merged;
  block_t [Blocks-1:0]                 merged;
  logic   [Blocks-1:0][BlockBytes-1:0] merged_be;
  logic   [4:0]                        unused_lo, unused_hi;  // gsq_stream_state keeps its own

  gsq_stream_merge #(
    .VlenBytes(VlenBytes)
  ) u_stream_merge (
    .data_i  (data_i),
    .n_i     (CountWidth'(p_op_q.n)),
    .offset_i(p_op_q.addr[4:0]),
    .first_i (p_op_q.first),
    .held_i  (u_q[p_op_q.u]),
    .blocks_o(merged),
    .be_o    (merged_be),
    .held_o  (u_merged),
    .lo_o    (unused_lo),
    .hi_o    (unused_hi)
  );

  always_ff @(posedge clk_i) begin
    if (p_leaves && p_op_q.kind == MemStream) u_q[p_op_q.u] <= u_merged;
  end

  vec_t                 p_data;
  logic [VlenBytes-1:0] p_be;  // contiguous accesses: bytes; gather and scatter: active lanes

  always_comb begin
    p_data = data_i;
    p_be   = p_bytes_q;
    unique case (p_op_q.kind)
      MemLoad: begin
        p_be = '1;
        if (p_op_q.distr != DistNorm) p_be = (VlenBytes)'({(VlenBytes / 2){1'b1}});
      end
      MemStore: begin
        if (p_op_q.distr != DistNorm) begin
          p_be = '0;
          for (int unsigned i = 0; i < VlenBytes / 2; i++) begin
            if (p_op_q.distr == DistPackB16) begin
              p_data[i] = data_i[2*i];
              p_be[i]   = p_bytes_q[2*i];
            end else begin
              p_data[i] = data_i[4*(i/2) + i%2];
              p_be[i]   = p_bytes_q[4*(i/2) + i%2];
            end
          end
        end
      end
      MemStream: begin
        p_data = merged;
        p_be   = merged_be;
      end
      MemPost: begin
        p_data[BlockBytes-1:0] = u_q[p_op_q.u];
        p_be                   = '0;
        for (int unsigned i = 0; i < BlockBytes; i++) begin
          p_be[i] = i >= 32'(p_op_q.first) && i < 32'(p_op_q.n);
        end
      end
      MemGatherReg: p_be = '1;
      default: ;
    endcase
  end

  logic [AddrWidth-1:0] p_offset [Slots];
  logic [Slots-1:0]     p_far;

  gsq_slot_offset #(
    .VlenBytes    (VlenBytes),
    .UbBytes      (UbBytes),
    .RowMultiplier(RowMultiplier)
  ) u_slot_offset (
    .op_i    (p_op_q),
    .group_i (p_group),
    .block_i (agu_block),
    .index_i (index_i),
    .offset_o(p_offset),
    .far_o   (p_far)
  );

  // ---------------------------------------------------------------------------------------------
  // Stage A: addresses, checks, slots
  // ---------------------------------------------------------------------------------------------

  logic                 a_valid_q;
  mem_op_t              a_op_q;  // without reset, down to a_be_q
  logic [1:0]           a_group_q;
  logic                 a_last_q;
  logic                 a_write_q;
  logic                 a_second_q;  // it reads the second source of a vec command
  logic [AddrWidth-1:0] a_offset_q [Slots];
  logic [Slots-1:0]     a_far_q;
  vec_t                 a_data_q;
  logic [VlenBytes-1:0] a_be_q;
  logic                 a_leaves;
  logic                 xbar_ready;

  assign a_leaves = a_valid_q && xbar_ready;
  assign a_ready  = !a_valid_q || a_leaves;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) a_valid_q <= 1'b0;
    else if (a_ready) a_valid_q <= p_valid_q;
  end

  always_ff @(posedge clk_i) begin
    if (p_leaves) begin
      a_op_q     <= p_op_q;
      a_group_q  <= p_group;
      a_last_q   <= p_last;
      a_write_q  <= p_write;
      a_second_q <= agu_operand == 2'd2;
      a_offset_q <= p_offset;
      a_far_q    <= p_far;
      a_data_q   <= p_data;
      a_be_q     <= p_be;
    end
  end

  logic a_lanes;           // addresses come from indices
  logic a_two_byte_slots;
  logic a_eight_byte;      // BankBytes 8: accesses of whole words, in the even slots

  assign a_lanes          = a_op_q.kind inside {MemGather, MemScatter};
  assign a_two_byte_slots = a_lanes && slot_width(a_op_q.form) == WidthB16;
  assign a_eight_byte     = BankBytes == 8 && a_op_q.kind != MemGatherReg &&
                            (!a_lanes || a_op_q.form == FormB64);

  logic [Slots-1:0]     a_active;
  logic [SelWidth-1:0]  a_sel [Slots];
  logic [RowWidth-1:0]  a_row [Slots];
  logic [ByteWidth-1:0] a_byte [Slots];
  status_e              a_status;
  logic [8:0]           a_lane;

  gsq_slot_address #(
    .VlenBytes(VlenBytes),
    .UbBytes  (UbBytes),
    .Banks    (Banks),
    .BankBytes(BankBytes),
    .BankHash (BankHash)
  ) u_slot_address (
    .op_i    (a_op_q),
    .group_i (a_group_q[0]),
    .active_i(a_active),
    .offset_i(a_offset_q),
    .far_i   (a_far_q),
    .sel_o   (a_sel),
    .row_o   (a_row),
    .byte_o  (a_byte),
    .status_o(a_status),
    .lane_o  (a_lane)
  );

  // Bytes of an element, where it is narrower than a word.
  logic [1:0] a_elem;
  assign a_elem = a_op_q.kind == MemGatherReg ? a_op_q.width : elem_log2(a_op_q.form);

  logic [BankBytes-1:0]   a_slot_be [Slots];
  logic [8*BankBytes-1:0] a_slot_data [Slots];
  logic [VlenBytes/2-1:0][15:0] a_data16;
  logic [VlenBytes/2-1:0]       a_be16;  // one bit per two-byte slot
  assign a_data16 = a_data_q;

  for (genvar i = 0; i < VlenBytes / 2; i++) begin : g_be16
    assign a_be16[i] = a_be_q[2*i];
  end

  for (genvar s = 0; s < Slots; s++) begin : g_slot
    localparam int unsigned Even = s & ~1;
    logic [31:0] element;
    logic [15:0] half;  // two-byte slots: by group

    assign half = a_group_q[0] ? a_data16[Slots+s] : a_data16[s];

    always_comb begin
      element = a_data_q[4*s +: 4];
      if (a_two_byte_slots) element = 32'(half);
      if (a_elem == 2'd0) element = {4{element[7:0]}};
      if (a_elem == 2'd1) element = {2{element[15:0]}};
    end

    always_comb begin
      if (a_two_byte_slots) a_active[s] = a_group_q[0] ? a_be16[Slots+s] : a_be16[s];
      else if (a_op_q.kind == MemGatherBlock) a_active[s] = a_be_q[4*(s/8)];
      else if (a_lanes && a_op_q.form == FormB64) a_active[s] = a_be_q[4*Even];
      else if (a_eight_byte) a_active[s] = |a_be_q[4*Even +: 8];
      else a_active[s] = |a_be_q[4*s +: 4];
      if (a_eight_byte && s % 2 != 0) a_active[s] = 1'b0;
    end

    always_comb begin
      unique case (a_elem)
        2'd0:    a_slot_be[s] = BankBytes'(1) << a_byte[s];
        2'd1:    a_slot_be[s] = BankBytes'(3) << a_byte[s];
        2'd2:    a_slot_be[s] = BankBytes'(15) << a_byte[s];
        default: a_slot_be[s] = '1;
      endcase
      a_slot_data[s] = {BankBytes / 4{element}};
      if (!a_lanes) begin
        if (a_op_q.kind == MemGatherBlock) begin
          a_slot_be[s] = '1;
        end else if (a_op_q.kind != MemGatherReg) begin
          a_slot_be[s] = a_be_q[4*(BankBytes == 8 ? Even : s) +: BankBytes];
        end
        a_slot_data[s] = a_data_q[4*(BankBytes == 8 ? Even : s) +: BankBytes];
      end else if (a_op_q.form == FormB64) begin
        a_slot_be[s]   = '1;
        a_slot_data[s] = a_data_q[4*(BankBytes == 8 ? Even : s) +: BankBytes];
      end
    end
  end

  // What travels through the crossbar with a group.
  typedef struct packed {
    mem_kind_e  kind;
    dist_e      distr;
    form_e      form;
    width_e     width;
    alu_op_e    alu;
    logic       second; // it reads the second source of a vec command
    logic [4:0] vd;
    logic [3:0] rsp_id;
    logic [1:0] group;
    logic       last;
    logic       fault;  // an illegal lane in this group or an earlier one of the command
  } tag_t;

  tag_t       a_tag;
  logic       a_fault;
  tag_t       m_tag, r_tag, x_tag, q_tag;
  logic [3:0] stage_valid;
  logic [$bits(tag_t)-1:0] stage_tag [4];

  assign m_tag = stage_tag[0];
  assign r_tag = stage_tag[1];
  assign x_tag = stage_tag[2];
  assign q_tag = stage_tag[3];

  // The group before, of the same command, is one stage ahead.
  logic m_same;
  assign m_same  = stage_valid[0] && !m_tag.last;
  assign a_fault = a_status != StOk;

  assign a_tag = '{
    kind:   a_op_q.kind,
    distr:  a_op_q.distr,
    form:   a_op_q.form,
    width:  a_op_q.width,
    alu:    a_op_q.alu,
    second: a_second_q,
    vd:     a_op_q.vd,
    rsp_id: a_op_q.rsp_id,
    group:  a_group_q,
    last:   a_last_q,
    fault:  a_fault || (m_same && m_tag.fault)
  };

  // The lowest faulty lane is told: that of the first group that has one.
  assign fault_o        = a_leaves && a_fault && !(m_same && m_tag.fault);
  assign fault_status_o = a_status;
  assign fault_lane_o   = a_lane;
  assign fault_id_o     = a_op_q.rsp_id;

  // ---------------------------------------------------------------------------------------------
  // Stages M, R, X: the crossbar
  // ---------------------------------------------------------------------------------------------

  logic                   x_ends;
  logic [Slots-1:0]       served;
  logic [Slots-1:0]       ret_hit;
  logic                   ret_last;
  logic [BankBytes-1:0]   ret_be [Slots];
  logic [8*BankBytes-1:0] ret_word [Slots];

  logic                   vec_valid;
  logic                   vec_ready;
  vec_t                   vec_data;
  logic [8*BankBytes-1:0] vec_slot_data [Slots];

  for (genvar s = 0; s < Slots; s++) begin : g_vec
    assign vec_slot_data[s] = vec_data[4*(BankBytes == 8 ? s & ~1 : s) +: BankBytes];
  end

  gsq_xbar #(
    .Slots     (Slots),
    .Banks     (Banks),
    .RowWidth  (RowWidth),
    .WordBytes (BankBytes),
    .LocalWords(Words),
    .LocalStep (BankBytes / 4),
    .TagWidth  ($bits(tag_t)),
    .OneHot    (XbarOneHot),
    .Coalesce  (Coalesce)
  ) u_xbar (
    .clk_i,
    .rst_ni,
    .valid_i      (a_valid_q),
    .ready_o      (xbar_ready),
    .we_i         (a_write_q),
    .local_i      (a_op_q.kind == MemGatherReg),
    .late_i       (a_op_q.kind == MemVec && a_write_q),
    .tag_i        (a_tag),
    .use_i        (a_tag.fault ? '0 : a_active),
    .sel_i        (a_sel),
    .row_i        (a_row),
    .be_i         (a_slot_be),
    .data_i       (a_slot_data),
    .late_valid_i (vec_valid),
    .late_ready_o (vec_ready),
    .late_data_i  (vec_slot_data),
    .kill_i       (m_same && a_valid_q && a_fault),
    .hold_i       (hold_i),
    .stage_valid_o(stage_valid),
    .stage_tag_o  (stage_tag),
    .end_o        (x_ends),
    .served_o     (served),
    .want_o,
    .bank_we_o,
    .bank_req_o,
    .bank_row_o,
    .bank_be_o,
    .bank_wdata_o,
    .bank_rdata_i,
    .ret_hit_o    (ret_hit),
    .ret_last_o   (ret_last),
    .ret_be_o     (ret_be),
    .ret_word_o   (ret_word)
  );

  assign served_o = x_tag.kind inside {MemGather, MemScatter, MemGatherBlock} ? served : '0;

  assign done_o    = x_ends && x_tag.last && !writes_v(x_tag.kind);
  assign done_id_o = x_tag.rsp_id;

  // ---------------------------------------------------------------------------------------------
  // Stage W: words to V
  // ---------------------------------------------------------------------------------------------

  logic       w_valid_q;
  logic       w_vec_q;     // an operand of a vec command is complete
  logic       w_fresh_q;   // the next words are the first of their command, or operand
  vec_t       w_data_q;    // without reset, down to w_fault_q
  dist_e      w_distr_q;
  logic [4:0] w_vd_q;
  logic [3:0] w_rsp_id_q;
  logic       w_fault_q;
  alu_op_e    w_alu_q;
  logic       w_wide_q;
  logic       w_second_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_valid_q <= 1'b0;
      w_vec_q   <= 1'b0;
      w_fresh_q <= 1'b1;
    end else begin
      w_valid_q <= stage_valid[3] && ret_last && q_tag.last;
      w_vec_q   <= stage_valid[3] && ret_last && q_tag.kind == MemVec;
      if (stage_valid[3]) w_fresh_q <= ret_last && (q_tag.last || q_tag.kind == MemVec);
    end
  end

  // The element in a word, moved down to bit 0; zeros above it.
  function automatic logic [31:0] pick(logic [8*BankBytes-1:0] word, logic [BankBytes-1:0] be,
                                       logic [1:0] elem);
    pick = '0;
    unique case (elem)
      2'd0: for (int unsigned i = 0; i < BankBytes; i++) pick[7:0] |= word[8*i +: 8] & {8{be[i]}};
      2'd1: begin
        for (int unsigned i = 0; i < BankBytes; i += 2) pick[15:0] |= word[8*i +: 16] & {16{be[i]}};
      end
      default: begin
        for (int unsigned i = 0; i < BankBytes; i += 4) pick |= word[8*i +: 32] & {32{be[i]}};
      end
    endcase
  endfunction

  logic [1:0] q_elem;   // log2 of the bytes of an element narrower than a word
  logic       q_whole;  // words go to their places as they are
  logic       q_lane8;  // lanes of one byte, in four groups
  logic       q_lane16; // lanes of two bytes, in two groups

  assign q_elem   = q_tag.kind == MemGatherReg ? q_tag.width : elem_log2(q_tag.form);
  assign q_whole  = q_tag.kind inside {MemLoad, MemVec, MemGatherBlock} ||
                    (q_tag.kind == MemGather && q_tag.form == FormB64);
  assign q_lane8  = q_tag.kind == MemGatherReg && q_tag.width == WidthB8;
  assign q_lane16 = (q_tag.kind == MemGatherReg && q_tag.width == WidthB16) ||
                    (q_tag.kind == MemGather && slot_width(q_tag.form) == WidthB16);

  // The places are constants: a place that depended on the group would be a shifter over the
  // whole vector in gates.
  always_ff @(posedge clk_i) begin
    if (stage_valid[3]) begin
      if (w_fresh_q) w_data_q <= '0;
      for (int unsigned s = 0; s < Slots; s++) begin
        if (ret_hit[s]) begin
          automatic logic [31:0] part = pick(ret_word[s], ret_be[s], q_elem);
          if (q_whole) begin
            w_data_q[4*s +: BankBytes] <= ret_word[s];
          end else if (q_lane8) begin
            for (int unsigned g = 0; g < 4; g++) begin
              if (q_tag.group == 2'(g)) w_data_q[g*Slots+s] <= part[7:0];
            end
          end else if (q_lane16) begin
            for (int unsigned g = 0; g < 2; g++) begin
              if (q_tag.group[0] == 1'(g)) w_data_q[2*(g*Slots+s) +: 2] <= part[15:0];
            end
          end else begin
            w_data_q[4*s +: 4] <= part;
          end
        end
      end
      w_distr_q  <= q_tag.kind == MemLoad ? q_tag.distr : DistNorm;
      w_vd_q     <= q_tag.vd;
      w_rsp_id_q <= q_tag.rsp_id;
      w_fault_q  <= q_tag.fault;
      w_alu_q    <= q_tag.alu;
      w_wide_q   <= q_tag.width == WidthB32;
      w_second_q <= q_tag.second;
    end
  end

  // A write waits in R behind at most three iterations read (Ahead of gsq_agu); the last of them
  // leaves X only as the write leaves R, so two results wait at most.
  gsq_vec_unit #(
    .VlenBytes(VlenBytes)
  ) u_vec_unit (
    .clk_i,
    .rst_ni,
    .valid_i (w_vec_q),
    .second_i(w_second_q),
    .op_i    (w_alu_q),
    .wide_i  (w_wide_q),
    .data_i  (w_data_q),
    .valid_o (vec_valid),
    .ready_i (vec_ready),
    .data_o  (vec_data)
  );

  assign write_done_o = w_valid_q;
  assign write_o      = w_valid_q && !w_fault_q;
  assign vd_o         = w_vd_q;
  assign write_id_o   = w_rsp_id_q;

  always_comb begin
    data_o = w_data_q;
    if (w_distr_q == DistUnpackB8) begin
      data_o = '0;
      for (int unsigned i = 0; i < VlenBytes / 2; i++) data_o[2*i] = w_data_q[i];
    end else if (w_distr_q == DistUnpackB16) begin
      data_o = '0;
      for (int unsigned i = 0; i < VlenBytes / 2; i++) data_o[4*(i/2) + i%2] = w_data_q[i];
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Registers that have yet to be written
  // ---------------------------------------------------------------------------------------------

  always_comb begin
    loads_o = '0;
    if (p_valid_q && writes_v(p_op_q.kind)) loads_o[p_op_q.vd] = 1'b1;
    if (a_valid_q && writes_v(a_op_q.kind)) loads_o[a_op_q.vd] = 1'b1;
    if (stage_valid[0] && writes_v(m_tag.kind)) loads_o[m_tag.vd] = 1'b1;
    if (stage_valid[1] && writes_v(r_tag.kind)) loads_o[r_tag.vd] = 1'b1;
    if (stage_valid[2] && writes_v(x_tag.kind)) loads_o[x_tag.vd] = 1'b1;
    if (stage_valid[3] && writes_v(q_tag.kind)) loads_o[q_tag.vd] = 1'b1;
  end

endmodule
