# SPDX-License-Identifier: Apache-2.0
# niederreiter_decrypt: error vector of a syndrome, private Goppa code of degree t.
#
# in       1. C_0: mt bits
#          2. pairs {pos_a, w_a} in evaluation order, 2^m times 2 x 16 bits (key image)
#          3. idx_i in code order, n times 16 bits, pt(idx_i) = alpha_i (key image)
# out      1. e: n bits; all zero when the syndrome is rejected
# status   REJECT when no e of weight t has this syndrome or a padding bit of C_0 is 1
# clobbers v0 (C_0, 0), v1 (roots), v2 (e); p0..p3; flags WEIGHT, RECHECK, PADOK
# cycles   as decrypt with about 3 R in place of 5 R
#
# Classic McEliece specification, section "Decoding subroutine". H = (I | T), so the word (C_0, 0)
# has the syndrome C_0, and e is the only vector of weight t that has it too.

.entry niederreiter_decrypt
        vld     v0, mt          # (C_0, 0): vld clears the rest
        esyn    p0, v0
        pbm
        eroot   v1, p0
        vgather v2, v1, n       # e in code order

        vpop    v2, n, t
        vkeep   v2, weight|recheck|padok
        vst     v2, n
        verdict weight|recheck|padok
        halt
