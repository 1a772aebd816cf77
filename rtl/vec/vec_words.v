// SPDX-License-Identifier: Apache-2.0
// vec_words: the words of vec_alu from memory, stream or constant to the result.
//
// Steps 2 (word of a), 3 (turned word, word of d) and 4 (result) of its pipeline; `ce_i` moves it.
// A result bit is (m & x) ^ b, where x is the turned word joined with the wrapped part of the word
// before, m the mask: bits of the length, of the placed field, the row's bit of vvm, and b the word
// of d for vxor, veq, vvm and vxplace and what the mask leaves of it for vplace. For vand it is
// m & x & b. All words are treated alike whatever they hold.
`default_nettype none

module vec_words #(
  parameter AXIS_WIDTH = 64
) (
  input  wire                          clk,
  input  wire                          rst_n,
  input  wire                          clear_i,     // wipe
  input  wire                          start_i,
  input  wire                          ce_i,
  // With start_i.
  input  wire [5:0]                    op_i,
  input  wire [7:0]                    flags_i,
  input  wire [15:0]                   imm_i,
  input  wire                          places_i,
  input  wire                          wraps_i,
  input  wire [$clog2(AXIS_WIDTH)-1:0] wrap_bit_i,
  // Of the tokens; the number says of which step.
  input  wire [$clog2(AXIS_WIDTH)-1:0] last_bit_i,
  input  wire [$clog2(AXIS_WIDTH)-1:0] row_turn_i,  // of the row whose lead is in step 1
  input  wire                          take1_i,     // a new word of a
  input  wire                          first1_i,
  input  wire                          last1_i,
  input  wire                          lead1_i,
  input  wire                          lead2_i,
  input  wire                          none2_i,     // vvm: the row is not added
  input  wire                          old2_i,      // vvm: to the old words of d
  input  wire [$clog2(AXIS_WIDTH)-1:0] turn2_i,
  input  wire                          valid3_i,
  // Words, for steps 1 and 2; from the stream for step 1.
  input  wire [AXIS_WIDTH-1:0]         rda_data_i,
  input  wire [AXIS_WIDTH-1:0]         rdb_data_i,
  input  wire [AXIS_WIDTH-1:0]         in_data_i,
  output wire                          streams_o,   // words come from the stream
  output wire [AXIS_WIDTH-1:0]         word_o,      // in step 2
  output wire [AXIS_WIDTH-1:0]         result_o     // in step 4, zero without one
);
`include "mce_isa.vh"

  reg         from_stream_q, from_memory_q;             // what a word is
  reg  [15:0] const_q;                                  // or this, with its sign; else zero
  reg         adds_in_q, adds_out_q;                    // d is added inside, outside the mask
  reg         is_and_q, is_place_q;
  reg  [AXIS_WIDTH-1:0] a_q, a_d, b_q, b_d, turned_q, saved_q, result_q, result_d;
  wire [AXIS_WIDTH-1:0] turned_d, wrap, window, mask;

  assign streams_o = from_stream_q;
  assign word_o    = a_q;
  assign result_o  = result_q;

  vec_mask #(.AXIS_WIDTH(AXIS_WIDTH)) u_mask (
    .clk        (clk),
    .rst_n      (rst_n),
    .start_i    (start_i),
    .ce_i       (ce_i),
    .last_bit_i (last_bit_i),
    .wraps_i    (wraps_i),
    .wrap_bit_i (wrap_bit_i),
    .lead1_i    (lead1_i),
    .lead2_i    (lead2_i),
    .turn_i     (row_turn_i),
    .all1_i     (!last1_i),
    .cut1_i     (is_place_q && first1_i),
    .none2_i    (none2_i),
    .wrap_o     (wrap),
    .window_o   (window),
    .mask_o     (mask)
  );

  vec_rotl #(.WIDTH(AXIS_WIDTH), .Unit(1)) u_rotl (
    .data_i   (a_q),
    .amount_i (turn2_i),
    .data_o   (turned_d)
  );

  always @(*) begin
    // A word of the memory is late: one LUT.
    a_d = (rda_data_i & {AXIS_WIDTH{from_memory_q}}) | (in_data_i & {AXIS_WIDTH{from_stream_q}})
        | {{(AXIS_WIDTH-16){const_q[15]}}, const_q};
    // veq leaves the bits after the length out of both words, vplace takes d outside the mask,
    // vxplace all of it.
    b_d = (rda_data_i & {AXIS_WIDTH{old2_i}})
        | (rdb_data_i & ((window & {AXIS_WIDTH{adds_in_q}})
                         | (~window & {AXIS_WIDTH{adds_out_q}})));
    // Low bits of a turned word belong to the word before. Six inputs a bit: one LUT.
    result_d = (mask & ((wrap & saved_q) | (~wrap & turned_q))
                     & (b_q | {AXIS_WIDTH{!is_and_q}})) ^ (b_q & {AXIS_WIDTH{!is_and_q}});
  end

  always @(posedge clk) begin
    if (start_i) begin
      from_stream_q <= op_i == OP_VLD || op_i == OP_VVM;
      from_memory_q <= op_i != OP_VLD && op_i != OP_VVM && op_i != OP_VFLG && op_i != OP_VLI;
      adds_in_q  <= op_i == OP_VXPLACE || op_i == OP_VXOR || op_i == OP_VAND || op_i == OP_VEQ;
      adds_out_q <= places_i;
      is_and_q   <= op_i == OP_VAND;
      is_place_q <= places_i;
    end
    if (clear_i) const_q <= 16'd0;
    else if (start_i) const_q <= op_i == OP_VLI ? imm_i : {8'd0, flags_i & {8{op_i == OP_VFLG}}};
  end

  // Vector contents. What zeroes a whole word is a reset, to leave room in its bits' LUTs.
  always @(posedge clk) begin
    if (clear_i) begin
      a_q      <= {AXIS_WIDTH{1'b0}};
      b_q      <= {AXIS_WIDTH{1'b0}};
      turned_q <= {AXIS_WIDTH{1'b0}};
      saved_q  <= {AXIS_WIDTH{1'b0}};
    end else if (ce_i) begin
      if (take1_i) a_q <= a_d;
      b_q      <= b_d;
      turned_q <= turned_d;
      saved_q  <= turned_q;
    end
    if (clear_i || (ce_i && !valid3_i)) result_q <= {AXIS_WIDTH{1'b0}};
    else if (ce_i)                      result_q <= result_d;
  end
endmodule

`default_nettype wire
