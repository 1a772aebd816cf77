// SPDX-License-Identifier: Apache-2.0
// poly_unit: NUM_REGS registers of polynomials over GF(2^m) on L = ceil((T_MAX+1)/F) lanes.
//
// Coefficient j of a register is in lane j mod L, word j / L; a register holds L*F of them and
// those beyond continue in register p+2, so p and p+2 form one array (the caller sees to it that
// p+2 exists when the length needs it). Instructions: pld, pst, pbm, pmul, padd, pmov, pscale,
// pshift, emul, esqr, einv, pli; their operands hold from the cycle before start_i to done_o.
//   pld  F + len + 3 cycles (2F when len > L*F), pst  len + 4, without pauses on the streams;
//   pbm  see poly_bm; leaves sigma in p0, rest of p0 zero, C unreversed in p1 (rest arbitrary),
//        p2 and p3 arbitrary (remains of the work; secret);
//   pmul see poly_mul; p2 keeps its value, p0, p1 and p3 are arbitrary afterwards; only in builds
//        with more than four registers;
//   padd pmov pscale pshift emul esqr einv  see poly_elem;  pli  F + 3 cycles.
//   xw   one coefficient a cycle, in memory three cycles later.
//   xr   coefficient j exactly 3+j cycles after xr_start_i; 3 cycles after the last xw at the
//        earliest.
// Only one of these runs at a time. Handshakes and durations depend on len, t and the streams'
// pauses, never on coefficients. A cycle of rst_n = 0 ends whatever runs and keeps the memory.
`default_nettype none

module poly_unit #(
  parameter        M              = 13,
  parameter        T_MAX          = 128,
  parameter        NUM_REGS       = 8,
  parameter        GF2MULT_FACTOR = 8,
  parameter [16:0] FIELDS         = 17'h03000
) (
  input  wire         clk,
  input  wire         rst_n,
  input  wire         start_i,
  input  wire [5:0]   op_i,
  input  wire [4:0]   d_i,
  input  wire [4:0]   a_i,
  input  wire [4:0]   b_i,
  input  wire [15:0]  imm_i,
  input  wire [M:0]   len_i,
  input  wire [M:0]   arg_i,
  input  wire [4:0]   m_i,
  input  wire [M:0]   t_i,
  output wire         busy_o,
  output wire         done_o,
  input  wire         ck_valid_i,
  input  wire [63:0]  ck_data_i,
  output wire         ck_ready_o,
  output wire         out_valid_o,
  output wire [63:0]  out_data_o,
  input  wire         out_ready_i,
  input  wire         xw_start_i,
  input  wire [4:0]   xw_reg_i,
  input  wire         xw_valid_i,
  input  wire [M-1:0] xw_data_i,
  input  wire         xr_start_i,
  input  wire [4:0]   xr_reg_i,
  input  wire [M:0]   xr_len_i,
  output wire         xr_valid_o,
  output wire [M-1:0] xr_data_o,
  input  wire         wipe_i,
  output wire         wipe_busy_o
);
  localparam F     = GF2MULT_FACTOR;
  localparam L     = (T_MAX + F) / F;
  // At least four words and four lane numbers: addresses are then two bits wide or more.
  localparam DEPTH = (NUM_REGS * F > 8) ? (NUM_REGS / 2) * F : 4;
  localparam AW    = $clog2(DEPTH);
  localparam LW    = (L > 4) ? $clog2(L) : 2;

  `include "mce_isa.vh"

  // A copy of its own, for m goes to every corner of the unit. With the reset it is no other's.
  reg  [4:0] m_q;
  always @(posedge clk) m_q <= rst_n ? m_i : 5'd0;

  // The instruction is decoded a cycle ahead.
  reg  is_pld_q, is_pst_q, is_pbm_q, is_pli_q, is_mul_q, is_el_q;
  wire start_pld = start_i && is_pld_q;
  wire start_pst = start_i && is_pst_q;
  wire start_pbm = start_i && is_pbm_q;
  wire start_pli = start_i && is_pli_q;
  wire start_mul = start_i && is_mul_q;
  wire start_el  = start_i && is_el_q;
  always @(posedge clk) begin
    is_pld_q <= op_i == OP_PLD;
    is_pst_q <= op_i == OP_PST;
    is_pbm_q <= op_i == OP_PBM;
    is_pli_q <= op_i == OP_PLI;
    is_mul_q <= op_i == OP_PMUL;
    is_el_q  <= op_i == OP_PADD || op_i == OP_PMOV || op_i == OP_PSCALE || op_i == OP_PSHIFT
             || op_i == OP_EMUL || op_i == OP_ESQR || op_i == OP_EINV;
  end

  // Requests at the operand stage. Strobes of who is idle are low, so they are ORed. The read
  // address, at the head of the longest path, comes a cycle early into a register of its own.
  wire          bm_busy, bm_done, bm_all_even, bm_all_odd, bm_clear, bm_trim, bm_unity, bm_zero;
  wire          bm_pass, bm_take, bm_shift, bm_end, bm_init, bm_load, bm_slot, bm_inv, bm_div;
  wire          bm_rows_load, bm_rows_clr, bm_walk, nonzero;
  wire          wr_clear, wr_all_even, wr_all_odd, wr_one_even, wr_one_odd;
  wire          pld_busy, pld_done, pst_busy, pst_done, rd_even, rd_wrap;
  wire          rev_start, rev_valid, rev_last, rev_done;
  wire          el_busy, el_done, el_load, el_read, el_step, el_down, el_pass, el_second, el_odd;
  wire          el_init, el_put, el_add, el_one, el_factor, el_slot, el_inv, el_div, el_valid;
  wire          mu_busy, mu_done, mu_clear, mu_copy, mu_seek, mu_pass, mu_all_even, mu_shift;
  wire          mu_end, mu_read, mu_step, mu_load, mu_put, mu_div, mu_rows_load, mu_rows_clr;
  wire [4:0]    reg_d, reg_a, el_reg;
  wire [AW-1:0] bm_raddr, bm_waddr, wr_waddr, rd_raddr, el_raddr, el_top;
  wire [AW-1:0] mu_raddr, mu_raddr_odd, mu_waddr;
  wire [LW-1:0] bm_zero_lane;
  wire [L-1:0]  bm_from;
  wire [L-1:0]  wr_cell;
  wire [M-1:0]  wr_bcast, f, first_even, el_data, ser_data;
  wire [M*M-1:0] rows;
  wire [L*M-1:0] words;

  // Words of a pass; serial reads and writes have the addresses otherwise.
  wire          bm_write   = bm_all_even || bm_all_odd || bm_unity;
  wire [AW-1:0] raddr_even = bm_pass ? bm_raddr : mu_pass ? mu_raddr
                           : el_pass ? el_raddr : rd_raddr;
  wire [AW-1:0] raddr_odd  = bm_pass ? bm_raddr : mu_pass ? mu_raddr_odd
                           : el_pass ? el_raddr : rd_raddr;
  wire [AW-1:0] waddr      = bm_write ? bm_waddr : mu_all_even ? mu_waddr : wr_waddr;

  poly_lanes #(.M(M), .L(L), .DEPTH(DEPTH), .AW(AW), .LW(LW)) u_lanes (
    .clk(clk), .rst_n(rst_n),
    .raddr_i(raddr_even), .raddr_odd_i(raddr_odd), .waddr_i(waddr),
    .all_even_i (bm_all_even || wr_all_even || mu_all_even),
    .all_odd_i  (bm_all_odd || wr_all_odd),
    .one_even_i(wr_one_even), .one_odd_i(wr_one_odd), .cell_i(wr_cell), .bcast_i(wr_bcast),
    .clear_i    (bm_clear || wr_clear),
    .trim_i(bm_trim), .unity_i(bm_unity), .from_i(bm_from),
    .zero_i(bm_zero), .zero_lane_i(bm_zero_lane),
    .take_i     (bm_take || wr_all_odd || wr_one_odd || rd_even),
    .shift_i(bm_shift || mu_shift), .end_i(bm_end || mu_end),
    .rows_i(rows), .words_o(words), .first_o(first_even)
  );

  poly_matrix #(.M(M), .FIELDS(FIELDS)) u_matrix (
    .clk    (clk),
    .clr_i  ((bm_rows_clr && mu_rows_clr) || wipe_i),
    .load_i (bm_rows_load || mu_rows_load),
    .m_i    (m_q),
    .f_i    (f),
    .rows_o (rows)
  );

  poly_scalar #(.M(M), .FIELDS(FIELDS)) u_scalar (
    .clk(clk), .rst_n(rst_n), .wipe_i(wipe_i), .m_i(m_q),
    .init_i(bm_init || el_init), .load_i(bm_load || mu_load), .d_i(first_even),
    .put_i(el_put || mu_put), .add_i(el_add), .one_i(el_one), .factor_i(el_factor),
    .word_i(ser_data),
    .slot_i(bm_slot || el_slot), .inv_i(bm_inv || el_inv), .div_i(bm_div || el_div || mu_div),
    .nonzero_o(nonzero), .f_o(f)
  );

  poly_bm #(.M(M), .T_MAX(T_MAX), .L(L), .F(F), .AW(AW), .LW(LW)) u_bm (
    .clk(clk), .rst_n(rst_n), .wipe_i(wipe_i),
    .start_i(start_pbm), .t_i(t_i), .busy_o(bm_busy), .done_o(bm_done),
    .pass_o(bm_pass), .raddr_o(bm_raddr), .waddr_o(bm_waddr),
    .all_even_o(bm_all_even), .all_odd_o(bm_all_odd),
    .clear_o(bm_clear), .trim_o(bm_trim), .unity_o(bm_unity), .from_o(bm_from),
    .zero_o(bm_zero), .zero_lane_o(bm_zero_lane),
    .take_o(bm_take), .shift_o(bm_shift), .end_o(bm_end),
    .init_o(bm_init), .load_o(bm_load), .slot_o(bm_slot), .inv_o(bm_inv), .div_o(bm_div),
    .nonzero_i(nonzero), .rows_load_o(bm_rows_load), .rows_clr_o(bm_rows_clr),
    .walk_o(bm_walk), .rev_start_o(rev_start), .rev_done_i(rev_done)
  );

  // The reversal after Berlekamp-Massey goes to p0.
  poly_write #(
    .M(M), .L(L), .F(F), .NUM_REGS(NUM_REGS), .DEPTH(DEPTH), .AW(AW), .FIELDS(FIELDS)
  ) u_write (
    .clk(clk), .rst_n(rst_n), .m_i(m_q),
    .pld_start_i(start_pld), .pld_reg_i(reg_d & {5{!bm_busy}}), .pld_len_i(len_i),
    .pld_busy_o(pld_busy), .pld_done_o(pld_done),
    .pli_start_i(start_pli || mu_clear), .pli_data_i(imm_i & {16{!mu_busy}}),
    .ck_valid_i(ck_valid_i), .ck_data_i(ck_data_i), .ck_ready_o(ck_ready_o),
    .xw_start_i(xw_start_i), .xw_reg_i(xw_reg_i), .xw_valid_i(xw_valid_i), .xw_data_i(xw_data_i),
    .el_start_i(start_el || mu_copy || rev_start), .el_valid_i(el_valid), .el_data_i(el_data),
    .rev_valid_i(rev_valid), .rev_last_i(rev_last), .rev_data_i(ser_data), .rev_done_o(rev_done),
    .wipe_i(wipe_i), .wipe_busy_o(wipe_busy_o),
    .bcast_o(wr_bcast), .clear_o(wr_clear),
    .all_even_o(wr_all_even), .all_odd_o(wr_all_odd),
    .one_even_o(wr_one_even), .one_odd_o(wr_one_odd), .cell_o(wr_cell), .waddr_o(wr_waddr)
  );

  poly_read #(.M(M), .L(L), .F(F), .NUM_REGS(NUM_REGS), .AW(AW), .LW(LW)) u_read (
    .clk(clk), .rst_n(rst_n),
    .pst_start_i(start_pst), .pst_len_i(len_i), .pst_busy_o(pst_busy), .pst_done_o(pst_done),
    .out_valid_o(out_valid_o), .out_data_o(out_data_o), .out_ready_i(out_ready_i),
    .xr_start_i(xr_start_i), .xr_reg_i(xr_reg_i), .xr_len_i(xr_len_i),
    .xr_valid_o(xr_valid_o), .xr_data_o(xr_data_o),
    .rev_start_i(rev_start), .rev_top_i(t_i), .rev_valid_o(rev_valid), .rev_last_o(rev_last),
    .ser_load_i(el_load || start_pbm), .ser_reg_i(start_pbm ? 5'd1 : el_reg),
    .ser_read_i(el_read || mu_read), .ser_step_i(el_step || mu_step || bm_walk),
    .ser_down_i(el_down), .ser_second_i(el_second), .ser_odd_i(el_odd),
    .wrap_o(rd_wrap), .data_o(ser_data),
    .raddr_o(rd_raddr), .even_o(rd_even), .words_i(words)
  );

  poly_elem #(.M(M), .L(L), .F(F), .NUM_REGS(NUM_REGS), .AW(AW)) u_elem (
    .clk(clk), .rst_n(rst_n),
    .start_i(start_el || mu_copy), .mul_i(mu_busy), .seek_i(mu_seek),
    .op_i(op_i), .a_i(reg_a), .b_i(b_i), .len_i(len_i), .arg_i(arg_i), .t_i(t_i),
    .busy_o(el_busy), .done_o(el_done),
    .load_o(el_load), .reg_o(el_reg), .read_o(el_read), .step_o(el_step), .down_o(el_down),
    .wrap_i(rd_wrap), .pass_o(el_pass), .raddr_o(el_raddr),
    .second_o(el_second), .odd_o(el_odd), .top_o(el_top),
    .init_o(el_init), .put_o(el_put), .add_o(el_add), .one_o(el_one), .factor_o(el_factor),
    .slot_o(el_slot), .inv_o(el_inv), .div_o(el_div), .f_i(f),
    .valid_o(el_valid), .data_o(el_data)
  );

  // Four registers are its working space: a build with no more has no pmul.
  generate
    if (NUM_REGS > 4) begin : gen_mul
      poly_mul #(.M(M), .L(L), .F(F), .AW(AW)) u_mul (
        .clk(clk), .rst_n(rst_n),
        .start_i(start_mul), .d_i(d_i), .a_i(a_i), .b_i(b_i), .t_i(t_i),
        .busy_o(mu_busy), .done_o(mu_done),
        .d_o(reg_d), .a_o(reg_a), .clear_o(mu_clear), .copy_o(mu_copy), .seek_o(mu_seek),
        .sub_done_i(pld_done || el_done), .top_i(el_top),
        .pass_o(mu_pass), .raddr_o(mu_raddr), .raddr_odd_o(mu_raddr_odd), .waddr_o(mu_waddr),
        .all_even_o(mu_all_even), .shift_o(mu_shift), .end_o(mu_end),
        .read_o(mu_read), .step_o(mu_step), .load_o(mu_load), .put_o(mu_put), .div_o(mu_div),
        .rows_load_o(mu_rows_load), .rows_clr_o(mu_rows_clr)
      );
    end else begin : gen_no_mul
      wire unused = &{1'b0, start_mul, el_top};
      assign {mu_busy, mu_done, mu_clear, mu_copy, mu_seek, mu_pass, mu_all_even} = 7'd0;
      assign {mu_shift, mu_end, mu_read, mu_step, mu_load, mu_put, mu_div, mu_rows_load} = 8'd0;
      assign mu_rows_clr  = 1'b1;
      assign mu_raddr     = {AW{1'b0}};
      assign mu_raddr_odd = {AW{1'b0}};
      assign mu_waddr     = {AW{1'b0}};
      assign reg_d        = d_i;
      assign reg_a        = a_i;
    end
  endgenerate

  // What runs on behalf of pmul is not a done of its own.
  assign busy_o = bm_busy || pld_busy || pst_busy || el_busy || mu_busy;
  assign done_o = bm_done || pst_done || mu_done || ((pld_done || el_done) && !mu_busy);
endmodule

`default_nettype wire
