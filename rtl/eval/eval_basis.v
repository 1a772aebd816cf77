// SPDX-License-Identifier: Apache-2.0
// eval_basis: change to the novel basis and its transpose, in place, with four multipliers.
// 2^(LEVELS+1) cells; cells e and e+1 (e even) form word e/2, its even and odd cell in the two
// lanes. Word w lies in bank {parity of its odd bits, of its even bits}, so the four words w, w+s,
// w+2s, w+3s, s = 2^q, never meet: two butterflies a cycle. A butterfly on its three active cells:
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
  localparam Width    = LEVELS + 1;
  localparam Depth    = 1 << (LEVELS - 2);        // of a bank, in cells of one lane
  localparam AddrBits = (LEVELS > 2) ? LEVELS - 2 : 1;
  localparam Four     = POINTS / 4;
  localparam [15:0]       EvenBits = 16'h5555;
  localparam [LEVELS-1:0] Even     = EvenBits[LEVELS-1:0];

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

  // A step flips one parity of the bank number, two steps flip the other one. The same function
  // turns z into the bank of the word z steps above the first, and a bank into its z.
  function [1:0] swap_if(input odd, input [1:0] x);
    swap_if = odd ? {x[0], x[1]} : x;
  endfunction

  wire [1:0]            bank0 = {^(word & ~Even), ^(word & Even)};
  wire                  odd   = |(step & ~Even);
  wire [4*AddrBits-1:0] addr;
  genvar b;
  generate
    for (b = 0; b < 4; b = b + 1) begin : gen_addr
      localparam [1:0] Bank = b;
      wire [1:0]       z  = swap_if(odd, Bank ^ bank0);
      wire [LEVELS:0]  at = {1'b0, word | (step & {LEVELS{z[0]}}) | (step << 1 & {LEVELS{z[1]}})};
      wire             unused_at = |at;           // the two low bits are given by the bank
      assign addr[AddrBits*b +: AddrBits] = at[2 +: AddrBits];
    end
  endgenerate

  // Cycles 1 to 5: flags and addresses of the write move along with the data. cross_a and cross_b:
  // the side takes its operands from the other lane.
  reg                   layer1_q, cross1_q, feed1_q, emit1_q, far1_q, write1_q, pair1_q, live1_q;
  reg                   layer2_q, cross2_q, feed2_q, emit2_q, lane2_q, write2_q, pair2_q, live2_q;
  reg                   layer3_q, cross3_q, feed3_q, emit3_q, lane3_q, pair3_q, live3_q;
  reg                   layer4_q, cross4_q, feed4_q, lane4_q, pair4_q, live4_q, feed5_q;
  reg                   odd1_q, odd2_q, odd3_q, odd4_q, cross_a2_q, cross_b2_q;
  reg  [1:0]            bank1_q, bank2_q, bank3_q, bank4_q;
  reg  [1:0]            sel_x12_q, sel_x22_q, sel_y12_q, sel_y22_q, sel_32_q, sel_e2_q;
  reg  [3:0]            exponent1_q;
  reg  [Width-1:0]      n1_q;
  reg  [4:0]            pow2_q;
  reg  [POINTS*M-1:0]   in1_q, in2_q;
  reg  [4*M-1:0]        even2_q, odd2_cells_q;
  reg  [M-1:0]          factor_a3_q, addend_a3_q, other_a3_q, factor_b3_q, addend_b3_q, other_b3_q;
  reg  [M-1:0]          const_a3_q, const_b3_q, saved3_q, emit_data3_q;
  reg  [M-1:0]          first_a4_q, other_a4_q, first_b4_q, other_b4_q, const_a4_q;
  reg  [M-1:0]          first_a5_q, second_a5_q, first_b5_q, second_b5_q;
  reg  [4*AddrBits-1:0] addr1_q, addr2_q, addr3_q, addr4_q, addr5_q;
  reg  [3:0]            we_even5_q, we_odd5_q, b_even5_q, b_odd5_q, second_even5_q, second_odd5_q;

  // Cycle 1: read the banks, find the constants' index and the banks of the operands.
  wire [4*M-1:0] even, odd_cells;
  generate
    for (b = 0; b < 4; b = b + 1) begin : gen_bank
      wire [M-1:0] a_even = second_even5_q[b] ? second_a5_q : first_a5_q;
      wire [M-1:0] b_even = second_even5_q[b] ? second_b5_q : first_b5_q;
      wire [M-1:0] a_odd  = second_odd5_q[b] ? second_a5_q : first_a5_q;
      wire [M-1:0] b_odd  = second_odd5_q[b] ? second_b5_q : first_b5_q;
      ram_dist #(
        .WIDTH(M), .DEPTH(Depth)
      ) u_even (
        .clk(clk), .we_i(we_even5_q[b]), .waddr_i(addr5_q[AddrBits*b +: AddrBits]),
        .wdata_i(b_even5_q[b] ? b_even : a_even),
        .raddr_i(addr1_q[AddrBits*b +: AddrBits]), .rdata_o(even[M*b +: M])
      );
      ram_dist #(
        .WIDTH(M), .DEPTH(Depth)
      ) u_odd (
        .clk(clk), .we_i(we_odd5_q[b]), .waddr_i(addr5_q[AddrBits*b +: AddrBits]),
        .wdata_i(b_odd5_q[b] ? b_odd : a_odd),
        .raddr_i(addr1_q[AddrBits*b +: AddrBits]), .rdata_o(odd_cells[M*b +: M])
      );
    end
  endgenerate

  // The lowest cell that is scaled has a number below 2^LEVELS.
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

  // Steps from the first word to the operands in cycle 2, see there; s: where a pair has its upper
  // cell in feeding.
  localparam [1:0] Upper = (Four != 0) ? 2'd2 : 2'd1;
  reg [1:0] z_x1, z_x2, z_y1, z_y2, z_3, z_e;
  always @(*) begin
    // Feeding, and emission after the layers.
    {z_x1, z_x2} = {2'd0, Upper};
    {z_y2, z_y1} = {2'd0, Upper};
    z_3          = lane1 ? 2'd3 : 2'd1;
    z_e          = (Four != 0 && feed1_q) ? (lane1 ? 2'd1 : 2'd3) : {1'b0, far1_q};
    if (cross1_q) begin
      {z_x1, z_x2} = {2'd3, 2'd1};
      {z_y2, z_e}  = forward_i ? {2'd1, 2'd0} : {2'd0, 2'd1};
      {z_y1, z_3}  = forward_i ? {2'd3, 2'd2} : {2'd2, 2'd3};
    end else if (layer1_q) begin
      {z_x2, z_y2} = {2'd2, 2'd2};
      {z_x1, z_3}  = forward_i ? {2'd3, 2'd1} : {2'd1, 2'd3};
      z_y1         = z_x1;
    end
  end

  // Cycle 2: order the operands; the constants.
  wire [M-1:0] const_a, const_b, split, point;
  wire         point_due;
  wire [M-1:0] x1 = even2_q[M*sel_x12_q +: M];
  wire [M-1:0] x2 = even2_q[M*sel_x22_q +: M];
  wire [M-1:0] x3 = even2_q[M*sel_32_q +: M];
  wire [M-1:0] xe = even2_q[M*sel_e2_q +: M];
  wire [M-1:0] y1 = odd2_cells_q[M*sel_y12_q +: M];
  wire [M-1:0] y2 = odd2_cells_q[M*sel_y22_q +: M];
  wire [M-1:0] y3 = odd2_cells_q[M*sel_32_q +: M];
  wire [M-1:0] ye = odd2_cells_q[M*sel_e2_q +: M];

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

  // Cycle 4: what each bank takes in which lane; z as above. live: this is a layer or a write.
  reg [3:0] we_even, we_odd, b_even, b_odd, second_even, second_odd;
  reg [1:0] z;
  reg       layer_we, write_we;
  always @(*) begin
    for (i = 0; i < 4; i = i + 1) begin
      z        = swap_if(odd4_q, i[1:0] ^ bank4_q);
      layer_we = forward_i ? z[1] ^ z[0] : z[1];
      write_we = z == 2'd0 || (pair4_q && z == Upper) || (Four != 0 && !forward_i);
      b_even[i]      = Upper[1] ? z[1] : z[0];
      b_odd[i]       = b_even[i];
      second_even[i] = Four != 0 && z[0];
      second_odd[i]  = Four != 0 && z[0];
      we_even[i]     = write_we && !lane4_q;
      we_odd[i]      = write_we && lane4_q;
      if (cross4_q) begin
        {b_even[i], second_even[i]} = {z[1], 1'b0};
        {b_odd[i], second_odd[i]}   = {z[1], 1'b1};
        we_even[i]                  = z[0];
        we_odd[i]                   = z[0] ^ forward_i;
      end else if (layer4_q) begin
        {b_even[i], second_even[i]} = {1'b0, z[0]};
        {b_odd[i], second_odd[i]}   = {1'b1, z[0]};
        we_even[i]                  = layer_we;
        we_odd[i]                   = layer_we;
      end
    end
  end

  always @(posedge clk) begin
    // Whatever has an effect outside is dropped by a clear; data only follows.
    if (clr_i) begin
      {feed1_q, feed2_q, feed3_q, feed4_q, feed5_q} <= 5'd0;
      {emit1_q, emit2_q, emit3_q}                   <= 3'd0;
      {live1_q, live2_q, live3_q, live4_q}          <= 4'd0;
      {we_even5_q, we_odd5_q}                       <= 8'd0;
    end else begin
      {feed1_q, feed2_q, feed3_q}          <= {op_feed, feed1_q, feed2_q};
      {feed4_q, feed5_q}                   <= {feed3_q, feed4_q};
      {emit1_q, emit2_q, emit3_q}          <= {op_emit, emit1_q, emit2_q};
      {live1_q, live2_q, live3_q, live4_q} <= {op_layer || op_write, live1_q, live2_q, live3_q};
      {we_even5_q, we_odd5_q}              <= {we_even, we_odd} & {8{live4_q}};
    end
    {layer1_q, layer2_q, layer3_q, layer4_q} <= {op_layer, layer1_q, layer2_q, layer3_q};
    {cross1_q, cross2_q, cross3_q, cross4_q} <= {op_cross, cross1_q, cross2_q, cross3_q};
    {pair1_q, pair2_q, pair3_q, pair4_q}     <= {op_pair, pair1_q, pair2_q, pair3_q};
    {odd1_q, odd2_q, odd3_q, odd4_q}         <= {odd, odd1_q, odd2_q, odd3_q};
    {bank1_q, bank2_q, bank3_q, bank4_q}     <= {bank0, bank1_q, bank2_q, bank3_q};
    {lane2_q, lane3_q, lane4_q}              <= {lane1, lane2_q, lane3_q};
    {write1_q, write2_q}                     <= {op_write, write1_q};
    {addr1_q, addr2_q, addr3_q, addr4_q, addr5_q} <= {addr, addr1_q, addr2_q, addr3_q, addr4_q};
    // Cycle 1.
    far1_q      <= op_emit_far;
    exponent1_q <= exponent;
    n1_q        <= n;
    if (in_valid_i) in1_q[0 +: M] <= in_i[0 +: M];
    else in1_q[0 +: M] <= {M{1'b0}};
    if (in_valid_i && !forward_i) in1_q[POINTS*M-1:M] <= in_i[POINTS*M-1:M];
    else in1_q[POINTS*M-1:M] <= {((POINTS-1)*M){1'b0}};
    // Cycle 2.
    even2_q      <= even;
    odd2_cells_q <= odd_cells;
    in2_q        <= in1_q;
    if (loading) pow2_q <= 5'd0;
    else pow2_q <= (Kind == 4) ? {1'b0, layer1_q, pow[2:0]} : {layer1_q, pow};
    cross_a2_q   <= cross1_q || (!layer1_q && lane1);
    cross_b2_q   <= !layer1_q && !lane1;
    sel_x12_q    <= bank1_q ^ swap_if(odd1_q, z_x1);
    sel_x22_q    <= bank1_q ^ swap_if(odd1_q, z_x2);
    sel_y12_q    <= bank1_q ^ swap_if(odd1_q, z_y1);
    sel_y22_q    <= bank1_q ^ swap_if(odd1_q, z_y2);
    sel_32_q     <= bank1_q ^ swap_if(odd1_q, z_3);
    sel_e2_q     <= bank1_q ^ swap_if(odd1_q, z_e);
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
    first_a5_q     <= first_a4_q;
    first_b5_q     <= first_b4_q;
    second_a5_q    <= product_a4 ^ kept_a4;
    second_b5_q    <= product_b4 ^ kept_b4;
    b_even5_q      <= b_even;
    b_odd5_q       <= b_odd;
    second_even5_q <= second_even;
    second_odd5_q  <= second_odd;
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
