# SPDX-License-Identifier: Apache-2.0
        vld     v0, n
        vst     v0, N
        halt
