# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        vld     v1, N
        vxor    v0, v1
        vst     v0, N
        halt
