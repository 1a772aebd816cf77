// SPDX-License-Identifier: Apache-2.0
// ram_sdp: block RAM with one write port and one read port, read-first, one cycle of read latency.
`default_nettype none

module ram_sdp #(
  parameter WIDTH = 32,
  parameter DEPTH = 1024,
  parameter AW    = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  wire             clk,
  input  wire             we_i,
  input  wire [AW-1:0]    waddr_i,
  input  wire [WIDTH-1:0] wdata_i,
  input  wire             re_i,
  input  wire [AW-1:0]    raddr_i,
  output reg  [WIDTH-1:0] rdata_o
);
  reg [WIDTH-1:0] mem [0:DEPTH-1];

  always @(posedge clk) begin
    if (we_i) mem[waddr_i] <= wdata_i;
    if (re_i) rdata_o <= mem[raddr_i];
  end
endmodule

`default_nettype wire
