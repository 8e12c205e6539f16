// SPDX-License-Identifier: Apache-2.0
// What a memory command means to the stages of the access pipe.
//
// Its kind, form, width and distribution are looked at here and nowhere behind.
//
// Combinational.
module gsq_access_decode
  import gsq_pkg::*;
  import gsq_core_pkg::*;
(
  /// Kind of the command.
  input  mem_kind_e    kind_i,
  /// Its form, where lanes have one.
  input  form_e        form_i,
  /// Its lane width, where lanes have no form.
  input  width_e       width_i,
  /// Its distribution, where it is a load or store of blocks.
  input  dist_e        distr_i,
  /// What every stage needs.
  output mem_ctrl_t    ctrl_o,
  /// How stage P makes the data and byte mask of a group.
  output data_format_e format_o
);

  always_comb begin
    ctrl_o = '{
      slot:     '{place: PlaceBlocks, elem: 2'd3, lane: width_i},
      unpack:   DistNorm,
      vec:      1'b0,
      writes_v: writes_v(kind_i)
    };
    format_o = DataPlain;
    unique case (kind_i)
      MemNone: ;  // no memory command
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
        format_o          = DataAll;
      end
      MemGatherBlock: ctrl_o.slot.place = PlaceIndexed;
    endcase
  end

endmodule
