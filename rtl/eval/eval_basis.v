// SPDX-License-Identifier: Apache-2.0
// eval_basis: change to the novel basis and its transpose, in place, with four multipliers.
// 2^(LEVELS+1) cells; cells e and e+1 (e even) form word e/2, its even and odd cell in the two
// lanes. An operation has the words w, w+s, w+2s, w+3s, s = 2^q, which lie in four banks
// (eval_basis_cells): two butterflies a cycle. A butterfly on its three active cells:
// r2 += c*r1, r3 += c*r2, where r1, r2, r3 are the cells 1, 2, 3 (transposed) or 3, 2, 1 (forward)
// steps above its base. Its two multipliers are side A or B: A works on the even cells of the
// words, B on the odd ones; in the layer of step 1, where a word holds two cells of one butterfly,
// A works on the first two words and B on the last two.
// POINTS cells of one lane a cycle come in as sums or leave for the forward pipeline and are scaled
// by b^popcount(n) on the way: A and B scale one each and, with four, the second multipliers two
// more. Lanes of in_i and feed_data_o, S = 2^LEVELS, H = S/2, Q = S/4:
//   POINTS = 2: sums n, n+S; feeding n, n+H
//   POINTS = 4: sums n, n+S, n+S/2, n+S+S/2; feeding n, n+H, n+Q, n+Q+H; needs LEVELS >= 3
// From an operation of the sequencer: cells read after 2 cycles, emission (emit_*) after 3, feed_*
// after 5, cells written by then, legible in the sixth cycle.
`default_nettype none

module eval_basis #(
  parameter        M      = 13,
  parameter [16:0] FIELDS = 17'h03000,
  parameter        LEVELS = 7,
  parameter        POINTS = 2
) (
  input  wire                clk,
  input  wire                clr_i,
  input  wire                start_i,
  input  wire                forward_i,
  input  wire                wipe_i,
  input  wire [4:0]          m_i,
  input  wire [M:0]          t_i,
  // Intake: coefficients in lane 0 (forward) or sums.
  input  wire                in_valid_i,
  input  wire                in_last_i,
  input  wire [POINTS*M-1:0] in_i,
  // To the forward pipeline, five cycles after feed_o. From the operation with primed_o on, each
  // one makes the values of as many points leave the pipeline.
  input  wire                feed_go_i,
  output wire                feed_o,
  output wire                primed_o,
  output wire                feed_valid_o,
  output wire [POINTS*M-1:0] feed_data_o,
  // Power sums 0..2t-1 in order.
  output wire                emit_valid_o,
  output wire [M-1:0]        emit_data_o,
  output wire                done_o
);
  localparam Width = LEVELS + 1;
  localparam Four  = POINTS / 4;

  // Cycle 0: the operation.
  wire              op_write, op_pair, op_layer, op_cross, op_feed, op_emit, op_emit_far;
  wire [Width-1:0]  n;
  wire [LEVELS-1:0] word, step;
  wire [3:0]        exponent;

  eval_basis_seq #(.M(M), .LEVELS(LEVELS), .POINTS(POINTS)) u_seq (
    .clk(clk), .clr_i(clr_i), .start_i(start_i), .forward_i(forward_i), .wipe_i(wipe_i),
    .t_i(t_i), .in_valid_i(in_valid_i), .in_last_i(in_last_i), .feed_go_i(feed_go_i),
    .op_write_o(op_write), .op_pair_o(op_pair), .op_layer_o(op_layer), .op_cross_o(op_cross),
    .op_feed_o(op_feed), .op_emit_o(op_emit), .op_emit_far_o(op_emit_far),
    .n_o(n), .word_o(word), .step_o(step), .exponent_o(exponent), .done_o(done_o)
  );

  // Cycles 1 to 5: flags move along with the data. cross_a and cross_b: the side takes its operands
  // from the other lane.
  reg                 layer1_q, cross1_q, feed1_q, emit1_q, write1_q;
  reg                 layer2_q, cross2_q, feed2_q, emit2_q, write2_q, lane2_q;
  reg                 layer3_q, cross3_q, feed3_q, emit3_q, lane3_q;
  reg                 layer4_q, cross4_q, feed4_q, lane4_q, feed5_q;
  reg                 cross_a2_q, cross_b2_q;
  reg  [3:0]          exponent1_q;
  reg  [Width-1:0]    n1_q;
  reg  [4:0]          pow2_q;
  reg  [POINTS*M-1:0] in1_q, in2_q;
  reg  [M-1:0]        factor_a3_q, addend_a3_q, other_a3_q, factor_b3_q, addend_b3_q, other_b3_q;
  reg  [M-1:0]        const_a3_q, const_b3_q, saved3_q, emit_data3_q;
  reg  [M-1:0]        first_a4_q, other_a4_q, first_b4_q, other_b4_q, const_a4_q;
  reg  [M-1:0]        first_a5_q, second_a5_q, first_b5_q, second_b5_q;

  // Cycle 1: find the constants' index. The lowest cell that is scaled has a number below 2^LEVELS.
  localparam Kind = (LEVELS < 8) ? 4 : 3;
  reg  [3:0] popcount;
  integer    i;
  always @(*) begin
    popcount = 4'd0;
    for (i = 0; i < LEVELS; i = i + 1) popcount = popcount + {3'd0, n1_q[i]};
  end
  wire [3:0] pow     = layer1_q ? exponent1_q : popcount;
  wire       loading = write1_q && forward_i;     // coefficients are not scaled on the way in
  wire       lane1   = n1_q[0];

  // Cycle 2: the operands and the constants.
  wire [M-1:0] x1, x2, x3, xe, y1, y2, y3, ye;
  wire [M-1:0] const_a, const_b, split, point;
  wire         point_due;

  eval_basis_cells #(.M(M), .LEVELS(LEVELS), .POINTS(POINTS)) u_cells (
    .clk(clk), .clr_i(clr_i), .forward_i(forward_i), .word_i(word), .step_i(step),
    .live_i(op_layer || op_write), .pair_i(op_pair), .far_i(op_emit_far),
    .layer1_i(layer1_q), .cross1_i(cross1_q), .feed1_i(feed1_q), .lane1_i(lane1),
    .layer4_i(layer4_q), .cross4_i(cross4_q), .lane4_i(lane4_q),
    .x1_o(x1), .x2_o(x2), .x3_o(x3), .xe_o(xe), .y1_o(y1), .y2_o(y2), .y3_o(y3), .ye_o(ye),
    .first_a5_i(first_a5_q), .second_a5_i(second_a5_q),
    .first_b5_i(first_b5_q), .second_b5_i(second_b5_q)
  );
  eval_rom #(.M(M), .FIELDS(FIELDS), .KIND(Kind), .LEVEL(0)) u_const_a (
    .m_i(m_i), .idx_i(pow2_q), .add_i({M{1'b0}}), .value_o(const_a)
  );
  eval_rom #(.M(M), .FIELDS(FIELDS), .KIND(Kind), .LEVEL(1)) u_const_b (
    .m_i(m_i), .idx_i(pow2_q), .add_i({M{1'b0}}), .value_o(const_b)
  );
  eval_basis_monic #(.M(M), .FIELDS(FIELDS), .LEVELS(LEVELS)) u_monic (
    .clk(clk), .clr_i(clr_i), .m_i(m_i), .monic_i(forward_i && t_i[LEVELS]),
    .op_load_i(op_write && forward_i), .op_feed_i(op_feed && n == {Width{1'b0}}),
    .power_i(popcount == 4'd1), .split_o(split), .point_due_o(point_due), .point_o(point)
  );

  // Cycle 3: first products; cycle 4: second products, chained in a butterfly, with four points
  // parallel in a scaling. Both lanes of a scaling have constants of their own.
  wire [M-1:0] product_a3, product_b3, product_a4, product_b4;
  wire [M-1:0] factor_a4, factor_b4, const_b4, kept_a4, kept_b4;
  gf_mul #(.M(M), .FIELDS(FIELDS)) u_mul_a3 (
    .a_i(factor_a3_q), .b_i(const_a3_q), .m_i(m_i), .p_o(product_a3)
  );
  gf_mul #(.M(M), .FIELDS(FIELDS)) u_mul_b3 (
    .a_i(factor_b3_q), .b_i(const_b3_q), .m_i(m_i), .p_o(product_b3)
  );
  gf_mul #(.M(M), .FIELDS(FIELDS)) u_mul_a4 (
    .a_i(factor_a4), .b_i(const_a4_q), .m_i(m_i), .p_o(product_a4)
  );
  gf_mul #(.M(M), .FIELDS(FIELDS)) u_mul_b4 (
    .a_i(factor_b4), .b_i(const_b4), .m_i(m_i), .p_o(product_b4)
  );

  wire [M-1:0] own_a = cross_a2_q ? ye : x3;
  wire [M-1:0] own_b;
  wire [M-1:0] in_a, in_b;      // third and fourth cell
  generate
    if (Four != 0) begin : gen_four
      reg  [4:0]   pow3_q;
      reg  [M-1:0] const_b4_q;
      wire [M-1:0] const_c;
      eval_rom #(.M(M), .FIELDS(FIELDS), .KIND(Kind), .LEVEL(2)) u_const_c (
        .m_i(m_i), .idx_i(pow3_q), .add_i({M{1'b0}}), .value_o(const_c)
      );
      always @(posedge clk) begin
        pow3_q     <= pow2_q;
        const_b4_q <= const_c;
      end
      assign const_b4    = const_b4_q;
      assign factor_a4   = layer4_q ? first_a4_q : other_a4_q;
      assign factor_b4   = layer4_q ? first_b4_q : other_b4_q;
      assign kept_a4     = other_a4_q & {M{layer4_q}};
      assign kept_b4     = other_b4_q & {M{layer4_q}};
      assign own_b       = cross_b2_q ? xe : y3;
      assign in_a        = in2_q[2*M +: M];
      assign in_b        = in2_q[3*M +: M];
      assign feed_data_o = {second_b5_q, second_a5_q, first_b5_q, first_a5_q};
    end else begin : gen_two
      assign const_b4    = const_a4_q;
      assign factor_a4   = first_a4_q;
      assign factor_b4   = first_b4_q;
      assign kept_a4     = other_a4_q;
      assign kept_b4     = other_b4_q;
      assign own_b       = y3;
      assign in_a        = own_a;
      assign in_b        = own_b;
      assign feed_data_o = {first_b5_q, first_a5_q};
    end
  endgenerate

  always @(posedge clk) begin
    // Whatever has an effect outside is dropped by a clear; data only follows.
    if (clr_i) begin
      {feed1_q, feed2_q, feed3_q, feed4_q, feed5_q} <= 5'd0;
      {emit1_q, emit2_q, emit3_q}                   <= 3'd0;
    end else begin
      {feed1_q, feed2_q, feed3_q} <= {op_feed, feed1_q, feed2_q};
      {feed4_q, feed5_q}          <= {feed3_q, feed4_q};
      {emit1_q, emit2_q, emit3_q} <= {op_emit, emit1_q, emit2_q};
    end
    {layer1_q, layer2_q, layer3_q, layer4_q} <= {op_layer, layer1_q, layer2_q, layer3_q};
    {cross1_q, cross2_q, cross3_q, cross4_q} <= {op_cross, cross1_q, cross2_q, cross3_q};
    {lane2_q, lane3_q, lane4_q}              <= {lane1, lane2_q, lane3_q};
    {write1_q, write2_q}                     <= {op_write, write1_q};
    // Cycle 1.
    exponent1_q <= exponent;
    n1_q        <= n;
    if (in_valid_i) in1_q[0 +: M] <= in_i[0 +: M];
    else in1_q[0 +: M] <= {M{1'b0}};
    if (in_valid_i && !forward_i) in1_q[POINTS*M-1:M] <= in_i[POINTS*M-1:M];
    else in1_q[POINTS*M-1:M] <= {((POINTS-1)*M){1'b0}};
    // Cycle 2.
    in2_q <= in1_q;
    if (loading) pow2_q <= 5'd0;
    else pow2_q <= (Kind == 4) ? {1'b0, layer1_q, pow[2:0]} : {layer1_q, pow};
    cross_a2_q <= cross1_q || (!layer1_q && lane1);
    cross_b2_q <= !layer1_q && !lane1;
    // Cycle 3.
    factor_a3_q <= write2_q ? in2_q[0 +: M] : cross_a2_q ? y2 : x1;
    factor_b3_q <= write2_q ? in2_q[M +: M] : cross_b2_q ? x2 : y1;
    addend_a3_q <= (x2 & {M{layer2_q}}) ^ split ^ (point & {M{point_due}});
    addend_b3_q <= (cross2_q ? x1 : y2) & {M{layer2_q}};
    other_a3_q  <= write2_q ? in_a : own_a;
    other_b3_q  <= write2_q ? in_b : own_b;
    const_a3_q  <= const_a;
    const_b3_q  <= const_b;
    // The odd cell of a word is emitted behind the even one. Zero unless emitting: the bus is
    // shared.
    saved3_q     <= ye;
    if (clr_i || !emit2_q) emit_data3_q <= {M{1'b0}};
    else emit_data3_q <= lane2_q ? saved3_q : xe;
    // Cycle 4: in a layer all constants are the same.
    first_a4_q <= product_a3 ^ addend_a3_q;
    first_b4_q <= product_b3 ^ addend_b3_q;
    other_a4_q <= other_a3_q;
    other_b4_q <= other_b3_q;
    const_a4_q <= const_b3_q;
    // Cycle 5.
    first_a5_q  <= first_a4_q;
    first_b5_q  <= first_b4_q;
    second_a5_q <= product_a4 ^ kept_a4;
    second_b5_q <= product_b4 ^ kept_b4;
  end

  // The last operation of the first block is the one that primes the pipeline.
  reg primed_q;
  always @(posedge clk) begin
    if (clr_i) primed_q <= 1'b0;
    else if (op_feed) primed_q <= primed_o;
  end
  assign primed_o     = primed_q || (&n[LEVELS-2-Four:0]);
  assign feed_o       = op_feed;
  assign feed_valid_o = feed5_q;
  assign emit_valid_o = emit3_q;
  assign emit_data_o  = emit_data3_q;
endmodule

`default_nettype wire
