# SPDX-License-Identifier: Apache-2.0
# decode: self-test of the decoder. As decrypt, but it shows what the decoder found instead of the
#         message, masked by nothing. Its outputs are secret: an attacker who sees them for chosen
#         words has a decryption oracle. Never offer it as a service.
#
# in       1. c: word, n bits
#          2. pairs {pos_a, w_a} in evaluation order, 2^m times 2 x 16 bits (key image)
#          3. idx_i in code order, n times 16 bits (key image)
# out      1. roots in code order, n bits: e when the word is decodable, not masked
#          2. flags, one byte: bit 0 WEIGHT, bit 1 RECHECK, bit 2 PADOK
#          3. locator sigma_0..sigma_t, t + 1 words of 16 bits
# status   REJECT as decrypt
# clobbers v0 (c), v1 (roots), v2 (e), v3 (flags); p0..p3; s8; flags WEIGHT, RECHECK, PADOK
# cycles   as decrypt with about 4 R + t in place of 5 R
#
# Classic McEliece specification, section "Decoding subroutine".

.equ FLAG_BITS, 8

.entry decode
        vld     v0, n           # c

        # Step "find e", as in decrypt.
        esyn    p0, v0
        pbm
        eroot   v1, p0
        vgather v2, v1, n
        vst     v2, n           # output 1

        # Step "accept": the conditions as they are.
        vpop    v2, n, t
        vflg    v3
        li      s8, FLAG_BITS
        vst     v3, s8          # output 2

        pst     p0, t1          # output 3: eroot leaves the locator as it is
        verdict weight|recheck|padok
        halt
