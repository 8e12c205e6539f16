// SPDX-License-Identifier: Apache-2.0
// The lanes that a command of masks makes active, and what others answer with.
//
// The bit of lane i, with w bytes a lane, is bit w*i. Only lanes of under_i take part; in the
// result all others, and all bits that belong to no lane, are 0. What lies before, up to or at
// the first active lane comes from the bits below each bit: whether one of them is active.
//
// Combinational.

module gsq_mask_logic
  import gsq_pkg::*;
#(
  /// Bytes of a vector, bits of a mask.
  parameter int unsigned VlenBytes = 256
) (
  /// Operation.
  input  mask_op_e                     op_i,
  /// Lane width.
  input  width_e                       width_i,
  /// First source.
  input  logic [VlenBytes-1:0]         first_i,
  /// Second source; and, or, xor and and_not have one.
  input  logic [VlenBytes-1:0]         second_i,
  /// Mask of the lanes that take part.
  input  logic [VlenBytes-1:0]         under_i,
  /// Result.
  output logic [VlenBytes-1:0]         mask_o,
  /// Lanes that take part and are active in the first source.
  output logic [VlenBytes-1:0]         active_o,
  /// Bit of the lowest of them, VlenBytes if there is none.
  output logic [$clog2(VlenBytes):0]   place_o,
  /// The lowest 32 lanes, a bit each: those that take part and are active in the first source.
  output logic [31:0]                  bits_o
);

  localparam int unsigned PlaceWidth = $clog2(VlenBytes) + 1;

  // Bits whose number is a multiple of `step`.
  function automatic logic [VlenBytes-1:0] multiples(int unsigned step);
    for (int unsigned i = 0; i < VlenBytes; i++) multiples[i] = i % step == 0;
  endfunction

  localparam logic [3:0][VlenBytes-1:0] Lanes = {
    multiples(8), multiples(4), multiples(2), multiples(1)
  };

  logic                 used;
  logic [VlenBytes-1:0] lanes;   // bits of the lanes that take part
  logic [VlenBytes-1:0] active;
  logic [VlenBytes-1:0] below;   // a lane below is active
  logic [VlenBytes-1:0] lowest;  // the lowest active lane
  logic [VlenBytes-1:0] value;   // of an operation bit by bit
  logic [VlenBytes-1:0] clear;   // the result has these bits if no lane below is active

  assign used     = op_i != MaskOpNone;
  assign lanes    = under_i & Lanes[width_i];
  assign active   = first_i & lanes;
  assign active_o = active;
  assign lowest   = active & ~below;

  always_comb begin
    below = 'x;
    if (used) begin  // saves simulation time
      below = active << 1;
      for (int unsigned step = 1; step < VlenBytes; step *= 2) below |= below << step;
    end
  end

  // What lies below a bit is known last.
  always_comb begin
    {value, clear} = '0;
    unique case (op_i)
      MaskOpAnd:         value = first_i & second_i;
      MaskOpOr:          value = first_i | second_i;
      MaskOpXor:         value = first_i ^ second_i;
      MaskOpAndNot:      value = first_i & ~second_i;
      MaskOpNot:         value = ~first_i;
      MaskOpBeforeFirst: clear = ~active;
      MaskOpToFirst:     clear = '1;
      MaskOpOnlyFirst:   clear = active;
      MaskOpNone, MaskOpCount, MaskOpFirst, MaskOpBits: ;
    endcase
  end

  assign mask_o = (value & lanes) | (clear & lanes & ~below);

  always_comb begin
    bits_o = 'x;
    if (used) begin  // saves simulation time
      bits_o = '0;
      for (int unsigned i = 0; i < 32; i++) begin
        for (int unsigned log2 = 0; log2 < 4; log2++) begin
          if (i << log2 < VlenBytes) bits_o[i] |= active[i << log2] && width_i == width_e'(log2);
        end
      end
    end
  end

  always_comb begin
    place_o = 'x;
    if (used) begin  // saves simulation time
      place_o = {active == '0, {PlaceWidth - 1{1'b0}}};
      for (int unsigned i = 0; i < VlenBytes; i++) begin
        place_o |= PlaceWidth'(i) & {PlaceWidth{lowest[i]}};
      end
    end
  end

endmodule
