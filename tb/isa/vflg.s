# SPDX-License-Identifier: Apache-2.0
        vld     v0, n
        vpop    v0, n, t
        vflg    v1
        vst     v1, N
        halt
