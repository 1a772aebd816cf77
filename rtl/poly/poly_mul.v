// SPDX-License-Identifier: Apache-2.0
// poly_mul: control of pmul, p_d = p_a * p_b modulo Z^t + p2, by Horner on reversed polynomials.
//
// The lanes move coefficients downwards only, so top coefficients stand in cell 0: p1 is p_a
// reversed, p3 is p2 reversed, p0 the accumulator, and Z times something is a move by one cell.
//   for i = t-1 .. 0:  f = p0 cell 0;  p0_j = p0_{j+1} + f*p3_j;  p0_j = p0_j + b_i*p1_j
// At the end p0 goes back reversed. All cells from t on are zero.
//
// A round is two passes over the W = ceil(t/L) live words, max(W, 4) and max(W+1, 4) cycles. f of
// the next round is known after the first word of the second pass; b_i is read after its last one.
// Both come to the matrix through the scalar unit, as f*1. The loop begins with a second pass that
// adds nothing, which fetches the first of them.
// Steps around the loop are done by poly_write (clear a register) and poly_elem (copy, seek).
//   Cycles from start_i to done_o: 4*F + 41 + 10*t + (t+1)*max(W+1, 4) + t*max(W, 4).
`default_nettype none

module poly_mul #(
  parameter M  = 13,
  parameter L  = 17,
  parameter F  = 8,
  parameter AW = 5
) (
  input  wire          clk,
  input  wire          rst_n,
  input  wire          start_i,
  input  wire [4:0]    d_i,
  input  wire [4:0]    a_i,
  input  wire [4:0]    b_i,
  input  wire [M:0]    t_i,
  output wire          busy_o,
  output wire          done_o,
  // Steps done by others. When idle the operands of the instruction pass through.
  output wire [4:0]    d_o,
  output wire [4:0]    a_o,
  output wire          clear_o,
  output wire          copy_o,
  output wire          seek_o,
  input  wire          sub_done_i,
  input  wire [AW-1:0] top_i,        // last live word
  // Lanes, operand stage; addresses count with all_even_o, those a cycle early with pass_o.
  output wire          pass_o,
  output wire [AW-1:0] raddr_o,
  output wire [AW-1:0] raddr_odd_o,
  output wire [AW-1:0] waddr_o,
  output wire          all_even_o,
  output wire          shift_o,
  output wire          end_o,
  // Serial read of b, its cursor moving down.
  output wire          read_o,
  output wire          step_o,
  // Scalar unit and matrix.
  output wire          load_o,
  output wire          put_o,
  output wire          div_o,
  output wire          rows_load_o,
  output wire          rows_clr_o
);
  localparam [31:0] RegWords = F;
  localparam SW = AW + 1;            // words of a register and one more, and cycles up to 3
  localparam Bits = $clog2(L*F + 1); // counts up to t, of which the ports may know fewer bits
  localparam CW   = (Bits > M + 1) ? M + 1 : Bits;

  // Cycles of the second pass: f leaves the write stage, f meets 1; and the least length of both.
  localparam [SW-1:0] DivAt = 2;
  localparam [SW-1:0] EndAt = 3;

  // The steps, one after the other.
  localparam [3:0] ClearP0 = 4'd0;
  localparam [3:0] ClearP1 = 4'd1;
  localparam [3:0] ClearP3 = 4'd2;
  localparam [3:0] CopyA   = 4'd3;   // to p1
  localparam [3:0] CopyMod = 4'd4;   // p2 to p3
  localparam [3:0] SeekB   = 4'd5;
  localparam [3:0] Loop    = 4'd6;
  localparam [3:0] ClearD  = 4'd7;
  localparam [3:0] CopyD   = 4'd8;   // from p0

  reg           busy_q;
  reg           go_q;                // first cycle of a step that others do
  reg  [3:0]    step_q;
  reg           second_q;            // the pass that adds b_i*p1
  reg           second_d;
  reg           first_q;             // before the first round
  reg           first_d;
  reg           past_q;              // all words of the pass have been read
  reg           past_d;
  reg  [SW-1:0] word_q;              // word of the pass, and cycle
  reg  [SW-1:0] word_d;
  reg  [CW-1:0] left_q;              // coefficients of b not read yet
  reg  [CW-1:0] left_d;
  reg           head_q;              // word 0 of a second pass is at the write stage
  reg  [3:1]    read_q;              // a coefficient of b was read so long ago

  wire in_loop  = busy_q && (step_q == Loop);
  wire at_top   = in_loop && !past_q && (word_q == {1'b0, top_i});
  wire enough   = (word_q >= EndAt);
  wire end_one  = in_loop && !second_q && (past_q || at_top) && enough;
  wire end_two  = in_loop && second_q && past_q && enough;
  wire none     = (left_q == {CW{1'b0}});
  wire end_loop = end_two && none;
  wire advance  = (step_q == Loop) ? end_loop : sub_done_i;
  wire last     = (step_q == CopyD);
  wire working  = in_loop && !past_q;
  // The slot for b follows the last word at once.
  wire slot     = in_loop && second_q && past_q && (word_q == {1'b0, top_i} + {{AW{1'b0}}, 1'b1});

  generate
    if (CW < M + 1) begin : gen_high
      wire unused_high = ^t_i[M:CW];
    end
  endgenerate

  always @(*) begin
    word_d   = {SW{1'b0}};
    past_d   = 1'b0;
    second_d = 1'b1;
    first_d  = 1'b1;
    left_d   = t_i[CW-1:0];
    if (in_loop) begin
      first_d  = first_q && !end_two;
      second_d = second_q ^ (end_one || end_two);
      left_d   = left_q - {{(CW-1){1'b0}}, end_two};
      if (!end_one && !end_two) begin
        word_d = word_q + {{AW{1'b0}}, 1'b1};
        past_d = past_q || at_top;
      end
    end
  end

  // The next cycle of the loop, for addresses that go out early.
  wire loop_d = busy_q && ((step_q == Loop && !end_loop) || (step_q == SeekB && sub_done_i));

  always @(posedge clk) begin
    if (!rst_n) begin
      busy_q <= 1'b0;
      go_q   <= 1'b0;
      head_q <= 1'b0;
      read_q <= 3'd0;
    end else begin
      busy_q <= start_i || (busy_q && !done_o);
      go_q   <= start_i || (busy_q && advance && !last && (step_q != SeekB));
      head_q <= in_loop && second_q && (word_q == {SW{1'b0}});
      read_q <= {read_q[2:1], read_o};
    end
    step_q   <= start_i ? ClearP0 : step_q + {3'd0, busy_q && advance};
    word_q   <= word_d;
    past_q   <= past_d;
    second_q <= second_d;
    first_q  <= first_d;
    left_q   <= left_d;
  end

  // Operands of the steps.
  reg [4:0] d;
  reg [4:0] a;
  always @(*) begin
    d = d_i;
    a = a_i;
    if (busy_q) case (step_q)
      ClearP0: d = 5'd0;
      ClearP1: d = 5'd1;
      ClearP3: d = 5'd3;
      CopyA:   d = 5'd1;
      CopyMod: begin
        d = 5'd3;
        a = 5'd2;
      end
      SeekB:   a = b_i;
      CopyD:   a = 5'd0;
      default: ;
    endcase
  end

  assign busy_o      = busy_q;
  assign done_o      = busy_q && advance && last;
  assign d_o         = d;
  assign a_o         = a;
  assign clear_o     = go_q && ((step_q <= ClearP3) || (step_q == ClearD));
  assign copy_o      = go_q && !clear_o;
  assign seek_o      = (step_q == SeekB);
  assign pass_o      = loop_d && !past_d;
  assign raddr_o     = word_d[AW-1:0];
  // p3 is one register up.
  assign raddr_odd_o = word_d[AW-1:0] + (second_d ? {AW{1'b0}} : RegWords[AW-1:0]);
  assign waddr_o     = word_q[AW-1:0];
  assign all_even_o  = working;
  assign shift_o     = in_loop && !second_q;
  assign end_o       = shift_o && at_top;
  assign read_o      = slot && !none;
  assign step_o      = read_o && (left_q != {{(CW-1){1'b0}}, 1'b1});
  assign load_o      = head_q;
  assign put_o       = read_q[2];
  assign div_o       = (in_loop && second_q && (word_q == DivAt)) || read_q[3];
  assign rows_load_o = in_loop && (word_q == {SW{1'b0}});
  assign rows_clr_o  = !in_loop || first_q;
endmodule

`default_nettype wire
