// SPDX-License-Identifier: Apache-2.0
// poly_matrix: expands the scalar f once into the rows z^i * f, i < M, that all lanes share.
// The rows are registered: load_i takes those of f_i, clr_i (stronger) sets f = 0.
// Rows m and above are meaningless; they meet operand bits that are zero.
`default_nettype none

module poly_matrix #(
  parameter        M      = 13,
  parameter [16:0] FIELDS = 17'h03000
) (
  input  wire           clk,
  input  wire           clr_i,
  input  wire           load_i,
  input  wire [4:0]     m_i,
  input  wire [M-1:0]   f_i,
  output wire [M*M-1:0] rows_o
);
  `include "mce_fields.vh"

  reg [M*M-1:0] rows_q;
  reg [M*M-1:0] rows_d;

  // The field in use as words: bit m-1 alone, and the polynomial without its leading term. Only
  // bits that some field of the build uses are not constant.
  wire [M-1:0] top  [0:17];
  wire [M-1:0] taps [0:17];
  assign top[0]  = {M{1'b0}};
  assign taps[0] = {M{1'b0}};
  genvar k;
  generate
    for (k = 0; k <= 16; k = k + 1) begin : gen_field
      if (FIELDS[k] && k <= M) begin : gen_on
        localparam [16:0] Leading = 17'd1 << k;
        localparam [16:0] Low     = field_poly(k) ^ Leading;
        localparam [16:0] TopBit  = Leading >> 1;
        localparam [31:0] Field   = k;
        localparam [4:0]  Bits    = field_bits(FIELDS, k);
        wire              mine    = (m_i & Bits) == (Field[4:0] & Bits);
        assign top[k+1]  = top[k]  | (TopBit[M-1:0] & {M{mine}});
        assign taps[k+1] = taps[k] | (Low[M-1:0] & {M{mine}});
      end else begin : gen_off
        assign top[k+1]  = top[k];
        assign taps[k+1] = taps[k];
      end
    end
  endgenerate

  // Times z: the bit that leaves at m comes back through the taps. Those sit low, so a bit is
  // wired through most rows and the logic depth stays at a few levels, not M.
  wire [M-1:0] top_bit = top[17];
  wire [M-1:0] low     = taps[17];
  reg  [M-1:0] row;
  integer i;
  always @(*) begin
    row = f_i;
    for (i = 0; i < M; i = i + 1) begin
      rows_d[i*M +: M] = row;
      row = ((row & ~top_bit) << 1) ^ (low & {M{|(row & top_bit)}});
    end
  end

  always @(posedge clk) begin
    if (clr_i)       rows_q <= {(M*M){1'b0}};
    else if (load_i) rows_q <= rows_d;
  end
  assign rows_o = rows_q;
endmodule

`default_nettype wire
