// SPDX-License-Identifier: Apache-2.0
// Written by scripts/spec/parameters.py from configs/parameters.toml. Do not edit.
//
// Elaboration checks: a module calls the macro of each of its parameters in its body, and
// that of a relation if it has all its parameters. An illegal value ends elaboration
// with a sentence that gives the legal values and the value found.
`ifndef GSQ_PARAM_CHECKS_SVH
`define GSQ_PARAM_CHECKS_SVH

`define GSQ_CHECK_VLEN_BYTES(VlenBytes) \
  if (!($onehot(64'(VlenBytes)) && 64'(VlenBytes) >= 64'd32 && 64'(VlenBytes) <= 64'd256)) begin : gen_bad_vlen_bytes \
    $fatal(1, `"VlenBytes must be a power of two from 32 to 256, found %0d`", VlenBytes); \
  end

`define GSQ_CHECK_UB_BYTES(UbBytes) \
  if (!($onehot(64'(UbBytes)) && 64'(UbBytes) >= 64'd4096 && 64'(UbBytes) <= 64'd2147483648)) begin : gen_bad_ub_bytes \
    $fatal(1, `"UbBytes must be a power of two from 4096 to 2147483648, found %0d`", UbBytes); \
  end

`define GSQ_CHECK_BANKS(Banks) \
  if (!($onehot(64'(Banks)) && 64'(Banks) >= 64'd2)) begin : gen_bad_banks \
    $fatal(1, `"Banks must be a power of two, at least 2, found %0d`", Banks); \
  end

`define GSQ_CHECK_BANK_BYTES(BankBytes) \
  if (!(64'(BankBytes) == 64'd4 || 64'(BankBytes) == 64'd8)) begin : gen_bad_bank_bytes \
    $fatal(1, `"BankBytes must be 4 or 8, found %0d`", BankBytes); \
  end

`define GSQ_CHECK_BANK_HASH(BankHash) \
  if (!(64'(BankHash) <= 64'd2)) begin : gen_bad_bank_hash \
    $fatal(1, `"BankHash must be 0, 1 or 2, found %0d`", BankHash); \
  end

`define GSQ_CHECK_ROW_MULTIPLIER(RowMultiplier) \
  if (!(64'(RowMultiplier) <= 64'd1)) begin : gen_bad_row_multiplier \
    $fatal(1, `"RowMultiplier must be 0 or 1, found %0d`", RowMultiplier); \
  end

`define GSQ_CHECK_WINDOW(Window) \
  if (!($onehot(64'(Window)) && 64'(Window) <= 64'd8)) begin : gen_bad_window \
    $fatal(1, `"Window must be 1, 2, 4 or 8, found %0d`", Window); \
  end

`define GSQ_CHECK_RSP_DEPTH(RspDepth) \
  if (!(64'(RspDepth) == 64'd16 || 64'(RspDepth) == 64'd32)) begin : gen_bad_rsp_depth \
    $fatal(1, `"RspDepth must be 16 or 32, found %0d`", RspDepth); \
  end

`define GSQ_CHECK_HOST_PATIENCE(HostPatience) \
  if (!($onehot(64'(HostPatience)) && 64'(HostPatience) >= 64'd2 && 64'(HostPatience) <= 64'd1024)) begin : gen_bad_host_patience \
    $fatal(1, `"HostPatience must be a power of two from 2 to 1024, found %0d`", HostPatience); \
  end

`define GSQ_CHECK_SQUEEZE_CUTS(SqueezeCuts) \
  if (!(64'(SqueezeCuts) <= 64'd3)) begin : gen_bad_squeeze_cuts \
    $fatal(1, `"SqueezeCuts must be 0, 1, 2 or 3, found %0d`", SqueezeCuts); \
  end

`define GSQ_CHECK_XBAR_ONE_HOT(XbarOneHot) \
  if (!(64'(XbarOneHot) <= 64'd1)) begin : gen_bad_xbar_one_hot \
    $fatal(1, `"XbarOneHot must be 0 or 1, found %0d`", XbarOneHot); \
  end

`define GSQ_CHECK_SQUEEZE_RADIX(SqueezeRadix) \
  if (!(64'(SqueezeRadix) == 64'd2 || 64'(SqueezeRadix) == 64'd4)) begin : gen_bad_squeeze_radix \
    $fatal(1, `"SqueezeRadix must be 2 or 4, found %0d`", SqueezeRadix); \
  end

`define GSQ_CHECK_COALESCE(Coalesce) \
  if (!(64'(Coalesce) <= 64'd1)) begin : gen_bad_coalesce \
    $fatal(1, `"Coalesce must be 0 or 1, found %0d`", Coalesce); \
  end

`define GSQ_CHECK_PERF_COUNTERS(PerfCounters) \
  if (!(64'(PerfCounters) <= 64'd1)) begin : gen_bad_perf_counters \
    $fatal(1, `"PerfCounters must be 0 or 1, found %0d`", PerfCounters); \
  end

`define GSQ_CHECK_AHEAD(Ahead) \
  if (!(64'(Ahead) >= 64'd1)) begin : gen_bad_ahead \
    $fatal(1, `"Ahead must be at least 1, found %0d`", Ahead); \
  end

`define GSQ_CHECK_AHEAD_WIDTH(AheadWidth) \
  if (!(64'(AheadWidth) >= 64'd1)) begin : gen_bad_ahead_width \
    $fatal(1, `"AheadWidth must be at least 1, found %0d`", AheadWidth); \
  end

`define GSQ_CHECK_BANK_WIDTH(BankWidth) \
  if (!(64'(BankWidth) >= 64'd1)) begin : gen_bad_bank_width \
    $fatal(1, `"BankWidth must be at least 1, found %0d`", BankWidth); \
  end

`define GSQ_CHECK_DEPTH(Depth) \
  if (!(64'(Depth) >= 64'd2)) begin : gen_bad_depth \
    $fatal(1, `"Depth must be at least 2, found %0d`", Depth); \
  end

`define GSQ_CHECK_STAGES(Stages) \
  if (!(64'(Stages) >= 64'd1)) begin : gen_bad_stages \
    $fatal(1, `"Stages must be at least 1, found %0d`", Stages); \
  end

`define GSQ_CHECK_LANES(Lanes) \
  if (!($onehot(64'(Lanes)) && 64'(Lanes) >= 64'd8)) begin : gen_bad_lanes \
    $fatal(1, `"Lanes must be a power of two, at least 8, found %0d`", Lanes); \
  end

`define GSQ_CHECK_LOCAL_STEP(LocalStep) \
  if (!(64'(LocalStep) >= 64'd1)) begin : gen_bad_local_step \
    $fatal(1, `"LocalStep must be at least 1, found %0d`", LocalStep); \
  end

`define GSQ_CHECK_LOCAL_WORDS(LocalWords) \
  if (!($onehot(64'(LocalWords)))) begin : gen_bad_local_words \
    $fatal(1, `"LocalWords must be a power of two, found %0d`", LocalWords); \
  end

`define GSQ_CHECK_NUM_DONE(NumDone) \
  if (!(64'(NumDone) >= 64'd1)) begin : gen_bad_num_done \
    $fatal(1, `"NumDone must be at least 1, found %0d`", NumDone); \
  end

`define GSQ_CHECK_NUM_READ(NumRead) \
  if (!(64'(NumRead) >= 64'd1)) begin : gen_bad_num_read \
    $fatal(1, `"NumRead must be at least 1, found %0d`", NumRead); \
  end

`define GSQ_CHECK_ROW_WIDTH(RowWidth) \
  if (!(64'(RowWidth) >= 64'd1)) begin : gen_bad_row_width \
    $fatal(1, `"RowWidth must be at least 1, found %0d`", RowWidth); \
  end

`define GSQ_CHECK_SLOTS(Slots) \
  if (!(64'(Slots) >= 64'd2)) begin : gen_bad_slots \
    $fatal(1, `"Slots must be at least 2, found %0d`", Slots); \
  end

`define GSQ_CHECK_TAG_WIDTH(TagWidth) \
  if (!(64'(TagWidth) >= 64'd1)) begin : gen_bad_tag_width \
    $fatal(1, `"TagWidth must be at least 1, found %0d`", TagWidth); \
  end

`define GSQ_CHECK_WIDTH(Width) \
  if (!(64'(Width) >= 64'd2)) begin : gen_bad_width \
    $fatal(1, `"Width must be at least 2, found %0d`", Width); \
  end

`define GSQ_CHECK_ROWS(Rows) \
  if (!(64'(Rows) >= 64'd2)) begin : gen_bad_rows \
    $fatal(1, `"Rows must be at least 2, found %0d`", Rows); \
  end

`define GSQ_CHECK_WORDS(Words) \
  if (!(64'(Words) >= 64'd2)) begin : gen_bad_words \
    $fatal(1, `"Words must be at least 2, found %0d`", Words); \
  end

`define GSQ_CHECK_ROW(Banks, BankBytes, UbBytes) \
  if (!(64'(Banks) * 64'(BankBytes) >= 64'd32 && 64'(Banks) * 64'(BankBytes) * 64'd2 <= 64'(UbBytes))) begin : gen_bad_row \
    $fatal(1, `"Banks must be such that Banks * BankBytes is from 32 to UbBytes / 2, found %0d`", Banks); \
  end

`define GSQ_CHECK_HASH(Banks, BankHash) \
  if (!(64'(BankHash) <= 64'd1 || 64'(Banks) <= 64'd128)) begin : gen_bad_hash \
    $fatal(1, `"Banks must be at most 128 with BankHash 2, found %0d`", Banks); \
  end

`define GSQ_CHECK_LOCAL(LocalWords, LocalStep, Slots) \
  if (!(64'(LocalWords) * 64'(LocalStep) <= 64'(Slots))) begin : gen_bad_local \
    $fatal(1, `"LocalWords must be such that LocalWords * LocalStep is at most Slots, found %0d`", LocalWords); \
  end

`endif
