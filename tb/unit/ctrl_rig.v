// SPDX-License-Identifier: Apache-2.0
// ctrl_rig: the small control modules side by side, so that one build serves all their tests.
// Nothing is connected between them; the prefix of a port names its module. Four decoders stand
// for builds of 4, 8 and 32 registers and for one without a hash unit; each has the code that its
// three verdicts on the word amount to. The operand stage brings its own decoder and scalars.
`default_nettype none

module ctrl_rig #(
  parameter        M        = 13,
  parameter        N_MAX    = 8192,
  parameter        T_MAX    = 128,
  parameter        NUM_REGS = 8,
  parameter        RCAP     = 136,
  parameter [16:0] FIELDS   = 17'h03000
) (
  input  wire        clk,
  input  wire        rst_n,
  // decode
  input  wire [31:0] de_instr_i,
  output wire [7:0]  de_err4_o,
  output wire [7:0]  de_err8_o,
  output wire [7:0]  de_err32_o,
  output wire [7:0]  de_err_plain_o,
  output wire        de_vec_o,
  output wire        de_poly_o,
  output wire        de_eval_o,
  output wire        de_hash_o,
  output wire        de_reads_o,
  output wire        de_writes_o,
  output wire        de_bits_len_o,
  output wire        de_span_len_o,
  output wire        de_cell_len_o,
  output wire        de_elem_len_o,
  output wire        de_matrix_o,
  output wire        de_pairs_o,
  output wire        de_values_o,
  output wire        de_words_o,
  // serial_mul
  input  wire        mu_start_i,
  input  wire [16:0] mu_a_i,
  input  wire [16:0] mu_b_i,
  output wire [31:0] mu_p_o,
  output wire        mu_done_o,
  // scalars
  input  wire [4:0]  sc_m_i,
  input  wire [16:0] sc_n_i,
  input  wire [15:0] sc_t_i,
  input  wire [16:0] sc_mt_i,
  input  wire [3:0]  sc_ra_i,
  input  wire [3:0]  sc_rb_i,
  output wire [16:0] sc_a_o,
  output wire [16:0] sc_b_o,
  input  wire        sc_we_i,
  input  wire [2:0]  sc_wd_i,
  input  wire [16:0] sc_wdata_i,
  // loop_stack
  input  wire        ls_clear_i,
  input  wire        ls_push_i,
  input  wire [12:0] ls_start_i,
  input  wire [12:0] ls_end_i,
  input  wire [16:0] ls_count_i,
  input  wire [12:0] ls_next_pc_i,
  input  wire        ls_step_i,
  output wire        ls_full_o,
  output wire        ls_at_end_o,
  output wire        ls_again_o,
  output wire [12:0] ls_start_o,
  // flags
  input  wire        fl_clear_i,
  input  wire        fl_weight_we_i,
  input  wire        fl_weight_i,
  input  wire        fl_recheck_we_i,
  input  wire        fl_recheck_i,
  input  wire        fl_equal_we_i,
  input  wire        fl_equal_i,
  input  wire        fl_drawn_we_i,
  input  wire        fl_drawn_i,
  input  wire        fl_padbad_i,
  input  wire [7:0]  fl_mask_i,
  output wire [7:0]  fl_flags_o,
  output wire        fl_all_set_o,
  // watchdog
  input  wire        wd_waiting_i,
  input  wire [31:0] wd_limit_i,
  output wire        wd_expired_o,
  // operands
  input  wire        op_setup_i,
  input  wire        op_go_i,
  input  wire [31:0] op_instr_i,
  input  wire [4:0]  op_m_i,
  input  wire [16:0] op_n_i,
  input  wire [15:0] op_t_i,
  input  wire        op_we_i,
  input  wire [2:0]  op_wd_i,
  input  wire [16:0] op_wdata_i,
  output wire        op_ready_o,
  output wire        op_bad_o,
  output wire [7:0]  op_err_o,
  output wire [16:0] op_len_o,
  output wire [16:0] op_arg_o,
  output wire [31:0] op_bytes_o,
  output wire        op_vec_o,
  output wire        op_poly_o,
  output wire        op_eval_o,
  output wire        op_hash_o,
  output wire        op_reads_o,
  output wire        op_writes_o,
  output wire        op_chunks_o,
  output wire        op_pairs_o
);
  `include "mce_isa.vh"

  wire [3:0]  unknown, clash;
  wire [31:0] zero4, zero8, zero32, zero_plain;
  function [7:0] code(input unknown_word, input clash_found, input [31:0] not_zero);
    code = unknown_word ? ERR_BAD_OPCODE
         : (clash_found || |not_zero) ? ERR_BAD_OPERAND : 8'd0;
  endfunction
  assign de_err4_o      = code(unknown[0], clash[0], de_instr_i & zero4);
  assign de_err8_o      = code(unknown[1], clash[1], de_instr_i & zero8);
  assign de_err32_o     = code(unknown[2], clash[2], de_instr_i & zero32);
  assign de_err_plain_o = code(unknown[3], clash[3], de_instr_i & zero_plain);

  decode #(.NUM_REGS(4)) u_decode4 (
    .instr_i   (de_instr_i),
    .unknown_o (unknown[0]),
    .clash_o   (clash[0]),
    .zero_o    (zero4),
    .vec_o     (),
    .poly_o    (),
    .eval_o    (),
    .hash_o    (),
    .reads_o   (),
    .writes_o  (),
    .bits_len_o(),
    .span_len_o(),
    .cell_len_o(),
    .elem_len_o(),
    .matrix_o  (),
    .pairs_o   (),
    .values_o  (),
    .words_o   ()
  );

  decode #(.NUM_REGS(8), .BATCH(4)) u_decode8 (
    .instr_i   (de_instr_i),
    .unknown_o (unknown[1]),
    .clash_o   (clash[1]),
    .zero_o    (zero8),
    .vec_o     (de_vec_o),
    .poly_o    (de_poly_o),
    .eval_o    (de_eval_o),
    .hash_o    (de_hash_o),
    .reads_o   (de_reads_o),
    .writes_o  (de_writes_o),
    .bits_len_o(de_bits_len_o),
    .span_len_o(de_span_len_o),
    .cell_len_o(de_cell_len_o),
    .elem_len_o(de_elem_len_o),
    .matrix_o  (de_matrix_o),
    .pairs_o   (de_pairs_o),
    .values_o  (de_values_o),
    .words_o   (de_words_o)
  );

  decode #(.NUM_REGS(32), .BATCH(2)) u_decode32 (
    .instr_i   (de_instr_i),
    .unknown_o (unknown[2]),
    .clash_o   (clash[2]),
    .zero_o    (zero32),
    .vec_o     (),
    .poly_o    (),
    .eval_o    (),
    .hash_o    (),
    .reads_o   (),
    .writes_o  (),
    .bits_len_o(),
    .span_len_o(),
    .cell_len_o(),
    .elem_len_o(),
    .matrix_o  (),
    .pairs_o   (),
    .values_o  (),
    .words_o   ()
  );

  decode #(.NUM_REGS(8), .HASH(0)) u_decode_plain (
    .instr_i   (de_instr_i),
    .unknown_o (unknown[3]),
    .clash_o   (clash[3]),
    .zero_o    (zero_plain),
    .vec_o     (),
    .poly_o    (),
    .eval_o    (),
    .hash_o    (),
    .reads_o   (),
    .writes_o  (),
    .bits_len_o(),
    .span_len_o(),
    .cell_len_o(),
    .elem_len_o(),
    .matrix_o  (),
    .pairs_o   (),
    .values_o  (),
    .words_o   ()
  );

  serial_mul u_mul (
    .clk    (clk),
    .rst_n  (rst_n),
    .start_i(mu_start_i),
    .a_i    (mu_a_i),
    .b_i    (mu_b_i),
    .p_o    (mu_p_o),
    .done_o (mu_done_o)
  );

  scalars u_scalars (
    .clk    (clk),
    .m_i    (sc_m_i),
    .n_i    (sc_n_i),
    .t_i    (sc_t_i),
    .mt_i   (sc_mt_i),
    .ra_i   (sc_ra_i),
    .rb_i   (sc_rb_i),
    .a_o    (sc_a_o),
    .b_o    (sc_b_o),
    .we_i   (sc_we_i),
    .wd_i   (sc_wd_i),
    .wdata_i(sc_wdata_i)
  );

  loop_stack u_loops (
    .clk      (clk),
    .rst_n    (rst_n),
    .clear_i  (ls_clear_i),
    .push_i   (ls_push_i),
    .start_i  (ls_start_i),
    .end_i    (ls_end_i),
    .count_i  (ls_count_i),
    .next_pc_i(ls_next_pc_i),
    .step_i   (ls_step_i),
    .full_o   (ls_full_o),
    .at_end_o (ls_at_end_o),
    .again_o  (ls_again_o),
    .start_o  (ls_start_o)
  );

  flags u_flags (
    .clk         (clk),
    .clear_i     (fl_clear_i),
    .weight_we_i (fl_weight_we_i),
    .weight_i    (fl_weight_i),
    .recheck_we_i(fl_recheck_we_i),
    .recheck_i   (fl_recheck_i),
    .equal_we_i  (fl_equal_we_i),
    .equal_i     (fl_equal_i),
    .drawn_we_i  (fl_drawn_we_i),
    .drawn_i     (fl_drawn_i),
    .padbad_i    (fl_padbad_i),
    .mask_i      (fl_mask_i),
    .flags_o     (fl_flags_o),
    .all_set_o   (fl_all_set_o)
  );

  watchdog u_watchdog (
    .clk      (clk),
    .waiting_i(wd_waiting_i),
    .limit_i  (wd_limit_i),
    .expired_o(wd_expired_o)
  );

  operands #(
    .M(M), .N_MAX(N_MAX), .T_MAX(T_MAX), .NUM_REGS(NUM_REGS), .RCAP(RCAP), .FIELDS(FIELDS)
  ) u_operands (
    .clk     (clk),
    .rst_n   (rst_n),
    .setup_i (op_setup_i),
    .go_i    (op_go_i),
    .instr_i (op_instr_i),
    .m_i     (op_m_i),
    .n_i     (op_n_i),
    .t_i     (op_t_i),
    .we_i    (op_we_i),
    .wd_i    (op_wd_i),
    .wdata_i (op_wdata_i),
    .ready_o (op_ready_o),
    .bad_o   (op_bad_o),
    .err_o   (op_err_o),
    .len_o   (op_len_o),
    .arg_o   (op_arg_o),
    .bytes_o (op_bytes_o),
    .vec_o   (op_vec_o),
    .poly_o  (op_poly_o),
    .eval_o  (op_eval_o),
    .hash_o  (op_hash_o),
    .reads_o (op_reads_o),
    .writes_o(op_writes_o),
    .chunks_o(op_chunks_o),
    .pairs_o (op_pairs_o)
  );
endmodule

`default_nettype wire
