// SPDX-License-Identifier: Apache-2.0
// scalars: the public scalar registers. s0..s7 follow from (m, n, t), s8..s15 are the program's.
// Reads are combinational. Values are 17 bits, so that 2^16 fits. wd_i counts from s8; what a
// program has not written is undefined (and public).
`default_nettype none

module scalars (
  input  wire        clk,
  input  wire [4:0]  m_i,
  input  wire [16:0] n_i,
  input  wire [15:0] t_i,
  input  wire [16:0] mt_i,
  input  wire [3:0]  ra_i,
  input  wire [3:0]  rb_i,
  output reg  [16:0] a_o,
  output reg  [16:0] b_o,
  input  wire        we_i,
  input  wire [2:0]  wd_i,
  input  wire [16:0] wdata_i
);
  `include "mce_isa.vh"

  reg  [16:0] free_q [0:7];
  wire [16:0] points = 17'd1 << m_i;

  function [16:0] fixed(input [3:0] r, input [16:0] n, input [15:0] t, input [16:0] mt,
                        input [16:0] all_points);
    case (r)
      SREG_N:      fixed = n;
      SREG_K:      fixed = n - mt;
      SREG_MT:     fixed = mt;
      SREG_T:      fixed = {1'b0, t};
      SREG_T2:     fixed = {t, 1'b0};
      SREG_POINTS: fixed = all_points;
      SREG_T1:     fixed = {1'b0, t} + 17'd1;
      // s0 reads as zero.
      default:     fixed = 17'd0;
    endcase
  endfunction

  wire [16:0] free_a = free_q[ra_i[2:0]];
  wire [16:0] free_b = free_q[rb_i[2:0]];

  always @(*) begin
    a_o = fixed(ra_i, n_i, t_i, mt_i, points);
    b_o = fixed(rb_i, n_i, t_i, mt_i, points);
    if (ra_i >= SREG_FREE) a_o = free_a;
    if (rb_i >= SREG_FREE) b_o = free_b;
  end

  always @(posedge clk) begin
    if (we_i) free_q[wd_i] <= wdata_i;
  end
endmodule

`default_nettype wire
