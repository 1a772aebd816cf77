# SPDX-License-Identifier: Apache-2.0
        li      s8, 7
        li      s9, 9
        pld     p1, s9
        pld     p1, s8
        pst     p1, s9
        halt
