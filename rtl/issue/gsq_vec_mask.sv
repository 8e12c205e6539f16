// SPDX-License-Identifier: Apache-2.0
// Mask of a strided, repeated command: the bytes of its selected lanes, the same in each iteration.
//
// A mask is a number of lanes, from lane 0 on, or has a bit for each lane. It is illegal when it
// selects no lane, or a lane above the last.
//
// Combinational.

module gsq_vec_mask
  import gsq_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256
) (
  /// The bytes are used; else they are undefined.
  input  logic                 use_i,
  /// Number of lanes, or one bit per lane.
  input  logic [127:0]         mask_i,
  /// 1: one bit per lane; 0: number of lanes.
  input  logic                 bitwise_i,
  /// Lane width: b16 or b32.
  input  width_e               width_i,
  /// The mask selects at least one lane, and none above the last.
  output logic                 legal_o,
  /// Bytes of the selected lanes.
  output logic [VlenBytes-1:0] bytes_o
);

  localparam int unsigned Lanes16 = VlenBytes / 2;
  localparam int unsigned Lanes32 = VlenBytes / 4;

  logic [Lanes16-1:0] lanes;  // selected
  logic               above;  // a bit above the last lane
  logic               more;   // the number exceeds that of all lanes
  logic               wide;

  assign wide = width_i == WidthB32;

  // With 128 lanes no bit is above them.
  if (Lanes16 < 128) begin : g_above
    assign above = wide ? mask_i[127:Lanes32] != '0 : mask_i[127:Lanes16] != '0;
  end else begin : g_above_wide
    assign above = wide && mask_i[127:Lanes32] != '0;
  end
  assign more = wide ? mask_i > 128'(Lanes32) : mask_i > 128'(Lanes16);

  assign legal_o = mask_i != '0 && (bitwise_i ? !above : !more);

  assign lanes = bitwise_i ? mask_i[Lanes16-1:0] : ~({Lanes16{1'b1}} << mask_i[7:0]);

  always_comb begin
    bytes_o = 'x;
    if (use_i) begin  // saves simulation time, costs no gates
      for (int unsigned i = 0; i < Lanes32; i++) begin
        bytes_o[4*i +: 4] = wide ? {4{lanes[i]}} : {{2{lanes[2*i+1]}}, {2{lanes[2*i]}}};
      end
    end
  end

endmodule
