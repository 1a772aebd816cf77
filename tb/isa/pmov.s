# SPDX-License-Identifier: Apache-2.0
        pld     p0, t1
        pld     p1, t1
        pmov    p1, p0, t
        pst     p1, t1
        halt
