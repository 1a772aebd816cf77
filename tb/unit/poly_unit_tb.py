# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the poly_unit bench."""

import cocotb
from poly_bench import PolyBench, linear_complexity, power_sums, report

from mce.field import field
from mce.goppa import berlekamp_massey, berlekamp_massey_reformulated


async def bench_of(dut):
    bench = PolyBench(dut)
    await bench.start()
    return bench


def syndromes(bench, t, weight, kind="random"):
    """2t power sums of `weight` distinct elements; kind "zero" has the element 0 among them."""
    f = field(bench.m)
    elements = bench.rng.sample(range(1, f.q), weight)
    if kind == "zero":
        elements[0] = 0
    weights = [bench.rng.randrange(1, f.q) for _ in elements]
    return power_sums(f, elements, weights, 2 * t)


def expected(bench, s, t):
    """Locator by the reference's rule; for other sequences by the two-array form of the model."""
    f = field(bench.m)
    result = [int(x) for x in berlekamp_massey_reformulated(f, s, t)]
    if linear_complexity(f, s) <= t:
        assert result == [int(x) for x in berlekamp_massey(f, s, t)]
    return result + [0] * (bench.rcap - t - 1)


async def check_pbm(bench, s, t):
    got, cycles = await bench.pbm(s, t)
    assert got == expected(bench, s, t), f"m={bench.m} t={t} s={s}"
    assert cycles == bench.pbm_cycles(t), f"{cycles} cycles, expected {bench.pbm_cycles(t)}"
    return got


@cocotb.test()
async def pbm_first(dut):
    bench = await bench_of(dut)
    t = bench.t_max
    for _ in range(3):
        await check_pbm(bench, syndromes(bench, t, t), t)
    report(f"t={t} F={bench.F}: {bench.pbm_cycles(t)} cycles")
