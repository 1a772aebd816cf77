// SPDX-License-Identifier: Apache-2.0
// vec_control: what vec_core does now, and where the next result goes.
//
// An instruction runs in its unit until the last result, then the rest of d is cleared where that
// belongs to it; vclr and vkeep only clear. A wipe clears all registers as if they were one.
// Results come as one word or as a pair, `one_i` and `pair_i`; a clearing cycle is a pair as well.
`default_nettype none

module vec_control #(
  parameter WordBits = 7                  // address bits of a word inside a register
) (
  input  wire                clk,
  input  wire                rst_n,
  input  wire                start_i,
  input  wire [5:0]          op_i,
  input  wire [2:0]          d_i,
  input  wire [WordBits-1:0] word_i,      // vplace, vxplace: the first word of its window
  input  wire                cond_i,
  input  wire                wipe_i,
  output wire                start_o,     // the start counts
  output wire                busy_o,
  output wire                done_o,
  output wire                wiping_o,
  output wire                flush_o,
  output wire                clearing_o,
  output wire                keep_o,      // vkeep, vsel: d stays as it is
  // Results.
  input  wire                one_i,
  input  wire                pair_i,
  input  wire                again_i,     // the next one is word 0 once more
  input  wire                final_i,
  output wire [WordBits+2:0] dst_o
);
`include "mce_isa.vh"

  localparam integer AddrBits = WordBits + 3;
  localparam [AddrBits-1:0] OneAddr = 1;

  localparam [2:0] Idle  = 3'd0;
  localparam [2:0] Run   = 3'd1;
  localparam [2:0] Clear = 3'd2;
  localparam [2:0] Done  = 3'd3;
  localparam [2:0] Wipe  = 3'd4;
  localparam [2:0] Flush = 3'd5;

  reg  [2:0]          state_q, state_d;
  reg  [AddrBits-1:0] dst_q, dst_d;
  reg                 rest_q, rest_d;                 // words after the last result are cleared
  reg                 keep_q;

  wire [AddrBits-1:0] written = dst_q | {{(AddrBits-1){1'b0}}, pair_i};
  wire                at_end  = &written[WordBits-1:0];

  assign start_o    = start_i && state_q == Idle;
  assign wiping_o   = state_q == Wipe || state_q == Flush;
  assign busy_o     = state_q != Idle && !wiping_o;
  assign done_o     = state_q == Done;
  assign flush_o    = state_q == Flush;
  assign clearing_o = state_q == Clear || state_q == Wipe;
  assign keep_o     = keep_q;
  assign dst_o      = dst_q;

  always @(*) begin
    state_d = state_q;
    dst_d   = dst_q;
    rest_d  = rest_q;
    if (one_i || pair_i) dst_d = written + OneAddr;
    if (again_i) dst_d = {dst_q[AddrBits-1:WordBits], {WordBits{1'b0}}};
    case (state_q)
      // Nothing runs; memory ports are lent out.
      Idle: begin
        if (start_i) begin
          state_d = (op_i == OP_VCLR || op_i == OP_VKEEP) ? Clear : Run;
          dst_d   = {d_i, (op_i == OP_VPLACE || op_i == OP_VXPLACE) ? word_i : {WordBits{1'b0}}};
          rest_d  = op_i == OP_VMV || op_i == OP_VGATHER || op_i == OP_VLD || op_i == OP_VSLICE
                 || op_i == OP_VFLG || op_i == OP_VVM || op_i == OP_VLI;
        end
        if (wipe_i) begin
          state_d = Wipe;
          dst_d   = {AddrBits{1'b0}};
        end
      end
      // A unit produces words for d.
      Run: if (final_i) state_d = (rest_q && !at_end) ? Clear : Done;
      // The rest of d becomes zero, two words a cycle.
      Clear: if (at_end) state_d = Done;
      Done: state_d = Idle;
      // All registers become zero.
      Wipe: if (&written) state_d = Flush;
      // Reading any cleared word removes the last contents from the memory's output registers.
      Flush: state_d = Idle;
      default: state_d = Idle;
    endcase
  end

  always @(posedge clk) begin
    if (!rst_n) state_q <= Idle;
    else        state_q <= state_d;
  end

  always @(posedge clk) begin
    dst_q  <= dst_d;
    rest_q <= rest_d;
    // The verdict is taken once, and counts for no other instruction and no wipe.
    if (state_q == Idle || state_q == Done)
      keep_q <= start_o && !wipe_i && (op_i == OP_VKEEP || op_i == OP_VSEL) && cond_i;
  end
endmodule

`default_nettype wire
