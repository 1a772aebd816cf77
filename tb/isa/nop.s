# SPDX-License-Identifier: Apache-2.0
        nop
        halt
