// SPDX-License-Identifier: Apache-2.0
// watchdog: expired_o for one cycle when waiting_i has been high limit_i cycles in a row; 0 = off.
`default_nettype none

module watchdog (
  input  wire        clk,
  input  wire        waiting_i,
  input  wire [31:0] limit_i,
  output wire        expired_o
);
  reg [31:0] count_q;
  // Greater-or-equal, because the limit may be lowered while the count runs.
  assign expired_o = waiting_i && limit_i != 32'd0 && count_q >= limit_i - 32'd1;

  always @(posedge clk) begin
    if (!waiting_i || expired_o) count_q <= 32'd0;
    else count_q <= count_q + 32'd1;
  end
endmodule

`default_nettype wire
