# SPDX-License-Identifier: Apache-2.0
# encrypt: McEliece word c = (T x | x) + e, systematic key H = (I | T). Primitive only: a message
#          encrypted twice or a flipped bit reveals it; use the KEM.
#
# in       1. x: message, k bits                 2. e: error vector, n bits, weight t (host's draw)
#          3. T: public key, mt rows of ceil(k/8) bytes, the official file
# out      1. c: word, n bits; all zero when a padding bit of x, e or T is 1
# status   REJECT when a padding bit is 1
# clobbers v0 (x), v1 (e), v2 (c); flag PADOK
# cycles   max(beats of T, mt) + about 6 R,  beats of T = ceil(mt ceil(k/8) 8 / W), R = 2^M / W
#
# Classic McEliece specification, section "Encoding subroutine" (C = H e) in McEliece form.

.entry encrypt
        vld     v0, k           # x
        vld     v1, n           # e
        vmv     v2, v0, mt, k   # T x, bits 0..mt-1, the rest zero
        vplace  v2, v0, mt, k   # (T x | x)
        vxor    v2, v1          # + e

        # "Narrowly decoded": wrong padding answers with nothing, after the full time.
        vkeep   v2, padok
        vst     v2, n
        verdict padok
        halt
