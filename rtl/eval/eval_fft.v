// SPDX-License-Identifier: Apache-2.0
// eval_fft: the streaming additive FFT or its transpose, LEVELS stages joined by commutators.
// Forward, per block of 2^LEVELS points: pairs (c_k, c_{k+2^(LEVELS-1)}) in, k ascending, the
// same coefficients for each block; values of points (2i, 2i+1) out, i ascending over all blocks.
// Transposed: weights of points (2i, 2i+1) in, for each block the pairs (y_k, y_{k+2^(LEVELS-1)})
// out, to be added up over the blocks. Latency: 2*LEVELS cycles and 2^(LEVELS-1) - 1 valid pairs,
// so a run ends with at least that many more pairs of any content. Pauses are allowed.
`default_nettype none

module eval_fft #(
  parameter        M          = 13,
  parameter [16:0] FIELDS     = 17'h03000,
  parameter        LEVELS     = 7,
  parameter        TRANSPOSED = 0
) (
  input  wire         clk,
  input  wire         clr_i,
  input  wire [4:0]   m_i,
  input  wire         valid_i,
  input  wire [M-1:0] lo_i,
  input  wire [M-1:0] hi_i,
  output wire         valid_o,
  output wire [M-1:0] lo_o,
  output wire [M-1:0] hi_o
);
  // Element s is the input of stage s.
  wire [LEVELS:0] valid;
  wire [M-1:0]    lo [0:LEVELS];
  wire [M-1:0]    hi [0:LEVELS];

  assign valid[0] = valid_i;
  assign lo[0]    = lo_i;
  assign hi[0]    = hi_i;

  genvar s;
  generate
    for (s = 0; s < LEVELS; s = s + 1) begin : gen_stage
      // A commutator joins pairs whose points (or coefficients) differ in the bit of the stage
      // after
      // it (forward) or before it (transposed).
      localparam Level = (TRANSPOSED != 0) ? s : LEVELS - 1 - s;
      wire         stage_valid;
      wire [M-1:0] stage_lo, stage_hi;

      eval_stage #(
        .M(M), .FIELDS(FIELDS), .LEVEL(Level), .TRANSPOSED(TRANSPOSED)
      ) u_stage (
        .clk(clk), .clr_i(clr_i), .m_i(m_i),
        .valid_i(valid[s]), .lo_i(lo[s]), .hi_i(hi[s]),
        .valid_o(stage_valid), .lo_o(stage_lo), .hi_o(stage_hi)
      );

      if (s < LEVELS - 1) begin : gen_commutator
        eval_commutator #(
          .WIDTH(M), .DELAY((TRANSPOSED != 0) ? 1 << s : 1 << (LEVELS - 2 - s))
        ) u_commutator (
          .clk(clk), .clr_i(clr_i),
          .valid_i(stage_valid), .lo_i(stage_lo), .hi_i(stage_hi),
          .valid_o(valid[s+1]), .lo_o(lo[s+1]), .hi_o(hi[s+1])
        );
      end else begin : gen_last
        assign valid[s+1] = stage_valid;
        assign lo[s+1]    = stage_lo;
        assign hi[s+1]    = stage_hi;
      end
    end
  endgenerate

  assign valid_o = valid[LEVELS];
  assign lo_o    = lo[LEVELS];
  assign hi_o    = hi[LEVELS];
endmodule

`default_nettype wire
