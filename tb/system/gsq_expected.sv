// SPDX-License-Identifier: Apache-2.0
// The values that the cycle model expects on every port that the checker compares, for waveforms,
// each with a mismatch bit. Bound into gsq_top; nothing in the unit reads it.
//
// While a waveform is written, the testbench sets all variables but the mismatch bits at the start
// of every cycle (sim/gsq_top.vlt makes them writable). Otherwise `active` is 0 and it takes
// no time. Fields that the timing contract leaves undefined have any value and never differ; where a
// valid bit differs, that of the RTL or that of the model leaves its fields undefined.
module gsq_expected
  import gsq_pkg::*;
#(
  /// Number of banks.
  parameter int unsigned Banks = 64,
  /// Bytes of a bank word.
  parameter int unsigned BankBytes = 4,
  /// Bits of a word address within a bank.
  parameter int unsigned WordWidth = 10,
  /// Groups of accesses in bank arbitration at the same time.
  parameter int unsigned Places = 1
) (
  /// Clock. All signals are stable when it falls: mismatches are valid from then on.
  input logic                              clk_i,
  /// Actual port, like those below.
  input logic                              cmd_ready_i,
  /// Actual.
  input logic                              rsp_valid_i,
  /// Actual.
  input rsp_t                              rsp_i,
  /// Actual.
  input logic                              host_gnt_i,
  /// Actual.
  input logic                              host_rvalid_i,
  /// Actual.
  input logic                              host_err_i,
  /// Actual.
  input logic [8*BlockBytes-1:0]           host_rdata_i,
  /// Actual.
  input logic [Banks-1:0]                  bank_req_i,
  /// Actual.
  input logic [Banks-1:0]                  bank_we_i,
  /// Actual.
  input logic [Banks-1:0][WordWidth-1:0]   bank_addr_i,
  /// Actual.
  input logic [Banks-1:0][8*BankBytes-1:0] bank_wdata_i,
  /// Actual.
  input logic [Banks-1:0][BankBytes-1:0]   bank_be_i,
  /// Actual.
  input logic [Banks-1:0][8*BankBytes-1:0] bank_rdata_i
);

  localparam int unsigned TextBytes = 96;  // as in tb/system/expected.cpp

  logic        active;
  logic [31:0] cycle;

  // Commands as their program lines, ASCII: offered, the next to issue, on the banks, and the oldest
  // without a response.
  logic [8*TextBytes-1:0] text_offered;
  logic [8*TextBytes-1:0] text_to_issue;
  logic [8*TextBytes-1:0] text_on_banks;
  logic [8*TextBytes-1:0] text_oldest;

  logic                              cmd_ready;
  logic                              rsp_valid;
  rsp_t                              rsp;
  logic                              host_gnt;
  logic                              host_rvalid;
  logic                              host_err;
  logic                              host_rdata_valid;  // of a read without error
  logic [8*BlockBytes-1:0]           host_rdata;
  logic [Banks-1:0]                  bank_req;
  logic [Banks-1:0]                  bank_we;
  logic [Banks-1:0]                  bank_read;         // read in the cycle before
  logic [Banks-1:0][WordWidth-1:0]   bank_addr;
  logic [Banks-1:0][8*BankBytes-1:0] bank_wdata;
  logic [Banks-1:0][BankBytes-1:0]   bank_be;
  logic [Banks-1:0][8*BankBytes-1:0] bank_rdata;

  logic             mismatch;  // any of those below
  logic             mismatch_cmd_ready = 1'b0;
  logic             mismatch_rsp_valid = 1'b0;
  logic             mismatch_rsp = 1'b0;
  logic             mismatch_host_gnt = 1'b0;
  logic             mismatch_host_rvalid = 1'b0;
  logic             mismatch_host_err = 1'b0;
  logic             mismatch_host_rdata = 1'b0;
  logic [Banks-1:0] mismatch_bank_req = '0;
  logic [Banks-1:0] mismatch_bank_we = '0;
  logic [Banks-1:0] mismatch_bank_addr = '0;
  logic [Banks-1:0] mismatch_bank_wdata = '0;
  logic [Banks-1:0] mismatch_bank_be = '0;
  logic [Banks-1:0] mismatch_bank_rdata = '0;

  // Bits of the bytes that a write enables.
  function automatic logic [8*BankBytes-1:0] enabled(logic [BankBytes-1:0] be);
    for (int unsigned i = 0; i < BankBytes; i++) enabled[8*i+:8] = {8{be[i]}};
  endfunction

  logic             rsp_both;   // the RTL and the model have a response
  logic             host_both;  // an answer of a host access
  logic [Banks-1:0] req_both;   // an access
  logic [Banks-1:0] we_both;    // a write

  assign rsp_both  = rsp_valid && rsp_valid_i;
  assign host_both = host_rvalid && host_rvalid_i;
  assign req_both  = bank_req & bank_req_i;
  assign we_both   = req_both & bank_we & bank_we_i;

  // A wider window may serve the slots of a word in different cycles, each time with their bytes
  // only. Of a read the model knows just the bytes of all of them.
  function automatic logic be_differs(logic read, logic [BankBytes-1:0] actual,
                                      logic [BankBytes-1:0] expect_be);
    if (!read || Places == 1) return actual != expect_be;
    return actual == '0 || (actual & ~expect_be) != '0;
  endfunction

  always_ff @(negedge clk_i) begin
    if (active) begin
      mismatch_cmd_ready   <= cmd_ready_i != cmd_ready;
      mismatch_rsp_valid   <= rsp_valid_i != rsp_valid;
      mismatch_rsp         <= rsp_both && rsp_i != rsp;
      mismatch_host_gnt    <= host_gnt_i != host_gnt;
      mismatch_host_rvalid <= host_rvalid_i != host_rvalid;
      mismatch_host_err    <= host_both && host_err_i != host_err;
      mismatch_host_rdata  <= host_both && host_rdata_valid && !host_err_i &&
                              host_rdata_i != host_rdata;
      for (int unsigned i = 0; i < Banks; i++) begin
        mismatch_bank_req[i]   <= bank_req_i[i] != bank_req[i];
        mismatch_bank_we[i]    <= req_both[i] && bank_we_i[i] != bank_we[i];
        mismatch_bank_addr[i]  <= req_both[i] && bank_addr_i[i] != bank_addr[i];
        mismatch_bank_be[i]    <= req_both[i] && bank_we_i[i] == bank_we[i] &&
                                  be_differs(!bank_we[i], bank_be_i[i], bank_be[i]);
        mismatch_bank_wdata[i] <= we_both[i] &&
                                  ((bank_wdata_i[i] ^ bank_wdata[i]) & enabled(bank_be[i])) != '0;
        mismatch_bank_rdata[i] <= bank_read[i] && bank_rdata_i[i] != bank_rdata[i];
      end
    end
  end

  assign mismatch = mismatch_cmd_ready || mismatch_rsp_valid || mismatch_rsp ||
                    mismatch_host_gnt || mismatch_host_rvalid || mismatch_host_err ||
                    mismatch_host_rdata ||
                    (mismatch_bank_req | mismatch_bank_we | mismatch_bank_addr |
                     mismatch_bank_wdata | mismatch_bank_be | mismatch_bank_rdata) != '0;

endmodule

bind gsq_top gsq_expected #(
  .Banks    (Banks),
  .BankBytes(BankBytes),
  .WordWidth(WordWidth),
  .Places   (Places)
) u_expected (
  .clk_i,
  .cmd_ready_i  (cmd_ready_o),
  .rsp_valid_i  (rsp_valid_o),
  .rsp_i        (rsp_o),
  .host_gnt_i   (host_gnt_o),
  .host_rvalid_i(host_rvalid_o),
  .host_err_i   (host_err_o),
  .host_rdata_i (host_rdata_o),
  .bank_req_i   (bank_req),
  .bank_we_i    (bank_we),
  .bank_addr_i  (bank_addr),
  .bank_wdata_i (bank_wdata),
  .bank_be_i    (bank_be),
  .bank_rdata_i (bank_rdata)
);
