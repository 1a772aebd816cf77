// SPDX-License-Identifier: Apache-2.0
// eval_twiddle: the twiddle shat_LEVEL(pt(a)) of one stage for a = 0, 2, 4, ... in stage order.
// It is linear in the bits of a above LEVEL, so each 2^LEVEL pairs it moves by one of a few
// constants, chosen by the number of trailing zeros of the new high part. tw_o belongs to the pair
// accepted by the last en_i. TAIL = 1: s_LEVEL(pt(a)) instead, constant over 2^(LEVEL-1) pairs.
`default_nettype none

module eval_twiddle #(
  parameter        M      = 13,
  parameter [16:0] FIELDS = 17'h03000,
  parameter        LEVEL  = 0,
  parameter        TAIL   = 0
) (
  input  wire         clk,
  input  wire         clr_i,
  input  wire [4:0]   m_i,
  input  wire         en_i,
  output wire [M-1:0] tw_o
);
  localparam PeriodBits = (TAIL != 0) ? LEVEL - 1 : LEVEL;
  localparam HighBits   = M - 1 - PeriodBits;
  localparam [4:0] NoStep = 5'd15;

  generate
    if (HighBits < 1) begin : gen_zero
      // The stage covers the whole field: no point bits are left above it.
      wire unused = &{1'b0, clk, clr_i, en_i, m_i};
      assign tw_o = {M{1'b0}};
    end else begin : gen_steps
      reg  [M-2:0] count_q;   // number of the next pair
      reg  [M-1:0] tw_q;
      reg  [4:0]   zeros;     // trailing zeros of the high part; the first pair takes no step
      wire [M-1:0] tw_next;
      wire         due;
      integer      i;

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
        .M(M), .FIELDS(FIELDS), .KIND((TAIL != 0) ? 1 : 0), .LEVEL(LEVEL)
      ) u_rom (
        .m_i(m_i), .idx_i(zeros), .add_i(tw_q), .value_o(tw_next)
      );

      always @(posedge clk) begin
        if (clr_i) begin
          count_q <= {(M-1){1'b0}};
          tw_q    <= {M{1'b0}};
        end else begin
          if (en_i) count_q <= count_q + 1'b1;
          if (due) tw_q <= tw_next;
        end
      end
      assign tw_o = tw_q;
    end
  endgenerate
endmodule

`default_nettype wire
