# SPDX-License-Identifier: Apache-2.0
# decap: session key of a ciphertext, with implicit rejection.
#
# in       1. C: mt bits
#          2. pairs {pos_a, w_a} in evaluation order, 2^m times 2 x 16 bits (key image)
#          3. idx_i in code order, n times 16 bits, pt(idx_i) = alpha_i (key image)
#          4. s: n bits (key image)
# out      1. K: 256 bits; all one when a padding bit of C is 1
# status   REJECT when a padding bit of C is 1, which its sender knows; a wrong C shows nowhere
# clobbers v0 (C), v1 (roots), v2 (e), v3 (s), v4 (K), v5, v6; p0..p3; s8, s9; flags WEIGHT,
#          RECHECK, PADOK
# cycles   those of decrypt + hash of 1 + ceil(n/8) + ceil(mt/8) bytes + about 3 R
#
# Classic McEliece specification, section "Decapsulation", H = SHAKE256 to 32 bytes.

.equ BYTE, 8
.equ KEY_BITS, 256
.equ ALL_ONES, 0xffff

.entry decap
        vld     v0, mt          # v = (C, 0)
        li      s8, BYTE
        li      s9, KEY_BITS

        # Step "e = Decode(C)", as in decrypt.
        esyn    p0, v0
        pbm
        eroot   v1, p0
        vgather v2, v1, n
        vpop    v2, n, t

        # Step "if decoding fails: e = s, b = 0", else b = 1.
        vld     v3, n           # s
        vsel    v2, v3, weight|recheck
        vli     v6, 1
        vkeep   v6, weight|recheck

        # Step "K = H(b, e, C)".
        habs    v6, s8
        habs    v2, n
        habs    v0, mt
        hsq     v4, s9

        # "Narrowly decoded": wrong padding answers with ones, after the full time.
        vli     v5, ALL_ONES
        vsel    v4, v5, padok
        vst     v4, s9
        verdict padok
        halt
