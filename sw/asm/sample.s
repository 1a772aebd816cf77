# SPDX-License-Identifier: Apache-2.0
# sample: draws the error vector of an encapsulation into v1. Entries by the number of words tau:
#         sample1 (tau = t, n = 2^m), sample2 (2 t, 2^(m-1) <= n < 2^m), sample4 (4 t), sample8 (8 t).
#
# in       1. tau random words of 16 bits
# out      none: e stays in v1, for encap or encap_pc
# status   REJECT when the draw must be repeated, all of it: too few positions, or one twice;
#          check it before encap, which cannot tell and gives a worthless key without a good draw
# clobbers v1 (e), s8, flag DRAWN
# cycles   4 tau + R/2 + about 37: 4 tau + 100 on the default build
#
# Classic McEliece specification, section "Fixed-weight-vector generation". That a draw is repeated
# is public: the words of a refused one have nothing to do with those of the next.

.entry sample1
        vclr    v1
        vsamp   v1, t
        verdict drawn
        halt

.entry sample2
        vclr    v1
        vsamp   v1, t2
        verdict drawn
        halt

.entry sample4
        sadd    s8, t2, t2
        vclr    v1
        vsamp   v1, s8
        verdict drawn
        halt

.entry sample8
        sadd    s8, t2, t2
        sadd    s8, s8, s8
        vclr    v1
        vsamp   v1, s8
        verdict drawn
        halt
