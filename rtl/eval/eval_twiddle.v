// SPDX-License-Identifier: Apache-2.0
// eval_twiddle: the twiddle shat_LEVEL(pt(a)) of one stage for a = 0, 2, 4, ... in stage order.
// It is linear in the bits of a above LEVEL, so each 2^LEVEL pairs it moves by one of a few
// constants, chosen by the number of trailing zeros of the new high part. tw_o belongs to what the
// last en_i accepted: one pair, or two with POINTS = 4.
// Two pairs of coefficients of the same points share the twiddle. SPLIT = 1: the pairs differ in
// bit LEVEL+1 of a; the upper half of tw_o is then the twiddle of the second one.
`default_nettype none

module eval_twiddle #(
  parameter        M      = 13,
  parameter [16:0] FIELDS = 17'h03000,
  parameter        POINTS = 2,
  parameter        LEVEL  = 0,
  parameter        SPLIT  = 0,
  parameter        WIDTH  = (SPLIT != 0) ? 2*M : M
) (
  input  wire             clk,
  input  wire             clr_i,
  input  wire [4:0]       m_i,
  input  wire             en_i,
  output wire [WIDTH-1:0] tw_o
);
  // Number of the lowest bit of a that the count below follows.
  localparam First      = (SPLIT != 0) ? LEVEL + 2 : LEVEL + 1;
  localparam LaneBits   = $clog2(POINTS);
  localparam PeriodBits = First - LaneBits;
  localparam HighBits   = M - First;
  localparam [4:0] NoStep = 5'd15;

  generate
    if (HighBits < 1) begin : gen_zero
      // The stage covers the whole field: no point bits are left above it.
      wire unused = &{1'b0, clk, clr_i, en_i, m_i};
      assign tw_o[M-1:0] = {M{1'b0}};
      if (SPLIT != 0) begin : gen_far
        eval_rom #(.M(M), .FIELDS(FIELDS), .KIND(6), .LEVEL(LEVEL)) u_rom (
          .m_i(m_i), .idx_i(NoStep), .add_i({M{1'b0}}), .value_o(tw_o[WIDTH-1:M])
        );
      end
    end else begin : gen_steps
      reg  [M-LaneBits-1:0] count_q;   // accepted so far
      reg  [M-1:0]          tw_q;
      reg  [4:0]            zeros;     // trailing zeros of the high part; the first takes no step
      wire [M-1:0]          tw_next;
      wire                  due;
      integer               i;

      // Counting up by one flips the trailing ones of the old number, which are the trailing
      // zeros of the new one and the bit above: always a run of low bits, hence few constants.
      always @(*) begin
        zeros = NoStep;
        for (i = HighBits - 1; i >= 0; i = i - 1)
          if (count_q[PeriodBits+i]) zeros = i[4:0];
      end

      if (PeriodBits == 0) begin : gen_each
        assign due = en_i;
      end else begin : gen_period
        assign due = en_i && count_q[PeriodBits-1:0] == {PeriodBits{1'b0}};
      end

      eval_rom #(
        .M(M), .FIELDS(FIELDS), .KIND((SPLIT != 0) ? 5 : 0), .LEVEL(LEVEL)
      ) u_rom (
        .m_i(m_i), .idx_i(zeros), .add_i(tw_q), .value_o(tw_next)
      );

      always @(posedge clk) begin
        if (clr_i) begin
          count_q <= {(M-LaneBits){1'b0}};
          tw_q    <= {M{1'b0}};
        end else begin
          if (en_i) count_q <= count_q + 1'b1;
          if (due) tw_q <= tw_next;
        end
      end
      assign tw_o[M-1:0] = tw_q;

      // A register of its own, so that no adder stands in front of the multiplier. The same steps
      // from another start, which the first step of a run brings.
      if (SPLIT != 0) begin : gen_far
        reg  [M-1:0] far_q;
        wire [M-1:0] far_next;
        eval_rom #(.M(M), .FIELDS(FIELDS), .KIND(6), .LEVEL(LEVEL)) u_rom (
          .m_i(m_i), .idx_i(zeros), .add_i(far_q), .value_o(far_next)
        );
        always @(posedge clk) begin
          if (clr_i) far_q <= {M{1'b0}};
          else if (due) far_q <= far_next;
        end
        assign tw_o[WIDTH-1:M] = far_q;
      end
    end
  endgenerate
endmodule

`default_nettype wire
