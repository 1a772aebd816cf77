# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_unit bench."""

import os

import cocotb
import numpy as np
from cocotb.triggers import ClockCycles, FallingEdge

from eval_rig import (
    EROOT,
    ESYN,
    EVAL,
    Pairs,
    Rig,
    basis,
    locator_of,
    root_bits,
    secrets_not_zero,
    syndromes,
    values_of,
)
from mce.goppa import berlekamp_massey

HOLD = 4  # idle cycles between layers of at most 8 pairs of butterflies
XR_FIRST = 4  # cycles from xr_start to the first coefficient in eval_wrap


def cases() -> list[tuple[int, int]]:
    """(m, t) pairs to run, from the environment as "m:t m:t"."""
    return [(int(m), int(t)) for m, t in (word.split(":") for word in os.environ["CASES"].split())]


async def rig_of(dut) -> Rig:
    rig = Rig(dut, np.random.default_rng(int(os.environ["SEED"])))
    await rig.start()
    return rig


def layer_cycles(levels: int) -> int:
    """Pairs of butterflies of a change of 2^levels cells, plus the holds before each layer and
    after; longer layers need just one behind the layer of step 1."""
    count, pairs = levels * (levels - 1) // 2, max(1, 1 << levels >> 3)
    return count * pairs + (HOLD * (count + 1) if levels <= 6 else 1)


def esyn_cycles(rig: Rig, m: int, t: int) -> int:
    """The formula in the header of eval_unit; the stream's first chunk comes in cycle 2."""
    levels = max(3, (2 * t - 1).bit_length())
    tail = 2 * t - ((3 << levels) // 8 if levels > 3 else 0)
    pipe = (2 << rig.build.levels) // rig.build.points + 2 * rig.build.levels + 11
    return (1 << m) // rig.build.points + pipe + layer_cycles(levels) + tail


def eroot_cycles(rig: Rig, m: int, t: int) -> int:
    """The formula in the header of eval_unit."""
    levels, size = rig.build.levels, 1 << rig.build.levels
    load = max(min(t + 1, size), size // 2)
    hold = 0 if levels <= 6 else HOLD
    pipes = 3 * size // rig.build.points + 4 * levels
    return (1 << m) // rig.build.points + load + hold + layer_cycles(levels) + pipes + 11 + XR_FIRST


def eval_cycles(rig: Rig, m: int, t: int) -> int:
    """The formula in the header of eval_unit; the stream takes every chunk at once."""
    levels, size = rig.build.levels, 1 << rig.build.levels
    load = max(min(t + 1, size), size // 2)
    hold = 0 if levels <= 6 else HOLD
    pipe = size // rig.build.points + 2 * levels
    return (1 << m) // rig.build.points + load + hold + layer_cycles(levels) + pipe + 8 + XR_FIRST


@cocotb.test()
async def esyn_gives_the_power_sums(dut):
    """Random words and weights, junk above m, positions beyond n, with and without pauses."""
    rig = await rig_of(dut)
    for m, t in cases():
        b, n = basis(m), (1 << m) - int(rig.rng.integers(0, 1 << (m - 2)))
        for gap in (0, 96):
            pairs, word = rig.random_pairs(m, n, zero_outside=False), rig.random_word()
            pairs.pos[rig.rng.integers(0, 1 << m, 3)] = 0xFFFF
            got, cycles = await rig.esyn(m, n, t, pairs, word, gap=gap, junk=0xFFFF << m & 0xFFFF)
            want = syndromes(b, pairs, word, n, 2 * t)
            assert np.array_equal(got, want), f"m={m} t={t} gap={gap}: {got} {want}"
            assert gap or cycles == esyn_cycles(rig, m, t), f"m={m} t={t}: {cycles} cycles"
        dut._log.info(f"REPORT esyn m={m} t={t}: {esyn_cycles(rig, m, t)} cycles")


@cocotb.test()
async def esyn_takes_the_last_position_when_n_is_2_to_the_m(dut):
    """A word of this one bit: sums of one term; with n one smaller the bit does not count."""
    rig = await rig_of(dut)
    for m, t in cases()[:1]:
        last = (1 << m) - 1
        pairs, word = rig.random_pairs(m, 1 << m), np.zeros(1 << rig.build.m_max, dtype=np.uint16)
        word[last] = 1
        for n in (last + 1, last):
            got, _ = await rig.esyn(m, n, t, pairs, word)
            assert np.array_equal(got, syndromes(basis(m), pairs, word, n, 2 * t)), f"m={m} n={n}"
            assert got.any() == (n > last), f"m={m} n={n}"


@cocotb.test()
async def eroot_finds_the_roots(dut):
    """A polynomial that splits, one that is arbitrary, and x^t."""
    rig = await rig_of(dut)
    for m, t in cases():
        b = basis(m)
        arbitrary = rig.rng.integers(0, 1 << m, t + 1).astype(np.uint16)
        arbitrary[t] = 1
        power = np.zeros(t + 1, dtype=np.uint16)
        power[t] = 1
        for coefficients in (locator_of(b, rig.points(m, t)), arbitrary, power):
            got, _, cycles = await rig.eroot(m, t, coefficients)
            assert np.array_equal(got, root_bits(b, coefficients)), f"m={m} t={t}"
            assert cycles == eroot_cycles(rig, m, t), f"m={m} t={t}: {cycles} cycles"
        dut._log.info(f"REPORT eroot m={m} t={t}: {eroot_cycles(rig, m, t)} cycles")


def polynomials(rig: Rig, m: int, t: int) -> list[np.ndarray]:
    """Junk above m and above the degree t, a lower degree, and the zero polynomial."""
    full = rig.rng.integers(0, 1 << rig.build.m_max, t + 1).astype(np.uint16)
    lower = full * (np.arange(t + 1) <= t // 2).astype(np.uint16)
    return [full, lower, full * np.uint16(0)]


@cocotb.test()
async def eval_sends_the_values(dut):
    """Four a chunk, evaluation order, whatever the pauses of the stream."""
    rig = await rig_of(dut)
    for m, t in cases():
        b, expected = basis(m), eval_cycles(rig, m, t)
        for coefficients, gap in zip(polynomials(rig, m, t), (0, 100, 0), strict=True):
            got, cycles = await rig.eval(m, t, coefficients, gap=gap)
            want = values_of(b, coefficients, rig.build.levels)
            assert np.array_equal(got, want), f"m={m} t={t} gap={gap}"
            assert gap or cycles == expected, f"m={m} t={t}: {cycles} cycles, not {expected}"
        dut._log.info(f"REPORT eval m={m} t={t}: {expected} cycles")


@cocotb.test()
async def eval_survives_rare_and_frequent_pauses(dut):
    rig = await rig_of(dut)
    m, t = cases()[0]
    for gap in (8, 60, 128, 200, 250):
        coefficients = polynomials(rig, m, t)[0]
        got, _ = await rig.eval(m, t, coefficients, gap=gap)
        assert np.array_equal(got, values_of(basis(m), coefficients, rig.build.levels)), gap


async def decode(
    rig: Rig, m: int, t: int, pairs: Pairs, at_points: np.ndarray, *, between: bool = False
):
    """esyn, model's Berlekamp-Massey, eroot. Returns root bits and the re-check flag.

    between: an eval before the eroot.
    """
    b = basis(m)
    word = np.zeros(1 << rig.build.m_max, dtype=np.uint16)
    word[pairs.pos] = at_points
    sums, _ = await rig.esyn(m, 1 << m, t, pairs, word)
    assert np.array_equal(sums, syndromes(b, pairs, word, 1 << m, 2 * t))
    locator = berlekamp_massey(b.field, sums, t)
    if between:
        await rig.eval(m, t, polynomials(rig, m, t)[0], gap=30)
    roots, recheck, _ = await rig.eroot(m, t, locator)
    assert np.array_equal(roots, root_bits(b, locator))
    of_roots = b.power_sums(np.where(roots == 1, pairs.weight, 0).astype(np.uint16), 2 * t)
    assert recheck == np.array_equal(of_roots, sums), "re-check flag against the model's syndromes"
    return roots, recheck


@cocotb.test()
async def recheck_accepts_the_error_of_a_word(dut):
    """A code word of 2t+1 points plus t errors: the roots are the errors, the flag is 1."""
    rig = await rig_of(dut)
    for m, t in cases():
        pairs, codeword = rig.pairs_with_codeword(m, t)
        errors = rig.points(m, t)
        word = codeword.copy()
        word[errors] ^= 1
        roots, recheck = await decode(rig, m, t, pairs, word)
        assert np.array_equal(np.flatnonzero(roots), np.sort(errors)) and recheck, f"m={m} t={t}"


@cocotb.test()
async def eval_keeps_the_weights_and_sums(dut):
    """esyn, eval, eroot: the re-check still accepts the error and rejects a random word."""
    rig = await rig_of(dut)
    for m, t in cases():
        pairs, word = rig.pairs_with_codeword(m, t)
        errors = rig.points(m, t)
        word[errors] ^= 1
        roots, recheck = await decode(rig, m, t, pairs, word, between=True)
        assert np.array_equal(np.flatnonzero(roots), np.sort(errors)) and recheck, f"m={m} t={t}"
        junk = rig.rng.integers(0, 2, 1 << m).astype(np.uint16)
        await decode(rig, m, t, pairs, junk, between=True)


@cocotb.test()
async def recheck_rejects_t_minus_1_errors_when_zero_is_in_the_support(dut):
    rig = await rig_of(dut)
    for m, t in cases():
        pairs, codeword = rig.pairs_with_codeword(m, t)
        errors = 1 + rig.rng.choice((1 << m) - 1, t - 1, replace=False)
        word = codeword.copy()
        word[errors] ^= 1
        roots, recheck = await decode(rig, m, t, pairs, word)
        assert roots.sum() == t and roots[0] == 1 and not recheck, f"m={m} t={t}"


@cocotb.test()
async def zero_word_has_the_one_root_zero(dut):
    """Locator Z^t; the flag tells whether the point 0 has a weight."""
    rig = await rig_of(dut)
    for m, t in cases():
        pairs, nothing = rig.random_pairs(m, 1 << m), np.zeros(1 << m, dtype=np.uint16)
        for weight in (1, 0):
            pairs.weight[0] = weight
            roots, recheck = await decode(rig, m, t, pairs, nothing)
            assert np.flatnonzero(roots).tolist() == [0] and recheck == (weight == 0), f"{m} {t}"


@cocotb.test()
async def recheck_of_random_words_agrees_with_the_model(dut):
    rig = await rig_of(dut)
    for m, t in cases():
        pairs = rig.random_pairs(m, 1 << m)
        await decode(rig, m, t, pairs, rig.rng.integers(0, 2, 1 << m).astype(np.uint16))


@cocotb.test()
async def cycles_do_not_depend_on_data(dut):
    rig = await rig_of(dut)
    m, t = cases()[0]
    seen = set()
    for fill in (0, 1, 2):
        pairs, word = rig.random_pairs(m, 1 << m), rig.random_word()
        coefficients = rig.rng.integers(0, 1 << m, t + 1).astype(np.uint16)
        if fill < 2:
            pairs = Pairs(pairs.pos * 0 + (0xFFFF if fill else 0), pairs.weight * 0 + fill)
            word, coefficients = word * 0 + fill, coefficients * 0 + fill
        _, syn_cycles = await rig.esyn(m, 1 << m, t, pairs, word, gap=64)
        _, _, root_cycles = await rig.eroot(m, t, coefficients)
        _, value_cycles = await rig.eval(m, t, coefficients, gap=64)
        seen.add((syn_cycles, root_cycles, value_cycles))
        await rig.reset()  # also restarts the pattern of the pauses
    assert len(seen) == 1, seen


@cocotb.test()
async def run_after_a_kill_is_right(dut):
    """rst_n in any phase of a run leaves the unit idle, and the next decode is right."""
    rig = await rig_of(dut)
    m, t = cases()[-1]
    lengths = {ESYN: esyn_cycles, EROOT: eroot_cycles, EVAL: eval_cycles}
    for op, length in ((op, of(rig, m, t)) for op, of in lengths.items()):
        for share in (0.01, 0.3, 0.8, 0.97):
            await rig.launch(op, m, 1 << m, t, gap=20)
            await ClockCycles(dut.clk, 1 + int(share * length))
            assert int(dut.busy_o.value) == 1
            await rig.reset()
            await ClockCycles(dut.clk, 2)
            assert int(dut.busy_o.value) == 0 and int(dut.fault_o.value) == 0
        pairs, codeword = rig.pairs_with_codeword(m, t)
        codeword[rig.points(m, t)] ^= 1
        roots, recheck = await decode(rig, m, t, pairs, codeword)
        assert roots.sum() == t and recheck
        coefficients = polynomials(rig, m, t)[0]
        got, _ = await rig.eval(m, t, coefficients)
        assert np.array_equal(got, values_of(basis(m), coefficients, rig.build.levels))


@cocotb.test()
async def wipe_leaves_nothing_to_evaluate(dut):
    """After a wipe all weights and sums are 0: any roots pass the re-check. Killed wipes too."""
    rig = await rig_of(dut)
    for m, t in (cases()[0], cases()[-1]):
        pairs = rig.random_pairs(m, 1 << m)
        everywhere = np.ones(1 << m, dtype=np.uint16)
        await decode(rig, m, t, pairs, everywhere)
        await rig.esyn(m, 1 << m, t, pairs, rig.random_word())
        await rig.pulse("wipe_i")
        await ClockCycles(dut.clk, 100)
        await rig.reset()
        cycles = await rig.wipe()
        size = 1 << rig.build.levels
        points = (1 << rig.build.m_max) // rig.build.points
        assert cycles <= points + 6 * size // rig.build.points + 50, f"{cycles} cycles"
        _, recheck, _ = await rig.eroot(m, t, np.zeros(t + 1, dtype=np.uint16))
        assert recheck, f"m={m} t={t}"
        await FallingEdge(dut.clk)


@cocotb.test(skip=os.environ.get("DUMP") != "1")
async def wipe_clears_every_memory_and_register(dut):
    """The whole state, read from the simulator, before and after."""
    rig = await rig_of(dut)
    m, t = cases()[0]
    pairs = rig.random_pairs(m, 1 << m)
    for stop in (None, 30, 150):
        await decode(rig, m, t, pairs, rig.rng.integers(0, 2, 1 << m).astype(np.uint16))
        await rig.eval(m, t, polynomials(rig, m, t)[0])
        if stop is not None:
            await rig.load(pairs.chunks(rig.build.points, 0), rig.random_word(), [])
            await rig.launch(ESYN, m, 1 << m, t)
            await ClockCycles(dut.clk, stop)
            await rig.reset()
        before = secrets_not_zero(dut.u_eval)
        assert len(before) > 25, before
        await rig.wipe()
        assert secrets_not_zero(dut.u_eval) == []
