# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        li      s8, 6
        vgather v1, v0, s8
        vst     v1, N
        halt
