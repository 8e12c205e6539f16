// Puts the block accesses of the unit and of the host port onto the banks.
//
// A column of banks takes one block access a cycle. The host is served only in a column that the unit
// leaves alone. A bank takes part when a byte of its word is asked for.
//
// Latency: requests are combinational; host read data is given back in the cycle after the request, as
// the banks do. Throughput: one access a column a cycle. Handshake: none, see gsq_host_port.
module gsq_bank_mux
  import gsq_pkg::*;
#(
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// Number of banks.
  parameter int unsigned Banks = 64,
  /// Bytes of a bank word.
  parameter int unsigned BankBytes = 4,
  /// Derived, do not set: words of a block.
  localparam int unsigned BlockWords = BlockBytes / BankBytes,
  /// Derived, do not set: columns of banks.
  localparam int unsigned Cols = Banks / BlockWords,
  /// Derived, do not set: bits of a column number, at least 1.
  localparam int unsigned ColWidth = Cols > 1 ? $clog2(Cols) : 1,
  /// Derived, do not set: bits of a word's place in its column.
  localparam int unsigned PlaceWidth = $clog2(BlockWords),
  /// Derived, do not set: bits of a word address within a bank.
  localparam int unsigned WordWidth = $clog2(UbBytes / BankBytes / Banks)
) (
  /// Clock.
  input  logic                                  clk_i,
  /// Per column: the unit accesses a block.
  input  logic [Cols-1:0]                       unit_req_i,
  /// The unit's accesses are writes.
  input  logic                                  unit_we_i,
  /// Per column: word within the banks.
  input  logic [Cols-1:0][WordWidth-1:0]        unit_word_i,
  /// Per column: word i of the block lies at place i ^ swizzle.
  input  logic [Cols-1:0][PlaceWidth-1:0]       unit_swizzle_i,
  /// Per column: bytes asked for.
  input  logic [Cols-1:0][BlockBytes-1:0]       unit_be_i,
  /// Per column: data to write.
  input  logic [Cols-1:0][BlockBytes-1:0][7:0]  unit_data_i,
  /// The host accesses a block, in a column that the unit leaves alone.
  input  logic                                  host_req_i,
  /// The host's access is a write.
  input  logic                                  host_we_i,
  /// Column of the host's block.
  input  logic [ColWidth-1:0]                   host_col_i,
  /// Word within the banks of the host's block.
  input  logic [WordWidth-1:0]                  host_word_i,
  /// Swizzle of the host's block.
  input  logic [PlaceWidth-1:0]                 host_swizzle_i,
  /// Bytes that the host writes.
  input  logic [BlockBytes-1:0]                 host_be_i,
  /// Data that the host writes.
  input  logic [BlockBytes-1:0][7:0]            host_wdata_i,
  /// Block that the host read in the cycle before.
  output logic [BlockBytes-1:0][7:0]            host_rdata_o,
  /// Per bank: an access is made in this cycle.
  output logic [Banks-1:0]                      bank_req_o,
  /// Per bank: the access is a write.
  output logic [Banks-1:0]                      bank_we_o,
  /// Per bank: word of the access.
  output logic [Banks-1:0][WordWidth-1:0]       bank_addr_o,
  /// Per bank: data to write.
  output logic [Banks-1:0][8*BankBytes-1:0]     bank_wdata_o,
  /// Per bank: bytes asked for.
  output logic [Banks-1:0][BankBytes-1:0]       bank_be_o,
  /// Per bank: data of the last read.
  input  logic [Banks-1:0][8*BankBytes-1:0]     bank_rdata_i
);

  for (genvar c = 0; c < Cols; c++) begin : g_col
    logic                                 host;
    logic                                 we;
    logic [WordWidth-1:0]                 word;
    logic [PlaceWidth-1:0]                swizzle;
    logic [BlockWords-1:0][BankBytes-1:0] be;
    logic [BlockWords-1:0][8*BankBytes-1:0] data;

    assign host    = host_req_i && host_col_i == ColWidth'(c);
    assign we      = host ? host_we_i : unit_we_i;
    assign word    = host ? host_word_i : unit_word_i[c];
    assign swizzle = host ? host_swizzle_i : unit_swizzle_i[c];
    assign data    = host ? host_wdata_i : unit_data_i[c];

    always_comb begin
      be = '0;
      if (host) be = host_we_i ? host_be_i : '1;
      else if (unit_req_i[c]) be = unit_be_i[c];
    end

    for (genvar p = 0; p < BlockWords; p++) begin : g_bank
      localparam int unsigned Bank = c * BlockWords + p;
      logic [PlaceWidth-1:0] source;  // word of the block that lies here
      assign source             = PlaceWidth'(p) ^ swizzle;
      assign bank_req_o[Bank]   = |be[source];
      assign bank_we_o[Bank]    = we;
      assign bank_addr_o[Bank]  = word;
      assign bank_wdata_o[Bank] = data[source];
      assign bank_be_o[Bank]    = be[source];
    end
  end

  // What the host read comes back one cycle later.
  logic [ColWidth-1:0]                             col_q;
  logic [PlaceWidth-1:0]                           swizzle_q;
  logic [Cols-1:0][BlockWords-1:0][8*BankBytes-1:0] col_rdata;

  assign col_rdata = bank_rdata_i;

  always_ff @(posedge clk_i) begin
    if (host_req_i) begin
      col_q     <= host_col_i;
      swizzle_q <= host_swizzle_i;
    end
  end

  for (genvar i = 0; i < BlockWords; i++) begin : g_host
    logic [PlaceWidth-1:0] place;  // where word i of the host's block lies
    assign place = PlaceWidth'(i) ^ swizzle_q;
    assign host_rdata_o[i*BankBytes +: BankBytes] = col_rdata[col_q][place];
  end

endmodule
