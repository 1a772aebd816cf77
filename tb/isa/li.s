# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        li      s8, 13
        vst     v0, s8
        halt
