// SPDX-License-Identifier: Apache-2.0
// Written by scripts/spec/parameters.py from configs/parameters.toml. Do not edit.
//
// Elaboration checks of the parameters of a module. An illegal value ends elaboration with a
// sentence that gives the legal values and the value found.
`ifndef GSQ_PARAM_CHECKS_SVH
`define GSQ_PARAM_CHECKS_SVH

`define GSQ_CHECK_CORE_PARAMETERS \
  if (!($onehot(64'(VlenBytes)) && 64'(VlenBytes) >= 64'd32 && 64'(VlenBytes) <= 64'd256)) begin : gen_bad_vlen_bytes \
    $fatal(1, "VlenBytes must be a power of two from 32 to 256, found %0d", VlenBytes); \
  end \
  if (!($onehot(64'(UbBytes)) && 64'(UbBytes) >= 64'd4096 && 64'(UbBytes) <= 64'd2147483648)) begin : gen_bad_ub_bytes \
    $fatal(1, "UbBytes must be a power of two from 4096 to 2147483648, found %0d", UbBytes); \
  end \
  if (!($onehot(64'(Banks)) && 64'(Banks) >= 64'd2)) begin : gen_bad_banks \
    $fatal(1, "Banks must be a power of two, at least 2, found %0d", Banks); \
  end \
  if (!(64'(BankBytes) == 64'd4 || 64'(BankBytes) == 64'd8)) begin : gen_bad_bank_bytes \
    $fatal(1, "BankBytes must be 4 or 8, found %0d", BankBytes); \
  end \
  if (!(64'(BankHash) <= 64'd2)) begin : gen_bad_bank_hash \
    $fatal(1, "BankHash must be 0, 1 or 2, found %0d", BankHash); \
  end \
  if (!(64'(RowMultiplier) <= 64'd1)) begin : gen_bad_row_multiplier \
    $fatal(1, "RowMultiplier must be 0 or 1, found %0d", RowMultiplier); \
  end \
  if (!(64'(Places) == 64'd1 || (64'(Places) >= 64'd3 && 64'(Places) <= 64'd8))) begin : gen_bad_places \
    $fatal(1, "Places must be 1 or from 3 to 8, found %0d", Places); \
  end \
  if (!(64'(Parts) == 64'd1 || 64'(Parts) == 64'd2 || 64'(Parts) == 64'd4)) begin : gen_bad_parts \
    $fatal(1, "Parts must be 1, 2 or 4, found %0d", Parts); \
  end \
  if (!(64'(RspDepth) == 64'd16 || 64'(RspDepth) == 64'd32)) begin : gen_bad_rsp_depth \
    $fatal(1, "RspDepth must be 16 or 32, found %0d", RspDepth); \
  end \
  if (!($onehot(64'(HostPatience)) && 64'(HostPatience) >= 64'd2 && 64'(HostPatience) <= 64'd1024)) begin : gen_bad_host_patience \
    $fatal(1, "HostPatience must be a power of two from 2 to 1024, found %0d", HostPatience); \
  end \
  if (!(64'(SqueezeCuts) <= 64'd3)) begin : gen_bad_squeeze_cuts \
    $fatal(1, "SqueezeCuts must be 0, 1, 2 or 3, found %0d", SqueezeCuts); \
  end \
  if (!(64'(XbarOneHot) <= 64'd1)) begin : gen_bad_xbar_one_hot \
    $fatal(1, "XbarOneHot must be 0 or 1, found %0d", XbarOneHot); \
  end \
  if (!(64'(SqueezeRadix) == 64'd2 || 64'(SqueezeRadix) == 64'd4)) begin : gen_bad_squeeze_radix \
    $fatal(1, "SqueezeRadix must be 2 or 4, found %0d", SqueezeRadix); \
  end \
  if (!(64'(Coalesce) <= 64'd1)) begin : gen_bad_coalesce \
    $fatal(1, "Coalesce must be 0 or 1, found %0d", Coalesce); \
  end \
  if (!(64'(LaneOps) <= 64'd1)) begin : gen_bad_lane_ops \
    $fatal(1, "LaneOps must be 0 or 1, found %0d", LaneOps); \
  end \
  if (!(64'(PerfCounters) <= 64'd1)) begin : gen_bad_perf_counters \
    $fatal(1, "PerfCounters must be 0 or 1, found %0d", PerfCounters); \
  end \
  if (!(64'(Banks) * 64'(BankBytes) >= 64'd32 && 64'(Banks) * 64'(BankBytes) * 64'd2 <= 64'(UbBytes))) begin : gen_bad_row \
    $fatal(1, "Banks must be such that Banks * BankBytes is from 32 to UbBytes / 2, found %0d", Banks); \
  end \
  if (!(64'(BankHash) <= 64'd1 || 64'(Banks) <= 64'd128)) begin : gen_bad_hash \
    $fatal(1, "Banks must be at most 128 with BankHash 2, found %0d", Banks); \
  end \
  if (!(64'd2 * 64'(Parts) <= 64'(Banks))) begin : gen_bad_parts_of_banks \
    $fatal(1, "Parts must be at most half of Banks, found %0d", Parts); \
  end \
  if (!(64'(Places) > 64'd1 || 64'(Parts) == 64'd1)) begin : gen_bad_parts_of_window \
    $fatal(1, "Parts must be 1 with Places 1, found %0d", Parts); \
  end

// Hands the parameters of a module on to one in it, or to gsq_cfg_pkg::made
`define GSQ_SAME_PARAMETERS \
    .VlenBytes(VlenBytes), \
    .UbBytes(UbBytes), \
    .Banks(Banks), \
    .BankBytes(BankBytes), \
    .BankHash(BankHash), \
    .RowMultiplier(RowMultiplier), \
    .Places(Places), \
    .Parts(Parts), \
    .RspDepth(RspDepth), \
    .HostPatience(HostPatience), \
    .SqueezeCuts(SqueezeCuts), \
    .XbarOneHot(XbarOneHot), \
    .SqueezeRadix(SqueezeRadix), \
    .Coalesce(Coalesce), \
    .LaneOps(LaneOps)

`endif
