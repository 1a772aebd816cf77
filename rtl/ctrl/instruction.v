// SPDX-License-Identifier: Apache-2.0
// instruction: the one at work, from its address to its operands and the start of its unit.
// Every step is the sequencer's. A job begins with new_job_i; load_i takes the word that the memory
// gives, take_i also its address; go_i comes in the first cycle with the word, begin_i when the
// operands are ready, a cycle before the start of the unit; alone_i carries out what needs no unit.
// What operands tells has its times. late_o: two loops were left at once, and the memory gives the
// next word a cycle later.
`default_nettype none

module instruction #(
  parameter        M        = 13,
  parameter        N_MAX    = 8192,
  parameter        T_MAX    = 128,
  parameter        NUM_INST = 256,
  parameter        NUM_REGS = 8,
  parameter        RCAP     = 136,
  parameter        HASH     = 1,
  parameter        BATCH    = 1,
  parameter [16:0] FIELDS   = 17'h03000
) (
  input  wire        clk,
  input  wire        rst_n,
  input  wire [4:0]  m_i,
  input  wire [16:0] n_i,
  input  wire [15:0] t_i,
  // Steps.
  input  wire        kill_i,
  input  wire        idle_i,
  input  wire        new_job_i,
  input  wire [11:0] start_pc_i,
  input  wire        setup_i,
  input  wire        load_i,
  input  wire        take_i,
  input  wire        go_i,
  input  wire        begin_i,
  input  wire        alone_i,
  output wire        ready_o,
  output wire        late_o,
  // Instruction memory.
  output wire [11:0] fetch_addr_o,
  input  wire [31:0] fetch_data_i,
  // The word, and what is wrong with it or its place.
  output wire [12:0] pc_o,
  output wire [31:0] instr_o,
  output wire        loop_o,
  output wire        halt_o,
  output wire        wipe_o,
  output wire        over_o,
  output wire        loop_bad_o,
  output wire        bad_o,
  output wire [7:0]  err_o,
  // Operands and what the word needs.
  output wire [16:0] len_o,
  output wire [16:0] arg_o,
  output wire [31:0] bytes_o,
  output wire        unit_o,
  output wire        reads_o,
  output wire        writes_o,
  output wire        chunks_o,
  output wire        pairs_o,
  // Units.
  output wire        vec_start_o,
  output wire        poly_start_o,
  output wire        eval_start_o,
  output wire        hash_start_o
);
  `include "mce_isa.vh"

  reg  [12:0] pc_q, pc_d, next_q, next_d;
  reg  [12:0] next_pc;                       // pc_q + 1
  reg  [31:0] instr_q;
  reg         more_q, late_q, over_q, loop_q, halt_q, wipe_q, loop_bad_q;
  reg         vec_start_q, poly_start_q, eval_start_q, hash_start_q;
  wire [5:0]  op = instr_q[31:26];

  // Operands.
  wire       vec, poly, eval, hash;
  wire       scalar_we = alone_i && (op == OP_LI || op == OP_SADD || op == OP_SSUB);
  reg [16:0] scalar_value;
  always @(*) begin
    scalar_value = {1'b0, instr_q[15:0]};
    if (op == OP_SADD) scalar_value = len_o + arg_o;
    if (op == OP_SSUB) scalar_value = len_o - arg_o;
  end
  operands #(
    .M(M), .N_MAX(N_MAX), .T_MAX(T_MAX), .NUM_REGS(NUM_REGS), .RCAP(RCAP), .HASH(HASH),
    .BATCH(BATCH), .FIELDS(FIELDS)
  ) u_operands (
    .clk     (clk),
    .rst_n   (!kill_i),
    .setup_i (setup_i),
    .go_i    (go_i),
    .instr_i (instr_q),
    .m_i     (m_i),
    .n_i     (n_i),
    .t_i     (t_i),
    .we_i    (scalar_we),
    .wd_i    (instr_q[23:21]),
    .wdata_i (scalar_value),
    .ready_o (ready_o),
    .bad_o   (bad_o),
    .err_o   (err_o),
    .len_o   (len_o),
    .arg_o   (arg_o),
    .bytes_o (bytes_o),
    .vec_o   (vec),
    .poly_o  (poly),
    .eval_o  (eval),
    .hash_o  (hash),
    .reads_o (reads_o),
    .writes_o(writes_o),
    .chunks_o(chunks_o),
    .pairs_o (pairs_o)
  );

  // Loops. They are looked at as soon as the instruction is there, so that the memory has the next
  // one when this one ends. A loop that is left gives way to the loop around it in the next cycle.
  wire        is_loop = op == OP_LOOP;
  wire        step    = go_i || more_q;
  wire        loop_full, at_end, again;
  wire [12:0] loop_start;
  wire [15:0] target   = instr_q[15:0];
  wire        loop_bad = loop_full || target > NUM_INST || target <= {3'd0, next_pc};
  wire        leave    = at_end && !again && !is_loop;
  loop_stack u_loops (
    .clk      (clk),
    .rst_n    (rst_n),
    .clear_i  (idle_i),
    .push_i   (alone_i && loop_q),
    .start_i  (next_pc),
    .end_i    (target[12:0]),
    .count_i  (len_o),
    .next_pc_i(next_pc),
    .step_i   (step && !is_loop),
    .full_o   (loop_full),
    .at_end_o (at_end),
    .again_o  (again),
    .start_o  (loop_start)
  );

  always @(*) begin
    pc_d   = pc_q;
    next_d = next_q;
    if (new_job_i) begin
      pc_d   = {1'b0, start_pc_i};
      next_d = {1'b0, start_pc_i};
    end
    if (take_i) pc_d = next_q;
    if (step && !leave) next_d = (again && !is_loop) ? loop_start : next_pc;
  end

  assign fetch_addr_o = next_q[11:0];
  assign late_o       = late_q;
  assign pc_o         = pc_q;
  assign instr_o      = instr_q;
  assign loop_o       = loop_q;
  assign halt_o       = halt_q;
  assign wipe_o       = wipe_q;
  assign over_o       = over_q;
  assign loop_bad_o   = loop_bad_q;
  assign unit_o       = vec || poly || eval || hash;
  assign vec_start_o  = vec_start_q;
  assign poly_start_o = poly_start_q;
  assign eval_start_o = eval_start_q;
  assign hash_start_o = hash_start_q;

  // A start is a register, so it does not wait for the checks: a unit that starts in a cycle that
  // ends the job is killed in the next one, like any other. Streams take nothing by then.
  always @(posedge clk) begin
    if (!rst_n) more_q <= 1'b0;
    else more_q <= step && leave;
    pc_q         <= pc_d;
    next_pc      <= pc_d + 13'd1;
    next_q       <= next_d;
    over_q       <= pc_q >= NUM_INST;
    loop_q       <= is_loop;
    halt_q       <= op == OP_HALT;
    wipe_q       <= op == OP_WIPE;
    vec_start_q  <= begin_i && vec;
    poly_start_q <= begin_i && poly;
    eval_start_q <= begin_i && eval;
    hash_start_q <= begin_i && hash;
    loop_bad_q   <= loop_bad;
    late_q       <= !go_i && (late_q || (more_q && leave));
    if (load_i) instr_q <= fetch_data_i;
  end
endmodule

`default_nettype wire
