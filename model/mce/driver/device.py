# SPDX-License-Identifier: Apache-2.0
"""The accelerator as a host sees it: registers, programs, packets, interrupt.

All waiting is in the bus object, so the class runs unchanged under cocotb and over hardware
(docs/registers.md, docs/isa.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mce.driver import regs
from mce.errors import MceError
from mce.isa.program import Program
from mce.isa.spec import load


class Bus(Protocol):
    """What the driver needs of a system: register access, two packet channels, the interrupt."""

    async def read(self, address: int) -> int:
        """Read a 32-bit register; raises MceError("bus") when the answer is an error."""

    async def write(self, address: int, value: int) -> None:
        """Write a 32-bit register; raises MceError("bus") when the answer is an error."""

    async def send(self, packet: bytes) -> None:
        """Queue one packet to the operand stream; does not wait for it to move."""

    async def expect(self, length: int) -> None:
        """Make room for one packet of `length` bytes of the result stream."""

    async def received(self) -> bytes:
        """The next finished packet of the result stream."""

    async def interrupt(self) -> None:
        """Wait for the interrupt line to be high."""

    async def stop(self) -> None:
        """Drop queued and unfinished packets of both channels."""


@dataclass(frozen=True)
class Build:
    """Synthesis parameters, as the CAPS registers tell them.

    Attributes:
        m_max, n_max, t_max: largest extension degree, code length, error weight.
        fields: the degrees that can be chosen at run time.
        axis_width: stream width in bits.
        factor: GF2MULT_FACTOR.
        num_regs, num_inst: polynomial registers, instruction words.
        reg_capacity: coefficients of one polynomial register.
        hash: 0 no hash unit, 1 one plane a cycle, 2 one round a cycle.
        points: points a cycle of the evaluation unit.
        gather_ports: bits a cycle of `vgather`.
        batch: vectors that one pass of a matrix can multiply.
    """

    m_max: int
    n_max: int
    t_max: int
    fields: tuple[int, ...]
    axis_width: int
    factor: int
    num_regs: int
    num_inst: int
    reg_capacity: int
    hash: int
    points: int = 2
    gather_ports: int = 4
    batch: int = 1

    def __str__(self) -> str:
        fields = "+".join(map(str, self.fields))
        return (f"M={self.m_max} FIELDS={fields} N_MAX={self.n_max} T_MAX={self.t_max} "
                f"AXIS_WIDTH={self.axis_width} GF2MULT_FACTOR={self.factor} "
                f"NUM_REGS={self.num_regs} NUM_INST={self.num_inst} HASH={self.hash} "
                f"POINTS={self.points} GATHER_PORTS={self.gather_ports} BATCH={self.batch}")


@dataclass(frozen=True)
class JobResult:
    """What one run gave.

    Attributes:
        outputs: the result packets in order.
        reject: STATUS.REJECT.
        cycles: clock cycles from the start bit to the interrupt.
        stall_in, stall_out: cycles spent waiting for the operand and the result stream.
    """

    outputs: tuple[bytes, ...]
    reject: bool
    cycles: int
    stall_in: int
    stall_out: int


class JobError(MceError):
    """A job that the core stopped.

    Attributes:
        number: ERROR.code.
        pc: address of the instruction that failed.
    """

    def __init__(self, number: int, pc: int) -> None:
        known = {e.code: e for e in load().errors.values()}
        entry = known.get(number)
        name = entry.name if entry else f"code {number}"
        meaning = entry.meaning if entry else "unknown error code"
        cure = entry.cure if entry else "compare ID and VERSION with this driver"
        super().__init__(name, f"instruction {pc}: {meaning}", cure)
        self.number, self.pc = number, pc


class Accelerator:
    """One core behind a bus. Call `open` first; calls must not overlap."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.build: Build | None = None

    async def open(self) -> Build:
        """Identify the core, wait for the wipe after reset and enable the interrupt.

        Raises:
            MceError: no core of this kind answers (``no-core``).
        """
        if await self.bus.read(regs.ID) != regs.ID_MAGIC_RESET:
            raise MceError("no-core", "the ID register does not answer MCE1",
                           "check base address, clock and reset of the core")
        await self.idle()
        caps = [await self.bus.read(a) for a in
                (regs.CAPS0, regs.CAPS1, regs.CAPS2, regs.CAPS3, regs.CAPS4)]
        self.build = Build(
            m_max=regs.get(caps[0], regs.CAPS0_M_MAX),
            n_max=regs.get(caps[2], regs.CAPS2_N_MAX),
            t_max=regs.get(caps[1], regs.CAPS1_T_MAX),
            fields=tuple(i for i in range(17) if regs.get(caps[3], regs.CAPS3_FIELDS) >> i & 1),
            axis_width=1 << regs.get(caps[0], regs.CAPS0_AXIS_LOG2),
            factor=regs.get(caps[0], regs.CAPS0_FACTOR),
            num_regs=regs.get(caps[0], regs.CAPS0_NUM_REGS),
            num_inst=regs.get(caps[1], regs.CAPS1_NUM_INST),
            reg_capacity=regs.get(caps[4], regs.CAPS4_RCAP),
            hash=regs.get(caps[4], regs.CAPS4_HASH),
            points=regs.get(caps[4], regs.CAPS4_POINTS),
            gather_ports=regs.get(caps[4], regs.CAPS4_GATHER_PORTS),
            batch=regs.get(caps[4], regs.CAPS4_BATCH),
        )
        both = regs.put(regs.IRQ_ENABLE_DONE, 1) | regs.put(regs.IRQ_ENABLE_ERROR, 1)
        await self.bus.write(regs.IRQ_ENABLE, both)
        return self.build

    async def idle(self, polls: int = 100_000) -> None:
        """Wait until neither a program nor a wipe runs.

        Raises:
            MceError: still busy after `polls` reads (``busy``).
        """
        for _ in range(polls):
            if not regs.get(await self.bus.read(regs.STATUS), regs.STATUS_BUSY):
                return
        raise MceError("busy", "the core stays busy", "abort the job or reset the core")

    async def load(self, program: Program) -> None:
        """Write a program to the instruction memory; this wipes what the last one left.

        Raises:
            MceError: the program is longer than the memory (``program-size``).
        """
        if self.build and len(program.words) > self.build.num_inst:
            raise MceError("program-size", f"{len(program.words)} words, memory has "
                           f"{self.build.num_inst}", "synthesise with a larger NUM_INST")
        for index, word in enumerate(program.words):
            await self.bus.write(regs.IMEM + 4 * index, word)
        await self.idle()

    async def set_code(self, m: int, n: int, t: int) -> None:
        """Choose field, code length and weight; the core checks them at the next start."""
        await self.bus.write(regs.PARAM_M, m)
        await self.bus.write(regs.PARAM_N, n)
        await self.bus.write(regs.PARAM_T, t)

    async def run(self, start_pc: int, packets: Sequence[bytes],
                  outputs: Sequence[int]) -> JobResult:
        """Run the loaded program from `start_pc` and return its result packets.

        Args:
            start_pc: an entry of the program.
            packets: operand packets, in the order in which the program reads them.
            outputs: bytes of each result packet.

        Raises:
            JobError: the core stopped the job; it is ready for the next one.
        """
        await self.bus.write(regs.START_PC, start_pc)
        for length in outputs:
            await self.bus.expect(length)
        for packet in packets:
            await self.bus.send(packet)
        await self.bus.write(regs.CTRL, regs.put(regs.CTRL_START, 1))
        await self.bus.interrupt()
        return await self._finish(len(outputs))

    async def _finish(self, outputs: int) -> JobResult:
        status = await self.bus.read(regs.STATUS)
        error = await self.bus.read(regs.ERROR)
        await self.bus.write(regs.IRQ_STATUS, await self.bus.read(regs.IRQ_STATUS))
        if regs.get(status, regs.STATUS_ERROR):
            await self.bus.stop()
            number = regs.get(error, regs.ERROR_CODE)
            if number == load().errors["STREAM_TIMEOUT"].code:
                # A result that nobody took still stands at the port; only this takes it back.
                await self.bus.write(regs.CTRL, regs.put(regs.CTRL_SOFT_RESET, 1))
                await self.idle()
            raise JobError(number, regs.get(error, regs.ERROR_PC))
        return JobResult(
            outputs=tuple([await self.bus.received() for _ in range(outputs)]),
            reject=bool(regs.get(status, regs.STATUS_REJECT)),
            cycles=await self.bus.read(regs.CYCLES),
            stall_in=await self.bus.read(regs.STALL_IN),
            stall_out=await self.bus.read(regs.STALL_OUT),
        )
