// SPDX-License-Identifier: Apache-2.0
// poly_cursor: position of a coefficient as (slice address, lane), walking upwards or downwards.
// Coefficient j of register p is in lane j mod L of word (p/2)*F + j/L; p+2 follows p directly, so
// a walk runs on from one to the other. load_i sets coefficient 0 of reg_i; step_i moves on, with
// down_i to the coefficient below.
`default_nettype none

module poly_cursor #(
  parameter L        = 17,
  parameter F        = 8,
  parameter NUM_REGS = 8,
  parameter AW       = 5,
  parameter LW       = 5
) (
  input  wire          clk,
  input  wire          rst_n,
  input  wire          load_i,
  input  wire [4:0]    reg_i,
  input  wire          step_i,
  input  wire          down_i,
  output wire          odd_o,
  output wire [AW-1:0] addr_o,
  output wire [AW-1:0] next_o,     // addr_o of the next cycle
  output wire [LW-1:0] lane_o
);
  localparam [31:0]   LastLane32 = L - 1;
  localparam [LW-1:0] LastLane   = LastLane32[LW-1:0];

  reg          odd_q;
  reg [AW-1:0] addr_q;
  reg [LW-1:0] lane_q;

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

  // The lane on the other side of a word's end, and the distance: 1, or -1 in all bits.
  wire          wrap   = (lane_q == (down_i ? {LW{1'b0}} : LastLane));
  wire [LW-1:0] far    = down_i ? LastLane : {LW{1'b0}};
  wire [LW-1:0] near   = lane_q + {{(LW-1){down_i}}, 1'b1};
  wire [AW-1:0] change = {{(AW-1){down_i}}, 1'b1} & {AW{step_i && wrap}};
  wire [AW-1:0] addr_d = load_i ? first_word(reg_i[4:1]) : addr_q + change;
  always @(posedge clk) begin
    addr_q <= rst_n ? addr_d : {AW{1'b0}};
    if (!rst_n) begin
      odd_q  <= 1'b0;
      lane_q <= {LW{1'b0}};
    end else if (load_i) begin
      odd_q  <= reg_i[0];
      lane_q <= {LW{1'b0}};
    end else if (step_i) begin
      lane_q <= wrap ? far : near;
    end
  end

  assign odd_o  = odd_q;
  assign addr_o = addr_q;
  assign next_o = addr_d;
  assign lane_o = lane_q;
endmodule

`default_nettype wire
