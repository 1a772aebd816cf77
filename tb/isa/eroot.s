# SPDX-License-Identifier: Apache-2.0
        vld     v0, n
        esyn    p1, v0
        pld     p0, t1
        eroot   v1, p0
        vst     v1, N
        halt
