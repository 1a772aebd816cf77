// SPDX-License-Identifier: Apache-2.0
// sequencer: checks and issues one instruction after the other, and ends jobs in good order.
// Its path depends on the program, on (m, n, t) and on the streams, never on data. A fault kills
// the units, drains the streams, wipes everything secret, and only then reports.
// With P = max(M, 11) + 2, a start costs P + 1 cycles, an instruction 4, leaving both loops at once
// one more. An instruction of a unit takes one cycle more than the slowest of unit and streams
// works, vmv, vmvb and vvm another P. The start of a unit comes with the last checks of the
// instruction; a unit that starts a refused one is killed in the next cycle. kill_o is a register:
// the reset of the units, in the cycle after a fault, a soft reset or rst_n.
`default_nettype none

module sequencer #(
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
  // Commands and values of the register block.
  input  wire        start_i,
  input  wire [11:0] start_pc_i,
  input  wire        abort_i,
  input  wire        soft_reset_i,
  input  wire        wipe_i,
  input  wire [4:0]  m_i,
  input  wire [16:0] n_i,
  input  wire [15:0] t_i,
  input  wire        imem_write_i,
  output wire        running_o,
  output wire        wiping_o,
  output wire        done_o,
  output wire        reject_o,
  output wire [7:0]  err_code_o,
  output wire [12:0] err_pc_o,
  // Instruction memory.
  output wire [11:0] fetch_addr_o,
  input  wire [31:0] fetch_data_i,
  // Units.
  output wire        vec_start_o,
  output wire        poly_start_o,
  output wire        eval_start_o,
  output wire        hash_start_o,
  output wire [31:0] instr_o,
  output wire [16:0] len_o,
  output wire [16:0] arg_o,
  input  wire        unit_done_i,
  output wire        kill_o,
  output wire        unit_wipe_o,
  input  wire        unit_wiping_i,
  output wire        new_job_o,
  input  wire        all_set_i,
  // Streams.
  output wire        in_start_o,
  output wire        out_start_o,
  output wire [31:0] bytes_o,
  output wire        chunks_o,
  output wire        pairs_o,
  input  wire        in_active_i,
  input  wire        out_active_i,
  input  wire        in_err_i,
  input  wire [7:0]  in_err_code_i,
  input  wire        expired_i,
  output wire        waits_o,
  output wire        drain_o,
  output wire        close_o,
  output wire        clear_o,
  input  wire        drained_i
);
  `include "mce_isa.vh"

  localparam [2:0] Idle = 3'd0, Setup = 3'd1, Operands = 3'd3, Run = 3'd4, Next = 3'd5,
                   Drain = 3'd6, Wipe = 3'd7;

  reg [2:0]  state_q, state_d;
  reg        first_q, first_d, done_q, done_d;
  reg        job_q, job_d, resume_q, resume_d, dirty_q, dirty_d, reject_q, reject_d;
  reg        stopped_q, stopped_d, kill_q, kill_d;
  reg [7:0]  err_q, err_d;
  reg [12:0] err_pc_q, err_pc_d;

  // The instruction at work.
  wire        go    = state_q == Operands && first_q;
  wire        check = state_q == Run && first_q;
  wire        ready, late, over, is_loop, halt, wipe, loop_bad, bad, unit_op, reads, writes;
  wire [7:0]  operand_err;
  wire [12:0] pc;
  wire        issue      = check && !over && !bad && !abort_i && !soft_reset_i;
  wire        unit_ready = done_q && !in_active_i && !out_active_i;
  // After two loops left at once the memory is a cycle late.
  wire        take       = state_q == Next && (!late || !first_q);

  assign in_start_o  = issue && reads;
  assign out_start_o = issue && writes;
  assign running_o   = job_q;
  assign wiping_o    = state_q == Wipe;
  assign new_job_o   = state_q == Idle && start_i;
  assign reject_o    = reject_q;
  assign err_code_o  = err_q;
  assign err_pc_o    = err_pc_q;
  assign unit_wipe_o = state_q == Wipe && first_q && !kill_q;
  // After a fault or a soft reset nothing is taken until the next start: what the sender still has
  // queued belongs to the dead job, and the host cancels it there.
  assign drain_o     = stopped_q;
  assign close_o     = state_q == Drain && first_q;
  assign waits_o     = state_q == Run || state_q == Drain;

  // A fault of the running job, and the code of what ended it.
  wire      may_fail = state_q != Idle && state_q != Drain && (state_q != Wipe || resume_q);
  wire      runs     = state_q == Run && !first_q;
  wire      fails    = may_fail && (abort_i || (go && bad) || (runs && (in_err_i || expired_i))
                                    || (check && (over || bad || (is_loop && loop_bad))));
  reg [7:0] fault;
  always @(*) begin
    fault = ERR_STREAM_TIMEOUT;
    if (runs && in_err_i) fault = in_err_code_i;
    if (is_loop) fault = ERR_BAD_OPERAND;
    if (bad) fault = operand_err;
    if (check && over) fault = ERR_PC_RANGE;
    if (abort_i) fault = ERR_ABORTED;
  end

  // The job ends with halt or, after a fault, with the wipe.
  // What the units say is registered, so they are asked from the third cycle on.
  reg  wiping_q, second_q;
  wire wiped    = state_q == Wipe && !first_q && !second_q && !wiping_q;
  wire cleared  = wiped && !resume_q;
  assign done_o = job_q && !soft_reset_i && ((issue && halt) || cleared);
  assign kill_o  = kill_q;
  // A packet that is never finished must not block the next job.
  // The count of a wait that ended with the job does not count for the drain.
  wire given_up  = state_q == Drain && expired_i && !first_q;
  assign clear_o = soft_reset_i || given_up;

  always @(*) begin
    state_d   = state_q;
    kill_d    = soft_reset_i || fails;
    done_d    = done_q || unit_done_i;
    job_d     = job_q;
    resume_d  = resume_q;
    dirty_d   = dirty_q;
    reject_d  = reject_q;
    stopped_d = stopped_q;
    err_d     = err_q;
    err_pc_d  = err_pc_q;

    case (state_q)
      // Waits for a command; the first program word written after a run wipes.
      Idle: begin
        resume_d = 1'b0;
        if (start_i) begin
          state_d   = Setup;
          job_d     = 1'b1;
          dirty_d   = 1'b1;
          reject_d  = 1'b0;
          stopped_d = 1'b0;
          err_d     = 8'd0;
          err_pc_d  = 13'd0;
        end else if (wipe_i || (imem_write_i && dirty_q)) begin
          state_d = Wipe;
        end
      end
      // Computes m*t and checks (m, n, t), while the first instruction is fetched.
      Setup: if (ready) state_d = Operands;
      // Operands, ranges and the packet length become ready.
      Operands: if (ready) state_d = Run;
      // One unit works, or the sequencer itself for one cycle.
      Run: begin
        if (unit_op) begin
          if (unit_ready && !first_q) state_d = Next;
        end else begin
          state_d = Next;
          if (instr_o[31:26] == OP_VERDICT) reject_d = !all_set_i;
          if (halt) begin
            state_d = Idle;
            job_d   = 1'b0;
          end
          if (wipe) begin
            state_d  = Wipe;
            resume_d = 1'b1;
          end
        end
      end
      // Takes the next instruction.
      Next: if (take) state_d = Operands;
      // Takes the rest of a packet that has begun and ends the one being sent; a peer that stops
      // is given up after the time-out.
      Drain: if ((drained_i && !out_active_i && !first_q) || given_up) state_d = Wipe;
      // Clears everything secret; after a fault the job ends here.
      Wipe: if (wiped) begin
        state_d  = resume_q ? Next : Idle;
        resume_d = 1'b0;
        dirty_d  = dirty_q && resume_q;
        job_d    = job_q && resume_q;
      end
      default: state_d = Idle;
    endcase

    if (fails) begin
      state_d   = Drain;
      err_d     = fault;
      err_pc_d  = pc;
      job_d     = 1'b1;
      resume_d  = 1'b0;
      reject_d  = 1'b0;
      stopped_d = 1'b1;
    end
    if (soft_reset_i) begin
      state_d   = Wipe;
      job_d     = 1'b0;
      resume_d  = 1'b0;
      stopped_d = 1'b1;
    end
    // A wipe waits for the end of the kill.
    first_d = state_d != state_q || soft_reset_i || (state_q == Wipe && kill_q);
    if (check) done_d = unit_done_i;
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      state_q   <= Wipe;
      first_q   <= 1'b1;
      job_q     <= 1'b0;
      resume_q  <= 1'b0;
      dirty_q   <= 1'b0;
      reject_q  <= 1'b0;
      stopped_q <= 1'b0;
      kill_q    <= 1'b1;
      err_q     <= 8'd0;
      err_pc_q  <= 13'd0;
    end else begin
      state_q   <= state_d;
      first_q   <= first_d;
      job_q     <= job_d;
      resume_q  <= resume_d;
      dirty_q   <= dirty_d;
      reject_q  <= reject_d;
      stopped_q <= stopped_d;
      kill_q    <= kill_d;
      err_q     <= err_d;
      err_pc_q  <= err_pc_d;
    end
    wiping_q <= unit_wiping_i;
    second_q <= first_q;
    done_q   <= done_d;
  end

  instruction #(
    .M(M), .N_MAX(N_MAX), .T_MAX(T_MAX), .NUM_INST(NUM_INST), .NUM_REGS(NUM_REGS), .RCAP(RCAP),
    .HASH(HASH), .BATCH(BATCH), .FIELDS(FIELDS)
  ) u_instruction (
    .clk         (clk),
    .rst_n       (rst_n),
    .m_i         (m_i),
    .n_i         (n_i),
    .t_i         (t_i),
    .kill_i      (kill_q),
    .idle_i      (state_q == Idle),
    .new_job_i   (new_job_o),
    .start_pc_i  (start_pc_i),
    .setup_i     (state_q == Setup && first_q),
    .load_i      (take || state_q == Setup),
    .take_i      (take),
    .go_i        (go),
    .begin_i     (state_q == Operands && ready),
    .alone_i     (state_q == Run && !unit_op && !fails),
    .ready_o     (ready),
    .late_o      (late),
    .fetch_addr_o(fetch_addr_o),
    .fetch_data_i(fetch_data_i),
    .pc_o        (pc),
    .instr_o     (instr_o),
    .loop_o      (is_loop),
    .halt_o      (halt),
    .wipe_o      (wipe),
    .over_o      (over),
    .loop_bad_o  (loop_bad),
    .bad_o       (bad),
    .err_o       (operand_err),
    .len_o       (len_o),
    .arg_o       (arg_o),
    .bytes_o     (bytes_o),
    .unit_o      (unit_op),
    .reads_o     (reads),
    .writes_o    (writes),
    .chunks_o    (chunks_o),
    .pairs_o     (pairs_o),
    .vec_start_o (vec_start_o),
    .poly_start_o(poly_start_o),
    .eval_start_o(eval_start_o),
    .hash_start_o(hash_start_o)
  );
endmodule

`default_nettype wire
