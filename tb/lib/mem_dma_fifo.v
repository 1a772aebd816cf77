// SPDX-License-Identifier: Apache-2.0
// mem_dma_fifo: small first-word-fall-through FIFO of mem_dma. A push without room is lost, a pop
// of nothing ignored.
`default_nettype none

module mem_dma_fifo #(
  parameter WIDTH = 32,
  parameter LOG2 = 4
) (
  input  wire             clk,
  input  wire             rst_n,
  input  wire             push_i,
  input  wire [WIDTH-1:0] data_i,
  output wire             room_o,
  output wire             some_o,
  output wire [WIDTH-1:0] data_o,
  input  wire             pop_i
);

  // The pointers carry one bit more than an index, which tells full from empty.
  reg  [WIDTH-1:0] mem [0:(1<<LOG2)-1];
  reg  [LOG2:0]    head_q, tail_q;

  assign room_o = head_q != {~tail_q[LOG2], tail_q[LOG2-1:0]};
  assign some_o = head_q != tail_q;
  assign data_o = mem[tail_q[LOG2-1:0]];

  always @(posedge clk) begin
    if (push_i && room_o) mem[head_q[LOG2-1:0]] <= data_i;
    if (!rst_n) begin
      head_q <= {LOG2+1{1'b0}};
      tail_q <= {LOG2+1{1'b0}};
    end else begin
      if (push_i && room_o) head_q <= head_q + 1'b1;
      if (pop_i && some_o) tail_q <= tail_q + 1'b1;
    end
  end

endmodule

`default_nettype wire
