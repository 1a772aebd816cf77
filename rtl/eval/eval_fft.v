// SPDX-License-Identifier: Apache-2.0
// eval_fft: the streaming additive FFT or its transpose, LEVELS stages joined by commutators.
// Forward, per block of 2^LEVELS points: pairs (c_k, c_{k+2^(LEVELS-1)}) in, k ascending, the
// same coefficients for each block; values of points (2i, 2i+1) out, i ascending over all blocks.
// Transposed: weights of points (2i, 2i+1) in, for each block the pairs (y_k, y_{k+2^(LEVELS-1)})
// out, to be added up over the blocks. POINTS = 4: two pairs a cycle, of the coefficients k and
// k+2^(LEVELS-2), of the points i and i+1. The first of what is listed is in the low bits.
// Latency: 2*LEVELS cycles and 2^LEVELS/POINTS - 1 valid cycles, so a run ends with at least that
// many more of any content. Pauses are allowed.
`default_nettype none

module eval_fft #(
  parameter        M          = 13,
  parameter [16:0] FIELDS     = 17'h03000,
  parameter        POINTS     = 2,
  parameter        LEVELS     = 7,
  parameter        TRANSPOSED = 0
) (
  input  wire                clk,
  input  wire                clr_i,
  input  wire [4:0]          m_i,
  output wire [4:0]          m_o,           // m_i of LEVELS cycles ago
  input  wire                valid_i,
  input  wire [POINTS*M-1:0] data_i,
  output wire                valid_o,
  output wire [POINTS*M-1:0] data_o
);
  localparam Pairs = POINTS / 2;
  localparam Width = Pairs * M;

  // With four lanes a stage works across one lane bit, and the other holds the bit of the stage
  // next to it on the side of the coefficients' end: the first two forward stages need no
  // commutator between them. Each further one exchanges the bit that is used up with one of time.
  localparam Skipped = (POINTS == 4) ? 1 : 0;

  // Pair after pair instead of hi and lo. With four lanes that exchanges the two lane bits, and
  // twice it is nothing.
  function [2*Width-1:0] turned(input [Width-1:0] hi, input [Width-1:0] lo);
    integer p;
    for (p = 0; p < Pairs; p = p + 1) begin
      turned[2*M*p +: M]   = lo[M*p +: M];
      turned[2*M*p+M +: M] = hi[M*p +: M];
    end
  endfunction

  // Element s is the input of stage s. Each stage has a copy of m of its own, for it chooses much
  // in each, taken from its neighbour: a cycle a stage, where points take two.
  wire [4:0]       m [0:LEVELS];
  wire [LEVELS:0]  valid;
  wire [Width-1:0] lo [0:LEVELS];
  wire [Width-1:0] hi [0:LEVELS];

  assign m[0]           = m_i;
  assign m_o            = m[LEVELS];
  assign valid[0]       = valid_i;
  assign {hi[0], lo[0]} = turned(data_i[2*Width-1:Width], data_i[Width-1:0]);
  assign valid_o        = valid[LEVELS];
  assign data_o         = turned(hi[LEVELS], lo[LEVELS]);

  genvar s;
  generate
    for (s = 0; s < LEVELS; s = s + 1) begin : gen_stage
      // A commutator joins pairs whose points (or coefficients) differ in the bit of the stage
      // after it (forward) or before it (transposed).
      localparam Level = (TRANSPOSED != 0) ? s : LEVELS - 1 - s;
      localparam Delay = (TRANSPOSED != 0) ? s : LEVELS - 2 - s;   // log2
      reg  [4:0]       m_q;
      wire             stage_valid;
      wire [Width-1:0] stage_lo, stage_hi;

      assign m[s+1] = m_q;
      always @(posedge clk) m_q <= m[s];

      eval_stage #(
        .M(M), .FIELDS(FIELDS), .POINTS(POINTS), .LEVEL(Level),
        .SPLIT((POINTS == 4 && Level < LEVELS - 1) ? 1 : 0), .TRANSPOSED(TRANSPOSED)
      ) u_stage (
        .clk(clk), .clr_i(clr_i), .m_i(m_q),
        .valid_i(valid[s]), .lo_i(lo[s]), .hi_i(hi[s]),
        .valid_o(stage_valid), .lo_o(stage_lo), .hi_o(stage_hi)
      );

      if (s == LEVELS - 1) begin : gen_last
        assign valid[s+1] = stage_valid;
        assign lo[s+1]    = stage_lo;
        assign hi[s+1]    = stage_hi;
      end else if (Delay > LEVELS - 2 - Skipped) begin : gen_turn
        assign valid[s+1]         = stage_valid;
        assign {hi[s+1], lo[s+1]} = turned(stage_hi, stage_lo);
      end else begin : gen_commutator
        // The lanes turn before it (forward) or after it (transposed).
        wire [Width-1:0] from_lo, from_hi, to_lo, to_hi;
        assign {from_hi, from_lo} = (TRANSPOSED != 0) ? {stage_hi, stage_lo}
                                                      : turned(stage_hi, stage_lo);
        assign {hi[s+1], lo[s+1]} = (TRANSPOSED != 0) ? turned(to_hi, to_lo) : {to_hi, to_lo};
        eval_commutator #(
          .WIDTH(Width), .DELAY(1 << Delay)
        ) u_commutator (
          .clk(clk), .clr_i(clr_i),
          .valid_i(stage_valid), .lo_i(from_lo), .hi_i(from_hi),
          .valid_o(valid[s+1]), .lo_o(to_lo), .hi_o(to_hi)
        );
      end
    end
  endgenerate
endmodule

`default_nettype wire
