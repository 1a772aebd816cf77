// SPDX-License-Identifier: Apache-2.0
// poly_pick4: one of four words. A module of its own for the reason of poly_rows3: one LUT a bit.
`default_nettype none

module poly_pick4 #(
  parameter M = 13
) (
  input  wire [4*M-1:0] words_i,
  input  wire [1:0]     select_i,
  output wire [M-1:0]   word_o
);
  assign word_o = select_i[1] ? (select_i[0] ? words_i[3*M +: M] : words_i[2*M +: M])
                              : (select_i[0] ? words_i[1*M +: M] : words_i[0*M +: M]);
endmodule

`default_nettype wire
