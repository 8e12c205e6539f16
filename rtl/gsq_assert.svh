// SPDX-License-Identifier: Apache-2.0
// Assertion macros, for simulation and proofs; empty in synthesis.
//
// They sample at the rising edge of clk_i and are off while rst_ni is 0; GSQ_ASSERT and GSQ_ASSUME
// take another reset as a third argument, 1'b1 in a module that has none. A failure prints the
// instance, the name and the expression. A block without a clock has no assertions, since its
// inputs may have any value while they settle; its parent asserts what it requires.
//
//   GSQ_ASSERT(name, expr)                             the module keeps expr
//   GSQ_ASSERT_HOLD(name, valid, ready, payload)       ... once valid is 1, it stays, and so does
//                                                      payload, until ready is 1
//   GSQ_ASSERT_STILL(name, load, register)             register changes only when load is 1. It says
//                                                      that no energy is spent on what nobody reads,
//                                                      which no output shows. Of a wide register
//                                                      one word is enough.
//   GSQ_ASSUME, GSQ_ASSUME_HOLD                        the same, for the inputs of the module
//   GSQ_ASSERT_FINAL(name, expr)                       expr holds when the simulation ends
//
// Macros that are on:
//   SYNTHESIS or GSQ_NO_ASSERT    no assertions
//   GSQ_FORMAL                    assertions for a proof, whatever else is defined. The proof of a
//                                 block omits its GSQ_ASSUME, since it states its own
//                                 assumptions; those of the blocks within it are to be proven.
//   GSQ_ASSERT_ON                 defined here when there are assertions; guards signals for them
`ifndef GSQ_ASSERT_SVH
`define GSQ_ASSERT_SVH

`ifdef GSQ_FORMAL
  `define GSQ_ASSERT_ON
`elsif SYNTHESIS
`elsif GSQ_NO_ASSERT
`else
  `define GSQ_ASSERT_ON
`endif

// For this file only. `text` is the message of a failure.
`ifdef GSQ_FORMAL
`define GSQ_ASSERT_TEXT(name, expr, rst, text) \
  always_comb begin \
    if (rst) name: assert (expr); \
  end
`define GSQ_ASSUME_TEXT(name, expr, rst, text) \
  always_comb begin \
    if (rst) assume_``name: assert (expr); \
  end
`define GSQ_ASSERT_FINAL(name, expr)
`elsif GSQ_ASSERT_ON
// The condition is outside of the assertion: Verilator tests whether assertions are on before each
// assertion, and this test costs more than most conditions.
`define GSQ_ASSERT_TEXT(name, expr, rst, text) \
  always_ff @(posedge clk_i) begin \
    if ((rst) && !(expr)) name: assert (1'b0) else $error("%s", text); \
  end
`define GSQ_ASSUME_TEXT(name, expr, rst, text) `GSQ_ASSERT_TEXT(name, expr, rst, text)
`define GSQ_ASSERT_FINAL(name, expr) \
  final begin \
    name: assert (expr) else $error("%s", `"expr`"); \
  end
`else
`define GSQ_ASSERT_TEXT(name, expr, rst, text)
`define GSQ_ASSUME_TEXT(name, expr, rst, text)
`define GSQ_ASSERT_FINAL(name, expr)
`endif

`define GSQ_ASSERT(name, expr, rst = rst_ni) `GSQ_ASSERT_TEXT(name, expr, rst, `"expr`")
`define GSQ_ASSUME(name, expr, rst = rst_ni) `GSQ_ASSUME_TEXT(name, expr, rst, `"expr`")

`ifdef GSQ_ASSERT_ON
// Payload of the first of the cycles in which it is valid and not taken.
`define GSQ_HOLD_REGISTERS(valid, ready, payload) \
    logic                      hold_waits_q = 1'b0; \
    logic [$bits(payload)-1:0] hold_payload_q; \
    always_ff @(posedge clk_i or negedge rst_ni) begin \
      if (!rst_ni) hold_waits_q <= 1'b0; \
      else hold_waits_q <= (valid) && !(ready); \
    end \
    always_ff @(posedge clk_i) begin \
      if ((valid) && !(ready) && !hold_waits_q) hold_payload_q <= payload; \
    end
`define GSQ_ASSERT_HOLD(name, valid, ready, payload) \
  if (1) begin : g_``name \
    `GSQ_HOLD_REGISTERS(valid, ready, payload) \
    `GSQ_ASSERT_TEXT(name, !hold_waits_q || ((valid) && (payload) == hold_payload_q), \
                     rst_ni, `"valid and payload hold until ready`") \
  end
`define GSQ_ASSUME_HOLD(name, valid, ready, payload) \
  if (1) begin : g_``name \
    `GSQ_HOLD_REGISTERS(valid, ready, payload) \
    `GSQ_ASSUME_TEXT(name, !hold_waits_q || ((valid) && (payload) == hold_payload_q), \
                     rst_ni, `"valid and payload hold until ready`") \
  end
`define GSQ_ASSERT_STILL(name, load, register) \
  if (1) begin : g_``name \
    logic                       still_q = 1'b0; \
    logic [$bits(register)-1:0] still_register_q; \
    always_ff @(posedge clk_i) begin \
      still_q          <= !(load); \
      still_register_q <= register; \
    end \
    `GSQ_ASSERT_TEXT(name, !still_q || (register) == still_register_q, \
                     1'b1, `"a register that nobody reads is not loaded`") \
  end
`else
`define GSQ_ASSERT_HOLD(name, valid, ready, payload)
`define GSQ_ASSERT_STILL(name, load, register)
`define GSQ_ASSUME_HOLD(name, valid, ready, payload)
`endif

`endif
