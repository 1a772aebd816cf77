// SPDX-License-Identifier: Apache-2.0
// poly_write: every serial write into the lanes, one coefficient a cycle: pld, the evaluation unit
// (xw) and the reversal after Berlekamp-Massey (rev); and the sweeps that clear words (pld, wipe).
// A coefficient passes three stages: broadcast register, operand registers of the lanes, memory.
// What xw writes in cycle c is there for reads in cycle c+3 and later.
// pld clears the F words of its register (2F when len reaches into the next one of the bank),
// then takes a chunk every four cycles: F + len + 3 cycles without pauses. pli is a pld of one
// coefficient that is there already: F + 3 cycles.
`default_nettype none

module poly_write #(
  parameter        M        = 13,
  parameter        L        = 17,
  parameter        F        = 8,
  parameter        NUM_REGS = 8,
  parameter        DEPTH    = 32,
  parameter        AW       = 5,
  parameter        LW       = 5,
  parameter [16:0] FIELDS   = 17'h03000
) (
  input  wire          clk,
  input  wire          rst_n,
  input  wire [4:0]    m_i,
  // pld
  input  wire          pld_start_i,
  input  wire [4:0]    pld_reg_i,
  input  wire [M:0]    pld_len_i,
  output wire          pld_busy_o,
  output wire          pld_done_o,
  // pli; to pld_reg_i
  input  wire          pli_start_i,
  input  wire [15:0]   pli_data_i,
  input  wire          ck_valid_i,
  input  wire [63:0]   ck_data_i,
  output wire          ck_ready_o,
  // xw
  input  wire          xw_start_i,
  input  wire [4:0]    xw_reg_i,
  input  wire          xw_valid_i,
  input  wire [M-1:0]  xw_data_i,
  // rev: the word goes out on bcast_o with rev_load_o; its place is the business of the caller.
  input  wire          rev_valid_i,
  input  wire [M-1:0]  rev_data_i,
  output wire          rev_load_o,
  // wipe
  input  wire          wipe_i,
  output wire          wipe_busy_o,
  // Lanes, operand stage: a broadcast word for one place, or zero for a whole word of all lanes.
  output wire [M-1:0]  bcast_o,
  output wire          load_o,
  output wire          clear_o,
  output wire          all_even_o,
  output wire          all_odd_o,
  output wire          one_even_o,
  output wire          one_odd_o,
  output wire [LW-1:0] lane_o,
  output wire [AW-1:0] waddr_o
);
  localparam [31:0] RegWords   = F;
  localparam [31:0] PairWords  = 2 * F;
  localparam [31:0] AllWords   = DEPTH;
  localparam [31:0] Capacity   = L * F;

  localparam [2:0] Idle  = 3'd0;
  localparam [2:0] Clear = 3'd1;
  localparam [2:0] Load  = 3'd2;
  localparam [2:0] Drain = 3'd3;
  localparam [2:0] Wipe  = 3'd4;

  `include "mce_fields.vh"

  reg  [2:0]     state_q;
  reg  [2:0]     state_d;
  reg  [AW:0]    count_q;
  reg  [AW:0]    count_d;
  reg  [AW-1:0]  sweep_q;
  reg  [AW-1:0]  sweep_d;
  reg  [M:0]     left_q;
  reg  [M:0]     left_d;
  reg  [M-2:0]   chunks_q;
  reg  [M-2:0]   chunks_d;
  reg  [2:0]     held_q;
  reg  [2:0]     held_d;
  reg  [4*M-1:0] buf_q;
  reg  [4*M-1:0] buf_d;
  reg  [M-1:0]   bcast_q;
  reg            load_q;
  reg            rev_q;

  wire           odd;
  wire [AW-1:0]  addr;
  wire [AW-1:0]  unused_next;
  wire [LW-1:0]  lane;
  wire           load_done = (count_q == {{AW{1'b0}}, 1'b1});

  poly_cursor #(.L(L), .F(F), .NUM_REGS(NUM_REGS), .AW(AW), .LW(LW)) u_cursor (
    .clk    (clk),
    .rst_n  (rst_n),
    .load_i (pld_start_i || pli_start_i || xw_start_i),
    .reg_i  (xw_start_i ? xw_reg_i : pld_reg_i),
    .step_i (load_q),
    .down_i (1'b0),
    .odd_o  (odd),
    .addr_o (addr),
    .next_o (unused_next),
    .lane_o (lane)
  );

  // Bits of a streamed word above the field are dropped: never an error, they would be secret.
  wire [M-1:0] mask [0:17];
  assign mask[0] = {M{1'b0}};
  genvar k;
  generate
    for (k = 0; k <= 16; k = k + 1) begin : gen_field
      if (FIELDS[k] && k <= M && field_poly(k) != 17'd0) begin : gen_on
        localparam [16:0] Below = (17'd1 << k) - 17'd1;
        assign mask[k+1] = mask[k] | (Below[M-1:0] & {M{m_i == k}});
      end else begin : gen_off
        assign mask[k+1] = mask[k];
      end
    end
  endgenerate

  // Chunk buffer: four coefficients, the lowest leaves each cycle of Load.
  wire       pop   = (state_q == Load) && (held_q != 3'd0);
  wire       last  = (left_q == {{M{1'b0}}, 1'b1});
  wire       taken = ck_valid_i && ck_ready_o;
  assign ck_ready_o = (state_q == Load) && (|chunks_q) && (held_q <= 3'd1);

  wire [4*M-1:0] fresh;
  genvar c;
  generate
    for (c = 0; c < 4; c = c + 1) begin : gen_chunk
      assign fresh[c*M +: M] = ck_data_i[16*c +: M];
      if (M < 16) begin : gen_high
        wire unused = ^ck_data_i[16*c+15:16*c+M];
      end
    end
  endgenerate

  // Chunks of a packet of len coefficients: len/4, rounded up.
  wire [M:0] rounded   = pld_len_i + {{(M-1){1'b0}}, 2'd3};
  wire       unused_lo = ^rounded[1:0];

  generate
    if (M < 16) begin : gen_pli
      wire unused = ^pli_data_i[15:M];
    end
  endgenerate

  always @(*) begin
    state_d  = state_q;
    count_d  = count_q;
    sweep_d  = sweep_q;
    left_d   = left_q;
    chunks_d = chunks_q;
    held_d   = held_q;
    buf_d    = buf_q;
    case (state_q)
      // Waits; the buffer is kept clear, whatever a killed pld left in it.
      Idle: begin
        buf_d   = {(4*M){1'b0}};
        held_d  = 3'd0;
        sweep_d = {AW{1'b0}};
        if (wipe_i) begin
          state_d = Wipe;
          count_d = AllWords[AW:0];
        end else if (pld_start_i) begin
          state_d  = Clear;
          count_d  = ({{(31-M){1'b0}}, pld_len_i} > Capacity) ? PairWords[AW:0] : RegWords[AW:0];
          left_d   = pld_len_i;
          chunks_d = rounded[M:2];
        end else if (pli_start_i) begin
          state_d      = Clear;
          count_d      = RegWords[AW:0];
          left_d       = {{M{1'b0}}, 1'b1};
          chunks_d     = {(M-1){1'b0}};
          held_d       = 3'd1;
          buf_d[M-1:0] = pli_data_i[M-1:0];
        end
      end
      // Clears the words of the destination.
      Clear: begin
        sweep_d = sweep_q + {{(AW-1){1'b0}}, 1'b1};
        count_d = count_q - {{AW{1'b0}}, 1'b1};
        if (load_done) state_d = Load;
      end
      // Takes chunks and sends their coefficients out.
      Load: begin
        if (pop) begin
          buf_d  = buf_q >> M;
          held_d = held_q - 3'd1;
          left_d = left_q - {{M{1'b0}}, 1'b1};
        end
        if (taken) begin
          buf_d    = fresh;
          held_d   = 3'd4;
          chunks_d = chunks_q - {{(M-2){1'b0}}, 1'b1};
        end
        if (pop && last) begin
          state_d = Drain;
          count_d = {{(AW-1){1'b0}}, 2'd2};
        end
      end
      // Lets the last coefficient reach the memory.
      Drain: begin
        count_d = count_q - {{AW{1'b0}}, 1'b1};
        if (load_done) state_d = Idle;
      end
      // Clears all words of both banks, then lets the last zero arrive.
      Wipe: begin
        sweep_d = sweep_q + {{(AW-1){1'b0}}, 1'b1};
        count_d = count_q - {{AW{1'b0}}, 1'b1};
        if (load_done) begin
          state_d = Drain;
          count_d = {{(AW-1){1'b0}}, 2'd2};
        end
      end
      default: state_d = Idle;
    endcase
  end

  reg wiping_q;
  always @(posedge clk) begin
    if (!rst_n) begin
      state_q  <= Idle;
      load_q   <= 1'b0;
      rev_q    <= 1'b0;
      wiping_q <= 1'b0;
    end else begin
      state_q  <= state_d;
      load_q   <= pop || xw_valid_i;
      rev_q    <= rev_valid_i;
      wiping_q <= (state_d == Wipe) || (wiping_q && (state_d != Idle));
    end
    count_q  <= count_d;
    sweep_q  <= sweep_d;
    left_q   <= left_d;
    chunks_q <= chunks_d;
    held_q   <= held_d;
    buf_q    <= buf_d;
    bcast_q  <= ({M{pop}} & buf_q[M-1:0] & mask[17]) | ({M{xw_valid_i}} & xw_data_i)
              | ({M{rev_valid_i}} & rev_data_i);
  end

  wire sweep_reg   = (state_q == Clear);
  wire sweep_all   = (state_q == Wipe);
  wire [AW-1:0] sweep_addr = sweep_q + (sweep_reg ? addr : {AW{1'b0}});
  assign bcast_o     = bcast_q;
  assign load_o      = load_q || rev_q;
  assign rev_load_o  = rev_q;
  assign clear_o     = sweep_reg || sweep_all;
  assign all_even_o  = sweep_all || (sweep_reg && !odd);
  assign all_odd_o   = sweep_all || (sweep_reg && odd);
  assign one_even_o  = load_q && !odd;
  assign one_odd_o   = load_q && odd;
  assign lane_o      = lane & {LW{load_q}};
  assign waddr_o     = clear_o ? sweep_addr : (addr & {AW{load_q}});
  assign pld_busy_o  = (state_q != Idle) && !wiping_q;
  assign pld_done_o  = (state_q == Drain) && load_done && !wiping_q;
  assign wipe_busy_o = wiping_q;
endmodule

`default_nettype wire
