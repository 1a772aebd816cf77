# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_accu bench."""

import cocotb
import numpy as np

from eval_pump import clear, pack, rng, setting, settle, start_clock, unpack

M, LEVELS, POINTS = setting("M"), setting("LEVELS"), setting("POINTS")
SUMS = 2 << LEVELS
WORDS = SUMS // POINTS  # of a block

# Numbers of the sums, a row a word: k, k+S, and with four points the two S/2 above.
NUMBERS = np.arange(SUMS).reshape(2, POINTS // 2, WORDS).transpose(2, 1, 0).reshape(-1, POINTS)


async def accumulate(dut, blocks, t, add, random):
    """One run: the sums that leave, and whether the unit calls the first 2t zero."""
    words = pack(blocks[:, NUMBERS].reshape(-1, POINTS), M)
    await clear(dut, valid_i=0, last_i=len(words) - 1, t_i=t, add_i=add)
    sums = []
    for word in [*words, 1, 1]:  # words after the last must not count
        while random.random() < 0.3:
            dut.valid_i.value = 0
            await settle(dut)
            collect(dut, sums)
        dut.valid_i.value, dut.data_i.value = 1, word
        await settle(dut)
        collect(dut, sums)
    dut.valid_i.value = 0
    for _ in range(4):
        await settle(dut)
        collect(dut, sums)
    assert int(dut.done_o.value) == 1
    ordered = np.zeros(SUMS, dtype=np.uint16)
    ordered[NUMBERS] = unpack(sums, POINTS, M)
    return ordered, bool(int(dut.zero_o.value))


def collect(dut, sums) -> None:
    if int(dut.sum_valid_o.value):
        sums.append(int(dut.sum_o.value))
        assert int(dut.sum_last_o.value) == (len(sums) == WORDS)


@cocotb.test()
async def blocks_are_added_up(dut):
    """A run overwrites the one before; a run with add_i goes on from it."""
    start_clock(dut)
    random, before = rng(), None
    for count, add in ((4, 0), (2, 0), (2, 1), (1, 0), (1, 1)):
        blocks = random.integers(0, 1 << M, (count, SUMS)).astype(np.uint16)
        expected = np.bitwise_xor.reduce(blocks, axis=0) ^ (before if add else 0)
        sums, _ = await accumulate(dut, blocks, 2, add, random)
        assert np.array_equal(sums, expected), f"{count} blocks, add {add}"
        before = expected


@cocotb.test()
async def zero_looks_at_exactly_two_t_sums(dut):
    """Each single sum that is not zero is seen if and only if its number is below 2t."""
    start_clock(dut)
    random = rng()
    for t in range(2, SUMS // 2 + 1):
        for k in [None, *range(SUMS)]:
            blocks = np.tile(random.integers(0, 1 << M, SUMS).astype(np.uint16), (2, 1))
            if k is not None:
                blocks[0, k] ^= 1 << int(random.integers(M))
            _, zero = await accumulate(dut, blocks, t, 0, random)
            assert zero == (k is None or k >= 2 * t), f"t={t} k={k}"
