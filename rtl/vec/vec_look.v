// SPDX-License-Identifier: Apache-2.0
// vec_look: picks one bit of the word that a memory port delivers.
//
// `index_i` belongs to the address presented in the same cycle; `rdata_i` is the word one cycle
// later and `bit_o` the bit two cycles later, one a cycle. A block RAM answers late in its cycle,
// so up to 64 bits of the word are registered as they come and the bit is chosen after that. Only
// the four bits it is one of are kept, the others are reset: the choice begins with OR.
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
  localparam integer LogP = (LogW < 6) ? LogW : 6;

  reg [LogW-1:0]      index_q;
  reg [1:0]           index2_q;
  reg [(1<<LogP)-1:0] part_q;

  wire [LogW-1:0] part = (index_q >> LogP) << LogP;

  reg  [3:0]      bits;
  integer b;
  always @(*) begin
    bits = 4'd0;
    for (b = 0; b < (1 << LogP); b = b + 4) bits = bits | part_q[b +: 4];
  end
  assign bit_o = bits[index2_q];

  always @(posedge clk) begin
    if (clear_i) begin
      index_q  <= {LogW{1'b0}};
      index2_q <= 2'd0;
    end else begin
      index_q  <= index_i;
      index2_q <= index_q[1:0];
    end
  end

  genvar n;
  generate
    for (n = 0; n < (1 << LogP) / 4; n = n + 1) begin : gen_group
      always @(posedge clk) begin
        if (clear_i || index_q[LogP-1:2] != n) part_q[4*n +: 4] <= 4'd0;
        else part_q[4*n +: 4] <= rdata_i[part + 4*n +: 4];
      end
    end
  endgenerate
endmodule

`default_nettype wire
