// SPDX-License-Identifier: Apache-2.0
// The unit without its memory: accepts commands, checks and executes them, and answers in order.
//
// Connects three pipes, the vector registers V and the ports of the banks. The issue pipe takes and
// checks commands; vectors go through the compute pipe (V to V) or the access pipe (V to and from
// the banks). docs/reference/timing.md defines every cycle.
//
// Latency: see docs/reference/timing.md. Throughput: one command a cycle. Handshake: valid/ready on
// commands and responses; OBI on the host port; bank requests are always served, read data one
// cycle later.

`include "gsq_assert.svh"
`include "gsq_param_checks.svh"

module gsq_core
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Length of a vector register, in bytes: a power of two from 32 to 256.
  parameter int unsigned VlenBytes = 256,
  /// Size of the Unified Buffer, in bytes: a power of two from 4096 to 2147483648.
  parameter int unsigned UbBytes = 262144,
  /// Banks of the Unified Buffer: a power of two, at least 2.
  parameter int unsigned Banks = 64,
  /// Width of a bank, and of a word, in bytes: 4 or 8.
  parameter int unsigned BankBytes = 4,
  /// 0: the bank is the low bits of the word address; 1: the XOR of all its slices; 2: its
  /// remainder modulo a primitive polynomial.
  parameter int unsigned BankHash = 0,
  /// 0: strides of rows and of lanes are 0 or a power of two; 1: any.
  parameter int unsigned RowMultiplier = 1,
  /// Slots that a lane of the window holds; 1: no window: 1 or from 3 to 8.
  parameter int unsigned Places = 1,
  /// Parts of the banks, from two of which a lane of the window may take words in a cycle: 1, 2 or
  /// 4.
  parameter int unsigned Parts = 1,
  /// Commands that may be issued and not yet answered: 16 or 32.
  parameter int unsigned RspDepth = 16,
  /// Cycles that a host access waits before it wins: a power of two from 2 to 1024.
  parameter int unsigned HostPatience = 64,
  /// Pipeline cuts inside the compaction network: 0, 1, 2 or 3.
  parameter int unsigned SqueezeCuts = 3,
  /// Coding of the crossbars, with the same function: 1: AND-OR trees, for gates; 0: indexed, fast
  /// to simulate.
  parameter int unsigned XbarOneHot = 1,
  /// Radix of the compaction network: 2 or 4.
  parameter int unsigned SqueezeRadix = 2,
  /// 1: lanes that access the same word share one bank access; 0: each has its own.
  parameter int unsigned Coalesce = 1,
  /// 1: merge and the commands whose pages ask for it; 0: they are unknown.
  parameter int unsigned LaneOps = 0,
  /// 1: performance counters for waveforms, see gsq_perf.
  parameter int unsigned PerfCounters = 0,
  localparam int unsigned WordWidth = $clog2(UbBytes / BankBytes / Banks)
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  logic                              cmd_valid_i,
  output logic                              cmd_ready_o,
  /// Command.
  input  cmd_t                              cmd_i,
  output logic                              rsp_valid_o,
  input  logic                              rsp_ready_i,
  /// Response.
  output rsp_t                              rsp_o,
  /// OBI: request.
  input  logic                              host_req_i,
  /// OBI: grant.
  output logic                              host_gnt_o,
  /// OBI: byte address.
  input  logic [31:0]                       host_addr_i,
  /// OBI: write.
  input  logic                              host_we_i,
  /// OBI: bytes to write.
  input  logic [BlockBytes-1:0]             host_be_i,
  /// OBI: data to write.
  input  logic [8*BlockBytes-1:0]           host_wdata_i,
  /// OBI: answer valid.
  output logic                              host_rvalid_o,
  /// OBI: data read.
  output logic [8*BlockBytes-1:0]           host_rdata_o,
  /// OBI: the address is outside UB.
  output logic                              host_err_o,
  /// Per bank: access valid.
  output logic [Banks-1:0]                  bank_req_o,
  /// Per bank: the access is a write.
  output logic [Banks-1:0]                  bank_we_o,
  /// Per bank: word of the access.
  output logic [Banks-1:0][WordWidth-1:0]   bank_addr_o,
  /// Per bank: data to write.
  output logic [Banks-1:0][8*BankBytes-1:0] bank_wdata_o,
  /// Per bank: bytes to read; byte enables of a write.
  output logic [Banks-1:0][BankBytes-1:0]   bank_be_o,
  /// Per bank: data of the last read, one cycle after its request.
  input  logic [Banks-1:0][8*BankBytes-1:0] bank_rdata_i
);

  `GSQ_CHECK_CORE_PARAMETERS

  localparam gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(
`GSQ_SAME_PARAMETERS
  );

  localparam int unsigned Served = Cfg.LanePorts * Cfg.Slots;  // slots in a cycle
  localparam int unsigned AheadWidth = $clog2(SqueezeCuts + 3);  // like the count of gsq_compute
  localparam int unsigned KeptWidth = $clog2(VlenBytes + 1);  // bytes of a squeeze

  // ---- Issue pipe -------------------------------------------------------------------------------

  issue_entry_t               head;       // the command that issues next
  logic [RspIdWidth-1:0]      rsp_id;     // of that command
  logic [VlenBytes-1:0]       bytes;
  logic                       compute;
  logic                       compute_move;
  logic [2:0][AheadWidth-1:0] ahead;
  logic [RspIdWidth-1:0]      compute_id;
  logic                       overwrites;
  logic                       mem_valid;
  logic                       mem_ready;
  mem_op_t                    mem_op;
  logic [VlenBytes-1:0]       mem_bytes;
  logic [NumVregs-1:0]        loads;
  logic                       fault;
  status_e                    fault_status;
  logic [8:0]                 fault_lane;
  logic [RspIdWidth-1:0]      fault_id;
  logic                       access_done;
  logic [RspIdWidth-1:0]      access_id;
  logic                       load_done;
  logic [RspIdWidth-1:0]      load_id;
  // Of V: read port 0 serves the compute pipe, ports 1 and 2 the access pipe, data and indices.
  // Write port 0 is for results of the compute pipe, fractions of words and words that lanes serve
  // second, 1 for the others.
  // With LaneOps read port 3 is that of second operands in the compute pipe.
  localparam int unsigned NumRead = LaneOps != 0 ? 4 : 3;
  logic [NumRead-1:0]              v_re;
  logic [NumRead-1:0][4:0]         v_raddr;
  logic [NumRead-1:0][8*VlenBytes-1:0] v_rdata;
  logic [8*VlenBytes-1:0]          second_operand;
  logic [1:0][Cfg.Slices-1:0]      v_we;
  logic [1:0][Cfg.Slices-1:0][4:0] v_waddr;
  logic [1:0][8*VlenBytes-1:0]     v_wdata;
  logic [1:0]                      v_wpart;
  logic [1:0][VlenBytes-1:0]       v_wbytes;
  logic                            clear;
  logic [4:0]                      clear_vd, compute_vd;
  logic                            compute_result, compute_result_next, compute_write;
  logic [8*VlenBytes-1:0]          compute_data, second_data;
  logic                            compute_merge, second_part;
  logic [VlenBytes-1:0]            compute_bytes, second_bytes;
  logic                            second;
  logic [Cfg.Slices-1:0]           second_write;
  logic [Cfg.Slices-1:0][4:0]      second_vd;

  logic                       compare, compare_write;
  logic [2:0]                 compare_m;
  logic [VlenBytes-1:0]       compare_mask;
  logic [RspIdWidth-1:0]      compare_id;

  gsq_issue #(
    .Cfg    (Cfg),
    .NumDone(4)
  ) u_issue (
    .clk_i, .rst_ni,
    .cmd_valid_i, .cmd_ready_o, .cmd_i,
    .rsp_valid_o, .rsp_ready_i, .rsp_o,
    .compute_o        (compute),
    .entry_o          (head),
    .bytes_o          (bytes),
    .rsp_id_o         (rsp_id),
    .compute_move_i   (compute_move),
    .ahead_i          (ahead),
    .compare_i        (compare),
    .compare_write_i  (compare_write),
    .compare_m_i      (compare_m),
    .compare_mask_i   (compare_mask),
    .compute_write_i  (compute_write),
    .compute_vd_i     (compute_vd),
    .overwrites_o     (overwrites),
    .mem_valid_o      (mem_valid),
    .mem_ready_i      (mem_ready),
    .mem_op_o         (mem_op),
    .mem_bytes_o      (mem_bytes),
    .loads_i          (loads),
    .fault_i          (fault),
    .fault_id_i       (fault_id),
    .fault_status_i   (fault_status),
    .fault_lane_i     (fault_lane),
    .done_i           ({compare_write, load_done, access_done, compute_write}),
    .done_id_i        ({compare_id, load_id, access_id, compute_id})
  );

  // ---- Vector registers -------------------------------------------------------------------------

  logic mem_taken, strided;  // a memory command is taken; it has no indices

  assign mem_taken = mem_valid && mem_ready;
  assign strided   = LaneOps != 0 && mem_op.strided;

  gsq_vreg #(
    .VlenBytes (VlenBytes),
    .NumRead   (NumRead),
    .Slices    (Cfg.Slices),
    .ByteWrites(LaneOps)
  ) u_vreg (
    .clk_i,
    .re_i        (v_re),
    .raddr_i     (v_raddr),
    .rdata_o     (v_rdata),
    .we_i        (v_we),
    .waddr_i     (v_waddr),
    .wdata_i     (v_wdata),
    .wpart_i     (v_wpart), .wbytes_i(v_wbytes),
    .clear_i     (clear),
    .clear_addr_i(clear_vd)
  );

  assign v_re[2:0]    = {mem_taken && reads_index(mem_op.kind, strided),
                         mem_taken && reads_data(mem_op.kind), compute};
  assign v_raddr[2:0] = {mem_op.vi, mem_op.vs, head.op.vs};
  if (LaneOps != 0) begin : g_second
    assign v_re[3]        = compute && head.reads_vi;
    assign v_raddr[3]     = head.op.vi;
    assign second_operand = v_rdata[3];
  end else begin : g_no_second
    assign second_operand = '0;
  end

  assign v_we[0]     = {Cfg.Slices{compute_write}} | second_write;
  assign v_waddr[0]  = second ? second_vd : {Cfg.Slices{compute_vd}};
  assign v_wdata[0]  = second ? second_data : compute_data;
  assign v_wpart[0]  = second ? second_part : compute_merge;
  assign v_wbytes[0] = second ? second_bytes : compute_bytes;

  // ---- Compute pipe -----------------------------------------------------------------------------

  logic                   alu_next;  // a vec command has the lane ALU in the next cycle
  vec_alu_t               alu_op [Cfg.Slots];
  logic [8*VlenBytes-1:0] alu_a, alu_b, alu_result;

  gsq_compute #(.Cfg(Cfg)) u_compute (
    .clk_i, .rst_ni,
    .issue_i     (compute),
    .unsqueeze_i (head.unsqueeze),
    .lane_op_i   (head.lane_op),
    .vector_i    (head.reads_vi),
    .scalar_i    (head.scalar),
    .width_i     (head.op.width),
    .bytes_i     (bytes),
    .merge_i     (head.op.merge),
    .kept_i      (head.info[KeptWidth-1:0]),
    .vd_i        (head.op.vd),
    .rsp_id_i    (rsp_id),
    .data_i      (v_rdata[0]),
    .second_i    (second_operand),
    .vec_next_i  (alu_next),
    .vec_op_i    (alu_op),
    .vec_a_i     (alu_a),
    .vec_b_i     (alu_b),
    .vec_result_o(alu_result),
    .overwrites_i(overwrites),
    .port_taken_i(second),
    .move_o      (compute_move),
    .result_o    (compute_result),
    .result_next_o(compute_result_next),
    .write_o     (compute_write),
    .vd_o        (compute_vd),
    .data_o      (compute_data),
    .merge_o     (compute_merge),
    .results_o   (compute_bytes),
    .rsp_id_o    (compute_id),
    .compare_o      (compare),
    .compare_write_o(compare_write),
    .compare_m_o    (compare_m),
    .compare_mask_o (compare_mask),
    .compare_id_o   (compare_id),
    .query_i     ({head.op.vd, head.op.vi, head.op.vs}),
    .ahead_o     (ahead)
  );

  // ---- Access pipe ------------------------------------------------------------------------------

  logic                   hold;
  logic [Served-1:0]      served;
  logic [Banks-1:0]       served_bank;
  logic [Banks-1:0]       unit_want;
  logic [Banks-1:0]       unit_we;
  logic [Banks-1:0]       unit_req;
  logic [WordWidth-1:0]   unit_row [Banks];
  logic [BankBytes-1:0]   unit_be [Banks];
  logic [8*BankBytes-1:0] unit_wdata [Banks];
  logic [8*BankBytes-1:0] unit_rdata [Banks];

  gsq_access #(.Cfg(Cfg)) u_access (
    .clk_i, .rst_ni,
    .valid_i       (mem_valid),
    .ready_o       (mem_ready),
    .op_i          (mem_op),
    .bytes_i       (mem_bytes),
    .data_i        (v_rdata[1]),
    .index_i       (v_rdata[2]),
    .loads_o       (loads),
    .fault_o       (fault),
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
    .merge_o       (v_wpart[1]),
    .bytes_o       (v_wbytes[1]),
    .second_o      (second),
    .second_write_o(second_write),
    .second_vd_o   (second_vd),
    .second_data_o (second_data),
    .second_part_o (second_part), .second_bytes_o(second_bytes),
    .result_next_i (compute_result_next),
    .clear_o       (clear),
    .clear_vd_o    (clear_vd),
    .alu_next_o    (alu_next),
    .alu_op_o      (alu_op),
    .alu_a_o       (alu_a),
    .alu_b_o       (alu_b),
    .alu_result_i  (alu_result),
    .hold_i        (hold),
    .served_o      (served),
    .served_bank_o (served_bank),
    .want_o        (unit_want),
    .bank_we_o     (unit_we),
    .bank_req_o    (unit_req),
    .bank_row_o    (unit_row),
    .bank_be_o     (unit_be),
    .bank_wdata_o  (unit_wdata),
    .bank_rdata_i  (unit_rdata)
  );

  // ---- Host port, banks -------------------------------------------------------------------------

  gsq_bank_port #(.Cfg(Cfg)) u_bank_port (
    .clk_i, .rst_ni,
    .host_req_i, .host_gnt_o, .host_addr_i, .host_we_i, .host_be_i, .host_wdata_i,
    .host_rvalid_o, .host_rdata_o, .host_err_o,
    .hold_o      (hold),
    .unit_want_i (unit_want),
    .unit_we_i   (unit_we),
    .unit_req_i  (unit_req),
    .unit_row_i  (unit_row),
    .unit_be_i   (unit_be),
    .unit_wdata_i(unit_wdata),
    .unit_rdata_o(unit_rdata),
    .bank_req_o, .bank_we_o, .bank_addr_o, .bank_wdata_o, .bank_be_o, .bank_rdata_i
  );

  // ---- Counters ---------------------------------------------------------------------------------

  if (PerfCounters != 0) begin : g_perf
    gsq_perf #(
      .Banks(Banks),
      .Slots(Served)
    ) u_perf (
      .clk_i, .rst_ni,
      .cmd_valid_i,
      .cmd_ready_i(cmd_ready_o),
      .rsp_i      (rsp_valid_o && rsp_ready_i),
      .bank_req_i (bank_req_o),
      .bank_we_i  (bank_we_o),
      .lane_req_i (served_bank),
      .served_i   (served)
    );
  end else begin : g_no_perf
    logic unused_served;
    assign unused_served = ^{served, served_bank};
  end

`ifdef GSQ_ASSERT_ON
  logic [1:0] waited_q;  // cycles for which a result has waited for the second port of V
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waited_q <= '0;
    else waited_q <= second && compute_result ? waited_q + 2'd1 : '0;
  end
`endif
  `GSQ_ASSERT(result_waits_three_cycles, waited_q != 2'd3 || !(second && compute_result))
  // Every compute command reads V at vs; not all use it.
  `GSQ_ASSERT(no_read_of_cleared,
              !clear || !((compute && head.reads_vs && head.op.vs == clear_vd) ||
                          (compute && head.reads_vi && head.op.vi == clear_vd) ||
                          (mem_taken && ((reads_data(mem_op.kind) && mem_op.vs == clear_vd) ||
                                         (reads_index(mem_op.kind, mem_op.strided) &&
                                          mem_op.vi == clear_vd)))))
  `GSQ_ASSUME_HOLD(command_holds, cmd_valid_i, cmd_ready_o, cmd_i)
  `GSQ_ASSERT_STILL(index_is_still, mem_taken && reads_index(mem_op.kind, mem_op.strided),
                    v_rdata[2])
  `GSQ_ASSERT_STILL(source_is_still, mem_taken && reads_data(mem_op.kind), v_rdata[1])
  `GSQ_ASSERT_HOLD(response_holds, rsp_valid_o, rsp_ready_i, rsp_o)

endmodule
