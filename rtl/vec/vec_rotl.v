// SPDX-License-Identifier: Apache-2.0
// vec_rotl: combinational rotation of a word to the left by a number of units of 2^k bits.
//
// Two bits of the amount at a time: a stage is one four-way multiplexer a bit, which is one
// six-input LUT. Stages are modules so that synthesis keeps that shape.
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
  localparam integer Stages = (Steps + 1) / 2;

  wire [WIDTH*(Stages+1)-1:0] word;
  wire [2*Stages-1:0]         amount;

  assign word[0 +: WIDTH] = data_i;
  assign data_o           = word[WIDTH*Stages +: WIDTH];

  genvar k;
  generate
    for (k = 0; k < 2 * Stages; k = k + 1) begin : gen_amount
      if (k < Steps) begin : gen_used
        assign amount[k] = amount_i[k];
      end else begin : gen_spare
        assign amount[k] = 1'b0;
      end
    end
    for (k = 0; k < Stages; k = k + 1) begin : gen_stage
      vec_rotl_stage #(.WIDTH(WIDTH), .Unit(Unit << (2*k))) u_stage (
        .data_i   (word[WIDTH*k +: WIDTH]),
        .amount_i (amount[2*k +: 2]),
        .data_o   (word[WIDTH*(k+1) +: WIDTH])
      );
    end
  endgenerate
endmodule

`default_nettype wire
