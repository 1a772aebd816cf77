# SPDX-License-Identifier: Apache-2.0
# encap: ciphertext and session key of the error vector that a run of sample left in v1.
#
# in       1. T: public key, mt rows of ceil(k/8) bytes, the official file
# out      1. C: mt bits            2. K: 256 bits; both all zero when a padding bit of T is 1
# status   REJECT when a padding bit is 1
# before   a run of sample that was accepted, and nothing since: the host must check its REJECT.
#          Without a draw, or with one used already (v1 is cleared at the end), there is no error
#          and no REJECT, and K is a key that everybody can compute; after a refused draw K is
#          one of too few errors, weak and of no use to the receiver.
# clobbers v0, v1 (e, cleared at the end), v2 (C), v3 (K); s8, s9; flag PADOK
# cycles   max(beats of T, mt) + hash of 1 + ceil(n/8) + ceil(mt/8) bytes + about 10 R
#
# Classic McEliece specification, section "Encapsulation", H = SHAKE256 to 32 bytes.

.equ BYTE, 8
.equ KEY_BITS, 256

.entry encap
        li      s8, BYTE
        li      s9, KEY_BITS

        # Step "C = H e": T e_2 + e_1, for H = (I | T) and e = (e_1 | e_2).
        vslice  v0, v1, mt, k
        vmv     v2, v0, mt, k
        vslice  v0, v1, zero, mt
        vxor    v2, v0

        # Step "K = H(1, e, C)".
        vli     v0, 1
        habs    v0, s8
        habs    v1, n
        habs    v2, mt
        hsq     v3, s9

        # "Narrowly decoded": wrong padding answers with nothing, after the full time.
        vkeep   v2, padok
        vkeep   v3, padok
        vst     v2, mt
        vst     v3, s9
        vclr    v1              # an error vector serves once
        verdict padok
        halt
