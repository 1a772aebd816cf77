// SPDX-License-Identifier: Apache-2.0
// poly_cursor: word of a coefficient in the slices of the lanes, walking upwards or downwards.
// Coefficient j of register p is in lane j mod L of word (p/2)*F + j/L; p+2 follows p directly, so
// a walk runs on from one to the other. load_i sets the first word of reg_i; step_i, given when a
// walk goes from one end of the lanes to the other, moves on, with down_i to the word below.
`default_nettype none

module poly_cursor #(
  parameter F        = 8,
  parameter NUM_REGS = 8,
  parameter AW       = 5
) (
  input  wire          clk,
  input  wire          load_i,
  input  wire [4:0]    reg_i,
  input  wire          step_i,
  input  wire          down_i,
  output wire          odd_o,
  output wire [AW-1:0] addr_o,
  output wire [AW-1:0] next_o      // addr_o of the next cycle
);
  reg          odd_q;
  reg [AW-1:0] addr_q;

  // First word of a register: a table, so that F need not be a power of two and nothing multiplies.
  function [AW-1:0] first_word(input [3:0] pair);
    integer k;
    reg [31:0] word;
    begin
      first_word = {AW{1'b0}};
      for (k = 0; k < NUM_REGS/2; k = k + 1) begin
        word = k * F;
        if (pair == k[3:0] && word[31:AW] == 0) first_word = word[AW-1:0];
      end
    end
  endfunction

  // The distance is 1, or -1 in all bits. step_i is late: it chooses and is not added.
  wire [AW-1:0] near   = addr_q + {{(AW-1){down_i}}, 1'b1};
  wire [AW-1:0] addr_d = load_i ? first_word(reg_i[4:1]) : step_i ? near : addr_q;
  always @(posedge clk) begin
    addr_q <= addr_d;
    if (load_i) odd_q <= reg_i[0];
  end

  assign odd_o  = odd_q;
  assign addr_o = addr_q;
  assign next_o = addr_d;
endmodule

`default_nettype wire
