# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        li      s8, 43
        habs    v0, s8
        habs    v0, N
        hsq     v1, N
        vst     v1, N
        halt
