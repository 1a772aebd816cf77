# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        ssub    s8, n, mt
        vst     v0, s8
        halt
