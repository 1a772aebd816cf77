# SPDX-License-Identifier: Apache-2.0
        vld     v0, N
        li      s8, 3
        loop    s8, done
        vld     v1, N
        vxor    v0, v1
done:   vst     v0, N
        halt
