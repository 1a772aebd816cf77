// SPDX-License-Identifier: Apache-2.0
// keccak_rounds: Keccak-f[1600] with one round a cycle; ports and use as keccak_planes.
// permute_i: busy for 24 cycles. clear_i: one cycle. 1600 flip-flops hold the state.
// FIPS 202, section 3.2 (theta, rho, pi, chi, iota) and 3.3.
`default_nettype none

module keccak_rounds (
  input  wire        clk,
  input  wire        rst_n,
  input  wire        clear_i,
  input  wire        permute_i,
  input  wire        xor_i,
  input  wire [2:0]  x_i,
  input  wire [2:0]  y_i,
  input  wire [2:0]  y_next_i,                   // for keccak_planes
  input  wire [63:0] data_i,
  output wire [63:0] lane_o,
  output wire        busy_o,
  output wire        busy_next_o                 // busy_o of the next cycle, out of reset
);
  localparam [4:0] LastRound = 5'd23;

  `include "mce_keccak.vh"

  reg          busy_q;
  reg  [4:0]   round_q;
  reg  [1599:0] state_q;                         // lane (x, y) at 64*(x + 5y)
  wire [319:0]  parity;
  wire [1599:0] moved, next;

  genvar x;
  genvar y;
  generate
    for (x = 0; x < 5; x = x + 1) begin : gen_parity
      assign parity[64*x +: 64] = state_q[64*x +: 64] ^ state_q[64*(x+5) +: 64]
                                ^ state_q[64*(x+10) +: 64] ^ state_q[64*(x+15) +: 64]
                                ^ state_q[64*(x+20) +: 64];
    end
    for (y = 0; y < 5; y = y + 1) begin : gen_y
      for (x = 0; x < 5; x = x + 1) begin : gen_x
        localparam integer Shift = rho(x, y);
        localparam integer To    = y + 5 * ((2*x + 3*y) % 5);
        localparam [2:0]   X     = x;
        localparam [2:0]   Y     = y;
        // theta, rho, pi.
        wire [63:0] right = parity[64*((x+1)%5) +: 64];
        wire [63:0] theta = state_q[64*(x+5*y) +: 64] ^ parity[64*((x+4)%5) +: 64]
                          ^ {right[62:0], right[63]};
        wire [127:0] twice = {2{theta}};
        wire         unused_rest = ^twice;
        assign moved[64*To +: 64] = twice[64-Shift +: 64];
        // chi, iota.
        wire [63:0] chi = moved[64*(x+5*y) +: 64]
                        ^ (~moved[64*((x+1)%5+5*y) +: 64] & moved[64*((x+2)%5+5*y) +: 64]);
        assign next[64*(x+5*y) +: 64] = (x == 0 && y == 0) ? chi ^ iota(round_q) : chi;
        wire mine = xor_i && x_i == X && y_i == Y;
        always @(posedge clk) begin
          if (clear_i) state_q[64*(x+5*y) +: 64] <= 64'd0;
          else if (busy_q) state_q[64*(x+5*y) +: 64] <= next[64*(x+5*y) +: 64];
          else if (mine) state_q[64*(x+5*y) +: 64] <= state_q[64*(x+5*y) +: 64] ^ data_i;
        end
      end
    end
  endgenerate

  always @(posedge clk) begin
    if (!rst_n) busy_q <= 1'b0;
    else        busy_q <= busy_next_o;
    round_q <= busy_q ? round_q + 5'd1 : 5'd0;
  end

  // Lane (x_i, y_i): a row first, then its lane.
  wire [319:0] row = y_i == 3'd0 ? state_q[319:0] : y_i == 3'd1 ? state_q[639:320]
                   : y_i == 3'd2 ? state_q[959:640] : y_i == 3'd3 ? state_q[1279:960]
                   : state_q[1599:1280];
  wire [63:0] lane = x_i == 3'd0 ? row[63:0] : x_i == 3'd1 ? row[127:64]
                   : x_i == 3'd2 ? row[191:128] : x_i == 3'd3 ? row[255:192] : row[319:256];
  wire unused_y = ^y_next_i;
  assign busy_o      = busy_q;
  assign busy_next_o = permute_i || (busy_q && round_q != LastRound);
  assign lane_o = lane & {64{!busy_q}};
endmodule

`default_nettype wire
