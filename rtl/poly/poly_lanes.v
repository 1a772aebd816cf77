// SPDX-License-Identifier: Apache-2.0
// poly_lanes: the L lanes of the polynomial unit as a ring, with the registers between their
// operand stage, where requests come in, and their write stage one cycle later.
// Read addresses come a cycle before the operand stage: they head the longest path.
//
// What is written: a whole word (all_*_i), the cell that cell_i names (one_*_i), or 1 in the cell
// edge of both banks (unity_i). clear_i takes zero for a in all lanes, trim_i in those from_i, from
// the edge upwards, unity_i as well; zero_i takes zero for t in lane zero_lane_i.
`default_nettype none

module poly_lanes #(
  parameter M     = 13,
  parameter L     = 17,
  parameter DEPTH = 32,
  parameter AW    = 5,
  parameter LW    = 5
) (
  input  wire           clk,
  input  wire           rst_n,
  input  wire [AW-1:0]  raddr_i,
  input  wire [AW-1:0]  raddr_odd_i,
  // Operand stage.
  input  wire [AW-1:0]  waddr_i,
  input  wire           all_even_i,
  input  wire           all_odd_i,
  input  wire           one_even_i,
  input  wire           one_odd_i,
  input  wire [L-1:0]   cell_i,      // one bit
  input  wire [M-1:0]   bcast_i,     // zero unless a cell is written
  input  wire           clear_i,
  input  wire           trim_i,
  input  wire           unity_i,
  input  wire [L-1:0]   from_i,
  input  wire           zero_i,
  input  wire [LW-1:0]  zero_lane_i,
  input  wire           take_i,
  input  wire           shift_i,
  input  wire           end_i,       // last word of a shift: nothing comes after it
  // Write stage.
  input  wire [M*M-1:0] rows_i,
  output wire [L*M-1:0] words_o,     // read-out: odd_o of poly_lane
  output wire [M-1:0]   first_o      // even result of lane 0
);
  reg  [AW-1:0] raddr_q;
  reg  [AW-1:0] raddr_odd_q;
  reg  [AW-1:0] waddr_q;
  reg  [L-1:0]  we_even_q;
  reg  [L-1:0]  we_odd_q;
  reg  [M-1:0]  bcast_q;
  reg           take_q;
  reg           shift_q;             // two of them: it goes to every bit of all lanes
  reg           shift_odd_q;
  reg  [M-1:0]  next_q;

  // Lanes that take zero for a: those from the edge upwards, or all. The edge is the first of them.
  wire [L-1:0]  empty   = {L{clear_i}} | (from_i & {L{trim_i || unity_i}});
  wire [L-1:0]  at_edge = from_i & ~(from_i << 1);

  always @(posedge clk) begin
    if (!rst_n) begin
      we_even_q <= {L{1'b0}};
      we_odd_q  <= {L{1'b0}};
      shift_q   <= 1'b0;
    end else begin
      shift_q   <= shift_i;
      we_even_q <= {L{all_even_i}} | (cell_i & {L{one_even_i}}) | (at_edge & {L{unity_i}});
      we_odd_q  <= {L{all_odd_i}}  | (cell_i & {L{one_odd_i}})  | (at_edge & {L{unity_i}});
    end
    raddr_q     <= raddr_i;
    raddr_odd_q <= raddr_odd_i;
    waddr_q     <= waddr_i;
    bcast_q     <= bcast_i | {{(M-1){1'b0}}, unity_i};
    take_q      <= take_i;
    shift_odd_q <= shift_i;
    next_q      <= (shift_i && !end_i) ? next_word : {M{1'b0}};
  end

  wire [L*M-1:0] a_bus, even_bus, odd_bus;
  wire           unused_bus = &{1'b0, a_bus, even_bus};

  // A lane's neighbour is the next one, the last one's is lane 0 of the next word. That is read a
  // cycle early from a copy of lane 0's even slices, so that no path goes through two memories.
  // Behind the last live word there is nothing.
  wire [M-1:0] next_word;
  ram_dist #(.WIDTH(M), .DEPTH(DEPTH), .AW(AW)) u_copy (
    .clk     (clk),
    .we_i    (we_even_q[0]),
    .waddr_i (waddr_q),
    .wdata_i (even_bus[M-1:0]),
    .raddr_i (raddr_q + {{(AW-1){1'b0}}, 1'b1}),
    .rdata_o (next_word)
  );

  genvar n;
  generate
    for (n = 0; n < L; n = n + 1) begin : gen_lane
      wire [M-1:0] next;
      if (n == L - 1) begin : gen_last
        assign next = next_q;
      end else begin : gen_inner
        assign next = a_bus[(n+1)*M +: M];
      end
      poly_lane #(.M(M), .DEPTH(DEPTH), .AW(AW)) u_lane (
        .clk         (clk),
        .raddr_i     (raddr_q),
        .raddr_odd_i (raddr_odd_q),
        .clr_a_i     (empty[n]),
        .clr_t_i     (zero_i && (zero_lane_i == n)),
        .rows_i      (rows_i),
        .bcast_i     (bcast_q),
        .next_i      (next),
        .shift_i     (n % 2 == 0 ? shift_q : shift_odd_q),
        .take_i      (take_q),
        .we_even_i   (we_even_q[n]),
        .we_odd_i    (we_odd_q[n]),
        .waddr_i     (waddr_q),
        .a_o         (a_bus[n*M +: M]),
        .even_o      (even_bus[n*M +: M]),
        .odd_o       (odd_bus[n*M +: M])
      );
    end
  endgenerate
  assign words_o = odd_bus;
  assign first_o = even_bus[M-1:0];
endmodule

`default_nettype wire
