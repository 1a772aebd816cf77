# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        vpop    v0, n, zero
        verdict weight|padok
        halt
