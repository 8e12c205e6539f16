// SPDX-License-Identifier: Apache-2.0
// Descriptors and completions of the copies between memory and UB: docs/reference/dma.md.
package gsq_dma_pkg;

  localparam int unsigned DmaTagWidth = 8;

  // 48 bytes, as they lie in memory: the last field here is byte 0.
  typedef struct packed {
    logic [31:0]            table_rows;  // rows of memory that an index may name
    logic [31:0]            index_addr;  // of the index list, in UB
    logic [31:0]            value;       // padding
    logic [15:0]            right;       // bytes of padding behind each row
    logic [15:0]            left;        // and before it
    logic [31:0]            bytes;       // of a row in memory
    logic [31:0]            ub_stride;   // from row to row, with a sign
    logic [31:0]            ub_addr;
    logic [31:0]            mem_stride;  // from row to row, with a sign
    logic [63:0]            mem_addr;
    logic [31:0]            rows;
    logic [19:0]            reserved;
    logic                   after;       // starts when all before it have been completed
    logic                   skip;        // a row whose index is outside the table is left out
    logic                   half;        // an index has two bytes
    logic                   indexed;
    logic [DmaTagWidth-1:0] tag;
  } dma_descriptor_t;

  // Addresses that may be accessed: base <= address < limit, both in units of 64 bytes.
  typedef struct packed {
    logic [57:0] base;
    logic [57:0] limit;
    logic        read;
    logic        write;
  } dma_window_t;

  typedef enum logic [2:0] {
    DmaOk          = 3'd0,
    DmaSlvErr      = 3'd1,
    DmaDecErr      = 3'd2,
    DmaMemWindow   = 3'd3,  // refused: rows outside the windows of memory
    DmaUbWindow    = 3'd4,  // refused: rows outside the window of UB
    DmaIndexWindow = 3'd5,  // refused: the index list outside the window of UB, or not aligned
    DmaIndex       = 3'd6,  // an index outside the table
    DmaUbError     = 3'd7   // UB answered with an error
  } dma_status_e;

  typedef struct packed {
    logic [DmaTagWidth-1:0] tag;
    dma_status_e            status;
    logic [63:0]            addr;    // where the error was
    logic [31:0]            bytes;   // copied before it
  } dma_completion_t;

  // What a row is made of, and what a segment is.
  typedef enum logic [1:0] {
    DmaCopy = 2'd0,  // bytes of memory
    DmaFill = 2'd1,  // padding
    DmaEnd  = 2'd2   // the end of a descriptor: its tag and, if it was ended early, why
  } dma_kind_e;

endpackage
