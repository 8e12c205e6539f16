// SPDX-License-Identifier: Apache-2.0
// Stage B of the crossbar: words that the banks read go back to their slots.
//
// A local group reads no bank; its words are data of its own slots. With a window a cycle may bring
// words for several groups: gsq_window_words keeps those of groups that are not the oldest.
//
// Latency: words of a beat come out in the cycle after it. Throughput: one beat a cycle. Handshake:
// none.

`include "gsq_assert.svh"
`include "gsq_param_checks.svh"

module gsq_word_return #(
  /// Slots of a group, at least 2.
  parameter int unsigned Slots = 64,
  /// Number of banks, a power of two, at least 2.
  parameter int unsigned Banks = 64,
  /// Bytes of a word, 4 or 8.
  parameter int unsigned WordBytes = 4,
  /// Words of a local group, a power of two; they come from its slots 0, LocalStep, 2*LocalStep…
  parameter int unsigned LocalWords = 64,
  /// Slots from one local word to the next.
  parameter int unsigned LocalStep = 1,
  /// Bits of the tag that goes with a group.
  parameter int unsigned TagWidth = 8,
  /// Coding, see gsq_bank_to_slot.
  parameter int unsigned OneHot = 1,
  /// Groups in bank arbitration at the same time.
  parameter int unsigned Window = 1,
  /// Derived, do not set: bits of a place of the window.
  localparam int unsigned PlaceWidth = Window > 1 ? $clog2(Window) : 1,
  /// Derived, do not set: words that a slot chooses from.
  localparam int unsigned Words = LocalWords > Banks ? LocalWords : Banks,
  /// Derived, do not set: bits of a choice, or of a bank number.
  localparam int unsigned SelWidth = $clog2(Words)
) (
  /// Clock.
  input  logic                   clk_i,
  /// Reset, active low.
  input  logic                   rst_ni,
  /// Stage X has a group, and is not held. Of the groups there, the oldest one is meant, down to
  /// tag_i.
  input  logic                   beat_i,
  /// It ends.
  input  logic                   last_i,
  /// It writes.
  input  logic                   we_i,
  /// It is local.
  input  logic                   local_i,
  /// It has lost its slots.
  input  logic                   killed_i,
  /// Its place in the window.
  input  logic [PlaceWidth-1:0]  oldest_i,
  /// Its tag.
  input  logic [TagWidth-1:0]    tag_i,
  /// Per slot: served.
  input  logic [Slots-1:0]       hit_i,
  /// Per slot: it writes.
  input  logic [Slots-1:0]       slot_we_i,
  /// Per slot: place of its group in the window.
  input  logic [PlaceWidth-1:0]  place_i [Slots],
  /// Per slot: bank, or local word.
  input  logic [SelWidth-1:0]    sel_i [Slots],
  /// Per slot: bytes of the word.
  input  logic [WordBytes-1:0]   be_i [Slots],
  /// Per slot: data of a local group.
  input  logic [8*WordBytes-1:0] data_i [Slots],
  /// Per bank: data read in the cycle before.
  input  logic [8*WordBytes-1:0] bank_rdata_i [Banks],
  /// Words of a group come, or it ends without words; a group that reads.
  output logic                   valid_o,
  /// Its last words.
  output logic                   last_o,
  /// It has lost its slots.
  output logic                   killed_o,
  /// Its tag.
  output logic [TagWidth-1:0]    tag_o,
  /// Per slot: its word comes.
  output logic [Slots-1:0]       hit_o,
  /// Per slot: bytes that it requested.
  output logic [WordBytes-1:0]   be_o [Slots],
  /// Per slot: the word.
  output logic [8*WordBytes-1:0] word_o [Slots]
);

  `GSQ_CHECK_BANKS(Banks)
  `GSQ_CHECK_BANK_BYTES(WordBytes)
  `GSQ_CHECK_XBAR_ONE_HOT(OneHot)
  `GSQ_CHECK_LOCAL_STEP(LocalStep)
  `GSQ_CHECK_LOCAL_WORDS(LocalWords)
  `GSQ_CHECK_SLOTS(Slots)
  `GSQ_CHECK_TAG_WIDTH(TagWidth)
  `GSQ_CHECK_WINDOW(Window)
  `GSQ_CHECK_LOCAL(LocalWords, LocalStep, Slots)

  logic                   valid_q, last_q;
  logic [Slots-1:0]       hit_q;  // without reset, down to local_word_q
  logic [TagWidth-1:0]    tag_q;
  logic [SelWidth-1:0]    sel_q [Slots];
  logic [WordBytes-1:0]   be_q [Slots];
  logic                   local_q;
  logic                   killed_q;
  logic [8*WordBytes-1:0] local_word_q [LocalWords];

  logic                   reads;  // words come in the next cycle
  logic [8*WordBytes-1:0] source [Words];
  logic [8*WordBytes-1:0] word [Slots];

  assign reads = beat_i && (Window > 1 || !we_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      last_q  <= 1'b0;
    end else begin
      valid_q <= beat_i && !we_i;
      last_q  <= last_i && !we_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (reads) begin
      hit_q    <= Window > 1 ? hit_i & ~slot_we_i : hit_i;
      tag_q    <= tag_i;
      sel_q    <= sel_i;
      be_q     <= be_i;
      local_q  <= local_i;
      killed_q <= killed_i;
    end
  end

  for (genvar i = 0; i < LocalWords; i++) begin : g_local
    always_ff @(posedge clk_i) begin
      if (beat_i && local_i) local_word_q[i] <= data_i[i*LocalStep];
    end
  end

  for (genvar i = 0; i < Words; i++) begin : g_word
    if (i < Banks && i < LocalWords) begin : g_both
      assign source[i] = local_q ? local_word_q[i] : bank_rdata_i[i];
    end else if (i < Banks) begin : g_bank_only
      assign source[i] = bank_rdata_i[i];
    end else begin : g_local_only
      assign source[i] = local_word_q[i];
    end
  end

  gsq_bank_to_slot #(
    .Slots    (Slots),
    .Words    (Words),
    .WordBytes(WordBytes),
    .OneHot   (OneHot)
  ) u_bank_to_slot (
    .word_i(source),
    .sel_i (sel_q),
    .word_o(word)
  );

  assign valid_o  = valid_q;
  assign last_o   = last_q;
  assign killed_o = killed_q;
  assign tag_o    = tag_q;

  if (Window > 1) begin : g_window
    logic                  read_q;    // words came
    logic [PlaceWidth-1:0] oldest_q;  // no reset, like place_q
    logic [PlaceWidth-1:0] place_q [Slots];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) read_q <= 1'b0;
      else read_q <= reads;
    end

    always_ff @(posedge clk_i) begin
      if (reads) begin
        oldest_q <= oldest_i;
        place_q  <= place_i;
      end
    end

    gsq_window_words #(
      .Slots    (Slots),
      .Window   (Window),
      .WordBytes(WordBytes),
      .OneHot   (OneHot)
    ) u_words (
      .clk_i,
      .rst_ni,
      .hit_i         (hit_q & {Slots{read_q}}),
      .place_i       (place_q),
      .be_i          (be_q),
      .word_i        (word),
      .oldest_valid_i(valid_q),
      .oldest_i      (oldest_q),
      .hit_o,
      .be_o,
      .word_o
    );
  end else begin : g_single
    logic unused_window;
    assign unused_window = ^{oldest_i, slot_we_i, place_i[0]};

    assign hit_o  = hit_q & {Slots{valid_q}};
    assign be_o   = be_q;
    assign word_o = word;
  end

  `GSQ_ASSERT_STILL(local_is_still, beat_i && local_i, local_word_q[0])

endmodule
