// SPDX-License-Identifier: Apache-2.0
// decode: combinational; what an instruction word needs, and whether this build can execute it.
// err_o: 0, BAD_OPCODE or BAD_OPERAND. Ranges of lengths are public values and checked elsewhere.
`default_nettype none

module decode #(
  parameter NUM_REGS = 8
) (
  input  wire [31:0] instr_i,
  output reg  [7:0]  err_o,
  output wire        vec_o,
  output wire        poly_o,
  output wire        eval_o,
  output wire        reads_o,
  output wire        writes_o,
  output wire        bits_len_o,
  output wire        span_len_o,
  output wire        cell_len_o,
  output wire        matrix_o,
  output wire        pairs_o,
  output wire        words_o
);
  `include "mce_isa.vh"

  wire [5:0] op = instr_i[31:26];
  wire [4:0] d  = instr_i[25:21];
  wire [4:0] a  = instr_i[20:16];

  // Groups of opcodes.
  assign vec_o  = op == OP_VFLG || (op[5:4] == 2'b01);
  assign poly_o = op == OP_PLD || op == OP_PST || op == OP_PBM;
  assign eval_o = op == OP_ESYN || op == OP_EROOT;

  // Streams: whether a packet is read or written, and how its length follows from the operands.
  assign matrix_o = op == OP_VMV;
  assign pairs_o  = op == OP_ESYN;
  assign words_o  = op == OP_VGATHER || op == OP_PLD || op == OP_PST;
  assign reads_o  = op == OP_VLD || matrix_o || pairs_o || op == OP_VGATHER || op == OP_PLD;
  assign writes_o = op == OP_VST || op == OP_PST;

  // Ranges: a length in bits, a length with a start, a number of coefficients.
  assign span_len_o = op == OP_VSLICE || op == OP_VPLACE;
  assign cell_len_o = op == OP_PLD || op == OP_PST;
  assign bits_len_o = span_len_o || matrix_o || op == OP_VLD || op == OP_VST || op == OP_VPOP
                   || op == OP_VGATHER;

  // Operands that some builds or combinations forbid.
  wire distinct   = span_len_o || matrix_o || op == OP_VGATHER;
  wire alias_bad  = distinct && d == a;
  wire pd_bad     = op == OP_PLD && {27'd0, d} >= NUM_REGS;
  wire pa_bad     = (op == OP_PST || op == OP_EROOT) && {27'd0, a} >= NUM_REGS;
  wire pair_bad   = op == OP_ESYN && {27'd0, d} >= NUM_REGS - 2;
  wire scalar_bad = (op == OP_LI || op == OP_SADD || op == OP_SSUB) && d[3:0] < SREG_FREE;

  reg [31:0] must_be_zero;
  always @(*) begin
    err_o        = 8'd0;
    must_be_zero = 32'd0;
    case (op)
      OP_HALT:    must_be_zero = MBZ_HALT;
      OP_NOP:     must_be_zero = MBZ_NOP;
      OP_LI:      must_be_zero = MBZ_LI;
      OP_SADD:    must_be_zero = MBZ_SADD;
      OP_SSUB:    must_be_zero = MBZ_SSUB;
      OP_LOOP:    must_be_zero = MBZ_LOOP;
      OP_WIPE:    must_be_zero = MBZ_WIPE;
      OP_VERDICT: must_be_zero = MBZ_VERDICT;
      OP_VFLG:    must_be_zero = MBZ_VFLG;
      OP_VLD:     must_be_zero = MBZ_VLD;
      OP_VST:     must_be_zero = MBZ_VST;
      OP_VCLR:    must_be_zero = MBZ_VCLR;
      OP_VMOV:    must_be_zero = MBZ_VMOV;
      OP_VXOR:    must_be_zero = MBZ_VXOR;
      OP_VAND:    must_be_zero = MBZ_VAND;
      OP_VSLICE:  must_be_zero = MBZ_VSLICE;
      OP_VPLACE:  must_be_zero = MBZ_VPLACE;
      OP_VPOP:    must_be_zero = MBZ_VPOP;
      OP_VSEL:    must_be_zero = MBZ_VSEL;
      OP_VMV:     must_be_zero = MBZ_VMV;
      OP_VGATHER: must_be_zero = MBZ_VGATHER;
      OP_PLD:     must_be_zero = MBZ_PLD;
      OP_PST:     must_be_zero = MBZ_PST;
      OP_PBM:     must_be_zero = MBZ_PBM;
      OP_ESYN:    must_be_zero = MBZ_ESYN;
      OP_EROOT:   must_be_zero = MBZ_EROOT;
      default:    err_o = ERR_BAD_OPCODE;
    endcase
    if (err_o == 8'd0 && (|(instr_i & must_be_zero) || alias_bad || pd_bad || pa_bad || pair_bad
                          || scalar_bad))
      err_o = ERR_BAD_OPERAND;
  end
endmodule

`default_nettype wire
