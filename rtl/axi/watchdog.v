// SPDX-License-Identifier: Apache-2.0
// watchdog: expired_o for one cycle after waiting_i was high limit_i cycles in a row; 0 = off.
// The answer is registered, because the end of a job hangs on it.
`default_nettype none

module watchdog (
  input  wire        clk,
  input  wire        waiting_i,
  input  wire [31:0] limit_i,
  output wire        expired_o
);
  reg [31:0] count_q;
  reg        expired_q;
  // Greater-or-equal, because the limit may be lowered while the count runs.
  // The count is that of this cycle, from 1 on, so that nothing is subtracted.
  wire full = waiting_i && limit_i != 32'd0 && count_q >= limit_i;
  assign expired_o = expired_q;

  always @(posedge clk) begin
    expired_q <= full;
    if (!waiting_i || full) count_q <= 32'd1;
    else count_q <= count_q + 32'd1;
  end
endmodule

`default_nettype wire
