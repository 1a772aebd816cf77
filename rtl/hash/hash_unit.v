// SPDX-License-Identifier: Apache-2.0
// hash_unit: SHAKE256 over bytes that arrive and leave in beats of AXIS_WIDTH bits.
//
// Absorbing (squeeze_i = 0) appends ceil(len/8) bytes to the message; squeezing pads the message,
// gives ceil(len/8) bytes and then clears everything, so that the next message starts anew. len is
// in bits and stands a cycle before the start; bytes of the last beat behind the end are zero on
// the way in and arbitrary on the way out. With B permutations of P cycles (P = 144 by planes, 24
// by rounds) and C = ceil(len/64), without pauses at AXIS_WIDTH = 64 and with at least one
// permutation in a squeeze (the padding's):
//   absorb   C + B*P + 2
//   squeeze  C + B*P + Z + 5, Z = 13 by planes, 1 by rounds
// They depend on len and on the bytes absorbed before, never on contents. done_o is the last cycle
// of busy_o. clear_i (start of a job) and wipe_i, when idle, clear message and state; wipe_busy_o
// shows it. FIPS 202, section 4 (sponge), 5.1 (pad10*1) and 6.2 (SHAKE256: suffix 1111, rate 136).
`default_nettype none

module hash_unit #(
  parameter M          = 13,
  parameter AXIS_WIDTH = 64,
  parameter VARIANT    = 1                       // 1: one plane a cycle, 2: one round a cycle
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  clear_i,
  input  wire                  start_i,
  input  wire                  squeeze_i,
  input  wire [M:0]            len_i,
  output wire                  busy_o,
  output wire                  done_o,
  input  wire                  in_valid_i,
  input  wire [AXIS_WIDTH-1:0] in_data_i,
  output wire                  in_ready_o,
  output wire                  out_valid_o,
  output wire [AXIS_WIDTH-1:0] out_data_o,
  input  wire                  out_ready_i,
  input  wire                  wipe_i,
  output wire                  wipe_busy_o
);
  localparam integer Bw = (M > 6) ? M - 2 : 5;   // bits of a number of bytes, 2^M / 8 inclusive

  localparam [2:0] Idle = 3'd0, Absorb = 3'd1, Pad = 3'd2, PadEnd = 3'd3, Emit = 3'd4,
                   Clear = 3'd5, Done = 3'd6, Wipe = 3'd7;
  // The last lane of a block of 136 bytes.
  localparam [2:0] LastX = 3'd1, LastY = 3'd3;
  localparam [Bw-1:0] Eight = 8;

  reg  [2:0]    state_q, state_d;
  reg  [2:0]    x_q, x_d, y_q, y_d;              // lane of the block that comes next
  reg  [2:0]    fill_q, fill_d;                  // bytes of it in part_q
  reg  [63:0]   part_q, part_d;
  reg  [Bw-1:0] left_q, left_d;                  // bytes to take or give
  reg           first_q;                         // first cycle of a state

  // Beats to chunks of eight bytes. Only a beat narrower than a chunk needs to know the last one.
  wire [M:0]    up        = len_i + {{(M-2){1'b0}}, 3'd7};
  wire          unused_up = ^up[2:0];
  reg  [31:0]   bytes;                           // operands stand before the start
  always @(posedge clk) bytes <= {{(34-M){1'b0}}, up[M:3]};
  wire          start     = start_i && state_q == Idle;
  reg           absorbing, pad_stop, last_lane;  // states and the last lane of a block, decoded
  reg           more, whole, another;            // left_q is not 0, a lane or more, more than one
  reg           fills;                           // the next chunk fills part_q
  wire          ck_valid, gear_ready, permuting, permuting_next;
  reg           ck_ready, give;                  // chunks are taken, given
  wire [63:0]   chunk, lane;
  gear_in #(.AXIS_WIDTH(AXIS_WIDTH)) u_gear_in (
    .clk       (clk),
    .rst_n     (rst_n),
    .clear_i   (!absorbing),
    .in_valid_i(in_valid_i && absorbing),
    .in_data_i (in_data_i),
    .in_last_i (!whole && left_q[2:0] <= 3'd4),
    .in_ready_o(gear_ready),
    .ck_valid_o(ck_valid),
    .ck_data_o (chunk),
    .ck_ready_i(ck_ready)
  );
  assign in_ready_o = gear_ready && absorbing;

  // A chunk is turned by the bytes that already wait in part_q; what does not fit, the bytes below
  // them, waits there. Only the last chunk of a message changes their number, so whether the next
  // one fills a lane is known a cycle ahead.
  wire [2:0]    last3 = state_q == Idle ? bytes[2:0] : left_q[2:0];
  wire [3:0]    sum   = {1'b0, fill_q} + {1'b0, last3};
  wire          taken = ck_valid && ck_ready;
  wire          full  = taken && fills;

  // Lanes of a block in order. Padding: its start where the message ends, its end in the last lane.
  localparam [7:0]  PadStart = 8'h1f;
  localparam [63:0] PadStop  = 64'h8000000000000000;
  wire        pad_start = state_q == Pad && !permuting;
  wire        given;
  wire        step      = full || given;
  wire [63:0] turned;
  // Bytes of part_q, all of them when no chunk is absorbed: then part_q is the padding.
  reg  [7:0]  below_q, below_d;
  reg  [63:0] below;
  wire [63:0] data = part_q | (turned & ~below);
  vec_rotl #(.WIDTH(64), .Unit(8)) u_turn (
    .data_i   (chunk),
    .amount_i (fill_q),
    .data_o   (turned)
  );
  // Where the padding begins; the number of bytes stands long before it is wanted.
  reg  [7:0]  pad_q;
  reg  [63:0] pad;
  integer b;
  always @(*) begin
    for (b = 0; b < 8; b = b + 1) begin
      pad[8*b +: 8]   = PadStart & {8{pad_q[b]}};
      below[8*b +: 8] = {8{below_q[b]}};
      below_d[b]      = state_d != Absorb || b[2:0] < fill_d;
    end
  end
  wire        permute   = pad_stop || (step && last_lane && (full || another));
  wire        clearing  = state_q == Clear || state_q == Wipe;
  wire        clear     = clearing && first_q;
  wire        xor_en    = full || pad_start || pad_stop;

  generate
    if (VARIANT == 1) begin : gen_planes
      keccak_planes u_keccak (
        .clk(clk), .rst_n(rst_n), .clear_i(clear), .permute_i(permute), .xor_i(xor_en),
        .x_i(x_q), .y_i(y_q), .y_next_i(y_d), .data_i(data), .lane_o(lane), .busy_o(permuting),
        .busy_next_o(permuting_next)
      );
    end else begin : gen_rounds
      keccak_rounds u_keccak (
        .clk(clk), .rst_n(rst_n), .clear_i(clear), .permute_i(permute), .xor_i(xor_en),
        .x_i(x_q), .y_i(y_q), .y_next_i(y_d), .data_i(data), .lane_o(lane), .busy_o(permuting),
        .busy_next_o(permuting_next)
      );
    end
  endgenerate

  // Chunks to beats.
  wire        chunk_ready;
  assign given = give && chunk_ready;
  gear_out #(.AXIS_WIDTH(AXIS_WIDTH)) u_gear_out (
    .clk        (clk),
    .rst_n      (rst_n),
    .start_i    (start),
    .bytes_i    (bytes),
    .ck_valid_i (give),
    .ck_data_i  (lane & {64{give}}),
    .ck_ready_o (chunk_ready),
    .out_valid_o(out_valid_o),
    .out_data_o (out_data_o),
    .out_ready_i(out_ready_i)
  );

  // left_d is not 0, without the way through the subtraction.
  wire left_next = state_q == Idle ? |bytes[Bw-1:0] : (taken || given) ? another : more;

  always @(*) begin
    state_d = state_q;
    left_d  = left_q;
    fill_d  = fill_q;
    part_d  = part_q;
    x_d     = x_q;
    y_d     = y_q;
    if (taken || given) left_d = whole ? left_q - Eight : {Bw{1'b0}};
    if (taken) begin
      fill_d = whole ? fill_q : sum[2:0];
      part_d = full ? turned & below : data;
    end
    if (step) begin
      x_d = (last_lane || x_q == 3'd4) ? 3'd0 : x_q + 3'd1;
      y_d = last_lane ? 3'd0 : y_q + {2'd0, x_q == 3'd4};
    end
    case (state_q)
      // Waits; the message so far stays.
      Idle: begin
        left_d = bytes[Bw-1:0];
        if (start_i) begin
          state_d = squeeze_i ? Pad : Absorb;
          if (squeeze_i) part_d = part_q | pad;
        end
        if (clear_i || wipe_i) state_d = Wipe;
      end
      // Takes chunks; a full block is permuted while the next chunk waits.
      Absorb: if (!more && !permuting) state_d = Done;
      // Adds the suffix and the first one of the padding.
      Pad: if (!permuting) begin
        state_d = PadEnd;
        part_d  = PadStop;
        x_d     = LastX;
        y_d     = LastY;
      end
      // Adds the last one of the padding, starts the permutation, goes back to the first lane.
      PadEnd: begin
        state_d = Emit;
        x_d     = 3'd0;
        y_d     = 3'd0;
      end
      // Gives the lanes of a block, permutes when more are wanted.
      Emit: if (!more && !out_valid_o) state_d = Clear;
      // The message is forgotten.
      Clear: if (!first_q && !permuting) state_d = Done;
      Done: state_d = Idle;
      default: if (!first_q && !permuting) state_d = Idle;
    endcase
    if (clearing) begin
      fill_d = 3'd0;
      part_d = 64'd0;
      x_d    = 3'd0;
      y_d    = 3'd0;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      state_q   <= Idle;
      first_q   <= 1'b0;
      absorbing <= 1'b0;
      pad_stop  <= 1'b0;
    end else begin
      state_q   <= state_d;
      first_q   <= state_d != state_q;
      absorbing <= state_d == Absorb;
      pad_stop  <= state_d == PadEnd;
    end
    left_q  <= left_d;
    more    <= left_next;
    whole   <= |left_d[Bw-1:3];
    fills   <= |left_d[Bw-1:3] || sum[3];
    another <= |left_d[Bw-1:4] || (left_d[3] && |left_d[2:0]);
    fill_q <= fill_d;
    part_q <= part_d;
    below_q <= below_d;
    pad_q   <= 8'd1 << fill_q;
    x_q    <= x_d;
    y_q    <= y_d;
    last_lane <= x_d == LastX && y_d == LastY;
    ck_ready <= rst_n && state_d == Absorb && !permuting_next && left_next;
    give     <= rst_n && state_d == Emit && !permuting_next && left_next;
  end

  assign busy_o      = state_q != Idle && state_q != Wipe;
  assign done_o      = state_q == Done;
  assign wipe_busy_o = state_q == Wipe;
endmodule

`default_nettype wire
