# SPDX-License-Identifier: Apache-2.0
# encap_batch: ciphertexts and session keys of four error vectors for one public key, which passes
#          once; for builds with BATCH of 4 or more and a hash unit. The sender draws the vectors.
#
# in       e of each in turn, n bits, weight t; T, mt rows of ceil(k/8) bytes, the official file;
#          then each e again: 9 packets
# out      C, mt bits, and K, 256 bits, of each in turn; all zero when a padding bit is 1
# status   REJECT when a padding bit of any e or of T is 1
# clobbers v0..v7; s8, s9; flag PADOK
# cycles   max(beats of T, mt) + 6 ceil(mt / W) + 4 times the hash of 1 + ceil(n/8) + ceil(mt/8)
#          bytes and about 5 R
#
# Classic McEliece specification, section "Encapsulation", H = SHAKE256 to 32 bytes. Eight registers
# hold 4 times e_2 and the sums, not e too: it comes a second time.

.equ BYTE, 8
.equ KEY_BITS, 256

.entry encap_batch
        li      s8, BYTE
        li      s9, KEY_BITS

        # Step "C = H e": e_1 + T e_2, for H = (I | T) and e = (e_1 | e_2); e_2 stays behind C.
        vld     v4, n
        vslice  v0, v4, mt, k
        vld     v5, n
        vslice  v1, v5, mt, k
        vld     v6, n
        vslice  v2, v6, mt, k
        vld     v7, n
        vslice  v3, v7, mt, k
        vmvb    v4, v0, 4, mt, k

        # Step "K = H(1, e, C)"; of wrong padding nothing leaves, after the full time.
        vli     v1, 1
        vld     v0, n
        habs    v1, s8
        habs    v0, n
        habs    v4, mt
        hsq     v2, s9
        vkeep   v4, padok
        vkeep   v2, padok
        vst     v4, mt
        vst     v2, s9
        vld     v0, n
        habs    v1, s8
        habs    v0, n
        habs    v5, mt
        hsq     v2, s9
        vkeep   v5, padok
        vkeep   v2, padok
        vst     v5, mt
        vst     v2, s9
        vld     v0, n
        habs    v1, s8
        habs    v0, n
        habs    v6, mt
        hsq     v2, s9
        vkeep   v6, padok
        vkeep   v2, padok
        vst     v6, mt
        vst     v2, s9
        vld     v0, n
        habs    v1, s8
        habs    v0, n
        habs    v7, mt
        hsq     v2, s9
        vkeep   v7, padok
        vkeep   v2, padok
        vst     v7, mt
        vst     v2, s9
        vclr    v0              # an error vector serves once
        verdict padok
        halt
