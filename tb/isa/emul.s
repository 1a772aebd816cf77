# SPDX-License-Identifier: Apache-2.0
        pld     p0, t1
        pld     p1, t1
        emul    p1, p0, p1, t1
        pst     p1, t1
        halt
