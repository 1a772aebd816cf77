// SPDX-License-Identifier: Apache-2.0
// eval_basis: change to the novel basis and its transpose, in place, with two multipliers.
// 2^(LEVELS+1) cells in four banks; cell e lies in bank {parity of its odd bits, of its even bits},
// so the four cells e, e+2^p, e+2*2^p, e+3*2^p of a butterfly never meet: one butterfly a cycle.
// A butterfly on its three active cells: r2 += c*r1, r3 += c*r2, where r1, r2, r3 are the cells
// +2^p, +2*2^p, +3*2^p (transposed) or +3*2^p, +2*2^p, +2^p (forward). The scaling by b^popcount(n)
// happens on the way in (sum pairs) or out (feeding) in the same multipliers.
// From an operation of the sequencer: cells read after 2 cycles, emission (emit_*) after 3, feed_*
// after 5, cells written by then, legible in the sixth cycle.
`default_nettype none

module eval_basis #(
  parameter        M      = 13,
  parameter [16:0] FIELDS = 17'h03000,
  parameter        LEVELS = 7
) (
  input  wire         clk,
  input  wire         clr_i,
  input  wire         start_i,
  input  wire         forward_i,
  input  wire         wipe_i,
  input  wire [4:0]   m_i,
  input  wire [M:0]   t_i,
  // Intake: coefficients on in_lo_i (forward) or sum pairs.
  input  wire         in_valid_i,
  input  wire         in_last_i,
  input  wire [M-1:0] in_lo_i,
  input  wire [M-1:0] in_hi_i,
  // To the forward pipeline, five cycles after feed_o. From the pair with primed_o on, each pair
  // makes one pair of values leave the pipeline.
  input  wire         feed_go_i,
  output wire         feed_o,
  output wire         primed_o,
  output wire         feed_valid_o,
  output wire [M-1:0] feed_lo_o,
  output wire [M-1:0] feed_hi_o,
  // Power sums 0..2t-1 in order.
  output wire         emit_valid_o,
  output wire [M-1:0] emit_data_o,
  output wire         done_o
);
  localparam Width    = LEVELS + 1;
  localparam AddrBits = Width - 2;
  localparam [15:0]      EvenBits = 16'h5555;
  localparam [Width-1:0] Even     = EvenBits[Width-1:0];

  // Bank of a cell.
  function [1:0] bank_of(input [Width-1:0] cell_no);
    bank_of = {^(cell_no & ~Even), ^(cell_no & Even)};
  endfunction

  // Cycle 0: the operation.
  wire             op_write, op_pair, op_layer, op_feed, op_emit, op_emit_far;
  wire [Width-1:0] n, p;
  wire [3:0]       exponent;

  eval_basis_seq #(.M(M), .LEVELS(LEVELS)) u_seq (
    .clk(clk), .clr_i(clr_i), .start_i(start_i), .forward_i(forward_i), .wipe_i(wipe_i),
    .t_i(t_i), .in_valid_i(in_valid_i), .in_last_i(in_last_i),
    .feed_go_i(feed_go_i),
    .op_write_o(op_write), .op_pair_o(op_pair), .op_layer_o(op_layer), .op_feed_o(op_feed),
    .op_emit_o(op_emit), .op_emit_far_o(op_emit_far),
    .n_o(n), .p_o(p), .exponent_o(exponent), .done_o(done_o)
  );

  // Butterfly n acts on the cell base = n with two zero bits inserted at p; others on cell n
  // itself.
  wire [Width-1:0] below   = op_layer ? p - 1'b1 : {Width{1'b1}};
  wire [Width-1:0] base    = (n & below) | ((n & ~below) << 2);
  wire [1:0]       bank0   = bank_of(base);
  wire             p_odd   = |(p & ~Even);
  wire             reverse = op_layer && forward_i;

  // What each bank does: q = which of the four cells it holds, role = q counted from the far end
  // in the forward direction. Cell 0 of a butterfly is not needed, so its bank reads cell n, which
  // has the same bank in the last two layers: those emit it.
  wire [AddrBits-1:0] addr [0:3];
  wire [3:0]          write_en, write_hi;
  genvar b;
  generate
    for (b = 0; b < 4; b = b + 1) begin : gen_addr
      localparam [1:0] Bank = b;
      wire [1:0]       away = Bank ^ bank0;
      wire [1:0]       q    = p_odd ? {away[0], away[1]} : away;
      wire [1:0]       role = {q[1] ^ (reverse & q[0]), q[0]};
      wire [Width-1:0] at   = (q == 2'd0) ? n
                            : base | (q[0] ? p : {Width{1'b0}}) | (q[1] ? p << 1 : {Width{1'b0}});
      wire             unused_low = |at[1:0];     // given by the bank
      assign addr[b]     = at[Width-1:2];
      assign write_en[b] = (op_layer && role[1]) ||
                           (op_write && (role == 2'd0 || (role == 2'd1 && op_pair)));
      assign write_hi[b] = role[0];
    end
  endgenerate

  // Cycles 1 to 5: flags, addresses of the write and constants move along with the data.
  reg                  write1_q, layer1_q, feed1_q, emit1_q, far1_q, reverse1_q, p_odd1_q;
  reg                  write2_q, layer2_q, feed2_q, emit2_q, first2_q;
  reg                  layer3_q, feed3_q, emit3_q, layer4_q, feed4_q, feed5_q;
  reg  [1:0]           bank1_q, sel_r12_q, sel_r22_q, sel_r32_q, sel_emit2_q;
  reg  [3:0]           exponent1_q;
  reg  [Width-1:0]     n1_q;
  reg  [4:0]           pow_lo2_q, pow_hi2_q, pow_hi3_q, s_idx2_q;
  reg  [M-1:0]         in_lo1_q, in_hi1_q, in_lo2_q, in_hi2_q;
  reg  [M-1:0]         factor3_q, addend3_q, other3_q, emit_data3_q, const3_q;
  reg  [M-1:0]         first4_q, other4_q, const4_q, first5_q, second5_q;
  reg  [4*AddrBits-1:0] addr1_q, addr2_q, addr3_q, addr4_q, addr5_q;
  reg  [3:0]           we1_q, we2_q, we3_q, we4_q, we5_q, hi1_q, hi2_q, hi3_q, hi4_q, hi5_q;
  reg  [4*M-1:0]       read2_q;

  // Cycle 1: read the banks, find the constants' indices and the banks of the operands.
  wire [4*M-1:0] read;
  generate
    for (b = 0; b < 4; b = b + 1) begin : gen_bank
      ram_dist #(
        .WIDTH(M), .DEPTH(1 << AddrBits)
      ) u_bank (
        .clk    (clk),
        .we_i   (we5_q[b]),
        .waddr_i(addr5_q[AddrBits*b +: AddrBits]),
        .wdata_i(hi5_q[b] ? second5_q : first5_q),
        .raddr_i(addr1_q[AddrBits*b +: AddrBits]),
        .rdata_o(read[M*b +: M])
      );
    end
  endgenerate

  // power_of_two: log2 of n where n is one, the cells that s_LEVELS has coefficients for; 31 names
  // an entry that is zero.
  reg  [4:0] popcount, power_of_two;
  integer    i;
  always @(*) begin
    popcount     = 5'd0;
    power_of_two = 5'd31;
    for (i = 0; i < Width; i = i + 1) begin
      popcount = popcount + {4'd0, n1_q[i]};
      if (n1_q == ({{LEVELS{1'b0}}, 1'b1} << i)) power_of_two = i[4:0];
    end
  end
  wire       loading  = write1_q && forward_i;      // coefficients are not scaled on the way in
  wire       monic    = forward_i && t_i[LEVELS];   // degree 2^LEVELS: s_LEVELS is split off
  wire [4:0] pow_lo   = layer1_q ? {1'b1, exponent1_q} : loading ? 5'd0 : popcount;
  wire [4:0] pow_hi   = layer1_q ? {1'b1, exponent1_q} : loading ? 5'd0 : popcount + 5'd1;
  // A step of 2^p flips one parity of the bank number, 2*2^p the other, 3*2^p both.
  wire [1:0] bank_q1  = bank1_q ^ {p_odd1_q, ~p_odd1_q};
  wire [1:0] bank_q2  = bank1_q ^ {~p_odd1_q, p_odd1_q};
  wire [1:0] bank_q3  = ~bank1_q;

  // Cycle 2: order the operands; the constants.
  wire [M-1:0] const_lo, const_hi, s_point, split;
  eval_rom #(.M(M), .FIELDS(FIELDS), .KIND(3)) u_const_lo (
    .m_i(m_i), .idx_i(pow_lo2_q), .add_i({M{1'b0}}), .value_o(const_lo)
  );
  eval_rom #(.M(M), .FIELDS(FIELDS), .KIND(3)) u_const_hi (
    .m_i(m_i), .idx_i(pow_hi3_q), .add_i({M{1'b0}}), .value_o(const_hi)
  );
  eval_rom #(.M(M), .FIELDS(FIELDS), .KIND(2), .LEVEL(LEVELS)) u_split (
    .m_i(m_i), .idx_i(s_idx2_q), .add_i(s_point & {M{feed2_q && first2_q && monic}}),
    .value_o(split)
  );
  // s_LEVELS(a) is constant over a block of points: it is added to c_0 of the block.
  eval_twiddle #(.M(M), .FIELDS(FIELDS), .LEVEL(LEVELS), .TAIL(1)) u_s_point (
    .clk(clk), .clr_i(clr_i), .m_i(m_i), .en_i(op_feed), .tw_o(s_point)
  );
  wire [M-1:0] r1    = read2_q[M*sel_r12_q +: M];
  wire [M-1:0] r2    = read2_q[M*sel_r22_q +: M];
  wire [M-1:0] r3    = read2_q[M*sel_r32_q +: M];

  // Cycle 3: first product; cycle 4: second product, chained in a butterfly, parallel in a scaling.
  wire [M-1:0] product_lo, product_hi;
  wire [M-1:0] factor_hi = layer4_q ? first4_q : other4_q;
  gf_mul #(.M(M), .FIELDS(FIELDS)) u_mul_lo (
    .a_i(factor3_q), .b_i(const3_q), .m_i(m_i), .p_o(product_lo)
  );
  gf_mul #(.M(M), .FIELDS(FIELDS)) u_mul_hi (
    .a_i(factor_hi), .b_i(const4_q), .m_i(m_i), .p_o(product_hi)
  );

  always @(posedge clk) begin
    // Whatever has an effect outside is dropped by a clear; data only follows.
    if (clr_i) begin
      {feed1_q, feed2_q, feed3_q, feed4_q, feed5_q} <= 5'd0;
      {emit1_q, emit2_q, emit3_q}                   <= 3'd0;
      {we1_q, we2_q, we3_q, we4_q, we5_q}           <= 20'd0;
    end else begin
      {feed1_q, feed2_q, feed3_q}                   <= {op_feed, feed1_q, feed2_q};
      {feed4_q, feed5_q}                            <= {feed3_q, feed4_q};
      {emit1_q, emit2_q, emit3_q}                   <= {op_emit, emit1_q, emit2_q};
      {we1_q, we2_q, we3_q, we4_q, we5_q}           <= {write_en, we1_q, we2_q, we3_q, we4_q};
    end
    {layer1_q, layer2_q, layer3_q, layer4_q} <= {op_layer, layer1_q, layer2_q, layer3_q};
    {hi1_q, hi2_q, hi3_q, hi4_q, hi5_q}      <= {write_hi, hi1_q, hi2_q, hi3_q, hi4_q};
    {write1_q, write2_q}                     <= {op_write, write1_q};
    addr1_q <= {addr[3], addr[2], addr[1], addr[0]};
    {addr2_q, addr3_q, addr4_q, addr5_q} <= {addr1_q, addr2_q, addr3_q, addr4_q};
    // Cycle 1.
    far1_q      <= op_emit_far;
    reverse1_q  <= reverse;
    p_odd1_q    <= p_odd;
    bank1_q     <= bank0;
    exponent1_q <= exponent;
    n1_q        <= n;
    in_lo1_q    <= in_lo_i & {M{in_valid_i}};
    in_hi1_q    <= in_hi_i & {M{in_valid_i && !forward_i}};
    // Cycle 2.
    read2_q     <= read;
    in_lo2_q    <= in_lo1_q;
    in_hi2_q    <= in_hi1_q;
    first2_q    <= n1_q == {Width{1'b0}};
    pow_lo2_q   <= pow_lo;
    pow_hi2_q   <= pow_hi;
    s_idx2_q    <= (loading && monic) ? power_of_two : 5'd31;
    sel_r12_q   <= !layer1_q ? bank1_q : reverse1_q ? bank_q3 : bank_q1;
    sel_r22_q   <= bank_q2;
    sel_r32_q   <= (!layer1_q || reverse1_q) ? bank_q1 : bank_q3;
    sel_emit2_q <= far1_q ? bank_q1 : bank1_q;
    // Cycle 3.
    factor3_q    <= write2_q ? in_lo2_q : r1;
    addend3_q    <= layer2_q ? r2 : split;
    other3_q     <= write2_q ? in_hi2_q : r3;
    // Zero unless emitting: the bus is shared.
    emit_data3_q <= read2_q[M*sel_emit2_q +: M] & {M{emit2_q && !clr_i}};
    const3_q     <= const_lo;
    pow_hi3_q    <= pow_hi2_q;
    // Cycle 4.
    first4_q <= product_lo ^ addend3_q;
    other4_q <= other3_q;
    const4_q <= const_hi;
    // Cycle 5.
    first5_q  <= first4_q;
    second5_q <= product_hi ^ (other4_q & {M{layer4_q}});
  end

  // The last pair of the first block is the one that primes the pipeline.
  reg primed_q;
  always @(posedge clk) begin
    if (clr_i) primed_q <= 1'b0;
    else if (op_feed) primed_q <= primed_o;
  end
  assign primed_o     = primed_q || (&n[LEVELS-2:0]);
  assign feed_o       = op_feed;
  assign feed_valid_o = feed5_q;
  assign feed_lo_o    = first5_q;
  assign feed_hi_o    = second5_q;
  assign emit_valid_o = emit3_q;
  assign emit_data_o  = emit_data3_q;
endmodule

`default_nettype wire
