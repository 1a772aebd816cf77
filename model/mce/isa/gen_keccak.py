# SPDX-License-Identifier: Apache-2.0
"""rtl/gen/mce_keccak.vh: rotations and round constants of Keccak-f[1600], from their rules."""

from __future__ import annotations

ROUNDS = 24
_FEEDBACK = 0x171
"""x^8 + x^6 + x^5 + x^4 + 1, FIPS 202 section 3.2.5, algorithm 5."""


def rotations() -> dict[tuple[int, int], int]:
    """Rotation of lane (x, y) in rho, modulo 64: FIPS 202, algorithm 2, steps 2 and 3."""
    x, y, result = 1, 0, {(0, 0): 0}
    for t in range(ROUNDS):
        result[x, y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return result


def round_bits(number: int) -> int:
    """Bit j is bit 2^j - 1 of the round constant: FIPS 202, algorithms 5 and 6."""
    bits, register = 0, 1
    for position in range(7 * (number + 1)):
        if position >= 7 * number:
            bits |= (register & 1) << (position - 7 * number)
        register <<= 1
        register ^= _FEEDBACK * (register >> 8)
    return bits


def keccak_vh() -> str:
    """Text of rtl/gen/mce_keccak.vh: two functions."""
    turns = rotations()
    rho = [f"    {5 * y + x}: rho = {turns[x, y]};" for y in range(5) for x in range(5)]
    iota = [f"    5'd{i}: bits = 7'h{round_bits(i):02x};" for i in range(ROUNDS)]
    return "\n".join([
        "// SPDX-License-Identifier: Apache-2.0",
        "// Generated from model/mce/isa/gen_keccak.py by `mce gen`; do not edit.",
        "// Include inside a module.",
        "",
        "// Rotation of lane (x, y) in rho; x and y are known at elaboration.",
        "function integer rho(input integer x, input integer y);",
        "  case (5*y + x)",
        *rho,
        "    default: rho = 0;",
        "  endcase",
        "endfunction",
        "",
        "// Round constant; it has ones only at bits 2^j - 1.",
        "function [63:0] iota(input [4:0] number);",
        "  reg [6:0] bits;",
        "  begin",
        "    case (number)",
        *(f"  {line}" for line in iota),
        "      default: bits = 7'h00;",
        "    endcase",
        "    iota = {bits[6], 31'd0, bits[5], 15'd0, bits[4], 7'd0, bits[3], 3'd0, bits[2], 1'b0,",
        "            bits[1], bits[0]};",
        "  end",
        "endfunction",
    ]) + "\n"
