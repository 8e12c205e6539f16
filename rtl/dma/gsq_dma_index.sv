// SPDX-License-Identifier: Apache-2.0
// Reads an index list from UB ahead, and gives one index a cycle.
//
// Latency: 1 cycle from start_i to the first request, 1 from its answer to the first index.
// Throughput: one index a cycle. Handshake: valid/ready for indices and requests; an answer
// cannot be stalled, so a request goes out when there is a place for it.

`include "gsq_assert.svh"

module gsq_dma_index
  import gsq_pkg::BlockBytes;
#(
  /// Bits of a byte address in UB.
  parameter int unsigned UbAddrWidth = 18
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// A list begins: its address, count and width are to be taken.
  input  logic                    start_i,
  /// Address of the list, a multiple of the bytes of an index.
  input  logic [UbAddrWidth-1:0]  addr_i,
  /// Number of indices, at least 1.
  input  logic [31:0]             count_i,
  /// An index has two bytes.
  input  logic                    half_i,
  /// The rest of the list is not needed.
  input  logic                    stop_i,
  /// A list is being read: another one cannot begin.
  output logic                    busy_o,
  output logic                    req_valid_o,
  input  logic                    req_ready_i,
  /// Block to read.
  output logic [UbAddrWidth-6:0]  req_block_o,
  /// An answer comes.
  input  logic                    ans_valid_i,
  /// Data of the answer.
  input  logic [8*BlockBytes-1:0] ans_data_i,
  /// The answer is an error.
  input  logic                    ans_error_i,
  output logic                    valid_o,
  input  logic                    ready_i,
  /// Index.
  output logic [31:0]             index_o,
  /// The index could not be read.
  output logic                    error_o
);

  // Enough blocks of eight indices to read one while another one is used.
  localparam int unsigned Places = 3;

  typedef struct packed {
    logic                    error;
    logic [8*BlockBytes-1:0] data;
  } entry_t;

  logic [31:0]            left_q;    // indices that have not been given
  logic [31:0]            unread_q;  // blocks that have not been requested
  logic                   some_q;    // there are such
  logic [UbAddrWidth-6:0] block_q;   // the next one to request
  logic [3:0]             place_q;   // half-word of the next index in its block
  logic                   half_q;
  logic [1:0]             used_q;    // places for blocks that are promised or taken
  logic                   take;      // an index is taken
  logic                   pop;       // the last of a block, or a block that is not needed
  logic                   valid;     // a block is there
  logic                   sent;
  entry_t                 entry;
  logic [3:0]             step;
  logic [15:0]            low, high;

  assign req_valid_o = some_q && used_q != 2'(Places);
  assign req_block_o = block_q;
  assign sent        = req_valid_o && req_ready_i;
  assign busy_o      = left_q != '0 || used_q != '0 || some_q;
  assign valid_o     = valid && left_q != '0;
  assign take        = valid_o && ready_i;
  assign step        = half_q ? 4'd1 : 4'd2;
  assign pop         = valid && (left_q == '0 || (take && (4'(place_q + step) == '0 ||
                                                           left_q == 32'd1)));
  assign low         = entry.data[16*32'(place_q) +: 16];
  assign high        = entry.data[16*32'({place_q[3:1], 1'b1}) +: 16];
  assign index_o     = {half_q ? 16'b0 : high, low};
  assign error_o     = entry.error;

  // How many blocks: what a list of this length covers, from the start of its first block.
  logic [31:0] blocks;

  assign blocks = (half_i ? 32'(33'(33'({1'b0, count_i}) + 33'(addr_i[4:1]) + 33'd15) >> 4)
                          : 32'(33'(33'({1'b0, count_i}) + 33'(addr_i[4:2]) + 33'd7) >> 3));

  gsq_fifo #(
    .data_t(entry_t),
    .Depth (Places)
  ) u_blocks (
    .clk_i, .rst_ni,
    .push_i (ans_valid_i),
    .data_i ('{ans_error_i, ans_data_i}),
    .valid_o(valid),
    .ready_i(pop),
    .data_o (entry)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q   <= '0;
      unread_q <= '0;
      some_q   <= 1'b0;
      used_q   <= '0;
    end else begin
      used_q <= used_q + 2'(sent) - 2'(pop);
      if (start_i) begin
        left_q   <= count_i;
        unread_q <= blocks;
        some_q   <= blocks != '0;
      end else if (stop_i) begin
        left_q   <= '0;
        unread_q <= '0;
        some_q   <= 1'b0;
      end else begin
        if (take) left_q <= left_q - 1'b1;
        if (sent) begin
          unread_q <= unread_q - 1'b1;
          some_q   <= unread_q != 32'd1;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      block_q <= addr_i[UbAddrWidth-1:5];
      place_q <= addr_i[4:1];
      half_q  <= half_i;
    end else begin
      if (sent) block_q <= block_q + 1'b1;
      if (take) place_q <= place_q + step;
    end
  end

  logic unused;
  assign unused = addr_i[0];

  `GSQ_ASSUME(starts_when_idle, !start_i || !busy_o)

endmodule
