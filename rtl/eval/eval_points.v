// SPDX-License-Identifier: Apache-2.0
// eval_points: makes the weighted points for the transposed pipeline, a pair a cycle.
// esyn_i: takes 2^(m-1) chunks {w1, pos1, w0, pos0}, looks up both bits, stores the weights and
// passes on w where the bit is 1 and pos < n; after the last chunk zero pairs flush the pipeline.
// wipe_i: the same with zeros instead of chunks. Otherwise the root bits gate the stored weights.
// From chunk to pair four cycles; from root pair number to pair two.
`default_nettype none

module eval_points #(
  parameter M = 13
) (
  input  wire         clk,
  input  wire         clr_i,
  input  wire         esyn_i,
  input  wire         wipe_i,
  input  wire [4:0]   m_i,
  input  wire [M:0]   n_i,
  input  wire [M-2:0] last_pair_i,
  input  wire         ck_valid_i,
  input  wire [63:0]  ck_data_i,
  output wire         ck_ready_o,
  output wire         look_valid_o,
  output wire [M-1:0] look0_idx_o,
  output wire [M-1:0] look1_idx_o,
  input  wire         look0_bit_i,
  input  wire         look1_bit_i,
  // Root bits, one cycle after their pair number.
  input  wire [M-2:0] root_pair_i,
  input  wire         root_valid_i,
  input  wire [1:0]   root_bits_i,
  output wire         pair_valid_o,
  output wire [M-1:0] pair_lo_o,
  output wire [M-1:0] pair_hi_o
);
  // The handshake depends on the number of chunks taken alone.
  reg  [M-2:0] count_q;
  reg          full_q;
  wire         open  = (esyn_i || wipe_i) && !full_q;
  wire         taken = open && (wipe_i || ck_valid_i);
  wire [63:0]  chunk = ck_data_i & {64{taken && !wipe_i}};
  wire         unused_chunk = |chunk;   // a weight has up to 16 bits, M of them exist here

  // Cycle 1: the chunk. Bits of a weight above m are ignored.
  reg          taken1_q, look1_q, valid1_q;
  reg  [M-2:0] count1_q;
  reg  [15:0]  pos0_q, pos1_q;
  reg  [M-1:0] weight0_q, weight1_q;
  wire [M-1:0] mask = ~({M{1'b1}} << m_i);
  // Cycles 2 and 3: weights wait for the bits. Cycle 4: the pair.
  reg          valid2_q, valid3_q, inside0_2_q, inside1_2_q, inside0_3_q, inside1_3_q;
  reg  [M-1:0] weight0_2_q, weight1_2_q, weight0_3_q, weight1_3_q;
  reg          valid4_q;
  reg  [M-1:0] pair_lo_q, pair_hi_q;

  wire [2*M-1:0] stored;
  wire           from_chunk = esyn_i || wipe_i;
  wire [M-1:0]   weight0 = from_chunk ? weight0_3_q : stored[M-1:0];
  wire [M-1:0]   weight1 = from_chunk ? weight1_3_q : stored[2*M-1:M];
  wire           bit0 = from_chunk ? look0_bit_i && inside0_3_q : root_bits_i[0];
  wire           bit1 = from_chunk ? look1_bit_i && inside1_3_q : root_bits_i[1];

  // The positions are 16 bits wide whatever M is; n may be 2^16.
  wire [16:0] n_wide = {{(16-M){1'b0}}, n_i};
  wire        inside0 = {1'b0, pos0_q} < n_wide;
  wire        inside1 = {1'b0, pos1_q} < n_wide;

  // After the last chunk the pairs go on without pause: zeros push the pipeline's contents out.
  always @(posedge clk) begin
    if (clr_i) begin
      count_q  <= {(M-1){1'b0}};
      full_q   <= 1'b0;
      taken1_q <= 1'b0;
      look1_q  <= 1'b0;
      valid1_q <= 1'b0;
      valid2_q <= 1'b0;
      valid3_q <= 1'b0;
      valid4_q <= 1'b0;
    end else begin
      if (taken) count_q <= count_q + 1'b1;
      full_q   <= full_q || (taken && count_q == last_pair_i);
      taken1_q <= taken;
      look1_q  <= taken && !wipe_i;
      valid1_q <= taken || (from_chunk && full_q);
      valid2_q <= valid1_q;
      valid3_q <= valid2_q;
      valid4_q <= from_chunk ? valid3_q : root_valid_i;
    end
    count1_q    <= count_q;
    // The positions are zero whenever no look-up is going on, also after a kill.
    pos0_q      <= clr_i ? 16'd0 : chunk[15:0];
    pos1_q      <= clr_i ? 16'd0 : chunk[47:32];
    weight0_q   <= chunk[16 +: M] & mask;
    weight1_q   <= chunk[48 +: M] & mask;
    inside0_2_q <= inside0;
    inside1_2_q <= inside1;
    weight0_2_q <= weight0_q;
    weight1_2_q <= weight1_q;
    inside0_3_q <= inside0_2_q;
    inside1_3_q <= inside1_2_q;
    weight0_3_q <= weight0_2_q;
    weight1_3_q <= weight1_2_q;
    pair_lo_q   <= weight0 & {M{bit0}};
    pair_hi_q   <= weight1 & {M{bit1}};
  end

  // Written by esyn, read by the re-check, never both in one run. Always reading lets a wipe also
  // clear the output register of the RAM.
  ram_sdp #(
    .WIDTH(2*M), .DEPTH(1 << (M - 1))
  ) u_weights (
    .clk    (clk),
    .we_i   (taken1_q),
    .waddr_i(count1_q),
    .wdata_i({weight1_q, weight0_q}),
    .re_i   (1'b1),
    .raddr_i(root_pair_i),
    .rdata_o(stored)
  );

  assign ck_ready_o   = esyn_i && !full_q;
  assign look_valid_o = look1_q;
  assign look0_idx_o  = pos0_q[M-1:0];
  assign look1_idx_o  = pos1_q[M-1:0];
  assign pair_valid_o = valid4_q;
  assign pair_lo_o    = pair_lo_q;
  assign pair_hi_o    = pair_hi_q;
endmodule

`default_nettype wire
