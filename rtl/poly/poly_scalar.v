// SPDX-License-Identifier: Apache-2.0
// poly_scalar: f = d/b of Berlekamp-Massey, with 1/b found beside the loop.
//
// init_i sets 1/b = 1. load_i takes d. div_i: f_o = d/b from two cycles later on. inv_i: b becomes
// d; 1/b is valid for a div_i ten cycles later (an earlier one still uses the old b). The inverse
// of 0 is 0. While an inversion runs, div_i comes an odd number of cycles after inv_i: in those the
// inversion multiplies and does not map. d may be reloaded meanwhile.
// slot_i announces one cycle ahead that inv_i may come: the operands are chosen on that, so that
// inv_i, which is late (it depends on d), only reaches a few enables. An inversion that still runs
// when inv_i comes is dropped; it must not be about to map.
// For the serial instructions put_i takes d from word_i, with add_i added to the old d, with one_i
// added to 1, and factor_i puts word_i in the place of 1/b: f is then the product of the two.
//
// Inverse: d^(2^m-2) = (beta_{m-1})^2 with beta_n = d^(2^n-1), and beta_{n+k} = beta_n^(2^k)*beta_k
// (Itoh-Tsujii). Five products at most; each takes two cycles: the Frobenius map into the operand
// registers, then the product. That halves the longest path of the unit.
`default_nettype none

module poly_scalar #(
  parameter        M      = 13,
  parameter [16:0] FIELDS = 17'h03000
) (
  input  wire         clk,
  input  wire         rst_n,
  input  wire         wipe_i,
  input  wire [4:0]   m_i,
  input  wire         init_i,
  input  wire         load_i,
  input  wire [M-1:0] d_i,
  input  wire         put_i,
  input  wire         add_i,
  input  wire         one_i,
  input  wire         factor_i,
  input  wire [M-1:0] word_i,
  input  wire         slot_i,
  input  wire         inv_i,
  input  wire         div_i,
  output wire         nonzero_o,
  output wire [M-1:0] f_o
);
  // Cycles of an inversion, counted from inv_i: even ones map, odd ones multiply, the last squares.
  localparam [3:0] FinalCount = 4'd10;
  localparam [3:0] IdleCount  = 4'd11;

  reg  [3:0]   count_q;
  reg          div_q;
  reg          fresh_q;                          // this cycle is a slot; d is mapped
  reg  [5:0]   here_q;                           // step of the chain that maps, one bit
  reg          keep_q;                           // the product to come belongs to the chain
  reg  [M-1:0] d_q;
  reg  [M-1:0] base_q;
  reg  [M-1:0] p_q;
  reg  [M-1:0] x_q;
  reg  [M-1:0] y_q;
  reg  [M-1:0] binv_q;
  reg  [M-1:0] f_q;

  // An inversion under way maps in even cycles; no inv_i comes there, so the slot is not used.
  wire         running = (count_q != IdleCount);
  wire         square  = (count_q == FinalCount);
  wire         map     = running && !count_q[0] && !square;
  // What the next cycle maps, chosen a cycle ahead. A map follows an odd count below the last.
  wire         map_d   = running && count_q[0];
  wire         fresh_d = slot_i && !map_d;
  wire [2:0]   step_d  = fresh_d ? 3'd0 : count_q[3:1] + 3'd1;

  wire         used;
  wire         add;
  wire         rebase;
  wire [M-1:0] image;
  wire [M-1:0] src     = fresh_q ? d_q : p_q;
  wire [M-1:0] product;

  // Operands. image is late: it enters by one LUT each.
  wire [M-1:0] x_d     = (image & {M{!div_i}}) | (d_q & {M{div_i}});
  wire [M-1:0] y_d;
  poly_pick4 #(.M(M)) u_pick (
    .words_i  ({image, binv_q, base_q, src}),
    .select_i ({div_i, div_i ? square : add}),
    .word_o   (y_d)
  );

  poly_frobenius #(.M(M), .FIELDS(FIELDS)) u_frobenius (
    .m_i      (m_i),
    .here_i   (here_q),
    .x_i      (src),
    .y_o      (image),
    .used_o   (used),
    .add_o    (add),
    .rebase_o (rebase)
  );

  gf_mul #(.M(M), .FIELDS(FIELDS)) u_mul (
    .a_i (x_q),
    .b_i (y_q),
    .m_i (m_i),
    .p_o (product)
  );

  // Control: which cycle of an inversion this is, and whether the product is an f.
  always @(posedge clk) begin
    if (!rst_n) begin
      count_q <= IdleCount;
      div_q   <= 1'b0;
      fresh_q <= 1'b0;
    end else begin
      div_q   <= div_i;
      fresh_q <= fresh_d;
      if (init_i)       count_q <= IdleCount;
      else if (inv_i)   count_q <= 4'd1;
      else if (running) count_q <= count_q + 4'd1;
    end
  end

  // Data. base_q keeps beta_1, later in some fields beta_3, because d_q may change meanwhile.
  // inv_i meets a slot, where src is d_q.
  always @(posedge clk) begin
    if (wipe_i) begin
      d_q    <= {M{1'b0}};
      base_q <= {M{1'b0}};
      p_q    <= {M{1'b0}};
      x_q    <= {M{1'b0}};
      y_q    <= {M{1'b0}};
      f_q    <= {M{1'b0}};
      binv_q <= {M{1'b0}};
    end else begin
      if (load_i)     d_q <= d_i;
      else if (put_i) d_q <= word_i ^ (d_q & {M{add_i}}) ^ {{(M-1){1'b0}}, one_i};
      if (inv_i || (map && rebase)) base_q <= src;
      if (map || fresh_q) keep_q <= used;
      if (map || fresh_q || div_i) begin
        x_q <= x_d;
        y_q <= y_d;
      end
      if (running && count_q[0] && keep_q) p_q <= product;
      if (div_q) f_q <= product;
      if (init_i)        binv_q <= {{(M-1){1'b0}}, 1'b1};
      else if (factor_i) binv_q <= word_i;
      else if (square)   binv_q <= image;
    end
    here_q <= 6'd1 << step_d;
  end

  assign nonzero_o = |d_q;
  assign f_o       = f_q;
endmodule

`default_nettype wire
