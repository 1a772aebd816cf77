# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        sadd    s8, t, t1
        vst     v0, s8
        halt
