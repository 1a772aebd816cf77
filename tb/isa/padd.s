# SPDX-License-Identifier: Apache-2.0
        pld     p0, t1
        pld     p1, t1
        pld     p2, t1
        padd    p2, p0, p1, t
        pst     p2, t1
        halt
