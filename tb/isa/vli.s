# SPDX-License-Identifier: Apache-2.0
        vli     v0, 0x7001
        vst     v0, N
        vli     v0, 0x8ffe
        vst     v0, N
        halt
