// SPDX-License-Identifier: Apache-2.0
// keccak_planes: Keccak-f[1600] with one plane (five lanes) a cycle, six cycles a round.
//
// Column x of the state, the lanes (x, 0..4), lies in its own distributed memory, twice: a round
// reads one half and writes the other. Row s of rho and pi takes from column x the lane
// y = x + 2s mod 5 and puts it at place y, so each memory is read once a cycle, and chi of row s
// writes each once. The parities of the columns for theta are summed while the rows are written.
//
// permute_i: busy for 144 cycles. xor_i adds data_i to lane (x_i, y_i) in one cycle. lane_o is lane
// (x_i, y_i) while nothing runs, else zero. clear_i: all zero after 12 cycles of busy. Only when
// not busy. A cycle of rst_n = 0 ends whatever runs and leaves a state that must be cleared.
// FIPS 202, section 3.2 (theta, rho, pi, chi, iota) and 3.3.
`default_nettype none

module keccak_planes (
  input  wire        clk,
  input  wire        rst_n,
  input  wire        clear_i,
  input  wire        permute_i,
  input  wire        xor_i,
  input  wire [2:0]  x_i,
  input  wire [2:0]  y_i,
  input  wire [2:0]  y_next_i,                   // y_i of the next cycle
  input  wire [63:0] data_i,
  output wire [63:0] lane_o,
  output wire        busy_o,
  output wire        busy_next_o                 // busy_o of the next cycle, out of reset
);
  localparam [1:0] Idle = 2'd0, Rounds = 2'd1, Clear = 2'd2;
  localparam [2:0] LastStep  = 3'd5;             // five rows, and one cycle for the last write
  localparam [4:0] LastRound = 5'd23;

  `include "mce_keccak.vh"

  reg  [1:0]   state_q, state_d;
  reg  [2:0]   step_q, step_d;
  reg  [4:0]   round_q, round_d;
  reg  [319:0] row_q;                            // a row after rho and pi, zero when there is none
  reg          write_q;                          // row_q goes to row write_row_q
  reg  [2:0]   write_row_q;
  reg  [4:0]   take_q;                           // the row that is read, one bit
  reg  [319:0] sum_q;                            // parities of the rows written in this round
  reg  [319:0] parity_q;                         // parities of the columns of the state

  wire rounds   = state_q == Rounds;
  wire clearing = state_q == Clear;
  wire half     = round_q[0];                    // the half that holds the state
  wire reading  = rounds && step_q != LastStep;
  wire last_row = write_row_q == 3'd4;
  assign busy_o      = state_q != Idle;
  assign busy_next_o = state_d != Idle;

  always @(*) begin
    state_d = state_q;
    step_d  = 3'd0;
    round_d = 5'd0;
    case (state_q)
      // Takes lanes and commands; the state is in half 0.
      Idle: begin
        if (permute_i) state_d = Rounds;
        if (clear_i) state_d = Clear;
      end
      // Rows are read in steps 0 to 4 and written one cycle later.
      Rounds: begin
        step_d  = step_q == LastStep ? 3'd0 : step_q + 3'd1;
        round_d = round_q + {4'd0, step_q == LastStep};
        if (step_q == LastStep && round_q == LastRound) begin
          state_d = Idle;
          round_d = 5'd0;
        end
      end
      // Writes zero rows, both halves in turn.
      default: begin
        step_d  = step_q == LastStep ? 3'd0 : step_q + 3'd1;
        round_d = round_q + {4'd0, step_q == LastStep};
        if (step_q == LastStep && half) begin
          state_d = Idle;
          round_d = 5'd0;
        end
      end
    endcase
  end

  // Columns. The write address of a round lies in the other half.
  wire [319:0] column, theta, result;
  genvar x;
  genvar s;
  generate
    for (x = 0; x < 5; x = x + 1) begin : gen_column
      localparam [2:0] X = x;
      // x + 2s mod 5 for the steps s.
      localparam integer Y1 = (x + 2) % 5, Y2 = (x + 4) % 5, Y3 = (x + 1) % 5, Y4 = (x + 3) % 5;
      localparam [14:0] From = {Y4[2:0], Y3[2:0], Y2[2:0], Y1[2:0], X};
      // What is read is chosen a cycle ahead: a row of the round or a lane.
      reg  [3:0] raddr_q;
      always @(posedge clk)
        raddr_q <= state_d == Rounds ? {From[3*step_d +: 3], round_d[0]} : {y_next_i, 1'b0};
      wire       mine  = xor_i && x_i == X;
      wire       we    = write_q || mine;
      wire [3:0] waddr = write_q ? {write_row_q, !half} : {y_i, 1'b0};
      // theta: the parities of the columns beside this one.
      wire [63:0] left  = parity_q[64*((x+4)%5) +: 64];
      wire [63:0] right = parity_q[64*((x+1)%5) +: 64];
      wire [63:0] read  = column[64*x +: 64];
      assign theta[64*x +: 64] = read ^ left ^ {right[62:0], right[63]};
      // chi, or a lane of input.
      wire [63:0] b0 = row_q[64*x +: 64];
      wire [63:0] b1 = row_q[64*((x+1)%5) +: 64];
      wire [63:0] b2 = row_q[64*((x+2)%5) +: 64];
      wire [63:0] chi = write_q ? b0 ^ (~b1 & b2) : read ^ data_i;
      if (x == 0) begin : gen_iota
        assign result[63:0] = chi ^ (iota(round_q) & {64{rounds && write_row_q == 3'd0}});
      end else begin : gen_plain
        assign result[64*x +: 64] = chi;
      end
      ram_dist #(.WIDTH(64), .DEPTH(10)) u_column (
        .clk     (clk),
        .we_i    (we),
        .waddr_i (waddr),
        .wdata_i (result[64*x +: 64]),
        .raddr_i (raddr_q),
        .rdata_o (column[64*x +: 64])
      );
      always @(posedge clk) begin
        if (write_q)
          sum_q[64*x +: 64] <= result[64*x +: 64]
                             ^ (sum_q[64*x +: 64] & {64{write_row_q != 3'd0}});
        if (write_q && last_row)
          parity_q[64*x +: 64] <= sum_q[64*x +: 64] ^ result[64*x +: 64];
        else if (mine)
          parity_q[64*x +: 64] <= parity_q[64*x +: 64] ^ data_i;
      end
    end
  endgenerate

  // rho and pi: place y of row s comes from column 3s + y mod 5; which one is all that the row
  // chooses, the rotation goes with it. Row s of all five is gathered, then one is taken.
  generate
    for (x = 0; x < 5; x = x + 1) begin : gen_place
      wire [63:0] choice [0:4];
      for (s = 0; s < 5; s = s + 1) begin : gen_row
        localparam integer From  = (3*s + x) % 5;
        localparam integer Shift = rho(From, x);
        wire [127:0] twice = {2{theta[64*From +: 64]}};
        wire         unused_rest = ^twice;
        assign choice[s] = twice[64-Shift +: 64];
      end
      wire [63:0] taken = (choice[0] & {64{take_q[0]}}) | (choice[1] & {64{take_q[1]}})
                        | (choice[2] & {64{take_q[2]}}) | (choice[3] & {64{take_q[3]}})
                        | (choice[4] & {64{take_q[4]}});
      // Without a row it holds zero: that clears, and nothing secret stays behind.
      always @(posedge clk) row_q[64*x +: 64] <= taken;
    end
  endgenerate

  always @(posedge clk) begin
    if (!rst_n) begin
      state_q <= Idle;
      write_q <= 1'b0;
      take_q  <= 5'd0;
      step_q  <= 3'd0;
      round_q <= 5'd0;
    end else begin
      state_q <= state_d;
      write_q <= reading || (clearing && step_q != LastStep);
      take_q  <= state_d == Rounds ? 5'd1 << step_d : 5'd0;
      step_q  <= step_d;
      round_q <= round_d;
    end
    write_row_q <= step_q;
  end

  reg [63:0] lane;
  always @(*) begin
    case (x_i)
      3'd0:    lane = column[63:0];
      3'd1:    lane = column[127:64];
      3'd2:    lane = column[191:128];
      3'd3:    lane = column[255:192];
      default: lane = column[319:256];
    endcase
  end
  assign lane_o = lane & {64{!busy_o}};
endmodule

`default_nettype wire
