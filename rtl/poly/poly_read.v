// SPDX-License-Identifier: Apache-2.0
// poly_read: walks a register pair one coefficient a cycle, for pst, for the evaluation unit (xr)
// and for the reversal after Berlekamp-Massey (rev); and single reads for the serial instructions
// (ser), whose control leads the cursor itself: ser_read_i in cycle c gives ser_data_o in c+2.
// rev walks down to coefficient 0 from where ser_load_i and ser_step_i have brought the cursor.
// A walk started in cycle 0 reads coefficient j in cycle 1+j; the operand registers of the lanes
// and the lane multiplexer are one stage each, so xr_valid_o and rev_valid_o carry it in cycle
// 3+j. pst packs four coefficients a chunk and pauses only between chunks, when two are waiting.
`default_nettype none

module poly_read #(
  parameter M        = 13,
  parameter L        = 17,
  parameter F        = 8,
  parameter NUM_REGS = 8,
  parameter AW       = 5,
  parameter LW       = 5
) (
  input  wire           clk,
  input  wire           rst_n,
  // pst, from ser_reg_i
  input  wire           pst_start_i,
  input  wire [M:0]     pst_len_i,
  output wire           pst_busy_o,
  output wire           pst_done_o,
  output wire           out_valid_o,
  output wire [63:0]    out_data_o,
  input  wire           out_ready_i,
  // xr
  input  wire           xr_start_i,
  input  wire [4:0]     xr_reg_i,
  input  wire [M:0]     xr_len_i,
  output wire           xr_valid_o,
  output wire [M-1:0]   xr_data_o,
  // rev: cells of p1 for the Berlekamp-Massey control
  input  wire           rev_start_i,
  input  wire [M:0]     rev_top_i,   // where the cursor stands
  output wire           rev_valid_o,
  output wire           rev_last_o,
  // ser: any number of reads; ser_second_i reads the bank ser_odd_i instead of the cursor's.
  input  wire           ser_load_i,
  input  wire [4:0]     ser_reg_i,
  input  wire           ser_read_i,
  input  wire           ser_step_i,
  input  wire           ser_down_i,
  input  wire           ser_second_i,
  input  wire           ser_odd_i,
  output wire           wrap_o,      // the step of this cycle leads to another word
  output wire [M-1:0]   data_o,      // of ser and rev
  // Lanes: address read in the next cycle, bank read in this one; its words come a cycle later.
  output wire [AW-1:0]  raddr_o,
  output wire           even_o,
  input  wire [L*M-1:0] words_i
);
  localparam [1:0] ForPst = 2'd0;
  localparam [1:0] ForXr  = 2'd1;
  localparam [1:0] ForRev = 2'd2;
  localparam [1:0] ForSer = 2'd3;

  // Counts the coefficients of two registers, of which the ports may know fewer bits.
  localparam Bits = $clog2(2*L*F + 1);
  localparam CW   = (Bits > M + 1) ? M + 1 : Bits;

  localparam [31:0]   LastLane32 = L - 1;
  localparam [LW-1:0] LastLane   = LastLane32[LW-1:0];

  reg  [1:0]    use_q;
  reg  [1:0]    use_d;
  reg  [CW-1:0] left_q;
  reg  [CW-1:0] left_d;
  reg  [LW-1:0] lane_q;
  reg           active_q;
  reg           pst_q;
  reg  [1:0]    place_q;
  reg  [1:0]    chunks_q;
  reg           stage_valid_q;
  reg           stage_last_q;
  reg  [LW-1:0] stage_lane_q;
  reg           rd_valid_q;
  reg           rd_last_q;
  reg  [M-1:0]  rd_q;

  // Walk.
  wire          accept  = out_valid_o && out_ready_i;
  wire          active  = active_q;
  wire          for_pst = (use_q == ForPst);
  wire          for_rev = (use_q == ForRev);
  // rev counts the coefficients below.
  wire          last    = (left_q == {{(CW-1){1'b0}}, !for_rev});
  // Two chunks may be under way: one being gathered and one at the output.
  wire          room    = (chunks_q != 2'd2) || accept;
  wire          step    = active && (!for_pst || (place_q != 2'd0) || room);
  wire          open    = step && for_pst && (place_q == 2'd0);
  wire          start   = pst_start_i || xr_start_i || rev_start_i;
  wire          load    = pst_start_i || xr_start_i || ser_load_i;
  wire [4:0]    reg_sel = xr_start_i ? xr_reg_i : ser_reg_i;

  // The lane on the other side of a word's end, and the distance: 1, or -1 in all bits.
  wire          down    = ser_down_i || (active && for_rev);
  wire          move    = step || ser_step_i;
  wire          wrap    = (lane_q == (down ? {LW{1'b0}} : LastLane));
  wire [LW-1:0] far     = down ? LastLane : {LW{1'b0}};
  wire [LW-1:0] near    = lane_q + {{(LW-1){down}}, 1'b1};
  wire          odd;
  wire [AW-1:0] unused_addr;

  generate
    if (CW < M + 1) begin : gen_high
      wire unused_high = &{1'b0, pst_len_i[M:CW], xr_len_i[M:CW], rev_top_i[M:CW]};
    end
  endgenerate

  poly_cursor #(.F(F), .NUM_REGS(NUM_REGS), .AW(AW)) u_cursor (
    .clk    (clk),
    .load_i (load),
    .reg_i  (reg_sel),
    .step_i (move && wrap),
    .down_i (down),
    .odd_o  (odd),
    .addr_o (unused_addr),
    .next_o (raddr_o)
  );

  always @(*) begin
    use_d  = use_q;
    left_d = left_q;
    if (pst_start_i) begin
      use_d  = ForPst;
      left_d = pst_len_i[CW-1:0];
    end else if (xr_start_i) begin
      use_d  = ForXr;
      left_d = xr_len_i[CW-1:0];
    end else if (rev_start_i) begin
      use_d  = ForRev;
      left_d = rev_top_i[CW-1:0];
    end else if (ser_load_i) begin
      use_d = ForSer;
    end else if (step) begin
      left_d = left_q - {{(CW-1){1'b0}}, 1'b1};
    end
  end

  // Lane multiplexer, a tree of four to one: level v chooses by bits 2v and 2v+1 of the lane. A
  // group with one member needs no choice, and what is beyond the last lane is never chosen.
  localparam Levels = (LW + 1) / 2;
  localparam Leaves = 1 << (2 * Levels);
  wire [2*Levels-1:0] select = {{(2*Levels-LW){1'b0}}, stage_lane_q};
  wire [M-1:0]        tree [0:Levels*Leaves+Leaves-1];
  genvar k;
  genvar v;
  generate
    for (k = 0; k < L; k = k + 1) begin : gen_leaf
      assign tree[k] = words_i[k*M +: M];
    end
    for (v = 0; v < Levels; v = v + 1) begin : gen_level
      // Members of this level, and how many of them the group k has.
      localparam Members = (L + (1 << (2*v)) - 1) >> (2*v);
      for (k = 0; 4*k < Members; k = k + 1) begin : gen_group
        localparam Base = v*Leaves + 4*k;
        localparam Size = Members - 4*k;
        if (Size == 1) begin : gen_pass
          assign tree[(v+1)*Leaves + k] = tree[Base];
        end else begin : gen_pick
          poly_pick4 #(.M(M)) u_pick (
            .words_i ({tree[(Size > 3) ? Base + 3 : Base + 1],
                       tree[(Size > 2) ? Base + 2 : Base], tree[Base+1], tree[Base]}),
            .select_i(select[2*v +: 2]),
            .word_o  (tree[(v+1)*Leaves + k])
          );
        end
      end
    end
  endgenerate

  // Flow control of the walk, and its pipeline.
  always @(posedge clk) begin
    if (!rst_n) begin
      use_q         <= ForPst;
      left_q        <= {CW{1'b0}};
      active_q      <= 1'b0;
      pst_q         <= 1'b0;
      place_q       <= 2'd0;
      chunks_q      <= 2'd0;
      stage_valid_q <= 1'b0;
      rd_valid_q    <= 1'b0;
    end else begin
      use_q         <= use_d;
      left_q        <= left_d;
      active_q      <= start || (active_q && !(step && last));
      pst_q         <= pst_start_i || (pst_q && !pst_done_o);
      place_q       <= (start || (step && last)) ? 2'd0 : place_q + {1'b0, step};
      chunks_q      <= chunks_q + {1'b0, open} - {1'b0, accept};
      stage_valid_q <= step || ser_read_i;
      rd_valid_q    <= stage_valid_q;
    end
    stage_last_q <= last;
    stage_lane_q <= lane_q;
    if (load)      lane_q <= {LW{1'b0}};
    else if (move) lane_q <= wrap ? far : near;
    rd_last_q    <= stage_last_q;
    rd_q         <= stage_valid_q ? tree[Levels*Leaves] : {M{1'b0}};
  end

  // Chunks: gathered in place, handed over when complete.
  reg  [4*M-1:0] gather_q;
  reg            full_q;
  reg  [1:0]     slot_q;
  reg  [4*M-1:0] out_q;
  reg            out_valid_q;
  wire           arrive   = rd_valid_q && for_pst;
  wire           complete = arrive && ((slot_q == 2'd3) || rd_last_q);
  wire           hand     = full_q && (!out_valid_q || out_ready_i);

  genvar c;
  generate
    for (c = 0; c < 4; c = c + 1) begin : gen_slot
      wire here = arrive && (slot_q == c);
      // Handing over clears the slots, so a short last chunk is filled with zeros; only slot 0 may
      // be filled in the same cycle, and every chunk fills it. Clearing comes first, as the reset
      // of the flops. The output is reset although it is data: it drives a shared bus.
      always @(posedge clk) begin
        if (!pst_q || (hand && (c != 0))) gather_q[c*M +: M] <= {M{1'b0}};
        else if (here)                    gather_q[c*M +: M] <= rd_q;
        if (!rst_n || (accept && !hand)) out_q[c*M +: M] <= {M{1'b0}};
        else if (hand)                   out_q[c*M +: M] <= gather_q[c*M +: M];
      end
      assign out_data_o[16*c +: M] = out_q[c*M +: M];
      if (M < 16) begin : gen_high
        assign out_data_o[16*c+15:16*c+M] = {(16-M){1'b0}};
      end
    end
  endgenerate

  always @(posedge clk) begin
    if (!rst_n) begin
      full_q      <= 1'b0;
      slot_q      <= 2'd0;
      out_valid_q <= 1'b0;
    end else begin
      full_q      <= complete || (full_q && !hand);
      slot_q      <= complete ? 2'd0 : slot_q + {1'b0, arrive};
      out_valid_q <= hand || (out_valid_q && !out_ready_i);
    end
  end

  assign out_valid_o = out_valid_q;
  assign pst_busy_o  = pst_q;
  assign pst_done_o  = pst_q && accept && !active && (chunks_q == 2'd1);
  assign xr_valid_o  = rd_valid_q && (use_q == ForXr);
  assign xr_data_o   = rd_q;
  assign rev_valid_o = rd_valid_q && for_rev;
  assign rev_last_o  = rd_last_q;
  assign wrap_o      = wrap;
  assign data_o      = rd_q;
  assign even_o      = (active || ser_read_i) && !(ser_second_i ? ser_odd_i : odd);
endmodule

`default_nettype wire
