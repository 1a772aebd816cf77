# SPDX-License-Identifier: Apache-2.0
        pld     p0, t1
        eval    p0
        halt
