/* SPDX-License-Identifier: Apache-2.0 */
/* Generated from model/spec/isa.yml by `mce gen`; do not edit. */
#ifndef MCE_ISA_H
#define MCE_ISA_H

/* Opcodes, word bits 31..26. */
#define MCE_OP_HALT 0x01u
#define MCE_OP_NOP 0x02u
#define MCE_OP_LI 0x03u
#define MCE_OP_SADD 0x04u
#define MCE_OP_SSUB 0x05u
#define MCE_OP_LOOP 0x06u
#define MCE_OP_WIPE 0x08u
#define MCE_OP_VERDICT 0x09u
#define MCE_OP_VFLG 0x0au
#define MCE_OP_VKEEP 0x0bu
#define MCE_OP_VLD 0x10u
#define MCE_OP_VST 0x11u
#define MCE_OP_VCLR 0x12u
#define MCE_OP_VMOV 0x13u
#define MCE_OP_VXOR 0x14u
#define MCE_OP_VAND 0x15u
#define MCE_OP_VSLICE 0x16u
#define MCE_OP_VPLACE 0x17u
#define MCE_OP_VPOP 0x18u
#define MCE_OP_VSEL 0x19u
#define MCE_OP_VMV 0x1au
#define MCE_OP_VVM 0x1bu
#define MCE_OP_VGATHER 0x1cu
#define MCE_OP_VEQ 0x1du
#define MCE_OP_VLI 0x1eu
#define MCE_OP_VSAMP 0x1fu
#define MCE_OP_PLD 0x20u
#define MCE_OP_PST 0x21u
#define MCE_OP_PBM 0x22u
#define MCE_OP_PMUL 0x23u
#define MCE_OP_PADD 0x24u
#define MCE_OP_PMOV 0x25u
#define MCE_OP_PSCALE 0x26u
#define MCE_OP_PSHIFT 0x27u
#define MCE_OP_ESYN 0x28u
#define MCE_OP_EROOT 0x29u
#define MCE_OP_EVAL 0x2au
#define MCE_OP_EMUL 0x2cu
#define MCE_OP_ESQR 0x2du
#define MCE_OP_EINV 0x2eu
#define MCE_OP_PLI 0x2fu
#define MCE_OP_HABS 0x30u
#define MCE_OP_HSTR 0x31u
#define MCE_OP_HSQ 0x32u
#define MCE_OP_VMVB 0x0cu
#define MCE_OP_VXPLACE 0x0du

/* Operand fields of a word. */
#define MCE_FIELD_OP_SHIFT 26u
#define MCE_FIELD_OP_MASK 0xfc000000u
#define MCE_FIELD_D_SHIFT 21u
#define MCE_FIELD_D_MASK 0x03e00000u
#define MCE_FIELD_A_SHIFT 16u
#define MCE_FIELD_A_MASK 0x001f0000u
#define MCE_FIELD_B_SHIFT 11u
#define MCE_FIELD_B_MASK 0x0000f800u
#define MCE_FIELD_L_SHIFT 7u
#define MCE_FIELD_L_MASK 0x00000780u
#define MCE_FIELD_S_SHIFT 3u
#define MCE_FIELD_S_MASK 0x00000078u
#define MCE_FIELD_ZERO_SHIFT 0u
#define MCE_FIELD_ZERO_MASK 0x00000007u
#define MCE_FIELD_IMM16_SHIFT 0u
#define MCE_FIELD_IMM16_MASK 0x0000ffffu
#define MCE_FIELD_F_SHIFT 0u
#define MCE_FIELD_F_MASK 0x000000ffu

/* Bits of the flags byte. */
#define MCE_FLAG_WEIGHT 0x01u
#define MCE_FLAG_RECHECK 0x02u
#define MCE_FLAG_PADOK 0x04u
#define MCE_FLAG_EQUAL 0x08u
#define MCE_FLAG_DRAWN 0x10u

/* Error codes: MCE_ERR_* end a job (ERROR), MCE_BUS_* refuse a bus access. */
#define MCE_ERR_BAD_OPCODE 1u /* the word's opcode is not an instruction */
#define MCE_ERR_BAD_OPERAND 2u /* a register the build has not, a source where only another register is allowed, or a bit set that must be 0, or a loop that ends in a wrong place or nests too deep */
#define MCE_ERR_PC_RANGE 3u /* the program ran past the instruction memory */
#define MCE_ERR_LENGTH_RANGE 4u /* a length or loop count is zero or a length is larger than its register */
#define MCE_ERR_PARAM_RANGE 5u /* m, n or t is not possible in this build (m in FIELDS, 2 <= t <= T_MAX, n <= min(N_MAX, 2^m), m*t < n) */
#define MCE_BUS_START_BUSY 6u /* START while a program or a wipe runs */
#define MCE_BUS_WRITE_BUSY 7u /* write to instruction memory, PARAM_* or START_PC while a program runs */
#define MCE_ERR_PKT_SHORT 8u /* TLAST before the last beat of a packet */
#define MCE_ERR_PKT_LONG 9u /* no TLAST on the last beat of a packet */
#define MCE_ERR_BAD_TKEEP 10u /* TKEEP not contiguous from byte 0 or partial before the last beat */
#define MCE_ERR_STREAM_TIMEOUT 11u /* no beat moved for TIMEOUT cycles while one was due */
#define MCE_ERR_ABORTED 12u /* the host asked for the abort */
#define MCE_BUS_BAD_ADDRESS 13u /* no register there or a write to a read-only register */
#define MCE_BUS_PARTIAL_STROBE 14u /* write of less than 32 bits */

/* Words of an error code, for messages. */
static inline const char *mce_error_text(unsigned code) {
  switch (code) {
    case 1u: return "the word's opcode is not an instruction";
    case 2u: return "a register the build has not, a source where only another register is allowed, or a bit set that must be 0, or a loop that ends in a wrong place or nests too deep";
    case 3u: return "the program ran past the instruction memory";
    case 4u: return "a length or loop count is zero or a length is larger than its register";
    case 5u: return "m, n or t is not possible in this build (m in FIELDS, 2 <= t <= T_MAX, n <= min(N_MAX, 2^m), m*t < n)";
    case 6u: return "START while a program or a wipe runs";
    case 7u: return "write to instruction memory, PARAM_* or START_PC while a program runs";
    case 8u: return "TLAST before the last beat of a packet";
    case 9u: return "no TLAST on the last beat of a packet";
    case 10u: return "TKEEP not contiguous from byte 0 or partial before the last beat";
    case 11u: return "no beat moved for TIMEOUT cycles while one was due";
    case 12u: return "the host asked for the abort";
    case 13u: return "no register there or a write to a read-only register";
    case 14u: return "write of less than 32 bits";
    default: return "no error";
  }
}

#endif
