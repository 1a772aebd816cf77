# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the register block: AXI4-Lite protocol, refused accesses, interrupt, commands."""

from __future__ import annotations

import itertools
import logging
import os
import random
from collections.abc import Iterator
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import Combine, RisingEdge
from cocotbext.axi import AxiLiteBus, AxiLiteMaster

from axi_monitor import AxiLiteMonitor
from axil_bench import (
    ABORT,
    ADDR,
    BASE,
    CODE,
    DEPTH,
    REGS,
    RESET,
    START,
    WIPE,
    WORD,
    begin,
    end,
    mask,
    reset_word,
    rng_for,
    snapshot,
    take_bus_error,
)
from axil_core_stub import LATENCY, CoreStub
from axil_raw import OKAY, SLVERR, RawMaster

LOCKED = [n for n, r in REGS.items() if r.get_property("locked_while_running")]
WRITABLE = [n for n in REGS if any(mask(n, kind) for kind in ("RW", "WO", "W1C", "WC"))]


async def refused(bus: RawMaster, access: Any, code: str, addr: int) -> None:
    """Await an access that must be answered SLVERR and recorded with `code` and `addr`."""
    answer = await access
    assert answer in (SLVERR, (SLVERR, 0)), f"{addr:04x}: answered {answer}"
    assert await take_bus_error(bus) == (CODE[code], addr)


# Refused accesses.


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def every_unmapped_word_of_the_address_space_is_refused(dut: Any) -> None:
    bus, core, _ = await begin(dut, "unmapped")
    mapped = {*ADDR.values(), *range(BASE, BASE + 4 * DEPTH, 4)}
    space: set[int] = set(range(0, 1 << 16, 4))
    if os.environ.get("EXHAUSTIVE") != "1":
        end_of_window = BASE + 4 * DEPTH
        space &= {*range(0, 0x200, 4), *(1 << i for i in range(2, 16)), end_of_window, 0xFFFC,
                  *(a ^ 1 << i for a in ADDR.values() for i in range(7, 16))}
    dut.s_axil_rready.value = dut.s_axil_bready.value = 1
    dut.s_axil_wdata.value, dut.s_axil_wstrb.value = WORD, 15
    for addr in sorted(space - mapped):
        dut.s_axil_araddr.value = dut.s_axil_awaddr.value = addr
        dut.s_axil_arvalid.value = dut.s_axil_awvalid.value = dut.s_axil_wvalid.value = 1
        await RisingEdge(dut.clk)
        dut.s_axil_arvalid.value = dut.s_axil_awvalid.value = dut.s_axil_wvalid.value = 0
        resps = []
        for _ in range(LATENCY + 3):
            await RisingEdge(dut.clk)
            for channel in "rb":
                if int(bus.sig(channel + "valid").value):
                    resps.append(int(bus.sig(channel + "resp").value))
        assert resps == [SLVERR, SLVERR], f"{addr:04x}"
    dut.s_axil_rready.value = dut.s_axil_bready.value = 0
    assert not core.imem and not any(core.pulses.values())
    await end(dut, core, queued=3)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def the_instruction_window_ends_at_num_inst(dut: Any) -> None:
    bus, core, rng = await begin(dut, "window")
    for index in (0, 1, DEPTH // 2, DEPTH - 1):
        value = rng.getrandbits(32)
        assert await bus.write(BASE + 4 * index, value) == OKAY
        assert core.imem[index] == value
        assert await bus.read(BASE + 4 * index) == (OKAY, value)
    stored = dict(core.imem)
    for addr in (BASE - 4, *([BASE + 4 * DEPTH] if DEPTH < 4096 else []), 0x8000, 0xFFFC):
        await refused(bus, bus.read(addr), "BAD_ADDRESS", addr)
        await refused(bus, bus.write(addr, WORD), "BAD_ADDRESS", addr)
    assert core.imem == stored
    await end(dut, core)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def a_partial_strobe_is_refused_everywhere_and_has_no_effect(dut: Any) -> None:
    bus, core, _ = await begin(dut, "strobe")
    assert await bus.write(BASE, 0x12345678) == OKAY
    for addr in (*(ADDR[n] for n in WRITABLE), BASE):
        for strobe in range(15):
            await refused(bus, bus.write(addr, WORD, strobe), "PARTIAL_STROBE", addr)
    assert await snapshot(bus) == {name: reset_word(name) for name in REGS}
    assert core.imem == {0: 0x12345678} and not any(core.pulses.values())
    await end(dut, core)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def start_and_wipe_are_refused_while_busy(dut: Any) -> None:
    bus, core, _ = await begin(dut, "start busy")
    for running, wiping, command in itertools.product((0, 1), (0, 1), (START, WIPE)):
        dut.running_i.value, dut.wiping_i.value = running, wiping
        before = len(core.pulses["start_o"]) + len(core.pulses["wipe_o"])
        if running or wiping:
            await refused(bus, bus.write(ADDR["CTRL"], command), "START_BUSY", ADDR["CTRL"])
            assert len(core.pulses["start_o"]) + len(core.pulses["wipe_o"]) == before
    await end(dut, core)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def locked_registers_and_instruction_memory_are_refused_while_running(dut: Any) -> None:
    bus, core, _ = await begin(dut, "locked")
    assert sorted(LOCKED) == ["PARAM_M", "PARAM_N", "PARAM_T", "START_PC"]
    assert await bus.write(BASE, 0xC0DE) == OKAY
    dut.running_i.value = 1
    before = await snapshot(bus)
    for addr in (*(ADDR[n] for n in LOCKED), BASE, BASE + 4 * (DEPTH - 1)):
        await refused(bus, bus.write(addr, WORD), "WRITE_BUSY", addr)
    await refused(bus, bus.read(BASE), "WRITE_BUSY", BASE)
    assert await snapshot(bus) == before and core.imem == {0: 0xC0DE}
    for name in set(WRITABLE) - set(LOCKED) - {"CTRL"}:
        assert await bus.write(ADDR[name], 0) == OKAY, name
    dut.running_i.value = 0
    assert await bus.read(BASE) == (OKAY, 0xC0DE)
    await end(dut, core)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_wipe_locks_neither_parameters_nor_instruction_memory(dut: Any) -> None:
    bus, core, _ = await begin(dut, "wiping")
    dut.wiping_i.value = 1
    for index in range(8):
        assert await bus.write(BASE + 4 * index, index) == OKAY
    assert core.imem == {i: i for i in range(8)}
    for name in LOCKED:
        assert await bus.write(ADDR[name], 1) == OKAY
    await end(dut, core)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def the_machine_is_locked_from_the_write_of_start_on(dut: Any) -> None:
    """The core raises running_i a cycle after start_o; the register block must not wait for it."""
    bus, core, _ = await begin(dut, "window of start")
    dut.s_axil_bready.value = 1
    for addr, data in ((ADDR["CTRL"], START), (ADDR["CTRL"], START), (ADDR["PARAM_N"], 5)):
        dut.s_axil_wdata.value, dut.s_axil_wstrb.value = data, 15
        dut.s_axil_wvalid.value = 1
        await bus.send("aw", awaddr=addr)
        dut.s_axil_wvalid.value = 0
    await bus.edges(8)
    dut.s_axil_bready.value = 0
    assert len(core.pulses["start_o"]) == 1
    assert await take_bus_error(bus) == (CODE["START_BUSY"], ADDR["CTRL"])
    assert (await bus.read(ADDR["PARAM_N"]))[1] == reset_word("PARAM_N")
    await end(dut, core, queued=1)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def address_is_judged_before_strobes_and_strobes_before_state(dut: Any) -> None:
    bus, core, _ = await begin(dut, "order")
    dut.running_i.value = 1
    await refused(bus, bus.write(ADDR["ID"], 0, 3), "BAD_ADDRESS", ADDR["ID"])
    await refused(bus, bus.write(BASE, 0, 3), "PARTIAL_STROBE", BASE)
    await refused(bus, bus.write(ADDR["CTRL"], START, 1), "PARTIAL_STROBE", ADDR["CTRL"])
    await end(dut, core)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def bus_error_keeps_the_first_misuse_until_it_is_cleared(dut: Any) -> None:
    bus, core, _ = await begin(dut, "first")
    assert (await bus.read(0x1234))[0] == SLVERR
    assert await bus.write(ADDR["ID"], 0) == SLVERR
    assert await bus.write(ADDR["BUS_ERROR"], 0, 7) == SLVERR
    first = 0x1234 << 16 | CODE["BAD_ADDRESS"]
    assert await bus.read(ADDR["BUS_ERROR"]) == (OKAY, first)
    assert await bus.write(ADDR["BUS_ERROR"], 0) == OKAY
    assert await bus.read(ADDR["BUS_ERROR"]) == (OKAY, 0)
    assert await bus.write(ADDR["TIMEOUT"] + 1, 0, 1) == SLVERR
    later = ADDR["TIMEOUT"] + 1 << 16 | CODE["PARTIAL_STROBE"]
    assert await bus.read(ADDR["BUS_ERROR"]) == (OKAY, later)
    await end(dut, core)


# Commands and interrupt.


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def of_several_commands_only_the_strongest_is_carried_out(dut: Any) -> None:
    bus, core, _ = await begin(dut, "commands")
    strongest = [(RESET, "soft_reset_o"), (ABORT, "abort_o"), (WIPE, "wipe_o"),
                 (START, "start_o")]
    for word in range(1, 16):
        before = {name: len(seen) for name, seen in core.pulses.items()}
        assert await bus.write(ADDR["CTRL"], word) == OKAY
        await bus.edges(2)
        changed = [n for n, seen in core.pulses.items() if len(seen) != before[n]]
        assert changed == [next(pulse for bit, pulse in strongest if word & bit)]
        await bus.write(ADDR["CTRL"], RESET)
        await bus.edges(3)
    await end(dut, core)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_soft_reset_drops_job_and_results_but_no_setting(dut: Any) -> None:
    bus, core, _ = await begin(dut, "soft reset")
    settings = [n for n in REGS if mask(n, "RW")]
    for name in settings:
        assert await bus.write(ADDR[name], 5) == OKAY
    await bus.write(ADDR["CTRL"], START)
    dut.done_i.value, dut.err_code_i.value, dut.err_pc_i.value = 1, 9, 77
    await bus.edges(1)
    dut.done_i.value = 0
    assert (await bus.read(ADDR["ERROR"]))[1] == 77 << 16 | 9
    await bus.write(ADDR["CTRL"], RESET)
    values = await snapshot(bus)
    assert [values[n] for n in ("STATUS", "ERROR", "IRQ_STATUS")] == [0, 0, 0]
    assert all(values[n] == 5 & mask(n, "RW") for n in settings)
    # The end of the dropped job, should the core still report it, is not an event.
    dut.done_i.value = 1
    await bus.edges(1)
    dut.done_i.value = 0
    assert (await bus.read(ADDR["IRQ_STATUS"]))[1] == 0
    await end(dut, core)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def the_interrupt_is_the_level_of_enabled_events(dut: Any) -> None:
    bus, core, _ = await begin(dut, "irq")
    for enable, events in itertools.product(range(4), repeat=2):
        await bus.write(ADDR["IRQ_STATUS"], WORD)
        await bus.write(ADDR["IRQ_ENABLE"], enable)
        await bus.write(ADDR["IRQ_TEST"], events)
        for _ in range(10):
            await RisingEdge(dut.clk)
            assert bool(int(dut.irq_o.value)) == bool(enable & events)
        await bus.write(ADDR["IRQ_STATUS"], events)
        await bus.edges(1)
        assert not int(dut.irq_o.value)
    await end(dut, core)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_job_raises_done_and_error_when_it_failed(dut: Any) -> None:
    bus, core, _ = await begin(dut, "job irq")
    await bus.write(ADDR["IRQ_ENABLE"], 3)
    for code in (0, 8):
        job = cocotb.start_soon(core.run_job(5, code))
        await bus.write(ADDR["CTRL"], START)
        await job
        await bus.edges(2)
        assert int(dut.irq_o.value)
        assert (await bus.read(ADDR["IRQ_STATUS"]))[1] == (3 if code else 1)
        await bus.write(ADDR["IRQ_STATUS"], 3)
    await end(dut, core)


@cocotb.test(timeout_time=4, timeout_unit="ms")
async def an_event_at_any_cycle_around_its_clear_is_not_lost(dut: Any) -> None:
    bus, core, _ = await begin(dut, "race")
    for distance in range(8):
        await bus.write(ADDR["IRQ_STATUS"], 3)
        await bus.write(ADDR["CTRL"], START)
        seen = len(core.pulses["done_i"])
        clear = cocotb.start_soon(bus.write(ADDR["IRQ_STATUS"], 1))
        await bus.edges(distance)
        dut.done_i.value = 1
        await bus.edges(1)
        dut.done_i.value = 0
        await clear
        await bus.edges(2)
        # Carried out two cycles after the handshake, which is in the first cycle: an event before
        # is older than the clear; one in the same cycle or later must survive.
        assert len(core.pulses["done_i"]) == seen + 1
        assert (await bus.read(ADDR["IRQ_STATUS"]))[1] == int(distance >= 2), distance
    await end(dut, core)


# Protocol.


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def write_address_and_data_may_come_in_any_order(dut: Any) -> None:
    bus, core, rng = await begin(dut, "order of channels")
    for aw_delay, w_delay in itertools.product(range(7), repeat=2):
        value = rng.getrandbits(17)
        address = cocotb.start_soon(bus.send("aw", aw_delay, awaddr=ADDR["PARAM_N"]))
        data = cocotb.start_soon(bus.send("w", w_delay, wdata=value, wstrb=15))
        assert await bus.take("b") == (OKAY, 0)
        await Combine(address, data)
        assert await bus.read(ADDR["PARAM_N"]) == (OKAY, value)
    await end(dut, core)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_stalled_response_holds_while_the_machine_changes(dut: Any) -> None:
    """`RawMaster.take` fails when a response changes; the stub stirs everything underneath."""
    bus, core, rng = await begin(dut, "stall")

    async def stir() -> None:
        while True:
            await RisingEdge(dut.clk)
            dut.running_i.value, dut.wiping_i.value = rng.getrandbits(1), rng.getrandbits(1)

    noise = cocotb.start_soon(stir())
    for stall in (0, 1, 2, 3, 20):
        for addr, resp in ((ADDR["ID"], OKAY), (ADDR["STATUS"], OKAY), (0x1000, SLVERR)):
            assert (await bus.read(addr, stall))[0] == resp
            assert await bus.write(ADDR["TIMEOUT"] if resp == OKAY else addr, 1, 15, stall) == resp
    noise.cancel()
    dut.running_i.value = dut.wiping_i.value = 0
    await end(dut, core)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_stalled_direction_does_not_stop_the_other(dut: Any) -> None:
    bus, core, _ = await begin(dut, "independent")
    await bus.send("ar", araddr=ADDR["ID"])
    for value in range(5):
        assert await bus.write(ADDR["TIMEOUT"], value) == OKAY
    assert await bus.take("r") == (OKAY, reset_word("ID"))
    writing = cocotb.start_soon(bus.write(ADDR["TIMEOUT"], 9, 15, 60))
    for _ in range(5):
        assert await bus.read(ADDR["VERSION"]) == (OKAY, reset_word("VERSION"))
    assert await writing == OKAY
    await end(dut, core, queued=3)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def back_to_back_accesses_take_three_cycles_each(dut: Any) -> None:
    bus, core, _ = await begin(dut, "throughput")
    count = 40
    dut.s_axil_bready.value = dut.s_axil_rready.value = 1
    dut.s_axil_wstrb.value = 15
    first = core.cycle
    for index in range(count):
        dut.s_axil_wdata.value, dut.s_axil_wvalid.value = index, 1
        await bus.send("aw", awaddr=BASE + 4 * index)
    dut.s_axil_wvalid.value = 0
    assert core.cycle - first <= 3 * count
    await bus.edges(6)
    assert core.imem == {i: i for i in range(count)}
    first, answers = core.cycle, 0
    for index in range(count):
        await bus.send("ar", araddr=BASE + 4 * index)
    assert core.cycle - first <= 3 * count
    for _ in range(6):
        await RisingEdge(dut.clk)
        answers += int(dut.s_axil_rvalid.value)
    assert answers >= 1
    dut.s_axil_bready.value = dut.s_axil_rready.value = 0
    await end(dut, core, queued=1)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def reads_and_writes_share_the_registers_evenly(dut: Any) -> None:
    bus, core, _ = await begin(dut, "fair")
    dut.s_axil_awaddr.value, dut.s_axil_araddr.value = ADDR["TIMEOUT"], ADDR["ID"]
    dut.s_axil_wdata.value, dut.s_axil_wstrb.value = 1, 15
    for name in ("awvalid", "wvalid", "arvalid", "bready", "rready"):
        bus.sig(name).value = 1
    answers = {"b": 0, "r": 0}
    for _ in range(100):
        await RisingEdge(dut.clk)
        for channel in answers:
            answers[channel] += int(bus.sig(channel + "valid").value)
    assert min(answers.values()) >= 15, answers
    # A request offered stays until it is taken, then both directions run dry.
    for name in ("aw", "w", "ar"):
        await bus.send(name)
    await bus.edges(10)
    dut.s_axil_bready.value = dut.s_axil_rready.value = 0
    await end(dut, core, queued=4)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def nothing_is_accepted_or_answered_in_reset(dut: Any) -> None:
    bus, core, _ = await begin(dut, "reset")
    await bus.send("ar", araddr=ADDR["ID"])
    await bus.send("aw", awaddr=ADDR["TIMEOUT"])
    dut.rst_n.value = 0
    await bus.edges(2)
    for _ in range(4):
        await RisingEdge(dut.clk)
        names = ("awready", "wready", "arready", "bvalid", "rvalid")
        assert [int(bus.sig(n).value) for n in names] == [0] * 5
    dut.rst_n.value = 1
    await bus.edges(3)
    assert await bus.write(ADDR["TIMEOUT"], 3) == OKAY
    assert (await bus.read(ADDR["TIMEOUT"]))[1] == 3
    await end(dut, core)


def pauses(rng: random.Random, share: float) -> Iterator[bool]:
    """Yield an endless pause pattern in which `share` of the cycles are pauses."""
    while True:
        yield rng.random() < share


@cocotb.test(timeout_time=10, timeout_unit="ms")
@cocotb.parametrize(share=[0.0, 0.3, 0.8])
async def concurrent_reads_and_writes_with_pauses_on_all_channels(dut: Any, share: float) -> None:
    rng = rng_for(f"traffic {share}")
    Clock(dut.clk, 10, "ns", impl="gpi").start(start_high=False)
    dut.rst_n.value = 0
    core = CoreStub(dut, DEPTH, rng)
    logging.getLogger(f"cocotb.{dut._name}.s_axil").setLevel(logging.WARNING)
    bus = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst_n,
                        reset_active_level=False)
    monitor = AxiLiteMonitor(dut, "s_axil", dut.clk, dut.rst_n)
    write, read = bus.write_if, bus.read_if
    for channel in (write.aw_channel, write.w_channel, write.b_channel, read.ar_channel,
                    read.r_channel):
        channel.set_pause_generator(pauses(rng, share))
    for _ in range(4):
        await RisingEdge(dut.clk)
    dut.rst_n.value = 1
    half = DEPTH // 2
    words = [rng.getrandbits(32) for _ in range(half)]
    image = b"".join(w.to_bytes(4, "little") for w in words)
    assert (await bus.write(BASE, image)).resp == OKAY
    # The lower half is read while the upper half is written; errors are strewn between.
    reads = [cocotb.start_soon(bus.read(BASE + 4 * i, 4)) for i in range(half)]
    writes = [cocotb.start_soon(bus.write(BASE + 4 * (half + i), image[4 * i : 4 * i + 4]))
              for i in range(half)]
    bad = cocotb.start_soon(bus.read(0x2000, 4))
    for i, task in enumerate(reads):
        answer = await task
        assert (answer.resp, answer.data) == (OKAY, image[4 * i : 4 * i + 4])
    assert all([(await task).resp == OKAY for task in writes])
    assert (await bad).resp == SLVERR
    assert core.imem == dict(enumerate(words + words))
    for name, addr in ADDR.items():
        if name != "BUS_ERROR":
            assert int.from_bytes((await bus.read(addr, 4)).data, "little") == reset_word(name)
    monitor.stop()
    assert monitor.reads == half + len(ADDR)
