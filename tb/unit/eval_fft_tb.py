# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_fft bench."""

import cocotb
import numpy as np

from eval_pump import clear, fields, pack, pump, rng, setting, settle, start_clock, unpack
from mce.basis import basis

LEVELS, TRANSPOSED, M = setting("LEVELS"), setting("TRANSPOSED"), setting("M")
POINTS = setting("POINTS")
CYCLES = (1 << LEVELS) // POINTS  # of a block


def lanes_of(coefficients):
    """A row a cycle: k, k+half of the block, and with four points the two a quarter above."""
    return coefficients.reshape(2, POINTS // 2, CYCLES).transpose(2, 1, 0).reshape(-1, POINTS)


async def transformed(dut, rows, count, random):
    """`count` rows that come out after the given ones have gone in, with pauses."""
    got = await pump(dut, [(word,) for word in pack(rows, M)], count, random, 0.2)
    return unpack((word for word, in got), POINTS, M)


@cocotb.test(skip=TRANSPOSED == 1)
async def forward_gives_the_values_at_all_points(dut):
    """Against the term-by-term definition; a second run must not see the first."""
    start_clock(dut)
    random = rng()
    for m in [*fields(), fields()[0]]:
        b = basis(m)
        c = random.integers(0, 1 << m, 1 << LEVELS).astype(np.uint16)
        await clear(dut, valid_i=0, m_i=m)
        blocks = np.tile(lanes_of(c), (1 << (m - LEVELS), 1))
        values = (await transformed(dut, blocks, len(blocks), random)).reshape(-1)
        assert np.array_equal(values, b.novel_eval(c, np.arange(1 << m))), m


@cocotb.test(skip=TRANSPOSED == 0)
async def transposed_gives_the_sums(dut):
    """The blocks added up are sum of w_a X_k(a), term by term."""
    start_clock(dut)
    random = rng()
    for m in [*fields(), fields()[0]]:
        w = random.integers(0, 1 << m, 1 << m).astype(np.uint16)
        await clear(dut, valid_i=0, m_i=m)
        got = await transformed(dut, w.reshape(-1, POINTS), len(w) // POINTS, random)
        sums = np.bitwise_xor.reduce(got.reshape(-1, CYCLES, POINTS), axis=0)
        assert np.array_equal(sums, lanes_of(basis(m).novel_sums(w, 1 << LEVELS))), m


@cocotb.test()
async def latency_is_as_stated(dut):
    """Without pauses: 2*LEVELS cycles and those of a block less one from first to first."""
    start_clock(dut)
    await clear(dut, valid_i=0, m_i=fields()[0])
    dut.valid_i.value, cycles = 1, 0
    while not int(dut.valid_o.value):
        await settle(dut)
        cycles += 1
        assert cycles < 4 * CYCLES + 100
    assert cycles == 2 * LEVELS + CYCLES - 1
    dut.valid_i.value = 0
