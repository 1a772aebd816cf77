# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_stage bench."""

import cocotb
import numpy as np

from eval_pump import clear, fields, pump, rng, setting, start_clock
from mce.basis import basis


@cocotb.test()
async def butterflies_equal_the_definition(dut):
    start_clock(dut)
    level, transposed, random = setting("LEVEL"), setting("TRANSPOSED"), rng()
    for m in fields():
        b, count = basis(m), 1 << (m - 1)
        lo, hi = random.integers(0, 1 << m, (2, count)).astype(np.uint16)
        twiddle = b.shat(level, np.arange(count) >> level << (level + 1))
        if transposed:
            first = lo ^ hi
            second = b.field.mul(twiddle, first) ^ hi
        else:
            first = lo ^ b.field.mul(twiddle, hi)
            second = first ^ hi
        expected = list(zip(first.tolist(), second.tolist(), strict=True))
        await clear(dut, valid_i=0, m_i=m)
        pairs = zip(lo.tolist(), hi.tolist(), strict=True)
        assert await pump(dut, pairs, count, random, 0.3) == expected, f"m={m}"
