// SPDX-License-Identifier: Apache-2.0
// vec_rotl: combinational rotation of a word to the left by a number of units of 2^k bits.
`default_nettype none

module vec_rotl #(
  parameter WIDTH = 64,
  parameter Unit  = 1,                          // bits a unit, a power of two below WIDTH
  parameter Steps = $clog2(WIDTH / Unit)        // bits of the amount
) (
  input  wire [WIDTH-1:0] data_i,
  input  wire [Steps-1:0] amount_i,
  output wire [WIDTH-1:0] data_o
);
  wire [WIDTH*(Steps+1)-1:0] stage;

  assign stage[0 +: WIDTH] = data_i;
  assign data_o            = stage[WIDTH*Steps +: WIDTH];

  genvar k;
  generate
    for (k = 0; k < Steps; k = k + 1) begin : gen_stage
      wire [WIDTH-1:0] x = stage[WIDTH*k +: WIDTH];
      assign stage[WIDTH*(k+1) +: WIDTH] =
          amount_i[k] ? {x[WIDTH-1-(Unit<<k):0], x[WIDTH-1 -: (Unit<<k)]} : x;
    end
  endgenerate
endmodule

`default_nettype wire
