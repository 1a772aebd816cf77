# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_basis bench."""

import cocotb
import numpy as np
from cocotb.triggers import Timer

from eval_pump import clear, fields, rng, setting, settle, start_clock
from mce.basis import basis

LEVELS = setting("LEVELS")
POINTS = setting("POINTS")
HALF = 1 << (LEVELS - 1)
WIDTH = setting("M")


def lanes(cells: np.ndarray) -> np.ndarray:
    """Rows of POINTS cells, a row a cycle: n and n + half, or also those a quarter above."""
    half, quarter = len(cells) // 2, len(cells) // 4
    starts = (0, half) if POINTS == 2 else (0, half, quarter, quarter + half)
    count = len(cells) // POINTS
    return np.stack([cells[at : at + count] for at in starts], axis=1)


def word_of(values) -> int:
    """Lane 0 in the low bits."""
    return sum(int(v) << (WIDTH * i) for i, v in enumerate(values))


def values_of(word: int) -> list[int]:
    return [word >> (WIDTH * i) & ((1 << WIDTH) - 1) for i in range(POINTS)]


async def take(dut, rows, random) -> None:
    """Intake with pauses; the inputs hold junk while not valid."""
    dut.start_i.value = 1
    await settle(dut)
    dut.start_i.value = 0
    for i, row in enumerate(rows):
        while random.random() < 0.3:
            dut.in_valid_i.value, dut.in_i.value = 0, word_of(range(3, 3 + POINTS))
            await settle(dut)
        dut.in_valid_i.value, dut.in_i.value = 1, word_of(row)
        dut.in_last_i.value = int(i == len(rows) - 1)
        await settle(dut)
    dut.in_valid_i.value = 0


async def collect(dut, name: str, count: int) -> np.ndarray:
    """The first `count` words of a port that comes with a valid."""
    rows = []
    for _ in range(20_000):
        if int(getattr(dut, f"{name}_valid_o").value):
            rows.append(values_of(int(getattr(dut, f"{name}_data_o").value)))
        if len(rows) == count:
            return np.array(rows, dtype=np.uint16)
        await settle(dut)
    raise AssertionError(f"only {len(rows)} of {count} from {name}")


async def pace(dut, random) -> None:
    """Feeding with pauses; the last operation of the first block primes the pipeline."""
    fed = 0
    while True:
        dut.feed_go_i.value = int(random.random() < 0.7)
        await Timer(1, "ns")
        if int(dut.feed_o.value):
            assert int(dut.feed_go_i.value)
            assert int(dut.primed_o.value) == (fed >= 2 * HALF // POINTS - 1)
            fed += 1
        await settle(dut)


@cocotb.test()
async def coefficients_change_to_the_novel_basis(dut):
    """Fed cells equal the direct change; t = 2^LEVELS splits x^t off and adds s(a) per block."""
    start_clock(dut)
    random = rng()
    for m in fields():
        b = basis(m)
        for t in (2, HALF - 1, HALF, HALF + 1, 2 * HALF - 1, 2 * HALF):
            blocks = min(4, 1 << (m - LEVELS))
            c = random.integers(0, 1 << m, min(t + 1, 2 * HALF)).astype(np.uint16)
            await clear(dut, in_valid_i=0, in_last_i=0, feed_go_i=0, forward_i=1, wipe_i=0,
                        m_i=m, t_i=t)
            await take(dut, [(x, *[9] * (POINTS - 1)) for x in c], random)
            paced = cocotb.start_soon(pace(dut, random))
            count = 2 * HALF // POINTS
            got = await collect(dut, "feed", blocks * count)
            paced.cancel()
            padded = np.zeros(2 * HALF, dtype=np.uint16)
            padded[: len(c)] = c
            if t == 2 * HALF:
                padded ^= x_power_minus_s(b)
            novel = b.change_direct(padded)
            for block in range(blocks):
                want = lanes(novel)
                if t == 2 * HALF:
                    want[0, 0] ^= s_value(b, block << LEVELS)
                assert np.array_equal(got[block * count : (block + 1) * count], want), (m, t, block)


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
            await take(dut, lanes(y), random)
            got = await collect(dut, "emit", 2 * t)
            assert np.array_equal(got[:, 0], b.change_transpose_direct(y[:size])[: 2 * t]), (m, t)
            assert int(dut.done_o.value) == 1, "done_o comes with the last sum"
