// SPDX-License-Identifier: Apache-2.0
// poly_rows3: sum of those of three rows whose select bit is set.
// A module of its own because its outputs are exactly one six-input LUT a bit: a mapper that sees
// the whole bit-matrix product at once needs half as many LUTs more for it.
`default_nettype none

module poly_rows3 #(
  parameter M = 13
) (
  input  wire [3*M-1:0] rows_i,
  input  wire [2:0]     select_i,
  output wire [M-1:0]   sum_o
);
  assign sum_o = (rows_i[0*M +: M] & {M{select_i[0]}})
               ^ (rows_i[1*M +: M] & {M{select_i[1]}})
               ^ (rows_i[2*M +: M] & {M{select_i[2]}});
endmodule

`default_nettype wire
