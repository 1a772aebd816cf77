# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_unit bench."""

import os

import cocotb
import numpy as np

from eval_rig import Rig, basis, locator_of, root_bits, syndromes


def cases() -> list[tuple[int, int]]:
    """(m, t) pairs to run, from the environment as "m:t m:t"."""
    words = os.environ["CASES"].split()
    return [(int(w.split(":")[0]), int(w.split(":")[1])) for w in words]


async def rig_of(dut) -> Rig:
    rig = Rig(dut, np.random.default_rng(int(os.environ["SEED"])))
    await rig.start()
    return rig


@cocotb.test()
async def esyn_gives_the_power_sums(dut):
    rig = await rig_of(dut)
    for m, t in cases():
        b = basis(m)
        n = (1 << m) - int(rig.rng.integers(0, 1 << (m - 2)))
        for gap in (0, 96):
            pairs, word = rig.random_pairs(m, n, zero_outside=False), rig.random_word(n)
            got, cycles = await rig.esyn(m, n, t, pairs, word, gap, junk=0xFFFF << m & 0xFFFF)
            want = syndromes(b, pairs, word, n, 2 * t)
            dut._log.info(f"REPORT esyn m={m} t={t} gap={gap}: {cycles} cycles")
            assert np.array_equal(got, want), f"m={m} t={t} gap={gap}: {got} {want}"


@cocotb.test()
async def eroot_finds_the_roots(dut):
    rig = await rig_of(dut)
    for m, t in cases():
        b = basis(m)
        points = rig.rng.choice(1 << m, t, replace=False)
        arbitrary = rig.rng.integers(0, 1 << m, t + 1).astype(np.uint16)
        arbitrary[t] = 1
        for coefficients in (locator_of(b, points), arbitrary):
            got, _, cycles = await rig.eroot(m, t, coefficients)
            dut._log.info(f"REPORT eroot m={m} t={t}: {cycles} cycles")
            want = root_bits(b, coefficients)
            assert np.array_equal(got, want), f"m={m} t={t}: {np.flatnonzero(got ^ want)}"
