# SPDX-License-Identifier: Apache-2.0
        pld     p0, t1
        li      s8, 3
        pst     p0, s8
        halt
