# SPDX-License-Identifier: Apache-2.0
        vsamp   v0, t2
        vflg    v1
        vst     v0, N
        vsamp   v0, t2
        verdict drawn
        vst     v0, N
        li      s8, 8
        vst     v1, s8
        halt
