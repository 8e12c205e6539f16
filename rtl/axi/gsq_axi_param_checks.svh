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
  end \
  if (!(64'(Ring) <= 64'd1)) begin : gen_bad_ring \
    $fatal(1, "Ring must be 0 or 1, found %0d", Ring); \
  end \
  if (!($onehot(64'(DmaDataWidth)) && 64'(DmaDataWidth) >= 64'd64 && 64'(DmaDataWidth) <= 64'd512)) begin : gen_bad_dma_data_width \
    $fatal(1, "DmaDataWidth must be 64, 128, 256 or 512, found %0d", DmaDataWidth); \
  end \
  if (!(64'(DmaAddrWidth) >= 64'd32 && 64'(DmaAddrWidth) <= 64'd64)) begin : gen_bad_dma_addr_width \
    $fatal(1, "DmaAddrWidth must be from 32 to 64, found %0d", DmaAddrWidth); \
  end \
  if (!(64'(Outstanding) >= 64'd2 && 64'(Outstanding) <= 64'd256)) begin : gen_bad_outstanding \
    $fatal(1, "Outstanding must be from 2 to 256, found %0d", Outstanding); \
  end \
  if (!($onehot(64'(BurstBytes)) && 64'(BurstBytes) >= 64'd64 && 64'(BurstBytes) <= 64'd4096)) begin : gen_bad_burst_bytes \
    $fatal(1, "BurstBytes must be a power of two from 64 to 4096, found %0d", BurstBytes); \
  end \
  if (!($onehot(64'(PrefetchSlots)) && 64'(PrefetchSlots) >= 64'd16 && 64'(PrefetchSlots) <= 64'd256)) begin : gen_bad_prefetch_slots \
    $fatal(1, "PrefetchSlots must be a power of two from 16 to 256, found %0d", PrefetchSlots); \
  end

`endif
