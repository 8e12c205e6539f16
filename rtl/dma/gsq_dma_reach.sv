// SPDX-License-Identifier: Apache-2.0
// The addresses that rows at a stride reach: the lowest one, and the first behind all of them.
//
// Multiplies one bit of the number of rows a cycle, since a descriptor of many rows runs long,
// and its successor is checked meanwhile. Nothing wraps: results have two bits more than an
// address.
//
// Latency: 3 cycles and one for each bit of rows - 1, from start_i to valid_o. Throughput: one at
// a time. Handshake: start_i begins anew; valid_o stays until then.

module gsq_dma_reach (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// The other inputs are to be taken.
  input  logic        start_i,
  /// Address of the first row.
  input  logic [63:0] base_i,
  /// Number of rows, at least 1.
  input  logic [31:0] rows_i,
  /// Bytes from row to row.
  input  logic [31:0] stride_i,
  /// Bytes of a row.
  input  logic [32:0] bytes_i,
  output logic        valid_o,
  /// Lowest address.
  output logic [65:0] low_o,
  /// First address behind all rows.
  output logic [65:0] end_o
);

  logic        [31:0] left_q;     // factor, without the bits that are done
  logic signed [65:0] stride_q;   // the other one, times 2 for each of these
  logic signed [65:0] product_q;
  logic        [63:0] base_q;
  logic        [32:0] bytes_q;
  logic               busy_q;
  logic               first_q;    // the factor is the number of rows: one less is to be done
  logic signed [65:0] base;
  logic               down;       // the last row is the lowest

  assign base = 66'({2'b00, base_q});
  assign down = product_q < 0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      valid_o <= 1'b0;
    end else if (start_i) begin
      busy_q  <= 1'b1;
      valid_o <= 1'b0;
    end else if (busy_q && !first_q && left_q == '0) begin
      busy_q  <= 1'b0;
      valid_o <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      left_q    <= rows_i;
      first_q   <= 1'b1;
      stride_q  <= 66'($signed(stride_i));
      product_q <= '0;
      base_q    <= base_i;
      bytes_q   <= bytes_i;
    end else if (busy_q && first_q) begin
      left_q  <= left_q - 1'b1;
      first_q <= 1'b0;
    end else if (busy_q) begin
      if (left_q[0]) product_q <= product_q + stride_q;
      left_q   <= left_q >> 1;
      stride_q <= stride_q <<< 1;
      low_o    <= base + (down ? product_q : '0);
      end_o    <= base + (down ? '0 : product_q) + 66'({33'b0, bytes_q});
    end
  end

endmodule
