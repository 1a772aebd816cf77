// SPDX-License-Identifier: Apache-2.0
// poly_write: every serial write into the lanes, one coefficient a cycle: pld, the evaluation unit
// (xw), the serial instructions (el) and the reversal after Berlekamp-Massey (rev); and the sweeps
// that clear words (pld, wipe).
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
  parameter [16:0] FIELDS   = 17'h03000
) (
  input  wire          clk,
  input  wire          rst_n,
  input  wire [4:0]    m_i,
  // pld
  input  wire          pld_start_i,
  input  wire [4:0]    pld_reg_i,   // of pli, el and rev as well
  input  wire [M:0]    pld_len_i,
  output wire          pld_busy_o,
  output wire          pld_done_o,
  // pli
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
  // el and rev; el_data_i is zero without el_valid_i.
  input  wire          el_start_i,
  input  wire          el_valid_i,
  input  wire [M-1:0]  el_data_i,
  input  wire          rev_valid_i,
  input  wire          rev_last_i,
  input  wire [M-1:0]  rev_data_i,
  output wire          rev_done_o,   // the last one is at the lanes
  // wipe
  input  wire          wipe_i,
  output wire          wipe_busy_o,
  // Lanes, operand stage: a broadcast word for one place, or zero for a whole word of all lanes.
  // Both with clear_o.
  output wire [M-1:0]  bcast_o,
  output wire          clear_o,
  output wire          all_even_o,
  output wire          all_odd_o,
  output wire          one_even_o,
  output wire          one_odd_o,
  output wire [L-1:0]  cell_o,       // one bit
  output wire [AW-1:0] waddr_o
);
  localparam [31:0] RegWords   = F - 1;
  localparam [31:0] PairWords  = 2 * F - 1;
  localparam [31:0] AllWords   = DEPTH - 1;
  localparam [31:0] Capacity   = L * F;

  // Counts the coefficients of two registers, of which the ports may know fewer bits.
  localparam Counts = $clog2(2*L*F + 1);
  localparam CW     = (Counts > M + 1) ? M + 1 : Counts;

  localparam [2:0] Idle  = 3'd0;
  localparam [2:0] Clear = 3'd1;
  localparam [2:0] Load  = 3'd2;
  localparam [2:0] Drain = 3'd3;
  localparam [2:0] Wipe  = 3'd4;

  `include "mce_fields.vh"

  reg  [2:0]     state_q;
  reg  [2:0]     state_d;
  reg  [AW-1:0]  count_q;            // words of a sweep still to come, and cycles of Drain
  reg  [AW-1:0]  count_d;
  reg  [CW-1:0]  left_q;
  reg  [CW-1:0]  left_d;
  reg            last;               // left_q is 1
  reg  [2:0]     held_q;             // coefficients in the buffer
  reg  [2:0]     held_d;
  reg  [4*M-1:0] buf_q;
  reg  [L-1:0]   cell_q;
  reg  [M-1:0]   bcast_q;
  reg            load_q;
  reg            rev_q;

  wire           odd;
  wire [AW-1:0]  addr;
  wire [AW-1:0]  unused_next;
  wire           swept = (count_q == {AW{1'b0}});
  wire           load  = pld_start_i || pli_start_i || xw_start_i || el_start_i;

  // The lane is kept as one bit that goes round: nothing to decode.
  generate
    if (L > 1) begin : gen_ring
      always @(posedge clk) begin
        if (load)        cell_q <= {{(L-1){1'b0}}, 1'b1};
        else if (load_q) cell_q <= {cell_q[L-2:0], cell_q[L-1]};
      end
    end else begin : gen_dot
      always @(posedge clk) cell_q <= 1'b1;
    end
  endgenerate

  poly_cursor #(.F(F), .NUM_REGS(NUM_REGS), .AW(AW)) u_cursor (
    .clk    (clk),
    .load_i (load),
    .reg_i  (xw_start_i ? xw_reg_i : pld_reg_i),
    .step_i (load_q && cell_q[L-1]),
    .down_i (1'b0),
    .odd_o  (odd),
    .addr_o (addr),
    .next_o (unused_next)
  );

  // Bits of a streamed word above the field are dropped: never an error, they would be secret.
  wire [M-1:0] mask [0:17];
  assign mask[0] = {M{1'b0}};
  genvar k;
  generate
    for (k = 0; k <= 16; k = k + 1) begin : gen_field
      if (FIELDS[k] && k <= M && field_poly(k) != 17'd0) begin : gen_on
        localparam [16:0] Below = (17'd1 << k) - 17'd1;
        localparam [31:0] Field = k;
        localparam [4:0]  Bits  = field_bits(FIELDS, k);
        assign mask[k+1] = mask[k] | (Below[M-1:0] & {M{(m_i & Bits) == (Field[4:0] & Bits)}});
      end else begin : gen_off
        assign mask[k+1] = mask[k];
      end
    end
  endgenerate

  // Chunk buffer: four coefficients, one is sent out each cycle of Load, the last when one is held.
  wire       pop   = (state_q == Load) && (held_q != 3'd0);
  wire       sent  = pop || xw_valid_i || el_valid_i || rev_valid_i;
  wire       taken = ck_valid_i && ck_ready_o;
  assign ck_ready_o = (state_q == Load) && ((held_q == 3'd0) || ((held_q == 3'd1) && !last));

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

  generate
    if (CW < M + 1) begin : gen_long
      wire unused_high = ^pld_len_i[M:CW];
    end
  endgenerate

  generate
    if (M < 16) begin : gen_pli
      wire unused = ^pli_data_i[15:M];
    end
  endgenerate

  always @(*) begin
    state_d = state_q;
    count_d = count_q - {{(AW-1){1'b0}}, 1'b1};
    left_d  = left_q;
    held_d  = held_q;
    case (state_q)
      // Waits; the buffer is kept clear, whatever a killed pld left in it.
      Idle: begin
        held_d  = 3'd0;
        left_d  = pld_len_i[CW-1:0];
        count_d = RegWords[AW-1:0];
        if (wipe_i) begin
          state_d = Wipe;
          count_d = AllWords[AW-1:0];
        end else if (pld_start_i) begin
          state_d = Clear;
          if ({{(31-M){1'b0}}, pld_len_i} > Capacity) count_d = PairWords[AW-1:0];
        end else if (pli_start_i) begin
          // Its only coefficient stands where the last one of a chunk does.
          state_d = Clear;
          left_d  = {{(CW-1){1'b0}}, 1'b1};
          held_d  = 3'd1;
        end
      end
      // Clears the words of the destination.
      Clear: if (swept) state_d = Load;
      // Takes chunks and sends their coefficients out.
      Load: begin
        count_d = {{(AW-1){1'b0}}, 1'b1};
        if (pop) begin
          held_d = held_q - 3'd1;
          left_d = left_q - {{(CW-1){1'b0}}, 1'b1};
        end
        if (taken) held_d = 3'd4;
        if (pop && last) state_d = Drain;
      end
      // Lets the last coefficient reach the memory.
      Drain: if (swept) state_d = Idle;
      // Clears all words of both banks, then lets the last zero arrive.
      Wipe: if (swept) begin
        state_d = Drain;
        count_d = {{(AW-1){1'b0}}, 1'b1};
      end
      default: state_d = Idle;
    endcase
  end

  // held_q counts down, so the lowest coefficient goes with the highest count.
  wire [M-1:0] chosen;
  poly_pick4 #(.M(M)) u_pick (
    .words_i  ({buf_q[1*M +: M], buf_q[2*M +: M], buf_q[3*M +: M], buf_q[0*M +: M]}),
    .select_i (held_q[1:0]),
    .word_o   (chosen)
  );

  reg wiping_q;
  reg clear_q;                       // a sweep or a coefficient is at the lanes; fans out far
  always @(posedge clk) begin
    if (!rst_n) begin
      state_q  <= Idle;
      load_q   <= 1'b0;
      rev_q    <= 1'b0;
      wiping_q <= 1'b0;
      clear_q  <= 1'b0;
    end else begin
      state_q  <= state_d;
      load_q   <= sent;
      clear_q  <= sent || (state_d == Clear) || (state_d == Wipe);
      rev_q    <= rev_valid_i && rev_last_i;
      wiping_q <= (state_d == Wipe) || (wiping_q && (state_d != Idle));
    end
    count_q <= count_d;
    left_q  <= left_d;
    last    <= left_d == {{(CW-1){1'b0}}, 1'b1};
    held_q  <= held_d;
    if ((state_q == Idle) || (state_q == Drain)) buf_q <= {(4*M){1'b0}};
    else if (taken)                              buf_q <= fresh;
    if ((state_q == Idle) && pli_start_i) buf_q[3*M +: M] <= pli_data_i[M-1:0];
    // What is not chosen is zero, but for rev_data_i.
    if (sent)
      bcast_q <= (chosen & mask[17]) | (xw_data_i & {M{xw_valid_i}}) | el_data_i
               | (rev_data_i & {M{rev_valid_i}});
    else
      bcast_q <= {M{1'b0}};
  end

  wire sweep_reg   = (state_q == Clear);
  wire sweep_all   = (state_q == Wipe);
  assign bcast_o     = bcast_q;
  assign rev_done_o  = rev_q;
  assign clear_o     = clear_q;
  assign all_even_o  = sweep_all || (sweep_reg && !odd);
  assign all_odd_o   = sweep_all || (sweep_reg && odd);
  assign one_even_o  = load_q && !odd;
  assign one_odd_o   = load_q && odd;
  assign cell_o      = cell_q;
  assign waddr_o     = (addr & {AW{!sweep_all}}) + (count_q & {AW{!load_q}});
  assign pld_busy_o  = (state_q != Idle) && !wiping_q;
  assign pld_done_o  = (state_q == Drain) && swept && !wiping_q;
  assign wipe_busy_o = wiping_q;
endmodule

`default_nettype wire
