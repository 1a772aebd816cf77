# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_twiddle bench."""

import cocotb
import numpy as np

from eval_pump import clear, fields, rng, setting, settle, start_clock
from mce.basis import basis


@cocotb.test()
async def twiddle_follows_the_points(dut):
    """Through all points of every field, with pauses, twice."""
    start_clock(dut)
    level, random = setting("LEVEL"), rng()
    points, split, wide = setting("POINTS"), setting("SPLIT"), setting("M")
    for m in [*fields(), fields()[0]]:
        b, cycles = basis(m), np.arange((1 << m) // points)
        # Bits of the point's number from `first` on move; those below are the stage's own.
        first = level + 1 + split
        high = cycles >> (first - points.bit_length() + 1) << first
        expected = b.shat(level, high).astype(int)
        if split:
            expected |= b.shat(level, high | 1 << (level + 1)).astype(int) << wide
        await clear(dut, en_i=0, m_i=m)
        for i in cycles:
            while random.random() < 0.25:
                dut.en_i.value = 0
                await settle(dut)
            dut.en_i.value = 1
            await settle(dut)
            assert int(dut.tw_o.value) == int(expected[i]), f"m={m} cycle {i}"
