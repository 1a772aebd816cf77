# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the gf_mul bench."""

import os
import random

import cocotb
from cocotb.triggers import Timer

from mce.field import field


@cocotb.test()
async def products_equal_the_field_model(dut):
    """Every field of the build: corners, one row of every bit, random pairs."""
    rng = random.Random(int(os.environ["SEED"]))
    for m in map(int, os.environ["FIELD_LIST"].split()):
        gf, size = field(m), 1 << m
        corners = [0, 1, 2, size >> 1, size - 1]
        pairs = [(a, b) for a in corners for b in corners]
        pairs += [(1 << i, 1 << j) for i in range(m) for j in range(m)]
        pairs += [(rng.randrange(size), rng.randrange(size)) for _ in range(500)]
        dut.m_i.value = m
        for a, b in pairs:
            dut.a_i.value, dut.b_i.value = a, b
            await Timer(1, "ns")
            got, expected = int(dut.p_o.value), int(gf.mul(a, b))
            assert got == expected, f"m={m} {a:x}*{b:x}: {got:x}, expected {expected:x}"
