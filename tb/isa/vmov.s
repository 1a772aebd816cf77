# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        vmov    v1, v0
        vclr    v0
        vst     v1, N
        halt
