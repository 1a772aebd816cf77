// SPDX-License-Identifier: Apache-2.0
// serial_mul: product of two public numbers by shift and add; done_o BITS + 1 cycles after start_i.
`default_nettype none

module serial_mul #(
  parameter BITS = 17
) (
  input  wire            clk,
  input  wire            rst_n,
  input  wire            start_i,
  input  wire [BITS-1:0] a_i,
  input  wire [16:0]     b_i,
  output wire [31:0]     p_o,
  output wire            done_o
);
  localparam [4:0] Cycles = BITS[4:0] + 5'd1;

  reg [31:0]     sum_q;
  reg [BITS-1:0] a_q;
  reg [16:0]     b_q;
  reg [4:0]      left_q;

  assign p_o    = sum_q;
  assign done_o = left_q == 5'd1;

  always @(posedge clk) begin
    if (!rst_n) left_q <= 5'd0;
    else if (start_i) left_q <= Cycles;
    else if (left_q != 5'd0) left_q <= left_q - 5'd1;
    if (start_i) begin
      sum_q <= 32'd0;
      a_q   <= a_i;
      b_q   <= b_i;
    end else if (left_q > 5'd1) begin
      // Most significant bit first.
      sum_q <= {sum_q[30:0], 1'b0} + (a_q[BITS-1] ? {15'd0, b_q} : 32'd0);
      a_q   <= {a_q[BITS-2:0], 1'b0};
    end
  end
endmodule

`default_nettype wire
