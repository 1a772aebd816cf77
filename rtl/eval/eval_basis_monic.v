// SPDX-License-Identifier: Apache-2.0
// eval_basis_monic: splits s_LEVELS off a monic polynomial of degree 2^LEVELS, f = s_LEVELS + rest.
// While the coefficients are taken in, split_o is what turns them into those of the rest: the
// coefficients of s_LEVELS, which has terms x^(2^i) only; otherwise, and with monic_i low, zero.
// While a block of points is fed, point_o is the constant s_LEVELS(a) that s_LEVELS adds to it, to
// be added to c_0 where point_due_o is high. An operation is announced by op_load_i or op_feed_i,
// its outputs come two cycles later; power_i comes one cycle later and tells that the number of the
// coefficient is a power of two.
`default_nettype none

module eval_basis_monic #(
  parameter        M      = 13,
  parameter [16:0] FIELDS = 17'h03000,
  parameter        LEVELS = 7
) (
  input  wire         clk,
  input  wire         clr_i,
  input  wire [4:0]   m_i,
  input  wire         monic_i,
  input  wire         op_load_i,
  input  wire         op_feed_i,     // first feeding of a block
  input  wire         power_i,
  output wire [M-1:0] split_o,
  output wire         point_due_o,
  output wire [M-1:0] point_o
);
  localparam [4:0] NoEntry = 5'd31;

  reg        load1_q, feed1_q, feed2_q;
  reg  [3:0] power_q;                // how many powers of two have passed
  reg  [4:0] idx2_q;
  wire       hit = load1_q && power_i;

  always @(posedge clk) begin
    if (clr_i) begin
      load1_q <= 1'b0;
      feed1_q <= 1'b0;
      power_q <= 4'd0;
    end else begin
      load1_q <= op_load_i;
      feed1_q <= op_feed_i && monic_i;
      if (hit) power_q <= power_q + 4'd1;
    end
    feed2_q <= feed1_q;
    idx2_q  <= (hit && monic_i) ? {1'b0, power_q} : NoEntry;
  end

  eval_rom #(.M(M), .FIELDS(FIELDS), .KIND(2), .LEVEL(LEVELS)) u_split (
    .m_i(m_i), .idx_i(idx2_q), .add_i({M{1'b0}}), .value_o(split_o)
  );

  assign point_due_o = feed2_q;

  // s_LEVELS is linear in the bits of the block's number. Counting up by one flips the trailing
  // ones of the old number, which are the trailing zeros of the new one and the bit above: always a
  // run of low bits, hence one constant each.
  localparam HighBits = M - LEVELS;
  generate
    if (HighBits < 1) begin : gen_zero
      // One block is the whole field, and s_LEVELS vanishes on it.
      assign point_o = {M{1'b0}};
    end else begin : gen_steps
      reg  [HighBits-1:0] block_q;   // number of the next block
      reg  [M-1:0]        point_q;
      reg  [4:0]          zeros;     // trailing zeros; the first block takes no step
      wire [M-1:0]        point_next;
      integer             i;

      always @(*) begin
        zeros = 5'd15;
        for (i = HighBits - 1; i >= 0; i = i - 1)
          if (block_q[i]) zeros = i[4:0];
      end

      eval_rom #(.M(M), .FIELDS(FIELDS), .KIND(1), .LEVEL(LEVELS)) u_step (
        .m_i(m_i), .idx_i(zeros), .add_i(point_q), .value_o(point_next)
      );

      always @(posedge clk) begin
        if (clr_i) begin
          block_q <= {HighBits{1'b0}};
          point_q <= {M{1'b0}};
        end else if (op_feed_i) begin
          block_q <= block_q + 1'b1;
          point_q <= point_next;
        end
      end
      assign point_o = point_q;
    end
  endgenerate
endmodule

`default_nettype wire
