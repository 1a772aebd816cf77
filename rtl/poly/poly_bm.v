// SPDX-License-Identifier: Apache-2.0
// poly_bm: control of Berlekamp-Massey in two arrays, A in the pair p0,p2 and T in p1,p3.
//
// A = T = (s_0 .. s_{2t-1}, 1), b = 1, e = 0; for r = 0 .. 2t-1:
//   d = A_0;  T_{2t-1-r} = 0;  swap = d != 0 and e >= 0;
//   A'_i = A_{i+1} + (d/b) T_i;  T'_i = swap ? A_{i+1} : T_i;  b = swap ? d : b;
//   e = swap ? -1-e : e+1
// where e is r - 2*(length of the register so far). At the end C_i = A_i, i <= t, which is the rule
// of the reference for every sequence of linear complexity <= t, so for every decodable one.
//
// A step takes one cycle a word of live cells, 7 at least: d of the next step is known after the
// first word, and division and inversion run beside the others. A swap is never followed by
// another in the next step, so one inversion at a time is enough. After step t cells above 3t-r no
// longer matter. Then T = A, p0 is cleared from the word of cell t on, and C goes back reversed,
// sigma_i = C_{t-i}: the cursor of the read side, which starts at cell 0 of p1, walks up to cell t
// with walk_o meanwhile, and down while p0 is written from cell 0.
// Durations depend on t alone. Words here are read addresses: both pairs begin at word 0.
`default_nettype none

module poly_bm #(
  parameter M     = 13,
  parameter T_MAX = 128,
  parameter L     = 17,
  parameter F     = 8,
  parameter AW    = 5,
  parameter LW    = 5
) (
  input  wire          clk,
  input  wire          rst_n,
  input  wire          wipe_i,
  input  wire          start_i,
  input  wire [M:0]    t_i,
  output wire          busy_o,
  output wire          done_o,
  // Lanes, operand stage; all zero when idle. raddr_o is a cycle early and counts with pass_o.
  output wire          pass_o,
  output wire [AW-1:0] raddr_o,
  output wire [AW-1:0] waddr_o,
  output wire          all_even_o,
  output wire          all_odd_o,
  output wire          clear_o,     // operand a is zero
  output wire          trim_o,      // ... in the lanes from_o, from the edge upwards
  output wire          unity_o,     // 1 to the cell at the edge of both banks
  output wire [L-1:0]  from_o,
  output wire          zero_o,      // operand t is zero in one lane
  output wire [LW-1:0] zero_lane_o,
  output wire          take_o,
  output wire          shift_o,
  output wire          end_o,       // last word of a step: nothing comes after it
  // Scalar unit and matrix.
  output wire          init_o,
  output wire          load_o,
  output wire          slot_o,      // inv_o may come in the next cycle
  output wire          inv_o,
  output wire          div_o,
  input  wire          nonzero_i,
  output wire          rows_load_o,
  output wire          rows_clr_o,
  // Reversal, done by poly_read and poly_write.
  output wire          walk_o,
  output wire          rev_start_o,
  input  wire          rev_done_i
);
  localparam [31:0] Lanes    = L;
  localparam [31:0] RegWords = F;
  localparam CW = $clog2(2*T_MAX + 1);           // counts up to 2t
  localparam SW = ((AW > 3) ? AW : 3) + 1;       // words of a step, and cycles up to 7

  // Cycles of a step in which the scalar unit acts; the shortest step ends with the last of them.
  localparam [SW-1:0] SwapAt = 2;
  localparam [SW-1:0] DivAt  = 5;
  localparam [SW-1:0] EndAt  = 6;

  localparam [2:0] Idle    = 3'd0;
  localparam [2:0] Settle  = 3'd1;
  localparam [2:0] Init    = 3'd2;
  localparam [2:0] Unity   = 3'd3;
  localparam [2:0] Loop    = 3'd4;
  localparam [2:0] Copy    = 3'd5;
  localparam [2:0] Clear   = 3'd6;
  localparam [2:0] Reverse = 3'd7;

  reg [2:0]           state_q;
  reg [2:0]           state_d;
  reg [SW-1:0]        word_q;      // word of the pass, or cycle of the step
  reg [SW-1:0]        word_d;
  reg                 past_q;      // all words of the step have been read
  reg                 past_d;
  reg                 unity_q;     // the cell 2t has been set once
  reg [CW:0]          rem_q;       // 2t mod L in the making, one subtraction ahead
  reg [CW:0]          rem_d;
  reg [LW-1:0]        edge_q;      // ... and before the subtraction
  reg [L-1:0]         from_q;      // lanes from there upwards
  reg [CW-1:0]        steps_q;     // steps still to do, 2t-r
  reg [CW-1:0]        steps_d;
  reg                 late_q;      // word_q is EndAt or more
  reg                 few_q;       // steps_q is t or less
  reg                 at_high_q;   // word_q is high_word_q
  reg                 at_zero_q;   // word_q is zero_word_q
  reg [AW-1:0]        high_word_q; // highest cell a step must read: min(2t, 3t-r)
  reg [LW-1:0]        high_lane_q;
  reg [AW-1:0]        zero_word_q; // cell 2t-1-r, where T becomes zero
  reg [LW-1:0]        zero_lane_q;
  reg                 first_q;     // word 0 of a step is at the write stage
  reg                 walk_q;      // a cycle late: it moves the head of the longest path
  reg signed [CW:0]   e_q;
  reg                 pending_q;   // swap of the next step
  reg                 swap_q;

  wire [CW-1:0] twice_t  = {t_i[CW-2:0], 1'b0};
  wire          unused_t = ^t_i[M:CW-1];

  // One cell down.
  function [AW+LW-1:0] cell_below(input [AW-1:0] word, input [LW-1:0] lane);
    if (lane == {LW{1'b0}})
      cell_below = {word - {{(AW-1){1'b0}}, 1'b1}, Lanes[LW-1:0] - {{(LW-1){1'b0}}, 1'b1}};
    else
      cell_below = {word, lane - {{(LW-1){1'b0}}, 1'b1}};
  endfunction

  wire in_init    = (state_q == Init);
  wire in_unity   = (state_q == Unity);
  wire in_loop    = (state_q == Loop);
  wire in_copy    = (state_q == Copy);
  wire in_clear   = (state_q == Clear);
  wire in_reverse = (state_q == Reverse);

  // Init finds word and lane of cell 2t by subtraction while it copies words. The last one is where
  // the subtraction for the next fell below zero.
  wire init_last  = in_init && rem_q[CW];
  wire high_word  = at_high_q && !past_q;
  wire late       = late_q;
  wire step_end   = in_loop && (past_q || high_word) && late;
  wire unity_end  = in_unity && unity_q && late;
  wire step_last  = (steps_q == {{(CW-1){1'b0}}, 1'b1});
  wire shrink     = step_end && few_q;
  wire clear_last = ({{(32-SW){1'b0}}, word_q} == RegWords - 32'd1) && in_clear;

  always @(*) begin
    state_d = state_q;
    word_d  = word_q + {{(SW-1){1'b0}}, 1'b1};
    past_d  = 1'b0;
    rem_d   = rem_q - Lanes[CW:0];
    steps_d = steps_q;
    case (state_q)
      // Waits for start.
      Idle: begin
        word_d  = {SW{1'b0}};
        rem_d   = {1'b0, twice_t};
        steps_d = twice_t;
        if (start_i) state_d = Settle;
      end
      // Lets a coefficient still on its way reach the memory.
      Settle: begin
        word_d  = {SW{1'b0}};
        state_d = Init;
      end
      // T = A, cells above 2t zero; also yields d of step 0.
      Init: if (init_last) state_d = Unity;
      // A_{2t} = T_{2t} = 1, at least twice: the second time covers a read that follows at once.
      Unity: begin
        if (unity_end) begin
          state_d = Loop;
          word_d  = {SW{1'b0}};
        end
      end
      // The 2t steps.
      Loop: begin
        past_d = past_q || high_word;
        if (step_end) begin
          word_d  = {SW{1'b0}};
          past_d  = 1'b0;
          steps_d = steps_q - {{(CW-1){1'b0}}, 1'b1};
          if (step_last) state_d = Copy;
        end
      end
      // T = A, cells 0..t.
      Copy: if (high_word) begin
        state_d = Clear;
        word_d  = word_q;
      end
      // p0 = 0 from the word of cell t on; the others are written in full.
      Clear: if (clear_last) state_d = Reverse;
      // Cell i of p0 = cell t-i of p1.
      Reverse: if (rev_done_i) state_d = Idle;
      default: state_d = Idle;
    endcase
  end

  // Both stand at cell 2t after Init.
  reg [AW-1:0] high_word_d, zero_word_d;
  reg [LW-1:0] high_lane_d, zero_lane_d;
  always @(*) begin
    {high_word_d, high_lane_d} = {high_word_q, high_lane_q};
    if (init_last) {high_word_d, high_lane_d} = {word_q[AW-1:0], edge_q};
    else if (shrink) {high_word_d, high_lane_d} = cell_below(high_word_q, high_lane_q);
    {zero_word_d, zero_lane_d} = {zero_word_q, zero_lane_q};
    if (init_last) {zero_word_d, zero_lane_d} = {word_q[AW-1:0], edge_q};
    else if (step_end || unity_end)
      {zero_word_d, zero_lane_d} = cell_below(zero_word_q, zero_lane_q);
  end

  integer n;
  always @(posedge clk) begin
    if (!rst_n) begin
      state_q <= Idle;
      first_q <= 1'b0;
      walk_q  <= 1'b0;
    end else begin
      walk_q  <= shrink;
      state_q <= state_d;
      first_q <= (in_init || (in_loop && !past_q)) && (word_q == {SW{1'b0}});
    end
    word_q  <= word_d;
    past_q  <= past_d;
    unity_q <= in_unity;
    rem_q   <= rem_d;
    steps_q <= steps_d;
    if (init_o || (in_init && !init_last)) begin
      edge_q <= rem_q[LW-1:0];
      for (n = 0; n < L; n = n + 1) from_q[n] <= {{(32-LW){1'b0}}, rem_q[LW-1:0]} <= n;
    end
    late_q    <= word_d >= EndAt;
    few_q     <= {{(M+1-CW){1'b0}}, steps_d} <= t_i;
    at_high_q <= word_d[AW-1:0] == high_word_d;
    {high_word_q, high_lane_q} <= {high_word_d, high_lane_d};
    at_zero_q <= word_d[AW-1:0] == zero_word_d;
    {zero_word_q, zero_lane_q} <= {zero_word_d, zero_lane_d};
  end

  // Length changes. These registers depend on secrets and reach data selections only.
  wire decide = (in_init || in_unity || in_loop) && (word_q == SwapAt);
  wire change = nonzero_i && !e_q[CW];
  wire swap   = in_loop && (rows_load_o ? pending_q : swap_q);
  always @(posedge clk) begin
    if (init_o || wipe_i) begin
      e_q       <= {(CW+1){1'b0}};
      pending_q <= 1'b0;
    end else if (decide) begin
      e_q       <= change ? ~e_q : e_q + {{CW{1'b0}}, 1'b1};
      pending_q <= change;
    end
    swap_q <= swap;
  end

  assign busy_o      = (state_q != Idle);
  assign done_o      = in_reverse && rev_done_i;
  assign pass_o      = init_o || in_init || in_unity || in_loop || in_copy;
  assign raddr_o     = word_d[AW-1:0];
  assign all_even_o  = in_init || in_clear || (in_loop && !past_q);
  assign all_odd_o   = in_init || in_copy || (in_loop && !past_q);
  assign waddr_o     = in_unity ? high_word_q : word_q[AW-1:0];
  assign clear_o     = in_clear;
  assign trim_o      = init_last;
  assign unity_o     = in_unity;
  assign from_o      = from_q;
  assign zero_o      = in_loop && at_zero_q;
  assign zero_lane_o = zero_lane_q;
  assign take_o      = in_init || in_unity || in_copy || swap;
  assign shift_o     = in_loop;
  assign end_o       = in_loop && high_word;
  assign init_o      = (state_q == Settle);
  assign load_o      = first_q;
  assign slot_o      = (in_init || in_unity || in_loop) && (word_q == SwapAt - 1'b1);
  assign inv_o       = decide && change;
  assign div_o       = (in_init || in_unity || in_loop) && (word_q == DivAt);
  assign rows_load_o = in_loop && (word_q == {SW{1'b0}});
  assign rows_clr_o  = !in_loop;
  assign walk_o      = walk_q;
  assign rev_start_o = clear_last;
endmodule

`default_nettype wire
