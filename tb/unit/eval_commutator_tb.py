# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_commutator bench."""

import cocotb

from eval_pump import clear, pump, rng, setting, start_clock


@cocotb.test()
async def pairs_are_reordered(dut):
    """(A_i, B_i) -> (A_i, A_{i+D}) then (B_i, B_{i+D}), and a clear forgets the pairs before."""
    start_clock(dut)
    delay, random = setting("DELAY"), rng()
    for pause in (0.0, 0.4):
        a, b = (random.integers(0, 256, (5, 2, delay)) for _ in range(2))
        expected = []
        for block in range(5):
            for line in (a, b):
                expected += zip(line[block, 0].tolist(), line[block, 1].tolist(), strict=True)
        await clear(dut, valid_i=0)
        pairs = zip(a.reshape(-1).tolist(), b.reshape(-1).tolist(), strict=True)
        assert await pump(dut, pairs, len(expected), random, pause) == expected
