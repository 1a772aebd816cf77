# SPDX-License-Identifier: Apache-2.0
        pld     p2, t
        pld     p4, t
        pld     p5, t
        pmul    p6, p4, p5
        pst     p6, t1
        halt
