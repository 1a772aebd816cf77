// SPDX-License-Identifier: Apache-2.0
// decode: combinational; what an instruction word needs, and whether this build can execute it.
// unknown_o: BAD_OPCODE. clash_o, or a bit set in the word and in zero_o: BAD_OPERAND. Ranges of
// lengths are public values and checked elsewhere.
`default_nettype none

module decode #(
  parameter NUM_REGS = 8,
  parameter HASH     = 1,
  parameter BATCH    = 1
) (
  input  wire [31:0] instr_i,
  output wire        unknown_o,
  output wire        clash_o,
  output wire [31:0] zero_o,
  output wire        vec_o,
  output wire        poly_o,
  output wire        eval_o,
  output wire        hash_o,
  output wire        reads_o,
  output wire        writes_o,
  output wire        bits_len_o,
  output wire        span_len_o,
  output wire        cell_len_o,
  output wire        elem_len_o,
  output wire        matrix_o,
  output wire        pairs_o,
  output wire        values_o,
  output wire        words_o
);
  `include "mce_isa.vh"

  wire [5:0] op = instr_i[31:26];
  wire [4:0] d  = instr_i[25:21];
  wire [4:0] a  = instr_i[20:16];
  wire [4:0] b  = instr_i[15:11];

  // Groups of opcodes. A build without BATCH has no vmvb.
  wire batch    = BATCH > 1 && op == OP_VMVB;
  // The vector core sends what habs takes and stores what hsq gives.
  assign hash_o = op == OP_HABS || op == OP_HSTR || op == OP_HSQ;
  assign vec_o  = op == OP_VFLG || op == OP_VKEEP || batch || op == OP_VXPLACE
               || (op[5:4] == 2'b01) || op == OP_HABS || op == OP_HSQ;
  // Coefficient-wise instructions with a length, and among them those with two sources.
  wire elem2    = op == OP_PADD || op == OP_PSCALE || op == OP_EMUL;
  wire elem     = elem2 || op == OP_PMOV || op == OP_PSHIFT || op == OP_ESQR || op == OP_EINV;
  assign poly_o = elem || op == OP_PLD || op == OP_PST || op == OP_PBM || op == OP_PMUL
               || op == OP_PLI;
  assign eval_o = op == OP_ESYN || op == OP_EROOT || op == OP_EVAL;

  // Streams: whether a packet is read or written, and how its length follows from the operands.
  assign matrix_o = op == OP_VMV || op == OP_VVM || batch;
  assign pairs_o  = op == OP_ESYN;
  assign values_o = op == OP_EVAL;
  assign words_o  = op == OP_VGATHER || op == OP_VSAMP || op == OP_PLD || op == OP_PST;
  assign reads_o  = op == OP_VLD || matrix_o || pairs_o || op == OP_VGATHER || op == OP_VSAMP
                 || op == OP_PLD || op == OP_HSTR;
  assign writes_o = op == OP_VST || op == OP_PST || values_o;

  // Ranges: a length in bits, a length with a start, a number of coefficients.
  assign span_len_o = op == OP_VSLICE || op == OP_VPLACE || op == OP_VXPLACE;
  assign cell_len_o = op == OP_PLD || op == OP_PST;
  assign elem_len_o = elem;
  assign bits_len_o = span_len_o || matrix_o || op == OP_VLD || op == OP_VST || op == OP_VPOP
                   || op == OP_VGATHER || op == OP_VEQ || op == OP_VSAMP || hash_o;

  // Operands that some builds or combinations forbid.
  wire distinct   = span_len_o || matrix_o || op == OP_VGATHER;
  // Blocks of b registers: inside v0..v7, and no register in both.
  wire [3:0] most    = BATCH[3:0];
  wire [3:0] end_d   = {1'b0, d[2:0]} + {1'b0, b[2:0]};
  wire [3:0] end_a   = {1'b0, a[2:0]} + {1'b0, b[2:0]};
  wire count_bad     = b[2:0] < 3'd2 || {1'b0, b[2:0]} > most;
  wire block_bad     = end_d > 4'd8 || end_a > 4'd8
                    || ({1'b0, d[2:0]} < end_a && {1'b0, a[2:0]} < end_d);
  wire batch_bad     = batch && (count_bad || block_bad);
  wire alias_bad  = distinct && d == a;
  wire pd_used    = elem || op == OP_PLD || op == OP_PMUL || op == OP_PLI;
  wire pa_used    = elem || op == OP_PST || op == OP_PMUL || op == OP_EROOT || op == OP_EVAL;
  wire pb_used    = elem2 || op == OP_PMUL;
  wire pd_bad     = pd_used && {27'd0, d} >= NUM_REGS;
  wire pa_bad     = pa_used && {27'd0, a} >= NUM_REGS;
  wire pb_bad     = pb_used && {27'd0, b} >= NUM_REGS;
  // p0..p3 are modulus and working space of the product.
  wire low_bad    = op == OP_PMUL && (d < 5'd4 || a < 5'd4 || b < 5'd4);
  wire pair_bad   = op == OP_ESYN && {27'd0, d} >= NUM_REGS - 2;
  wire scalar_bad = (op == OP_LI || op == OP_SADD || op == OP_SSUB) && d[3:0] < SREG_FREE;

  wire       unused = ^instr_i[10:0];
  reg        unknown;
  reg [31:0] must_be_zero;
  always @(*) begin
    unknown      = 1'b0;
    must_be_zero = 32'd0;
    // Looked up by the complement: at the opcode itself, a synthesis tool may take the table for a
    // memory and move the word's register behind it, into the cycle of the instruction memory.
    case (~op)
      ~OP_HALT:    must_be_zero = MBZ_HALT;
      ~OP_NOP:     must_be_zero = MBZ_NOP;
      ~OP_LI:      must_be_zero = MBZ_LI;
      ~OP_SADD:    must_be_zero = MBZ_SADD;
      ~OP_SSUB:    must_be_zero = MBZ_SSUB;
      ~OP_LOOP:    must_be_zero = MBZ_LOOP;
      ~OP_WIPE:    must_be_zero = MBZ_WIPE;
      ~OP_VERDICT: must_be_zero = MBZ_VERDICT;
      ~OP_VFLG:    must_be_zero = MBZ_VFLG;
      ~OP_VKEEP:   must_be_zero = MBZ_VKEEP;
      ~OP_VLD:     must_be_zero = MBZ_VLD;
      ~OP_VST:     must_be_zero = MBZ_VST;
      ~OP_VCLR:    must_be_zero = MBZ_VCLR;
      ~OP_VMOV:    must_be_zero = MBZ_VMOV;
      ~OP_VXOR:    must_be_zero = MBZ_VXOR;
      ~OP_VAND:    must_be_zero = MBZ_VAND;
      ~OP_VSLICE:  must_be_zero = MBZ_VSLICE;
      ~OP_VPLACE:  must_be_zero = MBZ_VPLACE;
      ~OP_VPOP:    must_be_zero = MBZ_VPOP;
      ~OP_VSEL:    must_be_zero = MBZ_VSEL;
      ~OP_VMV:     must_be_zero = MBZ_VMV;
      ~OP_VMVB:    must_be_zero = MBZ_VMVB;
      ~OP_VXPLACE: must_be_zero = MBZ_VXPLACE;
      ~OP_VVM:     must_be_zero = MBZ_VVM;
      ~OP_VGATHER: must_be_zero = MBZ_VGATHER;
      ~OP_VLI:     must_be_zero = MBZ_VLI;
      ~OP_VSAMP:   must_be_zero = MBZ_VSAMP;
      ~OP_VEQ:     must_be_zero = MBZ_VEQ;
      ~OP_PLD:     must_be_zero = MBZ_PLD;
      ~OP_PST:     must_be_zero = MBZ_PST;
      ~OP_PBM:     must_be_zero = MBZ_PBM;
      ~OP_PMUL:    must_be_zero = MBZ_PMUL;
      ~OP_PADD:    must_be_zero = MBZ_PADD;
      ~OP_PMOV:    must_be_zero = MBZ_PMOV;
      ~OP_PSCALE:  must_be_zero = MBZ_PSCALE;
      ~OP_PSHIFT:  must_be_zero = MBZ_PSHIFT;
      ~OP_ESYN:    must_be_zero = MBZ_ESYN;
      ~OP_EROOT:   must_be_zero = MBZ_EROOT;
      ~OP_EVAL:    must_be_zero = MBZ_EVAL;
      ~OP_EMUL:    must_be_zero = MBZ_EMUL;
      ~OP_ESQR:    must_be_zero = MBZ_ESQR;
      ~OP_EINV:    must_be_zero = MBZ_EINV;
      ~OP_PLI:     must_be_zero = MBZ_PLI;
      ~OP_HABS:    must_be_zero = MBZ_HABS;
      ~OP_HSTR:    must_be_zero = MBZ_HSTR;
      ~OP_HSQ:     must_be_zero = MBZ_HSQ;
      default:    unknown = 1'b1;
    endcase
    if (hash_o && HASH == 0) unknown = 1'b1;
    if (op == OP_VMVB && BATCH == 1) unknown = 1'b1;
  end

  assign unknown_o = unknown;
  assign clash_o   = alias_bad || pd_bad || pa_bad || pb_bad || low_bad || pair_bad || scalar_bad
                  || batch_bad;
  assign zero_o    = must_be_zero;
endmodule

`default_nettype wire
