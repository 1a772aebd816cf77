// SPDX-License-Identifier: Apache-2.0
// vec_gather: turns a stream of 16-bit indices into pairs of memory look-ups (vgather).
//
// A chunk holds four indices, the last chunk of a run is zero-filled. One pair of look-ups a cycle,
// none in a cycle of `hold_i` (the memory is written then). The bits come back two cycles after the
// addresses; an index of 2^m or more gives 0 by masking the bit, never by skipping the access.
// Result batches appear three cycles after their look-ups: ceil(len/2) of them, none lost, the last
// one marked and padded with 0 when len is odd.
`default_nettype none

module vec_gather #(
  parameter M       = 13,
  parameter IdxBits = 13                  // address bits of a bit in a register, M or more
) (
  input  wire               clk,
  input  wire               rst_n,
  input  wire               clear_i,        // wipe
  input  wire               start_i,
  input  wire [M:0]         len_i,          // 1 .. 2^M
  input  wire [4:0]         m_i,
  input  wire               hold_i,
  input  wire               ck_valid_i,
  input  wire [63:0]        ck_data_i,
  output wire               ck_ready_o,
  output wire               look_valid_o,
  output wire [IdxBits-1:0] look0_idx_o,
  output wire [IdxBits-1:0] look1_idx_o,
  input  wire               look0_bit_i,
  input  wire               look1_bit_i,
  output wire               bits_valid_o,
  output wire               bits_last_o,
  output wire [1:0]         bits_o
);
  // Pairs still to be taken from the stream.
  reg  [M-1:0] left_q, left_d;
  reg          odd_q, odd_d;              // the last pair has one index only
  reg          half_q, half_d;            // which half of the chunk is next
  reg  [15:0]  above_q;                   // index bits that must be zero
  wire [15:0]  above_d;
  // The pair at the memory, then the tokens that wait for its bits.
  reg          pair_valid_q, pair_valid_d;
  reg          pair_last_q, pair_last_d;
  reg  [31:0]  pair_q, pair_d;
  reg  [2:0]   valid_q, last_q;
  reg  [1:0]   bits_q;
  reg  [1:0]   ok1_q, ok2_q;

  wire       free    = !pair_valid_q || !hold_i;
  wire       issue   = pair_valid_q && !hold_i;
  wire       need    = left_q != {M{1'b0}};
  wire       at_last = left_q == {{(M-1){1'b0}}, 1'b1};
  wire       take    = need && free && ck_valid_i;
  wire [1:0] ok      = {(pair_q[31:16] & above_q) == 16'd0 && !(pair_last_q && odd_q),
                        (pair_q[15:0]  & above_q) == 16'd0};

  assign above_d      = 16'hffff << m_i;
  // A chunk leaves with its second half, or with the last pair.
  assign ck_ready_o   = need && free && (half_q || at_last);
  assign look_valid_o = issue;
  assign look0_idx_o  = pair_q[0 +: IdxBits];
  assign look1_idx_o  = pair_q[16 +: IdxBits];
  assign bits_valid_o = valid_q[2];
  assign bits_last_o  = last_q[2];
  assign bits_o       = bits_q;

  always @(*) begin
    left_d       = left_q;
    odd_d        = odd_q;
    half_d       = half_q;
    pair_valid_d = take || (pair_valid_q && hold_i);
    pair_last_d  = pair_last_q;
    pair_d       = pair_q;
    if (take) begin
      left_d      = left_q - {{(M-1){1'b0}}, 1'b1};
      half_d      = !half_q;
      pair_last_d = at_last;
      pair_d      = half_q ? ck_data_i[63:32] : ck_data_i[31:0];
    end
    if (start_i) begin
      left_d = len_i[M:1] + {{(M-1){1'b0}}, len_i[0]};
      odd_d  = len_i[0];
      half_d = 1'b0;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      left_q       <= {M{1'b0}};
      pair_valid_q <= 1'b0;
      valid_q      <= 3'd0;
      last_q       <= 3'd0;
    end else begin
      left_q       <= left_d;
      pair_valid_q <= pair_valid_d;
      valid_q      <= {valid_q[1:0], issue};
      last_q       <= {last_q[1:0], issue && pair_last_q};
    end
  end

  always @(posedge clk) begin
    odd_q       <= odd_d;
    half_q      <= half_d;
    pair_last_q <= pair_last_d;
    above_q     <= above_d;
    if (clear_i) begin
      pair_q <= 32'd0;
      ok1_q  <= 2'd0;
      ok2_q  <= 2'd0;
      bits_q <= 2'd0;
    end else begin
      pair_q <= pair_d;
      ok1_q  <= ok;
      ok2_q  <= ok1_q;
      bits_q <= {look1_bit_i && ok2_q[1], look0_bit_i && ok2_q[0]};
    end
  end
endmodule

`default_nettype wire
