# SPDX-License-Identifier: Apache-2.0
        pld     p0, t2
        pbm
        pst     p0, t1
        halt
