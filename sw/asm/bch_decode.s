# SPDX-License-Identifier: Apache-2.0
# bch_decode: corrects up to t errors in a word of a narrow-sense binary BCH code of length
#         n <= 2^m - 1 with the zeros alpha, alpha^2, ..., alpha^2t. No cryptography: the decoder
#         does what the packets say, and these say BCH.
#
# in       1. r: word, n bits; bit i is the coefficient of x^i
#          2. pairs in evaluation order, 2^m times 2 x 16 bits: the point alpha^i, i < n, has the
#             position i and the weight alpha^i; every other point, 0 too, has 0xffff and 0
#          3. idx_i, n times 16 bits, pt(idx_i) = alpha^i
# out      1. corrected word, n bits; all zero when the word is rejected
# status   REJECT when no code word lies within t errors or a padding bit of r is 1
# clobbers v0 (r + e), v1 (roots), v2 (e); p0..p3; flags RECHECK, PADOK
# cycles   as decrypt with about 4 R in place of 5 R
#
# esyn computes s_k = sum of w_i pt_i^k, k < 2t; with w_i = pt_i = alpha^i that is r(alpha^(k+1)).
# With fewer than t errors the reversed locator has roots at 0 besides; 0 has no position and no
# weight, so neither e nor the re-check sees them. RECHECK alone decides: the roots have at most
# degree t, and a word whose syndrome they explain becomes a code word. Any weights w_i give a
# generalised code instead (alpha^(b i) for the zeros alpha^b, ..., alpha^(b+2t-1)).
# R. E. Blahut, "Algebraic Codes for Data Transmission" (2003), chapter 7.

.entry bch_decode
        vld     v0, n           # r
        esyn    p0, v0          # r(alpha), ..., r(alpha^2t)
        pbm
        eroot   v1, p0          # roots in evaluation order; RECHECK: e has the syndrome of r
        vgather v2, v1, n       # e

        vxor    v0, v2
        vkeep   v0, recheck|padok
        vst     v0, n
        verdict recheck|padok
        halt
