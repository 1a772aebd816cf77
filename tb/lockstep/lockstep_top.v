// SPDX-License-Identifier: Apache-2.0
// lockstep_top: mce_core with an ideal stream on both sides, driven by a script, that writes what
// every retired instruction did. Files in the working folder of the simulation, hex numbers:
//   script.txt  1 base count words...   write instruction memory
//               2                       wipe command
//               3 pc m n t beats dump   run with that many beats offered; dump: all registers after
//               0                       end
//   beats.txt   one {last, keep, data} a line
//   trace.txt   R pc next word flags cycles / S d value / V d value / P d coefficients, high first /
//               O {last, keep, data} / D reject code pc cycles
// Registers are looked up inside the core two cycles after an instruction has retired: the next one
// cannot write earlier, nor the wipe of a fault.
`default_nettype none

module lockstep_top #(
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
  input  wire clk,
  input  wire rst_n,
  output reg  end_o
);
  `include "mce_isa.vh"
  localparam W       = AXIS_WIDTH;
  localparam VecBits = ((1 << M) > 2*W) ? (1 << M) : 2*W;
  localparam R       = VecBits / W;
  localparam F       = GF2MULT_FACTOR;
  localparam L       = (T_MAX + F) / F;
  // A beat that is due and does not come ends the job soon.
  localparam [31:0] TimeOut = 32'd64;
  localparam [2:0] SeqIdle = 3'd0, SeqOperands = 3'd3, SeqRun = 3'd4, SeqNext = 3'd5;

  // Core.
  reg          start_q, wipe_q, imem_we_q, offer_q;
  reg  [11:0]  pc_q, imem_addr_q;
  reg  [4:0]   m_q;
  reg  [16:0]  n_q;
  reg  [15:0]  t_q;
  reg  [31:0]  imem_data_q;
  reg  [W+W/8:0] beat_q;
  wire         done, reject, in_ready, out_valid, out_last;
  wire [7:0]   err_code;
  wire [12:0]  err_pc;
  wire [W-1:0] out_data;
  wire [W/8-1:0] out_keep;

  mce_core #(
    .M(M), .N_MAX(N_MAX), .T_MAX(T_MAX), .NUM_INST(NUM_INST), .NUM_REGS(NUM_REGS),
    .AXIS_WIDTH(AXIS_WIDTH), .FIELDS(FIELDS), .GF2MULT_FACTOR(GF2MULT_FACTOR),
    .HASH(HASH), .POINTS(POINTS), .GATHER_PORTS(GATHER_PORTS), .BATCH(BATCH)
  ) u_core (
    .clk          (clk),
    .rst_n        (rst_n),
    .start_i      (start_q),
    .start_pc_i   (pc_q),
    .abort_i      (1'b0),
    .soft_reset_i (1'b0),
    .wipe_i       (wipe_q),
    .m_i          (m_q),
    .n_i          (n_q),
    .t_i          (t_q),
    .timeout_i    (TimeOut),
    .imem_we_i    (imem_we_q),
    .imem_re_i    (1'b0),
    .imem_addr_i  (imem_addr_q),
    .imem_wdata_i (imem_data_q),
    .imem_rdata_o (),
    .running_o    (),
    .wiping_o     (),
    .done_o       (done),
    .reject_o     (reject),
    .err_code_o   (err_code),
    .err_pc_o     (err_pc),
    .stall_in_o   (),
    .stall_out_o  (),
    .s_axis_tdata (beat_q[W-1:0]),
    .s_axis_tkeep (beat_q[W +: W/8]),
    .s_axis_tvalid(offer_q),
    .s_axis_tlast (beat_q[W+W/8]),
    .s_axis_tready(in_ready),
    .m_axis_tdata (out_data),
    .m_axis_tkeep (out_keep),
    .m_axis_tvalid(out_valid),
    .m_axis_tlast (out_last),
    .m_axis_tready(1'b1)
  );

  // What the core does now.
  wire [2:0]  state   = u_core.u_sequencer.state_q;
  wire [2:0]  state_d = u_core.u_sequencer.state_d;
  wire [12:0] core_pc = u_core.u_sequencer.u_instruction.pc_q;
  wire [12:0] next_pc = u_core.u_sequencer.u_instruction.pc_d;
  wire [31:0] instr   = u_core.u_sequencer.u_instruction.instr_q;
  wire        retire  = (state == SeqNext && state_d == SeqOperands)
                     || (state == SeqRun && state_d == SeqIdle);

  // Coefficients of all registers, taken one cycle before they are printed; register p of a lane
  // lies in words (p/2)*F .. of the bank of its parity.
  reg                       snap_q;
  wire [NUM_REGS*L*F*M-1:0] cells;
  genvar lane, p, k;
  generate
    for (lane = 0; lane < L; lane = lane + 1) begin : gen_lane
      reg [NUM_REGS*F*M-1:0] taken_q;
      integer r, w;
      always @(posedge clk) begin
        if (snap_q) begin
          for (r = 0; r < NUM_REGS; r = r + 2) begin
            for (w = 0; w < F; w = w + 1) begin
              taken_q[(r*F + w)*M +: M]
                <= u_core.u_units.u_poly.u_lanes.gen_lane[lane].u_lane.u_even.mem[r/2*F + w];
              taken_q[(r*F + F + w)*M +: M]
                <= u_core.u_units.u_poly.u_lanes.gen_lane[lane].u_lane.u_odd.mem[r/2*F + w];
            end
          end
        end
      end
      for (p = 0; p < NUM_REGS; p = p + 1) begin : gen_reg
        for (k = 0; k < F; k = k + 1) begin : gen_word
          assign cells[(p*L*F + k*L + lane)*M +: M] = taken_q[(p*F + k)*M +: M];
        end
      end
    end
  endgenerate

  // Which registers an opcode writes.
  function writes_vector(input [5:0] op);
    writes_vector = op == OP_VFLG || op == OP_VKEEP || op == OP_VLD
                 || (op >= OP_VCLR && op <= OP_VPLACE) || (op >= OP_VSEL && op <= OP_VGATHER)
                 || op == OP_EROOT || op == OP_VLI || op == OP_VSAMP || op == OP_HSQ
                 || op == OP_VXPLACE;
  endfunction
  function writes_poly(input [5:0] op);
    writes_poly = op == OP_PLD || (op >= OP_PMUL && op <= OP_ESYN)
               || (op >= OP_EMUL && op <= OP_PLI);
  endfunction

  // Script interpreter and trace writer. Bench code: blocking variables of one process.
  integer script, beats, trace, got, i;
  integer todo, left, since, v;
  reg [12:0]   rec_pc, rec_next;
  reg [31:0]   rec_word, rec_cycles, cycles_before;
  reg [31:0]   command, word, last_cycles, cycles, start_pc, m, n, t;
  reg [W+W/8:0] beat;
  reg          active, dump, finished;
  reg [5:0]    op;
  reg [4:0]    d;
  reg [VecBits-1:0] vector;

  task next_beat;
    begin
      offer_q <= left != 0;
      if (left != 0) begin
        got = $fscanf(beats, "%h", beat);
        beat_q <= beat;
        left = left - 1;
      end
    end
  endtask

  task print_vector(input integer number);
    begin
      for (i = 0; i < R; i = i + 1)
        vector[i*W +: W] = u_core.u_units.u_vec.u_memory.gen_copy[0].u_ram.mem[number*R + i];
      // Words have bits that a register of 2^M bits has not; vli writes them, nothing reads them.
      $fwrite(trace, "V %0h %h\n", number, vector & ({VecBits{1'b1}} >> (VecBits - (1 << M))));
    end
  endtask

  task print_poly(input integer number);
    $fwrite(trace, "P %0h %h\n", number, cells[number*L*F*M +: L*F*M]);
  endtask

  task command_start;
    begin
      got = $fscanf(script, "%h", command);
      if (got != 1) command = 0;
      case (command)
        1: begin
          got = $fscanf(script, "%h %h", word, todo);
          imem_addr_q <= word[11:0] - 12'd1;
        end
        2: wipe_q <= 1'b1;
        3: begin
          got = $fscanf(script, "%h %h %h %h %h %h", start_pc, m, n, t, left, dump);
          {pc_q, m_q, n_q, t_q} <= {start_pc[11:0], m[4:0], n[16:0], t[15:0]};
          start_q     <= 1'b1;
          active      = 1'b1;
          cycles      = 0;
          last_cycles = (M > 11 ? M : 11) + 3;
          next_beat;
        end
        default: begin
          $fclose(trace);
          end_o <= 1'b1;
        end
      endcase
    end
  endtask

  // Two cycles after the retirement: the fixed part, scalars and vectors.
  task print_record;
    begin
      $fwrite(trace, "R %0h %0h %h %h %0h\n", rec_pc, rec_next, rec_word, u_core.flags,
              rec_cycles);
      op = rec_word[31:26];
      d  = rec_word[25:21];
      if (op == OP_LI || op == OP_SADD || op == OP_SSUB)
        $fwrite(trace, "S %0h %h\n", d,
                u_core.u_sequencer.u_instruction.u_operands.u_scalars.free_q[d[2:0]]);
      if (writes_vector(op)) print_vector({29'd0, d[2:0]});
      if (op == OP_VMVB)
        for (v = 0; v < {29'd0, rec_word[13:11]}; v = v + 1) print_vector({29'd0, d[2:0]} + v);
      if (op == OP_WIPE || (op == OP_HALT && dump))
        for (v = 0; v < 8; v = v + 1) print_vector(v);
    end
  endtask

  // A cycle later: polynomials.
  task print_polys;
    begin
      if (writes_poly(op)) print_poly({27'd0, d});
      if ((op == OP_PLD || op == OP_ESYN) && {27'd0, d} + 2 < NUM_REGS) print_poly({27'd0, d} + 2);
      if (op == OP_PBM) for (v = 0; v < 4; v = v + 1) print_poly(v);
      if (op == OP_WIPE || (op == OP_HALT && dump))
        for (v = 0; v < NUM_REGS; v = v + 1) print_poly(v);
    end
  endtask

  always @(posedge clk) begin
    start_q   <= 1'b0;
    wipe_q    <= 1'b0;
    imem_we_q <= 1'b0;
    snap_q    <= 1'b0;
    if (!rst_n) begin
      script = $fopen("script.txt", "r");
      beats  = $fopen("beats.txt", "r");
      trace  = $fopen("trace.txt", "w");
      todo   = 0;
      left   = 0;
      since  = 0;
      active = 1'b0;
      finished = 1'b0;
      dump   = 1'b0;
      offer_q <= 1'b0;
      end_o   <= 1'b0;
    end else if (!end_o) begin
      // Streams.
      if (offer_q && in_ready) next_beat;
      if (out_valid) $fwrite(trace, "O %h\n", {out_last, out_keep, out_data});
      // Trace.
      if (active) cycles = cycles + 1;
      case (since)
        1: begin
          snap_q <= 1'b1;
          since = 2;
        end
        2: begin
          print_record;
          since = 3;
        end
        3: begin
          print_polys;
          since = 0;
        end
        default: ;
      endcase
      if (retire) begin
        rec_pc      = core_pc;
        rec_next    = next_pc;
        rec_word    = instr;
        // The start ends one before the first instruction; halt takes the cycle left over.
        if (state == SeqNext) cycles_before = cycles - 1;
        else                  cycles_before = cycles;
        rec_cycles  = cycles_before - last_cycles;
        last_cycles = cycles_before;
        since       = 1;
      end
      // End of a run: what the record of the last instruction says must be out first.
      if (done && active) begin
        active   = 1'b0;
        finished = 1'b1;
      end else if (finished && since == 0) begin
        finished = 1'b0;
        $fwrite(trace, "D %h %h %h %0h\n", reject, err_code, err_pc, cycles);
        // What an ended job did not take is dropped, as a host does.
        while (left != 0) begin
          got = $fscanf(beats, "%h", beat);
          left = left - 1;
        end
        offer_q <= 1'b0;
      end else if (todo != 0) begin
        got = $fscanf(script, "%h", word);
        imem_data_q <= word;
        imem_we_q   <= 1'b1;
        imem_addr_q <= imem_addr_q + 12'd1;
        todo = todo - 1;
      end else if (!active && !finished && state == SeqIdle && !start_q && !wipe_q
                   && !imem_we_q) begin
        command_start;
      end
    end
  end
endmodule

`default_nettype wire
