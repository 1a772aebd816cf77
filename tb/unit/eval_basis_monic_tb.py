# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_basis_monic bench."""

from functools import reduce

import cocotb
import numpy as np

from eval_pump import clear, fields, rng, setting, settle, start_clock
from mce.basis import Basis, basis

LEVELS = setting("LEVELS")
SIZE = 1 << LEVELS


def roots_of_s(b: Basis) -> list[int]:
    """s_LEVELS vanishes on the span of the first basis elements: the points below 2^LEVELS."""
    return [int(b.pt(a)) for a in range(SIZE)]


def s_coefficients(b: Basis) -> list[int]:
    """Coefficients of the product of x - root, without the leading one."""
    product = np.ones(1, dtype=np.uint16)
    for root in roots_of_s(b):
        shifted = np.concatenate([np.zeros(1, dtype=np.uint16), product])
        shifted[:-1] ^= b.field.mul(product, np.uint16(root))
        product = shifted
    return [int(c) for c in product[:-1]]


def s_value(b: Basis, a: int) -> int:
    """s_LEVELS at point a."""
    differences = [np.uint16(int(b.pt(a)) ^ root) for root in roots_of_s(b)]
    return int(reduce(b.field.mul, differences))


@cocotb.test()
async def coefficients_come_with_their_numbers(dut):
    """With pauses; all zero for a polynomial that is not split."""
    start_clock(dut)
    random = rng()
    for m in fields():
        b = basis(m)
        for monic in (1, 0):
            await clear(dut, m_i=m, monic_i=monic, op_load_i=0, op_feed_i=0, power_i=0)
            want = s_coefficients(b) if monic else [0] * SIZE
            n, history, got = 0, [None, None, None], []
            while len(got) < SIZE:
                load = n < SIZE and random.random() < 0.7
                history = [n if load else None, *history[:2]]
                n += load
                dut.op_load_i.value = int(load)
                dut.power_i.value = int(history[1] is None or history[1].bit_count() == 1)
                # The inputs of this cycle have no effect before the next one.
                if history[2] is not None:
                    got.append(int(dut.split_o.value))
                await settle(dut)
            assert got == want, (m, monic)


@cocotb.test()
async def points_come_with_the_blocks(dut):
    """The value of every block of points, announced only if the polynomial is split."""
    start_clock(dut)
    for m in fields():
        b = basis(m)
        for monic in (1, 0):
            await clear(dut, m_i=m, monic_i=monic, op_load_i=0, op_feed_i=0, power_i=0)
            for block in range(1 << (m - LEVELS)):
                dut.op_feed_i.value = 1
                await settle(dut)
                dut.op_feed_i.value = 0
                assert int(dut.point_due_o.value) == 0
                await settle(dut)
                assert int(dut.point_due_o.value) == monic
                if monic:
                    assert int(dut.point_o.value) == s_value(b, block << LEVELS), (m, block)
                await settle(dut)
