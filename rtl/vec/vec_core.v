// SPDX-License-Identifier: Apache-2.0
// vec_core: eight bit-vector registers in one dual-port memory and the units that work on them.
//
// A register has R = max(2^M / W, 2) words of W bits; bit i of it is bit i mod W of word i / W.
// Cycles from `start_i` to `done_o` when no stream makes it wait, with K = ceil(len / W) words of
// len, and F(K) = (R - (K with bit 0 cleared)) / 2 to clear the rest of d, two words a cycle:
//   vclr 1 + F(0)      vmov R + 5           vxor vand vsel 2R + 4   vflg 6 + F(1)
//   vld  K + 5 + F(K)  vst  K + 5           vpop K + 9              vslice K + 6 + F(K)
//   vplace 2P + 4, P = ceil((arg mod W + len) / W)
//   vmv  max(beats, rows) + 8 + F(ceil(rows / W))       veq  K + 9
//   vvm  (rows - 1) max(4, C + 1) + C + 6 + F(C), C = ceil(cols / W)
//   vgather L + max(0, floor((L - 4) / (W / 2))) + 6 + F(K), L = ceil(len / 2)
// They depend on the instruction, len, arg, M and W, never on contents. One instruction at a time;
// operands stay stable while `busy_o`. `d_i` may equal `a_i` except in vslice vplace vmv vvm
// vgather.
//
// Outside instructions the memory is lent: look-ups (one pair a cycle, bits two cycles later) and
// the root writes `rw_*` (always taken; they have port B first, so not beside look-ups).
// `rst_n` low for one cycle stops whatever runs; the memory keeps its contents. `wipe_i` clears the
// memory and every register that held contents in 4R + 1 cycles.
`default_nettype none

module vec_core #(
  parameter M          = 13,
  parameter AXIS_WIDTH = 64
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  start_i,
  input  wire [5:0]            op_i,
  input  wire [2:0]            d_i,
  input  wire [2:0]            a_i,
  input  wire [M:0]            len_i,
  input  wire [M:0]            arg_i,
  input  wire                  cond_i,
  input  wire [7:0]            flags_i,
  input  wire [15:0]           imm_i,
  input  wire [4:0]            m_i,
  input  wire [M:0]            n_i,
  input  wire [M:0]            t_i,
  output wire                  busy_o,
  output wire                  done_o,

  input  wire                  in_valid_i,
  input  wire [AXIS_WIDTH-1:0] in_data_i,
  output wire                  in_ready_o,
  output wire                  in_due_o,              // work waits for a beat, taken or not
  input  wire                  ck_valid_i,
  input  wire [63:0]           ck_data_i,
  output wire                  ck_ready_o,
  output wire                  out_valid_o,
  output wire [AXIS_WIDTH-1:0] out_data_o,
  input  wire                  out_ready_i,

  output wire                  weight_we_o,
  output wire                  weight_o,
  output wire                  equal_we_o,
  output wire                  equal_o,
  output wire                  drawn_we_o,
  output wire                  drawn_o,
  output wire                  padbad_o,

  input  wire                  look_valid_i,
  input  wire [2:0]            look_reg_i,
  input  wire [M-1:0]          look0_idx_i,
  input  wire [M-1:0]          look1_idx_i,
  output wire                  look0_bit_o,
  output wire                  look1_bit_o,
  input  wire                  rw_valid_i,
  input  wire [2:0]            rw_reg_i,
  input  wire [((M > $clog2(AXIS_WIDTH)) ? M - $clog2(AXIS_WIDTH) : 1)-1:0] rw_word_i,
  input  wire [AXIS_WIDTH-1:0] rw_data_i,

  input  wire                  wipe_i,
  output wire                  wipe_busy_o
);
`include "mce_isa.vh"

  localparam integer LogW     = $clog2(AXIS_WIDTH);
  // At least one bit: a build with 2^M <= W has a second, unused word in each register.
  localparam integer WordBits = (M > LogW) ? M - LogW : 1;
  localparam integer IdxBits  = WordBits + LogW;      // bit number inside a register, >= M
  localparam integer AddrBits = WordBits + 3;
  localparam [WordBits-1:0] OneWord = 1;
  localparam [AddrBits-1:0] OneAddr = 1;

  localparam [2:0] Idle  = 3'd0;
  localparam [2:0] Run   = 3'd1;
  localparam [2:0] Clear = 3'd2;
  localparam [2:0] Done  = 3'd3;
  localparam [2:0] Wipe  = 3'd4;
  localparam [2:0] Flush = 3'd5;

  reg  [2:0]            state_q, state_d;
  reg  [2:0]            a_reg_q;
  reg  [AddrBits-1:0]   dst_q, dst_d;                 // where the next result goes
  wire [2:0]            d_reg    = dst_q[AddrBits-1:WordBits];
  wire [WordBits-1:0]   dst_word = dst_q[WordBits-1:0];

  wire is_mv     = op_i == OP_VMV;
  wire is_gather = op_i == OP_VGATHER;
  wire is_clr    = op_i == OP_VCLR;
  wire is_samp   = op_i == OP_VSAMP;
  wire is_alu    = !is_mv && !is_gather && !is_clr && !is_samp;
  reg  run_mv_q;                                      // the instruction under way is vmv
  reg  rest_q, rest_d;                                // words after the last result are cleared
  reg  fill_q;                                        // ... or set: the sign of vli

  // ---- Units ----
  wire                  alu_rda_of_d, alu_wr_wrap, alu_look;
  wire [LogW-1:0]       alu_look_bit;
  wire                  alu_done, alu_rda_en, alu_rdb_en, alu_wr_en, alu_in_ready, alu_padbad;
  wire [WordBits-1:0]   alu_rda_word, alu_rdb_word;
  wire [AXIS_WIDTH-1:0] alu_result;
  wire                  mv_rd_en, mv_in_ready, mv_bit_valid, mv_bit_last, mv_bit, mv_padbad;
  wire [WordBits-1:0]   mv_word;
  wire                  ga_look, ga_valid, ga_last;
  wire [IdxBits-1:0]    ga_idx0, ga_idx1;
  wire [1:0]            ga_bits;
  wire                  sa_ck_ready, sa_rd_en, sa_wr_en, sa_done, ga_ck_ready;
  wire [WordBits-1:0]   sa_word;
  wire [AXIS_WIDTH-1:0] sa_data;
  wire                  col_full, col_final;
  wire [AXIS_WIDTH-1:0] col_word;
  wire [AXIS_WIDTH-1:0] rdata_a, rdata_b;

  // Zero-extended operands; the spare bits keep the padding non-empty at every M and W.
  wire [IdxBits+1:0]    arg_pos    = {{(IdxBits-M+1){1'b0}}, arg_i};
  wire [IdxBits:0]      look0_pos  = {{(IdxBits-M+1){1'b0}}, look0_idx_i};
  wire [IdxBits:0]      look1_pos  = {{(IdxBits-M+1){1'b0}}, look1_idx_i};
  wire                  unused_top = ^{arg_pos[IdxBits+1:IdxBits], arg_pos[LogW-1:0],
                                       look0_pos[IdxBits], look1_pos[IdxBits]};

  wire start        = start_i && state_q == Idle;
  wire wiping       = state_q == Wipe || state_q == Flush;
  wire clearing     = state_q == Clear || state_q == Wipe;
  wire result       = alu_wr_en || col_full;
  wire final_result = alu_done || sa_done || (col_full && col_final);
  wire [AXIS_WIDTH-1:0] filler = {AXIS_WIDTH{fill_q && state_q == Clear}};
  wire at_end       = &(dst_word | OneWord);            // the last pair of words of a register

  assign busy_o      = state_q != Idle && !wiping;
  assign done_o      = state_q == Done;
  assign wipe_busy_o = wiping;
  assign in_ready_o  = alu_in_ready || mv_in_ready;
  assign out_data_o  = alu_result;
  assign ck_ready_o  = ga_ck_ready || sa_ck_ready;
  assign drawn_we_o  = sa_done;
  assign padbad_o    = alu_padbad || mv_padbad;

  always @(*) begin
    state_d = state_q;
    dst_d   = dst_q;
    rest_d  = rest_q;
    case (state_q)
      // Nothing runs; memory ports are lent out.
      Idle: begin
        if (start) begin
          state_d = is_clr ? Clear : Run;
          dst_d   = {d_i, {WordBits{1'b0}}};
          if (op_i == OP_VPLACE) dst_d = {d_i, arg_pos[LogW +: WordBits]};
          rest_d  = is_mv || is_gather || op_i == OP_VLD || op_i == OP_VSLICE || op_i == OP_VFLG
                 || op_i == OP_VVM || op_i == OP_VLI;
        end
        if (wipe_i) begin
          state_d = Wipe;
          dst_d   = {AddrBits{1'b0}};
        end
      end
      // A unit produces words for d.
      Run: begin
        if (result) dst_d = dst_q + OneAddr;
        if (alu_wr_en && alu_wr_wrap) dst_d = {d_reg, {WordBits{1'b0}}};
        if (final_result) state_d = (rest_q && !(&dst_word)) ? Clear : Done;
      end
      // The rest of d becomes zero, two words a cycle.
      Clear: begin
        dst_d = (dst_q | OneAddr) + OneAddr;
        if (at_end) state_d = Done;
      end
      Done: state_d = Idle;
      // All registers become zero.
      Wipe: begin
        dst_d = (dst_q | OneAddr) + OneAddr;
        if (at_end && &d_reg) state_d = Flush;
      end
      // Reading any cleared word removes the last contents from the memory's output registers.
      Flush: state_d = Idle;
      default: state_d = Idle;
    endcase
  end

  // ---- Memory ports: idle requesters are zero, so the buses are joined by OR ----
  wire                look     = look_valid_i || ga_look;
  wire [2:0]          look_reg = ga_look ? a_reg_q : look_reg_i;
  wire [IdxBits-1:0]  idx0     = ga_look ? ga_idx0 : look0_pos[IdxBits-1:0];
  wire [IdxBits-1:0]  idx1     = ga_look ? ga_idx1 : look1_pos[IdxBits-1:0];
  reg                 a_en, b_en, b_we;
  reg  [AddrBits-1:0] a_addr, b_addr;
  wire [AXIS_WIDTH-1:0] b_wdata;

  always @(*) begin
    a_en   = clearing || look || alu_rda_en || mv_rd_en || sa_rd_en || state_q == Flush;
    // Chosen by what runs, not by the enables, which follow the stream's handshake late.
    a_addr = {alu_rda_of_d ? d_reg : a_reg_q, run_mv_q ? mv_word : alu_rda_word};
    if (clearing) a_addr = dst_q;
    if (look)     a_addr = {look_reg, idx0[IdxBits-1:LogW]};
    if (sa_rd_en) a_addr = {d_reg, sa_word};
  end

  always @(*) begin
    // A clearing pair that starts at an odd word is that word alone, on port A.
    b_we   = result || sa_wr_en || rw_valid_i || (clearing && !dst_q[0]);
    b_en   = b_we || look || alu_rdb_en || state_q == Flush;
    b_addr = dst_q | {{(AddrBits-1){1'b0}}, clearing};
    if (look)       b_addr = {look_reg, idx1[IdxBits-1:LogW]};
    if (alu_rdb_en) b_addr = {d_reg, alu_rdb_word};
    if (rw_valid_i) b_addr = {rw_reg_i, rw_word_i};
    if (sa_wr_en)   b_addr = {d_reg, sa_word};
  end

  assign b_wdata = alu_result | sa_data | filler | (col_word & {AXIS_WIDTH{col_full}})
                              | (rw_data_i & {AXIS_WIDTH{rw_valid_i}});

  always @(posedge clk) begin
    if (!rst_n) state_q <= Idle;
    else        state_q <= state_d;
  end

  always @(posedge clk) begin
    dst_q  <= dst_d;
    rest_q <= rest_d;
    if (start) begin
      a_reg_q  <= a_i;
      run_mv_q <= is_mv;
      fill_q   <= op_i == OP_VLI && imm_i[15];
    end
  end

  ram_tdp #(.WIDTH(AXIS_WIDTH), .DEPTH(1 << AddrBits)) u_ram (
    .clk       (clk),
    .a_en_i    (a_en),
    .a_we_i    (clearing),
    .a_addr_i  (a_addr),
    .a_wdata_i (filler),
    .a_rdata_o (rdata_a),
    .b_en_i    (b_en),
    .b_we_i    (b_we),
    .b_addr_i  (b_addr),
    .b_wdata_i (b_wdata),
    .b_rdata_o (rdata_b)
  );

  vec_alu #(.M(M), .AXIS_WIDTH(AXIS_WIDTH), .WordBits(WordBits)) u_alu (
    .clk         (clk),
    .rst_n       (rst_n),
    .clear_i     (wiping),
    .start_i     (start && is_alu),
    .op_i        (op_i),
    .len_i       (len_i),
    .arg_i       (arg_i),
    .cond_i      (cond_i),
    .flags_i     (flags_i),
    .imm_i       (imm_i),
    .done_o      (alu_done),
    .rda_en_o    (alu_rda_en),
    .rda_of_d_o  (alu_rda_of_d),
    .rda_word_o  (alu_rda_word),
    .rda_data_i  (rdata_a),
    .rdb_en_o    (alu_rdb_en),
    .rdb_word_o  (alu_rdb_word),
    .rdb_data_i  (rdata_b),
    .wr_en_o     (alu_wr_en),
    .wr_data_o   (alu_result),
    .wr_wrap_o   (alu_wr_wrap),
    .look_o      (alu_look),
    .look_bit_o  (alu_look_bit),
    .looked_i    (look0_bit_o),
    .in_valid_i  (in_valid_i),
    .in_data_i   (in_data_i),
    .in_ready_o  (alu_in_ready),
    .out_valid_o (out_valid_o),
    .out_ready_i (out_ready_i),
    .weight_we_o (weight_we_o),
    .weight_o    (weight_o),
    .equal_we_o  (equal_we_o),
    .equal_o     (equal_o),
    .padbad_o    (alu_padbad)
  );

  vec_mv #(.M(M), .AXIS_WIDTH(AXIS_WIDTH), .WordBits(WordBits)) u_mv (
    .clk         (clk),
    .rst_n       (rst_n),
    .clear_i     (wiping),
    .start_i     (start && is_mv),
    .rows_i      (len_i),
    .cols_i      (arg_i),
    .rd_en_o     (mv_rd_en),
    .rd_word_o   (mv_word),
    .rd_data_i   (rdata_a),
    .in_valid_i  (in_valid_i),
    .in_data_i   (in_data_i),
    .in_ready_o  (mv_in_ready),
    .in_due_o    (in_due_o),
    .bit_valid_o (mv_bit_valid),
    .bit_last_o  (mv_bit_last),
    .bit_o       (mv_bit),
    .padbad_o    (mv_padbad)
  );

  vec_gather #(.M(M), .IdxBits(IdxBits)) u_gather (
    .clk          (clk),
    .rst_n        (rst_n),
    .clear_i      (wiping),
    .start_i      (start && is_gather),
    .len_i        (len_i),
    .m_i          (m_i),
    .hold_i       (col_full),
    .ck_valid_i   (ck_valid_i),
    .ck_data_i    (ck_data_i),
    .ck_ready_o   (ga_ck_ready),
    .look_valid_o (ga_look),
    .look0_idx_o  (ga_idx0),
    .look1_idx_o  (ga_idx1),
    .look0_bit_i  (look0_bit_o),
    .look1_bit_i  (look1_bit_o),
    .bits_valid_o (ga_valid),
    .bits_last_o  (ga_last),
    .bits_o       (ga_bits)
  );

  vec_sample #(.M(M), .AXIS_WIDTH(AXIS_WIDTH), .WordBits(WordBits)) u_sample (
    .clk        (clk),
    .rst_n      (rst_n),
    .clear_i    (wiping),
    .start_i    (start && is_samp),
    .len_i      (len_i),
    .m_i        (m_i),
    .n_i        (n_i),
    .t_i        (t_i),
    .ck_valid_i (ck_valid_i),
    .ck_data_i  (ck_data_i),
    .ck_ready_o (sa_ck_ready),
    .rd_en_o    (sa_rd_en),
    .word_o     (sa_word),
    .rd_data_i  (rdata_a),
    .wr_en_o    (sa_wr_en),
    .wr_data_o  (sa_data),
    .done_o     (sa_done),
    .drawn_o    (drawn_o)
  );

  // Result bits of vmv and vgather become words here; a full word takes port B at once.
  vec_collect #(.AXIS_WIDTH(AXIS_WIDTH)) u_collect (
    .clk     (clk),
    .rst_n   (rst_n),
    .clear_i (wiping || start),
    .valid_i (ga_valid || mv_bit_valid),
    .last_i  (ga_valid ? ga_last : mv_bit_last),
    .two_i   (ga_valid),
    .bits_i  (ga_valid ? ga_bits : {1'b0, mv_bit}),
    .full_o  (col_full),
    .final_o (col_final),
    .word_o  (col_word)
  );

  vec_look #(.AXIS_WIDTH(AXIS_WIDTH)) u_look0 (
    .clk     (clk),
    .clear_i (wiping),
    .index_i (alu_look ? alu_look_bit : idx0[LogW-1:0]),
    .rdata_i (rdata_a),
    .bit_o   (look0_bit_o)
  );

  vec_look #(.AXIS_WIDTH(AXIS_WIDTH)) u_look1 (
    .clk     (clk),
    .clear_i (wiping),
    .index_i (idx1[LogW-1:0]),
    .rdata_i (rdata_b),
    .bit_o   (look1_bit_o)
  );
endmodule

`default_nettype wire
