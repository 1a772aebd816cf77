// SPDX-License-Identifier: Apache-2.0
// ram_tdp: true dual-port block RAM with one clock, read-first, one cycle of read latency.
// Both ports must not write one address in one cycle, and nobody may rely on what one port reads
// where the other writes (no_rw_check: some devices have no defined answer). A disabled port holds
// its output.
`default_nettype none

module ram_tdp #(
  parameter WIDTH = 64,
  parameter DEPTH = 1024,
  parameter AW    = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  wire             clk,
  input  wire             a_en_i,
  input  wire             a_we_i,
  input  wire [AW-1:0]    a_addr_i,
  input  wire [WIDTH-1:0] a_wdata_i,
  output reg  [WIDTH-1:0] a_rdata_o,
  input  wire             b_en_i,
  input  wire             b_we_i,
  input  wire [AW-1:0]    b_addr_i,
  input  wire [WIDTH-1:0] b_wdata_i,
  output reg  [WIDTH-1:0] b_rdata_o
);
  (* ram_style = "block", no_rw_check *) reg [WIDTH-1:0] mem [0:DEPTH-1];

  // Two processes on one array is the form that synthesis maps to a true dual-port block RAM.
  always @(posedge clk) begin
    if (a_en_i) begin
      if (a_we_i) mem[a_addr_i] <= a_wdata_i;
      a_rdata_o <= mem[a_addr_i];
    end
  end

  always @(posedge clk) begin
    if (b_en_i) begin
      if (b_we_i) mem[b_addr_i] <= b_wdata_i;
      b_rdata_o <= mem[b_addr_i];
    end
  end
endmodule

`default_nettype wire
