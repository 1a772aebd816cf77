# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        vst     v0, n
        halt
