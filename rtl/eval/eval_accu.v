// SPDX-License-Identifier: Apache-2.0
// eval_accu: adds up the y_k of all blocks, 2*S accumulators, S = 2^LEVELS, in one small block RAM.
// Word number k of a block is (y_k, y_{k+S}), with POINTS = 4 also (y_{k+S/2}, y_{k+S/2+S}), the
// first in the low bits. add_i = 0: the first block overwrites what an earlier run left; add_i = 1:
// it is added to it. The sums of the last block also leave on sum_o, k ascending, two cycles after
// the word. done_o holds once all words are in, and then zero_o tells whether all final y_k with
// k < 2t are zero (these span the syndrome; further ones say nothing).
`default_nettype none

module eval_accu #(
  parameter M         = 13,
  parameter POINTS    = 2,
  parameter LEVELS    = 7,
  parameter LANE_BITS = $clog2(POINTS)
) (
  input  wire                   clk,
  input  wire                   clr_i,
  input  wire [M-LANE_BITS-1:0] last_i,        // number of words of the run, minus one
  input  wire [M:0]             t_i,
  input  wire                   add_i,
  input  wire                   valid_i,
  input  wire [POINTS*M-1:0]    data_i,
  output wire                   sum_valid_o,
  output wire                   sum_last_o,
  output wire [POINTS*M-1:0]    sum_o,
  output wire                   done_o,
  output wire                   zero_o
);
  localparam CountBits = M - LANE_BITS;
  localparam IdxBits   = LEVELS + 1 - LANE_BITS;
  localparam BlockBits = CountBits - IdxBits;

  // count = block number * 2^IdxBits + k.
  reg  [CountBits-1:0] count_q;
  reg                  full_q, full1_q, full2_q;
  reg                  valid1_q, keep1_q, final1_q, last1_q, final2_q, last2_q, fault_q;
  reg  [IdxBits-1:0]   idx1_q;
  reg  [POINTS-1:0]    need1_q, need2_q;
  reg  [POINTS*M-1:0]  data1_q, sum2_q;
  wire [POINTS*M-1:0]  stored;
  wire [POINTS-1:0]    need, faults;
  wire [IdxBits-1:0]   idx    = count_q[IdxBits-1:0];
  wire                 accept = valid_i && !full_q;
  wire                 last   = count_q == last_i;
  wire                 first_block, final_block;
  wire [M+1:0]         two_t  = {t_i, 1'b0};
  wire [POINTS*M-1:0]  sum    = data1_q ^ (stored & {(POINTS*M){keep1_q}});

  genvar i;
  generate
    // A field may be no larger than one block.
    if (BlockBits == 0) begin : gen_one_block
      assign first_block = 1'b1;
      assign final_block = 1'b1;
    end else begin : gen_blocks
      assign first_block = count_q[CountBits-1:IdxBits] == {BlockBits{1'b0}};
      assign final_block = count_q[CountBits-1:IdxBits] == last_i[CountBits-1:IdxBits];
    end
    // The bits of k above idx are those of the lane, the last one on top.
    for (i = 0; i < POINTS; i = i + 1) begin : gen_lane
      localparam [1:0]     Top = (POINTS == 4) ? 2*(i % 2) + i / 2 : i;
      wire [IdxBits+M+3:0] k   = {{(M+2){1'b0}}, Top, idx};
      wire                 unused = |k[IdxBits+M+3:M+2];
      assign need[i]   = k[M+1:0] < two_t;
      assign faults[i] = need2_q[i] && sum2_q[M*i +: M] != {M{1'b0}};
    end
  endgenerate

  // The zero test looks at the registered sums: a fault of the last word counts with done_o.
  always @(posedge clk) begin
    if (clr_i) begin
      count_q  <= {CountBits{1'b0}};
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
      fault_q  <= fault_q || (final2_q && |faults);
    end
    // Stage 1: the stored word has been read. Stage 2: the sums.
    keep1_q <= add_i || !first_block;
    last1_q <= last;
    need1_q <= need;
    idx1_q  <= idx;
    data1_q <= data_i;
    last2_q <= last1_q;
    need2_q <= need1_q;
    sum2_q  <= sum;
  end

  // An index comes back after 2^IdxBits >= 4 words, long after its write. Always reading lets a
  // wipe also clear the output register of the RAM.
  ram_sdp #(
    .WIDTH(POINTS*M), .DEPTH(1 << IdxBits)
  ) u_ram (
    .clk    (clk),
    .we_i   (valid1_q),
    .waddr_i(idx1_q),
    .wdata_i(sum),
    .re_i   (1'b1),
    .raddr_i(idx),
    .rdata_o(stored)
  );

  assign sum_valid_o = final2_q;
  assign sum_last_o  = last2_q;
  assign sum_o       = sum2_q;
  assign done_o      = full2_q;
  assign zero_o      = !fault_q;
endmodule

`default_nettype wire
