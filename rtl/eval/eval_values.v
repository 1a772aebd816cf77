// SPDX-License-Identifier: Apache-2.0
// eval_values: pairs of values from the forward pipeline to chunks of two pairs, low first.
// The pipeline cannot be held, only its feeding: feed_i announces a pair, which comes LATENCY
// cycles later, and go_o allows the next one while the buffer has room for all that are announced.
// Announcements before the pipeline is primed (primed_i) bring no pair. Without back-pressure a
// pair a cycle. wipe_i writes zeros over the buffer, a cell a cycle.
`default_nettype none

module eval_values #(
  parameter M       = 13,
  parameter LATENCY = 19
) (
  input  wire         clk,
  input  wire         clr_i,
  input  wire         wipe_i,
  input  wire         feed_i,
  input  wire         primed_i,
  output wire         go_o,
  input  wire         pair_valid_i,
  input  wire [M-1:0] pair_lo_i,
  input  wire [M-1:0] pair_hi_i,
  output wire         empty_o,       // no pair is left in here
  output wire         out_valid_o,
  output wire [63:0]  out_data_o,
  input  wire         out_ready_i
);
  // A cell is announced, filled LATENCY cycles later, legible and emptied in the next, and counts
  // as free in the one after; one more where the second pair of a chunk waits for the first.
  localparam Bits  = $clog2(LATENCY + 4);
  localparam Depth = 1 << Bits;

  reg  [Bits:0]  due_q;              // pairs announced or stored; Depth stops the feeding
  reg  [Bits:0]  write_q, read_q;    // the top bit tells a full buffer from an empty one
  reg            half_q, valid_q;    // the first pair of a chunk is there; both are
  reg  [2*M-1:0] first_q, second_q;
  wire [2*M-1:0] stored;
  wire           empty = write_q == read_q;
  wire           taken = valid_q && out_ready_i;
  wire           pop   = !empty && (!valid_q || out_ready_i);
  wire           put   = feed_i && primed_i;

  always @(posedge clk) begin
    if (clr_i) begin
      due_q   <= {(Bits+1){1'b0}};
      write_q <= {(Bits+1){1'b0}};
      read_q  <= {(Bits+1){1'b0}};
      half_q  <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      if (put != pop) due_q <= put ? due_q + 1'b1 : due_q - 1'b1;
      if (pair_valid_i || wipe_i) write_q <= write_q + 1'b1;
      if (pop || wipe_i) read_q <= read_q + 1'b1;
      if (pop) half_q <= !half_q;
      valid_q <= (valid_q && !out_ready_i) || (pop && half_q);
    end
    // A register without a value holds zero: the bus is shared, and nothing secret stays behind.
    if (clr_i || (taken && !pop)) first_q <= {(2*M){1'b0}};
    else if (pop && !half_q) first_q <= stored;
    if (clr_i || taken) second_q <= {(2*M){1'b0}};
    else if (pop && half_q) second_q <= stored;
  end

  ram_dist #(
    .WIDTH(2*M), .DEPTH(Depth)
  ) u_buffer (
    .clk    (clk),
    .we_i   (pair_valid_i || wipe_i),
    .waddr_i(write_q[Bits-1:0]),
    .wdata_i({pair_hi_i, pair_lo_i} & {(2*M){!wipe_i}}),
    .raddr_i(read_q[Bits-1:0]),
    .rdata_o(stored)
  );

  assign go_o        = !due_q[Bits];
  assign empty_o     = empty && !half_q && !valid_q;
  assign out_valid_o = valid_q;

  // Values are 16 bits wide outside.
  wire [4*M-1:0] values = {second_q, first_q};
  genvar i;
  generate
    for (i = 0; i < 4; i = i + 1) begin : gen_word
      wire [M+15:0] padded = {16'd0, values[M*i +: M]};
      wire          unused = |padded[M+15:16];
      assign out_data_o[16*i +: 16] = padded[15:0];
    end
  endgenerate
endmodule

`default_nettype wire
