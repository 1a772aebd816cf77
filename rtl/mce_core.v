// SPDX-License-Identifier: Apache-2.0
// mce_core: the processor without its register bus: sequencer, instruction memory, flags, the two
// packet streams, and the units that compute. Wiring and elaboration checks only.
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
  localparam Lanes   = (T_MAX + GF2MULT_FACTOR) / GF2MULT_FACTOR;
  localparam RCap    = Lanes * GF2MULT_FACTOR;
  localparam InstAw  = $clog2(NUM_INST);

  build_check #(
    .M(M), .N_MAX(N_MAX), .T_MAX(T_MAX), .NUM_INST(NUM_INST), .NUM_REGS(NUM_REGS),
    .AXIS_WIDTH(AXIS_WIDTH), .FIELDS(FIELDS), .GF2MULT_FACTOR(GF2MULT_FACTOR),
    .HASH(HASH), .POINTS(POINTS), .GATHER_PORTS(GATHER_PORTS), .BATCH(BATCH)
  ) u_build_check ();

  // Control.
  wire [31:0] instr, bytes, fetch_data;
  wire [16:0] len, arg;
  wire [11:0] fetch_addr;
  wire        unused = &{1'b0, fetch_addr, imem_addr_i};
  wire        vec_start, poly_start, eval_start, hash_start, unit_done;
  wire        kill, unit_wipe, unit_wiping, new_job, all_set;
  wire        in_start, out_start, chunks, pairs, in_active, out_active, in_err, expired, waits;
  wire        drain, close, clear, drained;
  wire [7:0]  in_err_code;

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
    .unit_wiping_i(unit_wiping),
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
    .padbad_i    (padbad),
    .mask_i      (instr[7:0]),
    .flags_o     (flags),
    .all_set_o   (all_set)
  );

  // Packet streams.
  wire                  in_valid, in_ready, in_due, ck_valid, ck_ready, pairs_valid, pairs_ready;
  wire                  out_valid, out_ready, pck_valid, pck_ready;
  wire [32*POINTS-1:0]  pairs_data;
  wire [AXIS_WIDTH-1:0] in_data, out_data;
  wire [63:0]           ck_data, pck_data;

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
    .in_due_i     (in_due),
    .ck_valid_o   (ck_valid),
    .ck_data_o    (ck_data),
    .ck_ready_i   (ck_ready),
    .pairs_valid_o(pairs_valid),
    .pairs_data_o (pairs_data),
    .pairs_ready_i(pairs_ready),
    .out_valid_i  (out_valid),
    .out_data_i   (out_data),
    .out_ready_o  (out_ready),
    .pck_valid_i  (pck_valid),
    .pck_data_i   (pck_data),
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

  mce_units #(
    .M(M), .N_MAX(N_MAX), .T_MAX(T_MAX), .NUM_REGS(NUM_REGS), .AXIS_WIDTH(AXIS_WIDTH),
    .FIELDS(FIELDS), .GF2MULT_FACTOR(GF2MULT_FACTOR), .HASH(HASH), .POINTS(POINTS),
    .GATHER_PORTS(GATHER_PORTS), .BATCH(BATCH)
  ) u_units (
    .clk          (clk),
    .rst_n        (!kill),
    .vec_start_i  (vec_start),
    .poly_start_i (poly_start),
    .eval_start_i (eval_start),
    .hash_start_i (hash_start),
    .instr_i      (instr),
    .len_i        (len),
    .arg_i        (arg),
    .m_i          (m_i),
    .n_i          (n_i),
    .t_i          (t_i),
    .done_o       (unit_done),
    .new_job_i    (new_job),
    .wipe_i       (unit_wipe),
    .wiping_o     (unit_wiping),
    .flags_i      (flags),
    .all_set_i    (all_set),
    .weight_we_o  (weight_we),
    .weight_o     (weight),
    .recheck_we_o (recheck_we),
    .recheck_o    (recheck),
    .equal_we_o   (equal_we),
    .equal_o      (equal),
    .drawn_we_o   (drawn_we),
    .drawn_o      (drawn),
    .padbad_o     (padbad),
    .pairs_i      (pairs),
    .in_valid_i   (in_valid),
    .in_data_i    (in_data),
    .in_ready_o   (in_ready),
    .in_due_o     (in_due),
    .ck_valid_i   (ck_valid),
    .ck_data_i    (ck_data),
    .ck_ready_o   (ck_ready),
    .pairs_valid_i(pairs_valid),
    .pairs_data_i (pairs_data),
    .pairs_ready_o(pairs_ready),
    .out_valid_o  (out_valid),
    .out_data_o   (out_data),
    .out_ready_i  (out_ready),
    .pck_valid_o  (pck_valid),
    .pck_data_o   (pck_data),
    .pck_ready_i  (pck_ready)
  );
endmodule

`default_nettype wire
