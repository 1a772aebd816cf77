# SPDX-License-Identifier: Apache-2.0
        vld     v1, N
        vld     v2, N
        vld     v5, N
        vld     v6, N
        li      s8, 67
        li      s9, 12
        vmvb    v5, v1, 2, s8, s9
        vst     v5, N
        vst     v6, N
        halt
