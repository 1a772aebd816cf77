# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_rom bench."""

import cocotb
import numpy as np
from cocotb.triggers import Timer

from eval_pump import fields, rng, setting
from mce.basis import basis


def expected(kind: int, level: int, m: int) -> list[int]:
    """All 32 entries but those of KIND 2, from the model's basis."""
    b = basis(m)
    if kind in (3, 4):
        half = 16 if kind == 3 else 8
        exponents = [*range(level, level + half), *(1 << i for i in range(half))]
        return [int(b.field.pow(np.uint16(b.b), e)) for e in exponents] * (16 // half)
    first = level + {0: 1, 1: 0, 5: 2, 6: 2}[kind]
    last = int(b.shat(level, 2 << level)) if kind == 6 else 0
    entries = []
    for idx in range(16):
        a = sum(1 << i for i in range(first, first + idx + 1) if i < m)
        value = b.shat(level, a)
        inside = idx < 15 and first + idx < m
        scale = np.uint16(b.b if kind == 1 else 1)
        entries.append(int(b.field.mul(value, scale)) if inside else last if idx == 15 else 0)
    return entries * 2


async def read_all(dut, m: int) -> list[int]:
    dut.m_i.value, dut.add_i.value, entries = m, 0, []
    for idx in range(32):
        dut.idx_i.value = idx
        await Timer(1, "ns")
        entries.append(int(dut.value_o.value))
    return entries


@cocotb.test(skip=setting("KIND") == 2)
async def entries_equal_the_model(dut):
    for m in fields():
        got = await read_all(dut, m)
        assert got == expected(setting("KIND"), setting("LEVEL"), m), f"m={m}: {got}"


@cocotb.test(skip=setting("KIND") != 2)
async def coefficients_split_the_power_off(dut):
    """s(x) - x^(2^LEVEL) equals the sum of the entries times x^(2^i) at every point."""
    level = setting("LEVEL")
    for m in fields():
        b, got = basis(m), await read_all(dut, m)
        assert not any(got[level:])
        total, power = np.zeros(1 << m, dtype=np.uint16), b.order
        for coefficient in got[:level]:
            total ^= b.field.mul(np.uint16(coefficient), power)
            power = b.field.sqr(power)
        s_level = b.field.mul(np.uint16(b.b), b.shat(level, np.arange(1 << m)))
        assert np.array_equal(total ^ power, s_level), f"m={m}"


@cocotb.test()
async def add_i_is_added(dut):
    m = fields()[-1]
    entries = await read_all(dut, m)
    for idx, value in zip(range(32), rng().integers(0, 1 << m, 32), strict=True):
        dut.idx_i.value, dut.add_i.value = idx, int(value)
        await Timer(1, "ns")
        assert int(dut.value_o.value) == entries[idx] ^ int(value)
