# SPDX-License-Identifier: Apache-2.0
        pld     p1, t1
        pli     p1, 0xbeef
        pst     p1, t1
        halt
