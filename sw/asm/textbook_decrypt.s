# SPDX-License-Identifier: Apache-2.0
# textbook_decrypt: message of a word c = x S G P + e, private Goppa code of degree t with the
#         generator matrix G = (T^T | I). Primitive only.
#
# in       1. c: word, n bits
#          2. order_i, n times 16 bits: c[order_i] stands at position i of the code (P^-1)
#          3. pairs {pos_a, w_a} in evaluation order, 2^m times 2 x 16 bits (key image)
#          4. idx_i in code order, n times 16 bits, pt(idx_i) = alpha_i (key image)
#          5. S^-1: k rows of ceil(k/8) bytes
# out      1. x: message, k bits; all zero when the word is rejected
# status   REJECT when the word has not exactly t errors or a padding bit of c or S^-1 is 1
# clobbers v0 (c), v1 (c P^-1 + e P^-1), v2 (roots), v3 (e P^-1), v4 (x S), v5 (x); p0..p3;
#          flags WEIGHT, RECHECK, PADOK
# cycles   those of decrypt + n/G + about k max(4, ceil(8 ceil(k/8) / W) + 1) + 2 R
#
# R. J. McEliece (1978), section III; decoding as in decrypt.

.entry textbook_decrypt
        vld     v0, n           # c
        vgather v1, v0, n       # c P^-1

        # Step "find e": syndromes, locator, roots, back to the order of the code.
        esyn    p0, v1
        pbm
        eroot   v2, p0
        vgather v3, v2, n       # e P^-1
        vpop    v3, n, t

        # x S is the tail of the code word.
        vxor    v1, v3
        vslice  v4, v1, mt, k
        vvm     v5, v4, k, k    # (x S) S^-1

        # The verdict comes last: the product of a wrong x S is computed and thrown away.
        vkeep   v5, weight|recheck|padok
        vst     v5, k
        verdict weight|recheck|padok
        halt
