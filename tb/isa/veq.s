# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        vld     v1, N
        li      s8, 40
        veq     v0, v1, s8
        li      s9, 8
        vflg    v2
        vst     v2, s9
        halt
