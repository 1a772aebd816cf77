# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        vld     v1, N
        vkeep   v0, padok|weight
        vkeep   v1, padok
        vst     v0, N
        vst     v1, N
        vkeep   v1, 0
        vst     v1, N
        halt
