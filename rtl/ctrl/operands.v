// SPDX-License-Identifier: Apache-2.0
// operands: reads the scalars an instruction names, checks ranges, computes its packet length.
// go_i with instr_i stable: ready_o in the next cycle; for vmv, vmvb and vvm, whose length is a
// product, P = max(M, 11) + 2 cycles after that. setup_i at the start of a program: m*t and the
// check of (m, n, t); ready_o P cycles later. Results stand from the cycle after ready_o until the
// next go_i or setup_i.
`default_nettype none

module operands #(
  parameter        M          = 13,
  parameter        N_MAX      = 8192,
  parameter        T_MAX      = 128,
  parameter        NUM_REGS   = 8,
  parameter        RCAP       = 136,
  parameter        HASH       = 1,
  parameter        BATCH      = 1,
  parameter [16:0] FIELDS     = 17'h03000
) (
  input  wire        clk,
  input  wire        rst_n,
  input  wire        setup_i,
  input  wire        go_i,
  input  wire [31:0] instr_i,
  input  wire [4:0]  m_i,
  input  wire [16:0] n_i,
  input  wire [15:0] t_i,
  input  wire        we_i,
  input  wire [2:0]  wd_i,
  input  wire [16:0] wdata_i,
  output wire        ready_o,
  output wire [7:0]  err_o,
  output wire [16:0] len_o,
  output wire [16:0] arg_o,
  output wire [31:0] bytes_o,
  output wire        vec_o,
  output wire        poly_o,
  output wire        eval_o,
  output wire        hash_o,
  output wire        reads_o,
  output wire        writes_o,
  output wire        chunks_o
);
  `include "mce_isa.vh"
  localparam [16:0] VecBits  = 17'd1 << M;
  localparam CellsMax = 2*T_MAX + 1;

  wire [7:0] decode_err;
  wire       bits_len, span_len, cell_len, elem_len, matrix, pairs, values, words;
  decode #(.NUM_REGS(NUM_REGS), .HASH(HASH), .BATCH(BATCH)) u_decode (
    .instr_i   (instr_i),
    .err_o     (decode_err),
    .vec_o     (vec_o),
    .poly_o    (poly_o),
    .eval_o    (eval_o),
    .hash_o    (hash_o),
    .reads_o   (reads_o),
    .writes_o  (writes_o),
    .bits_len_o(bits_len),
    .span_len_o(span_len),
    .cell_len_o(cell_len),
    .elem_len_o(elem_len),
    .matrix_o  (matrix),
    .pairs_o   (pairs),
    .values_o  (values),
    .words_o   (words)
  );
  // Everything that moves in 16-bit words passes a 64-bit gear.
  assign chunks_o = words || pairs || values;

  // Scalar arithmetic and loops name their sources in a and b, the others in l and s.
  wire [5:0]  op    = instr_i[31:26];
  wire        arith = op == OP_SADD || op == OP_SSUB || op == OP_LOOP;
  wire [16:0] scalar_a, scalar_b;
  reg  [16:0] mt_q;
  scalars u_scalars (
    .clk    (clk),
    .m_i    (m_i),
    .n_i    (n_i),
    .t_i    (t_i),
    .mt_i   (mt_q),
    .ra_i   (arith ? instr_i[19:16] : instr_i[10:7]),
    .rb_i   (arith ? instr_i[14:11] : instr_i[6:3]),
    .a_o    (scalar_a),
    .b_o    (scalar_b),
    .we_i   (we_i),
    .wd_i   (wd_i),
    .wdata_i(wdata_i)
  );

  reg  [16:0] len_q, arg_q;
  wire [16:0] row_bytes = {3'd0, arg_q[16:3]} + {16'd0, |arg_q[2:0]};
  wire [16:0] factor = setup_i ? {12'd0, m_i} : len_q;
  wire        mul_start, mul_done;
  wire [31:0] product;
  reg         setup_q;
  // A good length has M + 1 bits, and m fits them. The setup of a program must not be shorter than
  // the clearing of the hash unit that begins with it.
  localparam MulBits = (M > 11) ? M + 1 : 12;
  serial_mul #(.BITS(MulBits)) u_mul (
    .clk    (clk),
    .rst_n  (rst_n),
    .start_i(mul_start),
    .a_i    (factor[MulBits-1:0]),
    .b_i    (setup_i ? {1'b0, t_i} : row_bytes),
    .p_o    (product),
    .done_o (mul_done)
  );

  // Range checks, one register stage after the operands.
  wire [17:0] span    = {1'b0, arg_q} + {1'b0, len_q};
  wire        beyond  = len_q == 17'd0 || len_q > VecBits;
  wire        top_reg = {27'd0, (op == OP_PST) ? instr_i[20:16] : instr_i[25:21]} >= NUM_REGS - 2;
  wire [31:0] len32   = {15'd0, len_q};
  wire        cell_bad = len_q == 17'd0 || len32 > CellsMax || (len32 > RCAP && top_reg);
  wire        elem_bad = len_q == 17'd0 || len32 > RCAP
                      || (op == OP_PSCALE && {15'd0, arg_q} >= RCAP);
  wire        range_bad = (elem_len && elem_bad) || (bits_len && beyond)
                       || (span_len && span > {1'b0, VecBits})
                       || (matrix && (arg_q == 17'd0 || arg_q > VecBits)) || (cell_len && cell_bad)
                       || (op == OP_VPOP && arg_q > VecBits) || (op == OP_LOOP && len_q == 17'd0);

  // PARAM_RANGE: the field must be in the build, the code must fit it and have a message.
  wire [16:0] in_build = FIELDS >> m_i;
  wire [16:0] points   = 17'd1 << m_i;
  wire        param_bad = m_i > 5'd16 || !in_build[0] || t_i < 16'd2 || {16'd0, t_i} > T_MAX
                       || {15'd0, n_i} > N_MAX || n_i > points || product >= {15'd0, n_i};
  wire        unused = &{1'b0, in_build[16:1], factor};

  reg         step_q;
  reg  [7:0]  err_q;
  reg  [31:0] bytes_q;
  assign mul_start = setup_i || (step_q && matrix);
  assign ready_o   = (step_q && !matrix) || mul_done;
  assign err_o     = err_q;
  assign len_o     = len_q;
  assign arg_o     = arg_q;
  assign bytes_o   = bytes_q;

  always @(posedge clk) begin
    if (!rst_n) step_q <= 1'b0;
    else step_q <= go_i;
    if (setup_i || go_i) setup_q <= setup_i;
    if (go_i) begin
      len_q <= scalar_a;
      arg_q <= scalar_b;
      err_q <= decode_err;
    end
    if (step_q && err_q == 8'd0 && range_bad) err_q <= ERR_LENGTH_RANGE;
    if (step_q) begin
      if (pairs) bytes_q <= {13'd0, points, 2'd0};
      else if (values) bytes_q <= {14'd0, points, 1'b0};
      else if (words) bytes_q <= {14'd0, len_q, 1'b0};
      else bytes_q <= {18'd0, len_q[16:3]} + {31'd0, |len_q[2:0]};
    end
    if (mul_done && setup_q) begin
      mt_q  <= product[16:0];
      err_q <= param_bad ? ERR_PARAM_RANGE : 8'd0;
    end
    if (mul_done && !setup_q) bytes_q <= product;
  end
endmodule

`default_nettype wire
