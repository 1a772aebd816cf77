# SPDX-License-Identifier: Apache-2.0
# decap_pc: decap with plaintext confirmation.
#
# in       1. C_0: mt bits
#          2. pairs {pos_a, w_a} in evaluation order, 2^m times 2 x 16 bits (key image)
#          3. idx_i in code order, n times 16 bits, pt(idx_i) = alpha_i (key image)
#          4. C_1: 256 bits
#          5. s: n bits (key image)
# out      1. K: 256 bits; all one when a padding bit of C_0 is 1
# status   REJECT when a padding bit of C_0 is 1, which its sender knows; a wrong C shows nowhere
# clobbers v0 (C_0), v1 (roots), v2 (e), v3 (s), v4 (K), v5, v6, v7 (C_1); p0..p3; s8, s9; flags
#          WEIGHT, RECHECK, EQUAL, PADOK
# cycles   those of decap + hash of 1 + ceil(n/8) bytes and of 32 more + about 3 R
#
# Classic McEliece specification, section "Decapsulation", with plaintext confirmation.

.equ BYTE, 8
.equ KEY_BITS, 256
.equ ALL_ONES, 0xffff

.entry decap_pc
        vld     v0, mt          # v = (C_0, 0)
        li      s8, BYTE
        li      s9, KEY_BITS

        # Step "e = Decode(C_0)", as in decrypt.
        esyn    p0, v0
        pbm
        eroot   v1, p0
        vgather v2, v1, n
        vpop    v2, n, t

        # Step "C_1' = H(2, e)"; of a wrong e it is computed all the same.
        vli     v6, 2
        habs    v6, s8
        habs    v2, n
        hsq     v4, s9
        vld     v7, s9          # C_1
        veq     v4, v7, s9

        # Step "if decoding fails or C_1' differs: e = s, b = 0", else b = 1.
        vld     v3, n           # s
        vsel    v2, v3, weight|recheck|equal
        vli     v6, 1
        vkeep   v6, weight|recheck|equal

        # Step "K = H(b, e, C)", C = (C_0, C_1).
        habs    v6, s8
        habs    v2, n
        habs    v0, mt
        habs    v7, s9
        hsq     v4, s9

        # "Narrowly decoded": wrong padding answers with ones, after the full time.
        vli     v5, ALL_ONES
        vsel    v4, v5, padok
        vst     v4, s9
        verdict padok
        halt
