// SPDX-License-Identifier: Apache-2.0
// operands: reads the scalars an instruction names, checks ranges, computes its packet length.
// go_i with instr_i stable: ready_o in the next cycle; for vmv, vmvb and vvm, whose length is a
// product, P = max(M, 11) + 2 cycles after that. setup_i at the start of a program: m*t and the
// check of (m, n, t); ready_o P cycles later. What the word needs, len and arg stand from the cycle
// after go_i on, bytes and errors from the cycle after ready_o, until the next go_i or setup_i.
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
  output wire        bad_o,              // err_o is not 0
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
  output wire        chunks_o,
  output wire        pairs_o
);
  `include "mce_isa.vh"
  localparam [16:0] VecBits  = 17'd1 << M;
  localparam CellsMax = 2*T_MAX + 1;

  // What the word needs is registered: it stands with the operands, a cycle after go_i.
  wire        unknown, clash;
  wire [31:0] zero;
  wire       is_vec, is_poly, is_eval, is_hash, is_read, is_write;
  wire       is_bits, is_span, is_cell, is_elem, is_matrix, is_pairs, is_values, is_words;
  reg        vec_q, poly_q, eval_q, hash_q, reads_q, writes_q, chunks_q;
  reg        bits_q, span_q, cell_q, elem_q, matrix_q, pairs_q, values_q, words_q;
  decode #(.NUM_REGS(NUM_REGS), .HASH(HASH), .BATCH(BATCH)) u_decode (
    .instr_i   (instr_i),
    .unknown_o (unknown),
    .clash_o   (clash),
    .zero_o    (zero),
    .vec_o     (is_vec),
    .poly_o    (is_poly),
    .eval_o    (is_eval),
    .hash_o    (is_hash),
    .reads_o   (is_read),
    .writes_o  (is_write),
    .bits_len_o(is_bits),
    .span_len_o(is_span),
    .cell_len_o(is_cell),
    .elem_len_o(is_elem),
    .matrix_o  (is_matrix),
    .pairs_o   (is_pairs),
    .values_o  (is_values),
    .words_o   (is_words)
  );

  always @(posedge clk) begin
    {vec_q, poly_q, eval_q, hash_q}    <= {is_vec, is_poly, is_eval, is_hash};
    {bits_q, span_q, cell_q, elem_q}   <= {is_bits, is_span, is_cell, is_elem};
    {reads_q, writes_q, matrix_q}      <= {is_read, is_write, is_matrix};
    {pairs_q, values_q, words_q}       <= {is_pairs, is_values, is_words};
    // Everything that moves in 16-bit words passes a 64-bit gear.
    chunks_q <= is_words || is_pairs || is_values;
  end

  assign {vec_o, poly_o, eval_o, hash_o}       = {vec_q, poly_q, eval_q, hash_q};
  assign {reads_o, writes_o, chunks_o, pairs_o} = {reads_q, writes_q, chunks_q, pairs_q};

  // Scalar arithmetic and loops name their sources in a and b, the others in l and s.
  wire [5:0]  op    = instr_i[31:26];
  wire        arith = op[5:3] == 3'd0;      // they alone name scalars of the opcodes below 8
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

  // Checks, one register stage after the operands.
  reg         top_q, scale_q, pop_q, loop_q, unknown_q, clash_q;
  reg  [31:0] zero_q;
  wire [4:0]  cell_reg = (op == OP_PST) ? instr_i[20:16] : instr_i[25:21];
  always @(posedge clk) begin
    {unknown_q, clash_q, zero_q} <= {unknown, clash, zero};
    {scale_q, pop_q, loop_q}     <= {op == OP_PSCALE, op == OP_VPOP, op == OP_LOOP};
    top_q <= {27'd0, cell_reg} >= NUM_REGS - 2;
  end

  wire [17:0] span     = {1'b0, arg_q} + {1'b0, len_q};
  wire [31:0] len32    = {15'd0, len_q};
  wire        len_none = len_q == 17'd0;
  wire        len_over = len_q > VecBits;
  wire        arg_none = arg_q == 17'd0;
  wire        arg_over = arg_q > VecBits;
  wire        cell_bad = len_none || len32 > CellsMax || (len32 > RCAP && top_q);
  wire        elem_bad = len_none || len32 > RCAP || (scale_q && {15'd0, arg_q} >= RCAP);
  wire        range_bad = (elem_q && elem_bad) || (bits_q && (len_none || len_over))
                       || (span_q && span > {1'b0, VecBits}) || (cell_q && cell_bad)
                       || (matrix_q && (arg_none || arg_over)) || (pop_q && arg_over)
                       || (loop_q && len_none);
  wire        word_bad  = clash_q || |(instr_i & zero_q);

  // PARAM_RANGE: the field must be in the build, the code must fit it and have a message.
  wire [16:0] in_build = FIELDS >> m_i;
  wire [16:0] points   = 17'd1 << m_i;
  reg         param_q, field_q;
  reg  [16:0] points_q;
  wire        param_bad = param_q || product >= {15'd0, n_i};
  always @(posedge clk) begin
    field_q  <= m_i <= 5'd16 && in_build[0];
    points_q <= points;
    param_q  <= !field_q || t_i < 16'd2 || {16'd0, t_i} > T_MAX || {15'd0, n_i} > N_MAX
             || n_i > points_q;
  end
  wire        unused = &{1'b0, in_build[16:1], factor};

  reg         step_q;
  reg         bad_q;
  reg  [7:0]  err_q;
  reg  [31:0] bytes_q;
  assign mul_start = setup_i || (step_q && matrix_q);
  assign ready_o   = (step_q && !matrix_q) || mul_done;
  assign bad_o     = bad_q;
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
    end
    if (step_q) begin
      bad_q <= unknown_q || word_bad || range_bad;
      err_q <= unknown_q ? ERR_BAD_OPCODE : word_bad ? ERR_BAD_OPERAND
             : range_bad ? ERR_LENGTH_RANGE : 8'd0;
      if (pairs_q) bytes_q <= {13'd0, points_q, 2'd0};
      else if (values_q) bytes_q <= {14'd0, points_q, 1'b0};
      else if (words_q) bytes_q <= {14'd0, len_q, 1'b0};
      else bytes_q <= {18'd0, len_q[16:3]} + {31'd0, |len_q[2:0]};
    end
    if (mul_done && setup_q) begin
      mt_q  <= product[16:0];
      bad_q <= param_bad;
      err_q <= param_bad ? ERR_PARAM_RANGE : 8'd0;
    end
    if (mul_done && !setup_q) bytes_q <= product;
  end
endmodule

`default_nettype wire
