# SPDX-License-Identifier: Apache-2.0
        vpop    v0, N, zero
        vld     v0, n
        wipe
        vst     v0, N
        vflg    v1
        li      s8, 1
        vsel    v1, v0, padok
        vclr    v2
        vst     v2, N
        halt
