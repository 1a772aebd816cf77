// SPDX-License-Identifier: Apache-2.0
// poly_lanes: the L lanes of the polynomial unit as a ring, with the registers between their
// operand stage, where requests come in, and their write stage one cycle later.
// Read addresses come a cycle before the operand stage: they head the longest path.
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
  // Operand stage: what is written, and where: a word of all lanes, or one cell.
  input  wire [AW-1:0]  waddr_i,
  input  wire           all_even_i,
  input  wire           all_odd_i,
  input  wire           one_even_i,
  input  wire           one_odd_i,
  input  wire [LW-1:0]  lane_i,
  input  wire           load_i,
  input  wire [M-1:0]   bcast_i,
  input  wire [L-1:0]   clr_a_i,
  input  wire [L-1:0]   clr_t_i,
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
  reg           take_q;
  reg           shift_q;
  reg           shift_last_q;
  reg           own_q;
  wire [L-1:0]  chosen;

  always @(posedge clk) begin
    if (!rst_n) begin
      we_even_q <= {L{1'b0}};
      we_odd_q  <= {L{1'b0}};
    end else begin
      we_even_q <= {L{all_even_i}} | (chosen & {L{one_even_i}});
      we_odd_q  <= {L{all_odd_i}}  | (chosen & {L{one_odd_i}});
    end
    raddr_q      <= raddr_i;
    raddr_odd_q  <= raddr_odd_i;
    waddr_q      <= waddr_i;
    take_q       <= take_i;
    shift_q      <= shift_i;
    own_q        <= !shift_i;
    shift_last_q <= shift_i && !end_i;
  end

  // A lane's neighbour is the next one, the last one's is lane 0 of the next word, which is being
  // read just then. Behind the last live word there is nothing.
  wire [L*M-1:0] read_bus, a_bus, even_bus, odd_bus;
  wire           unused_bus = &{1'b0, read_bus, a_bus, even_bus, odd_bus};
  genvar n;
  generate
    for (n = 0; n < L; n = n + 1) begin : gen_lane
      wire [M-1:0] next;
      wire [M-1:0] t;
      if (n == L - 1) begin : gen_last
        assign next = read_bus[M-1:0];
        // Read-out without the long way round through the memory of lane 0.
        assign words_o[n*M +: M] = take_q ? a_bus[n*M +: M] : t;
      end else begin : gen_inner
        wire unused_t = &{1'b0, t};
        assign next = a_bus[(n+1)*M +: M];
        assign words_o[n*M +: M] = odd_bus[n*M +: M];
      end
      assign chosen[n] = (lane_i == n);
      poly_lane #(.M(M), .DEPTH(DEPTH), .AW(AW)) u_lane (
        .clk         (clk),
        .raddr_i     (raddr_q),
        .raddr_odd_i (raddr_odd_q),
        .load_i      (load_i),
        .bcast_i     (bcast_i),
        .clr_a_i     (clr_a_i[n]),
        .clr_t_i     (clr_t_i[n]),
        .rows_i      (rows_i),
        .next_i      (next),
        .own_i       (own_q),
        .shift_i     ((n == L - 1) ? shift_last_q : shift_q),
        .take_i      (take_q),
        .we_even_i   (we_even_q[n]),
        .we_odd_i    (we_odd_q[n]),
        .waddr_i     (waddr_q),
        .read_o      (read_bus[n*M +: M]),
        .a_o         (a_bus[n*M +: M]),
        .t_o         (t),
        .even_o      (even_bus[n*M +: M]),
        .odd_o       (odd_bus[n*M +: M])
      );
    end
  endgenerate
  assign first_o = even_bus[M-1:0];
endmodule

`default_nettype wire
