// SPDX-License-Identifier: Apache-2.0
// eval_accu: adds up the y_k of all blocks, 2^(IdxBits+1) accumulators in one small block RAM.
// Pair number k of a block is (y_k, y_{k+2^IdxBits}). add_i = 0: the first block overwrites what an
// earlier run left; add_i = 1: it is added to it. The sums of the last block also leave on sum_*,
// k ascending, two cycles after the pair. done_o holds once all pairs are in, and then zero_o tells
// whether all final y_k with k < 2t are zero (these span the syndrome; further ones say nothing).
`default_nettype none

module eval_accu #(
  parameter M        = 13,
  parameter IDX_BITS = 7
) (
  input  wire         clk,
  input  wire         clr_i,
  input  wire [M-2:0] last_pair_i,   // number of pairs of the run, minus one
  input  wire [M:0]   t_i,
  input  wire         add_i,
  input  wire         valid_i,
  input  wire [M-1:0] lo_i,
  input  wire [M-1:0] hi_i,
  output wire         sum_valid_o,
  output wire         sum_last_o,
  output wire [M-1:0] sum_lo_o,
  output wire [M-1:0] sum_hi_o,
  output wire         done_o,
  output wire         zero_o
);
  localparam BlockBits = M - 1 - IDX_BITS;

  // count = block number * 2^IDX_BITS + k.
  reg  [M-2:0]          count_q;
  reg                   full_q, full1_q, full2_q;
  reg                   valid1_q, keep1_q, final1_q, last1_q, need_lo1_q, need_hi1_q;
  reg                   final2_q, last2_q, need_lo2_q, need_hi2_q, fault_q;
  reg  [IDX_BITS-1:0]   idx1_q;
  reg  [M-1:0]          lo1_q, hi1_q, lo2_q, hi2_q;
  wire [2*M-1:0]        stored;
  wire [IDX_BITS-1:0]   idx    = count_q[IDX_BITS-1:0];
  wire                  accept = valid_i && !full_q;
  wire                  last   = count_q == last_pair_i;
  wire                  first_block, final_block;
  wire [M+1:0]          two_t  = {t_i, 1'b0};
  wire [M+1:0]          k_lo   = {{(M+2-IDX_BITS){1'b0}}, idx};
  wire [M+1:0]          k_hi   = {{(M+1-IDX_BITS){1'b0}}, 1'b1, idx};
  wire [M-1:0]          sum_lo = lo1_q ^ (stored[M-1:0] & {M{keep1_q}});
  wire [M-1:0]          sum_hi = hi1_q ^ (stored[2*M-1:M] & {M{keep1_q}});

  // A field may be no larger than one block.
  generate
    if (BlockBits == 0) begin : gen_one_block
      assign first_block = 1'b1;
      assign final_block = 1'b1;
    end else begin : gen_blocks
      assign first_block = count_q[M-2:IDX_BITS] == {BlockBits{1'b0}};
      assign final_block = count_q[M-2:IDX_BITS] == last_pair_i[M-2:IDX_BITS];
    end
  endgenerate

  // The zero test looks at the registered sums: a fault of the last pair counts with done_o.
  always @(posedge clk) begin
    if (clr_i) begin
      count_q  <= {(M-1){1'b0}};
      full_q   <= 1'b0;
      full1_q  <= 1'b0;
      full2_q  <= 1'b0;
      valid1_q <= 1'b0;
      final1_q <= 1'b0;
      final2_q <= 1'b0;
      fault_q  <= 1'b0;
    end else begin
      if (accept) count_q <= count_q + 1'b1;
      full_q   <= full_q || (accept && last);
      full1_q  <= full_q;
      full2_q  <= full1_q;
      valid1_q <= accept;
      final1_q <= accept && final_block;
      final2_q <= final1_q;
      fault_q  <= fault_q || (final2_q && ((need_lo2_q && lo2_q != {M{1'b0}}) ||
                                           (need_hi2_q && hi2_q != {M{1'b0}})));
    end
    // Stage 1: the stored pair has been read. Stage 2: the sums.
    keep1_q    <= add_i || !first_block;
    last1_q    <= last;
    need_lo1_q <= k_lo < two_t;
    need_hi1_q <= k_hi < two_t;
    idx1_q     <= idx;
    lo1_q      <= lo_i;
    hi1_q      <= hi_i;
    last2_q    <= last1_q;
    need_lo2_q <= need_lo1_q;
    need_hi2_q <= need_hi1_q;
    lo2_q      <= sum_lo;
    hi2_q      <= sum_hi;
  end

  // An index comes back after 2^IDX_BITS >= 4 pairs, long after its write. Always reading lets a
  // wipe also clear the output register of the RAM.
  ram_sdp #(
    .WIDTH(2*M), .DEPTH(1 << IDX_BITS)
  ) u_ram (
    .clk    (clk),
    .we_i   (valid1_q),
    .waddr_i(idx1_q),
    .wdata_i({sum_hi, sum_lo}),
    .re_i   (1'b1),
    .raddr_i(idx),
    .rdata_o(stored)
  );

  assign sum_valid_o = final2_q;
  assign sum_last_o  = last2_q;
  assign sum_lo_o    = lo2_q;
  assign sum_hi_o    = hi2_q;
  assign done_o      = full2_q;
  assign zero_o      = !fault_q;
endmodule

`default_nettype wire
