# SPDX-License-Identifier: Apache-2.0
# selftest_kem: constants, sampling and SHAKE256, what the KEM needs beside the decoder. Builds with
#         HASH = 0 have no SHAKE256 and refuse it. Nothing secret.
#
# in       1. a vector, n bits            2. ceil(n/8) bytes of message
#          3. t words of 16 bits          4. 2t words, among them t different positions below n
#          5. the answer, 2^m bits
# out      1. the answer of the core: SHAKE256 of (1, packet 1, packet 2, flags, the vector drawn,
#             flags, constant) to 2^m bits, plus SHAKE256 of nothing
# status   REJECT when the answer is not the expected one
# clobbers v0..v4, s8, flags EQUAL, DRAWN
# cycles   about 12 t + (2^m/8 + 3 n/8 + 3)/136 P + 30 R + the wipe,  P = 144 (HASH = 1) or 24
#
# Every result is in the message, so one comparison at the end judges all of them.

.equ BYTE, 8
.equ SIGNED, 0x8123

.entry selftest_kem
        wipe
        li      s8, BYTE

        # A message of constants, vectors and packets.
        vli     v0, 1
        habs    v0, s8
        vld     v0, n           # 1
        habs    v0, n
        hstr    n               # 2

        # A draw that must fail, for every bit is there already: DRAWN = 0.
        vli     v1, 0xffff
        vsamp   v1, t           # 3
        vflg    v2
        habs    v2, s8

        # One that must not: DRAWN = 1.
        vkeep   v1, drawn       # DRAWN is 0: cleared
        vsamp   v1, t2          # 4
        vkeep   v1, drawn       # DRAWN is 1: stays
        habs    v1, n
        vflg    v2
        habs    v2, s8

        # The sign of a constant reaches the end of the register.
        vli     v2, SIGNED
        habs    v2, N
        hsq     v3, N
        hsq     v4, N           # of nothing: the message was forgotten
        vxor    v3, v4
        vst     v3, N           # output 1

        vld     v4, N           # 5
        veq     v3, v4, N
        verdict equal
        halt
