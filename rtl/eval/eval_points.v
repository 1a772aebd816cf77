// SPDX-License-Identifier: Apache-2.0
// eval_points: makes the weighted points for the transposed pipeline, POINTS a cycle.
// esyn_i: takes 2^m/POINTS chunks {..., w1, pos1, w0, pos0}, looks up all bits, stores the weights
// and passes on w where the bit is 1 and pos < n; after the last chunk zeros flush the pipeline.
// wipe_i: the same with zeros instead of chunks. Otherwise the root bits gate the stored weights.
// From chunk to points four cycles; from the number of stored ones to them two.
`default_nettype none

module eval_points #(
  parameter M         = 13,
  parameter POINTS    = 2,
  parameter LANE_BITS = $clog2(POINTS)
) (
  input  wire                   clk,
  input  wire                   clr_i,
  input  wire                   esyn_i,
  input  wire                   wipe_i,
  input  wire [4:0]             m_i,
  input  wire [M:0]             n_i,
  input  wire [M-LANE_BITS-1:0] last_i,         // number of chunks minus one
  input  wire                   ck_valid_i,
  input  wire [32*POINTS-1:0]   ck_data_i,
  output wire                   ck_ready_o,
  output wire                   look_valid_o,
  output wire [POINTS*M-1:0]    look_idx_o,
  input  wire [POINTS-1:0]      look_bit_i,
  // Root bits, one cycle after their number.
  input  wire [M-LANE_BITS-1:0] root_number_i,
  input  wire                   root_valid_i,
  input  wire [POINTS-1:0]      root_bits_i,
  output wire                   valid_o,
  output wire [POINTS*M-1:0]    data_o
);
  localparam CountBits = M - LANE_BITS;

  // The handshake depends on the number of chunks taken alone.
  reg  [CountBits-1:0]   count_q;
  reg                    full_q;
  wire                   open  = (esyn_i || wipe_i) && !full_q;
  wire                   taken = open && (wipe_i || ck_valid_i);
  wire [32*POINTS-1:0]   chunk = ck_data_i & {(32*POINTS){taken && !wipe_i}};
  wire                   unused_chunk = |chunk;   // a weight has up to 16 bits, M exist here

  // Cycle 1: the chunk. Cycles 2 and 3: weights wait for the bits. Cycle 4: the points.
  reg                    taken1_q, look1_q, valid1_q, valid2_q, valid3_q, valid4_q;
  reg  [CountBits-1:0]   count1_q;
  reg  [16*POINTS-1:0]   pos_q;
  reg  [POINTS-1:0]      in_code2_q, in_code3_q;
  reg  [POINTS*M-1:0]    weight1_q, weight2_q, weight3_q, data_q;
  wire [POINTS*M-1:0]    stored, weight, data;
  wire [16*POINTS-1:0]   pos;
  wire [POINTS-1:0]      in_code;
  wire                   from_chunk = esyn_i || wipe_i;
  wire [POINTS-1:0]      bits = from_chunk ? look_bit_i & in_code3_q : root_bits_i;
  wire [POINTS*M-1:0]    factor = from_chunk ? weight3_q : stored;

  // The positions are 16 bits wide whatever M is; n may be 2^16. Bits of a weight above m are
  // ignored.
  wire [16:0]            n_wide = {{(16-M){1'b0}}, n_i};
  reg  [M-1:0]           mask;
  always @(posedge clk) mask <= ~({M{1'b1}} << m_i);
  genvar i;
  generate
    for (i = 0; i < POINTS; i = i + 1) begin : gen_lane
      assign pos[16*i +: 16]      = chunk[32*i +: 16];
      assign weight[M*i +: M]     = chunk[32*i+16 +: M] & mask;
      assign in_code[i]           = {1'b0, pos_q[16*i +: 16]} < n_wide;
      assign data[M*i +: M]       = factor[M*i +: M] & {M{bits[i]}};
      assign look_idx_o[M*i +: M] = pos_q[16*i +: M];
    end
  endgenerate

  // After the last chunk the points go on without pause: zeros push the pipeline's contents out.
  always @(posedge clk) begin
    if (clr_i) begin
      count_q  <= {CountBits{1'b0}};
      full_q   <= 1'b0;
      taken1_q <= 1'b0;
      look1_q  <= 1'b0;
      valid1_q <= 1'b0;
      valid2_q <= 1'b0;
      valid3_q <= 1'b0;
      valid4_q <= 1'b0;
    end else begin
      if (taken) count_q <= count_q + 1'b1;
      full_q   <= full_q || (taken && count_q == last_i);
      taken1_q <= taken;
      look1_q  <= taken && !wipe_i;
      valid1_q <= taken || (from_chunk && full_q);
      valid2_q <= valid1_q;
      valid3_q <= valid2_q;
      valid4_q <= from_chunk ? valid3_q : root_valid_i;
    end
    count1_q  <= count_q;
    // The positions are zero whenever no look-up is going on, also after a kill.
    pos_q     <= clr_i ? {(16*POINTS){1'b0}} : pos;
    weight1_q <= weight;
    in_code2_q <= in_code;
    weight2_q <= weight1_q;
    in_code3_q <= in_code2_q;
    weight3_q <= weight2_q;
    data_q    <= data;
  end

  // Written by esyn, read by the re-check, never both in one run. Always reading lets a wipe also
  // clear the output register of the RAM.
  ram_sdp #(
    .WIDTH(POINTS*M), .DEPTH(1 << CountBits)
  ) u_weights (
    .clk    (clk),
    .we_i   (taken1_q),
    .waddr_i(count1_q),
    .wdata_i(weight1_q),
    .re_i   (1'b1),
    .raddr_i(root_number_i),
    .rdata_o(stored)
  );

  assign ck_ready_o   = esyn_i && !full_q;
  assign look_valid_o = look1_q;
  assign valid_o      = valid4_q;
  assign data_o       = data_q;
endmodule

`default_nettype wire
