// SPDX-License-Identifier: Apache-2.0
// Control signals of the access pipe for a memory command.
//
// Only this module reads its kind, form, width and distribution; later stages use the result. But
// the width of indices goes from the command to gsq_slot_index.
//
// Combinational.
module gsq_access_decode
  import gsq_pkg::*;
  import gsq_core_pkg::*;
(
  /// Kind of the command.
  input  mem_kind_e    kind_i,
  /// Form of the command (gather, scatter).
  input  form_e        form_i,
  /// Lane width of a command without a form.
  input  width_e       width_i,
  /// Distribution (loads and stores of blocks).
  input  dist_e        distr_i,
  /// Lanes of V without a word keep their value.
  input  logic         merge_i,
  /// Register gather: of active lanes, whose elements are in the vector.
  input  logic         bounded_i,
  /// Control signals for all stages.
  output mem_ctrl_t    ctrl_o,
  /// How stage P computes the data and byte mask of a group.
  output data_format_e format_o
);

  always_comb begin
    ctrl_o = '{
      slot:     '{place: PlaceBlocks, elem: 2'd3, lane: width_i},
      unpack:   DistNorm,
      vec:      1'b0,
      writes_v: writes_v(kind_i),
      merge:    merge_i,
      bounded:  bounded_i
    };
    format_o = DataPlain;
    unique case (kind_i)
      MemNone: ;  // not a memory command
      MemLoad: begin
        ctrl_o.unpack = distr_i;
        format_o      = distr_i == DistNorm ? DataAll : DataLower;
      end
      MemStore: begin
        if (distr_i != DistNorm) format_o = distr_i == DistPackB16 ? DataPackB16 : DataPackB32;
      end
      MemStream: format_o = DataStream;
      MemPost: format_o = DataPost;
      MemVec: ctrl_o.vec = 1'b1;
      MemGather, MemScatter: begin
        ctrl_o.slot.place = PlaceLanes;
        ctrl_o.slot.elem  = elem_log2(form_i);
        ctrl_o.slot.lane  = slot_width(form_i);
      end
      MemGatherReg: begin
        ctrl_o.slot.place = PlaceVector;
        ctrl_o.slot.elem  = width_i;
        if (!bounded_i) format_o = DataAll;
      end
      MemGatherBlock: ctrl_o.slot.place = PlaceIndexed;
    endcase
  end

endmodule
