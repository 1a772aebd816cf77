# SPDX-License-Identifier: Apache-2.0
# selftest: every instruction any build has but those of the KEM, on data of model/mce/selftest.py.
#         Nothing secret: a host sees pass or fail, and may compare the result packets as well.
#         Alone in its image it fits the smallest instruction memory, 64 words.
#
# in       1. 13 bits, one of its three padding bits set: what the wipe must clear
#          2. word of t errors, n bits            3. pairs, 2^m times 2 x 16 bits
#          4. a, t + 1 coefficients, none zero    5. B, t + 1 coefficients, so that the f of
#             step "polynomial" has t different roots, one of them at a point t + k..n-1
#          6. the roots of f in evaluation order, 2^m bits
#          7. another word of t errors, n bits    8. pairs again       9. idx_i, n times 16 bits
#         10. matrix, t rows of n bits           11. matrix, t rows of k bits
#         12. what step "vector" gives, n bits
#         13. 13 zero bits with wrong padding    14. the record a sound core writes, 13 bits
# out      1. f, t + 1 words of 16 bits           2. its values, 2^m words of 16 bits
#          3. record, 13 bits: flags WEIGHT, RECHECK, PADOK, EQUAL after steps "polynomial" (0xc),
#             "vector" (0xf) and "negative" (0x2), then a 0
# status   REJECT when the record is not the expected one
# clobbers v0..v7, p0..p3, s8..s10, all flags
# cycles   2^m (2 + 1 + 2 + 32/W) + 2 n/G + beats of the matrices + pbm + about 80 R
#
# Builds with NUM_REGS = 4 have no pmul, so it has selftest_pmul; what the KEM needs beside these has
# selftest_kem. A hang shows as STREAM_TIMEOUT or no interrupt.

.equ RECORD_BITS, 13
.equ FLAG_BITS, 4               # DRAWN left out, see selftest_kem
.equ CONSTANT, 5

.entry selftest
        # Step "wipe": bit 12 and PADOK come back to their state at the start.
        li      s8, RECORD_BITS
        vld     v7, s8          # 1: clears PADOK
        wipe

        # Step "polynomial": f = c^4 Z a^-3 + 5 + B, coefficients 0..t, c that of a^-3 at t.
        vld     v0, n           # 2
        esyn    p0, v0          # 3: the sums are not those of f, so RECHECK stays 0
        pld     p1, t1          # 4: a, each coefficient for itself
        einv    p2, p1, t1
        esqr    p3, p2, t1
        emul    p2, p2, p3, t1  # a^-3
        pshift  p3, p2, t1
        li      s9, FLAG_BITS
        loop    s9, scaled
        nop
        pscale  p3, p3, p2, t, t1
scaled: pli     p2, CONSTANT
        padd    p3, p3, p2, t1
        pld     p2, t1          # 5: B
        padd    p3, p3, p2, t1
        pmov    p0, p3, t1
        pst     p0, t1          # output 1
        eroot   v1, p0          # a wrong coefficient gives other roots
        eval    p0              # output 2
        vld     v3, N           # 6
        vsel    v5, v1, weight  # WEIGHT is still 0: takes v1
        veq     v5, v3, N
        vflg    v6
        vplace  v7, v6, zero, s9
        veq     v7, v4, s9      # unequal, v4 is 0: the next veq must set EQUAL anew

        # Step "decoder": v2 becomes the word itself, which is nothing but errors.
        vld     v0, n           # 7
        esyn    p0, v0          # 8
        pbm
        eroot   v1, p0
        vgather v2, v1, n       # 9
        vpop    v2, n, t

        # Step "vector": v3 = (y | y M_2) + v2 with y = M_1 v2, v5 = v3 + (its slice from t on
        # and v2); the length of the slice by the scalar unit.
        vmv     v1, v2, t, n    # 10
        vvm     v4, v1, t, k    # 11
        vclr    v3              # the old roots would stay in it
        vplace  v3, v1, zero, t
        vplace  v3, v4, t, k
        vxor    v3, v2
        vmov    v5, v3
        vsel    v5, v0, weight|recheck|padok    # all set: keeps v5
        ssub    s10, n, mt      # k
        vslice  v6, v3, t, s10
        vand    v6, v2
        vxor    v5, v6
        vld     v6, n           # 12
        veq     v5, v6, n
        vflg    v6
        vplace  v7, v6, s9, s9

        # Step "negative": everything but RECHECK is cleared by what should clear it.
        vpop    v0, n, t1
        vld     v6, s8          # 13: clears PADOK
        veq     v6, v7, s8      # 0 against the record so far
        vflg    v6
        sadd    s10, s9, s9
        vplace  v7, v6, s10, s9

        vld     v6, s8          # 14
        vst     v7, s8          # output 3
        veq     v7, v6, s8
        verdict equal
        halt
