# SPDX-License-Identifier: Apache-2.0
        pld     p0, t1
        einv    p0, p0, t1
        pst     p0, t1
        halt
