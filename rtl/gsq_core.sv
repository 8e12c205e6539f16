// The unit without its memory: takes commands, checks them, runs them, answers in order.
//
// Commands issue in order from the intake register, one a cycle. Masks, AR and the state of the
// unaligned stores change at issue; vectors follow through the compute pipe (V to V) or through
// the memory queue and the access pipe (V to and from the banks). docs/timing.md fixes every cycle
// of it.
//
// Latency: see docs/timing.md. Throughput: one command a cycle. Handshake: valid/ready on commands
// and responses; OBI on the host port; bank requests are always served, read data one cycle later.
module gsq_core
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector: power of two, 32..256.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer: power of two, at least 4096.
  parameter int unsigned UbBytes = 262144,
  /// Number of banks: power of two, Banks * BankBytes at least 32.
  parameter int unsigned Banks = 64,
  /// Bytes of a bank word: 4 or 8.
  parameter int unsigned BankBytes = 4,
  /// 0: bank = low bits of the word address; 1: XOR of all its slices.
  parameter int unsigned BankHash = 0,
  /// 0: row strides of gather and scatter are 0 or a power of two; 1: any.
  parameter int unsigned RowMultiplier = 1,
  /// Gathers and scatters in bank arbitration at once: 1.
  parameter int unsigned Window = 1,
  /// Pipeline cuts inside the compaction network, 0..3.
  parameter int unsigned SqueezeCuts = 3,
  /// 1: the crossbars as AND-OR trees, for gates; 0: indexed, for simulation.
  parameter int unsigned XbarOneHot = 1,
  /// Radix of the compaction network: 2 or 4.
  parameter int unsigned SqueezeRadix = 2,
  /// 1: lanes of one word share an access; 0: each has its own.
  parameter int unsigned Coalesce = 1,
  /// 1: performance counters for waveforms, see gsq_perf.
  parameter int unsigned PerfCounters = 0,
  /// Derived, do not set: bits of a word address within a bank.
  localparam int unsigned WordWidth = $clog2(UbBytes / BankBytes / Banks)
) (
  /// Clock.
  input  logic                              clk_i,
  /// Reset, active low, asynchronous assertion, synchronous release.
  input  logic                              rst_ni,
  /// A command is offered.
  input  logic                              cmd_valid_i,
  /// It is taken when offered.
  output logic                              cmd_ready_o,
  /// The command.
  input  cmd_t                              cmd_i,
  /// A response is offered.
  output logic                              rsp_valid_o,
  /// It is taken when offered.
  input  logic                              rsp_ready_i,
  /// The response.
  output rsp_t                              rsp_o,
  /// OBI: request.
  input  logic                              host_req_i,
  /// OBI: the request is taken.
  output logic                              host_gnt_o,
  /// OBI: byte address.
  input  logic [31:0]                       host_addr_i,
  /// OBI: write.
  input  logic                              host_we_i,
  /// OBI: bytes to write.
  input  logic [BlockBytes-1:0]             host_be_i,
  /// OBI: data to write.
  input  logic [8*BlockBytes-1:0]           host_wdata_i,
  /// OBI: an answer.
  output logic                              host_rvalid_o,
  /// OBI: data read.
  output logic [8*BlockBytes-1:0]           host_rdata_o,
  /// OBI: the address is outside UB.
  output logic                              host_err_o,
  /// Per bank: an access is made in this cycle.
  output logic [Banks-1:0]                  bank_req_o,
  /// Per bank: the access is a write.
  output logic [Banks-1:0]                  bank_we_o,
  /// Per bank: word of the access.
  output logic [Banks-1:0][WordWidth-1:0]   bank_addr_o,
  /// Per bank: data to write.
  output logic [Banks-1:0][8*BankBytes-1:0] bank_wdata_o,
  /// Per bank: bytes asked for; byte enables of a write.
  output logic [Banks-1:0][BankBytes-1:0]   bank_be_o,
  /// Per bank: data of the last read, one cycle after its request.
  input  logic [Banks-1:0][8*BankBytes-1:0] bank_rdata_i
);

  // Sets of parameters that nobody has thought about stop the elaboration.
  if (VlenBytes < 32 || VlenBytes > MaxVlenBytes || (VlenBytes & (VlenBytes - 1)) != 0) begin : g_vl
    $error("gsq_core: VlenBytes must be a power of two, 32..256; found %0d", VlenBytes);
  end
  if (UbBytes < 4096 || (UbBytes & (UbBytes - 1)) != 0) begin : g_ub
    $error("gsq_core: UbBytes must be a power of two, at least 4096; found %0d", UbBytes);
  end
  if ((BankBytes != 4 && BankBytes != 8) || (Banks & (Banks - 1)) != 0 ||
      Banks * BankBytes < BlockBytes || 2 * Banks * BankBytes > UbBytes) begin : g_banks
    $error("gsq_core: BankBytes must be 4 or 8, Banks a power of two, a row %0d to %0d bytes",
           BlockBytes, UbBytes / 2);
  end
  if (Window != 1 || SqueezeCuts > 3) begin : g_window
    $error("gsq_core: Window must be 1 and SqueezeCuts 0..3; found %0d and %0d", Window,
           SqueezeCuts);
  end

  localparam int unsigned CountWidth = $clog2(VlenBytes + 1);
  localparam int unsigned ArWidth    = $clog2(UbBytes + 1);
  localparam int unsigned AheadWidth = $clog2(SqueezeCuts + 3);
  localparam int unsigned BlockWidth = $clog2(UbBytes / BlockBytes);
  localparam int unsigned BlockWords = BlockBytes / BankBytes;
  localparam int unsigned Cols       = Banks / BlockWords;
  localparam int unsigned ColWidth   = Cols > 1 ? $clog2(Cols) : 1;
  localparam int unsigned PlaceWidth = $clog2(BlockWords);

  // ---------------------------------------------------------------------------------------------
  // Intake, checks, issue
  // ---------------------------------------------------------------------------------------------

  logic        in_valid_q;
  cmd_t        in_q;  // without reset
  logic        issue;
  class_e      class_d;
  status_e     status;
  logic [31:0] error_info;

  assign cmd_ready_o = !in_valid_q || issue;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) in_valid_q <= 1'b0;
    else if (cmd_ready_o) in_valid_q <= cmd_valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (cmd_ready_o && cmd_valid_i) in_q <= cmd_i;
  end

  logic                vec_mask_legal;
  logic                stream_nothing;
  status_e             stream_status;
  logic [31:0]         stream_start;
  logic [CountWidth-1:0] stream_n;
  logic [4:0]          stream_first;
  logic [ArWidth-1:0]  ar;
  logic [CountWidth-1:0] kept;

  gsq_decode #(
    .VlenBytes    (VlenBytes),
    .UbBytes      (UbBytes),
    .RowMultiplier(RowMultiplier)
  ) u_decode (
    .cmd_i           (in_q),
    .vec_mask_legal_i(vec_mask_legal),
    .stream_status_i (stream_status),
    .stream_nothing_i(stream_nothing),
    .class_o         (class_d),
    .status_o        (status),
    .error_info_o    (error_info)
  );

  gsq_stream_state #(
    .VlenBytes(VlenBytes),
    .UbBytes  (UbBytes)
  ) u_stream (
    .clk_i,
    .rst_ni,
    .op_i       (in_q.op),
    .addr_i     (in_q.addr),
    .abs_i      (in_q.abs),
    .n_i        (CountWidth'(in_q.n)),
    .post_i     (in_q.post),
    .store_reg_i(in_q.store_reg),
    .u_i        (in_q.u),
    .kept_i     (kept),
    .commit_i   (issue && status == StOk),
    .status_o   (stream_status),
    .nothing_o  (stream_nothing),
    .start_o    (stream_start),
    .n_o        (stream_n),
    .first_o    (stream_first),
    .ar_o       (ar)
  );

  logic                rsp_full;
  logic [3:0]          rsp_id;
  logic                queue_full;
  logic                compute_move;
  logic [NumVregs-1:0] compute_pending;  // registers that each class of command has yet to write
  logic [NumVregs-1:0] memory_pending;
  logic [NumVregs-1:0] queue_loads;
  logic [NumVregs-1:0] access_loads;
  mem_op_t             issue_op;
  logic                free;

  assign memory_pending = queue_loads | access_loads;

  always_comb begin
    unique case (class_d)
      ClassCompute: begin
        free = compute_move && !memory_pending[in_q.vd];
        if (in_q.op == OpSqueeze && (compute_pending[in_q.vs] || memory_pending[in_q.vs])) begin
          free = 1'b0;
        end
      end
      ClassMemory: begin
        free = !queue_full && !(writes_v(issue_op.kind) && compute_pending[in_q.vd]);
      end
      default:     free = 1'b1;
    endcase
  end

  assign issue = in_valid_q && !rsp_full && free;

  // ---------------------------------------------------------------------------------------------
  // Masks
  // ---------------------------------------------------------------------------------------------

  // Masks hold what they hold through a reset, as V and the memory do.
  logic [NumMregs-1:0][VlenBytes-1:0] mreg_q;
  logic [VlenBytes-1:0]               made_mask;
  logic [VlenBytes-1:0]               mask;   // of the command
  logic [VlenBytes-1:0]               bytes;  // of its active lanes

  assign mask = mreg_q[in_q.m];
  assign kept = CountWidth'($countones(bytes));

  gsq_mask_gen #(
    .VlenBytes(VlenBytes)
  ) u_mask_gen (
    .by_count_i(in_q.op == OpUpdateMask),
    .width_i   (in_q.width),
    .pattern_i (in_q.pattern),
    .count_i   (in_q.n),
    .mask_o    (made_mask)
  );

  // Lanes of a gather or scatter are the slots of its form; a block has the mask bit of a b32 lane.
  width_e mask_width;

  always_comb begin
    unique case (in_q.op)
      OpGather, OpScatter: mask_width = slot_width(in_q.form);
      OpGatherBlock:       mask_width = WidthB32;
      default:             mask_width = in_q.width;
    endcase
  end

  gsq_lane_mask #(
    .VlenBytes(VlenBytes)
  ) u_lane_mask (
    .mask_i (mask),
    .width_i(mask_width),
    .bytes_o(bytes)
  );

  // Commands of the address generator bring their mask with them.
  logic [VlenBytes-1:0] vec_bytes;

  gsq_vec_mask #(
    .VlenBytes(VlenBytes)
  ) u_vec_mask (
    .mask_i   (in_q.mask),
    .bitwise_i(in_q.bitwise),
    .width_i  (in_q.width),
    .legal_o  (vec_mask_legal),
    .bytes_o  (vec_bytes)
  );

  always_ff @(posedge clk_i) begin
    if (issue && status == StOk) begin
      unique case (in_q.op)
        OpCreateMask, OpUpdateMask: mreg_q[in_q.m] <= made_mask;
        OpSetMask:                  mreg_q[in_q.m] <= VlenBytes'(set_mask_imm(in_q));
        default: ;
      endcase
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Vector registers
  // ---------------------------------------------------------------------------------------------

  // Port 0 serves the compute pipe, ports 1 and 2 the access pipe: data and indices.
  logic [2:0]                  v_re;
  logic [2:0][8*VlenBytes-1:0] v_rdata;
  logic [1:0]                  v_we;
  logic [1:0][4:0]             v_waddr;
  logic [1:0][8*VlenBytes-1:0] v_wdata;
  mem_op_t                     head_op;

  gsq_vreg #(
    .VlenBytes(VlenBytes),
    .NumRead  (3)
  ) u_vreg (
    .clk_i,
    .re_i   (v_re),
    .raddr_i({head_op.vi, head_op.vs, in_q.vs}),
    .rdata_o(v_rdata),
    .we_i   (v_we),
    .waddr_i(v_waddr),
    .wdata_i(v_wdata)
  );

  // ---------------------------------------------------------------------------------------------
  // Compute pipe
  // ---------------------------------------------------------------------------------------------

  logic                  overwrites;
  logic [3:0]            compute_id;
  logic [1:0][AheadWidth-1:0] ahead;

  assign v_re[0] = issue && class_d == ClassCompute;

  gsq_compute #(
    .VlenBytes(VlenBytes),
    .Cuts     (SqueezeCuts),
    .Radix    (SqueezeRadix)
  ) u_compute (
    .clk_i,
    .rst_ni,
    .issue_i     (issue && class_d == ClassCompute),
    .unsqueeze_i (in_q.op == OpUnsqueeze),
    .width_i     (in_q.width),
    .mask_i      (mask),
    .bytes_i     (bytes),
    .vd_i        (in_q.vd),
    .rsp_id_i    (rsp_id),
    .data_i      (v_rdata[0]),
    .overwrites_i(overwrites),
    .move_o      (compute_move),
    .write_o     (v_we[0]),
    .vd_o        (v_waddr[0]),
    .data_o      (v_wdata[0]),
    .rsp_id_o    (compute_id),
    .pending_o   (compute_pending),
    .query_i     ({in_q.vi, in_q.vs}),
    .ahead_o     (ahead)
  );

  // ---------------------------------------------------------------------------------------------
  // Memory queue, access pipe
  // ---------------------------------------------------------------------------------------------

  logic                 head_valid;
  logic                 head_ready;
  logic [VlenBytes-1:0] head_bytes;
  logic                 access_done;
  logic [3:0]           access_id;
  logic [3:0]           load_id;

  always_comb begin
    issue_op = '{
      kind:       MemLoad,
      distr:      in_q.distr,
      form:       in_q.form,
      mode:       in_q.mode,
      width:      in_q.width,
      alu:        AluCopy,
      addr:       in_q.addr,
      row_stride: in_q.row_stride,
      col:        in_q.col,
      align_mask: '0,
      src_block:  {in_q.src1[31:5], in_q.src0[31:5]},
      blk_stride: {in_q.blk2, in_q.blk1, 16'd1},
      rep_stride: {in_q.rep2, in_q.rep1, in_q.rep0},
      iterations: 8'd1,
      n:          9'(stream_n),
      first:      stream_first,
      u:          in_q.u,
      vd:         in_q.vd,
      vs:         in_q.vs,
      vi:         in_q.vi,
      rsp_id:     rsp_id
    };
    unique case (in_q.op)
      OpStoreAlign: issue_op.kind = MemStore;
      OpLoadBlock, OpStoreBlock: begin
        issue_op.kind          = in_q.op == OpLoadBlock ? MemLoad : MemStore;
        issue_op.distr         = DistNorm;
        issue_op.blk_stride[0] = in_q.blk0;
      end
      OpVecCopy, OpVecAbs, OpVecAdd: begin
        issue_op.kind          = MemVec;
        issue_op.alu           = in_q.op == OpVecAdd ? AluAdd :
                                 in_q.op == OpVecAbs ? AluAbs : AluCopy;
        issue_op.blk_stride[0] = in_q.blk0;
        issue_op.iterations    = in_q.iterations[7:0];
      end
      OpStoreUnalign: begin
        issue_op.kind = MemStream;
        issue_op.addr = stream_start;
      end
      OpStoreUnalignPost: begin
        issue_op.kind = MemPost;
        issue_op.addr = stream_start;
      end
      OpGather, OpScatter: begin
        issue_op.kind       = in_q.op == OpGather ? MemGather : MemScatter;
        issue_op.align_mask = (32'd1 << elem_log2(in_q.form)) - 32'd1;
        if (in_q.align != '0) issue_op.align_mask |= in_q.align - 32'd1;
      end
      OpGatherReg: issue_op.kind = MemGatherReg;
      OpGatherBlock: begin
        issue_op.kind       = MemGatherBlock;
        issue_op.align_mask = 32'(BlockBytes - 1);
      end
      default: ;
    endcase
  end

  gsq_mem_queue #(
    .VlenBytes (VlenBytes),
    .AheadWidth(AheadWidth)
  ) u_mem_queue (
    .clk_i,
    .rst_ni,
    .full_o         (queue_full),
    .push_i         (issue && class_d == ClassMemory),
    .op_i           (issue_op),
    .bytes_i        (issue_op.kind == MemVec ? vec_bytes : bytes),
    .data_ahead_i   (reads_data(issue_op.kind) ? ahead[0] : '0),
    .index_ahead_i  (reads_index(issue_op.kind) ? ahead[1] : '0),
    .compute_write_i(v_we[0]),
    .compute_vd_i   (v_waddr[0]),
    .overwrites_o   (overwrites),
    .loads_o        (queue_loads),
    .valid_o        (head_valid),
    .ready_i        (head_ready),
    .op_o           (head_op),
    .bytes_o        (head_bytes)
  );

  assign v_re[1] = head_valid && head_ready && reads_data(head_op.kind);
  assign v_re[2] = head_valid && head_ready && reads_index(head_op.kind);

  logic                   access_fault;
  status_e                fault_status;
  logic [8:0]             fault_lane;
  logic [3:0]             fault_id;
  logic                   load_done;
  logic                   host_win;
  logic [VlenBytes/4-1:0] served;
  logic [Banks-1:0]       unit_want;
  logic                   unit_we;
  logic [Banks-1:0]       unit_req;
  logic [WordWidth-1:0]   unit_row [Banks];
  logic [BankBytes-1:0]   unit_be [Banks];
  logic [8*BankBytes-1:0] unit_wdata [Banks];
  logic [8*BankBytes-1:0] unit_rdata [Banks];

  for (genvar i = 0; i < Banks; i++) begin : g_rdata
    assign unit_rdata[i] = bank_rdata_i[i];
  end

  gsq_access #(
    .VlenBytes    (VlenBytes),
    .UbBytes      (UbBytes),
    .Banks        (Banks),
    .BankBytes    (BankBytes),
    .BankHash     (BankHash),
    .RowMultiplier(RowMultiplier),
    .XbarOneHot   (XbarOneHot),
    .Coalesce     (Coalesce)
  ) u_access (
    .clk_i,
    .rst_ni,
    .valid_i       (head_valid),
    .ready_o       (head_ready),
    .op_i          (head_op),
    .bytes_i       (head_bytes),
    .data_i        (v_rdata[1]),
    .index_i       (v_rdata[2]),
    .loads_o       (access_loads),
    .fault_o       (access_fault),
    .fault_status_o(fault_status),
    .fault_lane_o  (fault_lane),
    .fault_id_o    (fault_id),
    .done_o        (access_done),
    .done_id_o     (access_id),
    .write_done_o  (load_done),
    .write_id_o    (load_id),
    .write_o       (v_we[1]),
    .vd_o          (v_waddr[1]),
    .data_o        (v_wdata[1]),
    .hold_i        (host_win),
    .served_o      (served),
    .want_o        (unit_want),
    .bank_we_o     (unit_we),
    .bank_req_o    (unit_req),
    .bank_row_o    (unit_row),
    .bank_be_o     (unit_be),
    .bank_wdata_o  (unit_wdata),
    .bank_rdata_i  (unit_rdata)
  );

  // ---------------------------------------------------------------------------------------------
  // Host port, banks
  // ---------------------------------------------------------------------------------------------

  logic [BlockWidth-1:0]            host_block;
  logic                             host_we;
  logic [BlockBytes-1:0]            host_be;
  logic [8*BlockBytes-1:0]          host_wdata;
  logic                             host_busy;
  logic                             host_serve;
  logic [8*BlockBytes-1:0]          host_rdata;
  logic [ColWidth-1:0]              host_col;
  logic [PlaceWidth-1:0]            host_swizzle;
  logic [WordWidth-1:0]             host_row;
  logic [Cols-1:0][BlockWords-1:0]  want_cols;

  assign want_cols = unit_want;
  assign host_busy = want_cols[host_col] != '0;

  gsq_host_port #(
    .UbBytes(UbBytes)
  ) u_host_port (
    .clk_i,
    .rst_ni,
    .host_req_i,
    .host_gnt_o,
    .host_addr_i,
    .host_we_i,
    .host_be_i,
    .host_wdata_i,
    .host_rvalid_o,
    .host_rdata_o,
    .host_err_o,
    .block_o(host_block),
    .we_o   (host_we),
    .be_o   (host_be),
    .wdata_o(host_wdata),
    .busy_i (host_busy),
    .win_o  (host_win),
    .serve_o(host_serve),
    .rdata_i(host_rdata)
  );

  gsq_block_map #(
    .UbBytes  (UbBytes),
    .Banks    (Banks),
    .BankBytes(BankBytes),
    .BankHash (BankHash)
  ) u_host_map (
    .block_i  (host_block),
    .col_o    (host_col),
    .swizzle_o(host_swizzle),
    .word_o   (host_row)
  );

  gsq_bank_mux #(
    .UbBytes  (UbBytes),
    .Banks    (Banks),
    .BankBytes(BankBytes)
  ) u_bank_mux (
    .clk_i,
    .unit_req_i    (unit_req),
    .unit_we_i     (unit_we),
    .unit_row_i    (unit_row),
    .unit_be_i     (unit_be),
    .unit_wdata_i  (unit_wdata),
    .host_req_i    (host_serve),
    .host_we_i     (host_we),
    .host_col_i    (host_col),
    .host_row_i    (host_row),
    .host_swizzle_i(host_swizzle),
    .host_be_i     (host_be),
    .host_wdata_i  (host_wdata),
    .host_rdata_o  (host_rdata),
    .bank_req_o,
    .bank_we_o,
    .bank_addr_o,
    .bank_wdata_o,
    .bank_be_o,
    .bank_rdata_i
  );

  // ---------------------------------------------------------------------------------------------
  // Responses
  // ---------------------------------------------------------------------------------------------

  logic [31:0] info;

  always_comb begin
    info = error_info;
    if (status == StOk) begin
      unique case (in_q.op)
        OpSqueeze: info = 32'(kept);
        OpGetSpr:  info = 32'(ar);
        default: ;
      endcase
    end
  end

  gsq_rsp_queue #(
    .NumDone(3)
  ) u_rsp_queue (
    .clk_i,
    .rst_ni,
    .full_o      (rsp_full),
    .alloc_i     (issue),
    .alloc_rsp_i ('{tag: in_q.tag, status: status, info: info}),
    .alloc_done_i(class_d == ClassImmediate),
    .alloc_id_o  (rsp_id),
    .fault_i     (access_fault),
    .fault_id_i  (fault_id),
    .fault_status_i(fault_status),
    .fault_info_i(32'(fault_lane)),
    .done_i      ({load_done, access_done, v_we[0]}),
    .done_id_i   ({load_id, access_id, compute_id}),
    .rsp_valid_o,
    .rsp_ready_i,
    .rsp_o
  );

  // ---------------------------------------------------------------------------------------------
  // Counters
  // ---------------------------------------------------------------------------------------------

  if (PerfCounters != 0) begin : g_perf
    gsq_perf #(
      .Banks(Banks),
      .Slots(VlenBytes / 4)
    ) u_perf (
      .clk_i,
      .rst_ni,
      .cmd_valid_i,
      .cmd_ready_i(cmd_ready_o),
      .rsp_i      (rsp_valid_o && rsp_ready_i),
      .bank_req_i (bank_req_o),
      .bank_we_i  (bank_we_o),
      .lane_req_i (served == '0 ? '0 : unit_req),
      .served_i   (served)
    );
  end else begin : g_no_perf
    logic unused_served;
    assign unused_served = ^served;
  end

endmodule
