# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        vld     v1, N
        vmov    v2, v1
        vsel    v2, v0, padok|weight
        vst     v2, N
        vsel    v0, v1, padok
        vst     v0, N
        halt
