// SPDX-License-Identifier: Apache-2.0
// Written by scripts/spec/parameters.py from configs/parameters.toml. Do not edit.
//
// Elaboration checks of the parameters of a module. An illegal value ends elaboration with a
// sentence that gives the legal values and the value found.
`ifndef GSQ_AXI_PARAM_CHECKS_SVH
`define GSQ_AXI_PARAM_CHECKS_SVH

`define GSQ_CHECK_AXI_PARAMETERS \
  if (!($onehot(64'(AxiDataWidth)) && 64'(AxiDataWidth) >= 64'd32 && 64'(AxiDataWidth) <= 64'd512)) begin : gen_bad_axi_data_width \
    $fatal(1, "AxiDataWidth must be a power of two from 32 to 512, found %0d", AxiDataWidth); \
  end \
  if (!(64'(AxiIdWidth) >= 64'd1 && 64'(AxiIdWidth) <= 64'd32)) begin : gen_bad_axi_id_width \
    $fatal(1, "AxiIdWidth must be from 1 to 32, found %0d", AxiIdWidth); \
  end

`endif
