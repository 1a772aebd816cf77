// SPDX-License-Identifier: Apache-2.0
// ram_dist: distributed (LUT) RAM with one synchronous write port and one asynchronous read port.
`default_nettype none

module ram_dist #(
  parameter WIDTH = 13,
  parameter DEPTH = 32,
  parameter AW    = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  wire             clk,
  input  wire             we_i,
  input  wire [AW-1:0]    waddr_i,
  input  wire [WIDTH-1:0] wdata_i,
  input  wire [AW-1:0]    raddr_i,
  output wire [WIDTH-1:0] rdata_o
);
  (* ram_style = "distributed" *) reg [WIDTH-1:0] mem [0:DEPTH-1];

  always @(posedge clk) begin
    if (we_i) mem[waddr_i] <= wdata_i;
  end

  assign rdata_o = mem[raddr_i];
endmodule

`default_nettype wire
