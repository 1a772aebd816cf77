// SPDX-License-Identifier: Apache-2.0
// loop_stack: two nested hardware loops with public counts.
// at_end_o tells that the instruction after the current one is the inner loop's end; step_i then
// either counts down (again_o, the next address is start_o) or leaves the loop.
`default_nettype none

module loop_stack (
  input  wire        clk,
  input  wire        rst_n,
  input  wire        clear_i,
  input  wire        push_i,
  input  wire [12:0] start_i,
  input  wire [12:0] end_i,
  input  wire [16:0] count_i,
  input  wire [12:0] next_pc_i,
  input  wire        step_i,
  output wire        full_o,
  output wire        at_end_o,
  output wire        again_o,
  output wire [12:0] start_o
);
  // Level 0 is the innermost; level 1 waits below it.
  reg [1:0]  depth_q;
  reg [12:0] start0_q, end0_q, start1_q, end1_q;
  reg [16:0] count0_q, count1_q;

  assign full_o   = depth_q[1];
  assign at_end_o = depth_q != 2'd0 && next_pc_i == end0_q;
  assign again_o  = at_end_o && count0_q != 17'd1;
  assign start_o  = start0_q;

  wire pop = step_i && at_end_o && !again_o;

  always @(posedge clk) begin
    if (!rst_n || clear_i) depth_q <= 2'd0;
    else if (push_i) depth_q <= depth_q + 2'd1;
    else if (pop) depth_q <= depth_q - 2'd1;
    if (push_i) begin
      {start0_q, end0_q, count0_q} <= {start_i, end_i, count_i};
      {start1_q, end1_q, count1_q} <= {start0_q, end0_q, count0_q};
    end else if (pop) begin
      {start0_q, end0_q, count0_q} <= {start1_q, end1_q, count1_q};
    end else if (step_i && again_o) begin
      count0_q <= count0_q - 17'd1;
    end
  end
endmodule

`default_nettype wire
