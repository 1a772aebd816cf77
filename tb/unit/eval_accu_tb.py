# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_accu bench."""

import cocotb
import numpy as np

from eval_pump import clear, rng, setting, settle, start_clock

M, IDX_BITS = setting("M"), setting("IDX_BITS")
HALF = 1 << IDX_BITS


async def accumulate(dut, pairs, t, add, random):
    """One run: the sums that leave, and whether the unit calls the first 2t zero."""
    await clear(dut, valid_i=0, last_pair_i=len(pairs) - 1, t_i=t, add_i=add)
    sums = []
    for lo, hi in [*pairs.tolist(), (1, 1), (1, 1)]:  # pairs after the last must not count
        while random.random() < 0.3:
            dut.valid_i.value = 0
            await settle(dut)
            collect(dut, sums)
        dut.valid_i.value, dut.lo_i.value, dut.hi_i.value = 1, lo, hi
        await settle(dut)
        collect(dut, sums)
    dut.valid_i.value = 0
    for _ in range(4):
        await settle(dut)
        collect(dut, sums)
    assert int(dut.done_o.value) == 1
    return np.array(sums, dtype=np.uint16), bool(int(dut.zero_o.value))


def collect(dut, sums) -> None:
    if int(dut.sum_valid_o.value):
        sums.append((int(dut.sum_lo_o.value), int(dut.sum_hi_o.value)))
        assert int(dut.sum_last_o.value) == (len(sums) == HALF)


def total(pairs):
    return np.bitwise_xor.reduce(pairs.reshape(-1, HALF, 2), axis=0)


@cocotb.test()
async def blocks_are_added_up(dut):
    """A run overwrites the one before; a run with add_i goes on from it."""
    start_clock(dut)
    random, before = rng(), None
    for blocks, add in ((4, 0), (2, 0), (2, 1), (1, 0), (1, 1)):
        pairs = random.integers(0, 1 << M, (blocks * HALF, 2)).astype(np.uint16)
        expected = total(pairs) ^ (before if add else 0)
        sums, _ = await accumulate(dut, pairs, 2, add, random)
        assert np.array_equal(sums, expected), f"{blocks} blocks, add {add}"
        before = expected


@cocotb.test()
async def zero_looks_at_exactly_two_t_sums(dut):
    """Each single sum that is not zero is seen if and only if its number is below 2t."""
    start_clock(dut)
    random = rng()
    for t in range(2, HALF + 1):
        for k in [None, *range(2 * HALF)]:
            pairs = random.integers(0, 1 << M, (2 * HALF, 2)).astype(np.uint16)
            pairs[HALF:] = pairs[:HALF]
            if k is not None:
                pairs[k % HALF, k // HALF] ^= 1 << int(random.integers(M))
            _, zero = await accumulate(dut, pairs, t, 0, random)
            assert zero == (k is None or k >= 2 * t), f"t={t} k={k}"
