# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        vclr    v0
        vst     v0, N
        halt
