// SPDX-License-Identifier: Apache-2.0
// Status, info word and class of the command in stage D1, from the checks of D0 and D1.
//
// An error of D0 has priority, also blocks outside UB, which only loads and stores without
// repetition have. Of the errors of D1 a command can have one: only stream commands have an error
// of the stream, and only strided, repeated commands have operands outside UB. A command with an
// error becomes an immediate one: it only sends a response.
//
// Combinational.

module gsq_verdict
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned CountWidth = $clog2(Cfg.VlenBytes + 1),
  localparam int unsigned ArWidth = $clog2(Cfg.UbBytes + 1)
) (
  /// Class, if there is no error.
  input  class_e                class_i,
  /// Errors found in D0.
  input  errors_t               errors_i,
  /// Lowest field out of range.
  input  field_e                field_i,
  /// Per block: a command without repetition accesses it, and it lies outside UB.
  input  logic [Cfg.Blocks-1:0] blocks_outside_i,
  /// Such a command has a block stride: its info word names the block.
  input  logic                  names_block_i,
  /// How the command uses the squeeze stream.
  input  stream_use_e           use_i,
  /// Error of the squeeze stream, see gsq_stream_state.
  input  status_e               stream_status_i,
  /// The command is a stream command that has nothing to write.
  input  logic                  stream_nothing_i,
  /// Operands of a strided, repeated command outside UB: dst, src0, src1.
  input  logic [2:0]            outside_i,
  /// Bytes that a squeeze keeps, or of the lanes that a command of masks counts.
  input  logic [CountWidth-1:0] kept_i,
  /// AR.
  input  logic [ArWidth-1:0]    ar_i,
  /// The command answers with the number of lanes counted.
  input  logic                  counts_i,
  /// The command answers with the lowest active lane.
  input  logic                  finds_i,
  /// The command answers with bits of lanes.
  input  logic                  shows_i,
  /// Bits of lanes to answer with.
  input  logic [31:0]           bits_i,
  /// Bit of the lowest active lane in a mask, VlenBytes if there is none.
  input  logic [CountWidth-1:0] place_i,
  /// Lane width.
  input  width_e                width_i,
  /// Class.
  output class_e                class_o,
  /// Status.
  output status_e               status_o,
  /// Info word.
  output logic [31:0]           info_o
);

  always_comb begin
    status_o = StOk;
    if (errors_i.opcode) status_o = StErrOpcode;
    else if (errors_i.param) status_o = StErrParam;
    else if (errors_i.align) status_o = StErrAlign;
    else if (blocks_outside_i != '0) status_o = StErrBounds;
    else if (stream_status_i != StOk) status_o = stream_status_i;
    else if (outside_i != '0) status_o = StErrBounds;
  end

  always_comb begin
    info_o = '0;
    if (errors_i != '0) begin
      if (!errors_i.opcode && errors_i.param) info_o = 32'(field_i);
    end else if (blocks_outside_i != '0) begin
      for (int unsigned k = Cfg.Blocks; k > 0; k--) begin
        if (blocks_outside_i[k-1] && names_block_i) info_o = 32'(k - 1);
      end
    end else if (outside_i != '0) begin
      info_o = outside_i[0] ? 32'd0 : (outside_i[1] ? 32'd1 : 32'd2);
    end else if (stream_status_i == StOk) begin
      if (use_i == StreamCount) info_o = 32'(kept_i);
      if (use_i == StreamRead) info_o = 32'(ar_i);
      if (counts_i) info_o = 32'(kept_i) >> width_i;
      if (finds_i) info_o = 32'(place_i) >> width_i;
      if (shows_i) info_o = bits_i;
    end
  end

  assign class_o = status_o == StOk && !stream_nothing_i ? class_i : ClassImmediate;

endmodule
