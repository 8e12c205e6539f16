// SPDX-License-Identifier: Apache-2.0
// Mask value of create_mask and update_mask: the lanes that a pattern or a count selects.
//
// The bit of lane i, with w bytes a lane, is bit w*i; the other bits of the lane are 0.
// Combinational.

`include "gsq_param_checks.svh"

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

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)

  localparam int unsigned CountWidth = $clog2(VlenBytes) + 1;

  logic [CountWidth-1:0] lanes;      // lanes of this width in a vector
  logic [CountWidth-1:0] low_lanes;  // number of lowest lanes selected
  logic                  every3;     // lanes whose number is a multiple of 3
  logic                  every4;     // lanes whose number is a multiple of 4

  assign lanes  = CountWidth'(VlenBytes) >> width_i;
  assign every3 = !by_count_i && pattern_i == PatM3;
  assign every4 = !by_count_i && pattern_i == PatM4;

  always_comb begin
    low_lanes = '0;
    if (by_count_i) begin
      low_lanes = count_i < 32'(lanes) ? CountWidth'(count_i) : lanes;
    end else begin
      unique case (pattern_i)
        PatAll, PatM3, PatM4: low_lanes = lanes;
        PatVl1:   low_lanes = CountWidth'(1);
        PatVl2:   low_lanes = CountWidth'(2);
        PatVl3:   low_lanes = CountWidth'(3);
        PatVl4:   low_lanes = CountWidth'(4);
        PatVl8:   low_lanes = CountWidth'(8);
        PatVl16:  low_lanes = CountWidth'(16);
        PatVl32:  low_lanes = CountWidth'(32);
        PatVl64:  low_lanes = VlenBytes >= 64 ? CountWidth'(64) : lanes;
        PatVl128: low_lanes = VlenBytes >= 128 ? CountWidth'(128) : lanes;
        PatH:     low_lanes = lanes >> 1;
        PatQ:     low_lanes = lanes >> 2;
        default:  low_lanes = '0;
      endcase
    end
  end

  always_comb begin
    mask_o = '0;
    for (int unsigned w = 0; w < 4; w++) begin
      if (width_i == width_e'(w)) begin
        for (int unsigned i = 0; i < VlenBytes >> w; i++) begin
          mask_o[i << w] = CountWidth'(i) < low_lanes && (!every3 || i % 3 == 0) &&
                           (!every4 || i % 4 == 0);
        end
      end
    end
  end

endmodule
