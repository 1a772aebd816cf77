# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_twiddle bench."""

import cocotb
import numpy as np

from eval_pump import clear, fields, rng, setting, settle, start_clock
from mce.basis import basis


@cocotb.test()
async def twiddle_follows_the_points(dut):
    """Through all pairs of every field, with pauses, twice."""
    start_clock(dut)
    level, tail, random = setting("LEVEL"), setting("TAIL"), rng()
    period = level - 1 if tail else level
    for m in [*fields(), fields()[0]]:
        b, pairs = basis(m), np.arange(1 << (m - 1))
        expected = b.shat(level, pairs >> period << (period + 1))
        if tail:
            expected = b.field.mul(np.uint16(b.b), expected)
        await clear(dut, en_i=0, m_i=m)
        for i in pairs:
            while random.random() < 0.25:
                dut.en_i.value = 0
                await settle(dut)
            dut.en_i.value = 1
            await settle(dut)
            assert int(dut.tw_o.value) == int(expected[i]), f"m={m} pair {i}"
