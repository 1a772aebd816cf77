// SPDX-License-Identifier: Apache-2.0
// mce_units: vector core, polynomial unit, evaluation unit and hash unit, and what goes between
// them beside the streams: look-ups, root bits, coefficients. One unit runs at a time; the idle
// ones drive zero, so what they send and report is joined by OR. Wiring only. `rst_n` low for one
// cycle stops whatever runs. Operands stand from two cycles before a start on.
`default_nettype none

module mce_units #(
  parameter        M              = 13,
  parameter        N_MAX          = 8192,
  parameter        T_MAX          = 128,
  parameter        NUM_REGS       = 8,
  parameter        AXIS_WIDTH     = 64,
  parameter [16:0] FIELDS         = 17'h03000,
  parameter        GF2MULT_FACTOR = 8,
  parameter        HASH           = 1,
  parameter        POINTS         = 2,
  parameter        GATHER_PORTS   = 4,
  parameter        BATCH          = 1
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  vec_start_i,
  input  wire                  poly_start_i,
  input  wire                  eval_start_i,
  input  wire                  hash_start_i,
  input  wire [31:0]           instr_i,
  input  wire [16:0]           len_i,
  input  wire [16:0]           arg_i,
  input  wire [4:0]            m_i,
  input  wire [16:0]           n_i,
  input  wire [15:0]           t_i,
  output wire                  done_o,
  input  wire                  new_job_i,
  input  wire                  wipe_i,
  output wire                  wiping_o,
  // Flags.
  input  wire [7:0]            flags_i,
  input  wire                  all_set_i,
  output wire                  weight_we_o,
  output wire                  weight_o,
  output wire                  recheck_we_o,
  output wire                  recheck_o,
  output wire                  equal_we_o,
  output wire                  equal_o,
  output wire                  drawn_we_o,
  output wire                  drawn_o,
  output wire                  padbad_o,
  // Packets, as beats or through a gear (packet_io).
  input  wire                  pairs_i,
  input  wire                  in_valid_i,
  input  wire [AXIS_WIDTH-1:0] in_data_i,
  output wire                  in_ready_o,
  output wire                  in_due_o,
  input  wire                  ck_valid_i,
  input  wire [63:0]           ck_data_i,
  output wire                  ck_ready_o,
  input  wire                  pairs_valid_i,
  input  wire [32*POINTS-1:0]  pairs_data_i,
  output wire                  pairs_ready_o,
  output wire                  out_valid_o,
  output wire [AXIS_WIDTH-1:0] out_data_o,
  input  wire                  out_ready_i,
  output wire                  pck_valid_o,
  output wire [63:0]           pck_data_o,
  input  wire                  pck_ready_i
);
  localparam VecBits = ((1 << M) > AXIS_WIDTH) ? (1 << M) : AXIS_WIDTH;
  localparam WordAw  = (VecBits > AXIS_WIDTH) ? $clog2(VecBits / AXIS_WIDTH) : 1;
  localparam Spare   = (GATHER_PORTS > POINTS) ? GATHER_PORTS - POINTS : 0;

  `include "mce_isa.vh"

  wire [5:0]            op = instr_i[31:26];
  wire [5:0]            vec_op;
  wire                  vec_done, vec_path_done, poly_done, eval_done;
  wire                  vec_wiping, poly_wiping, eval_wiping, hash_wiping;
  wire                  vec_in_valid, vec_in_ready, vec_out_valid, vec_out_ready, vec_padbad;
  wire                  vec_ck_ready, poly_ck_ready, poly_out_valid, eval_out_valid;
  wire [AXIS_WIDTH-1:0] vec_in_data, vec_out_data;
  wire [63:0]           poly_out_data, eval_out_data;

  assign done_o      = vec_path_done || poly_done || eval_done;
  assign wiping_o    = vec_wiping || poly_wiping || eval_wiping || hash_wiping;
  assign ck_ready_o  = vec_ck_ready || poly_ck_ready;
  assign out_data_o  = vec_out_data;
  assign pck_valid_o = poly_out_valid || eval_out_valid;
  assign pck_data_o  = poly_out_data | eval_out_data;
  // What hsq gives ends where its length does, whatever the rest of the last byte holds.
  assign padbad_o    = vec_padbad && op != OP_HSQ;

  // Checked values of (n, t) fit M+1 bits.
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
  wire              unused = &{1'b0, vec_busy, poly_busy, eval_busy, len_i[16:M], arg_i[16:M],
                               n_i, t_wide, look_bits};

  hash_block #(.M(M), .AXIS_WIDTH(AXIS_WIDTH), .HASH(HASH)) u_hash (
    .clk            (clk),
    .rst_n          (rst_n),
    .clear_i        (new_job_i),
    .start_i        (hash_start_i),
    .op_i           (op),
    .len_i          (len_i[M:0]),
    .wipe_i         (wipe_i),
    .wipe_busy_o    (hash_wiping),
    .done_o         (vec_path_done),
    .in_valid_i     (in_valid_i),
    .in_data_i      (in_data_i),
    .in_ready_o     (in_ready_o),
    .out_valid_o    (out_valid_o),
    .out_ready_i    (out_ready_i),
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
    .rst_n      (rst_n),
    .start_i    (vec_start_i),
    .op_i       (vec_op),
    .d_i        (instr_i[23:21]),
    .a_i        (instr_i[18:16]),
    .count_i    (instr_i[13:11]),
    .len_i      (len_i[M:0]),
    .arg_i      (arg_i[M:0]),
    .cond_i     (all_set_i),
    .imm_i      (instr_i[15:0]),
    .n_i        (n_i[M:0]),
    .t_i        (t_run),
    .flags_i    (flags_i),
    .m_i        (m_i),
    .busy_o     (vec_busy),
    .done_o     (vec_done),
    .in_valid_i (vec_in_valid),
    .in_data_i  (vec_in_data),
    .row_valid_i(in_valid_i),
    .row_data_i (in_data_i),
    .in_ready_o (vec_in_ready),
    .in_due_o   (in_due_o),
    .ck_valid_i (ck_valid_i),
    .ck_data_i  (ck_data_i),
    .ck_ready_o (vec_ck_ready),
    .out_valid_o(vec_out_valid),
    .out_data_o (vec_out_data),
    .out_ready_i(vec_out_ready),
    .weight_we_o(weight_we_o),
    .weight_o   (weight_o),
    .equal_we_o (equal_we_o),
    .equal_o    (equal_o),
    .drawn_we_o (drawn_we_o),
    .drawn_o    (drawn_o),
    .padbad_o   (vec_padbad),
    .look_valid_i(look_valid),
    .look_reg_i (look_reg),
    .look_idx_i ({{(Spare*M){1'b0}}, look_idx}),
    .look_bit_o (look_bits),
    .rw_valid_i (rw_valid),
    .rw_reg_i   (rw_reg),
    .rw_word_i  (rw_word),
    .rw_data_i  (rw_data),
    .wipe_i     (wipe_i),
    .wipe_busy_o(vec_wiping)
  );

  poly_unit #(
    .M(M), .T_MAX(T_MAX), .NUM_REGS(NUM_REGS), .GF2MULT_FACTOR(GF2MULT_FACTOR), .FIELDS(FIELDS)
  ) u_poly (
    .clk        (clk),
    .rst_n      (rst_n),
    .start_i    (poly_start_i),
    .op_i       (op),
    .d_i        (instr_i[25:21]),
    .a_i        (instr_i[20:16]),
    .b_i        (instr_i[15:11]),
    .imm_i      (instr_i[15:0]),
    .len_i      (len_i[M:0]),
    .arg_i      (arg_i[M:0]),
    .m_i        (m_i),
    .t_i        (t_run),
    .busy_o     (poly_busy),
    .done_o     (poly_done),
    .ck_valid_i (ck_valid_i),
    .ck_data_i  (ck_data_i),
    .ck_ready_o (poly_ck_ready),
    .out_valid_o(poly_out_valid),
    .out_data_o (poly_out_data),
    .out_ready_i(pck_ready_i),
    .xw_start_i (xw_start),
    .xw_reg_i   (xw_reg),
    .xw_valid_i (xw_valid),
    .xw_data_i  (xw_data),
    .xr_start_i (xr_start),
    .xr_reg_i   (xr_reg),
    .xr_len_i   (xr_len),
    .xr_valid_o (xr_valid),
    .xr_data_o  (xr_data),
    .wipe_i     (wipe_i),
    .wipe_busy_o(poly_wiping)
  );

  eval_unit #(
    .M(M), .N_MAX(N_MAX), .T_MAX(T_MAX), .POINTS(POINTS), .AXIS_WIDTH(AXIS_WIDTH), .FIELDS(FIELDS)
  ) u_eval (
    .clk         (clk),
    .rst_n       (rst_n),
    .start_i     (eval_start_i),
    .op_i        (op),
    .v_i         (pairs_i ? instr_i[18:16] : instr_i[23:21]),
    .p_i         (pairs_i ? instr_i[25:21] : instr_i[20:16]),
    .m_i         (m_i),
    .n_i         (n_i[M:0]),
    .t_i         (t_run),
    .busy_o      (eval_busy),
    .done_o      (eval_done),
    .ck_valid_i  (pairs_valid_i),
    .ck_data_i   (pairs_data_i),
    .ck_ready_o  (pairs_ready_o),
    .out_valid_o (eval_out_valid),
    .out_data_o  (eval_out_data),
    .out_ready_i (pck_ready_i),
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
    .recheck_we_o(recheck_we_o),
    .recheck_o   (recheck_o),
    .wipe_i      (wipe_i),
    .wipe_busy_o (eval_wiping)
  );
endmodule

`default_nettype wire
