// SPDX-License-Identifier: Apache-2.0
// eval_commutator: radix-2 delay commutator between two stages, two delay lines and a 2x2 switch.
// In, counted in valid pairs: (A_i, B_i), i < 2*DELAY. Out: (A_i, A_{i+DELAY}) for i < DELAY, then
// (B_i, B_{i+DELAY}). The same block serves both directions. Output is combinational; the first
// DELAY pairs after clr_i only fill the lines, DELAY more valid pairs flush them.
`default_nettype none

module eval_commutator #(
  parameter WIDTH = 13,
  parameter DELAY = 4
) (
  input  wire             clk,
  input  wire             clr_i,
  input  wire             valid_i,
  input  wire [WIDTH-1:0] lo_i,
  input  wire [WIDTH-1:0] hi_i,
  output wire             valid_o,
  output wire [WIDTH-1:0] lo_o,
  output wire [WIDTH-1:0] hi_o
);
  localparam DelayBits = $clog2(DELAY);

  // The count of pairs modulo 2*DELAY: its top bit sets the switch, the rest addresses the lines.
  reg  [DelayBits:0] count_q;
  reg                primed_q;
  wire               swap = count_q[DelayBits];
  wire [WIDTH-1:0]   hi_late;
  wire [WIDTH-1:0]   upper = swap ? hi_late : lo_i;

  // First half: A_i enters the upper line, B_i the lower one. Second half, crossed: A_{i+DELAY}
  // leaves beside the A_i from the upper line, and B_i moves from the lower to the upper line.
  assign hi_o    = swap ? lo_i : hi_late;
  assign valid_o = valid_i && (primed_q || swap);

  always @(posedge clk) begin
    if (clr_i) begin
      count_q  <= {(DelayBits+1){1'b0}};
      primed_q <= 1'b0;
    end else if (valid_i) begin
      count_q  <= count_q + 1'b1;
      primed_q <= primed_q || swap;
    end
  end

  // Both lines move together: short ones are registers, long ones one circular buffer in LUT RAM.
  generate
    if (DELAY < 4) begin : gen_regs
      reg [2*WIDTH*DELAY-1:0] line_q;
      assign {lo_o, hi_late} = line_q[2*WIDTH*(DELAY-1) +: 2*WIDTH];
      if (DELAY == 1) begin : gen_one
        always @(posedge clk) if (valid_i) line_q <= {upper, hi_i};
      end else begin : gen_shift
        always @(posedge clk)
          if (valid_i) line_q <= {line_q[2*WIDTH*(DELAY-1)-1:0], upper, hi_i};
      end
    end else begin : gen_ram
      ram_dist #(
        .WIDTH(2*WIDTH), .DEPTH(DELAY)
      ) u_line (
        .clk    (clk),
        .we_i   (valid_i),
        .waddr_i(count_q[DelayBits-1:0]),
        .wdata_i({upper, hi_i}),
        .raddr_i(count_q[DelayBits-1:0]),
        .rdata_o({lo_o, hi_late})
      );
    end
  endgenerate
endmodule

`default_nettype wire
