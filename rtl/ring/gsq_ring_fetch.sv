// SPDX-License-Identifier: Apache-2.0
// Reads the slots of the ring ahead, and shows the oldest four.
//
// A burst is planned in one cycle and asked for in the next, if all its slots have places. It ends
// at a multiple of RingBurstSlots, so neither at the end of the array nor at one of 4 KB is there
// a special case. Slot n has place n modulo PrefetchSlots; beats that hold slots of others as well
// are cut.
//
// Latency: 2 cycles from the doorbell to the address, 1 from the last beat of a slot to the slot.
// Throughput: a burst in two cycles, a beat a cycle. Handshake: AXI4, ar_* are registers, every
// beat is taken at once; slots_o are there as count_o says, and pop_i takes some of them.

`include "gsq_assert.svh"

module gsq_ring_fetch
  import gsq_ring_pkg::*;
#(
  /// Data width of the bus: 64, 128, 256 or 512.
  parameter int unsigned DmaDataWidth = 256,
  /// Bits of a byte address in memory: from 32 to 64.
  parameter int unsigned DmaAddrWidth = 48,
  /// Slots that are fetched ahead: a power of two from 16 to 256.
  parameter int unsigned PrefetchSlots = 32,
  localparam int unsigned CountWidth = $clog2(PrefetchSlots + 1)
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  /// Slots are asked for; otherwise all places become empty, and the next slot is slot 0.
  input  logic                                        run_i,
  /// Address of the array: a multiple of 128.
  input  logic [DmaAddrWidth-1:0]                     base_i,
  /// log2 of its slots.
  input  logic [4:0]                                  size_i,
  /// Slots that are written: the doorbell.
  input  ring_number_t                                tail_i,
  /// The doorbell is further ahead than the array is long.
  output logic                                        bad_tail_o,
  /// First slot that is not asked for.
  output ring_number_t                                next_o,
  /// Bursts are under way.
  output logic                                        busy_o,
  /// Slots that are there.
  output logic [CountWidth-1:0]                       count_o,
  /// The oldest ones.
  output logic [RingEntrySlots-1:0][RingSlotBits-1:0] slots_o,
  /// Per slot: the memory answered with an error.
  output logic [RingEntrySlots-1:0]                   errors_o,
  /// The oldest one begins an entry of four slots.
  output logic                                        four_o,
  /// Slots that are taken: not more than are there.
  input  logic [2:0]                                  pop_i,
  output logic                                        ar_valid_o,
  input  logic                                        ar_ready_i,
  output logic [DmaAddrWidth-1:0]                     ar_addr_o,
  output logic [7:0]                                  ar_len_o,
  input  logic                                        r_valid_i,
  input  logic [DmaDataWidth-1:0]                     r_data_i,
  input  logic [1:0]                                  r_resp_i,
  input  logic                                        r_last_i
);

  localparam int unsigned PtrWidth   = $clog2(PrefetchSlots);
  localparam bit          Narrow     = DmaDataWidth < RingSlotBits;  // two beats are a slot
  localparam int unsigned BeatSlots  = Narrow ? 1 : DmaDataWidth / RingSlotBits;
  localparam int unsigned SlotBytes  = RingSlotBits / 8;
  localparam int unsigned BusWidth   = $clog2(DmaDataWidth / 8);
  localparam int unsigned Bursts     = PrefetchSlots / 4;  // that are under way
  localparam int unsigned BurstWidth = $clog2(Bursts + 1);
  localparam int unsigned Rows       = PrefetchSlots / RingEntrySlots;

  typedef struct packed {
    logic [PtrWidth-1:0] first;  // place of the first slot
    logic [3:0]          count;
  } burst_t;

  typedef struct packed {
    logic [DmaAddrWidth-1:0] addr;
    logic [7:0]              len;
  } ar_t;

  // ---------------------------------------------------------------------------------------------
  // Bursts
  // ---------------------------------------------------------------------------------------------

  ring_number_t            next_q;
  ring_number_t            ahead;  // slots that are written and not asked for
  logic [3:0]              span;   // of these, up to the end of the burst
  logic                    far;
  logic                    plan_valid_q;
  logic [3:0]              plan_count_q;
  logic [DmaAddrWidth-1:0] plan_addr_q;
  logic [CountWidth-1:0]   used_q;  // places that are taken, or asked for
  logic [BurstWidth-1:0]   bursts_q;
  logic                    ask, ar_ready, last;
  ar_t                     ar, ar_out;
  logic [6:0]              from, to;  // bytes in the 128 of a burst: the first, the last
  burst_t                  burst;
  logic                    burst_valid;
  logic [CountWidth-1:0]   filled_q;
  logic [2:0]              arrived;
  ring_number_t            place;
  logic [15:0]             mask_q;  // slots of the array - 1

  assign place = next_q & 32'(mask_q);
  assign ahead = tail_i - next_q;
  assign far   = ahead > 32'(mask_q) + 1'b1;
  assign span  = 4'(RingBurstSlots) - 4'(next_q[2:0]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      plan_valid_q <= 1'b0;
      bad_tail_o   <= 1'b0;
      mask_q       <= '0;
    end else begin
      mask_q       <= 16'((17'd1 << size_i) - 1'b1);
      plan_valid_q <= run_i && !ask && (plan_valid_q || (ahead != '0 && !far));
      bad_tail_o   <= run_i && !plan_valid_q && far;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!plan_valid_q) begin
      plan_count_q <= ahead < ring_number_t'(span) ? ahead[3:0] : span;
      plan_addr_q  <= base_i + (DmaAddrWidth'(place) << $clog2(SlotBytes));
    end
  end

  assign ask = plan_valid_q && run_i && ar_ready && bursts_q != BurstWidth'(Bursts) &&
               CountWidth'(PrefetchSlots) - used_q >= CountWidth'(plan_count_q);

  assign from    = {next_q[2:0], 4'd0};
  assign to      = from + {plan_count_q[2:0], 4'd0} - 1'b1;
  assign ar.addr = {plan_addr_q[DmaAddrWidth-1:BusWidth], BusWidth'(0)};
  assign ar.len  = 8'(to[6:BusWidth]) - 8'(from[6:BusWidth]);

  gsq_register_slice #(
    .data_t(ar_t)
  ) u_ar (
    .clk_i, .rst_ni,
    .valid_i(ask),
    .ready_o(ar_ready),
    .data_i (ar),
    .valid_o(ar_valid_o),
    .ready_i(ar_ready_i),
    .data_o (ar_out)
  );

  assign ar_addr_o = ar_out.addr;
  assign ar_len_o  = ar_out.len;
  assign last      = r_valid_i && r_last_i;
  assign busy_o    = bursts_q != '0;
  assign next_o    = next_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_q   <= '0;
      used_q   <= '0;
      bursts_q <= '0;
      filled_q <= '0;
    end else begin
      bursts_q <= bursts_q + BurstWidth'(ask) - BurstWidth'(last);
      if (!run_i) begin
        next_q   <= '0;
        used_q   <= '0;
        filled_q <= '0;
      end else begin
        next_q   <= next_q + (ask ? ring_number_t'(plan_count_q) : '0);
        used_q   <= used_q + (ask ? CountWidth'(plan_count_q) : '0) - CountWidth'(pop_i);
        filled_q <= filled_q + CountWidth'(arrived) - CountWidth'(pop_i);
      end
    end
  end

  gsq_fifo #(
    .data_t(burst_t),
    .Depth (Bursts)
  ) u_bursts (
    .clk_i, .rst_ni,
    .push_i (ask),
    .data_i ('{first: next_q[PtrWidth-1:0], count: plan_count_q}),
    .valid_o(burst_valid),
    .ready_i(last),
    .data_o (burst)
  );

  // ---------------------------------------------------------------------------------------------
  // Beats
  // ---------------------------------------------------------------------------------------------

  localparam int unsigned BeatWidth = 7 - BusWidth > 0 ? 7 - BusWidth : 1;

  logic                 begun_q;  // the burst has had a beat
  logic [BeatWidth-1:0] beat_q, beat;  // in the 128 bytes
  logic [3:0]           low, high;     // slots of the burst, in the 128 bytes
  logic [BeatSlots-1:0] hit;  // slots of the beat that are of the burst
  logic                 half_error_q;  // an earlier beat of the slot was an error

  assign low  = {1'b0, burst.first[2:0]};
  assign high = low + burst.count;
  assign beat = begun_q ? beat_q : BeatWidth'({burst.first[2:0], 4'd0} >> BusWidth);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)        begun_q <= 1'b0;
    else if (r_valid_i) begun_q <= !r_last_i;
  end

  always_ff @(posedge clk_i) begin
    if (r_valid_i) begin
      beat_q       <= beat + 1'b1;
      half_error_q <= r_resp_i[1];
    end
  end

  logic [BeatSlots-1:0][2:0]              lane;   // in the 128 bytes
  logic [BeatSlots-1:0][RingSlotBits-1:0] data;
  logic                                   whole;  // the slots of the beat are complete
  logic                                   error;

  if (Narrow) begin : gen_narrow
    logic [DmaDataWidth-1:0] half_q;

    always_ff @(posedge clk_i) begin
      if (r_valid_i) half_q <= r_data_i;
    end

    assign lane  = beat[BeatWidth-1:1];
    assign data  = {r_data_i, half_q};
    assign whole = beat[0];
    assign error = r_resp_i[1] || half_error_q;
  end else begin : gen_wide
    for (genvar k = 0; k < BeatSlots; k++) begin : g_slot
      assign lane[k] = 3'(beat) * 3'(BeatSlots) + 3'(k);
    end
    assign data  = r_data_i;
    assign whole = 1'b1;
    assign error = r_resp_i[1];

    logic unused_half;
    assign unused_half = half_error_q;
  end

  always_comb begin
    arrived = '0;
    for (int unsigned k = 0; k < BeatSlots; k++) begin
      hit[k]  = r_valid_i && whole && {1'b0, lane[k]} >= low && {1'b0, lane[k]} < high;
      arrived = arrived + 3'(hit[k]);
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Slots: those with the same two low bits of their place lie in one bank
  // ---------------------------------------------------------------------------------------------

  logic [PtrWidth-1:0]                         head_q;
  logic [RingEntrySlots-1:0][RingSlotBits-1:0] bank;
  logic [PrefetchSlots-1:0]                    errors_q, fours_q;  // no reset

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     head_q <= '0;
    else if (!run_i) head_q <= '0;
    else             head_q <= head_q + PtrWidth'(pop_i);
  end

  for (genvar b = 0; b < RingEntrySlots; b++) begin : g_bank
    logic [RingSlotBits-1:0] rows_q [Rows];  // no reset

    // Its oldest slot is in the row of the oldest one of all, or in the next.
    always_comb begin
      bank[b] = '0;
      for (int unsigned r = 0; r < Rows; r++) begin
        if (head_q[PtrWidth-1:2] + (PtrWidth - 2)'(3'(head_q[1:0]) > 3'(b)) ==
            (PtrWidth - 2)'(r)) begin
          bank[b] = bank[b] | rows_q[r];
        end
      end
    end

    for (genvar r = 0; r < Rows; r++) begin : g_row
      localparam int unsigned Place = r * RingEntrySlots + b;
      logic                    write;
      logic [RingSlotBits-1:0] wdata;

      always_comb begin
        write = 1'b0;
        wdata = '0;
        for (int unsigned k = 0; k < BeatSlots; k++) begin
          if (hit[k] && {burst.first[PtrWidth-1:3], lane[k]} == PtrWidth'(Place)) begin
            write = 1'b1;
            wdata = wdata | data[k];
          end
        end
      end

      always_ff @(posedge clk_i) begin
        if (write) begin
          rows_q[r]       <= wdata;
          errors_q[Place] <= error;
          fours_q[Place]  <= !wdata[31] || wdata[96+:8] inside {RingIn, RingOut};
        end
      end
    end
  end

  for (genvar i = 0; i < RingEntrySlots; i++) begin : g_out
    assign slots_o[i]  = bank[2'(head_q[1:0] + 2'(i))];
    assign errors_o[i] = errors_q[PtrWidth'(head_q + PtrWidth'(i))];
  end

  // What decides how many slots are taken has registers of its own: those of the slots are behind
  // wide choices.
  assign four_o  = fours_q[head_q];
  assign count_o = filled_q;

  // Bursts are whole beats; OKAY and EXOKAY are alike.
  logic unused;
  assign unused = ^{plan_addr_q[BusWidth-1:0], to[BusWidth-1:0], r_resp_i[0]};

  `GSQ_ASSUME(base_is_a_multiple, base_i[6:0] == '0)
  `GSQ_ASSUME(answers_a_burst, !r_valid_i || burst_valid)
  `GSQ_ASSERT(pops_what_is_there, CountWidth'(pop_i) <= filled_q || !run_i)

endmodule
