// SPDX-License-Identifier: Apache-2.0
// poly_scalar_sweep: bench top that inverts every element of the field through poly_scalar's ports
// and writes the table to inverses.hex, one word an element, when done_o rises.
`default_nettype none

module poly_scalar_sweep #(
  parameter        M      = 13,
  parameter [16:0] FIELDS = 17'h03000
) (
  input  wire       clk,
  input  wire       rst_n,
  input  wire [4:0] m_i,
  output reg        done_o
);
  reg  [M:0]   element;
  reg  [3:0]   cycle;
  reg  [M-1:0] table_q [0:(1<<M)-1];
  wire [M-1:0] f;
  wire [M:0]   size = {{M{1'b0}}, 1'b1} << m_i;

  // Cycle 1 loads the element, 2 starts the inversion, 12 is the first that may divide by it.
  poly_scalar #(.M(M), .FIELDS(FIELDS)) u_dut (
    .clk       (clk),
    .rst_n     (rst_n),
    .wipe_i    (1'b0),
    .m_i       (m_i),
    .init_i    (cycle == 4'd0),
    .load_i    (cycle == 4'd1 || cycle == 4'd3),
    .d_i       (cycle == 4'd1 ? element[M-1:0] : {{(M-1){1'b0}}, 1'b1}),
    .slot_i    (cycle == 4'd1),
    .inv_i     (cycle == 4'd2),
    .div_i     (cycle == 4'd12),
    .nonzero_o (),
    .f_o       (f)
  );

  always @(posedge clk) begin
    if (!rst_n) begin
      element <= {(M+1){1'b0}};
      cycle   <= 4'd0;
      done_o  <= 1'b0;
    end else if (!done_o) begin
      cycle <= cycle + 4'd1;
      if (cycle == 4'd15) begin
        table_q[element[M-1:0]] <= f;
        element <= element + 1'b1;
      end
      if (element == size) begin
        $writememh("inverses.hex", table_q);
        done_o <= 1'b1;
      end
    end
  end
endmodule

`default_nettype wire
