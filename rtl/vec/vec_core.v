// SPDX-License-Identifier: Apache-2.0
// vec_core: eight bit-vector registers and the units that work on them.
//
// A register has R = max(2^M / W, 2) words of W bits; bit i of it is bit i mod W of word i / W.
// Cycles from `start_i` to `done_o` when no stream makes it wait, with K = ceil(len / W) words of
// len, F(K) = (R - (K with bit 0 cleared)) / 2 to clear the rest of d, two words a cycle, and U(x)
// to update x words of d, x + 5 with four GATHER_PORTS and 2x + 4 with two:
//   vclr vkeep 1 + F(0)   vmov vsel R + 5   vxor vand U(R)     vflg vli 6 + F(1)
//   vld  K + 5 + F(K)     vst  K + 5        vpop veq  K + 9    vslice   K + 6 + F(K)
//   vplace vxplace U(P), P = ceil((arg mod W + len) / W)       vsamp    4 len + 1
//   vmv  max(beats, rows) + 9 + F(ceil(rows / W))
//   vmvb max(beats, rows) + (count + 2) ceil(rows / W) + 5
//   vvm  (rows - 1) max(4, C + 1) + C + 6 + F(C), C = ceil(cols / W)
//   vgather L + max(0, floor((L - 4) / H)) + 6 + R / 2 - ceil(K / 2),
//           L = ceil(len / GATHER_PORTS), H = 2 W / GATHER_PORTS
// They depend on the instruction, len, arg and the build, never on contents. One instruction at a
// time; its operands stand from the cycle before `start_i` on while `busy_o`. `d_i` may equal `a_i`
// except in vslice vplace vxplace vmv vvm vgather; vmvb works on blocks of `count_i` registers from
// d and from a on, which are apart and end below v8. vkeep and vsel are vclr and vmov that leave
// the memory as it is when `cond_i` is up at their start; nothing else tells the two cases apart.
//
// Outside instructions the memory is lent: look-ups (GATHER_PORTS a cycle, bits two cycles later)
// and the root writes `rw_*` (always taken; they go first, so not beside look-ups).
// `rst_n` low for one cycle stops whatever runs; the memory keeps its contents. `wipe_i` clears the
// memory and every register that held contents in 4R + 1 cycles.
`default_nettype none

module vec_core #(
  parameter M            = 13,
  parameter AXIS_WIDTH   = 64,
  parameter GATHER_PORTS = 4,
  parameter BATCH        = 1                          // at most GATHER_PORTS
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  start_i,
  input  wire [5:0]            op_i,
  input  wire [2:0]            d_i,
  input  wire [2:0]            a_i,
  input  wire [2:0]            count_i,               // of vmvb
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
  input  wire                  row_valid_i,           // beats of a matrix, not by way of the hash
  input  wire [AXIS_WIDTH-1:0] row_data_i,
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
  input  wire [GATHER_PORTS*M-1:0] look_idx_i,
  output wire [GATHER_PORTS-1:0]   look_bit_o,
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
  localparam integer Beside   = (GATHER_PORTS == 4) ? 1 : 0;
  localparam integer PortD    = (GATHER_PORTS == 4) ? 2 : 1;

  // The instruction is decoded a cycle ahead.
  wire is_mvb    = BATCH > 1 && op_i == OP_VMVB;
  reg  mv_q, mvb_q, gather_q, samp_q, alu_q;
  always @(posedge clk) begin
    mv_q     <= op_i == OP_VMV || is_mvb;
    mvb_q    <= is_mvb;
    gather_q <= op_i == OP_VGATHER;
    samp_q   <= op_i == OP_VSAMP;
    alu_q    <= op_i != OP_VMV && !is_mvb && op_i != OP_VGATHER && op_i != OP_VSAMP
             && op_i != OP_VCLR && op_i != OP_VKEEP;
  end

  reg  [2:0] a_reg_q;
  reg        run_mv_q, run_mvb_q, run_samp_q;         // the instruction under way
  reg        fill_q;                                  // the rest of d is set: the sign of vli

  wire                  start, wiping, flush, clearing, keep;
  wire [AddrBits-1:0]   dst;                          // where the next result goes
  wire [2:0]            d_reg = dst[AddrBits-1:WordBits];
  wire [WordBits-1:0]   dst_word = dst[WordBits-1:0];

  // ---- Units ----
  wire                  alu_rda_of_d, alu_wr_wrap, alu_look;
  wire [LogW-1:0]       alu_look_bit;
  wire                  alu_last, alu_done, alu_rda_en, alu_rdb_en, alu_wr_en, alu_wr_mem;
  wire                  alu_in_ready, alu_padbad;
  wire [WordBits-1:0]   alu_rda_word, alu_rdb_word;
  wire [AXIS_WIDTH-1:0] alu_result;
  wire                  mv_rd_en, mv_in_ready, mv_in_due, mv_padbad, ga_look;
  wire [WordBits-1:0]   mv_word;
  wire [GATHER_PORTS*IdxBits-1:0] ga_idx;
  wire                  sa_ck_ready, sa_rd_en, sa_wr_en, sa_done, ga_ck_ready;
  wire [WordBits-1:0]   sa_word;
  wire [LogW-1:0]       sa_bit;
  wire [AXIS_WIDTH-1:0] sa_data;
  wire                  ba_rd_en, ba_wr_en, ba_resume, ba_done;
  wire [1:0]            ba_rd_lane, ba_wr_lane;
  wire [AXIS_WIDTH-1:0] ba_data;
  wire                  col_full, col_final;
  wire [AXIS_WIDTH-1:0] col_word0, col_word1;
  wire [GATHER_PORTS*AXIS_WIDTH-1:0] rdata;

  // Zero-extended operand; the spare bits keep the padding non-empty at every M and W.
  wire [IdxBits+1:0]    arg_pos    = {{(IdxBits-M+1){1'b0}}, arg_i};
  wire                  unused_top = ^{arg_pos[IdxBits+1:IdxBits], arg_pos[LogW-1:0], rdata};

  // A result that waits for the stream is written each cycle: no handshake reaches the memory.
  wire one_mem = alu_wr_mem || (col_full && run_mv_q);
  wire one  = alu_wr_en || (col_full && run_mv_q);
  wire pair = clearing || (col_full && !run_mv_q);

  assign wipe_busy_o = wiping;
  assign in_ready_o  = alu_in_ready || mv_in_ready;
  // vgather and vsamp show ready only with the last part of a chunk. While none is there, one is
  // due: the wait counts for the time-out. So it does with the beat in which a row of vmv ends and
  // another begins.
  assign in_due_o    = mv_in_due || ((gather_q || samp_q) && !ck_valid_i);
  assign out_data_o  = alu_result;
  assign ck_ready_o  = ga_ck_ready || sa_ck_ready;
  assign drawn_we_o  = sa_done;
  assign padbad_o    = alu_padbad || mv_padbad;

  vec_control #(.WordBits(WordBits)) u_control (
    .clk        (clk),
    .rst_n      (rst_n),
    .start_i    (start_i),
    .op_i       (op_i),
    .d_i        (d_i),
    .word_i     (arg_pos[LogW +: WordBits]),
    .cond_i     (cond_i),
    .wipe_i     (wipe_i),
    .start_o    (start),
    .busy_o     (busy_o),
    .done_o     (done_o),
    .wiping_o   (wiping),
    .flush_o    (flush),
    .clearing_o (clearing),
    .keep_o     (keep),
    .one_i      (one || ba_resume),
    .pair_i     (pair),
    .again_i    (alu_wr_en && alu_wr_wrap),
    .final_i    (alu_done || sa_done || ba_done || (col_full && col_final)),
    .dst_o      (dst)
  );

  always @(posedge clk) begin
    if (start) begin
      a_reg_q    <= a_i;
      run_mv_q   <= mv_q;
      run_mvb_q  <= mvb_q;
      run_samp_q <= samp_q;
      fill_q     <= op_i == OP_VLI && imm_i[15];
    end
  end

  // ---- Memory: port 0 reads a, the last even port d, and each port a vector of vmvb. Idle sources
  // of words are zero ----
  reg  [GATHER_PORTS-1:0]          rd_en;
  reg  [GATHER_PORTS*AddrBits-1:0] rd_addr;
  wire [2:0]                       rd_lane = {1'b0, ba_rd_lane};
  wire [2:0]                       wr_lane = {1'b0, ba_wr_lane};

  integer v;
  always @(*) begin
    rd_en        = {GATHER_PORTS{1'b0}};
    rd_en[0]     = alu_rda_en || mv_rd_en || sa_rd_en || ba_rd_en;
    rd_en[PortD] = alu_rdb_en;
    rd_addr      = {GATHER_PORTS{d_reg, alu_rdb_word}};
    rd_addr[0 +: AddrBits] = {(alu_rda_of_d || run_samp_q) ? d_reg : a_reg_q,
                              run_mv_q ? mv_word : run_samp_q ? sa_word : alu_rda_word};
    if (ba_rd_en) rd_addr[0 +: AddrBits] = {d_reg + rd_lane, dst_word};
    for (v = 1; v < BATCH; v = v + 1)
      if (run_mvb_q) begin
        rd_en[v] = mv_rd_en;
        rd_addr[v*AddrBits +: AddrBits] = {a_reg_q + v[2:0], mv_word};
      end
  end

  vec_memory #(
    .M(M), .AXIS_WIDTH(AXIS_WIDTH), .WordBits(WordBits), .GATHER_PORTS(GATHER_PORTS)
  ) u_memory (
    .clk         (clk),
    .wiping_i    (wiping),
    .flush_i     (flush),
    .look_i      (ga_look),
    .look_reg_i  (a_reg_q),
    .look_idx_i  (ga_idx),
    .lent_look_i (look_valid_i),
    .lent_reg_i  (look_reg_i),
    .lent_idx_i  (look_idx_i),
    .read_look_i (alu_look || sa_rd_en),
    .read_bit_i  (run_samp_q ? sa_bit : alu_look_bit),
    .look_bit_o  (look_bit_o),
    .read_en_i   (rd_en),
    .read_addr_i (rd_addr),
    .read_data_o (rdata),
    .keep_i      (keep),
    .one_i       (one_mem),
    .pair_i      (pair),
    .addr_i      (dst),
    .pair_data_i (col_word0),
    .data_i      (alu_result | sa_data | ba_data | col_word1
                             | (rw_data_i & {AXIS_WIDTH{rw_valid_i}})),
    .side_i      (sa_wr_en || ba_wr_en),
    .side_addr_i (run_mvb_q ? {d_reg + wr_lane, dst_word} : {d_reg, sa_word}),
    .rw_valid_i  (rw_valid_i),
    .rw_addr_i   ({rw_reg_i, rw_word_i})
  );

  vec_alu #(.M(M), .AXIS_WIDTH(AXIS_WIDTH), .WordBits(WordBits), .Beside(Beside)) u_alu (
    .clk         (clk),
    .rst_n       (rst_n),
    .clear_i     (wiping),
    .start_i     (start && alu_q),
    .op_i        (op_i),
    .len_i       (len_i),
    .arg_i       (arg_i),
    .flags_i     (flags_i),
    .imm_i       (imm_i),
    .last_o      (alu_last),
    .done_o      (alu_done),
    .rda_en_o    (alu_rda_en),
    .rda_of_d_o  (alu_rda_of_d),
    .rda_word_o  (alu_rda_word),
    .rda_data_i  (rdata[0 +: AXIS_WIDTH]),
    .rdb_en_o    (alu_rdb_en),
    .rdb_word_o  (alu_rdb_word),
    .rdb_data_i  (rdata[PortD*AXIS_WIDTH +: AXIS_WIDTH]),
    .wr_en_o     (alu_wr_en),
    .wr_mem_o    (alu_wr_mem),
    .wr_data_o   (alu_result),
    .wr_wrap_o   (alu_wr_wrap),
    .look_o      (alu_look),
    .look_bit_o  (alu_look_bit),
    .looked_i    (look_bit_o[0]),
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

  // Two words of ones wait in it while vli fills the rest of its register.
  vec_bits #(
    .M(M), .AXIS_WIDTH(AXIS_WIDTH), .WordBits(WordBits), .IdxBits(IdxBits),
    .GATHER_PORTS(GATHER_PORTS), .BATCH(BATCH)
  ) u_bits (
    .clk         (clk),
    .rst_n       (rst_n),
    .clear_i     (wiping),
    .start_i     (start),
    .done_i      (done_o),
    .mv_i        (mv_q),
    .mvb_i       (mvb_q),
    .gather_i    (gather_q),
    .run_mv_i    (run_mv_q),
    .run_mvb_i   (run_mvb_q),
    .count_i     (count_i),
    .len_i       (len_i),
    .arg_i       (arg_i),
    .m_i         (m_i),
    .fill_i      (fill_q && alu_last),
    .row_valid_i (row_valid_i),
    .row_data_i  (row_data_i),
    .row_ready_o (mv_in_ready),
    .row_due_o   (mv_in_due),
    .ck_valid_i  (ck_valid_i),
    .ck_data_i   (ck_data_i),
    .ck_ready_o  (ga_ck_ready),
    .mv_rd_en_o  (mv_rd_en),
    .mv_word_o   (mv_word),
    .rd_en_o     (ba_rd_en),
    .rd_lane_o   (ba_rd_lane),
    .rd_data_i   (rdata[0 +: BATCH*AXIS_WIDTH]),
    .look_valid_o(ga_look),
    .look_idx_o  (ga_idx),
    .look_bit_i  (look_bit_o),
    .full_o      (col_full),
    .final_o     (col_final),
    .word0_o     (col_word0),
    .word1_o     (col_word1),
    .wr_en_o     (ba_wr_en),
    .wr_lane_o   (ba_wr_lane),
    .wr_data_o   (ba_data),
    .resume_o    (ba_resume),
    .batch_done_o(ba_done),
    .padbad_o    (mv_padbad)
  );

  vec_sample #(.M(M), .AXIS_WIDTH(AXIS_WIDTH), .WordBits(WordBits)) u_sample (
    .clk        (clk),
    .rst_n      (rst_n),
    .clear_i    (wiping),
    .start_i    (start && samp_q),
    .len_i      (len_i),
    .m_i        (m_i),
    .n_i        (n_i),
    .t_i        (t_i),
    .ck_valid_i (ck_valid_i),
    .ck_data_i  (ck_data_i),
    .ck_ready_o (sa_ck_ready),
    .rd_en_o    (sa_rd_en),
    .word_o     (sa_word),
    .bit_o      (sa_bit),
    .looked_i   (look_bit_o[0]),
    .rd_data_i  (rdata[0 +: AXIS_WIDTH]),
    .wr_en_o    (sa_wr_en),
    .wr_data_o  (sa_data),
    .done_o     (sa_done),
    .drawn_o    (drawn_o)
  );
endmodule

`default_nettype wire
