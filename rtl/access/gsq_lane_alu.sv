// SPDX-License-Identifier: Apache-2.0
// Copy, absolute value and sum of lanes of two or four bytes, wrapping.
//
// A sum is a XOR b XOR its carries. -a is a with all bits above its lowest 1 inverted. One of them
// is selected last, so neither the operation nor a sign has to pass an adder. Both halves of a lane
// compute at the same time which carries they make and which they pass on (Sklansky).
//
// Combinational.

module gsq_lane_alu
  import gsq_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256
) (
  /// The result is used; else it is undefined.
  input  logic                         valid_i,
  /// Per four bytes: operation.
  input  alu_op_e                      op_i [VlenBytes/4],
  /// Per four bytes: 1: a lane of four bytes; 0: two lanes of two.
  input  logic [VlenBytes/4-1:0]       wide_i,
  /// First operand.
  input  logic [VlenBytes/4-1:0][31:0] a_i,
  /// Second operand of a sum.
  input  logic [VlenBytes/4-1:0][31:0] b_i,
  /// Result.
  output logic [VlenBytes/4-1:0][31:0] result_o
);

  // For each place of a half, the OR of the bits below it, and of all; in groups of four.
  function automatic logic [16:0] below(logic [15:0] a);
    logic [3:0] group;  // OR of the groups of four bits
    for (int unsigned k = 0; k < 4; k++) group[k] = a[4*k+:4] != '0;
    for (int unsigned k = 0; k <= 16; k++) begin
      below[k] = (group & 4'((1 << (k / 4)) - 1)) != '0 ||
                 (k < 16 && (a[4*(k/4%4)+:4] & 4'((1 << (k % 4)) - 1)) != '0);
    end
  endfunction

  // Step k of the carries joins blocks of 2^k places in pairs: the last place of the lower block,
  // and what it says to all places of the upper one.
  localparam logic [3:0][31:0] Middle = {
    32'h0080_0080, 32'h0808_0808, 32'h2222_2222, 32'h5555_5555
  };

  function automatic logic [31:0] fill(logic [31:0] last, int unsigned k);
    fill = last << 1;
    for (int unsigned j = 0; j < k; j++) fill |= fill << (1 << j);
  endfunction

  for (genvar i = 0; i < VlenBytes / 4; i++) begin : g_lane
    logic        low_negative, high_negative;  // sign of each half, or of the whole lane
    logic [31:0] make;   // per place, with those below it in its half: it makes a carry
    logic [31:0] pass;   // the same: it passes on a carry into the half
    logic [15:0] into;   // carries into the high half
    logic [16:0] ones, high_ones;
    logic [31:0] negate;

    assign high_negative = op_i[i] == AluAbs && a_i[i][31];
    assign low_negative  = op_i[i] == AluAbs && a_i[i][wide_i[i] ? 31 : 15];

    always_comb begin
      {make, pass, into} = 'x;
      if (valid_i && op_i[i] == AluAdd) begin  // saves simulation time, costs no gates
        make = a_i[i] & b_i[i];
        pass = a_i[i] ^ b_i[i];
        for (int unsigned k = 0; k < 4; k++) begin
          make |= pass & fill(make & Middle[k], k);
          pass &= fill(pass & Middle[k], k) | ~fill(Middle[k], k);
        end
        into = {make[30:16], 1'b0} |
               ({pass[30:16], 1'b1} & {16{wide_i[i] && make[15]}});
      end
    end

    always_comb begin
      {ones, high_ones} = 'x;
      negate = '0;
      if (low_negative || high_negative) begin  // saves simulation time, costs no gates
        ones      = below(a_i[i][15:0]);
        high_ones = below(a_i[i][31:16]);
        negate    = {(high_ones[15:0] | {16{wide_i[i] && ones[16]}}) & {16{high_negative}},
                     ones[15:0] & {16{low_negative}}};
      end
    end

    assign result_o[i] = a_i[i] ^ (op_i[i] == AluAdd ? b_i[i] ^ {into, make[14:0], 1'b0} : negate);

    logic unused_carries;
    assign unused_carries = ^{make[31], pass[31], pass[15], high_ones[16]};
  end

endmodule
