// SPDX-License-Identifier: Apache-2.0
// poly_lane: one multiplier-adder of the polynomial unit with its slices of all registers.
//
// Two stages. Operand: the bank of the even registers is read at raddr_i into a, that of the odd
// ones at raddr_odd_i into t; clr_a_i and clr_t_i take zero.
// Write, one cycle later: x is the next lane's a with shift_i, else a;
//   even_o = x + f*t + bcast   and   odd_o = take_i ? x + bcast : t
// go to waddr_i where enabled. f is a bit matrix of rows z^i*f, so that a lane holds no field
// logic and serves every m; with f = 0 it moves data. odd_o is also the read-out of the lane.
// A broadcast word is written over a = 0 and f = 0: it costs no LUT, as the sum has inputs left.
`default_nettype none

module poly_lane #(
  parameter M     = 13,
  parameter DEPTH = 32,
  parameter AW    = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  wire           clk,
  // Operand stage.
  input  wire [AW-1:0]  raddr_i,
  input  wire [AW-1:0]  raddr_odd_i,
  input  wire           clr_a_i,
  input  wire           clr_t_i,
  // Write stage.
  input  wire [M*M-1:0] rows_i,
  input  wire [M-1:0]   bcast_i,
  input  wire [M-1:0]   next_i,
  input  wire           shift_i,
  input  wire           take_i,
  input  wire           we_even_i,
  input  wire           we_odd_i,
  input  wire [AW-1:0]  waddr_i,
  // Links: the even operand and the two results.
  output wire [M-1:0]   a_o,
  output wire [M-1:0]   even_o,
  output wire [M-1:0]   odd_o
);
  localparam Groups = M / 3;

  reg  [M-1:0] a_q;
  reg  [M-1:0] t_q;
  wire [M-1:0] read;
  wire [M-1:0] read_odd;

  // Bit-matrix product: row i counts when bit i of t is set. Three rows at a time, and what is
  // left over together with x: six LUTs a bit for M = 13.
  wire [M-1:0] x = shift_i ? next_i : a_q;
  wire [M-1:0] sum [0:Groups];
  genvar g;
  generate
    for (g = 0; g < Groups; g = g + 1) begin : gen_group
      wire [M-1:0] part;
      poly_rows3 #(.M(M)) u_rows3 (
        .rows_i   (rows_i[3*g*M +: 3*M]),
        .select_i (t_q[3*g +: 3]),
        .sum_o    (part)
      );
      assign sum[g+1] = sum[g] ^ part;
    end
    if (M % 3 == 0) begin : gen_rest0
      assign sum[0] = x ^ bcast_i;
    end else begin : gen_rest
      wire [M-1:0] head;
      poly_head #(.M(M)) u_head (
        .a_i      (a_q),
        .next_i   (next_i),
        .shift_i  (shift_i),
        .row_i    (rows_i[(M-1)*M +: M]),
        .select_i (t_q[M-1]),
        .sum_o    (head)
      );
      if (M % 3 == 1) begin : gen_rest1
        assign sum[0] = head ^ bcast_i;
      end else begin : gen_rest2
        assign sum[0] = head ^ bcast_i ^ (rows_i[(M-2)*M +: M] & {M{t_q[M-2]}});
      end
    end
  endgenerate

  assign even_o = sum[Groups];
  assign odd_o  = take_i ? x ^ bcast_i : t_q;
  assign a_o    = a_q;

  // Clearing is the synchronous reset of the flops.
  always @(posedge clk) begin
    if (clr_a_i) a_q <= {M{1'b0}};
    else         a_q <= read;
    if (clr_t_i) t_q <= {M{1'b0}};
    else         t_q <= read_odd;
  end

  ram_dist #(.WIDTH(M), .DEPTH(DEPTH), .AW(AW)) u_even (
    .clk     (clk),
    .we_i    (we_even_i),
    .waddr_i (waddr_i),
    .wdata_i (even_o),
    .raddr_i (raddr_i),
    .rdata_o (read)
  );

  ram_dist #(.WIDTH(M), .DEPTH(DEPTH), .AW(AW)) u_odd (
    .clk     (clk),
    .we_i    (we_odd_i),
    .waddr_i (waddr_i),
    .wdata_i (odd_o),
    .raddr_i (raddr_odd_i),
    .rdata_o (read_odd)
  );
endmodule

`default_nettype wire
