# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the poly_unit bench."""

import os

import cocotb

from mce.field import field
from mce.goppa import berlekamp_massey, berlekamp_massey_reformulated
from poly_bench import OP_PBM, PolyBench, linear_complexity, power_sums, report, secret_state

FULL = int(os.environ["T_MAX"]) == 128


async def bench_of(dut):
    bench = PolyBench(dut)
    await bench.start()
    return bench


# ---- Berlekamp-Massey ----------------------------------------------------------------------------

def decodable(bench, t, weight, zero=False):
    """2t power sums of `weight` distinct elements, 0 among them if `zero`."""
    f = field(bench.m)
    elements = bench.rng.sample(range(1, f.q), weight)
    if zero:
        elements[0] = 0
    weights = [bench.rng.randrange(1, f.q) for _ in elements]
    return power_sums(f, elements, weights, 2 * t)


def arbitrary(bench, t):
    """2t values of any kind: random, sparse, few values, s_0 = 1."""
    rng, q = bench.rng, 1 << bench.m
    density = rng.choice([0.1, 0.4, 0.8, 1.0])
    top = rng.choice([2, q])
    s = [rng.randrange(top) if rng.random() < density else 0 for _ in range(2 * t)]
    if rng.random() < 0.3:
        s[0] = 1
    return s


def expected(bench, s, t):
    """Locator by the reference's rule; for an undecodable word of high complexity, where the
    reference drops terms, by the two-array form of the model."""
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
async def locator_of_decodable_words(dut):
    """Every t and field of a small build; 0..t errors, also at the element 0."""
    bench = await bench_of(dut)
    for m in bench.fields:
        bench.use_field(m)
        room = (1 << m) - 1
        for t in {2, 64, 119, 128} if FULL else {2, max(2, bench.t_max - 1), bench.t_max}:
            for weight in (t,) if FULL else (1, t - 1, t):
                if weight <= room:
                    await check_pbm(bench, decodable(bench, t, weight), t)
            await check_pbm(bench, decodable(bench, t, min(t, room), zero=True), t)


@cocotb.test()
async def locator_of_arbitrary_sequences(dut):
    bench = await bench_of(dut)
    for _ in range(12 if FULL else 40):
        bench.use_field(bench.rng.choice(bench.fields))
        t = bench.rng.choice((119, 128)) if FULL else bench.rng.randint(2, bench.t_max)
        await check_pbm(bench, arbitrary(bench, t), t)


@cocotb.test()
async def locator_of_special_sequences(dut):
    """All zero gives Z^t; s_0 = 1 with nothing else; a late first non-zero; constant ones."""
    bench = await bench_of(dut)
    t = bench.t_max
    assert (await check_pbm(bench, [0] * 2 * t, t))[:t + 1] == [0] * t + [1]
    for s in ([1] + [0] * (2 * t - 1), [0] * (2 * t - 1) + [1], [1] * 2 * t,
              [0] * (t - 1) + [1] + [0] * t, [1, 0] * t):
        await check_pbm(bench, s, t)


@cocotb.test()
async def pbm_cycles_depend_on_t_alone(dut):
    bench = await bench_of(dut)
    t = bench.t_max
    counts = set()
    for s in ([0] * 2 * t, [1] * 2 * t, bench.poly(2 * t), decodable(bench, t, min(t, 5))):
        counts.add((await bench.pbm(s, t))[1])
    assert counts == {bench.pbm_cycles(t)}
    if FULL:
        assert bench.pbm_cycles(128) <= 3900
    report(f"pbm t={t} F={bench.F}: {bench.pbm_cycles(t)} cycles")


@cocotb.test()
async def pbm_leaves_other_registers_and_unreversed_copy_in_p1(dut):
    """p4 and up keep their contents; p1 holds C_0..C_t."""
    bench = await bench_of(dut)
    kept = {reg: bench.poly(bench.rcap) for reg in range(4, bench.regs)}
    for reg, words in kept.items():
        await bench.pld(reg, words)
    t = bench.t_max
    locator = await check_pbm(bench, arbitrary(bench, t), t)
    assert await bench.xr(1, t + 1) == locator[t::-1]
    for reg, words in kept.items():
        assert (await bench.pst(reg, bench.rcap))[0] == words


@cocotb.test()
async def syndromes_by_pld_and_locator_by_pst(dut):
    """The way of a program that has the syndromes itself."""
    bench = await bench_of(dut)
    t = bench.t_max
    s = arbitrary(bench, t)
    await bench.pld(0, s)
    await bench.issue(OP_PBM, t=t)
    await bench.idle(20000)
    assert (await bench.pst(0, bench.rcap, idle=0.3))[0] == expected(bench, s, t)


# ---- Loads and stores ----------------------------------------------------------------------------

def lengths(bench):
    """Every length of a register, of a large one the corners, and some that run on into p+2."""
    one, both = bench.rcap, 2 * bench.rcap
    within = [1, 2, 3, 4, 5, 16, 17, 18, 128, 129, one] if FULL else range(1, one + 1)
    return sorted({*within, one + 1, 2 * bench.t_max + 1, both - 1, both})


@cocotb.test()
async def what_pld_loads_pst_stores(dut):
    """All lengths with pauses on both sides; the rest of the touched registers is zero."""
    bench = await bench_of(dut)
    for length in lengths(bench):
        long = length > bench.rcap
        reg = bench.rng.randrange(bench.regs - 2 if long else bench.regs)
        whole = bench.rcap * (2 if long else 1)
        await bench.pld(reg, bench.poly(whole), idle=0.3)
        words = bench.poly(length)
        await bench.pld(reg, words, idle=0.4, garbage=(1 << 64) - 1)
        assert (await bench.pst(reg, whole, idle=0.4))[0] == words + [0] * (whole - length)
        assert (await bench.pst(reg, length, idle=0.4))[0] == words


@cocotb.test()
async def registers_are_independent(dut):
    bench = await bench_of(dut)
    content = {reg: bench.poly(bench.rcap) for reg in range(bench.regs)}
    for reg in bench.rng.sample(range(bench.regs), bench.regs):
        await bench.pld(reg, content[reg])
    for reg, words in content.items():
        assert (await bench.pst(reg, bench.rcap))[0] == words


@cocotb.test()
async def bits_above_the_field_are_ignored(dut):
    bench = await bench_of(dut)
    for m in bench.fields:
        bench.use_field(m)
        words = [bench.rng.randrange(1 << 16) for _ in range(bench.rcap)]
        await bench.pld(1, words)
        assert (await bench.pst(1, bench.rcap))[0] == [w % (1 << m) for w in words]


@cocotb.test()
async def streams_run_at_one_coefficient_a_cycle(dut):
    """Without pauses: pld takes F + len + 3 cycles from start to done, pst len + 4."""
    bench = await bench_of(dut)
    for length in lengths(bench):
        words = bench.poly(length)
        clear = bench.F * (2 if length > bench.rcap else 1)
        assert await bench.pld(0, words) == clear + length + 3, f"pld {length}"
        got, cycles = await bench.pst(0, length)
        assert (got, cycles) == (words, length + 4), f"pst {length}"


@cocotb.test()
async def xw_and_xr_move_a_coefficient_a_cycle(dut):
    """With gaps and without, running on into p+2; the latency of xr is asserted in the driver."""
    bench = await bench_of(dut)
    for gap in (0.0, 0.5):
        for length in (1, 2, bench.rcap - 1, bench.rcap, bench.rcap + 1, 2 * bench.rcap):
            reg = bench.rng.randrange(bench.regs - 2)
            before = bench.poly(2 * bench.rcap)
            await bench.xw(reg, before, gap)
            words = bench.poly(length)
            await bench.xw(reg, words, gap)
            await bench.cycles(2)
            assert await bench.xr(reg, 2 * bench.rcap) == words + before[length:]
            assert await bench.xr(reg, length) == words


# ---- Killing and wiping --------------------------------------------------------------------------

@cocotb.test()
async def reset_ends_an_instruction_and_the_next_one_is_right(dut):
    """One cycle of rst_n = 0 at random cycles of pbm, pld and pst."""
    bench = await bench_of(dut)
    t = bench.t_max
    end = bench.pbm_cycles(t)
    points = [1, 2, 5, end - 3, end] + [bench.rng.randrange(1, end) for _ in range(5)]
    for op, when in [(0x22, p) for p in points] + [(0x20, 2), (0x20, bench.F + 3), (0x21, 6)]:
        s = arbitrary(bench, t)
        await bench.xw(0, s)
        await bench.issue(op, length=bench.rcap, t=t)
        dut.ck_valid_i.value = int(op == 0x20)
        await bench.cycles(when - 1)
        dut.rst_n.value = 0
        await bench.cycles()
        dut.rst_n.value, dut.ck_valid_i.value = 1, 0
        for name in ("busy_o", "done_o", "ck_ready_o", "out_valid_o", "out_data_o", "xr_valid_o"):
            assert int(getattr(dut, name).value) == 0, name
        words = bench.poly(bench.rcap)
        await bench.pld(1, words)
        assert (await bench.pst(1, bench.rcap))[0] == words
        await check_pbm(bench, arbitrary(bench, t), t)


@cocotb.test()
async def wipe_clears_every_register(dut):
    bench = await bench_of(dut)
    t = bench.t_max
    for reg in range(bench.regs):
        await bench.pld(reg, [bench.rng.randrange(1, 1 << bench.m) for _ in range(bench.rcap)])
    await bench.pbm(arbitrary(bench, t), t)
    await bench.wipe()
    for reg in range(bench.regs):
        assert (await bench.pst(reg, bench.rcap))[0] == [0] * bench.rcap


@cocotb.test(skip=os.environ.get("DUMP") != "1")
async def wipe_leaves_nothing_in_memories_and_data_registers(dut):
    """Every word of every memory and every data register, after work and after a killed pbm."""
    bench = await bench_of(dut)
    t = bench.t_max
    for kill in (False, True):
        for reg in range(bench.regs):
            await bench.pld(reg, [(1 << bench.m) - 1] * bench.rcap)
        s = bench.poly(2 * t)
        if kill:
            await bench.xw(0, s)
            await bench.issue(OP_PBM, t=t)
            await bench.cycles(bench.pbm_cycles(t) // 2)
            dut.rst_n.value = 0
            await bench.cycles()
            dut.rst_n.value = 1
        else:
            await bench.pbm(s, t)
        assert any(secret_state(dut, bench).values()), "the dump sees nothing"
        await bench.wipe()
        left = {name: value for name, value in secret_state(dut, bench).items() if value}
        assert not left, left
