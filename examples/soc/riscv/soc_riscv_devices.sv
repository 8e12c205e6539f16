// SPDX-License-Identifier: Apache-2.0
// Console, end of test, and a timer that counts cycles: registers of 32 bits.
//
//   0x00 console   write: the low byte is a character
//   0x04 end       write: the program ends with this status
//   0x08 mtime     read: cycles since reset, low half; 0x0c: high half
//   0x10 mtimecmp  read and write: the timer's interrupt is 1 from this mtime on; 0x14: high half
//
// Latency: the answer in the cycle after the access. Throughput: one access a cycle. Handshake:
// none. Other addresses and bytes are an error. After reset mtimecmp is all ones: no interrupt.
module soc_riscv_devices (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// An access.
  input  logic        req_i,
  /// Byte address in the devices.
  input  logic [11:0] addr_i,
  /// Write.
  input  logic        we_i,
  /// Bytes of the word.
  input  logic [3:0]  be_i,
  /// Word to write.
  input  logic [31:0] wdata_i,
  /// Word that the last access read.
  output logic [31:0] rdata_o,
  /// The last access failed.
  output logic        err_o,
  /// Interrupt of the timer, a level.
  output logic        timer_irq_o,
  /// Console: there is a character.
  output logic        console_valid_o,
  /// Console: the character.
  output logic [7:0]  console_char_o,
  /// The program has ended.
  output logic        end_valid_o,
  /// Status of the program.
  output logic [31:0] end_status_o
);

  localparam logic [11:0] Console  = 12'h000;
  localparam logic [11:0] End      = 12'h004;
  localparam logic [11:0] TimeLow  = 12'h008;
  localparam logic [11:0] TimeHigh = 12'h00c;
  localparam logic [11:0] CmpLow   = 12'h010;
  localparam logic [11:0] CmpHigh  = 12'h014;

  logic [63:0] mtime_q;
  logic [63:0] mtimecmp_q;
  logic        write;
  logic        read;
  logic        known;

  // A program may write a character as a byte or as a word.
  assign write = req_i && we_i && be_i[0];
  assign read  = req_i && !we_i;

  always_comb begin
    unique case (addr_i)
      Console, End:      known = we_i && be_i[0];
      TimeLow, TimeHigh: known = !we_i;
      CmpLow, CmpHigh:   known = !we_i || be_i == 4'hf;
      default:           known = 1'b0;
    endcase
  end

  assign timer_irq_o     = mtime_q >= mtimecmp_q;
  assign console_valid_o = write && addr_i == Console;
  assign console_char_o  = wdata_i[7:0];
  assign end_valid_o     = write && addr_i == End;
  assign end_status_o    = wdata_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mtime_q    <= '0;
      mtimecmp_q <= '1;
      rdata_o    <= '0;
      err_o      <= 1'b0;
    end else begin
      mtime_q <= mtime_q + 64'd1;
      if (write && known && addr_i == CmpLow) mtimecmp_q[31:0] <= wdata_i;
      if (write && known && addr_i == CmpHigh) mtimecmp_q[63:32] <= wdata_i;
      if (req_i) err_o <= !known;
      if (read) begin
        unique case (addr_i)
          TimeLow:  rdata_o <= mtime_q[31:0];
          TimeHigh: rdata_o <= mtime_q[63:32];
          CmpLow:   rdata_o <= mtimecmp_q[31:0];
          CmpHigh:  rdata_o <= mtimecmp_q[63:32];
          default:  rdata_o <= '0;
        endcase
      end
    end
  end

endmodule
