// SPDX-License-Identifier: Apache-2.0
// vec_look: picks one bit of the word that a memory port delivers.
//
// `index_i` belongs to the address presented in the same cycle; `rdata_i` is the word one cycle
// later and `bit_o` the bit two cycles later, one a cycle. The choice of the byte and the choice of
// the bit are in different cycles, for a block RAM's clock-to-output is long.
`default_nettype none

module vec_look #(
  parameter AXIS_WIDTH = 64
) (
  input  wire                          clk,
  input  wire                          clear_i,   // wipe
  input  wire [$clog2(AXIS_WIDTH)-1:0] index_i,
  input  wire [AXIS_WIDTH-1:0]         rdata_i,
  output wire                          bit_o
);
  localparam integer LogW = $clog2(AXIS_WIDTH);

  reg [LogW-1:0] index_q;
  reg [2:0]      index2_q;
  reg [7:0]      byte_q;

  assign bit_o = byte_q[index2_q];

  always @(posedge clk) begin
    if (clear_i) begin
      index_q  <= {LogW{1'b0}};
      index2_q <= 3'd0;
      byte_q   <= 8'd0;
    end else begin
      index_q  <= index_i;
      index2_q <= index_q[2:0];
      byte_q   <= rdata_i[{index_q[LogW-1:3], 3'b000} +: 8];
    end
  end
endmodule

`default_nettype wire
