# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_stage bench."""

import cocotb
import numpy as np

from eval_pump import clear, fields, pack, pump, rng, setting, start_clock
from mce.basis import basis


@cocotb.test()
async def butterflies_equal_the_definition(dut):
    start_clock(dut)
    level, transposed, random = setting("LEVEL"), setting("TRANSPOSED"), rng()
    lanes, split, wide = setting("POINTS") // 2, setting("SPLIT"), setting("M")
    for m in fields():
        b, count = basis(m), 1 << (m - 1)
        lo, hi = random.integers(0, 1 << m, (2, count)).astype(np.uint16)
        # The pairs in the order of the ports: coefficients of the stage under its points.
        number = np.arange(count)
        if split:
            cycle, far = number >> 1, number & 1
            high = (cycle >> level) << 1 | far
        else:
            high = number >> level
        twiddle = b.shat(level, high << (level + 1))
        if transposed:
            first = lo ^ hi
            second = b.field.mul(twiddle, first) ^ hi
        else:
            first = lo ^ b.field.mul(twiddle, hi)
            second = first ^ hi
        lo, hi, first, second = (pack(x.reshape(-1, lanes), wide) for x in (lo, hi, first, second))
        expected = list(zip(first, second, strict=True))
        await clear(dut, valid_i=0, m_i=m)
        pairs = zip(lo, hi, strict=True)
        assert await pump(dut, pairs, len(expected), random, 0.3) == expected, f"m={m}"
