// SPDX-License-Identifier: Apache-2.0
// gf_mul: combinational product of two elements of GF(2^m), m chosen among FIELDS at run time.
// Operands must be zero above bit m-1. Two folds by the field polynomial reduce the product
// completely, because the second-highest exponent of every listed polynomial is at most m/2 + 1.
`default_nettype none

module gf_mul #(
  parameter        M      = 13,
  parameter [16:0] FIELDS = 17'h03000
) (
  input  wire [M-1:0] a_i,
  input  wire [M-1:0] b_i,
  input  wire [4:0]   m_i,
  output wire [M-1:0] p_o
);
  localparam ProdW = 2*M - 1;
  localparam FoldW = ProdW + 17;

  `include "mce_fields.vh"

  // Carry-less product, one shifted copy of a per bit of b: whole words simulate fastest.
  reg [ProdW-1:0] prod;
  integer bit_idx;
  always @(*) begin
    prod = {ProdW{1'b0}};
    for (bit_idx = 0; bit_idx < M; bit_idx = bit_idx + 1)
      prod = prod ^ (({{(M-1){1'b0}}, a_i} << bit_idx) & {ProdW{b_i[bit_idx]}});
  end

  // One fold: the part from bit m upwards times the polynomial is added, which clears it.
  // The taps are constants, so each iteration is wiring or nothing.
  function [FoldW-1:0] fold(input [FoldW-1:0] x, input integer m);
    integer tap;
    reg [FoldW-1:0] high;
    reg [16:0] taps;
    begin
      high = x >> m;
      taps = field_poly(m);
      fold = x;
      for (tap = 0; tap <= m; tap = tap + 1)
        if (taps[tap]) fold = fold ^ (high << tap);
    end
  endfunction

  // One reduction per field of the build. The smallest one is the default of a chain of choices,
  // so that a build with one field has none.
  wire [M-1:0] chosen [0:17];
  wire         unused_m = ^m_i;
  assign chosen[0] = {M{1'b0}};
  genvar f;
  generate
    for (f = 0; f <= 16; f = f + 1) begin : gen_field
      if (FIELDS[f] && f <= M) begin : gen_on
        wire [FoldW-1:0] once        = fold({17'd0, prod}, f);
        wire [FoldW-1:0] twice       = fold(once, f);
        wire             unused_high = ^twice[FoldW-1:M];
        if ((FIELDS & ((17'd1 << f) - 17'd1)) == 17'd0) begin : gen_first
          assign chosen[f+1] = twice[M-1:0];
        end else begin : gen_more
          localparam [31:0] Field = f;
          localparam [4:0]  Bits  = field_bits(FIELDS, f);
          assign chosen[f+1] = (m_i & Bits) == (Field[4:0] & Bits) ? twice[M-1:0] : chosen[f];
        end
      end else begin : gen_off
        assign chosen[f+1] = chosen[f];
      end
    end
  endgenerate
  assign p_o = chosen[17];
endmodule

`default_nettype wire
