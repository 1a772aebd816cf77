// SPDX-License-Identifier: Apache-2.0
// Generated from model/spec/isa.yml by `mce gen`; do not edit.
// Include inside a module. There is no guard: every module needs its own copy.

// Opcodes, word bits [31:26].
localparam [5:0] OP_HALT = 6'h01;               // stop
localparam [5:0] OP_NOP = 6'h02;                // nothing
localparam [5:0] OP_LI = 6'h03;                 // s_d = imm16
localparam [5:0] OP_SADD = 6'h04;               // s_d = s_a + s_b
localparam [5:0] OP_SSUB = 6'h05;               // s_d = s_a - s_b
localparam [5:0] OP_LOOP = 6'h06;               // run the body s_a times
localparam [5:0] OP_WIPE = 6'h08;               // clear all secrets
localparam [5:0] OP_VERDICT = 6'h09;            // STATUS.REJECT = not all flags in f set
localparam [5:0] OP_VFLG = 6'h0a;               // v_d = flags byte, rest zero
localparam [5:0] OP_VKEEP = 6'h0b;              // v_d = all flags in f set ? v_d : 0
localparam [5:0] OP_VLD = 6'h10;                // v_d = packet of len bits
localparam [5:0] OP_VST = 6'h11;                // packet of len bits = v_a
localparam [5:0] OP_VCLR = 6'h12;               // v_d = 0
localparam [5:0] OP_VMOV = 6'h13;               // v_d = v_a
localparam [5:0] OP_VXOR = 6'h14;               // v_d = v_d xor v_a
localparam [5:0] OP_VAND = 6'h15;               // v_d = v_d and v_a
localparam [5:0] OP_VSLICE = 6'h16;             // v_d = v_a[s .. s+len), rest zero
localparam [5:0] OP_VPLACE = 6'h17;             // v_d[s .. s+len) = v_a[0 .. len), rest of v_d kept
localparam [5:0] OP_VPOP = 6'h18;               // WEIGHT = (weight of v_a[0 .. len) equals s_s)
localparam [5:0] OP_VSEL = 6'h19;               // v_d = all flags in f set ? v_d : v_a
localparam [5:0] OP_VMV = 6'h1a;                // v_d = matrix from the stream times v_a, rest zero
localparam [5:0] OP_VVM = 6'h1b;                // v_d = v_a times matrix from the stream, rest zero
localparam [5:0] OP_VGATHER = 6'h1c;            // v_d[i] = v_a[idx_i], i < len, rest zero
localparam [5:0] OP_VEQ = 6'h1d;                // EQUAL = (v_d[0 .. len) equals v_a[0 .. len))
localparam [5:0] OP_VLI = 6'h1e;                // v_d = imm16, its sign in the rest
// v_d[p] = 1 for the first t positions p < n of a packet, and DRAWN
localparam [5:0] OP_VSAMP = 6'h1f;
localparam [5:0] OP_PLD = 6'h20;                // p_d = packet of len coefficients, rest zero
localparam [5:0] OP_PST = 6'h21;                // packet of len coefficients = p_a
localparam [5:0] OP_PBM = 6'h22;                // Berlekamp-Massey on p0, p2; locator to p0
localparam [5:0] OP_PMUL = 6'h23;               // p_d = p_a * p_b modulo Z^t + p2, rest zero
localparam [5:0] OP_PADD = 6'h24;               // p_d[i] = p_a[i] + p_b[i] for i < len
localparam [5:0] OP_PMOV = 6'h25;               // p_d[i] = p_a[i] for i < len
localparam [5:0] OP_PSCALE = 6'h26;             // p_d[i] = p_b[s] * p_a[i] for i < len
localparam [5:0] OP_PSHIFT = 6'h27;             // p_d[0] = 0, p_d[i] = p_a[i-1] for 0 < i < len
localparam [5:0] OP_ESYN = 6'h28;               // 2t syndromes of v_a to the pair p_d, p_d+2
// v_d[a] = (p_a(pt(a)) = 0) for all 2^m points, and RECHECK
localparam [5:0] OP_EROOT = 6'h29;
localparam [5:0] OP_EVAL = 6'h2a;               // packet of the 2^m values p_a(pt(a))
localparam [5:0] OP_EMUL = 6'h2c;               // p_d[i] = p_a[i] * p_b[i] for i < len
localparam [5:0] OP_ESQR = 6'h2d;               // p_d[i] = p_a[i]^2 for i < len
localparam [5:0] OP_EINV = 6'h2e;               // p_d[i] = 1 / p_a[i] for i < len
localparam [5:0] OP_PLI = 6'h2f;                // p_d = imm16, rest zero
localparam [5:0] OP_HABS = 6'h30;               // message += bytes of v_a[0 .. len)
localparam [5:0] OP_HSTR = 6'h31;               // message += packet of len bits
// v_d = len bits of SHAKE256 of the message, rest zero
localparam [5:0] OP_HSQ = 6'h32;
// v_(d+i) = v_(d+i) xor matrix from the stream times v_(a+i), i < b
localparam [5:0] OP_VMVB = 6'h0c;
// v_d[s .. s+len) = v_d[s .. s+len) xor v_a[0 .. len), rest of v_d kept
localparam [5:0] OP_VXPLACE = 6'h0d;

// Bits that must be 0 in a word of the instruction, in every build.
localparam [31:0] MBZ_HALT = 32'h03ffffff;
localparam [31:0] MBZ_NOP = 32'h03ffffff;
localparam [31:0] MBZ_LI = 32'h021f0000;
localparam [31:0] MBZ_SADD = 32'h021087ff;
localparam [31:0] MBZ_SSUB = 32'h021087ff;
localparam [31:0] MBZ_LOOP = 32'h03f00000;
localparam [31:0] MBZ_WIPE = 32'h03ffffff;
localparam [31:0] MBZ_VERDICT = 32'h03ffffe0;
localparam [31:0] MBZ_VFLG = 32'h031fffff;
localparam [31:0] MBZ_VKEEP = 32'h031fffe0;
localparam [31:0] MBZ_VLD = 32'h031ff87f;
localparam [31:0] MBZ_VST = 32'h03f8f87f;
localparam [31:0] MBZ_VCLR = 32'h031fffff;
localparam [31:0] MBZ_VMOV = 32'h0318ffff;
localparam [31:0] MBZ_VXOR = 32'h0318ffff;
localparam [31:0] MBZ_VAND = 32'h0318ffff;
localparam [31:0] MBZ_VSLICE = 32'h0318f807;
localparam [31:0] MBZ_VPLACE = 32'h0318f807;
localparam [31:0] MBZ_VPOP = 32'h03f8f807;
localparam [31:0] MBZ_VSEL = 32'h0318ffe0;
localparam [31:0] MBZ_VMV = 32'h0318f807;
localparam [31:0] MBZ_VVM = 32'h0318f807;
localparam [31:0] MBZ_VGATHER = 32'h0318f87f;
localparam [31:0] MBZ_VEQ = 32'h0318f87f;
localparam [31:0] MBZ_VLI = 32'h031f0000;
localparam [31:0] MBZ_VSAMP = 32'h031ff87f;
localparam [31:0] MBZ_PLD = 32'h001ff87f;
localparam [31:0] MBZ_PST = 32'h03e0f87f;
localparam [31:0] MBZ_PBM = 32'h03ffffff;
localparam [31:0] MBZ_PMUL = 32'h000007ff;
localparam [31:0] MBZ_PADD = 32'h0000007f;
localparam [31:0] MBZ_PMOV = 32'h0000f87f;
localparam [31:0] MBZ_PSCALE = 32'h00000007;
localparam [31:0] MBZ_PSHIFT = 32'h0000f87f;
localparam [31:0] MBZ_ESYN = 32'h0018ffff;
localparam [31:0] MBZ_EROOT = 32'h0300ffff;
localparam [31:0] MBZ_EVAL = 32'h03e0ffff;
localparam [31:0] MBZ_EMUL = 32'h0000007f;
localparam [31:0] MBZ_ESQR = 32'h0000f87f;
localparam [31:0] MBZ_EINV = 32'h0000f87f;
localparam [31:0] MBZ_PLI = 32'h001f0000;
localparam [31:0] MBZ_HABS = 32'h03f8f87f;
localparam [31:0] MBZ_HSTR = 32'h03fff87f;
localparam [31:0] MBZ_HSQ = 32'h031ff87f;
localparam [31:0] MBZ_VMVB = 32'h0318c007;
localparam [31:0] MBZ_VXPLACE = 32'h0318f807;

// Bit positions of the operand fields.
localparam FIELD_OP_MSB = 31;
localparam FIELD_OP_LSB = 26;
localparam FIELD_D_MSB = 25;
localparam FIELD_D_LSB = 21;
localparam FIELD_A_MSB = 20;
localparam FIELD_A_LSB = 16;
localparam FIELD_B_MSB = 15;
localparam FIELD_B_LSB = 11;
localparam FIELD_L_MSB = 10;
localparam FIELD_L_LSB = 7;
localparam FIELD_S_MSB = 6;
localparam FIELD_S_LSB = 3;
localparam FIELD_ZERO_MSB = 2;
localparam FIELD_ZERO_LSB = 0;
localparam FIELD_IMM16_MSB = 15;
localparam FIELD_IMM16_LSB = 0;
localparam FIELD_F_MSB = 7;
localparam FIELD_F_LSB = 0;

// Bit positions in the flags byte.
localparam FLAG_WEIGHT = 0;
localparam FLAG_RECHECK = 1;
localparam FLAG_PADOK = 2;
localparam FLAG_EQUAL = 3;
localparam FLAG_DRAWN = 4;
localparam [7:0] FLAG_MASK = 8'h1f;

// Scalar registers; SREG_FREE is the first a program may write.
localparam [3:0] SREG_ZERO = 4'h0;              // 0
localparam [3:0] SREG_N = 4'h1;                 // n
localparam [3:0] SREG_K = 4'h2;                 // n - m*t
localparam [3:0] SREG_MT = 4'h3;                // m*t
localparam [3:0] SREG_T = 4'h4;                 // t
localparam [3:0] SREG_T2 = 4'h5;                // 2*t
localparam [3:0] SREG_POINTS = 4'h6;            // 2^m
localparam [3:0] SREG_T1 = 4'h7;                // t + 1
localparam [3:0] SREG_FREE = 4'h8;

// Error codes, of a job (ERROR) and of the bus (BUS_ERROR); 0 is no error.
localparam [7:0] ERR_BAD_OPCODE = 8'h01;        // job
localparam [7:0] ERR_BAD_OPERAND = 8'h02;       // job
localparam [7:0] ERR_PC_RANGE = 8'h03;          // job
localparam [7:0] ERR_LENGTH_RANGE = 8'h04;      // job
localparam [7:0] ERR_PARAM_RANGE = 8'h05;       // job
localparam [7:0] ERR_START_BUSY = 8'h06;        // bus
localparam [7:0] ERR_WRITE_BUSY = 8'h07;        // bus
localparam [7:0] ERR_PKT_SHORT = 8'h08;         // job
localparam [7:0] ERR_PKT_LONG = 8'h09;          // job
localparam [7:0] ERR_BAD_TKEEP = 8'h0a;         // job
localparam [7:0] ERR_STREAM_TIMEOUT = 8'h0b;    // job
localparam [7:0] ERR_ABORTED = 8'h0c;           // job
localparam [7:0] ERR_BAD_ADDRESS = 8'h0d;       // bus
localparam [7:0] ERR_PARTIAL_STROBE = 8'h0e;    // bus
