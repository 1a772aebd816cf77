// SPDX-License-Identifier: Apache-2.0
// skid_buffer: full-throughput register on both directions of a valid/ready handshake.
// Latency one cycle; in_ready_o and out_valid_o come from flops, so it cuts every path through it.
// A register without a word holds zero, the spare one after a cycle: nothing secret stays behind,
// and no wipe is needed.
`default_nettype none

module skid_buffer #(
  parameter WIDTH = 64
) (
  input  wire             clk,
  input  wire             rst_n,
  input  wire             in_valid_i,
  output wire             in_ready_o,
  output wire             ready_next_o,    // in_ready_o of the next cycle, out of reset
  input  wire [WIDTH-1:0] in_data_i,
  output wire             out_valid_o,
  input  wire             out_ready_i,
  output wire [WIDTH-1:0] out_data_o
);
  reg             full_q, spare_q;
  reg [WIDTH-1:0] data_q, spare_data_q;

  // The spare register takes every word that arrives and has a use for it when the output stalls:
  // a late out_ready_i does not reach its bits. The zero is a reset, not gates.
  wire take  = in_valid_i && in_ready_o;
  wire stall = full_q && !out_ready_i;

  assign in_ready_o   = !spare_q;
  assign ready_next_o = !(stall && (spare_q || take));
  assign out_valid_o = full_q;
  assign out_data_o  = data_q;

  always @(posedge clk) begin
    if (!rst_n) begin
      full_q  <= 1'b0;
      spare_q <= 1'b0;
    end else begin
      full_q  <= stall || spare_q || take;
      spare_q <= !ready_next_o;
    end
    if (!stall) data_q <= spare_q ? spare_data_q : (in_data_i & {WIDTH{in_valid_i}});
    if (!spare_q) begin
      if (in_valid_i) spare_data_q <= in_data_i;
      else            spare_data_q <= {WIDTH{1'b0}};
    end
  end
endmodule

`default_nettype wire
