// SPDX-License-Identifier: Apache-2.0
// Stages P and S of the addresses of a group: for each slot, numbers whose sum is its address.
//
// The address of a slot is a start plus its index times a factor, plus the place of its lane in
// the row in mode row. The factor is the row stride, or the bytes of an element; the start
// includes the base of the command and the column, or is the address of a block. Where the lanes of
// a command lie at a stride, the index is the number of the lane, and the factor the stride, which
// may be negative. P selects the indices and computes what is common to all slots; S makes the
// products. The sum is left to stage A, so no stage has more than one carry chain.
//
// Latency: 1, from load_i to the outputs. Throughput: one group a cycle. Handshake: load_i.

module gsq_slot_offset
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made()
) (
  input  logic                          clk_i,
  /// There is a group in S; else the outputs are undefined.
  input  logic                          valid_i,
  /// The group in P goes to S.
  input  logic                          load_i,
  /// Contents of a slot.
  input  slot_ctrl_t                    ctrl_i,
  /// Address mode, for lanes that are elements of UB at indices.
  input  amode_e                        mode_i,
  /// The command is strided, and has no mode; with LaneOps.
  input  logic                          strided_i,
  /// Width of an index; with LaneOps.
  input  width_e                        width_i,
  /// Base address of the command.
  input  logic [31:0]                   addr_i,
  /// Mode row: bytes between rows, below UbBytes; strided: stride, with a sign.
  input  logic [Cfg.AddrWidth:0]        row_stride_i,
  /// Mode row: first column, below UbBytes.
  input  logic [Cfg.AddrWidth-1:0]      col_i,
  /// Group of the command.
  input  logic [1:0]                    group_i,
  /// Block numbers, for commands that access blocks at computed addresses.
  input  logic [Cfg.AddrWidth-6:0]      block_i [Cfg.Blocks],
  /// Index vector.
  input  logic [Cfg.VlenBytes-1:0][7:0] index_i,
  /// Per slot: a number, and another: with start_o of the slot's block their sum is its address,
  /// modulo 4*UbBytes. The slots of a b64 lane or of a block share one address.
  output logic [Cfg.AddrWidth+1:0]      sum_o [Cfg.Slots],
  /// See sum_o.
  output logic [Cfg.AddrWidth+1:0]      carry_o [Cfg.Slots],
  /// Per eight slots, as in a block: see sum_o.
  output logic [Cfg.AddrWidth-1:0]      start_o [Cfg.Blocks],
  /// Per slot: the address is UbBytes or more, whatever that sum is. Where this is 0 the sum is
  /// exact.
  output logic [Cfg.Slots-1:0]          far_o
);

  localparam int unsigned ByteWidth  = $clog2(Cfg.VlenBytes);
  localparam int unsigned ShiftWidth = $clog2(Cfg.AddrWidth);
  localparam int unsigned BaseWidth  = Cfg.AddrWidth + 4;  // of a base plus a column of elements

  // ---- Stage P: indices, factor, start ---------------------------------------------------------

  logic [Cfg.AddrWidth-1:0] index [Cfg.Slots];
  logic [Cfg.Slots-1:0]     above;
  logic                     by_row;  // mode row
  logic                     strided;
  logic                     negative;  // the factor
  logic [Cfg.AddrWidth-1:0] factor;    // its low bits, two's complement
  logic [Cfg.AddrWidth-1:0] size;      // of the factor; one less if it is negative
  logic [Cfg.AddrWidth-1:0] beyond;  // see gsq_row_product
  logic [ShiftWidth-1:0]    shift;
  logic [BaseWidth-1:0]     base;      // of all lanes
  logic                     base_far;  // it is UbBytes or more

  gsq_slot_index #(.Cfg(Cfg)) u_slot_index (
    .valid_i(load_i),
    .ctrl_i,
    .strided_i(strided),
    .width_i,
    .group_i,
    .index_i,
    .index_o(index),
    .above_o(above)
  );

  assign by_row   = ctrl_i.place == PlaceLanes && mode_i == ModeRow && !strided;
  assign strided  = Cfg.LaneOps != 0 && strided_i;
  assign negative = strided && row_stride_i[Cfg.AddrWidth];

  always_comb begin
    factor = Cfg.AddrWidth'(1);
    if (ctrl_i.place == PlaceVector || (ctrl_i.place == PlaceLanes && mode_i == ModeElem)) begin
      factor = Cfg.AddrWidth'(1) << ctrl_i.elem;
    end
    if (by_row || strided) factor = row_stride_i[Cfg.AddrWidth-1:0];
    // A negative power of two has other ones above its lowest one.
    shift = '0;
    for (int unsigned i = 0; i < Cfg.AddrWidth; i++) begin
      if (Cfg.LaneOps == 0 && factor[i]) shift = ShiftWidth'(i);
      if (Cfg.LaneOps != 0 && factor[Cfg.AddrWidth-1-i]) shift = ShiftWidth'(Cfg.AddrWidth - 1 - i);
    end
    // A negative power of two has its leading one a place higher than `size`, and its product may
    // then be UbBytes or a little more: it is below 2*UbBytes, so the address is still exact.
    size      = factor ^ {Cfg.AddrWidth{negative}};
    beyond[0] = factor != '0;
    for (int unsigned k = 1; k < Cfg.AddrWidth; k++) begin
      beyond[k] = (size >> (Cfg.AddrWidth - k)) != '0;
    end
  end

  always_comb begin
    base = BaseWidth'(addr_i[Cfg.AddrWidth-1:0]);
    if (by_row) base += BaseWidth'(col_i) << ctrl_i.elem;
    base_far = addr_i[31:Cfg.AddrWidth] != '0 || base[BaseWidth-1:Cfg.AddrWidth] != '0;
    if (ctrl_i.place == PlaceVector) base = '0;  // places in the vector
    if (ctrl_i.place inside {PlaceVector, PlaceBlocks}) base_far = 1'b0;
  end

  // ---- Stage S: products -----------------------------------------------------------------------

  logic [Cfg.AddrWidth-1:0] index_q [Cfg.Slots];  // no reset, down to group_q
  logic [Cfg.Slots-1:0]     far_q;
  logic [Cfg.AddrWidth+1:0] factor_q;
  logic [Cfg.AddrWidth+1:0] triple_q;
  logic [Cfg.AddrWidth-1:0] beyond_q;
  logic [ShiftWidth-1:0]    shift_q;
  logic                     negative_q;
  logic                     by_row_q;
  logic [1:0]               elem_q;
  logic [1:0]               part_q;  // mode row: group of lanes narrower than words

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      index_q  <= index;
      far_q    <= above & {Cfg.Slots{beyond[0]}} | {Cfg.Slots{base_far}};
      factor_q <= {{2{negative}}, factor};
      triple_q <= {{2{negative}}, factor} + ({{2{negative}}, factor} << 1);
      beyond_q <= beyond;
      shift_q  <= shift;
      negative_q <= negative;
      by_row_q <= by_row;
      elem_q   <= ctrl_i.elem;
      part_q   <= Cfg.LaneOps != 0 ? group_i : 2'(group_i[0]);
      for (int unsigned k = 0; k < Cfg.Blocks; k++) begin
        start_o[k] <= ctrl_i.place == PlaceBlocks ? {block_i[k], 5'd0} : base[Cfg.AddrWidth-1:0];
      end
    end
  end

  for (genvar s = 0; s < Cfg.Slots; s++) begin : g_slot
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
        bytes |= ByteWidth'(part_q) << ($clog2(Cfg.Slots) + 32'(elem_q[0]));
      end
    end

    gsq_row_product #(.Cfg(Cfg)) u_row_product (
      .valid_i,
      .index_i (index_q[s]),
      .factor_i(factor_q),
      .triple_i(triple_q),
      .beyond_i(beyond_q),
      .shift_i (shift_q),
      .negative_i(negative_q),
      .bytes_i (bytes),
      .sum_o   (sum_o[s]),
      .carry_o (carry_o[s]),
      .far_o   (far)
    );
    assign far_o[s] = far || far_q[s];
  end

endmodule
