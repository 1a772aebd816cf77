# SPDX-License-Identifier: Apache-2.0
# encrypt_batch: four McEliece words (T x | x) + e in one pass of the public key; for builds with
#          BATCH of 4 or more. As primitive as encrypt.s.
#
# in       x, k bits, and e, n bits, of each word in turn, 8 packets; then T, the official file
# out      the 4 words, n bits each; all of them zero when a padding bit of any x, e or of T is 1
# status   REJECT when a padding bit is 1
# clobbers v0..v3 (x), v4..v7 (the words); flag PADOK
# cycles   max(beats of T, mt) + 6 ceil(mt / W) + 4 times about 2 ceil(k / W) + 2 ceil(n / W) + R
#
# e + (0 | x) first: vmvb adds the products (T x | 0) to what it finds.

.entry encrypt_batch
        vld     v0, k           # x
        vld     v4, n           # e
        vxplace v4, v0, mt, k   # e + (0 | x)
        vld     v1, k           # x
        vld     v5, n           # e
        vxplace v5, v1, mt, k   # e + (0 | x)
        vld     v2, k           # x
        vld     v6, n           # e
        vxplace v6, v2, mt, k   # e + (0 | x)
        vld     v3, k           # x
        vld     v7, n           # e
        vxplace v7, v3, mt, k   # e + (0 | x)

        vmvb    v4, v0, 4, mt, k

        # "Narrowly decoded": wrong padding answers with nothing, after the full time.
        vkeep   v4, padok
        vst     v4, n
        vkeep   v5, padok
        vst     v5, n
        vkeep   v6, padok
        vst     v6, n
        vkeep   v7, padok
        vst     v7, n
        verdict padok
        halt
