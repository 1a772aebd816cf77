// SPDX-License-Identifier: Apache-2.0
// vec_rotl_stage: rotation to the left by 0, 1, 2 or 3 units (modulo the word).
`default_nettype none

module vec_rotl_stage #(
  parameter WIDTH = 64,
  parameter Unit  = 1                           // bits a unit, at most WIDTH / 2
) (
  input  wire [WIDTH-1:0] data_i,
  input  wire [1:0]       amount_i,
  output wire [WIDTH-1:0] data_o
);
  // Twice two units may be the whole word, and then the upper bit of the amount is not in use.
  localparam integer Two   = (2 * Unit) % WIDTH;
  localparam integer Three = (3 * Unit) % WIDTH;

  wire [WIDTH-1:0] by1 = (data_i << Unit)  | (data_i >> (WIDTH - Unit));
  wire [WIDTH-1:0] by2 = (data_i << Two)   | (data_i >> (WIDTH - Two));
  wire [WIDTH-1:0] by3 = (data_i << Three) | (data_i >> (WIDTH - Three));

  assign data_o = amount_i[1] ? (amount_i[0] ? by3 : by2) : (amount_i[0] ? by1 : data_i);
endmodule

`default_nettype wire
