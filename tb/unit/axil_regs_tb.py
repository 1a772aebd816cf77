# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the register block: every field of the RDL does what its description says."""

from __future__ import annotations

import itertools
from typing import Any

import cocotb
from cocotb.triggers import RisingEdge

import gen_regs
from axil_bench import (
    ADDR,
    CODE,
    REGS,
    RESET,
    START,
    STATUS,
    WORD,
    begin,
    end,
    field,
    mask,
    reset,
    reset_word,
    snapshot,
    take_bus_error,
)
from axil_raw import OKAY, SLVERR


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def every_register_has_its_reset_value(dut: Any) -> None:
    bus, core, _ = await begin(dut, "reset")
    assert await snapshot(bus) == {name: reset_word(name) for name in REGS}
    await end(dut, core)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def every_writable_field_keeps_what_is_written_and_nothing_else_changes(dut: Any) -> None:
    bus, core, rng = await begin(dut, "rw")
    expected = {name: reset_word(name) for name in REGS}
    for name in (n for n in REGS if mask(n, "RW")):
        patterns = [WORD, 0, *(1 << i for i in range(32)), rng.getrandbits(32)]
        for pattern in patterns:
            assert await bus.write(ADDR[name], pattern) == OKAY
            expected[name] = pattern & mask(name, "RW")
            assert (await bus.read(ADDR[name]))[1] == expected[name], (name, hex(pattern))
        assert await snapshot(bus) == expected, name
    await reset(dut)
    assert await snapshot(bus) == {name: reset_word(name) for name in REGS}
    await end(dut, core)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_write_to_a_read_only_register_is_refused(dut: Any) -> None:
    bus, core, _ = await begin(dut, "ro")
    only = [n for n in REGS if all(gen_regs.access(f) == "RO" for f in REGS[n].fields())]
    assert len(only) > 8
    for name in only:
        assert await bus.write(ADDR[name], WORD) == SLVERR, name
        assert await take_bus_error(bus) == (CODE["BAD_ADDRESS"], ADDR[name])
        assert (await bus.read(ADDR[name]))[1] == reset_word(name)
    await end(dut, core)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def every_write_only_field_reads_zero_and_acts_once(dut: Any) -> None:
    bus, core, _ = await begin(dut, "wo")
    write_only = {f"{n}.{f.inst_name}" for n in REGS for f in REGS[n].fields()
                  if gen_regs.access(f) == "WO"}
    acts = {"CTRL.start": "start_o", "CTRL.abort": "abort_o", "CTRL.wipe": "wipe_o",
            "CTRL.soft_reset": "soft_reset_o"}
    assert write_only == {*acts, "IRQ_TEST.done", "IRQ_TEST.error"}
    for command, pulse in acts.items():
        before = {name: len(seen) for name, seen in core.pulses.items()}
        assert await bus.write(ADDR["CTRL"], field(*command.split("."))) == OKAY
        await bus.edges(3)
        after = {name: len(seen) for name, seen in core.pulses.items()}
        assert after == {**before, pulse: before[pulse] + 1}, command
        assert await bus.read(ADDR["CTRL"]) == (OKAY, 0)
        await bus.write(ADDR["CTRL"], RESET)
        await bus.edges(3)
    assert await bus.write(ADDR["IRQ_TEST"], WORD) == OKAY
    assert await bus.read(ADDR["IRQ_TEST"]) == (OKAY, 0)
    await end(dut, core)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def every_write_one_to_clear_field_is_cleared_by_one_only(dut: Any) -> None:
    bus, core, _ = await begin(dut, "w1c")
    assert [n for n in REGS if mask(n, "W1C")] == ["IRQ_STATUS"]
    both = mask("IRQ_STATUS", "W1C")
    for start, clear in itertools.product(range(both + 1), repeat=2):
        await bus.write(ADDR["IRQ_STATUS"], WORD)
        await bus.write(ADDR["IRQ_TEST"], start)
        assert (await bus.read(ADDR["IRQ_STATUS"]))[1] == start
        await bus.write(ADDR["IRQ_STATUS"], clear | ~both & WORD)
        assert (await bus.read(ADDR["IRQ_STATUS"]))[1] == start & ~clear
    await end(dut, core)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def status_shows_busy_while_running_or_wiping(dut: Any) -> None:
    bus, core, _ = await begin(dut, "busy")
    for running, wiping in itertools.product((0, 1), repeat=2):
        dut.running_i.value, dut.wiping_i.value = running, wiping
        await bus.edges(1)
        expected = STATUS["busy"] * (running | wiping) + STATUS["wiping"] * wiping
        assert (await bus.read(ADDR["STATUS"]))[1] == expected
    await end(dut, core)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def the_result_of_a_job_is_kept_until_the_next_start(dut: Any) -> None:
    bus, core, rng = await begin(dut, "result")
    results = [(0, 0, 0), (0, 0, 1), *((1 << i, 1 << i, 1) for i in range(8)),
               *((5, 1 << i, 0) for i in range(8, 12)), (0xFF, 0xFFF, 1)]
    for code, pc, reject in results:
        job = cocotb.start_soon(core.run_job(rng.randrange(1, 20), code, pc, reject))
        assert await bus.write(ADDR["CTRL"], START) == OKAY
        values = await snapshot(bus)
        await job
        values = await snapshot(bus)
        # A verdict counts only for a program that reached its end.
        flags = STATUS["done"] + STATUS["error"] * bool(code)
        flags += STATUS["reject"] * (reject and not code)
        assert values["STATUS"] == flags
        assert values["ERROR"] == pc << 16 | code
        assert values["IRQ_STATUS"] & 1 and (values["IRQ_STATUS"] >> 1 & 1) >= bool(code)
    assert await bus.write(ADDR["CTRL"], START) == OKAY
    values = await snapshot(bus)
    assert (values["STATUS"], values["ERROR"]) == (STATUS["busy"], 0)
    await end(dut, core)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def the_counters_count_the_cycles_from_start_to_done(dut: Any) -> None:
    bus, core, rng = await begin(dut, "cycles")
    for length in (0, 1, 2, 37, 255, 256, 1000):
        job = cocotb.start_soon(core.run_job(length))
        await bus.write(ADDR["CTRL"], START)
        while not job.done():
            dut.stall_in_i.value = rng.getrandbits(1)
            dut.stall_out_i.value = rng.getrandbits(1)
            await RisingEdge(dut.clk)
        # Between jobs nothing counts.
        dut.stall_in_i.value = dut.stall_out_i.value = 1
        await bus.edges(5)
        values = await snapshot(bus)
        span = core.pulses["done_i"][-1] - core.pulses["start_o"][-1] + 1
        assert values["CYCLES"] == span
        assert [values["STALL_IN"], values["STALL_OUT"]] == core.stalls
    assert max(core.stalls) > 300
    await end(dut, core)
