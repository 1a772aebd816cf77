# SPDX-License-Identifier: Apache-2.0
# encap_pc: encap with plaintext confirmation, of the error vector that sample left in v1.
#
# in       1. T: public key, mt rows of ceil(k/8) bytes, the official file
# out      1. C_0: mt bits     2. C_1: 256 bits     3. K: 256 bits; all zero when a padding bit of
#             T is 1
# status   REJECT when a padding bit is 1
# before   a run of sample that was accepted, and nothing since: the host must check its REJECT.
#          Without a draw, or with one used already (v1 is cleared at the end), there is no error
#          and no REJECT, and K is a key that everybody can compute; after a refused draw K is
#          one of too few errors, weak and of no use to the receiver.
# clobbers v0, v1 (e, cleared at the end), v2 (C_0), v3 (C_1), v4 (K); s8, s9; flag PADOK
# cycles   those of encap + hash of 1 + ceil(n/8) bytes and of 32 more + about 4 R
#
# Classic McEliece specification, section "Encapsulation", with plaintext confirmation.

.equ BYTE, 8
.equ KEY_BITS, 256

.entry encap_pc
        li      s8, BYTE
        li      s9, KEY_BITS

        # Step "C_0 = H e": T e_2 + e_1.
        vslice  v0, v1, mt, k
        vmv     v2, v0, mt, k
        vslice  v0, v1, zero, mt
        vxor    v2, v0

        # Step "C_1 = H(2, e)".
        vli     v0, 2
        habs    v0, s8
        habs    v1, n
        hsq     v3, s9

        # Step "K = H(1, e, C)", C = (C_0, C_1).
        vli     v0, 1
        habs    v0, s8
        habs    v1, n
        habs    v2, mt
        habs    v3, s9
        hsq     v4, s9

        # "Narrowly decoded": wrong padding answers with nothing, after the full time.
        vkeep   v2, padok
        vkeep   v3, padok
        vkeep   v4, padok
        vst     v2, mt
        vst     v3, s9
        vst     v4, s9
        vclr    v1              # an error vector serves once
        verdict padok
        halt
