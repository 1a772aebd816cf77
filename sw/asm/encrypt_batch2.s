# SPDX-License-Identifier: Apache-2.0
# encrypt_batch2: two McEliece words (T x | x) + e in one pass of the public key; for builds with
#          BATCH of 2 or more. As primitive as encrypt.s.
#
# in       x, k bits, and e, n bits, of each word in turn, 4 packets; then T, the official file
# out      the 2 words, n bits each; all of them zero when a padding bit of any x, e or of T is 1
# status   REJECT when a padding bit is 1
# clobbers v0..v1 (x), v4..v5 (the words); flag PADOK
# cycles   max(beats of T, mt) + 4 ceil(mt / W) + 2 times about 2 ceil(k / W) + 2 ceil(n / W) + R
#
# e + (0 | x) first: vmvb adds the products (T x | 0) to what it finds.

.entry encrypt_batch2
        vld     v0, k           # x
        vld     v4, n           # e
        vxplace v4, v0, mt, k   # e + (0 | x)
        vld     v1, k           # x
        vld     v5, n           # e
        vxplace v5, v1, mt, k   # e + (0 | x)

        vmvb    v4, v0, 2, mt, k

        # "Narrowly decoded": wrong padding answers with nothing, after the full time.
        vkeep   v4, padok
        vst     v4, n
        vkeep   v5, padok
        vst     v5, n
        verdict padok
        halt
