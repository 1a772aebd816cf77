# SPDX-License-Identifier: Apache-2.0
        li      s8, 72
        hstr    s8
        li      s8, 2043
        hsq     v0, s8
        li      s8, 2048
        vst     v0, s8
        hsq     v1, N
        vst     v1, N
        halt
