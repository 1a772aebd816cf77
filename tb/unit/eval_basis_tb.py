# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_basis bench."""

import cocotb
import numpy as np
from cocotb.triggers import Timer

from eval_pump import clear, fields, rng, setting, settle, start_clock
from mce.basis import basis

LEVELS = setting("LEVELS")
HALF = 1 << (LEVELS - 1)


async def take(dut, rows, random) -> None:
    """Intake with pauses; the inputs hold junk while not valid."""
    dut.start_i.value = 1
    await settle(dut)
    dut.start_i.value = 0
    for i, (lo, hi) in enumerate(rows):
        while random.random() < 0.3:
            dut.in_valid_i.value, dut.in_lo_i.value, dut.in_hi_i.value = 0, 3, 5
            await settle(dut)
        dut.in_valid_i.value, dut.in_lo_i.value, dut.in_hi_i.value = 1, int(lo), int(hi)
        dut.in_last_i.value = int(i == len(rows) - 1)
        await settle(dut)
    dut.in_valid_i.value = 0


async def collect(dut, valid: str, names: tuple[str, ...], count: int) -> np.ndarray:
    rows = []
    for _ in range(20_000):
        if int(getattr(dut, valid).value):
            rows.append([int(getattr(dut, name).value) for name in names])
        if len(rows) == count:
            return np.array(rows, dtype=np.uint16)
        await settle(dut)
    raise AssertionError(f"only {len(rows)} of {count} from {valid}")


async def pace(dut, random) -> None:
    """Feeding with pauses; the pair that primes the pipeline is the last of the first block."""
    fed = 0
    while True:
        dut.feed_go_i.value = int(random.random() < 0.7)
        await Timer(1, "ns")
        if int(dut.feed_o.value):
            assert int(dut.feed_go_i.value) and int(dut.primed_o.value) == (fed >= HALF - 1)
            fed += 1
        await settle(dut)


@cocotb.test()
async def coefficients_change_to_the_novel_basis(dut):
    """Fed pairs equal the direct change; t = 2^LEVELS splits x^t off and adds s(a) per block."""
    start_clock(dut)
    random = rng()
    for m in fields():
        b = basis(m)
        for t in (2, HALF - 1, HALF, HALF + 1, 2 * HALF - 1, 2 * HALF):
            blocks = min(4, 1 << (m - LEVELS))
            c = random.integers(0, 1 << m, min(t + 1, 2 * HALF)).astype(np.uint16)
            await clear(dut, in_valid_i=0, in_last_i=0, feed_go_i=0, forward_i=1, wipe_i=0,
                        m_i=m, t_i=t)
            await take(dut, [(x, 9) for x in c], random)
            paced = cocotb.start_soon(pace(dut, random))
            got = await collect(dut, "feed_valid_o", ("feed_lo_o", "feed_hi_o"), blocks * HALF)
            paced.cancel()
            padded = np.zeros(2 * HALF, dtype=np.uint16)
            padded[: len(c)] = c
            if t == 2 * HALF:
                padded ^= x_power_minus_s(b)
            novel = b.change_direct(padded)
            for block in range(blocks):
                want = np.stack([novel[:HALF], novel[HALF:]], axis=1)
                if t == 2 * HALF:
                    want[0, 0] ^= s_value(b, block << LEVELS)
                assert np.array_equal(got[block * HALF : (block + 1) * HALF], want), (m, t, block)


def s_polynomial(b) -> np.ndarray:
    """Coefficients of s_LEVELS, degree 2^LEVELS, by its recursion."""
    s = np.array([0, 1], dtype=np.uint16)
    for _ in range(LEVELS):
        square = np.zeros(2 * len(s) - 1, dtype=np.uint16)
        square[::2] = b.field.sqr(s)
        square[: len(s)] ^= b.field.mul(np.uint16(b.b), s)
        s = square
    return s


def x_power_minus_s(b) -> np.ndarray:
    return s_polynomial(b)[:-1]


def s_value(b, a: int) -> int:
    power, total = b.pt(a), np.uint16(0)
    s = s_polynomial(b)
    for i in range(LEVELS + 1):
        total ^= b.field.mul(s[1 << i], power)
        power = b.field.sqr(power)
    return int(total)


@cocotb.test()
async def sums_change_to_power_sums(dut):
    """Emitted values equal the direct transposed change, for small, odd and full t."""
    start_clock(dut)
    random = rng()
    for m in fields():
        b = basis(m)
        for t in sorted({2, 3, HALF // 2 + 1, HALF, 2 * HALF - 1, 2 * HALF}):
            y = random.integers(0, 1 << m, 4 * HALF).astype(np.uint16)
            size = 1 << max(3, (2 * t - 1).bit_length())
            await clear(dut, in_valid_i=0, in_last_i=0, feed_go_i=0, forward_i=0, wipe_i=0,
                        m_i=m, t_i=t)
            await take(dut, list(zip(y[: 2 * HALF], y[2 * HALF :], strict=True)), random)
            got = await collect(dut, "emit_valid_o", ("emit_data_o",), 2 * t)
            assert np.array_equal(got[:, 0], b.change_transpose_direct(y[:size])[: 2 * t]), (m, t)
            assert int(dut.done_o.value) == 1, "done_o comes with the last sum"
