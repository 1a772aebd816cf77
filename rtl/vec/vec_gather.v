// SPDX-License-Identifier: Apache-2.0
// vec_gather: turns a stream of 16-bit indices into groups of memory look-ups (vgather).
//
// A chunk holds four indices, the last chunk of a run is zero-filled. One group of P = GATHER_PORTS
// look-ups a cycle, half a chunk or all of it, none in a cycle of `hold_i` (the memory is written
// then). The bits come back two cycles after the addresses; an index of 2^m or more gives 0 by
// masking the bit, never by skipping the access. Result batches appear three cycles after their
// look-ups: ceil(len/P) of them, none lost, the last one marked and padded with 0.
`default_nettype none

module vec_gather #(
  parameter M            = 13,
  parameter IdxBits      = 13,            // address bits of a bit in a register, M or more
  parameter GATHER_PORTS = 4              // P, 2 or 4
) (
  input  wire                            clk,
  input  wire                            rst_n,
  input  wire                            clear_i,        // wipe
  input  wire                            start_i,
  input  wire [M:0]                      len_i,          // 1 .. 2^M
  input  wire [4:0]                      m_i,
  input  wire                            hold_i,
  input  wire                            ck_valid_i,
  input  wire [63:0]                     ck_data_i,
  output wire                            ck_ready_o,
  output wire                            look_valid_o,
  output wire [GATHER_PORTS*IdxBits-1:0] look_idx_o,
  input  wire [GATHER_PORTS-1:0]         look_bit_i,
  output wire                            bits_valid_o,
  output wire                            bits_last_o,
  output wire [GATHER_PORTS-1:0]         bits_o
);
  localparam integer P        = GATHER_PORTS;
  localparam integer LogP     = $clog2(P);
  localparam integer LeftBits = M + 1 - LogP;
  localparam [LeftBits-1:0] One = 1;

  // Groups still to be taken from the stream.
  reg  [LeftBits-1:0] left_q, left_d, groups_q;
  reg  [P-1:0]        tail_q, tail_d;     // which indices of the last group count
  reg                 half_q, half_d;     // which half of the chunk is next
  reg  [15:0]         above_q;            // index bits that must be zero
  wire [15:0]         above_d;
  // The group at the memory, then the tokens that wait for its bits.
  reg                 group_valid_q, group_valid_d;
  reg                 group_last_q, group_last_d;
  reg  [16*P-1:0]     group_q, group_d;
  reg  [2:0]          valid_q, last_q;
  reg  [P-1:0]        bits_q;
  reg  [P-1:0]        ok, ok1_q, ok2_q;

  wire        free    = !group_valid_q || !hold_i;
  wire        issue   = group_valid_q && !hold_i;
  reg         need, at_last;              // left_q is not 0, is 1
  wire        take    = need && free && ck_valid_i;
  wire        second  = P == 4 || half_q;
  wire [63:0] part    = (P != 4 && half_q) ? {32'd0, ck_data_i[63:32]} : ck_data_i;

  assign above_d      = 16'hffff << m_i;
  // A chunk leaves with its second half, or with the last group.
  assign ck_ready_o   = need && free && (second || at_last);
  assign look_valid_o = issue;
  assign bits_valid_o = valid_q[2];
  assign bits_last_o  = last_q[2];
  assign bits_o       = bits_q;

  genvar g;
  generate
    for (g = 0; g < P; g = g + 1) begin : gen_index
      assign look_idx_o[g*IdxBits +: IdxBits] = group_q[16*g +: IdxBits];
    end
    if (P == 2) begin : gen_halves
      wire unused_part = ^part[63:32];
    end
  endgenerate

  integer i;
  always @(*) begin
    left_d        = left_q;
    tail_d        = tail_q;
    half_d        = half_q;
    group_valid_d = take || (group_valid_q && hold_i);
    group_last_d  = group_last_q;
    group_d       = group_q;
    if (take) begin
      left_d       = left_q - One;
      half_d       = !half_q;
      group_last_d = at_last;
      group_d      = part[16*P-1:0];
    end
    if (start_i) begin
      left_d = groups_q;
      half_d = 1'b0;
    end
    for (i = 0; i < P; i = i + 1) begin
      if (start_i) tail_d[i] = len_i[LogP-1:0] == {LogP{1'b0}} || i[LogP-1:0] < len_i[LogP-1:0];
      ok[i] = (group_q[16*i +: 16] & above_q) == 16'd0 && (!group_last_q || tail_q[i]);
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      left_q        <= {LeftBits{1'b0}};
      need          <= 1'b0;
      at_last       <= 1'b0;
      group_valid_q <= 1'b0;
      valid_q       <= 3'd0;
      last_q        <= 3'd0;
    end else begin
      left_q        <= left_d;
      need          <= left_d != {LeftBits{1'b0}};
      at_last       <= left_d == One;
      group_valid_q <= group_valid_d;
      valid_q       <= {valid_q[1:0], issue};
      last_q        <= {last_q[1:0], issue && group_last_q};
    end
  end

  always @(posedge clk) begin
    // Operands stand a cycle before the start.
    groups_q     <= len_i[M:LogP] + {{(LeftBits-1){1'b0}}, |len_i[LogP-1:0]};
    tail_q       <= tail_d;
    half_q       <= half_d;
    group_last_q <= group_last_d;
    above_q      <= above_d;
    if (clear_i) begin
      group_q <= {(16*P){1'b0}};
      ok1_q   <= {P{1'b0}};
      ok2_q   <= {P{1'b0}};
      bits_q  <= {P{1'b0}};
    end else begin
      group_q <= group_d;
      ok1_q   <= ok;
      ok2_q   <= ok1_q;
      bits_q  <= look_bit_i & ok2_q;
    end
  end
endmodule

`default_nettype wire
