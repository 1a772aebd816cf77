# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        li      s8, 8
        vpop    v0, n, t
        vflg    v1
        vst     v1, s8
        halt
