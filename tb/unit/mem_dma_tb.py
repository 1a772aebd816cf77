# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the bench memory and its DMA channels."""

from __future__ import annotations

import logging
import os
import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge
from cocotbext.axi import AxiStreamBus, AxiStreamSink, AxiStreamSource

from axi_monitor import AxiStreamMonitor
from dma import DmaMemory

WIDTH = int(os.environ.get("WIDTH", "64"))
B = WIDTH // 8


def rng_for(name: str) -> random.Random:
    """Return the stimulus generator of one test, from the printed seed."""
    return random.Random(f"{os.environ.get('SEED', '1')}-{name}-{WIDTH}")


class Bench:
    """Memory, monitors on both streams, and cocotbext source and sink."""

    def __init__(self, dut: Any, **options: int) -> None:
        for name in ("m_axis", "s_axis"):
            logging.getLogger(f"cocotb.{dut._name}.{name}").setLevel(logging.WARNING)
        Clock(dut.clk, 10, "ns", impl="gpi").start(start_high=False)
        dut.rst_n.value = 0
        self.dut = dut
        self.memory = DmaMemory(dut, width=WIDTH, **options)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), dut.clk, dut.rst_n,
                                  reset_active_level=False)
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), dut.clk, dut.rst_n,
                                      reset_active_level=False)
        self.monitors = [AxiStreamMonitor(dut, name, dut.clk, dut.rst_n)
                         for name in ("m_axis", "s_axis")]

    async def start(self) -> None:
        """Leave reset."""
        await ClockCycles(self.dut.clk, 4)
        self.dut.rst_n.value = 1
        await ClockCycles(self.dut.clk, 2)

    async def stop(self) -> None:
        """Check that nothing is left over."""
        await ClockCycles(self.dut.clk, 4)
        assert self.sink.empty() and self.source.empty()
        for monitor in self.monitors:
            monitor.stop()


LENGTHS = (1, B - 1, B, B + 1, 2 * B, 3 * B + 1, 20 * B, 340)


@cocotb.test(timeout_time=2, timeout_unit="ms")
@cocotb.parametrize(gap=[0, 100], latency=[0, 30])
async def packets_leave_memory_as_they_were_loaded(dut: Any, gap: int, latency: int) -> None:
    bench, rng = Bench(dut, gap=gap, latency=latency, seed=7), rng_for("mm2s")
    await bench.start()
    image = rng.randbytes(1 << 12)
    await bench.memory.load(0, image)
    for length in LENGTHS:
        addr = rng.randrange(0, len(image) - length) // B * B
        await bench.memory.send(addr, length)
        frame = await bench.sink.recv()
        assert bytes(frame.tdata) == image[addr : addr + length], (addr, length)
    await bench.stop()
    assert bench.monitors[0].packets == list(LENGTHS)
    assert int(dut.mm2s_count_o.value) == len(LENGTHS)


@cocotb.test(timeout_time=2, timeout_unit="ms")
@cocotb.parametrize(gap=[0, 100], latency=[0, 30])
async def packets_arrive_in_memory_and_touch_nothing_else(dut: Any, gap: int,
                                                          latency: int) -> None:
    bench, rng = Bench(dut, gap=gap, latency=latency, seed=9), rng_for("s2mm")
    await bench.start()
    for length in LENGTHS:
        room = (length + B - 1) // B * B
        before, packet = rng.randbytes(room + 2 * B), rng.randbytes(length)
        await bench.memory.load(0, before)
        await bench.memory.receive(B, room)
        await bench.source.send(packet)
        assert await bench.memory.received() == length
        after = await bench.memory.read(0, len(before))
        assert after == before[:B] + packet + before[B + length :], length
    await bench.stop()


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def a_packet_longer_than_its_room_is_counted_but_not_stored(dut: Any) -> None:
    bench, rng = Bench(dut), rng_for("overflow")
    await bench.start()
    before, packet = rng.randbytes(8 * B), rng.randbytes(5 * B)
    await bench.memory.load(0, before)
    await bench.memory.receive(0, 2 * B)
    await bench.source.send(packet)
    assert await bench.memory.received() == 5 * B
    assert await bench.memory.read(0, 8 * B) == packet[: 2 * B] + before[2 * B :]
    await bench.stop()


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def queued_packets_leave_at_one_beat_a_cycle_without_a_bubble(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    await bench.memory.load(0, bytes(range(256)) * B)
    bench.sink.pause = True
    for _ in range(4):
        await bench.memory.send(0, 40 * B)
    bench.sink.pause = False
    await RisingEdge(dut.m_axis_tready)
    await ClockCycles(dut.clk, 160)
    await RisingEdge(dut.clk)
    assert bench.monitors[0].beats == 160
    for _ in range(4):
        await bench.sink.recv()
    await bench.stop()


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def queued_packets_arrive_at_one_beat_a_cycle_without_a_bubble(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    for k in range(4):
        await bench.memory.receive(k * 64 * B, 40 * B)
        await bench.source.send(bytes([k]) * (40 * B))
    while bench.monitors[1].beats == 0:
        await RisingEdge(dut.clk)
    first = bench.monitors[1].cycle
    while bench.monitors[1].beats < 160:
        await RisingEdge(dut.clk)
    assert bench.monitors[1].cycle - first <= 159
    assert [await bench.memory.received() for _ in range(4)] == [40 * B] * 4
    await bench.stop()


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def latency_is_the_cycles_from_descriptor_to_first_beat(dut: Any) -> None:
    bench = Bench(dut)
    await bench.start()
    await bench.memory.load(0, bytes(4 * B))
    seen = []
    for latency in (0, 1, 30, 200):
        bench.memory.tune(latency=latency, gap=0)
        await bench.memory.send(0, 4 * B)
        start = bench.monitors[0].cycle
        await RisingEdge(dut.m_axis_tvalid)
        seen.append(bench.monitors[0].cycle - start - latency)
        await bench.sink.recv()
    assert set(seen) == {seen[0]} and seen[0] <= 3
    await bench.stop()
