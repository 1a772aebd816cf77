# SPDX-License-Identifier: Apache-2.0
        pld     p0, t1
        pld     p1, t1
        pld     p2, t1
        li      s8, 2
        pscale  p2, p0, p1, s8, t
        pst     p2, t1
        halt
