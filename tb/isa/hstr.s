# SPDX-License-Identifier: Apache-2.0
        hstr    N
        li      s8, 20
        hstr    s8
        hstr    N
        hsq     v0, N
        vst     v0, N
        halt
