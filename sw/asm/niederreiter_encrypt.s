# SPDX-License-Identifier: Apache-2.0
# niederreiter_encrypt: syndrome C_0 = H e = e_1 + T e_2, H = (I | T), e = (e_1 | e_2).
#
# in       1. e: error vector, n bits, weight t (host's draw)
#          2. T: public key, mt rows of ceil(k/8) bytes, the official file
# out      1. C_0: mt bits; all zero when a padding bit of e or T is 1
# status   REJECT when a padding bit is 1
# clobbers v0 (e), v1 (e_2), v2 (C_0); flag PADOK
# cycles   max(beats of T, mt) + about 6 R,  beats of T = ceil(mt ceil(k/8) 8 / W), R = 2^M / W
#
# Classic McEliece specification, section "Encoding subroutine".

.entry niederreiter_encrypt
        vld     v0, n           # e
        vslice  v1, v0, mt, k   # e_2, from the middle of a byte in 6960119
        vmv     v2, v1, mt, k   # T e_2
        vxor    v2, v0          # + e_1; bits from mt on are never sent

        vkeep   v2, padok
        vst     v2, mt
        verdict padok
        halt
