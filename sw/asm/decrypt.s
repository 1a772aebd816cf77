# SPDX-License-Identifier: Apache-2.0
# decrypt: message of a McEliece word, H = (I | T), private Goppa code of degree t. Primitive only.
#
# in       1. c: word, n bits
#          2. pairs {pos_a, w_a} in evaluation order, 2^m times 2 x 16 bits (key image)
#          3. idx_i in code order, n times 16 bits, pt(idx_i) = alpha_i (key image)
# out      1. x: message, k bits; all zero when the word is rejected
# status   REJECT when the word has not exactly t errors or a padding bit of c is 1
# clobbers v0 (c + e), v1 (roots), v2 (e), v3 (x); p0..p3; flags WEIGHT, RECHECK, PADOK
# cycles   2 2^m / POINTS + n/G + sum over r = 0..2t-1 of max(7, ceil(live cells / L)) + basis
#          changes of 2t and t + 1 coefficients + about 5 R,  R = 2^M / W   (symbols: docs/isa.md);
#          more when the pairs, 4 2^m bytes, take more than 2^m / POINTS beats
#
# Classic McEliece specification, section "Decoding subroutine"; Goppa decoding with g^2, so that
# t errors are found from 2t syndromes (weights w = 1/g(alpha)^2).

.entry decrypt
        vld     v0, n           # c

        # Step "find e": syndromes of c, locator, roots, back to the order of the code.
        esyn    p0, v0          # s_0..s_{2t-1} in p0, p2; weights kept for the re-check
        pbm                     # locator sigma in p0, its roots are the alpha_i of the errors
        eroot   v1, p0          # roots in evaluation order; RECHECK: H e = H c
        vgather v2, v1, n       # e in code order

        # Step "accept iff e has weight t and the syndrome of c": a word with t-1 errors and 0 in
        # the support passes the weight, only the re-check rejects it.
        vpop    v2, n, t

        # x is the tail of c + e.
        vxor    v0, v2
        vslice  v3, v0, mt, k
        vkeep   v3, weight|recheck|padok
        vst     v3, k
        verdict weight|recheck|padok
        halt
