// SPDX-License-Identifier: Apache-2.0
// Stages P and S of the addresses of a group: for each slot, numbers whose sum is its address.
//
// The address of a slot is a start plus its index times a factor, plus the place of its lane in
// the row in mode row. The factor is the row stride, or the bytes of an element; the start
// includes the base of the command and the column, or is the address of a block. P selects the
// indices and computes what is common to all slots; S makes the products. The sum is left to stage
// A, so no stage has more than one carry chain.
//
// Latency: 1, from load_i to the outputs. Throughput: one group a cycle. Handshake: load_i.

`include "gsq_param_checks.svh"

module gsq_slot_offset
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// 1: any row stride; 0: row strides of 0 or a power of two.
  parameter int unsigned RowMultiplier = 1,
  /// Coding of the products, see gsq_row_product.
  parameter int unsigned XbarOneHot = 1,
  /// Derived, do not set: slots of a group.
  localparam int unsigned Slots = VlenBytes / 4,
  /// Derived, do not set: blocks of a vector.
  localparam int unsigned Blocks = VlenBytes / BlockBytes,
  /// Derived, do not set: bits of an address in UB.
  localparam int unsigned AddrWidth = $clog2(UbBytes)
) (
  /// Clock.
  input  logic                      clk_i,
  /// There is a group in S; else the outputs are undefined.
  input  logic                      valid_i,
  /// The group in P goes to S.
  input  logic                      load_i,
  /// Contents of a slot.
  input  slot_ctrl_t                ctrl_i,
  /// Address mode, for lanes that are elements of UB at indices.
  input  amode_e                    mode_i,
  /// Base address of the command.
  input  logic [31:0]               addr_i,
  /// Mode row: bytes between rows, below UbBytes.
  input  logic [AddrWidth-1:0]      row_stride_i,
  /// Mode row: first column, below UbBytes.
  input  logic [AddrWidth-1:0]      col_i,
  /// Group of the command.
  input  logic [1:0]                group_i,
  /// Block numbers, for commands that access blocks at computed addresses.
  input  logic [AddrWidth-6:0]      block_i [Blocks],
  /// Index vector.
  input  logic [VlenBytes-1:0][7:0] index_i,
  /// Per slot: a number, and another: with start_o of the slot's block their sum is its address,
  /// modulo 4*UbBytes. The slots of a b64 lane or of a block share one address.
  output logic [AddrWidth+1:0]      sum_o [Slots],
  /// See sum_o.
  output logic [AddrWidth+1:0]      carry_o [Slots],
  /// Per eight slots, as in a block: see sum_o.
  output logic [AddrWidth-1:0]      start_o [Blocks],
  /// Per slot: the address is UbBytes or more, whatever that sum is. Where this is 0 the sum is
  /// exact.
  output logic [Slots-1:0]          far_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)
  `GSQ_CHECK_UB_BYTES(UbBytes)
  `GSQ_CHECK_ROW_MULTIPLIER(RowMultiplier)
  `GSQ_CHECK_XBAR_ONE_HOT(XbarOneHot)

  localparam int unsigned ByteWidth  = $clog2(VlenBytes);
  localparam int unsigned ShiftWidth = $clog2(AddrWidth);
  localparam int unsigned BaseWidth  = AddrWidth + 4;  // of a base plus a column of elements

  // ---- Stage P: indices, factor, start ---------------------------------------------------------

  logic [AddrWidth-1:0]  index [Slots];
  logic [Slots-1:0]      above;
  logic                  by_row;    // mode row
  logic [AddrWidth-1:0]  factor;
  logic [AddrWidth-1:0]  beyond;    // see gsq_row_product
  logic [ShiftWidth-1:0] shift;
  logic [BaseWidth-1:0]  base;      // of all lanes
  logic                  base_far;  // it is UbBytes or more

  gsq_slot_index #(
    .VlenBytes(VlenBytes),
    .UbBytes  (UbBytes)
  ) u_slot_index (
    .valid_i(load_i),
    .ctrl_i,
    .group_i,
    .index_i,
    .index_o(index),
    .above_o(above)
  );

  assign by_row = ctrl_i.place == PlaceLanes && mode_i == ModeRow;

  always_comb begin
    factor = AddrWidth'(1);
    if (ctrl_i.place == PlaceVector || (ctrl_i.place == PlaceLanes && mode_i == ModeElem)) begin
      factor = AddrWidth'(1) << ctrl_i.elem;
    end
    if (by_row) factor = row_stride_i;
    shift = '0;
    for (int unsigned k = 0; k < AddrWidth; k++) begin
      if (factor[k]) shift = ShiftWidth'(k);
    end
    beyond[0] = factor != '0;
    for (int unsigned k = 1; k < AddrWidth; k++) beyond[k] = (factor >> (AddrWidth - k)) != '0;
  end

  always_comb begin
    base = BaseWidth'(addr_i[AddrWidth-1:0]);
    if (by_row) base += BaseWidth'(col_i) << ctrl_i.elem;
    base_far = addr_i[31:AddrWidth] != '0 || base[BaseWidth-1:AddrWidth] != '0;
    if (ctrl_i.place == PlaceVector) base = '0;  // places in the vector
    if (ctrl_i.place inside {PlaceVector, PlaceBlocks}) base_far = 1'b0;
  end

  // ---- Stage S: products -----------------------------------------------------------------------

  logic [AddrWidth-1:0]  index_q [Slots];  // no reset, down to group_q
  logic [Slots-1:0]      far_q;
  logic [AddrWidth-1:0]  factor_q;
  logic [AddrWidth+1:0]  triple_q;
  logic [AddrWidth-1:0]  beyond_q;
  logic [ShiftWidth-1:0] shift_q;
  logic                  by_row_q;
  logic [1:0]            elem_q;
  logic                  upper_q;  // mode row: upper half of two-byte lanes; no others have one

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      index_q  <= index;
      far_q    <= above & {Slots{beyond[0]}} | {Slots{base_far}};
      factor_q <= factor;
      triple_q <= (AddrWidth + 2)'(factor) + ((AddrWidth + 2)'(factor) << 1);
      beyond_q <= beyond;
      shift_q  <= shift;
      by_row_q <= by_row;
      elem_q   <= ctrl_i.elem;
      upper_q  <= group_i[0];
      for (int unsigned k = 0; k < Blocks; k++) begin
        start_o[k] <= ctrl_i.place == PlaceBlocks ? {block_i[k], 5'd0} : base[AddrWidth-1:0];
      end
    end
  end

  for (genvar s = 0; s < Slots; s++) begin : g_slot
    logic [ByteWidth-1:0] bytes;  // mode row: from the first column to that of the lane
    logic                 far;

    always_comb begin
      bytes = '0;
      if (by_row_q) begin
        unique case (elem_q)
          2'd0:    bytes = ByteWidth'(s);
          2'd1:    bytes = ByteWidth'(2 * s);
          2'd2:    bytes = ByteWidth'(4 * s);
          default: bytes = ByteWidth'(8 * (s / 2));
        endcase
        if (upper_q) bytes |= elem_q[0] ? ByteWidth'(2 * Slots) : ByteWidth'(Slots);
      end
    end

    gsq_row_product #(
      .VlenBytes    (VlenBytes),
      .UbBytes      (UbBytes),
      .RowMultiplier(RowMultiplier),
      .XbarOneHot   (XbarOneHot)
    ) u_row_product (
      .valid_i,
      .index_i (index_q[s]),
      .factor_i(factor_q),
      .triple_i(triple_q),
      .beyond_i(beyond_q),
      .shift_i (shift_q),
      .bytes_i (bytes),
      .sum_o   (sum_o[s]),
      .carry_o (carry_o[s]),
      .far_o   (far)
    );
    assign far_o[s] = far || far_q[s];
  end

endmodule
