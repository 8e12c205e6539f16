// SPDX-License-Identifier: Apache-2.0
// Second half of the bank arbitration: in which beat each slot of a group is served.
//
// The rank of a slot is the number of words that its bank serves before that of the slot. Serving
// rank k in beat k takes exactly as many beats as the fullest bank has different words.
//
// Latency: one register, loaded when en_i is 1. Throughput: one group a cycle. Handshake: en_i.

module gsq_slot_rank #(
  /// Slots of a group, at least 2.
  parameter int unsigned Slots = 64,
  localparam int unsigned RankWidth = $clog2(Slots)
) (
  input  logic                 clk_i,
  /// Load the outputs.
  input  logic                 en_i,
  /// Per slot: one slot for each word that its bank serves before, see gsq_slot_order.
  input  logic [Slots-1:0]     before_i [Slots],
  /// Per slot: beat in which it is served.
  output logic [RankWidth-1:0] rank_o [Slots]
);

  for (genvar i = 0; i < Slots; i++) begin : g_slot
    always_ff @(posedge clk_i) begin
      if (en_i) rank_o[i] <= RankWidth'($countones(before_i[i]));
    end
  end

endmodule
