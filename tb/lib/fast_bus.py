# SPDX-License-Identifier: Apache-2.0
"""The driver's bus over `fast_top`: AXI4-Lite master in Python, memory and stream DMA in HDL."""

from __future__ import annotations

import logging
from typing import Any

from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, First, RisingEdge, Timer
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp

from dma import DmaMemory
from mce.driver import regs
from mce.errors import MceError
from places import Places

PERIOD_NS = 10
MEMORY_BYTES = 16 * 1024 * 1024  # MEM_BYTES of fast_top; a dense public key has 6.7 MB
RESULT_BYTES = 2 * 1024 * 1024  # all that may be queued: 16 times the values of 2^16 points


class FastBus:
    """Implements mce.driver.device.Bus."""

    def __init__(self, dut: Any, *, width: int, seed: int) -> None:
        self.dut = dut
        self.max_wait_ns = 20_000_000 * PERIOD_NS
        Clock(dut.clk, PERIOD_NS, "ns", impl="gpi").start()
        dut.rst_n.value = 0
        dut.dma_rst_n.value = 1
        self.memory = DmaMemory(dut, width=width, seed=seed)
        self.axil = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst_n,
                                  reset_active_level=False)
        for channel in (self.axil.write_if, self.axil.read_if):
            channel.log.setLevel(logging.WARNING)
        self.places = Places(MEMORY_BYTES, RESULT_BYTES)
        self.pending: list[int] = []
        # Hold the packets of a job back until its start bit is written, as a host does that
        # programs its DMA inside the measured time.
        self.dma_after_start = False
        self.held: list[tuple[int, int]] = []

    async def reset(self) -> None:
        """Hardware reset of core and DMA."""
        self.dut.rst_n.value = 0
        await ClockCycles(self.dut.clk, 4)
        self.dut.rst_n.value = 1
        await ClockCycles(self.dut.clk, 2)

    async def read(self, address: int) -> int:
        """Read a register."""
        answer = await self.axil.read(address, 4)
        if answer.resp != AxiResp.OKAY:
            raise MceError("bus", f"read of {address:#x} answered {answer.resp.name}",
                           "compare the address with docs/registers.md")
        return int.from_bytes(answer.data, "little")

    async def write(self, address: int, value: int) -> None:
        """Write a register."""
        answer = await self.axil.write(address, value.to_bytes(4, "little"))
        if answer.resp != AxiResp.OKAY:
            raise MceError("bus", f"write of {address:#x} answered {answer.resp.name}",
                           "read BUS_ERROR")
        if address == regs.CTRL:
            for descriptor in self.held:
                await self.memory.send(*descriptor)
            self.held.clear()

    async def send(self, packet: bytes) -> None:
        """Queue a packet; its bytes are loaded unless memory has them already."""
        address, new = self.places.operand(packet)
        if new:
            await self.memory.load(address, packet)
        if self.dma_after_start:
            self.held.append((address, len(packet)))
        else:
            await self.memory.send(address, len(packet))

    async def expect(self, length: int) -> None:
        """Queue room for a result packet."""
        addr = self.places.result(length)
        self.pending.append(addr)
        await self.memory.receive(addr, length)

    async def received(self) -> bytes:
        """The next result packet."""
        addr = self.pending.pop(0)
        length = await self.memory.received()
        if not self.pending:
            self.places.emptied()
        return await self.memory.read(addr, length)

    async def interrupt(self) -> None:
        """Sleep until the interrupt line is high."""
        if not int(self.dut.irq_o.value):
            limit = Timer(self.max_wait_ns, "ns")
            if await First(RisingEdge(self.dut.irq_o), limit) is limit:
                raise MceError("no-interrupt", "the core did not finish", "look at the waveform")
        self.places.ended()

    def trace(self) -> int:
        """Signature of the last run's outputs other than data, cycle by cycle."""
        return int(self.dut.trace_o.value)

    async def stop(self) -> None:
        """Reset the DMA: queued packets are dropped."""
        self.dut.dma_rst_n.value = 0
        await ClockCycles(self.dut.clk, 2)
        self.dut.dma_rst_n.value = 1
        self.pending.clear()
        self.places.emptied()
