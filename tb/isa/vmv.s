# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        li      s8, 5
        li      s9, 12
        vmv     v1, v0, s8, s9
        vst     v1, N
        halt
