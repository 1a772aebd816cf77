// SPDX-License-Identifier: Apache-2.0
// flags: the secret predicate bits. Only select instructions and the final verdict read them.
// PADOK starts at one and is cleared by any non-zero padding bit; the others start at zero.
`default_nettype none

module flags (
  input  wire       clk,
  input  wire       clear_i,
  input  wire       weight_we_i,
  input  wire       weight_i,
  input  wire       recheck_we_i,
  input  wire       recheck_i,
  input  wire       equal_we_i,
  input  wire       equal_i,
  input  wire       drawn_we_i,
  input  wire       drawn_i,
  input  wire       padbad_i,
  input  wire [7:0] mask_i,
  output wire [7:0] flags_o,
  output wire       all_set_o
);
  `include "mce_isa.vh"

  reg [7:0] flags_q, flags_d;
  assign flags_o   = flags_q;
  assign all_set_o = (flags_q & mask_i) == mask_i;

  always @(*) begin
    flags_d = flags_q;
    if (weight_we_i) flags_d[FLAG_WEIGHT] = weight_i;
    if (recheck_we_i) flags_d[FLAG_RECHECK] = recheck_i;
    if (equal_we_i) flags_d[FLAG_EQUAL] = equal_i;
    if (drawn_we_i) flags_d[FLAG_DRAWN] = drawn_i;
    if (padbad_i) flags_d[FLAG_PADOK] = 1'b0;
    if (clear_i) flags_d = 8'd1 << FLAG_PADOK;
  end

  always @(posedge clk) flags_q <= flags_d;
endmodule

`default_nettype wire
