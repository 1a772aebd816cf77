# SPDX-License-Identifier: Apache-2.0
"""The driver's bus straight on the ports of `mce_top`, by cocotbext-axi, and the bench around it.

The same driver class runs over this bus as over the one with a memory (tb/lib/fast_bus.py). Every
channel can pause at random; protocol monitors can watch all of them.
"""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, First, RisingEdge, Timer, with_timeout
from cocotbext.axi import (
    AxiLiteBus,
    AxiLiteMaster,
    AxiResp,
    AxiStreamBus,
    AxiStreamFrame,
    AxiStreamSink,
    AxiStreamSource,
)

from axi_monitor import AxiLiteMonitor, AxiStreamMonitor
from codes import Job
from mce.driver import regs
from mce.driver.device import Accelerator, JobError, JobResult
from mce.driver.programs import image
from mce.errors import MceError
from mce.isa.spec import load

PERIOD_NS = 10
WAIT_CYCLES = 200_000
SEED = int(os.environ.get("SEED", "1"))
CODE = {e.name: e.code for e in load().errors.values()}


class StreamReset:
    """Reset as the stream monitors see it: that of the core, or of the bench's own DMA."""

    def __init__(self, dut: Any) -> None:
        self.dut, self.held = dut, False

    @property
    def value(self) -> str:
        """"0" in reset."""
        return "0" if self.held else str(self.dut.rst_n.value)


class StreamBus:
    """Implements mce.driver.device.Bus."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.dma = StreamReset(dut)
        low = {"reset": dut.rst_n, "reset_active_level": False}
        self.axil = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, **low)
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), dut.clk, **low)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), dut.clk, **low)
        lite = (self.axil.write_if, self.axil.read_if)
        for part in (*lite, self.source, self.sink):
            part.log.setLevel(logging.ERROR)
        self.channels = [
            lite[0].aw_channel, lite[0].w_channel, lite[0].b_channel, lite[1].ar_channel,
            lite[1].r_channel, self.source, self.sink,
        ]

    def pause(self, share: float, seed: int) -> None:
        """Let every channel pause in this share of all cycles, each in its own way; 0 ends it."""
        for number, channel in enumerate(self.channels):
            rng = random.Random(seed * 16 + number)
            channel.clear_pause_generator()
            channel.pause = False
            if share:
                channel.set_pause_generator(_bursts(rng, share))

    async def reset(self) -> None:
        """Hardware reset."""
        self.dut.rst_n.value = 0
        await ClockCycles(self.dut.clk, 4)
        self.dut.rst_n.value = 1
        await ClockCycles(self.dut.clk, 2)

    async def access(self, address: int, value: int | None = None, *,
                     strobes: int = 15) -> tuple[AxiResp, int]:
        """One read (no value) or write with any strobes; returns (response, data)."""
        if value is None:
            got = await self.axil.read(address, 4)
            return got.resp, int.from_bytes(got.data, "little")
        at = [i for i in range(4) if strobes >> i & 1]
        data = value.to_bytes(4, "little")[at[0] : at[-1] + 1]
        done = await self.axil.write(address + at[0], data)
        return done.resp, 0

    async def read(self, address: int) -> int:
        """Read a register."""
        resp, value = await self.access(address)
        if resp != AxiResp.OKAY:
            raise MceError("bus", f"read of {address:#x} answered {resp.name}", "-")
        return value

    async def write(self, address: int, value: int) -> None:
        """Write a register."""
        resp, _ = await self.access(address, value)
        if resp != AxiResp.OKAY:
            raise MceError("bus", f"write of {address:#x} answered {resp.name}", "-")

    async def send(self, packet: bytes | AxiStreamFrame) -> None:
        """Queue one packet; a frame may carry any TKEEP."""
        await self.source.send(packet)

    async def expect(self, length: int) -> None:
        """The sink has room for everything."""

    async def received(self) -> bytes:
        """The next finished packet."""
        frame = await with_timeout(self.sink.recv(), WAIT_CYCLES * PERIOD_NS, "ns")
        return bytes(frame.tdata)

    async def interrupt(self) -> None:
        """Wait for the interrupt line."""
        if int(self.dut.irq_o.value):
            return
        limit = Timer(WAIT_CYCLES * PERIOD_NS, "ns")
        assert await First(RisingEdge(self.dut.irq_o), limit) is not limit, "no interrupt"

    async def stop(self) -> None:
        """What resetting a DMA does: queued and half-sent packets vanish, on both sides."""
        self.dma.held = True
        for end in (self.source, self.sink):
            end.assert_reset(True)
            end.clear()
        await ClockCycles(self.dut.clk, 3)
        for end in (self.source, self.sink):
            end.assert_reset(False)
        self.dma.held = False


def _bursts(rng: random.Random, share: float) -> Iterator[bool]:
    """Pauses of 1 to 6 cycles that fill `share` of the time, between runs of any length."""
    while True:
        pause = rng.randint(1, 6)
        yield from [True] * pause
        run = pause * (1 - share) / share
        yield from [False] * rng.randint(0, round(2 * run))


class Rig:
    """One core under test: bus, driver, stimulus, and the monitors if asked for."""

    def __init__(self, dut: Any, name: str) -> None:
        """Use `Rig.start`: the bus models need a core in reset."""
        self.dut, self.bus = dut, StreamBus(dut)
        self.device = Accelerator(self.bus)
        self.rng = np.random.default_rng([SEED, *name.encode()])
        self.program = image()
        self.monitors: list[Any] = []

    @staticmethod
    async def start(dut: Any, name: str) -> Rig:
        """Start the clock, hold reset until no signal is unknown, connect the bus."""
        Clock(dut.clk, PERIOD_NS, "ns", impl="gpi").start()
        dut.rst_n.value = 0
        for port in ("s_axil_awvalid", "s_axil_wvalid", "s_axil_bready", "s_axil_arvalid",
                     "s_axil_rready", "s_axis_tvalid", "m_axis_tready"):
            getattr(dut, port).value = 0
        await ClockCycles(dut.clk, 3)
        return Rig(dut, name)

    def watch(self) -> None:
        """Judge every channel in every cycle from now on."""
        dut, dma = self.dut, self.bus.dma
        self.monitors = [AxiLiteMonitor(dut, "s_axil", dut.clk, dut.rst_n),
                         AxiStreamMonitor(dut, "s_axis", dut.clk, dma),
                         AxiStreamMonitor(dut, "m_axis", dut.clk, dma)]

    async def open(self) -> None:
        """Reset, identify the core and load encrypt, decrypt and decode."""
        await self.bus.reset()
        await self.device.open()
        await self.device.load(self.program)

    async def run(self, job: Job) -> JobResult:
        """Run a job of the model as it is; its answer must be the model's."""
        await self.device.set_code(job.m, job.n, job.t)
        lengths = [len(o) for o in job.outputs]
        got = await self.device.run(self.program.entry(job.program), job.packets, lengths)
        what = f"{job.program} m={job.m} n={job.n} t={job.t} {job.kind}"
        assert got.outputs == job.outputs, f"{what}: {got.outputs} instead of {job.outputs}"
        assert got.reject == job.reject, f"{what}: reject {got.reject}"
        return got

    async def fails(self, pc: int, packets: Any, name: str, *, at: int | None = None,
                    outputs: int = 0) -> None:
        """A run that the core must stop with error `name`, at instruction `at` when given."""
        try:
            await self.device.run(pc, packets, [1] * outputs)
        except JobError as error:
            assert error.number == CODE[name], f"{error} instead of {name}"
            assert at is None or error.pc == at, f"{error}: not at {at}"
        else:
            raise AssertionError(f"no {name}")
        status = await self.bus.read(regs.STATUS)
        expected = regs.put(regs.STATUS_DONE, 1) | regs.put(regs.STATUS_ERROR, 1)
        if name == "STREAM_TIMEOUT":
            expected = 0  # the driver ends a time-out with a soft reset
        assert status == expected, f"STATUS {status:#x} after {name}"

    async def close(self) -> None:
        """Check that nothing is left over on any channel."""
        await ClockCycles(self.dut.clk, 20)
        assert self.bus.source.idle(), "the source still has packets"
        assert self.bus.sink.empty(), "the sink has a packet that nobody asked for"
        for monitor in self.monitors:
            monitor.stop()
