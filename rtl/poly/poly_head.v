// SPDX-License-Identifier: Apache-2.0
// poly_head: what a lane keeps, its own word or its neighbour's, plus one row if the select bit is
// set. A module of its own for the reason of poly_rows3: one LUT a bit.
`default_nettype none

module poly_head #(
  parameter M = 13
) (
  input  wire [M-1:0] a_i,
  input  wire [M-1:0] next_i,
  input  wire         shift_i,
  input  wire [M-1:0] row_i,
  input  wire         select_i,
  output wire [M-1:0] sum_o
);
  assign sum_o = (shift_i ? next_i : a_i) ^ (row_i & {M{select_i}});
endmodule

`default_nettype wire
