// SPDX-License-Identifier: Apache-2.0
// What gsq_lane_ops has to do for a command of lanes.
//
// A difference is a + NOT b + 1, -a is NOT (a + NOT 0), and b - a is NOT (a + NOT b). A comparison
// looks at the carry of a + NOT b + 1, which is 0 if a is smaller, or without the 1 if it is
// smaller or equal.
//
// Combinational.

module gsq_lane_decode
  import gsq_pkg::*;
  import gsq_core_pkg::*;
(
  /// Operation; LaneOpNone: nothing.
  input  lane_op_e      op_i,
  /// Width of the lanes: b8, b16 or b32.
  input  width_e        width_i,
  /// The second operand is a vector; not for those that have none, or only a scalar.
  input  logic          vector_i,
  /// The second operand of every lane, if it is a scalar; its low bits count.
  input  logic [31:0]   scalar_i,
  /// What to do.
  output lane_control_t control_o,
  /// The scalar, repeated in all lanes of four bytes; 0 if there is none.
  output logic [31:0]   scalar_o
);

  logic some, scalar;

  assign some   = op_i != LaneOpNone;
  assign scalar = some && !vector_i && op_i != LaneOpAbs;

  always_comb begin
    control_o         = '0;
    control_o.b8      = width_i == WidthB8;
    control_o.b16     = width_i == WidthB16;
    control_o.lanes   = some;
    control_o.number  = op_i inside {LaneOpIndex, LaneOpSteps};
    control_o.second  = vector_i && some;
    control_o.invert  = op_i inside {LaneOpSub, LaneOpRsub, LaneOpAbs} || op_i >= LaneOpEq ||
                        op_i inside {LaneOpMin, LaneOpMinu, LaneOpMax, LaneOpMaxu};
    control_o.carry   = control_o.invert &&
                        !(op_i inside {LaneOpRsub, LaneOpAbs, LaneOpLe, LaneOpLeu});
    control_o.negate  = op_i inside {LaneOpRsub, LaneOpAbs};
    control_o.signs   = op_i inside {LaneOpMin, LaneOpMax, LaneOpLt, LaneOpLe, LaneOpSar};
    control_o.sum     = op_i inside {LaneOpAdd, LaneOpSub, LaneOpRsub, LaneOpIndex, LaneOpAbs};
    control_o.abs     = op_i == LaneOpAbs;
    control_o.differ  = op_i inside {LaneOpOr, LaneOpXor, LaneOpCopy};
    control_o.both    = op_i inside {LaneOpAnd, LaneOpOr};
    control_o.smaller = op_i inside {LaneOpMin, LaneOpMinu};
    control_o.larger  = op_i inside {LaneOpMax, LaneOpMaxu};
    control_o.shifts  = op_i inside {LaneOpShl, LaneOpShr, LaneOpSar, LaneOpSteps};
    control_o.left    = op_i inside {LaneOpShl, LaneOpSteps};
    control_o.select  = op_i == LaneOpSelect;
    control_o.compare = is_compare(op_i);
    control_o.below   = op_i inside {LaneOpLt, LaneOpLe, LaneOpLtu, LaneOpLeu};
    control_o.equal   = op_i == LaneOpEq;
    control_o.unlike  = op_i == LaneOpNe;
    control_o.to_bits = op_i == LaneOpBits;
    control_o.of_bits = op_i == LaneOpMask;
    control_o.first   = some &&
                        !(op_i inside {LaneOpIndex, LaneOpSteps, LaneOpCopy, LaneOpBits});
  end

  always_comb begin
    unique case (width_i)
      WidthB8:  scalar_o = {4{scalar_i[7:0]}};
      WidthB16: scalar_o = {2{scalar_i[15:0]}};
      default:  scalar_o = scalar_i;
    endcase
    if (!scalar) scalar_o = '0;
  end

endmodule
