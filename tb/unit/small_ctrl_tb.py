# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of serial_mul, scalars, loop_stack, flags and watchdog."""

from __future__ import annotations

from typing import Any

import cocotb

from mce.isa.spec import load
from pins import Pins, often, reset, rng

ISA = load()
CORNERS = (0, 1, 2, 0xFFFF, 0x10000, 0x1FFFF)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def serial_mul_multiplies_in_18_cycles(dut: Any) -> None:
    """Modulo 2^32; done_o stands exactly 18 cycles after start_i, and not without one."""
    pins = Pins(dut, "mu_", ("start_i", "a_i", "b_i"), ("p_o", "done_o"))
    await reset(dut, pins)
    numbers = rng("mul")
    pairs = [(a, b) for a in CORNERS for b in CORNERS]
    pairs += [(numbers.getrandbits(17), numbers.getrandbits(17)) for _ in range(40)]
    for a, b in pairs:
        await pins.step(start_i=1, a_i=a, b_i=b)
        for cycle in range(1, 22):
            got = await pins.step(start_i=0, a_i=numbers.getrandbits(17), b_i=0)
            assert got.done_o == (cycle == 18)
            assert cycle < 18 or got.p_o == a * b % (1 << 32)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def serial_mul_forgets_a_product_at_reset_and_starts_anew_at_any_cycle(dut: Any) -> None:
    pins = Pins(dut, "mu_", ("start_i", "a_i", "b_i"), ("p_o", "done_o"))
    await reset(dut, pins)
    for wait in range(20):
        for again in (0, 1):
            await pins.step(start_i=1, a_i=99, b_i=77)
            for _ in range(wait):
                await pins.step(start_i=0)
            dut.rst_n.value = again
            await pins.step(start_i=again, a_i=12345, b_i=54321)
            dut.rst_n.value = 1
            seen = [await pins.step(start_i=0) for _ in range(24)]
            assert [i + 1 for i, got in enumerate(seen) if got.done_o] == ([18] if again else [])
            assert not again or seen[17].p_o == 12345 * 54321


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def scalars_have_the_values_of_the_specification(dut: Any) -> None:
    """s0..s7 from the expressions of isa.yml (17 bits), s8..s15 as last written."""
    pins = Pins(dut, "sc_", ("m_i", "n_i", "t_i", "mt_i", "ra_i", "rb_i", "we_i", "wd_i",
                             "wdata_i"), ("a_o", "b_o"))
    await reset(dut, pins)
    numbers = rng("scalars")
    free: dict[int, int] = {}
    sets = [(16, 65536, 2047), (4, 16, 2), (13, 8192, 128), (12, 3488, 64)]
    sets += [(m, numbers.randrange(1, 2**m + 1), numbers.randrange(2, 300)) for m in range(4, 17)]
    for m, n, t in sets:
        names = {"m": m, "n": n, "t": t}
        fixed = {s.number: eval(s.value.replace("^", "**"), {}, names) for s in ISA.scalars}
        for _ in range(60):
            ra, rb = numbers.randrange(16), numbers.randrange(16)
            write, number = often(numbers, 0.5), numbers.randrange(8)
            data = numbers.getrandbits(17)
            got = await pins.step(m_i=m, n_i=n, t_i=t, mt_i=m * t % 2**17, ra_i=ra, rb_i=rb,
                                  we_i=write, wd_i=number, wdata_i=data)
            for register, output in ((ra, got.a_o), (rb, got.b_o)):
                known = fixed[register] % 2**17 if register < 8 else free.get(register)
                assert known in {None, output}, (register, m, n, t)
            if write:
                free[8 + number] = data


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def loop_stack_equals_a_list(dut: Any) -> None:
    """Random pushes, steps and clears; a push never overflows, as the sequencer promises."""
    pins = Pins(dut, "ls_", ("clear_i", "push_i", "start_i", "end_i", "count_i", "next_pc_i",
                             "step_i"), ("full_o", "at_end_o", "again_o", "start_o"))
    await reset(dut, pins)
    numbers = rng("loops")
    stack: list[list[int]] = []
    for _ in range(3000):
        push = len(stack) < 2 and often(numbers, 0.2)
        step = not push and often(numbers, 0.7)
        clear = often(numbers, 0.02)
        start, end = numbers.getrandbits(13), numbers.choice((0, 5, 4096, 8191))
        count = numbers.choice((1, 1, 2, 3, 1 << 16, (1 << 17) - 1))
        next_pc = numbers.choice((0, 5, 4096, 8191, stack[-1][1] if stack else 1))
        got = await pins.step(clear_i=int(clear), push_i=int(push), start_i=start, end_i=end,
                              count_i=count, next_pc_i=next_pc, step_i=int(step))
        at_end = bool(stack) and stack[-1][1] == next_pc
        again = at_end and stack[-1][2] > 1
        assert (got.full_o, got.at_end_o, got.again_o) == (len(stack) == 2, at_end, again)
        assert not again or got.start_o == stack[-1][0]
        if clear:
            stack.clear()
        elif push:
            stack.append([start, end, count])
        elif step and again:
            stack[-1][2] -= 1
        elif step and at_end:
            stack.pop()


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def flags_equal_the_specification(dut: Any) -> None:
    """PADOK is 1 after a clear and only ever falls; every mask is answered."""
    pins = Pins(dut, "fl_", ("clear_i", "weight_we_i", "weight_i", "recheck_we_i", "recheck_i",
                             "equal_we_i", "equal_i", "drawn_we_i", "drawn_i", "padbad_i",
                             "mask_i"),
                ("flags_o", "all_set_o"))
    await reset(dut, pins)
    bit = {flag.name: 1 << flag.bit for flag in ISA.flags}
    numbers = rng("flags")
    await pins.step(clear_i=1)
    flags = bit["padok"]
    for cycle in range(2048):
        clear, weight_we, weight, recheck_we, recheck, equal_we, equal, drawn_we, drawn, pad = (
            often(numbers, share)
            for share in (0.1, 0.3, 0.5, 0.3, 0.5, 0.3, 0.5, 0.3, 0.5, 0.1))
        mask = cycle % 256
        got = await pins.step(clear_i=clear, weight_we_i=weight_we, weight_i=weight,
                              recheck_we_i=recheck_we, recheck_i=recheck, equal_we_i=equal_we,
                              equal_i=equal, drawn_we_i=drawn_we, drawn_i=drawn,
                              padbad_i=pad, mask_i=mask)
        assert (got.flags_o, got.all_set_o) == (flags, flags & mask == mask)
        if weight_we:
            flags = flags & ~bit["weight"] | bit["weight"] * weight
        if recheck_we:
            flags = flags & ~bit["recheck"] | bit["recheck"] * recheck
        if equal_we:
            flags = flags & ~bit["equal"] | bit["equal"] * equal
        if drawn_we:
            flags = flags & ~bit["drawn"] | bit["drawn"] * drawn
        if pad:
            flags &= ~bit["padok"]
        if clear:
            flags = bit["padok"]


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def watchdog_expires_after_exactly_limit_waiting_cycles(dut: Any) -> None:
    """In the cycle after; limits 1, around powers of two; then it counts again; 0 is off."""
    pins = Pins(dut, "wd_", ("waiting_i", "limit_i"), ("expired_o",))
    await reset(dut, pins)
    for limit in (1, 2, 3, 4, 5, 7, 8, 9, 16, 64, 255, 256, 257):
        await pins.step(waiting_i=0, limit_i=limit)
        seen = [(await pins.step(waiting_i=1)).expired_o for _ in range(2 * limit + 2)]
        assert [i for i, e in enumerate(seen) if e] == [
            limit * k for k in (1, 2, 3) if limit * k <= 2 * limit + 1]
        # One cycle without waiting starts the count anew.
        await pins.step(waiting_i=0)
        for _ in range(limit - 1):
            assert not (await pins.step(waiting_i=1)).expired_o
        assert not (await pins.step(waiting_i=0)).expired_o
    await pins.step(waiting_i=0, limit_i=0)
    assert not any([(await pins.step(waiting_i=1)).expired_o for _ in range(300)])


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def watchdog_obeys_a_limit_changed_while_counting(dut: Any) -> None:
    """Lowered below the count it expires at once, raised it waits longer; also from and to 0."""
    pins = Pins(dut, "wd_", ("waiting_i", "limit_i"), ("expired_o",))
    await reset(dut, pins)
    for first in (0, 64, 2**20, 2**32 - 1):
        for then in (0, 1, 8, 9, 10, 11, 12, 16):
            await pins.step(waiting_i=0, limit_i=first)
            for _ in range(10):
                assert not (await pins.step(waiting_i=1, limit_i=first)).expired_o
            seen = [(await pins.step(limit_i=then)).expired_o for _ in range(8)]
            wanted = max(then, 11) - 10 if then else None
            assert next((i for i, e in enumerate(seen) if e), None) == wanted, (first, then)
