// SPDX-License-Identifier: Apache-2.0
// eval_values: values from the forward pipeline, POINTS a cycle, to chunks of four, low first.
// The pipeline cannot be held, only its feeding: feed_i announces values, which come LATENCY
// cycles later, and go_o allows the next ones while the buffer has room for all announced.
// Announcements before the pipeline is primed (primed_i) bring none. Without back-pressure POINTS
// values a cycle. wipe_i writes zeros over the buffer, a cell a cycle.
`default_nettype none

module eval_values #(
  parameter M       = 13,
  parameter POINTS  = 2,
  parameter LATENCY = 19
) (
  input  wire                clk,
  input  wire                clr_i,
  input  wire                wipe_i,
  input  wire                feed_i,
  input  wire                primed_i,
  output wire                go_o,
  input  wire                valid_i,
  input  wire [POINTS*M-1:0] data_i,
  output wire                empty_o,       // no value is left in here
  output wire                out_valid_o,
  output wire [63:0]         out_data_o,
  input  wire                out_ready_i
);
  // A cell is announced, filled LATENCY cycles later, legible and emptied in the next, and counts
  // as free in the one after; one more where the second pair of a chunk waits for the first.
  localparam Bits  = $clog2(LATENCY + 4);
  localparam Depth = 1 << Bits;

  reg  [Bits:0]       due_q;              // cells announced or stored; Depth stops the feeding
  reg  [Bits-1:0]     write_q, read_q;
  reg                 some_q;             // a cell is filled
  reg                 valid_q;            // a chunk is there
  reg  [POINTS*M-1:0] upper_q;            // what completes it
  wire [POINTS*M-1:0] stored;
  wire [4*M-1:0]      values;
  wire                half;               // what is read next completes a chunk
  wire [Bits-1:0]     after = read_q + 1'b1;
  wire                taken = valid_q && out_ready_i;
  wire                pop   = some_q && (!valid_q || out_ready_i);
  wire                put   = feed_i && primed_i;

  always @(posedge clk) begin
    if (clr_i) begin
      due_q   <= {(Bits+1){1'b0}};
      write_q <= {Bits{1'b0}};
      read_q  <= {Bits{1'b0}};
      some_q  <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      if (put != pop) due_q <= put ? due_q + 1'b1 : due_q - 1'b1;
      if (valid_i || wipe_i) write_q <= write_q + 1'b1;
      if (pop || wipe_i) read_q <= after;
      some_q  <= !wipe_i && (valid_i || (pop ? write_q != after : some_q));
      valid_q <= (valid_q && !out_ready_i) || (pop && half);
    end
    // A register without a value holds zero: the bus is shared, and nothing secret stays behind.
    if (clr_i || (taken && !(pop && half))) upper_q <= {(POINTS*M){1'b0}};
    else if (pop && half) upper_q <= stored;
  end

  generate
    if (POINTS == 4) begin : gen_whole
      assign half    = 1'b1;
      assign values  = upper_q;
      assign empty_o = !some_q && !valid_q;
    end else begin : gen_pairs
      reg                half_q;          // the first pair of a chunk is there
      reg [POINTS*M-1:0] first_q;
      always @(posedge clk) begin
        if (clr_i) half_q <= 1'b0;
        else if (pop) half_q <= !half_q;
        if (clr_i || (taken && !pop)) first_q <= {(POINTS*M){1'b0}};
        else if (pop && !half_q) first_q <= stored;
      end
      assign half    = half_q;
      assign values  = {upper_q, first_q};
      assign empty_o = !some_q && !half_q && !valid_q;
    end
  endgenerate

  ram_dist #(
    .WIDTH(POINTS*M), .DEPTH(Depth)
  ) u_buffer (
    .clk    (clk),
    .we_i   (valid_i || wipe_i),
    .waddr_i(write_q),
    .wdata_i(data_i & {(POINTS*M){!wipe_i}}),
    .raddr_i(read_q),
    .rdata_o(stored)
  );

  assign go_o        = !due_q[Bits];
  assign out_valid_o = valid_q;

  // Values are 16 bits wide outside.
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
