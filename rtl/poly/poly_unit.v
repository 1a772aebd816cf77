// SPDX-License-Identifier: Apache-2.0
// poly_unit: NUM_REGS registers of polynomials over GF(2^m) on L = ceil((T_MAX+1)/F) lanes.
//
// Coefficient j of a register is in lane j mod L, word j / L; a register holds L*F of them and
// those beyond continue in register p+2, so p and p+2 form one array (the caller sees to it that
// p+2 exists when the length needs it). Instructions: pld, pst, pbm.
//   pld  F + len + 3 cycles (2F when len > L*F), pst  len + 4, without pauses on the streams;
//   pbm  see poly_bm; leaves sigma in p0, rest of p0 zero, C unreversed in p1 (rest arbitrary),
//        p2 and p3 arbitrary (remains of the work; secret).
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

  wire start_pld = start_i && (op_i == OP_PLD);
  wire start_pst = start_i && (op_i == OP_PST);
  wire start_pbm = start_i && (op_i == OP_PBM);

  // Requests at the operand stage. Who is idle drives zero, so they are ORed. The read address,
  // at the head of the longest path, comes a cycle early into a register of its own.
  wire          bm_busy, bm_done, bm_all_even, bm_all_odd, bm_one_even, bm_one_odd, bm_unity;
  wire          bm_pass, bm_take, bm_shift, bm_end, bm_init, bm_load, bm_slot, bm_inv, bm_div;
  wire          bm_rows_load, bm_rows_clr, nonzero;
  wire          wr_load, wr_clear, wr_all_even, wr_all_odd, wr_one_even, wr_one_odd;
  wire          pld_busy, pld_done, pst_busy, pst_done, rd_even;
  wire          rev_start, rev_valid, rev_load;
  wire [AW-1:0] bm_raddr, bm_waddr, wr_waddr, rd_raddr;
  wire [LW-1:0] bm_lane, wr_lane;
  wire [L-1:0]  bm_clr_a, bm_clr_t;
  wire [M-1:0]  wr_bcast, rev_data, f;
  wire [M*M-1:0] rows;

  wire [AW-1:0] waddr    = bm_waddr | wr_waddr;
  wire [LW-1:0] lane     = bm_lane | wr_lane;
  wire          all_even = bm_all_even || wr_all_even;
  wire          all_odd  = bm_all_odd || wr_all_odd;
  wire          one_even = bm_one_even || wr_one_even;
  wire          one_odd  = bm_one_odd || wr_one_odd;
  wire          load     = wr_load || bm_unity;
  wire [M-1:0]  bcast    = wr_bcast | {{(M-1){1'b0}}, bm_unity};
  wire [L-1:0]  clr_a    = bm_clr_a | {L{wr_clear}};

  // Write stage.
  reg  [AW-1:0] raddr_q;
  reg  [AW-1:0] waddr_q;
  reg  [L-1:0]  we_even_q;
  reg  [L-1:0]  we_odd_q;
  reg           take_q;
  reg           shift_q;
  reg           shift_last_q;
  reg           own_q;
  wire [L-1:0]  chosen;

  always @(posedge clk) begin
    if (!rst_n) begin
      we_even_q <= {L{1'b0}};
      we_odd_q  <= {L{1'b0}};
    end else begin
      we_even_q <= {L{all_even}} | (chosen & {L{one_even}});
      we_odd_q  <= {L{all_odd}}  | (chosen & {L{one_odd}});
    end
    raddr_q <= bm_pass ? bm_raddr : rd_raddr;
    waddr_q <= waddr;
    take_q  <= bm_take || wr_all_odd || wr_one_odd || rd_even;
    shift_q <= bm_shift;
    own_q   <= !bm_shift;
    shift_last_q <= bm_shift && !bm_end;
  end

  // Lanes in a ring: a lane's neighbour is the next one, the last one's is lane 0 of the next
  // word, which is being read just then. Behind the last live word there is nothing.
  wire [L*M-1:0] read_bus, a_bus, even_bus, odd_bus, word_bus;
  wire           unused_bus = &{1'b0, read_bus, a_bus, even_bus, odd_bus};
  genvar n;
  generate
    for (n = 0; n < L; n = n + 1) begin : gen_lane
      wire [M-1:0] next;
      wire [M-1:0] t;
      if (n == L - 1) begin : gen_last
        assign next = read_bus[M-1:0];
        // Read-out without the long way round through the memory of lane 0.
        assign word_bus[n*M +: M] = take_q ? a_bus[n*M +: M] : t;
      end else begin : gen_inner
        wire unused_t = &{1'b0, t};
        assign next = a_bus[(n+1)*M +: M];
        assign word_bus[n*M +: M] = odd_bus[n*M +: M];
      end
      assign chosen[n] = (lane == n);
      poly_lane #(.M(M), .DEPTH(DEPTH), .AW(AW)) u_lane (
        .clk       (clk),
        .raddr_i   (raddr_q),
        .load_i    (load),
        .bcast_i   (bcast),
        .clr_a_i   (clr_a[n]),
        .clr_t_i   (bm_clr_t[n]),
        .rows_i    (rows),
        .next_i    (next),
        .own_i     (own_q),
        .shift_i   ((n == L - 1) ? shift_last_q : shift_q),
        .take_i    (take_q),
        .we_even_i (we_even_q[n]),
        .we_odd_i  (we_odd_q[n]),
        .waddr_i   (waddr_q),
        .read_o    (read_bus[n*M +: M]),
        .a_o       (a_bus[n*M +: M]),
        .t_o       (t),
        .even_o    (even_bus[n*M +: M]),
        .odd_o     (odd_bus[n*M +: M])
      );
    end
  endgenerate

  poly_matrix #(.M(M), .FIELDS(FIELDS)) u_matrix (
    .clk    (clk),
    .clr_i  (bm_rows_clr || wipe_i),
    .load_i (bm_rows_load),
    .m_i    (m_i),
    .f_i    (f),
    .rows_o (rows)
  );

  poly_scalar #(.M(M), .FIELDS(FIELDS)) u_scalar (
    .clk       (clk),
    .rst_n     (rst_n),
    .wipe_i    (wipe_i),
    .m_i       (m_i),
    .init_i    (bm_init),
    .load_i    (bm_load),
    .d_i       (even_bus[M-1:0]),
    .slot_i    (bm_slot),
    .inv_i     (bm_inv),
    .div_i     (bm_div),
    .nonzero_o (nonzero),
    .f_o       (f)
  );

  poly_bm #(.M(M), .T_MAX(T_MAX), .L(L), .F(F), .AW(AW), .LW(LW)) u_bm (
    .clk         (clk),
    .rst_n       (rst_n),
    .wipe_i      (wipe_i),
    .start_i     (start_pbm),
    .t_i         (t_i),
    .busy_o      (bm_busy),
    .done_o      (bm_done),
    .pass_o      (bm_pass),
    .raddr_o     (bm_raddr),
    .waddr_o     (bm_waddr),
    .all_even_o  (bm_all_even),
    .all_odd_o   (bm_all_odd),
    .one_even_o  (bm_one_even),
    .one_odd_o   (bm_one_odd),
    .lane_o      (bm_lane),
    .unity_o     (bm_unity),
    .take_o      (bm_take),
    .shift_o     (bm_shift),
    .end_o       (bm_end),
    .clr_a_o     (bm_clr_a),
    .clr_t_o     (bm_clr_t),
    .init_o      (bm_init),
    .load_o      (bm_load),
    .slot_o      (bm_slot),
    .inv_o       (bm_inv),
    .div_o       (bm_div),
    .nonzero_i   (nonzero),
    .rows_load_o (bm_rows_load),
    .rows_clr_o  (bm_rows_clr),
    .rev_start_o (rev_start),
    .rev_load_i  (rev_load)
  );

  poly_write #(
    .M(M), .L(L), .F(F), .NUM_REGS(NUM_REGS), .DEPTH(DEPTH), .AW(AW), .LW(LW), .FIELDS(FIELDS)
  ) u_write (
    .clk         (clk),
    .rst_n       (rst_n),
    .m_i         (m_i),
    .pld_start_i (start_pld),
    .pld_reg_i   (d_i),
    .pld_len_i   (len_i),
    .pld_busy_o  (pld_busy),
    .pld_done_o  (pld_done),
    .ck_valid_i  (ck_valid_i),
    .ck_data_i   (ck_data_i),
    .ck_ready_o  (ck_ready_o),
    .xw_start_i  (xw_start_i),
    .xw_reg_i    (xw_reg_i),
    .xw_valid_i  (xw_valid_i),
    .xw_data_i   (xw_data_i),
    .rev_valid_i (rev_valid),
    .rev_data_i  (rev_data),
    .rev_load_o  (rev_load),
    .wipe_i      (wipe_i),
    .wipe_busy_o (wipe_busy_o),
    .bcast_o     (wr_bcast),
    .load_o      (wr_load),
    .clear_o     (wr_clear),
    .all_even_o  (wr_all_even),
    .all_odd_o   (wr_all_odd),
    .one_even_o  (wr_one_even),
    .one_odd_o   (wr_one_odd),
    .lane_o      (wr_lane),
    .waddr_o     (wr_waddr)
  );

  poly_read #(.M(M), .L(L), .F(F), .NUM_REGS(NUM_REGS), .AW(AW), .LW(LW)) u_read (
    .clk         (clk),
    .rst_n       (rst_n),
    .pst_start_i (start_pst),
    .pst_reg_i   (a_i),
    .pst_len_i   (len_i),
    .pst_busy_o  (pst_busy),
    .pst_done_o  (pst_done),
    .out_valid_o (out_valid_o),
    .out_data_o  (out_data_o),
    .out_ready_i (out_ready_i),
    .xr_start_i  (xr_start_i),
    .xr_reg_i    (xr_reg_i),
    .xr_len_i    (xr_len_i),
    .xr_valid_o  (xr_valid_o),
    .xr_data_o   (xr_data_o),
    .rev_start_i (rev_start),
    .rev_len_i   (t_i + {{M{1'b0}}, 1'b1}),
    .rev_valid_o (rev_valid),
    .rev_data_o  (rev_data),
    .raddr_o     (rd_raddr),
    .even_o      (rd_even),
    .words_i     (word_bus)
  );

  wire unused_new = &{1'b0, b_i, imm_i, arg_i};
  assign busy_o = bm_busy || pld_busy || pst_busy;
  assign done_o = bm_done || pld_done || pst_done;
endmodule

`default_nettype wire
