// SPDX-License-Identifier: Apache-2.0
// eval_stage: one butterfly stage, POINTS/2 pairs a cycle, as many multipliers, two cycles latency.
// Forward:    (lo, hi) -> (A, A + hi), A = lo + tw*hi: the values for a_LEVEL = 0 and 1.
// Transposed: (x, y)   -> (x + y, tw*(x + y) + y).
// tw = shat_LEVEL(pt(a)) follows the valid pairs since clr_i. Pauses are allowed. POINTS = 4: two
// pairs a cycle, the first at bits M-1:0; SPLIT = 1 where they differ in bit LEVEL+1 of a.
`default_nettype none

module eval_stage #(
  parameter        M          = 13,
  parameter [16:0] FIELDS     = 17'h03000,
  parameter        POINTS     = 2,
  parameter        LEVEL      = 0,
  parameter        SPLIT      = 0,
  parameter        TRANSPOSED = 0,
  parameter        WIDTH      = M * (POINTS / 2)
) (
  input  wire             clk,
  input  wire             clr_i,
  input  wire [4:0]       m_i,
  input  wire             valid_i,
  input  wire [WIDTH-1:0] lo_i,
  input  wire [WIDTH-1:0] hi_i,
  output wire             valid_o,
  output wire [WIDTH-1:0] lo_o,
  output wire [WIDTH-1:0] hi_o
);
  localparam TwWidth = (SPLIT != 0) ? 2*M : M;

  reg              valid1_q, valid2_q;
  reg  [WIDTH-1:0] factor_q, other_q;   // operands: factor is multiplied, other is added
  reg  [WIDTH-1:0] kept_q, sum_q;       // results: the factor as it was, and the product plus other
  wire [WIDTH-1:0] product;
  wire [TwWidth-1:0] tw;

  eval_twiddle #(
    .M(M), .FIELDS(FIELDS), .POINTS(POINTS), .LEVEL(LEVEL), .SPLIT(SPLIT)
  ) u_twiddle (
    .clk(clk), .clr_i(clr_i), .m_i(m_i), .en_i(valid_i), .tw_o(tw)
  );

  genvar i;
  generate
    for (i = 0; i < POINTS / 2; i = i + 1) begin : gen_pair
      localparam Twiddle = (SPLIT != 0) ? i : 0;
      gf_mul #(.M(M), .FIELDS(FIELDS)) u_mul (
        .a_i(factor_q[M*i +: M]), .b_i(tw[M*Twiddle +: M]), .m_i(m_i), .p_o(product[M*i +: M])
      );
    end
  endgenerate

  // Only the valid bits are cleared. The twiddle moves with valid_i, so it stands beside the
  // operands in the cycle in which they are multiplied, and pauses need no enable on the data.
  always @(posedge clk) begin
    if (clr_i) begin
      valid1_q <= 1'b0;
      valid2_q <= 1'b0;
    end else begin
      valid1_q <= valid_i;
      valid2_q <= valid1_q;
    end
    factor_q <= (TRANSPOSED != 0) ? lo_i ^ hi_i : hi_i;
    other_q  <= (TRANSPOSED != 0) ? hi_i : lo_i;
    kept_q   <= factor_q;
    sum_q    <= product ^ other_q;
  end

  assign valid_o = valid2_q;
  assign lo_o    = (TRANSPOSED != 0) ? kept_q : sum_q;
  assign hi_o    = (TRANSPOSED != 0) ? sum_q  : sum_q ^ kept_q;
endmodule

`default_nettype wire
