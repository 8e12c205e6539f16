// SPDX-License-Identifier: Apache-2.0
// Written by scripts/spec/parameters.py from configs/parameters.toml. Do not edit.
//
// Elaboration checks of the parameters of a module. An illegal value ends elaboration with a
// sentence that gives the legal values and the value found.
`ifndef GSQ_XIF_PARAM_CHECKS_SVH
`define GSQ_XIF_PARAM_CHECKS_SVH

`define GSQ_CHECK_XIF_PARAMETERS \
  if (!(64'(OperandWidth) == 64'd32 || 64'(OperandWidth) == 64'd64)) begin : gen_bad_operand_width \
    $fatal(1, "OperandWidth must be 32 or 64, found %0d", OperandWidth); \
  end \
  if (!(64'(IdWidth) >= 64'd1 && 64'(IdWidth) <= 64'd32)) begin : gen_bad_id_width \
    $fatal(1, "IdWidth must be from 1 to 32, found %0d", IdWidth); \
  end \
  if (!(64'(QueueDepth) >= 64'd2 && 64'(QueueDepth) <= 64'd16)) begin : gen_bad_queue_depth \
    $fatal(1, "QueueDepth must be from 2 to 16, found %0d", QueueDepth); \
  end \
  if (!(64'(RvvOps) <= 64'd1)) begin : gen_bad_rvv_ops \
    $fatal(1, "RvvOps must be 0 or 1, found %0d", RvvOps); \
  end

`endif
