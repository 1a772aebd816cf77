// SPDX-License-Identifier: Apache-2.0
// vec_operands: where an instruction of vec_alu begins and ends, and how far its words are turned.
//
// Operands stand a cycle before the start of the instruction and while it runs. What follows from
// them here is there from the cycle of the start on; slices_o and places_o are not delayed.
`default_nettype none

module vec_operands #(
  parameter M          = 13,
  parameter AXIS_WIDTH = 64,
  parameter WordBits   = 7                // address bits of a word inside a register
) (
  input  wire                          clk,
  input  wire [5:0]                    op_i,
  input  wire [M:0]                    len_i,
  input  wire [M:0]                    arg_i,       // vslice, vplace: first bit
  output wire                          slices_o,
  output wire                          places_o,
  output wire                          rows_o,      // vvm
  output wire [WordBits+$clog2(AXIS_WIDTH):0] last_pos_o, // the last bit handled, of a row for vvm
  output wire [WordBits-1:0]           from_a_o,    // first words of a and d
  output wire [WordBits-1:0]           from_d_o,
  output wire [$clog2(AXIS_WIDTH)-1:0] amount_o,    // of the turn, to the left
  output wire                          wraps_o,     // turned words have bits of the word before,
  output wire [$clog2(AXIS_WIDTH)-1:0] wrap_bit_o   // up to this one; not said for vvm
);
`include "mce_isa.vh"

  localparam integer LogW    = $clog2(AXIS_WIDTH);
  localparam integer PosBits = WordBits + LogW + 1; // a bit position, one register further too

  wire [PosBits-1:0]  len_pos = {{(PosBits-M-1){1'b0}}, len_i};
  wire [PosBits-1:0]  arg_pos = {{(PosBits-M-1){1'b0}}, arg_i};
  wire                unused_top = arg_pos[PosBits-1]; // a first bit lies inside the register
  wire                slices = op_i == OP_VSLICE;
  wire                places = op_i == OP_VPLACE || op_i == OP_VXPLACE;
  reg  [PosBits-1:0]  offset;                       // of the last bit from len, or from cols
  reg                 by_len;                       // else whole words: one, or all

  always @(*) begin
    offset = {PosBits{1'b1}};                       // len - 1
    by_len = 1'b1;
    case (op_i)
      OP_VSLICE: offset = {{(PosBits-LogW){1'b0}}, {LogW{1'b1}}};
      OP_VPLACE, OP_VXPLACE:
        offset = {{(PosBits-LogW){1'b0}}, arg_pos[LogW-1:0]} + {PosBits{1'b1}};
      OP_VLD, OP_VST, OP_VPOP, OP_VEQ, OP_VVM: ;
      default: by_len = 1'b0;
    endcase
  end

  // The sum comes after a register: op_i comes from afar.
  reg  [PosBits-1:0]  base_q, offset_q, last_pos;
  reg                 by_len_q, flag_q, word_q;     // flag_q: 8 bits, word_q: one word
  reg  [WordBits-1:0] from_a_q, from_d_q;
  reg  [LogW-1:0]     amount_q, wrap_bit_q;
  reg                 rows_q, wraps_q;
  always @(posedge clk) begin
    base_q   <= op_i == OP_VVM ? arg_pos : len_pos;
    offset_q <= offset;
    by_len_q <= by_len;
    flag_q   <= op_i == OP_VFLG;
    word_q   <= op_i == OP_VFLG || op_i == OP_VLI;
    from_a_q <= arg_pos[LogW +: WordBits] & {WordBits{slices}};
    from_d_q <= arg_pos[LogW +: WordBits] & {WordBits{places}};
    rows_q   <= op_i == OP_VVM;
    // Down by arg is up by -arg. From a word boundary, turn 0, all lanes of a slice count as
    // wrapped: the first word of a slice fills a register and every result is one word late.
    amount_q <= (slices ? -arg_pos[LogW-1:0] : arg_pos[LogW-1:0]) & {LogW{slices || places}};
    wraps_q  <= slices || (places && arg_pos[LogW-1:0] != {LogW{1'b0}});
    wrap_bit_q <= slices ? ~arg_pos[LogW-1:0] : arg_pos[LogW-1:0] + {LogW{1'b1}};
  end

  always @(*) begin
    last_pos = base_q + offset_q;
    if (!by_len_q) last_pos = {1'b0, {WordBits{!word_q}}, {(LogW-3){!flag_q}}, 3'd7};
  end

  assign slices_o   = slices;
  assign places_o   = places;
  assign rows_o     = rows_q;
  assign last_pos_o = last_pos;
  assign from_a_o   = from_a_q;
  assign from_d_o   = from_d_q;
  assign amount_o   = amount_q;
  assign wraps_o    = wraps_q;
  assign wrap_bit_o = wrap_bit_q;
endmodule

`default_nettype wire
