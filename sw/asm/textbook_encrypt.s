# SPDX-License-Identifier: Apache-2.0
# textbook_encrypt: McEliece word c = x G' + e, dense public generator matrix G' = S G P. Primitive
#         only: a message encrypted twice or a flipped bit reveals it; use the KEM.
#
# in       1. x: message, k bits                 2. e: error vector, n bits, weight t (host's draw)
#          3. G': public key, k rows of ceil(n/8) bytes (model/mce/textbook.py)
# out      1. c: word, n bits; all zero when a padding bit of x, e or G' is 1
# status   REJECT when a padding bit is 1
# clobbers v0 (x), v1 (e), v2 (c); flag PADOK
# cycles   about k max(4, ceil(8 ceil(n/8) / W) + 1) + 6 R,  R = 2^M / W   (symbols: docs/isa.md)
#
# R. J. McEliece, "A public-key cryptosystem based on algebraic coding theory" (1978).

.entry textbook_encrypt
        vld     v0, k           # x
        vld     v1, n           # e
        vvm     v2, v0, k, n    # x G': every row is read, chosen or not
        vxor    v2, v1          # + e

        # Wrong padding answers with nothing, after the full time, as in encrypt.
        vkeep   v2, padok
        vst     v2, n
        verdict padok
        halt
