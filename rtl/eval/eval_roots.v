// SPDX-License-Identifier: Apache-2.0
// eval_roots: tests values for zero, POINTS a cycle, and writes the bits as vector words.
// start_i also begins to zero all words of the register, one a cycle; the words of roots, at most
// one in AXIS_WIDTH/POINTS cycles, come later and take precedence, so they always end up on top.
// root_number_o counts what comes on data_i; its bits follow one cycle later. Values after the last
// only flush: bits 0. count_i: only counts, accept_o tells the values up to the last.
`default_nettype none

module eval_roots #(
  parameter        M          = 13,
  parameter        POINTS     = 2,
  parameter        AXIS_WIDTH = 64,
  parameter [16:0] FIELDS     = 17'h03000,
  parameter        VWORDS     = ((1 << M) > AXIS_WIDTH) ? (1 << M) / AXIS_WIDTH : 1,
  parameter        WORD_BITS  = (VWORDS > 1) ? $clog2(VWORDS) : 1,
  parameter        LANE_BITS  = $clog2(POINTS)
) (
  input  wire                         clk,
  input  wire                         clr_i,
  input  wire                         start_i,
  input  wire                         active_i,
  input  wire                         count_i,
  input  wire [4:0]                   m_i,
  input  wire [M-LANE_BITS-1:0]       last_i,          // number of cycles with values minus one
  input  wire                         valid_i,
  input  wire [POINTS*M-1:0]          data_i,
  output wire                         accept_o,
  output wire                         full_o,          // the last values have been accepted
  output wire [M-LANE_BITS-1:0]       root_number_o,
  output wire                         root_valid_o,
  output wire [POINTS-1:0]            root_bits_o,
  output wire                         rw_valid_o,
  output wire [WORD_BITS-1:0]         rw_word_o,
  output wire [AXIS_WIDTH-1:0]        rw_data_o,
  output wire                         filling_o
);
  localparam CountBits = M - LANE_BITS;
  localparam PartBits  = $clog2(AXIS_WIDTH) - LANE_BITS;   // log2 of the cycles of a word
  localparam IdxBits   = PartBits + WORD_BITS;
  localparam integer LastWord = VWORDS - 1;

  // Stage 1: the bits. Then the word that they complete, and the write.
  reg  [CountBits-1:0]              count_q;
  reg                               full_q, valid1_q, valid_bits1_q, word_end1_q, word_valid_q;
  reg  [POINTS-1:0]                 bits1_q;
  reg  [WORD_BITS-1:0]              word1_q, word_no_q, fill_q;
  reg                               filling_q;
  reg  [AXIS_WIDTH-POINTS-1:0]      word_q;    // bits so far
  reg  [AXIS_WIDTH-1:0]             data_q;    // the finished word, else zero
  wire                              accept = (active_i || count_i) && valid_i && !full_q;
  wire                              last   = count_q == last_i;
  wire [POINTS-1:0]                 zero;
  // The count: word, then part of the word; wide enough where a word has more of them.
  wire [IdxBits+CountBits-1:0]      count_wide = {{IdxBits{1'b0}}, count_q};
  wire                              unused_count = |count_wide[IdxBits+CountBits-1:IdxBits];
  wire                              word_end = last || (&count_wide[PartBits-1:0]);

  genvar i;
  generate
    for (i = 0; i < POINTS; i = i + 1) begin : gen_lane
      assign zero[i] = data_i[M*i +: M] == {M{1'b0}};
    end
  endgenerate

  // A field with fewer points than a word has bits leaves its only word in the upper part.
  wire [AXIS_WIDTH-1:0] shifted = {bits1_q, word_q};
  reg  [AXIS_WIDTH-1:0] word;
  integer               f;
  always @(*) begin
    word = shifted;
    for (f = 1; f < 10; f = f + 1)
      if (FIELDS[f] && (1 << f) < AXIS_WIDTH && m_i == f[4:0])
        word = shifted >> (AXIS_WIDTH - (1 << f));
  end

  always @(posedge clk) begin
    if (clr_i) begin
      count_q       <= {CountBits{1'b0}};
      full_q        <= 1'b0;
      valid1_q      <= 1'b0;
      valid_bits1_q <= 1'b0;
      word_valid_q  <= 1'b0;
      filling_q     <= 1'b0;
      word_q        <= {(AXIS_WIDTH-POINTS){1'b0}};
    end else begin
      if (accept) count_q <= count_q + 1'b1;
      full_q        <= full_q || (accept && last);
      valid1_q      <= active_i && valid_i;
      valid_bits1_q <= accept && active_i;
      word_valid_q  <= valid_bits1_q && word_end1_q;
      if (start_i) filling_q <= 1'b1;
      else if (!word_valid_q && fill_q == LastWord[WORD_BITS-1:0]) filling_q <= 1'b0;
      if (valid_bits1_q) word_q <= shifted[AXIS_WIDTH-1:POINTS];
    end
    bits1_q     <= zero & {POINTS{accept && active_i}};
    word_end1_q <= word_end;
    word1_q     <= count_wide[PartBits +: WORD_BITS];
    word_no_q   <= word1_q;
    if (clr_i || !(valid_bits1_q && word_end1_q)) data_q <= {AXIS_WIDTH{1'b0}};
    else data_q <= word;
    // The zero fill waits a cycle where a word of roots is written.
    if (start_i) fill_q <= {WORD_BITS{1'b0}};
    else if (!word_valid_q) fill_q <= fill_q + 1'b1;
  end

  assign accept_o      = accept;
  assign full_o        = full_q;
  assign root_number_o = count_q;
  assign root_valid_o  = valid1_q;
  assign root_bits_o   = bits1_q;
  assign rw_valid_o    = word_valid_q || filling_q;
  assign rw_word_o     = word_valid_q ? word_no_q : fill_q & {WORD_BITS{filling_q}};
  assign rw_data_o     = data_q;
  assign filling_o     = filling_q;
endmodule

`default_nettype wire
