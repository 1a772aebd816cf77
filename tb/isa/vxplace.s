# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        vld     v1, N
        li      s8, 13
        li      s9, 20
        vxplace v1, v0, s8, s9
        vst     v1, N
        halt
