// SPDX-License-Identifier: Apache-2.0
// mce_core: the processor without its register bus: sequencer, vector core, polynomial unit,
// evaluation unit, and the two packet streams. Wiring and elaboration checks only.
`default_nettype none

module mce_core #(
  parameter        M              = 13,
  parameter        N_MAX          = 8192,
  parameter        T_MAX          = 128,
  parameter        NUM_INST       = 256,
  parameter        NUM_REGS       = 8,
  parameter        AXIS_WIDTH     = 64,
  parameter [16:0] FIELDS         = 17'h03000,
  parameter        GF2MULT_FACTOR = 8,
  parameter        HASH           = 1,
  parameter        POINTS         = 2,
  parameter        GATHER_PORTS   = 4,
  parameter        BATCH          = 1
) (
  input  wire                    clk,
  input  wire                    rst_n,
  // Register block.
  input  wire                    start_i,
  input  wire [11:0]             start_pc_i,
  input  wire                    abort_i,
  input  wire                    soft_reset_i,
  input  wire                    wipe_i,
  input  wire [4:0]              m_i,
  input  wire [16:0]             n_i,
  input  wire [15:0]             t_i,
  input  wire [31:0]             timeout_i,
  input  wire                    imem_we_i,
  input  wire                    imem_re_i,
  input  wire [11:0]             imem_addr_i,
  input  wire [31:0]             imem_wdata_i,
  output wire [31:0]             imem_rdata_o,
  output wire                    running_o,
  output wire                    wiping_o,
  output wire                    done_o,
  output wire                    reject_o,
  output wire [7:0]              err_code_o,
  output wire [12:0]             err_pc_o,
  output wire                    stall_in_o,
  output wire                    stall_out_o,
  // Packet streams.
  input  wire [AXIS_WIDTH-1:0]   s_axis_tdata,
  input  wire [AXIS_WIDTH/8-1:0] s_axis_tkeep,
  input  wire                    s_axis_tvalid,
  input  wire                    s_axis_tlast,
  output wire                    s_axis_tready,
  output wire [AXIS_WIDTH-1:0]   m_axis_tdata,
  output wire [AXIS_WIDTH/8-1:0] m_axis_tkeep,
  output wire                    m_axis_tvalid,
  output wire                    m_axis_tlast,
  input  wire                    m_axis_tready
);
  localparam VecBits = ((1 << M) > AXIS_WIDTH) ? (1 << M) : AXIS_WIDTH;
  localparam WordAw  = (VecBits > AXIS_WIDTH) ? $clog2(VecBits / AXIS_WIDTH) : 1;
  localparam Lanes   = (T_MAX + GF2MULT_FACTOR) / GF2MULT_FACTOR;
  localparam RCap    = Lanes * GF2MULT_FACTOR;
  localparam InstAw  = $clog2(NUM_INST);
  localparam Spare   = (GATHER_PORTS > POINTS) ? GATHER_PORTS - POINTS : 0;

  `include "mce_isa.vh"

  build_check #(
    .M(M), .N_MAX(N_MAX), .T_MAX(T_MAX), .NUM_INST(NUM_INST), .NUM_REGS(NUM_REGS),
    .AXIS_WIDTH(AXIS_WIDTH), .FIELDS(FIELDS), .GF2MULT_FACTOR(GF2MULT_FACTOR),
    .HASH(HASH), .POINTS(POINTS), .GATHER_PORTS(GATHER_PORTS), .BATCH(BATCH)
  ) u_build_check ();

  // Control.
  wire [31:0] instr, bytes, fetch_data;
  wire [16:0] len, arg;
  wire [11:0] fetch_addr;
  wire        vec_start, poly_start, eval_start, vec_done, poly_done, eval_done;
  wire        hash_start, hash_wiping, unit_done;
  wire        kill, unit_wipe, vec_wiping, poly_wiping, eval_wiping, new_job, all_set;
  wire        in_start, out_start, chunks, pairs, in_active, out_active, in_err, expired, waits;
  wire        drain, close, clear, drained;
  wire [7:0]  in_err_code;
  wire        unit_rst_n = !kill;
  wire [5:0]  op         = instr[31:26];

  sequencer #(
    .M(M), .N_MAX(N_MAX), .T_MAX(T_MAX), .NUM_INST(NUM_INST), .NUM_REGS(NUM_REGS), .RCAP(RCap),
    .HASH(HASH), .BATCH(BATCH), .FIELDS(FIELDS)
  ) u_sequencer (
    .clk          (clk),
    .rst_n        (rst_n),
    .start_i      (start_i),
    .start_pc_i   (start_pc_i),
    .abort_i      (abort_i),
    .soft_reset_i (soft_reset_i),
    .wipe_i       (wipe_i),
    .m_i          (m_i),
    .n_i          (n_i),
    .t_i          (t_i),
    .imem_write_i (imem_we_i),
    .running_o    (running_o),
    .wiping_o     (wiping_o),
    .done_o       (done_o),
    .reject_o     (reject_o),
    .err_code_o   (err_code_o),
    .err_pc_o     (err_pc_o),
    .fetch_addr_o (fetch_addr),
    .fetch_data_i (fetch_data),
    .vec_start_o  (vec_start),
    .poly_start_o (poly_start),
    .eval_start_o (eval_start),
    .hash_start_o (hash_start),
    .instr_o      (instr),
    .len_o        (len),
    .arg_o        (arg),
    .unit_done_i  (unit_done),
    .kill_o       (kill),
    .unit_wipe_o  (unit_wipe),
    .unit_wiping_i(vec_wiping || poly_wiping || eval_wiping || hash_wiping),
    .new_job_o    (new_job),
    .all_set_i    (all_set),
    .in_start_o   (in_start),
    .out_start_o  (out_start),
    .bytes_o      (bytes),
    .chunks_o     (chunks),
    .pairs_o      (pairs),
    .in_active_i  (in_active),
    .out_active_i (out_active),
    .in_err_i     (in_err),
    .in_err_code_i(in_err_code),
    .expired_i    (expired),
    .waits_o      (waits),
    .drain_o      (drain),
    .close_o      (close),
    .clear_o      (clear),
    .drained_i    (drained)
  );

  ram_tdp #(.WIDTH(32), .DEPTH(NUM_INST)) u_imem (
    .clk      (clk),
    .a_en_i   (1'b1),
    .a_we_i   (1'b0),
    .a_addr_i (fetch_addr[InstAw-1:0]),
    .a_wdata_i(32'd0),
    .a_rdata_o(fetch_data),
    .b_en_i   (imem_we_i || imem_re_i),
    .b_we_i   (imem_we_i),
    .b_addr_i (imem_addr_i[InstAw-1:0]),
    .b_wdata_i(imem_wdata_i),
    .b_rdata_o(imem_rdata_o)
  );

  wire       weight_we, weight, recheck_we, recheck, equal_we, equal, drawn_we, drawn, padbad;
  wire [7:0] flags;
  flags u_flags (
    .clk         (clk),
    .clear_i     (new_job || unit_wipe || !rst_n),
    .weight_we_i (weight_we),
    .weight_i    (weight),
    .recheck_we_i(recheck_we),
    .recheck_i   (recheck),
    .equal_we_i  (equal_we),
    .equal_i     (equal),
    .drawn_we_i  (drawn_we),
    .drawn_i     (drawn),
    .padbad_i    (padbad && op != OP_HSQ),
    .mask_i      (instr[7:0]),
    .flags_o     (flags),
    .all_set_o   (all_set)
  );

  // Packet streams.
  wire                  in_valid, in_ready, vec_in_valid, vec_in_ready, vec_in_due, ck_valid;
  wire                  out_valid, out_ready, vec_out_ready, pck_valid, pck_ready;
  wire                  vec_ck_ready, poly_ck_ready, vec_out_valid, pairs_valid, pairs_ready;
  wire [32*POINTS-1:0]  pairs_data;
  wire [AXIS_WIDTH-1:0] in_data, vec_in_data, vec_out_data;
  wire                  poly_out_valid, eval_out_valid;
  wire [63:0]           ck_data, poly_out_data, eval_out_data;

  // One unit runs at a time; the idle ones drive zero.
  assign pck_valid = poly_out_valid || eval_out_valid;

  packet_io #(.AXIS_WIDTH(AXIS_WIDTH), .POINTS(POINTS)) u_packet_io (
    .clk          (clk),
    .rst_n        (rst_n),
    .kill_i       (kill),
    .soft_reset_i (soft_reset_i),
    .clear_in_i   (clear),
    .s_axis_tdata (s_axis_tdata),
    .s_axis_tkeep (s_axis_tkeep),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tlast (s_axis_tlast),
    .s_axis_tready(s_axis_tready),
    .m_axis_tdata (m_axis_tdata),
    .m_axis_tkeep (m_axis_tkeep),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tlast (m_axis_tlast),
    .m_axis_tready(m_axis_tready),
    .in_start_i   (in_start),
    .out_start_i  (out_start),
    .bytes_i      (bytes),
    .chunks_i     (chunks),
    .pairs_i      (pairs),
    .in_active_o  (in_active),
    .out_active_o (out_active),
    .in_err_o     (in_err),
    .in_err_code_o(in_err_code),
    .in_valid_o   (in_valid),
    .in_data_o    (in_data),
    .in_ready_i   (in_ready),
    .in_due_i     (vec_in_due),
    .ck_valid_o   (ck_valid),
    .ck_data_o    (ck_data),
    .ck_ready_i   (vec_ck_ready || poly_ck_ready),
    .pairs_valid_o(pairs_valid),
    .pairs_data_o (pairs_data),
    .pairs_ready_i(pairs_ready),
    .out_valid_i  (out_valid),
    .out_data_i   (vec_out_data),
    .out_ready_o  (out_ready),
    .pck_valid_i  (pck_valid),
    .pck_data_i   (poly_out_data | eval_out_data),
    .pck_ready_o  (pck_ready),
    .timeout_i    (timeout_i),
    .waits_i      (waits),
    .drain_i      (drain),
    .close_i      (close),
    .drained_o    (drained),
    .expired_o    (expired),
    .stall_in_o   (stall_in_o),
    .stall_out_o  (stall_out_o)
  );

  // Units. Checked values of (n, t) fit M+1 bits.
  wire [17:0]       t_wide = {2'b00, t_i};
  wire [M:0]        t_run  = t_wide[M:0];
  wire              look_valid, rw_valid;
  wire [GATHER_PORTS-1:0] look_bits;            // the evaluation unit uses POINTS of them
  wire [POINTS*M-1:0] look_idx;
  wire [2:0]        look_reg, rw_reg;
  wire [M-1:0]      xw_data, xr_data;
  wire [WordAw-1:0] rw_word;
  wire [AXIS_WIDTH-1:0] rw_data;
  wire              xw_start, xw_valid, xr_start, xr_valid;
  wire [4:0]        xw_reg, xr_reg;
  wire [M:0]        xr_len;
  wire              vec_busy, poly_busy, eval_busy;
  wire              unused = &{1'b0, vec_busy, poly_busy, eval_busy, len[16:M], arg[16:M],
                               fetch_addr, imem_addr_i, n_i, t_wide, look_bits};

  wire [5:0] vec_op;
  wire       vec_path_done;
  assign unit_done = vec_path_done || poly_done || eval_done;

  hash_block #(.M(M), .AXIS_WIDTH(AXIS_WIDTH), .HASH(HASH)) u_hash (
    .clk            (clk),
    .rst_n          (unit_rst_n),
    .clear_i        (new_job),
    .start_i        (hash_start),
    .op_i           (op),
    .len_i          (len[M:0]),
    .wipe_i         (unit_wipe),
    .wipe_busy_o    (hash_wiping),
    .done_o         (vec_path_done),
    .in_valid_i     (in_valid),
    .in_data_i      (in_data),
    .in_ready_o     (in_ready),
    .out_valid_o    (out_valid),
    .out_ready_i    (out_ready),
    .vec_op_o       (vec_op),
    .vec_in_valid_o (vec_in_valid),
    .vec_in_data_o  (vec_in_data),
    .vec_in_ready_i (vec_in_ready),
    .vec_out_valid_i(vec_out_valid),
    .vec_out_data_i (vec_out_data),
    .vec_out_ready_o(vec_out_ready),
    .vec_done_i     (vec_done)
  );

  vec_core #(
    .M(M), .AXIS_WIDTH(AXIS_WIDTH), .GATHER_PORTS(GATHER_PORTS), .BATCH(BATCH)
  ) u_vec (
    .clk        (clk),
    .rst_n      (unit_rst_n),
    .start_i    (vec_start),
    .op_i       (vec_op),
    .d_i        (instr[23:21]),
    .a_i        (instr[18:16]),
    .count_i    (instr[13:11]),
    .len_i      (len[M:0]),
    .arg_i      (arg[M:0]),
    .cond_i     (all_set),
    .imm_i      (instr[15:0]),
    .n_i        (n_i[M:0]),
    .t_i        (t_run),
    .flags_i    (flags),
    .m_i        (m_i),
    .busy_o     (vec_busy),
    .done_o     (vec_done),
    .in_valid_i (vec_in_valid),
    .in_data_i  (vec_in_data),
    .row_valid_i(in_valid),
    .row_data_i (in_data),
    .in_ready_o (vec_in_ready),
    .in_due_o   (vec_in_due),
    .ck_valid_i (ck_valid),
    .ck_data_i  (ck_data),
    .ck_ready_o (vec_ck_ready),
    .out_valid_o(vec_out_valid),
    .out_data_o (vec_out_data),
    .out_ready_i(vec_out_ready),
    .weight_we_o(weight_we),
    .weight_o   (weight),
    .equal_we_o (equal_we),
    .equal_o    (equal),
    .drawn_we_o (drawn_we),
    .drawn_o    (drawn),
    .padbad_o   (padbad),
    .look_valid_i(look_valid),
    .look_reg_i (look_reg),
    .look_idx_i ({{(Spare*M){1'b0}}, look_idx}),
    .look_bit_o (look_bits),
    .rw_valid_i (rw_valid),
    .rw_reg_i   (rw_reg),
    .rw_word_i  (rw_word),
    .rw_data_i  (rw_data),
    .wipe_i     (unit_wipe),
    .wipe_busy_o(vec_wiping)
  );

  poly_unit #(
    .M(M), .T_MAX(T_MAX), .NUM_REGS(NUM_REGS), .GF2MULT_FACTOR(GF2MULT_FACTOR), .FIELDS(FIELDS)
  ) u_poly (
    .clk        (clk),
    .rst_n      (unit_rst_n),
    .start_i    (poly_start),
    .op_i       (op),
    .d_i        (instr[25:21]),
    .a_i        (instr[20:16]),
    .b_i        (instr[15:11]),
    .imm_i      (instr[15:0]),
    .len_i      (len[M:0]),
    .arg_i      (arg[M:0]),
    .m_i        (m_i),
    .t_i        (t_run),
    .busy_o     (poly_busy),
    .done_o     (poly_done),
    .ck_valid_i (ck_valid),
    .ck_data_i  (ck_data),
    .ck_ready_o (poly_ck_ready),
    .out_valid_o(poly_out_valid),
    .out_data_o (poly_out_data),
    .out_ready_i(pck_ready),
    .xw_start_i (xw_start),
    .xw_reg_i   (xw_reg),
    .xw_valid_i (xw_valid),
    .xw_data_i  (xw_data),
    .xr_start_i (xr_start),
    .xr_reg_i   (xr_reg),
    .xr_len_i   (xr_len),
    .xr_valid_o (xr_valid),
    .xr_data_o  (xr_data),
    .wipe_i     (unit_wipe),
    .wipe_busy_o(poly_wiping)
  );

  eval_unit #(
    .M(M), .N_MAX(N_MAX), .T_MAX(T_MAX), .POINTS(POINTS), .AXIS_WIDTH(AXIS_WIDTH), .FIELDS(FIELDS)
  ) u_eval (
    .clk         (clk),
    .rst_n       (unit_rst_n),
    .start_i     (eval_start),
    .op_i        (op),
    .v_i         (pairs ? instr[18:16] : instr[23:21]),
    .p_i         (pairs ? instr[25:21] : instr[20:16]),
    .m_i         (m_i),
    .n_i         (n_i[M:0]),
    .t_i         (t_run),
    .busy_o      (eval_busy),
    .done_o      (eval_done),
    .ck_valid_i  (pairs_valid),
    .ck_data_i   (pairs_data),
    .ck_ready_o  (pairs_ready),
    .out_valid_o (eval_out_valid),
    .out_data_o  (eval_out_data),
    .out_ready_i (pck_ready),
    .look_valid_o(look_valid),
    .look_reg_o  (look_reg),
    .look_idx_o  (look_idx),
    .look_bit_i  (look_bits[POINTS-1:0]),
    .rw_valid_o  (rw_valid),
    .rw_reg_o    (rw_reg),
    .rw_word_o   (rw_word),
    .rw_data_o   (rw_data),
    .xw_start_o  (xw_start),
    .xw_reg_o    (xw_reg),
    .xw_valid_o  (xw_valid),
    .xw_data_o   (xw_data),
    .xr_start_o  (xr_start),
    .xr_reg_o    (xr_reg),
    .xr_len_o    (xr_len),
    .xr_valid_i  (xr_valid),
    .xr_data_i   (xr_data),
    .recheck_we_o(recheck_we),
    .recheck_o   (recheck),
    .wipe_i      (unit_wipe),
    .wipe_busy_o (eval_wiping)
  );
endmodule

`default_nettype wire
