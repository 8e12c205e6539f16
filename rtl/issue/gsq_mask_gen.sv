// SPDX-License-Identifier: Apache-2.0
// Mask value of create_mask and update_mask: the lanes that a pattern or a count selects.
//
// The bit of lane i, with w bytes a lane, is bit w*i; the other bits of the lane are 0.
// Combinational.

module gsq_mask_gen
  import gsq_pkg::*;
#(
  /// Bytes of a vector, bits of a mask.
  parameter int unsigned VlenBytes = 256
) (
  /// 1: the lowest count_i lanes; 0: the lanes of pattern_i.
  input  logic                 by_count_i,
  /// Lane width.
  input  width_e               width_i,
  /// Pattern; codes without a name select nothing.
  input  pattern_e             pattern_i,
  /// Number of lanes; a number above that of all lanes selects all.
  input  logic [31:0]          count_i,
  /// Mask.
  output logic [VlenBytes-1:0] mask_o
);

  localparam int unsigned CountWidth = $clog2(VlenBytes) + 1;

  logic [CountWidth-1:0] lanes;   // lanes of this width in a vector
  logic [CountWidth-1:0] low;     // number of lowest lanes selected
  logic                  all;     // all lanes selected, whatever low is
  logic                  every3;  // only lanes whose number is a multiple of 3
  logic                  every4;  // only lanes whose number is a multiple of 4

  assign lanes  = CountWidth'(VlenBytes) >> width_i;
  assign every3 = !by_count_i && pattern_i == PatM3;
  assign every4 = !by_count_i && pattern_i == PatM4;

  always_comb begin
    low = '0;
    all = 1'b0;
    if (by_count_i) begin
      low = CountWidth'(count_i);
      all = (count_i >> (CountWidth - 1 - 32'(width_i))) != '0;  // lanes are a power of two
    end else begin
      unique case (pattern_i)
        PatAll, PatM3, PatM4: all = 1'b1;
        PatVl1:   low = CountWidth'(1);
        PatVl2:   low = CountWidth'(2);
        PatVl3:   low = CountWidth'(3);
        PatVl4:   low = CountWidth'(4);
        PatVl8:   low = CountWidth'(8);
        PatVl16:  low = CountWidth'(16);
        PatVl32:  low = CountWidth'(32);
        PatVl64:  low = VlenBytes >= 64 ? CountWidth'(64) : lanes;
        PatVl128: low = VlenBytes >= 128 ? CountWidth'(128) : lanes;
        PatH:     low = lanes >> 1;
        PatQ:     low = lanes >> 2;
        default:  low = '0;
      endcase
    end
  end

  // Bits whose number is a multiple of `step`.
  function automatic logic [VlenBytes-1:0] multiples(int unsigned step);
    for (int unsigned i = 0; i < VlenBytes; i++) multiples[i] = i % step == 0;
  endfunction

  // Per width of the lanes: the bit of every lane, of every third, of every fourth.
  localparam logic [3:0][2:0][VlenBytes-1:0] Lanes = {
    {multiples(32), multiples(24), multiples(8)}, {multiples(16), multiples(12), multiples(4)},
    {multiples(8), multiples(6), multiples(2)}, {multiples(4), multiples(3), multiples(1)}
  };

  logic [VlenBytes-1:0] from_low;  // places from that of lane `low` on

  assign from_low = {VlenBytes{1'b1}} << ((CountWidth + 3)'(low) << width_i);
  assign mask_o   = ({VlenBytes{all}} | ~from_low) &
                    Lanes[width_i][every4 ? 2 : every3 ? 1 : 0];

endmodule
