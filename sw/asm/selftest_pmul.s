# SPDX-License-Identifier: Apache-2.0
# selftest_pmul: the polynomial product, which builds with NUM_REGS = 4 have not.
#         Nothing secret.
#
# in       1. a, t coefficients       2. b, t coefficients      3. modulus Z^t + h: h, t coefficients
#          4. B, t + 1 coefficients, so that f = B + (a b mod Z^t + h) has t different roots
#          5. the roots of f in evaluation order, 2^m bits
# out      1. f, t + 1 words of 16 bits
# status   REJECT when the roots are not the expected ones
# clobbers v0, v1, p0..p5; flags RECHECK, EQUAL
# cycles   about t (2 F + 8) + 2^m/2 + 7 t + the wipe,  F = GF2MULT_FACTOR

.entry selftest_pmul
        wipe                    # eroot then meets no weights of another code
        pld     p4, t           # 1: a
        pld     p5, t           # 2: b
        pld     p2, t           # 3: h
        pmul    p5, p4, p5
        pld     p0, t1          # 4: B
        padd    p0, p0, p5, t1
        pst     p0, t1          # output 1
        eroot   v0, p0          # a wrong coefficient gives other roots
        vld     v1, N           # 5
        veq     v0, v1, N
        verdict equal
        halt
