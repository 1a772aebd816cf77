# SPDX-License-Identifier: Apache-2.0
        vld     v0, n
        esyn    p0, v0
        pst     p0, t2
        halt
