// SPDX-License-Identifier: Apache-2.0
// The cfg registers of the front end: fields of commands that stay until they are written again.
//
// Latency: 1 cycle from a write to its value; reads are combinational. Throughput: one or two
// registers a cycle. Handshake: none.

module gsq_xif_cfg
  import gsq_xif_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer, a power of two.
  parameter int unsigned UbBytes = 262144,
  /// Where the core sees the Unified Buffer, a multiple of UbBytes.
  parameter logic [31:0] UbBase = 0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// A register is written.
  input  logic        write_i,
  /// The one behind it, too; number_i is even.
  input  logic        pair_i,
  /// Number of the register.
  input  logic [4:0]  number_i,
  /// Value for that register.
  input  logic [31:0] low_i,
  /// Value for the one behind it.
  input  logic [31:0] high_i,
  /// All registers.
  output xif_cfg_t    cfg_o,
  /// Value of the register number_i.
  output logic [31:0] data_o
);

  localparam logic [31:0] InUb = 32'(UbBytes - 1);  // bits of an address in the Unified Buffer

  // A number below UbBytes; a larger one, which is an error, has its upper bits joined into one.
  function automatic logic [31:0] capped(logic [31:0] value);
    return (value & InUb) | ((value & ~InUb) != '0 ? InUb + 1'b1 : '0);
  endfunction

  // What the unit has a use for.
  function automatic xif_cfg_t kept(xif_cfg_t cfg);
    kept            = cfg;
    kept.row_stride = capped(cfg.row_stride);
    kept.col        = capped(cfg.col);
    kept.src1       = capped(in_ub(cfg.src1, UbBytes, UbBase));
    if (VlenBytes < 128) {kept.mask1, kept.mask2, kept.mask3} = '0;
    if (VlenBytes < 256) {kept.mask4, kept.mask5, kept.mask6, kept.mask7} = '0;
  endfunction

  xif_cfg_t cfg_q, cfg_d;

  always_comb begin
    cfg_d = cfg_with(cfg_q, number_i, low_i);
    if (pair_i) cfg_d = cfg_with(cfg_d, {number_i[4:1], 1'b1}, high_i);
    cfg_d = kept(cfg_d);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) cfg_q <= '0;
    else if (write_i) cfg_q <= cfg_d;
  end

  assign cfg_o  = cfg_q;
  assign data_o = cfg_value(cfg_q, number_i);

endmodule
