# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_fft bench."""

import cocotb
import numpy as np

from eval_pump import clear, fields, pump, rng, setting, settle, start_clock
from mce.basis import basis

LEVELS, TRANSPOSED = setting("LEVELS"), setting("TRANSPOSED")
HALF = 1 << (LEVELS - 1)


@cocotb.test(skip=TRANSPOSED == 1)
async def forward_gives_the_values_at_all_points(dut):
    """Against the term-by-term definition; a second run must not see the first."""
    start_clock(dut)
    random = rng()
    for m in [*fields(), fields()[0]]:
        b = basis(m)
        c = random.integers(0, 1 << m, 2 * HALF).astype(np.uint16)
        block = list(zip(c[:HALF].tolist(), c[HALF:].tolist(), strict=True))
        await clear(dut, valid_i=0, m_i=m)
        got = await pump(dut, block * (1 << (m - LEVELS)), 1 << (m - 1), random, 0.2)
        assert np.array_equal(np.array(got).reshape(-1), b.novel_eval(c, np.arange(1 << m))), m


@cocotb.test(skip=TRANSPOSED == 0)
async def transposed_gives_the_sums(dut):
    """The blocks added up are sum of w_a X_k(a), term by term."""
    start_clock(dut)
    random = rng()
    for m in [*fields(), fields()[0]]:
        w = random.integers(0, 1 << m, 1 << m).astype(np.uint16)
        await clear(dut, valid_i=0, m_i=m)
        pairs = zip(w[0::2].tolist(), w[1::2].tolist(), strict=True)
        got = np.array(await pump(dut, pairs, 1 << (m - 1), random, 0.2))
        sums = np.bitwise_xor.reduce(got.reshape(-1, HALF, 2), axis=0).T.reshape(-1)
        assert np.array_equal(sums, basis(m).novel_sums(w, 2 * HALF)), m


@cocotb.test()
async def latency_is_as_stated(dut):
    """Without pauses: 2*LEVELS cycles and 2^(LEVELS-1) - 1 pairs from first to first."""
    start_clock(dut)
    await clear(dut, valid_i=0, m_i=fields()[0])
    dut.valid_i.value, cycles = 1, 0
    while not int(dut.valid_o.value):
        await settle(dut)
        cycles += 1
        assert cycles < 4 * HALF + 100
    assert cycles == 2 * LEVELS + HALF - 1
    dut.valid_i.value = 0
