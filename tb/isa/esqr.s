# SPDX-License-Identifier: Apache-2.0
        pld     p0, t1
        esqr    p0, p0, t
        pst     p0, t1
        halt
