// SPDX-License-Identifier: Apache-2.0
// poly_elem: control of the instructions that go through polynomials one coefficient at a time
// (padd pmov pscale pshift emul esqr einv), and of the reversed copies and the seek of poly_mul.
//
// Reads and writes share the operand registers of the lanes, so they take turns. A coefficient
// takes P cycles: P = 2 with one source (read, write), 3 with two (read a, read b, write), 12 for
// einv (the inversion runs beside). Everything passes the multiplier as d * 1/b, with 1/b = 1
// where there is nothing to multiply, and is written 7 cycles after the last read for it: always
// in a cycle that reads nothing, and after its own coefficient was read, so d may be a or b.
//   Cycles from start_i to done_o: P*len + 7; pscale 2*len + s + 8, as it walks to coefficient s.
// From poly_mul (mul_i): coefficients t-1 .. 0 of p_a go to 0 .. t-1 of p_d, walking up first:
// 3*t + 7 cycles; with seek_i the cursor just goes to coefficient t-1 of p_a: t cycles.
// Durations depend on these numbers alone. op_i and the other operands hold from the cycle
// before start_i until done_o.
`default_nettype none

module poly_elem #(
  parameter M        = 13,
  parameter L        = 17,
  parameter F        = 8,
  parameter NUM_REGS = 8,
  parameter AW       = 5
) (
  input  wire          clk,
  input  wire          rst_n,
  input  wire          start_i,
  input  wire          mul_i,
  input  wire          seek_i,
  input  wire [5:0]    op_i,
  input  wire [4:0]    a_i,
  input  wire [4:0]    b_i,
  input  wire [M:0]    len_i,
  input  wire [M:0]    arg_i,
  input  wire [M:0]    t_i,
  output wire          busy_o,
  output wire          done_o,
  // Serial reads through the cursor of poly_read.
  output wire          load_o,
  output wire [4:0]    reg_o,
  output wire          read_o,
  output wire          step_o,
  output wire          down_o,
  input  wire          wrap_i,     // a step leads to another word
  // The second source has a cursor here, whose lane is that of the first; its address goes out a
  // cycle ahead, with pass_o.
  output wire          pass_o,
  output wire [AW-1:0] raddr_o,
  output wire          second_o,
  output wire          odd_o,
  output wire [AW-1:0] top_o,      // with mul_i: word of coefficient t-1
  // Scalar unit.
  output wire          init_o,     // 1/b = 1
  output wire          put_o,      // d = the coefficient that was read
  output wire          add_o,      // ... added to d
  output wire          one_o,      // ... added to 1
  output wire          factor_o,   // 1/b = the coefficient that was read
  output wire          slot_o,
  output wire          inv_o,
  output wire          div_o,
  input  wire [M-1:0]  f_i,
  // Serial writes, as xw.
  output wire          valid_o,
  output wire [M-1:0]  data_o
);
  // Counts up to the capacity of a register, of which the ports may know fewer bits.
  localparam Bits = $clog2(L*F + 1);
  localparam CW   = (Bits > M + 1) ? M + 1 : Bits;

  // Phases in which a coefficient is complete at the read side; the last phase follows.
  localparam [3:0] FireOne = 4'd0;
  localparam [3:0] FireTwo = 4'd1;
  localparam [3:0] FireInv = 4'd10;
  localparam [3:0] DrainAt = 4'd7;

  localparam [1:0] Idle  = 2'd0;
  localparam [1:0] Walk  = 2'd1;
  localparam [1:0] Run   = 2'd2;
  localparam [1:0] Drain = 2'd3;

  `include "mce_isa.vh"

  reg  [1:0]    state_q;
  reg  [1:0]    state_d;
  reg  [CW-1:0] left_q;
  reg  [CW-1:0] left_d;
  reg  [3:0]    phase_q;
  reg  [3:0]    phase_d;
  reg           first_q;           // the first coefficient is due
  reg           first_d;
  reg  [3:1]    head_q;            // the first source of a coefficient was read so long ago
  reg  [6:1]    tail_q;            // a coefficient is complete since so long
  reg  [2:1]    scale_q;           // the factor of pscale was read so long ago
  reg  [M-1:0]  data_q;

  // The instruction is decoded a cycle ahead.
  reg  is_scale_q, is_shift_q, is_inv_q, is_emul_q, is_add_q, is_sqr_q;
  always @(posedge clk) begin
    is_scale_q <= op_i == OP_PSCALE;
    is_shift_q <= op_i == OP_PSHIFT;
    is_inv_q   <= op_i == OP_EINV;
    is_emul_q  <= op_i == OP_EMUL;
    is_add_q   <= op_i == OP_PADD;
    is_sqr_q   <= op_i == OP_ESQR;
  end
  wire two      = is_emul_q || is_add_q;

  wire [CW-1:0] one     = {{(CW-1){1'b0}}, 1'b1};
  wire [CW-1:0] length  = mul_i ? t_i[CW-1:0] : len_i[CW-1:0];
  wire [CW-1:0] way     = mul_i ? t_i[CW-1:0] - one : arg_i[CW-1:0];
  wire          in_walk = (state_q == Walk);
  wire          in_run  = (state_q == Run);
  wire          arrived = in_walk && (left_q == {CW{1'b0}});
  wire          stepped = in_walk && !arrived;
  wire [3:0]    fire_at = is_inv_q ? FireInv : two ? FireTwo : FireOne;
  wire          fire    = in_run && (phase_q == fire_at);
  wire          head    = in_run && (phase_q == 4'd0);
  wire          second  = in_run && two && (phase_q == FireTwo);
  // pshift reads one coefficient less: in the first turn nothing is read, and nothing reads as 0.
  wire          none    = is_shift_q && first_q;
  wire          fetch   = arrived && is_scale_q;

  generate
    if (CW < M + 1) begin : gen_high
      wire unused_high = &{1'b0, len_i[M:CW], arg_i[M:CW], t_i[M:CW]};
    end
  endgenerate

  always @(*) begin
    state_d = state_q;
    left_d  = left_q;
    phase_d = 4'd0;
    first_d = 1'b1;
    case (state_q)
      // Waits for start.
      Idle: begin
        left_d = (mul_i || is_scale_q) ? way : length;
        if (start_i) state_d = (mul_i || is_scale_q) ? Walk : Run;
      end
      // Moves the cursor up to the coefficient asked for.
      Walk: begin
        left_d = arrived ? length : left_q - one;
        if (arrived) state_d = (mul_i && seek_i) ? Idle : Run;
      end
      // Reads coefficient after coefficient.
      Run: begin
        first_d = first_q && !fire;
        phase_d = (phase_q == fire_at + 4'd1) ? 4'd0 : phase_q + 4'd1;
        if (fire) begin
          left_d = left_q - one;
          if (left_q == one) begin
            state_d = Drain;
            phase_d = 4'd0;
          end
        end
      end
      // Lets the last one reach the memory.
      default: begin
        phase_d = phase_q + 4'd1;
        if (phase_q == DrainAt) state_d = Idle;
      end
    endcase
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      state_q <= Idle;
      head_q  <= 3'd0;
      tail_q  <= 6'd0;
      scale_q <= 2'd0;
    end else begin
      state_q <= state_d;
      head_q  <= {head_q[2:1], head && (two || is_inv_q)};
      tail_q  <= {tail_q[5:1], fire};
      scale_q <= {scale_q[1], fetch};
    end
    left_q  <= left_d;
    phase_q <= phase_d;
    first_q <= first_d;
    // One more stage, so that the write meets a cycle without a read; zero when there is none.
    if (tail_q[5]) data_q <= f_i;
    else           data_q <= {M{1'b0}};
  end

  wire          second_odd;
  wire [AW-1:0] second_addr;
  wire [AW-1:0] unused_next;

  // For poly_mul it counts words, from 0 while the other cursor walks up.
  poly_cursor #(.F(F), .NUM_REGS(NUM_REGS), .AW(AW)) u_cursor (
    .clk    (clk),
    .load_i (start_i),
    .reg_i  (b_i & {5{!mul_i}}),
    .step_i ((stepped || (two && fire)) && wrap_i),
    .down_i (1'b0),
    .odd_o  (second_odd),
    .addr_o (second_addr),
    .next_o (unused_next)
  );

  assign busy_o   = (state_q != Idle);
  assign done_o   = ((state_q == Drain) && (phase_q == DrainAt)) || (arrived && mul_i && seek_i);
  assign load_o   = start_i || fetch;
  assign reg_o    = (start_i && is_scale_q) ? b_i : a_i;
  assign read_o   = fetch || second || (head && !none);
  assign step_o   = stepped || (fire && !none && (left_q != one));
  assign down_o   = mul_i && !in_walk;
  assign pass_o   = head && two;
  assign raddr_o  = second_addr;
  assign second_o = second;
  assign odd_o    = second_odd;
  assign top_o    = second_addr;
  assign init_o   = start_i;
  assign put_o    = head_q[2] || tail_q[2];
  assign add_o    = tail_q[2] && is_add_q;
  assign one_o    = tail_q[2] && is_inv_q;
  assign factor_o = (head_q[2] && is_emul_q) || (tail_q[2] && is_sqr_q) || scale_q[2];
  assign slot_o   = head_q[2] && is_inv_q;
  assign inv_o    = head_q[3] && is_inv_q;
  assign div_o    = tail_q[3];
  assign valid_o  = tail_q[6];
  assign data_o   = data_q;
endmodule

`default_nettype wire
