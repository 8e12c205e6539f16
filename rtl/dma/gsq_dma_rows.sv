// SPDX-License-Identifier: Apache-2.0
// Walks the rows of a checked descriptor: for each its padding and its bytes, then the end.
//
// An index goes through four stages to the address of its row: as it was read, products of its
// bytes, products of its halves, sum.
// When the engine has met an error in the descriptor that is walked, the walk ends at once.
//
// Latency: 1 cycle from a descriptor to its first item, with an index 4 from that. Throughput: an
// item a cycle. Handshake: valid/ready on all sides; valid_o does not depend on ready_i, and
// falls without a transfer when the engine fails.

`include "gsq_assert.svh"

module gsq_dma_rows
  import gsq_dma_pkg::*;
#(
  /// 1: the engine reads UB and writes memory; 0: the other way.
  parameter bit Store = 1'b0,
  /// Bits of a byte address in memory.
  parameter int unsigned DmaAddrWidth = 48,
  /// Bits of a byte address in UB.
  parameter int unsigned UbAddrWidth = 18,
  /// Descriptors whose end is on its way, at most.
  parameter int unsigned Ends = 64
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    valid_i,
  output logic                    ready_o,
  /// Descriptor, with rows 0 if there is nothing to do.
  input  dma_descriptor_t         desc_i,
  /// Why it is refused, or DmaOk.
  input  dma_status_e             status_i,
  /// The address that is refused.
  input  logic [DmaAddrWidth-1:0] addr_i,
  /// A list of indices begins.
  output logic                    index_start_o,
  /// The rest of the list is not needed.
  output logic                    index_stop_o,
  /// A list is being read.
  input  logic                    index_busy_i,
  input  logic                    index_valid_i,
  output logic                    index_ready_o,
  /// Index.
  input  logic [31:0]             index_i,
  /// The index could not be read.
  input  logic                    index_error_i,
  /// The descriptor whose end comes next has failed.
  input  logic                    failed_i,
  /// The end of a descriptor has been reached.
  input  logic                    ended_i,
  /// No descriptor that has ended waits for its completion.
  input  logic                    completed_i,
  /// All of the descriptor that has not become a segment is to be dropped.
  output logic                    drop_o,
  output logic                    valid_o,
  input  logic                    ready_i,
  /// What the item is.
  output dma_kind_e               kind_o,
  /// Address in memory; of padding, its value; of an end, the address of its error.
  output logic [DmaAddrWidth-1:0] addr_o,
  /// Address in UB; of an end, its tag.
  output logic [UbAddrWidth-1:0]  ub_o,
  /// Bytes; of an end, its status.
  output logic [31:0]             bytes_o
);

  localparam int unsigned EndWidth = $clog2(Ends + 3);

  typedef enum logic [1:0] {StIdle, StRun, StEnd} state_e;
  typedef enum logic [1:0] {PhLeft, PhCopy, PhRight} phase_e;

  // An index on its way to an address.
  typedef struct packed {
    logic [31:0]             index;
    logic                    error;    // it could not be read
    logic                    outside;  // it names no row of the table
    logic [DmaAddrWidth-1:0] sum;      // address of its row, at first the product of its lower half
  } entry_t;

  // State and phase, in two bits each: synthesis would choose another coding for an
  // enumeration, and the proof of its netlist finds registers by name.
  logic                    running_q, ending_q;
  logic                    left_part_q, right_part_q;
  state_e                  state;
  phase_e                  phase, next;
  phase_e                  start_phase, first;  // of the first row, and of the next one
  dma_descriptor_t         desc_q;
  dma_status_e             status_q;
  logic [DmaAddrWidth-1:0] error_q;    // address of the error
  logic [DmaAddrWidth-1:0] row_mem_q;  // without indices: address of the row
  logic [UbAddrWidth-1:0]  row_ub_q;   // address of the row
  logic [31:0]             left_q;     // rows, this one included
  logic [EndWidth-1:0]     ahead_q;    // ends given and not reached

  logic                    start;
  logic                    run;        // there is a row
  logic                    failing;    // its index is an error
  logic                    skips;      // it is left out
  logic                    last_phase;
  logic                    row_done;
  logic                    end_given;

  // ---------------------------------------------------------------------------------------------
  // Indices
  // ---------------------------------------------------------------------------------------------

  logic                    raw_valid_q, byte_valid_q, product_valid_q, sum_valid_q;
  logic [31:0]             raw_q;  // the index as it was read
  logic                    raw_error_q;
  entry_t                  byte_q, product_q, sum_q;
  logic signed [40:0]      bytes_q [4];  // products of the bytes of an index
  logic [DmaAddrWidth-1:0] upper_q;      // product of its upper half
  logic                    raw_load, byte_load, product_load, sum_load;

  assign sum_load      = !sum_valid_q || row_done;
  assign product_load  = !product_valid_q || sum_load;
  assign byte_load     = !byte_valid_q || product_load;
  assign raw_load      = !raw_valid_q || byte_load;
  assign index_ready_o = raw_load && state == StRun;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      raw_valid_q     <= 1'b0;
      byte_valid_q    <= 1'b0;
      product_valid_q <= 1'b0;
      sum_valid_q     <= 1'b0;
    end else if (state != StRun) begin
      raw_valid_q     <= 1'b0;
      byte_valid_q    <= 1'b0;
      product_valid_q <= 1'b0;
      sum_valid_q     <= 1'b0;
    end else begin
      if (raw_load) raw_valid_q <= index_valid_i;
      if (byte_load) byte_valid_q <= raw_valid_q;
      if (product_load) product_valid_q <= byte_valid_q;
      if (sum_load) sum_valid_q <= product_valid_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (raw_load) begin
      raw_q       <= index_i;
      raw_error_q <= index_error_i;
    end
    if (byte_load) begin
      byte_q.index   <= raw_q;
      byte_q.error   <= raw_error_q;
      byte_q.outside <= raw_q >= desc_q.table_rows;
      byte_q.sum     <= '0;
      for (int unsigned i = 0; i < 4; i++) begin
        bytes_q[i] <= $signed(desc_q.mem_stride) * $signed({1'b0, raw_q[8*i+:8]});
      end
    end
    if (product_load) begin
      product_q     <= byte_q;
      product_q.sum <= DmaAddrWidth'(bytes_q[0]) + DmaAddrWidth'($signed({bytes_q[1], 8'b0}));
      upper_q       <= DmaAddrWidth'($signed({bytes_q[2], 16'b0})) +
                       DmaAddrWidth'($signed({bytes_q[3], 24'b0}));
    end
    if (sum_load) begin
      sum_q     <= product_q;
      sum_q.sum <= DmaAddrWidth'(desc_q.mem_addr) + product_q.sum + upper_q;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Rows
  // ---------------------------------------------------------------------------------------------

  logic nothing;  // a descriptor that begins has no item but its end

  assign ready_o = state == StIdle && !index_busy_i && 32'(ahead_q) <= Ends &&
                   (!desc_i.after || (ahead_q == '0 && completed_i));
  assign start         = valid_i && ready_o;
  assign nothing       = status_i != DmaOk || desc_i.rows == '0;
  assign index_start_o = start && !nothing && desc_i.indexed;
  assign index_stop_o  = state == StEnd;

  assign run     = state == StRun && (!desc_q.indexed || sum_valid_q);
  assign failing = desc_q.indexed && (sum_q.error || (sum_q.outside && !desc_q.skip));
  assign skips   = desc_q.indexed && sum_q.outside;
  assign state   = ending_q ? StEnd : running_q ? StRun : StIdle;
  assign phase   = left_part_q ? PhLeft : right_part_q ? PhRight : PhCopy;
  assign drop_o  = failed_i && ahead_q == '0;

  function automatic phase_e begins(logic [15:0] left, logic [31:0] bytes);
    return left != '0 ? PhLeft : bytes != '0 ? PhCopy : PhRight;
  endfunction

  always_comb begin
    start_phase = begins(desc_i.left, desc_i.bytes);
    first       = begins(desc_q.left, desc_q.bytes);
    next       = PhRight;
    last_phase = 1'b1;
    unique case (phase)
      PhLeft: begin
        next       = desc_q.bytes != '0 ? PhCopy : PhRight;
        last_phase = desc_q.bytes == '0 && desc_q.right == '0;
      end
      PhCopy:  last_phase = desc_q.right == '0;
      default: last_phase = 1'b1;
    endcase
  end

  always_comb begin
    valid_o = run && !failing && !drop_o && !(Store && skips);
    kind_o  = phase == PhCopy && !skips ? DmaCopy : DmaFill;
    addr_o  = kind_o == DmaFill ? DmaAddrWidth'(desc_q.value)
                                : desc_q.indexed ? sum_q.sum : row_mem_q;
    ub_o    = row_ub_q;
    bytes_o = desc_q.bytes;
    unique case (phase)
      PhLeft:  bytes_o = 32'(desc_q.left);
      PhCopy:  ub_o = row_ub_q + UbAddrWidth'(desc_q.left);
      default: begin
        ub_o    = row_ub_q + UbAddrWidth'(desc_q.left) + UbAddrWidth'(desc_q.bytes);
        bytes_o = 32'(desc_q.right);
      end
    endcase
    if (state == StEnd) begin
      valid_o = 1'b1;
      kind_o  = DmaEnd;
      addr_o  = error_q;
      ub_o    = UbAddrWidth'(desc_q.tag);
      bytes_o = 32'(status_q);
    end
  end

  assign end_given = state == StEnd && ready_i;
  assign row_done  = run && !failing && !drop_o && (Store && skips ? 1'b1 : ready_i && last_phase);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      running_q <= 1'b0;
      ending_q  <= 1'b0;
      ahead_q   <= '0;
    end else begin
      ahead_q <= ahead_q + EndWidth'(end_given) - EndWidth'(ended_i);
      unique case (state)
        StIdle: begin
          running_q <= start && !nothing;
          ending_q  <= start && nothing;
        end
        StRun: begin
          if (drop_o || (run && failing) || (row_done && left_q == 32'd1)) begin
            running_q <= 1'b0;
            ending_q  <= 1'b1;
          end
        end
        default: if (ready_i) ending_q <= 1'b0;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      desc_q    <= desc_i;
      status_q  <= status_i;
      error_q   <= addr_i;
      row_mem_q <= DmaAddrWidth'(desc_i.mem_addr);
      row_ub_q  <= UbAddrWidth'(desc_i.ub_addr);
      left_q    <= desc_i.rows;
      left_part_q  <= start_phase == PhLeft;
      right_part_q <= start_phase == PhRight;
    end else if (run && failing && !drop_o) begin
      status_q <= sum_q.error ? DmaUbError : DmaIndex;
      error_q  <= sum_q.error ? DmaAddrWidth'(desc_q.index_addr) : DmaAddrWidth'(sum_q.index);
    end else if (row_done) begin
      row_mem_q <= row_mem_q + DmaAddrWidth'($signed(desc_q.mem_stride));
      row_ub_q  <= row_ub_q + UbAddrWidth'($signed(desc_q.ub_stride));
      left_q    <= left_q - 1'b1;
      left_part_q  <= first == PhLeft;
      right_part_q <= first == PhRight;
    end else if (valid_o && ready_i && state == StRun) begin
      left_part_q  <= 1'b0;
      right_part_q <= next == PhRight;
    end
  end

  `GSQ_ASSERT(ends_are_counted, !ended_i || ahead_q != '0)

endmodule
