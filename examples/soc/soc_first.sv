// SPDX-License-Identifier: Apache-2.0
// A first command on soc_gsq: a processor and a bus master, as far as a test needs them. The bus
// writes indices and words, four commands gather the words in the order of the indices, and the
// bus reads the result. Fails with $fatal.
//
// For simulation only. Inputs change at the falling edge, outputs are read there, too.
module soc_first
  import gsq_pkg::*;
;

  localparam logic [31:0] UbBase = 32'h1000_0000;
  localparam int unsigned Lanes = 8;  // words of a vector of 32 bytes

  logic         clk = 1'b0;
  logic         rst_n = 1'b0;
  logic         cmd_valid = 1'b0;
  logic         cmd_ready;
  cmd_t         cmd;
  logic         rsp_valid;
  rsp_t         rsp;
  logic         obi_req = 1'b0;
  logic         obi_gnt;
  logic [31:0]  obi_addr;
  logic         obi_we;
  logic [255:0] obi_wdata;
  logic         obi_rvalid;
  logic [255:0] obi_rdata;
  logic         obi_err;

  soc_gsq #(
    .UbBase   (UbBase),
    .VlenBytes(4 * Lanes),
    .UbBytes  (4096),
    .Banks    (8)
  ) u_soc (
    .clk_i       (clk),
    .rst_ni      (rst_n),
    .cmd_valid_i (cmd_valid),
    .cmd_ready_o (cmd_ready),
    .cmd_i       (cmd),
    .rsp_valid_o (rsp_valid),
    .rsp_ready_i (1'b1),
    .rsp_o       (rsp),
    .obi_req_i   (obi_req),
    .obi_gnt_o   (obi_gnt),
    .obi_addr_i  (obi_addr),
    .obi_we_i    (obi_we),
    .obi_be_i    ('1),
    .obi_wdata_i (obi_wdata),
    .obi_rvalid_o(obi_rvalid),
    .obi_rdata_o (obi_rdata),
    .obi_err_o   (obi_err)
  );

  always #5 clk = !clk;

  // One access of the bus, until its answer.
  task automatic access(input logic [31:0] offset, input logic we, input logic [255:0] data);
    obi_req   = 1'b1;
    obi_addr  = UbBase + offset;
    obi_we    = we;
    obi_wdata = data;
    while (!obi_gnt) @(negedge clk);
    @(negedge clk);
    obi_req = 1'b0;
    while (!obi_rvalid) @(negedge clk);
    if (obi_err) $fatal(1, "access at 0x%0h: outside of the buffer", offset);
  endtask

  // One command, until its response. A processor would send the next one without waiting.
  task automatic execute(input cmd_t command);
    cmd       = command;
    cmd_valid = 1'b1;
    while (!cmd_ready) @(negedge clk);
    @(negedge clk);
    cmd_valid = 1'b0;
    while (!rsp_valid) @(negedge clk);
    if (rsp.status != StOk) $fatal(1, "command %0d: status %0d", command.tag, rsp.status);
    @(negedge clk);
  endtask

  logic [Lanes-1:0][31:0] indices;
  logic [Lanes-1:0][31:0] words;
  logic [Lanes-1:0][31:0] expected;
  cmd_t command;

  initial begin
    repeat (2) @(negedge clk);
    rst_n = 1'b1;
    repeat (3) @(negedge clk);  // until the reset inside is released, too

    for (int unsigned i = 0; i < Lanes; i++) begin
      indices[i]  = Lanes - 1 - i;
      words[i]    = 100 + i;
      expected[i] = 100 + Lanes - 1 - i;
    end
    access(32'h000, 1'b1, indices);
    access(32'h100, 1'b1, words);

    command = '0;
    command.op      = OpCreateMask;
    command.width   = WidthB32;
    command.pattern = PatAll;
    execute(command);

    command = '0;
    command.tag   = 8'd1;
    command.op    = OpLoadAlign;
    command.distr = DistNorm;
    command.addr  = 32'h000;
    execute(command);  // into V0

    command = '0;
    command.tag  = 8'd2;
    command.op   = OpGather;
    command.form = FormB32;
    command.mode = ModeElem;
    command.addr = 32'h100;
    command.vi   = 5'd0;
    command.vd   = 5'd1;
    execute(command);

    command = '0;
    command.tag   = 8'd3;
    command.op    = OpStoreAlign;
    command.width = WidthB32;
    command.distr = DistNorm;
    command.vs    = 5'd1;
    command.addr  = 32'h200;
    execute(command);

    access(32'h200, 1'b0, '0);
    if (obi_rdata != expected) $fatal(1, "expected 0x%h, found 0x%h", expected, obi_rdata);
    $display("gathered 0x%h", obi_rdata);
    $finish;
  end

endmodule
