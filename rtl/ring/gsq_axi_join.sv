// SPDX-License-Identifier: Apache-2.0
// Two AXI4 managers behind one port: their bursts are told apart by a bit of identifier.
//
// Manager 0 goes first, on AR and on AW: it is the one that asks seldom. Data of writes goes in the
// order of the addresses.
//
// Latency: 1 cycle for addresses, none for data and answers. Throughput: an address, a beat and an
// answer a cycle. Handshake: AXI4; ar_* and aw_* are registers. A beat of data is offered when its
// address is, whether that is taken or not.

`include "gsq_assert.svh"

module gsq_axi_join #(
  /// Data width of the bus: 64, 128, 256 or 512.
  parameter int unsigned DmaDataWidth = 256,
  /// Bits of a byte address in memory.
  parameter int unsigned DmaAddrWidth = 48,
  /// Bursts of writes whose data is not sent, at most: at least 2.
  parameter int unsigned Depth = 4
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// Per manager: address of a read.
  input  logic [1:0]                     ar_valid_i,
  output logic [1:0]                     ar_ready_o,
  input  logic [1:0][DmaAddrWidth-1:0]   ar_addr_i,
  input  logic [1:0][7:0]                ar_len_i,
  /// Per manager: a beat of read data.
  output logic [1:0]                     r_valid_o,
  input  logic [1:0]                     r_ready_i,
  /// Per manager: address of a write.
  input  logic [1:0]                     aw_valid_i,
  output logic [1:0]                     aw_ready_o,
  input  logic [1:0][DmaAddrWidth-1:0]   aw_addr_i,
  input  logic [1:0][7:0]                aw_len_i,
  /// Per manager: a beat of data to write.
  input  logic [1:0]                     w_valid_i,
  output logic [1:0]                     w_ready_o,
  input  logic [1:0][DmaDataWidth-1:0]   w_data_i,
  input  logic [1:0][DmaDataWidth/8-1:0] w_strb_i,
  input  logic [1:0]                     w_last_i,
  /// Per manager: answer of a write.
  output logic [1:0]                     b_valid_o,
  input  logic [1:0]                     b_ready_i,
  output logic                           ar_valid_o,
  input  logic                           ar_ready_i,
  /// Manager that the burst is of.
  output logic                           ar_id_o,
  output logic [DmaAddrWidth-1:0]        ar_addr_o,
  output logic [7:0]                     ar_len_o,
  input  logic                           r_valid_i,
  output logic                           r_ready_o,
  input  logic                           r_id_i,
  output logic                           aw_valid_o,
  input  logic                           aw_ready_i,
  /// Manager that the burst is of.
  output logic                           aw_id_o,
  output logic [DmaAddrWidth-1:0]        aw_addr_o,
  output logic [7:0]                     aw_len_o,
  output logic                           w_valid_o,
  input  logic                           w_ready_i,
  output logic [DmaDataWidth-1:0]        w_data_o,
  output logic [DmaDataWidth/8-1:0]      w_strb_o,
  output logic                           w_last_o,
  input  logic                           b_valid_i,
  output logic                           b_ready_o,
  input  logic                           b_id_i
);

  localparam int unsigned CountWidth = $clog2(Depth + 1);

  typedef struct packed {
    logic                    id;
    logic [DmaAddrWidth-1:0] addr;
    logic [7:0]              len;
  } burst_t;

  // ---------------------------------------------------------------------------------------------
  // Reads
  // ---------------------------------------------------------------------------------------------

  logic   ar_ready, ar_id;
  burst_t ar_out;

  assign ar_id      = !ar_valid_i[0];
  assign ar_ready_o = {ar_ready && ar_id, ar_ready};

  gsq_register_slice #(
    .data_t(burst_t)
  ) u_ar (
    .clk_i, .rst_ni,
    .valid_i(ar_valid_i != '0),
    .ready_o(ar_ready),
    .data_i ('{id: ar_id, addr: ar_addr_i[ar_id], len: ar_len_i[ar_id]}),
    .valid_o(ar_valid_o),
    .ready_i(ar_ready_i),
    .data_o (ar_out)
  );

  assign ar_id_o   = ar_out.id;
  assign ar_addr_o = ar_out.addr;
  assign ar_len_o  = ar_out.len;
  assign r_valid_o = {r_valid_i && r_id_i, r_valid_i && !r_id_i};
  assign r_ready_o = r_ready_i[r_id_i];

  // ---------------------------------------------------------------------------------------------
  // Writes
  // ---------------------------------------------------------------------------------------------

  logic                  aw_ready, aw_id, aw_valid, owned, owner, sent;
  burst_t                aw_out;
  logic [CountWidth-1:0] bursts_q;
  logic                  room;

  assign room       = bursts_q != CountWidth'(Depth);
  assign aw_id      = !aw_valid_i[0];
  assign aw_valid   = aw_valid_i != '0 && room;
  assign aw_ready_o = {aw_ready && room && aw_id, aw_ready && room};
  assign sent       = w_valid_o && w_ready_i && w_last_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) bursts_q <= '0;
    else         bursts_q <= bursts_q + CountWidth'(aw_valid && aw_ready) - CountWidth'(sent);
  end

  gsq_register_slice #(
    .data_t(burst_t)
  ) u_aw (
    .clk_i, .rst_ni,
    .valid_i(aw_valid),
    .ready_o(aw_ready),
    .data_i ('{id: aw_id, addr: aw_addr_i[aw_id], len: aw_len_i[aw_id]}),
    .valid_o(aw_valid_o),
    .ready_i(aw_ready_i),
    .data_o (aw_out)
  );

  gsq_fifo #(
    .data_t(logic),
    .Depth (Depth)
  ) u_owners (
    .clk_i, .rst_ni,
    .push_i (aw_valid && aw_ready),
    .data_i (aw_id),
    .valid_o(owned),
    .ready_i(sent),
    .data_o (owner)
  );

  assign aw_id_o   = aw_out.id;
  assign aw_addr_o = aw_out.addr;
  assign aw_len_o  = aw_out.len;
  assign w_valid_o = owned && w_valid_i[owner];
  assign w_ready_o = {owned && owner && w_ready_i, owned && !owner && w_ready_i};
  assign w_data_o  = w_data_i[owner];
  assign w_strb_o  = w_strb_i[owner];
  assign w_last_o  = w_last_i[owner];
  assign b_valid_o = {b_valid_i && b_id_i, b_valid_i && !b_id_i};
  assign b_ready_o = b_ready_i[b_id_i];

endmodule
